//! A solved grid.

use crate::cells::Cells;
use crate::setup::{CELLS, Setup};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// 81 digits, every row, column and box holding each of 1..9 once.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::Grid;
/// let grid: Grid =
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse()?;
/// assert_eq!(grid.cells()[9], 4);
/// assert!("123456789".repeat(9).parse::<Grid>().is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; CELLS]);

/// Cells that are no solved grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The text is no sudoku.
    #[error(transparent)]
    Text(#[from] crate::text::TextError),
    /// A cell is empty.
    #[error("row {row}, column {column} is empty: a solved grid has 81 digits")]
    Empty {
        /// Its row from 1.
        row: usize,
        /// Its column from 1.
        column: usize,
    },
    /// A digit stands twice in a row, column or box.
    #[error("{digit} stands twice in {unit}")]
    Clash {
        /// The digit.
        digit: u8,
        /// Where, in words: `row 3`.
        unit: String,
    },
}

/// The digit that stands twice, and where in words.
pub(crate) fn clash(cells: &[u8; CELLS]) -> Option<(u8, String)> {
    for unit in 0..27 {
        let (which, name) = (unit % 9, ["row", "column", "box"][unit / 9]);
        let mut seen = 0u16;
        for i in 0..9 {
            let cell = match unit / 9 {
                0 => 9 * which + i,
                1 => 9 * i + which,
                _ => 27 * (which / 3) + 3 * (which % 3) + 9 * (i / 3) + i % 3,
            };
            let digit = cells[cell];
            if digit > 0 && seen >> digit & 1 == 1 {
                return Some((digit, format!("{name} {}", which + 1)));
            }
            seen |= 1 << digit;
        }
    }
    None
}

impl Grid {
    /// Checks 81 cells.
    ///
    /// # Errors
    /// The first empty cell, or the first digit that stands twice.
    pub fn new(setup: &Setup) -> Result<Grid, GridError> {
        let cells = setup.cells();
        if let Some(cell) = cells.iter().position(|&digit| digit == 0) {
            return Err(GridError::Empty { row: cell / 9 + 1, column: cell % 9 + 1 });
        }
        match clash(cells) {
            Some((digit, unit)) => Err(GridError::Clash { digit, unit }),
            None => Ok(Grid(*cells)),
        }
    }

    /// Cells known to be a solved grid.
    pub(crate) const fn from_cells(cells: [u8; CELLS]) -> Grid {
        Grid(cells)
    }

    /// Digits 0..8 known to be a solved grid.
    pub(crate) fn from_rows(rows: &Cells) -> Grid {
        Grid(std::array::from_fn(|cell| rows[cell / 9][cell % 9] + 1))
    }

    /// The digits less one, by rows.
    pub(crate) fn rows(&self) -> Cells {
        std::array::from_fn(|r| std::array::from_fn(|c| self.0[9 * r + c].wrapping_sub(1) & 15))
    }

    /// The digits row by row.
    #[must_use]
    pub const fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The grid as a sudoku without an empty cell.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup::from_cells(self.0)
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        Grid::new(&text.parse::<Setup>()?)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}
