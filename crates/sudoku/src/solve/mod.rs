//! The solver: all solutions of a sudoku, or as many as are asked for.
//!
//! For every digit the cells it can still take are a bitboard ([`lanes::Lanes`]). Propagation keeps,
//! digit by digit, the cells that belong to some placement of the digit band by band and stack by
//! stack, which contains hidden singles and locked candidates; a cell alone in its box is taken from
//! the other digits; a cell with one digit left empties the rest of its box for that digit. Where
//! that ends, the search splits on a cell with two digits. All nine digits take each step together:
//! nine short chains side by side keep the machine busier than one long one.

mod lanes;
#[cfg(target_arch = "x86_64")]
mod pairs;
#[cfg(target_arch = "x86_64")]
mod words;

use crate::grid::Grid;
use crate::setup::{CELLS, Setup};
use lanes::{Lanes, PEERS};

/// How many cells are looked at to choose the one that splits the search.
const LOOKED_AT: u32 = 12;

/// What a sudoku has for solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one.
    One(Grid),
    /// Two or more: two of them.
    Many(Grid, Grid),
}

/// Says whether a sudoku has no, one or more solutions.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, Solutions, solutions};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// assert!(matches!(solutions(&setup), Solutions::One(_)));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn solutions(setup: &Setup) -> Solutions {
    let mut found = [None; 2];
    let mut n = 0;
    search(setup, &mut |state| {
        found[n] = Some(state.grid());
        n += 1;
        n < 2
    });
    match found {
        [Some(a), Some(b)] => Solutions::Many(a, b),
        [Some(a), _] => Solutions::One(a),
        _ => Solutions::None,
    }
}

/// The first solution found, whether or not there are more.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, first_solution};
/// assert!(first_solution(&Setup::EMPTY).is_some());
/// assert!(first_solution(&Setup::EMPTY.with(0, 1).with(1, 1)).is_none());
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn first_solution(setup: &Setup) -> Option<Grid> {
    let mut found = None;
    search(setup, &mut |state| {
        found = Some(state.grid());
        false
    });
    found
}

/// The number of solutions, counted no further than the limit.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, count};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// assert_eq!(count(&setup, 2), 1);
/// assert_eq!(count(&Setup::EMPTY, 1000), 1000);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn count(setup: &Setup, limit: u64) -> u64 {
    let mut n = 0;
    if limit > 0 {
        search(setup, &mut |_| {
            n += 1;
            n < limit
        });
    }
    n
}

/// Hands every solution to the visitor until it answers false.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, each_solution};
/// let mut grids = Vec::new();
/// each_solution(&Setup::EMPTY, &mut |grid| {
///     grids.push(grid);
///     grids.len() < 10
/// });
/// assert_eq!(grids.len(), 10);
/// # Ok(())
/// # }
/// ```
pub fn each_solution(setup: &Setup, visit: &mut dyn FnMut(Grid) -> bool) {
    search(setup, &mut |state| visit(state.grid()));
}

/// Whether this machine runs the solver on 512-bit registers.
#[must_use]
pub fn uses_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return words::available();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

fn search(setup: &Setup, visit: &mut impl FnMut(&State) -> bool) {
    let Some(state) = State::new(setup) else { return };
    #[cfg(target_arch = "x86_64")]
    if words::available() {
        // SAFETY: the machine has the features, as just found.
        unsafe { walk_words(state, visit) };
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if pairs::available() {
        // SAFETY: the machine has the features, as just found.
        unsafe { walk_pairs(state, visit) };
        return;
    }
    walk(state, State::propagate, visit);
}

/// The search compiled for machines with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn walk_pairs(state: State, visit: &mut impl FnMut(&State) -> bool) {
    walk(state, |state| state.propagate_pairs(), visit);
}

/// The search compiled for machines with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt")]
fn walk_words(state: State, visit: &mut impl FnMut(&State) -> bool) {
    walk(state, |state| state.propagate_words(), visit);
}

/// Depth first: the guess is followed at once, the rest waits on the stack.
#[inline(always)]
fn walk(
    state: State,
    propagate: impl Fn(&mut State) -> Option<Lanes>,
    visit: &mut impl FnMut(&State) -> bool,
) {
    let mut stack = Vec::with_capacity(16);
    stack.push(state);
    while let Some(mut state) = stack.pop() {
        while let Some(open) = propagate(&mut state) {
            if open.is_empty() {
                if !visit(&state) {
                    return;
                }
                break;
            }
            let (cell, digit) = state.choose(open);
            let mut rest = state;
            rest.digits[digit] = rest.digits[digit].and_not(cell);
            stack.push(rest);
            let own = &mut state.digits[digit];
            *own = own.and_not(cell.boxes()).or(cell);
        }
    }
}

