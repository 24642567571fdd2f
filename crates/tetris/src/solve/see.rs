//! The chance of a perfect clear when only the next pieces are seen.
//!
//! With `see` N a player who has placed k pieces knows the first N + k pieces of the queue and nothing
//! more: the piece in play, the held one and the previews count. Every placement is chosen knowing only
//! that; the rest comes from the pattern's queues, all equally likely. The value is that of the best
//! strategy, exact:
//!
//! ```text
//!   queues that begin alike ── best placement ──> one piece more is seen ──> parts of the queues ── ...
//!   value = the most, over placements, of the sum over what may be seen next
//! ```
//!
//! Placements are the edges of a graph of boards: only boards from which some tiling can be finished are
//! in it, so nothing that is lost anyway is tried. A piece that is not seen cannot be placed, so that
//! with `see` 1 nobody can hold.

use super::building::{paint, placed_at};
use super::order::{Order, one};
use super::percent::multisets;
use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::tiling::{Menu, Tiler};
use super::word::{Word, full_rows};
use super::{Hold, Problem, ProblemError, STEPS};
use crate::field::{Cell, Field};
use crate::fumen::{Flags, Fumen, Page};
use crate::piece::Piece;
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What the best strategy is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// The queues with which it ends in a perfect clear.
    pub success: usize,
    /// All queues.
    pub total: usize,
    /// What to place first, as a page; nothing where every queue is lost, or where the queues do not
    /// begin alike as far as one sees.
    pub first: Option<FirstMove>,
}

/// The first placement of the best strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMove {
    /// The piece.
    pub piece: Piece,
    /// The field with the piece on its place, as one page.
    pub fumen: Fumen,
}

/// A placement: its piece, the board after it, and its index.
type Edge = (Piece, u32, u16);

/// A board of the graph: what can be placed.
#[derive(Debug, Default)]
struct Node {
    edges: Vec<Edge>,
}

/// Boards from which some tiling can be finished.
struct Graph<W> {
    nodes: Vec<Node>,
    placements: Vec<Placement<W>>,
    /// The board on which nothing is missing.
    done: u32,
}

