//! Xiangqi: boards and their names, the sextant code of the seed, legal moves and an engine.
//!
//! ```text
//! text --parse--> Setup --check--> Position --canonise--> Canonical --name--> Letters
//! ```
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ludex_xiangqi::{Canonical, Letters, Setup};
//! let setup: Setup = "3k5/9/9/9/9/9/9/9/9/5K3 w".parse()?;
//! assert_eq!(Letters::of(&setup)?.as_str(), "9{TuC0000000000000000000");
//! assert_eq!(Canonical::of(&setup)?.to_string(), "0000009{TuC0000000000000");
//! # Ok(())
//! # }
//! ```

pub mod book;
mod canonical;
mod chase;
pub mod engine;
mod family;
pub mod game;
mod legal;
mod moves;
mod name;
pub mod notation;
mod perft;
mod picture;
mod piece;
mod position;
pub mod protocol;
mod reach;
pub mod rules;
pub mod sample;
mod setup;
pub mod sextant;
mod signature;
mod square;
pub mod text;
mod zobrist;

pub use book::{Book, Choice, Entry, Probe, Tally};
pub use canonical::Canonical;
pub use family::{BOARD_KIND, CANONICAL_KIND, Xiangqi};
pub use game::{Game, GameError};
pub use legal::Moves;
pub use moves::Move;
pub use name::{BLOCKS, Letters, NAME_LETTERS, NameError};
pub use notation::{Notation, NotationError};
pub use perft::{divide, perft};
pub use picture::picture;
pub use piece::{Piece, PieceKind, Side};
pub use position::{Fault, Position, PositionError, Undo};
pub use rules::{Outcome, Reason, RuleSet, Verdict, judge};
pub use setup::Setup;
pub use sextant::{Code, CodeError, Sextants};
pub use square::{FILES, RANKS, SQUARES, Square, SquareError};
pub use text::FenError;
