//! The answers of Ludex over Arrow arrays: one list of functions for Python, SQL and clusters.
//!
//! ```
//! use arrow_array::{ArrayRef, StringArray, cast::AsArray};
//! use ludex_arrow::{Settings, find};
//! use std::sync::Arc;
//! let texts = StringArray::from(vec![Some("R U R' U'"), None, Some("L' U' L U"), Some("no cube")]);
//! let texts: ArrayRef = Arc::new(texts);
//! let name = find("cube", "name").expect("it is listed");
//! let names = name.call(&[texts.clone().into()], 4, &Settings::default())?;
//! assert_eq!(
//!     names.as_string::<i32>().iter().collect::<Vec<_>>(),
//!     [Some("06NrHEWiu08"), None, Some("06NrHEWiu08"), None]
//! );
//! let check = find("cube", "check").expect("it is listed");
//! let reasons = check.call(&[texts.into()], 4, &Settings::default())?;
//! assert!(reasons.is_null(0) && reasons.is_null(1) && reasons.is_valid(3));
//! # Ok::<(), ludex_arrow::Error>(())
//! ```
//!
//! A function is plain data ([`Function`]): its family, its name, what it takes and gives, and how a row is
//! answered. It does what the verb of the program of that name does, by the same library call, and gives the
//! same bytes. Null stays null. A value that is refused gives null, and its reason is had from `check` or
//! from [`Function::reasons`]; with [`Settings::strict`] it is an error that names the row.
//!
//! | module | noun |
//! |--|--|
//! | `function` | [`Function`], [`Argument`], [`Kind`]: the list |
//! | `settings` | [`Settings`]: threads, strict, progress |
//! | `error` | [`Error`] |
//! | `input` | [`Input`]: the columns that are read, whatever their type |
//! | `run` | rows in pieces on all cores, lists and dictionaries |
//! | `kernel` | how one row, or one batch, is answered |
//! | `output` | answers as they are gathered |
//! | `pool` | threads, which survive a fork |
//! | `opened` | the families with their tables, opened once |
//! | [`sample`] | rows to try the functions on |
//! | `any`, `sudoku`, `tetris`, `cube`, `xiangqi` | the functions of each |

mod any;
mod cube;
mod error;
mod function;
mod input;
mod kernel;
mod opened;
mod output;
mod pool;
mod run;
pub mod sample;
mod settings;
mod sudoku;
mod tetris;
mod xiangqi;

pub use error::Error;
pub use function::{Argument, Function, Kind, find, functions};
pub use input::Input;
pub use opened::{cubes, families};
pub use settings::Settings;
