//! The server itself: is it there, can it serve, what did it count.

use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// Whether the server runs.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, description = "It runs", body = String)))]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Whether the store answers.
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "It can serve", body = String),
    (status = 503, description = "The store is in trouble", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    let asked = app.store(|setups| setups.store().plain_rows("SELECT 1")).await;
    asked.map_err(|problem| Problem::busy(problem.detail, 5))?;
    Ok("ready\n")
}

/// Counters, as Prometheus reads them.
#[utoipa::path(get, path = "/metrics", tag = "server", responses((status = 200, description = "Counters", body = String)))]
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text())
}
