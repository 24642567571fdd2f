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
//!   371 ..376              0..5 rooks, horses, cannons and pawns that bear on the enemy palace
//!   377                    a pawn within two steps of the enemy king
//!   378 379                both advisors, both elephants
//!   380 ..389              an attacked piece without protection: rook, cannon, horse, guard, pawn; of the
//!                          side that waits, of the side to move
//!   390 391                a rook attacked by less, though protected: likewise
//! ```
//!
//! Every feature counts for its side and against the other, so the value changes its sign with the
//! colours. Linear in the weights, the same walk serves the search (which adds up) and the tuning tool
//! (which collects counts). The search carries the places along with its moves (`Running`).

use super::weights::WEIGHTS;
use crate::legal::Points;
use crate::moves::Move;
use crate::piece::{PIECES, Piece, PieceKind, Side};
use crate::position::{EMPTY, Position};
use crate::reach::{
    ADVISOR, ELEPHANT, HORSE, KING, PAWN, cross, diagonals, file_mask, legs, lines, rank_mask,
};
use crate::square::{SQUARES, Square};

/// Features there are.
pub const FEATURES: usize = 392;
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
const BEARING: usize = 371;
const PAWN_NEAR_KING: usize = 377;
const TWO_ADVISORS: usize = 378;
const TWO_ELEPHANTS: usize = 379;
const LOOSE: usize = 380;
const ROOK_BY_LESS: usize = 390;

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
pub const fn place_feature(kind: PieceKind, seen: Square) -> usize {
    let file = seen.file();
    let folded = if file > 4 { 8 - file } else { file };
    kind as usize * POINTS + folded as usize * 10 + seen.rank() as usize
}

/// Walks the features of a position: `see(side, feature, count)`.
pub fn features(position: &Position, mut see: impl FnMut(Side, usize, i32)) {
    for us in Side::ALL {
        for kind in PieceKind::ALL {
            for square in Points(position.of(us, kind)) {
                see(us, place_feature(kind, square.seen_by(us)), 1);
            }
        }
    }
    relations(position, see);
}

/// What a side attacks, own pieces it protects included.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By any piece.
    all: u128,
    /// By pieces worth less than a rook.
    lesser: u128,
}

/// Walks the features that are more than a piece on a point.
#[inline]
fn relations(position: &Position, mut see: impl FnMut(Side, usize, i32)) {
    let mut attacks = [Attacks::default(); 2];
    for us in Side::ALL {
        attacks[us.index()] = activity(position, us, &mut see);
    }
    for us in Side::ALL {
        let (mine, theirs) = (attacks[us.index()], attacks[us.other().index()]);
        let turn = usize::from(position.side() == us);
        let loose = theirs.all & !mine.all;
        let guards = position.of(us, PieceKind::Advisor) | position.of(us, PieceKind::Elephant);
        let [rooks, cannons, horses, pawns] =
            [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse, PieceKind::Pawn]
                .map(|kind| position.of(us, kind));
        for (i, pieces) in [rooks, cannons, horses, guards, pawns].into_iter().enumerate() {
            see(us, LOOSE + 2 * i + turn, (pieces & loose).count_ones() as i32);
        }
        see(us, ROOK_BY_LESS + turn, (rooks & theirs.lesser & mine.all).count_ones() as i32);
    }
    see(position.side(), TURN, 1);
}

/// What the pieces of a side do, and all they attack.
#[inline]
fn activity(position: &Position, us: Side, see: &mut impl FnMut(Side, usize, i32)) -> Attacks {
    let occupied = position.occupied();
    let them = us.other();
    let palace = PALACES[them.index()];
    let king = position.king(them);
    let own = position.of_side(us);
    let (mut rook_attacks, mut lesser, mut bearing) = (0, 0, 0);
    for square in Points(position.of(us, PieceKind::Rook)) {
        let (upright, across) = lines(position, square);
        let reach = cross(square, upright.rook, across.rook);
        rook_attacks |= reach;
        bearing += usize::from(reach & palace != 0);
        see(us, ROOK_MOVES, (reach & !own).count_ones() as i32);
        see(us, ROOK_PALACE, (reach & palace).count_ones() as i32);
    }
    for square in Points(position.of(us, PieceKind::Cannon)) {
        let (upright, across) = lines(position, square);
        let quiet = cross(square, upright.rook, across.rook) & !occupied;
        let reach = cross(square, upright.cannon, across.cannon);
        let shots = reach & !own;
        lesser |= reach;
        bearing += usize::from(shots & palace != 0);
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
    for square in Points(position.of(us, PieceKind::Horse)) {
        let reach = HORSE[square.index()][legs(position, square)];
        lesser |= reach;
        bearing += usize::from(reach & palace != 0);
        see(us, HORSE_MOVES + (reach & !own).count_ones() as usize, 1);
        see(us, HORSE_PALACE, (reach & palace).count_ones() as i32);
    }
    let pawns = position.of(us, PieceKind::Pawn);
    for square in Points(pawns) {
        let reach = PAWN[us.index()][square.index()];
        lesser |= reach;
        bearing += usize::from(reach & palace != 0);
        see(us, PAWNS_TOGETHER, (reach & rank_mask(square.rank()) & pawns).count_ones() as i32);
        let steps = square.file().abs_diff(king.file()) + square.rank().abs_diff(king.rank());
        see(us, PAWN_NEAR_KING, i32::from(steps <= 2));
    }
    see(us, BEARING + bearing.min(5), 1);
    let (advisors, elephants) = (position.of(us, PieceKind::Advisor), position.of(us, PieceKind::Elephant));
    for square in Points(elephants) {
        lesser |= ELEPHANT[us.index()][square.index()][diagonals(position, square)];
    }
    for square in Points(advisors) {
        lesser |= ADVISOR[us.index()][square.index()];
    }
    lesser |= KING[us.index()][position.king(us).index()];
    see(us, TWO_ADVISORS, i32::from(advisors.count_ones() >= 2));
    see(us, TWO_ELEPHANTS, i32::from(elephants.count_ones() >= 2));
    let guards = position.of(them, PieceKind::Advisor) | position.of(them, PieceKind::Elephant);
    let missing = (4 - guards.count_ones() as i32).max(0);
    let attackers =
        [(PieceKind::Rook, BARE_ROOK), (PieceKind::Cannon, BARE_CANNON), (PieceKind::Horse, BARE_HORSE)];
    for (kind, feature) in attackers {
        see(us, feature, missing * position.of(us, kind).count_ones() as i32);
    }
    Attacks { all: rook_attacks | lesser, lesser }
}

/// How much of the middle game a piece stands for.
const fn phase_share(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Rook => 4,
        PieceKind::Cannon | PieceKind::Horse => 2,
        _ => 0,
    }
}

