//! The 3x3 by iterative deepening: shortest solutions, all of them, with the nodes that prove it.
//!
//! A state and its inverse are seen along the three axes; the table bounds their distances along each.
//! Two things follow from a bound that uses up all moves that are left:
//!
//! - along an axis of the state: the last move is not on that axis, for it would leave the coset as it is,
//!   and one move less would do. This holds for the whole subtree, and what its nodes rule out adds up;
//! - along an axis of the inverse: the next move is not on that axis, for the same reason.
//!
//! Where no axis is left for the last move, or none for the next, there is no solution below. The two are
//! the same thing seen from both ends, so a solution is built from both: where fewer last moves are
//! possible than next ones, the inverse goes on in place of the state.
//!
//! What a node costs is waiting for memory. So sixteen nodes of a depth go together: the entries of all
//! their children are asked for before the first is read.

use super::coords::{may_follow, seen_moves, turn_of};
use super::coset::{Coset, moves_of};
use super::inverse::{Inverse, Tables};
use super::pruning::PruningTable;
use super::two::Metric;
use crate::cubie::Cubie;
use crate::moves::{Turn, invert, simplify};
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// No state is farther, in any metric.
const FARTHEST: usize = 26;
const REPORT_EVERY: u64 = 1 << 11;
/// All three axes, as bits.
const ALL_AXES: u8 = 0b111;
/// The moves on each set of axes, both as bits.
const MOVES_ON: [u32; 8] = {
    const AXES: [u32; 3] = [0o7007, 0o70070, 0o70_0700];
    let (mut table, mut axes) = ([0; 8], 0);
    while axes < 8 {
        let mut axis = 0;
        while axis < 3 {
            if axes >> axis & 1 == 1 {
                table[axes] |= AXES[axis];
            }
            axis += 1;
        }
        axes += 1;
    }
    table
};

/// What was searched at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Moves allowed.
    pub depth: u8,
    /// Nodes visited.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: usize,
}

/// Nodes that go together.
const GROUP: usize = 16;
/// Depths that are searched before threads share what is below.
const SHARED_DEPTHS: u8 = 4;

/// A search that allows one move more each time.
#[derive(Debug, Clone)]
pub struct Deepening<'a> {
    pruning: PruningTable<'a>,
    tables: &'static Tables,
    state: Cubie,
    /// First moves, one for each class under the symmetries of the state itself.
    firsts: u32,
    all: bool,
    /// Room for the children and the survivors of each depth.
    rooms: Vec<(Vec<Child>, Vec<Node>)>,
    found: Vec<Vec<Turn>>,
    nodes: u64,
    /// Nodes at the next report.
    next_report: u64,
    threads: usize,
    /// The share of this thread, and the first share that has a solution: later ones are given up.
    share: usize,
    first: Arc<AtomicUsize>,
}

/// A node: cosets and their bounds along the three axes, of the state and of its inverse, and the axes on
/// which the next and the last move may be, as bits.
#[derive(Debug, Clone, Copy)]
struct Node {
    axes: [Coset; 3],
    bounds: [u8; 3],
    inverse: Inverse,
    inverse_axes: [Coset; 3],
    inverse_bounds: [u8; 3],
    /// The entries that are asked for.
    entries: [usize; 3],
    next: u8,
    last: u8,
    /// The moves of the state, and those of the inverse.
    paths: [Path; 2],
    /// Whether the inverse has taken the state's place.
    turned: bool,
}

impl Node {
    /// The inverse in place of the state.
    fn turn_round(&mut self) {
        std::mem::swap(&mut self.axes, &mut self.inverse_axes);
        std::mem::swap(&mut self.bounds, &mut self.inverse_bounds);
        std::mem::swap(&mut self.next, &mut self.last);
        self.inverse = self.inverse.inverse();
        self.turned ^= true;
    }
}

/// Moves as digits of a number in base 18: 26 of them fit.
#[derive(Debug, Clone, Copy, Default)]
struct Path {
    moves: u128,
    length: u8,
}

impl Path {
    const fn push(&mut self, m: u8) {
        (self.moves, self.length) = (self.moves * 18 + m as u128, self.length + 1);
    }

    /// The last move but `back`.
    fn last(self, back: u8) -> Option<u8> {
        let shifted = if back == 0 { self.moves } else { self.moves / 18 };
        (back < self.length).then_some((shifted % 18) as u8)
    }

    fn turns(self) -> Vec<Turn> {
        let mut rest = self.moves;
        let mut turns: Vec<Turn> = (0..self.length)
            .map(|_| {
                let m = (rest % 18) as u8;
                rest /= 18;
                turn_of(m)
            })
            .collect();
        turns.reverse();
        turns
    }
}

