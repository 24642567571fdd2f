//! The families with their tables, opened once for the process: opening is cheap, tables are made or mapped
//! when they are first needed.

use ludex_core::Families;
use ludex_cube::Cubes;
use ludex_sudoku::Sudoku;
use ludex_tetris::Tetris;
use ludex_xiangqi::Xiangqi;
use std::sync::OnceLock;

/// All families, in the order they are listed everywhere.
#[must_use]
pub fn families() -> &'static Families {
    static ALL: OnceLock<Families> = OnceLock::new();
    ALL.get_or_init(|| {
        Families::new(vec![
            Box::new(sudoku().clone()),
            Box::new(Tetris::default()),
            Box::new(Xiangqi::default()),
            Box::new(Cubes::default()),
        ])
    })
}

/// Sudoku with the finest index at hand. One that cannot be used is passed over: answers are the same with
/// the index inside the library, and `ludex tables verify` tells what is wrong.
pub(crate) fn sudoku() -> &'static Sudoku {
    static SUDOKU: OnceLock<Sudoku> = OnceLock::new();
    SUDOKU.get_or_init(|| Sudoku::new(ludex_sudoku::Tables::cached(|_| ())))
}

/// The tables of the cube solvers, from the user's cache folder where they are kept.
pub(crate) fn cube_tables() -> &'static ludex_cube::Tables {
    static TABLES: OnceLock<ludex_cube::Tables> = OnceLock::new();
    TABLES.get_or_init(ludex_cube::Tables::cached)
}

/// One family alone, for what compares two items.
pub(crate) fn alone(word: &str) -> &'static Families {
    static ALONE: [OnceLock<Families>; 3] = [const { OnceLock::new() }; 3];
    match word {
        "sudoku" => ALONE[0].get_or_init(|| Families::new(vec![Box::new(sudoku().clone())])),
        "tetris" => ALONE[1].get_or_init(|| Families::new(vec![Box::new(Tetris::default())])),
        _ => ALONE[2].get_or_init(|| Families::new(vec![Box::new(Xiangqi::default())])),
    }
}

/// Cubes alone, moves being those of one size; nothing where there are none of that size.
///
/// # Examples
/// ```
/// assert!(ludex_arrow::cubes(2).is_some_and(|cubes| cubes.read("R U R' U'").is_ok()));
/// assert!(ludex_arrow::cubes(1).is_none());
/// ```
#[must_use]
pub fn cubes(size: usize) -> Option<&'static Families> {
    (2..=ludex_cube::MAX_SIZE).contains(&size).then(|| cubes_of(Some(size)))
}

/// Cubes alone, of one size where it is given.
pub(crate) fn cubes_of(size: Option<usize>) -> &'static Families {
    static CUBES: [OnceLock<Families>; ludex_cube::MAX_SIZE + 1] =
        [const { OnceLock::new() }; ludex_cube::MAX_SIZE + 1];
    CUBES[size.unwrap_or(0)].get_or_init(|| {
        let cubes = size.map_or_else(Cubes::default, Cubes::with_size);
        Families::new(vec![Box::new(cubes)])
    })
}
