//! Sixty-four random bits per piece and point, and for the side to move: what the search keys on.

use crate::piece::PIECES;
use crate::square::SQUARES;
use ludex_core::Random;

/// One number per piece and point.
pub(crate) static KEYS: [[u64; SQUARES]; PIECES] = TABLE.0;
/// Added when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = TABLE.1;

const TABLE: ([[u64; SQUARES]; PIECES], u64) = {
    let mut random = Random::new(0x7869_616E_6771_6900);
    let mut keys = [[0; SQUARES]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < SQUARES {
            keys[piece][square] = random.next_u64();
            square += 1;
        }
        piece += 1;
    }
    (keys, random.next_u64())
};
