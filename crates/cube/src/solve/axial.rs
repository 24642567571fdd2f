//! The 3x3 in two phases where turns of two opposite faces at once count one: what a robot with a motor on
//! every face can do.
//!
//! The order is that of [`super::phase`]: six views of a state, deeper and deeper. A step is any turn of
//! one face, or of it and the opposite one at once: 45 of them. The table has the exact distance of every
//! coset in steps; without it two small tables bound it, and the same leaves are found in the same order.
//!
//! ```text
//!   step = axis * 15 + k - 1     axis 0 U D, 1 R L, 2 F B; the first face by k % 4 quarters, the second by k / 4
//! ```

use super::axial_low::{Near, Slot};
use super::axial_two::{self, STEPS2, Second};
use super::coords::{Coords, axis_rotations, four_of, turn_of};
use super::coset::{Coset, Cosets, Distances, Floor};
use super::phase::Bytes;
use super::phase_two::Orders;
use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::{Turn, invert, simplify};
use crate::permutation::rank;
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};

/// The table file's word.
pub const WORD: &str = "cube3-axial";
/// The version of its layout.
pub const VERSION: u8 = 1;

/// Steps about one axis.
const PER_AXIS: usize = 15;
/// All steps.
pub(super) const STEPS: usize = 3 * PER_AXIS;
/// The longest first phase that is ever looked at.
const LONGEST: usize = 20;
/// Longest second phase: beyond this another first phase is the better bet.
const LONGEST_SECOND: u8 = 9;
/// The same where not all faces turn.
const LONGEST_SECOND_FEWER: u8 = 16;
/// Nodes between two reports.
const REPORT_EVERY: u64 = 1 << 13;
/// No axis.
const NONE: usize = 3;

/// The solver with its tables.
pub struct Axial {
    cosets: Cosets,
    near: Near,
    second: Second,
    tables: Tables,
}

enum Tables {
    /// Distances of all cosets.
    Exact(Bytes),
    /// Lower bounds that are made quickly.
    Small(Floor),
}

impl std::fmt::Debug for Axial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Axial").field("exact", &self.is_exact()).finish_non_exhaustive()
    }
}

impl Axial {
    /// The solver with small tables, made here in a fraction of a second.
    #[must_use]
    pub fn small() -> Axial {
        let cosets = Cosets::axial();
        let tables = Tables::Small(Floor::over(&cosets.steps()));
        Axial { near: Near::new(&cosets), second: Second::new(), cosets, tables }
    }

    /// The solver with the table whose payload is given; nothing when it has not the length of one.
    #[must_use]
    pub fn exact(payload: Bytes) -> Option<Axial> {
        let cosets = Cosets::axial();
        let fits = (*payload).as_ref().len() == cosets.bytes();
        fits.then(|| Axial {
            near: Near::new(&cosets),
            second: Second::new(),
            cosets,
            tables: Tables::Exact(payload),
        })
    }

    /// Makes the payload of the table.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn build(threads: usize, progress: &dyn Progress) -> Result<Vec<u8>, Stopped> {
        let cosets = Cosets::axial();
        let mut payload = vec![0; cosets.bytes()];
        cosets.build(&mut payload, threads, progress)?;
        Ok(payload)
    }

    /// Whether random cosets of a payload have distances that their neighbours allow.
    #[must_use]
    pub fn samples_fit(payload: &[u8], samples: usize) -> bool {
        Cosets::axial().samples_fit(payload, samples)
    }

    /// Whether the table is in use.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self.tables, Tables::Exact(_))
    }

    /// Visits solutions of at most `limit` steps, short first phases first; of each first phase the
    /// shortest second one. It ends after `leaves` first phases. Only `faces` turn. `visit` gives the new
    /// limit, or nothing to end the search.
    ///
    /// Gives a number of steps that every solution has at least.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn each(
        &self,
        state: &Cubie,
        limit: u8,
        faces: &[Face],
        leaves: u64,
        progress: &dyn Progress,
        visit: &mut dyn FnMut(&[Turn]) -> Option<u8>,
    ) -> Result<u8, Stopped> {
        let distances = match &self.tables {
            Tables::Exact(payload) => Distances::Exact((**payload).as_ref()),
            Tables::Small(floor) => Distances::Bounds(floor),
        };
        let usable = (0..18u8).filter(|&m| faces.contains(&turn_of(m).face)).fold(0, |bits, m| bits | 1 << m);
        let mut views = Vec::with_capacity(6);
        for inverse in [false, true] {
            for rotation in axis_rotations() {
                let seen = if inverse { state.inverse() } else { *state }.conjugate(rotation);
                views.push(View::new(self, distances, rotation, inverse, &seen, usable));
            }
        }
        let at_least = views.iter().map(|view| view.distance).max().unwrap_or(0);
        let mut search = Search {
            solver: self,
            coords: Coords::get(),
            orders: Orders::get(),
            distances,
            progress,
            visit,
            view: &views[0],
            path: Vec::new(),
            limit,
            leaves,
            nodes: 0,
            next_report: REPORT_EVERY,
        };
        search.run(&views)?;
        Ok(at_least)
    }
}

