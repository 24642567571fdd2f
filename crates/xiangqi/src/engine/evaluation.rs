//! The value of a quiet position: weights times features, mixed from middle game to endgame.
//!
//! ```text
//!   feature      0 ..349   kind * 50 + point: a piece on a point, seen by its side, files folded
//!   350 351                moves of a rook, of a cannon
//!   352 ..360              a horse with 0..8 points to go to
//!   361 362                a cannon with nothing, with two pieces between it and the enemy king
//!   363 364 365            points of the enemy palace a rook, horse, cannon bears on
//!   366                    two pawns side by side
//!   367 368 369            missing advisors and elephants times enemy rooks, cannons, horses
//!   370                    the turn
//! ```
//!
//! Every feature counts for its side and against the other, so the value changes its sign with the
//! colours. Linear in the weights, the same walk serves the search (which adds up) and the tuning tool
//! (which collects counts).

use super::weights::WEIGHTS;
use crate::legal::Points;
use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::reach::{HORSE, PAWN, cross, file_mask, legs, lines, rank_mask};
use crate::square::Square;

/// Features there are.
pub const FEATURES: usize = 371;
const POINTS: usize = 50;
const ROOK_MOVES: usize = 350;
const CANNON_MOVES: usize = 351;
const HORSE_MOVES: usize = 352;
const HOLLOW_CANNON: usize = 361;
const PAIRED_CANNON: usize = 362;
const ROOK_PALACE: usize = 363;
const HORSE_PALACE: usize = 364;
const CANNON_PALACE: usize = 365;
const PAWNS_TOGETHER: usize = 366;
const BARE_ROOK: usize = 367;
const BARE_CANNON: usize = 368;
const BARE_HORSE: usize = 369;
const TURN: usize = 370;

/// The middle game weight of a position with all rooks, cannons and horses.
pub const FULL_PHASE: i32 = 32;

/// The points of a side's palace.
const PALACES: [u128; 2] = {
    let (mut red, mut file) = (0, 3);
    while file < 6 {
        red |= 0b111 << (file * 10);
        file += 1;
    }
    [red, red << 7]
};

/// The feature of a piece on a point.
#[must_use]
pub const fn place_feature(kind: Kind, seen: Square) -> usize {
    let file = seen.file();
    let folded = if file > 4 { 8 - file } else { file };
    kind as usize * POINTS + folded as usize * 10 + seen.rank() as usize
}

/// Walks the features of a position: `see(side, feature, count)`.
pub fn features(position: &Position, mut see: impl FnMut(Side, usize, i32)) {
    let occupied = position.occupied();
    for us in Side::ALL {
        let them = us.other();
        let palace = PALACES[them.index()];
        let king = position.king(them);
        let own = position.of_side(us);
        for kind in Kind::ALL {
            for square in Points(position.of(us, kind)) {
                see(us, place_feature(kind, square.seen_by(us)), 1);
            }
        }
        for square in Points(position.of(us, Kind::Rook)) {
            let (upright, across) = lines(position, square);
            let reach = cross(square, upright.rook, across.rook);
            see(us, ROOK_MOVES, (reach & !own).count_ones() as i32);
            see(us, ROOK_PALACE, (reach & palace).count_ones() as i32);
        }
        for square in Points(position.of(us, Kind::Cannon)) {
            let (upright, across) = lines(position, square);
            let quiet = cross(square, upright.rook, across.rook) & !occupied;
            let shots = cross(square, upright.cannon, across.cannon) & !own;
            see(us, CANNON_MOVES, (quiet | shots).count_ones() as i32);
            see(us, CANNON_PALACE, (shots & palace).count_ones() as i32);
            let line = if square.file() == king.file() {
                file_mask(king.file())
            } else if square.rank() == king.rank() {
                rank_mask(king.rank())
            } else {
                continue;
            };
            let (low, high) = if square < king { (square, king) } else { (king, square) };
            let between = line & occupied & (high.bit() - 1) & !(low.bit() | (low.bit() - 1));
            match between.count_ones() {
                0 => see(us, HOLLOW_CANNON, 1),
                2 => see(us, PAIRED_CANNON, 1),
                _ => {}
            }
        }
        for square in Points(position.of(us, Kind::Horse)) {
            let reach = HORSE[square.index()][legs(position, square)];
            see(us, HORSE_MOVES + (reach & !own).count_ones() as usize, 1);
            see(us, HORSE_PALACE, (reach & palace).count_ones() as i32);
        }
        let pawns = position.of(us, Kind::Pawn);
        for square in Points(pawns) {
            let beside = PAWN[us.index()][square.index()] & rank_mask(square.rank()) & pawns;
            see(us, PAWNS_TOGETHER, beside.count_ones() as i32);
        }
        let guards = position.of(them, Kind::Advisor) | position.of(them, Kind::Elephant);
        let missing = (4 - guards.count_ones() as i32).max(0);
        let attackers = [(Kind::Rook, BARE_ROOK), (Kind::Cannon, BARE_CANNON), (Kind::Horse, BARE_HORSE)];
        for (kind, feature) in attackers {
            see(us, feature, missing * position.of(us, kind).count_ones() as i32);
        }
    }
    see(position.side(), TURN, 1);
}

/// How much of the middle game is left, up to [`FULL_PHASE`].
#[must_use]
pub fn phase(position: &Position) -> i32 {
    let count = |kind: Kind| {
        let both = position.of(Side::Red, kind) | position.of(Side::Black, kind);
        both.count_ones() as i32
    };
    (4 * count(Kind::Rook) + 2 * count(Kind::Cannon) + 2 * count(Kind::Horse)).min(FULL_PHASE)
}

/// The value for the side to move, about a hundred for a pawn across the river.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let us = position.side();
    let (mut middle, mut end) = (0, 0);
    features(position, |side, feature, count| {
        let (m, e) = WEIGHTS[feature];
        let count = if side == us { count } else { -count };
        middle += i32::from(m) * count;
        end += i32::from(e) * count;
    });
    let phase = phase(position);
    (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}

/// The kind and point of a feature below 350, for those who print or seed weights.
#[must_use]
pub fn place_of(feature: usize) -> Option<(Kind, Square)> {
    let kind = *Kind::ALL.get(feature / POINTS)?;
    let point = feature % POINTS;
    Some((kind, Square::at((point / 10) as u8, (point % 10) as u8)?))
}

/// Whether a piece of a kind can ever stand on a point, seen by its side.
#[must_use]
pub fn can_stand(piece: Piece, seen: Square) -> bool {
    crate::sample::stands(piece.kind, seen.file(), seen.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::placement;
    use ludex_core::Random;

    fn value(setup: &crate::Setup) -> i32 {
        evaluate(&Position::try_from(setup).unwrap())
    }

    #[test]
    fn colours_and_mirror_make_no_difference() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let setup = placement(&mut random);
            assert_eq!(value(&setup), value(&setup.colours_swapped()));
            assert_eq!(value(&setup), value(&setup.mirrored()));
        }
    }

    #[test]
    fn features_of_places_come_back() {
        for feature in 0..350 {
            let (kind, square) = place_of(feature).unwrap();
            assert_eq!(place_feature(kind, square), feature);
        }
        assert_eq!(place_of(350), None);
    }
}
