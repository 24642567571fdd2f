//! Why stickers make no cube that turns could solve.

use crate::symmetry::{CORNERS, EDGES};
use thiserror::Error;

/// The first thing wrong with a setup, in the order the tests are made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Invalid {
    /// Not as many stickers as any cube, or the cube asked for, has.
    #[error("{read} stickers where {wanted} are needed")]
    Length {
        /// How many were read.
        read: usize,
        /// How many would have been accepted.
        wanted: String,
    },
    /// A letter that cannot be a colour here.
    #[error("letter {letter:?} at column {column} is no colour of this cube: {accepted}")]
    Character {
        /// What was read.
        letter: char,
        /// Where, in characters from 1.
        column: usize,
        /// What would have been accepted.
        accepted: String,
    },
    /// Centres that no cube has.
    #[error("{0}")]
    Centres(String),
    /// A colour that is there too often or too rarely.
    #[error("colour {letter} is on {read} stickers, it should be on {wanted}")]
    ColourCount {
        /// The colour.
        letter: char,
        /// On how many stickers.
        read: usize,
        /// On how many it should be.
        wanted: usize,
    },
    /// An edge that does not exist, or exists twice.
    #[error("the edge at {place} shows {colours}, {fault}")]
    Edge {
        /// Its place.
        place: String,
        /// Its colours in the order of the place's name.
        colours: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A corner that does not exist, exists twice, or is a mirror image.
    #[error("the corner at {place} shows {colours}, {fault}")]
    Corner {
        /// Its place.
        place: String,
        /// Its colours in the order of the place's name.
        colours: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The corners are twisted by a third in total.
    #[error(
        "the corners are twisted by {thirds}/3 in total: turning the one at {place} {back} would make it solvable"
    )]
    Twist {
        /// The total twist, 1 or 2.
        thirds: u8,
        /// The first corner that is twisted.
        place: String,
        /// The way back.
        back: &'static str,
    },
    /// An odd number of edges is flipped.
    #[error("an odd number of edges is flipped: flipping the one at {place} would make it solvable")]
    Flip {
        /// The first edge that is flipped.
        place: String,
    },
    /// Two pieces are exchanged.
    #[error(
        "corners and edges are permuted with different parity: exchanging the edges at {first} and {second} would make it solvable"
    )]
    Parity {
        /// An edge place.
        first: String,
        /// Another one.
        second: String,
    },
}

/// What is wrong with a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No piece has these colours together.
    Impossible,
    /// The colours run the other way round.
    Mirrored,
    /// Another place shows the same piece.
    Duplicate,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Impossible => "which no piece has",
            Fault::Mirrored => "which is a mirror image of a piece",
            Fault::Duplicate => "which another place shows too",
        })
    }
}

impl Invalid {
    /// The reason in one word.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Invalid::Length { .. } => "length",
            Invalid::Character { .. } => "bad_character",
            Invalid::Centres(_) => "centres",
            Invalid::ColourCount { .. } => "colour_count",
            Invalid::Edge { .. } => "bad_edge_piece",
            Invalid::Corner { .. } => "bad_corner_piece",
            Invalid::Twist { .. } => "corner_twist",
            Invalid::Flip { .. } => "edge_flip",
            Invalid::Parity { .. } => "permutation_parity",
        }
    }

    /// The column at fault, where one is.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            Invalid::Character { column, .. } => Some(*column),
            _ => None,
        }
    }
}

/// The name of a corner place.
pub(crate) fn corner_name(place: usize) -> String {
    CORNERS[place].iter().map(|face| face.letter()).collect()
}

/// The name of an edge place.
pub(crate) fn edge_name(place: usize) -> String {
    EDGES[place].iter().map(|face| face.letter()).collect()
}
