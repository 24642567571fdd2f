//! In which orders the pieces of a tiling can be placed.

use super::placement::{Memo, Placement};
use super::reach::{Drop, Reach};
use super::word::{Word, full_rows, over, row_mask, rows_mask, standing};
use crate::piece::{Counts, Piece};

/// Most pieces of a tiling: one bit each of a set, and one that says that a set was not looked at yet.
pub(crate) const MOST: usize = 15;

/// A set whose next placements are not known yet.
const UNKNOWN: u16 = 1 << MOST;

/// The sets of pieces of one tiling, and which piece may come next after each.
#[derive(Debug)]
pub(crate) struct Order<'a, W, R> {
    placements: Vec<Placement<W>>,
    /// By placement: what must be empty for it to fall straight.
    over: Vec<W>,
    base: W,
    lines: u32,
    reach: &'a Reach<R>,
    /// By set: the placements that can lock next, once known.
    next: Vec<u16>,
    /// By piece: its placements.
    by_piece: [u16; 7],
    /// By placement: its piece, four bits per piece.
    letters: [u32; MOST],
    /// By set: whether it was found that nothing leads from it to the end.
    dead: Vec<bool>,
}

/// Four bits per piece: one of it.
pub(crate) const fn one(piece: Piece) -> u32 {
    1 << (4 * piece as u32)
}

impl<'a, W: Word, R: Word> Order<'a, W, R> {
    pub(crate) fn new(reach: &'a Reach<R>, base: W, lines: u32) -> Order<'a, W, R> {
        Order {
            placements: Vec::new(),
            over: Vec::new(),
            base,
            lines,
            reach,
            next: Vec::new(),
            by_piece: [0; 7],
            letters: [0; MOST],
            dead: Vec::new(),
        }
    }

    /// Begins another tiling.
    pub(crate) fn load(&mut self, placements: impl Iterator<Item = Placement<W>>) {
        self.placements.clear();
        self.placements.extend(placements.take(MOST));
        let frame = rows_mask::<W>(self.lines);
        self.over.clear();
        self.over.extend(self.placements.iter().map(|p| over(p.cells) & frame));
        self.name(|piece| piece);
        self.next.clear();
        self.next.resize(1 << self.placements.len(), UNKNOWN);
    }

    /// The same tiling in a mirror: what can lock after what stays, and the pieces are the other ones.
    pub(crate) fn mirror(&mut self) {
        self.name(Piece::mirrored);
    }

    fn name(&mut self, called: impl Fn(Piece) -> Piece) {
        self.by_piece = [0; 7];
        for (i, p) in self.placements.iter().enumerate() {
            let piece = called(p.piece);
            self.by_piece[piece.index()] |= 1 << i;
            self.letters[i] = one(piece);
        }
    }

    pub(crate) fn placements(&self) -> &[Placement<W>] {
        &self.placements
    }

    /// How many there are of each piece.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.placements.iter().for_each(|p| counts.0[p.piece.index()] += 1);
        counts
    }

    /// The set of all placements.
    pub(crate) fn full(&self) -> u16 {
        ((1u32 << self.placements.len()) - 1) as u16
    }

    /// The piece of a placement, four bits per piece.
    pub(crate) fn letter(&self, placement: u32) -> u32 {
        self.letters[placement as usize]
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

    /// The placements that can lock when a set of the others is there.
    pub(crate) fn next(&mut self, set: u16, memo: &mut Memo<R>) -> u16 {
        let known = self.next[usize::from(set)];
        if known != UNKNOWN {
            return known;
        }
        let mut filled = self.base;
        for (i, p) in self.placements.iter().enumerate() {
            if set >> i & 1 == 1 {
                filled |= p.cells;
            }
        }
        // What falls straight onto something is seen at once; the rest is searched, if it may turn or slide.
        let full = full_rows(filled, self.lines);
        let ground = standing(filled, full, self.lines);
        let mut solid = filled;
        let mut rows = full;
        while rows != 0 {
            solid &= !row_mask::<W>(rows.trailing_zeros());
            rows &= rows - 1;
        }
        let hard = self.reach.drop() == Drop::Hard;
        let mut next = 0;
        let mut left = self.full() & !set;
        while left != 0 {
            let i = left.trailing_zeros();
            left &= left - 1;
            let p = &self.placements[i as usize];
            if p.gaps & !full != 0 || (p.cells & ground).is_zero() {
                continue;
            }
            if (self.over[i as usize] & solid).is_zero()
                || !hard && p.is_reached(filled, full, self.lines, self.reach, memo)
            {
                next |= 1 << i;
            }
        }
        self.next[usize::from(set)] = next;
        next
    }
    /// Whether the whole tiling can be placed in some order.
    pub(crate) fn has_an_order(&mut self, memo: &mut Memo<R>) -> bool {
        self.dead.clear();
        self.dead.resize(self.next.len(), false);
        self.goes_on(0, memo, &mut Vec::new())
    }

    /// Whether the rest of the tiling can be placed after a set. What is dead after one set is dead after all, so
    /// that [`has_an_order`](Order::has_an_order) must have been asked before.
    pub(crate) fn can_end(&mut self, set: u16, memo: &mut Memo<R>) -> bool {
        self.goes_on(set, memo, &mut Vec::new())
    }

    /// The first order in which the whole tiling can be placed, as indices of placements.
    pub(crate) fn first_order(&mut self, memo: &mut Memo<R>) -> Option<Vec<u8>> {
        self.dead.clear();
        self.dead.resize(self.next.len(), false);
        let mut order = Vec::new();
        self.goes_on(0, memo, &mut order).then_some(order)
    }

    fn goes_on(&mut self, set: u16, memo: &mut Memo<R>, order: &mut Vec<u8>) -> bool {
        if set == self.full() {
            return true;
        }
        if self.dead[usize::from(set)] {
            return false;
        }
        let mut next = self.next(set, memo);
        while next != 0 {
            let placement = next.trailing_zeros() as u8;
            next &= next - 1;
            order.push(placement);
            if self.goes_on(set | 1 << placement, memo, order) {
                return true;
            }
            order.pop();
        }
        self.dead[usize::from(set)] = true;
        false
    }

    /// In how many orders the whole tiling can be placed.
    pub(crate) fn count_orders(&mut self, memo: &mut Memo<R>) -> u64 {
        let full = usize::from(self.full());
        let mut ways = vec![0u64; full + 1];
        ways[0] = 1;
        for set in 0..full {
            if ways[set] == 0 {
                continue;
            }
            let mut next = self.next(set as u16, memo);
            while next != 0 {
                ways[set | 1 << next.trailing_zeros()] += ways[set];
                next &= next - 1;
            }
        }
        ways[full]
    }
}
