//! The 3x3 in two phases: first into the states that U, D and half turns can solve, then home.
//!
//! Six views of a state are searched in turn, deeper and deeper: along each of the three axes, the
//! state and its inverse. With the large table every step of the first phase is known to be on a
//! shortest way; with the small ones (made in a fraction of a second) it is bounded from below.
//!
//! One long file: the search is a single loop over nodes that stand side by side, and its tables, its
//! order and its limits make sense only together.

use super::coords::{ALL_MOVES, Coords, axis_rotations, four_of, may_follow, seen_moves, turn_of};
use super::coset::{Coset, Cosets, Distances, Floor, Grain, prefetch};
use super::low::Low;
use super::optimal::FOLLOWERS;
use super::phase_two::{MOVES2, ORDER_SLICES, Orders};
use super::short::Short;
use super::two::Metric;
use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::Turn;
use crate::permutation::rank;
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};

/// The longest solution that is ever looked for.
const LONGEST: usize = 30;
/// Longest second phase: beyond this another first phase is the better bet.
const LONGEST_SECOND: u8 = 11;
/// Solutions up to this length are looked for first, and found shortest.
const SHORT: u8 = 11;
/// A first solution of so many moves is a sign of a state near home, which is then looked for again.
const SUSPICIOUS: usize = 16;
/// So long a solution is then looked for. A length, not an amount of work: that would be another answer with other
/// tables.
const FOLLOW_UP: u8 = 13;
/// Nodes between two reports.
const REPORT_EVERY: u64 = 1 << 14;
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
    /// With `improve` it goes on below the target until nothing shorter is found or the progress stops
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
        Ok(self.solve_proven(state, target, improve, progress, better)?.map(|(turns, _)| turns))
    }

    /// The same, with the number of moves that every solution is proven to have at least.
    ///
    /// # Errors
    /// [`Stopped`] when it was stopped before the first solution.
    pub fn solve_proven(
        &self,
        state: &Cubie,
        target: u8,
        improve: bool,
        progress: &dyn Progress,
        better: &mut dyn FnMut(&[Turn]),
    ) -> Result<Option<(Vec<Turn>, u8)>, Stopped> {
        let views = self.views();
        // Short ways home are found shortest; a state far from home costs little here.
        let mut short = Short::new(&self.cosets, views.first, *state, ALL_MOVES);
        if let Some(found) = short.up_to(SHORT.min(target), progress)? {
            better(&found);
            let length = found.len() as u8;
            return Ok(Some((found, length)));
        }
        let mut best: Option<Vec<Turn>> = None;
        let mut visit = |turns: &[Turn]| {
            better(turns);
            best = Some(turns.to_vec());
            improve.then(|| (turns.len() as u8).saturating_sub(1))
        };
        let limit = usize::from(target).min(LONGEST) as u8;
        let outcome = Search::new(self, &views, progress, &mut visit).run(state, limit, ALL_MOVES);
        let Some(mut best) = best else { return outcome.map(|()| None) };
        if best.len() <= SUSPICIOUS && outcome.is_ok() {
            // Hardly any random state has a first solution that short: this one is near home.
            if let Ok(Some(shorter)) = short.up_to(FOLLOW_UP.min(best.len() as u8 - 1), progress) {
                better(&shorter);
                best = shorter;
            }
        }
        let at_least = short.lower_bound().min(best.len() as u8);
        Ok(Some((best, at_least)))
    }

    /// Visits solutions of at most `limit` moves, short ones first, but not all of them: of each first
    /// phase the shortest second one. Only `faces` turn. `visit` gives the new limit, or nothing to end the
    /// search.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn each(
        &self,
        state: &Cubie,
        limit: u8,
        faces: &[Face],
        progress: &dyn Progress,
        visit: &mut dyn FnMut(&[Turn]) -> Option<u8>,
    ) -> Result<(), Stopped> {
        let views = self.views();
        let usable = (0..18).filter(|&m| faces.contains(&turn_of(m).face)).fold(0, |bits, m| bits | 1 << m);
        let mut limit = usize::from(limit).min(LONGEST) as u8;
        let mut short = Short::new(&self.cosets, views.first, *state, usable);
        let found = short.up_to(SHORT.min(limit), progress)?;
        if let Some(found) = found {
            let Some(next) = visit(&found) else { return Ok(()) };
            limit = next;
        }
        Search::new(self, &views, progress, visit).run(state, limit, usable)
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
/// The numbers of the set bits.
fn bits_of(mut bits: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let m = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        m
    })
}

/// Moves, as bits, as they look through a rotation.
fn seen_mask(rotation: Symmetry, moves: u32) -> u32 {
    let seen = seen_moves(rotation);
    bits_of(moves).fold(0, |bits, m| bits | 1 << seen[m as usize])
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
    /// The moves that may be used, as they look here.
    usable: u32,
}

