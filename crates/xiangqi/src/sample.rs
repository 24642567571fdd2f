//! Random boards of the normal piece set, for signatures, benches and tests.

use crate::piece::{Piece, PieceKind, Side};
use crate::setup::Setup;
use crate::square::Square;
use ludex_core::Random;

/// Whether a kind can stand on a point, seen from its own side (ranks from 0).
pub(crate) const fn stands(kind: PieceKind, file: u8, rank: u8) -> bool {
    match kind {
        PieceKind::King => file >= 3 && file <= 5 && rank < 3,
        PieceKind::Advisor => {
            (file == 4 && rank == 1) || ((file == 3 || file == 5) && (rank == 0 || rank == 2))
        }
        PieceKind::Elephant => match file {
            0 | 4 | 8 => rank == 2,
            2 | 6 => rank == 0 || rank == 4,
            _ => false,
        },
        PieceKind::Pawn => rank >= if file.is_multiple_of(2) { 3 } else { 5 },
        PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon => true,
    }
}

/// A board with up to the normal number of every kind, each where it can stand; who attacks whom is left
/// to chance.
#[must_use]
pub fn placement(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    // The kinds with the fewest points first, so that there is always one left for them.
    for (kind, most) in [
        (PieceKind::King, 1),
        (PieceKind::Advisor, 2),
        (PieceKind::Elephant, 2),
        (PieceKind::Pawn, 5),
        (PieceKind::Rook, 2),
        (PieceKind::Horse, 2),
        (PieceKind::Cannon, 2),
    ] {
        for side in Side::ALL {
            let count = if kind == PieceKind::King { 1 } else { random.below(most + 1) };
            for _ in 0..count {
                loop {
                    let square = Square::new(random.below(90) as u8);
                    let seen = square.seen_by(side);
                    if setup.get(square).is_none() && stands(kind, seen.file(), seen.rank()) {
                        setup.put(square, Some(Piece::new(side, kind)));
                        break;
                    }
                }
            }
        }
    }
    setup.side = Side::ALL[random.below(2) as usize];
    setup
}
