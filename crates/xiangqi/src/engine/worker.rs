//! One thread of a search: iterative deepening with a window, and the line it stands on.

use super::correction::Places;
use super::evaluation::{Running, evaluate_running};
use super::mate::find_mate_counted;
use super::network::Stack;
use super::order::{Arrival, Context, MAX_PLY, Memory};
use super::search::{Best, Current, Info, LUMP, Level, Score, Shared};
use crate::chase::{chased, is_attack};
use crate::endgame::Value;
use crate::legal::Points;
use crate::moves::Move;
use crate::piece::{PieceKind, Side};
use crate::position::{Position, Undo};
use crate::rules::RuleSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(super) const INFINITE: i32 = 32_000;
pub(super) const MATE: i32 = 31_000;
/// Scores beyond this are mates.
pub(super) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// A game won because the other side may not go on repeating: better than any material, less than mate.
pub(super) const RULE_WIN: i32 = 20_000;
/// Longest mate by checks that is looked for before the search proper.
const PROBE_MOVES: u32 = 12;
const MAX_DEPTH: i32 = 100;
/// A search that is over before is not followed move by move.
const WATCHED_AFTER: Duration = Duration::from_secs(1);
/// Scores beyond this, mates apart, are games won by the rules of repetition.
pub(super) const RULE_BOUND: i32 = RULE_WIN - 2 * MAX_PLY as i32;

/// A position on the way to the current one.
#[derive(Clone, Copy)]
pub(super) struct Step {
    key: u64,
    /// The side to move is in check.
    pub(super) checked: bool,
    /// The move that led here; none for the first position of the game, and after a pass.
    pub(super) last: Move,
    arrival: Arrival,
    /// Takes the last move back; none where there was no move.
    undo: Option<Undo>,
    /// The sums of the classic evaluation; idle where the network judges.
    running: Running,
    /// The static value, once it is known.
    pub(super) value: i32,
}

/// Ends the recursion: the search is over.
pub(super) struct Over;

pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) board: Position,
    pub(super) steps: Vec<Step>,
    /// The sums of the network along the steps from the root.
    stack: Stack,
    pub(super) moves: Vec<Move>,
    pub(super) memory: &'a mut Memory,
    pub(super) lines: Vec<Vec<Move>>,
    /// The move left out at a ply, to see whether any other is as good.
    pub(super) left_out: [Move; MAX_PLY + 2],
    nodes: u64,
    /// Plies of this iteration.
    pub(super) depth: i32,
    first: bool,
    /// The longest line looked at, in plies.
    deepest: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        position: &Position,
        game: &[Position],
        moves: Vec<Move>,
        memory: &'a mut Memory,
    ) -> Self {
        let root = game.len();
        let classic = shared.network.is_none();
        let mut steps: Vec<Step> = Vec::with_capacity(root + 1 + MAX_PLY);
        let mut before: Option<&Position> = None;
        for now in game.iter().chain([position]) {
            let mut step = Step {
                key: now.key(),
                checked: now.in_check(now.side()),
                last: Move::NONE,
                arrival: Arrival::NONE,
                undo: None,
                running: if classic { Running::of(now) } else { Running::default() },
                value: 0,
            };
            // The rules of repetition ask for the moves of the game as well.
            if let Some(before) = before
                && let Some((m, undo)) = move_between(before, now)
            {
                (step.last, step.arrival, step.undo) = (m, Arrival::of(before, m), Some(undo));
            }
            steps.push(step);
            before = Some(now);
        }
        memory.begin();
        Worker {
            shared,
            board: position.clone(),
            steps,
            stack: Stack::new(position, MAX_PLY + 2),
            moves,
            memory,
            lines: vec![Vec::new(); MAX_PLY + 2],
            left_out: [Move::NONE; MAX_PLY + 2],
            nodes: 0,
            depth: 0,
            first: true,
            deepest: 0,
        }
    }

    /// Searches one ply, then two, and so on.
    pub(super) fn deepen(&mut self, number: i32, tell: &mut dyn FnMut(&Info)) -> Best {
        self.first = number == 0;
        let mut best = Best {
            line: vec![self.moves[0]],
            score: Score::Points(0),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
        };
        if self.first
            && self.shared.level == Level::FULL
            && let Some(mate) = self.probe_mate()
        {
            best = mate;
            tell(&self.info(&mut best));
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
            if self.first {
                tell(&self.info(&mut best));
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
        if self.first && best.nodes != self.all_nodes() {
            tell(&self.info(&mut best));
        }
        best
    }

    /// News, with the figures of this moment.
    fn info(&self, best: &mut Best) -> Info {
        best.nodes = self.all_nodes();
        best.selective_depth = best.depth.max(self.deepest as u32);
        if self.shared.drawn && matches!(best.score, Score::Points(_)) {
            best.score = Score::Points(0);
        }
        Info {
            best: best.clone(),
            time: self.shared.deadline.elapsed(),
            full: self.shared.table.full(),
            table_hits: self.shared.hits.load(Ordering::Relaxed),
        }
    }

    /// Nodes of all threads, as far as they are known.
    fn all_nodes(&self) -> u64 {
        if self.shared.threads == 1 {
            self.nodes
        } else {
            self.shared.spent.load(Ordering::Relaxed) + self.nodes % LUMP
        }
    }

    /// Looks for a mate by checks with a part of the nodes.
    fn probe_mate(&mut self) -> Option<Best> {
        let limits = &self.shared.limits;
        let mut budget = limits.nodes.map_or(20_000, |nodes| (nodes / 3).min(150 + nodes / 20));
        if let Some(time) = self.shared.deadline.allotted() {
            // Some hundredths of the time.
            budget = budget.min(time.as_micros() as u64 / 20);
        }
        if let Some(depth) = limits.depth {
            budget = budget.min(1 << (depth + 4).min(14));
        }
        let (found, nodes) = find_mate_counted(&self.board, PROBE_MOVES, budget);
        self.nodes += nodes;
        let mate = found.ok().flatten()?;
        let allowed = mate.line.first().is_some_and(|m| self.moves.contains(m));
        // A mate that runs through positions of the game would break the rules of repetition.
        let clean = self.is_new(&mate.line);
        (allowed && clean).then_some(Best {
            depth: mate.line.len() as u32,
            selective_depth: mate.line.len() as u32,
            score: Score::Mate(mate.moves as i32),
            line: mate.line,
            nodes: self.nodes,
        })
    }

    /// Whether a line meets no position of the game again, nor a draw for want of captures.
    fn is_new(&self, line: &[Move]) -> bool {
        let mut board = self.board.clone();
        line.iter().enumerate().all(|(i, &m)| {
            let _ = board.make(m);
            let in_time = i + 1 == line.len() || !self.is_quiet_draw(&board);
            in_time && self.steps.iter().all(|step| step.key != board.key())
        })
    }

    /// Whether there were no captures for so long that the game is drawn.
    pub(super) fn is_quiet_draw(&self, board: &Position) -> bool {
        self.shared.rules.quiet_limit().is_some_and(|limit| board.quiet_plies() >= limit)
    }

    /// What the endgame tables say, as far as no rule can change it.
    pub(super) fn proven(&self, ply: usize) -> Option<i32> {
        let endgames = self.shared.endgames?;
        if self.board.occupied().count_ones() > endgames.most_pieces() {
            return None;
        }
        let value = endgames.value(&self.board).ok()?;
        let score = match value.plies() {
            None => {
                // A side that can check may hold a draw only by checks that the rules forbid. Where the
                // first position is drawn already, chances count and not the value.
                let two_sided = Side::ALL
                    .iter()
                    .all(|&side| self.has_attackers(side) || self.board.of(side, PieceKind::Pawn) != 0);
                if two_sided || self.shared.drawn {
                    return None;
                }
                0
            }
            Some(plies) => {
                let limit = self.shared.rules.quiet_limit().unwrap_or(u32::MAX);
                // So long a way may end in a draw for want of captures; the score has room for no more.
                if self.board.quiet_plies().saturating_add(plies) >= limit
                    || plies as usize + ply >= 2 * MAX_PLY
                {
                    return None;
                }
                let distance = MATE - ply as i32 - plies as i32;
                if matches!(value, Value::Win(_)) { distance } else { -distance }
            }
        };
        self.shared.hits.fetch_add(1, Ordering::Relaxed);
        Some(score)
    }

    /// Tells which move of the root comes next, in a search that takes its time.
    pub(super) fn tell_current(&self, m: Move, number: usize) {
        if self.first
            && let Some(watcher) = self.shared.watcher
            && self.shared.deadline.elapsed() >= WATCHED_AFTER
        {
            watcher(&Current { depth: self.depth as u32, m, number });
        }
    }

    /// Searches with a window around the last score, wider where it was left.
    fn aspire(&mut self, depth: i32, last: i32) -> Result<i32, Over> {
        if depth < 4 || last.abs() >= RULE_BOUND - 1000 {
            return self.search(-INFINITE, INFINITE, depth, 0, false);
        }
        let mut width = self.shared.margins.window;
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
    pub(super) fn count(&mut self, ply: usize) -> Result<(), Over> {
        let shared = self.shared;
        if shared.threads == 1 && shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Over);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if shared.threads > 1 && self.nodes.is_multiple_of(LUMP) {
            let spent = shared.spent.fetch_add(LUMP, Ordering::Relaxed) + LUMP;
            if shared.limits.nodes.is_some_and(|limit| spent >= limit) {
                return Err(Over);
            }
        }
        let asked = self.nodes.is_multiple_of(1024)
            && (shared.stop.load(Ordering::Relaxed)
                || shared.end.load(Ordering::Relaxed)
                || shared.deadline.is_over());
        if asked { Err(Over) } else { Ok(()) }
    }

    /// The value of a position that occurred before, for the side to move.
    ///
    /// Once is enough inside the tree: what was possible once is possible again. A third occurrence ends
    /// the game, and there the verdict is the judge's, over all moves since the first of the three.
    pub(super) fn repeated(&self, ply: usize) -> Option<i32> {
        let now = self.steps.len() - 1;
        let reach = (self.board.quiet_plies() as usize).min(now);
        let here = self.steps[now].key;
        let mut found = None;
        let (mut ours, mut theirs) = (true, true);
        for back in 1..=reach {
            // The step after says how it was reached, and whether that move gave check.
            let after = &self.steps[now - back + 1];
            if after.undo.is_none() {
                break;
            }
            if back % 2 == 1 {
                theirs &= after.checked;
                continue;
            }
            ours &= after.checked;
            if self.steps[now - back].key == here {
                let third = found.is_some();
                found = Some((back, ours, theirs));
                if third {
                    break;
                }
            }
        }
        let (back, ours, theirs) = found?;
        if self.shared.rules == RuleSet::Plain {
            return Some(0);
        }
        let win = RULE_WIN - ply as i32;
        Some(match (ours, theirs) {
            (true, false) => -win,
            (false, true) => win,
            (true, true) => 0,
            (false, false) => {
                let offended = match self.shared.rules {
                    RuleSet::Asian => self.chased_back(back),
                    RuleSet::Chinese => self.attacked_back(back),
                    RuleSet::Check | RuleSet::Plain => (false, false),
                };
                match offended {
                    (true, false) => -win,
                    (false, true) => win,
                    _ => 0,
                }
            }
        })
    }

    /// Whether we, and whether the other side, attacked on every move of a repetition of so many plies, by the
    /// Chinese rules.
    fn attacked_back(&self, plies: usize) -> (bool, bool) {
        let mut after = self.board.clone();
        // By parity of the way back, as below.
        let mut all = [true; 2];
        for (back, step) in self.steps.iter().rev().take(plies).enumerate() {
            let Some(undo) = step.undo else { return (false, false) };
            let mut before = after.clone();
            before.undo(step.last, undo);
            all[back % 2] = all[back % 2] && is_attack(&before, step.last, &after);
            if all == [false; 2] {
                break;
            }
            after = before;
        }
        (all[1], all[0])
    }

    /// Whether we, and whether the other side, chased one piece on every move of a repetition of so many
    /// plies.
    fn chased_back(&self, plies: usize) -> (bool, bool) {
        let mut after = self.board.clone();
        // By parity of the way back: what the other side chased on all its moves, what we did. Pieces go
        // by the points they stand on now.
        let mut common = [u128::MAX; 2];
        let mut now_at: [u8; crate::SQUARES] = std::array::from_fn(|i| i as u8);
        for (back, step) in self.steps.iter().rev().take(plies).enumerate() {
            let Some(undo) = step.undo else { return (false, false) };
            let m = step.last;
            let mut before = after.clone();
            before.undo(m, undo);
            let chasing = &mut common[back % 2];
            if *chasing != 0 {
                let targets = Points(chased(&before, m, &after));
                *chasing &= targets.fold(0, |all, target| all | 1 << now_at[target.index()]);
            }
            if common == [0; 2] {
                break;
            }
            now_at[m.from().index()] = now_at[m.to().index()];
            after = before;
        }
        (common[1] != 0, common[0] != 0)
    }

    /// The static value, and what it becomes where searches of such positions found otherwise.
    pub(super) fn corrected(&self, value: i32, places: &Places) -> i32 {
        let correction = self.memory.corrections.get(places, self.shared.margins.correction);
        (value + correction).clamp(1 - RULE_BOUND, RULE_BOUND - 1)
    }

    /// Where the position's corrections are kept.
    pub(super) fn places(&self) -> Places {
        Places::of(&self.board, self.steps[self.steps.len() - 1].arrival)
    }

    /// The static value, blurred at lower levels.
    pub(super) fn value(&mut self) -> i32 {
        let value = match self.shared.network {
            Some(network) => self.stack.value(network, &self.board),
            None => evaluate_running(&self.board, self.steps[self.steps.len() - 1].running),
        };
        let blur = self.shared.level.blur();
        if blur == 0 {
            return value;
        }
        // The same position is misjudged in the same way every time.
        let hash = self.board.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        value + (hash % (2 * blur as u64 + 1)) as i32 - blur
    }

    /// Makes a move; `may_check` where it might give check.
    pub(super) fn make(&mut self, m: Move, may_check: bool) -> Undo {
        let mut running = self.steps[self.steps.len() - 1].running;
        if self.shared.network.is_none() {
            running = running.after(&self.board, m);
        } else {
            self.stack.make(&self.board, m);
        }
        let arrival = Arrival::of(&self.board, m);
        let undo = self.board.make(m);
        self.shared.table.prefetch(self.board.key());
        let checked = may_check && self.board.in_check(self.board.side());
        let key = self.board.key();
        self.steps.push(Step { key, checked, last: m, arrival, undo: Some(undo), running, value: 0 });
        undo
    }

    pub(super) fn undo(&mut self, m: Move, undo: Undo) {
        self.steps.pop();
        if self.shared.network.is_some() {
            self.stack.undo();
        }
        self.board.undo(m, undo);
    }

    /// Gives the turn away; [`Worker::take_back_pass`] ends it.
    pub(super) fn pass(&mut self) {
        let running = self.steps[self.steps.len() - 1].running;
        if self.shared.network.is_some() {
            self.stack.pass();
        }
        self.board.pass();
        self.shared.table.prefetch(self.board.key());
        self.steps.push(Step {
            key: self.board.key(),
            checked: false,
            last: Move::NONE,
            arrival: Arrival::NONE,
            undo: None,
            running,
            value: 0,
        });
    }

    pub(super) fn take_back_pass(&mut self) {
        self.steps.pop();
        if self.shared.network.is_some() {
            self.stack.undo();
        }
        self.board.pass();
    }

    /// What led here.
    pub(super) fn context(&self, ply: usize) -> Context {
        let step = |back: usize| self.steps.len().checked_sub(1 + back).map(|at| &self.steps[at]);
        let arrival = |back: usize| step(back).map_or(Arrival::NONE, |step| step.arrival);
        Context { ply, last: step(0).map_or(Move::NONE, |step| step.last), before: [arrival(0), arrival(1)] }
    }

    /// Whether the side to move has a piece that can do more than defend.
    pub(super) fn has_attackers(&self, side: Side) -> bool {
        [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse]
            .iter()
            .any(|&kind| self.board.of(side, kind) != 0)
    }

    /// Puts a first move in front of the others.
    pub(super) fn lead(&mut self, m: Move) {
        if let Some(at) = self.moves.iter().position(|&other| other == m) {
            self.moves[..=at].rotate_right(1);
        }
    }

    /// The best line from a ply begins with this move and goes on as the next ply found.
    pub(super) fn note(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}

/// The move that leads from one position of a game to the next, where one does.
fn move_between(before: &Position, after: &Position) -> Option<(Move, Undo)> {
    let us = before.side();
    let from = Points(before.of_side(us) & !after.of_side(us)).next()?;
    let to = Points(after.of_side(us) & !before.of_side(us)).next()?;
    let m = Move::new(from, to);
    let mut board = before.clone();
    let undo = board.make(m);
    (board == *after).then_some((m, undo))
}
