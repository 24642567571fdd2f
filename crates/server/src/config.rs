//! How a server is started.

use crate::limits::Limits;
use ludex_xiangqi::endgame::Endgames;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// Where the server listens, what it serves, and to whom.
///
/// # Examples
/// ```
/// let config = ludex_server::Config::new(":memory:");
/// assert!(config.is_local());
/// assert!(config.knows_host("127.0.0.1:80") && config.knows_host("localhost"));
/// assert!(!config.knows_host("example.org"));
/// ```
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on; port 0 takes a free one.
    pub bind: SocketAddr,
    /// The store: a file or `postgres://...`.
    pub store: String,
    /// The names this server is known by, as browsers send them: without them it is known by its
    /// addresses and as `localhost`.
    pub hosts: Vec<String>,
    /// A reverse proxy stands before it: `X-Forwarded-For` tells who asks.
    pub behind_proxy: bool,
    /// Whether every request is logged on stderr.
    pub log: bool,
    /// Of the starter collection only the setups of this perfect clear go into a new store; all without one.
    pub starter: Option<i64>,
    /// The tables of xiangqi endgames; those of the user's cache folder without any.
    pub endgames: Option<Arc<Endgames>>,
    /// What one client may ask.
    pub limits: Limits,
}

impl Config {
    /// A server on a free port of this machine.
    #[must_use]
    pub fn new(store: impl Into<String>) -> Config {
        Config {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            store: store.into(),
            hosts: Vec::new(),
            behind_proxy: false,
            log: true,
            starter: None,
            endgames: None,
            limits: Limits::default(),
        }
    }

    /// Whether only people at this machine can reach it: bound to a loopback address, with no proxy and no
    /// public name before it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.bind.ip().is_loopback() && self.hosts.is_empty() && !self.behind_proxy
    }

    /// Whether a `Host` header names this server. An address is always taken: what a foreign page can do
    /// is point a *name* of its own at us.
    #[must_use]
    pub fn knows_host(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        address.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_of_ours_or_addresses() {
        let mut config = Config::new(":memory:");
        config.hosts.push("ludex.example".into());
        for good in ["127.0.0.1", "127.0.0.1:8080", "[::1]:80", "[::1]", "LOCALHOST:1", "ludex.example:443"] {
            assert!(config.knows_host(good), "{good}");
        }
        for bad in ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ":80"] {
            assert!(!config.knows_host(bad), "{bad}");
        }
        assert!(!config.is_local());
    }
}
