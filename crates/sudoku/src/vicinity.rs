//! The neighbours of a puzzle: some givens out, some in.

use crate::canonical::Canonical;
use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::position::Position;
use crate::setup::{CELLS, Setup};
use crate::solve::each_solution;
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::BTreeSet;
use thiserror::Error;

/// Solutions that givens taken out may leave open.
pub const MOST_SOLUTIONS: usize = 100_000;

/// Why a vicinity was not walked to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VicinityError {
    /// More givens out than there are.
    #[error("{remove} givens cannot be taken out of {clues}")]
    Remove {
        /// How many were asked for.
        remove: usize,
        /// How many there are.
        clues: usize,
    },
    /// Too many solutions in between.
    #[error("without some of its givens the puzzle has more than {MOST_SOLUTIONS} solutions: take fewer out")]
    Wide,
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// All puzzles that come of taking `remove` givens out and putting `add` others in, each once up to
/// disguise, in the order of their canonical forms; the puzzle itself is not one of them.
///
/// # Errors
/// When there are fewer givens, too many solutions in between, or the progress asked to stop.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Position, Setup, vicinity};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let position = Position::try_from(&setup)?;
/// let neighbours = vicinity(&position, 1, 1, &ludex_core::Silent)?;
/// assert!(neighbours.iter().all(|puzzle| puzzle.setup().clues() == setup.clues()));
/// # Ok(())
/// # }
/// ```
pub fn vicinity(
    puzzle: &Position,
    remove: usize,
    add: usize,
    progress: &dyn Progress,
) -> Result<Vec<Canonical>, VicinityError> {
    let given: Vec<usize> = puzzle.setup().given().cells().collect();
    if remove > given.len() {
        return Err(VicinityError::Remove { remove, clues: given.len() });
    }
    let mut found = BTreeSet::new();
    let mut walk = Walk { given: &given, progress, found: &mut found, done: 0 };
    walk.take_out(*puzzle.setup(), 0, remove, add)?;
    found.remove(&puzzle.canonical());
    Ok(found.into_iter().collect())
}

struct Walk<'a> {
    given: &'a [usize],
    progress: &'a dyn Progress,
    found: &'a mut BTreeSet<Canonical>,
    done: u64,
}

impl Walk<'_> {
    fn take_out(
        &mut self,
        setup: Setup,
        from: usize,
        remove: usize,
        add: usize,
    ) -> Result<(), VicinityError> {
        if remove > 0 {
            for i in from..self.given.len() {
                self.take_out(setup.with(self.given[i], 0), i + 1, remove - 1, add)?;
            }
            return Ok(());
        }
        self.done += 1;
        self.progress.report(self.done, 0)?;
        let mut grids = Vec::new();
        let ticker = Ticker::new(self.progress, 1024);
        each_solution(&setup, &mut |grid| {
            grids.push(grid);
            grids.len() <= MOST_SOLUTIONS && ticker.tick().is_ok()
        });
        if ticker.is_stopped() {
            return Err(Stopped.into());
        }
        if grids.len() > MOST_SOLUTIONS {
            return Err(VicinityError::Wide);
        }
        // The cells just emptied are free like all others: another digit may come in there. The same
        // digits put back make the puzzle itself, or a smaller step that this one contains.
        let given = setup.given();
        let free: Vec<usize> = (0..CELLS).filter(|&cell| !given.has(cell)).collect();
        self.put_in(given, &free, 0, add, &grids.iter().collect::<Vec<_>>())
    }

    fn put_in(
        &mut self,
        given: CellSet,
        free: &[usize],
        from: usize,
        add: usize,
        grids: &[&Grid],
    ) -> Result<(), VicinityError> {
        if add == 0 {
            if let [grid] = grids {
                self.found.insert(Canonical::on(grid, given).0);
            }
            return Ok(());
        }
        for i in from..free.len() {
            // A hundred thousand solutions are parted in a millisecond, a puzzle is canonised in less.
            self.progress.report(self.done, 0)?;
            let cell = free[i];
            let mut groups: [Vec<&Grid>; 10] = Default::default();
            for grid in grids {
                groups[usize::from(grid.cells()[cell])].push(grid);
            }
            let wider = CellSet::from_bits(given.bits() | 1 << cell);
            for group in groups.iter().filter(|group| !group.is_empty()) {
                // With one given left to put in, only a digit of one solution will do.
                if add > 1 || group.len() == 1 {
                    self.put_in(wider, free, i + 1, add - 1, group)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Solutions, solutions};
    use ludex_core::Silent;

    /// The second model: try every change.
    #[test]
    fn one_out_one_in_is_what_trying_everything_finds() {
        let text = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
        let puzzle = Position::try_from(&text.parse::<Setup>().unwrap()).unwrap();
        let found = vicinity(&puzzle, 1, 1, &Silent).unwrap();
        let mut tried = BTreeSet::new();
        for cell in puzzle.setup().given().cells() {
            let less = puzzle.setup().with(cell, 0);
            for other in (0..81).filter(|&other| less.cells()[other] == 0) {
                for digit in 1..=9 {
                    if let Solutions::One(grid) = solutions(&less.with(other, digit)) {
                        tried.insert(Canonical::on(&grid, less.with(other, digit).given()).0);
                    }
                }
            }
        }
        tried.remove(&puzzle.canonical());
        assert_eq!(found, tried.into_iter().collect::<Vec<_>>());
        assert!(!found.is_empty());
    }
}
