//! The search with so many givens in each of three bands, or of three stacks.
//!
//! ```text
//!   first    27 cells    a choice X of them is handed in: it hits every set inside
//!   second   27 cells    choices Y hit what X leaves of the sets in the first two
//!   third    27 cells    choices Z hit what X and Y leave of all sets; the solver settles the rest
//! ```
//!
//! Cells are numbered inside their band column by column and row by row alike: `i % 9 / 3` is the stack (or
//! the band, where the three are stacks).

use super::sets::difference;
use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::minimal::is_minimal;
use crate::position::Position;
use crate::setup::{CELLS, Setup};
use crate::solve::{Solutions, solutions};

/// The cells of a band or stack.
pub(super) const ALL: u32 = (1 << 27) - 1;
/// The cells of a band in each stack.
const ACROSS: [u32; 3] = [0o007_007_007, 0o070_070_070, 0o700_700_700];
/// Words of the mask of sets that reach into the third part.
const WORDS: usize = 8;
/// A larger set with one of so many smaller ones inside is left out.
const COMPARED: usize = 128;
/// For so many choices of the second part it is worth while to prepare what each of its cells hits.
const MANY: usize = 64;
/// Open sets that are looked at in the third part: what others ask for, the solver finds.
const MOST_OPEN: usize = 256;

/// A grid with its bands, or its stacks, in one of their orders.
pub(super) struct Frame {
    /// Which cell of the grid each of the 81 is.
    cells: [u8; CELLS],
    /// Those that may be given.
    allowed: [u32; 3],
    /// Sets inside the first part.
    own: Vec<u32>,
    /// Sets in the first two parts and not in the first alone, those with few cells in the second first.
    near: Vec<[u32; 2]>,
    /// Sets that reach into the third part, those with few cells there first.
    far: Vec<[u32; 3]>,
}

impl Frame {
    pub(super) fn new(order: [usize; 3], sets: &[CellSet], allowed: CellSet) -> Frame {
        let mut cells = [0; CELLS];
        for (i, cell) in cells.iter_mut().enumerate() {
            let (chute, row, column) = (order[i / 27], i % 27 / 9, i % 9);
            *cell = if chute < 3 { 27 * chute + 9 * row + column } else { 9 * column + 3 * (chute - 3) + row }
                as u8;
        }
        let part = |set: &CellSet, part: usize| -> u32 {
            let has = |i: &usize| set.has(cells[27 * part + i].into());
            (0..27).filter(has).fold(0, |mask, i| mask | 1 << i)
        };
        let parts = |set: &CellSet| [part(set, 0), part(set, 1), part(set, 2)];
        let (mut own, mut near, mut far) = (Vec::new(), Vec::new(), Vec::new());
        for set in sets {
            match parts(set) {
                [first, 0, 0] => own.push(first),
                [first, second, 0] => near.push([first, second]),
                all => far.push(all),
            }
        }
        near.sort_by_key(|[_, second]| second.count_ones());
        far.sort_by_key(|[_, second, third]| (third.count_ones(), second.count_ones()));
        Frame { cells, allowed: parts(&allowed), own, near, far }
    }

    /// All choices of so many cells of the first part that hit every set in it.
    pub(super) fn choices(&self, givens: usize, most_across: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let sets: Vec<u32> = self.own.iter().map(|set| set & self.allowed[0]).collect();
        choose(&sets, 0, ALL & !self.allowed[0], givens, &mut Vec::new(), &mut |choice| {
            if ACROSS.iter().all(|across| (choice & across).count_ones() <= most_across) {
                found.push(choice);
            }
        });
        found
    }
}

/// Hands over every choice of `left` more cells that hits all sets, each once; no cell of `dead`, which the sets
/// do not contain, is taken. `spare`: lists to be used again.
fn choose(
    sets: &[u32],
    given: u32,
    mut dead: u32,
    left: usize,
    spare: &mut Vec<Vec<u32>>,
    found: &mut impl FnMut(u32),
) {
    if left == 0 {
        if sets.is_empty() {
            found(given);
        }
        return;
    }
    let Some(mut next) = next(sets, left) else { return };
    if sets.is_empty() {
        next = ALL;
    }
    next &= !given & !dead;
    let mut open = spare.pop().unwrap_or_default();
    while next != 0 {
        let cell = next & next.wrapping_neg();
        next ^= cell;
        if left == 1 {
            // It is in all sets.
            found(given | cell);
            continue;
        }
        open.clear();
        open.extend(sets.iter().filter(|set| *set & cell == 0).map(|set| set & !dead));
        choose(&open, given | cell, dead, left - 1, spare, found);
        dead |= cell;
    }
    spare.push(open);
}

