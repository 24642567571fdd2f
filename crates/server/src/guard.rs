//! What every request passes: the host it names, who asks and how often, the headers of its answer, the
//! audit trail, the count, the log.
//!
//! Which role an operation needs stands in its `#[utoipa::path(security(("key" = ["editor"])))]` and is read
//! from the document here: what the document says is what holds.

use crate::keys::Role;
use crate::problem::{Problem, Told};
use crate::state::App;
use crate::who::{Who, address, identify};
use crate::{audit, log, session};
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// Who is at the other end of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Headers of every answer. Nothing of a page may come from elsewhere, no page may be put into another.
const HEADERS: [(header::HeaderName, HeaderValue); 4] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CSP)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
];

const CSP: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// Bytes of the headers of a request.
const LARGEST_HEAD: usize = 1 << 16;

/// What the guard knows: the state, and which operation needs which role.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    pub(crate) app: App,
    /// By method, then by route.
    roles: Arc<HashMap<String, HashMap<String, Role>>>,
}

impl Guard {
    /// Reads the roles from the document.
    pub(crate) fn new(app: App, document: &Value) -> Guard {
        let mut roles: HashMap<String, HashMap<String, Role>> = HashMap::new();
        for (path, operations) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                let role = operation["security"][0]["key"][0].as_str().and_then(|word| word.parse().ok());
                if let Some(role) = role {
                    roles.entry(method.to_ascii_uppercase()).or_default().insert(path.clone(), role);
                }
            }
        }
        Guard { app, roles: Arc::new(roles) }
    }
}

/// Lets a request pass, or refuses it; counts and logs it either way.
pub(crate) async fn pass(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let app = &guard.app;
    let (mut parts, body) = request.into_parts();
    let (method, path) = (parts.method.clone(), parts.uri.path().to_owned());
    let route = parts.extensions.get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let address = address(app, &parts);
    let mut name = "unknown".to_owned();
    let mut response = match admit(&guard, &route, &address, &parts).await {
        Err(problem) => problem.into_response(),
        Ok((who, needed)) => {
            name.clone_from(&who.name);
            parts.extensions.insert(who.clone());
            let request = Request::from_parts(parts, body);
            if needed.is_some() && !is_safe(&method) {
                audited(app, &who, &format!("{method} {route}"), &path, next.run(request)).await
            } else {
                next.run(request).await
            }
        }
    };
    if method == Method::OPTIONS && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        // The router adds which methods there are.
        response = StatusCode::NO_CONTENT.into_response();
    }
    dress(app, &path, response.headers_mut());
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    let (status, took) = (response.status().as_u16(), start.elapsed());
    app.metrics.request(&route, method.as_str(), status, took);
    if app.config.log {
        let mut line = json!({
            "time": log::now(), "event": "request", "method": method.as_str(), "path": path, "status": status,
            "ms": took.as_micros() as f64 / 1000.0, "address": address, "who": name,
        });
        if let Some(Told(reason)) = response.extensions().get() {
            line["reason"] = reason.as_str().into();
        }
        log::event(&line);
    }
    response
}

/// Runs a write between its two notes; without the first it does not begin.
async fn audited(
    app: &App,
    who: &Who,
    operation: &str,
    path: &str,
    write: impl Future<Output = Response>,
) -> Response {
    let (noted, operation, path) = (who.clone(), operation.to_owned(), path.to_owned());
    let now = log::now() as i64;
    let begun = app
        .store(move |setups| {
            audit::begin(setups.store(), now, [&noted.name, &noted.address, &operation, &path])
        })
        .await;
    let entry = match begun {
        Ok(entry) => entry,
        Err(problem) => return problem.into_response(),
    };
    let response = write.await;
    let status = response.status().as_u16();
    if let Err(problem) = app.store(move |setups| audit::end(setups.store(), entry, status)).await {
        log::fault(&format!("the audit trail: {}", problem.detail));
    }
    response
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// The headers of an answer.
fn dress(app: &App, path: &str, headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    // Other sites may read a public instance, as anybody may, and never with somebody's cookie. What is on
    // one's own machine is nobody's business.
    if !app.config.is_local() && (path.starts_with("/v1/") || path == "/openapi.json") {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        let methods = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        let names = HeaderValue::from_static("authorization, content-type, accept");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
    }
}

/// Refuses what names another host, asks too often, or may not do what it asks for; otherwise who asks, and
/// the role the operation needs.
async fn admit(
    guard: &Guard,
    route: &str,
    address: &str,
    parts: &Parts,
) -> Result<(Who, Option<Role>), Problem> {
    let app = &guard.app;
    let length: usize = parts.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if length > LARGEST_HEAD {
        return Err(Problem::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            format!("the headers are {length} bytes long; up to {LARGEST_HEAD} are read"),
        ));
    }
    // A page elsewhere that points a name of its own at our address would send that name.
    let host = parts.headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let host = host.or_else(|| parts.uri.authority().map(|authority| authority.as_str()));
    match host {
        None | Some("") => return Err(Problem::bad_request("the request names no host")),
        Some(host) if !app.config.knows_host(host) => {
            let host: String = host.chars().take(100).collect();
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("this server is not called {host:?}; `ludex serve --host` gives it a name"),
            ));
        }
        Some(_) => {}
    }
    // Nobody tries keys faster than they may ask.
    take(app, address)?;
    let asked = if parts.method == Method::HEAD { Method::GET.as_str() } else { parts.method.as_str() };
    let needed = guard.roles.get(asked).and_then(|routes| routes.get(route)).copied();
    let shown = parts.headers.contains_key(header::AUTHORIZATION)
        || crate::text::cookie(parts, session::COOKIE).is_some();
    let asks_who = route == "/v1/session";
    let who = if needed.is_some() || shown || asks_who {
        identify(app, parts, address, needed.is_some()).await?
    } else {
        Who::anonymous(address.to_owned())
    };
    if who.is_known() {
        take(app, &who.name)?;
    }
    if let Some(role) = needed {
        who.may(role)?;
    }
    Ok((who, needed))
}

fn take(app: &App, account: &str) -> Result<(), Problem> {
    let limits = &app.config.limits;
    app.rate.take(account, limits.rate, limits.burst, Instant::now()).map_err(|seconds| Problem {
        retry_after: Some(seconds),
        ..Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("more than {} requests a second", limits.rate))
    })
}

/// The answer to a method that a resource does not have; the router adds those it has.
pub(crate) async fn not_allowed(method: Method) -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not done here; Allow says what is"))
}
