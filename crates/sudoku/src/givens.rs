//! The canonical form of the givens alone, which needs no solution: the form of the published lists.
//!
//! Of all disguises of a sudoku it is the one whose first band is emptiest: the numbers of givens in the
//! boxes of row 1, of row 2, of row 3 are compared first. Among those it is the one whose text is least,
//! with `.` before the digits; digits are named in the order in which they appear. The order was found by
//! experiment: it gives back all 49,158 puzzles of the list of 17 givens.
//!
//! Rows are taken one by one, always one that makes the form least so far. The columns follow: those of a
//! stack that no row has told apart yet, and stacks that no row has told apart, stay *tied*, and a new row
//! sorts them, so that little but the choice of rows branches:
//!
//! ```text
//!   row taken     ..1 .1. 1..      stacks are tied: each is sorted to ..1, and all three stay tied
//!   next row      .1. ... 1..      columns 1 and 2 of a stack are tied: ... .1. .1. in the order of stacks
//! ```
//!
//! Digits that appear for the first time in tied places are tried in every order.

use crate::setup::{CELLS, Setup};
use crate::triple::PERM3;
use std::cmp::Ordering;

/// The least disguise of the givens, whatever solutions they have: first by the numbers of givens in the
/// box rows of the first band, then by the text. Lists of puzzles are published in this form.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Map, Setup, minlex_puzzle};
/// let published: Setup =
///     ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...".parse()?;
/// let disguise = Map::random(&mut ludex_core::Random::new(7)).apply(&published);
/// assert_eq!(minlex_puzzle(&disguise), published);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn minlex_puzzle(setup: &Setup) -> Setup {
    let cells = setup.cells();
    let turned: [u8; CELLS] = std::array::from_fn(|cell| cells[9 * (cell % 9) + cell / 9]);
    let mut search = Search { counts: [[u8::MAX; 9]; 3], digits: [[u8::MAX; 9]; 9] };
    for cells in [cells, &turned] {
        let rows = std::array::from_fn(|r| std::array::from_fn(|c| cells[9 * r + c]));
        search.counts(&rows, &mut Vec::with_capacity(3), Columns::FREE);
    }
    Setup::from_cells(std::array::from_fn(|cell| search.digits[cell / 9][cell % 9]))
}

/// A sudoku by rows, as it is or transposed.
type Rows = [[u8; 9]; 9];

/// What a digit without a name counts for: more than all that have one.
const NEW: u8 = 10;

/// An order of the columns as far as the rows so far settle it.
#[derive(Clone, Copy)]
struct Columns {
    /// Which column stands at each place.
    at: [u8; 9],
    /// Bit c: the column at place c is tied to the one before it in its stack.
    tied: u16,
    /// Bit s: the stack at place s is tied to the one before it.
    stacks: u8,
}

impl Columns {
    const FREE: Columns = Columns { at: [0, 1, 2, 3, 4, 5, 6, 7, 8], tied: 0b110_110_110, stacks: 0b110 };

    /// Sorts what is tied by the values of the next row; answers them by place.
    #[inline]
    fn sort(&mut self, row: &[u8; 9]) -> [u8; 9] {
        let mut values = self.at.map(|c| row[usize::from(c)]);
        for from in [0, 3, 6] {
            let (one, two) = (self.tied >> (from + 1) & 1 == 1, self.tied >> (from + 2) & 1 == 1);
            // Three places are sorted by three exchanges, where ties allow them.
            let mut exchange = |place: usize, tied: bool| {
                let less = tied && values[place] > values[place + 1];
                if less {
                    values.swap(place, place + 1);
                    self.at.swap(place, place + 1);
                }
                less
            };
            exchange(from, one);
            if exchange(from + 1, two) {
                exchange(from, one);
            }
            self.tied &= !(u16::from(values[from] != values[from + 1]) << (from + 1));
            self.tied &= !(u16::from(values[from + 1] != values[from + 2]) << (from + 2));
        }
        let (one, two) = (self.stacks & 2 > 0, self.stacks & 4 > 0);
        if one {
            self.exchange(&mut values, 0);
        }
        if two && self.exchange(&mut values, 3) && one {
            self.exchange(&mut values, 0);
        }
        let equal = |from: usize| values[from..from + 3] == values[from + 3..from + 6];
        self.stacks &= u8::from(equal(0)) << 1 | u8::from(equal(3)) << 2;
        values
    }

    /// Exchanges a stack, by its first place, with the next one where that is less.
    fn exchange(&mut self, values: &mut [u8; 9], from: usize) -> bool {
        let less = values[from + 3..from + 6] < values[from..from + 3];
        if less {
            for place in from..from + 3 {
                values.swap(place, place + 3);
                self.at.swap(place, place + 3);
            }
            let (a, b) = (self.tied >> from & 7, self.tied >> (from + 3) & 7);
            self.tied = self.tied & !(0o77 << from) | b << from | a << (from + 3);
        }
        less
    }

