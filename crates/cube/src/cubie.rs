//! Pieces in their places: corners, edges, and both together as a 3x3.

use crate::face::Face;
use crate::moves::Turn;
use crate::stickers::Stickers;
use crate::symmetry::{Action, CORNERS, EDGES, Symmetry};
use std::sync::OnceLock;

/// The eight corners: `piece[i]` is the piece at place i, `twist[i]` the index, in the place's name,
/// of the facelet that carries the piece's first-named colour.
///
/// Places and pieces: URF UFL ULB UBR DFR DLF DBL DRB, names clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Corners {
    /// The piece at each place.
    pub piece: [u8; 8],
    /// How each place's piece is twisted, 0 to 2.
    pub twist: [u8; 8],
}

/// The twelve edges, in the same convention.
///
/// Places and pieces: UR UF UL UB DR DF DL DB FR FL BL BR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edges {
    /// The piece at each place.
    pub piece: [u8; 12],
    /// How each place's piece is flipped, 0 or 1.
    pub flip: [u8; 12],
}

/// A 3x3 whose centres are home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cubie {
    /// The corners.
    pub corners: Corners,
    /// The edges.
    pub edges: Edges,
}

macro_rules! pieces {
    ($pieces:ident, $turn:ident, $count:literal, $modulus:literal) => {
        impl $pieces {
            /// Every piece home.
            pub const SOLVED: $pieces = {
                let mut piece = [0; $count];
                let mut i = 0;
                while i < $count {
                    piece[i] = i as u8;
                    i += 1;
                }
                $pieces { piece, $turn: [0; $count] }
            };

            /// This state, then what leads from solved to `next`.
            #[must_use]
            #[inline]
            pub fn then(&self, next: &$pieces) -> $pieces {
                let mut result = $pieces::SOLVED;
                for i in 0..$count {
                    let from = next.piece[i] as usize % $count;
                    result.piece[i] = self.piece[from];
                    result.$turn[i] = (self.$turn[from] + next.$turn[i]) % $modulus;
                }
                result
            }

            /// The state that takes this one back.
            #[must_use]
            pub fn inverse(&self) -> $pieces {
                let mut result = $pieces::SOLVED;
                for i in 0..$count {
                    let home = self.piece[i] as usize % $count;
                    result.piece[home] = i as u8;
                    result.$turn[home] = ($modulus - self.$turn[i]) % $modulus;
                }
                result
            }

            /// Whether the permutation is odd.
            #[must_use]
            pub fn is_odd(&self) -> bool {
                is_odd(&self.piece)
            }
        }
    };
}

pieces!(Corners, twist, 8, 3);
pieces!(Edges, flip, 12, 2);

fn is_odd(permutation: &[u8]) -> bool {
    let mut odd = false;
    for i in 0..permutation.len() {
        for j in i + 1..permutation.len() {
            odd ^= permutation[i] > permutation[j];
        }
    }
    odd
}

impl Corners {
    /// The state seen through a symmetry, places and colours moved together.
    #[must_use]
    pub fn conjugate(&self, symmetry: Symmetry) -> Corners {
        let action = symmetry.action();
        let mut result = Corners::SOLVED;
        for i in 0..8 {
            let (to, piece) = (action.corner[i] as usize, self.piece[i] as usize);
            result.piece[to] = action.corner[piece];
            result.twist[to] = conjugate_twist(action, i, piece, self.twist[i]);
        }
        result
    }

    /// The cube held differently: places move, colours stay.
    ///
    /// # Panics
    /// When the symmetry is a mirror: no hand can do that.
    #[must_use]
    pub fn hold(&self, rotation: Symmetry) -> Corners {
        assert!(!rotation.is_mirror());
        let action = rotation.action();
        let mut result = Corners::SOLVED;
        for i in 0..8 {
            let to = action.corner[i] as usize;
            result.piece[to] = self.piece[i];
            result.twist[to] = (self.twist[i] + action.twist[i]) % 3;
        }
        result
    }

    /// The rotation that brings the DBL piece home and untwisted.
    #[must_use]
    pub fn homing(&self) -> Symmetry {
        let at = self.piece.iter().position(|&piece| piece == 6).expect("DBL is somewhere");
        Symmetry::rotations()
            .find(|s| {
                let action = s.action();
                action.corner[at] == 6 && (self.twist[at] + action.twist[at]).is_multiple_of(3)
            })
            .expect("one rotation for each place and twist")
    }
}

/// The twist of `piece` at place `i`, twisted by `twist`, after a symmetry moved both.
#[inline]
pub(crate) fn conjugate_twist(action: &Action, i: usize, piece: usize, twist: u8) -> u8 {
    let (at, of) = (action.twist[i], action.twist[piece]);
    if action.mirror { (at + 6 - of - twist) % 3 } else { (at + 3 - of + twist) % 3 }
}

