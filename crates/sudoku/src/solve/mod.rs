//! The solver: all solutions of a sudoku, or as many as are asked for.
//!
//! For every digit the cells it can still take are a bitboard ([`lanes::Lanes`]). Propagation keeps,
//! digit by digit, the cells that belong to some placement of the digit band by band and stack by
//! stack, which contains hidden singles and locked candidates; a cell alone in its box is taken from
//! the other digits; a cell with one digit left empties the rest of its box for that digit. Where
//! that ends, the search splits on a cell with two digits. All nine digits take each step together:
//! nine short chains side by side keep the machine busier than one long one.
//!
//! In a puzzle with one solution every other guess fails; where guesses go well there are likely many
//! solutions, and what remains is to fill the grid soon: then cells that do not see each other are
//! guessed together, and conclusions drawn once for all of them.

mod lanes;
#[cfg(target_arch = "x86_64")]
mod pairs;
#[cfg(target_arch = "x86_64")]
mod words;

use crate::grid::Grid;
use crate::setup::{CELLS, Setup};
use lanes::{Lanes, PEERS};
use ludex_core::{Progress, Stopped, Ticker};

/// How many cells are looked at to choose the one that splits the search.
const LOOKED_AT: u32 = 12;

/// Guesses that went well, less [`FAILED`] for each that did not, after which more solutions than one are
/// likely and several guesses are made at once.
const CALM: i32 = 1;
const FAILED: i32 = 2;
/// How many guesses are made at once then.
const TOGETHER: usize = 3;

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

/// The same, for whoever may want it to stop: a million solutions take a good while.
///
/// # Errors
/// When the progress asked to stop.
pub fn count_until(setup: &Setup, limit: u64, progress: &dyn Progress) -> Result<u64, Stopped> {
    let ticker = Ticker::new(progress, 1024);
    let mut n = 0;
    if limit > 0 {
        search(setup, &mut |_| {
            n += 1;
            n < limit && ticker.tick().is_ok()
        });
    }
    if ticker.is_stopped() { Err(Stopped) } else { Ok(n) }
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

fn search(setup: &Setup, visit: &mut impl FnMut(&dyn Solved) -> bool) {
    #[cfg(target_arch = "x86_64")]
    if words::available() {
        // SAFETY: the machine has the features, as just found.
        unsafe { walk_words(setup, visit) };
        return;
    }
    let Some(state) = State::new(setup) else { return };
    let mut stack = Vec::with_capacity(16);
    #[cfg(target_arch = "x86_64")]
    if pairs::available() {
        // SAFETY: the machine has the features, as just found.
        unsafe { walk_pairs(state, &mut stack, visit) };
        return;
    }
    walk(state, &mut stack, |state, calm, stack| state.step(State::propagate, calm, stack), visit);
}

/// The search compiled for machines with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn walk_pairs(state: State, stack: &mut Vec<State>, visit: &mut impl FnMut(&dyn Solved) -> bool) {
    walk(state, stack, |state, calm, stack| state.step(|state| state.propagate_pairs(), calm, stack), visit);
}

/// The search compiled for machines with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt")]
fn walk_words(setup: &Setup, visit: &mut impl FnMut(&dyn Solved) -> bool) {
    thread_local! {
        // Memory for such wide registers takes as long to get as some guesses.
        static STACK: std::cell::Cell<Vec<words::Board>> = const { std::cell::Cell::new(Vec::new()) };
    }
    let Some(board) = words::Board::new(setup) else { return };
    let mut stack = STACK.take();
    stack.clear();
    walk(board, &mut stack, |board, calm, stack| board.step(calm, stack), visit);
    STACK.set(stack);
}

/// A solution, in whatever layout it was found.
trait Solved {
    fn grid(&self) -> Grid;
}

/// What a state comes to.
enum Step {
    /// A contradiction.
    Dead,
    /// A solution.
    Solved,
    /// A guess; what is left where it is wrong is on the stack.
    Guessed,
}

