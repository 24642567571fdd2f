//! A search for openers: shapes of a few pieces from which many queues lead to a perfect clear.
//!
//! Up to four pieces the search is exact:
//!
//! ```text
//!   tilings of the empty field ──> sets of N pieces that can come first ──> by shape: which multisets of
//!   (all that can be built)        and after which the rest can follow      queues have some tiling at all
//!                                                                                      │
//!                        all queues <── a part of the queues <── those that may be good enough
//! ```
//!
//! A queue whose pieces make no tiling with a shape is lost; so the multisets bound a shape's share from above,
//! and only shapes that may reach what is asked for are counted. With more pieces the space is too large: there a
//! beam of the neatest shapes is kept at each number of pieces. Its shares are exact as well, but a better opener
//! may have been left out.

use super::building::paint;
use super::order::{Order, one};
use super::percent::{Classes, Side, mirrored_indices, side_of};
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::word::{WIDTH, Word, rows_mask};
use super::{Drop, Hold, Problem, ProblemError, STEPS};
use crate::field::{Cell, Field};
use crate::kicks::KickTable;
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use ludex_core::{Progress, Silent, Stopped, Ticker};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// Most pieces of an opener for which the search is exact.
pub const EXACT_PIECES: usize = 4;
/// Queues of the sample by which a beam is judged.
const SAMPLE: usize = 60;
/// Of all queues this part is tried first.
const PART: usize = 16;

/// What to search for.
#[derive(Debug, Clone)]
pub struct OpenerSearch {
    /// Pieces of an opener.
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
    /// The least share of queues, in percent.
    pub least: f64,
    /// Shapes that are kept at each number of pieces where the search is not exact.
    pub beam: usize,
}

/// An opener that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Opener {
    /// What it looks like.
    pub field: Field,
    /// Its pieces.
    pub pieces: Counts,
    /// Queues that lead to a perfect clear.
    pub success: usize,
    /// All queues.
    pub total: usize,
    /// Ways to fill the rest, as far as they were counted.
    pub tilings: u32,
}

impl Opener {
    /// The share of queues, in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        crate::percentage(self.success, self.total)
    }
}

/// A shape: its cells with the pieces that cover them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Shape {
    filled: u64,
    used: Counts,
}

/// What is known of a shape before it is counted.
#[derive(Debug, Clone, Default)]
struct Known {
    /// The multisets of queues with which some tiling can be built, one bit each.
    classes: u64,
    tilings: u32,
    /// One way to part it into pieces.
    placed: Vec<u16>,
}

/// The queues after certain pieces were built.
struct After {
    queues: Vec<Queue>,
    /// Their multisets, and how many queues each has.
    classes: Vec<(Counts, u32)>,
}

