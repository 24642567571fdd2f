//! Pencilmarks: what every cell can still be.

use super::units::{CELLS, HOUSES, PEERS, PLACES, bits};
use crate::setup::Setup;
use crate::solve::count;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Letters of the text of a candidate state: nine for each of 81 cells.
pub const PENCILMARK_LETTERS: usize = 729;

/// 81 cells, each placed or empty with the digits it can still be.
///
/// Two views of the same candidates are kept in step:
///
/// ```text
/// masks[cell]          bit d: the cell can be digit d + 1; 0 where it is placed
/// places[house][d]     bit p: digit d + 1 can stand at position p of the house
/// ```
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, rate::Candidates};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let candidates = Candidates::of(&setup);
/// assert_eq!(candidates.digits(0).collect::<Vec<_>>(), [1, 3, 4, 5, 9]);
/// let text = candidates.to_string();
/// assert_eq!((text.len(), &text[..9]), (729, "1.345...9"));
/// assert_eq!(text.parse::<Candidates>()?, candidates);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Candidates {
    values: [u8; 81],
    pub(super) masks: [u16; 81],
    pub(super) places: [[u16; 9]; 27],
}

/// A text that is no candidate state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CandidatesError {
    /// A character that stands for nothing.
    #[error(
        "character {letter:?} at {at}: letter {expected} of a cell is the digit {expected} where it can stand, \
         else . or 0"
    )]
    Letter {
        /// What was read.
        letter: char,
        /// Where, from 1.
        at: usize,
        /// The digit that could have stood there.
        expected: u8,
    },
    /// Too few or too many characters.
    #[error("{0} characters where 729 are needed: nine for each of 81 cells")]
    Length(usize),
    /// A cell without candidates.
    #[error("row {row}, column {column} has no candidate")]
    Empty {
        /// The row from 1.
        row: usize,
        /// The column from 1.
        column: usize,
    },
}

impl Candidates {
    /// The givens placed, each struck from the cells that see it; nothing else.
    #[must_use]
    pub fn of(setup: &Setup) -> Candidates {
        let mut state = Candidates { values: [0; 81], masks: [0; 81], places: [[0; 9]; 27] };
        let mut masks = [0x1FF; 81];
        for (cell, &digit) in setup.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
            state.values[cell] = digit;
            for &peer in &PEERS[cell] {
                masks[usize::from(peer)] &= !(1 << (digit - 1));
            }
        }
        state.take(&masks);
        state
    }

    /// Takes the candidates of the cells that are not placed.
    fn take(&mut self, masks: &[u16; 81]) {
        for cell in (0..81).filter(|&cell| self.values[cell] == 0) {
            self.masks[cell] = masks[cell];
            for digit in bits(masks[cell]) {
                for kind in 0..3 {
                    self.places[usize::from(HOUSES[cell][kind])][digit] |= 1 << PLACES[cell][kind];
                }
            }
        }
    }

    /// The digit placed in a cell, 0 where it is empty.
    ///
    /// # Panics
    /// When there is no such cell.
    #[must_use]
    pub const fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// The digits an empty cell can be.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn digits(&self, cell: usize) -> impl Iterator<Item = u8> {
        bits(self.masks[cell]).map(|digit| digit as u8 + 1)
    }

    /// Whether an empty cell can be the digit.
    ///
    /// # Panics
    /// When there is no such cell.
    #[must_use]
    pub const fn has(&self, cell: usize, digit: u8) -> bool {
        digit >= 1 && digit <= 9 && self.masks[cell] >> (digit - 1) & 1 == 1
    }

    /// Whether every cell is placed.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        !self.values.contains(&0)
    }

    /// The placed cells.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup::from_cells(self.values)
    }

    /// Strikes a candidate, 0 for the digit 1.
    pub(super) fn strike(&mut self, cell: usize, digit: usize) {
        self.masks[cell] &= !(1 << digit);
        for kind in 0..3 {
            self.places[usize::from(HOUSES[cell][kind])][digit] &= !(1 << PLACES[cell][kind]);
        }
    }

    /// Places a digit, 0 for the digit 1: the cell loses its candidates, the cells that see it the digit.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.values[cell] = digit as u8 + 1;
        for other in bits(self.masks[cell]) {
            self.strike(cell, other);
        }
        for house in HOUSES[cell].map(usize::from) {
            for at in bits(self.places[house][digit]) {
                self.strike(usize::from(CELLS[house][at]), digit);
            }
        }
    }

    /// Becomes another state without being made anew.
    pub(super) fn copy_from(&mut self, other: &Candidates) {
        self.values = other.values;
        self.masks = other.masks;
        self.places = other.places;
    }

    /// How many cells of a house are empty.
    pub(super) fn empty(&self, house: usize) -> usize {
        CELLS[house].iter().filter(|&&cell| self.values[usize::from(cell)] == 0).count()
    }

    /// How many solutions the state has, counted no further than the limit.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::{Setup, rate::Candidates};
    /// assert_eq!(Candidates::of(&Setup::EMPTY).solutions(2), 2);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn solutions(&self, limit: u64) -> u64 {
        // With no candidate struck beyond those of the givens, the faster solver knows.
        let setup = self.setup();
        if Candidates::of(&setup) == *self { count(&setup, limit) } else { self.search(limit) }
    }

    fn search(&self, limit: u64) -> u64 {
        let mut state = self.clone();
        loop {
            let cells = (0..81).filter(|&cell| state.values[cell] == 0);
            let Some(cell) = cells.min_by_key(|&cell| state.masks[cell].count_ones()) else {
                return limit.min(1);
            };
            if state.masks[cell].count_ones() == 1 {
                state.place(cell, state.masks[cell].trailing_zeros() as usize);
                continue;
            }
            let hidden = (0..27).find_map(|house| {
                let digit = (0..9).find(|&digit| state.places[house][digit].is_power_of_two())?;
                Some((usize::from(CELLS[house][state.places[house][digit].trailing_zeros() as usize]), digit))
            });
            if let Some((cell, digit)) = hidden {
                state.place(cell, digit);
                continue;
            }
            let mut found = 0;
            for digit in bits(state.masks[cell]) {
                if found < limit {
                    let mut branch = state.clone();
                    branch.place(cell, digit);
                    found += branch.search(limit - found);
                }
            }
            return found;
        }
    }
}

