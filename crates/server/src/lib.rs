//! The door of Ludex: an HTTP API and an explorer in the browser over everything it knows.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! // Serves the store of this file on a free port until the process is asked to end.
//! ludex_server::run(ludex_server::Config::new("store.sqlite"), |address| println!("http://{address}"))?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`config`] | [`Config`]: where it listens, what it serves, and to whom |
//! | [`limits`] | [`Limits`]: what one client may ask |
//! | [`state`] | [`AppState`]: families opened once, connections to the store |
//! | [`mod@serve`] | the accept loop, and a stop that drains |
//! | `guard` | what every request passes: host, headers, counting, log |
//! | [`who`] | [`Who`](who::Who) asks: a key, a session, the local user, anybody |
//! | [`keys`], [`session`], [`audit`], [`schema`] | keys, cookies, who wrote what, and their tables |
//! | [`solves`] | long work: a bounded pool, watched, stopped when nobody waits |
//! | [`rate`] | how often one may ask |
//! | `jobs` | work that outlives its request |
//! | [`problem`] | [`Problem`](problem::Problem): a refusal as `problem+json` |
//! | [`cache`] | answers that never change |
//! | [`metrics`], `log` | what was counted; what happened |
//! | `openapi` | the API as a document, made from the handlers |
//! | `api` | the operations, one file per resource |
//! | `deploy` | the service file and the container file |
//! | `pages` | the explorer, one file per page; templates/, assets/ |
//! | [`text`] | what pages say, in each language |
//!
//! The store is synchronous: [`AppState::store`] calls it on threads that may wait.

mod api;
pub mod audit;
pub mod cache;
pub mod config;
mod counts;
mod deploy;
mod guard;
mod jobs;
pub mod keys;
pub mod limits;
mod log;
pub mod metrics;
mod openapi;
mod pages;
pub mod problem;
pub mod rate;
pub mod schema;
pub mod serve;
pub mod session;
pub mod solves;
pub mod state;
pub mod text;
mod told;
pub mod who;

pub use config::Config;
pub use limits::Limits;
pub use serve::{run, serve};
pub use state::{App, AppState};

use axum::Router;
use axum::middleware::from_fn_with_state;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// Everything that is served.
pub fn router(app: App) -> Router {
    let (api, document) =
        OpenApiRouter::with_openapi(openapi::Document::openapi()).merge(api::routes()).split_for_parts();
    let document = serde_json::to_value(&document).unwrap_or_default();
    let guard = guard::Guard::new(App::clone(&app), &document);
    let about = pages::about::Document(document.clone().into());
    let document = cache::Rendered::new(document.to_string(), "application/json");
    api.merge(pages::routes())
        .merge(deploy::routes())
        .route(
            "/openapi.json",
            axum::routing::get(async move |headers| api::item::answer(document, &headers, false)),
        )
        .layer(axum::Extension(about))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(guard::not_allowed)
        .layer(CompressionLayer::new().gzip(true).zstd(true))
        .layer(from_fn_with_state(guard, guard::pass))
        .with_state(app)
}
