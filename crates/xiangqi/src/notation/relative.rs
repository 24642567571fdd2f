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
    /// The n-th from the front (from 1) of several on a file.
    Nth(Nth),
}

/// One of several pieces on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nth {
    /// From the front, from 1.
    pub(super) nth: u8,
    /// How many stand on the file.
    pub(super) count: u8,
    /// The file, 1-9 from the mover's right.
    pub(super) file: u8,
    /// The number among the pawns of all files with several, from the right and from the front, where
    /// more than one file has several.
    pub(super) all: Option<u8>,
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

/// What is known of a piece among those of its kind.
fn nth(position: &Position, m: Move, piece: Piece) -> Nth {
    let file = m.from().file();
    let here = from_front(position, piece, file);
    let nth = here.iter().position(|&point| point == m.from()).unwrap_or(0) as u8 + 1;
    let mut all = None;
    if piece.kind == PieceKind::Pawn && here.len() > 1 {
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
    Nth { nth, count: here.len() as u8, file: file_number(file, piece.side), all }
}

fn who(position: &Position, m: Move, piece: Piece) -> Who {
    let number = file_number(m.from().file(), piece.side);
    // Two advisors or elephants on a file never go the same way: their files are enough.
    if matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::King) {
        return Who::File(number);
    }
    match nth(position, m, piece) {
        Nth { count: 0 | 1, .. } => Who::File(number),
        Nth { nth: 1, count: 2, all: None, .. } => Who::Front,
        Nth { count: 2, all: None, .. } => Who::Rear,
        nth => Who::Nth(nth),
    }
}

/// What a text says about the piece that moves, taken loosely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hint {
    /// It stands on this file.
    File(u8),
    /// The first, one between, or the last of several on a file.
    Front,
    Middle,
    Rear,
    /// The first or last of this file.
    FrontOf(u8),
    RearOf(u8),
    /// The n-th of this file.
    NthOf(u8, u8),
    /// The n-th of its file, or of all files with several.
    Nth(u8),
}

impl Hint {
    fn fits(self, piece: Nth) -> bool {
        let Nth { nth, count, file, all } = piece;
        match self {
            Hint::File(number) => file == number,
            Hint::Front => count > 1 && nth == 1,
            Hint::Middle => nth > 1 && nth < count,
            Hint::Rear => count > 1 && nth == count,
            Hint::FrontOf(number) => file == number && nth == 1,
            Hint::RearOf(number) => file == number && nth == count,
            Hint::NthOf(number, of) => file == of && nth == number,
            Hint::Nth(number) => count > 1 && (nth == number || all == Some(number)),
        }
    }
}

/// A text taken apart, however its writer tells pieces on one file apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loose {
    pub(super) kind: PieceKind,
    pub(super) hint: Hint,
    pub(super) way: Way,
}

impl Loose {
    /// Whether a legal move can be meant.
    pub(super) fn fits(&self, position: &Position, m: Move) -> bool {
        Relative::of(position, m).is_some_and(|relative| {
            relative.piece.kind == self.kind
                && relative.way == self.way
                && self.hint.fits(nth(position, m, relative.piece))
        })
    }
}
