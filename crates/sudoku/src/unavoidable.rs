//! Unavoidable sets: cells of a grid that can be filled in another way, the rest staying as it is.
//!
//! Every puzzle of the grid has a given in each of them. The search changes cells one after the other: a
//! cell that changes takes a digit whose own cells in its row, column and box must change, too. In every
//! unit the digits that lost their cell and have no new one are as many as the cells that still wait for
//! a digit, so that a set is whole when none waits.

use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::setup::CELLS;
use ludex_core::{Progress, Stopped};
use std::collections::HashMap;

/// An unavoidable set, and one other way to fill it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavoidable {
    /// The cells.
    pub cells: CellSet,
    /// The grid with them filled the other way.
    pub other: Grid,
}

/// The largest sets that are looked for: beyond, a search takes minutes.
pub const LARGEST_UNAVOIDABLE: usize = 14;

/// All minimal unavoidable sets of up to so many cells, small ones first, then in the order of their cells.
///
/// # Errors
/// When the progress asked to stop.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{CellSet, Grid, count, unavoidable};
/// let grid: Grid =
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse()?;
/// let sets = unavoidable(&grid, 6, &ludex_core::Silent)?;
/// for set in &sets {
///     let rest = CellSet::from_bits(!set.cells.bits());
///     assert!(count(&rest.cut(grid.cells()), 2) == 2 && set.other != grid);
/// }
/// # Ok(())
/// # }
/// ```
pub fn unavoidable(
    grid: &Grid,
    max_size: usize,
    progress: &dyn Progress,
) -> Result<Vec<Unavoidable>, Stopped> {
    let mut search = Search::new(grid, max_size);
    for first in 0..CELLS {
        progress.report(first as u64, CELLS as u64)?;
        search.begin(first);
    }
    let mut sets: Vec<(CellSet, [u8; CELLS])> =
        search.found.into_iter().map(|(bits, cells)| (CellSet::from_bits(bits), cells)).collect();
    sets.sort_unstable_by_key(|(set, _)| (set.len(), set.bits()));
    let mut minimal: Vec<Unavoidable> = Vec::new();
    for (cells, other) in sets {
        // All smaller sets were found: one of them is inside, or the set is minimal.
        let inside = |small: &Unavoidable| small.cells.bits() & !cells.bits() == 0;
        if !minimal.iter().any(inside) {
            minimal.push(Unavoidable { cells, other: Grid::from_cells(other) });
        }
    }
    Ok(minimal)
}

/// Units of a cell: row, column, box.
const fn units(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + 3 * (row / 3) + column / 3]
}

struct Search {
    grid: [u8; CELLS],
    /// Where each digit of the grid stands in each unit.
    place: [[u8; 10]; 27],
    max: usize,
    found: HashMap<u128, [u8; CELLS]>,
}

#[derive(Clone, Copy)]
struct State {
    cells: [u8; CELLS],
    /// Cells that change.
    changed: u128,
    /// Those of them that have no new digit yet.
    open: u128,
    /// Digits put into each unit, bit 0 unused.
    put: [u16; 27],
}

impl Search {
    fn new(grid: &Grid, max: usize) -> Search {
        let grid = *grid.cells();
        let mut place = [[0; 10]; 27];
        for (cell, &digit) in grid.iter().enumerate() {
            for unit in units(cell) {
                place[unit][usize::from(digit)] = cell as u8;
            }
        }
        Search { grid, place, max, found: HashMap::new() }
    }

    /// The sets whose first cell this is.
    fn begin(&mut self, first: usize) {
        let bit = 1 << first;
        let state = State { cells: self.grid, changed: bit, open: bit, put: [0; 27] };
        self.walk(&state, !(bit - 1));
    }

