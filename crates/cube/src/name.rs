//! Ranks of states and the names made of them.

use crate::canonical::Canonical;
use crate::cubie::{Corners, Cubie};
use crate::permutation::{rank, unrank};
use crate::position::{Pieces, Position};
use crate::tables::Tables;
use ludex_core::bits::{LettersError, from_letters, to_letters};
use ludex_core::{NAME_ALPHABET, Name, NameError};
use thiserror::Error;

/// States of the 2x2 with one corner held.
pub const STATES2: u64 = 3_674_160;
/// States of the 3x3.
pub const STATES3: u128 = 43_252_003_274_489_856_000;
/// Letters of a 2x2 name: 22 bits.
pub const LETTERS2: usize = 4;
/// Letters of a 3x3 name: 66 bits.
pub const LETTERS3: usize = 11;

const TWISTS2: u64 = 729;
const TWISTS3: u128 = 2187;
const FLIPS: u128 = 2048;
const HALF_EDGES: u128 = 239_500_800;

/// A name that stands for no state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeNameError {
    /// Letters that are no number of the right size.
    #[error("not the letters of a cube's name: {0}")]
    Letters(#[from] LettersError),
    /// A text that is no name at all.
    #[error(transparent)]
    Form(#[from] NameError),
    /// A kind of another family.
    #[error("{0:?} is no kind of a cube's names: cube2, cube3, with -state or -inverse after them, are")]
    Kind(String),
    /// As many letters as no name has.
    #[error("{read} letters: a 2x2 has {LETTERS2} and a 3x3 {LETTERS3}")]
    Length {
        /// How many were read.
        read: usize,
    },
    /// A cube that has no name.
    #[error("a {size}x{size} cube has no name: sizes 2 and 3 have")]
    Larger {
        /// Its size.
        size: usize,
    },
    /// A number beyond the last state.
    #[error("rank {rank} is beyond the last state of the {size}x{size}, {last}")]
    Large {
        /// What was read.
        rank: u128,
        /// The size of the cube.
        size: usize,
        /// The largest rank, in letters.
        last: &'static str,
    },
    /// A number that is not the least of its class.
    #[error("{letters} is not the least rank of its class, {least} is")]
    NotLeast {
        /// What was read.
        letters: String,
        /// What would have been accepted.
        least: String,
    },
}

impl Corners {
    /// The rank of a 2x2 whose DBL corner is home and untwisted, 0 to 3,674,159.
    ///
    /// ```text
    ///   rank = permutation of the seven others * 729 + twists of the first six, base 3
    /// ```
    ///
    /// # Panics
    /// When DBL is not home: hold the cube by [`Corners::homing`] first.
    #[must_use]
    pub fn rank2(&self) -> u32 {
        assert!(self.piece[6] == 6 && self.twist[6] == 0, "DBL is not home");
        let mut seven = [0; 7];
        for (k, &i) in [0, 1, 2, 3, 4, 5, 7].iter().enumerate() {
            seven[k] = self.piece[i] - u8::from(self.piece[i] == 7);
        }
        let twist = self.twist[..6].iter().fold(0, |sum, &twist| sum * 3 + u64::from(twist));
        (rank(&seven) * TWISTS2 + twist) as u32
    }

    /// The 2x2 with this rank, or nothing beyond the last.
    #[must_use]
    pub fn from_rank2(number: u32) -> Option<Corners> {
        if u64::from(number) >= STATES2 {
            return None;
        }
        let seven = unrank::<7>(u64::from(number) / TWISTS2);
        let mut twist = u64::from(number) % TWISTS2;
        let mut corners = Corners::SOLVED;
        for (k, &i) in [0, 1, 2, 3, 4, 5, 7].iter().enumerate() {
            corners.piece[i] = seven[k] + u8::from(seven[k] == 6);
        }
        for i in (0..6).rev() {
            corners.twist[i] = (twist % 3) as u8;
            twist /= 3;
        }
        corners.twist[7] = (3 - corners.twist[..6].iter().sum::<u8>() % 3) % 3;
        Some(corners)
    }
}

impl Cubie {
    /// The rank of a 3x3, 0 to 43,252,003,274,489,855,999.
    ///
    /// ```text
    ///   rank = ((corner permutation * 2187 + twists) * 239500800 + edge permutation / 2) * 2048 + flips
    /// ```
    #[must_use]
    pub fn rank3(&self) -> u128 {
        let twist = self.corners.twist[..7].iter().fold(0, |sum, &twist| sum * 3 + u128::from(twist));
        let flip = self.edges.flip[..11].iter().fold(0, |sum, &flip| sum * 2 + u128::from(flip));
        let corners = u128::from(rank(&self.corners.piece)) * TWISTS3 + twist;
        // Permutations come in pairs that differ in their last two pieces: one of each parity.
        let edges = u128::from(rank(&self.edges.piece)) / 2;
        (corners * HALF_EDGES + edges) * FLIPS + flip
    }

    /// The 3x3 with this rank, or nothing beyond the last.
    #[must_use]
    pub fn from_rank3(number: u128) -> Option<Cubie> {
        if number >= STATES3 {
            return None;
        }
        let mut state = Cubie::SOLVED;
        let mut flip = number % FLIPS;
        let edges = number / FLIPS % HALF_EDGES;
        let corners = number / FLIPS / HALF_EDGES;
        state.corners.piece = unrank((corners / TWISTS3) as u64);
        let mut twist = corners % TWISTS3;
        for i in (0..7).rev() {
            state.corners.twist[i] = (twist % 3) as u8;
            twist /= 3;
        }
        state.corners.twist[7] = (3 - state.corners.twist[..7].iter().sum::<u8>() % 3) % 3;
        state.edges.piece = unrank(edges as u64 * 2);
        if state.edges.is_odd() != state.corners.is_odd() {
            state.edges.piece.swap(10, 11);
        }
        for i in (0..11).rev() {
            state.edges.flip[i] = (flip % 2) as u8;
            flip /= 2;
        }
        state.edges.flip[11] = state.edges.flip[..11].iter().sum::<u8>() % 2;
        Some(state)
    }
}

/// What a name of a cube counts as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeKind {
    /// Equal for all 48 symmetries: `cube2`, `cube3`.
    Canonical,
    /// The state as it stands: `cube2-state`, `cube3-state`.
    State,
    /// Equal also for a state and its inverse: `cube2-inverse`, `cube3-inverse`.
    Inverse,
}