impl FromStr for Candidates {
    type Err = CandidatesError;

    /// Reads 729 characters: for each cell nine, the digit where it can stand, else `.` or `0`.
    ///
    /// A cell with one digit that no cell it sees can be is read as placed.
    fn from_str(text: &str) -> Result<Candidates, CandidatesError> {
        let letters = text.chars().count();
        if letters != PENCILMARK_LETTERS {
            return Err(CandidatesError::Length(letters));
        }
        let mut masks = [0u16; 81];
        for (at, letter) in text.chars().enumerate() {
            let expected = (at % 9) as u8 + 1;
            if letter == char::from(b'0' + expected) {
                masks[at / 9] |= 1 << (at % 9);
            } else if letter != '.' && letter != '0' {
                return Err(CandidatesError::Letter { letter, at: at + 1, expected });
            }
        }
        if let Some(cell) = masks.iter().position(|&mask| mask == 0) {
            return Err(CandidatesError::Empty { row: cell / 9 + 1, column: cell % 9 + 1 });
        }
        let mut state = Candidates { values: [0; 81], masks: [0; 81], places: [[0; 9]; 27] };
        for cell in (0..81).filter(|&cell| masks[cell].is_power_of_two()) {
            if PEERS[cell].iter().all(|&peer| masks[usize::from(peer)] & masks[cell] == 0) {
                state.values[cell] = masks[cell].trailing_zeros() as u8 + 1;
            }
        }
        state.take(&masks);
        Ok(state)
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(PENCILMARK_LETTERS);
        for cell in 0..81 {
            let mask = if self.values[cell] > 0 { 1 << (self.values[cell] - 1) } else { self.masks[cell] };
            text.extend(
                (0..9u8).map(|digit| if mask >> digit & 1 == 1 { char::from(b'1' + digit) } else { '.' }),
            );
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidates({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is read prints itself, and the two views agree.
        #[test]
        fn text_comes_back(masks in proptest::collection::vec(1u16..512, 81)) {
            let text: String = masks
                .iter()
                .flat_map(|mask| (0..9u8).map(move |d| if mask >> d & 1 == 1 { char::from(b'1' + d) } else { '.' }))
                .collect();
            let state: Candidates = text.parse().unwrap();
            prop_assert_eq!(state.to_string(), text);
            for cell in 0..81 {
                for digit in 0..9 {
                    for kind in 0..3 {
                        let house = usize::from(HOUSES[cell][kind]);
                        let there = state.places[house][digit] >> PLACES[cell][kind] & 1;
                        prop_assert_eq!(there, state.masks[cell] >> digit & 1);
                    }
                }
            }
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,20}", digits in "[0-9.]{729}") {
            prop_assert!(text.parse::<Candidates>().is_err());
            let _ = digits.parse::<Candidates>();
        }
    }

    #[test]
    fn refusals_say_where() {
        let text = "1........".repeat(81);
        let wrong = text.replacen('.', "7", 1).parse::<Candidates>().unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "character '7' at 2: letter 2 of a cell is the digit 2 where it can stand, else . or 0"
        );
        let empty = text.replacen('1', ".", 1).parse::<Candidates>().unwrap_err();
        assert_eq!(empty, CandidatesError::Empty { row: 1, column: 1 });
    }
}
