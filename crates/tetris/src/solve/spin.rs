//! Ways to set up a T-spin: pieces after which a T can be spun in and clears lines.
//!
//! ```text
//!   place of the T, rows to fill ──> pieces that fill them ──> what is lacking?
//!                                                               │  a piece floats: a cell under it
//!                              one more piece, on such a cell <─┤  a corner is open: the corner
//!                                                               │  the T hangs: a cell under it
//!                                                               │  a turn takes an earlier test: a cell there
//!                                                               └─ nothing: can no piece be left out?
//! ```
//!
//! A piece is only ever added on a cell of which one must be filled, so that the search ends without a bound on pieces.
//! The ways are those that solution-finder lists. A piece that fills rows lies in rows next to one another; those that
//! are added fill no row, and may lie across rows that are full by then. A way counts when no piece can be left out:
//! one that has no part in the rows of the T is needed where without it fewer than three corners are filled, a piece
//! or the T floats, or the T does not turn in.

use super::building::{Building, stands};
use super::order::{MOST, Order};
use super::percent::multisets;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::Menu;
use super::wide::Frame;
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
    /// Most pieces that are added to turn the T in once the shape is there: rows filled but for the T, three corners,
    /// nothing floating.
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
        if !Reach::<Frame>::fits(&self.table, self.drop, height) {
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
        let reach = Reach::<Frame>::new(&self.table, self.drop, task.height);
        let mut search = Search {
            task,
            range,
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
            start: full_rows(base, task.height),
            full: 0,
            most: queues.iter().map(|queue| queue.len()).max().unwrap_or(0).min(MOST) - 1,
            chosen: Vec::new(),
            found: Vec::new(),
            known: HashSet::new(),
        };
        let used = menu.weight(Piece::T);
        for t in ts.into_iter().filter(|t| t.gaps == 0) {
            search.t = Some(t);
            // Every choice of rows to fill of which the T fills one.
            let mut rows = range;
            while rows != 0 {
                let cells = rows_of(rows);
                if t.cells & cells != 0 {
                    search.rows = rows;
                    search.known.clear();
                    search.fill(cells & !base & !t.cells, t.cells, used)?;
                }
                rows = (rows - 1) & range;
            }
        }
        Ok(search.found)
    }
}

/// The cells of some rows.
fn rows_of(rows: u32) -> u128 {
    (0..MOST_ROWS).filter(|y| rows >> y & 1 == 1).fold(0, |cells, y| cells | row_mask::<u128>(y))
}

struct Search<'s, 'a> {
    task: &'s SpinTask<'s>,
    range: u32,
    base: u128,
    before: Field,
    others: Vec<Placement<u128>>,
    menu: &'s Menu,
    reach: &'a Reach<Frame>,
    order: Order<'a, u128, Frame>,
    memo: Memo<Frame>,
    ticker: &'s Ticker<'s>,
    /// The T, and the rows of the range that are filled.
    t: Option<Placement<u128>>,
    rows: u32,
    /// The rows that are full from the start, and in the end.
    start: u32,
    full: u32,
    /// Most pieces before the T.
    most: usize,
    chosen: Vec<Placement<u128>>,
    found: Vec<SpinSetup>,
    /// Sets of pieces gone on from, with how many are roof: pieces may come in any order.
    known: HashSet<(Vec<u128>, usize)>,
}

/// What some pieces lack to lead to the T-spin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lack {
    /// Nothing.
    Nothing,
    /// One of these cells must be filled before the shape is there: under a piece, or at a corner of the T.
    Shape(u128),
    /// One of these cells must be filled before the T can be turned in.
    Roof(u128),
    /// More pieces do not help.
    Hopeless,
}