/// Where each digit can still stand.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    digits: [Lanes; 9],
}

impl State {
    /// The givens put in; nothing where two of them clash.
    fn new(setup: &Setup) -> Option<State> {
        let mut given = [Lanes::NONE; 9];
        let mut all = Lanes::NONE;
        for (cell, &digit) in setup.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let cell = Lanes::cell(cell);
            let own = &mut given[usize::from(digit - 1)];
            *own = own.or(cell);
            all = all.or(cell);
        }
        let mut state = State { digits: [Lanes::FULL; 9] };
        for (digit, own) in state.digits.iter_mut().zip(given) {
            if !own.crowded().is_empty() {
                return None;
            }
            *digit = digit.and_not(own.boxes()).and_not(all).or(own);
        }
        Some(state)
    }

    fn grid(&self) -> Grid {
        let mut cells = [0; CELLS];
        for (digit, lanes) in self.digits.iter().enumerate() {
            for (b, mut band) in lanes.0[..3].iter().copied().enumerate() {
                while band != 0 {
                    cells[27 * b + band.trailing_zeros() as usize] = digit as u8 + 1;
                    band &= band - 1;
                }
            }
        }
        Grid::from_cells(cells)
    }

    /// The cell and digit to try next: of the first few cells with two digits the one whose two digits
    /// meet most candidates around it, those in other such cells counted more; else of the first few open
    /// cells. Looking at all of them costs more than the better choice saves.
    #[inline(always)]
    fn choose(&self, open: Lanes) -> (Lanes, usize) {
        let (mut one, mut two, mut three) = (Lanes::NONE, Lanes::NONE, Lanes::NONE);
        for &x in &self.digits {
            three = three.or(two.and(x));
            two = two.or(one.and(x));
            one = one.or(x);
        }
        let pairs = two.and_not(three);
        let few = if pairs.is_empty() { open } else { pairs };
        let (mut best, mut most, mut left) = ((0, 0), 0, LOOKED_AT);
        for (lane, mut bits) in few.0.into_iter().enumerate() {
            while bits != 0 && left > 0 {
                left -= 1;
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let around = PEERS[27 * lane + bit];
                // Its digits as bits, gathered without a branch: none could be foretold.
                let has = |(d, x): (usize, &Lanes)| (x.0[lane] >> bit & 1) << d;
                let digits = self.digits.iter().enumerate().map(has).fold(0, |all, one| all | one);
                let (low, high) = (digits.trailing_zeros() as usize, digits.ilog2() as usize);
                let weigh = |digit: usize| {
                    let seen = self.digits[digit].and(around);
                    seen.count() + 4 * seen.and(pairs).count()
                };
                let (weight, digit) = (1 + weigh(low) + weigh(high), high);
                if weight > most {
                    (best, most) = ((27 * lane + bit, digit), weight);
                }
            }
        }
        (Lanes::cell(best.0), best.1)
    }

    /// Draws all conclusions; answers the cells still open, or nothing on a contradiction.
    fn propagate(&mut self) -> Option<Lanes> {
        loop {
            let old = self.digits;
            let x = &mut self.digits;
            for x in x.iter_mut() {
                *x = x.placeable();
                if x.lacks_a_band() {
                    return None;
                }
            }
            // A cell alone in its box is taken from the other digits.
            let alone = x.map(Lanes::alone);
            let (mut once, mut twice) = (Lanes::NONE, Lanes::NONE);
            for alone in alone {
                twice = twice.or(once.and(alone));
                once = once.or(alone);
            }
            if !twice.is_empty() {
                return None;
            }
            let (mut one, mut two) = (Lanes::NONE, Lanes::NONE);
            for (x, alone) in x.iter_mut().zip(alone) {
                *x = x.and_not(once).or(alone);
                two = two.or(one.and(*x));
                one = one.or(*x);
            }
            if one != Lanes::FULL {
                return None;
            }
            // A cell with one digit left empties the rest of its box for that digit.
            let single = Lanes::FULL.and_not(two).and_not(once);
            if !single.is_empty() {
                for x in x.iter_mut() {
                    let own = x.and(single);
                    if !own.crowded().is_empty() {
                        return None;
                    }
                    *x = x.and_not(own.boxes()).or(own);
                }
            }
            if *x == old {
                return Some(two);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use ludex_core::Random;

    const GRID: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    /// The second model: cell by cell, by the plain rules.
    fn plain(cells: &mut [u8; 81], limit: u64, found: &mut Vec<[u8; 81]>) {
        if found.len() as u64 == limit {
            return;
        }
        let fits = |cells: &[u8; 81], cell: usize, digit: u8| {
            let (r, c) = (cell / 9, cell % 9);
            (0..81).all(|other| {
                let (s, d) = (other / 9, other % 9);
                let peer = s == r || d == c || (s / 3 == r / 3 && d / 3 == c / 3);
                !peer || other == cell || cells[other] != digit
            })
        };
        let choices = |cells: &[u8; 81], cell: usize| (1..=9).filter(|&d| fits(cells, cell, d)).count();
        let open = (0..81).filter(|&cell| cells[cell] == 0).min_by_key(|&cell| choices(cells, cell));
        let Some(cell) = open else {
            found.push(*cells);
            return;
        };
        for digit in 1..=9 {
            if fits(cells, cell, digit) {
                cells[cell] = digit;
                plain(cells, limit, found);
                cells[cell] = 0;
            }
        }
    }

    #[test]
    fn the_plain_search_finds_the_same_solutions() {
        let mut random = Random::new(17);
        let grid: Grid = GRID.parse().unwrap();
        for round in 0..300 {
            let mut cells = Map::random(&mut random).apply_cells(grid.cells());
            for _ in 0..40 + round % 60 {
                cells[random.below(81) as usize] = 0;
            }
            if round % 10 == 0 {
                // Likely a contradiction, though rows, columns and boxes may all be fine.
                let cell = random.below(81) as usize;
                cells[cell] = random.below(9) as u8 + 1;
            }
            let setup = Setup::from_cells(cells);
            let mut wanted = Vec::new();
            if crate::grid::clash(&cells).is_none() {
                plain(&mut cells, 200, &mut wanted);
            }
            let mut found = Vec::new();
            each_solution(&setup, &mut |grid| {
                found.push(*grid.cells());
                found.len() < 200
            });
            assert_eq!(found.len(), wanted.len(), "{setup}");
            assert_eq!(count(&setup, 200), wanted.len() as u64);
            if wanted.len() < 200 {
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{setup}");
            }
        }
    }

    /// The paths for wide registers and the plain one go the same way, state by state.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn wide_registers_propagate_like_the_plain_path() {
        let (pairs, words) = (pairs::available(), words::available());
        println!("AVX2 here: {pairs}, AVX-512 here: {words}");
        let mut random = Random::new(256);
        let grid: Grid = GRID.parse().unwrap();
        for round in 0..20_000 {
            let mut cells = Map::random(&mut random).apply_cells(grid.cells());
            for _ in 0..40 + round % 120 {
                cells[random.below(81) as usize] = 0;
            }
            if round % 4 == 0 {
                cells[random.below(81) as usize] = random.below(9) as u8 + 1;
            }
            let Some(given) = State::new(&Setup::from_cells(cells)) else { continue };
            let mut plain = given;
            let open = plain.propagate();
            let check = |fast: State, other: Option<Lanes>| {
                assert_eq!(open, other);
                assert!(open.is_none() || plain == fast);
            };
            let mut fast = given;
            if pairs {
                // SAFETY: the features are there.
                let other = unsafe { fast.propagate_pairs() };
                check(fast, other);
            }
            let mut fast = given;
            if words {
                // SAFETY: the features are there.
                let other = unsafe { fast.propagate_words() };
                check(fast, other);
            }
        }
    }

    #[test]
    fn clashes_have_no_solution() {
        for (cell, other) in [(0, 1), (0, 9), (0, 10), (0, 8), (0, 72), (40, 50)] {
            let setup = Setup::EMPTY.with(cell, 5).with(other, 5);
            assert_eq!(solutions(&setup), Solutions::None, "{setup}");
        }
        assert_eq!(count(&Setup::EMPTY, 1000), 1000);
        assert_eq!(count(&Setup::EMPTY, 0), 0);
        assert!(first_solution(&Setup::EMPTY).is_some());
    }
}
