//! The families of the program.

use ludex_core::Families;

/// All families, in the order they are listed everywhere. Opening one is cheap: tables are made or
/// mapped when they are first needed.
pub(crate) fn all() -> Families {
    Families::new(vec![
        Box::new(crate::sudoku::family()),
        Box::new(ludex_tetris::Tetris::default()),
        Box::new(ludex_xiangqi::Xiangqi::default()),
        Box::new(ludex_cube::Cubes::default()),
    ])
}
