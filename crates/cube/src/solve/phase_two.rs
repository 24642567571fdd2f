//! The second phase: states that U, D and half turns of the other faces can solve.
//!
//! ```text
//!   corners 0..40320   order of the corners       slice 0..24   order of FR FL BL BR
//!   edges   0..40320   order of the other edges
//!
//!   near table: (corner class * 40320 + edges seen through the class's symmetry), two bits each:
//!               0 at most 8 moves, 1 nine, 2 ten, 3 more than ten
//! ```

use super::coords::{AXIAL, Coords, FOURS, MOVES, four_of, move_table};
use crate::cubie::{Corners, Cubie, Edges};
use crate::face::Face;
use crate::permutation::{rank, unrank};
use ludex_core::{Progress, Stopped};
use std::sync::OnceLock;

pub(crate) const ORDERS: usize = 40320;
const SLICES: usize = 24;
pub(crate) const ORDER_SLICES: usize = ORDERS * SLICES;
/// The moves of the second phase: U D and half turns.
pub(crate) const MOVES2: [u8; 10] = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];
/// The number of a solved slice: its places come last.
const SLICE_HOME: usize = 494 * 24;
/// Depth up to which the near table is exact.
const NEAR: u8 = 10;
const FAR: u8 = 0xFF;

/// Moves of the orders.
pub(crate) struct Orders {
    /// All moves, also those of the first phase.
    pub(crate) corners: Vec<[u16; MOVES]>,
    /// `[edges][k]` for `MOVES2[k]`.
    pub(crate) edges: Vec<[u16; 10]>,
    pub(crate) slice: [[u8; 10]; SLICES],
    /// From the four upper edges (packed) and the order of the four lower ones to the edges' order.
    merged: Vec<u16>,
    packed: Vec<u16>,
    /// Class and symmetry of every corner order.
    class: Vec<(u16, u8)>,
    /// The order that stands for each class, and the symmetries that keep it.
    stands: Vec<(u16, u16)>,
    /// `[symmetry][edges]`
    edges_seen: Vec<Vec<u16>>,
}

