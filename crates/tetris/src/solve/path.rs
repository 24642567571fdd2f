//! Every solution of every queue.

use super::building::{Building, BuildingError, MOST_ROWS, paint};
use super::order::Order;
use super::percent::multisets;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::trie::Trie;
use super::wide::Frame;
use super::word::Word;
use super::{Problem, ProblemError, STEPS};
use crate::field::{Cell, Field};
use crate::fumen::{Flags, Fumen, Page};
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tilings that one thread orders at a time.
const CHUNK: usize = 128;

/// One way to fill the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Its pieces and where they lie in the frame.
    pub placements: Vec<Placement<Frame>>,
    /// One order in which they can be placed, as pieces.
    pub order: Vec<Piece>,
    /// The frame filled: what stood before is gray.
    pub field: Field,
}

impl Solution {
    /// How many there are of each piece.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::of(&self.order)
    }

    /// The solution as one page whose comment is the order.
    #[must_use]
    pub fn fumen(&self) -> String {
        let flags = Flags { colour: true, ..Flags::default() };
        let comment = Piece::spell(&self.order);
        Fumen { pages: vec![Page { field: self.field.clone(), piece: None, comment, flags }] }.encode()
    }
}

/// Every solution of every queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The queues, cut to what can be used, sorted.
    pub queues: Vec<Queue>,
    /// The solutions that some queue can build, in a fixed order.
    pub solutions: Vec<Solution>,
    /// By queue: its solutions, rising.
    pub by_queue: Vec<Vec<u32>>,
}

impl Problem {
    /// Finds every solution of every queue.
    ///
    /// # Errors
    /// When a queue is too short, solutions are higher than a fumen, or the progress asked to stop.
    pub fn path(&self, queues: &[Queue], progress: &dyn Progress) -> Result<Path, ProblemError> {
        self.drawable()?;
        let queues = self.cut(queues)?;
        Ok(in_words!(self, path_in(queues, progress))?)
    }

    fn path_in<W: Word, R: Word>(
        &self,
        queues: Vec<Queue>,
        progress: &dyn Progress,
    ) -> Result<Path, Stopped> {
        let mut path = Path { by_queue: vec![Vec::new(); queues.len()], solutions: Vec::new(), queues };
        let reach = Reach::<R>::new(&self.table, self.drop, self.lines);
        let (base, empty) = (W::of_frame(self.filled), W::of_frame(self.empty()));
        let placements = self.placements::<W>();
        let ticker = Ticker::new(progress, STEPS);
        let mut menu = Menu::new(&multisets(path.queues.iter().copied(), &ticker)?);
        let tiler = Tiler::new(&placements, empty, self.lines, &menu);
        let mut tilings: Vec<u16> = Vec::new();
        let needed = self.needed();
        let all = tiler.run(&mut menu, &ticker, &mut |_, chosen| {
            tilings.extend_from_slice(chosen);
            true
        });
        if !all {
            return Err(Stopped);
        }
        let trie = Trie::new(&path.queues, self.hold, &ticker)?;
        let (done, total) = (AtomicU64::new(0), (tilings.len() / needed) as u64);
        let orders = tilings.par_chunks(needed * CHUNK).map(|chunk| {
            progress.report(done.fetch_add(CHUNK as u64, Ordering::Relaxed).min(total), total)?;
            let ticker = Ticker::new(progress, STEPS);
            let (mut order, mut memo, mut trie) =
                (Order::new(&reach, base, self.lines), Memo::new(), trie.clone());
            let mut found = Vec::new();
            for chosen in chunk.chunks(needed) {
                order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
                // Most tilings hang in the air: no order of any pieces builds them.
                let Some(first) = order.first_order(&mut memo) else { continue };
                let mut queues = Vec::new();
                trie.walk(&mut order, &mut memo, &ticker, false, &mut |queue| queues.push(queue as u32));
                if ticker.is_stopped() {
                    return Err(Stopped);
                }
                if !queues.is_empty() {
                    found.push((chosen, first, queues));
                }
            }
            Ok(found)
        });
        for found in orders.collect::<Result<Vec<_>, Stopped>>()? {
            for (chosen, order, queues) in found {
                ticker.tick()?;
                let placed: Vec<Placement<W>> = chosen.iter().map(|&i| placements[usize::from(i)]).collect();
                for queue in queues {
                    path.by_queue[queue as usize].push(path.solutions.len() as u32);
                }
                path.solutions.push(self.solution(&placed, &order));
            }
        }
        Ok(path)
    }

    fn solution<W: Word>(&self, placed: &[Placement<W>], order: &[u8]) -> Solution {
        let mut field = Field::new();
        paint(&mut field, self.filled, Cell::Gray);
        for p in placed {
            paint(&mut field, p.cells, Cell::of(p.piece));
        }
        let wide = |p: &Placement<W>| Placement {
            piece: p.piece,
            rotation: p.rotation,
            x: p.x,
            low: p.low,
            cells: p.cells.frame(),
            gaps: p.gaps,
        };
        Solution {
            placements: placed.iter().map(wide).collect(),
            order: order.iter().map(|&i| placed[usize::from(i)].piece).collect(),
            field,
        }
    }

    /// The solution as a building on the field of the problem.
    ///
    /// # Errors
    /// When it is higher than buildings are.
    pub fn building(&self, solution: &Solution) -> Result<Building, BuildingError> {
        if self.lines > MOST_ROWS {
            return Err(BuildingError::High);
        }
        let mut before = Field::new();
        paint(&mut before, self.filled, Cell::Gray);
        let low = |p: &Placement<Frame>| Placement {
            piece: p.piece,
            rotation: p.rotation,
            x: p.x,
            low: p.low,
            cells: p.cells.wide(),
            gaps: p.gaps,
        };
        let placements = solution.placements.iter().map(low).collect();
        Ok(Building { base: self.filled.wide(), placements, lines: self.lines, before })
    }
}
