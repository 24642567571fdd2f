//! The board as a terminal shows it: lines, palaces, river, files numbered as each side counts them, and
//! the last move in parentheses.
//!
//! ```text
//!     1   2   3   4   5   6   7   8   9
//! 10  r---n---b---a---k---a---b---n---r
//!     |   |   |   | \ | / |   |   |   |
//!  9  +---+---+---+---+---+---+---+---+
//! ```
//!
//! A point is a cell of four columns: its sign, then the line to the next one. A character of a piece is
//! two columns wide.

use crate::moves::Move;
use crate::notation::Script;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::square::{FILES, RANKS, Square};

/// How the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// The characters on the pieces; nothing draws the letters of FEN.
    pub script: Option<Script>,
    /// Colours by escape sequences.
    pub colours: bool,
    /// Black below.
    pub flipped: bool,
}

/// The right-hand border of the board's drawing: it begins in this column.
const MARGIN: &str = "    ";

impl Style {
    /// Draws a board with its last move, a line feed after every line.
    ///
    /// # Examples
    /// ```
    /// use ludex_xiangqi::Position;
    /// use ludex_xiangqi::play::Style;
    /// let text = Style::default().draw(&Position::start(), None);
    /// assert_eq!(text.lines().nth(1), Some("10  r---n---b---a---k---a---b---n---r"));
    /// assert_eq!(text.lines().count(), 22);
    /// ```
    #[must_use]
    pub fn draw(self, board: &Position, last: Option<Move>) -> String {
        let mut text = String::with_capacity(1200);
        text.push_str(&self.numbers(if self.flipped { Side::Red } else { Side::Black }));
        for row in 0..RANKS {
            let rank = if self.flipped { row } else { RANKS - 1 - row };
            text.push_str(&format!("{:>2} ", rank + 1));
            for column in 0..FILES {
                text.push_str(&self.cell(board, self.file(column), rank, column, last));
            }
            text.push('\n');
            if row + 1 < RANKS {
                text.push_str(gap(row));
            }
        }
        text.push_str(&self.numbers(if self.flipped { Side::Black } else { Side::Red }));
        text.push_str(MARGIN);
        let letters: Vec<String> =
            (0..FILES).map(|column| char::from(b'a' + self.file(column)).to_string()).collect();
        text.push_str(&letters.join("   "));
        text.push('\n');
        text
    }

    const fn file(self, column: u8) -> u8 {
        if self.flipped { FILES - 1 - column } else { column }
    }

    /// The files as a side numbers them, 1 at its right hand.
    fn numbers(self, side: Side) -> String {
        let number = |column| match side {
            Side::Red => FILES - self.file(column),
            Side::Black => self.file(column) + 1,
        };
        let numbers: Vec<String> = (0..FILES).map(|column| number(column).to_string()).collect();
        format!("{MARGIN}{}\n", numbers.join("   "))
    }

    /// One point with the line before its sign: four columns, the first point of a rank three shorter.
    fn cell(self, board: &Position, file: u8, rank: u8, column: u8, last: Option<Move>) -> String {
        let Some(square) = Square::at(file, rank) else { return String::new() };
        let marked = |square: Square| last.is_some_and(|m| m.from() == square || m.to() == square);
        let before = |column: u8| Square::at(self.file(column), rank);
        let piece = board.get(square);
        let sign = match (piece, self.script) {
            (Some(piece), Some(script)) => script.character(piece).to_string(),
            (Some(piece), None) => piece.letter().to_string(),
            (None, _) => "+".to_owned(),
        };
        let left = column.checked_sub(1).and_then(before);
        let wide = |square: Square| self.script.is_some() && board.get(square).is_some();
        let mut text = String::new();
        // The line from the point before: what its sign and the marks leave of three columns.
        if let Some(left) = left {
            let mut width = if wide(left) { 2 } else { 3 };
            if marked(left) {
                text.push(')');
                width -= 1;
            }
            width -= usize::from(marked(square));
            text.push_str(&"-".repeat(width));
        }
        if marked(square) {
            text.push('(');
        } else if left.is_none() {
            text.push(' ');
        }
        text.push_str(&self.coloured(piece, &sign));
        if column + 1 == FILES && marked(square) {
            text.push(')');
        }
        text
    }