impl Edges {
    /// The state seen through a symmetry, places and colours moved together.
    #[must_use]
    pub fn conjugate(&self, symmetry: Symmetry) -> Edges {
        let action = symmetry.action();
        let mut result = Edges::SOLVED;
        for i in 0..12 {
            let (to, piece) = (action.edge[i] as usize, self.piece[i] as usize);
            result.piece[to] = action.edge[piece];
            result.flip[to] = self.flip[i] ^ action.flip[i] ^ action.flip[piece];
        }
        result
    }
}

impl Cubie {
    /// Everything home.
    pub const SOLVED: Cubie = Cubie { corners: Corners::SOLVED, edges: Edges::SOLVED };

    /// This state, then what leads from solved to `next`.
    #[must_use]
    pub fn then(&self, next: &Cubie) -> Cubie {
        Cubie { corners: self.corners.then(&next.corners), edges: self.edges.then(&next.edges) }
    }

    /// The state that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Cubie {
        Cubie { corners: self.corners.inverse(), edges: self.edges.inverse() }
    }

    /// The state seen through a symmetry.
    #[must_use]
    pub fn conjugate(&self, symmetry: Symmetry) -> Cubie {
        Cubie { corners: self.corners.conjugate(symmetry), edges: self.edges.conjugate(symmetry) }
    }

    /// The state after a face turn.
    #[must_use]
    pub fn turn(&self, face: Face, quarters: u8) -> Cubie {
        match quarters % 4 {
            0 => *self,
            quarters => self.then(&face_turns()[face.index() * 3 + quarters as usize - 1]),
        }
    }

    /// The state after outer face turns.
    ///
    /// # Panics
    /// When a turn moves an inner layer: the centres must stay home.
    #[must_use]
    pub fn apply(&self, turns: &[Turn]) -> Cubie {
        turns.iter().fold(*self, |state, turn| {
            assert!(turn.first == 1 && turn.last == 1, "{turn:?} moves an inner layer");
            state.turn(turn.face, turn.quarters)
        })
    }

    /// The stickers of this state, centres home.
    #[must_use]
    pub fn stickers(&self) -> Stickers {
        let mut facelets = vec![0; 54];
        for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
            facelets[9 * i..9 * i + 9].fill(face as u8);
        }
        put_corners(&self.corners, 3, &mut facelets);
        for (i, places) in edge_facelets().iter().enumerate() {
            for (k, &place) in places.iter().enumerate() {
                let index = k ^ self.edges.flip[i] as usize;
                facelets[place] = EDGES[self.edges.piece[i] as usize][index] as u8;
            }
        }
        Stickers::from_facelets(3, &facelets)
    }
}

impl Corners {
    /// The stickers of this 2x2.
    #[must_use]
    pub fn stickers(&self) -> Stickers {
        let mut facelets = vec![0; 24];
        put_corners(self, 2, &mut facelets);
        Stickers::from_facelets(2, &facelets)
    }
}

fn put_corners(corners: &Corners, size: usize, facelets: &mut [u8]) {
    for (i, places) in corner_facelets(size).iter().enumerate() {
        for (k, &place) in places.iter().enumerate() {
            let index = (k + 3 - corners.twist[i] as usize) % 3;
            facelets[place] = CORNERS[corners.piece[i] as usize][index] as u8;
        }
    }
}

/// `[face * 3 + quarters - 1]`: the states one face turn from solved, read off turned stickers.
fn face_turns() -> &'static [Cubie; 18] {
    static TURNS: OnceLock<[Cubie; 18]> = OnceLock::new();
    TURNS.get_or_init(|| {
        std::array::from_fn(|i| {
            let mut stickers = Stickers::solved(3);
            stickers.turn(Turn::face(Face::from_index(i as u8 / 3), i as u8 % 3 + 1));
            read_cubie(&stickers.facelets())
        })
    })
}

/// Pieces of facelets that are known to be whole, centres home.
fn read_cubie(facelets: &[u8]) -> Cubie {
    let mut state = Cubie::SOLVED;
    for (i, places) in corner_facelets(3).iter().enumerate() {
        let (piece, twist) = find_corner(places.map(|place| facelets[place])).expect("a whole corner");
        (state.corners.piece[i], state.corners.twist[i]) = (piece, twist);
    }
    for (i, places) in edge_facelets().iter().enumerate() {
        let (piece, flip) = find_edge(places.map(|place| facelets[place])).expect("a whole edge");
        (state.edges.piece[i], state.edges.flip[i]) = (piece, flip);
    }
    state
}

/// The corner piece and twist that show these colours at a place, read in the place's order.
pub(crate) fn find_corner(colours: [u8; 3]) -> Option<(u8, u8)> {
    (0..8u8).find_map(|piece| {
        let names = CORNERS[piece as usize];
        (0..3u8)
            .find(|&twist| (0..3).all(|k| names[k] as u8 == colours[(k + twist as usize) % 3]))
            .map(|twist| (piece, twist))
    })
}

