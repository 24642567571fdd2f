//! All puzzles of a cell pattern, one after the other.
//!
//! The cells of the pattern are filled in a fixed order, digits numbered as they first occur, so that
//! renamed puzzles come once. Fills of all but the last cells are *stems*, in a fixed order; a stem is
//! worked off by itself, so that a search can go on from any of them. Each cell tries a new digit first,
//! then the others from one that changes from cell to cell: puzzles have all digits about equally often,
//! and an order that begins with few of them would find nothing for years.

use crate::cell_set::CellSet;
use crate::map::Map;
use crate::position::FEWEST_CLUES;
use crate::rate::units::PEERS;
use crate::setup::{CELLS, Setup};
use crate::solve::count;
use thiserror::Error;

/// Cells that are filled behind a stem.
const BEHIND: usize = 4;

/// Why a pattern has no puzzle, or a stem is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// Fewer cells than any puzzle has givens.
    #[error("a pattern of {0} cells: a puzzle has {FEWEST_CLUES} givens or more")]
    Few(usize),
    /// Two empty lines can be exchanged.
    #[error("{kind} {one} and {other} of the pattern are empty: exchanged, they make a second solution")]
    Exchange {
        /// `rows` or `columns`.
        kind: &'static str,
        /// One line, from 1.
        one: usize,
        /// The other.
        other: usize,
    },
    /// No stem of this pattern.
    #[error("{0:?} is no stem of this pattern")]
    Stem(String),
}

/// The search for all puzzles whose given cells are those of a pattern.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{PatternSearch, Position, Setup};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let search = PatternSearch::new(setup.given())?;
/// let mut stem = search.stem_of(&setup);
/// let mut found = Vec::new();
/// search.search(&stem, &mut |puzzle| found.push(puzzle));
/// assert!(found.iter().all(|puzzle| Position::try_from(puzzle).is_ok() && puzzle.given() == setup.given()));
/// assert!(search.next(&mut stem));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct PatternSearch {
    /// The cells in the order they are filled.
    cells: Vec<usize>,
    /// For each of them, which of those before it see it.
    seen: Vec<Vec<usize>>,
    /// For each automorphism of the pattern but the identity: cell `i` of the image is this one.
    maps: Vec<Vec<u8>>,
}

/// The digits of the first cells of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stem(Vec<u8>);

