//! What every request passes: the host it names, the headers of its answer, the count, the log.

use crate::log;
use crate::problem::{Problem, Told};
use crate::state::App;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::net::SocketAddr;
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

/// Lets a request pass, or refuses it; counts and logs it either way.
pub(crate) async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let peer = request.extensions().get::<Peer>().copied();
    let mut response = match admit(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if method == Method::OPTIONS && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        // The router adds which methods there are.
        response = StatusCode::NO_CONTENT.into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    let (status, took) = (response.status().as_u16(), start.elapsed());
    let route = route.as_deref().unwrap_or("other");
    app.metrics.request(route, method.as_str(), status, took);
    if !app.config.log {
        return response;
    }
    let mut line = json!({
        "time": log::now(), "event": "request", "method": method.as_str(), "path": path, "status": status,
        "ms": took.as_micros() as f64 / 1000.0, "peer": peer.map(|Peer(address)| address.ip().to_string()),
    });
    if let Some(Told(reason)) = response.extensions().get() {
        line["reason"] = reason.as_str().into();
    }
    log::event(&line);
    response
}

fn admit(app: &App, request: &Request) -> Result<(), Problem> {
    // A page elsewhere that points a name of its own at our address would send that name.
    let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    match host {
        None | Some("") => return Err(Problem::bad_request("the request names no host")),
        Some(host) if !app.config.knows_host(host) => {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("this server is not called {host:?}; start it with --host to give it that name"),
            ));
        }
        Some(_) => {}
    }
    Ok(())
}

/// The answer to a method that a resource does not have; the router adds those it has.
pub(crate) async fn not_allowed(method: Method) -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not done here; Allow says what is"))
}
