//! Parts of a 3x3 as small numbers, and what moves and symmetries make of them.
//!
//! ```text
//!   twist   0..2187    corner twists, base 3, the last corner follows
//!   flip    0..2048    edge flips, base 2, the last edge follows
//!   four    0..11880   four labelled edges: the places they take (495) * 24 + their order (24)
//! ```
//!
//! Moves are numbered face * 3 + quarters - 1 with faces in the order U R F D L B, so that opposite
//! faces differ by 3.

use crate::cubie::{Corners, Cubie, Edges};
use crate::face::Face;
use crate::moves::Turn;
use crate::permutation::{rank, unrank};
use crate::symmetry::Symmetry;
use std::sync::OnceLock;

pub(crate) const MOVES: usize = 18;
/// All moves as bits.
pub(crate) const ALL_MOVES: u32 = (1 << MOVES) - 1;
pub(crate) const TWISTS: usize = 2187;
pub(crate) const FLIPS: usize = 2048;
pub(crate) const PLACES: usize = 495;
pub(crate) const FOURS: usize = PLACES * 24;
/// Symmetries that keep the axis through U and D.
pub(crate) const AXIAL: usize = 16;

/// The turn with this number.
pub(crate) const fn turn_of(m: u8) -> Turn {
    Turn::face(Face::FACELET_ORDER[m as usize / 3], m % 3 + 1)
}

/// The number of a face turn.
pub(crate) fn move_of(turn: Turn) -> u8 {
    let face = Face::FACELET_ORDER.iter().position(|&face| face == turn.face).expect("a face");
    (face * 3) as u8 + turn.quarters - 1
}

/// Whether a move may follow another: not on the same face, and opposite faces in one order only.
#[inline]
pub(crate) const fn may_follow(last: u8, m: u8) -> bool {
    let (last, face) = (last / 3, m / 3);
    last != face && last != face + 3
}

pub(crate) fn twist_of(corners: &Corners) -> usize {
    corners.twist[..7].iter().fold(0, |sum, &twist| sum * 3 + twist as usize)
}

fn corners_with_twist(mut number: usize) -> Corners {
    let mut corners = Corners::SOLVED;
    for i in (0..7).rev() {
        corners.twist[i] = (number % 3) as u8;
        number /= 3;
    }
    corners.twist[7] = (3 - corners.twist[..7].iter().sum::<u8>() % 3) % 3;
    corners
}

pub(crate) fn flip_of(edges: &Edges) -> usize {
    edges.flip[..11].iter().fold(0, |sum, &flip| sum * 2 + flip as usize)
}

/// The places and order of the four edges `first..first + 4`.
pub(crate) fn four_of(edges: &Edges, first: u8) -> usize {
    let mut order = [0; 4];
    let (mut mask, mut found) = (0u16, 0);
    for (i, &piece) in edges.piece.iter().enumerate() {
        if (first..first + 4).contains(&piece) {
            order[found] = piece - first;
            found += 1;
            mask |= 1 << i;
        }
    }
    places().0[mask as usize] as usize * 24 + rank(&order) as usize
}

/// `(rank by mask of places, mask by rank)`: the sets of four edge places.
pub(crate) fn places() -> &'static (Vec<u16>, Vec<u16>) {
    static PLACES_TABLE: OnceLock<(Vec<u16>, Vec<u16>)> = OnceLock::new();
    PLACES_TABLE.get_or_init(|| {
        let masks: Vec<u16> = (0..4096u16).filter(|mask| mask.count_ones() == 4).collect();
        let mut ranks = vec![u16::MAX; 4096];
        for (i, &mask) in masks.iter().enumerate() {
            ranks[mask as usize] = i as u16;
        }
        (ranks, masks)
    })
}

/// Tables of moves and of the axial symmetries.
pub(crate) struct Coords {
    pub(crate) twist: Vec<[u16; MOVES]>,
    pub(crate) flip: Vec<[u16; MOVES]>,
    pub(crate) four: Vec<[u16; MOVES]>,
    /// The axial symmetries; the first is none.
    pub(crate) axial: Vec<Symmetry>,
    /// `[symmetry][twist]`
    pub(crate) twist_seen: Vec<[u16; TWISTS]>,
    /// `[symmetry][flip]`, to be combined with `flip_mask` of the places of the slice edges.
    pub(crate) flip_seen: Vec<[u16; FLIPS]>,
    /// `[symmetry][places]`
    pub(crate) flip_mask: Vec<[u16; PLACES]>,
}

