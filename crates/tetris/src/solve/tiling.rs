//! All ways to fill the empty cells with pieces.
//!
//! The first empty cell, column by column from the left, must be covered by some placement whose first
//! cell it is; so every tiling is found once, and what lies left of the search is always full. Which
//! pieces may still be used is one bit in a table over multisets.

use super::placement::Placement;
use super::word::{WIDTH, Word};
use crate::piece::Counts;
use ludex_core::Ticker;

/// The multisets of pieces a clear may be made of, and their parts.
#[derive(Debug, Clone)]
pub(crate) struct Menu {
    /// The place of a piece in the index of a multiset.
    weights: [u32; 7],
    /// Whether a multiset is part of an allowed one.
    parts: Vec<bool>,
}

impl Menu {
    pub(crate) fn new(allowed: &[Counts]) -> Menu {
        let mut most = [0u8; 7];
        for counts in allowed {
            for (m, n) in most.iter_mut().zip(&counts.0) {
                *m = (*m).max(*n);
            }
        }
        let mut weights = [0; 7];
        let mut size = 1u32;
        for (weight, m) in weights.iter_mut().zip(most) {
            // One more than the most: a multiset with too many of a piece has a place too.
            *weight = size;
            size *= u32::from(m) + 2;
        }
        let mut menu = Menu { weights, parts: vec![false; size as usize] };
        menu.offer(allowed);
        menu
    }

    /// Offers only these multisets from now on; each must have been offered at the start.
    pub(crate) fn offer(&mut self, allowed: &[Counts]) {
        self.parts.fill(false);
        for counts in allowed {
            self.mark(counts.0, 0);
        }
    }

    fn mark(&mut self, counts: [u8; 7], from: usize) {
        let at: u32 = counts.iter().zip(self.weights).map(|(&n, w)| u32::from(n) * w).sum();
        // A multiset reached again, with all its pieces still free to go, has nothing new below it.
        if from == 0 && self.parts[at as usize] {
            return;
        }
        self.parts[at as usize] = true;
        for i in from..7 {
            if counts[i] > 0 {
                let mut fewer = counts;
                fewer[i] -= 1;
                self.mark(fewer, i);
            }
        }
    }
}

/// The placements that can cover each cell first.
#[derive(Debug, Clone)]
pub(crate) struct Tiler<W> {
    /// By cell in column order: cells in column order, index of the placement, weight of its piece.
    by_cell: Vec<Vec<(W, u16, u32)>>,
    empty: W,
}

/// The bit of a cell when columns are counted first.
fn by_column<W: Word>(cells: W, lines: u32) -> W {
    let mut out = W::ZERO;
    for y in 0..lines {
        for x in 0..WIDTH {
            if cells.has(y * WIDTH + x) {
                out |= W::bit(x * lines + y);
            }
        }
    }
    out
}

impl<W: Word> Tiler<W> {
    pub(crate) fn new(placements: &[Placement<W>], empty: W, lines: u32, menu: &Menu) -> Tiler<W> {
        let mut by_cell = vec![Vec::new(); (lines * WIDTH) as usize];
        for (i, p) in placements.iter().enumerate().filter(|(_, p)| (p.cells & !empty).is_zero()) {
            let cells = by_column(p.cells, lines);
            by_cell[cells.lowest() as usize].push((cells, i as u16, menu.weights[p.piece.index()]));
        }
        Tiler { by_cell, empty: by_column(empty, lines) }
    }

    /// Calls back with the placements of every tiling until the callback or the ticker says to stop. The
    /// callback may shorten the menu.
    ///
    /// Returns whether it went to the end.
    pub(crate) fn run(
        &self,
        menu: &mut Menu,
        ticker: &Ticker<'_>,
        found: &mut dyn FnMut(&mut Menu, &[u16]) -> bool,
    ) -> bool {
        let mut chosen = Vec::with_capacity(16);
        self.fill(self.empty, 0, menu, &mut chosen, ticker, found)
    }

    fn fill(
        &self,
        empty: W,
        used: u32,
        menu: &mut Menu,
        chosen: &mut Vec<u16>,
        ticker: &Ticker<'_>,
        found: &mut dyn FnMut(&mut Menu, &[u16]) -> bool,
    ) -> bool {
        if empty.is_zero() {
            return found(menu, chosen);
        }
        if ticker.tick().is_err() {
            return false;
        }
        for &(cells, index, weight) in &self.by_cell[empty.lowest() as usize] {
            if (cells & !empty).is_zero() && menu.parts[(used + weight) as usize] {
                chosen.push(index);
                let go_on = self.fill(empty & !cells, used + weight, menu, chosen, ticker, found);
                chosen.pop();
                if !go_on {
                    return false;
                }
            }
        }
        true
    }
}
