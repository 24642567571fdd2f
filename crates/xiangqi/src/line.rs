//! A line taken apart: a FEN at its start, moves after it, and the caller's own columns.
//!
//! ```text
//! rnbakabnr/9/... w - - 0 1 <TAB> h3e3 h10g8 <TAB> anything
//! the FEN                         moves            columns that are handed on
//! ```

use crate::moves::Move;
use crate::notation::Notation;
use crate::position::Position;
use crate::setup::Setup;
use crate::text;
use ludex_core::Refusal;

/// Reads a FEN, with the column of a fault where there is one.
///
/// # Errors
/// When it is no FEN.
pub fn fen(item: &str) -> Result<Setup, Refusal> {
    item.parse().map_err(|error: crate::FenError| {
        let column = error.column();
        let refusal = Refusal::from(error);
        if let Some(column) = column { refusal.at(column) } else { refusal }
    })
}

/// The FEN at the start of a line, and its trailing columns.
fn split(line: &str) -> (&str, &str) {
    line.split_at(text::measure(line).unwrap_or(line.len()))
}

/// The board at the start of a line, whatever stands on it, and the trailing columns.
///
/// # Errors
/// When it is no FEN.
pub fn setup(line: &str) -> Result<(Setup, &str), Refusal> {
    let (item, rest) = split(line);
    Ok((fen(item)?, rest))
}

/// The position at the start of a line, and the trailing columns.
///
/// # Errors
/// When it is no FEN, or its kings are not one a side in their palaces.
///
/// # Examples
/// ```
/// use ludex_xiangqi::line;
/// let (position, rest) = line::position("3k5/9/9/9/9/9/9/9/9/5K3 w\tkings")?;
/// assert_eq!((position.legal_moves().len(), rest), (2, "\tkings"));
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
pub fn position(line: &str) -> Result<(Position, &str), Refusal> {
    let (setup, rest) = setup(line)?;
    Ok((Position::try_from(&setup)?, rest))
}

/// The position at the start of a line, if a game can go on from it, and the trailing columns.
///
/// # Errors
/// As [`position`], and when the side to move could take the king.
pub fn playable(line: &str) -> Result<(Position, &str), Refusal> {
    let (position, rest) = position(line)?;
    Ok((position.playable()?, rest))
}

/// The moves after a FEN (or of a whole line), each legal where it stands, and the columns after them.
///
/// # Errors
/// The first text that is no legal move, with its number.
///
/// # Examples
/// ```
/// use ludex_xiangqi::{Notation, Position, line};
/// let (moves, rest) = line::moves(&Position::start(), "炮二平五 H8+7\tfirst", Notation::Uci)?;
/// assert_eq!((moves.len(), rest), (2, "\tfirst"));
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
pub fn moves<'a>(
    start: &Position,
    rest: &'a str,
    notation: Notation,
) -> Result<(Vec<Move>, &'a str), Refusal> {
    let column = rest.strip_prefix('\t').unwrap_or(rest);
    let end = column.find('\t').unwrap_or(column.len());
    let mut board = start.clone();
    let mut moves = Vec::new();
    for (i, text) in column[..end].split_whitespace().enumerate() {
        let m = notation
            .read_any(&board, text)
            .map_err(|error| Refusal::new(format!("move {}: {error}", i + 1)))?;
        let _ = board.make(m);
        moves.push(m);
    }
    Ok((moves, &column[end..]))
}