/// Depth first: the guess is followed at once, the rest waits on the stack. `step` draws conclusions and
/// makes a guess; it is told whether guesses have gone well.
#[inline(always)]
fn walk<S: Solved>(
    mut state: S,
    stack: &mut Vec<S>,
    step: impl Fn(&mut S, bool, &mut Vec<S>) -> Step,
    visit: &mut impl FnMut(&dyn Solved) -> bool,
) {
    // Guesses that went well, less those that did not.
    let mut calm = 0;
    loop {
        loop {
            match step(&mut state, calm >= CALM, stack) {
                Step::Dead => {
                    calm -= FAILED;
                    break;
                }
                Step::Solved => {
                    if !visit(&state) {
                        return;
                    }
                    break;
                }
                Step::Guessed => calm += 1,
            }
        }
        let Some(next) = stack.pop() else { return };
        state = next;
    }
}

/// The cell to try next, with the highest of its digits: of the first few cells with two digits the one whose
/// two digits meet most candidates around it, those in other such cells counted more; else of the first few
/// open cells. Looking at all of them costs more than the better choice saves.
#[inline(always)]
fn choose(digits: &[Lanes; 9], few: Lanes, pairs: Lanes, at: impl Fn(usize) -> u32) -> usize {
    let (mut best, mut most, mut left) = (0, 0, LOOKED_AT);
    for (lane, mut bits) in few.0.into_iter().enumerate() {
        while bits != 0 && left > 0 {
            left -= 1;
            let cell = 27 * lane + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let around = PEERS[cell];
            let own = at(cell);
            let weigh = |digit: u32| {
                let seen = digits[digit as usize].and(around);
                seen.count() + 4 * seen.and(pairs).count()
            };
            let weight = 1 + weigh(own.trailing_zeros()) + weigh(own.ilog2());
            if weight > most {
                (best, most) = (cell, weight);
            }
        }
    }
    best
}

/// The first cells that do not see each other. Weighing them, as [`choose`] does, costs more here than it
/// saves.
#[inline(always)]
fn apart(mut few: Lanes) -> [Option<usize>; TOGETHER] {
    let mut chosen = [None; TOGETHER];
    for chosen in &mut chosen {
        let Some(lane) = few.0.iter().position(|&lane| lane != 0) else { break };
        let cell = 27 * lane + few.0[lane].trailing_zeros() as usize;
        *chosen = Some(cell);
        few = few.and_not(PEERS[cell]).and_not(Lanes::cell(cell));
    }
    chosen
}

/// The digits of a cell as bits, gathered without a branch: none could be foretold.
#[inline(always)]
fn digits_at(digits: &[Lanes; 9], cell: usize) -> u32 {
    let (lane, bit) = (cell / 27, cell % 27);
    let has = |(d, x): (usize, &Lanes)| (x.0[lane] >> bit & 1) << d;
    digits.iter().enumerate().map(has).fold(0, |all, one| all | one)
}

/// The cells that hold a digit.
#[inline(always)]
fn cells_of(cells: &[u8; CELLS], digit: u8) -> Lanes {
    let mut bits = u128::from(cells[CELLS - 1] == digit) << (CELLS - 1);
    for (i, part) in cells.chunks_exact(16).enumerate() {
        bits |= u128::from(equal(part.try_into().expect("16 of them"), digit)) << (16 * i);
    }
    let lane = |b: u32| (bits >> (27 * b)) as u32 & lanes::ALL;
    Lanes([lane(0), lane(1), lane(2), 0])
}

/// Which of sixteen bytes are this one, a bit for each.
#[inline(always)]
fn equal(bytes: &[u8; 16], byte: u8) -> u16 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
        // SAFETY: 16 bytes are there, and the load asks for no alignment; every x86-64 has SSE2.
        unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))) as u16
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    bytes.iter().rev().fold(0, |bits, &other| bits << 1 | u16::from(other == byte))
}

/// Where each digit can still stand.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    digits: [Lanes; 9],
}

impl State {
    /// The givens put in; nothing where two of them clash.
    fn new(setup: &Setup) -> Option<State> {
        let given: [Lanes; 9] = std::array::from_fn(|d| cells_of(setup.cells(), d as u8 + 1));
        let all = given.iter().fold(Lanes::NONE, |all, own| all.or(*own));
        let mut state = State { digits: [Lanes::FULL; 9] };
        for (digit, own) in state.digits.iter_mut().zip(given) {
            if !own.crowded().is_empty() {
                return None;
            }
            *digit = digit.and_not(own.boxes()).and_not(all).or(own);
        }
        Some(state)
    }