impl Problem {
    /// The chance of the best strategy when `see` pieces are known at the start and one more after each
    /// placement. At a `see` as long as the queues it is [`Problem::percent`].
    ///
    /// # Errors
    /// When nothing is seen, a queue is too short, the hold is cyclic with several slots, or the
    /// progress asked to stop.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::solve::{Drop, Hold, Problem};
    /// use ludex_tetris::{KickTable, Pattern, field};
    ///
    /// let field = field! { "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" };
    /// let problem = Problem::new(&field, 4, KickTable::named("srs180")?, Drop::Half, Hold::USE)?;
    /// let queues = Pattern::read("*p4")?.queues()?;
    /// let all = problem.chance(&queues, 4, &ludex_core::Silent)?;
    /// let two = problem.chance(&queues, 2, &ludex_core::Silent)?;
    /// assert_eq!((all.success, all.total), (352, 840));
    /// assert!(two.success < all.success);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chance(
        &self,
        queues: &[Queue],
        see: usize,
        progress: &dyn Progress,
    ) -> Result<Chance, ProblemError> {
        if see == 0 {
            return Err(ProblemError::See);
        }
        if matches!(self.hold, Hold::Cyclic(n) if n > 1) {
            return Err(ProblemError::SeeCyclic);
        }
        let queues = self.cut(queues)?;
        Ok(in_words!(self, chance_in(&queues, see, progress))?)
    }

    fn chance_in<W: Word, R: Word>(
        &self,
        queues: &[Queue],
        see: usize,
        progress: &dyn Progress,
    ) -> Result<Chance, Stopped> {
        let ticker = Ticker::new(progress, STEPS);
        let graph = self.graph::<W, R>(queues, progress)?;
        let mut search = Search {
            graph: &graph,
            queues,
            see,
            slots: self.hold.slots(),
            ticker: &ticker,
            values: HashMap::new(),
            solved: HashMap::new(),
        };
        // What is seen at the start parts the queues.
        let parts = parts_of(queues, 0..queues.len(), see);
        let mut success = 0;
        let alone = parts.len() == 1;
        for part in parts {
            success += search.value(part, 0, 0, 0)? as usize;
        }
        let mut first = None;
        if alone && success > 0 && self.drawable().is_ok() {
            first = search.best(0..queues.len(), 0, 0, 0)?.1.map(|edge| {
                let p = &graph.placements[usize::from(edge.2)];
                FirstMove { piece: edge.0, fumen: self.one_page(p) }
            });
        }
        Ok(Chance { success, total: queues.len(), first })
    }

    fn one_page<W: Word>(&self, p: &Placement<W>) -> Fumen {
        let mut field = Field::new();
        paint(&mut field, self.filled, Cell::Gray);
        field.clear_lines();
        let gone = full_rows(self.filled, self.lines);
        let below = (gone & ((1 << p.low) - 1)).count_ones();
        let piece = Some(placed_at(p.piece, p.rotation, p.x, p.low - below));
        let flags = Flags { colour: true, ..Flags::default() };
        Fumen { pages: vec![Page { field, piece, flags, ..Page::default() }] }
    }

    /// All boards between the field and the clear, over the tilings that some queue has the pieces of.
    fn graph<W: Word, R: Word>(
        &self,
        queues: &[Queue],
        progress: &dyn Progress,
    ) -> Result<Graph<W>, Stopped> {
        let reach = Reach::<R>::new(&self.table, self.drop, self.lines);
        let (base, empty) = (W::of_frame(self.filled), W::of_frame(self.empty()));
        let placements = self.placements::<W>();
        let ticker = Ticker::new(progress, STEPS);
        let mut menu = Menu::new(&multisets(queues.iter().copied(), &ticker)?);
        let tiler = Tiler::new(&placements, empty, self.lines, &menu);
        let (mut memo, mut order) = (Memo::new(), Order::new(&reach, base, self.lines));
        let mut nodes = vec![Node::default()];
        let mut ids: HashMap<W, u32> = HashMap::from([(base, 0)]);
        let mut known: std::collections::HashSet<(u32, u16)> = std::collections::HashSet::new();
        let mut stopped = Ok(());
        tiler.run(&mut menu, &ticker, &mut |_, chosen| {
            // All sets of the pieces of a tiling are looked at: up to a millisecond.
            stopped = progress.report(0, 0);
            order.load(chosen.iter().map(|&i| placements[usize::from(i)]));
            // Sets from which the tiling can be finished, from the full one down, then those reached.
            let full = usize::from(order.full());
            let mut finishes = vec![false; full + 1];
            finishes[full] = true;
            for set in (0..full).rev() {
                let next = order.next(set as u16, &mut memo);
                finishes[set] = (0..16).any(|i| next >> i & 1 == 1 && finishes[set | 1 << i]);
            }
            let mut reached = vec![false; full + 1];
            reached[0] = finishes[0];
            for set in 0..full {
                if !reached[set] {
                    continue;
                }
                let filled = (0..chosen.len())
                    .filter(|i| set >> i & 1 == 1)
                    .fold(base, |filled, i| filled | placements[usize::from(chosen[i])].cells);
                let from = ids[&filled];
                let next = order.next(set as u16, &mut memo);
                for i in (0..chosen.len()).filter(|i| next >> i & 1 == 1 && finishes[set | 1 << i]) {
                    reached[set | 1 << i] = true;
                    let placement = &placements[usize::from(chosen[i])];
                    let to = *ids.entry(filled | placement.cells).or_insert_with(|| {
                        nodes.push(Node::default());
                        nodes.len() as u32 - 1
                    });
                    if known.insert((from, chosen[i])) {
                        nodes[from as usize].edges.push((placement.piece, to, chosen[i]));
                    }
                }
            }
            stopped.is_ok()
        });
        stopped?;
        if ticker.is_stopped() {
            return Err(Stopped);
        }
        let done = ids.get(&(base | empty)).copied().unwrap_or(u32::MAX);
        Ok(Graph { nodes, placements, done })
    }
}

