//! Pieces in the frame: the rows of the whole clear, before any of them is gone.
//!
//! ```text
//!   row 3   . . . . .          A piece may lie in rows 0 and 2 when row 1 is full and gone by the
//!   row 2   T T T . .          time it locks. In the frame its halves are apart, and row 1 is a gap
//!   row 1   X X X X X   gap    that must be full before.
//!   row 0   . T . . .
//! ```
//!
//! In these coordinates cells never move: a clear is a tiling of the empty cells, and a state on the
//! way is a set of filled ones.

use super::reach::{Drop, Reach, Shape, same_shape};
use super::word::{WIDTH, Word, full_rows, over, row_mask, rows_mask, standing, without_rows};
use crate::piece::{Piece, Rotation};

/// A piece at a place of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement<W> {
    /// The piece.
    pub piece: Piece,
    /// Its rotation; of rotations that look alike the first.
    pub rotation: Rotation,
    /// The column of its left edge.
    pub x: u32,
    /// The frame row of its lowest cell.
    pub low: u32,
    /// Its cells in the frame.
    pub cells: W,
    /// The rows that must be gone before, one bit each.
    pub gaps: u32,
}

impl<W: Word> Placement<W> {
    /// Every placement in a frame of so many rows, in a fixed order.
    pub(crate) fn all(lines: u32) -> Vec<Placement<W>> {
        let mut all = Vec::new();
        for piece in Piece::ALL {
            for rotation in Rotation::ALL.into_iter().filter(|&r| same_shape(piece, r) == r) {
                let shape = Shape::of(piece, rotation);
                for rows in sets_of_rows(shape.height, lines) {
                    for x in 0..=WIDTH - shape.width {
                        all.push(Placement::new(piece, rotation, &shape, x, rows));
                    }
                }
            }
        }
        all
    }

    fn new(piece: Piece, rotation: Rotation, shape: &Shape, x: u32, rows: u32) -> Placement<W> {
        let row_of = |i: u32| {
            let mut left = rows;
            (0..i).for_each(|_| left &= left - 1);
            left.trailing_zeros()
        };
        let cells = shape
            .cells
            .iter()
            .fold(W::ZERO, |cells, &bit| cells | W::bit(row_of(bit / WIDTH) * WIDTH + x + bit % WIDTH));
        let low = rows.trailing_zeros();
        let span = (1u32 << (32 - rows.leading_zeros())) - (1 << low);
        Placement { piece, rotation, x, low, cells, gaps: span & !rows }
    }

    /// The placement of a piece on a board whose rows `gone` of the frame are cleared already.
    pub(crate) fn on_board(
        piece: Piece,
        rotation: Rotation,
        corner: (u32, u32),
        gone: u32,
        lines: u32,
    ) -> Option<Placement<W>> {
        let shape = Shape::of(piece, rotation);
        let standing: Vec<u32> = (0..lines).filter(|y| gone >> y & 1 == 0).collect();
        let rows = standing.get(corner.1 as usize..(corner.1 + shape.height) as usize)?;
        let rows = rows.iter().fold(0, |rows, y| rows | 1 << y);
        (corner.0 + shape.width <= WIDTH)
            .then(|| Placement::new(piece, same_shape(piece, rotation), &shape, corner.0, rows))
    }

    /// Whether the piece can lock here when the filled cells of the frame are these.
    pub(crate) fn locks<R: Word>(&self, filled: W, lines: u32, reach: &Reach<R>, memo: &mut Memo<R>) -> bool {
        let full = full_rows(filled, lines);
        if self.gaps & !full != 0
            || !(self.cells & filled).is_zero()
            || (self.cells & standing(filled, full, lines)).is_zero()
        {
            return false;
        }
        let solid = filled & !(0..lines).filter(|y| full >> y & 1 == 1).fold(W::ZERO, |m, y| m | row_mask(y));
        (over(self.cells) & rows_mask(lines) & solid).is_zero()
            || reach.drop() != Drop::Hard && self.is_reached(filled, full, lines, reach, memo)
    }

    /// Whether steps and turns bring the piece here; its gaps are full and its cells empty.
    pub(crate) fn is_reached<R: Word>(
        &self,
        filled: W,
        full: u32,
        lines: u32,
        reach: &Reach<R>,
        memo: &mut Memo<R>,
    ) -> bool {
        let board = R::of_frame(without_rows(filled, full, lines).frame());
        let below = (full & ((1 << self.low) - 1)).count_ones();
        let corner = (self.low - below) * WIDTH + self.x;
        let places = memo.places(board, self.piece, reach);
        Rotation::ALL
            .into_iter()
            .any(|r| same_shape(self.piece, r) == self.rotation && places[r as usize].has(corner))
    }
}

/// All sets of so many rows of a frame, rising as numbers.
fn sets_of_rows(count: u32, lines: u32) -> impl Iterator<Item = u32> {
    let first = (count <= lines).then(|| (1u64 << count) - 1);
    std::iter::successors(first, |set| {
        // The next number with as many bits.
        let carried = set + (set & set.wrapping_neg());
        Some(carried | (((set ^ carried) >> 2) / (set & set.wrapping_neg())))
    })
    .take_while(move |set| set >> lines == 0)
    .map(|set| set as u32)
}

/// Bytes of remembered places at most.
const MOST_BYTES: usize = 256 << 20;

/// Places already searched, by board and piece: an open-addressed table that grows, and is emptied where it would grow
/// beyond [`MOST_BYTES`].
#[derive(Debug)]
pub(crate) struct Memo<W> {
    slots: Vec<Option<(W, Piece, [W; 4])>>,
    used: usize,
}

impl<W: Word> Memo<W> {
    pub(crate) fn new() -> Memo<W> {
        Memo { slots: vec![None; 1 << 10], used: 0 }
    }

    fn slot(slots: &[Option<(W, Piece, [W; 4])>], board: W, piece: Piece) -> usize {
        let mut h = board.folded().wrapping_add((piece as u64) << 61);
        h = (h ^ h >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = (h >> 32) as usize & (slots.len() - 1);
        while slots[at].is_some_and(|(b, p, _)| b != board || p != piece) {
            at = (at + 1) & (slots.len() - 1);
        }
        at
    }

    pub(crate) fn places(&mut self, board: W, piece: Piece, reach: &Reach<W>) -> [W; 4] {
        let at = Self::slot(&self.slots, board, piece);
        if let Some((_, _, places)) = self.slots[at] {
            return places;
        }
        let places = reach.places(board, piece);
        let larger = self.slots.len() * 4;
        if self.used * 2 > self.slots.len() && larger * size_of::<Option<(W, Piece, [W; 4])>>() > MOST_BYTES {
            self.slots.fill(None);
            self.used = 0;
        } else if self.used * 2 > self.slots.len() {
            let mut larger = vec![None; larger];
            for entry in self.slots.iter().flatten() {
                let at = Self::slot(&larger, entry.0, entry.1);
                larger[at] = Some(*entry);
            }
            self.slots = larger;
        }
        let at = Self::slot(&self.slots, board, piece);
        self.slots[at] = Some((board, piece, places));
        self.used += 1;
        places
    }
}
