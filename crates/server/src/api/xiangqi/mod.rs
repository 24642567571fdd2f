//! `/v1/xiangqi/...`: moves and verdicts, the engine, notations and files of games, what the store has seen.
//!
//! | file | operations |
//! |--|--|
//! | `play` | `moves`, `judge` |
//! | `ending` | `ending` |
//! | `go` | `go` |
//! | `games` | `convert`, `games` |
//! | `memory` | `seen`, `near`, `book` |

pub(crate) mod ending;
pub(crate) mod games;
pub(crate) mod go;
pub(crate) mod memory;
pub(crate) mod play;

use crate::state::App;
use ludex_core::Refusal;
use ludex_xiangqi::{Move, Notation, Position, line};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most plies of a game that is asked about.
const MOST_PLIES: usize = 2000;

/// All operations on xiangqi.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(play::moves))
        .routes(routes!(play::judge))
        .routes(routes!(ending::ending))
        .routes(routes!(go::go))
        .routes(routes!(games::convert))
        .routes(routes!(games::games))
        .routes(routes!(memory::seen))
        .routes(routes!(memory::near))
        .routes(routes!(memory::book))
}

/// A game as it is asked about: where it starts, and what was played.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    /// The positions of the game, the first included; the last is the one now.
    pub(crate) positions: Vec<Position>,
}

impl Played {
    /// Reads a FEN (nothing is the start of a game) and moves in any notation; `from` says how lower-case
    /// coordinates count ranks.
    pub(crate) fn read(fen: &str, moves: &str, from: Option<&str>) -> Result<Played, Refusal> {
        let from: Notation = from.unwrap_or("uci").parse()?;
        let start = if fen.trim().is_empty() {
            Position::start()
        } else {
            let (position, rest) = line::playable(fen.trim())?;
            if !rest.trim().is_empty() {
                return Err(Refusal::new(format!("{rest:?} follows after the FEN")));
            }
            position
        };
        let count = moves.split_whitespace().take(MOST_PLIES + 1).count();
        if count > MOST_PLIES {
            return Err(Refusal::new(format!("a game of more than {MOST_PLIES} moves")));
        }
        let joined = moves.split_whitespace().collect::<Vec<_>>().join(" ");
        let (moves, _) = line::moves(&start, &joined, from)?;
        let mut positions = vec![start.clone()];
        for &m in &moves {
            let mut next = positions[positions.len() - 1].clone();
            let _ = next.make(m);
            positions.push(next);
        }
        Ok(Played { start, moves, positions })
    }

    /// The position now.
    pub(crate) fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }
}

/// A notation by its word, `uci` where nothing is said.
fn notation(word: Option<&str>) -> Result<Notation, Refusal> {
    Ok(word.unwrap_or("uci").parse()?)
}
