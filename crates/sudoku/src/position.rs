//! A position: a sudoku with exactly one solution.

use crate::canonical::Canonical;
use crate::grid::{Grid, clash};
use crate::map::Map;
use crate::setup::Setup;
use crate::solve::{Solutions, solutions};
use thiserror::Error;

/// The fewest givens a puzzle can have.
pub const FEWEST_CLUES: usize = 17;

/// A sudoku with one solution, and the solution: a puzzle.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Position, Setup};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let position = Position::try_from(&setup)?;
/// assert_eq!(
///     position.solution().to_string(),
///     "123456789457189263968327541274693158695218437831574926316942875582731694749865312"
/// );
/// assert!(Position::try_from(&setup.with(5, 0)).is_err()); // two solutions or more
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    setup: Setup,
    solution: Grid,
}

/// Why a sudoku is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A digit is given twice in a row, column or box.
    #[error("{digit} stands twice in {unit}")]
    Clash {
        /// The digit.
        digit: u8,
        /// Where, in words: `row 3`.
        unit: String,
    },
    /// Fewer givens than any puzzle has.
    #[error("{0} givens: a puzzle with one solution has {FEWEST_CLUES} or more")]
    Few(usize),
    /// The givens contradict each other.
    #[error("it has no solution")]
    None,
    /// The givens leave a choice; the first cell where two solutions differ.
    #[error("it has more than one solution (row {row}, column {column} can be {one} or {other})")]
    Many {
        /// The row from 1.
        row: usize,
        /// The column from 1.
        column: usize,
        /// A digit of the cell.
        one: u8,
        /// Another.
        other: u8,
    },
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// Solves a sudoku.
    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        // Sixteen givens leave very many solutions, but two of them are found at once.
        match solutions(setup) {
            Solutions::One(solution) => Ok(Position { setup: *setup, solution }),
            Solutions::None => Err(match clash(setup.cells()) {
                Some((digit, unit)) => PositionError::Clash { digit, unit },
                None => PositionError::None,
            }),
            Solutions::Many(..) if setup.clues() < FEWEST_CLUES => Err(PositionError::Few(setup.clues())),
            Solutions::Many(a, b) => {
                let cell = (0..81).find(|&i| a.cells()[i] != b.cells()[i]).expect("two different grids");
                Err(PositionError::Many {
                    row: cell / 9 + 1,
                    column: cell % 9 + 1,
                    one: a.cells()[cell].min(b.cells()[cell]),
                    other: a.cells()[cell].max(b.cells()[cell]),
                })
            }
        }
    }
}

impl From<&Grid> for Position {
    /// The position in which every cell is given.
    fn from(grid: &Grid) -> Position {
        Position { setup: grid.setup(), solution: *grid }
    }
}

impl Position {
    /// Givens known to have this one solution.
    pub(crate) const fn known(setup: Setup, solution: Grid) -> Position {
        Position { setup, solution }
    }

    /// The givens.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The solution.
    #[must_use]
    pub const fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The canonical form: the givens on the min-lex solution grid, equal for all disguises.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        self.canonical_with_map().0
    }

    /// The canonical form and one map that leads to it.
    #[must_use]
    pub fn canonical_with_map(&self) -> (Canonical, Map) {
        Canonical::on(&self.solution, self.setup.given())
    }
}
