//! Turns the [`Picture`](ludex_core::Picture) a family returns into something one can look at.
//!
//! | module | makes |
//! |--|--|
//! | [`terminal`] | lines of text, with or without colours |
//! | [`svg`] | a scalable drawing |
//! | `bitmap` | PNG and animated GIF, with the feature `png` |
//!
//! A family never draws by itself and this crate never knows a family: the picture in between is all
//! they share.

#[cfg(feature = "png")]
pub mod bitmap;
#[cfg(feature = "png")]
mod font;
mod outline;
pub mod svg;
pub mod terminal;

#[cfg(feature = "png")]
pub use bitmap::{BitmapError, to_gif, to_png};
pub use svg::to_svg;
pub use terminal::{Ink, to_terminal};
