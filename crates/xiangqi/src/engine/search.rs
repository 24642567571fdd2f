//! Iterative deepening with a window, over everything the engine knows.
//!
//! Longer than most files because it is one thing: two functions that call each other, and the state
//! they carry.

use super::clock::{Deadline, Limits};
use super::evaluation::evaluate;
use super::exchange::VALUES;
use super::mate::find_mate_counted;
use super::order::{MAX_PLY, Memory, is_bad_capture, pick};
use super::table::{Bound, Entry, Table};
use crate::legal::Moves;
use crate::moves::Move;
use crate::piece::{Kind, Side};
use crate::position::Position;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const INFINITE: i32 = 32_000;
const MATE: i32 = 31_000;
/// Scores beyond this are mates.
const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// A game won because the other side may not go on repeating: better than any material, less than mate.
const RULE_WIN: i32 = 20_000;
/// Longest mate by checks that is looked for before the search proper.
const PROBE_MOVES: u32 = 12;
const MAX_DEPTH: i32 = 100;

/// How good a position is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// About a hundred for a pawn across the river.
    Points(i32),
    /// Mates in so many own moves, or (negative) is mated in so many.
    Mate(i32),
}

impl Score {
    fn new(score: i32) -> Self {
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
    const fn blur(self) -> i32 {
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
    table: Table,
    threads: usize,
    level: Level,
    banned: Vec<Move>,
}

impl Engine {
    /// An engine with a table of so many bytes (at least 16 KiB), one thread, full strength.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Engine { table: Table::new(bytes / 16), threads: 1, level: Level::FULL, banned: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Makes a new, empty table of so many bytes.
    pub fn resize(&mut self, bytes: usize) {
        self.table = Table::new(bytes / 16);
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
        self.table.next_generation();
        let mut limits = limits;
        if let Some(nodes) = self.level.nodes() {
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        let deadline = Deadline::new(&limits);
        let end = AtomicBool::new(false);
        let helped = AtomicU64::new(0);
        let shared = Shared {
            table: &self.table,
            stop,
            end: &end,
            helped: &helped,
            deadline,
            limits,
            level: self.level,
        };
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|m| !self.banned.contains(m));
        if moves.is_empty() {
            let score = if position.count_legal() == 0 { Score::Mate(0) } else { Score::Points(0) };
            return Best { line: Vec::new(), score, depth: 0, nodes: 0 };
        }
        let worker = |_: usize| Worker::new(&shared, position, game, moves.clone());
        if self.threads == 1 {
            return worker(0).deepen(0, &mut tell);
        }
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let mut helper = worker(number);
                scope.spawn(move || helper.deepen(number as i32, &mut |_| {}));
            }
            let mut best = worker(0).deepen(0, &mut tell);
            end.store(true, Ordering::Relaxed);
            best.nodes += helped.load(Ordering::Relaxed);
            best
        })
    }
}

/// What all threads of a search share.
struct Shared<'a> {
    table: &'a Table,
    stop: &'a AtomicBool,
    /// The first thread is done.
    end: &'a AtomicBool,
    /// Nodes of the other threads.
    helped: &'a AtomicU64,
    deadline: Deadline,
    limits: Limits,
    level: Level,
}

/// A position on the way to the current one.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    checked: bool,
    last: Move,
    value: i32,
}

/// Ends the recursion: the search is over.
struct Over;