/// The edge piece and flip that show these colours at a place.
pub(crate) fn find_edge(colours: [u8; 2]) -> Option<(u8, u8)> {
    (0..12u8).find_map(|piece| {
        let names = EDGES[piece as usize].map(|face| face as u8);
        if names == colours {
            Some((piece, 0))
        } else if [names[1], names[0]] == colours {
            Some((piece, 1))
        } else {
            None
        }
    })
}

/// The facelet indices of every corner place, in the order of its name.
pub(crate) fn corner_facelets(n: usize) -> [[usize; 3]; 8] {
    let (z, e) = (0, n - 1);
    let [u, r, f, d, l, b] =
        [0, 1, 2, 3, 4, 5].map(|face| move |row: usize, column: usize| face * n * n + row * n + column);
    [
        [u(e, e), r(z, z), f(z, e)],
        [u(e, z), f(z, z), l(z, e)],
        [u(z, z), l(z, z), b(z, e)],
        [u(z, e), b(z, z), r(z, e)],
        [d(z, e), f(e, e), r(e, z)],
        [d(z, z), l(e, e), f(e, z)],
        [d(e, z), b(e, e), l(e, z)],
        [d(e, e), r(e, e), b(e, z)],
    ]
}

/// The facelet indices of every edge place of a 3x3, in the order of its name.
pub(crate) fn edge_facelets() -> [[usize; 2]; 12] {
    edge_facelets_of(3, 1)
}

/// The facelet indices on the edges of an n x n x n, `offset` stickers from one end: as far from the
/// left or upper end on the first-named face as that face is drawn in the usual net.
pub(crate) fn edge_facelets_of(n: usize, offset: usize) -> [[usize; 2]; 12] {
    let (z, e, k, m) = (0, n - 1, offset, n - 1 - offset);
    let [u, r, f, d, l, b] =
        [0, 1, 2, 3, 4, 5].map(|face| move |row: usize, column: usize| face * n * n + row * n + column);
    [
        [u(k, e), r(z, m)],
        [u(e, k), f(z, k)],
        [u(k, z), l(z, k)],
        [u(z, k), b(z, m)],
        [d(k, e), r(e, k)],
        [d(z, k), f(e, k)],
        [d(k, z), l(e, m)],
        [d(e, k), b(e, m)],
        [f(k, e), r(k, z)],
        [f(k, z), l(k, e)],
        [b(k, e), l(k, z)],
        [b(k, z), r(k, e)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    fn random_state(random: &mut Random) -> Cubie {
        (0..30).fold(Cubie::SOLVED, |state, _| {
            state.turn(Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1)
        })
    }

    #[test]
    fn turns_as_the_spec_gives_them() {
        let u = Cubie::SOLVED.turn(Face::U, 1);
        assert_eq!(u.corners.piece, [3, 0, 1, 2, 4, 5, 6, 7]);
        let r = Cubie::SOLVED.turn(Face::R, 1).corners;
        assert_eq!(r.piece, [4, 1, 2, 0, 7, 5, 6, 3]);
        assert_eq!(r.twist, [2, 0, 0, 1, 1, 0, 0, 2]);
        let f = Cubie::SOLVED.turn(Face::F, 1).edges;
        let flipped: Vec<usize> = (0..12).filter(|&i| f.flip[i] == 1).collect();
        assert_eq!(flipped, [1, 5, 8, 9]);
    }

    #[test]
    fn pieces_and_stickers_turn_alike() {
        let mut random = Random::new(4);
        let (mut state, mut stickers) = (Cubie::SOLVED, Stickers::solved(3));
        for _ in 0..500 {
            let (face, quarters) = (Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1);
            state = state.turn(face, quarters);
            stickers.turn(Turn::face(face, quarters));
            assert_eq!(state.stickers(), stickers);
        }
    }

    #[test]
    fn inverse_and_conjugate_are_homomorphisms() {
        let mut random = Random::new(5);
        for _ in 0..50 {
            let (a, b) = (random_state(&mut random), random_state(&mut random));
            assert_eq!(a.then(&a.inverse()), Cubie::SOLVED);
            for s in Symmetry::all() {
                assert_eq!(a.then(&b).conjugate(s), a.conjugate(s).then(&b.conjugate(s)));
            }
        }
    }

    #[test]
    fn a_conjugated_turn_is_the_turn_of_the_moved_face() {
        for s in Symmetry::all() {
            for face in Face::ALL {
                let turn = s.turn(Turn::face(face, 1));
                let moved = Cubie::SOLVED.turn(face, 1).conjugate(s);
                assert_eq!(moved, Cubie::SOLVED.turn(turn.face, turn.quarters), "{face:?} {s}");
            }
        }
    }
}
