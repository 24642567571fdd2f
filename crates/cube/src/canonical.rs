//! The least cube of a class under the 48 symmetries.

use crate::cubie::{Corners, Cubie, conjugate_twist};
use crate::geometry;
use crate::name::{CubeKind, CubeName, CubeNameError};
use crate::position::{Pieces, Position};
use crate::symmetry::Symmetry;
use crate::tables::Tables;

/// The least cube of its class: the same for every way to hold, mirror or paint it.
///
/// Least means least rank on the 2x2 and 3x3, and least facelets on larger cubes, which have no ranks.
///
/// # Examples
/// ```
/// use ludex_cube::{Position, Setup, Tables};
/// let canonical = |moves: &str| -> Result<_, Box<dyn std::error::Error>> {
///     Ok(Position::try_from(&moves.parse::<Setup>()?)?.canonical())
/// };
/// assert_eq!(canonical("R U R' U'")?, canonical("L' U' L U")?);
/// assert_eq!(canonical("R U R' U'")?.name(&Tables::default())?.to_string(), "06NrHEWiu08");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    pieces: Pieces,
}

impl Canonical {
    /// The least of the class of these pieces.
    pub(crate) fn of(pieces: &Pieces) -> Canonical {
        let pieces = match pieces {
            Pieces::Two(corners) => Pieces::Two(corners.least()),
            Pieces::Three(state) => Pieces::Three(state.least()),
            Pieces::Larger(stickers) => {
                let seen = Symmetry::all().map(|symmetry| {
                    let moved = Position::from_stickers(geometry::conjugate(stickers, symmetry));
                    match moved.pieces() {
                        Pieces::Larger(home) => home.clone(),
                        _ => unreachable!("a symmetry keeps the size"),
                    }
                });
                Pieces::Larger(seen.min_by_key(|home| home.facelets()).expect("48 symmetries"))
            }
        };
        Canonical { pieces }
    }

    /// The pieces, turned home.
    #[must_use]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The cube itself.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::from(&self.pieces)
    }

    /// The canonical name. Cubes need no table for it.
    ///
    /// # Errors
    /// When the cube is larger than names reach.
    pub fn name(&self, _tables: &Tables) -> Result<CubeName, CubeNameError> {
        CubeName::of(&self.pieces, CubeKind::Canonical)
    }
}

impl Corners {
    /// The 2x2 of least rank over the 48 symmetries, turned home again after each.
    #[must_use]
    pub fn least(&self) -> Corners {
        let seen = Symmetry::all().map(|symmetry| {
            let moved = self.conjugate(symmetry);
            moved.hold(moved.homing())
        });
        seen.min_by_key(Corners::rank2).expect("48 symmetries")
    }

    /// The 2x2 of least rank over the symmetries of the state and its inverse.
    ///
    /// # Panics
    /// When DBL is not home.
    #[must_use]
    pub fn least_with_inverse(&self) -> Corners {
        assert!(self.piece[6] == 6 && self.twist[6] == 0, "DBL is not home");
        let (own, back) = (self.least(), self.inverse().least());
        if back.rank2() < own.rank2() { back } else { own }
    }
}

impl Cubie {
    /// The 3x3 of least rank over the 48 symmetries.
    ///
    /// The corner permutation leads the rank, so one eight-byte key per symmetry decides almost
    /// always; the rest of a state is moved only for the symmetries that tie.
    #[must_use]
    pub fn least(&self) -> Cubie {
        let (mut least, mut ties) = (u64::MAX, 0u64);
        for symmetry in Symmetry::all() {
            let key = corner_key(self, symmetry);
            if key <= least {
                ties = if key < least { 0 } else { ties } | 1 << symmetry.index();
                least = key;
            }
        }
        let tied = Symmetry::all().filter(|symmetry| ties >> symmetry.index() & 1 == 1);
        if ties.count_ones() > 1 {
            let mut best: Option<[u8; 8]> = None;
            let mut kept = 0u64;
            for symmetry in tied {
                let twists = twist_key(self, symmetry);
                match best {
                    Some(least) if twists > least => {}
                    Some(least) if twists == least => kept |= 1 << symmetry.index(),
                    _ => (best, kept) = (Some(twists), 1 << symmetry.index()),
                }
            }
            ties = kept;
        }
        Symmetry::all()
            .filter(|symmetry| ties >> symmetry.index() & 1 == 1)
            .map(|symmetry| self.conjugate(symmetry))
            .min_by_key(|state| (state.edges.piece, state.edges.flip))
            .expect("at least one symmetry has the least key")
    }

    /// The 3x3 of least rank over the symmetries of the state and its inverse.
    #[must_use]
    pub fn least_with_inverse(&self) -> Cubie {
        let (own, back) = (self.least(), self.inverse().least());
        if back.rank3() < own.rank3() { back } else { own }
    }
}

/// The moved corner permutation as a number that orders like its rank.
#[inline]
fn corner_key(state: &Cubie, symmetry: Symmetry) -> u64 {
    let corner = &symmetry.action().corner;
    let mut bytes = [0; 8];
    for i in 0..8 {
        bytes[corner[i] as usize & 7] = corner[state.corners.piece[i] as usize & 7];
    }
    u64::from_be_bytes(bytes)
}

fn twist_key(state: &Cubie, symmetry: Symmetry) -> [u8; 8] {
    let action = symmetry.action();
    let mut twists = [0; 8];
    for (i, &piece) in state.corners.piece.iter().enumerate() {
        twists[action.corner[i] as usize] =
            conjugate_twist(action, i, piece as usize, state.corners.twist[i]);
    }
    twists
}
