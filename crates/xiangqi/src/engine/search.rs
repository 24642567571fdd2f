//! A search from outside: what is asked, what is answered, and the threads between.
//!
//! Long, for what may be asked and what is answered stand beside the one function between them.

use super::clock::{Deadline, Limits};
use super::margins::Margins;
use super::network::Network;
use super::order::Memory;
use super::table::Table;
use super::worker::{MATE, MATE_BOUND, RULE_BOUND, RULE_WIN, Worker};
use crate::endgame::{Endgames, Value};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RuleSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use thiserror::Error;

/// How good a position is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// About a hundred for a pawn across the river.
    Points(i32),
    /// Mates in so many own moves, or (negative) is mated in so many.
    Mate(i32),
    /// Wins in so many own moves because the other side may not go on repeating, or (negative) loses so.
    Rule(i32),
}

impl Score {
    pub(super) const fn new(score: i32) -> Self {
        if score >= MATE_BOUND {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::Mate(-(MATE + score) / 2)
        } else if score >= RULE_BOUND {
            Score::Rule((RULE_WIN - score + 1) / 2)
        } else if score <= -RULE_BOUND {
            Score::Rule(-(RULE_WIN + score) / 2)
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
            Score::Rule(moves) => write!(f, "rule {moves}"),
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
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
}

/// News of a search: a finished iteration, or its end.
#[derive(Debug, Clone)]
pub struct Info {
    /// What is best so far.
    pub best: Best,
    /// Since the start.
    pub time: Duration,
    /// How full the table is, per mille.
    pub full: u32,
    /// Positions that the endgame tables answered.
    pub table_hits: u64,
}

/// A move of the root that a search now looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Current {
    /// Plies of this iteration.
    pub depth: u32,
    /// The move.
    pub m: Move,
    /// Its place in the order, counted from 1.
    pub number: usize,
}

/// Hears of the moves of the root.
pub type Watcher = dyn Fn(&Current) + Send + Sync;

/// How strong the engine plays: levels 0 (a beginner) to 20 (as well as it can), or ratings between them.
///
/// A level sees so many nodes and judges positions through a blur that is the same for the same position.
/// Both were chosen by matches such that a level more is [`Level::STEP`] points of rating: see the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// 20 at full strength.
    number: u32,
    /// Of the levels below full strength.
    rating: u32,
}

impl Level {
    /// As well as it can.
    pub const FULL: Level = Level { number: 20, rating: 0 };
    /// Points of rating from a level to the next.
    pub const STEP: u32 = 100;
    /// The rating of level 0.
    pub const LOWEST_RATING: u32 = 1000;
    /// The rating of level 19, the highest that is not full strength.
    pub const HIGHEST_RATING: u32 = Level::LOWEST_RATING + 19 * Level::STEP;

    /// A level; numbers above 20 are read as 20.
    #[must_use]
    pub const fn new(level: u32) -> Self {
        if level >= 20 {
            return Level::FULL;
        }
        Level { number: level, rating: Level::LOWEST_RATING + level * Level::STEP }
    }

    /// The strength of a rating, as near as there is.
    #[must_use]
    pub const fn rated(rating: u32) -> Self {
        let rating = if rating < Level::LOWEST_RATING {
            Level::LOWEST_RATING
        } else if rating > Level::HIGHEST_RATING {
            Level::HIGHEST_RATING
        } else {
            rating
        };
        Level { number: (rating - Level::LOWEST_RATING) / Level::STEP, rating }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    const fn is_full(self) -> bool {
        self.number >= 20
    }

    /// How far along [`LADDER`] the level is, in thousandths of a rung.
    const fn height(self) -> u32 {
        let above = (self.rating - Level::LOWEST_RATING) * 1000;
        above / Level::STEP
    }

    /// Between two rungs of the ladder, in proportion.
    const fn between(self, column: usize) -> u64 {
        let height = self.height();
        let (rung, part) = ((height / 1000) as usize, (height % 1000) as u64);
        let low = LADDER[rung][column];
        let high = LADDER[if rung + 1 < LADDER.len() { rung + 1 } else { rung }][column];
        (low * (1000 - part) + high * part) / 1000
    }

    /// By how much judgement is blurred, at most.
    pub(super) const fn blur(self) -> i32 {
        if self.is_full() { 0 } else { self.between(1) as i32 }
    }

    /// Nodes a level looks at, at most.
    const fn nodes(self) -> Option<u64> {
        if self.is_full() { None } else { Some(self.between(0)) }
    }
}

/// Nodes and blur of the levels 0 to 19: each sees 1.235 times the nodes of the one below.
const LADDER: [[u64; 2]; 20] = [
    [200, 240],
    [247, 233],
    [305, 225],
    [377, 218],
    [466, 211],
    [576, 203],
    [711, 196],
    [878, 189],
    [1085, 181],
    [1341, 174],
    [1656, 167],
    [2046, 159],
    [2528, 152],
    [3123, 145],
    [3859, 138],
    [4767, 130],
    [5889, 123],
    [7276, 116],
    [8988, 108],
    [11104, 101],
];

/// How quiet positions are judged.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// The weights and features written by hand.
    Classic,
    /// A network.
    Network(Arc<Network>),
}