impl Coords {
    pub(crate) fn get() -> &'static Coords {
        static COORDS: OnceLock<Coords> = OnceLock::new();
        COORDS.get_or_init(Coords::new)
    }

    fn new() -> Coords {
        let quarter: Vec<Cubie> =
            Face::FACELET_ORDER.iter().map(|&face| Cubie::SOLVED.turn(face, 1)).collect();
        let twist =
            move_table(TWISTS, |number, f| twist_of(&corners_with_twist(number).then(&quarter[f].corners)));
        let flip = move_table(FLIPS, |number, f| {
            let mut edges = Edges::SOLVED;
            edges.flip = flips(number);
            flip_of(&edges.then(&quarter[f].edges))
        });
        let (ranks, masks) = places();
        let four = move_table(FOURS, |number, f| {
            let (mut order, turn) = ([0; 4], &quarter[f].edges.piece);
            let old: [u8; 4] = unrank((number % 24) as u64);
            let (from, mut to, mut found) = (masks[number / 24], 0u16, 0);
            for (i, &source) in turn.iter().enumerate() {
                if from >> source & 1 == 1 {
                    to |= 1 << i;
                    order[found] = old[(from & ((1 << source) - 1)).count_ones() as usize];
                    found += 1;
                }
            }
            ranks[to as usize] as usize * 24 + rank(&order) as usize
        });
        let axial: Vec<Symmetry> =
            Symmetry::all().filter(|s| matches!(s.face(Face::U), Face::U | Face::D)).collect();
        assert_eq!(axial.len(), AXIAL);
        let twist_seen = axial
            .iter()
            .map(|&s| std::array::from_fn(|t| twist_of(&corners_with_twist(t).conjugate(s)) as u16))
            .collect();
        let moved = |s: Symmetry, bits: u16| {
            let edge = &s.action().edge;
            (0..12).filter(|i| bits >> i & 1 == 1).fold(0u16, |sum, i| sum | 1 << edge[i])
        };
        // Bit i of a mask is place i; in a flip number place 0 is the highest of eleven bits.
        let number = |bits: u16| (0..11).fold(0u16, |sum, i| sum << 1 | bits >> i & 1);
        let flip_seen = axial
            .iter()
            .map(|&s| {
                std::array::from_fn(|number_before| {
                    let flips = flips(number_before);
                    let bits = (0..12).fold(0u16, |sum, i| sum | u16::from(flips[i]) << i);
                    number(moved(s, bits))
                })
            })
            .collect();
        const SLICE: u16 = 0xF00;
        let flip_mask = axial
            .iter()
            .map(|&s| {
                let swaps = s.action().flip[8] == 1;
                std::array::from_fn(|p| if swaps { number(moved(s, masks[p] ^ SLICE)) } else { 0 })
            })
            .collect();
        Coords { twist, flip, four, axial, twist_seen, flip_seen, flip_mask }
    }
}

/// Twists, flips and places of the slice after moves.
pub(crate) struct StepCoords(&'static Coords);

impl StepCoords {
    pub(crate) fn get() -> StepCoords {
        StepCoords(Coords::get())
    }

    #[inline]
    pub(crate) fn twist(&self, twist: usize, m: usize) -> usize {
        self.0.twist[twist][m] as usize
    }

    #[inline]
    pub(crate) fn flip(&self, flip: usize, m: usize) -> usize {
        self.0.flip[flip][m] as usize
    }

    #[inline]
    pub(crate) fn places(&self, places: usize, m: usize) -> usize {
        self.0.four[places * 24][m] as usize / 24
    }
}

fn flips(mut number: usize) -> [u8; 12] {
    let mut flips = [0; 12];
    for i in (0..11).rev() {
        flips[i] = (number % 2) as u8;
        number /= 2;
    }
    flips[11] = flips[..11].iter().sum::<u8>() % 2;
    flips
}

/// A table of all moves from the quarter turns.
pub(crate) fn move_table(count: usize, quarter: impl Fn(usize, usize) -> usize) -> Vec<[u16; MOVES]> {
    let mut table = vec![[0; MOVES]; count];
    for (number, row) in table.iter_mut().enumerate() {
        for f in 0..6 {
            row[3 * f] = quarter(number, f) as u16;
        }
    }
    for k in 1..3 {
        for number in 0..count {
            for f in 0..6 {
                table[number][3 * f + k] = table[table[number][3 * f + k - 1] as usize][3 * f];
            }
        }
    }
    table
}

/// The moves as they look after a symmetry: `[m]` is what m becomes.
pub(crate) fn seen_moves(symmetry: Symmetry) -> [u8; MOVES] {
    std::array::from_fn(|m| move_of(symmetry.turn(turn_of(m as u8))))
}

/// Rotations that bring the axes of U, R and F to that of U.
pub(crate) fn axis_rotations() -> [Symmetry; 3] {
    [
        Symmetry::IDENTITY,
        Symmetry::bringing(Face::R, Face::U).expect("neighbours"),
        Symmetry::bringing(Face::F, Face::R).expect("neighbours"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    use ludex_core::Random;

    #[test]
    fn coordinates_follow_the_pieces() {
        let coords = Coords::get();
        let mut random = Random::new(31);
        for _ in 0..200 {
            let state = Cubie::random(&mut random);
            let (twist, flip, four) =
                (twist_of(&state.corners), flip_of(&state.edges), four_of(&state.edges, 8));
            for m in 0..MOVES as u8 {
                let turn = turn_of(m);
                let next = state.turn(turn.face, turn.quarters);
                assert_eq!(coords.twist[twist][m as usize] as usize, twist_of(&next.corners));
                assert_eq!(coords.flip[flip][m as usize] as usize, flip_of(&next.edges));
                assert_eq!(coords.four[four][m as usize] as usize, four_of(&next.edges, 8));
                assert_eq!(move_of(turn), m);
            }
            for (k, &s) in coords.axial.iter().enumerate() {
                let seen = state.conjugate(s);
                assert_eq!(coords.twist_seen[k][twist] as usize, twist_of(&seen.corners));
                let flip_seen = coords.flip_seen[k][flip] ^ coords.flip_mask[k][four / 24];
                assert_eq!(flip_seen as usize, flip_of(&seen.edges), "{s}");
            }
        }
    }
}
