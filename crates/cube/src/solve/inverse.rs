//! The inverse of a state on its way through a search, and its cosets along the three axes.
//!
//! A move takes a state s to s m, and its inverse to m^-1 s^-1: every piece is where it was looked for,
//! only the places have other names. So the inverse is kept as the place of every piece, and a move is one
//! look into a table of sixteen bytes per piece.
//!
//! ```text
//!   edges[piece]    bits 0-3 place, bit 4 flip           corners[piece]   bits 0-2 place, bits 4-5 twist
//! ```
//!
//! Seen along an axis, piece and place are turned together. Every piece adds its share to the numbers of
//! the three cosets, whatever the others do, so the shares stand in a table:
//!
//! ```text
//!   edges    3 x 11 bits of flips, 3 x 12 bits of places that hold a slice edge, 3 x 12 of U's edges
//!   corners  3 x 16 bits to be summed: the twist numbers
//! ```

use super::coords::{MOVES, axis_rotations, turn_of};
use super::coset::{Coset, Cosets};
use super::slices::{Grain, Slices};
use crate::cubie::{Cubie, conjugate_twist};
use std::sync::OnceLock;

const FLIP: u8 = 0x10;

/// An inverse: where every piece is, and how it is turned there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Inverse {
    edges: [u8; 16],
    corners: [u8; 16],
}

/// What moves do to places, and what pieces at places add to the cosets.
#[derive(Debug)]
pub(crate) struct Tables {
    /// `[m][place]`: the place a move leads to, and how it flips.
    edges: [[u8; 16]; MOVES],
    /// `[m][place]`: the place a move leads to, and how it twists the inverse.
    corners: [[u8; 16]; MOVES],
    /// `[piece][place and flip]`
    edge_shares: [[u128; 32]; 12],
    /// `[piece][place and twist]`
    corner_shares: [[u64; 64]; 8],
    /// `[places of slice edges among six << 6 | places of U's edges]`: U's edges among the others, the
    /// first place highest.
    packed: Vec<u8>,
}

/// Bits of one axis in an edge's share: flips, places of slice edges, places of U's edges.
const FLIP_BITS: u32 = 11;
const PLACE_BITS: u32 = 12;
const AXIS_BITS: u32 = FLIP_BITS + 2 * PLACE_BITS;

impl Tables {
    pub(crate) fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Tables {
        let (mut edges, mut corners) = ([[0; 16]; MOVES], [[0; 16]; MOVES]);
        for m in 0..MOVES {
            let turn = turn_of(m as u8);
            let moved = Cubie::SOLVED.turn(turn.face, turn.quarters);
            for (i, &from) in moved.edges.piece.iter().enumerate() {
                edges[m][from as usize] = i as u8 | moved.edges.flip[i] << 4;
            }
            for (i, &from) in moved.corners.piece.iter().enumerate() {
                corners[m][from as usize] = i as u8 | ((3 - moved.corners.twist[i]) % 3) << 4;
            }
        }
        let (mut edge_shares, mut corner_shares) = ([[0; 32]; 12], [[0; 64]; 8]);
        for (k, rotation) in axis_rotations().into_iter().enumerate() {
            let action = rotation.action();
            for (piece, shares) in edge_shares.iter_mut().enumerate() {
                for (turned, share) in shares.iter_mut().enumerate() {
                    let (place, flip) = (turned & 15, turned as u8 >> 4);
                    if place < 12 {
                        // In the inverse the piece is a place, and the place a piece.
                        let (at, holds) = (action.edge[piece] as u32, action.edge[place]);
                        let flip = u128::from(flip ^ action.flip[piece] ^ action.flip[place]);
                        // The last flip follows from the others and falls out here.
                        let flips = flip << FLIP_BITS >> (at + 1);
                        let slice = u128::from(holds >= 8) << at;
                        let upper = u128::from(holds < 4) << at;
                        let own = flips | slice << FLIP_BITS | upper << (FLIP_BITS + PLACE_BITS);
                        *share |= own << (AXIS_BITS * k as u32);
                    }
                }
            }
            for (piece, shares) in corner_shares.iter_mut().enumerate() {
                for (turned, share) in shares.iter_mut().enumerate() {
                    let (place, twist) = (turned & 7, turned as u8 >> 4);
                    let at = action.corner[piece] as u32;
                    if at < 7 {
                        let twist = conjugate_twist(action, piece, place, twist % 3);
                        *share += (u64::from(twist) * 3u64.pow(6 - at)) << (16 * k);
                    }
                }
            }
        }
        let packed = (0..4096u16)
            .map(|key| {
                let others = (0..6).filter(|place| key >> (6 + place) & 1 == 0);
                others.fold(0, |sum, place| sum << 1 | (key >> place & 1) as u8)
            })
            .collect();
        Tables { edges, corners, edge_shares, corner_shares, packed }
    }
}

