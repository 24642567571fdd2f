//! Twisty cubes of every size: faces as rotating rings, all usual notations, names that are the same
//! for every disguise of a state, and solvers.
//!
//! ```
//! use ludex_cube::{name, notation, CubeKind, Pieces, Position};
//! let turns = notation::parse("R U R' U'", 2)?;
//! let position = Position::after(2, &turns);
//! let Pieces::Two(corners) = position.pieces() else { unreachable!() };
//! assert_eq!(name::letters2(corners, CubeKind::State), "8Vgy");
//! assert_eq!(name::letters2(corners, CubeKind::Canonical), "0469");
//! # Ok::<(), notation::NotationError>(())
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`Face`], [`Turn`], [`notation`] | faces, turns of layers, and their text |
//! | [`Faces2`], [`Faces3`], [`Stickers`] | stickers as rotating rings: 2x2, 3x3, any size |
//! | [`Corners`], [`Edges`], [`Cubie`] | pieces in their places |
//! | [`Symmetry`] | the 48 symmetries |
//! | [`Setup`], [`Scheme`], [`Position`], [`Invalid`] | what was typed, its colours, a lawful cube, or why not |
//! | [`Canonical2`], [`Canonical3`], [`name`] | the least state of a class and its letters |
//! | [`text`], [`picture`] | positions in and out, and drawn |
//! | [`scramble`], [`pattern`] | random states by the rules, and pretty ones |
//! | [`Cubes`] | the family at the program's edge |
//! | [`solve`], [`Table2`] | solvers; every 2x2 state's distance and next move |

// Tables are indexed by coordinates that several arrays share.
#![allow(clippy::needless_range_loop)]

mod canonical;
mod cubie;
mod face;
mod faces;
pub mod family;
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
mod ring;
mod scheme;
pub mod scramble;
mod setup;
pub mod solve;
mod stickers;
mod symmetry;
pub mod text;

pub use canonical::{Canonical2, Canonical3};
pub use cubie::{Corners, Cubie, Edges};
pub use face::Face;
pub use faces::{Faces2, Faces3};
pub use family::Cubes;
pub use invalid::{Fault, Invalid};
pub use moves::Turn;
pub use name::CubeKind;
pub use position::{Pieces, Position};
pub use scheme::Scheme;
pub use setup::Setup;
pub use solve::two::{Metric, Solution2, Table2};
pub use stickers::{MAX_SIZE, Stickers};
pub use symmetry::Symmetry;