    fn coloured(self, piece: Option<Piece>, sign: &str) -> String {
        match piece.map(|piece| piece.side).filter(|_| self.colours) {
            Some(Side::Red) => format!("\x1b[31m{sign}\x1b[0m"),
            Some(Side::Black) => format!("\x1b[32m{sign}\x1b[0m"),
            None => sign.to_owned(),
        }
    }
}

/// The lines between two ranks, the rows counted from the top; the board is the same from both sides.
const fn gap(row: u8) -> &'static str {
    match row {
        0 | 7 => "    |   |   |   | \\ | / |   |   |   |\n",
        1 | 8 => "    |   |   |   | / | \\ |   |   |   |\n",
        4 => "    |             river             |\n",
        _ => "    |   |   |   |   |   |   |   |   |\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    /// Issue 18, defect 10: river, palaces, file digits of both sides and the last move are drawn.
    #[test]
    fn the_board_of_play_has_river_palace_digits_and_last_move() {
        let mut board = Position::start();
        let m = Notation::Uci.read(&board, "h3e3").unwrap();
        let _ = board.make(m);
        let text = Style::default().draw(&board, Some(m));
        let expected = "    1   2   3   4   5   6   7   8   9
10  r---n---b---a---k---a---b---n---r
    |   |   |   | \\ | / |   |   |   |
 9  +---+---+---+---+---+---+---+---+
    |   |   |   | / | \\ |   |   |   |
 8  +---c---+---+---+---+---+---c---+
    |   |   |   |   |   |   |   |   |
 7  p---+---p---+---p---+---p---+---p
    |   |   |   |   |   |   |   |   |
 6  +---+---+---+---+---+---+---+---+
    |             river             |
 5  +---+---+---+---+---+---+---+---+
    |   |   |   |   |   |   |   |   |
 4  P---+---P---+---P---+---P---+---P
    |   |   |   |   |   |   |   |   |
 3  +---C---+---+--(C)--+---+--(+)--+
    |   |   |   | \\ | / |   |   |   |
 2  +---+---+---+---+---+---+---+---+
    |   |   |   | / | \\ |   |   |   |
 1  R---N---B---A---K---A---B---N---R
    9   8   7   6   5   4   3   2   1
    a   b   c   d   e   f   g   h   i
";
        assert_eq!(text, expected);
    }

    #[test]
    fn turned_and_in_characters_the_lines_still_meet() {
        let style = Style { script: Some(Script::Simplified), colours: false, flipped: true };
        let text = style.draw(&Position::start(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "    1   2   3   4   5   6   7   8   9");
        assert_eq!(lines[1], " 1  车--马--相--仕--帅--仕--相--马--车");
        assert_eq!(lines[21], "    i   h   g   f   e   d   c   b   a");
        let traditional = Style { script: Some(Script::Traditional), ..style };
        assert!(traditional.draw(&Position::start(), None).contains("車--馬--象--士--將"));
    }

    #[test]
    fn marks_at_the_edges_keep_the_width() {
        let mut board = Position::start();
        let m = Notation::Uci.read(&board, "i1i2").unwrap();
        let _ = board.make(m);
        let text = Style::default().draw(&board, Some(m));
        assert!(text.contains(" 1  R---N---B---A---K---A---B---N--(+)\n"), "{text}");
        let m = m.mirrored();
        let mut board = Position::start();
        let _ = board.make(m);
        assert!(Style::default().draw(&board, Some(m)).contains(" 1 (+)--N---B"), "{text}");
    }
}