    /// Visits every order of what is tied and open, no longer tied: `open` has a bit for every place.
    fn orders(&self, open: u16, visit: &mut impl FnMut(&Columns)) {
        let stack = |s: usize| open >> (3 * s) & 7 > 0 && self.stacks >> s & 1 == 1;
        if !stack(1) && !stack(2) {
            return self.orders_within(open, 0, visit);
        }
        for order in PERM3.iter().filter(|order| keeps(order, stack)) {
            let mut next = *self;
            let mut moved = 0;
            for (s, &from) in order.iter().enumerate() {
                let from = 3 * usize::from(from);
                next.at[3 * s..3 * s + 3].copy_from_slice(&self.at[from..from + 3]);
                next.tied = next.tied & !(7 << (3 * s)) | (self.tied >> from & 7) << (3 * s);
                moved |= (open >> from & 7) << (3 * s);
                next.stacks &= !(u8::from(stack(s)) << s);
            }
            next.orders_within(moved, 0, visit);
        }
    }

    fn orders_within(&self, open: u16, s: usize, visit: &mut impl FnMut(&Columns)) {
        if s == 3 {
            return visit(self);
        }
        let tied = |j: usize| (open & self.tied) >> (3 * s + j) & 1 == 1;
        if !tied(1) && !tied(2) {
            return self.orders_within(open, s + 1, visit);
        }
        for order in PERM3.iter().filter(|order| keeps(order, tied)) {
            let mut next = *self;
            for (j, &from) in order.iter().enumerate() {
                next.at[3 * s + j] = self.at[3 * s + usize::from(from)];
                next.tied &= !(u16::from(tied(j)) << (3 * s + j));
            }
            next.orders_within(open, s + 1, visit);
        }
    }
}

/// Whether an order of three places moves things only inside groups: `tied(j)` ties place j to the one
/// before.
fn keeps(order: &[u8; 3], tied: impl Fn(usize) -> bool) -> bool {
    order.iter().enumerate().all(|(to, &from)| {
        let (low, high) = (to.min(usize::from(from)), to.max(usize::from(from)));
        (low + 1..=high).all(&tied)
    })
}

/// A way to put the rows so far, with what it settles.
#[derive(Clone, Copy)]
struct Way {
    /// The rows taken, as bits, and the last of them.
    used: u16,
    last: u8,
    columns: Columns,
    /// The name of every digit met so far, and the next name.
    names: [u8; 10],
    next: u8,
}

impl Way {
    /// The names of a row's digits by place; new ones are named in order.
    fn name(&mut self, row: &[u8; 9]) -> [u8; 9] {
        let (names, next) = (&mut self.names, &mut self.next);
        self.columns.at.map(|c| {
            let digit = usize::from(row[usize::from(c)]);
            if digit > 0 && names[digit] == 0 {
                names[digit] = *next;
                *next += 1;
            }
            names[digit]
        })
    }
}

/// The least form so far; rows are `u8::MAX` where they are not known.
struct Search {
    /// How many givens stand in the boxes, for every row of the first band (three times each).
    counts: [[u8; 9]; 3],
    digits: Rows,
}

impl Search {
    /// Takes the rows of the first band whose numbers of givens in the boxes are least.
    fn counts(&mut self, rows: &Rows, order: &mut Vec<usize>, columns: Columns) {
        let at = order.len();
        if at == 3 {
            let way = Way { used: 0, last: 0, columns, names: [0; 10], next: 1 };
            return self.texts(rows, [order[0], order[1], order[2]], 0, &way);
        }
        let fits = |r: usize| order.first().is_none_or(|first| first / 3 == r / 3 && !order.contains(&r));
        let mut fitting = [([u8::MAX; 9], columns); 9];
        for r in (0..9).filter(|&r| fits(r)) {
            let counts = [0, 3, 6].map(|c| rows[r][c..c + 3].iter().filter(|digit| **digit > 0).count());
            // All columns of a stack have one value: only stacks are sorted.
            fitting[r].0 = fitting[r].1.sort(&std::array::from_fn(|c| counts[c / 3] as u8));
        }
        let least = fitting.iter().map(|(counts, _)| *counts).min().expect("nine of them");
        match least.cmp(&self.counts[at]) {
            Ordering::Greater => return,
            Ordering::Less => {
                self.counts[at] = least;
                self.counts[at + 1..].fill([u8::MAX; 9]);
                self.digits = [[u8::MAX; 9]; 9];
            }
            Ordering::Equal => {}
        }
        for (r, (counts, columns)) in fitting.iter().enumerate() {
            if *counts == least {
                order.push(r);
                self.counts(rows, order, *columns);
                order.pop();
            }
        }
    }

