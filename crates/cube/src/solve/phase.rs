//! The 3x3 in two phases: first into the states that U, D and half turns can solve, then home.
//!
//! Six views of a state are searched in turn, deeper and deeper: along each of the three axes, the
//! state and its inverse. With the large table every step of the first phase is known to be on a
//! shortest way; with the small ones (made in a fraction of a second) it is bounded from below.

use super::coords::{Coords, axis_rotations, four_of, may_follow, turn_of};
use super::coset::{Coset, Cosets, Distances, Floor, Grain};
use super::optimal::FOLLOWERS;
use super::phase_two::{MOVES2, ORDER_SLICES, Orders};
use super::short::Short;
use super::slices::places_of;
use super::two::Metric;
use crate::cubie::Cubie;
use crate::moves::Turn;
use crate::permutation::rank;
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};

/// The longest solution that is ever looked for.
const LONGEST: usize = 30;
/// Longest second phase: beyond this another first phase is the better bet. The less is asked for, the
/// more it pays to look further here.
const fn longest_second(limit: u8) -> u8 {
    if limit > 20 { 11 } else { 10 }
}
/// Solutions up to this length are looked for first, and found shortest.
const SHORT: u8 = 10;
/// Nodes between two reports.
const BREATH: u64 = 1 << 14;
const NO_MOVE: u8 = 200;

/// Bytes that live as long as the solver: read, mapped or made.
pub type Bytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// The two-phase solver with its tables.
pub struct TwoPhase {
    cosets: Cosets,
    low: Low,
    tables: Tables,
}

enum Tables {
    /// Everything exact: the payload of the table file.
    Large(Bytes),
    /// Lower bounds that are made quickly.
    Small { floor: Floor, corners: Vec<u8>, edges: Vec<u8> },
}

impl std::fmt::Debug for TwoPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TwoPhase").field("large", &self.is_large()).finish_non_exhaustive()
    }
}

/// The table file's word.
pub const WORD: &str = "cube3-twophase";
/// The version of its layout.
pub const VERSION: u8 = 1;

impl TwoPhase {
    /// The solver with small tables, made here in a fraction of a second.
    #[must_use]
    pub fn small() -> TwoPhase {
        let orders = Orders::get();
        let cosets = Cosets::new(Grain::Coarse, Metric::Htm);
        let tables = Tables::Small {
            floor: Floor::new(Metric::Htm),
            corners: orders.build_small(true),
            edges: orders.build_small(false),
        };
        TwoPhase { low: Low::new(&cosets), cosets, tables }
    }

    /// The solver with the large table, whose payload is given.
    ///
    /// Nothing when the payload has not the length of a table.
    #[must_use]
    pub fn large(payload: Bytes) -> Option<TwoPhase> {
        let cosets = Cosets::new(Grain::Coarse, Metric::Htm);
        let fits = (*payload).as_ref().len() == payload_bytes(&cosets);
        fits.then(|| TwoPhase { low: Low::new(&cosets), cosets, tables: Tables::Large(payload) })
    }

    /// Makes the payload of the large table.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn build(threads: usize, progress: &dyn Progress) -> Result<Vec<u8>, Stopped> {
        let cosets = Cosets::new(Grain::Coarse, Metric::Htm);
        let orders = Orders::get();
        let mut payload = vec![0; payload_bytes(&cosets)];
        let (coset, rest) = payload.split_at_mut(cosets.bytes());
        cosets.build(coset, threads, progress)?;
        let (near, rest) = rest.split_at_mut(orders.near_bytes());
        near.copy_from_slice(&orders.build_near(progress)?);
        let (corners, edges) = rest.split_at_mut(ORDER_SLICES);
        corners.copy_from_slice(&orders.build_small(true));
        edges.copy_from_slice(&orders.build_small(false));
        Ok(payload)
    }

    /// Whether the large table is in use.
    #[must_use]
    pub const fn is_large(&self) -> bool {
        matches!(self.tables, Tables::Large(_))
    }

    /// Looks for a solution of at most `target` moves and tells every better one on the way.
    ///
    /// With `improve` it goes on below the target until nothing shorter exists or the progress stops
    /// it; without, it ends with the first that is short enough. Stopped, it gives the best so far.
    ///
    /// # Errors
    /// [`Stopped`] when it was stopped before the first solution.
    pub fn solve(
        &self,
        state: &Cubie,
        target: u8,
        improve: bool,
        progress: &dyn Progress,
        better: &mut dyn FnMut(&[Turn]),
    ) -> Result<Option<Vec<Turn>>, Stopped> {
        let views = self.views();
        // Short ways home are found shortest; a state far from home costs little here.
        let mut short = Short::new(&self.cosets, views.first, *state);
        if let Some(found) = short.up_to(SHORT.min(target), progress)? {
            better(&found);
            return Ok(Some(found));
        }
        let mut search = Search::new(self, &views, progress, better);
        let limit = usize::from(target).min(LONGEST) as u8;
        let outcome = search.run(state, limit, improve);
        match (search.best, outcome) {
            (None, Err(Stopped)) => Err(Stopped),
            (best, _) => Ok(best),
        }
    }

    fn views(&self) -> Views<'_> {
        match &self.tables {
            Tables::Large(payload) => {
                let bytes = (**payload).as_ref();
                let (coset, rest) = bytes.split_at(self.cosets.bytes());
                let (near, rest) = rest.split_at(Orders::get().near_bytes());
                let (corners, edges) = rest.split_at(ORDER_SLICES);
                Views { first: Distances::Exact(coset), near: Some(near), corners, edges }
            }
            Tables::Small { floor, corners, edges } => {
                Views { first: Distances::Bounds(floor), near: None, corners, edges }
            }
        }
    }
}