/// The moves of a step, one or two.
pub(super) fn step_moves(step: usize) -> [Option<u8>; 2] {
    let (axis, k) = ((step / PER_AXIS) as u8, (step % PER_AXIS) as u8 + 1);
    let (first, second) = (k % 4, k / 4);
    // Opposite faces stand nine moves apart.
    [(first > 0).then(|| 3 * axis + first - 1), (second > 0).then(|| 3 * axis + second + 8)]
}

/// One of the six views of a state.
struct View {
    rotation: Symmetry,
    inverse: bool,
    coset: Coset,
    distance: u8,
    corners: u16,
    fours: [u16; 3],
    /// The steps that may be used, as they look here.
    usable: u64,
    /// The same for the second phase.
    usable_second: u32,
}

impl View {
    fn new(
        solver: &Axial,
        distances: Distances<'_>,
        rotation: Symmetry,
        inverse: bool,
        seen: &Cubie,
        usable: u32,
    ) -> View {
        let look = super::coords::seen_moves(rotation);
        let here = (0..18).filter(|&m| usable >> m & 1 == 1).fold(0u32, |bits, m| bits | 1 << look[m]);
        let fits = |mut all: &mut dyn Iterator<Item = u8>| (&mut all).all(|m| here >> m & 1 == 1);
        let coset = solver.cosets.of(seen);
        View {
            rotation,
            inverse,
            coset,
            distance: distances.root(&solver.cosets, coset),
            corners: rank(&seen.corners.piece) as u16,
            fours: [8, 0, 4].map(|first| four_of(&seen.edges, first) as u16),
            usable: (0..STEPS)
                .filter(|&step| fits(&mut step_moves(step).into_iter().flatten()))
                .fold(0, |bits, step| bits | 1 << step),
            usable_second: (0..STEPS2)
                .filter(|&step| fits(&mut axial_two::usual(step)))
                .fold(0, |bits, step| bits | 1 << step),
        }
    }
}

/// A state on its way through the first phase.
#[derive(Clone, Copy, Default)]
struct Node {
    coset: Coset,
    distance: u8,
    corners: u16,
    slice: u16,
}

struct Search<'a> {
    solver: &'a Axial,
    coords: &'static Coords,
    orders: &'static Orders,
    distances: Distances<'a>,
    progress: &'a dyn Progress,
    visit: &'a mut dyn FnMut(&[Turn]) -> Option<u8>,
    view: &'a View,
    /// The steps of the first phase.
    path: Vec<u8>,
    limit: u8,
    /// First phases that may still be tried.
    leaves: u64,
    nodes: u64,
    next_report: u64,
}