impl Default for Evaluation {
    /// The network inside the program.
    fn default() -> Self {
        Evaluation::Network(Network::embedded())
    }
}

/// A word that names no evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no evaluation: network, classic")]
pub struct EvaluationError(pub String);

impl FromStr for Evaluation {
    type Err = EvaluationError;

    fn from_str(word: &str) -> Result<Self, EvaluationError> {
        match word {
            "network" => Ok(Evaluation::default()),
            "classic" => Ok(Evaluation::Classic),
            _ => Err(EvaluationError(word.chars().take(40).collect())),
        }
    }
}

/// The engine with its table.
pub struct Engine {
    /// Made by the first search: who only says hello waits for no memory.
    table: Option<Table>,
    bytes: usize,
    threads: usize,
    level: Level,
    evaluation: Evaluation,
    banned: Vec<Move>,
    endgames: Option<Arc<Endgames>>,
    rules: RuleSet,
    margins: Margins,
    watcher: Option<Box<Watcher>>,
    /// One per thread; made when it is first needed.
    memories: Vec<Memory>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("table", &self.table.as_ref().map(|_| self.bytes))
            .field("threads", &self.threads)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
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
            evaluation: Evaluation::default(),
            banned: Vec::new(),
            endgames: None,
            rules: RuleSet::Asian,
            margins: Margins::default(),
            watcher: None,
            memories: Vec::new(),
        }
    }

    /// An engine for one search: its table is no larger than what so many positions can fill.
    #[must_use]
    pub fn for_limits(limits: &Limits) -> Self {
        const BYTES_PER_NODE: u64 = 32;
        const MOST_BYTES: u64 = 64 << 20;
        let bytes = limits.nodes.map_or(MOST_BYTES, |nodes| nodes.saturating_mul(BYTES_PER_NODE));
        Engine::new(bytes.min(MOST_BYTES) as usize)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.memories.clear();
    }

    /// Makes the table now, so that the first search need not. Boards ask for this with `isready`.
    pub fn prepare(&mut self) {
        let bytes = self.bytes;
        self.table.get_or_insert_with(|| Table::new(bytes));
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

    /// Plays weaker or stronger; what was found before is forgotten.
    pub fn set_level(&mut self, level: Level) {
        if self.level != level {
            self.level = level;
            self.clear();
        }
    }

    /// Prunes, reduces and extends by other numbers; what was found before is forgotten.
    pub fn set_margins(&mut self, margins: Margins) {
        self.margins = margins;
        self.clear();
    }

    /// Judges positions otherwise; what was found before is forgotten.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// Looks endings up in these tables, or in none; what was found before is forgotten.
    pub fn set_endgames(&mut self, endgames: Option<Arc<Endgames>>) {
        self.endgames = endgames.filter(|endgames| !endgames.is_empty());
        self.clear();
    }

    /// Judges repetitions and quiet moves by a rule set; what was found before is forgotten.
    pub fn set_rules(&mut self, rules: RuleSet) {
        if self.rules != rules {
            self.rules = rules;
            self.clear();
        }
    }

    /// Tells the moves of the root as they are looked at, once a search has run for a second.
    pub fn watch(&mut self, watcher: Option<Box<Watcher>>) {
        self.watcher = watcher;
    }

    /// Moves that must not be played next.
    pub fn ban(&mut self, moves: &[Move]) {
        self.banned = moves.to_vec();
    }

    /// Finds the best move.
    ///
    /// `game` are the positions before this one, oldest first: repetitions count from there. `stop` ends
    /// the search early from another thread; `tell` hears of every finished iteration and, where the last
    /// one was broken off, of the end: the last news has all nodes.
    pub fn search(
        &mut self,
        position: &Position,
        game: &[Position],
        limits: Limits,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Info),
    ) -> Best {
        self.prepare();
        let Some(table) = &mut self.table else { unreachable!("it was made a line above") };
        table.next_generation();
        let mut limits = limits;
        if let Some(nodes) = self.level.nodes() {
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        let deadline = Deadline::new(&limits);
        let end = AtomicBool::new(false);
        let spent = AtomicU64::new(0);
        let hits = AtomicU64::new(0);
        let endgames = self.endgames.as_deref().filter(|_| self.level == Level::FULL);
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|m| !self.banned.contains(m));
        let root = endgames.map_or(Root::Open, |endgames| {
            Root::of(endgames, position, game, &mut moves, self.rules.quiet_limit().unwrap_or(u32::MAX))
        });
        if let Root::Decided(best) = root {
            let time = deadline.elapsed();
            let info = Info { best, time, full: table.full(), table_hits: moves.len() as u64 };
            tell(&info);
            return info.best;
        }
        let shared = Shared {
            endgames,
            drawn: matches!(root, Root::Drawn),
            hits: &hits,
            rules: self.rules,
            margins: self.margins,
            watcher: self.watcher.as_deref(),
            table,
            stop,
            end: &end,
            spent: &spent,
            threads: self.threads,
            deadline,
            limits,
            level: self.level,
            network: match &self.evaluation {
                Evaluation::Classic => None,
                Evaluation::Network(network) => Some(network),
            },
        };
        if moves.is_empty() {
            let score = if position.count_legal() == 0 { Score::Mate(0) } else { Score::Points(0) };
            return Best { line: Vec::new(), score, depth: 0, selective_depth: 0, nodes: 0 };
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
            let best = first.deepen(0, &mut tell);
            end.store(true, Ordering::Relaxed);
            best
        })
    }
}

