//! New puzzles from uniformly random grids.

use crate::catalogue::{CatalogueError, GRIDS, Seeker};
use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::map::Map;
use crate::setup::{CELLS, Setup};
use crate::solve::count;
use ludex_core::{Progress, Random, Stopped};
use thiserror::Error;

/// How the given cells lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClueSymmetry {
    /// Anyhow.
    #[default]
    None,
    /// The same after half a turn.
    Half,
    /// The same after a quarter turn.
    Quarter,
    /// Mirrored at the middle row.
    Horizontal,
    /// Mirrored at the middle column.
    Vertical,
    /// Mirrored at the main diagonal.
    Diagonal,
    /// Mirrored at the other diagonal.
    Antidiagonal,
    /// Everything: all turns and mirrors.
    Full,
}

impl ClueSymmetry {
    /// The cells that go with a cell, itself among them.
    #[must_use]
    pub fn orbit(self, cell: usize) -> CellSet {
        let turn = |(r, c): (usize, usize)| (c, 8 - r);
        let flip = |(r, c): (usize, usize)| (8 - r, c);
        type Step = dyn Fn((usize, usize)) -> (usize, usize);
        let steps: &[&Step] = match self {
            ClueSymmetry::None => &[],
            ClueSymmetry::Half => &[&|(r, c)| (8 - r, 8 - c)],
            ClueSymmetry::Quarter => &[&turn],
            ClueSymmetry::Horizontal => &[&flip],
            ClueSymmetry::Vertical => &[&|(r, c)| (r, 8 - c)],
            ClueSymmetry::Diagonal => &[&|(r, c)| (c, r)],
            ClueSymmetry::Antidiagonal => &[&|(r, c)| (8 - c, 8 - r)],
            ClueSymmetry::Full => &[&turn, &flip],
        };
        let mut orbit = vec![(cell / 9, cell % 9)];
        let mut i = 0;
        while i < orbit.len() {
            for step in steps {
                let next = step(orbit[i]);
                if !orbit.contains(&next) {
                    orbit.push(next);
                }
            }
            i += 1;
        }
        orbit.into_iter().map(|(r, c)| 9 * r + c).collect()
    }
}

/// What a new puzzle should be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GenerateOptions {
    /// This many givens; where it is not said, as few as come of taking out what can be.
    pub clues: Option<usize>,
    /// How the givens lie.
    pub symmetry: ClueSymmetry,
    /// Exactly these given cells; the other options do not count then.
    pub cells: Option<CellSet>,
}

/// Why no puzzle came of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Nothing fitting was found.
    #[error("no such puzzle in {0} tries: wish for more givens, or for less symmetry")]
    Unlucky(u32),
    /// The index is damaged.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Grids tried before the search is given up.
const TRIES: u32 = 20_000;

/// A grid in a random disguise, its kind uniformly random among all essentially different ones.
///
/// # Errors
/// When the index is damaged.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Tables, random_grid};
/// let mut random = ludex_core::Random::new(7);
/// let tables = Tables::default();
/// let grid = tables.seek(|seeker| random_grid(seeker, &mut random))?;
/// assert!(grid.canonical().rank(&tables)? > 0);
/// # Ok(())
/// # }
/// ```
pub fn random_grid(seeker: &mut Seeker, random: &mut Random) -> Result<Grid, CatalogueError> {
    let canonical = seeker.grid(random.below(GRIDS) + 1)?;
    Ok(Grid::from_cells(Map::random(random).apply_cells(canonical.grid().cells())))
}

/// A new puzzle with one solution.
///
/// # Errors
/// When none was found in many tries, the index is damaged, or the progress asked to stop.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{ClueSymmetry, GenerateOptions, Position, Tables, generate};
/// let options = GenerateOptions { symmetry: ClueSymmetry::Half, ..GenerateOptions::default() };
/// let mut random = ludex_core::Random::new(7);
/// let made = Tables::default()
///     .seek(|seeker| generate(seeker, &mut random, &options, &ludex_core::Silent))?;
/// assert!(Position::try_from(&made).is_ok());
/// # Ok(())
/// # }
/// ```
pub fn generate(
    seeker: &mut Seeker,
    random: &mut Random,
    options: &GenerateOptions,
    progress: &dyn Progress,
) -> Result<Setup, GenerateError> {
    for tried in 0..TRIES {
        progress.report(tried.into(), TRIES.into())?;
        let grid = random_grid(seeker, random)?;
        let setup = match options.cells {
            Some(cells) => fill(&grid, cells, random),
            None => dig(&grid, options, random),
        };
        if let Some(setup) = setup {
            return Ok(setup);
        }
    }
    Err(GenerateError::Unlucky(TRIES))
}

/// Disguises of one grid tried for given cells: cheaper than another grid.
const DISGUISES: u32 = 50;

fn fill(grid: &Grid, cells: CellSet, random: &mut Random) -> Option<Setup> {
    (0..DISGUISES)
        .map(|_| cells.cut(&Map::random(random).apply_cells(grid.cells())))
        .find(|setup| count(setup, 2) == 1)
}

fn dig(grid: &Grid, options: &GenerateOptions, random: &mut Random) -> Option<Setup> {
    let mut cells: Vec<usize> = (0..CELLS).collect();
    random.shuffle(&mut cells);
    let mut given = CellSet::FULL;
    for cell in cells {
        let orbit = options.symmetry.orbit(cell);
        let left = given.len();
        if !given.has(cell) || options.clues.is_some_and(|clues| left < clues + orbit.len()) {
            continue;
        }
        let less = CellSet::from_bits(given.bits() & !orbit.bits());
        if count(&less.cut(grid.cells()), 2) == 1 {
            given = less;
        }
    }
    options.clues.is_none_or(|clues| given.len() == clues).then(|| given.cut(grid.cells()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells() {
        use ClueSymmetry::*;
        for symmetry in [None, Half, Quarter, Horizontal, Vertical, Diagonal, Antidiagonal, Full] {
            for cell in 0..CELLS {
                let orbit = symmetry.orbit(cell);
                assert!(orbit.has(cell) && [1, 2, 4, 8].contains(&orbit.len()));
                assert!(orbit.cells().all(|other| symmetry.orbit(other) == orbit));
            }
        }
    }
}
