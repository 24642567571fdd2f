//! Puzzles with few givens, which taking givens out of a grid one by one does not come to: it ends at 22 to 26
//! of them, and comes to 20 once in some ten thousand grids.
//!
//! 18 to 20 givens are those that hit all unavoidable sets of a grid. Nearly every grid has puzzles of 20,
//! most have some of 19, a few those of 18.
//!
//! Some fifty thousand of the five billion grids have 17, too few to be met like that: two givens are taken out and
//! one put in, again and again. A puzzle without two of its givens has a handful of solutions, and a cell with a
//! digit that only one of them has makes a puzzle with one given less. The solution may change on the way.

use crate::grid::Grid;
use crate::hitting::FewGivens;
use crate::minimal::minimise;
use crate::position::Position;
use crate::setup::{CELLS, Setup};
use crate::solve::each_solution;
use ludex_core::{Progress, Random, Stopped};

/// Numbers of givens that are looked for among the hitting sets of a grid.
pub(crate) const BY_SETS: std::ops::RangeInclusive<usize> = 18..=20;

/// A minimal puzzle of the grid with this many givens; nothing where it has none.
pub(crate) fn hit(
    grid: &Grid,
    clues: usize,
    random: &mut Random,
    progress: &dyn Progress,
) -> Result<Option<Setup>, Stopped> {
    let search = FewGivens::new(grid, clues, &Pause(progress))?;
    let mut pieces: Vec<usize> = (0..search.pieces()).collect();
    random.shuffle(&mut pieces);
    let mut found = None;
    for piece in pieces {
        progress.report(0, 0)?;
        search.search(piece, &mut |setup| {
            found = Some(setup);
            false
        });
        if found.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Asks whether to stop, and does not tell how far a part of the work has come.
struct Pause<'a>(&'a dyn Progress);

impl Progress for Pause<'_> {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        self.0.report(0, 0)
    }
}

/// Pairs of givens tried for one puzzle before another grid is taken.
const PAIRS: u32 = 40_000;
/// One step to the side ({-1+1}) after so many pairs in vain.
const PATIENCE: u32 = 400;
/// More solutions than this seldom leave a cell that settles them all, and cost more to list.
const MOST: usize = 300;

/// A puzzle with this many givens near another that has more; nothing where none was met.
pub(crate) fn lower(
    start: &Setup,
    clues: usize,
    random: &mut Random,
    progress: &dyn Progress,
) -> Result<Option<Setup>, Stopped> {
    let mut setup = *start;
    for tried in 1..=PAIRS {
        if tried % 64 == 0 {
            progress.report(0, 0)?;
        }
        let side = tried % PATIENCE == 0;
        let given: Vec<usize> = setup.given().cells().collect();
        let one = random.below(given.len() as u64) as usize;
        let other = (one + 1 + random.below(given.len() as u64 - 1) as usize) % given.len();
        let mut less = setup.with(given[one], 0);
        if !side {
            less = less.with(given[other], 0);
        }
        let Some(found) = settle(&less, random) else { continue };
        if found.clues() < setup.clues() {
            // What was just put in may have made another given needless.
            let position = Position::try_from(&found).expect("one solution has the new digit");
            setup = minimise(&position, Some(random));
            if setup.clues() < clues {
                return Ok(Some(fill_up(&setup, clues, random)));
            }
        } else if side {
            setup = found;
        }
        if setup.clues() == clues {
            return Ok(Some(setup));
        }
    }
    Ok(None)
}

/// One more given that leaves one solution: a digit that only one of the solutions has in its cell.
fn settle(less: &Setup, random: &mut Random) -> Option<Setup> {
    let mut counts = [[0u16; 10]; CELLS];
    let mut solutions = 0;
    each_solution(less, &mut |grid| {
        for (cell, &digit) in grid.cells().iter().enumerate() {
            counts[cell][usize::from(digit)] += 1;
        }
        solutions += 1;
        solutions <= MOST
    });
    if solutions > MOST {
        return None;
    }
    let mut chosen = None;
    let mut met = 0;
    for (cell, counts) in counts.iter().enumerate().filter(|(cell, _)| less.cells()[*cell] == 0) {
        for (digit, _) in counts.iter().enumerate().filter(|(_, count)| **count == 1) {
            met += 1;
            if random.below(met) == 0 {
                chosen = Some(less.with(cell, digit as u8));
            }
        }
    }
    chosen
}

/// Givens of the solution put in until there are enough.
fn fill_up(setup: &Setup, clues: usize, random: &mut Random) -> Setup {
    let solution: Grid = *Position::try_from(setup).expect("a puzzle").solution();
    let mut free: Vec<usize> = (0..CELLS).filter(|&cell| setup.cells()[cell] == 0).collect();
    random.shuffle(&mut free);
    let short = clues - setup.clues();
    free[..short].iter().fold(*setup, |setup, &cell| setup.with(cell, solution.cells()[cell]))
}