impl Orders {
    pub(crate) fn get() -> &'static Orders {
        static TABLES: OnceLock<Orders> = OnceLock::new();
        TABLES.get_or_init(Orders::new)
    }

    fn new() -> Orders {
        let coords = Coords::get();
        let quarter: Vec<Cubie> =
            Face::FACELET_ORDER.iter().map(|&face| Cubie::SOLVED.turn(face, 1)).collect();
        let corners = move_table(ORDERS, |number, f| {
            let old: [u8; 8] = unrank(number as u64);
            rank(&quarter[f].corners.piece.map(|from| old[from as usize])) as usize
        });
        let halves: Vec<Cubie> = MOVES2
            .iter()
            .map(|&m| Cubie::SOLVED.turn(Face::FACELET_ORDER[m as usize / 3], m % 3 + 1))
            .collect();
        let edges = (0..ORDERS)
            .map(|number| {
                let old: [u8; 8] = unrank(number as u64);
                std::array::from_fn(|k| {
                    let moved: [u8; 8] = std::array::from_fn(|i| old[halves[k].edges.piece[i] as usize]);
                    rank(&moved) as u16
                })
            })
            .collect();
        let slice = std::array::from_fn(|s| {
            MOVES2.map(|m| (coords.four[SLICE_HOME + s][m as usize] as usize - SLICE_HOME) as u8)
        });
        let (mut merged, mut packed, mut next) = (vec![0; ORDERS], vec![u16::MAX; FOURS], 0);
        for number in 0..ORDERS {
            let eight: [u8; 8] = unrank(number as u64);
            let mut all = Edges::SOLVED;
            all.piece[..8].copy_from_slice(&eight);
            let (upper, lower) = (four_of(&all, 0), four_of(&all, 4));
            if packed[upper] == u16::MAX {
                packed[upper] = next;
                next += 1;
            }
            merged[packed[upper] as usize * 24 + lower % 24] = number as u16;
        }
        let mut class = vec![(u16::MAX, 0); ORDERS];
        let mut stands: Vec<(u16, u16)> = Vec::new();
        for number in 0..ORDERS {
            if class[number].0 != u16::MAX {
                continue;
            }
            let state = Corners { piece: unrank(number as u64), twist: [0; 8] };
            let mut keeps = 0;
            for (k, &s) in coords.axial.iter().enumerate() {
                let seen = rank(&state.conjugate(s).piece) as usize;
                keeps |= u16::from(seen == number) << k;
                if class[seen].0 == u16::MAX {
                    let back = coords.axial.iter().position(|&other| other == s.inverse()).expect("a group");
                    class[seen] = (stands.len() as u16, back as u8);
                }
            }
            stands.push((number as u16, keeps));
        }
        let edges_seen = coords
            .axial
            .iter()
            .map(|s| {
                let edge = &s.action().edge;
                (0..ORDERS)
                    .map(|number| {
                        let old: [u8; 8] = unrank(number as u64);
                        let mut new = [0; 8];
                        for (i, &piece) in old.iter().enumerate() {
                            new[edge[i] as usize] = edge[piece as usize];
                        }
                        rank(&new) as u16
                    })
                    .collect()
            })
            .collect();
        Orders { corners, edges, slice, merged, packed, class, stands, edges_seen }
    }

    /// The order of the eight other edges, from the upper and the lower four.
    pub(crate) fn merge(&self, upper: u16, lower: u16) -> u16 {
        self.merged[self.packed[upper as usize] as usize * 24 + lower as usize % 24]
    }

    /// Bytes of the near table.
    pub(crate) fn near_bytes(&self) -> usize {
        self.stands.len() * ORDERS / 4
    }

    /// The least number of moves the near table allows.
    #[inline]
    pub(crate) fn near(&self, table: &[u8], corners: u16, edges: u16) -> u8 {
        let (class, k) = self.class[corners as usize];
        let entry = class as usize * ORDERS + self.edges_seen[k as usize][edges as usize] as usize;
        [0, 9, 10, 11][(table[entry >> 2] >> ((entry & 3) * 2) & 3) as usize]
    }

    /// Makes the near table, breadth first.
    pub(crate) fn build_near(&self, progress: &dyn Progress) -> Result<Vec<u8>, Stopped> {
        let mut bytes = vec![FAR; self.stands.len() * ORDERS];
        bytes[0] = 0;
        let mut list = vec![0u16; ORDERS];
        for depth in 0..NEAR {
            progress.report(u64::from(depth), u64::from(NEAR))?;
            for row in 0..self.stands.len() {
                let mut count = 0;
                for (edges, &byte) in bytes[row * ORDERS..][..ORDERS].iter().enumerate() {
                    if byte == depth {
                        list[count] = edges as u16;
                        count += 1;
                    }
                }
                if count > 0 {
                    self.spread_row(&mut bytes, row, &list[..count], depth + 1);
                }
            }
        }
        let pack = |four: &[u8]| {
            let bits = |byte: u8| byte.clamp(NEAR - 2, NEAR + 1) - (NEAR - 2);
            four.iter().rev().fold(0, |sum, &byte| sum << 2 | bits(byte))
        };
        Ok(bytes.chunks(4).map(pack).collect())
    }

    fn spread_row(&self, bytes: &mut [u8], row: usize, list: &[u16], value: u8) {
        for (k, &m) in MOVES2.iter().enumerate() {
            let corners = self.corners[self.stands[row].0 as usize][m as usize];
            let (class, s) = self.class[corners as usize];
            let (to, keeps) = (class as usize * ORDERS, self.stands[class as usize].1);
            let seen = &self.edges_seen[s as usize];
            for &edges in list {
                let edges = seen[self.edges[edges as usize][k] as usize] as usize;
                if bytes[to + edges] == FAR {
                    bytes[to + edges] = value;
                    for other in (1..AXIAL).filter(|other| keeps >> other & 1 == 1) {
                        let twin = &mut bytes[to + self.edges_seen[other][edges] as usize];
                        *twin = (*twin).min(value);
                    }
                }
            }
        }
    }

    /// Exact distances of (corners, slice) or (edges, slice), one byte each.
    pub(crate) fn build_small(&self, of_corners: bool) -> Vec<u8> {
        let mut bytes = vec![FAR; ORDER_SLICES];
        bytes[0] = 0;
        let mut here = vec![0u32];
        let mut depth = 0;
        while !here.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for number in here {
                let (order, slice) = (number as usize / SLICES, number as usize % SLICES);
                for (k, &m) in MOVES2.iter().enumerate() {
                    let order =
                        if of_corners { self.corners[order][m as usize] } else { self.edges[order][k] };
                    let to = order as usize * SLICES + self.slice[slice][k] as usize;
                    if bytes[to] == FAR {
                        bytes[to] = depth;
                        next.push(to as u32);
                    }
                }
            }
            here = next;
        }
        bytes
    }
}
