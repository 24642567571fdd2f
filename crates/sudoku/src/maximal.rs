//! Maximal sudokus: several solutions, and any further given leaves one.

use crate::setup::{CELLS, Setup};
use crate::solve::each_solution;
use crate::vicinity::MOST_SOLUTIONS;
use thiserror::Error;

/// Why a sudoku is neither maximal nor not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MaximalError {
    /// One solution or none: there is nothing left to decide.
    #[error("it has {}: a sudoku with several solutions can be maximal", if *(.0) { "one solution" } else { "no solution" })]
    Settled(bool),
    /// More solutions than are listed.
    #[error("it has more than {MOST_SOLUTIONS} solutions: put more givens in")]
    Wide,
}

/// The givens, as cells and digits, that can be put into a sudoku with several solutions and leave several;
/// none where the sudoku is maximal.
///
/// # Errors
/// When the sudoku has not several solutions, or too many to list.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, addable, count, maximise};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6...2".parse()?;
/// assert!(!addable(&setup)?.is_empty());
/// let most = maximise(&setup)?;
/// assert!(addable(&most)?.is_empty() && count(&most, 2) == 2);
/// # Ok(())
/// # }
/// ```
pub fn addable(setup: &Setup) -> Result<Vec<(usize, u8)>, MaximalError> {
    let mut counts = [[0usize; 10]; CELLS];
    let mut all = 0;
    each_solution(setup, &mut |grid| {
        for (cell, &digit) in grid.cells().iter().enumerate() {
            counts[cell][usize::from(digit)] += 1;
        }
        all += 1;
        all <= MOST_SOLUTIONS
    });
    match all {
        0 | 1 => return Err(MaximalError::Settled(all == 1)),
        _ if all > MOST_SOLUTIONS => return Err(MaximalError::Wide),
        _ => {}
    }
    let mut open = Vec::new();
    for (cell, counts) in counts.iter().enumerate().filter(|(cell, _)| setup.cells()[*cell] == 0) {
        open.extend((1..=9u8).filter(|&digit| counts[usize::from(digit)] > 1).map(|digit| (cell, digit)));
    }
    Ok(open)
}

/// Puts givens in, from the first cell on, while several solutions are left.
///
/// # Errors
/// When the sudoku has not several solutions, or too many to list.
pub fn maximise(setup: &Setup) -> Result<Setup, MaximalError> {
    let mut most = *setup;
    while let Some(&(cell, digit)) = addable(&most)?.first() {
        most = most.with(cell, digit);
    }
    Ok(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::count;

    /// The second model: every digit in every cell, counted anew.
    #[test]
    fn addable_givens_are_those_that_leave_several() {
        let text = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
        let puzzle: Setup = text.parse().unwrap();
        assert_eq!(addable(&puzzle), Err(MaximalError::Settled(true)));
        assert_eq!(addable(&puzzle.with(0, 6)), Err(MaximalError::Settled(false)));
        assert_eq!(addable(&Setup::EMPTY), Err(MaximalError::Wide));
        for cell in puzzle.given().cells() {
            let setup = puzzle.with(cell, 0);
            let open = addable(&setup).unwrap();
            for other in (0..CELLS).filter(|&other| setup.cells()[other] == 0) {
                for digit in 1..=9 {
                    let several = count(&setup.with(other, digit), 2) == 2;
                    assert_eq!(open.contains(&(other, digit)), several);
                }
            }
            assert_eq!(addable(&maximise(&setup).unwrap()), Ok(Vec::new()));
        }
    }
}