/// A child that is still in the race.
#[derive(Debug, Clone, Copy, Default)]
struct Child {
    /// Its parent's place in the group.
    parent: u8,
    m: u8,
    axes: [Coset; 3],
    bounds: [u8; 3],
    /// The entry that is asked for.
    entry: usize,
}

impl<'a> Deepening<'a> {
    /// A search for the state with a table.
    #[must_use]
    pub fn new(pruning: PruningTable<'a>, state: Cubie) -> Self {
        Deepening {
            pruning,
            tables: Tables::get(),
            state,
            firsts: first_moves(&state),
            all: false,
            rooms: Vec::new(),
            found: Vec::new(),
            nodes: 0,
            next_report: REPORT_EVERY,
            threads: 1,
            share: 0,
            first: Arc::new(AtomicUsize::new(usize::MAX)),
        }
    }

    /// The same search on so many threads. Its solutions are the same; the nodes of the last depth are
    /// not, where the threads stop at the first solution.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// What the table alone proves: no solution is shorter.
    #[must_use]
    pub fn lower_bound(&self) -> u8 {
        let cosets = &self.pruning.numbers.cosets;
        let both = [self.state, self.state.inverse()].map(|state| cosets.of_axes(&state));
        let least = both.iter().flatten().map(|&coset| self.pruning.root(coset)).max().unwrap_or(0);
        if self.state == Cubie::SOLVED { 0 } else { least.max(1) }
    }

