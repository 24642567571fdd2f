//! Which moves are tried first.

use super::exchange::VALUES;
use crate::legal::Moves;
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::square::SQUARES;

pub(super) const MAX_PLY: usize = 128;
/// History stays between minus and plus this.
const HISTORY_LIMIT: i32 = 16_384;

/// What earlier branches taught about quiet moves.
#[derive(Debug)]
pub(super) struct Memory {
    killers: [[Move; 2]; MAX_PLY],
    /// By side, from and to.
    history: Vec<i16>,
    /// The quiet move that refuted a move, by its from and to.
    counters: Vec<Move>,
}

/// The order classes, highest first; history lies below killers, bad captures last.
const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 24);

impl Memory {
    pub(super) fn new() -> Self {
        Memory {
            killers: [[Move::NONE; 2]; MAX_PLY],
            history: vec![0; 2 * SQUARES * SQUARES],
            counters: vec![Move::NONE; SQUARES * SQUARES],
        }
    }

    fn index(m: Move) -> usize {
        m.from().index() * SQUARES + m.to().index()
    }

    pub(super) fn history(&self, side: Side, m: Move) -> i32 {
        i32::from(self.history[side.index() * SQUARES * SQUARES + Memory::index(m)])
    }

    pub(super) fn is_killer(&self, ply: usize, m: Move) -> bool {
        self.killers[ply].contains(&m)
    }

    /// A quiet move refuted the move before it; the ones tried before it did not.
    pub(super) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        best: Move,
        tried: &[Move],
        last: Move,
    ) {
        if self.killers[ply][0] != best {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = best;
        }
        self.counters[Memory::index(last)] = best;
        let bonus = (depth * depth * 8).min(1600);
        self.reward(side, best, bonus);
        for &m in tried {
            self.reward(side, m, -bonus);
        }
    }

    fn reward(&mut self, side: Side, m: Move, bonus: i32) {
        let entry = &mut self.history[side.index() * SQUARES * SQUARES + Memory::index(m)];
        // The nearer to its limit, the less it moves: it never leaves the range.
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// Gives every move its place in the order.
    pub(super) fn rate(
        &self,
        position: &mut Position,
        moves: &Moves,
        table_move: Move,
        ply: usize,
        last: Move,
        scores: &mut [i32],
    ) {
        let side = position.side();
        let counter = self.counters[Memory::index(last)];
        for (score, &m) in scores.iter_mut().zip(moves.iter()) {
            *score = if m == table_move {
                TABLE_MOVE
            } else if let Some(victim) = position.get(m.to()) {
                let attacker = position.get(m.from()).map_or(0, |piece| VALUES[piece.kind.index()]);
                let prize = VALUES[victim.kind.index()] * 16 - attacker;
                if position.gains(m, 0) { GOOD_CAPTURE + prize } else { BAD_CAPTURE + prize }
            } else if m == self.killers[ply][0] {
                KILLER + 2
            } else if m == self.killers[ply][1] {
                KILLER + 1
            } else if m == counter {
                KILLER
            } else {
                self.history(side, m)
            };
        }
    }
}

/// Whether an order score is that of a losing capture.
pub(super) const fn is_bad_capture(score: i32) -> bool {
    score < BAD_CAPTURE / 2
}

/// Brings the best of the moves from `at` on to `at`.
pub(super) fn pick(moves: &mut Moves, scores: &mut [i32], at: usize) -> Move {
    let mut best = at;
    for i in at + 1..moves.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    scores.swap(at, best);
    moves.swap(at, best);
    moves[at]
}
