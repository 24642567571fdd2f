//! All puzzles with few givens on one grid: hitting sets of its unavoidable sets, band by band.
//!
//! A puzzle has a given in each unavoidable set. The search knows how many givens each band has: it lists the
//! choices in one band that hit all sets inside, for each of them the choices in the next that hit what is left
//! of the sets in these two, and puts the other givens into the fullest band. There the sets that are still
//! open have few cells left, and mostly so many have no cell in common that the givens cannot hit them all.
//! When all known sets are hit, the solver finds the next: what another solution has otherwise is unavoidable,
//! too.
//!
//! Where every band has six givens or fewer, but some stack has more, the stacks do the work of the bands:
//! six givens in each of two bands are what takes most time.

mod search;
mod sets;

use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::setup::Setup;
use ludex_core::{Progress, Stopped};
use search::{Frame, Search};

/// With more givens than this in the fullest band, the stacks do not matter.
const EVEN: usize = 6;
/// Choices of the first band in one piece, where 18 givens or fewer are searched; fewer where there are more, as
/// each takes longer.
const CHOICES: usize = 64;
/// The orders of three bands.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

/// The search for all puzzles of a number of givens on one grid.
///
/// It falls into pieces that can be searched in any order, by any number of threads.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{FewGivens, Grid};
/// let grid: Grid =
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse()?;
/// let search = FewGivens::new(&grid, 17, &ludex_core::Silent)?;
/// assert!(search.pieces() > 1);
/// # Ok(())
/// # }
/// ```
pub struct FewGivens {
    grid: Grid,
    /// Bands and stacks, each in all orders.
    frames: Vec<Frame>,
    tasks: Vec<Task>,
    /// Task, and its choices from one to another.
    pieces: Vec<(usize, usize, usize)>,
}

/// So many givens in each band of a frame.
struct Task {
    frame: usize,
    givens: [usize; 2],
    most_across: u32,
    choices: Vec<u32>,
}

impl FewGivens {
    /// Lists the unavoidable sets of a grid and cuts the search into pieces.
    ///
    /// All choices of givens in one band are listed, too: a few hundred thousand for 18 givens, some six times as
    /// many for each three more. The search is made for 20 givens or fewer.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn new(grid: &Grid, clues: usize, progress: &dyn Progress) -> Result<FewGivens, Stopped> {
        FewGivens::among(grid, clues, CellSet::FULL, progress)
    }

    /// The search for puzzles whose givens all lie among these cells; where they are few, there may be more givens.
    ///
    /// # Errors
    /// When the progress asked to stop.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::{FewGivens, Position, Setup};
    /// let setup: Setup =
    ///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
    /// let puzzle = Position::try_from(&setup)?;
    /// let search = FewGivens::among(puzzle.solution(), 17, setup.given(), &ludex_core::Silent)?;
    /// let mut found = Vec::new();
    /// (0..search.pieces()).for_each(|piece| search.search(piece, &mut |puzzle| { found.push(puzzle); true }));
    /// assert_eq!(found, [setup]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn among(
        grid: &Grid,
        clues: usize,
        cells: CellSet,
        progress: &dyn Progress,
    ) -> Result<FewGivens, Stopped> {
        FewGivens::hitting(grid, clues, cells, &sets::sets(grid, progress)?, progress)
    }

    fn hitting(
        grid: &Grid,
        clues: usize,
        cells: CellSet,
        sets: &[CellSet],
        progress: &dyn Progress,
    ) -> Result<FewGivens, Stopped> {
        // Many sets inside leave few choices: such bands are chosen in first, others hold most givens.
        let inside = |chute: &usize| {
            let outside = CellSet::from_bits(!sets::chute(*chute).bits()).bits();
            sets.iter().filter(|set| set.bits() & outside == 0).count()
        };
        let mut triples = [[0, 1, 2], [3, 4, 5]];
        triples.iter_mut().for_each(|triple| triple.sort_by_cached_key(inside));
        triples.sort_by_cached_key(|triple| std::cmp::Reverse(triple.iter().map(inside).sum::<usize>()));
        let mut search = FewGivens { grid: *grid, frames: Vec::new(), tasks: Vec::new(), pieces: Vec::new() };
        for (crossing, triple) in [false, true].into_iter().zip(triples) {
            for order in ORDERS {
                progress.report(search.frames.len() as u64, 12)?;
                let frame = Frame::new(order.map(|i| triple[i]), sets, cells);
                for (givens, most_across) in shares(order, clues, crossing) {
                    let [first, second, third] = givens;
                    let choices = frame.choices(first, most_across);
                    if !choices.is_empty() {
                        let frame = search.frames.len();
                        search.tasks.push(Task { frame, givens: [second, third], most_across, choices });
                    }
                }
                search.frames.push(frame);
            }
        }
        for (number, task) in search.tasks.iter().enumerate() {
            let all = task.choices.len();
            let most = CHOICES >> (3 * clues.saturating_sub(18)).min(6);
            let piece = |from: usize| (number, from, (from + most).min(all));
            search.pieces.extend((0..all).step_by(most).map(piece));
        }
        Ok(search)
    }

    /// How many pieces the search has.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Searches one piece; every minimal puzzle is handed over once, until one is answered by false.
    ///
    /// # Panics
    /// When there is no such piece.
    pub fn search(&self, piece: usize, found: &mut dyn FnMut(Setup) -> bool) {
        let (task, from, to) = self.pieces[piece];
        let Task { frame, givens, most_across, choices } = &self.tasks[task];
        let mut search = Search {
            grid: &self.grid,
            frame: &self.frames[*frame],
            givens: *givens,
            most_across: *most_across,
            found,
            stopped: false,
            spare: Vec::new(),
        };
        for &choice in &choices[from..to] {
            search.run(choice);
            if search.stopped {
                return;
            }
        }
    }
}

