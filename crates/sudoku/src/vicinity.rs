//! The neighbours of a puzzle: some givens out, some in.

use crate::canonical::CanonicalPuzzle;
use crate::field::Field;
use crate::grid::Grid;
use crate::position::Puzzle;
use crate::setup::{CELLS, Setup};
use crate::solve::each_solution;
use ludex_core::{Progress, Stopped};
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
pub fn vicinity(
    puzzle: &Puzzle,
    remove: usize,
    add: usize,
    progress: &dyn Progress,
) -> Result<Vec<CanonicalPuzzle>, VicinityError> {
    let given: Vec<usize> = puzzle.setup().field().cells().collect();
    if remove > given.len() {
        return Err(VicinityError::Remove { remove, clues: given.len() });
    }
    let mut found = BTreeSet::new();
    let mut out = Vec::new();
    let mut walk = Walk { given: &given, progress, found: &mut found, done: 0 };
    walk.take_out(*puzzle.setup(), 0, remove, add, &mut out)?;
    found.remove(&CanonicalPuzzle::of(puzzle));
    Ok(found.into_iter().collect())
}

struct Walk<'a> {
    given: &'a [usize],
    progress: &'a dyn Progress,
    found: &'a mut BTreeSet<CanonicalPuzzle>,
    done: u64,
}

impl Walk<'_> {
    fn take_out(
        &mut self,
        setup: Setup,
        from: usize,
        remove: usize,
        add: usize,
        out: &mut Vec<usize>,
    ) -> Result<(), VicinityError> {
        if remove > 0 {
            for i in from..self.given.len() {
                out.push(self.given[i]);
                self.take_out(setup.with(self.given[i], 0), i + 1, remove - 1, add, out)?;
                out.pop();
            }
            return Ok(());
        }
        self.done += 1;
        self.progress.report(self.done, 0)?;
        let mut grids = Vec::new();
        each_solution(&setup, &mut |grid| {
            grids.push(grid);
            grids.len() <= MOST_SOLUTIONS
        });
        if grids.len() > MOST_SOLUTIONS {
            return Err(VicinityError::Wide);
        }
        // A given put back where it was taken out would be a smaller step.
        let field = setup.field();
        let free: Vec<usize> = (0..CELLS).filter(|&cell| !field.has(cell)).collect();
        self.put_in(field, &free, 0, add, &grids.iter().collect::<Vec<_>>())
    }

    fn put_in(
        &mut self,
        field: Field,
        free: &[usize],
        from: usize,
        add: usize,
        grids: &[&Grid],
    ) -> Result<(), VicinityError> {
        if add == 0 {
            if let [grid] = grids {
                self.found.insert(CanonicalPuzzle::with_map(grid, field).0);
            }
            return Ok(());
        }
        for i in from..free.len() {
            let cell = free[i];
            let mut groups: [Vec<&Grid>; 10] = Default::default();
            for grid in grids {
                groups[usize::from(grid.cells()[cell])].push(grid);
            }
            let wider = Field::from_bits(field.bits() | 1 << cell);
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
        let puzzle = Puzzle::new(&text.parse().unwrap()).unwrap();
        let found = vicinity(&puzzle, 1, 1, &Silent).unwrap();
        let mut tried = BTreeSet::new();
        for cell in puzzle.setup().field().cells() {
            let less = puzzle.setup().with(cell, 0);
            for other in (0..81).filter(|&other| less.cells()[other] == 0) {
                for digit in 1..=9 {
                    if let Solutions::One(grid) = solutions(&less.with(other, digit)) {
                        tried.insert(CanonicalPuzzle::with_map(&grid, less.with(other, digit).field()).0);
                    }
                }
            }
        }
        tried.remove(&CanonicalPuzzle::of(&puzzle));
        assert_eq!(found, tried.into_iter().collect::<Vec<_>>());
        assert!(!found.is_empty());
    }
}