/// What the endgame tables say about the first position.
enum Root {
    /// Nothing that ends the search.
    Open,
    /// Neither side can force a win; only moves that keep the draw are left.
    Drawn,
    /// Who wins, and how.
    Decided(Best),
}

impl Root {
    /// Asks the tables; leaves only moves that keep a draw where there is one.
    fn of(
        endgames: &Endgames,
        position: &Position,
        game: &[Position],
        moves: &mut Vec<Move>,
        quiet_limit: u32,
    ) -> Root {
        if position.occupied().count_ones() > endgames.most_pieces() {
            return Root::Open;
        }
        let Some(known) = endgames.moves(position) else { return Root::Open };
        let mut known: Vec<(Move, Value)> = known.into_iter().filter(|(m, _)| moves.contains(m)).collect();
        let Some(&(_, best)) = known.first() else { return Root::Open };
        let two_sided = crate::endgame::Ending::of(position).is_none_or(|(ending, _)| ending.is_two_sided());
        match best.plies() {
            None => {
                // A draw may be one only by checks that the rules forbid: there the search has to see.
                if two_sided {
                    return Root::Open;
                }
                known.retain(|&(_, value)| value == best);
                moves.retain(|&m| known.iter().any(|&(kept, _)| kept == m));
                return Root::Drawn;
            }
            Some(plies) if position.quiet_plies().saturating_add(plies) >= quiet_limit => return Root::Open,
            Some(_) => {}
        }
        // A winner keeps off positions that the game has seen: they might count as a repetition.
        let new = |m: Move| {
            let mut board = position.clone();
            let _ = board.make(m);
            !game.contains(&board)
        };
        let chosen = known.iter().find(|&&(m, value)| matches!(value, Value::Loss(_)) || new(m));
        let Some(&(m, value)) = chosen.filter(|(_, value)| value.plies().is_some()) else {
            return Root::Open;
        };
        let mut line = vec![m];
        let mut next = position.clone();
        let _ = next.make(m);
        line.extend(endgames.line(&next));
        let score = match value {
            Value::Win(moves) => Score::Mate(moves as i32),
            Value::Loss(moves) => Score::Mate(-(moves as i32)),
            Value::Draw => Score::Points(0),
        };
        let plies = line.len() as u32;
        Root::Decided(Best { line, score, depth: plies, selective_depth: plies, nodes: 1 })
    }
}

