//! A search for setups: shapes of a few pieces from which many queues lead to a perfect clear.
//!
//! The space is far too large to look at whole. So: a beam of the neatest shapes (fewest edges between
//! filled and empty cells, nothing covered), level by level; a sample of queues for those that stay; all
//! queues for the best. What is printed is exact, but a better setup may have been left out.

use super::building::paint;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::word::{WIDTH, Word, rows_mask};
use super::{Drop, Hold, Problem, ProblemError};
use crate::field::{Cell, Field};
use crate::kicks::KickTable;
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use ludex_core::{Progress, Silent, Stopped};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Queues of the sample.
const SAMPLE: usize = 60;
/// More pieces left than this and only a few shapes are tried, since each takes long.
const EASY_LEFT: usize = 7;

/// What to search for.
#[derive(Debug, Clone)]
pub struct SetupSearch {
    /// Most pieces of a setup.
    pub pieces: usize,
    /// The pieces that may be built with.
    pub bag: Counts,
    /// Lines to clear.
    pub lines: u32,
    /// The kick table.
    pub table: KickTable,
    /// How pieces come down.
    pub drop: Drop,
    /// The hold.
    pub hold: Hold,
    /// Shapes that are kept at each level.
    pub beam: usize,
    /// Setups that are counted with all queues.
    pub top: usize,
}

/// A setup that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it looks like.
    pub field: Field,
    /// Its pieces.
    pub pieces: Counts,
    /// Queues that lead to a perfect clear.
    pub success: usize,
    /// All queues.
    pub total: usize,
}

impl Found {
    /// The share of queues, in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        crate::percentage(self.success, self.total)
    }
}

/// A shape on the way.
#[derive(Debug, Clone)]
struct Shape {
    filled: u64,
    used: Counts,
    placed: Vec<Placement<u64>>,
}

