//! Which of the 81 cells are given.

use crate::setup::{CELLS, Setup};
use ludex_core::NAME_ALPHABET;
use ludex_core::alphabet::LetterError;
use std::cmp::Ordering;
use thiserror::Error;

/// Letters of a field.
pub const FIELD_LETTERS: usize = 14;

/// A set of cells.
///
/// ```text
///   bit 80 ........... 1 0       bit k is cell k, row by row from 0
/// ```
///
/// Fourteen letters write it: letter i holds cells 6i..6i+5, the lowest bit first; the last holds
/// cells 78..80 only. Fields order like the puzzles they cut out of one grid: at the first cell in
/// which two differ the one without it is less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Field(u128);

/// Letters that are no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A letter outside the alphabet.
    #[error("in the field of given cells, {0}")]
    Letter(#[from] LetterError),
    /// Too few or too many letters.
    #[error("a field of given cells has {FIELD_LETTERS} letters, not {0}")]
    Length(usize),
    /// The last letter names cells past the grid.
    #[error("the last letter of a field is 0..7 (cells 79 to 81), not {0:?}")]
    Past(char),
}

impl Field {
    /// All cells.
    pub const FULL: Field = Field((1 << CELLS) - 1);

    /// A set from its bits; those above 80 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Field {
        Field(bits & Field::FULL.0)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether a cell is in it.
    #[must_use]
    pub const fn has(self, cell: usize) -> bool {
        cell < CELLS && self.0 >> cell & 1 == 1
    }

    /// How many cells are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no cell is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells in order.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..CELLS).filter(move |&cell| self.has(cell))
    }

    /// The six-bit digits of the fourteen letters.
    #[must_use]
    pub fn digits(self) -> [u8; FIELD_LETTERS] {
        std::array::from_fn(|i| (self.0 >> (6 * i)) as u8 & 63)
    }

    /// The field of fourteen six-bit digits.
    ///
    /// # Errors
    /// When the last digit passes 7.
    pub fn from_digits(digits: [u8; FIELD_LETTERS]) -> Result<Field, FieldError> {
        if digits[FIELD_LETTERS - 1] > 7 {
            return Err(FieldError::Past(NAME_ALPHABET.letter(digits[FIELD_LETTERS - 1])));
        }
        Ok(Field(digits.iter().rev().fold(0, |bits, &digit| bits << 6 | u128::from(digit & 63))))
    }

    /// The fourteen letters.
    #[must_use]
    pub fn letters(self) -> String {
        self.digits().into_iter().map(|digit| NAME_ALPHABET.letter(digit)).collect()
    }

    /// Reads fourteen letters.
    ///
    /// # Errors
    /// Another number of letters, a letter outside the alphabet, or a last letter past the grid.
    pub fn from_letters(text: &str) -> Result<Field, FieldError> {
        let digits = NAME_ALPHABET.digits(text)?;
        Field::from_digits(digits.try_into().map_err(|digits: Vec<u8>| FieldError::Length(digits.len()))?)
    }

    /// Cuts the given cells out of a grid's cells.
    #[must_use]
    pub fn cut(self, cells: &[u8; CELLS]) -> Setup {
        Setup::from_cells(std::array::from_fn(|cell| if self.has(cell) { cells[cell] } else { 0 }))
    }
}

impl FromIterator<usize> for Field {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Field {
        Field(cells.into_iter().filter(|&cell| cell < CELLS).fold(0, |bits, cell| bits | 1 << cell))
    }
}

impl Ord for Field {
    fn cmp(&self, other: &Field) -> Ordering {
        // Cell 0 weighs most.
        self.0.reverse_bits().cmp(&other.0.reverse_bits())
    }
}

impl PartialOrd for Field {
    fn partial_cmp(&self, other: &Field) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn letters_there_and_back(bits in 0u128..1 << 81) {
            let field = Field::from_bits(bits);
            prop_assert_eq!(Field::from_letters(&field.letters()), Ok(field));
            prop_assert_eq!(field.cells().collect::<Field>(), field);
        }

        #[test]
        fn fields_order_like_their_puzzles(a in 0u128..1 << 81, b in 0u128..1 << 81) {
            let (a, b) = (Field::from_bits(a), Field::from_bits(b));
            let grid = std::array::from_fn(|cell| (cell % 9) as u8 + 1);
            prop_assert_eq!(a.cmp(&b), a.cut(&grid).to_string().cmp(&b.cut(&grid).to_string()));
        }
    }

    #[test]
    fn a_full_grid_has_the_known_letters() {
        assert_eq!(Field::FULL.letters(), "}}}}}}}}}}}}}7");
        assert_eq!(Field::from_letters("}}}}}}}}}}}}}8"), Err(FieldError::Past('8')));
        assert_eq!(Field::from_letters("0"), Err(FieldError::Length(1)));
    }
}
