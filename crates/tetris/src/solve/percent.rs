//! How many queues lead to a perfect clear.

use super::order::Order;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::trie::Trie;
use super::word::Word;
use super::{Problem, ProblemError};
use crate::piece::Counts;
use crate::queue::Queue;
use ludex_core::{Progress, Stopped};

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
        let reach = Reach::<W>::new(&self.table, self.drop, self.lines);
        let (base, empty) = (W::cut(u128::from(self.filled)), W::cut(u128::from(self.empty())));
        let placements = Placement::all(self.lines);
        let mut menu = Menu::new(&multisets(queues.iter().copied()));
        let tiler = Tiler::new(&placements, empty, self.lines, &menu);
        let mut trie = Trie::new(&queues, self.hold);
        let mut memo = Memo::new();
        let mut order = Order::new(&reach, base, self.lines);
        let mut tilings = 0u64;
        let mut stopped = Ok(());
        let mut offered_for = trie.open();
        tiler.run(&mut menu, &mut |menu, chosen| {
            tilings += 1;
            order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
            trie.walk(&mut order, &mut memo, true, &mut |queue| solved[queue] = true);
            if tilings.is_multiple_of(256) {
                stopped = progress.report(queues.len() as u64 - u64::from(trie.open()), queues.len() as u64);
            }
            // Pieces that no open queue has need not be tried any more.
            if trie.open() < offered_for - offered_for / 8 {
                offered_for = trie.open();
                let open = queues.iter().zip(&solved).filter(|(_, s)| !**s).map(|(q, _)| *q);
                menu.offer(&multisets(open));
            }
            trie.open() > 0 && stopped.is_ok()
        });
        stopped?;
        Ok(Percent { queues, solved })
    }
}

/// The distinct multisets of some queues.
pub(super) fn multisets(queues: impl Iterator<Item = Queue>) -> Vec<Counts> {
    let mut all: Vec<Counts> = queues.map(Queue::counts).collect();
    all.sort_unstable();
    all.dedup();
    all
}
