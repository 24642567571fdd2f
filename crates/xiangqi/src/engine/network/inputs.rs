//! Which rows of the first layer a position adds up.
//!
//! ```text
//!   row = king * 706 + place           king 0..4, where the own king stands; place 0..706, a piece on a point
//!
//!   king    0  at home (e1)            place   own    enemy
//!           1  beside it (d1)          pawn    0..55   353..   each kind: the points it can stand on, ascending,
//!           2  before it (e2)          cannon  56..    409..   then one place for every other point
//!           3  anywhere else           ...
//! ```
//!
//! A side sees the board with its own back rank lowest, and reflected where its king stands on the files
//! f-i: so the king is always on d or e. Boards that no game reaches (an advisor on the river) share one
//! place a kind.

use crate::piece::{PIECES, Piece, PieceKind, Side};
use crate::position::Position;
use crate::sample::stands;
use crate::square::{SQUARES, Square};

/// Places of a piece on a point.
pub const PLACES: usize = 706;
/// Where the own king stands, as far as it matters.
pub const KINGS: usize = 4;
/// Rows of the first layer.
pub const ROWS: usize = KINGS * PLACES;
/// Sets of weights of the last layer, by the rooks, cannons and horses left.
pub const PHASES: usize = 8;
/// Rooks, cannons and horses at the start.
const MOST_ATTACKERS: u32 = 12;

/// How a side sees the board: its king's row of places, and which of the four tables names the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    table: u8,
    king: u8,
}

/// By table (side, then reflected or not), piece and point: the place.
static TABLES: [[[u16; SQUARES]; PIECES]; 4] = tables();

const fn tables() -> [[[u16; SQUARES]; PIECES]; 4] {
    // The place of a piece as Red sees it with its king on d or e.
    let mut plain = [[0; SQUARES]; PIECES];
    let mut next = 0;
    let mut code = 0;
    while code < PIECES {
        let piece = Piece::from_index(code as u8);
        let first = next;
        let mut at = 0;
        while at < SQUARES {
            let seen = Square::new(at as u8).seen_by(piece.side);
            if stands(piece.kind, seen.file(), seen.rank()) {
                next += 1;
            }
            at += 1;
        }
        let elsewhere = next;
        let mut used = first;
        at = 0;
        while at < SQUARES {
            let seen = Square::new(at as u8).seen_by(piece.side);
            if stands(piece.kind, seen.file(), seen.rank()) {
                plain[code][at] = used;
                used += 1;
            } else {
                plain[code][at] = elsewhere;
            }
            at += 1;
        }
        next += 1;
        code += 1;
    }
    assert!(next as usize == PLACES);
    let mut tables = [[[0; SQUARES]; PIECES]; 4];
    let mut table = 0;
    while table < 4 {
        code = 0;
        while code < PIECES {
            let mut at = 0;
            while at < SQUARES {
                let mut square = Square::new(at as u8);
                let mut relative = code;
                if table >= 2 {
                    square = square.flipped();
                    relative = (code + 7) % PIECES;
                }
                if table % 2 == 1 {
                    square = square.mirrored();
                }
                tables[table][code][at] = plain[relative][square.index()];
                at += 1;
            }
            code += 1;
        }
        table += 1;
    }
    tables
}

impl View {
    /// How a side with its king on this point sees the board.
    #[inline]
    #[must_use]
    pub const fn new(side: Side, king: Square) -> Self {
        let seen = king.seen_by(side);
        let middle = seen.file() == 4;
        let king = match (seen.rank(), middle) {
            (0, true) => 0,
            (0, false) => 1,
            (1, true) => 2,
            _ => 3,
        };
        View { table: side as u8 * 2 + (seen.file() > 4) as u8, king }
    }

    /// The view of a side of a position.
    #[inline]
    #[must_use]
    pub const fn of(position: &Position, side: Side) -> Self {
        View::new(side, position.king(side))
    }

    /// The row of a piece (by its index) on a point.
    #[inline(always)]
    #[must_use]
    pub(super) const fn row(self, code: u8, square: Square) -> usize {
        self.king as usize * PLACES + TABLES[self.table as usize][code as usize][square.index()] as usize
    }

    /// All rows of a position, in the order of its points.
    pub fn rows(self, position: &Position) -> impl Iterator<Item = usize> + '_ {
        crate::legal::Points(position.occupied()).map(move |square| self.row(position.code(square), square))
    }
}

/// The row that the reflected board has in place of each, for kings on the middle file: what a trainer
/// needs to see every board both ways.
#[must_use]
pub fn reflected_rows() -> Vec<u16> {
    let mut rows: Vec<u16> = (0..ROWS as u16).collect();
    for king in 0..KINGS {
        for (plain, turned) in TABLES[0].iter().flatten().zip(TABLES[1].iter().flatten()) {
            let row = |place: u16| king * PLACES + usize::from(place);
            rows[row(*plain)] = row(*turned) as u16;
        }
    }
    rows
}

/// The place that stands for all points a kind cannot stand on, with the places of those it can.
#[must_use]
pub fn elsewhere() -> Vec<(usize, std::ops::Range<usize>)> {
    let mut all = Vec::new();
    let mut first = 0;
    for code in 0..PIECES {
        let piece = Piece::from_index(code as u8);
        let can = |square: &Square| {
            let seen = square.seen_by(piece.side);
            stands(piece.kind, seen.file(), seen.rank())
        };
        let end = first + Square::all().filter(can).count();
        all.push((end, first..end));
        first = end + 1;
    }
    all
}

/// Which weights of the last layer judge a position.
#[inline]
#[must_use]
pub fn phase(position: &Position) -> usize {
    let kinds = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse];
    let pieces = |side: Side| kinds.iter().fold(0, |all, &kind| all | position.of(side, kind));
    let count = (pieces(Side::Red) | pieces(Side::Black)).count_ones();
    (count.min(MOST_ATTACKERS) as usize * PHASES) / (MOST_ATTACKERS as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use crate::sample::placement;
    use ludex_core::Random;

    fn rows(setup: &Setup, side: Side) -> Vec<usize> {
        let position = Position::try_from(setup).unwrap();
        let mut rows: Vec<usize> = View::of(&position, side).rows(&position).collect();
        rows.sort_unstable();
        rows
    }

    /// A side sees what the other sees with colours exchanged, and (king off the middle) what it sees in
    /// the mirror; on the middle file the table of reflected rows says what it sees there.
    #[test]
    fn disguises_share_their_rows() {
        let mut random = Random::new(3);
        let reflected = reflected_rows();
        for _ in 0..500 {
            let setup = placement(&mut random);
            assert_eq!(rows(&setup, Side::Red), rows(&setup.colours_swapped(), Side::Black));
            for side in Side::ALL {
                let king = Position::try_from(&setup).unwrap().king(side);
                let mut here = rows(&setup, side);
                if king.file() == 4 {
                    for row in &mut here {
                        *row = usize::from(reflected[*row]);
                    }
                    here.sort_unstable();
                }
                assert_eq!(here, rows(&setup.mirrored(), side));
            }
        }
    }

    #[test]
    fn every_place_is_a_piece_on_a_point() {
        let mut seen = vec![false; PLACES];
        for places in &TABLES[0] {
            for &place in places {
                seen[usize::from(place)] = true;
            }
        }
        let missing: Vec<usize> = (0..PLACES).filter(|&place| !seen[place]).collect();
        // Rooks, cannons and horses can stand everywhere.
        let full: Vec<usize> =
            elsewhere().into_iter().filter(|(_, p)| p.len() == 90).map(|(e, _)| e).collect();
        assert_eq!(missing, full);
    }
}
