//! Where the edges of a middle layer stand, and as much about the others as a table can afford.
//!
//! ```text
//!   slice   bits 7-15 places of FR FL BL BR (495), bits 0-6 part
//!   row     places * parts + part: slices without gaps
//!
//!   part    1   nothing more
//!          12   their order, opposite edges exchanged being one
//!          35   into which two fours the other eight edges fall, U and D alike
//!          70   which four of the other eight edges are those of U
//! ```
//!
//! Turns of U and D keep the solved slice in all of them: the last move of a solution never matters to
//! the distance along its own axis.

use super::coords::{AXIAL, Coords, MOVES, PLACES, places, turn_of};
use crate::cubie::Cubie;
use crate::permutation::unrank;
use std::collections::BTreeMap;

/// How much a table tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grain {
    /// Only the places of the slice edges: 43 MB.
    Coarse,
    /// Their order up to exchanging opposite edges: 511 MB.
    Middle,
    /// The two fours of the other edges: 1,490 MB.
    Fine,
    /// The edges of U among the others: 2,980 MB.
    Finest,
}

impl Grain {
    /// All of them, the coarsest first.
    pub const ALL: [Grain; 4] = [Grain::Coarse, Grain::Middle, Grain::Fine, Grain::Finest];

    /// Parts for each set of places.
    #[must_use]
    pub const fn parts(self) -> usize {
        match self {
            Grain::Coarse => 1,
            Grain::Middle => 12,
            Grain::Fine => 35,
            Grain::Finest => 70,
        }
    }
}

/// FR with BL and FL with BR: the only exchange of slice edges that all axial symmetries keep.
const OPPOSITE: u8 = 2;
const UNKNOWN: u8 = u8::MAX;

/// Bits of a part.
const PART_BITS: u32 = 7;

/// The places in a slice.
#[inline(always)]
pub(crate) const fn places_of(slice: u16) -> usize {
    (slice >> PART_BITS) as usize
}

const fn slice_at(places: u16, part: u8) -> u16 {
    places << PART_BITS | part as u16
}

/// What becomes of places, and of the parts there.
#[derive(Debug, Clone, Copy, Default)]
struct Lead {
    places: u16,
    /// Which of the permutations of parts.
    permutation: u16,
}

/// Numbers of slices, and what moves and symmetries make of them.
///
/// Places and parts go separately: all tables together stay in the second-level cache.
#[derive(Debug, Clone)]
pub(crate) struct Slices {
    grain: Grain,
    parts: usize,
    /// The part of every order, or of every set of four among eight places.
    part: Vec<u8>,
    /// The rank of every set of places.
    rank: &'static [u16],
    /// `[places][m]`
    moves: Vec<[Lead; MOVES]>,
    /// `[symmetry * 495 + places]`: with what the places do to the flips.
    seen: Vec<(Lead, u16)>,
    /// `[permutation * parts + part]`
    permutations: Vec<u8>,
}

impl Slices {
    pub(crate) fn new(grain: Grain) -> Slices {
        let mut slices = Slices {
            grain,
            parts: grain.parts(),
            part: parts(grain),
            rank: &places().0,
            moves: vec![[Lead::default(); MOVES]; PLACES],
            seen: Vec::with_capacity(AXIAL * PLACES),
            permutations: Vec::new(),
        };
        let lifted: Vec<[u8; 12]> = (0..PLACES as u16)
            .flat_map(|places| (0..grain.parts() as u8).map(move |part| slice_at(places, part)))
            .map(|slice| slices.lift(slice))
            .collect();
        let mut known = BTreeMap::new();
        let mut lead = |slices: &Slices, places: usize, change: &dyn Fn(&[u8; 12]) -> [u8; 12]| {
            let own = &lifted[places * grain.parts()..][..grain.parts()];
            let to: Vec<u16> = own.iter().map(|piece| slices.of(&change(piece))).collect();
            let parts: Vec<u8> = to.iter().map(|&slice| (slice % (1 << PART_BITS)) as u8).collect();
            let next = known.len() as u16;
            Lead { places: places_of(to[0]) as u16, permutation: *known.entry(parts).or_insert(next) }
        };
        for m in 0..MOVES {
            let turn = turn_of(m as u8);
            let moved = Cubie::SOLVED.turn(turn.face, turn.quarters).edges.piece;
            for places in 0..PLACES {
                let change = |piece: &[u8; 12]| moved.map(|from| piece[from as usize]);
                slices.moves[places][m] = lead(&slices, places, &change);
            }
        }
        let coords = Coords::get();
        for (k, symmetry) in coords.axial.iter().enumerate() {
            let edge = &symmetry.action().edge;
            let change = |piece: &[u8; 12]| {
                let mut new = [0; 12];
                for (&to, &piece) in edge.iter().zip(piece) {
                    new[to as usize] = edge[piece as usize];
                }
                new
            };
            for places in 0..PLACES {
                let lead = lead(&slices, places, &change);
                slices.seen.push((lead, coords.flip_mask[k][places]));
            }
        }
        let mut all: Vec<(Vec<u8>, u16)> = known.into_iter().collect();
        all.sort_unstable_by_key(|&(_, number)| number);
        slices.permutations = all.into_iter().flat_map(|(parts, _)| parts).collect();
        slices
    }

    pub(crate) const fn grain(&self) -> Grain {
        self.grain
    }

    /// How many slices there are.
    pub(crate) const fn count(&self) -> usize {
        PLACES * self.parts
    }

