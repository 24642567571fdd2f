//! A sudoku drawn.

use crate::setup::Setup;
use ludex_core::{Colour, Picture};

/// Nine by nine cells, the boxes set off by heavy lines.
pub(crate) fn picture(setup: &Setup) -> Picture {
    let mut picture = Picture::new(9.0, 9.0, format!("a sudoku with {} givens", setup.clues()));
    picture.rect(0.0, 0.0, 9.0, 9.0, Colour::WHITE);
    for heavy in [false, true] {
        for i in (0..=9).filter(|i| (i % 3 == 0) == heavy) {
            let (at, colour) = (i as f32, if heavy { Colour::BLACK } else { Colour::GREY });
            picture.line((at, 0.0), (at, 9.0), colour, heavy);
            picture.line((0.0, at), (9.0, at), colour, heavy);
        }
    }
    for (cell, &digit) in setup.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let (x, y) = ((cell % 9) as f32 + 0.5, (cell / 9) as f32 + 0.5);
        picture.label(x, y, digit.to_string(), Colour::BLACK, 0.6);
    }
    picture
}