    /// The shortest solutions of at most `limit` moves: one, or all. `told` hears of every depth.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn search(
        &mut self,
        limit: u8,
        all: bool,
        progress: &dyn Progress,
        told: &mut dyn FnMut(Depth),
    ) -> Result<Vec<Vec<Turn>>, Stopped> {
        self.all = all;
        if self.state == Cubie::SOLVED {
            told(Depth { depth: 0, nodes: 1, solutions: 1 });
            return Ok(vec![Vec::new()]);
        }
        let cosets = &self.pruning.numbers.cosets;
        let least = self.lower_bound();
        // In quarter turns every solution of a state has the same parity.
        let (mut depth, stride) = match cosets.metric() {
            Metric::Htm => (least, 1),
            Metric::Qtm => (least + (least + u8::from(self.state.corners.is_odd())) % 2, 2),
        };
        while depth <= limit.min(FARTHEST as u8) {
            (self.nodes, self.next_report) = (0, 0);
            self.deepen(depth, progress)?;
            told(Depth { depth, nodes: self.nodes, solutions: self.found.len() });
            if !self.found.is_empty() {
                let mut found = std::mem::take(&mut self.found);
                found.sort_by_key(|turns| {
                    turns.iter().map(|turn| (turn.face, turn.quarters)).collect::<Vec<_>>()
                });
                found.dedup();
                return Ok(found);
            }
            depth += stride;
        }
        Ok(Vec::new())
    }

    fn deepen(&mut self, depth: u8, progress: &dyn Progress) -> Result<(), Stopped> {
        let cosets = &self.pruning.numbers.cosets;
        let (axes, inverse_axes) = (cosets.of_axes(&self.state), cosets.of_axes(&self.state.inverse()));
        let [bounds, inverse_bounds] =
            [axes, inverse_axes].map(|axes| axes.map(|coset| self.pruning.root(coset)));
        let (next, last) = (below(&inverse_bounds, depth), below(&bounds, depth));
        if bounds.iter().chain(&inverse_bounds).all(|&bound| bound <= depth) && next != 0 && last != 0 {
            let node = Node {
                axes,
                bounds,
                inverse: Inverse::of(&self.state),
                inverse_axes,
                inverse_bounds,
                entries: [0; 3],
                next,
                last,
                paths: [Path::default(); 2],
                turned: false,
            };
            self.rooms.resize_with(depth as usize + 1, Default::default);
            if self.threads > 1 && depth > SHARED_DEPTHS {
                return self.shared(depth, node, progress);
            }
            self.visit(depth, &[node], progress)?;
        }
        Ok(())
    }

    /// Goes some depths down, then lets threads take what is below, in order. A thread that finds a
    /// solution ends those with later shares only: the solution is that of the first share that has one,
    /// whatever the number of threads.
    fn shared(&mut self, depth: u8, root: Node, progress: &dyn Progress) -> Result<(), Stopped> {
        let (mut frontier, mut left) = (vec![root], depth);
        while left > depth - SHARED_DEPTHS {
            left -= 1;
            self.nodes += frontier.len() as u64;
            let (mut children, mut survivors, mut next) = (Vec::new(), Vec::new(), Vec::new());
            for (i, group) in frontier.chunks(GROUP).enumerate() {
                if i % 64 == 0 {
                    progress.report(self.nodes, 0)?;
                }
                self.children(group, left, &mut children);
                self.survivors(group, left, &children, &mut survivors);
                next.append(&mut survivors);
            }
            frontier = next;
        }
        let shares: Vec<&[Node]> = frontier.chunks(GROUP).collect();
        let (taken, first) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(usize::MAX)));
        let this = &*self;
        let work = || {
            let mut own = this.clone();
            own.first = Arc::clone(&first);
            own.nodes = 0;
            own.next_report = 0;
            let mut found: Vec<(usize, Vec<Vec<Turn>>)> = Vec::new();
            loop {
                let share = taken.fetch_add(1, Ordering::Relaxed);
                if share >= shares.len() || share > first.load(Ordering::Relaxed) {
                    return Ok((own.nodes, found));
                }
                own.share = share;
                let over = own.visit(left, shares[share], progress);
                if !own.found.is_empty() {
                    found.push((share, std::mem::take(&mut own.found)));
                }
                match over {
                    // Given up for a solution in an earlier share: there may be none here any more.
                    Err(Stopped) if first.load(Ordering::Relaxed) < share => {}
                    Err(Stopped) => return Err(Stopped),
                    Ok(true) => {
                        first.fetch_min(share, Ordering::Relaxed);
                    }
                    Ok(false) => {}
                }
            }
        };
        let results: Vec<Result<_, Stopped>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(|thread| thread.join().expect("a search does not panic"));
            joined.collect()
        });
        let mut found = Vec::new();
        for result in results {
            let (nodes, own) = result?;
            self.nodes += nodes;
            found.extend(own);
        }
        found.sort_by_key(|&(share, _)| share);
        if !self.all {
            found.truncate(1);
        }
        self.found.extend(found.into_iter().flat_map(|(_, turns)| turns));
        Ok(())
    }

    /// Visits nodes that have `left` moves left; true when the search is over.
    fn visit(&mut self, left: u8, group: &[Node], progress: &dyn Progress) -> Result<bool, Stopped> {
        self.nodes += group.len() as u64;
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_EVERY;
            progress.report(self.nodes, 0)?;
            if self.share > self.first.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        let left = left - 1;
        // Lent to this visit: the depths below have rooms of their own.
        let (mut children, mut survivors) = std::mem::take(&mut self.rooms[left as usize]);
        self.children(group, left, &mut children);
        let over = if left == 0 {
            children.iter().any(|child| {
                let parent = &group[child.parent as usize];
                let mut paths = parent.paths;
                paths[usize::from(parent.turned)].push(child.m);
                self.arrive(paths)
            })
        } else {
            self.survivors(group, left, &children, &mut survivors);
            let mut over = Ok(false);
            for group in survivors.chunks(GROUP) {
                over = self.visit(left, group, progress);
                if !matches!(over, Ok(false)) {
                    break;
                }
            }
            over?
        };
        self.rooms[left as usize] = (children, survivors);
        Ok(over)
    }

    /// The children of a group that no axis of the state rules out.
    fn children(&self, group: &[Node], left: u8, children: &mut Vec<Child>) {
        let (pruning, cosets) = (self.pruning, &self.pruning.numbers.cosets);
        children.clear();
        let mut orders = [[0, 1, 2]; GROUP];
        for (parent, node) in group.iter().enumerate() {
            // The axis that is farthest from home rules out most children.
            orders[parent].sort_unstable_by_key(|&axis| std::cmp::Reverse(node.bounds[axis]));
            let mut moves = self.moves(node, node.next, node.turned);
            while moves != 0 {
                let m = moves.trailing_zeros() as u8;
                moves &= moves - 1;
                children.push(Child { parent: parent as u8, m, ..Child::default() });
            }
        }
        for round in 0..3 {
            for child in children.iter_mut() {
                let axis = orders[child.parent as usize % GROUP][round];
                let m = cosets.axis_move(axis, child.m);
                let coset = cosets.turn(pruning.coords, group[child.parent as usize].axes[axis], m);
                child.axes[axis] = coset;
                child.entry = pruning.entry(coset);
            }
            children.iter().for_each(|child| pruning.ask(child.entry));
            // Whether a child stays is anybody's guess: none of this branches on it.
            let mut kept = 0;
            for k in 0..children.len() {
                let mut child = children[k];
                let axis = orders[child.parent as usize % GROUP][round];
                let bound = pruning.bound(child.axes[axis], pruning.bits_at(child.entry), left);
                child.bounds[axis] = bound;
                children[kept] = child;
                kept += usize::from(bound <= left);
            }
            children.truncate(kept);
        }
    }

    /// The nodes of those children that their inverses do not rule out either.
    fn survivors(&self, group: &[Node], left: u8, children: &[Child], survivors: &mut Vec<Node>) {
        let (pruning, cosets) = (self.pruning, &self.pruning.numbers.cosets);
        survivors.clear();
        for child in children {
            let parent = &group[child.parent as usize];
            let last = parent.last & below(&child.bounds, left);
            if last == 0 {
                continue;
            }
            let inverse = parent.inverse.turn(self.tables, child.m as usize);
            let inverse_axes = inverse.cosets(self.tables, &cosets.slices);
            let mut paths = parent.paths;
            paths[usize::from(parent.turned)].push(child.m);
            survivors.push(Node {
                axes: child.axes,
                bounds: child.bounds,
                inverse,
                inverse_axes,
                inverse_bounds: [0; 3],
                entries: inverse_axes.map(|coset| pruning.entry(coset)),
                next: 0,
                last,
                paths,
                turned: parent.turned,
            });
        }
        survivors.iter().flat_map(|node| node.entries).for_each(|entry| pruning.ask(entry));
        survivors.retain_mut(|node| {
            node.inverse_bounds = [0, 1, 2].map(|axis| {
                pruning.bound(node.inverse_axes[axis], pruning.bits_at(node.entries[axis]), left)
            });
            node.next = below(&node.inverse_bounds, left);
            node.next != 0 && node.inverse_bounds.iter().all(|&bound| bound <= left)
        });
        for node in survivors {
            let choices = |axes: u8, turned: bool| self.moves(node, axes, turned).count_ones();
            if choices(node.last, !node.turned) < choices(node.next, node.turned) {
                node.turn_round();
            }
        }
    }

    /// The moves that may come next, as bits. Each sequence once: no face twice in a row (in quarter
    /// turns: twice clockwise at most), opposite faces in one order.
    fn moves(&self, node: &Node, axes: u8, turned: bool) -> u32 {
        let metric = self.pruning.numbers.cosets.metric();
        let path = node.paths[usize::from(turned)];
        let own = match path.last(0) {
            // All solutions begin with all moves.
            None if self.all || turned => u32::MAX,
            None => self.firsts,
            Some(last) => {
                let again = metric == Metric::Qtm && last.is_multiple_of(3) && path.last(1) != Some(last);
                FOLLOWERS[last as usize / 3] | u32::from(again) << last
            }
        };
        let usable = match metric {
            Metric::Htm => const { bits_of(Metric::Htm) },
            Metric::Qtm => const { bits_of(Metric::Qtm) },
        };
        own & usable & MOVES_ON[axes as usize]
    }

    /// All three cosets are home: is the whole state?
    fn arrive(&mut self, paths: [Path; 2]) -> bool {
        let [mut turns, back] = paths.map(Path::turns);
        turns.extend(invert(&back));
        if self.state.apply(&turns) != Cubie::SOLVED {
            return false;
        }
        self.found.push(simplify(&turns, 3));
        !self.all
    }
}

