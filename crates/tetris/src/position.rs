//! A setup that holds together: what an id can be made of.

use crate::canonical::Canonical;
use crate::fumen::{Link, LinkError};
use crate::piece::{Counts, Piece, PieceError};
use crate::setup::Setup;
use thiserror::Error;

/// Most pieces that build a setup.
pub const MOST_BUILD: usize = 10;
/// Most pieces left over.
pub const MOST_LEFTOVER: usize = 7;

/// A legal setup; letters stand in the order they were typed.
///
/// # Examples
/// ```
/// use ludex_tetris::{Position, Setup};
///
/// let setup: Setup = "2\t0\tOTIT\tOIT\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH".parse()?;
/// let position = Position::try_from(&setup)?;
/// assert_eq!(position.setup(), setup);
/// assert!(Position::try_from(&Setup { pc: "10".into(), ..setup }).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
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
    /// A fumen alone.
    #[error("a fumen alone has no name: a setup also has its pc, oqb, leftover, build and cover pattern")]
    FumenAlone,
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

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// Checks a setup. The fumen's letters are looked at; it is not decoded and not compared with the
    /// build, since published fumens carry several pages, variants and gray cells.
    fn try_from(setup: &Setup) -> Result<Self, PositionError> {
        if setup.is_fumen_alone() {
            return Err(PositionError::FumenAlone);
        }
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
        Ok(Position {
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

impl Position {
    /// The setup without its disguises.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        Canonical {
            pc: self.pc,
            oqb: self.oqb,
            leftover: Counts::of(&self.leftover),
            build: Counts::of(&self.build),
            cover: self.cover.clone(),
            fumen: self.fumen.text().to_owned(),
        }
    }

    /// The six fields as they were typed, without the space around them.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pc: self.pc.to_string(),
            oqb: u8::from(self.oqb).to_string(),
            leftover: Piece::spell(&self.leftover),
            build: Piece::spell(&self.build),
            cover_pattern: self.cover.clone(),
            fumen: self.typed_fumen.clone(),
        }
    }

    /// The fumen's letters.
    #[must_use]
    pub const fn fumen(&self) -> &Link {
        &self.fumen
    }
}