    /// Draws conclusions; where that ends, guesses.
    #[inline(always)]
    fn step(
        &mut self,
        propagate: impl Fn(&mut State) -> Option<Lanes>,
        calm: bool,
        stack: &mut Vec<State>,
    ) -> Step {
        let Some(open) = propagate(self) else { return Step::Dead };
        if open.is_empty() {
            return Step::Solved;
        }
        let pairs = self.pairs();
        let few = if pairs.is_empty() { open } else { pairs };
        let at = |state: &State, cell| digits_at(&state.digits, cell);
        let cells = if calm {
            apart(few)
        } else {
            [Some(choose(&self.digits, few, pairs, |cell| at(self, cell))), None, None]
        };
        for cell in cells.into_iter().flatten() {
            let digit = at(self, cell).ilog2() as usize;
            stack.push(self.guess(cell, digit));
        }
        Step::Guessed
    }

    /// The cells with two digits left.
    #[inline(always)]
    fn pairs(&self) -> Lanes {
        let (mut one, mut two, mut three) = (Lanes::NONE, Lanes::NONE, Lanes::NONE);
        for &x in &self.digits {
            three = three.or(two.and(x));
            two = two.or(one.and(x));
            one = one.or(x);
        }
        two.and_not(three)
    }

    /// Puts a digit in; answers what is left where it does not stand there.
    #[inline(always)]
    fn guess(&mut self, cell: usize, digit: usize) -> State {
        let cell = Lanes::cell(cell);
        let mut rest = *self;
        rest.digits[digit] = rest.digits[digit].and_not(cell);
        let own = &mut self.digits[digit];
        *own = own.and_not(cell.boxes()).or(cell);
        rest
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

impl Solved for State {
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
            let setup = Setup::from_cells(cells);
            let given = State::new(&setup);
            if words {
                // SAFETY: the features are there.
                let board = unsafe { words::Board::new(&setup).map(|board| board.lanes()) };
                assert_eq!(board.map(|lanes| State { digits: *lanes.first_chunk().unwrap() }), given);
            }
            let Some(given) = given else { continue };
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
                let (state, other) = unsafe {
                    let mut board = words::Board::of(&fast.digits);
                    let other = board.propagate(&words::Turns::get());
                    (
                        State { digits: *board.lanes().first_chunk().unwrap() },
                        other.map(|open| words::one_to_lanes(open)),
                    )
                };
                fast = state;
                check(fast, other);
            }
        }
    }

    /// Shows solutions one after the other, until the callback has enough.
    #[cfg(target_arch = "x86_64")]
    type Search<'a> = &'a dyn Fn(&mut dyn FnMut(&dyn Solved) -> bool);

    /// The refusal of a sudoku with many solutions names a cell that the first two fill differently.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_paths_find_the_same_solutions_in_the_same_order() {
        let mut random = Random::new(512);
        let grid: Grid = GRID.parse().unwrap();
        for round in 0..3000 {
            let mut cells = Map::random(&mut random).apply_cells(grid.cells());
            for _ in 0..60 + round % 120 {
                cells[random.below(81) as usize] = 0;
            }
            let setup = Setup::from_cells(cells);
            let Some(state) = State::new(&setup) else { continue };
            let first = |search: Search<'_>| {
                let mut found = Vec::new();
                search(&mut |solved| {
                    found.push(solved.grid());
                    found.len() < 3
                });
                found
            };
            let plain = first(&|mut visit| {
                let step = |state: &mut State, calm, stack: &mut Vec<State>| {
                    state.step(State::propagate, calm, stack)
                };
                walk(state, &mut Vec::new(), step, &mut visit);
            });
            if pairs::available() {
                let pairs = first(&|mut visit| {
                    // SAFETY: the features are there.
                    unsafe { walk_pairs(state, &mut Vec::new(), &mut visit) }
                });
                assert_eq!(plain, pairs);
            }
            if words::available() {
                // SAFETY: the features are there.
                assert_eq!(plain, first(&|mut visit| unsafe { walk_words(&setup, &mut visit) }));
            }
        }
    }

    #[test]
    fn cells_of_digits_are_found_sixteen_at_a_time() {
        let mut random = Random::new(16);
        for _ in 0..200 {
            let cells: [u8; CELLS] = std::array::from_fn(|_| random.below(10) as u8);
            for digit in 1..=9 {
                let held = (0..CELLS).filter(|&cell| cells[cell] == digit);
                let plain = held.fold(Lanes::NONE, |all, cell| all.or(Lanes::cell(cell)));
                assert_eq!(cells_of(&cells, digit), plain);
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
