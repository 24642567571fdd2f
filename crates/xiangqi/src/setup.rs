//! A board as typed: any pieces on any points, a side to move, two counters.

use crate::piece::{Piece, PieceKind, Side};
use crate::square::{SQUARES, Square};

/// Anything one can write down as a FEN; it need not be a position of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    pub(crate) board: [Option<Piece>; SQUARES],
    /// Whose turn it is.
    pub side: Side,
    /// Plies since the last capture, as the FEN says.
    pub quiet_plies: u32,
    /// The number of the move, counted from 1 and advanced after Black's moves.
    pub move_number: u32,
}

impl Setup {
    /// An empty board, Red to move.
    #[must_use]
    pub const fn empty() -> Self {
        Setup { board: [None; SQUARES], side: Side::Red, quiet_plies: 0, move_number: 1 }
    }

    /// The board every game begins with.
    #[must_use]
    pub fn start() -> Self {
        const BACK: [PieceKind; 9] = [
            PieceKind::Rook,
            PieceKind::Horse,
            PieceKind::Elephant,
            PieceKind::Advisor,
            PieceKind::King,
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
        ];
        let mut setup = Setup::empty();
        for side in Side::ALL {
            for file in 0..9 {
                let mut put = |rank, kind| {
                    if let Some(square) = Square::at(file, rank) {
                        setup.put(square.seen_by(side), Some(Piece::new(side, kind)));
                    }
                };
                put(0, BACK[file as usize]);
                if file == 1 || file == 7 {
                    put(2, PieceKind::Cannon);
                }
                if file % 2 == 0 {
                    put(3, PieceKind::Pawn);
                }
            }
        }
        setup
    }

    /// What stands on a point.
    #[must_use]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a point, or clears it.
    pub const fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// All pieces with their points, in index order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }

    /// Reflected left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirror = self.clone();
        for square in Square::all() {
            mirror.put(square.mirrored(), self.get(square));
        }
        mirror
    }

    /// The same game with the colours exchanged: the board turned over the river, the other side to move.
    #[must_use]
    pub fn colours_swapped(&self) -> Self {
        let mut swapped = self.clone();
        for square in Square::all() {
            let piece = self.get(square).map(|piece| Piece::new(piece.side.other(), piece.kind));
            swapped.put(square.flipped(), piece);
        }
        swapped.side = self.side.other();
        swapped
    }

    /// Whether two setups have the same pieces on the same points and the same side to move; counters
    /// apart.
    #[must_use]
    pub fn same_board(&self, other: &Setup) -> bool {
        self.board == other.board && self.side == other.side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_its_own_mirror_and_swap() {
        let start = Setup::start();
        assert_eq!(start.pieces().count(), 32);
        assert_eq!(start.mirrored(), start);
        assert_eq!(start.colours_swapped().board, start.board);
    }
}
