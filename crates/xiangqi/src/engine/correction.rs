//! What searches found against what the static value said, by what positions have in common.
//!
//! Where positions with the same pawns (or guards, or attackers, or after the same move) came out better than
//! they looked, the next such position is taken to be better, too.

use super::order::Arrival;
use crate::piece::{PieceKind, Side};
use crate::position::Position;

/// Entries of a table by one feature and side to move.
const SLOTS: usize = 1 << 13;
/// Pawns; guards; Red's attackers; Black's; the last move.
const FEATURES: usize = 5;
/// Entries stay between minus and plus this.
const LIMIT: i32 = 1024;

/// Where a position is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places([usize; FEATURES]);

/// The tables of one thread.
#[derive(Debug)]
pub(super) struct Corrections {
    entries: Vec<i16>,
}

/// A number for some sets of points.
fn fold(masks: &[u128]) -> usize {
    let mut hash = 0u64;
    for &mask in masks {
        for half in [mask as u64, (mask >> 64) as u64] {
            hash = (hash ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
    }
    hash as usize % SLOTS
}

impl Places {
    /// Of a position that was reached by a move.
    pub(super) fn of(position: &Position, last: Arrival) -> Self {
        let of = |side, kind| position.of(side, kind);
        let [red, black] = Side::ALL;
        let attackers = |side| {
            fold(&[of(side, PieceKind::Rook), of(side, PieceKind::Cannon), of(side, PieceKind::Horse)])
        };
        let guards =
            |side| of(side, PieceKind::King) | of(side, PieceKind::Advisor) | of(side, PieceKind::Elephant);
        let slots = [
            fold(&[of(red, PieceKind::Pawn), of(black, PieceKind::Pawn)]),
            fold(&[guards(red), guards(black)]),
            attackers(red),
            attackers(black),
            last.index() % SLOTS,
        ];
        let side = position.side().index();
        let mut places = [0; FEATURES];
        for (feature, (place, slot)) in places.iter_mut().zip(slots).enumerate() {
            *place = (feature * 2 + side) * SLOTS + slot;
        }
        Places(places)
    }
}

impl Corrections {
    pub(super) fn new() -> Self {
        Corrections { entries: vec![0; FEATURES * 2 * SLOTS] }
    }

    /// What is to be added to a static value, times a weight in 1024ths.
    pub(super) fn get(&self, places: &Places, weight: i32) -> i32 {
        places.0.iter().map(|&place| i32::from(self.entries[place])).sum::<i32>() * weight / 1024
    }

    /// A search of some depth found so much more than the value said.
    pub(super) fn learn(&mut self, places: &Places, depth: i32, difference: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for &place in &places.0 {
            let entry = &mut self.entries[place];
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_in_range_and_are_found_again() {
        let position = Position::start();
        let places = Places::of(&position, Arrival::NONE);
        let mut corrections = Corrections::new();
        assert_eq!(corrections.get(&places, 1024), 0);
        for _ in 0..1000 {
            corrections.learn(&places, 20, 30_000);
        }
        let most = corrections.get(&places, 1024);
        assert!(most > 4 * LIMIT && most <= 5 * LIMIT, "{most}");
        for _ in 0..1000 {
            corrections.learn(&places, 20, -30_000);
        }
        assert!(corrections.get(&places, 1024) < -4 * LIMIT);
        let mut other = position.clone();
        other.pass();
        assert_eq!(corrections.get(&Places::of(&other, Arrival::NONE), 1024), 0);
    }
}
