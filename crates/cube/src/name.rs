//! Ranks of states and the names made of them.

use crate::canonical::{Canonical2, Canonical3};
use crate::cubie::{Corners, Cubie};
use crate::permutation::{rank, unrank};
use ludex_core::bits::{LettersError, from_letters, to_letters};
use ludex_core::{NAME_ALPHABET, Name};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The letters of a 2x2 (turned home) in a kind.
#[must_use]
pub fn letters2(corners: &Corners, kind: CubeKind) -> String {
    let rank = match kind {
        CubeKind::State => corners.rank2(),
        CubeKind::Canonical => Canonical2::of(corners).rank(),
        CubeKind::Inverse => Canonical2::with_inverse(corners).rank(),
    };
    to_letters(&NAME_ALPHABET, u128::from(rank), LETTERS2)
}

/// The letters of a 3x3 in a kind.
#[must_use]
pub fn letters3(state: &Cubie, kind: CubeKind) -> String {
    let rank = match kind {
        CubeKind::State => state.rank3(),
        CubeKind::Canonical => Canonical3::of(state).rank(),
        CubeKind::Inverse => Canonical3::with_inverse(state).rank(),
    };
    to_letters(&NAME_ALPHABET, rank, LETTERS3)
}

/// The 2x2 that letters of a kind stand for.
///
/// # Errors
/// Bad letters, a rank beyond the last, or one that is not the least of its class.
pub fn read2(letters: &str, kind: CubeKind) -> Result<Corners, CubeNameError> {
    let rank = from_letters(&NAME_ALPHABET, letters, LETTERS2)?;
    let corners =
        Corners::from_rank2(rank as u32).ok_or(CubeNameError::Large { rank, size: 2, last: "E10l" })?;
    least(letters, letters2(&corners, kind))?;
    Ok(corners)
}

/// The 3x3 that letters of a kind stand for.
///
/// # Errors
/// Bad letters, a rank beyond the last, or one that is not the least of its class.
pub fn read3(letters: &str, kind: CubeKind) -> Result<Cubie, CubeNameError> {
    let rank = from_letters(&NAME_ALPHABET, letters, LETTERS3)?;
    let state = Cubie::from_rank3(rank).ok_or(CubeNameError::Large { rank, size: 3, last: "bWz{z6t}}}}" })?;
    least(letters, letters3(&state, kind))?;
    Ok(state)
}

fn least(letters: &str, least: String) -> Result<(), CubeNameError> {
    // `-` and `_` are other spellings of the last two letters.
    let spelled = letters.replace('-', "{").replace('_', "}");
    if spelled == least { Ok(()) } else { Err(CubeNameError::NotLeast { letters: spelled, least }) }
}

/// The qualified name of a 2x2 (turned home).
#[must_use]
pub fn name2(corners: &Corners, kind: CubeKind) -> Name {
    Name::new(kind.word(2), &letters2(corners, kind)).expect("house letters")
}

/// The qualified name of a 3x3.
#[must_use]
pub fn name3(state: &Cubie, kind: CubeKind) -> Name {
    Name::new(kind.word(3), &letters3(state, kind)).expect("house letters")
}