impl Inverse {
    /// The inverse of a state.
    pub(crate) fn of(state: &Cubie) -> Inverse {
        let inverse = state.inverse();
        let (mut edges, mut corners) = ([0; 16], [0; 16]);
        for piece in 0..12 {
            edges[piece] = inverse.edges.piece[piece] | inverse.edges.flip[piece] << 4;
        }
        for piece in 0..8 {
            corners[piece] = inverse.corners.piece[piece] | inverse.corners.twist[piece] << 4;
        }
        Inverse { edges, corners }
    }

    /// The state itself, as the inverse of its inverse.
    pub(crate) fn inverse(&self) -> Inverse {
        let mut result = Inverse { edges: [0; 16], corners: [0; 16] };
        for (piece, &own) in (0..).zip(&self.edges[..12]) {
            result.edges[own as usize & 15] = piece | own & FLIP;
        }
        for (piece, &own) in (0..).zip(&self.corners[..8]) {
            result.corners[own as usize & 7] = piece | ((3 - (own >> 4)) % 3) << 4;
        }
        result
    }

    /// The inverse after a move of the state.
    #[inline]
    pub(crate) fn turn(&self, tables: &Tables, m: usize) -> Inverse {
        let (mut edges, mut corners) = ([0; 16], [0; 16]);
        for (new, &old) in edges[..12].iter_mut().zip(&self.edges) {
            *new = tables.edges[m][old as usize & 15] ^ old & FLIP;
        }
        for (new, &old) in corners[..8].iter_mut().zip(&self.corners) {
            let sum = tables.corners[m][old as usize & 7] + (old & 0x30);
            *new = if sum >= 0x30 { sum - 0x30 } else { sum };
        }
        Inverse { edges, corners }
    }

    /// The cosets of the inverse along the three axes.
    #[inline]
    pub(crate) fn cosets(&self, tables: &Tables, slices: &Slices) -> [Coset; 3] {
        let (mut edges, mut corners) = (0, 0);
        for (shares, &own) in tables.edge_shares.iter().zip(&self.edges) {
            edges |= shares[own as usize & 31];
        }
        for (shares, &own) in tables.corner_shares.iter().zip(&self.corners) {
            corners += shares[own as usize & 63];
        }
        [0, 1, 2].map(|axis| {
            let own = (edges >> (AXIS_BITS * axis)) as u64;
            let (slice, upper) = (own >> FLIP_BITS & 0xFFF, own >> (FLIP_BITS + PLACE_BITS) & 0xFFF);
            let slice = if slices.grain() == Grain::Middle {
                slices.of(&self.seen(axis as usize))
            } else {
                let first = tables.packed[(slice << 6 & 0xFC0 | upper & 0x3F) as usize] as usize;
                let second = tables.packed[(slice & 0xFC0 | upper >> 6) as usize] as usize;
                let others = 6 - (slice >> 6).count_ones();
                slices.of_halves(slice as usize, first << others | second)
            };
            Coset { twist: (corners >> (16 * axis)) as u16, slice, flip: own as u16 & 0x7FF }
        })
    }

    /// The edges of the inverse seen along an axis: for tables that ask for the order of slice edges.
    fn seen(&self, axis: usize) -> [u8; 12] {
        let edge = &axis_rotations()[axis].action().edge;
        let mut piece = [0; 12];
        for i in 0..12 {
            piece[edge[i] as usize] = edge[self.edges[i] as usize & 15];
        }
        piece
    }
}

impl Cosets {
    /// The cosets of the inverse of a state along its three axes.
    #[cfg(test)]
    pub(crate) fn of_inverse(&self, state: &Cubie) -> [Coset; 3] {
        self.of_axes(&state.inverse())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::solve::two::Metric;
    use ludex_core::Random;

    #[test]
    fn inverses_follow_the_state() {
        let (tables, mut random) = (Tables::get(), Random::new(33));
        for grain in Grain::ALL {
            let cosets = Cosets::new(grain, Metric::Htm);
            for _ in 0..50 {
                let state = Cubie::random(&mut random);
                let inverse = Inverse::of(&state);
                assert_eq!(inverse.inverse(), Inverse::of(&state.inverse()));
                assert_eq!(inverse.cosets(tables, &cosets.slices), cosets.of_inverse(&state));
                for m in 0..MOVES {
                    let turn = turn_of(m as u8);
                    let next = state.turn(turn.face, turn.quarters);
                    assert_eq!(inverse.turn(tables, m), Inverse::of(&next));
                }
            }
        }
    }
}
