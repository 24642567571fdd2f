//! Ways to set up a T-spin: pieces after which a T can be spun in and clears lines.
//!
//! A solution is the place of the T, the rows it clears, and other pieces. The cells of these rows are covered first;
//! then pieces are added until three corners of the T are filled and a turn brings it to its place. No piece can be
//! left out.

use super::building::Building;
use super::order::{MOST, Order};
use super::percent::multisets;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tall::Tall;
use super::tiling::Menu;
use super::word::{WIDTH, Word, full_rows, row_mask, standing, without_rows};
use super::{Drop, MOST_ROWS, ProblemError, Rules, STEPS};
use crate::field::{Cell, Field};
use crate::piece::{Piece, Rotation};
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::HashSet;

/// What to search for.
#[derive(Debug, Clone)]
pub struct SpinTask<'a> {
    /// What stands.
    pub field: &'a Field,
    /// The pieces there are, in any order.
    pub queues: &'a [Queue],
    /// The lowest row that may be cleared.
    pub bottom: u32,
    /// The row above the highest that may be cleared.
    pub top: u32,
    /// Rows in which pieces may lie.
    pub height: u32,
    /// Fewest lines the T clears.
    pub lines: u32,
    /// Most pieces that fill none of these lines.
    pub most_roof: Option<usize>,
}

/// A T-spin with what leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpinSetup {
    /// All pieces, the T last.
    pub building: Building,
    /// Lines the T clears.
    pub lines: u32,
}

impl Rules {
    /// All ways to a T-spin from which no piece can be left out.
    ///
    /// # Errors
    /// When the rows do not fit together, there is no T, the rules do not fit, or the progress asked to stop.
    pub fn spins(
        &self,
        task: &SpinTask<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<SpinSetup>, ProblemError> {
        let (bottom, top, height) = (task.bottom, task.top, task.height);
        if bottom >= top || top > height || height > MOST_ROWS {
            return Err(ProblemError::SpinRows { bottom, top, height });
        }
        if self.drop == Drop::Half && !self.table.has_half_turns() {
            return Err(ProblemError::HalfTurns);
        }
        if task.field.height() > height as usize {
            return Err(ProblemError::High { height: task.field.height(), lines: height });
        }
        if !Reach::<Tall>::fits(&self.table, self.drop, height) {
            return Err(ProblemError::Kicks(height));
        }
        let queues: Vec<Queue> =
            task.queues.iter().copied().filter(|queue| queue.counts().0[Piece::T.index()] > 0).collect();
        if queues.is_empty() {
            return Err(ProblemError::NoT);
        }
        Ok(self.spins_of(task, &queues, progress)?)
    }

    fn spins_of(
        &self,
        task: &SpinTask<'_>,
        queues: &[Queue],
        progress: &dyn Progress,
    ) -> Result<Vec<SpinSetup>, Stopped> {
        let ticker = Ticker::new(progress, STEPS);
        let menu = Menu::new(&multisets(queues.iter().copied(), &ticker)?);
        let mut base = 0u128;
        let mut before = Field::new();
        for y in 0..task.height {
            for x in 0..WIDTH {
                if task.field.get(x as usize, y as i32) != Cell::Empty {
                    base |= u128::bit(y * WIDTH + x);
                    before.set(x as usize, y as i32, Cell::Gray);
                }
            }
        }
        let range = ((1u32 << task.top) - 1) & !((1 << task.bottom) - 1);
        let free: Vec<Placement<u128>> = Placement::all(task.height)
            .into_iter()
            .filter(|p: &Placement<u128>| p.cells & base == 0 && p.gaps & !range == 0)
            .collect();
        let (ts, others): (Vec<_>, Vec<_>) = free.into_iter().partition(|p| p.piece == Piece::T);
        let reach = Reach::<Tall>::new(&self.table, self.drop, task.height);
        let mut search = Search {
            task,
            base,
            before,
            others,
            menu: &menu,
            reach: &reach,
            order: Order::new(&reach, base, task.height),
            memo: Memo::new(),
            ticker: &ticker,
            t: None,
            rows: 0,
            chosen: Vec::new(),
            found: Vec::new(),
            known: HashSet::new(),
        };
        let used = menu.weight(Piece::T);
        for t in ts.into_iter().filter(|t| t.gaps == 0) {
            let rows = (0..task.height).filter(|&y| t.cells.row(y) != 0).fold(0u32, |rows, y| rows | 1 << y);
            // Every choice of rows to clear, of as many as asked for or more.
            let mut cleared = rows;
            while cleared != 0 {
                if cleared.count_ones() >= task.lines && cleared & !range == 0 {
                    let cells = (0..task.height)
                        .filter(|y| cleared >> y & 1 == 1)
                        .fold(0, |cells, y| cells | row_mask::<u128>(y));
                    search.t = Some(t);
                    search.rows = cleared;
                    search.fill(cells & !base & !t.cells, t.cells, used)?;
                }
                cleared = (cleared - 1) & rows;
            }
        }
        Ok(search.found)
    }
}

struct Search<'s, 'a> {
    task: &'s SpinTask<'s>,
    base: u128,
    before: Field,
    others: Vec<Placement<u128>>,
    menu: &'s Menu,
    reach: &'a Reach<Tall>,
    order: Order<'a, u128, Tall>,
    memo: Memo<Tall>,
    ticker: &'s Ticker<'s>,
    /// The T, and the rows it clears.
    t: Option<Placement<u128>>,
    rows: u32,
    chosen: Vec<Placement<u128>>,
    found: Vec<SpinSetup>,
    /// What was found, as cells: pieces at corners may come in any order.
    known: HashSet<Vec<u128>>,
}

/// Whether so many pieces lead to the T-spin, and if not, whether its corners are what is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Spins,
    Corners,
    Other,
}

