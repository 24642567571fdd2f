//! Sudoku: grids, a solver, canonical forms, and names for 5,472,730,538 grids and all their puzzles.
//!
//! ```text
//! text --parse--> Setup --solve--> Position --canonise--> Canonical --rank--> PuzzleName
//! PuzzleName --unrank--> Canonical --> Position --> text, Picture
//! ```
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ludex_sudoku::{Position, PuzzleName, Setup, Tables};
//! let tables = Tables::default();
//! let setup: Setup =
//!     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
//! let position = Position::try_from(&setup)?;
//! let canonical = position.canonical();
//! let name = canonical.name(&tables)?;
//! assert_eq!(name.to_string(), "eKEeveX3Ose2Ww4p42M");
//! assert_eq!(name.to_string().parse::<PuzzleName>()?.canonical(&tables)?, canonical);
//! assert_eq!(canonical.position().canonical(), canonical);
//! # Ok(())
//! # }
//! ```
//!
//! | module | public nouns and verbs | |
//! |--|--|--|
//! | `setup` | [`Setup`] | 81 cells as typed |
//! | [`text`], `line` | `Setup: FromStr`, [`Setup::from_line`] | what people write, and what follows it on a line |
//! | `grid` | [`Grid`] | a solved grid |
//! | `position` | [`Position`] | a sudoku with one solution |
//! | `canonical` | [`Canonical`], [`CanonicalGrid`] | the least of all disguises |
//! | `name` | [`PuzzleName`], [`Form`] | names and their forms |
//! | `cell_set` | [`CellSet`] | a set of cells, such as the given ones |
//! | `map` | [`Map`] | a disguise |
//! | `tables` | [`Tables`] | the catalogue, opened when it is needed |
//! | `batch` (feature `cache`) | `Tables::ranks`, `Tables::grids`, `Tables::recall` | many look-ups at once |
//! | [`catalogue`] | ranks of grids, the index, its builder | |
//! | `solve` | [`solutions`], [`first_solution`], [`count`], [`each_solution`] | the solver |
//! | `reader` | [`PuzzleReader`], [`Entry`] | files as programs and people keep them |
//! | `rated` | [`RatedLine`] | a puzzle and its ratings on one line |
//! | `minimal` | [`is_minimal`], [`needless`], [`minimise`] | puzzles without a needless given |
//! | `unavoidable` | [`unavoidable()`], [`Unavoidable`] | cells that can be filled in another way |
//! | `hitting` | [`FewGivens`] | all puzzles with few givens on one grid |
//! | `pattern` | [`PatternSearch`] | all puzzles of a cell pattern |
//! | `backdoors` | [`backdoors()`], [`singles_solve`] | cells that leave a puzzle to singles |
//! | `maximal` | [`addable`], [`maximise`] | several solutions, and any further given leaves one |
//! | `automorphism` | [`Position::automorphism_maps`], [`Map::symmetry`] | maps onto itself, by name |
//! | `vicinity` | [`vicinity()`] | some givens out, some in |
//! | [`rate`] | [`rate::Rater`], [`rate::Candidates`], [`rate::Step`] | how hard a puzzle is, and why |
//! | `generate`, `few` | [`generate()`], [`random_grid`] | new puzzles |
//! | `series` | [`Series`], [`RatingRange`] | new puzzles by number, rated |
//! | `givens` | [`minlex_puzzle`] | the form of published lists, which needs no solution |
//! | `draw` | | the picture of a setup |
//! | `band`, `cells`, `triple` | | what the canonicaliser and the catalogue work on |
//! | `family` | [`Sudoku`] | the family for the program |

mod automorphism;
mod backdoors;
mod band;
#[cfg(feature = "cache")]
mod batch;
mod canonical;
pub mod catalogue;
mod cell_set;
mod cells;
mod draw;
mod family;
mod few;
mod generate;
mod givens;
mod grid;
mod hitting;
mod line;
mod map;
mod maximal;
mod minimal;
mod name;
mod pattern;
mod position;
pub mod rate;
mod rated;
mod reader;
mod series;
mod setup;
mod solve;
mod tables;
pub mod text;
mod triple;
mod unavoidable;
mod vicinity;

pub use backdoors::{backdoors, singles_solve};
pub use canonical::{Canonical, CanonicalGrid};
pub use cell_set::{CELL_SET_LETTERS, CellSet, CellSetError};
pub use family::Sudoku;
pub use generate::{ClueSymmetry, GenerateError, GenerateOptions, generate, random_grid};
pub use givens::minlex_puzzle;
pub use grid::{Grid, GridError};
pub use hitting::FewGivens;
pub use line::LineError;
pub use map::Map;
pub use maximal::{MaximalError, addable, maximise};
pub use minimal::{is_minimal, minimise, needless};
pub use name::{Form, KIND, LONG_LETTERS, NAME_LETTERS, NameError, PuzzleName, RecallError};
pub use pattern::{PatternError, PatternSearch, Stem};
pub use position::{FEWEST_CLUES, Position, PositionError};
pub use rated::{RatedLine, RatedLineError, tenths};
pub use reader::{Entry, Item, PuzzleReader, ReadError, ReadForm, TableColumn};
pub use series::{RATED_TRIES, RatingRange, RatingRangeError, Series, SeriesError, SymmetryError};
pub use setup::{CELLS, CellError, Setup};
pub use solve::{Solutions, count, count_until, each_solution, first_solution, solutions, uses_avx512};
pub use tables::Tables;
pub use unavoidable::{LARGEST_UNAVOIDABLE, Unavoidable, unavoidable};
pub use vicinity::{MOST_SOLUTIONS, VicinityError, vicinity};