/// A range of sorted queues that begin alike, parted by how they go on up to a length.
fn parts_of(queues: &[Queue], range: std::ops::Range<usize>, length: usize) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let head = queues[at].cut(length);
        let end = at + queues[at..range.end].partition_point(|queue| queue.cut(length) == head);
        parts.push(at..end);
        at = end;
    }
    parts
}

/// Queues that are alike as far as one sees, the board, and what was placed, four bits per piece.
type Key = (u32, u32, u32, u32);

struct Search<'a, W> {
    graph: &'a Graph<W>,
    queues: &'a [Queue],
    see: usize,
    slots: usize,
    ticker: &'a Ticker<'a>,
    values: HashMap<Key, u32>,
    /// By board, hand and the pieces after it: whether a queue that is known to its end is solved.
    solved: HashMap<(u32, u32, Queue), bool>,
}

/// How many of each piece, four bits each.
fn letters(pieces: impl Iterator<Item = Piece>) -> u32 {
    pieces.map(one).sum()
}

impl<W: Word> Search<'_, W> {
    /// The queues of a range that the best strategy clears after some placements.
    fn value(
        &mut self,
        range: std::ops::Range<usize>,
        board: u32,
        placed: u32,
        count: usize,
    ) -> Result<u32, Stopped> {
        if board == self.graph.done {
            return Ok(range.len() as u32);
        }
        if range.len() == 1 {
            // All of the queue is known, or will be without a choice: every piece that comes is certain.
            let queue = self.queues[range.start];
            let all = self.slots + count + 1;
            let hand = letters(queue.cut(all).iter()) - placed;
            if self.see + count >= queue.len().min(all) && self.see > self.slots {
                return Ok(u32::from(self.is_solved(board, hand, queue.skip(all))?));
            }
        }
        let key = (range.start as u32, range.end as u32, board, placed);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        self.ticker.tick()?;
        let value = self.best(range, board, placed, count)?.0;
        self.values.insert(key, value);
        Ok(value)
    }

    /// The best placement and its value.
    fn best(
        &mut self,
        range: std::ops::Range<usize>,
        board: u32,
        placed: u32,
        count: usize,
    ) -> Result<(u32, Option<Edge>), Stopped> {
        let graph = self.graph;
        // What is in hand and seen: the queues of the range agree on it.
        let seen = (self.see + count).min(self.slots + count + 1);
        let hand = letters(self.queues[range.start].cut(seen).iter()) - placed;
        let parts = parts_of(self.queues, range.clone(), self.see + count + 1);
        let mut best = (0, None);
        for &edge in &graph.nodes[board as usize].edges {
            let (piece, to, _) = edge;
            if hand >> (4 * piece as u32) & 15 == 0 {
                continue;
            }
            let mut value = 0;
            let mut left = range.len() as u32;
            for part in &parts {
                // Even if all the rest were solved, it would not be better.
                if value + left <= best.0 {
                    break;
                }
                left -= part.len() as u32;
                value += self.value(part.clone(), to, placed + one(piece), count + 1)?;
            }
            if value > best.0 {
                best = (value, Some(edge));
            }
            if best.0 == range.len() as u32 {
                break;
            }
        }
        Ok(best)
    }

    /// Whether a queue that is known to its end is solved from a board with a hand.
    fn is_solved(&mut self, board: u32, hand: u32, rest: Queue) -> Result<bool, Stopped> {
        if board == self.graph.done {
            return Ok(true);
        }
        self.ticker.tick()?;
        match self.solved.entry((board, hand, rest)) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(entry) => entry.insert(false),
        };
        let graph = self.graph;
        let (coming, after) = (rest.get(0).map_or(0, one), rest.skip(1));
        let mut solved = false;
        for &(piece, to, _) in &graph.nodes[board as usize].edges {
            if hand >> (4 * piece as u32) & 15 > 0 && self.is_solved(to, hand - one(piece) + coming, after)? {
                solved = true;
                break;
            }
        }
        self.solved.insert((board, hand, rest), solved);
        Ok(solved)
    }
}