impl CubeKind {
    /// The kind's word for a size.
    #[must_use]
    pub const fn word(self, size: usize) -> &'static str {
        match (self, size) {
            (CubeKind::Canonical, 2) => "cube2",
            (CubeKind::State, 2) => "cube2-state",
            (CubeKind::Inverse, 2) => "cube2-inverse",
            (CubeKind::Canonical, _) => "cube3",
            (CubeKind::State, _) => "cube3-state",
            (CubeKind::Inverse, _) => "cube3-inverse",
        }
    }

    /// The kind and size of a kind's word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<(CubeKind, usize)> {
        [CubeKind::Canonical, CubeKind::State, CubeKind::Inverse]
            .into_iter()
            .flat_map(|kind| [(kind, 2), (kind, 3)])
            .find(|(kind, size)| kind.word(*size) == word)
    }
}

/// A name of a 2x2 or 3x3: what it counts as the same, the size, and a rank as letters.
///
/// It is printed as its bare letters. Read, bare letters are a canonical name where they are the least
/// of their class, and the name of the state as it stands elsewhere; with the kind before them
/// (`cube2-state:8Vgy`) there is no question.
///
/// # Examples
/// ```
/// use ludex_cube::{CubeKind, CubeName};
/// let name: CubeName = "0469".parse()?;
/// assert_eq!((name.kind(), name.size()), (CubeKind::Canonical, 2));
/// assert_eq!("8Vgy".parse::<CubeName>()?.kind(), CubeKind::State);
/// assert_eq!(name.qualified().to_string(), "cube2:0469");
/// # Ok::<(), ludex_cube::CubeNameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CubeName {
    kind: CubeKind,
    size: u8,
    rank: u128,
}

