//! Short solutions of a 3x3, shortest first: what the two-phase search looks for before it begins.
//!
//! A state is bounded along its three axes by the distances that the two-phase search has anyway.

use super::coords::{ALL_MOVES, Coords, may_follow, turn_of};
use super::coset::{Coset, Cosets, Distances};
use super::optimal::first_moves;
use crate::cubie::Cubie;
use crate::moves::{Turn, simplify};
use ludex_core::{Progress, Stopped};

const FARTHEST: usize = 20;
const REPORT_EVERY: u64 = 1 << 14;

/// A search that allows one move more each time.
pub(crate) struct Short<'a> {
    cosets: &'a Cosets,
    coords: &'static Coords,
    distances: Distances<'a>,
    state: Cubie,
    axes: [Root; 3],
    /// First moves, one for each class under the symmetries of the state itself.
    firsts: u32,
    usable: u32,
    path: [u8; FARTHEST + 1],
    /// No solution has so many moves, or fewer.
    searched: u8,
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

impl<'a> Short<'a> {
    /// A search that uses these moves only, as bits.
    pub(crate) fn new(cosets: &'a Cosets, distances: Distances<'a>, state: Cubie, usable: u32) -> Self {
        let root = |coset| Root { coset, distance: distances.root(cosets, coset) };
        Short {
            cosets,
            coords: Coords::get(),
            distances,
            state,
            axes: cosets.of_axes(&state).map(root),
            // Symmetries of the state exchange faces: of no use where some are missing.
            firsts: if usable == ALL_MOVES { first_moves(&state) } else { usable },
            usable,
            path: [0; FARTHEST + 1],
            // The axes of the inverse cannot be followed, but they bound the root as well.
            searched: bound(&cosets.of_axes(&state.inverse()).map(root)).saturating_sub(1),
            nodes: 0,
        }
    }

    /// The fewest moves that any solution has, as far as is known.
    pub(crate) fn lower_bound(&self) -> u8 {
        if self.state == Cubie::SOLVED { 0 } else { bound(&self.axes).max(self.searched + 1) }
    }

    /// The shortest solution of at most `limit` moves; the same one whatever the distances are.
    pub(crate) fn up_to(&mut self, limit: u8, progress: &dyn Progress) -> Result<Option<Vec<Turn>>, Stopped> {
        if self.state == Cubie::SOLVED {
            return Ok(Some(Vec::new()));
        }
        for depth in self.lower_bound()..=limit.min(FARTHEST as u8) {
            if self.node(0, depth, self.axes, progress)? {
                let turns: Vec<Turn> = self.path[..depth as usize].iter().map(|&m| turn_of(m)).collect();
                return Ok(Some(simplify(&turns, 3)));
            }
            self.searched = depth;
        }
        Ok(None)
    }

    /// Visits a node; true when the path leads home.
    fn node(
        &mut self,
        depth: usize,
        left: u8,
        axes: [Root; 3],
        progress: &dyn Progress,
    ) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT_EVERY) {
            progress.report(self.nodes, 0)?;
        }
        let left = left - 1;
        let mut children = [Child::default(); 18];
        let mut count = 0;
        for m in 0..18 {
            children[count].m = m;
            let allowed = match depth {
                0 => self.firsts >> m & 1 == 1,
                _ => self.usable >> m & 1 == 1 && may_follow(self.path[depth - 1], m),
            };
            count += usize::from(allowed);
        }
        // The axis that is farthest from home rules out most children.
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|&axis| std::cmp::Reverse(axes[axis].distance));
        for axis in order {
            let from = axes[axis];
            // All entries are asked for before the first is read.
            let mut entries = [0; 18];
            for (child, entry) in children[..count].iter_mut().zip(&mut entries) {
                let m = self.cosets.axis_move(axis, child.m);
                child.axes[axis].coset = self.cosets.turn(self.coords, from.coset, m);
                *entry = self.distances.entry(self.cosets, self.coords, child.axes[axis].coset);
                self.distances.ask(*entry);
            }
            for (child, &entry) in children[..count].iter_mut().zip(&entries) {
                let own = &mut child.axes[axis];
                own.distance = self.distances.step(from.distance, own.coset, entry);
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
            let home = if left == 0 {
                let turns: Vec<Turn> = self.path[..depth + 1].iter().map(|&m| turn_of(m)).collect();
                self.state.apply(&turns) == Cubie::SOLVED
            } else {
                self.node(depth + 1, left, child.axes, progress)?
            };
            if home {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What three distances bound together: when they are equal (and not 0), one more move is needed, for
/// the last move of a solution leaves the coset along its own axis as it was.
fn bound(axes: &[Root; 3]) -> u8 {
    let [a, b, c] = [axes[0].distance, axes[1].distance, axes[2].distance];
    let most = a.max(b).max(c);
    most + u8::from(a == b && b == c && a != 0)
}
