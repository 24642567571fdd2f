//! The tree: a search to some depth, and captures until a position is quiet.
//!
//! Both ask the table first, try moves in the order of `order`, and keep what they found; they differ in
//! which moves they look at.

use super::correction::Places;
use super::exchange::VALUES;
use super::hints::Hints;
use super::margins::Margins;
use super::order::MAX_PLY;
use super::picker::{Class, Picker, Wanted};
use super::table::{Bound, Entry, NO_VALUE};
use super::worker::{INFINITE, MATE, MATE_BOUND, Over, RULE_BOUND, Worker};
use crate::legal::Moves;
use crate::moves::Move;

/// What is known of a node while its moves are tried.
struct Node {
    ply: usize,
    /// The window at its beginning.
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Move,
    /// The static value, before corrections.
    value: i32,
}

impl Node {
    const fn new(ply: usize, alpha: i32, beta: i32, best: i32, value: i32) -> Self {
        Node { ply, alpha, beta, best, best_move: Move::NONE, value }
    }

    const fn bound(&self) -> Bound {
        if self.best >= self.beta {
            Bound::Lower
        } else if self.best > self.alpha && !self.best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// The table's entry for what was found.
    const fn entry(&self, depth: i32) -> Entry {
        let (bound, value) = (self.bound(), self.value);
        // Who wins by a rule depends on the way here: only the move is worth keeping.
        if self.best.abs() >= RULE_BOUND && self.best.abs() < MATE_BOUND {
            return Entry { best: self.best_move, score: -INFINITE, depth: 0, bound: Bound::Lower, value };
        }
        Entry { best: self.best_move, score: to_table(self.best, self.ply), depth, bound, value }
    }
}

/// What is known of the moves beside the table's.
enum Rivals {
    /// Nothing.
    Unknown,
    /// All are worse: so many plies deeper for the table's.
    Worse(i32),
    /// Another one is as good.
    AsGood,
    /// Another one is above the window as well, by a shallow search.
    TooGood(i32),
}

/// The score of an entry, where it settles a null window.
const fn settles(entry: &Entry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    if settled { Some(score) } else { None }
}

impl Worker<'_> {
    /// The value of the position to some depth; `cut` where a move is expected to be too good.
    pub(super) fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<i32, Over> {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, 0);
        }
        self.count(ply)?;
        let wide = beta - alpha > 1;
        let step = self.steps[self.steps.len() - 1];
        if ply > 0 {
            if let Some(value) = self.repeated(ply) {
                return Ok(value);
            }
            if self.is_quiet_draw(&self.board) {
                // A mate on the last move still counts.
                return Ok(if step.checked && self.board.count_legal() == 0 { ply as i32 - MATE } else { 0 });
            }
            if let Some(score) = self.proven(ply) {
                return Ok(score);
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
        let left_out = self.left_out[ply];
        let margins = self.shared.margins;
        let entry = self.shared.table.get(key);
        let mut table_move = entry.map_or(Move::NONE, |entry| entry.best);
        if let Some(entry) = entry
            && ply > 0
            && !wide
            && left_out.is_none()
            && entry.depth >= depth
            && let Some(score) = settles(&entry, alpha, beta, ply)
        {
            return Ok(score);
        }
        let checked = step.checked;
        let side = self.board.side();
        let raw = match entry {
            _ if checked => NO_VALUE,
            Some(entry) if entry.value != NO_VALUE => entry.value,
            _ => self.value(),
        };
        let places = self.places();
        let resting = if checked { -INFINITE } else { self.corrected(raw, &places) };
        let mut value = resting;
        let here = self.steps.len() - 1;
        self.steps[here].value = value;
        let improving = !checked && here >= 2 && value > self.steps[here - 2].value;
        // What the table found is a better judgement than the value at rest, as far as its bound reaches.
        if !checked && let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > value,
                Bound::Upper => score < value,
            };
            if fits && score.abs() < MATE_BOUND {
                value = score;
            }
        }
        if !wide && !checked && left_out.is_none() && beta.abs() < MATE_BOUND {
            // So good that a quiet move will do.
            if depth <= 6 && value - margins.futility * (depth - i32::from(improving)) >= beta {
                return Ok(value);
            }
            // So good that even passing holds.
            if depth >= 3 && value >= beta && !step.last.is_none() && self.has_attackers(side) {
                let reduced = depth - 3 - depth / 4 - ((value - beta) / margins.pass_step).min(2);
                self.pass();
                let score = self.search(-beta, 1 - beta, reduced, ply + 1, !cut);
                self.take_back_pass();
                let score = -score?;
                if score >= beta {
                    return Ok(if score >= MATE_BOUND { beta } else { score });
                }
            }
            if depth <= 2 && value + margins.razor * depth < alpha {
                let score = self.quiesce(alpha, beta, ply, 0)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
        }
        if depth >= 4 && table_move.is_none() {
            depth -= 1;
        }
        // A capture that comes out far above the window in a shallow search will in a deep one.
        if margins.probcut > 0
            && !wide
            && !checked
            && left_out.is_none()
            && depth >= 5
            && beta.abs() < RULE_BOUND
            && entry.is_none_or(|entry| entry.depth < depth - 3 || from_table(entry.score, ply) >= beta)
            && let Some(score) =
                self.cut_by_capture(beta + margins.probcut, depth - 4, ply, raw, table_move, cut)?
        {
            return Ok(score);
        }
        let context = self.context(ply);
        let mut picker = if ply == 0 {
            // The best line of the last iteration leads, table or not.
            if table_move.is_none() || !self.moves.contains(&table_move) {
                table_move = self.moves[0];
            }
            let mut moves = Moves::new();
            for &m in &self.moves {
                moves.push(m);
            }
            Picker::of_all(&mut self.board, self.memory, &context, table_move, moves)
        } else if checked {
            let moves = self.board.legal_moves();
            Picker::of_all(&mut self.board, self.memory, &context, table_move, moves)
        } else {
            Picker::new(&self.board, table_move, Wanted::Every)
        };
        let hints = Hints::new(&self.board);
        let table_capture = !table_move.is_none() && self.board.get(table_move.to()).is_some();
        let mut tried = [Move::NONE; 64];
        let mut quiets = 0;
        let mut node = Node::new(ply, alpha, beta, -INFINITE, raw);
        let mut count = 0;
        while let Some((m, class)) = picker.next(&mut self.board, self.memory, &context, &hints) {
            if m == left_out {
                continue;
            }
            let quiet = class == Class::Quiet;
            let losing = class == Class::Losing;
            let history = match picker.history() {
                _ if !quiet => 0,
                Some(history) => history,
                None => self.memory.history(&self.board, &context, m),
            };
            let may_check = hints.may_check(&self.board, m);
            // Moves that promise nothing, unless they give check.
            let mut idle = false;
            if ply > 0 && node.best > -MATE_BOUND && !checked {
                let late = quiets as i32 > (margins.late + depth * depth) / if improving { 1 } else { 2 };
                let hopeless =
                    depth <= 6 && value + margins.hopeless + margins.hopeless_step * depth <= alpha;
                let unloved = depth <= 3 && history < -margins.unloved * depth;
                if late && depth <= 6 {
                    picker.leave_unordered();
                }
                idle = (quiet && depth <= 6 && (late || hopeless || unloved)) || (losing && depth <= 3);
                if idle && !may_check {
                    continue;
                }
            }
            if ply == 0 {
                self.tell_current(m, count as usize + 1);
            }
            let mut next = depth - 1;
            if let Some(entry) = entry
                && m == table_move
            {
                match self.rivals(&entry, depth, ply, m, cut, beta)? {
                    Rivals::Unknown => {}
                    Rivals::Worse(more) => next += more,
                    Rivals::TooGood(score) if !wide => return Ok(score),
                    Rivals::TooGood(_) | Rivals::AsGood => next -= 1,
                }
            }
            let undo = self.make(m, may_check);
            let checks = self.steps[self.steps.len() - 1].checked;
            if idle && !checks {
                self.undo(m, undo);
                continue;
            }
            if margins.checks != 0 && checks && !losing && next < depth && ply < 2 * self.depth as usize {
                // A check that loses its piece for nothing is not worth a deeper look.
                self.board.undo(m, undo);
                let sound = self.board.gains(m, if quiet { 0 } else { -VALUES[0] });
                let _ = self.board.make(m);
                next += i32::from(sound);
            }
            let score = (|| {
                if count == 0 {
                    return self.search(-beta, -alpha, next, ply + 1, !wide && !cut).map(|score| -score);
                }
                let mut reduction = 0;
                if depth >= 3 && count >= if wide { 4 } else { 2 } && (quiet || losing) {
                    let when = |so: bool, plies: i32| if so { plies } else { 0 };
                    reduction = reductions(&margins, depth, count)
                        - when(wide, margins.reduction_wide)
                        - when(checks, 1000)
                        - when(checked, 1000)
                        - when(self.memory.is_killer(ply, m), margins.reduction_killer)
                        + when(!improving, margins.reduction_not_improving)
                        + when(cut, margins.reduction_cut)
                        + when(table_capture, margins.reduction_capture)
                        - history * 1000 / margins.reduction_history;
                    reduction = (reduction + 500).div_euclid(1000).clamp(0, (next - 1).max(0));
                }
                let mut score = -self.search(-alpha - 1, -alpha, next - reduction, ply + 1, true)?;
                if score > alpha && reduction > 0 {
                    score = -self.search(-alpha - 1, -alpha, next, ply + 1, !cut)?;
                }
                if score > alpha && score < beta {
                    score = -self.search(-beta, -alpha, next, ply + 1, false)?;
                }
                Ok(score)
            })();
            self.undo(m, undo);
            let score = score?;
            count += 1;
            if score > node.best {
                node.best = score;
                if score > alpha {
                    alpha = score;
                    node.best_move = m;
                    if wide {
                        self.note(ply, m);
                    }
                    if ply == 0 {
                        self.lead(m);
                    }
                    if alpha >= beta {
                        if quiet {
                            self.memory.learn(&self.board, &context, depth, m, &tried[..quiets.min(64)]);
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
        if !picker.found_any() {
            return Ok(ply as i32 - MATE);
        }
        if left_out.is_none() {
            self.correct(&node, checked, depth, resting, &places);
            self.shared.table.put(key, node.entry(depth));
        } else if count == 0 {
            return Ok(node.alpha);
        }
        Ok(node.best)
    }

    /// What a search without the table's move says of the others.
    fn rivals(
        &mut self,
        entry: &Entry,
        depth: i32,
        ply: usize,
        m: Move,
        cut: bool,
        beta: i32,
    ) -> Result<Rivals, Over> {
        let margins = self.shared.margins;
        let score = from_table(entry.score, ply);
        if ply == 0
            || depth < 7
            || !self.left_out[ply].is_none()
            || entry.bound == Bound::Upper
            || entry.depth < depth - 3
            || score.abs() >= RULE_BOUND
            || ply >= 2 * self.depth as usize
        {
            return Ok(Rivals::Unknown);
        }
        let lower = score - margins.singular * depth;
        self.left_out[ply] = m;
        let others = self.search(lower - 1, lower, (depth - 1) / 2, ply, cut);
        self.left_out[ply] = Move::NONE;
        let others = others?;
        Ok(if others < lower {
            let alone = margins.singular_double > 0 && others < lower - margins.singular_double;
            Rivals::Worse(if alone { 2 } else { 1 })
        } else if margins.multicut == 0 {
            Rivals::Unknown
        } else if lower >= beta {
            Rivals::TooGood(lower)
        } else if score >= beta {
            Rivals::AsGood
        } else {
            Rivals::Unknown
        })
    }

    /// The score of a capture that is above a raised window at a lower depth, where there is one.
    fn cut_by_capture(
        &mut self,
        raised: i32,
        depth: i32,
        ply: usize,
        raw: i32,
        table_move: Move,
        cut: bool,
    ) -> Result<Option<i32>, Over> {
        let context = self.context(ply);
        let hints = Hints::new(&self.board);
        let mut picker = Picker::new(&self.board, table_move, Wanted::Captures);
        while let Some((m, class)) = picker.next(&mut self.board, self.memory, &context, &hints) {
            if class == Class::Losing || !self.board.gains(m, (raised - raw).max(0)) {
                continue;
            }
            let undo = self.make(m, hints.may_check(&self.board, m));
            let score = (|| {
                let score = -self.quiesce(-raised, 1 - raised, ply + 1, 0)?;
                if score < raised {
                    return Ok(score);
                }
                Ok(-self.search(-raised, 1 - raised, depth, ply + 1, !cut)?)
            })();
            self.undo(m, undo);
            let score = score?;
            if score >= raised {
                let node = Node { best_move: m, ..Node::new(ply, raised - 1, raised, score, raw) };
                self.shared.table.put(self.board.key(), node.entry(depth + 1));
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Learns how far the static value was off, where what was found can tell.
    fn correct(&mut self, node: &Node, checked: bool, depth: i32, value: i32, places: &Places) {
        let quiet = node.best_move.is_none() || self.board.get(node.best_move.to()).is_none();
        let tells = match node.bound() {
            Bound::Exact => true,
            Bound::Lower => node.best > value,
            Bound::Upper => node.best < value,
        };
        if !checked && quiet && tells && node.best.abs() < RULE_BOUND {
            self.memory.corrections.learn(places, depth, node.best - value);
        }
    }

    /// Captures (and at first checks) until the position is quiet.
    pub(super) fn quiesce(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet_depth: u32,
    ) -> Result<i32, Over> {
        self.lines[ply].clear();
        self.count(ply)?;
        if let Some(value) = self.repeated(ply) {
            return Ok(value);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.value());
        }
        if ply > 0
            && let Some(score) = self.proven(ply)
        {
            return Ok(score);
        }
        let step = self.steps[self.steps.len() - 1];
        let checked = step.checked;
        let key = self.board.key();
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && let Some(score) = settles(&entry, alpha, beta, ply)
        {
            return Ok(score);
        }
        let wide = beta - alpha > 1;
        let delta = self.shared.margins.delta;
        // Whoever lists quiet moves as well sees where there is no move at all.
        let looks = quiet_depth == 0 && self.shared.margins.quiet_checks != 0;
        let mut node = Node::new(ply, alpha, beta, -INFINITE, NO_VALUE);
        let mut value = -INFINITE;
        if !checked {
            node.value = match entry {
                Some(entry) if entry.value != NO_VALUE => entry.value,
                _ => self.value(),
            };
            value = self.corrected(node.value, &self.places());
            node.best = value;
            if value >= beta {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        let table_move = entry.map_or(Move::NONE, |entry| entry.best);
        let context = self.context(ply);
        let mut picker = if checked {
            let moves = self.board.legal_moves();
            Picker::of_all(&mut self.board, self.memory, &context, table_move, moves)
        } else {
            let wanted = if looks { Wanted::Checks } else { Wanted::Captures };
            Picker::new(&self.board, table_move, wanted)
        };
        let hints = Hints::new(&self.board);
        while let Some((m, class)) = picker.next(&mut self.board, self.memory, &context, &hints) {
            let victim = self.board.get(m.to());
            let may_check = hints.may_check(&self.board, m);
            if !checked {
                if class == Class::Losing {
                    break;
                }
                if class == Class::Quiet && (!may_check || !self.board.gains(m, 0)) {
                    // Of the quiet moves only sound checks are looked at.
                    continue;
                }
                if let Some(victim) = victim
                    && value + VALUES[victim.kind.index()] + delta <= alpha
                {
                    node.best = node.best.max(value + VALUES[victim.kind.index()] + delta);
                    continue;
                }
            } else if victim.is_none() && node.best > -MATE_BOUND && quiet_depth > 3 {
                // Deep in captures a few ways out of check are enough.
                break;
            }
            let undo = self.make(m, may_check);
            if !checked && victim.is_none() && !self.steps[self.steps.len() - 1].checked {
                self.undo(m, undo);
                continue;
            }
            let score = self.quiesce(-beta, -alpha, ply + 1, quiet_depth + 1);
            self.undo(m, undo);
            let score = -score?;
            if score > node.best {
                node.best = score;
                if score > alpha {
                    alpha = score;
                    node.best_move = m;
                    if wide {
                        self.note(ply, m);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if !picker.found_any() && (checked || looks) {
            return Ok(ply as i32 - MATE);
        }
        self.shared.table.put(key, node.entry(0));
        Ok(node.best)
    }
}

/// Thousandths of plies taken off the search of the i-th move.
fn reductions(margins: &Margins, depth: i32, i: i32) -> i32 {
    // ln(depth) * ln(i), in integers so that every machine agrees.
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
    margins.reduction + ln(depth) * ln(i) / 1000 * margins.reduction_slope / 1000
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

    #[test]
    fn logarithms_are_about_right() {
        let margins = Margins::default();
        let of =
            |depth, i| (reductions(&margins, depth, i) - margins.reduction) * 500 / margins.reduction_slope;
        assert_eq!([of(1, 1), of(8, 8) / 10, of(20, 30) / 10], [0, 215, 506]);
    }
}
