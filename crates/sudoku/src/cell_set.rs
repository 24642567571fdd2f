//! Which of the 81 cells are given.

use crate::setup::{CELLS, Setup};
use ludex_core::NAME_ALPHABET;
use ludex_core::alphabet::LetterError;
use std::cmp::Ordering;
use thiserror::Error;

/// Letters of a field.
pub const CELL_SET_LETTERS: usize = 14;

/// A set of cells.
///
/// ```text
///   bit 80 ........... 1 0       bit k is cell k, row by row from 0
/// ```
///
/// Fourteen letters write it: letter i holds cells 6i..6i+5, the lowest bit first; the last holds
/// cells 78..80 only. Sets order like the puzzles they cut out of one grid: at the first cell in
/// which two differ the one without it is less.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::CellSet;
/// let corners: CellSet = [0, 8, 72, 80].into_iter().collect();
/// assert_eq!(corners.letters(), "14000000000014");
/// assert_eq!(CellSet::from_letters("14000000000014")?, corners);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u128);

/// Letters that are no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellSetError {
    /// A letter outside the alphabet.
    #[error("in the field of given cells, {0}")]
    Letter(#[from] LetterError),
    /// Too few or too many letters.
    #[error("a field of given cells has {CELL_SET_LETTERS} letters, not {0}")]
    Length(usize),
    /// The last letter names cells past the grid.
    #[error("the last letter of a field is 0..7 (cells 79 to 81), not {0:?}")]
    Past(char),
}

impl CellSet {
    /// All cells.
    pub const FULL: CellSet = CellSet((1 << CELLS) - 1);

    /// A set from its bits; those above 80 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> CellSet {
        CellSet(bits & CellSet::FULL.0)
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
    pub fn digits(self) -> [u8; CELL_SET_LETTERS] {
        std::array::from_fn(|i| (self.0 >> (6 * i)) as u8 & 63)
    }

    /// The field of fourteen six-bit digits.
    ///
    /// # Errors
    /// When the last digit passes 7.
    pub fn from_digits(digits: [u8; CELL_SET_LETTERS]) -> Result<CellSet, CellSetError> {
        if digits[CELL_SET_LETTERS - 1] > 7 {
            return Err(CellSetError::Past(NAME_ALPHABET.letter(digits[CELL_SET_LETTERS - 1])));
        }
        Ok(CellSet(digits.iter().rev().fold(0, |bits, &digit| bits << 6 | u128::from(digit & 63))))
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
    pub fn from_letters(text: &str) -> Result<CellSet, CellSetError> {
        let digits = NAME_ALPHABET.digits(text)?;
        CellSet::from_digits(digits.try_into().map_err(|digits: Vec<u8>| CellSetError::Length(digits.len()))?)
    }

    /// Cuts the given cells out of a grid's cells.
    #[must_use]
    pub fn cut(self, cells: &[u8; CELLS]) -> Setup {
        Setup::from_cells(std::array::from_fn(|cell| if self.has(cell) { cells[cell] } else { 0 }))
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().filter(|&cell| cell < CELLS).fold(0, |bits, cell| bits | 1 << cell))
    }
}

impl Ord for CellSet {
    fn cmp(&self, other: &CellSet) -> Ordering {
        // Cell 0 weighs most.
        self.0.reverse_bits().cmp(&other.0.reverse_bits())
    }
}

impl PartialOrd for CellSet {
    fn partial_cmp(&self, other: &CellSet) -> Option<Ordering> {
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
            let field = CellSet::from_bits(bits);
            prop_assert_eq!(CellSet::from_letters(&field.letters()), Ok(field));
            prop_assert_eq!(field.cells().collect::<CellSet>(), field);
        }

        #[test]
        fn fields_order_like_their_puzzles(a in 0u128..1 << 81, b in 0u128..1 << 81) {
            let (a, b) = (CellSet::from_bits(a), CellSet::from_bits(b));
            let grid = std::array::from_fn(|cell| (cell % 9) as u8 + 1);
            prop_assert_eq!(a.cmp(&b), a.cut(&grid).to_string().cmp(&b.cut(&grid).to_string()));
        }
    }

    #[test]
    fn a_full_grid_has_the_known_letters() {
        assert_eq!(CellSet::FULL.letters(), "}}}}}}}}}}}}}7");
        assert_eq!(CellSet::from_letters("}}}}}}}}}}}}}8"), Err(CellSetError::Past('8')));
        assert_eq!(CellSet::from_letters("0"), Err(CellSetError::Length(1)));
    }
}