impl CubeName {
    /// The name of pieces (turned home) in a kind.
    ///
    /// # Errors
    /// When the cube is larger than names reach.
    pub fn of(pieces: &Pieces, kind: CubeKind) -> Result<CubeName, CubeNameError> {
        match pieces {
            Pieces::Two(corners) => {
                let least = match kind {
                    CubeKind::State => *corners,
                    CubeKind::Canonical => corners.least(),
                    CubeKind::Inverse => corners.least_with_inverse(),
                };
                Ok(CubeName { kind, size: 2, rank: u128::from(least.rank2()) })
            }
            Pieces::Three(state) => {
                let least = match kind {
                    CubeKind::State => *state,
                    CubeKind::Canonical => state.least(),
                    CubeKind::Inverse => state.least_with_inverse(),
                };
                Ok(CubeName { kind, size: 3, rank: least.rank3() })
            }
            Pieces::Larger(stickers) => Err(CubeNameError::Larger { size: stickers.size() }),
        }
    }

    /// The name that letters of a kind and size are.
    ///
    /// # Errors
    /// Bad letters, a rank beyond the last, or one that is not the least of its class.
    pub fn read(letters: &str, kind: CubeKind, size: usize) -> Result<CubeName, CubeNameError> {
        let (wanted, last) = if size == 2 { (LETTERS2, "E10l") } else { (LETTERS3, "bWz{z6t}}}}") };
        let rank = from_letters(&NAME_ALPHABET, letters, wanted)?;
        let pieces = pieces(rank, size).ok_or(CubeNameError::Large { rank, size, last })?;
        let least = CubeName::of(&pieces, kind)?;
        if least.rank == rank {
            return Ok(least);
        }
        // `-` and `_` are other spellings of the last two letters.
        let letters = letters.replace('-', "{").replace('_', "}");
        Err(CubeNameError::NotLeast { letters, least: least.to_string() })
    }

    /// What the name counts as the same.
    #[must_use]
    pub const fn kind(&self) -> CubeKind {
        self.kind
    }

    /// Stickers along an edge: 2 or 3.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The rank that the letters are.
    #[must_use]
    pub const fn rank(&self) -> u128 {
        self.rank
    }

    /// The name with its kind before it.
    #[must_use]
    pub fn qualified(&self) -> Name {
        Name::new(self.kind.word(self.size()), &self.to_string()).expect("house letters")
    }

    /// The cube it stands for: of the canonical kinds, the least of the class.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::from(&pieces(self.rank, self.size()).expect("a name has a rank in range"))
    }

    /// The canonical form of the cube it stands for.
    ///
    /// # Errors
    /// None: cubes need no table for it. The type is that of all families.
    pub fn canonical(&self, _tables: &Tables) -> Result<Canonical, CubeNameError> {
        Ok(self.position().canonical())
    }
}

fn pieces(rank: u128, size: usize) -> Option<Pieces> {
    match size {
        2 => Corners::from_rank2(u32::try_from(rank).ok()?).map(Pieces::Two),
        _ => Cubie::from_rank3(rank).map(Pieces::Three),
    }
}

impl std::fmt::Display for CubeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = if self.size == 2 { LETTERS2 } else { LETTERS3 };
        f.write_str(&to_letters(&NAME_ALPHABET, self.rank, count))
    }
}

impl TryFrom<&Name> for CubeName {
    type Error = CubeNameError;

    fn try_from(name: &Name) -> Result<CubeName, CubeNameError> {
        let (kind, size) =
            CubeKind::of_word(name.kind()).ok_or_else(|| CubeNameError::Kind(name.kind().to_owned()))?;
        CubeName::read(name.letters(), kind, size)
    }
}

impl std::str::FromStr for CubeName {
    type Err = CubeNameError;

    fn from_str(text: &str) -> Result<CubeName, CubeNameError> {
        let text = text.trim();
        if Name::looks_like(text) {
            return CubeName::try_from(&text.parse::<Name>()?);
        }
        let size = match text.chars().count() {
            LETTERS2 => 2,
            LETTERS3 => 3,
            read => return Err(CubeNameError::Length { read }),
        };
        CubeName::read(text, CubeKind::Canonical, size).or_else(|error| match error {
            CubeNameError::NotLeast { .. } => CubeName::read(text, CubeKind::State, size),
            error => Err(error),
        })
    }
}
