//! A word for tall boards: 256 bits, 25 rows.

use super::word::Word;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// 256 bits, the lowest in the first word.
///
/// ```text
///   0: bits 0..64 (the floor)   1: bits 64..128   2: bits 128..192   3: bits 192..256
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tall([u64; 4]);

impl BitAnd for Tall {
    type Output = Tall;
    fn bitand(self, other: Tall) -> Tall {
        Tall(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Tall {
    type Output = Tall;
    fn bitor(self, other: Tall) -> Tall {
        Tall(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitAndAssign for Tall {
    fn bitand_assign(&mut self, other: Tall) {
        *self = *self & other;
    }
}

impl BitOrAssign for Tall {
    fn bitor_assign(&mut self, other: Tall) {
        *self = *self | other;
    }
}

impl Not for Tall {
    type Output = Tall;
    fn not(self) -> Tall {
        Tall(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Tall {
    type Output = Tall;
    fn shl(self, way: u32) -> Tall {
        let (words, bits) = ((way / 64) as usize, way % 64);
        let at = |i: usize| if i < 4 { self.0[i] } else { 0 };
        Tall(std::array::from_fn(|i| {
            let Some(from) = i.checked_sub(words) else { return 0 };
            let low = from.checked_sub(1).map_or(0, |below| at(below).checked_shr(64 - bits).unwrap_or(0));
            at(from) << bits | low
        }))
    }
}

impl Shr<u32> for Tall {
    type Output = Tall;
    fn shr(self, way: u32) -> Tall {
        let (words, bits) = ((way / 64) as usize, way % 64);
        let at = |i: usize| if i < 4 { self.0[i] } else { 0 };
        Tall(std::array::from_fn(|i| {
            at(i + words) >> bits | at(i + words + 1).checked_shl(64 - bits).unwrap_or(0)
        }))
    }
}

impl Word for Tall {
    const ROWS: u32 = 25;
    const BITS: u32 = 256;
    const ZERO: Self = Tall([0; 4]);

    fn cut(bits: u128) -> Self {
        Tall([bits as u64, (bits >> 64) as u64, 0, 0])
    }
    fn wide(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn lowest(self) -> u32 {
        let zeros = (0u32..).zip(self.0).find(|(_, word)| *word != 0);
        zeros.map_or(256, |(i, word)| 64 * i + word.trailing_zeros())
    }
    fn folded(self) -> u64 {
        self.0[0] ^ self.0[1].rotate_left(20) ^ self.0[2].rotate_left(40) ^ self.0[3].rotate_left(7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Shifts move every bit as far as they say and lose what goes past an end.
        #[test]
        fn shifts_move_bits(bit in 0u32..256, way in 0u32..255) {
            let one = Tall::bit(bit);
            prop_assert_eq!(one.lowest(), bit);
            prop_assert!(one.has(bit));
            let up = if bit + way < 256 { Tall::bit(bit + way) } else { Tall::ZERO };
            prop_assert_eq!(one << way, up);
            let down = if bit >= way { Tall::bit(bit - way) } else { Tall::ZERO };
            prop_assert_eq!(one >> way, down);
            prop_assert_eq!((one | Tall::bit(0)).ones(), if bit == 0 { 1 } else { 2 });
        }
    }
}
