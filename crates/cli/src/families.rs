//! The families of the program.

use ludex_core::Families;

/// All families, cubes read as of one size where it is given: moves say nothing about it.
pub(crate) fn with_cube_size(size: Option<u8>) -> Families {
    let cubes = match size {
        Some(size) => ludex_cube::Cubes::with_size(usize::from(size)),
        None => ludex_cube::Cubes::default(),
    };
    Families::new(vec![
        Box::new(crate::sudoku::family()),
        Box::new(ludex_tetris::Tetris::default()),
        Box::new(ludex_xiangqi::Xiangqi::default()),
        Box::new(cubes),
    ])
}

/// All families, in the order they are listed everywhere. Opening one is cheap: tables are made or
/// mapped when they are first needed.
pub(crate) fn all() -> Families {
    with_cube_size(None)
}