/// Nodes after which a thread tells the others how many it visited.
pub(super) const LUMP: u64 = 64;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    /// None at lower levels, or where there are none.
    pub(super) endgames: Option<&'a Endgames>,
    /// The first position is a proven draw: it is told so, and the tree is searched for chances.
    pub(super) drawn: bool,
    /// Positions that the endgame tables answered.
    pub(super) hits: &'a AtomicU64,
    pub(super) rules: RuleSet,
    pub(super) margins: Margins,
    pub(super) watcher: Option<&'a Watcher>,
    pub(super) table: &'a Table,
    pub(super) stop: &'a AtomicBool,
    /// The first thread is done.
    pub(super) end: &'a AtomicBool,
    /// Nodes of all threads, counted in [`LUMP`]s.
    pub(super) spent: &'a AtomicU64,
    pub(super) threads: usize,
    pub(super) deadline: Deadline,
    pub(super) limits: Limits,
    pub(super) level: Level,
    /// None: the classic evaluation judges.
    pub(super) network: Option<&'a Network>,
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

    /// Issue 18, defect 5: the budget is used up, and the last news says so.
    #[test]
    fn a_node_budget_is_used_up() {
        let mut position = Position::start();
        let mut engine = Engine::new(1 << 20);
        for _ in 0..12 {
            let limits = Limits { nodes: Some(10_000), ..Limits::default() };
            let mut told = 0;
            let best =
                engine.search(&position, &[], limits, &AtomicBool::new(false), |info| told = info.best.nodes);
            assert_eq!((best.nodes, told), (10_000, 10_000));
            assert!(best.selective_depth >= best.depth);
            let _ = position.make(best.line[0]);
        }
    }

    /// Several threads share a budget: none of them overruns it by more than its own lump.
    #[test]
    fn nodes_of_all_threads_count() {
        let best = think(START, Limits { nodes: Some(30_000), ..Limits::default() }, 2);
        assert!((29_000..=30_000 + 2 * LUMP).contains(&best.nodes), "{best:?}");
    }

    /// The positions of a game, the last of them to be searched.
    fn played(fen: &str, moves: &str) -> (Position, Vec<Position>) {
        let mut position = Position::try_from(&fen.parse().unwrap()).unwrap();
        let mut game = Vec::new();
        for text in moves.split(' ') {
            let m = crate::Notation::Uci.read(&position, text).unwrap();
            game.push(position.clone());
            let _ = position.make(m);
        }
        (position, game)
    }

    /// Issue 18, defect 1: Red has chased the horse all the way, through moves of the game.
    #[test]
    fn a_chase_that_began_in_the_game_is_judged() {
        let moves = "h1i1 i10h8 i1h1 h8i10 h1i1 i10h8 i1h1";
        let (position, mut game) = played("3k4n/9/9/9/9/9/9/9/9/4K2R1 w", moves);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut engine = Engine::new(1 << 20);
        let best = engine.search(&position, &game, limits, &AtomicBool::new(false), |_| {});
        assert_eq!((best.line[0].to_string().as_str(), best.score), ("h8i10", Score::Rule(1)));
        // Red, a move earlier, does not walk into it.
        let before = game.pop().unwrap();
        let best = engine.search(&before, &game, limits, &AtomicBool::new(false), |_| {});
        assert_ne!(best.line[0].to_string(), "i1h1");
    }

    /// Red has threatened mate on every move, which loses by the Chinese rules alone.
    #[test]
    fn the_search_goes_by_the_rule_set() {
        let moves = "h7g7 g10i8 g7h7 i8g10 h7g7 g10i8 g7h7";
        let (position, game) = played("3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w", moves);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        for (rules, wins) in [(RuleSet::Chinese, true), (RuleSet::Asian, false), (RuleSet::Check, false)] {
            let mut engine = Engine::new(1 << 20);
            engine.set_rules(rules);
            let best = engine.search(&position, &game, limits, &AtomicBool::new(false), |_| {});
            assert_eq!(best.score == Score::Rule(1), wins, "{rules:?}: {best:?}");
        }
    }

    /// Either evaluation plays, each by its own judgement.
    #[test]
    fn both_evaluations_play() {
        let search = |word: &str| {
            let mut engine = Engine::new(1 << 20);
            engine.set_evaluation(word.parse().unwrap());
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            engine.search(&Position::start(), &[], limits, &AtomicBool::new(false), |_| {})
        };
        assert_ne!(search("network").score, search("classic").score);
        assert!("nnue".parse::<Evaluation>().unwrap_err().to_string().contains("network, classic"));
    }

    /// Levels see more and blur less with every step, and ratings lie between them.
    #[test]
    fn levels_rise_evenly() {
        let levels: Vec<Level> = (0..20).map(Level::new).collect();
        for pair in levels.windows(2) {
            let [low, high] = [pair[0].nodes().unwrap(), pair[1].nodes().unwrap()];
            assert!((low * 12 / 10..=low * 13 / 10).contains(&high), "{pair:?}");
            assert!(pair[0].blur() > pair[1].blur());
        }
        assert_eq!((Level::new(20).nodes(), Level::new(99), Level::FULL.blur()), (None, Level::FULL, 0));
        assert_eq!(Level::rated(1000), Level::new(0));
        assert_eq!(Level::rated(2900), Level::new(19));
        assert_eq!([Level::rated(0), Level::rated(9999)], [Level::new(0), Level::new(19)]);
        let between = Level::rated(1450);
        assert!(between.nodes() > Level::new(4).nodes() && between.nodes() < Level::new(5).nodes());
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
