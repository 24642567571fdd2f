//! Which moves might give check, told before they are made.
//!
//! A move gives check only by arriving where its piece attacks the king, by becoming a cannon's screen, or by
//! leaving a line or a horse's leg. What may not give check need not be made to be thrown away.

use crate::moves::Move;
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::reach::{HORSE_TO, PAWN_TO, diagonals, file_mask, rank_mask};
use crate::square::{RANKS, Square};

/// Where moves of the side to move might give check.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hints {
    /// By leaving these points.
    leave: u128,
    /// By arriving on these points, with any piece.
    arrive: u128,
    /// By arriving here with a rook or cannon, a horse, a pawn.
    slider: u128,
    horse: u128,
    pawn: u128,
}

/// The neighbours of a king's point across its corners: the legs of horses that attack it.
fn corners(king: Square) -> u128 {
    let (file, rank) = (king.file(), king.rank());
    let mut points = 0;
    for (df, dr) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let (file, rank) = (file as i8 + df, rank as i8 + dr);
        if (0..RANKS as i8).contains(&rank) {
            points |= 1 << (file * RANKS as i8 + rank);
        }
    }
    points
}

impl Hints {
    pub(super) fn new(position: &Position) -> Self {
        let us = position.side();
        let king = position.king(us.other());
        let (file, rank) = (file_mask(king.file()), rank_mask(king.rank()));
        let cannons = position.of(us, PieceKind::Cannon);
        let sliders = cannons | position.of(us, PieceKind::Rook);
        let lines = |pieces: u128| {
            (if pieces & file != 0 { file } else { 0 }) | (if pieces & rank != 0 { rank } else { 0 })
        };
        let horses = position.of(us, PieceKind::Horse);
        let near = HORSE_TO[king.index()][0] & horses != 0;
        Hints {
            leave: lines(sliders) | if near { corners(king) } else { 0 },
            arrive: lines(cannons),
            slider: file | rank,
            horse: HORSE_TO[king.index()][diagonals(position, king)],
            pawn: PAWN_TO[us.index()][king.index()],
        }
    }

    /// Whether a move, not made yet, might give check: never false where it does.
    #[inline]
    pub(super) fn may_check(&self, position: &Position, m: Move) -> bool {
        let to = m.to().bit();
        if self.leave & m.from().bit() != 0 || self.arrive & to != 0 {
            return true;
        }
        match Piece::from_index(position.code(m.from())).kind {
            PieceKind::Rook | PieceKind::Cannon => self.slider & to != 0,
            PieceKind::Horse => self.horse & to != 0,
            PieceKind::Pawn => self.pawn & to != 0,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::placement;
    use ludex_core::Random;

    #[test]
    fn every_check_is_hinted_at() {
        let mut random = Random::new(9);
        let (mut checks, mut hinted, mut all) = (0, 0, 0);
        for _ in 0..20_000 {
            let Ok(mut board) = Position::try_from(&placement(&mut random)).unwrap().playable() else {
                continue;
            };
            let hints = Hints::new(&board);
            for &m in board.legal_moves().iter() {
                let may = hints.may_check(&board, m);
                let undo = board.make(m);
                let check = board.in_check(board.side());
                board.undo(m, undo);
                assert!(may || !check, "{board} {m}");
                checks += usize::from(check);
                hinted += usize::from(may);
                all += 1;
            }
        }
        assert!(checks > 1000 && hinted * 2 < all, "{checks} checks, {hinted} hinted of {all}");
    }
}
