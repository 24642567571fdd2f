//! Tetris perfect clears: the names of setups, the fumens that show them, and a solver.
//!
//! A setup goes one way and comes back another, spelled as in every family of Ludex:
//!
//! ```
//! use ludex_tetris::{IdError, Position, Setup, SetupId, Tables, Tetris};
//!
//! let tables = Tables::default();
//! let setup: Setup = "2\t0\tOTIT\tOIT\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH".parse()?;
//! let position = Position::try_from(&setup)?;
//! let canonical = position.canonical();
//! let name = canonical.name(&tables)?;
//! assert_eq!(name.to_string(), "213ceaff91ff");
//! assert_eq!(name.to_string().parse::<SetupId>()?, name);
//! // 48 bits do not tell where the pieces lie: only a store that holds the setup finds it again.
//! assert_eq!(name.canonical(&tables), Err(IdError::Store(name)));
//! assert_eq!(canonical.position().canonical(), canonical);
//! let edge: &dyn ludex_core::Position = &position;
//! assert_eq!(ludex_core::Family::name(&Tetris::default(), edge)?.letters(), name.to_string());
//! # Ok::<(), ludex_core::Refusal>(())
//! ```
//!
//! What a setup is worth comes from the solver:
//!
//! ```
//! use ludex_tetris::solve::{Drop, Hold, Problem};
//! use ludex_tetris::{KickTable, Pattern, field};
//!
//! let field = field! { "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" };
//! let problem = Problem::new(&field, 4, KickTable::named("srs180")?, Drop::Half, Hold::USE)?;
//! let percent = problem.percent(&Pattern::read("*p4")?.queues()?, &ludex_core::Silent)?;
//! assert_eq!((percent.success(), percent.queues.len()), (352, 840));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`setup`] | [`Setup`] as typed |
//! | [`position`] | [`Position`], checked |
//! | [`canonical`] | [`Canonical`], without disguises |
//! | [`name`] | [`SetupId`], its hashes, and the allocator |
//! | [`tables`] | [`Tables`]: the layout of ids |
//! | [`family`] | [`Tetris`]: the edge to the program |
//! | [`piece`] | [`Piece`], [`Rotation`], [`Counts`] |
//! | [`queue`] | [`Queue`]: pieces in the order they come |
//! | [`pattern`] | [`Pattern`]: queues as extended pieces |
//! | [`regex`] | [`Regex`](regex::Regex): the regular expressions of patterns and saves |
//! | [`field`](mod@field) | [`Field`] of coloured [`Cell`]s |
//! | [`fumen`] | [`Fumen`], its pages, links, quizzes |
//! | [`text`] | pages as text that people can type |
//! | [`draw`] | pictures of fields and pages |
//! | [`kicks`] | [`KickTable`]: what is tried when a piece turns |
//! | [`solve`] | [`Problem`](solve::Problem): percent, path, cover, the search for setups |
//! | [`minimal`] | the fewest solutions that serve every queue |
//! | [`pathfile`] | [`PathFile`](pathfile::PathFile): solutions by queue, as csv and packed |
//! | [`saves`] | what is left for the next perfect clear |
//! | `percentage` | [`percentage()`]: a part of a whole |
//! | [`signature`] | the fixed piece of work behind `ludex bench` |

pub mod canonical;
pub mod draw;
pub mod family;
pub mod field;
pub mod fumen;
pub mod kicks;
mod least;
pub mod minimal;
pub mod name;
pub mod pathfile;
pub mod pattern;
mod percentage;
pub mod piece;
pub mod position;
pub mod queue;
pub mod regex;
pub mod saves;
pub mod setup;
pub mod signature;
pub mod solve;
pub mod tables;
pub mod text;

pub use canonical::Canonical;
pub use family::Tetris;
pub use field::{Cell, Field};
pub use fumen::{Fumen, FumenError};
pub use kicks::{KickTable, KicksError};
pub use name::{
    Allocator, FourRule, IdError, IdFields, IdScheme, SetupId, cover_hash, entropy, field_hash, fumen_hash,
};
pub use pattern::{Pattern, PatternError};
pub use percentage::percentage;
pub use piece::{Counts, Piece, PieceError, Rotation};
pub use position::{Position, PositionError};
pub use queue::{Queue, QueueError};
pub use setup::{Setup, SetupError};
pub use tables::Tables;
