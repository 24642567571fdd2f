//! What WXF and Chinese notation say about a move, before it is put into letters.

use crate::legal::Points;
use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;
use crate::reach::file_mask;

/// Which piece moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// The one on this file, 1-9 from the mover's right.
    File(u8),
    /// The first or the second of two on a file.
    Front,
    Rear,
    /// The n-th from the front of several on this file: `count` of them, and `all` (from 1) when the
    /// pawns of all files with several are numbered from the right.
    Nth {
        nth: u8,
        count: u8,
        file: u8,
        all: Option<u8>,
    },
}

/// Where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward(u8),
    Back(u8),
    Across(u8),
}

/// A move as its player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) piece: Piece,
    pub(super) who: Who,
    pub(super) way: Way,
}

/// The number of a file for a side, from its right hand.
const fn file_number(file: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - file,
        Side::Black => file + 1,
    }
}

impl Relative {
    /// Looks at a move; nothing where no piece moves.
    pub(super) fn of(position: &Position, m: Move) -> Option<Relative> {
        let piece = position.get(m.from())?;
        let (from, to) = (m.from().seen_by(piece.side), m.to().seen_by(piece.side));
        let target = file_number(to.file(), piece.side);
        let straight = !matches!(piece.kind, PieceKind::Horse | PieceKind::Elephant | PieceKind::Advisor);
        let way = if from.rank() == to.rank() {
            Way::Across(target)
        } else {
            let number = if straight { from.rank().abs_diff(to.rank()) } else { target };
            if to.rank() > from.rank() { Way::Forward(number) } else { Way::Back(number) }
        };
        Some(Relative { piece, who: who(position, m, piece), way })
    }
}

/// The pieces of a kind on a file, from the front.
fn from_front(position: &Position, piece: Piece, file: u8) -> Vec<crate::Square> {
    let mut points: Vec<_> = Points(position.of(piece.side, piece.kind) & file_mask(file)).collect();
    points.sort_by_key(|point| std::cmp::Reverse(point.seen_by(piece.side).rank()));
    points
}

fn who(position: &Position, m: Move, piece: Piece) -> Who {
    let file = m.from().file();
    let number = file_number(file, piece.side);
    // Two advisors or elephants on a file never go the same way: their files are enough.
    if matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::King) {
        return Who::File(number);
    }
    let here = from_front(position, piece, file);
    if here.len() < 2 {
        return Who::File(number);
    }
    let nth = here.iter().position(|&point| point == m.from()).unwrap_or(0) as u8 + 1;
    let mut all = None;
    if piece.kind == PieceKind::Pawn {
        // From the mover's right, front to rear, over the files with several pawns.
        let mut order: Vec<u8> = (0..9).collect();
        order.sort_by_key(|&file| file_number(file, piece.side));
        let crowded: Vec<_> = order
            .into_iter()
            .map(|file| from_front(position, piece, file))
            .filter(|points| points.len() > 1)
            .collect();
        if crowded.len() > 1 {
            all = crowded.concat().iter().position(|&point| point == m.from()).map(|i| i as u8 + 1);
        }
    }
    match (here.len(), all) {
        (2, None) => {
            if nth == 1 {
                Who::Front
            } else {
                Who::Rear
            }
        }
        (count, all) => Who::Nth { nth, count: count as u8, file: number, all },
    }
}
