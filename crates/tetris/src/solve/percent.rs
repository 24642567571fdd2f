//! How many queues lead to a perfect clear.

use super::order::Order;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::trie::Trie;
use super::word::Word;
use super::{Problem, ProblemError, STEPS};
use crate::piece::Counts;
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::HashSet;

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
        Ok(if Reach::<u64>::fits(&self.table, self.drop, self.lines) {
            self.percent_in::<u64>(queues, progress)
        } else {
            self.percent_in::<u128>(queues, progress)
        }?)
    }

    fn percent_in<W: Word>(&self, queues: Vec<Queue>, progress: &dyn Progress) -> Result<Percent, Stopped> {
        let mut solved = vec![false; queues.len()];
        let ticker = Ticker::new(progress, STEPS);
        let reach = Reach::<W>::new(&self.table, self.drop, self.lines);
        let (base, empty) = (W::cut(u128::from(self.filled)), W::cut(u128::from(self.empty())));
        let placements = Placement::all(self.lines);
        let mut menu = Menu::new(&multisets(queues.iter().copied(), &ticker)?);
        let tiler = Tiler::new(&placements, empty, self.lines, &menu);
        let mut trie = Trie::new(&queues, self.hold, &ticker)?;
        let mut memo = Memo::new();
        let mut order = Order::new(&reach, base, self.lines);
        let mut tilings = 0u64;
        let mut stopped = Ok(());
        let mut offered_for = trie.open();
        tiler.run(&mut menu, &ticker, &mut |menu, chosen| {
            tilings += 1;
            order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
            trie.walk(&mut order, &mut memo, &ticker, true, &mut |queue| solved[queue] = true);
            if tilings.is_multiple_of(256) {
                stopped = progress.report(queues.len() as u64 - u64::from(trie.open()), queues.len() as u64);
            }
            // Pieces that no open queue has need not be tried any more.
            if trie.open() < offered_for - offered_for / 8 {
                offered_for = trie.open();
                let open = queues.iter().zip(&solved).filter(|(_, s)| !**s).map(|(q, _)| *q);
                match multisets(open, &ticker) {
                    Ok(left) => menu.offer(&left),
                    Err(Stopped) => return false,
                }
            }
            trie.open() > 0 && stopped.is_ok()
        });
        stopped?;
        if ticker.is_stopped() {
            return Err(Stopped);
        }
        Ok(Percent { queues, solved })
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
