//! Sudoku: grids, a solver, canonical forms, and names for 5,472,730,538 grids and all their puzzles.
//!
//! ```text
//! text --parse--> Setup --solve--> Puzzle --canonise--> CanonicalPuzzle --rank--> PuzzleName
//! PuzzleName --unrank--> CanonicalPuzzle --> text, Picture
//! ```
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ludex_sudoku::{CanonicalPuzzle, Puzzle, Setup, catalogue::Catalogue};
//! let setup: Setup =
//!     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
//! let canonical = CanonicalPuzzle::of(&Puzzle::new(&setup)?);
//! let name = Catalogue::shipped().seeker().name(&canonical)?;
//! assert_eq!(name.to_string(), "eKEeveX3Ose2Ww4p42M");
//! # Ok(())
//! # }
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`Setup`], [`text`] | 81 cells as typed |
//! | [`Grid`], [`Puzzle`] | a solved grid; a sudoku with one solution |
//! | [`solutions`], [`count`] | the solver |
//! | [`Map`] | a disguise |
//! | [`Canonical`], [`CanonicalPuzzle`] | the least of all disguises |
//! | [`catalogue`] | ranks of grids, the index, its builder |
//! | [`Field`], [`PuzzleName`] | given cells; names and their forms |
//! | [`pattern()`], [`minimise()`], [`vicinity()`], [`generate()`] | what people do with puzzles |
//! | [`Sudoku`] | the family for the program |

mod band;
mod canonical;
pub mod catalogue;
mod cells;
mod draw;
mod family;
mod field;
mod generate;
mod grid;
mod map;
mod minimal;
mod name;
mod pattern;
mod position;
pub mod rate;
mod setup;
mod solve;
pub mod text;
mod triple;
mod vicinity;

pub use canonical::{Canonical, CanonicalPuzzle};
pub use family::{KIND, Sudoku, several};
pub use field::{FIELD_LETTERS, Field, FieldError};
pub use generate::{GenerateError, Symmetry, Wish, generate, random_grid};
pub use grid::{Grid, GridError};
pub use map::Map;
pub use minimal::{is_minimal, minimise, needless};
pub use name::{Form, LONG_LETTERS, NAME_LETTERS, NameError, PuzzleName};
pub use pattern::pattern;
pub use position::{FEWEST_CLUES, Puzzle, PuzzleError};
pub use setup::{CELLS, CellError, Setup};
pub use solve::{Solutions, count, each_solution, first_solution, solutions, uses_avx512};
pub use vicinity::{MOST_SOLUTIONS, VicinityError, vicinity};