    /// Takes every row that makes the text least at place `at`; those of the first band are given.
    fn texts(&mut self, rows: &Rows, first: [usize; 3], at: usize, way: &Way) {
        if at == 9 {
            return;
        }
        let mut ways: Vec<Way> = Vec::new();
        let mut empty = 0u8;
        for (r, row) in rows.iter().enumerate() {
            let band = r / 3;
            let fits = way.used >> r & 1 == 0
                && if at < 3 {
                    first[at] == r
                } else if at.is_multiple_of(3) {
                    way.used >> (3 * band) & 7 == 0
                } else {
                    usize::from(way.last) / 3 == band
                };
            // Empty rows of a band are one as good as the other.
            let blank = *row == [0; 9];
            if !fits || blank && empty >> band & 1 == 1 {
                continue;
            }
            empty |= u8::from(blank) << band;
            let valued = row.map(|digit| match way.names[usize::from(digit)] {
                0 if digit > 0 => NEW,
                name => name,
            });
            let start = Way { used: way.used | 1 << r, last: r as u8, ..*way };
            let mut columns = way.columns;
            let values = columns.sort(&valued);
            let open = (0..9).fold(0, |open, place| open | u16::from(values[place] == NEW) << place);
            columns.orders(open, &mut |columns| {
                let mut way = Way { columns: *columns, ..start };
                let digits = way.name(row);
                match digits.cmp(&self.digits[at]) {
                    Ordering::Greater => return,
                    Ordering::Less => {
                        self.digits[at] = digits;
                        self.digits[at + 1..].fill([u8::MAX; 9]);
                        ways.clear();
                    }
                    Ordering::Equal => {}
                }
                ways.push(way);
            });
        }
        for way in &ways {
            self.texts(rows, first, at + 1, way);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use ludex_core::Random;

    /// The second model: the counts of the first band, then the digits named in order, of one image.
    fn key(setup: &Setup) -> (Vec<usize>, [u8; CELLS]) {
        let (mut names, mut next) = ([0u8; 10], 1);
        let digits = setup.cells().map(|digit| {
            if digit > 0 && names[usize::from(digit)] == 0 {
                names[usize::from(digit)] = next;
                next += 1;
            }
            names[usize::from(digit)]
        });
        let count = |cells: &[u8]| cells.iter().filter(|digit| **digit > 0).count();
        (setup.cells()[..27].chunks(3).map(count).collect(), digits)
    }

    #[test]
    fn disguises_have_one_form_and_none_is_less() {
        let mut random = Random::new(3);
        for clues in [0, 1, 5, 12, 20, 30, 60] {
            for _ in 0..4 {
                let mut cells = [0; CELLS];
                for _ in 0..clues {
                    cells[random.below(81) as usize] = random.below(9) as u8 + 1;
                }
                let setup = Setup::from_cells(cells);
                let least = minlex_puzzle(&setup);
                assert_eq!(least.clues(), setup.clues());
                for _ in 0..50 {
                    let image = Map::random(&mut random).apply(&setup);
                    assert!(key(&least) <= key(&image));
                }
                assert_eq!(minlex_puzzle(&Map::random(&mut random).apply(&setup)), least);
            }
        }
    }

    /// Every positional map of a small pattern, by brute force.
    #[test]
    fn the_least_of_all_maps_is_found() {
        let mut random = Random::new(8);
        for clues in [3, 8, 17] {
            let mut cells = [0; CELLS];
            for _ in 0..clues {
                cells[random.below(81) as usize] = random.below(9) as u8 + 1;
            }
            let setup = Setup::from_cells(cells);
            let lines: Vec<[u8; 9]> = (0..1296)
                .map(|code| {
                    let thirds = PERM3[code / 216];
                    let within = [PERM3[code / 36 % 6], PERM3[code / 6 % 6], PERM3[code % 6]];
                    std::array::from_fn(|i| 3 * thirds[i / 3] + within[i / 3][i % 3])
                })
                .collect();
            let mut best = key(&setup);
            for transposed in [false, true] {
                for rows in &lines {
                    for cols in lines.iter().step_by(if clues == 17 { 7 } else { 1 }) {
                        let map = Map { transposed, rows: *rows, cols: *cols, ..Map::IDENTITY };
                        // Most maps lose in the first box row.
                        let first = (0..3).filter(|&cell| cells[map.source(cell)] > 0).count();
                        if first <= best.0[0] {
                            best = best.min(key(&map.apply(&setup)));
                        }
                    }
                }
            }
            let least = key(&minlex_puzzle(&setup));
            assert!(if clues == 17 { least <= best } else { least == best });
        }
    }

    #[test]
    fn an_empty_grid_stays_empty() {
        assert_eq!(minlex_puzzle(&Setup::EMPTY), Setup::EMPTY);
    }
}
