//! Random boards of the normal piece set, for signatures, benches and tests.

use crate::piece::{Kind, Piece, Side};
use crate::setup::Setup;
use crate::square::Square;
use ludex_core::Random;

/// Whether a kind can stand on a point, seen from its own side (ranks from 0).
pub(crate) const fn stands(kind: Kind, file: u8, rank: u8) -> bool {
    match kind {
        Kind::King => file >= 3 && file <= 5 && rank < 3,
        Kind::Advisor => (file == 4 && rank == 1) || ((file == 3 || file == 5) && (rank == 0 || rank == 2)),
        Kind::Elephant => match file {
            0 | 4 | 8 => rank == 2,
            2 | 6 => rank == 0 || rank == 4,
            _ => false,
        },
        Kind::Pawn => rank >= if file.is_multiple_of(2) { 3 } else { 5 },
        Kind::Rook | Kind::Horse | Kind::Cannon => true,
    }
}

/// A board with up to the normal number of every kind, each where it can stand; who attacks whom is left
/// to chance.
#[must_use]
pub fn placement(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    // The kinds with the fewest points first, so that there is always one left for them.
    for (kind, most) in [
        (Kind::King, 1),
        (Kind::Advisor, 2),
        (Kind::Elephant, 2),
        (Kind::Pawn, 5),
        (Kind::Rook, 2),
        (Kind::Horse, 2),
        (Kind::Cannon, 2),
    ] {
        for side in Side::ALL {
            let count = if kind == Kind::King { 1 } else { random.below(most + 1) };
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
