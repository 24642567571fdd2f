//! The second phase where turns of two opposite faces at once count one.
//!
//! ```text
//!   k    0..15     U by k + 1 modulo 4, D by (k + 1) / 4
//!       15..18     R2, L2, both         18..21     F2, B2, both
//! ```

use super::phase_two::{MOVES2, ORDERS, Orders};

/// Turns about one axis at once that keep the subgroup.
pub(super) const STEPS2: usize = 21;
const SLICES: usize = 24;
const UNKNOWN: u8 = u8::MAX;

/// Moves and distances of the second phase.
pub(super) struct Second {
    corners: Vec<[u16; STEPS2]>,
    edges: Vec<[u16; STEPS2]>,
    slice: [[u8; STEPS2]; SLICES],
    /// `[corners * 24 + slice]` and `[edges * 24 + slice]`: exact.
    near_corners: Vec<u8>,
    near_edges: Vec<u8>,
}

/// The place among `MOVES2` of the one or two moves of a step.
fn moves(step: usize) -> [Option<usize>; 2] {
    if step < 15 {
        let (up, down) = ((step + 1) % 4, (step + 1) / 4);
        return [up.checked_sub(1), (down > 0).then(|| down + 2)];
    }
    // R2 F2 L2 B2 stand at 6, 7, 8, 9.
    let (first, which) = (6 + (step - 15) / 3, (step - 15) % 3);
    [(which != 1).then_some(first), (which != 0).then_some(first + 2)]
}

/// The axis of a step: 0 for U and D, 1 for R and L, 2 for F and B.
pub(super) const fn axis(step: usize) -> usize {
    if step < 15 { 0 } else { 1 + (step - 15) / 3 }
}

/// The moves of a step by their usual numbers.
pub(super) fn usual(step: usize) -> impl Iterator<Item = u8> {
    moves(step).into_iter().flatten().map(|k| MOVES2[k])
}

impl Second {
    pub(super) fn new() -> Second {
        let orders = Orders::get();
        let follow = |start: u16, lead: &dyn Fn(u16, usize) -> u16| -> [u16; STEPS2] {
            std::array::from_fn(|step| moves(step).into_iter().flatten().fold(start, lead))
        };
        let all = |lead: &dyn Fn(u16, usize) -> u16| -> Vec<[u16; STEPS2]> {
            (0..ORDERS as u16).map(|order| follow(order, lead)).collect()
        };
        let corners = all(&|order, k| orders.corners[order as usize][MOVES2[k] as usize]);
        let edges = all(&|order, k| orders.edges[order as usize][k]);
        let slice = std::array::from_fn(|s| {
            follow(s as u16, &|slice, k| orders.slice[slice as usize][k].into()).map(|slice| slice as u8)
        });
        let near_corners = distances(&corners, &slice);
        let near_edges = distances(&edges, &slice);
        Second { corners, edges, slice, near_corners, near_edges }
    }

    /// No second phase is shorter, as far as corners and slice say.
    pub(super) fn corners_bound(&self, corners: u16, slice: u8) -> u8 {
        self.near_corners[at(corners, slice)]
    }

    /// The same for edges and slice.
    pub(super) fn edges_bound(&self, edges: u16, slice: u8) -> u8 {
        self.near_edges[at(edges, slice)]
    }

    /// Looks for a way home in `left` steps, the first not about the axis `last`; writes it to `path`.
    pub(super) fn finish(
        &self,
        (corners, edges, slice): (u16, u16, u8),
        left: u8,
        last: usize,
        usable: u32,
        path: &mut Vec<u8>,
    ) -> bool {
        if left == 0 {
            return corners == 0 && edges == 0 && slice == 0;
        }
        for step in (0..STEPS2).filter(|&step| axis(step) != last && usable >> step & 1 == 1) {
            let next_slice = self.slice[slice as usize][step];
            let next_corners = self.corners[corners as usize][step];
            if self.corners_bound(next_corners, next_slice) >= left {
                continue;
            }
            let next_edges = self.edges[edges as usize][step];
            if self.edges_bound(next_edges, next_slice) >= left {
                continue;
            }
            path.push(step as u8);
            if self.finish((next_corners, next_edges, next_slice), left - 1, axis(step), usable, path) {
                return true;
            }
            path.pop();
        }
        false
    }
}

fn at(order: u16, slice: u8) -> usize {
    order as usize * SLICES + slice as usize
}

/// Breadth first from home.
fn distances(orders: &[[u16; STEPS2]], slices: &[[u8; STEPS2]; SLICES]) -> Vec<u8> {
    let mut bytes = vec![UNKNOWN; ORDERS * SLICES];
    bytes[0] = 0;
    let (mut here, mut depth) = (vec![0u32], 0);
    while !here.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for number in here {
            let (order, slice) = (number as usize / SLICES, number as usize % SLICES);
            for step in 0..STEPS2 {
                let to = at(orders[order][step], slices[slice][step]);
                if bytes[to] == UNKNOWN {
                    bytes[to] = depth;
                    next.push(to as u32);
                }
            }
        }
        here = next;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_all_turns_of_the_subgroup_about_one_axis() {
        let mut all: Vec<Vec<u8>> = (0..STEPS2).map(|step| usual(step).collect()).collect();
        for (step, moves) in all.iter().enumerate() {
            assert!(moves.iter().all(|m| (m / 3 % 3) as usize == axis(step)), "{step}: {moves:?}");
        }
        all.sort_unstable();
        all.dedup();
        // Fifteen of U and D, three of R2 and L2, three of F2 and B2.
        assert_eq!(all.len(), 21);
        assert!(all.contains(&vec![0, 11]) && all.contains(&vec![4, 13]) && all.contains(&vec![16]));
    }
}
