//! What is answered about cubes.

use serde::Serialize;

/// Scrambles.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScrambleAnswer {
    /// Stickers along an edge.
    size: usize,
    /// speed, fewest-moves or blind.
    event: String,
    /// The scrambles.
    scrambles: Vec<String>,
}

/// Whether stickers make a cube that turns can solve.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckAnswer {
    /// Whether they do.
    ok: bool,
    /// The word of what is wrong, or ok.
    reason: String,
    /// What is wrong, in a sentence.
    sentence: String,
    /// The pieces at fault.
    places: Vec<String>,
    /// The character at fault.
    column: Option<usize>,
}

/// How a cube looks.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewAnswer {
    /// Stickers along an edge.
    size: usize,
    /// The stickers as facelets, U R F D L B.
    facelets: String,
    /// The stickers in colours.
    seed: String,
    /// The stickers as rings in hex.
    hex: String,
    /// Whether it is solved.
    solved: bool,
    /// The moves that were applied.
    moves: String,
    /// The cube drawn as a net.
    net: String,
    /// The cube seen from a corner.
    corner: String,
}

/// A pattern of the 3x3.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternAnswer {
    /// Its word.
    word: String,
    /// The moves that make it.
    moves: String,
    /// What it shows.
    about: String,
}
