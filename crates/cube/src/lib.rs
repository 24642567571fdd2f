//! Twisty cubes of every size: faces as rotating rings, all usual notations, names that are the same
//! for every disguise of a state, and solvers.
//!
//! ```
//! use ludex_cube::{Cubes, CubeName, Position, Setup, Tables};
//! use ludex_core::Family;
//! let tables = Tables::default();
//! let setup: Setup = "R U R' U'".parse()?;
//! let position = Position::try_from(&setup)?;
//! let canonical = position.canonical();
//! let name = canonical.name(&tables)?;
//! assert_eq!(name.to_string(), "06NrHEWiu08");
//! assert_eq!(name.to_string().parse::<CubeName>()?, name);
//! assert_eq!(name.canonical(&tables)?, canonical);
//! assert_eq!(canonical.position().canonical(), canonical);
//! let edge: &dyn ludex_core::Position = &position;
//! assert_eq!(Cubes::default().name(edge).map(|name| name.to_string()).ok().as_deref(), Some("cube3:06NrHEWiu08"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`Setup`], [`ColourScheme`] | what was written down, and which letter is which colour |
//! | [`Position`], [`Pieces`], [`Invalid`] | a lawful cube, or why there is none |
//! | [`Canonical`], [`CubeName`], [`name`] | the least cube of a class, its rank and letters |
//! | [`solve`], [`SolveOptions`], [`Cost`], [`Table2`] | solvers, what is asked of them, how turns are counted |
//! | [`Tables`], [`tables`] | what solvers need, made or found in the cache folder |
//! | [`nxn`] | solvers and scrambles of cubes of more than three layers |
//! | [`text`], [`picture`] | lines taken apart, cubes written and drawn |
//! | [`Face`], [`Turn`], [`moves`], [`notation`] | faces, turns of layers, sequences of them, and their text |
//! | [`Faces2`], [`Faces3`], [`Stickers`] | stickers as rotating rings: 2x2, 3x3, any size |
//! | [`Corners`], [`Edges`], [`Cubie`] | pieces in their places |
//! | [`Symmetry`] | the 48 symmetries |
//! | [`fewest`] | solutions the way people find them, and the judge's verdict |
//! | [`colours`] | facelets from what a sensor saw |
//! | [`scramble`], [`pattern`] | random states by the rules, and pretty ones |
//! | [`Cubes`], [`family`] | the family at the program's edge |

// Tables are indexed by coordinates that several arrays share.
#![allow(clippy::needless_range_loop)]

mod canonical;
mod colour_scheme;
pub mod colours;
mod cubie;
mod face;
mod faces;
pub mod family;
pub mod fewest;
mod geometry;
mod invalid;
pub mod moves;
pub mod name;
pub mod notation;
pub mod nxn;
pub mod pattern;
mod permutation;
pub mod picture;
mod position;
mod random;
mod ring;
pub mod scramble;
mod setup;
pub mod solve;
mod stickers;
mod symmetry;
pub mod tables;
pub mod text;

pub use canonical::Canonical;
pub use colour_scheme::ColourScheme;
pub use cubie::{Corners, Cubie, Edges};
pub use face::{Face, FacesError};
pub use faces::{Faces2, Faces3};
pub use family::Cubes;
pub use invalid::{Fault, Invalid};
pub use moves::Turn;
pub use name::{CubeKind, CubeName, CubeNameError};
pub use position::{Pieces, Position};
pub use setup::{DEFAULT_SIZE, Setup, SetupError};
pub use solve::options::{Cost, CostTable, SolveOptions};
pub use solve::two::{Metric, Solution2, Table2};
pub use stickers::{MAX_SIZE, Stickers};
pub use symmetry::Symmetry;
pub use tables::Tables;
pub use text::TextError;