impl OpenerSearch {
    /// Searches; `queues` gives the queues that follow an opener of certain pieces. The best come first, among
    /// equals those with more tilings.
    ///
    /// # Errors
    /// When the rules do not fit together, or the progress asked to stop.
    pub fn run(
        &self,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<Vec<Opener>, ProblemError> {
        if !(1..=<u64 as Word>::ROWS).contains(&self.lines) {
            return Err(ProblemError::OpenerLines(self.lines));
        }
        // The rules are tested once, so that the many problems below cannot fail.
        let empty = Problem::new(&Field::new(), self.lines, self.table.clone(), self.drop, self.hold)?;
        let mut found = if self.pieces > EXACT_PIECES {
            self.beam(queues, progress)?
        } else if Reach::<u64>::fits(&self.table, self.drop, self.lines) {
            self.exact::<u64>(&empty, queues, progress)?
        } else {
            self.exact::<u128>(&empty, queues, progress)?
        };
        found.sort_by(|a, b| {
            let share = |f: &Opener| f.success * b.total.max(1) * a.total.max(1) / f.total.max(1);
            share(b)
                .cmp(&share(a))
                .then_with(|| b.tilings.cmp(&a.tilings))
                .then_with(|| a.pieces.cmp(&b.pieces))
                .then_with(|| a.field.rows().cmp(&b.field.rows()))
        });
        Ok(found)
    }

    /// All parts of the bag of as many pieces as an opener has.
    fn parts(&self) -> Vec<Counts> {
        let mut parts = vec![Counts::default()];
        for i in 0..7 {
            let with = |part: &Counts| {
                let part = *part;
                (0..=self.bag.0[i]).map(move |n| {
                    let mut with = part;
                    with.0[i] = n;
                    with
                })
            };
            parts = parts.iter().flat_map(with).collect();
        }
        parts.retain(|part| part.total() == self.pieces);
        parts
    }

    /// The queues after each part of the bag that can be built.
    fn after(
        &self,
        empty: &Problem,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<HashMap<Counts, After>, ProblemError> {
        let ticker = Ticker::new(progress, STEPS);
        let mut after: HashMap<Counts, After> = HashMap::new();
        for part in self.parts() {
            let cut = empty.cut_to(&queues(&part), empty.needed() - self.pieces)?;
            let classes = Classes::new(&cut, &ticker)?.all().to_vec();
            after.insert(part, After { queues: cut, classes });
        }
        Ok(after)
    }

    fn exact<R: Word>(
        &self,
        empty: &Problem,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<Vec<Opener>, ProblemError> {
        let after = self.after(empty, queues, progress)?;
        let known = self.shapes::<R>(empty, &after, progress)?;
        let enough = |total: usize| (self.least / 100.0 * total as f64).ceil().max(1.0) as usize;
        let mut candidates: Vec<(&Shape, &Known)> = known
            .iter()
            .filter(|(shape, known)| {
                let after = &after[&shape.used];
                let classes = (0u32..).zip(&after.classes);
                let most: usize = classes
                    .filter(|(i, _)| known.classes >> (i % 64) & 1 == 1)
                    .map(|(_, class)| class.1 as usize)
                    .sum();
                most >= enough(after.queues.len())
            })
            .collect();
        candidates.sort_unstable_by_key(|(shape, _)| *shape);
        let (done, total) = (AtomicU64::new(0), candidates.len() as u64);
        let placements = Placement::<u64>::all(self.lines);
        let counted = candidates.into_par_iter().map(|(shape, known)| {
            progress.report(done.fetch_add(1, Ordering::Relaxed), total)?;
            let queues = &after[&shape.used].queues;
            let Some(success) = self.count(shape.filled, queues, enough(queues.len()))? else {
                return Ok(None);
            };
            let mut field = Field::new();
            for &i in &known.placed {
                let p = &placements[usize::from(i)];
                paint(&mut field, p.cells, Cell::of(p.piece));
            }
            let (pieces, total) = (shape.used, queues.len());
            Ok(Some(Opener { field, pieces, success, total, tilings: known.tilings }))
        });
        let found: Vec<Option<Opener>> = counted.collect::<Result<_, Stopped>>()?;
        let mut found: Vec<Opener> = found.into_iter().flatten().collect();
        if self.is_symmetric(empty, &after) {
            let mirrored = |opener: &Opener| Opener {
                field: opener.field.mirrored(),
                pieces: opener.pieces.mirrored(),
                ..opener.clone()
            };
            let images: Vec<Opener> = found
                .iter()
                .map(mirrored)
                .filter(|image| !found.iter().any(|o| is_alike(o, image)))
                .collect();
            found.extend(images);
        }
        Ok(found)
    }

    /// Whether an opener and its mirror image are worth the same: the bag, the rules and the queues that follow must
    /// look the same in a mirror.
    fn is_symmetric(&self, empty: &Problem, after: &HashMap<Counts, After>) -> bool {
        empty.is_symmetric()
            && self.bag == self.bag.mirrored()
            && after.iter().all(|(part, after_part)| {
                after.get(&part.mirrored()).is_some_and(|image| {
                    let mut queues: Vec<Queue> = after_part.queues.iter().map(|q| q.mirrored()).collect();
                    queues.sort_unstable();
                    queues == image.queues
                })
            })
    }

    /// Every shape that can come first in a tiling that can be built, and what its tilings tell. Where mirror
    /// images are worth the same, one shape speaks for both.
    fn shapes<R: Word>(
        &self,
        empty: &Problem,
        after: &HashMap<Counts, After>,
        progress: &dyn Progress,
    ) -> Result<HashMap<Shape, Known>, ProblemError> {
        let ticker = Ticker::new(progress, STEPS);
        let reach = Reach::<R>::new(&self.table, self.drop, self.lines);
        let placements = Placement::<u64>::all(self.lines);
        let mut all: Vec<Counts> = Vec::new();
        for (part, after) in after {
            let plus = |class: &Counts| {
                let mut sum = *class;
                sum.0.iter_mut().zip(part.0).for_each(|(n, m)| *n += m);
                sum
            };
            all.extend(after.classes.iter().map(|class| plus(&class.0)));
        }
        all.sort_unstable();
        all.dedup();
        let mut menu = Menu::new(&all);
        let tiler = Tiler::new(&placements, rows_mask::<u64>(self.lines), self.lines, &menu);
        let mirror = self.is_symmetric(empty, after).then(|| mirrored_indices(&placements));
        let mut order = Order::new(&reach, 0u64, self.lines);
        let mut memo = Memo::new();
        let mut firsts = Firsts::default();
        let mut bits: HashMap<(Counts, Counts), u64> = HashMap::new();
        let mut known: HashMap<Shape, Known> = HashMap::new();
        let mut stopped = Ok(());
        let mut tilings = 0u64;
        tiler.run(&mut menu, &ticker, &mut |_, chosen| {
            tilings += 1;
            if tilings.is_multiple_of(256) {
                stopped = progress.report(0, 0);
            }
            let side = mirror.as_ref().map_or(Side::Alone, |mirror| side_of(chosen, mirror));
            if side == Side::Second {
                return stopped.is_ok();
            }
            order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
            if !order.has_an_order(&mut memo) {
                return stopped.is_ok();
            }
            let whole = order.counts();
            for &set in firsts.of(&mut order, &mut memo, self.pieces, &self.bag) {
                let (mut filled, mut used, mut placed) = (0u64, Counts::default(), Vec::new());
                for (i, p) in order.placements().iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
                    filled |= p.cells;
                    used.0[p.piece.index()] += 1;
                    placed.push(chosen[i]);
                }
                let (mut rest, mut shape) = (whole.minus(&used).unwrap_or_default(), Shape { filled, used });
                if let Some(mirror) = &mirror {
                    let image = Shape { filled: mirrored(filled, self.lines), used: used.mirrored() };
                    if image < shape {
                        (shape, rest) = (image, rest.mirrored());
                        placed.iter_mut().for_each(|i| *i = mirror[usize::from(*i)]);
                    }
                }
                let classes = *bits.entry((shape.used, rest)).or_insert_with(|| {
                    let has = (0u32..).zip(&after[&shape.used].classes).filter(|(_, c)| c.0.contains(&rest));
                    has.fold(0, |bits, (i, _)| bits | 1 << (i % 64))
                });
                let entry = known.entry(shape).or_default();
                entry.classes |= classes;
                entry.tilings += 1;
                if entry.placed.is_empty() {
                    entry.placed = placed;
                }
            }
            stopped.is_ok()
        });
        stopped?;
        if ticker.is_stopped() {
            return Err(Stopped.into());
        }
        Ok(known)
    }

    /// The queues a shape solves; nothing where they are not enough. A part of the queues is tried first.
    fn count(&self, filled: u64, queues: &[Queue], enough: usize) -> Result<Option<usize>, Stopped> {
        let mut field = Field::new();
        paint(&mut field, filled, Cell::Gray);
        let Ok(problem) = Problem::new(&field, self.lines, self.table.clone(), self.drop, self.hold) else {
            return Ok(None);
        };
        let may_fail = queues.len() - enough.min(queues.len());
        let part: Vec<Queue> = queues.iter().copied().step_by(PART).collect();
        for queues in [&part[..], queues] {
            let Ok(percent) = problem.percent(queues, &Silent) else { return Ok(None) };
            if percent.queues.len() - percent.success() > may_fail {
                return Ok(None);
            }
            if queues.len() > part.len() || part.len() < 2 {
                return Ok(Some(percent.success()));
            }
        }
        Ok(None)
    }

    /// The pattern of the queues after an opener: what is left of the bag in any order, then further bags.
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

fn is_alike(a: &Opener, b: &Opener) -> bool {
    let filled = |o: &Opener| o.field.rows().join("/").replace(|c: char| c != '_' && c != '/', "X");
    a.pieces == b.pieces && filled(a) == filled(b)
}

/// The cells of a frame in the mirror.
fn mirrored(cells: u64, lines: u32) -> u64 {
    (0..lines).fold(0, |mirrored, y| {
        let row = cells >> (WIDTH * y) & 0x3FF;
        mirrored | (row.reverse_bits() >> (64 - WIDTH)) << (WIDTH * y)
    })
}

/// The sets of so many pieces that can come first in a tiling.
#[derive(Debug, Default)]
struct Firsts {
    level: Vec<(u16, u32)>,
    below: Vec<(u16, u32)>,
    sets: Vec<u16>,
}

impl Firsts {
    fn of<W: Word, R: Word>(
        &mut self,
        order: &mut Order<'_, W, R>,
        memo: &mut Memo<R>,
        pieces: usize,
        bag: &Counts,
    ) -> &[u16] {
        // What the bag has, four bits per piece.
        let most: u32 = bag.sorted().into_iter().map(one).sum();
        let fits = |letters: u32| (0..7).all(|i| letters >> (4 * i) & 15 <= most >> (4 * i) & 15);
        self.level.clear();
        self.level.push((0, 0));
        for _ in 0..pieces {
            self.below.clear();
            for &(set, letters) in &self.level {
                let mut next = order.next(set, memo);
                while next != 0 {
                    let placement = next.trailing_zeros();
                    next &= next - 1;
                    let (with, letters) = (set | 1 << placement, letters + order.letter(placement));
                    if fits(letters) && !self.below.iter().any(|known| known.0 == with) {
                        self.below.push((with, letters));
                    }
                }
            }
            std::mem::swap(&mut self.level, &mut self.below);
        }
        self.sets.clear();
        for &(set, _) in &self.level {
            if order.can_end(set, memo) {
                self.sets.push(set);
            }
        }
        &self.sets
    }
}

/// A shape of the beam.
#[derive(Debug, Clone)]
struct Grown {
    shape: Shape,
    placed: Vec<Placement<u64>>,
}

impl Grown {
    /// The shape in the colours of its pieces.
    fn field(&self) -> Field {
        let mut field = Field::new();
        for p in &self.placed {
            paint(&mut field, p.cells, Cell::of(p.piece));
        }
        field
    }
}

impl OpenerSearch {
    /// A few good openers rather than all: of the neatest shapes (`beam` of them) ever larger parts of the queues choose
    /// the `kept`, which are counted. Shares are exact; a better opener may have been left out.
    ///
    /// # Errors
    /// When the rules do not fit together, or the progress asked to stop.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::solve::{Drop, Hold, OpenerSearch, queues_of};
    /// use ludex_tetris::{Counts, KickTable, Piece};
    /// let (bag, table) = (Counts::of(&Piece::word("TILJSO")?), KickTable::named("srs180")?);
    /// let (drop, hold) = (Drop::of(&table), Hold::USE);
    /// let search = OpenerSearch { pieces: 6, bag, lines: 4, table, drop, hold, least: 0.0, beam: 20 };
    /// let queues = queues_of("Z,*p4").map_err(|refused| refused.to_string())?;
    /// let found = search.few(&|_: &Counts| queues.clone(), 2, &ludex_core::Silent)?;
    /// assert_eq!((found.len(), found[0].total), (2, 840));
    /// assert!(found[0].success >= found[1].success);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn few(
        &self,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        kept: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Opener>, ProblemError> {
        if !(1..=<u64 as Word>::ROWS).contains(&self.lines) {
            return Err(ProblemError::OpenerLines(self.lines));
        }
        Problem::new(&Field::new(), self.lines, self.table.clone(), self.drop, self.hold)?;
        let mut shapes = self.neatest(progress)?;
        let mut found = Vec::new();
        for (sample, kept) in [
            (SAMPLE / 10, (self.beam / 4).max(kept)),
            (SAMPLE / 3, (self.beam / 16).max(kept)),
            (SAMPLE, kept),
            (usize::MAX, kept),
        ] {
            let count = |(i, grown): (usize, &Grown)| {
                progress.report(0, 0)?;
                let all = queues(&grown.shape.used);
                let queues: Vec<Queue> = all.iter().copied().step_by((all.len() / sample).max(1)).collect();
                let success = self.count(grown.shape.filled, &queues, 0)?.unwrap_or(0);
                let (field, pieces) = (grown.field(), grown.shape.used);
                Ok((i, Opener { field, pieces, success, total: queues.len(), tilings: 0 }))
            };
            let mut raced: Vec<(usize, Opener)> =
                shapes.par_iter().enumerate().map(count).collect::<Result<_, Stopped>>()?;
            // Neater ones stand first already.
            raced.sort_by(|a, b| b.1.percent().total_cmp(&a.1.percent()).then(a.0.cmp(&b.0)));
            raced.truncate(kept.max(1));
            shapes = raced.iter().map(|(i, _)| shapes[*i].clone()).collect();
            found = raced;
        }
        Ok(found.into_iter().map(|(_, opener)| opener).collect())
    }

    /// The neatest shapes, as many as the beam takes, grown piece by piece.
    fn neatest(&self, progress: &dyn Progress) -> Result<Vec<Grown>, Stopped> {
        let all = Placement::<u128>::all(self.lines);
        let reach = Reach::<u128>::new(&self.table, self.drop, self.lines);
        let nothing = Shape { filled: 0, used: Counts::default() };
        let mut level = vec![Grown { shape: nothing, placed: Vec::new() }];
        for _ in 0..self.pieces {
            progress.report(0, 0)?;
            // The same cells by the same pieces are one shape, whatever the order.
            let mut next: BTreeMap<Shape, Grown> = BTreeMap::new();
            for grown in &level {
                self.grow(grown, &all, &reach, &mut next);
            }
            let mut shapes: Vec<Grown> = next.into_values().collect();
            shapes.sort_by_key(|g| (edges(g.shape.filled, self.lines), g.shape.clone()));
            shapes.truncate(self.beam);
            level = shapes;
        }
        Ok(level)
    }

    fn beam(
        &self,
        queues: &(dyn Fn(&Counts) -> Vec<Queue> + Sync),
        progress: &dyn Progress,
    ) -> Result<Vec<Opener>, Stopped> {
        let level = self.neatest(progress)?;
        let (done, total) = (AtomicU64::new(0), level.len() as u64);
        let found: Vec<Option<Opener>> = level
            .into_par_iter()
            .map(|grown| {
                progress.report(done.fetch_add(1, Ordering::Relaxed), total)?;
                let queues = queues(&grown.shape.used);
                let enough = (self.least / 100.0 * queues.len() as f64).ceil().max(1.0) as usize;
                // Where even a sample says that it is far from enough, it is not counted.
                let sample: Vec<Queue> =
                    queues.iter().copied().step_by((queues.len() / SAMPLE).max(1)).collect();
                let least = sample.len() * enough / queues.len().max(1);
                if self.count(grown.shape.filled, &sample, least.saturating_sub(SAMPLE / 10))?.is_none() {
                    return Ok(None);
                }
                let Some(success) = self.count(grown.shape.filled, &queues, enough)? else { return Ok(None) };
                let (field, pieces, total) = (grown.field(), grown.shape.used, queues.len());
                Ok(Some(Opener { field, pieces, success, total, tilings: 0 }))
            })
            .collect::<Result<_, Stopped>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn grow(
        &self,
        grown: &Grown,
        all: &[Placement<u128>],
        reach: &Reach<u128>,
        next: &mut BTreeMap<Shape, Grown>,
    ) {
        let mut memo = Memo::new();
        let filled = u128::from(grown.shape.filled);
        for p in all.iter().filter(|p| grown.shape.used.0[p.piece.index()] < self.bag.0[p.piece.index()]) {
            if p.gaps != 0 || !p.locks(filled, self.lines, reach, &mut memo) {
                continue;
            }
            let mut with = grown.clone();
            with.shape.filled |= p.cells as u64;
            with.shape.used.0[p.piece.index()] += 1;
            let (rotation, cells) = (p.rotation, p.cells as u64);
            with.placed.push(Placement { piece: p.piece, rotation, x: p.x, low: p.low, cells, gaps: p.gaps });
            next.entry(with.shape.clone()).or_insert(with);
        }
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
