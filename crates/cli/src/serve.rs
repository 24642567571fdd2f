//! `ludex serve`: the explorer and the API.

use crate::Outcome;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_server::{Config, Limits};
use std::io::Write;
use std::net::SocketAddr;

/// Serve the explorer and the HTTP API.
///
/// Makes the store where it is not there, with a starter collection of Tetris setups in it, and prints the
/// address. On 127.0.0.1 and without keys whoever sits at the machine may write; bound to any other
/// address, writing needs a key (`ludex keys add`). The log goes to stderr, one JSON object per line.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex serve
  ludex serve --bind 127.0.0.1:8080 --store mine.sqlite --open
  ludex serve --host ludex.example --behind-proxy --limit rate=20 --store postgres://ludex@localhost/ludex")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7275")]
    bind: SocketAddr,
    /// A name that browsers call this server by, besides its addresses; may be given several times
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A reverse proxy stands before it, whose X-Forwarded-For tells who asks
    #[arg(long)]
    behind_proxy: bool,
    /// Set a limit, such as solves=1 or rate=20; the book lists them
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<String>,
    /// Log no requests, only faults
    #[arg(long)]
    quiet: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl ServeArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut limits = Limits::default();
        for text in &self.limits {
            limits.set(text).map_err(|reason| anyhow::anyhow!("--limit: {reason}"))?;
        }
        let config = Config {
            bind: self.bind,
            store: self.place.ready_place()?,
            hosts: self.hosts,
            behind_proxy: self.behind_proxy,
            log: !self.quiet,
            starter: None,
            endgames: None,
            limits,
        };
        let ready = |address: SocketAddr| {
            let page = format!("http://{address}/");
            // The page is up whether or not anybody reads this line.
            let _ = writeln!(std::io::stdout(), "{page}").and_then(|()| std::io::stdout().flush());
            if self.open {
                open(&page);
            }
        };
        ludex_server::run(config, ready).map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(Outcome::Fine)
    }
}

/// Opens a page in the browser of the desktop, if there is one.
fn open(page: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if let Err(error) = std::process::Command::new(program).arg(page).spawn() {
        eprintln!("ludex: cannot open the browser ({program}): {error}");
    }
}
