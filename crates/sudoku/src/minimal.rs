//! Puzzles without a needless given.

use crate::position::Position;
use crate::setup::{CELLS, Setup};
use crate::solve::count;
use ludex_core::Random;

/// The cells whose given can be left out, each by itself, without losing the one solution.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Position, Setup, is_minimal, needless};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let position = Position::try_from(&setup)?;
/// let full = Position::from(position.solution());
/// assert_eq!(needless(&full).len(), 81);
/// assert!(needless(&position).is_empty() && is_minimal(&position));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn needless(puzzle: &Position) -> Vec<usize> {
    let setup = puzzle.setup();
    (0..CELLS).filter(|&cell| setup.cells()[cell] > 0 && count(&setup.with(cell, 0), 2) == 1).collect()
}

/// Whether every given is needed.
#[must_use]
pub fn is_minimal(puzzle: &Position) -> bool {
    let setup = puzzle.setup();
    (0..CELLS).all(|cell| setup.cells()[cell] == 0 || count(&setup.with(cell, 0), 2) > 1)
}

/// Leaves needless givens out one after the other until the puzzle is minimal, from the first cell on
/// or in a random order.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Grid, Position, is_minimal, minimise};
/// let grid: Grid =
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse()?;
/// let puzzle = Position::try_from(&minimise(&Position::from(&grid), None))?;
/// assert!(is_minimal(&puzzle));
/// assert_eq!(*puzzle.solution(), grid);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn minimise(puzzle: &Position, random: Option<&mut Random>) -> Setup {
    let mut cells: Vec<usize> = (0..CELLS).collect();
    if let Some(random) = random {
        random.shuffle(&mut cells);
    }
    let mut setup = *puzzle.setup();
    for cell in cells {
        let less = setup.with(cell, 0);
        if less != setup && count(&less, 2) == 1 {
            setup = less;
        }
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_grid_becomes_minimal() {
        let grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        let puzzle = Position::try_from(&grid.parse::<Setup>().unwrap()).unwrap();
        assert_eq!(needless(&puzzle).len(), 81);
        for mut random in [None, Some(Random::new(1))] {
            let least = Position::try_from(&minimise(&puzzle, random.as_mut())).unwrap();
            assert!(is_minimal(&least) && needless(&least).is_empty());
            assert_eq!(least.solution(), puzzle.solution());
        }
    }
}
