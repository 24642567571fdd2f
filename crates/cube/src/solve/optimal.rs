//! The 3x3 by iterative deepening: shortest solutions, all of them, with the nodes that prove it.
//!
//! A state is seen along its three axes; the table bounds its distance along each. The entries of all
//! children are read before any is judged, so that the reads overlap.

use super::coords::{Coords, may_follow, seen_moves, turn_of};
use super::coset::{Coset, Cosets, Distances};
use super::two::Metric;
use crate::cubie::Cubie;
use crate::moves::{Turn, invert, simplify};
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};

/// No state is farther, in any metric.
const FARTHEST: usize = 26;
const BREATH: u64 = 1 << 14;
/// Nodes of a depth after which state and inverse are compared.
const COMPARE: u64 = 20_000;

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

/// A search that allows one move more each time.
pub struct Deepening<'a> {
    cosets: &'a Cosets,
    coords: &'static Coords,
    distances: Distances<'a>,
    state: Cubie,
    /// Whether the inverse is searched in place of the state.
    inverted: bool,
    roots: [[Root; 3]; 2],
    /// First moves, one for each class under the symmetries of the state itself.
    firsts: u32,
    path: [u8; FARTHEST + 1],
    all: bool,
    /// Whether state and inverse were compared, or need not be.
    compared: bool,
    found: Vec<Vec<Turn>>,
    nodes: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Root {
    coset: Coset,
    distance: u8,
}

/// A child that is still in the race.
#[derive(Clone, Copy, Default)]
struct Child {
    m: u8,
    axes: [Root; 3],
}

impl<'a> Deepening<'a> {
    /// A search for the state with a table of the cosets.
    #[must_use]
    pub fn new(cosets: &'a Cosets, table: &'a [u8], state: Cubie) -> Self {
        Deepening::with(cosets, Distances::Exact(table), state)
    }

    pub(crate) fn with(cosets: &'a Cosets, distances: Distances<'a>, state: Cubie) -> Self {
        let root = |state: &Cubie| {
            cosets.of_axes(state).map(|coset| Root { coset, distance: distances.root(cosets, coset) })
        };
        Deepening {
            cosets,
            coords: Coords::get(),
            distances,
            state,
            inverted: false,
            roots: [root(&state), root(&state.inverse())],
            firsts: first_moves(&state),
            path: [0; FARTHEST + 1],
            all: false,
            compared: false,
            found: Vec::new(),
            nodes: 0,
        }
    }

    /// The shortest solution of at most `limit` moves.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    pub fn up_to(&mut self, limit: u8, progress: &dyn Progress) -> Result<Option<Vec<Turn>>, Stopped> {
        // The same solution whatever the distances are: the inverse is left alone.
        self.compared = true;
        Ok(self.search(limit, false, progress, &mut |_| ())?.pop())
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
        let least = self.roots.iter().map(bound).max().expect("two roots");
        // In quarter turns every solution of a state has the same parity.
        let (mut depth, stride) = match self.cosets.metric() {
            Metric::Htm => (least.max(1), 1),
            Metric::Qtm => {
                let odd = u8::from(self.state.corners.is_odd());
                (least.max(1) + (least.max(1) + odd) % 2, 2)
            }
        };
        while depth <= limit.min(FARTHEST as u8) {
            self.nodes = 0;
            self.deepen(depth, progress)?;
            if !self.compared && self.nodes > COMPARE && self.found.is_empty() {
                // The inverse is as far from home and may be easier to rule out.
                self.compared = true;
                let own = self.nodes;
                self.nodes = 0;
                self.inverted = true;
                self.deepen(depth, progress)?;
                if self.nodes > own {
                    (self.inverted, self.nodes) = (false, own);
                }
            }
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
        let axes = self.roots[usize::from(self.inverted)];
        if bound(&axes) <= depth { self.node(0, depth, axes, progress).map(|_| ()) } else { Ok(()) }
    }

    /// Visits a node; true when the search is over.
    fn node(
        &mut self,
        depth: usize,
        left: u8,
        axes: [Root; 3],
        progress: &dyn Progress,
    ) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) {
            progress.report(self.nodes, 0)?;
        }
        let left = left - 1;
        let mut children = [Child::default(); 18];
        let mut count = 0;
        for &m in self.cosets.moves() {
            children[count].m = m;
            count += usize::from(self.allowed(depth, m));
        }
        // The axis that is farthest from home rules out most children.
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|&axis| std::cmp::Reverse(axes[axis].distance));
        for axis in order {
            let from = axes[axis];
            for child in &mut children[..count] {
                let m = self.cosets.axis_move(axis, child.m);
                let coset = self.cosets.turn(self.coords, from.coset, m);
                let distance = self.distances.step(self.cosets, self.coords, from.distance, coset);
                child.axes[axis] = Root { coset, distance };
            }
            let mut kept = 0;
            for k in 0..count {
                children[kept] = children[k];
                kept += usize::from(children[k].axes[axis].distance <= left);
            }
            count = kept;
            if count == 0 {
                return Ok(false);
            }
        }
        for child in children.into_iter().take(count) {
            if bound(&child.axes) > left {
                continue;
            }
            self.path[depth] = child.m;
            let over = if left == 0 {
                self.arrive(depth + 1)
            } else {
                self.node(depth + 1, left, child.axes, progress)?
            };
            if over {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Each sequence once: no face twice in a row (in quarter turns: twice clockwise at most), opposite
    /// faces in one order.
    fn allowed(&self, depth: usize, m: u8) -> bool {
        if depth == 0 {
            // All solutions begin with all moves.
            return self.all || self.firsts >> m & 1 == 1;
        }
        let last = self.path[depth - 1];
        if self.cosets.metric() == Metric::Qtm && last == m && m.is_multiple_of(3) {
            return depth == 1 || self.path[depth - 2] != m;
        }
        may_follow(last, m)
    }

    /// All three cosets are home: is the whole state?
    fn arrive(&mut self, length: usize) -> bool {
        let turns: Vec<Turn> = self.path[..length].iter().map(|&m| turn_of(m)).collect();
        let start = if self.inverted { self.state.inverse() } else { self.state };
        if start.apply(&turns) != Cubie::SOLVED {
            return false;
        }
        let turns = if self.inverted { invert(&turns) } else { turns };
        self.found.push(simplify(&turns, 3));
        !self.all
    }
}

/// A symmetry that keeps the state turns a solution into another one with the moved first move: of
/// each class of moves one is enough.
fn first_moves(state: &Cubie) -> u32 {
    let keeps: Vec<[u8; 18]> =
        Symmetry::all().filter(|&s| state.conjugate(s) == *state).map(seen_moves).collect();
    let least = |m: u8| keeps.iter().map(|seen| seen[m as usize]).min().unwrap_or(m);
    (0..18).filter(|&m| least(m) == m).fold(0, |moves, m| moves | 1 << m)
}

/// What three distances bound together: when they are equal (and not 0), one more move is needed, for
/// the last move of a solution leaves the coset along its own axis as it was.
fn bound(axes: &[Root; 3]) -> u8 {
    let [a, b, c] = [axes[0].distance, axes[1].distance, axes[2].distance];
    let most = a.max(b).max(c);
    most + u8::from(a == b && b == c && a != 0)
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
}
