//! Which moves are tried first.

use super::correction::Corrections;
use super::exchange::VALUES;
use crate::legal::Moves;
use crate::moves::Move;
use crate::piece::{PIECES, Side};
use crate::position::Position;
use crate::square::SQUARES;

pub(super) const MAX_PLY: usize = 128;
/// History stays between minus and plus this.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// A piece on the point it went to, as an index; one more stands for no move.
const ARRIVALS: usize = PIECES * SQUARES;

/// Which piece arrived where with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival(u16);

impl Arrival {
    /// No move, or a pass.
    pub(super) const NONE: Arrival = Arrival(ARRIVALS as u16);

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What a move that is not made yet brings where.
    pub(super) fn of(position: &Position, m: Move) -> Self {
        Arrival(u16::from(position.code(m.from())) * SQUARES as u16 + m.to().index() as u16)
    }
}

/// What earlier branches taught about quiet moves. It outlives a search: the next move of a game begins
/// with what this one learnt.
#[derive(Debug)]
pub(super) struct Memory {
    killers: [[Move; 2]; MAX_PLY],
    /// By side, from and to.
    history: Vec<i16>,
    /// The quiet move that refuted a move, by its from and to.
    counters: Vec<Move>,
    /// By what arrived one ply (first half) or two plies before, then by what arrives.
    sequels: Vec<i16>,
    pub(super) corrections: Corrections,
}

/// The order classes, highest first; history lies below killers, bad captures last.
pub(super) const TABLE_MOVE: i32 = 1 << 30;
pub(super) const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 24);

/// What led to a position, as far as the order of moves cares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) ply: usize,
    /// The last move.
    pub(super) last: Move,
    /// What arrived with the last move, and with the one before.
    pub(super) before: [Arrival; 2],
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory {
            killers: [[Move::NONE; 2]; MAX_PLY],
            history: vec![0; 2 * SQUARES * SQUARES],
            counters: vec![Move::NONE; SQUARES * SQUARES],
            sequels: vec![0; 2 * (ARRIVALS + 1) * ARRIVALS],
            corrections: Corrections::new(),
        }
    }

    /// Forgets what belongs to one search only.
    pub(super) fn begin(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
    }

    fn index(m: Move) -> usize {
        m.from().index() * SQUARES + m.to().index()
    }

    fn sequel(half: usize, before: Arrival, now: Arrival) -> usize {
        (half * (ARRIVALS + 1) + usize::from(before.0)) * ARRIVALS + usize::from(now.0)
    }

    /// How well a quiet move did: within three times [`HISTORY_LIMIT`] either way.
    pub(super) fn history(&self, position: &Position, context: &Context, m: Move) -> i32 {
        let now = Arrival::of(position, m);
        let plain = self.history[position.side().index() * SQUARES * SQUARES + Memory::index(m)];
        let sequel = |half: usize| self.sequels[Memory::sequel(half, context.before[half], now)];
        i32::from(plain) + i32::from(sequel(0)) + i32::from(sequel(1))
    }

    pub(super) fn is_killer(&self, ply: usize, m: Move) -> bool {
        self.killers[ply].contains(&m)
    }

    /// A quiet move refuted the move before it; the ones tried before it did not.
    pub(super) fn learn(
        &mut self,
        position: &Position,
        context: &Context,
        depth: i32,
        best: Move,
        tried: &[Move],
    ) {
        let killers = &mut self.killers[context.ply];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        self.counters[Memory::index(context.last)] = best;
        let bonus = (depth * depth * 16 + depth * 64).min(1800);
        self.reward(position, context, best, bonus);
        for &m in tried {
            self.reward(position, context, m, -bonus);
        }
    }

    fn reward(&mut self, position: &Position, context: &Context, m: Move, bonus: i32) {
        let side: Side = position.side();
        let now = Arrival::of(position, m);
        adjust(&mut self.history[side.index() * SQUARES * SQUARES + Memory::index(m)], bonus);
        for half in 0..2 {
            adjust(&mut self.sequels[Memory::sequel(half, context.before[half], now)], bonus);
        }
    }

    /// What a capture promises: the most valuable piece with the least valuable one.
    pub(super) fn prize(position: &Position, m: Move) -> i32 {
        let value = |at| position.get(at).map_or(0, |piece| VALUES[piece.kind.index()]);
        value(m.to()) * 16 - value(m.from())
    }

    /// Gives every quiet move its place in the order.
    pub(super) fn rate_quiets(
        &self,
        position: &Position,
        moves: &Moves,
        context: &Context,
        scores: &mut [i32],
    ) {
        let counter = self.counters[Memory::index(context.last)];
        let killers = self.killers[context.ply];
        for (score, &m) in scores.iter_mut().zip(moves.iter()) {
            *score = if m == killers[0] {
                KILLER + 2
            } else if m == killers[1] {
                KILLER + 1
            } else if m == counter {
                KILLER
            } else {
                self.history(position, context, m)
            };
        }
    }

    /// Gives every move its place in the order.
    pub(super) fn rate(
        &self,
        position: &mut Position,
        moves: &Moves,
        table_move: Move,
        context: &Context,
        scores: &mut [i32],
    ) {
        self.rate_quiets(position, moves, context, scores);
        for (score, &m) in scores.iter_mut().zip(moves.iter()) {
            if m == table_move {
                *score = TABLE_MOVE;
            } else if position.get(m.to()).is_some() {
                let class = if position.gains(m, 0) { GOOD_CAPTURE } else { BAD_CAPTURE };
                *score = class + Memory::prize(position, m);
            }
        }
    }
}

/// Moves an entry by a bonus; the nearer to its limit, the less it moves: it never leaves the range.
fn adjust(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// Whether an order score is a history and nothing else.
pub(super) const fn is_history(score: i32) -> bool {
    score.abs() <= 3 * HISTORY_LIMIT
}

/// Whether an order score is that of a losing capture.
pub(super) const fn is_bad_capture(score: i32) -> bool {
    score < BAD_CAPTURE / 2
}
