//! All ways to fill certain cells of a field, with room around them that may be used.
//!
//! ```text
//!   . . m m m     f  must be filled
//!   f f f m m     m  may be filled (margin), and where holes are excluded has none
//!   f f f f X     o  may be filled, and may have holes
//!   X X . X X     X  stands already; any other cell stays empty
//! ```
//!
//! Every piece takes part in the filling, unless a number of pieces is given: then others join in the margin
//! until there are so many. In the order of queues all their pieces are used, as far as there is room.

use super::building::{Building, paint};
use super::order::{MOST, Order};
use super::percent::multisets;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::Menu;
use super::trie::Trie;
use super::wide::Frame;
use super::word::{WIDTH, Word};
use super::{Drop, MOST_ROWS, ProblemError, Rules, STEPS};
use crate::field::{Cell, Field};
use crate::fumen::Placed;
use crate::piece::{Piece, Rotation};
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::HashSet;
use std::str::FromStr;

/// Which empty cells a solution may not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Exclude {
    /// All are allowed.
    #[default]
    None,
    /// Empty cells with something above them.
    Holes,
    /// Empty cells that nothing reaches: closed in on all sides.
    StrictHoles,
}

/// Something done to the field of a solution before holes are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A cell is filled.
    Block(i32, i32),
    /// A piece is placed, its centre at a column and row.
    Place(Piece, Rotation, i32, i32),
    /// A row is filled.
    Row(i32),
    /// Full rows go.
    Clear,
}

/// What to fill.
#[derive(Debug, Clone)]
pub struct FillTask<'a> {
    /// What stands, and the areas by colour.
    pub field: &'a Field,
    /// Colours of the cells that must be filled.
    pub fill: &'a [Cell],
    /// Colours of the cells that may be filled.
    pub margin: &'a [Cell],
    /// Colours of the cells that may be filled and may have holes.
    pub free: &'a [Cell],
    /// Rows that are looked at; what is above them is not there.
    pub lines: u32,
    /// The queues: in the order they come, or only which pieces there are.
    pub queues: &'a [Queue],
    /// Whether the order of the queues does not matter.
    pub combination: bool,
    /// How many pieces a solution has.
    pub pieces: Option<usize>,
    /// Which holes it may not have.
    pub exclude: Exclude,
    /// What is done before holes are looked for.
    pub operations: &'a [Operation],
}

/// A way to fill the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The pieces.
    pub building: Building,
    /// The pieces that fill, without those that only join: indices into the building's pieces.
    pub core: Vec<usize>,
    /// In how many orders the pieces can be placed.
    pub orders: u64,
}

impl Filled {
    /// The field with the pieces that fill, without those that only join.
    #[must_use]
    pub fn core_field(&self) -> Field {
        let mut field = self.building.before.clone();
        for p in self.core.iter().filter_map(|&i| self.building.placements.get(i)) {
            paint(&mut field, p.cells, Cell::of(p.piece));
        }
        field
    }
}

/// The areas as cells of the frame.
struct Areas {
    before: Field,
    base: u128,
    fill: u128,
    free: u128,
    allowed: u128,
}

impl Areas {
    fn of(task: &FillTask<'_>) -> Areas {
        let mut areas = Areas { before: Field::new(), base: 0, fill: 0, free: 0, allowed: 0 };
        for y in 0..task.lines {
            for x in 0..WIDTH {
                let (bit, cell) = (u128::bit(y * WIDTH + x), task.field.get(x as usize, y as i32));
                if task.fill.contains(&cell) {
                    areas.fill |= bit;
                } else if task.free.contains(&cell) {
                    areas.free |= bit;
                } else if task.margin.contains(&cell) {
                    areas.allowed |= bit;
                } else if cell != Cell::Empty {
                    areas.base |= bit;
                }
            }
        }
        areas.allowed |= areas.fill | areas.free;
        paint(&mut areas.before, areas.base, Cell::Gray);
        areas
    }
}

impl Rules {
    /// All ways to fill the cells of a task that can be built.
    ///
    /// # Errors
    /// When there is nothing to fill, pieces are too few, the rules do not fit together, or the progress asked
    /// to stop.
    pub fn fills(&self, task: &FillTask<'_>, progress: &dyn Progress) -> Result<Vec<Filled>, ProblemError> {
        if !(1..=MOST_ROWS).contains(&task.lines) {
            return Err(ProblemError::Rows(task.lines));
        }
        if self.drop == Drop::Half && !self.table.has_half_turns() {
            return Err(ProblemError::HalfTurns);
        }
        if !Reach::<Frame>::fits(&self.table, self.drop, task.lines) {
            return Err(ProblemError::Kicks(task.lines));
        }
        let areas = Areas::of(task);
        if areas.fill == 0 {
            return Err(ProblemError::NothingToFill);
        }
        let least = areas.fill.count_ones().div_ceil(4) as usize;
        let room = areas.allowed.count_ones() as usize / 4;
        let longest = task.queues.iter().map(|q| q.len()).max().ok_or(ProblemError::NoQueue)?;
        let wanted = match task.pieces {
            Some(pieces) => Some(pieces),
            None if task.combination => None,
            None => Some(longest.min(room)),
        };
        let most = wanted.unwrap_or(longest.min(room));
        if most < least || longest < most {
            return Err(ProblemError::Few { read: longest.min(most), needed: least.max(most) });
        }
        if most > MOST {
            return Err(ProblemError::Pieces(most));
        }
        Ok(self.fills_of(task, &areas, wanted, most, progress)?)
    }

