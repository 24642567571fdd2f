//! Rows to try the functions on: positions of each family in disguise, and among them what is none.

use crate::{Function, Kind, Settings, find};
use arrow_array::{ArrayRef, StringArray, UInt64Array};
use ludex_core::Random;
use ludex_cube::{Corners, Cubie, Face, Pieces, Position as Cube, Turn, notation, text as cube_text};
use ludex_sudoku::{CellSet, Grid, Map, Tables, count, random_grid};
use ludex_tetris::fumen::{Fumen, Page};
use ludex_tetris::{Field, Piece};
use std::sync::Arc;

/// One row of so many is none.
const BAD: u64 = 29;
/// Puzzles that share a grid.
const SHARING: usize = 8;
/// Cells that are tried to be left out of a puzzle.
const TRIES: usize = 54;

/// So many rows of a family (`sudoku`, `tetris`, `cube`, `xiangqi`), or of all in turn (`any`), the same for the
/// same seed on every machine. The first is always a position; some later ones are not.
///
/// # Examples
/// ```
/// let rows = ludex_arrow::sample::rows("xiangqi", 100, 1);
/// assert_eq!(rows, ludex_arrow::sample::rows("xiangqi", 100, 1));
/// ```
#[must_use]
pub fn rows(family: &str, count: usize, seed: u64) -> Vec<String> {
    let mut maker = Maker { random: Random::new(seed), grid: None, uses: 0, tables: Tables::default() };
    let families = ["sudoku", "tetris", "xiangqi", "cube"];
    (0..count)
        .map(|i| {
            let family = if family == "any" { families[i % families.len()] } else { family };
            let row = maker.row(family);
            if i > 0 && maker.random.below(BAD) == 0 { maker.spoiled(family, &row) } else { row }
        })
        .collect()
}

/// Columns to try a function on, of so many rows: as many columns as it must have.
///
/// # Examples
/// ```
/// let function = ludex_arrow::find("sudoku", "same").expect("it is there");
/// assert_eq!(ludex_arrow::sample::columns(function, 10, 1).len(), 2);
/// ```
///
/// # Panics
/// When positions of the family have no names, which they have.
#[must_use]
pub fn columns(function: &Function, count: usize, seed: u64) -> Vec<ArrayRef> {
    let lines = rows(function.family(), count, seed);
    let texts = |of: &dyn Fn(usize) -> String| -> ArrayRef {
        Arc::new(StringArray::from_iter_values((0..count).map(of)))
    };
    let pick = |words: &[&str], i: usize| words[i % words.len()].to_owned();
    if function.name() == "text" {
        // Names lead back to positions.
        let exact = find(function.family(), "exact_name");
        let namer = exact.or(find(function.family(), "name")).expect("every family has names");
        let input: ArrayRef = Arc::new(StringArray::from_iter_values(&lines));
        return vec![namer.call(&[input.into()], count, &Settings::default()).expect("names")];
    }
    let arguments = function.arguments()[..function.least_arguments()].iter();
    arguments
        .map(|argument| match (argument.kind, argument.name) {
            (Kind::Number, _) => Arc::new(UInt64Array::from_iter_values(
                (0..count as u64).map(|i| i * 2_736_365 % 5_600_000_000),
            )) as ArrayRef,
            (_, "pattern") if function.name() == "percent" => texts(&|i| pick(&["L,*p4", "?", "T,*p4"], i)),
            (_, "pattern") => texts(&|i| pick(&["[SZ]!", "*p2", "??"], i)),
            (_, "fumen") => texts(&|i| pick(&["v115@9gC8DeF8DeF8DeF8DeC8JeAgH", "v115@", "nothing"], i)),
            (_, "b") => texts(&|i| lines[if i % 3 == 0 { i / 2 } else { i }].clone()),
            _ => texts(&|i| lines[i].clone()),
        })
        .collect()
}

struct Maker {
    random: Random,
    /// The grid that several puzzles share.
    grid: Option<Grid>,
    uses: usize,
    tables: Tables,
}