impl std::fmt::Display for Stem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl PatternSearch {
    /// Prepares the search.
    ///
    /// # Errors
    /// When no puzzle can have these cells.
    pub fn new(pattern: CellSet) -> Result<PatternSearch, PatternError> {
        if pattern.len() < FEWEST_CLUES {
            return Err(PatternError::Few(pattern.len()));
        }
        let empty = |kind: usize, line: usize| {
            (0..9).all(|i| !pattern.has(if kind == 0 { 9 * line + i } else { 9 * i + line }))
        };
        for (kind, name) in ["rows", "columns"].into_iter().enumerate() {
            for (one, other) in (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b))) {
                if one / 3 == other / 3 && empty(kind, one) && empty(kind, other) {
                    return Err(PatternError::Exchange { kind: name, one: one + 1, other: other + 1 });
                }
            }
        }
        let cells = order(pattern);
        let sees = |a: usize, b: usize| PEERS[a].contains(&(b as u8));
        let seen = (0..cells.len()).map(|i| (0..i).filter(|&j| sees(cells[i], cells[j])).collect()).collect();
        let maps = automorphisms(pattern)
            .iter()
            .map(|map| cells.iter().map(|&cell| place(&cells, map.source(cell))).collect())
            .filter(|places: &Vec<u8>| places.iter().enumerate().any(|(i, &j)| i != usize::from(j)))
            .collect();
        Ok(PatternSearch { cells, seen, maps })
    }

    /// How many maps turn the pattern into itself.
    #[must_use]
    pub fn automorphisms(&self) -> usize {
        self.maps.len() + 1
    }

    fn stem_length(&self) -> usize {
        self.cells.len() - BEHIND
    }

    /// The first stem.
    #[must_use]
    pub fn first(&self) -> Stem {
        let mut digits = Vec::new();
        self.fill_up(&mut digits);
        Stem(digits)
    }

    /// The stem that a puzzle of this pattern grows from.
    #[must_use]
    pub fn stem_of(&self, puzzle: &Setup) -> Stem {
        let digits = normal(self.cells.iter().map(|&cell| puzzle.cells()[cell]));
        Stem(digits.take(self.stem_length()).collect())
    }

    /// Reads a stem.
    ///
    /// # Errors
    /// When it is none of this pattern.
    pub fn stem(&self, text: &str) -> Result<Stem, PatternError> {
        let digits: Vec<u8> = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        let fits = |i: usize| self.fits(&digits[..i], digits[i]);
        if digits.len() == self.stem_length() && (0..digits.len()).all(fits) {
            Ok(Stem(digits))
        } else {
            Err(PatternError::Stem(text.chars().take(90).collect()))
        }
    }

    /// Goes on to the next stem; false after the last one.
    pub fn next(&self, stem: &mut Stem) -> bool {
        let digits = &mut stem.0;
        while let Some(digit) = digits.pop() {
            let tried = self.place_of(digits, digit) + 1;
            if let Some(next) = self.choice(digits, tried) {
                digits.push(next);
                if self.fill_up(digits) {
                    return true;
                }
            }
        }
        false
    }

    /// The first digits after those there are, going on where they lead nowhere; false where none do.
    fn fill_up(&self, digits: &mut Vec<u8>) -> bool {
        let fixed = digits.len();
        let mut from = 0;
        while digits.len() < self.stem_length() {
            match self.choice(digits, from) {
                Some(digit) => {
                    digits.push(digit);
                    from = 0;
                }
                None if digits.len() == fixed => return false,
                None => {
                    let digit = digits.pop().expect("more than the fixed ones");
                    from = self.place_of(digits, digit) + 1;
                }
            }
        }
        true
    }

    /// The digits to try behind others, in their order: a new one, then those there are from some on.
    fn tries(before: &[u8]) -> impl Iterator<Item = u8> {
        let top = before.iter().copied().max().unwrap_or(0);
        let start = (5 * before.len()) as u8;
        std::iter::once(top + 1).chain((0..top).map(move |i| (start + i) % top.max(1) + 1))
    }

    /// The first digit that can come next, from a place of the order on.
    fn choice(&self, before: &[u8], from: usize) -> Option<u8> {
        PatternSearch::tries(before).skip(from).find(|&digit| self.fits(before, digit))
    }

    /// The place of a digit in the order.
    fn place_of(&self, before: &[u8], digit: u8) -> usize {
        PatternSearch::tries(before).position(|other| other == digit).unwrap_or(9)
    }

    /// Whether a digit can come next: a new one only in its turn, none that is seen.
    fn fits(&self, before: &[u8], digit: u8) -> bool {
        let top = before.iter().copied().max().unwrap_or(0);
        let used = top.max(digit);
        let room = self.cells.len() - before.len() - 1;
        // Two digits that do not occur can be exchanged: eight must.
        (1..=9).contains(&digit)
            && digit <= top + 1
            && usize::from(used) + room >= 8
            && self.seen[before.len()].iter().all(|&j| before[j] != digit)
    }

    /// Hands over all puzzles that grow from a stem, renamed ones once.
    pub fn search(&self, stem: &Stem, found: &mut impl FnMut(Setup)) {
        let mut digits = stem.0.clone();
        self.grow(&mut digits, found);
    }

    /// Every fill is solved by itself: listing the solutions of fewer cells and reading off what one alone
    /// has takes three times as long.
    fn grow(&self, digits: &mut Vec<u8>, found: &mut impl FnMut(Setup)) {
        if digits.len() == self.cells.len() {
            let setup = self.setup(digits);
            if count(&setup, 2) == 1 {
                found(setup);
            }
            return;
        }
        for digit in 1..=9 {
            if self.fits(digits, digit) {
                digits.push(digit);
                self.grow(digits, found);
                digits.pop();
            }
        }
    }

    fn setup(&self, digits: &[u8]) -> Setup {
        let mut cells = [0; CELLS];
        for (&cell, &digit) in self.cells.iter().zip(digits) {
            cells[cell] = digit;
        }
        Setup::from_cells(cells)
    }

    /// Whether no image of a puzzle under the pattern's automorphisms comes earlier in the order of the
    /// search: so it is for one of all that are essentially the same.
    #[must_use]
    pub fn is_first(&self, puzzle: &Setup) -> bool {
        let own: Vec<u8> = normal(self.cells.iter().map(|&cell| puzzle.cells()[cell])).collect();
        let later = |map: &Vec<u8>| {
            let image = normal(map.iter().map(|&i| own[usize::from(i)]));
            match image.enumerate().find(|(i, digit)| own[*i] != *digit) {
                Some((i, digit)) => self.place_of(&own[..i], own[i]) < self.place_of(&own[..i], digit),
                None => true,
            }
        };
        self.maps.iter().all(later)
    }
}

