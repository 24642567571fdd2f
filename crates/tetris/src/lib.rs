//! Tetris perfect clears: the names of setups, the fumens that show them.
//!
//! ```
//! use ludex_tetris::{Canonical, FourRule, Scheme, Setup, SetupId, SetupPosition};
//!
//! let typed = Setup::read("2\t0\tTTIO\tTIO\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH")?;
//! let canonical = Canonical::of(&SetupPosition::check(&typed)?);
//! let id = SetupId::first(&canonical, Scheme::V1, FourRule::Counted)?;
//! assert_eq!(id.to_string(), "213ceaff91ff");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`piece`] | [`Piece`], [`Rotation`], [`Counts`] |
//! | [`field`](mod@field) | [`Field`] of coloured [`Cell`]s |
//! | [`fumen`] | [`Fumen`], its pages, links, quizzes |
//! | [`setup`] | [`Setup`] as typed |
//! | [`position`] | [`SetupPosition`], checked |
//! | [`canonical`] | [`Canonical`], without disguises |
//! | [`name`] | [`SetupId`], its hashes, and the allocator |
//! | [`pattern`] | [`Pattern`]: the extended pieces, with [`regex`] |
//! | [`queue`] | [`Queue`] |
//! | [`draw`] | pictures |
//! | [`family`] | the edge to the program |

pub mod canonical;
pub mod draw;
pub mod family;
pub mod field;
pub mod fumen;
pub mod kicks;
pub mod minimal;
pub mod name;
pub mod pathfile;
pub mod pattern;
pub mod piece;
pub mod position;
pub mod queue;
pub mod regex;
pub mod saves;
pub mod setup;
pub mod signature;
pub mod solve;
pub mod text;

pub use canonical::Canonical;
pub use family::Tetris;
pub use field::{Cell, Field};
pub use fumen::{Fumen, FumenError};
pub use kicks::{KickTable, KicksError};
pub use name::{
    Allocator, FourRule, IdError, IdFields, Scheme, SetupId, cover_hash, entropy, field_hash, fumen_hash,
};
pub use pattern::{Pattern, PatternError};
pub use piece::{Counts, Piece, PieceError, Rotation};
pub use position::{PositionError, SetupPosition};
pub use queue::Queue;
pub use setup::{Setup, SetupError};
