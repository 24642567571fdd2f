//! The least state of a class under the 48 symmetries, and under inversion as well.

use crate::cubie::{Corners, Cubie, conjugate_twist};
use crate::symmetry::Symmetry;

/// The least 2x2 of its class, its DBL corner home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canonical2 {
    corners: Corners,
    rank: u32,
    symmetry: Symmetry,
}

impl Canonical2 {
    /// The least rank over the symmetries, the cube turned home again after each.
    #[must_use]
    pub fn of(corners: &Corners) -> Self {
        let candidates = Symmetry::all().map(|symmetry| {
            let moved = corners.conjugate(symmetry);
            let corners = moved.hold(moved.homing());
            Canonical2 { corners, rank: corners.rank2(), symmetry }
        });
        candidates.min_by_key(|candidate| candidate.rank).expect("48 symmetries")
    }

    /// The least rank over the symmetries of the state and its inverse.
    ///
    /// # Panics
    /// When DBL is not home.
    #[must_use]
    pub fn with_inverse(corners: &Corners) -> Self {
        assert!(corners.piece[6] == 6 && corners.twist[6] == 0, "DBL is not home");
        let (own, back) = (Canonical2::of(corners), Canonical2::of(&corners.inverse()));
        if back.rank < own.rank { back } else { own }
    }

    /// The state itself.
    #[must_use]
    pub const fn corners(&self) -> &Corners {
        &self.corners
    }

    /// Its rank, the least of the class.
    #[must_use]
    pub const fn rank(&self) -> u32 {
        self.rank
    }

    /// The symmetry that led here (before the cube was turned home).
    #[must_use]
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }
}

/// The least 3x3 of its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canonical3 {
    state: Cubie,
    symmetry: Symmetry,
}

impl Canonical3 {
    /// The least rank over the symmetries.
    ///
    /// The corner permutation leads the rank, so one eight-byte key per symmetry decides almost
    /// always; the rest of a state is moved only for the symmetries that tie.
    #[must_use]
    pub fn of(state: &Cubie) -> Self {
        let (mut least, mut ties) = (u64::MAX, 0u64);
        for symmetry in Symmetry::all() {
            let key = corner_key(state, symmetry);
            if key <= least {
                ties = if key < least { 0 } else { ties } | 1 << symmetry.index();
                least = key;
            }
        }
        let tied = Symmetry::all().filter(|symmetry| ties >> symmetry.index() & 1 == 1);
        if ties.count_ones() > 1 {
            let mut best: Option<(Symmetry, [u8; 8])> = None;
            let mut kept = 0u64;
            for symmetry in tied {
                let twists = twist_key(state, symmetry);
                match best {
                    Some((_, least)) if twists > least => {}
                    Some((_, least)) if twists == least => kept |= 1 << symmetry.index(),
                    _ => (best, kept) = (Some((symmetry, twists)), 1 << symmetry.index()),
                }
            }
            ties = kept;
        }
        Symmetry::all()
            .filter(|symmetry| ties >> symmetry.index() & 1 == 1)
            .map(|symmetry| Canonical3 { state: state.conjugate(symmetry), symmetry })
            .min_by_key(|candidate| (candidate.state.edges.piece, candidate.state.edges.flip))
            .expect("at least one symmetry has the least key")
    }

    /// The least rank over the symmetries of the state and its inverse.
    #[must_use]
    pub fn with_inverse(state: &Cubie) -> Self {
        let (own, back) = (Canonical3::of(state), Canonical3::of(&state.inverse()));
        if back.rank() < own.rank() { back } else { own }
    }

    /// The state itself.
    #[must_use]
    pub const fn state(&self) -> &Cubie {
        &self.state
    }

    /// Its rank, the least of the class.
    #[must_use]
    pub fn rank(&self) -> u128 {
        self.state.rank3()
    }

    /// The symmetry that led here.
    #[must_use]
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
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
