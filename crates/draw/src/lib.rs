//! Turns the [`Picture`](ludex_core::Picture) a family returns into something one can look at.
//!
//! | module | makes |
//! |--|--|
//! | [`terminal`] | lines of text, with or without colours |
//! | [`svg`] | a scalable drawing |
//!
//! A family never draws by itself and this crate never knows a family: the picture in between is all
//! they share.

pub mod svg;
pub mod terminal;

pub use svg::to_svg;
pub use terminal::{Ink, to_terminal};