    /// `allowed`: cells that may change, none before the first.
    fn walk(&mut self, state: &State, allowed: u128) {
        if state.open == 0 {
            self.found.entry(state.changed).or_insert(state.cells);
            return;
        }
        // The waiting cell with the fewest digits that lead on.
        let mut best: Option<(u32, usize, u16)> = None;
        let mut open = state.open;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let units = units(cell);
            let put = units.iter().fold(0, |put, &unit| put | state.put[unit]);
            let mut digits = 0x3FE & !put & !(1 << self.grid[cell]);
            let mut left = digits;
            while left != 0 {
                let digit = left.trailing_zeros() as usize;
                left &= left - 1;
                let changed = state.changed | self.moved(&units, digit);
                if changed & !allowed != 0 || changed.count_ones() as usize > self.max {
                    digits &= !(1 << digit);
                }
            }
            let count = digits.count_ones();
            if count == 0 {
                return;
            }
            if best.is_none_or(|(least, ..)| count < least) {
                best = Some((count, cell, digits));
            }
        }
        let Some((_, cell, mut digits)) = best else { return };
        let units = units(cell);
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let mut next = *state;
            next.cells[cell] = digit as u8;
            let fresh = self.moved(&units, digit) & !next.changed;
            next.changed |= fresh;
            next.open = (next.open | fresh) & !(1 << cell);
            for unit in units {
                next.put[unit] |= 1 << digit;
            }
            self.walk(&next, allowed);
        }
    }

    /// The cells that a digit leaves when it comes into these units.
    fn moved(&self, units: &[usize; 3], digit: usize) -> u128 {
        units.iter().fold(0, |moved, &unit| moved | 1 << self.place[unit][digit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::solve::{count, each_solution};
    use ludex_core::{Random, Silent};

    fn grids() -> Vec<Grid> {
        let mut random = Random::new(5);
        let mut seeker = crate::catalogue::Catalogue::shipped().seeker();
        (0..3).map(|_| crate::generate::random_grid(&mut seeker, &mut random).unwrap()).collect()
    }

    /// Each set leaves two solutions or more, and one where any of its cells is given.
    #[test]
    fn sets_are_unavoidable_and_minimal() {
        for grid in grids() {
            for set in unavoidable(&grid, 9, &Silent).unwrap() {
                let rest = CellSet::from_bits(!set.cells.bits()).cut(grid.cells());
                assert!(count(&rest, 2) == 2);
                for cell in set.cells.cells() {
                    assert_eq!(count(&rest.with(cell, grid.cells()[cell]), 2), 1);
                    assert_ne!(set.other.cells()[cell], grid.cells()[cell]);
                }
                assert!(Grid::new(&set.other.setup()).is_ok());
            }
        }
    }

    /// The second model: take three digits out of the grid and let the solver put them back.
    #[test]
    fn what_the_solver_finds_in_three_digits_is_found() {
        for grid in grids() {
            let sets = unavoidable(&grid, 10, &Silent).unwrap();
            let mut met = 0;
            for out in (0u16..512).filter(|out| out.count_ones() == 3) {
                let keep: CellSet =
                    (0..CELLS).filter(|&cell| out >> (grid.cells()[cell] - 1) & 1 == 0).collect();
                each_solution(&keep.cut(grid.cells()), &mut |other| {
                    let differs: CellSet =
                        (0..CELLS).filter(|&cell| other.cells()[cell] != grid.cells()[cell]).collect();
                    if (1..=10).contains(&differs.len()) {
                        met += 1;
                        assert!(sets.iter().any(|set| set.cells.bits() & !differs.bits() == 0), "{grid:?}");
                        let rest = CellSet::from_bits(!differs.bits()).cut(grid.cells());
                        let minimal =
                            differs.cells().all(|cell| count(&rest.with(cell, grid.cells()[cell]), 2) == 1);
                        assert_eq!(minimal, sets.iter().any(|set| set.cells == differs));
                    }
                    true
                });
            }
            assert!(met > 0);
        }
    }

    #[test]
    fn disguises_have_as_many_sets() {
        let grid = grids()[0];
        let sizes = |grid: &Grid| -> Vec<usize> {
            unavoidable(grid, 9, &Silent).unwrap().iter().map(|set| set.cells.len()).collect()
        };
        let mut random = Random::new(3);
        let other = Grid::from_cells(Map::random(&mut random).apply_cells(grid.cells()));
        assert_eq!(sizes(&grid), sizes(&other));
    }
}
