//! The API, one file per resource.
//!
//! A resource is a file with handlers that carry `#[utoipa::path(...)]`, and a line here: the document
//! at `/openapi.json` is made from the same lines that route.

pub(crate) mod about;
pub(crate) mod answers;
pub(crate) mod body;
pub(crate) mod cube;
pub(crate) mod diff;
pub(crate) mod forms;
pub(crate) mod item;
pub(crate) mod keys;
pub(crate) mod name;
pub(crate) mod records;
pub(crate) mod seen;
pub(crate) mod setups;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod sudoku;
pub(crate) mod tetris;
pub(crate) mod transfer;
pub(crate) mod xiangqi;

use crate::state::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All operations.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(item::get))
        .routes(routes!(name::post))
        .routes(routes!(show::post))
        .routes(routes!(diff::post))
        .routes(routes!(seen::post))
        .routes(routes!(solve::post))
        .routes(routes!(records::query, records::put))
        .routes(routes!(records::get))
        .routes(routes!(records::stats))
        .routes(routes!(transfer::import))
        .routes(routes!(transfer::import_state))
        .routes(routes!(transfer::export))
        .routes(routes!(keys::list, keys::add))
        .routes(routes!(keys::revoke))
        .routes(routes!(keys::audit))
        .routes(routes!(keys::me, keys::begin, keys::end))
        .merge(sudoku::routes())
        .merge(tetris::routes())
        .merge(setups::routes())
        .merge(cube::routes())
        .merge(xiangqi::routes())
        .routes(routes!(about::health))
        .routes(routes!(about::ready))
        .routes(routes!(about::metrics))
}
