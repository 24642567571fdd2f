//! A sudoku as typed: 81 cells, given or empty, right or wrong.

use crate::cell_set::CellSet;
use std::fmt;
use thiserror::Error;

/// Cells of a grid.
pub const CELLS: usize = 81;

/// 81 cells row by row, each a digit 1..9 or 0 where it is empty; nothing is checked but that.
///
/// Ordered as its text with `.` before the digits.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::Setup;
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// assert_eq!((setup.clues(), setup.cells()[5]), (28, 6));
/// assert!(setup.with(0, 9) > setup);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setup([u8; CELLS]);

/// Cells that hold no digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("cell {cell} holds {value}: a cell is 0 (empty) or a digit 1..9")]
pub struct CellError {
    /// Which cell, row by row from 0.
    pub cell: usize,
    /// What it holds.
    pub value: u8,
}

impl Setup {
    /// No givens at all.
    pub const EMPTY: Setup = Setup([0; CELLS]);

    /// Takes cells row by row, 0 for an empty one.
    ///
    /// # Errors
    /// The first cell above 9.
    pub fn new(cells: [u8; CELLS]) -> Result<Setup, CellError> {
        match cells.iter().position(|&value| value > 9) {
            Some(cell) => Err(CellError { cell, value: cells[cell] }),
            None => Ok(Setup(cells)),
        }
    }

    /// Cells known to be 0..9.
    pub(crate) const fn from_cells(cells: [u8; CELLS]) -> Setup {
        Setup(cells)
    }

    /// The cells row by row, 0 for an empty one.
    #[must_use]
    pub const fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Which cells are given.
    #[must_use]
    pub fn given(&self) -> CellSet {
        self.0.iter().enumerate().filter(|(_, digit)| **digit > 0).map(|(cell, _)| cell).collect()
    }

    /// How many cells are given.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&digit| digit > 0).count()
    }

    /// The same with one cell changed, 0 to empty it.
    ///
    /// # Panics
    /// When there is no such cell or digit.
    #[must_use]
    pub fn with(mut self, cell: usize, digit: u8) -> Setup {
        assert!(digit <= 9, "digits are 1..9, 0 for none");
        self.0[cell] = digit;
        self
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [b'.'; CELLS];
        for (letter, &digit) in text.iter_mut().zip(&self.0) {
            if digit > 0 {
                *letter = b'0' + digit;
            }
        }
        f.pad(std::str::from_utf8(&text).expect("dots and digits"))
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({self})")
    }
}
