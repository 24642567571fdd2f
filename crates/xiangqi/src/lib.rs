//! Xiangqi: boards and their names, the sextant code of the seed, legal moves, rules, notations and an
//! engine.
//!
//! ```text
//! text --parse--> Setup --check--> Position --canonise--> Canonical --name--> BoardName
//! ```
//!
//! ```
//! use ludex_xiangqi::{BoardName, Position, Setup, Tables};
//! let tables = Tables::default();
//! let setup: Setup = "3k5/9/9/9/9/9/9/9/9/5K3 w".parse()?;
//! let position = Position::try_from(&setup)?;
//! let canonical = position.canonical();
//! let name = canonical.name(&tables)?;
//! assert_eq!(name.to_string(), "0000009{TuC0000000000000");
//! assert_eq!(name.to_string().parse::<BoardName>()?, name);
//! assert_eq!(name.canonical(&tables)?, canonical);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |--|--|
//! | `piece`, `square`, `moves` | [`Side`], [`PieceKind`], [`Piece`]; [`Square`]; [`Move`] |
//! | `setup`, [`text`] | [`Setup`]: anything one can write down; FEN in and out |
//! | `position`, `zobrist` | [`Position`]: a legal board to move on, and the keys the search knows it by |
//! | `legal`, `reach` | legal moves ([`Moves`]), and the line tables behind them |
//! | `canonical`, `name`, `tables` | [`Canonical`], [`BoardName`], [`Tables`] |
//! | [`sextant`] | the seed's code ([`Sextants`], [`Code`]) |
//! | `family` | [`Xiangqi`]: the edge that all families share |
//! | [`mod@line`] | a line taken apart: a FEN, moves, trailing columns |
//! | `perft`, `signature`, [`sample`] | counts of the tree of moves; the fixed work of `ludex bench`; random boards |
//! | [`rules`], `chase` | verdicts on games ([`judge`]); which pieces a move chases |
//! | [`notation`] | moves as people write them ([`Notation`]) |
//! | [`game`] | games with variations and the files they come in ([`Game`]) |
//! | [`book`] | what games say about positions ([`Book`], [`Entry`]) |
//! | [`record`] | what a store keeps about a position, and how records merge |
//! | `memory` | those records in a store, with the feature `store` |
//! | [`endgame`] | proven endings ([`endgame::Endgames`]) |
//! | [`analysis`] | games looked over by the engine, and puzzles from them |
//! | [`engine`] | the search ([`engine::Engine`]) |
//! | [`protocol`] | the engine as graphical boards talk to it |
//! | [`play`] | a game against the engine in a terminal |
//! | `picture` | the board drawn ([`picture()`]) |

pub mod analysis;
pub mod book;
mod canonical;
mod chase;
pub mod endgame;
pub mod engine;
mod family;
pub mod game;
mod legal;
pub mod line;
#[cfg(feature = "store")]
pub mod memory;
mod moves;
mod name;
pub mod notation;
mod perft;
mod picture;
mod piece;
pub mod play;
mod position;
pub mod protocol;
mod reach;
pub mod record;
pub mod rules;
pub mod sample;
mod setup;
pub mod sextant;
mod signature;
mod square;
mod tables;
pub mod text;
mod zobrist;

pub use book::{Book, Choice, Entry, Probe, Tally};
pub use canonical::Canonical;
pub use family::Xiangqi;
pub use game::{Game, GameError};
pub use legal::Moves;
pub use moves::Move;
pub use name::{BLOCKS, BoardName, NAME_LETTERS, NameError};
pub use notation::{Notation, NotationError, Script};
pub use perft::{divide, perft};
pub use picture::{picture, picture_in};
pub use piece::{Piece, PieceKind, Side};
pub use position::{Fault, Position, PositionError, Undo};
pub use rules::{Outcome, Reason, RuleSet, Verdict, judge};
pub use setup::Setup;
pub use sextant::{Code, CodeError, Sextants};
pub use square::{FILES, RANKS, SQUARES, Square, SquareError};
pub use tables::Tables;
pub use text::FenError;

/// The kind of canonical names: the lesser of the two mirror images.
pub const CANONICAL_KIND: &str = "xiangqi";
/// The kind of names of a board as it stands.
pub const BOARD_KIND: &str = "xiangqi-board";
