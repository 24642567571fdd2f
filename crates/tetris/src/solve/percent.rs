//! How many queues lead to a perfect clear.

use super::order::{MOST, Order};
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::trie::Trie;
use super::word::{MOST_FRAME, WIDTH, Word};
use super::{Problem, ProblemError, STEPS};
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Which queues lead to a perfect clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Percent {
    /// The queues, cut to what can be used, sorted.
    pub queues: Vec<Queue>,
    /// Whether each is solved.
    pub solved: Vec<bool>,
}

impl Percent {
    /// How many queues are solved.
    #[must_use]
    pub fn success(&self) -> usize {
        self.solved.iter().filter(|&&s| s).count()
    }

    /// The queues that are not solved.
    pub fn fails(&self) -> impl Iterator<Item = Queue> + '_ {
        self.queues.iter().zip(&self.solved).filter(|(_, s)| !**s).map(|(q, _)| *q)
    }
}

impl Problem {
    /// Finds the queues that lead to a perfect clear.
    ///
    /// # Errors
    /// When a queue is too short, or the progress asked to stop.
    pub fn percent(&self, queues: &[Queue], progress: &dyn Progress) -> Result<Percent, ProblemError> {
        let queues = self.cut(queues)?;
        Ok(in_words!(self, percent_in(queues, progress))?)
    }

    fn percent_in<W: Word, R: Word>(
        &self,
        queues: Vec<Queue>,
        progress: &dyn Progress,
    ) -> Result<Percent, Stopped> {
        let mut solved = vec![false; queues.len()];
        let ticker = Ticker::new(progress, STEPS);
        let reach = Reach::<R>::new(&self.table, self.drop, self.lines);
        let (base, empty) = (W::of_frame(self.filled), W::of_frame(self.empty()));
        let placements = self.placements();
        let mut classes = Classes::new(&queues, &ticker)?;
        let mut menu = Menu::new(&classes.open());
        let tiler = Tiler::new(&placements, empty, self.lines, &menu);
        let mut trie = Trie::of_kinds(&queues, |queue| classes.bit(queue), self.hold, &ticker)?;
        let mut memo = Memo::new();
        let mut order = Order::new(&reach, base, self.lines);
        let mirror = (self.is_symmetric() && classes.pair()).then(|| mirrored_indices(&placements));
        let mut tilings = 0u64;
        let mut stopped = Ok(());
        tiler.run(&mut menu, &ticker, &mut |menu, chosen| {
            tilings += 1;
            if tilings.is_multiple_of(256) {
                stopped = progress.report(queues.len() as u64 - u64::from(trie.open()), queues.len() as u64);
            }
            // Of a tiling and its mirror image one is ordered for both.
            let side = mirror.as_ref().map_or(Side::Alone, |mirror| side_of(chosen, mirror));
            if side == Side::Second {
                return stopped.is_ok();
            }
            order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
            let counts = order.counts();
            let kinds = [classes.with(&counts), classes.with(&counts.mirrored())];
            let mut emptied = false;
            let mut found = |queue: usize| {
                solved[queue] = true;
                emptied |= classes.close(queue);
            };
            if order.has_an_order(&mut memo) {
                trie.walk_kinds(kinds[0], &mut order, &mut memo, &ticker, true, &mut found);
                if side == Side::First {
                    order.mirror();
                    trie.walk_kinds(kinds[1], &mut order, &mut memo, &ticker, true, &mut found);
                }
            }
            // Pieces that no open queue has need not be tried any more.
            if emptied {
                menu.offer(&classes.open());
            }
            trie.open() > 0 && stopped.is_ok()
        });
        stopped?;
        if ticker.is_stopped() {
            return Err(Stopped);
        }
        Ok(Percent { queues, solved })
    }

    /// Whether the field and the rules look the same in a mirror.
    pub(super) fn is_symmetric(&self) -> bool {
        (0..self.lines).all(|y| {
            let row = self.filled.row(y);
            row == row.reverse_bits() >> (16 - WIDTH)
        }) && self.table.mirrored() == self.table
    }
}

/// How a tiling stands to its mirror image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It is its own image, or images do not matter.
    Alone,
    /// It speaks for both.
    First,
    /// Its image speaks for it.
    Second,
}

pub(super) fn side_of(chosen: &[u16], mirror: &[u16]) -> Side {
    let least = |of: &mut dyn Iterator<Item = u16>| {
        let mut sorted = [u16::MAX; MOST];
        let mut count = 0;
        for (place, index) in sorted.iter_mut().zip(of) {
            *place = index;
            count += 1;
        }
        sorted[..count].sort_unstable();
        sorted
    };
    let own = least(&mut chosen.iter().copied());
    match own.cmp(&least(&mut chosen.iter().map(|&i| mirror[usize::from(i)]))) {
        Ordering::Equal => Side::Alone,
        Ordering::Less => Side::First,
        Ordering::Greater => Side::Second,
    }
}

