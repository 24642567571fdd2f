//! In which orders the pieces of a tiling can be placed.

use super::placement::{Memo, Placement};
use super::reach::Reach;
use super::word::Word;
use crate::piece::Piece;

/// Most pieces of a tiling.
pub(crate) const MOST: usize = 15;

/// The sets of pieces of one tiling, and which piece may come next after each.
#[derive(Debug)]
pub(crate) struct Order<'a, W> {
    placements: Vec<Placement<W>>,
    base: W,
    lines: u32,
    reach: &'a Reach<W>,
    /// By set: the placements that can lock next, once known.
    next: Vec<Option<u16>>,
    /// By set: how many of each piece, four bits each.
    letters: Vec<u32>,
    /// By piece: its placements.
    by_piece: [u16; 7],
}

/// Four bits per piece: one of it.
pub(crate) const fn one(piece: Piece) -> u32 {
    1 << (4 * piece as u32)
}

impl<'a, W: Word> Order<'a, W> {
    pub(crate) fn new(reach: &'a Reach<W>, base: W, lines: u32) -> Order<'a, W> {
        Order {
            placements: Vec::new(),
            base,
            lines,
            reach,
            next: Vec::new(),
            letters: Vec::new(),
            by_piece: [0; 7],
        }
    }

    /// Begins another tiling.
    pub(crate) fn load(&mut self, placements: impl Iterator<Item = Placement<W>>) {
        self.placements.clear();
        self.placements.extend(placements.take(MOST));
        self.by_piece = [0; 7];
        self.letters.clear();
        self.letters.push(0);
        for (i, p) in self.placements.iter().enumerate() {
            self.by_piece[p.piece.index()] |= 1 << i;
            for set in 0..1 << i {
                let with = self.letters[set] + one(p.piece);
                self.letters.push(with);
            }
        }
        self.next.clear();
        self.next.resize(1 << self.placements.len(), None);
    }

    pub(crate) fn placements(&self) -> &[Placement<W>] {
        &self.placements
    }

    /// The set of all placements.
    pub(crate) fn full(&self) -> u16 {
        ((1u32 << self.placements.len()) - 1) as u16
    }

    /// How many of each piece a set has, four bits each.
    pub(crate) fn letters(&self, set: u16) -> u32 {
        self.letters[usize::from(set)]
    }

    /// The placements of some pieces, given as four bits each.
    pub(crate) fn of_pieces(&self, mut hand: u32) -> u16 {
        let mut placements = 0;
        while hand != 0 {
            let piece = hand.trailing_zeros() / 4;
            placements |= self.by_piece[piece as usize];
            hand &= !(15 << (4 * piece));
        }
        placements
    }

    /// The placements among `wanted` that can lock when a set of the others is there.
    pub(crate) fn next(&mut self, set: u16, memo: &mut Memo<W>) -> u16 {
        if let Some(next) = self.next[usize::from(set)] {
            return next;
        }
        let mut filled = self.base;
        for (i, p) in self.placements.iter().enumerate() {
            if set >> i & 1 == 1 {
                filled |= p.cells;
            }
        }
        let mut next = 0;
        for (i, p) in self.placements.iter().enumerate() {
            if set >> i & 1 == 0 && p.locks(filled, self.lines, self.reach, memo) {
                next |= 1 << i;
            }
        }
        self.next[usize::from(set)] = Some(next);
        next
    }
}
