//! New puzzles from uniformly random grids.

use crate::catalogue::{CatalogueError, GRIDS, Seeker};
use crate::cell_set::CellSet;
use crate::few::{BY_SETS, hit, lower};
use crate::grid::Grid;
use crate::map::Map;
use crate::position::FEWEST_CLUES;
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

    /// Whether so many cells can lie like this: a quarter turn takes 4 k or 4 k + 1 of them.
    ///
    /// # Examples
    /// ```
    /// use ludex_sudoku::ClueSymmetry;
    /// assert!(ClueSymmetry::Quarter.allows(25));
    /// assert!(!ClueSymmetry::Quarter.allows(26));
    /// ```
    #[must_use]
    pub fn allows(self, clues: usize) -> bool {
        // Bit n: n cells can be put together from whole orbits.
        let sums = (0..CELLS)
            .map(|cell| (cell, self.orbit(cell)))
            .filter(|(cell, orbit)| orbit.cells().next() == Some(*cell))
            .fold(1u128, |sums, (_, orbit)| sums | sums << orbit.len());
        clues <= CELLS && sums >> clues & 1 == 1
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
    /// The symmetry has no set of so many cells.
    #[error("{clues} givens cannot lie in this symmetry: {near} can")]
    Clues {
        /// How many were asked for.
        clues: usize,
        /// The nearest number that can.
        near: usize,
    },
    /// No grid tried has a puzzle with so few givens.
    #[error("no puzzle with {clues} givens in {tries} tries: {}", if *symmetric {
        "few grids have one so symmetric; ask for more givens, or for less symmetry"
    } else {
        "very few grids have one; ask for more givens, or try another seed"
    })]
    FewClues {
        /// How many were asked for.
        clues: usize,
        /// How many grids were tried.
        tries: u32,
        /// Whether a symmetry was asked for, too.
        symmetric: bool,
    },
    /// No grid tried has one solution with the given cells asked for.
    #[error("no puzzle with these {cells} given cells in {tries} tries: few or no grids have one")]
    Cells {
        /// How many cells.
        cells: usize,
        /// How many disguises of grids were tried.
        tries: u32,
    },
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
    if let (Some(clues), None) = (options.clues, options.cells)
        && !options.symmetry.allows(clues)
    {
        let near = (0..=CELLS).filter(|&n| n >= FEWEST_CLUES && options.symmetry.allows(n));
        let near = near.min_by_key(|n| n.abs_diff(clues)).unwrap_or(CELLS);
        return Err(GenerateError::Clues { clues, near });
    }
    for tried in 0..TRIES {
        progress.report(tried.into(), TRIES.into())?;
        let grid = random_grid(seeker, random)?;
        let setup = match (options.cells, options.clues) {
            (Some(cells), _) => fill(&grid, cells, random),
            (None, Some(clues)) if options.symmetry == ClueSymmetry::None && BY_SETS.contains(&clues) => {
                hit(&grid, clues, random, progress)?
            }
            _ => match (dig(&grid, options, random), options.clues) {
                (Ok(setup), _) => Some(setup),
                (Err(dug), Some(clues)) if options.symmetry == ClueSymmetry::None => {
                    lower(&dug, clues, random, progress)?
                }
                _ => None,
            },
        };
        if let Some(setup) = setup {
            return Ok(setup);
        }
    }
    Err(match (options.cells, options.clues) {
        (Some(cells), _) => GenerateError::Cells { cells: cells.len(), tries: TRIES * DISGUISES },
        (None, clues) => GenerateError::FewClues {
            clues: clues.unwrap_or_default(),
            tries: TRIES,
            symmetric: options.symmetry != ClueSymmetry::None,
        },
    })
}

/// Disguises of one grid tried for given cells: cheaper than another grid.
const DISGUISES: u32 = 50;

fn fill(grid: &Grid, cells: CellSet, random: &mut Random) -> Option<Setup> {
    (0..DISGUISES)
        .map(|_| cells.cut(&Map::random(random).apply_cells(grid.cells())))
        .find(|setup| count(setup, 2) == 1)
}

/// Takes givens out of a grid; what is left where that are too many.
fn dig(grid: &Grid, options: &GenerateOptions, random: &mut Random) -> Result<Setup, Setup> {
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
    let dug = given.cut(grid.cells());
    if options.clues.is_none_or(|clues| given.len() == clues) { Ok(dug) } else { Err(dug) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Defect 4 of the second round: 26 givens and a quarter turn were searched for until the end.
    #[test]
    fn clues_that_no_symmetry_has_are_refused_at_once() {
        let mut seeker = crate::catalogue::Catalogue::shipped().seeker();
        let options =
            GenerateOptions { clues: Some(26), symmetry: ClueSymmetry::Quarter, cells: Option::None };
        let error = generate(&mut seeker, &mut Random::new(1), &options, &ludex_core::Silent).unwrap_err();
        assert_eq!(error, GenerateError::Clues { clues: 26, near: 25 });
        assert!((17..=81).all(|n| ClueSymmetry::Half.allows(n) && ClueSymmetry::Diagonal.allows(n)));
    }

    /// Defect 4 of the second round: five puzzles of 20 givens came to three.
    #[test]
    fn twenty_givens_are_found_every_time() {
        let mut seeker = crate::catalogue::Catalogue::shipped().seeker();
        let options = GenerateOptions { clues: Some(20), ..GenerateOptions::default() };
        for seed in 0..2 {
            let made = generate(&mut seeker, &mut Random::new(seed), &options, &ludex_core::Silent).unwrap();
            assert_eq!((made.clues(), count(&made, 2)), (20, 1));
            assert!(crate::minimal::is_minimal(&crate::position::Position::try_from(&made).unwrap()));
        }
    }

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