/// By placement: the index of its mirror image.
pub(super) fn mirrored_indices<W: Word>(placements: &[Placement<W>]) -> Vec<u16> {
    let by_cells: HashMap<(Piece, W, u32), u16> =
        (0..).zip(placements).map(|(i, p)| ((p.piece, p.cells, p.gaps), i)).collect();
    let mirrored = |p: &Placement<W>| {
        let mut cells = W::ZERO;
        for at in (0..MOST_FRAME as u32 * WIDTH).take_while(|&at| at < W::ROWS * WIDTH) {
            if p.cells.has(at) {
                cells |= W::bit(at / WIDTH * WIDTH + WIDTH - 1 - at % WIDTH);
            }
        }
        by_cells.get(&(p.piece.mirrored(), cells, p.gaps)).copied().unwrap_or(u16::MAX)
    };
    placements.iter().map(mirrored).collect()
}

/// Queues by their multiset: few, however many queues there are.
pub(super) struct Classes {
    /// By queue.
    of_queue: Vec<u32>,
    /// The multisets, and how many open queues each has.
    all: Vec<(Counts, u32)>,
    /// By multiset: the one in the mirror, where that matters.
    mirror: Vec<u32>,
    /// By multiset of a tiling: the bits of those that contain it.
    containing: HashMap<Counts, u64>,
}

impl Classes {
    pub(super) fn new(queues: &[Queue], ticker: &Ticker<'_>) -> Result<Classes, Stopped> {
        let mut met: HashMap<Counts, u32> = HashMap::new();
        let mut classes = Classes {
            of_queue: Vec::with_capacity(queues.len()),
            all: Vec::new(),
            mirror: Vec::new(),
            containing: HashMap::new(),
        };
        let mut last: Option<(Counts, u32)> = None;
        for queue in queues {
            ticker.tick()?;
            let counts = queue.counts();
            // Neighbours are often alike.
            let class = match last {
                Some((known, class)) if known == counts => class,
                _ => *met.entry(counts).or_insert_with(|| {
                    classes.all.push((counts, 0));
                    classes.all.len() as u32 - 1
                }),
            };
            last = Some((counts, class));
            classes.of_queue.push(class);
            classes.all[class as usize].1 += 1;
        }
        Ok(classes)
    }

    /// The multisets, and how many open queues each has.
    pub(super) fn all(&self) -> &[(Counts, u32)] {
        &self.all
    }

    /// The bit of a queue's multiset.
    fn bit(&self, queue: usize) -> u64 {
        1 << (self.of_queue[queue] % 64)
    }

    /// The bits of the multisets that contain one.
    fn with(&mut self, counts: &Counts) -> u64 {
        let Classes { containing, all, .. } = self;
        *containing.entry(*counts).or_insert_with(|| {
            let has = (0..).zip(all.iter()).filter(|(_, class)| class.0.contains(counts));
            has.fold(0, |bits, (i, _): (u32, _)| bits | 1 << (i % 64))
        })
    }

    /// One queue less is open; tells whether its class has none any more.
    fn close(&mut self, queue: usize) -> bool {
        let open = &mut self.all[self.of_queue[queue] as usize].1;
        *open -= 1;
        *open == 0
    }

    /// From now on a multiset is open as long as the one in the mirror is; false where some has none.
    fn pair(&mut self) -> bool {
        let index: HashMap<Counts, u32> = (0..).zip(&self.all).map(|(i, class)| (class.0, i)).collect();
        let mirror = self.all.iter().map(|class| index.get(&class.0.mirrored()).copied()).collect();
        self.mirror = Option::unwrap_or_default(mirror);
        self.mirror.len() == self.all.len()
    }

    /// The multisets that some open queue has.
    fn open(&self) -> Vec<Counts> {
        let is_open = |i: usize| {
            self.all[i].1 > 0 || self.mirror.get(i).is_some_and(|&other| self.all[other as usize].1 > 0)
        };
        (0..self.all.len()).filter(|&i| is_open(i)).map(|i| self.all[i].0).collect()
    }
}

/// The distinct multisets of some queues, sorted: few, however many queues there are.
pub(super) fn multisets(
    queues: impl Iterator<Item = Queue>,
    ticker: &Ticker<'_>,
) -> Result<Vec<Counts>, Stopped> {
    let (mut met, mut last) = (HashSet::new(), None);
    for queue in queues {
        ticker.tick()?;
        let counts = queue.counts();
        // Neighbours are often alike.
        if last != Some(counts) {
            last = Some(counts);
            met.insert(counts);
        }
    }
    let mut all: Vec<Counts> = met.into_iter().collect();
    all.sort_unstable();
    Ok(all)
}
