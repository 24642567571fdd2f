//! The API, one file per resource.
//!
//! A resource is a file with handlers that carry `#[utoipa::path(...)]`, and a line here: the document
//! at `/openapi.json` is made from the same lines that route.

pub(crate) mod about;
pub(crate) mod body;
pub(crate) mod item;
pub(crate) mod name;

use crate::state::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All operations.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(item::get))
        .routes(routes!(name::post))
        .routes(routes!(about::health))
        .routes(routes!(about::ready))
        .routes(routes!(about::metrics))
}
