//! A move: from one point to another.

use crate::square::{Square, SquareError};
use std::fmt;
use std::str::FromStr;

/// From one point to another; what moves and what is taken the position knows.
///
/// ```text
///   15 14 13       7 6        0
///   |  0 |   from   |    to   |      indices of points; all zero is no move
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const TO_BITS: u32 = 7;

impl Move {
    /// Goes from one point to another.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Move((from.index() as u16) << TO_BITS | to.index() as u16)
    }

    /// No move: it stands still on the first point.
    pub(crate) const NONE: Move = Move(0);

    /// Whether this is no move.
    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Where it begins.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new((self.0 >> TO_BITS) as u8)
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 & ((1 << TO_BITS) - 1)) as u8)
    }

    /// The packed number.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Back from [`Move::bits`].
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Move(bits)
    }

    /// Reflected left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Move::new(self.from().mirrored(), self.to().mirrored())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl FromStr for Move {
    type Err = SquareError;

    /// Reads two points with ranks 1-10, whatever stands on the board.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let middle = text.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
        Ok(Move::new(text[..middle].parse()?, text[middle..].parse()?))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