impl Search<'_, '_> {
    /// Covers the first cell of the cleared rows that is not.
    fn fill(&mut self, missing: u128, taken: u128, used: u32) -> Result<(), Stopped> {
        if missing == 0 {
            let left = self.task.most_roof.unwrap_or(MOST);
            return self.roof(left, 0, taken, used);
        }
        self.ticker.tick()?;
        let first = u128::bit(missing.lowest());
        for i in 0..self.others.len() {
            let p = self.others[i];
            let used = used + self.menu.weight(p.piece);
            if p.cells & first != 0 && p.cells & taken == 0 && self.menu.has(used) {
                self.chosen.push(p);
                self.fill(missing & !p.cells, taken | p.cells, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Adds pieces that fill none of the cleared rows until the T can be spun in.
    fn roof(&mut self, left: usize, from: usize, taken: u128, used: u32) -> Result<(), Stopped> {
        let Some(t) = self.t else { return Ok(()) };
        self.ticker.tick()?;
        let chosen = std::mem::take(&mut self.chosen);
        let state = self.state(&t, &chosen);
        let mut key: Vec<u128> = chosen.iter().map(|p| p.cells).collect();
        key.sort_unstable();
        key.push(t.cells);
        if state == State::Spins && !self.is_too_much(&t, &chosen) && self.known.insert(key) {
            let mut placements = chosen.clone();
            placements.push(t);
            let (base, lines, before) = (self.base, self.task.height, self.before.clone());
            let building = Building { base, placements, lines, before };
            self.found.push(SpinSetup { building, lines: self.rows.count_ones() });
        }
        self.chosen = chosen;
        if state == State::Spins || left == 0 || self.chosen.len() + 1 >= MOST {
            return Ok(());
        }
        // Where corners are missing, some piece covers one of them; it comes first, whatever its place.
        let corners = if state == State::Corners { self.corners(&t) & !taken & !self.base } else { 0 };
        let cleared = (0..self.task.height).filter(|y| self.rows >> y & 1 == 1);
        let rows = cleared.fold(0, |cells, y| cells | row_mask::<u128>(y));
        let from = if corners != 0 { 0 } else { from };
        for i in from..self.others.len() {
            let p = self.others[i];
            let used = used + self.menu.weight(p.piece);
            if p.cells & (taken | rows) != 0 || corners != 0 && p.cells & corners == 0 || !self.menu.has(used)
            {
                continue;
            }
            self.chosen.push(p);
            self.roof(left - 1, if corners != 0 { 0 } else { i + 1 }, taken | p.cells, used)?;
            self.chosen.pop();
        }
        Ok(())
    }

    /// The cells at the four corners of the T, those inside the frame.
    fn corners(&self, t: &Placement<u128>) -> u128 {
        let (x, y) = centre(t);
        let mut cells = 0;
        for (dx, dy) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (x, y) = (x + dx, y + dy);
            if (0..WIDTH as i32).contains(&x) && (0..self.task.height as i32).contains(&y) {
                cells |= u128::bit(y as u32 * WIDTH + x as u32);
            }
        }
        cells
    }

    fn state(&mut self, t: &Placement<u128>, pieces: &[Placement<u128>]) -> State {
        let filled = pieces.iter().fold(self.base, |filled, p| filled | p.cells);
        let height = self.task.height;
        let gone = full_rows(filled, height);
        if (full_rows(filled | t.cells, height) & !gone) != self.rows {
            return State::Other;
        }
        let board = Tall::cut(without_rows(filled, gone, height));
        let below = (gone & ((1 << t.low) - 1)).count_ones();
        let places = self.memo.places(board, Piece::T, self.reach);
        let stands = t.cells & standing(filled, gone, height) != 0;
        let (x, y) = centre(t);
        if gone == 0 {
            let at = |dx: i32, dy: i32| {
                let (x, y) = (x + dx, y + dy);
                !(0..WIDTH as i32).contains(&x)
                    || y < 0
                    || y < height as i32 && filled.has(y as u32 * WIDTH + x as u32)
            };
            let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].iter().filter(|c| at(c.0, c.1)).count();
            if corners < 3 {
                return State::Corners;
            }
        }
        if !stands || self.reach.spin(board, t.rotation, (t.x, t.low - below), &places).is_none() {
            return State::Other;
        }
        self.order.load(pieces.iter().copied());
        if self.order.has_an_order(&mut self.memo) { State::Spins } else { State::Other }
    }

    /// Whether fewer of the pieces would do.
    fn is_too_much(&mut self, t: &Placement<u128>, pieces: &[Placement<u128>]) -> bool {
        (0u32..(1 << pieces.len()) - 1).any(|set| {
            let some: Vec<Placement<u128>> =
                (0..pieces.len()).filter(|i| set >> i & 1 == 1).map(|i| pieces[i]).collect();
            self.state(t, &some) == State::Spins
        })
    }
}

/// The centre of a T that lies in rows next to one another.
fn centre(t: &Placement<u128>) -> (i32, i32) {
    let (x, y) = (t.x as i32, t.low as i32);
    match t.rotation {
        Rotation::Spawn => (x + 1, y),
        Rotation::Reverse | Rotation::Left => (x + 1, y + 1),
        Rotation::Right => (x, y + 1),
    }
}
