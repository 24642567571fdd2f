//! The moves of a node, one at a time and only made as far as they are asked for.
//!
//! ```text
//!   the table's move | captures that lose nothing | killers, counter move, quiet moves by history | losing captures
//! ```
//!
//! Most nodes end with one of the first moves: what comes later is not even listed. In check, and at the
//! root, all moves are listed at once.

use super::hints::Hints;
use super::order::{Context, GOOD_CAPTURE, Memory, TABLE_MOVE, is_bad_capture, is_history};
use crate::legal::{Moves, Rules};
use crate::moves::Move;
use crate::position::Position;

/// What a picked move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Goes to an empty point.
    Quiet,
    /// A capture that does not lose material.
    Capture,
    /// A capture that does.
    Losing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Captures,
    Quiets,
    Losing,
    /// All moves were listed at once.
    All,
    End,
}

/// Which moves are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every legal move.
    Every,
    /// Captures, and quiet moves that might give check.
    Checks,
    /// Captures only.
    Captures,
}

/// Losing captures that are kept for the end; more are searched as they come.
const MOST_LOSING: usize = 32;

pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Move,
    rules: Option<Rules>,
    moves: Moves,
    scores: [i32; 260],
    at: usize,
    losing: [Move; MOST_LOSING],
    losing_count: usize,
    /// Some legal move was listed, wanted or not.
    any: bool,
    /// What is left of the quiet moves comes in any order.
    unordered: bool,
}

impl Picker {
    /// The moves of a position in stages; the table's move is tested for being legal here.
    pub(super) fn new(position: &Position, table_move: Move, wanted: Wanted) -> Self {
        let useful = !table_move.is_none()
            && (wanted != Wanted::Captures || position.get(table_move.to()).is_some())
            && position.is_legal(table_move);
        Picker {
            stage: Stage::Table,
            wanted,
            table_move: if useful { table_move } else { Move::NONE },
            rules: None,
            moves: Moves::new(),
            scores: [0; 260],
            at: 0,
            losing: [Move::NONE; MOST_LOSING],
            losing_count: 0,
            any: useful,
            unordered: false,
        }
    }

    /// All of some moves, in the order of their rating.
    pub(super) fn of_all(
        position: &mut Position,
        memory: &Memory,
        context: &Context,
        table_move: Move,
        moves: Moves,
    ) -> Self {
        let mut picker = Picker::new(position, Move::NONE, Wanted::Every);
        let count = moves.len();
        memory.rate(position, &moves, table_move, context, &mut picker.scores[..count]);
        picker.any = count > 0;
        (picker.moves, picker.stage) = (moves, Stage::All);
        picker
    }

    /// Whether there is a legal move, once the last one was picked; of the captures alone where only they
    /// were wanted.
    pub(super) const fn found_any(&self) -> bool {
        self.any
    }

    /// The quiet moves that are left promise so little that their order is not worth the time.
    pub(super) const fn leave_unordered(&mut self) {
        self.unordered = true;
    }

    /// The history of the quiet move picked last, where its rating is that.
    pub(super) fn history(&self) -> Option<i32> {
        let listed = matches!(self.stage, Stage::Quiets | Stage::All);
        listed.then(|| self.scores[self.at - 1]).filter(|&score| is_history(score))
    }

    /// Brings the best of the listed moves forward.
    fn best(&mut self) -> Option<(Move, i32)> {
        let count = self.moves.len();
        if self.at >= count {
            return None;
        }
        let mut best = self.at;
        if !(self.unordered && self.stage == Stage::Quiets) {
            let mut highest = self.scores[best];
            for (i, &score) in self.scores[..count].iter().enumerate().skip(self.at + 1) {
                if score > highest {
                    (best, highest) = (i, score);
                }
            }
        }
        self.scores.swap(self.at, best);
        self.moves.swap(self.at, best);
        let found = (self.moves[self.at], self.scores[self.at]);
        self.at += 1;
        Some(found)
    }

    fn list(&mut self, position: &Position, goal: u128) {
        let rules = self.rules.get_or_insert_with(|| position.rules());
        self.moves.clear();
        self.at = 0;
        position.legal_onto(rules, goal, &mut self.moves);
        self.any |= !self.moves.is_empty();
    }

    /// The next move and what it is.
    pub(super) fn next(
        &mut self,
        position: &mut Position,
        memory: &Memory,
        context: &Context,
        hints: &Hints,
    ) -> Option<(Move, Class)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    let enemies = position.of_side(position.side().other());
                    if !self.table_move.is_none() {
                        // The list of captures is made when it is asked for.
                        self.at = usize::MAX;
                        let capture = enemies & self.table_move.to().bit() != 0;
                        return Some((self.table_move, if capture { Class::Capture } else { Class::Quiet }));
                    }
                    self.list(position, enemies);
                    self.rate_captures(position);
                }
                Stage::Captures => {
                    if self.at == usize::MAX {
                        self.list(position, position.of_side(position.side().other()));
                        self.rate_captures(position);
                    }
                    let Some((m, _)) = self.best() else {
                        if self.wanted == Wanted::Captures {
                            self.stage = Stage::End;
                            continue;
                        }
                        self.stage = Stage::Quiets;
                        self.list(position, !position.occupied());
                        if self.wanted == Wanted::Checks {
                            self.moves.retain(|m| hints.may_check(position, m));
                        }
                        let count = self.moves.len();
                        memory.rate_quiets(position, &self.moves, context, &mut self.scores[..count]);
                        continue;
                    };
                    if m == self.table_move {
                        continue;
                    }
                    if position.gains(m, 0) {
                        return Some((m, Class::Capture));
                    }
                    if self.losing_count == MOST_LOSING {
                        return Some((m, Class::Losing));
                    }
                    self.losing[self.losing_count] = m;
                    self.losing_count += 1;
                }
                Stage::Quiets => {
                    if let Some((m, _)) = self.best() {
                        if m == self.table_move {
                            continue;
                        }
                        return Some((m, Class::Quiet));
                    }
                    (self.stage, self.at) = (Stage::Losing, 0);
                }
                Stage::Losing => {
                    if self.at < self.losing_count {
                        self.at += 1;
                        return Some((self.losing[self.at - 1], Class::Losing));
                    }
                    self.stage = Stage::End;
                }
                Stage::All => {
                    let (m, score) = self.best()?;
                    let class = if position.get(m.to()).is_none() {
                        Class::Quiet
                    } else if is_bad_capture(score) {
                        Class::Losing
                    } else {
                        Class::Capture
                    };
                    return Some((m, class));
                }
                Stage::End => return None,
            }
        }
    }

    fn rate_captures(&mut self, position: &Position) {
        for (score, &m) in self.scores.iter_mut().zip(self.moves.iter()) {
            *score = Memory::prize(position, m);
        }
    }
}

const _: () = assert!(TABLE_MOVE > GOOD_CAPTURE);
