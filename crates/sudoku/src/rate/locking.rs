//! Class 6: locked candidates.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{BOX, CELLS, COLUMN, ROW, SETS, at};

/// A house and a crossing one its candidates may be locked in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) base: usize,
    pub(super) cover: usize,
    /// The positions of the base inside the cover.
    pub(super) inside: u16,
}

/// All crossing pairs in the order of search: box and column, box and row, column and box, row and box.
pub(super) const PAIRS: [Pair; 108] = {
    let mut pairs = [Pair { base: 0, cover: 0, inside: 0 }; 108];
    let kinds = [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)];
    let (mut n, mut k) = (0, 0);
    while k < 4 {
        let mut base = 9 * kinds[k].0;
        while base < 9 * kinds[k].0 + 9 {
            let mut cover = 9 * kinds[k].1;
            while cover < 9 * kinds[k].1 + 9 {
                let inside = crossing(base, cover);
                if inside != 0 {
                    pairs[n] = Pair { base, cover, inside };
                    n += 1;
                }
                cover += 1;
            }
            base += 1;
        }
        k += 1;
    }
    pairs
};

/// The positions of a house that lie in another.
pub(super) const fn crossing(house: usize, other: usize) -> u16 {
    let (mut inside, mut at) = (0, 0);
    while at < 9 {
        if SETS[other] >> CELLS[house][at] & 1 == 1 {
            inside |= 1 << at;
        }
        at += 1;
    }
    inside
}

impl Pair {
    /// Whether the digit has two or more places in the base, all of them in the cover.
    pub(super) fn locks(&self, state: &Candidates, digit: usize) -> bool {
        let places = state.places[self.base][digit];
        places & !self.inside == 0 && places & places.wrapping_sub(1) != 0
    }

    /// The cells of the cover that lose the digit.
    pub(super) fn struck(&self, state: &Candidates, digit: usize) -> u16 {
        state.places[self.cover][digit] & !crossing_of(self.cover, self.base)
    }
}

/// All crossings, made once.
static CROSSINGS: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut a = 0;
    while a < 27 {
        let mut b = 0;
        while b < 27 {
            table[a][b] = crossing(a, b);
            b += 1;
        }
        a += 1;
    }
    table
};

fn crossing_of(house: usize, other: usize) -> u16 {
    CROSSINGS[house][other]
}

/// Hands over every pair and digit that strike something, until the visitor answers false.
pub(super) fn each(state: &Candidates, mut visit: impl FnMut(&Pair, usize, u16) -> bool) {
    for pair in &PAIRS {
        for digit in 0..9 {
            if pair.locks(state, digit) {
                let struck = pair.struck(state, digit);
                if struck != 0 && !visit(pair, digit, struck) {
                    return;
                }
            }
        }
    }
}

/// The first of them as a step.
pub(super) fn find(state: &Candidates) -> Option<Step> {
    let mut found = None;
    each(state, |pair, digit, struck| {
        let (technique, rating) =
            if pair.base < 9 { (Technique::Pointing, 2.6) } else { (Technique::Claiming, 2.8) };
        let mut strikes = Strikes::default();
        at(pair.cover, struck).for_each(|cell| strikes.add(state, cell, 1 << digit));
        found = Step::new(technique, rating)
            .of(1 << digit, &[pair.base, pair.cover])
            .made_of(at(pair.base, state.places[pair.base][digit]).map(|cell| (cell, 1 << digit)))
            .striking(strikes);
        found.is_none()
    });
    found
}