/// How much of the middle game is left, up to [`FULL_PHASE`].
#[must_use]
pub fn phase(position: &Position) -> i32 {
    Running::of(position).phase()
}

/// The places of all pieces, added up for Red, and the phase: what changes little with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Running {
    middle: i32,
    end: i32,
    shares: i32,
}

/// What a piece on a point adds, from Red's side.
static PLACES: [[Running; SQUARES]; PIECES] = {
    let mut places = [[Running { middle: 0, end: 0, shares: 0 }; SQUARES]; PIECES];
    let mut index = 0;
    while index < PIECES {
        let piece = Piece::from_index(index as u8);
        let sign = match piece.side {
            Side::Red => 1,
            Side::Black => -1,
        };
        let mut at = 0;
        while at < SQUARES {
            let (middle, end) = WEIGHTS[place_feature(piece.kind, Square::new(at as u8).seen_by(piece.side))];
            places[index][at] = Running {
                middle: middle as i32 * sign,
                end: end as i32 * sign,
                shares: phase_share(piece.kind),
            };
            at += 1;
        }
        index += 1;
    }
    places
};

impl Running {
    /// Adds up a whole board.
    pub(super) fn of(position: &Position) -> Self {
        let mut sum = Running::default();
        for square in Points(position.occupied()) {
            sum.add(position.code(square), square, 1);
        }
        sum
    }

    #[inline(always)]
    fn add(&mut self, code: u8, square: Square, times: i32) {
        let place = &PLACES[code as usize][square.index()];
        self.middle += place.middle * times;
        self.end += place.end * times;
        self.shares += place.shares * times;
    }

    /// The sums after a move, asked before it is made.
    #[inline]
    pub(super) fn after(mut self, position: &Position, m: Move) -> Self {
        let code = position.code(m.from());
        let captured = position.code(m.to());
        self.add(code, m.from(), -1);
        self.add(code, m.to(), 1);
        if captured != EMPTY {
            self.add(captured, m.to(), -1);
        }
        self
    }

    fn phase(self) -> i32 {
        self.shares.min(FULL_PHASE)
    }
}

/// The value for the side to move, about a hundred for a pawn across the river.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    evaluate_running(position, Running::of(position))
}

/// [`evaluate`] with the places added up already.
#[inline]
pub(super) fn evaluate_running(position: &Position, running: Running) -> i32 {
    let (mut middle, mut end) = (running.middle, running.end);
    relations(position, |side, feature, count| {
        let (m, e) = WEIGHTS[feature];
        let count = if side == Side::Red { count } else { -count };
        middle += i32::from(m) * count;
        end += i32::from(e) * count;
    });
    let phase = running.phase();
    let value = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    if position.side() == Side::Red { value } else { -value }
}

/// The kind and point of a feature below 350, for those who print or seed weights.
#[must_use]
pub fn place_of(feature: usize) -> Option<(PieceKind, Square)> {
    let kind = *PieceKind::ALL.get(feature / POINTS)?;
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

    /// The sums that run along, and the linear form the tuning tool fits, are the value itself.
    #[test]
    fn running_sums_and_features_agree() {
        let mut random = Random::new(8);
        for _ in 0..20 {
            let mut position = Position::start();
            let mut running = Running::of(&position);
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len() as u64) as usize];
                running = running.after(&position, m);
                let _ = position.make(m);
                assert_eq!(running, Running::of(&position));
                let (mut middle, mut end) = (0, 0);
                features(&position, |side, feature, count| {
                    let count = if side == position.side() { count } else { -count };
                    middle += i32::from(WEIGHTS[feature].0) * count;
                    end += i32::from(WEIGHTS[feature].1) * count;
                });
                let phase = phase(&position);
                let linear = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
                assert_eq!(evaluate(&position), linear);
            }
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