impl SetupSearch {
    /// Searches; `queues` gives the queues that follow a setup of certain pieces.
    ///
    /// # Errors
    /// When the rules do not fit together, or the progress asked to stop.
    pub fn run(
        &self,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<Vec<Found>, ProblemError> {
        // The rules are tested once, so that the many problems below cannot fail.
        Problem::new(&Field::new(), self.lines, self.table.clone(), self.drop, self.hold)?;
        Ok(self.search(queues, progress)?)
    }

    fn search(
        &self,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<Vec<Found>, Stopped> {
        let all = Placement::<u128>::all(self.lines);
        let reach = Reach::<u128>::new(&self.table, self.drop, self.lines);
        let mut level = vec![Shape { filled: 0, used: Counts::default(), placed: Vec::new() }];
        let mut candidates: Vec<Shape> = Vec::new();
        for _ in 0..self.pieces {
            progress.report(0, 0)?;
            // The same cells by the same pieces are one shape, whatever the order.
            let mut next: BTreeMap<(u64, Counts), Shape> = BTreeMap::new();
            for shape in &level {
                self.grow(shape, &all, &reach, &mut next);
            }
            let mut shapes: Vec<Shape> = next.into_values().collect();
            shapes.sort_by_key(|s| (edges(s.filled, self.lines), s.filled, s.used));
            shapes.truncate(self.beam);
            candidates.extend(shapes.iter().cloned());
            level = shapes;
        }
        let left = |s: &Shape| (self.lines * WIDTH - s.filled.count_ones()) as usize / 4;
        let (easy, hard): (Vec<Shape>, Vec<Shape>) =
            candidates.into_iter().partition(|s| left(s) <= EASY_LEFT);
        let total = easy.len() as u64;
        let done = std::sync::atomic::AtomicU64::new(0);
        let mut sampled: Vec<(usize, Shape)> = easy
            .into_par_iter()
            .map(|shape| {
                progress.report(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed), total)?;
                let queues = queues(&shape.used);
                let step = (queues.len() / SAMPLE).max(1);
                let sample: Vec<Queue> = queues.into_iter().step_by(step).collect();
                Ok((self.count(&shape, &sample).map_or(0, |c| 1000 * c.0 / c.1.max(1)), shape))
            })
            .collect::<Result<_, Stopped>>()?;
        sampled.sort_by_key(|(share, s)| (usize::MAX - share, s.filled, s.used));
        sampled.truncate(self.top);
        let shapes: Vec<Shape> =
            hard.into_iter().take(self.top / 4).chain(sampled.into_iter().map(|s| s.1)).collect();
        let mut found: Vec<Found> = shapes
            .into_par_iter()
            .map(|shape| {
                progress.report(total, total)?;
                let (success, total) = self.count(&shape, &queues(&shape.used)).unwrap_or((0, 0));
                let mut field = Field::new();
                for p in &shape.placed {
                    paint(&mut field, u128::from(p.cells), Cell::of(p.piece));
                }
                Ok(Found { field, pieces: shape.used, success, total })
            })
            .collect::<Result<_, Stopped>>()?;
        found.sort_by(|a, b| {
            let share = |f: &Found| f.success * b.total.max(1) * a.total.max(1) / f.total.max(1);
            share(b)
                .cmp(&share(a))
                .then_with(|| a.pieces.cmp(&b.pieces))
                .then_with(|| a.field.rows().cmp(&b.field.rows()))
        });
        Ok(found)
    }

    fn grow(
        &self,
        shape: &Shape,
        all: &[Placement<u128>],
        reach: &Reach<u128>,
        next: &mut BTreeMap<(u64, Counts), Shape>,
    ) {
        let mut memo = Memo::new();
        let filled = u128::from(shape.filled);
        for p in all.iter().filter(|p| shape.used.0[p.piece.index()] < self.bag.0[p.piece.index()]) {
            if p.gaps != 0 || !p.locks(filled, self.lines, reach, &mut memo) {
                continue;
            }
            let mut with = shape.clone();
            with.filled |= p.cells as u64;
            with.used.0[p.piece.index()] += 1;
            with.placed.push(Placement {
                piece: p.piece,
                rotation: p.rotation,
                x: p.x,
                low: p.low,
                cells: p.cells as u64,
                gaps: p.gaps,
            });
            next.entry((with.filled, with.used)).or_insert(with);
        }
    }

    fn count(&self, shape: &Shape, queues: &[Queue]) -> Option<(usize, usize)> {
        let mut field = Field::new();
        paint(&mut field, u128::from(shape.filled), Cell::Gray);
        let problem = Problem::new(&field, self.lines, self.table.clone(), self.drop, self.hold).ok()?;
        let percent = problem.percent(queues, &Silent).ok()?;
        Some((percent.success(), percent.queues.len()))
    }

    /// The pattern of the queues after a setup: what is left of the bag in any order, then further bags.
    #[must_use]
    pub fn pattern_after(&self, built: &Counts) -> String {
        let rest = self.bag.minus(built).unwrap_or_default();
        let needed = (self.lines * WIDTH) as usize / 4 - built.total() + self.hold.slots();
        let mut parts = Vec::new();
        let mut missing = needed;
        if rest.total() > 0 {
            let take = rest.total().min(missing);
            parts.push(format!("[{}]p{take}", Piece::spell(&rest.sorted())));
            missing -= take;
        }
        while missing > 0 {
            let take = missing.min(7);
            parts.push(format!("*p{take}"));
            missing -= take;
        }
        parts.join(",")
    }
}

/// Edges between filled and empty cells, and a heavy price for every covered empty cell.
fn edges(filled: u64, lines: u32) -> u32 {
    let empty = !filled & rows_mask::<u64>(lines);
    let left = (0..lines).fold(0u64, |m, y| m | u64::bit(y * WIDTH));
    let beside = (filled & !left) >> 1 & empty;
    let beside_right = (filled & !(left << (WIDTH - 1))) << 1 & empty;
    let above = filled << WIDTH & empty;
    let mut covered = 0;
    let mut under = filled >> WIDTH;
    while under != 0 {
        covered |= under & empty;
        under >>= WIDTH;
    }
    beside.count_ones() + beside_right.count_ones() + above.count_ones() + 12 * covered.count_ones()
}
