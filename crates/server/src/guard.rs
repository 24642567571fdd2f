//! What every request passes: the host it names, who asks and how often, the headers of its answer, the
//! audit trail, the count, the log.
//!
//! Which role an operation needs stands in its `#[utoipa::path(security(("key" = ["editor"])))]` and is read
//! from the document here: what the document says is what holds.

use crate::keys::Role;
use crate::problem::{Problem, Told};
use crate::state::App;
use crate::who::{Who, identify};
use crate::{audit, log, session};
use axum::extract::{MatchedPath, Request, State};
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

/// What the guard knows: the state, and which operation needs which role.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    pub(crate) app: App,
    roles: Arc<HashMap<(String, String), Role>>,
}

impl Guard {
    /// Reads the roles from the document.
    pub(crate) fn new(app: App, document: &Value) -> Guard {
        let mut roles = HashMap::new();
        for (path, operations) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                let role = operation["security"][0]["key"][0].as_str().and_then(|word| word.parse().ok());
                if let Some(role) = role {
                    roles.insert((method.to_ascii_uppercase(), path.clone()), role);
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
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = route.unwrap_or_else(|| "other".to_owned());
    let (mut who, mut response) = (None, None);
    match admit(&guard, &method, &route, request).await {
        Ok((request, found, needed)) => {
            who = Some(found.clone());
            let writes = needed.is_some() && !is_safe(&method);
            let begun = if writes { begin(app, &found, &method, &route, &path).await } else { Ok(None) };
            response = Some(match begun {
                Err(problem) => problem.into_response(),
                Ok(entry) => {
                    let response = next.run(request).await;
                    if let Some(entry) = entry {
                        let status = response.status().as_u16();
                        let ended = app.store(move |setups| audit::end(setups.store(), entry, status)).await;
                        if let Err(problem) = ended {
                            log::fault(&format!("the audit trail: {}", problem.detail));
                        }
                    }
                    response
                }
            });
        }
        Err(problem) => response = Some(problem.into_response()).or(response),
    }
    let mut response = response.unwrap_or_else(|| StatusCode::INTERNAL_SERVER_ERROR.into_response());
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
            "time": log::now(), "event": "request", "method": method.as_str(), "path": path,
            "status": status, "ms": took.as_micros() as f64 / 1000.0,
        });
        if let Some(who) = &who {
            line["address"] = who.address.as_str().into();
            line["who"] = who.name.as_str().into();
        }
        if let Some(Told(reason)) = response.extensions().get() {
            line["reason"] = reason.as_str().into();
        }
        log::event(&line);
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

/// Refuses what names another host, asks too often, or may not do what it asks for.
async fn admit(
    guard: &Guard,
    method: &Method,
    route: &str,
    request: Request,
) -> Result<(Request, Who, Option<Role>), Problem> {
    let app = &guard.app;
    // A page elsewhere that points a name of its own at our address would send that name.
    let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
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
    let asked = if *method == Method::HEAD { "GET" } else { method.as_str() };
    let needed = guard.roles.get(&(asked.to_owned(), route.to_owned())).copied();
    let (mut parts, body) = request.into_parts();
    let shown = parts.headers.contains_key(header::AUTHORIZATION)
        || crate::text::cookie(&parts, session::COOKIE).is_some();
    let who = if needed.is_some() || shown {
        // Nobody tries keys faster than they may ask.
        take(app, &crate::who::address(app, &parts))?;
        let who = identify(app, &parts, needed.is_some()).await?;
        if who.is_known() {
            take(app, who.account())?;
        }
        who
    } else {
        let address = crate::who::address(app, &parts);
        take(app, &address)?;
        Who { role: Role::Reader, name: "anonymous".into(), address, session: None }
    };
    if let Some(role) = needed {
        who.may(role)?;
    }
    parts.extensions.insert(who.clone());
    Ok((Request::from_parts(parts, body), who, needed))
}

fn take(app: &App, account: &str) -> Result<(), Problem> {
    let limits = &app.config.limits;
    app.rate.take(account, limits.rate, limits.burst, Instant::now()).map_err(|seconds| Problem {
        retry_after: Some(seconds),
        ..Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("more than {} requests a second", limits.rate))
    })
}

/// Notes that a write begins: without the note it does not.
async fn begin(
    app: &App,
    who: &Who,
    method: &Method,
    route: &str,
    path: &str,
) -> Result<Option<i64>, Problem> {
    let (who, path, operation) = (who.clone(), path.to_owned(), format!("{method} {route}"));
    let now = log::now() as i64;
    let note = move |setups: &mut ludex_setups::Setups| {
        audit::begin(setups.store(), now, [&who.name, &who.address, &operation, &path])
    };
    app.store(note).await.map(Some)
}

/// The answer to a method that a resource does not have; the router adds those it has.
pub(crate) async fn not_allowed(method: Method) -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not done here; Allow says what is"))
}
