//! Who asks, and what they may do.

use crate::guard::Peer;
use crate::keys::{self, Role};
use crate::problem::Problem;
use crate::session::{self, Session};
use crate::state::App;
use crate::text::cookie;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use ludex_store::StoreError;
use std::convert::Infallible;
use std::net::IpAddr;

/// The header in which a page sends the token of its session.
pub const TOKEN: &str = "x-csrf-token";

/// Who asks: an extractor of handlers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// What they may do.
    pub role: Role,
    /// The key, `local` for whoever sits at the machine, or `anonymous`.
    pub name: String,
    /// Where they are.
    pub address: String,
    /// The session, where a page asks.
    pub session: Option<Session>,
}

impl Who {
    pub(crate) fn anonymous(address: String) -> Who {
        Who { role: Role::Reader, name: "anonymous".into(), address, session: None }
    }

    /// Whether they have shown a key or sit at the machine.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.name != "anonymous"
    }

    /// Refuses who has not the role.
    ///
    /// # Errors
    /// 401 for who is not known, 403 for who is.
    pub fn may(&self, role: Role) -> Result<(), Problem> {
        if self.role >= role {
            return Ok(());
        }
        Err(if self.is_known() {
            Problem::new(
                StatusCode::FORBIDDEN,
                format!("this needs the role {role}; {} has the role {}", self.name, self.role),
            )
        } else {
            Problem::new(
                StatusCode::UNAUTHORIZED,
                format!(
                    "this needs a key with the role {role}: Authorization: Bearer KEY (`ludex keys add`)"
                ),
            )
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = Infallible;

    /// Whom the guard found.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Who>().cloned().unwrap_or_else(|| Who::anonymous(String::new())))
    }
}

/// The address of whoever asks: that of the connection, or what the proxy before us says.
pub(crate) fn address(app: &App, parts: &Parts) -> String {
    let forwarded = app.config.behind_proxy.then(|| {
        let values = parts.headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        // The last one was written by the proxy we trust; those before it by anybody.
        values.flat_map(|value| value.split(',')).next_back().map(|address| address.trim().to_owned())
    });
    let peer = || parts.extensions.get::<Peer>().map(|Peer(address)| address.ip().to_string());
    let text = forwarded.flatten().or_else(peer).unwrap_or_default();
    match text.parse::<IpAddr>() {
        // Whoever has one address of the sixth version has 2^64 of them.
        Ok(IpAddr::V6(address)) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(address) => address.to_string(),
        Err(_) => text.chars().take(45).collect(),
    }
}

/// Whether a request comes from a page of another site.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    if let Some(origin) = text(header::ORIGIN) {
        let host = origin.split_once("://").map_or("", |(_, host)| host);
        if text(header::HOST) != Some(host) {
            return true;
        }
    }
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Finds out who asks. `writes`: they want to change something, so that the local user matters, and a
/// session must bring its token.
///
/// # Errors
/// 401 for a key that is not good, 403 for a foreign page or a missing token.
pub(crate) async fn identify(app: &App, parts: &Parts, address: &str, writes: bool) -> Result<Who, Problem> {
    let address = address.to_owned();
    let now = crate::log::now() as i64;
    if let Some(authorization) = parts.headers.get(header::AUTHORIZATION) {
        let bad =
            || Problem::new(StatusCode::UNAUTHORIZED, "the key is not good: it is unknown or was revoked");
        let text = authorization.to_str().map_err(|_| bad())?;
        let (scheme, secret) = text.split_once(' ').ok_or_else(bad)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(bad());
        }
        let secret = secret.trim().to_owned();
        let key = app.store(move |setups| keys::find(setups.store(), &secret, now)).await?.ok_or_else(bad)?;
        return Ok(Who { role: key.role, name: key.id, address, session: None });
    }
    if writes && is_foreign(&parts.headers) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "a page of another site may change nothing here"));
    }
    if let Some(cookie) = cookie(parts, session::COOKIE).map(str::to_owned) {
        let session = app.store(move |setups| session::find(setups.store(), &cookie, now)).await?;
        if let Some(session) = session {
            let token = parts.headers.get(TOKEN).and_then(|token| token.to_str().ok());
            let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
            if writes && !safe && token != Some(session.csrf.as_str()) {
                return Err(Problem::new(
                    StatusCode::FORBIDDEN,
                    format!("the token of the session is missing: {TOKEN} carries it"),
                ));
            }
            return Ok(Who {
                role: session.role,
                name: session.key.clone(),
                address,
                session: Some(session),
            });
        }
    }
    // A page asks who it writes as before it shows what is for those who may.
    if (writes || parts.uri.path() == "/v1/session") && is_local(app, parts) {
        let keys = app.store(|setups| -> Result<bool, StoreError> { keys::any(setups.store()) }).await?;
        if !keys {
            return Ok(Who { role: Role::Admin, name: "local".into(), address, session: None });
        }
    }
    Ok(Who::anonymous(address))
}

/// Whether the request was made at this machine, and by nobody in between.
fn is_local(app: &App, parts: &Parts) -> bool {
    let peer = parts.extensions.get::<Peer>().is_some_and(|Peer(address)| address.ip().is_loopback());
    let between = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];
    app.config.is_local() && peer && !between.iter().any(|name| parts.headers.contains_key(*name))
}
