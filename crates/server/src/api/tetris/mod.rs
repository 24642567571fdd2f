//! `/v1/tetris/...`: queues, the solver, saves, fumens. The setup database is [`setups`](super::setups).
//!
//! | file | operations |
//! |--|--|
//! | `queues` | `queues` |
//! | `solver` | `percent`, `cover`, `path`, `minimal` |
//! | `saves` | `saves` |
//! | `fumen` | `fumen/decode`, `encode`, `glue`, `unglue`, `mirror`, `combine` |

pub(crate) mod fumen;
pub(crate) mod queues;
pub(crate) mod saves;
pub(crate) mod solver;

use super::forms::within;
use crate::state::App;
use ludex_core::{Progress, Refusal};
use ludex_tetris::Queue;
use ludex_tetris::pattern::Budget;
use ludex_tetris::solve::{MOST_LINES, Problem, Rules, first_field, queues_until};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All operations on Tetris, the setup database aside.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(queues::queues))
        .routes(routes!(solver::percent))
        .routes(routes!(solver::cover))
        .routes(routes!(solver::path))
        .routes(routes!(solver::minimal))
        .routes(routes!(saves::saves))
        .routes(routes!(fumen::decode))
        .routes(routes!(fumen::encode))
        .routes(routes!(fumen::glue))
        .routes(routes!(fumen::unglue))
        .routes(routes!(fumen::mirror))
        .routes(routes!(fumen::combine))
}

/// The rules of words; what is not said is as most people play.
pub(crate) fn rules(kicks: Option<&str>, drop: Option<&str>, hold: Option<&str>) -> Result<Rules, Refusal> {
    Rules::read(kicks.unwrap_or("srs180"), drop, hold.unwrap_or("any"))
}

/// The queues of a pattern, as many and as dear as whoever else asks can bear.
pub(crate) fn queues(pattern: &str, progress: &dyn Progress) -> Result<Vec<Queue>, Refusal> {
    queues_until(pattern, Budget::STORED, progress)
}

/// A field, queues and rules.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct TaskFields {
    /// The field, as a fumen whose first page counts.
    fumen: String,
    /// The queues, as extended pieces.
    pattern: String,
    /// Lines to clear, 1 to 24 (default: 4).
    lines: Option<u32>,
    /// Kick table: srs, srs180, srs_plus, srsx, tetrax, asc, nullpomino180, none (default: srs180).
    kicks: Option<String>,
    /// How pieces come down: soft, hard or 180 (default: 180 where the table has half turns, else soft).
    drop: Option<String>,
    /// any, none, a number of slots, or cyclic with a number (default: any).
    hold: Option<String>,
}

impl TaskFields {
    /// The problem it poses, and its queues.
    pub(crate) fn problem(&self, progress: &dyn Progress) -> Result<(Problem, Vec<Queue>), Refusal> {
        let rules = rules(self.kicks.as_deref(), self.drop.as_deref(), self.hold.as_deref())?;
        let lines = within("lines", self.lines.unwrap_or(4), (1, MOST_LINES))?;
        Ok((rules.problem(&first_field(&self.fumen)?, lines)?, queues(&self.pattern, progress)?))
    }
}
