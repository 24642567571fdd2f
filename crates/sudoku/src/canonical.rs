//! The least of all disguises of a grid, and of a puzzle on its grid.

use crate::band::{BandMap, Bands, key};
use crate::catalogue::CatalogueError;
use crate::cell_set::CellSet;
use crate::cells::{Cells, compare, transpose};
use crate::grid::Grid;
use crate::map::Map;
use crate::name::PuzzleName;
use crate::position::Position;
use crate::setup::Setup;
use crate::tables::Tables;
use std::cmp::Ordering;

/// A min-lex grid: the least of its disguises, read row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalGrid(Grid);

impl Grid {
    /// The canonical form of the grid: the least of its disguises.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::Grid;
    /// let grid: Grid =
    ///     "456789123123456789789123456231564897564897231897231564312645978645978312978312645".parse()?;
    /// assert_eq!(grid.canonical().automorphisms(), 648);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn canonical(&self) -> CanonicalGrid {
        CanonicalGrid(Grid::from_rows(&search(&self.rows(), &mut |_| {})))
    }

    /// The canonical form and every map that leads to it: as many as the grid has automorphisms.
    #[must_use]
    pub fn canonical_with_maps(&self) -> (CanonicalGrid, Vec<Map>) {
        let rows = self.rows();
        let mut found = Vec::with_capacity(1);
        let least = search(&rows, &mut |event| match event {
            Found::Less(at) => {
                found.clear();
                found.push(at);
            }
            Found::Equal(at) => found.push(at),
        });
        let turned = transpose(&rows);
        let maps = found.iter().map(|at| at.map(if at.view < 3 { &rows } else { &turned })).collect();
        (CanonicalGrid(Grid::from_rows(&least)), maps)
    }
}

impl CanonicalGrid {
    /// Takes a grid that is min-lex already; nothing where it is not.
    #[must_use]
    pub fn check(grid: &Grid) -> Option<CanonicalGrid> {
        Some(grid.canonical()).filter(|canonical| canonical.0 == *grid)
    }

    /// Its rank among all min-lex grids, 1 for the first.
    ///
    /// # Errors
    /// When the catalogue cannot be used.
    pub fn rank(&self, tables: &Tables) -> Result<u64, CatalogueError> {
        tables.seek(|seeker| seeker.rank(self))
    }

    /// Rows known to be min-lex.
    pub(crate) fn from_rows(rows: &Cells) -> CanonicalGrid {
        CanonicalGrid(Grid::from_rows(rows))
    }

    /// The grid itself.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// How many maps keep the grid as it is.
    #[must_use]
    pub fn automorphisms(&self) -> usize {
        let mut count = 0;
        search(&self.0.rows(), &mut |event| match event {
            Found::Less(_) => count = 1,
            Found::Equal(_) => count += 1,
        });
        count
    }
}

/// A puzzle on its min-lex solution grid: of all the places its givens can take there, the one whose
/// text is least with `.` before the digits.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Position, Setup, Tables};
/// let setup: Setup =
///     "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5".parse()?;
/// let canonical = Position::try_from(&setup)?.canonical();
/// assert_eq!(canonical.position().canonical(), canonical);
/// assert_eq!(canonical.name(&Tables::default())?.to_string().len(), 19);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical {
    grid: CanonicalGrid,
    given: CellSet,
}

impl Canonical {
    /// The canonical form of the given cells of a solution, and one map that leads to it. They must
    /// have that one solution only.
    pub(crate) fn on(solution: &Grid, given: CellSet) -> (Canonical, Map) {
        let (grid, maps) = solution.canonical_with_maps();
        let (given, map) = maps
            .into_iter()
            .map(|map| (image(given, &map), map))
            .min_by_key(|(given, _)| *given)
            .expect("one map at least");
        (Canonical { grid, given }, map)
    }

    /// The name: the rank of the solution and the given cells.
    ///
    /// # Errors
    /// When the catalogue cannot be used.
    pub fn name(&self, tables: &Tables) -> Result<PuzzleName, CatalogueError> {
        tables.seek(|seeker| seeker.name(self))
    }

    /// The puzzle as a position like any other.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::known(self.setup(), self.grid.0)
    }

    /// The solution.
    #[must_use]
    pub const fn grid(&self) -> &CanonicalGrid {
        &self.grid
    }

    /// The given cells.
    #[must_use]
    pub const fn given(&self) -> CellSet {
        self.given
    }

    /// The puzzle.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.given.cut(self.grid.0.cells())
    }

    /// How many maps of the puzzle's grid keep its given cells.
    #[must_use]
    pub fn automorphisms(&self) -> usize {
        let (_, maps) = self.grid.0.canonical_with_maps();
        maps.iter().filter(|map| image(self.given, map) == self.given).count()
    }
}

fn image(given: CellSet, map: &Map) -> CellSet {
    (0..crate::setup::CELLS).filter(|&cell| given.has(map.source(cell))).collect()
}

/// A band or stack sent to the first band by a map.
#[derive(Clone, Copy)]
struct At {
    /// Bands 0..2, stacks 3..5.
    view: usize,
    map: BandMap,
}

enum Found {
    /// Less than all before.
    Less(At),
    /// Equal to the least so far.
    Equal(At),
}