impl<'a> Search<'a> {
    fn run(&mut self, views: &'a [View]) -> Result<(), Stopped> {
        for length in 0..=LONGEST as u8 {
            for view in views {
                // A better solution may have been found meanwhile.
                if length > self.limit {
                    return Ok(());
                }
                if view.distance > length {
                    continue;
                }
                self.view = view;
                let root = Node {
                    coset: view.coset,
                    distance: view.distance,
                    corners: view.corners,
                    slice: view.fours[0],
                };
                self.path.clear();
                let over = match length {
                    0 => view.coset == self.solver.cosets.home() && self.second_phase(&root)?,
                    _ => self.first_phase(&root, length, NONE)?,
                };
                if over {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Goes on with a node; `left` steps of the first phase are to come. Says whether the search is over.
    fn first_phase(&mut self, node: &Node, left: u8, last: usize) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_EVERY;
            self.progress.report(self.nodes, 0)?;
        }
        if self.path.len() as u8 + left > self.limit {
            return Ok(false);
        }
        if node.distance <= Near::DEEPEST
            && let Some(slot) = self.solver.near.get(node.coset)
        {
            return self.downwards(node, left, last, slot);
        }
        let mut children = [(0u8, Coset::default(), 0usize); STEPS];
        let mut count = 0;
        let (cosets, coords) = (&self.solver.cosets, self.coords);
        for axis in (0..3).filter(|&axis| axis != last) {
            for second in 0..4 {
                let half = match second {
                    0 => node.coset,
                    _ => cosets.turn(coords, node.coset, 3 * axis + second + 8),
                };
                for first in 0..4 {
                    let Some(k) = (first + 4 * second).checked_sub(1) else { continue };
                    let step = axis * PER_AXIS + k;
                    if self.view.usable >> step & 1 == 0 {
                        continue;
                    }
                    let coset = match first {
                        0 => half,
                        _ => cosets.turn(coords, half, 3 * axis + first - 1),
                    };
                    let entry = self.distances.entry(cosets, coords, coset);
                    self.distances.ask(entry);
                    children[count] = (step as u8, coset, entry);
                    count += 1;
                }
            }
        }
        for &(step, coset, entry) in &children[..count] {
            let distance = self.distances.step(node.distance, coset, entry);
            if distance < left && self.child(node, step, coset, distance, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same close to the subgroup, where it is known which steps lead where.
    fn downwards(&mut self, node: &Node, left: u8, last: usize, slot: Slot) -> Result<bool, Stopped> {
        let useful = match left.checked_sub(slot.depth) {
            None => 0,
            Some(0) => slot.down,
            Some(1) => slot.down | slot.same,
            Some(_) => u64::MAX >> (64 - STEPS),
        };
        let about_last = if last == NONE { 0 } else { ((1 << PER_AXIS) - 1) << (PER_AXIS * last) };
        let mut steps = useful & self.view.usable & !about_last;
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            let bit = 1 << step;
            steps &= steps - 1;
            let (cosets, coords) = (&self.solver.cosets, self.coords);
            let moves = step_moves(step).into_iter().flatten();
            let coset = moves.fold(node.coset, |coset, m| cosets.turn(coords, coset, m.into()));
            let distance = match slot.down & bit {
                0 => slot.depth + u8::from(slot.same & bit == 0),
                _ => slot.depth - 1,
            };
            if self.child(node, step as u8, coset, distance, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on with a child that the steps left may bring home.
    fn child(
        &mut self,
        node: &Node,
        step: u8,
        coset: Coset,
        distance: u8,
        left: u8,
    ) -> Result<bool, Stopped> {
        let (mut corners, mut slice) = (node.corners, node.slice);
        for m in step_moves(step as usize).into_iter().flatten() {
            corners = self.orders.corners[corners as usize][m as usize];
            slice = self.coords.four[slice as usize][m as usize];
        }
        let child = Node { coset, distance, corners, slice };
        self.path.push(step);
        let over = match left {
            1 => coset == self.solver.cosets.home() && self.second_phase(&child)?,
            _ => self.first_phase(&child, left - 1, step as usize / PER_AXIS)?,
        };
        self.path.pop();
        Ok(over)
    }

    /// Tries to finish after a whole first phase.
    fn second_phase(&mut self, node: &Node) -> Result<bool, Stopped> {
        if self.leaves == 0 {
            return Ok(true);
        }
        self.leaves -= 1;
        let length = self.path.len() as u8;
        if length > self.limit {
            return Ok(false);
        }
        let every = self.view.usable.count_ones() as usize == STEPS;
        let longest = if every { LONGEST_SECOND } else { LONGEST_SECOND_FEWER };
        let room = (self.limit - length).min(longest);
        let (second, slice) = (&self.solver.second, (node.slice % 24) as u8);
        let least = second.corners_bound(node.corners, slice);
        if least > room {
            return Ok(false);
        }
        let [_, mut upper, mut lower] = self.view.fours;
        for m in self.path.iter().flat_map(|&step| step_moves(step as usize)).flatten() {
            upper = self.coords.four[upper as usize][m as usize];
            lower = self.coords.four[lower as usize][m as usize];
        }
        let edges = self.orders.merge(upper, lower);
        let least = least.max(second.edges_bound(edges, slice));
        let last = self.path.last().map_or(NONE, |&step| step as usize / PER_AXIS);
        let mut path = Vec::new();
        for left in least..=room {
            let usable = self.view.usable_second;
            if second.finish((node.corners, edges, slice), left, last, usable, &mut path) {
                return Ok(self.keep(&path));
            }
        }
        Ok(false)
    }

    /// Shows the path; true when the search is over.
    fn keep(&mut self, second: &[u8]) -> bool {
        let back = self.view.rotation.inverse();
        let first = self.path.iter().flat_map(|&step| step_moves(step as usize)).flatten();
        let second = second.iter().flat_map(|&step| axial_two::usual(step as usize));
        let mut turns: Vec<Turn> = first.chain(second).map(|m| back.turn(turn_of(m))).collect();
        if self.view.inverse {
            turns = invert(&turns);
        }
        match (self.visit)(&simplify(&turns, 3)) {
            Some(limit) => {
                self.limit = limit.min(self.limit);
                false
            }
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_all_turns_about_one_axis() {
        let mut all: Vec<_> = (0..STEPS).map(step_moves).collect();
        for (step, pair) in all.iter().enumerate() {
            assert!(pair.iter().flatten().all(|m| (m / 3 % 3) as usize == step / PER_AXIS));
            assert!(pair.iter().flatten().count() > 0);
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 45);
        let mut steps: Vec<_> = Cosets::axial().steps();
        steps.sort_unstable();
        steps.dedup();
        assert_eq!(steps.len(), 45);
    }
}
