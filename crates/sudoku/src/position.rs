//! A puzzle: a sudoku with exactly one solution.

use crate::grid::{Grid, clash};
use crate::setup::Setup;
use crate::solve::{Solutions, solutions};
use thiserror::Error;

/// The fewest givens a puzzle can have.
pub const FEWEST_CLUES: usize = 17;

/// A sudoku with one solution, and the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Puzzle {
    setup: Setup,
    solution: Grid,
}

/// Why a sudoku is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
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

impl Puzzle {
    /// Solves a sudoku.
    ///
    /// # Errors
    /// When it has no solution or more than one, with the reason.
    pub fn new(setup: &Setup) -> Result<Puzzle, PuzzleError> {
        // Sixteen givens leave very many solutions, but two of them are found at once.
        match solutions(setup) {
            Solutions::One(solution) => Ok(Puzzle { setup: *setup, solution }),
            Solutions::None => Err(match clash(setup.cells()) {
                Some((digit, unit)) => PuzzleError::Clash { digit, unit },
                None => PuzzleError::None,
            }),
            Solutions::Many(..) if setup.clues() < FEWEST_CLUES => Err(PuzzleError::Few(setup.clues())),
            Solutions::Many(a, b) => {
                let cell = (0..81).find(|&i| a.cells()[i] != b.cells()[i]).expect("two different grids");
                Err(PuzzleError::Many {
                    row: cell / 9 + 1,
                    column: cell % 9 + 1,
                    one: a.cells()[cell].min(b.cells()[cell]),
                    other: a.cells()[cell].max(b.cells()[cell]),
                })
            }
        }
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
}
