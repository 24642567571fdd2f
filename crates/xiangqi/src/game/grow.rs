//! The tree of a binary file, move by move, as XQF and CBR list it: after each move its continuation, or
//! else what stands beside the last move that promised another one.

use super::cursor::Cursor;
use super::{Game, GameError};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::square::Square;

/// One record of a tree.
pub(super) struct Step {
    /// Points as the file numbers them; `m` is what they mean, where they lie on the board.
    pub(super) points: (u8, u8),
    pub(super) m: Option<Move>,
    pub(super) comment: Option<String>,
    /// A move follows this one.
    pub(super) has_next: bool,
    /// Another move stands in the place of this one; it comes after all that follows.
    pub(super) has_variation: bool,
}

impl Step {
    /// The move between two points; none where one is off the board.
    pub(super) fn between(from: Option<Square>, to: Option<Square>) -> Option<Move> {
        from.zip(to).map(|(from, to)| Move::new(from, to))
    }
}

/// Adds the moves of a tree to a game without moves. A move that is not legal and what follows it are left
/// out; `read` gives the steps after the first.
pub(super) fn grow(
    game: &mut Game,
    first: Option<Step>,
    mut read: impl FnMut() -> Result<Step, GameError>,
    warnings: &mut Vec<GameError>,
) {
    let mut cursor = Cursor::new(game);
    let mut ready = first;
    // The depth of the next step, and those at which a step said that another stands beside it.
    let (mut depth, mut waiting): (usize, Vec<usize>) = (0, Vec::new());
    while let Some(step) = ready.take() {
        // Below a move that could not be played the tree is read, but goes nowhere.
        if cursor.depth() == depth {
            match step.m {
                Some(m) if cursor.board.is_legal(m) => {
                    let node = game.add(cursor.node(), m);
                    if let Some(text) = &step.comment {
                        game.comment(node, text);
                    }
                    cursor.down(node, m);
                }
                other => {
                    let points = || format!("{}-{}", step.points.0, step.points.1);
                    let text = other.map_or_else(points, |m| m.to_string());
                    let error = NotationError::illegal(&cursor.board, &text);
                    warnings.push(GameError::Play { number: depth + 1, error });
                }
            }
        }
        if step.has_variation {
            waiting.push(depth);
        }
        if step.has_next {
            depth += 1;
        } else if let Some(beside) = waiting.pop() {
            depth = beside;
            cursor.up_to(depth);
        } else {
            break;
        }
        match read() {
            Ok(step) => ready = Some(step),
            Err(error) => warnings.push(error),
        }
    }
}