struct Worker<'a> {
    shared: &'a Shared<'a>,
    board: Position,
    steps: Vec<Step>,
    /// How many of the steps belong to the game so far.
    root: usize,
    moves: Vec<Move>,
    memory: Box<Memory>,
    lines: Vec<Vec<Move>>,
    nodes: u64,
    depth: i32,
    first: bool,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, position: &Position, game: &[Position], moves: Vec<Move>) -> Self {
        let step = |position: &Position| Step {
            key: position.key(),
            checked: position.in_check(position.side()),
            last: Move::NONE,
            value: 0,
        };
        let mut steps: Vec<Step> = game.iter().map(step).collect();
        let root = steps.len();
        steps.push(step(position));
        Worker {
            shared,
            board: position.clone(),
            steps,
            root,
            moves,
            memory: Box::new(Memory::new()),
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            depth: 0,
            first: true,
        }
    }

    /// Searches one ply, then two, and so on.
    fn deepen(&mut self, number: i32, tell: &mut dyn FnMut(&Info)) -> Best {
        self.first = number == 0;
        let mut best = Best { line: vec![self.moves[0]], score: Score::Points(0), depth: 0, nodes: 0 };
        if self.first
            && self.shared.level == Level::FULL
            && let Some(mate) = self.probe_mate()
        {
            best = mate;
            tell(&self.info(&best));
            return best;
        }
        let most = self.shared.limits.depth.map_or(MAX_DEPTH, |depth| (depth as i32).clamp(1, MAX_DEPTH));
        let mut score = 0;
        // Other threads begin elsewhere, so that they do not all walk the same tree.
        for depth in 1 + number % 2..=most {
            self.depth = depth;
            match self.aspire(depth, score) {
                Ok(found) => score = found,
                Err(Over) => {
                    // A better first move that was already proven in this iteration counts.
                    if let Some(&m) = self.lines[0].first()
                        && self.moves.contains(&m)
                        && depth > 1
                    {
                        best.line.clone_from(&self.lines[0]);
                    }
                    break;
                }
            }
            best.line.clone_from(&self.lines[0]);
            best.score = Score::new(score);
            best.depth = depth as u32;
            best.nodes = self.nodes;
            if self.first {
                tell(&self.info(&best));
                let mated = score.abs() >= MATE_BOUND && MATE - score.abs() <= depth;
                if mated || !self.shared.deadline.begin_another() {
                    break;
                }
                // One legal move needs no thought, when a clock runs.
                if self.moves.len() == 1 && self.shared.limits.clock.is_some() {
                    break;
                }
            }
        }
        if !self.first {
            self.shared.helped.fetch_add(self.nodes, Ordering::Relaxed);
        }
        best.nodes = self.nodes;
        best
    }

    fn info(&self, best: &Best) -> Info {
        Info { best: best.clone(), time: self.shared.deadline.elapsed(), full: self.shared.table.full() }
    }

    /// Looks for a mate by checks with a part of the nodes.
    fn probe_mate(&mut self) -> Option<Best> {
        let limits = &self.shared.limits;
        let mut budget = limits.nodes.map_or(20_000, |nodes| (nodes * 3 / 5).min((nodes / 8).max(1200)));
        if let Some(depth) = limits.depth {
            budget = budget.min(1 << (depth + 4).min(14));
        }
        let (found, nodes) = find_mate_counted(&self.board, PROBE_MOVES, budget);
        self.nodes += nodes;
        let mate = found.ok().flatten()?;
        let allowed = mate.line.first().is_some_and(|m| self.moves.contains(m));
        // A mate that runs through positions of the game would break the rules of repetition.
        let clean = self.root == 0 || self.is_new(&mate.line);
        (allowed && clean).then_some(Best {
            depth: mate.line.len() as u32,
            score: Score::Mate(mate.moves as i32),
            line: mate.line,
            nodes: self.nodes,
        })
    }

    /// Whether a line meets no position of the game again.
    fn is_new(&self, line: &[Move]) -> bool {
        let mut board = self.board.clone();
        line.iter().all(|&m| {
            let _ = board.make(m);
            self.steps.iter().all(|step| step.key != board.key())
        })
    }

    /// Searches with a window around the last score, wider where it was left.
    fn aspire(&mut self, depth: i32, last: i32) -> Result<i32, Over> {
        if depth < 4 || last.abs() >= RULE_WIN - 1000 {
            return self.search(-INFINITE, INFINITE, depth, 0, false);
        }
        let mut width = 30;
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let score = self.search(alpha, beta, depth, 0, false)?;
            width *= 3;
            if score <= alpha {
                alpha = if width > 1000 { -INFINITE } else { score - width };
            } else if score >= beta {
                beta = if width > 1000 { INFINITE } else { score + width };
            } else {
                return Ok(score);
            }
        }
    }

    /// Counts a node and asks whether the search is over.
    fn count(&mut self) -> Result<(), Over> {
        let shared = self.shared;
        if self.first && shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Over);
        }
        self.nodes += 1;
        let asked = self.nodes.is_multiple_of(1024)
            && (shared.stop.load(Ordering::Relaxed)
                || shared.end.load(Ordering::Relaxed)
                || shared.deadline.is_over());
        if asked { Err(Over) } else { Ok(()) }
    }

    /// The value of a position that occurred before, for the side to move.
    ///
    /// Once is enough inside the tree: what was possible once is possible again.
    fn repeated(&self) -> Option<i32> {
        let now = self.steps.len() - 1;
        let reach = (self.board.quiet_plies() as usize).min(now);
        let here = self.steps[now].key;
        let mut at = now;
        let (mut ours, mut theirs) = (true, true);
        for back in 1..=reach {
            at -= 1;
            // The step after `at` says whether the move from `at` gave check.
            let gave_check = self.steps[at + 1].checked;
            if back % 2 == 1 {
                theirs &= gave_check;
            } else {
                ours &= gave_check;
                if self.steps[at].key == here {
                    return Some(match (ours, theirs) {
                        (true, false) => -RULE_WIN,
                        (false, true) => RULE_WIN,
                        _ => 0,
                    });
                }
            }
        }
        None
    }

    /// The static value, blurred at lower levels.
    fn value(&self) -> i32 {
        let value = evaluate(&self.board);
        let blur = self.shared.level.blur();
        if blur == 0 {
            return value;
        }
        // The same position is misjudged in the same way every time.
        let hash = self.board.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        value + (hash % (2 * blur as u64 + 1)) as i32 - blur
    }

    fn make(&mut self, m: Move) -> crate::position::Undo {
        let undo = self.board.make(m);
        let checked = self.board.in_check(self.board.side());
        self.steps.push(Step { key: self.board.key(), checked, last: m, value: 0 });
        undo
    }

    fn undo(&mut self, m: Move, undo: crate::position::Undo) {
        self.steps.pop();
        self.board.undo(m, undo);
    }

    /// Whether the side to move has a piece that can do more than defend.
    fn has_attackers(&self, side: Side) -> bool {
        [Kind::Rook, Kind::Cannon, Kind::Horse].iter().any(|&kind| self.board.of(side, kind) != 0)
    }

    fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        skip_null: bool,
    ) -> Result<i32, Over> {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, 0);
        }
        self.count()?;
        let wide = beta - alpha > 1;
        let step = self.steps[self.steps.len() - 1];
        if ply > 0 {
            if let Some(value) = self.repeated() {
                return Ok(value);
            }
            if self.board.quiet_plies() >= 120 {
                return Ok(0);
            }
            if ply >= MAX_PLY - 1 {
                return Ok(self.value());
            }
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let key = self.board.key();
        let entry = self.shared.table.get(key);
        let mut table_move = entry.map_or(Move::NONE, |entry| entry.best);
        if let Some(entry) = entry
            && ply > 0
            && !wide
            && entry.depth >= depth
        {
            let score = from_table(entry.score, ply);
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settled {
                return Ok(score);
            }
        }
        let checked = step.checked;
        let side = self.board.side();
        let value = if checked { -INFINITE } else { self.value() };
        let here = self.steps.len() - 1;
        self.steps[here].value = value;
        let improving = !checked && here >= 2 && value > self.steps[here - 2].value;
        if !wide && !checked && beta.abs() < MATE_BOUND {
            // So good that a quiet move will do.
            if depth <= 6 && value - 90 * (depth - i32::from(improving)) >= beta {
                return Ok(value);
            }
            // So good that even passing holds.
            if depth >= 3 && value >= beta && !skip_null && self.has_attackers(side) {
                let reduced = depth - 3 - depth / 4 - ((value - beta) / 200).min(2);
                self.board.pass();
                self.steps.push(Step { key: self.board.key(), checked: false, last: Move::NONE, value: 0 });
                let score = self.search(-beta, 1 - beta, reduced, ply + 1, true);
                self.steps.pop();
                self.board.pass();
                let score = -score?;
                if score >= beta {
                    return Ok(if score >= MATE_BOUND { beta } else { score });
                }
            }
            if depth <= 2 && value + 250 * depth < alpha {
                let score = self.quiesce(alpha, beta, ply, 0)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
        }
        if depth >= 4 && table_move == Move::NONE {
            depth -= 1;
        }
        let mut moves = Moves::new();
        if ply == 0 {
            for &m in &self.moves {
                moves.push(m);
            }
            // The best line of the last iteration leads, table or not.
            if table_move == Move::NONE || !self.moves.contains(&table_move) {
                table_move = self.moves[0];
            }
        } else {
            moves = self.board.legal_moves();
        }
        if moves.is_empty() {
            return Ok(ply as i32 - MATE);
        }
        let mut scores = [0; 260];
        let scores = &mut scores[..moves.len()];
        self.memory.rate(&mut self.board, &moves, table_move, ply, step.last, scores);
        let mut tried = [Move::NONE; 64];
        let mut quiets = 0;
        let (mut best, mut best_move, old_alpha) = (-INFINITE, Move::NONE, alpha);
        for i in 0..moves.len() {
            let m = pick(&mut moves, scores, i);
            let quiet = self.board.get(m.to()).is_none();
            let losing = is_bad_capture(scores[i]);
            let undo = self.make(m);
            let checks = self.steps[self.steps.len() - 1].checked;
            if ply > 0 && best > -MATE_BOUND && !checks && !checked && !wide {
                let late = quiets as i32 > (4 + depth * depth) / if improving { 1 } else { 2 };
                let hopeless = depth <= 6 && value + 120 + 100 * depth <= alpha;
                if (quiet && depth <= 6 && (late || hopeless)) || (losing && depth <= 3) {
                    self.undo(m, undo);
                    continue;
                }
            }
            let mut next = depth - 1;
            if checks && !losing && ply < 2 * self.depth as usize {
                // A check that loses its piece for nothing is not worth a deeper look.
                self.board.undo(m, undo);
                let sound = self.board.gains(m, if quiet { 0 } else { -VALUES[0] });
                let _ = self.board.make(m);
                next += i32::from(sound);
            }
            let score = (|| {
                if i == 0 {
                    return self.search(-beta, -alpha, next, ply + 1, false).map(|score| -score);
                }
                let mut reduction = 0;
                if depth >= 3 && i >= if wide { 4 } else { 2 } && (quiet || losing) {
                    reduction = reductions(depth, i as i32);
                    reduction -= i32::from(wide) + i32::from(checks) + i32::from(checked);
                    reduction -= i32::from(self.memory.is_killer(ply, m));
                    reduction += i32::from(!improving);
                    if quiet {
                        reduction -= self.memory.history(side, m) / 6000;
                    }
                    reduction = reduction.clamp(0, next - 1);
                }
                let mut score = -self.search(-alpha - 1, -alpha, next - reduction, ply + 1, false)?;
                if score > alpha && reduction > 0 {
                    score = -self.search(-alpha - 1, -alpha, next, ply + 1, false)?;
                }
                if score > alpha && score < beta {
                    score = -self.search(-beta, -alpha, next, ply + 1, false)?;
                }
                Ok(score)
            })();
            self.undo(m, undo);
            let score = score?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    let (head, tail) = self.lines.split_at_mut(ply + 1);
                    head[ply].clear();
                    head[ply].push(m);
                    head[ply].extend_from_slice(&tail[0]);
                    if ply == 0 {
                        self.lead(m);
                    }
                    if alpha >= beta {
                        if quiet {
                            self.memory.learn(side, ply, depth, m, &tried[..quiets.min(64)], step.last);
                        }
                        break;
                    }
                }
            }
            if quiet {
                if quiets < tried.len() {
                    tried[quiets] = m;
                }
                quiets += 1;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.put(key, Entry { best: best_move, score: to_table(best, ply), depth, bound });
        Ok(best)
    }

    /// Puts a first move in front of the others.
    fn lead(&mut self, m: Move) {
        if let Some(at) = self.moves.iter().position(|&other| other == m) {
            self.moves[..=at].rotate_right(1);
        }
    }

    /// Captures (and at first checks) until the position is quiet.
    fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize, quiet_depth: u32) -> Result<i32, Over> {
        self.lines[ply].clear();
        self.count()?;
        if let Some(value) = self.repeated() {
            return Ok(value);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.value());
        }
        let step = self.steps[self.steps.len() - 1];
        let checked = step.checked;
        let key = self.board.key();
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry
            && beta - alpha == 1
        {
            let score = from_table(entry.score, ply);
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settled {
                return Ok(score);
            }
        }
        let mut best = -INFINITE;
        let mut value = -INFINITE;
        if !checked {
            value = self.value();
            best = value;
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let mut moves = if checked || quiet_depth == 0 {
            self.board.legal_moves()
        } else {
            let mut captures = Moves::new();
            let enemies = self.board.of_side(self.board.side().other());
            self.board.legal_onto(&self.board.rules(), enemies, &mut captures);
            captures
        };
        if moves.is_empty() && (checked || quiet_depth == 0) {
            return Ok(ply as i32 - MATE);
        }
        let table_move = entry.map_or(Move::NONE, |entry| entry.best);
        let mut scores = [0; 260];
        let scores = &mut scores[..moves.len()];
        self.memory.rate(&mut self.board, &moves, table_move, ply, step.last, scores);
        let mut best_move = Move::NONE;
        let old_alpha = alpha;
        for i in 0..moves.len() {
            let m = pick(&mut moves, scores, i);
            let victim = self.board.get(m.to());
            if !checked {
                if is_bad_capture(scores[i]) {
                    break;
                }
                if let Some(victim) = victim
                    && value + VALUES[victim.kind.index()] + 150 <= alpha
                {
                    best = best.max(value + VALUES[victim.kind.index()] + 150);
                    continue;
                }
            } else if victim.is_none() && i > 0 && best > -MATE_BOUND && quiet_depth > 3 {
                // Deep in captures a few ways out of check are enough.
                break;
            }
            let undo = self.make(m);
            if !checked && victim.is_none() {
                // Of the quiet moves only sound checks are looked at.
                let mut wanted = self.steps[self.steps.len() - 1].checked;
                if wanted {
                    self.board.undo(m, undo);
                    wanted = self.board.gains(m, 0);
                    let _ = self.board.make(m);
                }
                if !wanted {
                    self.undo(m, undo);
                    continue;
                }
            }
            let score = self.quiesce(-beta, -alpha, ply + 1, quiet_depth + 1);
            self.undo(m, undo);
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    let (head, tail) = self.lines.split_at_mut(ply + 1);
                    head[ply].clear();
                    head[ply].push(m);
                    head[ply].extend_from_slice(&tail[0]);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.put(key, Entry { best: best_move, score: to_table(best, ply), depth: 0, bound });
        Ok(best)
    }
}

/// Plies taken off the search of the i-th move.
fn reductions(depth: i32, i: i32) -> i32 {
    // ln(depth) * ln(i) / 2, in integers so that every machine agrees.
    const LN: [i32; 64] = {
        // 1000 * ln(n), as the sum of 1/x over hundredths.
        let mut table = [0; 64];
        let mut n = 2;
        while n < 64 {
            let (mut sum, mut k) = (0i64, 0);
            while k < 100 {
                // The middle of each hundredth between n - 1 and n.
                sum += 1_000_000_000 / ((n - 1) as i64 * 1000 + k * 10 + 5);
                k += 1;
            }
            table[n] = table[n - 1] + (sum / 10_000) as i32 / 10;
            n += 1;
        }
        table
    };
    let ln = |x: i32| LN[x.clamp(0, 63) as usize];
    (500_000 + ln(depth) * ln(i) / 2) / 1_000_000
}

/// Mates are stored as counted from the position itself.
const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score + ply as i32
    } else if score <= -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score - ply as i32
    } else if score <= -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
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
    fn logarithms_are_about_right() {
        assert_eq!([reductions(1, 1), reductions(8, 8), reductions(20, 30)], [0, 2, 5]);
    }

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
