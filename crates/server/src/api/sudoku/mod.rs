//! `/v1/sudoku/...`: ranks and grids, names and puzzles, new puzzles, how hard they are.
//!
//! | file | operations |
//! |--|--|
//! | `grids` | `grid`, `rank`, `puzzle` |
//! | `puzzles` | `count`, `minimal`, `rate`, `hint` |
//! | `making` | `generate`, `vicinity` |

pub(crate) mod grids;
pub(crate) mod making;
pub(crate) mod puzzles;

use crate::state::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All operations on sudokus.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(grids::random))
        .routes(routes!(grids::get))
        .routes(routes!(grids::rank))
        .routes(routes!(grids::puzzle))
        .routes(routes!(puzzles::count))
        .routes(routes!(puzzles::minimal))
        .routes(routes!(puzzles::rate))
        .routes(routes!(puzzles::hint))
        .routes(routes!(making::generate))
        .routes(routes!(making::vicinity))
}
