//! One good way for one queue.

use super::building::{paint, placed_at};
use super::order::Order;
use super::placement::{Memo, Placement};
use super::reach::{Drop, Reach};
use super::wide::{Frame, Vast};
use super::word::full_rows;
use super::{Hold, Problem, ProblemError};
use crate::field::{Cell, Field};
use crate::fumen::{Flags, Fumen, Page, Quiz};
use crate::piece::Piece;
use crate::queue::Queue;
use ludex_core::Progress;

impl Problem {
    /// One way to the perfect clear: the order of the pieces and a fumen with one piece per page. Of all
    /// ways it is the first in which most pieces simply fall; nothing where there is none.
    ///
    /// # Errors
    /// When the queue is too short, or the progress asked to stop.
    pub fn best_line(
        &self,
        queue: Queue,
        progress: &dyn Progress,
    ) -> Result<Option<(Vec<Piece>, Fumen)>, ProblemError> {
        let path = self.path(&[queue], progress)?;
        let queue = path.queues.first().copied().unwrap_or_default();
        let soft = Reach::<Vast>::new(&self.table, self.drop, self.lines);
        let hard = Reach::<Vast>::new(&self.table, Drop::Hard, self.lines);
        let base = self.filled;
        let (mut memo, mut hard_memo) = (Memo::new(), Memo::new());
        let mut best: Option<(usize, Vec<u8>, Vec<Placement<Frame>>)> = None;
        for solution in &path.solutions {
            let placements = &solution.placements;
            let mut order = Order::new(&soft, base, self.lines);
            order.load(placements.iter().copied());
            let mut straight = Order::new(&hard, base, self.lines);
            straight.load(placements.iter().copied());
            for way in order.ways(queue, self.hold, &mut memo) {
                let mut set = 0u16;
                let mut falls = 0;
                for &i in &way {
                    falls += usize::from(straight.next(set, &mut hard_memo) >> i & 1 == 1);
                    set |= 1 << i;
                }
                if best.as_ref().is_none_or(|b| falls > b.0) {
                    best = Some((falls, way, placements.clone()));
                }
            }
        }
        Ok(best.map(|(_, way, placements)| {
            let order = way.iter().map(|&i| placements[usize::from(i)].piece).collect();
            (order, self.played(queue, &way, &placements))
        }))
    }

    /// The pieces placed one by one, a page each.
    fn played(&self, queue: Queue, way: &[u8], placements: &[Placement<Frame>]) -> Fumen {
        let mut field = Field::new();
        paint(&mut field, self.filled, Cell::Gray);
        field.clear_lines();
        let mut filled = self.filled;
        let pieces: Vec<Piece> = queue.iter().collect();
        let mut quiz = (self.hold == Hold::USE || self.hold == Hold::AVOID).then(|| Quiz::new(&pieces));
        let mut pages: Vec<Page> = Vec::new();
        for &i in way {
            let p = &placements[usize::from(i)];
            let gone = full_rows(filled, self.lines);
            let below = (gone & ((1 << p.low) - 1)).count_ones();
            let page = Page {
                field: field.clone(),
                piece: Some(placed_at(p.piece, p.rotation, p.x, p.low - below)),
                comment: quiz.as_ref().map_or_else(String::new, ToString::to_string),
                flags: Flags { colour: pages.is_empty(), ..Flags::default() },
            };
            quiz = quiz.and_then(|q| q.after(p.piece).ok());
            field = page.after();
            filled |= p.cells;
            pages.push(page);
        }
        Fumen { pages }
    }
}