/// A state on its way through the first phase.
#[derive(Clone, Copy)]
struct Node {
    coset: Coset,
    /// Of the coset, or a lower bound of it.
    distance: u8,
    /// What the second phase asks first: the orders of the corners and of the slice.
    corners: u16,
    slice: u16,
    path: [u8; LONGEST],
}

/// A child whose distance is asked for.
struct Probe {
    parent: usize,
    m: u8,
    coset: Coset,
    entry: usize,
}

/// How many nodes of a depth go together: while the first waits for its distances, the others ask.
const TOGETHER: usize = 32;

struct Search<'a> {
    solver: &'a TwoPhase,
    coords: &'static Coords,
    orders: &'static Orders,
    views: &'a Views<'a>,
    progress: &'a dyn Progress,
    visit: &'a mut dyn FnMut(&[Turn]) -> Option<u8>,
    view: View,
    /// The solution that is tried.
    path: [u8; LONGEST + 2],
    /// The children of every depth, and those asked for: room that is used again.
    children: Vec<Vec<Node>>,
    probes: Vec<Probe>,
    limit: u8,
    nodes: u64,
    next_report: u64,
}

/// Whether the search is over.
type Found = Result<bool, Stopped>;

impl<'a> Search<'a> {
    fn new(
        solver: &'a TwoPhase,
        views: &'a Views<'a>,
        progress: &'a dyn Progress,
        visit: &'a mut dyn FnMut(&[Turn]) -> Option<u8>,
    ) -> Self {
        let view = View {
            rotation: Symmetry::IDENTITY,
            inverse: false,
            coset: Coset::default(),
            distance: 0,
            corners: 0,
            fours: [0; 3],
            usable: ALL_MOVES,
        };
        Search {
            solver,
            coords: Coords::get(),
            orders: Orders::get(),
            views,
            progress,
            visit,
            view,
            path: [NO_MOVE; LONGEST + 2],
            children: vec![Vec::new(); LONGEST],
            probes: Vec::new(),
            limit: 0,
            nodes: 0,
            next_report: REPORT_EVERY,
        }
    }

