//! New puzzles from uniformly random grids.

use crate::catalogue::{CatalogueError, GRIDS, Seeker};
use crate::field::Field;
use crate::grid::Grid;
use crate::map::Map;
use crate::setup::{CELLS, Setup};
use crate::solve::count;
use ludex_core::{Progress, Random, Stopped};
use thiserror::Error;

/// How the given cells lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symmetry {
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

impl Symmetry {
    /// The cells that go with a cell, itself among them.
    #[must_use]
    pub fn orbit(self, cell: usize) -> Field {
        let turn = |(r, c): (usize, usize)| (c, 8 - r);
        let flip = |(r, c): (usize, usize)| (8 - r, c);
        type Step = dyn Fn((usize, usize)) -> (usize, usize);
        let steps: &[&Step] = match self {
            Symmetry::None => &[],
            Symmetry::Half => &[&|(r, c)| (8 - r, 8 - c)],
            Symmetry::Quarter => &[&turn],
            Symmetry::Horizontal => &[&flip],
            Symmetry::Vertical => &[&|(r, c)| (r, 8 - c)],
            Symmetry::Diagonal => &[&|(r, c)| (c, r)],
            Symmetry::Antidiagonal => &[&|(r, c)| (8 - c, 8 - r)],
            Symmetry::Full => &[&turn, &flip],
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
pub struct Wish {
    /// This many givens; where it is not said, as few as come of taking out what can be.
    pub clues: Option<usize>,
    /// How the givens lie.
    pub symmetry: Symmetry,
    /// Exactly these given cells; the other wishes do not count then.
    pub pattern: Option<Field>,
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

/// Grids tried before a wish is given up.
const TRIES: u32 = 20_000;

/// A grid in a random disguise, its kind uniformly random among all essentially different ones.
///
/// # Errors
/// When the index is damaged.
pub fn random_grid(seeker: &mut Seeker, random: &mut Random) -> Result<Grid, CatalogueError> {
    let canonical = seeker.grid(random.below(GRIDS) + 1)?;
    Ok(Grid::from_cells(Map::random(random).apply_cells(canonical.grid().cells())))
}

/// A new puzzle with one solution.
///
/// # Errors
/// When none was found in many tries, the index is damaged, or the progress asked to stop.
pub fn generate(
    seeker: &mut Seeker,
    random: &mut Random,
    wish: &Wish,
    progress: &dyn Progress,
) -> Result<Setup, GenerateError> {
    for tried in 0..TRIES {
        progress.report(tried.into(), TRIES.into())?;
        let grid = random_grid(seeker, random)?;
        let setup = match wish.pattern {
            Some(field) => fill(&grid, field, random),
            None => dig(&grid, wish, random),
        };
        if let Some(setup) = setup {
            return Ok(setup);
        }
    }
    Err(GenerateError::Unlucky(TRIES))
}

/// Disguises of one grid tried for a pattern: cheaper than another grid.
const DISGUISES: u32 = 50;

fn fill(grid: &Grid, field: Field, random: &mut Random) -> Option<Setup> {
    (0..DISGUISES)
        .map(|_| field.cut(&Map::random(random).apply_cells(grid.cells())))
        .find(|setup| count(setup, 2) == 1)
}

fn dig(grid: &Grid, wish: &Wish, random: &mut Random) -> Option<Setup> {
    let mut cells: Vec<usize> = (0..CELLS).collect();
    random.shuffle(&mut cells);
    let mut field = Field::FULL;
    for cell in cells {
        let orbit = wish.symmetry.orbit(cell);
        let left = field.len();
        if !field.has(cell) || wish.clues.is_some_and(|clues| left < clues + orbit.len()) {
            continue;
        }
        let less = Field::from_bits(field.bits() & !orbit.bits());
        if count(&less.cut(grid.cells()), 2) == 1 {
            field = less;
        }
    }
    wish.clues.is_none_or(|clues| field.len() == clues).then(|| field.cut(grid.cells()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells() {
        use Symmetry::*;
        for symmetry in [None, Half, Quarter, Horizontal, Vertical, Diagonal, Antidiagonal, Full] {
            for cell in 0..CELLS {
                let orbit = symmetry.orbit(cell);
                assert!(orbit.has(cell) && [1, 2, 4, 8].contains(&orbit.len()));
                assert!(orbit.cells().all(|other| symmetry.orbit(other) == orbit));
            }
        }
    }
}
