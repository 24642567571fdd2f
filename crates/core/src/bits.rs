//! Numbers written as letters, and fields packed into one number.

use crate::alphabet::{Alphabet, LetterError};
use thiserror::Error;

/// Bits that one letter carries.
pub const LETTER_BITS: u32 = 6;

/// Letters that do not make a number of the wanted size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LettersError {
    /// A letter outside the alphabet.
    #[error(transparent)]
    Letter(#[from] LetterError),
    /// Too few or too many letters.
    #[error("{read} letters where {wanted} are needed")]
    Length {
        /// How many were read.
        read: usize,
        /// How many would have been accepted.
        wanted: usize,
    },
}

/// Writes a number with exactly `count` letters, the most significant first.
///
/// # Panics
/// When the number does not fit: the caller knows its range.
///
/// # Examples
/// ```
/// use ludex_core::{bits, NAME_ALPHABET};
/// assert_eq!(bits::to_letters(&NAME_ALPHABET, 3_674_159, 4), "E10l");
/// ```
#[must_use]
pub fn to_letters(alphabet: &Alphabet, value: u128, count: usize) -> String {
    let width = LETTER_BITS * count as u32;
    assert!(width >= 128 || value >> width == 0, "{value} does not fit into {count} letters");
    (0..count).rev().map(|i| alphabet.letter((value >> (LETTER_BITS * i as u32)) as u8 & 63)).collect()
}

/// Reads a number of exactly `count` letters (at most 21), the most significant first.
///
/// # Errors
/// A letter outside the alphabet, or another number of letters.
pub fn from_letters(alphabet: &Alphabet, text: &str, count: usize) -> Result<u128, LettersError> {
    let read = text.chars().count();
    let digits = alphabet.digits(text)?;
    if read != count {
        return Err(LettersError::Length { read, wanted: count });
    }
    Ok(digits.iter().fold(0, |value, &digit| value << LETTER_BITS | u128::from(digit)))
}

/// The numbers of the bits that are set, the lowest first.
///
/// # Examples
/// ```
/// assert!(ludex_core::bits::set_bits(0b10_0101u64).eq([0, 2, 5]));
/// ```
#[inline]
pub fn set_bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set: u64 = set.into();
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// Puts fields into one number, the first field most significant.
///
/// # Examples
/// ```
/// let mut pack = ludex_core::bits::Pack::new();
/// pack.put(2, 4);
/// pack.put(1, 1);
/// assert_eq!(pack.value(), 0b0010_1);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pack {
    value: u128,
    width: u32,
}

impl Pack {
    /// An empty number.
    #[must_use]
    pub const fn new() -> Self {
        Pack { value: 0, width: 0 }
    }

    /// Appends a field of `width` bits below what is there.
    ///
    /// # Panics
    /// When the field does not fit its width, or the whole would pass 128 bits.
    pub fn put(&mut self, field: u128, width: u32) {
        assert!(width == 128 || field >> width == 0, "field {field} needs more than {width} bits");
        assert!(self.width + width <= 128, "more than 128 bits");
        self.value = self.value.checked_shl(width).unwrap_or(0) | field;
        self.width += width;
    }

    /// The number so far.
    #[must_use]
    pub const fn value(&self) -> u128 {
        self.value
    }

    /// Bits so far.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }
}

/// Takes fields out of one number, the most significant first.
#[derive(Debug, Clone, Copy)]
pub struct Unpack {
    value: u128,
    left: u32,
}

impl Unpack {
    /// Begins to read a number of `width` bits.
    #[must_use]
    pub const fn new(value: u128, width: u32) -> Self {
        Unpack { value, left: width }
    }

    /// The next `width` bits.
    ///
    /// # Panics
    /// When fewer bits are left.
    pub fn take(&mut self, width: u32) -> u128 {
        assert!(width <= self.left, "only {} bits left, {width} wanted", self.left);
        self.left -= width;
        let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
        self.value.checked_shr(self.left).unwrap_or(0) & mask
    }

    /// Bits not yet taken.
    #[must_use]
    pub const fn left(&self) -> u32 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NAME_ALPHABET;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn letters_there_and_back(value in 0u128..1 << 126) {
            let text = to_letters(&NAME_ALPHABET, value, 21);
            prop_assert_eq!(from_letters(&NAME_ALPHABET, &text, 21), Ok(value));
        }

        #[test]
        fn letters_sort_like_numbers(a in 0u128..1 << 66, b in 0u128..1 << 66) {
            prop_assert_eq!(a.cmp(&b), to_letters(&NAME_ALPHABET, a, 11).cmp(&to_letters(&NAME_ALPHABET, b, 11)));
        }

        #[test]
        fn fields_there_and_back(fields in prop::collection::vec((any::<u16>(), 1u32..=16), 0..8)) {
            let mut pack = Pack::new();
            for &(field, width) in &fields {
                pack.put(u128::from(field) & ((1 << width) - 1), width);
            }
            let mut unpack = Unpack::new(pack.value(), pack.width());
            for &(field, width) in &fields {
                prop_assert_eq!(unpack.take(width), u128::from(field) & ((1 << width) - 1));
            }
            prop_assert_eq!(unpack.left(), 0);
        }
    }

    #[test]
    fn wrong_length_is_told() {
        assert_eq!(from_letters(&NAME_ALPHABET, "000", 4), Err(LettersError::Length { read: 3, wanted: 4 }));
    }
}
