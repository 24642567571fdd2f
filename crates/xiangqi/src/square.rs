//! One of the ninety points of the board.
//!
//! ```text
//!   rank 10   9 19 29  39 49 59  69 79 89      index = 10 * file + rank - 1   (0..=89)
//!     ...     . .  .   .  .  .   .  .  .       field = index + 1              (1..=90, the seed's)
//!   rank  2   1 11 21  31 41 51  61 71 81
//!   rank  1   0 10 20  30 40 50  60 70 80      file 0 is `a`, at Red's left hand
//!             a  b  c   d  e  f   g  h  i
//! ```
//!
//! Column-major, as the seed numbers its fields: the ten points of a file are neighbours, so a file's
//! occupancy is ten bits in a row.

use crate::piece::Side;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Points on the board.
pub const SQUARES: usize = 90;
/// Files, left to right from Red.
pub const FILES: u8 = 9;
/// Ranks, upward from Red.
pub const RANKS: u8 = 10;

/// One point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no point.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{0:?} is no point: a file a-i and a rank 1-10 are needed, such as h3")]
pub struct SquareError(pub String);

impl Square {
    /// The point of an index, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// The point of a file (0..9) and a rank (0..10), both counted from Red's left corner.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Square(file * RANKS + rank)) } else { None }
    }

    /// For indices that come out of our own tables and bitboards.
    #[inline]
    pub(crate) const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < SQUARES);
        Square(index)
    }

    /// 0..90, column-major.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seed's number of the field, 1..=90.
    #[must_use]
    pub const fn field(self) -> u8 {
        self.0 + 1
    }

    /// 0..9 from Red's left.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// 0..10 from Red's side.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// Reflected left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Square((FILES - 1 - self.file()) * RANKS + self.rank())
    }

    /// Seen from the other side of the river: rank r becomes 11 - r, the file stays.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Square(self.file() * RANKS + RANKS - 1 - self.rank())
    }

    /// The same point as `side` sees it with its own back rank lowest (files stay).
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::Red => self,
            Side::Black => self.flipped(),
        }
    }

    /// The bit of this point in a board-wide set.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// All points in index order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The letter of the file.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let bad = || SquareError(text.chars().take(20).collect());
        let mut letters = text.chars();
        let file = letters.next().map(|c| c.to_ascii_lowercase()).filter(|c| ('a'..='i').contains(c));
        let rank = match letters.as_str() {
            "10" => Some(10),
            digit if digit.len() == 1 => digit.parse::<u8>().ok().filter(|&r| r > 0),
            _ => None,
        };
        match (file, rank) {
            (Some(file), Some(rank)) => Square::at(file as u8 - b'a', rank - 1).ok_or_else(bad),
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_there_and_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse::<Square>(), Ok(square));
        }
        for bad in ["", "a", "a0", "a11", "j1", "a+1", "é1", "a1 "] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn fields_are_the_seed_s() {
        let field = |text: &str| text.parse::<Square>().unwrap().field();
        assert_eq!([field("a1"), field("a10"), field("e1"), field("i10")], [1, 10, 41, 90]);
    }

    #[test]
    fn reflections_undo_themselves() {
        for square in Square::all() {
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.flipped().flipped(), square);
        }
    }
}
