//! What a piece reaches: tables by point and by what stands around it.
//!
//! Rooks and cannons look their file and rank up by occupancy:
//!
//! ```text
//!   FILE_LINES[rank][ten bits of the file]   -> Line { rook, cannon }, ten-bit masks by rank
//!   RANK_LINES[file][nine bits of the rank]  -> Line { rook, cannon }, nine-bit masks by file
//!
//!   file bits   . X . . R . X X . X     X occupied, R the piece itself
//!   rook        . r r r . r r . . .     up to and with the first piece
//!   cannon      . . . . . . . c . .     the second piece: what a cannon takes
//! ```
//!
//! Horses are indexed by which of their four legs are blocked, elephants and the question "which horses
//! reach this point?" by which of the four diagonal neighbours are occupied.

use crate::piece::Side;
use crate::position::Position;
use crate::square::{FILES, RANKS, SQUARES, Square};

/// The reach of a rook and the captures of a cannon on one line.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) rook: u16,
    pub(crate) cannon: u16,
}

const fn line(length: u32, place: u32, occupied: u32) -> Line {
    let (mut rook, mut cannon) = (0, 0);
    let mut up = 0;
    while up < 2 {
        let (mut at, mut met) = (place, 0);
        while if up == 1 { at + 1 < length } else { at > 0 } {
            at = if up == 1 { at + 1 } else { at - 1 };
            let stands = occupied >> at & 1 == 1;
            if met == 0 {
                rook |= 1 << at;
            } else if met == 1 && stands {
                cannon |= 1 << at;
            }
            if stands {
                met += 1;
            }
        }
        up += 1;
    }
    Line { rook, cannon }
}

/// The lines of every place and occupancy, of files or of ranks.
const fn lines_of<const LENGTH: usize, const SETS: usize>() -> [[Line; SETS]; LENGTH] {
    let mut lines = [[Line { rook: 0, cannon: 0 }; SETS]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut occupied = 0;
        while occupied < SETS {
            lines[place][occupied] = line(LENGTH as u32, place as u32, occupied as u32);
            occupied += 1;
        }
        place += 1;
    }
    lines
}

pub(crate) static FILE_LINES: [[Line; 1 << RANKS]; RANKS as usize] = lines_of();
pub(crate) static RANK_LINES: [[Line; 1 << FILES]; FILES as usize] = lines_of();

/// Nine bits of the lowest rank as a set of points; shifted left by the rank for the others.
pub(crate) static SPREAD: [u128; 1 << FILES] = {
    let mut spread = [0; 1 << FILES];
    let mut bits = 0;
    while bits < 1 << FILES {
        let mut file = 0;
        while file < FILES {
            if bits >> file & 1 == 1 {
                spread[bits] |= 1 << (file * RANKS);
            }
            file += 1;
        }
        bits += 1;
    }
    spread
};

/// Points of a file.
pub(crate) const fn file_mask(file: u8) -> u128 {
    ((1 << RANKS) - 1) << (file * RANKS)
}

/// Points of a rank.
pub(crate) const fn rank_mask(rank: u8) -> u128 {
    SPREAD_ALL << rank
}

const SPREAD_ALL: u128 = {
    let (mut all, mut file) = (0, 0);
    while file < FILES {
        all |= 1 << (file * RANKS);
        file += 1;
    }
    all
};

const fn offset(square: usize, files: i8, ranks: i8) -> Option<Square> {
    let square = Square::new(square as u8);
    let (file, rank) = (square.file() as i8 + files, square.rank() as i8 + ranks);
    if file < 0 || rank < 0 { None } else { Square::at(file as u8, rank as u8) }
}