    fn run(&mut self, state: &Cubie, limit: u8, usable: u32) -> Result<(), Stopped> {
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
                    usable: seen_mask(rotation, usable),
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
                let root = Node {
                    coset: view.coset,
                    distance: view.distance,
                    corners: view.corners,
                    slice: view.fours[0],
                    path: [NO_MOVE; LONGEST],
                };
                let found = if length == 0 {
                    view.coset == self.solver.cosets.home() && self.second_phase(0, &root)?
                } else {
                    self.first_phase(0, length as u8, &[root])?
                };
                if found {
                    return Ok(());
                }
            }
            length += 1;
        }
        Ok(())
    }

    /// Counts nodes and reports now and then.
    #[inline]
    fn tick(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_EVERY;
            self.progress.report(self.nodes, 0)?;
        }
        Ok(())
    }

    /// Goes on with nodes of one depth; `left` moves of the first phase are to come.
    fn first_phase(&mut self, depth: usize, left: u8, nodes: &[Node]) -> Found {
        self.tick(nodes.len() as u64)?;
        // A better solution may have been found meanwhile.
        if depth + left as usize > self.limit as usize {
            return Ok(false);
        }
        let mut children = std::mem::take(&mut self.children[depth]);
        children.clear();
        self.expand(depth, left, nodes, &mut children);
        let mut found = Ok(false);
        if left > 1 {
            for together in children.chunks(TOGETHER) {
                found = self.first_phase(depth + 1, left - 1, together);
                if found != Ok(false) {
                    break;
                }
            }
        } else {
            children.retain(|child| child.coset == self.solver.cosets.home());
            for child in &children {
                prefetch(self.views.corners, self.second_corners(child));
            }
            for child in &children {
                found = self.second_phase(depth + 1, child);
                if found != Ok(false) {
                    break;
                }
            }
        }
        self.children[depth] = children;
        found
    }

    /// All children that the moves left may bring home, in the order of their paths: so the first
    /// solution is the same whatever the tables rule out, and however many nodes go together. Nothing
    /// here waits for a single read: what a round reads it has asked for before.
    fn expand(&mut self, depth: usize, left: u8, nodes: &[Node], children: &mut Vec<Node>) {
        let (cosets, low, coords) = (&self.solver.cosets, &self.solver.low, self.coords);
        let first = self.views.first;
        let is_low = |node: &Node| node.distance <= Low::DEEPEST;
        for node in nodes.iter().filter(|node| is_low(node)) {
            low.ask(node.coset);
        }
        // The moves of every node that are good, those still to be asked about, and where they lead.
        let (mut good, mut rest) = ([0; TOGETHER], [0; TOGETHER]);
        let mut distances = [[0; 18]; TOGETHER];
        self.probes.clear();
        for (parent, node) in nodes.iter().enumerate() {
            let mut allowed = match depth {
                0 => ALL_MOVES,
                _ => FOLLOWERS[node.path[depth - 1] as usize / 3],
            } & self.view.usable;
            // The last move of the first phase is none of the second: it would belong there.
            if left == 1 {
                allowed &= !SECOND_MOVES;
            }
            if is_low(node)
                && let Some(slot) = low.get(node.coset)
            {
                // Close to the subgroup it is known which moves lead where.
                let useful = match left.checked_sub(slot.depth) {
                    None => 0,
                    Some(0) => slot.down,
                    Some(1) => slot.down | slot.same,
                    Some(_) => ALL_MOVES,
                };
                good[parent] = useful & allowed;
                for m in bits_of(good[parent]) {
                    let bit = 1 << m;
                    distances[parent][m as usize] = match slot.down & bit {
                        0 => slot.depth + u8::from(slot.same & bit == 0),
                        _ => slot.depth - 1,
                    };
                }
                continue;
            }
            rest[parent] = allowed & !QUARTERS;
            for m in bits_of(allowed & QUARTERS) {
                let coset = cosets.turn(coords, node.coset, m as usize);
                self.probes.push(Probe { parent, m, coset, entry: first.entry(cosets, coords, coset) });
            }
        }
        // Where a quarter turn leads too far away, the face's other turns are too far as well: these
        // come second.
        for round in 0..2 {
            self.probes.iter().for_each(|probe| first.ask(probe.entry));
            for &Probe { parent, m, coset, entry } in &self.probes {
                let distance = first.step(nodes[parent].distance, coset, entry);
                distances[parent][m as usize] = distance;
                good[parent] |= u32::from(distance < left) << m;
                rest[parent] &= !(u32::from(distance > left) * (0b110 << m));
            }
            if round == 1 {
                break;
            }
            self.probes.clear();
            for (parent, node) in nodes.iter().enumerate() {
                for m in bits_of(rest[parent]) {
                    let coset = cosets.turn(coords, node.coset, m as usize);
                    self.probes.push(Probe { parent, m, coset, entry: first.entry(cosets, coords, coset) });
                }
            }
        }
        for (parent, node) in nodes.iter().enumerate() {
            for m in bits_of(good[parent]) {
                let mut path = node.path;
                path[depth] = m;
                let m = m as usize;
                children.push(Node {
                    coset: cosets.turn(coords, node.coset, m),
                    distance: distances[parent][m],
                    corners: self.orders.corners[node.corners as usize][m],
                    slice: coords.four[node.slice as usize][m],
                    path,
                });
            }
        }
    }

    /// Where the second phase of a node has its bound by corners and slice.
    #[inline]
    fn second_corners(&self, node: &Node) -> usize {
        node.corners as usize * 24 + node.slice as usize % 24
    }

    /// Tries to finish after a whole first phase.
    fn second_phase(&mut self, length: usize, node: &Node) -> Found {
        if length > self.limit as usize {
            return Ok(false);
        }
        // With fewer faces second phases are longer.
        let longest = if self.view.usable == ALL_MOVES { LONGEST_SECOND } else { 16 };
        let room = (self.limit - length as u8).min(longest);
        let (corners, slice) = (node.corners, node.slice % 24);
        let least = self.views.corners[self.second_corners(node)];
        if least > room {
            return Ok(false);
        }
        let [_, mut upper, mut lower] = self.view.fours;
        for &m in &node.path[..length] {
            upper = self.coords.four[upper as usize][m as usize];
            lower = self.coords.four[lower as usize][m as usize];
        }
        let edges = self.orders.merge(upper, lower);
        let least = least.max(self.views.edges[edges as usize * 24 + slice as usize]);
        let least = match self.views.near {
            Some(near) if least <= room => least.max(self.orders.near(near, corners, edges)),
            _ => least,
        };
        self.path[..length].copy_from_slice(&node.path[..length]);
        for second in least..=room {
            if self.finish(length, second, corners, edges, slice as u8)? {
                return Ok(self.keep(length + second as usize));
            }
        }
        Ok(false)
    }

    fn finish(&mut self, depth: usize, left: u8, corners: u16, edges: u16, slice: u8) -> Found {
        if left == 0 {
            return Ok(corners == 0 && edges == 0 && slice == 0);
        }
        self.tick(1)?;
        let last = if depth == 0 { NO_MOVE } else { self.path[depth - 1] };
        let left = left - 1;
        for (k, &m) in MOVES2.iter().enumerate() {
            if last != NO_MOVE && !may_follow(last, m) || self.view.usable >> m & 1 == 0 {
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

    /// Shows the path; true when the search is over.
    fn keep(&mut self, length: usize) -> bool {
        let back = self.view.rotation.inverse();
        let mut turns: Vec<Turn> = self.path[..length].iter().map(|&m| back.turn(turn_of(m))).collect();
        if self.view.inverse {
            turns = crate::moves::invert(&turns);
        }
        // Where the phases meet, or at the ends of an inverse, nothing can cancel; simplify orders
        // opposite faces in one way.
        let turns = crate::moves::simplify(&turns, 3);
        match (self.visit)(&turns) {
            Some(limit) => {
                self.limit = limit.min(LONGEST as u8);
                false
            }
            None => true,
        }
    }
}