    /// The row of a slice.
    #[inline(always)]
    pub(crate) const fn row(&self, slice: u16) -> usize {
        // The coarsest numbers serve the two-phase search, where every instruction counts.
        if self.parts == 1 {
            return places_of(slice);
        }
        places_of(slice) * self.parts + slice as usize % (1 << PART_BITS)
    }

    /// The slice of a row.
    pub(crate) const fn at_row(&self, row: usize) -> u16 {
        slice_at((row / self.parts) as u16, (row % self.parts) as u8)
    }

    /// The slice after a move.
    #[inline(always)]
    pub(crate) fn turn(&self, slice: u16, m: usize) -> u16 {
        self.follow(self.moves[places_of(slice)][m], slice)
    }

    /// The slice seen through a symmetry, and what its places do to the flips.
    #[inline(always)]
    pub(crate) fn see(&self, k: usize, slice: u16) -> (u16, u16) {
        let (lead, mask) = self.seen[k * PLACES + places_of(slice)];
        (self.follow(lead, slice), mask)
    }

    #[inline(always)]
    fn follow(&self, lead: Lead, slice: u16) -> u16 {
        if self.parts == 1 {
            return slice_at(lead.places, 0);
        }
        let part = slice as usize % (1 << PART_BITS);
        slice_at(lead.places, self.permutations[lead.permutation as usize * self.parts + part])
    }

    /// The slice of an order of edges: `piece[i]` stands at place i.
    #[inline]
    pub(crate) fn of(&self, piece: &[u8; 12]) -> u16 {
        let (mut mask, mut upper, mut order) = (0u16, 0usize, 0usize);
        for (i, &piece) in piece.iter().enumerate() {
            if piece >= 8 {
                mask |= 1 << i;
                order = order << 2 | (piece as usize - 8);
            } else {
                upper = upper << 1 | usize::from(piece < 4);
            }
        }
        let part = match self.grain {
            Grain::Coarse => 0,
            Grain::Middle => self.part[order],
            Grain::Fine | Grain::Finest => self.part[upper],
        };
        slice_at(self.rank[mask as usize], part)
    }

    /// The slice of a set of places for the slice edges and of U's edges among the others, the first
    /// place highest; not for the grain that tells orders apart.
    #[inline]
    pub(crate) fn of_halves(&self, mask: usize, upper: usize) -> u16 {
        let part = if self.grain == Grain::Coarse { 0 } else { self.part[upper] };
        slice_at(self.rank[mask], part)
    }

    /// An order of edges with this slice.
    fn lift(&self, slice: u16) -> [u8; 12] {
        let (mask, part) = (places().1[places_of(slice)], (slice % (1 << PART_BITS)) as u8);
        let member = self.part.iter().position(|&own| own == part).expect("no empty part");
        let (mut piece, mut taken, mut four, mut eight) = ([0; 12], [0, 4], 0, 0);
        for (i, piece) in piece.iter_mut().enumerate() {
            if mask >> i & 1 == 1 {
                *piece = match self.grain {
                    Grain::Middle => 8 + (member >> (6 - 2 * four) & 3) as u8,
                    _ => 8 + four,
                };
                four += 1;
            } else {
                let lower = match self.grain {
                    Grain::Fine | Grain::Finest => member >> (7 - eight) & 1 == 0,
                    _ => eight >= 4,
                };
                *piece = taken[usize::from(lower)];
                taken[usize::from(lower)] += 1;
                eight += 1;
            }
        }
        piece
    }
}

/// The part of every key: four orders of two bits each, or the places of four among eight.
fn parts(grain: Grain) -> Vec<u8> {
    let mut part = vec![UNKNOWN; 256];
    let mut next = 0;
    let mut put = |keys: &[usize]| {
        if part[keys[0]] == UNKNOWN {
            keys.iter().for_each(|&key| part[key] = next);
            next += 1;
        }
    };
    match grain {
        Grain::Coarse => part[0] = 0,
        Grain::Middle => {
            for number in 0..24 {
                let order: [u8; 4] = unrank(number);
                let key = |order: [u8; 4]| order.iter().fold(0, |key, &own| key << 2 | own as usize);
                put(&[key(order), key(order.map(|own| own ^ OPPOSITE))]);
            }
        }
        Grain::Fine => {
            (0..256usize).filter(|key| key.count_ones() == 4).for_each(|key| put(&[key, key ^ 0xFF]))
        }
        Grain::Finest => (0..256usize).filter(|key| key.count_ones() == 4).for_each(|key| put(&[key])),
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    use ludex_core::Random;

    #[test]
    fn slices_follow_the_edges() {
        let mut random = Random::new(32);
        for grain in Grain::ALL {
            let slices = Slices::new(grain);
            assert_eq!(slices.count(), 495 * grain.parts());
            for row in 0..slices.count() {
                let slice = slices.at_row(row);
                assert_eq!((slices.row(slice), slices.of(&slices.lift(slice))), (row, slice));
            }
            for _ in 0..100 {
                let state = Cubie::random(&mut random);
                let slice = slices.of(&state.edges.piece);
                for m in 0..MOVES as u8 {
                    let turn = turn_of(m);
                    let next = state.turn(turn.face, turn.quarters);
                    assert_eq!(slices.turn(slice, m as usize), slices.of(&next.edges.piece));
                }
                for (k, &symmetry) in Coords::get().axial.iter().enumerate() {
                    let seen = slices.of(&state.conjugate(symmetry).edges.piece);
                    assert_eq!(slices.see(k, slice).0, seen, "{grain:?} {symmetry}");
                }
            }
        }
    }
}