/// Down, left, up, right: the bits of a leg mask, and down-left, down-right, up-left, up-right those of a
/// diagonal mask, see [`legs`] and [`diagonals`].
const LEGS: [(i8, i8); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Leaps over four neighbours, by point and by which of these are occupied; two ends for each.
const fn leaps(ends: [[(i8, i8); 2]; 4]) -> [[u128; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut way = 0;
            while way < ends.len() {
                let mut i = 0;
                while i < 2 && blocked >> way & 1 == 0 {
                    let (files, ranks) = ends[way][i];
                    if let Some(to) = offset(square, files, ranks) {
                        table[square][blocked] |= to.bit();
                    }
                    i += 1;
                }
                way += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

/// Two steps along a leg, one to either side.
const fn horse_ends(leg: (i8, i8)) -> [(i8, i8); 2] {
    let (x, y) = leg;
    if x == 0 { [(1, 2 * y), (-1, 2 * y)] } else { [(2 * x, 1), (2 * x, -1)] }
}

/// The two points from which a horse comes over this diagonal neighbour, its leg.
const fn horse_starts(leg: (i8, i8)) -> [(i8, i8); 2] {
    let (x, y) = leg;
    [(2 * x, y), (x, 2 * y)]
}

/// Where a horse gets to, by point and by blocked legs.
pub(crate) static HORSE: [[u128; 16]; SQUARES] =
    leaps([horse_ends(LEGS[0]), horse_ends(LEGS[1]), horse_ends(LEGS[2]), horse_ends(LEGS[3])]);

/// From where horses reach a point, by point and by its occupied diagonal neighbours (their legs).
pub(crate) static HORSE_TO: [[u128; 16]; SQUARES] = leaps([
    horse_starts(DIAGONALS[0]),
    horse_starts(DIAGONALS[1]),
    horse_starts(DIAGONALS[2]),
    horse_starts(DIAGONALS[3]),
]);

/// Where an elephant gets to, by side, point and occupied diagonal neighbours (its eyes); it stays on
/// its own half.
pub(crate) static ELEPHANT: [[[u128; 16]; SQUARES]; 2] = {
    let everywhere = leaps([[(-2, -2); 2], [(2, -2); 2], [(-2, 2); 2], [(2, 2); 2]]);
    let mut table = [everywhere; 2];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            table[0][square][blocked] &= RED_HALF;
            table[1][square][blocked] &= !RED_HALF;
            blocked += 1;
        }
        square += 1;
    }
    table
};

/// The points of Red's half.
const RED_HALF: u128 = SPREAD_ALL * 0b1_1111;

/// One step along the lines (kings) or the diagonals (advisors) inside the own palace.
const fn palace_steps(steps: [(i8, i8); 4]) -> [[u128; SQUARES]; 2] {
    let mut table = [[0; SQUARES]; 2];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < 4 {
            if let Some(to) = offset(square, steps[i].0, steps[i].1) {
                let mut side = 0;
                while side < Side::ALL.len() {
                    if crate::position::in_palace(to, Side::ALL[side]) {
                        table[side][square] |= to.bit();
                    }
                    side += 1;
                }
            }
            i += 1;
        }
        square += 1;
    }
    table
}

pub(crate) static KING: [[u128; SQUARES]; 2] = palace_steps(LEGS);
pub(crate) static ADVISOR: [[u128; SQUARES]; 2] = palace_steps(DIAGONALS);

/// Whether a pawn of Red or Black has crossed the river.
const fn crossed(side: usize, square: usize) -> bool {
    (square as u8 % RANKS >= 5) == (side == 0)
}

/// Where a pawn steps, and from where pawns step to a point.
const PAWN_STEPS: ([[u128; SQUARES]; 2], [[u128; SQUARES]; 2]) = {
    let (mut forth, mut back) = ([[0; SQUARES]; 2], [[0; SQUARES]; 2]);
    let mut side = 0;
    while side < 2 {
        let ahead = if side == 0 { 1 } else { -1 };
        let steps = [(0, ahead), (-1, 0), (1, 0)];
        let mut square = 0;
        while square < SQUARES {
            let count = if crossed(side, square) { 3 } else { 1 };
            let mut i = 0;
            while i < count {
                if let Some(to) = offset(square, steps[i].0, steps[i].1) {
                    forth[side][square] |= to.bit();
                    back[side][to.index()] |= 1 << square;
                }
                i += 1;
            }
            square += 1;
        }
        side += 1;
    }
    (forth, back)
};
pub(crate) static PAWN: [[u128; SQUARES]; 2] = PAWN_STEPS.0;
pub(crate) static PAWN_TO: [[u128; SQUARES]; 2] = PAWN_STEPS.1;

/// Which orthogonal neighbours are occupied: bit 0 below, 1 left, 2 above, 3 right.
#[inline(always)]
pub(crate) fn legs(position: &Position, square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    let upright = (usize::from(position.file_occupancy(file as i8)) << 1 >> rank) & 0b101;
    let across = (usize::from(position.rank_occupancy(rank)) << 1 >> file) & 0b101;
    upright | across << 1
}

/// Which diagonal neighbours are occupied: bit 0 down-left, 1 down-right, 2 up-left, 3 up-right.
#[inline(always)]
pub(crate) fn diagonals(position: &Position, square: Square) -> usize {
    let (file, rank) = (square.file() as i8, square.rank());
    let left = (usize::from(position.file_occupancy(file - 1)) << 1 >> rank) & 0b101;
    let right = (usize::from(position.file_occupancy(file + 1)) << 1 >> rank) & 0b101;
    left | right << 1
}

/// The two lines of a point, with what a rook and a cannon do on them.
#[inline(always)]
pub(crate) fn lines(position: &Position, square: Square) -> (Line, Line) {
    let (file, rank) = (square.file(), square.rank());
    (
        FILE_LINES[rank as usize][position.file_occupancy(file as i8) as usize],
        RANK_LINES[file as usize][position.rank_occupancy(rank) as usize],
    )
}

/// A mask on the file and one on the rank of a point as a set of points.
#[inline(always)]
pub(crate) fn cross(square: Square, file_bits: u16, rank_bits: u16) -> u128 {
    u128::from(file_bits) << (square.file() * RANKS) | SPREAD[rank_bits as usize] << square.rank()
}
