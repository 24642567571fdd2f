//! What operations answer, as the document describes it. A test compares every answer with its description;
//! a field that stands in none of them fails it.

pub(crate) mod cube;
pub(crate) mod setups;
pub(crate) mod sudoku;
pub(crate) mod tetris;
pub(crate) mod xiangqi;
