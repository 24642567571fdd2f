//! Boards as words: one bit per cell, ten bits per row, the floor lowest.

use super::wide::{Frame, Wide};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// Columns of every board.
pub(crate) const WIDTH: u32 = 10;

/// Most rows of a frame.
pub(crate) const MOST_FRAME: usize = 24;

/// A word wide enough for a board, or for a board and the sky over it: `u64` has six rows, `u128` twelve,
/// [`Frame`] 25.
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
    /// Bits.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// A set of rows for each row of a frame of this word.
    type Before: AsRef<[u32]> + AsMut<[u32]> + Copy + Default + Debug + Send + Sync;

    /// The word of some bits, those that fit.
    fn cut(bits: u128) -> Self;
    /// The lowest 128 bits: all cells of a frame of twelve rows at most.
    fn wide(self) -> u128;
    /// The word of the cells of a frame, those that fit.
    fn of_frame(frame: Frame) -> Self;
    /// The cells of the frame.
    fn frame(self) -> Frame;
    /// All bits mixed into 64, to be hashed.
    fn folded(self) -> u64;
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
    ($type:ty, $rows:literal, $folded:expr) => {
        impl Word for $type {
            const ROWS: u32 = $rows;
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            type Before = [u32; $rows];

            fn cut(bits: u128) -> Self {
                bits as $type
            }
            fn wide(self) -> u128 {
                self as u128
            }
            fn of_frame(frame: Frame) -> Self {
                frame.wide() as $type
            }
            fn frame(self) -> Frame {
                Wide::cut(self as u128)
            }
            fn ones(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            fn folded(self) -> u64 {
                $folded(self)
            }
        }
    };
}

word!(u64, 6, |word: u64| word);
word!(u128, 12, |word: u128| word as u64 ^ (word >> 64) as u64);

/// All cells of the lowest `rows` rows.
pub(crate) fn rows_mask<W: Word>(rows: u32) -> W {
    let bits = rows * WIDTH;
    if bits >= W::BITS { !W::ZERO } else { !(!W::ZERO << bits) }
}

/// The cells of one column over `rows` rows.
pub(crate) fn column_mask<W: Word>(x: u32, rows: u32) -> W {
    (0..rows).fold(W::ZERO, |mask, y| mask | W::bit(y * WIDTH + x))
}

/// The cells of one row.
pub(crate) fn row_mask<W: Word>(y: u32) -> W {
    W::cut(0x3FF) << (WIDTH * y)
}

/// The rows that are full, one bit each.
pub(crate) fn full_rows<W: Word>(board: W, rows: u32) -> u32 {
    let mut full = 0;
    for y in 0..rows {
        let row = row_mask::<W>(y);
        full |= u32::from(board & row == row) << y;
    }
    full
}

/// The cells over some cells, all the way up.
pub(crate) fn over<W: Word>(cells: W) -> W {
    let mut over = cells << WIDTH;
    let mut rows = 1;
    while rows < W::ROWS {
        over |= over << (WIDTH * rows);
        rows *= 2;
    }
    over
}

/// The cells that stand on something: on the floor, or on a filled cell once the full rows are gone.
pub(crate) fn standing<W: Word>(filled: W, full: u32, rows: u32) -> W {
    let floor = row_mask::<W>(0);
    if full == 0 {
        return filled << WIDTH | floor;
    }
    let (mut standing, mut under) = (floor, floor);
    for y in 1..rows {
        // Under a row lies what lies under the full row below it.
        under = if full >> (y - 1) & 1 == 1 { under << WIDTH } else { (filled & row_mask(y - 1)) << WIDTH };
        standing |= under;
    }
    standing
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