fn payload_bytes(cosets: &Cosets) -> usize {
    cosets.bytes() + Orders::get().near_bytes() + 2 * ORDER_SLICES
}

const ALL_MOVES: u32 = (1 << 18) - 1;
/// The clockwise quarter turns as bits.
const QUARTERS: u32 = 0o111_111;
/// The moves of the second phase as bits.
const SECOND_MOVES: u32 = {
    let (mut bits, mut k) = (0, 0);
    while k < MOVES2.len() {
        bits |= 1 << MOVES2[k];
        k += 1;
    }
    bits
};
/// The cosets close to the subgroup, with the moves that lead nearer and those that lead nowhere.
struct Low {
    slots: Vec<LowSlot>,
}

#[derive(Clone, Copy)]
struct LowSlot {
    key: u32,
    /// The exact distance, also where the tables only bound it.
    depth: u8,
    down: u32,
    same: u32,
}

impl Low {
    const DEEPEST: u8 = 4;
    const BITS: u32 = 15;
    const EMPTY: u32 = u32::MAX;

    fn new(cosets: &Cosets) -> Low {
        let coords = Coords::get();
        let blank = LowSlot { key: Low::EMPTY, depth: 0, down: 0, same: 0 };
        let mut low = Low { slots: vec![blank; 1 << Low::BITS] };
        let mut layers = vec![vec![cosets.home()]];
        low.put(Low::key(cosets.home()));
        let mut depth_of = std::collections::BTreeMap::from([(Low::key(cosets.home()), 0u8)]);
        for depth in 1..=Low::DEEPEST {
            let mut layer = Vec::new();
            for &coset in &layers[depth as usize - 1] {
                for m in 0..18 {
                    let next = cosets.turn(coords, coset, m);
                    if let std::collections::btree_map::Entry::Vacant(entry) = depth_of.entry(Low::key(next))
                    {
                        entry.insert(depth);
                        low.put(Low::key(next));
                        layer.push(next);
                    }
                }
            }
            layers.push(layer);
        }
        for (depth, layer) in layers.iter().enumerate() {
            for &coset in layer {
                let (mut down, mut same) = (0, 0);
                for m in 0..18 {
                    let next = depth_of.get(&Low::key(cosets.turn(coords, coset, m)));
                    down |= u32::from(next.is_some_and(|&next| (next as usize) < depth)) << m;
                    same |= u32::from(next.is_some_and(|&next| next as usize == depth)) << m;
                }
                let at = low.find(Low::key(coset));
                low.slots[at] = LowSlot { depth: depth as u8, down, same, ..low.slots[at] };
            }
        }
        low
    }

    /// Twelve bits of twist, eleven of flip, nine of slice.
    #[inline]
    fn key(coset: Coset) -> u32 {
        u32::from(coset.twist) | u32::from(coset.flip) << 12 | (places_of(coset.slice) as u32) << 23
    }

    /// The slot that holds a key, or the empty one where it would go.
    #[inline]
    fn find(&self, key: u32) -> usize {
        let mut at = (key.wrapping_mul(0x9E37_79B1) >> (32 - Low::BITS)) as usize;
        while self.slots[at].key != key && self.slots[at].key != Low::EMPTY {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    fn put(&mut self, key: u32) {
        let at = self.find(key);
        self.slots[at].key = key;
    }

    #[inline]
    fn get(&self, coset: Coset) -> Option<LowSlot> {
        let slot = self.slots[self.find(Low::key(coset))];
        (slot.key != Low::EMPTY).then_some(slot)
    }
}

/// The tables as slices.
struct Views<'a> {
    first: Distances<'a>,
    near: Option<&'a [u8]>,
    corners: &'a [u8],
    edges: &'a [u8],
}

/// One of the six views of a state.
#[derive(Clone, Copy)]
struct View {
    rotation: Symmetry,
    inverse: bool,
    coset: Coset,
    distance: u8,
    corners: u16,
    fours: [u16; 3],
}

struct Search<'a> {
    solver: &'a TwoPhase,
    coords: &'static Coords,
    orders: &'static Orders,
    views: &'a Views<'a>,
    progress: &'a dyn Progress,
    better: &'a mut dyn FnMut(&[Turn]),
    view: View,
    path: [u8; LONGEST + 2],
    /// Orders after each move of the path, as far as they are known.
    corners: [u16; LONGEST + 2],
    fours: [[u16; 3]; LONGEST + 2],
    known_corners: usize,
    known_edges: usize,
    first_length: usize,
    limit: u8,
    nodes: u64,
    best: Option<Vec<Turn>>,
}

