//! All ways to fill the empty cells with pieces.
//!
//! The first empty cell, column by column from the left, must be covered by some placement whose first
//! cell it is; so every tiling is found once, and what lies left of the search is always full. Which
//! pieces may still be used is one byte in a table over multisets.
//!
//! Two things keep the search from what cannot be built:
//!
//! ```text
//!   row 2   T T T     The row between the halves of a piece is full before it locks, and the rows of
//!   row 1   X X X     the piece are full no sooner than then: row 1 is full before rows 0 and 2.
//!   row 0   . T .     A tiling whose pieces ask for this in a circle has no order at all.
//! ```
//!
//! and the ways to fill the last cells, which are the same after many beginnings, are kept.

use super::placement::Placement;
use super::word::{WIDTH, Word};
use crate::piece::{Counts, Piece};
use ludex_core::Ticker;
use std::collections::HashMap;

/// So many pieces from the end the ways to fill what is left are kept.
const KEPT: usize = 3;

/// With fewer pieces in all it is not worth while.
const WORTH_KEEPING: usize = 6;

/// Ways that are kept at most, in all.
const MOST_KEPT: usize = 1 << 21;

/// The multisets of pieces a clear may be made of, and their parts.
#[derive(Debug, Clone)]
pub(crate) struct Menu {
    /// The place of a piece in the index of a multiset.
    weights: [u32; 7],
    /// One more than the pieces of a multiset that is part of an allowed one, else 0.
    parts: Vec<u8>,
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
        let mut menu = Menu { weights, parts: vec![0; size as usize] };
        menu.offer(allowed);
        menu
    }

    /// Offers only these multisets from now on; each must have been offered at the start.
    pub(crate) fn offer(&mut self, allowed: &[Counts]) {
        self.parts.fill(0);
        for counts in allowed {
            self.mark(counts.0, 0);
        }
    }

    fn mark(&mut self, counts: [u8; 7], from: usize) {
        let at: u32 = counts.iter().zip(self.weights).map(|(&n, w)| u32::from(n) * w).sum();
        // A multiset reached again, with all its pieces still free to go, has nothing new below it.
        if from == 0 && self.parts[at as usize] > 0 {
            return;
        }
        self.parts[at as usize] = 1 + counts.iter().sum::<u8>();
        for i in from..7 {
            if counts[i] > 0 {
                let mut fewer = counts;
                fewer[i] -= 1;
                self.mark(fewer, i);
            }
        }
    }

    /// What a piece adds to the index of a multiset.
    pub(crate) fn weight(&self, piece: Piece) -> u32 {
        self.weights[piece.index()]
    }

    /// Whether a multiset one piece larger than a part is a part as well.
    pub(crate) fn has(&self, index: u32) -> bool {
        self.parts[index as usize] > 0
    }

    /// Whether a multiset of so many pieces, the sum of two parts, is a part. Where there are too many of a
    /// piece the index belongs to another multiset, but to one of fewer pieces.
    fn has_of(&self, index: u32, pieces: usize) -> bool {
        self.parts.get(index as usize).is_some_and(|&part| usize::from(part) == pieces + 1)
    }
}

/// Which rows are full before which: by row, the rows that are full before it.
#[derive(Debug, Clone, Copy, Default)]
struct Before<B>(B);

impl<B: AsRef<[u32]> + AsMut<[u32]>> Before<B> {
    /// With a placement in some rows whose gaps are full before them; nothing where that is a circle.
    fn with(mut self, rows: u32, gaps: u32) -> Option<Before<B>> {
        let mut earlier = gaps;
        let mut left = gaps;
        while left != 0 {
            earlier |= self.0.as_ref()[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        if earlier & rows != 0 {
            return None;
        }
        for (y, before) in self.0.as_mut().iter_mut().enumerate() {
            if rows >> y & 1 == 1 || *before & rows != 0 {
                *before |= earlier;
            }
        }
        Some(self)
    }
}

/// A placement as the search sees it.
#[derive(Debug, Clone, Copy)]
struct Tile<W> {
    /// Its cells, columns counted first.
    cells: W,
    index: u16,
    /// The weight of its piece.
    weight: u32,
    rows: u32,
    gaps: u32,
}

/// A way to fill the last cells: its placements, and their weight together.
#[derive(Debug, Clone, Copy)]
struct End {
    weight: u32,
    placements: [u16; KEPT],
    /// Whether a piece has gaps.
    gapped: bool,
}

/// The placements that can cover each cell first.
#[derive(Debug, Clone)]
pub(crate) struct Tiler<W> {
    /// By cell in column order.
    by_cell: Vec<Vec<Tile<W>>>,
    /// By placement: its rows and its gaps.
    rows: Vec<(u32, u32)>,
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
        let mut all_rows = vec![(0, 0); placements.len()];
        for (i, p) in placements.iter().enumerate().filter(|(_, p)| (p.cells & !empty).is_zero()) {
            let cells = by_column(p.cells, lines);
            let rows = (0..lines).filter(|&y| p.cells.row(y) != 0).fold(0, |rows, y| rows | 1 << y);
            let weight = menu.weights[p.piece.index()];
            let tile = Tile { cells, index: i as u16, weight, rows, gaps: p.gaps };
            all_rows[i] = (rows, tile.gaps);
            by_cell[cells.lowest() as usize].push(tile);
        }
        Tiler { by_cell, rows: all_rows, empty: by_column(empty, lines) }
    }

    /// Calls back with the placements of every tiling until the callback or the ticker says to stop. The
    /// callback may shorten the menu. Tilings that can be built in no order may be left out.
    ///
    /// Returns whether it went to the end.
    pub(crate) fn run(
        &self,
        menu: &mut Menu,
        ticker: &Ticker<'_>,
        found: &mut dyn FnMut(&mut Menu, &[u16]) -> bool,
    ) -> bool {
        let pieces = self.empty.ones() as usize / 4;
        let ends = (pieces >= WORTH_KEEPING).then(|| Ends {
            whole: menu.clone(),
            known: HashMap::default(),
            kept: 0,
        });
        let mut fill =
            Fill { tiler: self, menu, ends, pieces, chosen: Vec::with_capacity(16), ticker, found };
        fill.fill(self.empty, 0, Before::default())
    }
}

/// The kept ways to fill the last cells.
struct Ends<W> {
    /// The menu of the start: later ones are shorter.
    whole: Menu,
    known: HashMap<W, Vec<End>, BuildPlain>,
    kept: usize,
}

/// A hasher of a single word.
#[derive(Debug, Clone, Copy, Default)]
struct Plain(u64);

type BuildPlain = std::hash::BuildHasherDefault<Plain>;

impl std::hash::Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for eight in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

struct Fill<'f, W> {
    tiler: &'f Tiler<W>,
    menu: &'f mut Menu,
    ends: Option<Ends<W>>,
    pieces: usize,
    chosen: Vec<u16>,
    ticker: &'f Ticker<'f>,
    found: &'f mut dyn FnMut(&mut Menu, &[u16]) -> bool,
}