impl At {
    /// The whole map; `cells` is the grid, transposed where the view is a stack.
    fn map(&self, cells: &Cells) -> Map {
        let band = self.view % 3;
        let names = self.map.names(&cells[3 * band + usize::from(self.map.rows[0])]);
        let head = |row: u8| names[usize::from(cells[usize::from(row)][usize::from(self.map.cols[0])])];
        let mut map = Map { transposed: self.view >= 3, cols: self.map.cols, ..Map::IDENTITY };
        let mut thirds = [(band + 1) % 3, (band + 2) % 3].map(|b| {
            let mut rows = [0, 1, 2].map(|r| 3 * b as u8 + r);
            rows.sort_by_key(|&row| head(row));
            rows
        });
        thirds.sort_by_key(|rows| head(rows[0]));
        map.rows[..3].copy_from_slice(&self.map.rows.map(|r| 3 * band as u8 + r));
        map.rows[3..6].copy_from_slice(&thirds[0]);
        map.rows[6..].copy_from_slice(&thirds[1]);
        for (to, name) in map.names[1..].iter_mut().zip(names) {
            *to = name + 1;
        }
        map
    }
}

/// The least image of a grid. Only a band or stack of the lowest class can go first, and only by
/// the maps that make it the least band of that class.
#[inline]
fn search(cells: &Cells, found: &mut impl FnMut(Found)) -> Cells {
    let bands = Bands::get();
    let turned = transpose(cells);
    let view = |v: usize| if v < 3 { cells } else { &turned };
    let keys: [_; 6] = std::array::from_fn(|v| {
        let rows = &view(v)[3 * (v % 3)..];
        key(&rows[0], &rows[1], &rows[2])
    });
    let classes = keys.map(|key| bands.class[key.form]);
    let least = classes.into_iter().min().expect("six of them");
    let auts = &bands.auts[usize::from(least)];
    let mut best: Option<Cells> = None;
    for v in (0..6).filter(|&v| classes[v] == least) {
        let own = bands.map(keys[v]);
        for (i, aut) in auts.iter().enumerate() {
            let map = if i == 0 { own } else { own.then(aut) };
            let at = At { view: v, map };
            let order = match &best {
                None => Ordering::Less,
                Some(best) => compare(view(v), best, v % 3, &map),
            };
            match order {
                Ordering::Less => {
                    best = Some(image_of(view(v), v % 3, &map, &bands.least[usize::from(least)]));
                    found(Found::Less(at));
                }
                Ordering::Equal => found(Found::Equal(at)),
                Ordering::Greater => {}
            }
        }
    }
    best.expect("the lowest class is one of the six")
}

/// The image under a map that sends a band of the view to the least band of its class.
#[inline]
fn image_of(view: &Cells, band: usize, map: &BandMap, least: &[[u8; 9]; 3]) -> Cells {
    let names = map.names(&view[3 * band + usize::from(map.rows[0])]);
    let head = |row: usize| names[usize::from(view[row][usize::from(map.cols[0])] & 15)];
    let mut image = [[0; 9]; 9];
    image[..3].copy_from_slice(least);
    let (mut p, mut q) = (3 * ((band + 1) % 3), 3 * ((band + 2) % 3));
    // The band with the row that begins with 2 goes second.
    if head(p) != 1 && head(p + 1) != 1 && head(p + 2) != 1 {
        std::mem::swap(&mut p, &mut q);
    }
    for (to, from) in [(3, p), (6, q)] {
        let heads = [head(from), head(from + 1), head(from + 2)];
        for r in 0..3 {
            let rank = heads.iter().filter(|&&other| other < heads[r]).count();
            for (c, digit) in image[to + rank].iter_mut().enumerate() {
                *digit = names[usize::from(view[from + r][usize::from(map.cols[c])] & 15)];
            }
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    const MOST: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    fn first() -> Grid {
        MOST.parse().unwrap()
    }

    #[test]
    fn the_most_symmetric_grid_has_648_automorphisms() {
        assert_eq!(first().canonical().automorphisms(), 648);
    }

    /// The second model: every map of a small set of them, applied to the whole grid.
    #[test]
    fn disguises_have_one_canonical_form() {
        let mut random = Random::new(11);
        let grids = [
            MOST,
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        ];
        for text in grids {
            let grid: Grid = text.parse().unwrap();
            let (canonical, maps) = grid.canonical_with_maps();
            for map in &maps {
                assert_eq!(map.apply(&grid.setup()), canonical.grid().setup());
            }
            for _ in 0..200 {
                let image = Grid::new(&Map::random(&mut random).apply(&grid.setup())).unwrap();
                assert!(image.cells() >= canonical.grid().cells());
                assert_eq!(image.canonical(), canonical);
                let given =
                    CellSet::from_bits(u128::from(random.next_u64()) << 17 ^ u128::from(random.next_u64()));
                let (puzzle, map) = Canonical::on(&image, given);
                assert_eq!(map.apply(&given.cut(image.cells())), puzzle.setup());
                let other = Map::random(&mut random);
                let moved = other.apply(&given.cut(image.cells()));
                let full = Grid::new(&other.apply(&image.setup())).unwrap();
                assert_eq!(Canonical::on(&full, moved.given()).0, puzzle);
            }
        }
    }
}
