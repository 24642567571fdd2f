//! A setup that holds together: what an id can be made of.

use crate::fumen::{Link, LinkError};
use crate::piece::{Counts, Piece, PieceError};
use crate::setup::Setup;
use thiserror::Error;

/// Most pieces that build a setup.
pub const MOST_BUILD: usize = 10;
/// Most pieces left over.
pub const MOST_LEFTOVER: usize = 7;

/// A legal setup; letters stand in the order they were typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupPosition {
    pub(crate) pc: u8,
    pub(crate) oqb: bool,
    pub(crate) leftover: Vec<Piece>,
    pub(crate) build: Vec<Piece>,
    pub(crate) cover: String,
    pub(crate) fumen: Link,
    pub(crate) typed_fumen: String,
}

/// Six fields that are no setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// No perfect clear has that number.
    #[error("perfect clear {0:?}: a number from 1 to 9 is needed")]
    Pc(String),
    /// The flag is neither 0 nor 1.
    #[error("oqb {0:?}: 0 or 1 is needed")]
    Oqb(String),
    /// A letter that is no piece.
    #[error("{field}: {error}")]
    Piece {
        /// Which field.
        field: &'static str,
        /// What is wrong.
        error: PieceError,
    },
    /// Too many pieces, or none.
    #[error("{field} has {read} pieces, 1 to {most} are needed")]
    Length {
        /// Which field.
        field: &'static str,
        /// How many there are.
        read: usize,
        /// How many there may be.
        most: usize,
    },
    /// More than one piece twice, or one more than twice: the id has room for one pair.
    #[error("leftover {0:?}: at most one piece may be there twice, none more often")]
    Duplicates(String),
    /// There is no cover pattern.
    #[error("the cover pattern is empty")]
    Cover,
    /// The fumen has no form.
    #[error(transparent)]
    Fumen(#[from] LinkError),
    /// An old version, of which no id was ever minted.
    #[error("the fumen is of version {0}: setups use v115")]
    Version(u16),
}

impl SetupPosition {
    /// Checks a setup. The fumen's letters are looked at; it is not decoded and not compared with the
    /// build, since published fumens carry several pages, variants and gray cells.
    ///
    /// # Errors
    /// The first field that does not hold.
    pub fn check(setup: &Setup) -> Result<Self, PositionError> {
        let pc = match setup.pc.trim().as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'0',
            _ => return Err(PositionError::Pc(setup.pc.clone())),
        };
        let oqb = match setup.oqb.trim() {
            "0" => false,
            "1" => true,
            _ => return Err(PositionError::Oqb(setup.oqb.clone())),
        };
        let pieces = |field: &'static str, text: &str, most: usize| {
            let pieces = Piece::word(text.trim()).map_err(|error| PositionError::Piece { field, error })?;
            if pieces.is_empty() || pieces.len() > most {
                return Err(PositionError::Length { field, read: pieces.len(), most });
            }
            Ok(pieces)
        };
        let leftover = pieces("leftover", &setup.leftover, MOST_LEFTOVER)?;
        let counts = Counts::of(&leftover).0;
        if counts.iter().any(|&n| n > 2) || counts.iter().filter(|&&n| n == 2).count() > 1 {
            return Err(PositionError::Duplicates(setup.leftover.clone()));
        }
        let build = pieces("build", &setup.build, MOST_BUILD)?;
        if setup.cover_pattern.is_empty() {
            return Err(PositionError::Cover);
        }
        let fumen = Link::find(&setup.fumen)?;
        if fumen.version() != 115 {
            return Err(PositionError::Version(fumen.version()));
        }
        Ok(SetupPosition {
            pc,
            oqb,
            leftover,
            build,
            cover: setup.cover_pattern.clone(),
            typed_fumen: setup.fumen.trim().to_owned(),
            fumen,
        })
    }
}
