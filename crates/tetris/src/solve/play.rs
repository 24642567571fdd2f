//! How a queue is played with hold, step by step.
//!
//! With `n` slots of which any may be taken up, a player has a hand of `n + 1` pieces and places any of
//! them; that is what the walk over the tree of queues does. A cyclic hold gives back the piece held
//! longest, so its order matters and it is played here, queue by queue.

use super::Hold;
use super::order::{Order, one};
use super::placement::Memo;
use super::word::Word;
use crate::piece::Piece;
use crate::queue::Queue;

/// Ways of one queue through one tiling that are looked at.
const MOST_WAYS: usize = 4096;

impl<W: Word, R: Word> Order<'_, W, R> {
    /// The orders, as indices of placements, in which a queue builds the tiling.
    pub(super) fn ways(&mut self, queue: Queue, hold: Hold, memo: &mut Memo<R>) -> Vec<Vec<u8>> {
        let pieces: Vec<Piece> = queue.iter().collect();
        let mut ways = Vec::new();
        match hold {
            Hold::Any(n) => {
                let n = usize::from(n) + 1;
                let hand = pieces.iter().take(n).map(|&p| one(p)).sum();
                self.any(0, hand, pieces.get(n..).unwrap_or(&[]), memo, &mut Vec::new(), &mut ways);
            }
            Hold::Cyclic(n) => {
                let held = Vec::new();
                self.cyclic(0, &held, &pieces, usize::from(n), memo, &mut Vec::new(), &mut ways, MOST_WAYS);
            }
        }
        ways
    }

    fn any(
        &mut self,
        set: u16,
        hand: u32,
        rest: &[Piece],
        memo: &mut Memo<R>,
        way: &mut Vec<u8>,
        ways: &mut Vec<Vec<u8>>,
    ) {
        if set == self.full() {
            ways.push(way.clone());
            return;
        }
        let next = self.next(set, memo) & self.of_pieces(hand) & !set;
        for i in (0..16u8).filter(|i| next >> i & 1 == 1) {
            if ways.len() >= MOST_WAYS {
                return;
            }
            let mut hand = hand - one(self.placements()[usize::from(i)].piece);
            let mut rest = rest;
            if let Some((&piece, after)) = rest.split_first() {
                hand += one(piece);
                rest = after;
            }
            way.push(i);
            self.any(set | 1 << i, hand, rest, memo, way, ways);
            way.pop();
        }
    }

    /// Whether a queue builds the tiling with a cyclic hold of so many slots.
    pub(super) fn plays_cyclic(&mut self, queue: Queue, slots: usize, memo: &mut Memo<R>) -> bool {
        let pieces: Vec<Piece> = queue.iter().collect();
        let mut ways = Vec::new();
        self.cyclic(0, &[], &pieces, slots, memo, &mut Vec::new(), &mut ways, 1);
        !ways.is_empty()
    }

    /// One turn: the falling piece is placed, or held once and what comes for it is placed.
    #[allow(clippy::too_many_arguments)]
    fn cyclic(
        &mut self,
        set: u16,
        held: &[Piece],
        rest: &[Piece],
        slots: usize,
        memo: &mut Memo<R>,
        way: &mut Vec<u8>,
        ways: &mut Vec<Vec<u8>>,
        most: usize,
    ) {
        if set == self.full() {
            ways.push(way.clone());
            return;
        }
        let mut turns: Vec<(Piece, Vec<Piece>, &[Piece])> = Vec::new();
        match rest.split_first() {
            Some((&falling, after)) => {
                turns.push((falling, held.to_vec(), after));
                let mut with = held.to_vec();
                with.push(falling);
                if held.len() < slots {
                    if let Some((&next, after)) = after.split_first() {
                        turns.push((next, with, after));
                    } else {
                        let oldest = with.remove(0);
                        turns.push((oldest, with, after));
                    }
                } else if slots > 0 {
                    let oldest = with.remove(0);
                    turns.push((oldest, with, after));
                }
            }
            None => {
                if let Some((&oldest, others)) = held.split_first() {
                    turns.push((oldest, others.to_vec(), rest));
                }
            }
        }
        for (piece, held, rest) in turns {
            let next = self.next(set, memo) & self.of_pieces(one(piece)) & !set;
            for i in (0..16u8).filter(|i| next >> i & 1 == 1) {
                if ways.len() >= most {
                    return;
                }
                way.push(i);
                self.cyclic(set | 1 << i, &held, rest, slots, memo, way, ways, most);
                way.pop();
            }
        }
    }
}