impl Search<'_, '_> {
    /// Covers the first cell of the rows that is not.
    fn fill(&mut self, missing: u128, taken: u128, used: u32) -> Result<(), Stopped> {
        if missing == 0 {
            self.full = full_rows(self.base | taken, self.task.height);
            return if self.full & self.range == self.rows { self.add(None, taken, used) } else { Ok(()) };
        }
        if missing.count_ones() as usize > 4 * (self.most - self.chosen.len()) {
            return Ok(());
        }
        self.ticker.tick()?;
        let first = u128::bit(missing.lowest());
        for i in 0..self.others.len() {
            let p = self.others[i];
            let used = used + self.menu.weight(p.piece);
            if p.cells & first != 0
                && p.gaps & !self.start == 0
                && p.cells & taken == 0
                && self.menu.has(used)
            {
                self.chosen.push(p);
                self.fill(missing & !p.cells, taken | p.cells, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Adds pieces that fill none of the rows, each for something that is lacking, until the T can be spun in. `roof`
    /// counts those after the shape was there.
    fn add(&mut self, roof: Option<usize>, taken: u128, used: u32) -> Result<(), Stopped> {
        let Some(t) = self.t else { return Ok(()) };
        self.ticker.tick()?;
        let mut key: Vec<u128> = self.chosen.iter().map(|p| p.cells).collect();
        key.sort_unstable();
        if !self.known.insert((key, roof.unwrap_or(0))) {
            return Ok(());
        }
        let chosen = self.chosen.clone();
        let (cells, roof) = match self.lack(&t, &chosen) {
            Lack::Hopeless => return Ok(()),
            Lack::Nothing => {
                if !self.is_too_much(&t, &chosen) {
                    self.keep(t);
                }
                return Ok(());
            }
            Lack::Shape(cells) => (cells & !taken & !self.base, roof.map(|n| n + 1)),
            Lack::Roof(cells) => (cells & !taken & !self.base, Some(roof.unwrap_or(0) + 1)),
        };
        if cells == 0 || roof > self.task.most_roof.or(Some(MOST)) || chosen.len() >= self.most {
            return Ok(());
        }
        for i in 0..self.others.len() {
            let p = self.others[i];
            let used = used + self.menu.weight(p.piece);
            if p.cells & cells != 0 && p.cells & taken == 0 && self.menu.has(used) {
                self.chosen.push(p);
                self.add(roof, taken | p.cells, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    fn keep(&mut self, t: Placement<u128>) {
        let filled = self.chosen.iter().fold(self.base, |filled, p| filled | p.cells);
        let (gone, full) =
            (full_rows(filled, self.task.height), full_rows(filled | t.cells, self.task.height));
        let mut placements = self.chosen.clone();
        placements.push(t);
        let building =
            Building { base: self.base, placements, lines: self.task.height, before: self.before.clone() };
        self.found.push(SpinSetup { building, lines: (full & !gone).count_ones() });
    }

    fn lack(&mut self, t: &Placement<u128>, pieces: &[Placement<u128>]) -> Lack {
        let filled = pieces.iter().fold(self.base, |filled, p| filled | p.cells);
        let height = self.task.height;
        let gone = full_rows(filled, height);
        let full = full_rows(filled | t.cells, height);
        // What is added fills no row.
        if full != self.full || (full & !gone).count_ones() < self.task.lines {
            return Lack::Hopeless;
        }
        self.order.load(pieces.iter().copied());
        let ordered = self.order.has_an_order(&mut self.memo);
        if !ordered {
            let under = self.under_floating(pieces, full);
            if under != 0 {
                return Lack::Shape(under);
            }
        }
        let (corners, open) = self.corners(t, filled, gone);
        if corners < 3 {
            return Lack::Shape(open);
        }
        // The frame's row of each row that is left.
        let rows: Vec<u32> = (0..height).filter(|y| gone >> y & 1 == 0).collect();
        if !stands(t, filled, gone) {
            let mut under = 0;
            for (i, row) in rows.iter().enumerate().skip(1) {
                let cells = (t.cells >> (row * WIDTH)) & 0x3FF;
                under |= cells << (rows[i - 1] * WIDTH);
            }
            return Lack::Shape(under & !t.cells);
        }
        if self.turns_in(t, filled, gone) {
            return if ordered { Lack::Nothing } else { Lack::Hopeless };
        }
        let (board, corner, places) = self.around(t, filled, gone);
        let way = self.reach.in_the_way(board, t.rotation, corner, &places).wide();
        let way = (0u32..)
            .zip(&rows)
            .fold(0u128, |cells, (to, row)| cells | ((way >> (to * WIDTH)) & 0x3FF) << (row * WIDTH));
        Lack::Roof(way & !t.cells)
    }

    /// The board when some rows are gone, the corner of the T's box there, and all places of a T.
    fn around(&mut self, t: &Placement<u128>, filled: u128, gone: u32) -> (Frame, (u32, u32), [Frame; 4]) {
        let board = Frame::cut(without_rows(filled, gone, self.task.height));
        let below = (gone & ((1 << t.low) - 1)).count_ones();
        (board, (t.x, t.low - below), self.memo.places(board, Piece::T, self.reach))
    }

    /// Whether a turn brings the T to its place.
    fn turns_in(&mut self, t: &Placement<u128>, filled: u128, gone: u32) -> bool {
        let (board, corner, places) = self.around(t, filled, gone);
        self.reach.turned(board, t.rotation, corner, &places)
    }

    /// How many corners of a T are filled, and the cells at the others, when some rows are gone.
    fn corners(&self, t: &Placement<u128>, filled: u128, gone: u32) -> (u32, u128) {
        let rows: Vec<u32> = (0..self.task.height).filter(|y| gone >> y & 1 == 0).collect();
        let below = (gone & ((1 << t.low) - 1)).count_ones();
        let (cx, cy) = (centre(t).0, centre(t).1 - below as i32);
        let cell = |x: i32, y: i32| {
            let row = usize::try_from(y).ok().and_then(|y| rows.get(y))?;
            (0..WIDTH as i32).contains(&x).then(|| row * WIDTH + x as u32)
        };
        let (mut corners, mut open) = (0, 0);
        for (dx, dy) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (x, y) = (cx + dx, cy + dy);
            match cell(x, y) {
                Some(cell) if filled.has(cell) => corners += 1,
                Some(cell) => open |= u128::bit(cell),
                None => corners += u32::from(!(0..WIDTH as i32).contains(&x) || y < 0),
            }
        }
        (corners, open)
    }

    /// The cells under pieces that nothing carries. The pieces are loaded, and have no order.
    fn under_floating(&mut self, pieces: &[Placement<u128>], full: u32) -> u128 {
        let (mut ever, mut seen, mut left) = (0u16, HashSet::new(), vec![0u16]);
        while let Some(set) = left.pop() {
            ever |= set;
            let mut next = self.order.next(set, &mut self.memo);
            while next != 0 {
                let after = set | 1 << next.trailing_zeros();
                next &= next - 1;
                if seen.insert(after) {
                    left.push(after);
                }
            }
        }
        let placed = |i: usize| ever >> i & 1 == 1;
        let filled = (0..pieces.len()).filter(|&i| placed(i)).fold(self.base, |f, i| f | pieces[i].cells);
        let stands = standing(filled, full_rows(filled, self.task.height), self.task.height);
        let mut under = 0;
        for (i, p) in pieces.iter().enumerate() {
            if placed(i) || p.cells & stands != 0 {
                continue;
            }
            // A row that is gone by then lets the piece stand on what is under it.
            let mut cells = p.cells;
            for _ in 0..self.task.height {
                cells = (cells >> WIDTH) & !p.cells;
                under |= cells;
                cells &= rows_of(full);
            }
        }
        under
    }

    /// Whether one of the pieces that have no part in the rows of the T can be left out.
    fn is_too_much(&mut self, t: &Placement<u128>, pieces: &[Placement<u128>]) -> bool {
        let rows = self.full & rows_with(t.cells);
        (0..pieces.len()).any(|i| rows & rows_with(pieces[i].cells) == 0 && !self.is_needed(t, pieces, i))
    }

    fn is_needed(&mut self, t: &Placement<u128>, pieces: &[Placement<u128>], out: usize) -> bool {
        let out = &pieces[out];
        let filled = pieces.iter().fold(self.base, |filled, p| filled | p.cells) & !out.cells;
        let gone = full_rows(filled, self.task.height);
        if self.corners(t, filled, gone).0 < 3 {
            return true;
        }
        // A row that one piece fills alone is gone at once: nothing comes to lie on it.
        let is_alone = |y: &u32| {
            let row = row_mask::<u128>(*y);
            (self.full & !self.start) >> y & 1 == 1
                && (t.cells | out.cells) & row == 0
                && pieces.iter().filter(|p| p.cells & row != 0).count() == 1
        };
        let alone = (0..self.task.height).filter(is_alone).fold(0, |rows, y| rows | 1 << y);
        let is_carried = |p: &Placement<u128>| {
            let gone_below = alone & ((1 << p.low) - 1);
            p.gaps & !gone == 0
                && (stands(p, self.base, p.gaps) || stands(p, filled & !p.cells, p.gaps | gone_below))
        };
        !pieces.iter().chain([t]).all(is_carried) || !self.turns_in(t, filled, gone)
    }
}

/// The rows in which some cells lie.
fn rows_with(cells: u128) -> u32 {
    (0..MOST_ROWS).filter(|&y| cells & row_mask::<u128>(y) != 0).fold(0, |rows, y| rows | 1 << y)
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