/// The cells of which one must be taken next; nothing where no `left` cells hit all sets.
fn next(sets: &[u32], left: usize) -> Option<u32> {
    if left == 1 {
        return Some(sets.iter().fold(ALL, |common, set| common & set));
    }
    let (mut taken, mut apart) = (0, 0);
    let (mut best, mut least) = (0, u32::MAX);
    for &set in sets {
        let size = set.count_ones();
        if size < least {
            (best, least) = (set, size);
        }
        if set & taken == 0 {
            taken |= set;
            apart += 1;
        }
    }
    (least > 0 && apart <= left).then_some(best)
}

/// The search in one frame for puzzles with these numbers of givens in its second and third part.
pub(super) struct Search<'a> {
    pub(super) grid: &'a Grid,
    pub(super) frame: &'a Frame,
    /// Givens in the second and the third part.
    pub(super) givens: [usize; 2],
    /// The most givens in what crosses the three parts.
    pub(super) most_across: u32,
    /// Is told of each puzzle; false stops the search.
    pub(super) found: &'a mut dyn FnMut(Setup) -> bool,
    pub(super) stopped: bool,
    /// Lists to be used again.
    pub(super) spare: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// All puzzles with this choice in the first part.
    pub(super) fn run(&mut self, first: u32) {
        let allowed = self.frame.allowed[1];
        let mut near = self.spare.pop().unwrap_or_default();
        near.clear();
        for [_, second] in self.frame.near.iter().filter(|[hit, _]| hit & first == 0) {
            let second = second & allowed;
            if !near.iter().take(COMPARED).any(|small| small & !second == 0) {
                near.push(second);
            }
        }
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        let given = ACROSS.map(|across| (first & across).count_ones());
        choose(&near, 0, ALL & !allowed, self.givens[0], &mut self.spare, &mut |second| {
            let more = |(across, given): (&u32, &u32)| (second & across).count_ones() + given;
            if ACROSS.iter().zip(&given).map(more).all(|across| across <= self.most_across) {
                choices.push(second);
            }
        });
        if choices.len() < MANY {
            let frame = self.frame;
            for &second in &choices {
                let open = |[a, b, _]: &&[u32; 3]| a & first == 0 && b & second == 0;
                self.settled(first, second, frame.far.iter().filter(open).map(|set| set[2]));
                if self.stopped {
                    break;
                }
            }
        } else {
            self.many(first, &choices);
        }
        self.spare.extend([near, choices]);
    }

    /// The same for many choices in the second part.
    fn many(&mut self, first: u32, choices: &[u32]) {
        let [_, second_allowed, third_allowed] = self.frame.allowed;
        let mut far: Vec<[u32; 2]> = Vec::new();
        for [_, second, third] in self.frame.far.iter().filter(|[hit, ..]| hit & first == 0) {
            let (second, third) = (second & second_allowed, third & third_allowed);
            let inside = |small: &[u32; 2]| small[0] & !second == 0 && small[1] & !third == 0;
            if !far.iter().take(COMPARED).any(inside) {
                far.push([second, third]);
                if far.len() == 64 * WORDS {
                    break;
                }
            }
        }
        // Which of them each cell of the second part hits.
        let mut hits = [[0u64; WORDS]; 27];
        let mut all = [0u64; WORDS];
        for (i, [second, _]) in far.iter().enumerate() {
            all[i / 64] |= 1 << (i % 64);
            for (cell, hits) in hits.iter_mut().enumerate() {
                hits[i / 64] |= u64::from(second >> cell & 1) << (i % 64);
            }
        }
        for &second in choices {
            let mut open = all;
            let mut cells = second;
            while cells != 0 {
                for (open, hit) in open.iter_mut().zip(&hits[cells.trailing_zeros() as usize]) {
                    *open &= !hit;
                }
                cells &= cells - 1;
            }
            let sets = open.iter().enumerate().flat_map(|(word, &bits)| {
                let mut bits = bits;
                std::iter::from_fn(move || {
                    let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                    bits &= bits - 1;
                    Some(64 * word + bit)
                })
            });
            self.settled(first, second, sets.map(|set| far[set][1]));
            if self.stopped {
                return;
            }
        }
    }

    /// The first two parts are chosen: goes on with the third where it can hit these sets, which are open.
    #[inline(always)]
    fn settled(&mut self, first: u32, second: u32, sets: impl Iterator<Item = u32> + Clone) {
        let left = self.givens[1];
        let (mut taken, mut apart) = (0, 0);
        for set in sets.clone() {
            if set & taken == 0 {
                taken |= set;
                apart += 1;
                if apart > left {
                    return;
                }
            }
        }
        let mut dead = ALL & !self.frame.allowed[2];
        for across in ACROSS {
            if (first & across).count_ones() + (second & across).count_ones() == self.most_across {
                dead |= across;
            }
        }
        let mut list = self.spare.pop().unwrap_or_default();
        list.clear();
        list.extend(sets.take(MOST_OPEN).map(|set| set & !dead));
        self.third(u128::from(first) | u128::from(second) << 27, &mut list, 0, dead, left);
        self.spare.push(list);
    }

    /// Chooses `left` more cells of the third part; false where no choice there settles the first two, and to
    /// stop.
    fn third(&mut self, base: u128, sets: &mut Vec<u32>, given: u32, mut dead: u32, left: usize) -> bool {
        if sets.is_empty() {
            // With one solution and a given to spare, one of the givens would be needless.
            let Some(set) = self.other(base | u128::from(given) << 54) else { return true };
            if set == 0 {
                return false;
            }
            sets.push(set & !dead);
        }
        let (mut taken, mut apart) = (0, 0);
        let (mut best, mut least) = (0, u32::MAX);
        for &set in sets.iter() {
            let size = set.count_ones();
            if size < least {
                (best, least) = (set, size);
            }
            if set & taken == 0 {
                taken |= set;
                apart += 1;
            }
        }
        if least == 0 || apart > left {
            return true;
        }
        if apart == left {
            // Each of these sets takes one given: none is left for cells outside.
            dead |= ALL & !taken;
            best = sets.iter().map(|set| set & taken).min_by_key(|set| set.count_ones()).unwrap_or(0);
        }
        if left == 1 {
            return self.last(base, given, sets.iter().fold(taken, |common, set| common & set));
        }
        let mut list = self.spare.pop().unwrap_or_default();
        let mut going = true;
        while going && best != 0 {
            let cell = best & best.wrapping_neg();
            best ^= cell;
            let open = sets.iter().filter(|set| *set & cell == 0).map(|set| set & !dead);
            let common = if left == 2 { open.clone().fold(ALL, |common, set| common & set) } else { ALL };
            if common == ALL {
                list.clear();
                list.extend(open);
                going = self.third(base, &mut list, given | cell, dead, left - 1);
            } else {
                going = self.last(base, given | cell, common);
            }
            dead |= cell;
        }
        self.spare.push(list);
        going
    }

    /// Tries each of these cells for the last given.
    fn last(&mut self, base: u128, given: u32, mut cells: u32) -> bool {
        while cells != 0 {
            let last = given | cells & cells.wrapping_neg();
            cells &= cells - 1;
            if !self.test(base | u128::from(last) << 54) {
                return false;
            }
        }
        true
    }

    /// The third part of another solution's difference; nothing where the givens have one solution.
    fn other(&self, given: u128) -> Option<u32> {
        let Solutions::Many(one, other) = solutions(&self.setup(given)) else { return None };
        let set = difference(self.grid, if one == *self.grid { &other } else { &one });
        let third = &self.frame.cells[54..];
        let has = |i: &usize| set.has(third[*i].into());
        Some((0..27).filter(has).fold(0, |mask, i| mask | 1 << i))
    }

    /// Hands over a puzzle that has one solution and no needless given; false as for `third`, and to stop.
    fn test(&mut self, given: u128) -> bool {
        match self.other(given) {
            Some(set) => set != 0,
            None => {
                let setup = self.setup(given);
                let across = |mask: u32| -> u32 {
                    (0..3).map(|part| ((given >> (27 * part)) as u32 & mask).count_ones()).sum()
                };
                if ACROSS.iter().all(|&mask| across(mask) <= self.most_across)
                    && is_minimal(&Position::known(setup, *self.grid))
                {
                    self.stopped = !(self.found)(setup);
                }
                !self.stopped
            }
        }
    }

    fn setup(&self, given: u128) -> Setup {
        let given: CellSet =
            (0..CELLS).filter(|i| given >> i & 1 == 1).map(|i| self.frame.cells[i].into()).collect();
        given.cut(self.grid.cells())
    }
}
