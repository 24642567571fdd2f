//! What a series of captures on one point comes to.

use crate::legal::Points;
use crate::moves::Move;
use crate::piece::{PieceKind, Side};
use crate::position::Position;
use crate::reach::{ADVISOR, ELEPHANT, HORSE_TO, KING, PAWN_TO, cross, diagonals, lines};
use crate::square::Square;

/// Rough values by kind, pawn to king.
pub(super) const VALUES: [i32; 7] = [100, 450, 950, 420, 120, 120, 10_000];

impl Position {
    /// The pieces of a side that could capture on an occupied point, exposed kings apart.
    pub(super) fn attackers(&self, square: Square, side: Side) -> u128 {
        let at = square.index();
        let (upright, across) = lines(self, square);
        let eyes = diagonals(self, square);
        cross(square, upright.rook, across.rook) & self.of(side, PieceKind::Rook)
            | cross(square, upright.cannon, across.cannon) & self.of(side, PieceKind::Cannon)
            | HORSE_TO[at][eyes] & self.of(side, PieceKind::Horse)
            | PAWN_TO[side.index()][at] & self.of(side, PieceKind::Pawn)
            | ELEPHANT[side.index()][at][eyes]
                & self.of(side, PieceKind::Elephant)
                & if square.seen_by(side).rank() < 5 { !0 } else { 0 }
            | if crate::position::in_palace(square, side) {
                ADVISOR[side.index()][at] & self.of(side, PieceKind::Advisor)
                    | KING[side.index()][at] & self.of(side, PieceKind::King)
            } else {
                0
            }
    }

    /// The cheapest piece among some.
    fn cheapest(&self, among: u128) -> Option<(Square, i32)> {
        Points(among)
            .filter_map(|square| self.get(square).map(|piece| (square, VALUES[piece.kind.index()])))
            .min_by_key(|&(_, value)| value)
    }

    /// Whether a move, followed by the best captures of either side on its point, gains at least
    /// `least`.
    ///
    /// The captures are made on the board: only so are a cannon's screens right at every step.
    pub(super) fn gains(&mut self, m: Move, least: i32) -> bool {
        let value = |piece: Option<crate::Piece>| piece.map_or(0, |piece| VALUES[piece.kind.index()]);
        let gain = value(self.get(m.to())) - least;
        if gain < 0 {
            return false;
        }
        let risk = value(self.get(m.from()));
        if gain - risk >= 0 {
            return true;
        }
        let undo = self.make(m);
        let lost = self.exchange(m.to(), risk);
        self.undo(m, undo);
        gain - lost >= 0
    }

    /// What the side to move wins at most by capturing on a point where a piece of some value stands.
    fn exchange(&mut self, square: Square, prize: i32) -> i32 {
        let attackers = self.attackers(square, self.side());
        let Some((from, value)) = self.cheapest(attackers) else { return 0 };
        // Taking the king ends it: whoever would do so next has won the exchange.
        if prize >= VALUES[PieceKind::King.index()] {
            return prize;
        }
        let m = Move::new(from, square);
        let undo = self.make(m);
        let lost = self.exchange(square, value);
        self.undo(m, undo);
        (prize - lost).max(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::moves::Move;
    use crate::position::Position;

    fn gains(fen: &str, from: &str, to: &str, least: i32) -> bool {
        let mut position = Position::try_from(&fen.parse().unwrap()).unwrap();
        position.gains(Move::new(from.parse().unwrap(), to.parse().unwrap()), least)
    }

    #[test]
    fn protected_and_unprotected() {
        // A rook takes a horse that an elephant protects.
        let fen = "4k4/9/4b4/9/2n6/9/9/2R6/9/3K5 w";
        assert!(!gains(fen, "c3", "c6", 0));
        assert!(gains(&fen.replace("4b4", "9"), "c3", "c6", 400));
        // The horse's protector is a cannon with a screen.
        assert!(!gains("4k4/9/9/2c6/2p6/2n6/9/2R6/9/3K5 w", "c3", "c5", 0));
    }
}