    fn fills_of(
        &self,
        task: &FillTask<'_>,
        areas: &Areas,
        wanted: Option<usize>,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Filled>, Stopped> {
        let ticker = Ticker::new(progress, STEPS);
        // With a hold one piece more than is placed may be looked at.
        let looked = if task.combination { usize::MAX } else { most + self.hold.slots() };
        let mut queues: Vec<Queue> =
            task.queues.iter().map(|q| q.cut(looked)).filter(|q| q.len() >= wanted.unwrap_or(0)).collect();
        queues.sort_unstable();
        queues.dedup();
        let menu = Menu::new(&multisets(queues.iter().copied(), &ticker)?);
        let full = (0..task.lines)
            .filter(|&y| (areas.base | areas.allowed).row(y) == 0x3FF)
            .fold(0, |full, y| full | 1 << y);
        let placements: Vec<Placement<u128>> = Placement::all(task.lines)
            .into_iter()
            .filter(|p: &Placement<u128>| p.cells & !areas.allowed == 0 && p.gaps & !full == 0)
            .collect();
        let reach = Reach::<Frame>::new(&self.table, self.drop, task.lines);
        let mut search = Search {
            task,
            areas,
            wanted,
            most,
            placements: &placements,
            menu: &menu,
            order: Order::new(&reach, areas.base, task.lines),
            memo: Memo::new(),
            trie: Trie::new(&queues, self.hold, &ticker)?,
            ticker: &ticker,
            chosen: Vec::new(),
            found: Vec::new(),
        };
        search.fill(areas.fill, 0, 0)?;
        if ticker.is_stopped() {
            return Err(Stopped);
        }
        Ok(search.found)
    }
}

struct Search<'s, 'a> {
    task: &'s FillTask<'s>,
    areas: &'s Areas,
    wanted: Option<usize>,
    most: usize,
    placements: &'s [Placement<u128>],
    menu: &'s Menu,
    order: Order<'a, u128, Frame>,
    memo: Memo<Frame>,
    trie: Trie,
    ticker: &'s Ticker<'s>,
    chosen: Vec<usize>,
    found: Vec<Filled>,
}

impl Search<'_, '_> {
    /// Covers the first cell that must be filled and is not.
    fn fill(&mut self, missing: u128, taken: u128, used: u32) -> Result<(), Stopped> {
        if missing == 0 {
            let core = self.chosen.len();
            return match (self.wanted, self.task.pieces) {
                (Some(wanted), Some(_)) => self.join(wanted, core, 0, taken, used),
                (Some(wanted), None) if core != wanted => Ok(()),
                _ => {
                    self.end(core);
                    Ok(())
                }
            };
        }
        if self.chosen.len() == self.most {
            return Ok(());
        }
        self.ticker.tick()?;
        let first = u128::bit(missing.lowest());
        for i in 0..self.placements.len() {
            let p = self.placements[i];
            if p.cells & first == 0 || p.cells & taken != 0 {
                continue;
            }
            let used = used + self.menu.weight(p.piece);
            if self.menu.has(used) {
                self.chosen.push(i);
                self.fill(missing & !p.cells, taken | p.cells, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Adds pieces that fill nothing until there are as many as wanted.
    fn join(
        &mut self,
        wanted: usize,
        core: usize,
        from: usize,
        taken: u128,
        used: u32,
    ) -> Result<(), Stopped> {
        if self.chosen.len() >= wanted {
            if self.chosen.len() == wanted {
                self.end(core);
            }
            return Ok(());
        }
        self.ticker.tick()?;
        for i in from..self.placements.len() {
            let p = self.placements[i];
            if p.cells & (taken | self.areas.fill) != 0 {
                continue;
            }
            let used = used + self.menu.weight(p.piece);
            if self.menu.has(used) {
                self.chosen.push(i);
                self.join(wanted, core, i + 1, taken | p.cells, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    fn end(&mut self, core: usize) {
        let placements: Vec<Placement<u128>> = self.chosen.iter().map(|&i| self.placements[i]).collect();
        let building = Building {
            base: self.areas.base,
            lines: self.task.lines,
            before: self.areas.before.clone(),
            placements,
        };
        if self.is_excluded(&building.field()) {
            return;
        }
        self.order.load(building.placements.iter().copied());
        let orders = self.order.count_orders(&mut self.memo);
        if orders == 0 {
            return;
        }
        if !self.task.combination {
            let mut plays = false;
            self.trie.walk(&mut self.order, &mut self.memo, self.ticker, false, &mut |_| plays = true);
            if !plays {
                return;
            }
        }
        self.found.push(Filled { building, core: (0..core).collect(), orders });
    }

    /// Whether the field has holes it may not have.
    fn is_excluded(&self, field: &Field) -> bool {
        if self.task.exclude == Exclude::None {
            return false;
        }
        // Cells that may have holes are marked, so that they fall with the rows below them.
        let mut field = field.clone();
        let mut free = Field::new();
        paint(&mut free, self.areas.free, Cell::Gray);
        let clear = |field: &mut Field, free: &mut Field| {
            let full: Vec<usize> =
                (0..field.height()).filter(|&y| !field.row(y).contains(&Cell::Empty)).collect();
            for y in full.into_iter().rev() {
                for above in y..crate::field::ROWS - 1 {
                    for x in 0..WIDTH as usize {
                        field.set(x, above as i32, field.get(x, above as i32 + 1));
                        free.set(x, above as i32, free.get(x, above as i32 + 1));
                    }
                }
            }
        };
        for operation in self.task.operations {
            match *operation {
                Operation::Block(x, y) => put(&mut field, &[(x, y)]),
                Operation::Place(piece, rotation, x, y) => {
                    put(&mut field, &Placed { piece, rotation, x, y }.cells());
                }
                Operation::Row(y) => put(&mut field, &(0..WIDTH as i32).map(|x| (x, y)).collect::<Vec<_>>()),
                Operation::Clear => clear(&mut field, &mut free),
            }
        }
        clear(&mut field, &mut free);
        match self.task.exclude {
            Exclude::None => false,
            Exclude::Holes => has_holes(&field, &free),
            Exclude::StrictHoles => has_strict_holes(&field, &free),
        }
    }
}

fn put(field: &mut Field, cells: &[(i32, i32)]) {
    for &(x, y) in cells {
        if (0..WIDTH as i32).contains(&x) && (0..crate::field::ROWS as i32).contains(&y) {
            field.set(x as usize, y, Cell::Gray);
        }
    }
}

fn has_holes(field: &Field, free: &Field) -> bool {
    (0..WIDTH as usize).any(|x| {
        let mut covered = false;
        (0..field.height() as i32).rev().any(|y| {
            let filled = field.get(x, y) != Cell::Empty;
            covered |= filled;
            covered && !filled && free.get(x, y) == Cell::Empty
        })
    })
}

/// Whether an empty cell is cut off from the sky.
fn has_strict_holes(field: &Field, free: &Field) -> bool {
    let height = field.height() as i32;
    let mut seen: HashSet<(i32, i32)> = HashSet::new();
    let mut todo: Vec<(i32, i32)> = (0..WIDTH as i32).map(|x| (x, height)).collect();
    while let Some((x, y)) = todo.pop() {
        if !seen.insert((x, y)) {
            continue;
        }
        for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if (0..WIDTH as i32).contains(&x)
                && (0..height).contains(&y)
                && field.get(x as usize, y) == Cell::Empty
            {
                todo.push((x, y));
            }
        }
    }
    (0..height).any(|y| {
        (0..WIDTH as usize).any(|x| {
            field.get(x, y) == Cell::Empty && free.get(x, y) == Cell::Empty && !seen.contains(&(x as i32, y))
        })
    })
}

/// A word that is no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("operation {0:?}: T-Reverse(4,2), block(1,2), row(1) or clear() is needed")]
pub struct OperationError(String);

impl FromStr for Operation {
    type Err = OperationError;

    fn from_str(text: &str) -> Result<Operation, OperationError> {
        let wrong = || OperationError(text.chars().take(40).collect());
        let (name, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let rest = rest.strip_suffix(')').ok_or_else(wrong)?;
        let numbers: Vec<i32> = if rest.trim().is_empty() {
            Vec::new()
        } else {
            let number = |n: &str| n.trim().parse().ok().filter(|n| (0..24).contains(n));
            rest.split(',').map(number).collect::<Option<_>>().ok_or_else(wrong)?
        };
        Ok(match (name.to_ascii_lowercase().as_str(), numbers.as_slice()) {
            ("block", &[x, y]) => Operation::Block(x, y),
            ("row", &[y]) => Operation::Row(y),
            ("clear", []) => Operation::Clear,
            (other, &[x, y]) => {
                let (piece, rotation) = other.split_once('-').ok_or_else(wrong)?;
                let mut letters = piece.chars();
                let piece = match (letters.next(), letters.next()) {
                    (Some(letter), None) => Piece::from_letter(letter.to_ascii_uppercase()),
                    _ => None,
                };
                let rotation = match rotation {
                    "spawn" | "0" => Rotation::Spawn,
                    "right" | "r" => Rotation::Right,
                    "reverse" | "2" => Rotation::Reverse,
                    "left" | "l" => Rotation::Left,
                    _ => return Err(wrong()),
                };
                Operation::Place(piece.ok_or_else(wrong)?, rotation, x, y)
            }
            _ => return Err(wrong()),
        })
    }
}
