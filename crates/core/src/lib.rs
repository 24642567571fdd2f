//! What the four families of Ludex share, and nothing else: no puzzle, and no input or output but for
//! the feature `cache`.
//!
//! A position goes one way and comes back another:
//!
//! ```text
//! text --parse--> Setup --check--> Position --canonise--> Canonical --name--> Name
//! Name --look up / unrank--> Canonical --draw--> Picture
//! ```
//!
//! Each family crate owns the nouns in the middle as plain types. This crate owns the two ends: the
//! [`Name`] that every family prints and the [`Picture`] that every family draws, with the
//! [`Family`] trait through which the program sees a family without knowing which one it is.
//!
//! | module | noun |
//! |--|--|
//! | [`alphabet`] | the 64 letters a name is written in |
//! | [`bits`] | numbers as letters, and fields inside one number |
//! | [`name`] | [`Name`]: a kind, a colon, letters |
//! | [`kind`] | [`NameKind`]: what names of a kind promise |
//! | [`family`] | [`Family`], [`Setup`], [`Position`], [`Difference`]: the object-safe edge |
//! | [`families`] | [`Families`]: whose item is a line? |
//! | [`refusal`] | [`Refusal`]: one clear line about an item that was not taken |
//! | [`progress`] | [`Progress`]: a callback that hears of long work and can stop it |
//! | [`picture`] | [`Picture`]: shapes, colours, labels |
//! | [`table`] | the block-checksummed layout of every table file |
//! | `cache` (feature `cache`) | table files in the user's cache folder |
//! | `recipe` (feature `cache`) | `Recipe`: a table that can be built, verified, removed |
//! | [`unfinished`] | files that get their name when they are whole |
//! | [`random`] | [`Random`]: the seeded generator behind every reproducible choice |

pub mod alphabet;
pub mod bits;
#[cfg(feature = "cache")]
pub mod cache;
pub mod families;
pub mod family;
pub mod kind;
pub mod name;
pub mod picture;
pub mod progress;
pub mod random;
#[cfg(feature = "cache")]
pub mod recipe;
pub mod refusal;
pub mod table;
pub mod unfinished;

pub use alphabet::{Alphabet, BASE64, NAME_ALPHABET};
pub use families::{Families, Item};
pub use family::{Difference, Family, Position, Setup, Signature, downcast};
pub use kind::{NameKind, Sameness};
pub use name::{Name, NameError};
pub use picture::{Colour, Colours, Letters, Picture, Shape, Style};
pub use progress::{Progress, Silent, Stopped, Ticker};
pub use random::Random;
pub use refusal::Refusal;
