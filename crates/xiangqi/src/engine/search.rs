//! A search from outside: what is asked, what is answered, and the threads between.

use super::clock::{Deadline, Limits};
use super::order::Memory;
use super::table::Table;
use super::worker::{MATE, MATE_BOUND, Worker};
use crate::moves::Move;
use crate::position::Position;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How good a position is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// About a hundred for a pawn across the river.
    Points(i32),
    /// Mates in so many own moves, or (negative) is mated in so many.
    Mate(i32),
}

impl Score {
    pub(super) const fn new(score: i32) -> Self {
        if score >= MATE_BOUND {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::Mate(-(MATE + score) / 2)
        } else {
            Score::Points(score)
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Points(points) => write!(f, "{points}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The best variation, its first move to be played; empty where there is no legal move.
    pub line: Vec<Move>,
    /// How good it is.
    pub score: Score,
    /// Plies of the last whole iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// News of a search: one finished iteration.
#[derive(Debug, Clone)]
pub struct Info {
    /// What is best so far.
    pub best: Best,
    /// Since the start.
    pub time: Duration,
    /// How full the table is, per mille.
    pub full: u32,
}

/// How strong the engine plays: 0 (a beginner) to 20 (as well as it can).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level(u32);

impl Level {
    /// As well as it can.
    pub const FULL: Level = Level(20);

    /// A level; numbers above 20 are read as 20.
    #[must_use]
    pub const fn new(level: u32) -> Self {
        Level(if level > 20 { 20 } else { level })
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// By how much judgement is blurred, at most.
    pub(super) const fn blur(self) -> i32 {
        (20 - self.0 as i32) * 12
    }

    /// Nodes a level looks at, at most.
    const fn nodes(self) -> Option<u64> {
        if self.0 >= 20 { None } else { Some(200 << (self.0 / 2)) }
    }
}

/// The engine with its table.
#[derive(Debug)]
pub struct Engine {
    /// Made by the first search: who only says hello waits for no memory.
    table: Option<Table>,
    bytes: usize,
    threads: usize,
    level: Level,
    banned: Vec<Move>,
    /// One per thread; made when it is first needed.
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine with a table of so many bytes (at least 16 KiB), one thread, full strength.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Engine {
            table: None,
            bytes,
            threads: 1,
            level: Level::FULL,
            banned: Vec::new(),
            memories: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.memories.clear();
    }

    /// Makes a new, empty table of so many bytes.
    pub fn resize(&mut self, bytes: usize) {
        (self.table, self.bytes) = (None, bytes);
    }

    /// Searches on so many threads. With one, the same question asked of an empty table always visits
    /// the same nodes.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, 256);
    }

    /// Plays weaker or stronger.
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Moves that must not be played next.
    pub fn ban(&mut self, moves: &[Move]) {
        self.banned = moves.to_vec();
    }

    /// Finds the best move.
    ///
    /// `game` are the positions before this one, oldest first: repetitions count from there. `stop` ends
    /// the search early from another thread; `tell` hears of every finished iteration.
    pub fn search(
        &mut self,
        position: &Position,
        game: &[Position],
        limits: Limits,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Info),
    ) -> Best {
        let table = self.table.get_or_insert_with(|| Table::new(self.bytes / 16));
        table.next_generation();
        let mut limits = limits;
        if let Some(nodes) = self.level.nodes() {
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        let deadline = Deadline::new(&limits);
        let end = AtomicBool::new(false);
        let helped = AtomicU64::new(0);
        let shared = Shared { table, stop, end: &end, helped: &helped, deadline, limits, level: self.level };
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|m| !self.banned.contains(m));
        if moves.is_empty() {
            let score = if position.count_legal() == 0 { Score::Mate(0) } else { Score::Points(0) };
            return Best { line: Vec::new(), score, depth: 0, nodes: 0 };
        }
        self.memories.resize_with(self.threads, Memory::new);
        let mut memories = self.memories.iter_mut();
        let mut worker = || {
            let memory = memories.next().expect("one for each thread");
            Worker::new(&shared, position, game, moves.clone(), memory)
        };
        let mut first = worker();
        if self.threads == 1 {
            return first.deepen(0, &mut tell);
        }
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let mut helper = worker();
                scope.spawn(move || helper.deepen(number as i32, &mut |_| {}));
            }
            let mut best = first.deepen(0, &mut tell);
            end.store(true, Ordering::Relaxed);
            best.nodes += helped.load(Ordering::Relaxed);
            best
        })
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) stop: &'a AtomicBool,
    /// The first thread is done.
    pub(super) end: &'a AtomicBool,
    /// Nodes of the other threads.
    pub(super) helped: &'a AtomicU64,
    pub(super) deadline: Deadline,
    pub(super) limits: Limits,
    pub(super) level: Level,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn think(fen: &str, limits: Limits, threads: usize) -> Best {
        let position = Position::try_from(&fen.parse().unwrap()).unwrap();
        let mut engine = Engine::new(1 << 20);
        engine.set_threads(threads);
        engine.search(&position, &[], limits, &AtomicBool::new(false), |_| {})
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn the_same_search_twice_visits_the_same_nodes() {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let (a, b) = (think(START, limits, 1), think(START, limits, 1));
        assert_eq!(a, b);
        assert!(a.nodes > 1000 && !a.line.is_empty());
    }

    #[test]
    fn the_node_limit_holds_exactly() {
        for nodes in [1, 100, 5000] {
            let best = think(START, Limits { nodes: Some(nodes), ..Limits::default() }, 1);
            assert!(best.nodes <= nodes && !best.line.is_empty(), "{best:?}");
        }
    }

    #[test]
    fn several_threads_find_a_legal_move() {
        let best = think(START, Limits { depth: Some(6), ..Limits::default() }, 3);
        assert!(Position::start().is_legal(best.line[0]));
    }

    #[test]
    fn a_lost_side_is_told_so() {
        let best = think("4k4/3P1P3/9/9/9/9/9/9/9/3K5 b", Limits { depth: Some(4), ..Limits::default() }, 1);
        assert_eq!((best.line.len(), best.score), (0, Score::Mate(0)));
        let position = Position::try_from(&"3k5/4P4/9/9/9/9/9/9/9/4K3R b".parse().unwrap()).unwrap();
        let best = think(&position.to_string(), Limits { depth: Some(5), ..Limits::default() }, 1);
        assert!(matches!(best.score, Score::Mate(..=0)), "{best:?}");
    }
}