/// Whether the search found what it looks for.
type Found = Result<bool, Stopped>;

impl<'a> Search<'a> {
    fn new(
        solver: &'a TwoPhase,
        views: &'a Views<'a>,
        progress: &'a dyn Progress,
        better: &'a mut dyn FnMut(&[Turn]),
    ) -> Self {
        let view = View {
            rotation: Symmetry::IDENTITY,
            inverse: false,
            coset: Coset::default(),
            distance: 0,
            corners: 0,
            fours: [0; 3],
        };
        Search {
            solver,
            coords: Coords::get(),
            orders: Orders::get(),
            views,
            progress,
            better,
            view,
            path: [NO_MOVE; LONGEST + 2],
            corners: [0; LONGEST + 2],
            fours: [[0; 3]; LONGEST + 2],
            known_corners: 0,
            known_edges: 0,
            first_length: 0,
            limit: 0,
            nodes: 0,
            best: None,
        }
    }

    fn run(&mut self, state: &Cubie, limit: u8, improve: bool) -> Result<(), Stopped> {
        let mut views: Vec<View> = Vec::with_capacity(6);
        for inverse in [false, true] {
            for rotation in axis_rotations() {
                let seen = if inverse { state.inverse() } else { *state }.conjugate(rotation);
                let coset = self.solver.cosets.of(&seen);
                let distance = self.views.first.root(&self.solver.cosets, coset);
                views.push(View {
                    rotation,
                    inverse,
                    coset,
                    distance,
                    corners: rank(&seen.corners.piece) as u16,
                    fours: [8, 0, 4].map(|first| four_of(&seen.edges, first) as u16),
                });
            }
        }
        self.limit = limit;
        let mut length = 0;
        while length <= self.limit as usize {
            for view in &views {
                // A better solution may have been found meanwhile.
                if view.distance as usize > length || length > self.limit as usize {
                    continue;
                }
                self.view = *view;
                self.first_length = length;
                (self.corners[0], self.fours[0]) = (view.corners, view.fours);
                (self.known_corners, self.known_edges) = (0, 0);
                let found = if length == 0 {
                    view.coset == self.solver.cosets.home() && self.second_phase()?
                } else {
                    self.first_phase(0, length as u8, view.coset, view.distance)?
                };
                if found && !improve {
                    return Ok(());
                }
            }
            length += 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn bound(&self, from: u8, coset: Coset) -> u8 {
        self.views.first.step(&self.solver.cosets, self.coords, from, coset)
    }

    /// `left` moves of the first phase are to come.
    fn first_phase(&mut self, depth: usize, left: u8, coset: Coset, distance: u8) -> Found {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) {
            self.progress.report(self.nodes, 0)?;
        }
        let mut allowed = match depth {
            0 => ALL_MOVES,
            _ => FOLLOWERS[self.path[depth - 1] as usize / 3],
        };
        // The last move of the first phase is none of the second: it would belong there.
        if left == 1 {
            allowed &= !SECOND_MOVES;
        }
        let cosets = &self.solver.cosets;
        if distance <= Low::DEEPEST
            && let Some(low) = self.solver.low.get(coset)
        {
            // Close to the subgroup it is known which moves lead where.
            let distance = low.depth;
            let Some(slack) = left.checked_sub(distance) else { return Ok(false) };
            let useful = match slack {
                0 => low.down,
                1 => low.down | low.same,
                _ => ALL_MOVES,
            };
            let mut moves = useful & allowed;
            while moves != 0 {
                let m = moves.trailing_zeros() as u8;
                moves &= moves - 1;
                let next = cosets.turn(self.coords, coset, m as usize);
                let bit = 1 << m;
                let distance =
                    if low.down & bit != 0 { distance - 1 } else { distance + u8::from(low.same & bit == 0) };
                if self.enter(depth, left, m, next, distance)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // Distances are read in two rounds before any child is judged, so that the reads overlap: where
        // a quarter turn leads too far away, the face's other turns are too far as well.
        let mut children = [(0u8, Coset::default(), 0u8); 18];
        let mut count = 0;
        let mut rest = allowed & !QUARTERS;
        let mut quarters = allowed & QUARTERS;
        while quarters != 0 {
            let m = quarters.trailing_zeros() as u8;
            quarters &= quarters - 1;
            let next = cosets.turn(self.coords, coset, m as usize);
            children[count] = (m, next, self.bound(distance, next));
            count += 1;
        }
        for &(m, _, bound) in &children[..count] {
            rest &= !(u32::from(bound > left) * (0b110 << m));
        }
        while rest != 0 {
            let m = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let next = cosets.turn(self.coords, coset, m as usize);
            children[count] = (m, next, self.bound(distance, next));
            count += 1;
        }
        for &(m, next, distance) in &children[..count] {
            if distance < left && self.enter(depth, left, m, next, distance)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on with a move of the first phase.
    #[inline]
    fn enter(&mut self, depth: usize, left: u8, m: u8, next: Coset, distance: u8) -> Found {
        self.path[depth] = m;
        self.known_corners = self.known_corners.min(depth);
        self.known_edges = self.known_edges.min(depth);
        if left > 1 {
            self.first_phase(depth + 1, left - 1, next, distance)
        } else if next == self.solver.cosets.home() {
            self.second_phase()
        } else {
            Ok(false)
        }
    }

    /// Tries to finish after a whole first phase.
    fn second_phase(&mut self) -> Found {
        let length = self.first_length;
        if length > self.limit as usize {
            return Ok(false);
        }
        let room = (self.limit - length as u8).min(longest_second(self.limit));
        for i in self.known_corners..length {
            let m = self.path[i] as usize;
            self.corners[i + 1] = self.orders.corners[self.corners[i] as usize][m];
            self.fours[i + 1][0] = self.coords.four[self.fours[i][0] as usize][m];
        }
        self.known_corners = length;
        let (corners, slice) = (self.corners[length], self.fours[length][0] % 24);
        let least = self.views.corners[corners as usize * 24 + slice as usize];
        if least > room {
            return Ok(false);
        }
        for i in self.known_edges..length {
            let m = self.path[i] as usize;
            self.fours[i + 1][1] = self.coords.four[self.fours[i][1] as usize][m];
            self.fours[i + 1][2] = self.coords.four[self.fours[i][2] as usize][m];
        }
        self.known_edges = length;
        let edges = self.orders.merge(self.fours[length][1], self.fours[length][2]);
        let least = least.max(self.views.edges[edges as usize * 24 + slice as usize]);
        let least = match self.views.near {
            Some(near) if least <= room => least.max(self.orders.near(near, corners, edges)),
            _ => least,
        };
        for second in least..=room {
            if self.finish(length, second, corners, edges, slice as u8)? {
                self.keep(length + second as usize);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finish(&mut self, depth: usize, left: u8, corners: u16, edges: u16, slice: u8) -> Found {
        if left == 0 {
            return Ok(corners == 0 && edges == 0 && slice == 0);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) {
            self.progress.report(self.nodes, 0)?;
        }
        let last = if depth == 0 { NO_MOVE } else { self.path[depth - 1] };
        let left = left - 1;
        for (k, &m) in MOVES2.iter().enumerate() {
            if last != NO_MOVE && !may_follow(last, m) {
                continue;
            }
            let slice = self.orders.slice[slice as usize][k];
            let corners = self.orders.corners[corners as usize][m as usize];
            if self.views.corners[corners as usize * 24 + slice as usize] > left {
                continue;
            }
            let edges = self.orders.edges[edges as usize][k];
            if self.views.edges[edges as usize * 24 + slice as usize] > left {
                continue;
            }
            if let Some(near) = self.views.near
                && (8..=10).contains(&left)
                && self.orders.near(near, corners, edges) > left
            {
                continue;
            }
            self.path[depth] = m;
            if self.finish(depth + 1, left, corners, edges, slice)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps the path as the best solution so far.
    fn keep(&mut self, length: usize) {
        let back = self.view.rotation.inverse();
        let mut turns: Vec<Turn> = self.path[..length].iter().map(|&m| back.turn(turn_of(m))).collect();
        if self.view.inverse {
            turns = crate::moves::invert(&turns);
        }
        // Where the phases meet, or at the ends of an inverse, nothing can cancel; simplify orders
        // opposite faces in one way.
        let turns = crate::moves::simplify(&turns, 3);
        self.limit = (turns.len() as u8).saturating_sub(1);
        // What the path reaches back to is no longer there.
        self.known_corners = self.known_corners.min(self.first_length);
        (self.better)(&turns);
        self.best = Some(turns);
    }
}
