//! Boards as words: one bit per cell, ten bits per row, the floor lowest.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// Columns of every board.
pub(crate) const WIDTH: u32 = 10;

/// A word wide enough for a board and the sky over it: `u64` up to six rows, `u128` up to twelve.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Whole rows that fit.
    const ROWS: u32;
    /// No bit.
    const ZERO: Self;

    /// The low bits of a wider word.
    fn cut(bits: u128) -> Self;
    /// The word as the widest.
    fn wide(self) -> u128;
    /// How many bits are set.
    fn ones(self) -> u32;
    /// The lowest bit that is set.
    fn lowest(self) -> u32;

    /// One bit.
    #[must_use]
    fn bit(at: u32) -> Self {
        Self::cut(1) << at
    }
    /// Whether a bit is set.
    #[must_use]
    fn has(self, at: u32) -> bool {
        self >> at & Self::cut(1) != Self::ZERO
    }
    /// Whether no bit is set.
    #[must_use]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
    /// Shifted towards higher places, or lower ones where the way is negative.
    #[must_use]
    fn moved(self, way: i32) -> Self {
        if way >= 0 { self << way as u32 } else { self >> way.unsigned_abs() }
    }
    /// The ten bits of a row.
    #[must_use]
    fn row(self, y: u32) -> u16 {
        ((self >> (WIDTH * y)).wide() & 0x3FF) as u16
    }
}

macro_rules! word {
    ($type:ty, $rows:literal) => {
        impl Word for $type {
            const ROWS: u32 = $rows;
            const ZERO: Self = 0;

            fn cut(bits: u128) -> Self {
                bits as $type
            }
            fn wide(self) -> u128 {
                self as u128
            }
            fn ones(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}

word!(u64, 6);
word!(u128, 12);

/// All cells of the lowest `rows` rows.
pub(crate) fn rows_mask<W: Word>(rows: u32) -> W {
    let bits = rows * WIDTH;
    W::cut(if bits >= 128 { u128::MAX } else { (1u128 << bits) - 1 })
}

/// The cells of one column over `rows` rows.
pub(crate) fn column_mask<W: Word>(x: u32, rows: u32) -> W {
    (0..rows).fold(W::ZERO, |mask, y| mask | W::bit(y * WIDTH + x))
}

/// The rows that are full, one bit each.
pub(crate) fn full_rows<W: Word>(board: W, rows: u32) -> u32 {
    (0..rows).filter(|&y| board.row(y) == 0x3FF).fold(0, |full, y| full | 1 << y)
}

/// The board without the rows of a set; what stood over them falls.
pub(crate) fn without_rows<W: Word>(board: W, set: u32, rows: u32) -> W {
    if set == 0 {
        return board;
    }
    let mut left = W::ZERO;
    for (to, y) in (0u32..).zip((0..rows).filter(|y| set >> y & 1 == 0)) {
        left |= W::cut(u128::from(board.row(y))) << (WIDTH * to);
    }
    left
}