/// The numbers of givens in three bands (or, the other way round, stacks), in this order of them, that are
/// searched for so many givens, and how many may be in what crosses them. Each puzzle falls under one order and
/// one share:
///
/// | the fullest band has | the fullest stack has | searched by |
/// |--|--|--|
/// | more than six | | bands |
/// | six or fewer | more than six | stacks, which cross them |
/// | six or fewer | six or fewer | bands |
///
/// The third of the order is the fullest, the first of several such; the first has no more than the second.
fn shares(order: [usize; 3], clues: usize, crossing: bool) -> Vec<([usize; 3], u32)> {
    let mut shares = Vec::new();
    for third in clues.div_ceil(3)..=clues.min(27) {
        for first in 0..=(clues - third) / 2 {
            let second = clues - third - first;
            let less =
                |part: usize, givens: usize| givens < third || givens == third && order[part] > order[2];
            let once = first < second || order[0] < order[1];
            if once && less(0, first) && less(1, second) && !(crossing && third <= EVEN) {
                let most_across = if crossing || third <= EVEN { EVEN as u32 } else { u32::MAX };
                shares.push(([first, second, third], most_across));
            }
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::minimal::is_minimal;
    use crate::position::Position;
    use crate::setup::CELLS;
    use crate::solve::count;
    use ludex_core::{Random, Silent};
    use std::collections::BTreeSet;

    /// Puzzles of 17 givens: more than six of them in a band, in a band and a stack, in a stack, in neither.
    const PUZZLES: [&str; 4] = [
        "..............1..2..3...45......6.......72..1.84...9.....3.......54.....2.......6",
        "..............1..2..3....4.........5.....21.6..7.3...........8....84.37.16.......",
        "..............1..2.34....5.......3........645....78......43....2..6.....9.......1",
        "..............1.23.45.6................47.6..1.2....8......2....7....4...9.5.....",
    ];
    /// One of the puzzles of 17 givens of the grid with most of them.
    const SEVENTEEN: &str =
        "....4.7...8.....9..1..........8....67........4.....2..3..17............2.....6.18";

    fn all(search: &FewGivens) -> BTreeSet<Setup> {
        let mut found = BTreeSet::new();
        for piece in 0..search.pieces() {
            search.search(piece, &mut |setup| found.insert(setup) || panic!("{setup} came twice"));
        }
        found
    }

    /// The second model: every choice of so many of a few cells is solved.
    #[test]
    fn every_choice_of_a_few_cells_is_tried() {
        let mut random = Random::new(9);
        let mut kinds = BTreeSet::new();
        for text in PUZZLES {
            let map = Map { transposed: false, ..Map::random(&mut random) };
            let puzzle = map.apply(&text.parse().unwrap());
            let grid = *Position::try_from(&puzzle).unwrap().solution();
            let mut cells = puzzle.given();
            while cells.len() < 21 {
                cells = CellSet::from_bits(cells.bits() | 1 << random.below(CELLS as u64));
            }
            let list: Vec<usize> = cells.cells().collect();
            let mut wanted: [BTreeSet<Setup>; 3] = Default::default();
            for choice in (0u32..1 << 21).filter(|choice| (17..20).contains(&choice.count_ones())) {
                let given: CellSet = (0..21).filter(|i| choice >> i & 1 == 1).map(|i| list[i]).collect();
                let setup = given.cut(grid.cells());
                if count(&setup, 2) == 1 && is_minimal(&Position::try_from(&setup).unwrap()) {
                    wanted[given.len() - 17].insert(setup);
                }
            }
            let sets = sets::sets(&grid, &Silent).unwrap();
            for (clues, wanted) in (17..).zip(wanted) {
                let found = all(&FewGivens::hitting(&grid, clues, cells, &sets, &Silent).unwrap());
                assert_eq!(found, wanted);
                for setup in found.iter().filter(|setup| setup.clues() < 19) {
                    let givens =
                        |chute: usize| (setup.given().bits() & sets::chute(chute).bits()).count_ones();
                    let many = |from: usize| (from..from + 3).any(|chute| givens(chute) > 6);
                    kinds.insert((many(0), many(3)));
                }
            }
        }
        assert_eq!(kinds.len(), 4, "{kinds:?}");
    }

    /// Each puzzle falls under one share.
    #[test]
    fn shares_part_the_puzzles() {
        let mut random = Random::new(4);
        for _ in 0..2000 {
            let clues = 16 + random.below(5) as usize;
            let mut cells: Vec<usize> = (0..CELLS).collect();
            random.shuffle(&mut cells);
            let givens =
                |chute: usize| cells[..clues].iter().filter(|cell| sets::chute(chute).has(**cell)).count();
            let met = [(false, 0), (true, 3)].map(|(crossing, from)| {
                let most = (0..3).map(|part| givens(3 - from + part)).max().unwrap_or(0) as u32;
                let here = |order: &[usize; 3]| {
                    let own = order.map(|part| givens(from + part));
                    shares(*order, clues, crossing)
                        .into_iter()
                        .filter(|share| share.0 == own && most <= share.1)
                        .count()
                };
                ORDERS.iter().map(here).sum::<usize>()
            });
            assert_eq!(met[0] + met[1], 1);
        }
    }

    /// The grid with most puzzles of 17 givens that is known has 29: `LUDEX_LONG=1`.
    #[test]
    fn the_grid_with_29_puzzles_of_17_givens_has_29() {
        let grid: Grid = "639241785284765193517983624123857946796432851458619237342178569861594372975326418"
            .parse()
            .unwrap();
        let seventeen: Setup = SEVENTEEN.parse().unwrap();
        if std::env::var_os("LUDEX_LONG").is_some() {
            let found = all(&FewGivens::new(&grid, 17, &Silent).unwrap());
            assert!(found.len() == 29 && found.contains(&seventeen));
        }
        // The short form: the puzzles among the givens of one and half of the other cells.
        let cells = (0..CELLS).filter(|cell| cell % 2 == 0 || seventeen.given().has(*cell)).collect();
        assert!(all(&FewGivens::among(&grid, 17, cells, &Silent).unwrap()).contains(&seventeen));
    }
}