/// Digits numbered as they first occur.
fn normal(digits: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let (mut names, mut next) = ([0u8; 10], 0);
    digits.map(move |digit| {
        let name = &mut names[usize::from(digit)];
        if *name == 0 {
            next += 1;
            *name = next;
        }
        *name
    })
}

fn place(cells: &[usize], cell: usize) -> u8 {
    cells.iter().position(|&other| other == cell).expect("a cell of the pattern") as u8
}

/// The order to fill cells in: each the one that sees most of those before it, so that clashes show early.
fn order(pattern: CellSet) -> Vec<usize> {
    let mut left: Vec<usize> = pattern.cells().collect();
    let mut order: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let weight =
            |cell: usize| PEERS[cell].iter().filter(|peer| order.contains(&usize::from(**peer))).count();
        let best = (0..left.len()).max_by_key(|&i| (weight(left[i]), usize::MAX - left[i])).unwrap_or(0);
        let cell = left.remove(best);
        order.push(cell);
    }
    order
}

/// The maps that turn a pattern into itself, digits aside.
fn automorphisms(pattern: CellSet) -> Vec<Map> {
    let lines = line_orders();
    let mut found = Vec::new();
    for transposed in [false, true] {
        let source = |r: u8, c: u8| {
            if transposed { 9 * usize::from(c) + usize::from(r) } else { 9 * usize::from(r) + usize::from(c) }
        };
        let row = |r: u8, cols: &[u8; 9]| {
            (0..9).filter(|&c| pattern.has(source(r, cols[c]))).fold(0u16, |bits, c| bits | 1 << c)
        };
        let wanted: [u16; 9] = std::array::from_fn(|r| {
            (0..9).filter(|&c| pattern.has(9 * r + c)).fold(0, |bits, c| bits | 1 << c)
        });
        for cols in &lines {
            // Which source row has the cells of each row of the image.
            let rows: [u16; 9] = std::array::from_fn(|r| row(r as u8, cols));
            for order in &lines {
                if (0..9).all(|r| rows[usize::from(order[r])] == wanted[r]) {
                    found.push(Map { transposed, rows: *order, cols: *cols, ..Map::IDENTITY });
                }
            }
        }
    }
    found
}