impl Maker {
    fn row(&mut self, family: &str) -> String {
        match family {
            "sudoku" => self.sudoku(),
            "tetris" => self.tetris(),
            "cube" => self.cube(),
            _ => ludex_xiangqi::sample::placement(&mut self.random).to_string(),
        }
    }

    fn sudoku(&mut self) -> String {
        let grid = match self.grid.filter(|_| !self.uses.is_multiple_of(SHARING)) {
            Some(grid) => grid,
            None => {
                let random = &mut self.random;
                self.tables
                    .seek(|seeker| random_grid(seeker, random))
                    .expect("the shipped index is tested elsewhere")
            }
        };
        (self.grid, self.uses) = (Some(grid), self.uses + 1);
        let mut given = CellSet::FULL;
        for _ in 0..TRIES {
            let less = CellSet::from_bits(given.bits() & !(1 << self.random.below(81)));
            if count(&less.cut(grid.cells()), 2) == 1 {
                given = less;
            }
        }
        Map::random(&mut self.random).apply(&given.cut(grid.cells())).to_string()
    }

    fn pieces(&mut self, most: u64) -> String {
        let mut bag: Vec<Piece> = Piece::ALL.to_vec();
        let count = 1 + self.random.below(most) as usize;
        let mut pieces = Vec::new();
        while pieces.len() < count {
            pieces.push(bag.remove(self.random.below(bag.len() as u64) as usize));
        }
        Piece::spell(&pieces)
    }

    fn tetris(&mut self) -> String {
        let rows: Vec<String> = (0..2)
            .map(|_| (0..10).map(|_| ['_', '_', 'T', 'L', 'S'][self.random.below(5) as usize]).collect())
            .collect();
        let field = Field::from_rows(&[&rows[0], &rows[1]]).unwrap_or_default();
        let fumen = Fumen { pages: vec![Page::of(field)] }.encode();
        let (pc, oqb) = (1 + self.random.below(9), self.random.below(2));
        let (leftover, build, cover) = (self.pieces(7), self.pieces(7), self.pieces(6));
        format!("{pc}\t{oqb}\t{leftover}\t{build}\t[{cover}]!\t{fumen}")
    }

    fn cube(&mut self) -> String {
        match self.random.below(4) {
            0 => {
                let corners = Corners::random2(&mut self.random);
                cube_text::facelets(Cube::from(&Pieces::Two(corners)).stickers())
            }
            1 => {
                let state = Cubie::random(&mut self.random);
                cube_text::seed(Cube::from(&Pieces::Three(state)).stickers())
            }
            2 => {
                let length = 1 + self.random.below(25);
                let turn = |random: &mut Random| {
                    Turn::face(Face::from_index(random.below(6) as u8), 1 + random.below(3) as u8)
                };
                let turns: Vec<Turn> = (0..length).map(|_| turn(&mut self.random)).collect();
                notation::write(&turns, 3)
            }
            _ => {
                let state = Cubie::random(&mut self.random);
                cube_text::facelets(Cube::from(&Pieces::Three(state)).stickers())
            }
        }
    }

    /// Something that is no position, or another one; never a position with something behind it, which a
    /// line of the program would hand on.
    fn spoiled(&mut self, family: &str, row: &str) -> String {
        let count = row.chars().count();
        match self.random.below(4) {
            0 => format!("no {family}"),
            1 => row.chars().take(count / 2).collect::<String>().trim_end().to_owned(),
            2 => {
                let at = self.random.below(count.min(8) as u64) as usize;
                row.chars().enumerate().map(|(i, c)| if i == at { '車' } else { c }).collect()
            }
            // Everything stands there twice: a clash, a row that is too long. Two spaces would end the position.
            _ => {
                let doubled = row.chars().filter(|c| *c != ' ').flat_map(|c| [c, c]);
                doubled.take(count).collect::<String>().trim_end().to_owned()
            }
        }
    }
}