impl<W: Word> Fill<'_, W> {
    fn fill(&mut self, empty: W, used: u32, before: Before<W::Before>) -> bool {
        if empty.is_zero() {
            return (self.found)(self.menu, &self.chosen);
        }
        if self.ticker.tick().is_err() {
            return false;
        }
        if self.pieces - self.chosen.len() == KEPT
            && let Some(mut ends) = self.ends.take()
        {
            let go_on = self.end(&mut ends, empty, used, before);
            self.ends = (ends.kept < MOST_KEPT).then_some(ends);
            return go_on;
        }
        let tiler = self.tiler;
        for tile in &tiler.by_cell[empty.lowest() as usize] {
            if (tile.cells & !empty).is_zero() && self.menu.has(used + tile.weight) {
                let mut before = before;
                if tile.gaps != 0 {
                    match before.with(tile.rows, tile.gaps) {
                        Some(with) => before = with,
                        None => continue,
                    }
                }
                self.chosen.push(tile.index);
                let go_on = self.fill(empty & !tile.cells, used + tile.weight, before);
                self.chosen.pop();
                if !go_on {
                    return false;
                }
            }
        }
        true
    }

    /// All kept ways to the end.
    fn end(&mut self, ends: &mut Ends<W>, empty: W, used: u32, before: Before<W::Before>) -> bool {
        let Ends { whole, known, kept } = ends;
        let tiler = self.tiler;
        let ways = known.entry(empty).or_insert_with(|| {
            let mut ways = Vec::new();
            let mut placements = Vec::with_capacity(KEPT);
            tiler.ends(empty, 0, Before::default(), whole, &mut placements, &mut ways);
            *kept += 1 + ways.len();
            ways
        });
        for way in ways.iter() {
            if !self.menu.has_of(used + way.weight, self.pieces) {
                continue;
            }
            if way.gapped {
                let with = |before: Option<Before<W::Before>>, &placement: &u16| match tiler.rows
                    [usize::from(placement)]
                {
                    (_, 0) => before,
                    (rows, gaps) => before?.with(rows, gaps),
                };
                if way.placements.iter().fold(Some(before), with).is_none() {
                    continue;
                }
            }
            self.chosen.extend(way.placements);
            let go_on = (self.found)(self.menu, &self.chosen);
            self.chosen.truncate(self.pieces - KEPT);
            if !go_on {
                return false;
            }
        }
        true
    }
}

impl<W: Word> Tiler<W> {
    fn ends(
        &self,
        empty: W,
        used: u32,
        before: Before<W::Before>,
        menu: &Menu,
        placements: &mut Vec<u16>,
        ways: &mut Vec<End>,
    ) {
        if empty.is_zero() {
            if let Ok(placements) = <[u16; KEPT]>::try_from(placements.as_slice()) {
                let gapped = placements.iter().any(|&p| self.rows[usize::from(p)].1 != 0);
                ways.push(End { weight: used, placements, gapped });
            }
            return;
        }
        for tile in &self.by_cell[empty.lowest() as usize] {
            if (tile.cells & !empty).is_zero() && menu.has(used + tile.weight) {
                let with = if tile.gaps == 0 { Some(before) } else { before.with(tile.rows, tile.gaps) };
                let Some(with) = with else { continue };
                placements.push(tile.index);
                self.ends(empty & !tile.cells, used + tile.weight, with, menu, placements, ways);
                placements.pop();
            }
        }
    }
}