/// All 1296 orders of rows: bands, and rows inside bands.
fn line_orders() -> Vec<[u8; 9]> {
    const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::with_capacity(1296);
    for bands in THREE {
        for a in THREE {
            for b in THREE {
                for c in THREE {
                    let within = [a, b, c];
                    orders.push(std::array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3]));
                }
            }
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const P: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

    /// The second model: every fill of the cells behind a stem, tested one by one.
    #[test]
    fn a_stem_grows_into_what_trying_all_digits_finds() {
        let setup: Setup = P.parse().unwrap();
        let search = PatternSearch::new(setup.given()).unwrap();
        let stem = search.stem_of(&setup);
        let mut found = BTreeSet::new();
        search.search(&stem, &mut |puzzle| assert!(found.insert(puzzle), "{puzzle} came twice"));
        let mut wanted = BTreeSet::new();
        let (from, n) = (search.stem_length(), search.cells.len());
        for fill in 0..9u32.pow((n - from) as u32) {
            let mut digits = stem.0.clone();
            digits.extend((0..n - from).map(|i| (fill / 9u32.pow(i as u32) % 9) as u8 + 1));
            let setup = search.setup(&digits);
            let named: Vec<u8> = normal(digits.iter().copied()).collect();
            if named == digits && crate::grid::clash(setup.cells()).is_none() && count(&setup, 2) == 1 {
                wanted.insert(setup);
            }
        }
        assert_eq!(found, wanted);
        assert!(found.len() > 1);
    }

    #[test]
    fn stems_come_in_order_and_read_as_written() {
        let setup: Setup = P.parse().unwrap();
        let search = PatternSearch::new(setup.given()).unwrap();
        let mut stem = search.first();
        let mut seen = BTreeSet::from([stem.to_string()]);
        for _ in 0..2000 {
            assert_eq!(search.stem(&stem.to_string()), Ok(stem.clone()));
            assert!(search.next(&mut stem) && seen.insert(stem.to_string()));
        }
        assert!(search.stem("12").is_err() && search.stem(&"1".repeat(stem.0.len())).is_err());
    }

    /// The second model: all sequences of digits, counted one by one.
    #[test]
    fn every_stem_comes_once() {
        let setup: Setup = P.parse().unwrap();
        let mut search = PatternSearch::new(setup.given()).unwrap();
        search.cells.truncate(11);
        search.seen.truncate(11);
        // Fewer clashes, so that there is more to count.
        search.seen.iter_mut().for_each(|seen| seen.truncate(1));
        let mut stem = search.first();
        let mut seen = BTreeSet::from([stem.to_string()]);
        while search.next(&mut stem) {
            assert!(seen.insert(stem.to_string()));
        }
        let n = search.stem_length();
        let wanted = (0..9u32.pow(n as u32)).filter(|&code| {
            let digits: Vec<u8> = (0..n).map(|i| (code / 9u32.pow(i as u32) % 9) as u8 + 1).collect();
            let used = digits.iter().max().map_or(0, |&top| usize::from(top));
            let clash = (0..n).any(|i| search.seen[i].iter().any(|&j| digits[i] == digits[j]));
            normal(digits.iter().copied()).eq(digits.iter().copied()) && !clash && used + 11 - n >= 8
        });
        assert_eq!(seen.len(), wanted.count());
        assert!(seen.len() > 100);
    }

    /// Of all images under the pattern's own maps exactly one is the first.
    #[test]
    fn one_of_all_morphs_is_the_first() {
        let text = "x..x.x..x.x.....x...x...x..x.x...x.x...x...x...x.x.x..x.x..x...x...x.....x.x..x.x..x";
        let pattern: CellSet = text[..81].replace('x', "1").parse().unwrap();
        let half = crate::generate::ClueSymmetry::Half;
        let pattern: CellSet =
            pattern.cells().flat_map(|cell| half.orbit(cell).cells().collect::<Vec<_>>()).collect();
        let search = PatternSearch::new(pattern).unwrap();
        assert!(search.automorphisms() >= 2);
        let mut random = ludex_core::Random::new(4);
        let grid: crate::grid::Grid =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
                .parse()
                .unwrap();
        for _ in 0..50 {
            let puzzle = pattern.cut(&Map::random(&mut random).apply_cells(grid.cells()));
            let images: BTreeSet<Vec<u8>> = automorphisms(pattern)
                .iter()
                .map(|map| {
                    normal(search.cells.iter().map(|&cell| map.apply(&puzzle).cells()[cell])).collect()
                })
                .collect();
            let least = images.iter().filter(|digits| search.is_first(&search.setup(digits))).count();
            assert_eq!(least, 1);
        }
    }

    #[test]
    fn patterns_without_a_puzzle_are_told() {
        let rows: CellSet = (27..81).collect();
        assert!(matches!(
            PatternSearch::new(rows),
            Err(PatternError::Exchange { kind: "rows", one: 1, other: 2 })
        ));
        assert_eq!(PatternSearch::new((0..16).collect()).unwrap_err(), PatternError::Few(16));
    }
}