/// What may follow a move of each face: not the face itself, nor the earlier one of two opposite.
pub(crate) const FOLLOWERS: [u32; 6] = {
    let mut table = [0; 6];
    let mut m = 0;
    while m < 18 {
        let mut face = 0;
        while face < 6 {
            if may_follow(face * 3, m) {
                table[face as usize] |= 1 << m;
            }
            face += 1;
        }
        m += 1;
    }
    table
};

const fn bits_of(metric: Metric) -> u32 {
    let (moves, mut bits, mut k) = (moves_of(metric), 0, 0);
    while k < moves.len() {
        bits |= 1 << moves[k];
        k += 1;
    }
    bits
}

/// The axes with a bound below `left`, as bits.
#[inline(always)]
fn below(bounds: &[u8; 3], left: u8) -> u8 {
    let [a, b, c] = bounds.map(|bound| u8::from(bound < left));
    (a | b << 1 | c << 2) & ALL_AXES
}

/// A symmetry that keeps the state turns a solution into another one with the moved first move: of
/// each class of moves one is enough.
pub(crate) fn first_moves(state: &Cubie) -> u32 {
    let keeps: Vec<[u8; 18]> =
        Symmetry::all().filter(|&s| state.conjugate(s) == *state).map(seen_moves).collect();
    let least = |m: u8| keeps.iter().map(|seen| seen[m as usize]).min().unwrap_or(m);
    (0..18).filter(|&m| least(m) == m).fold(0, |moves, m| moves | 1 << m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_states_need_fewer_first_moves() {
        let superflip = Cubie::from_rank3(2047).expect("in range");
        // A quarter turn and a half turn: all faces and both directions are alike.
        assert_eq!(first_moves(&superflip).count_ones(), 2);
        let plain = Cubie::SOLVED.apply(&crate::notation::parse("R U2 F' D", 3).expect("moves"));
        assert_eq!(first_moves(&plain).count_ones(), 18);
    }

    #[test]
    fn axes_of_moves() {
        for m in 0..18 {
            assert!((0..8).all(|axes| MOVES_ON[axes] >> m & 1 == axes as u32 >> (m / 3 % 3) & 1));
        }
    }
}
