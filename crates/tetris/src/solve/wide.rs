//! Words for tall boards, made of several of 64 bits: [`Frame`] has 25 rows, [`Vast`] 38.

use super::word::{MOST_FRAME, Word};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// So many times 64 bits, the lowest in the first word.
///
/// ```text
///   0: bits 0..64 (the floor)   1: bits 64..128   2: bits 128..192   3: bits 192..256   ...
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

/// All cells of the tallest frame, and of a lower one with the sky over it.
pub type Frame = Wide<4>;

/// The tallest frame with the sky over it.
pub(crate) type Vast = Wide<6>;

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;
    fn shl(self, way: u32) -> Self {
        let (words, bits) = ((way / 64) as usize, way % 64);
        let at = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            let Some(from) = i.checked_sub(words) else { return 0 };
            let low = from.checked_sub(1).map_or(0, |below| at(below).checked_shr(64 - bits).unwrap_or(0));
            at(from) << bits | low
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;
    fn shr(self, way: u32) -> Self {
        let (words, bits) = ((way / 64) as usize, way % 64);
        let at = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            at(i + words) >> bits | at(i + words + 1).checked_shl(64 - bits).unwrap_or(0)
        }))
    }
}

impl<const N: usize> Word for Wide<N> {
    const ROWS: u32 = Self::BITS / 10;
    const BITS: u32 = 64 * N as u32;
    const ZERO: Self = Wide([0; N]);
    type Before = [u32; MOST_FRAME];

    fn cut(bits: u128) -> Self {
        Wide(std::array::from_fn(|i| if i < 2 { (bits >> (64 * i)) as u64 } else { 0 }))
    }
    fn wide(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
    fn of_frame(frame: Frame) -> Self {
        Wide(std::array::from_fn(|i| frame.0.get(i).copied().unwrap_or(0)))
    }
    fn frame(self) -> Frame {
        Wide(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }
    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn lowest(self) -> u32 {
        let zeros = (0u32..).zip(self.0).find(|(_, word)| *word != 0);
        zeros.map_or(Self::BITS, |(i, word)| 64 * i + word.trailing_zeros())
    }
    fn folded(self) -> u64 {
        (0u32..).zip(self.0).fold(0, |mixed, (i, word)| mixed ^ word.rotate_left(20 * i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shifted<W: Word>(bit: u32, way: u32) {
        let one = W::bit(bit);
        assert_eq!(one.lowest(), bit);
        assert!(one.has(bit));
        let up = if bit + way < W::BITS { W::bit(bit + way) } else { W::ZERO };
        assert_eq!(one << way, up);
        let down = if bit >= way { W::bit(bit - way) } else { W::ZERO };
        assert_eq!(one >> way, down);
        assert_eq!((one | W::bit(0)).ones(), if bit == 0 { 1 } else { 2 });
    }

    proptest! {
        /// Shifts move every bit as far as they say and lose what goes past an end.
        #[test]
        fn shifts_move_bits(bit in 0u32..256, way in 0u32..255) {
            shifted::<Frame>(bit, way);
            shifted::<Vast>(bit + 128, way);
        }

        /// A frame goes through a wider word and back.
        #[test]
        fn frames_are_kept(bits: [u64; 4]) {
            let frame = Wide(bits);
            prop_assert_eq!(Vast::of_frame(frame).frame(), frame);
            prop_assert_eq!(u64::of_frame(frame), bits[0]);
            prop_assert_eq!(u128::of_frame(frame), frame.wide());
            prop_assert_eq!(bits[0].frame(), Frame::cut(u128::from(bits[0])));
        }
    }
}
