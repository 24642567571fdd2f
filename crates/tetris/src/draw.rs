//! Pictures of fields and pages.

use crate::field::{Cell, Field, WIDTH};
use crate::fumen::Page;
use ludex_core::{Colour, Picture};

/// The least number of rows a picture shows.
const LEAST_ROWS: usize = 4;

/// The guideline's colours.
const fn colour(cell: Cell) -> Colour {
    match cell {
        Cell::Empty => Colour(0xF3, 0xF3, 0xED),
        Cell::I => Colour(0x41, 0xAF, 0xDE),
        Cell::L => Colour(0xEF, 0x95, 0x35),
        Cell::O => Colour(0xF7, 0xD3, 0x3E),
        Cell::Z => Colour(0xEF, 0x62, 0x4D),
        Cell::T => Colour(0xB4, 0x51, 0xAC),
        Cell::J => Colour(0x19, 0x83, 0xBF),
        Cell::S => Colour(0x66, 0xC6, 0x5C),
        Cell::Gray => Colour(0x99, 0x99, 0x99),
    }
}

/// Draws a field, at least `rows` rows of it.
#[must_use]
pub fn field(field: &Field, rows: usize, title: &str) -> Picture {
    let rows = field.height().max(rows).max(1);
    let mut picture = Picture::new(WIDTH as f32, rows as f32, title);
    for y in 0..rows {
        for x in 0..WIDTH {
            let cell = field.get(x, y as i32);
            picture.cell(x as f32, (rows - 1 - y) as f32, colour(cell), cell.letter());
        }
    }
    picture
}

/// Draws a page: its field with the piece in it.
#[must_use]
pub fn page(page: &Page, title: &str) -> Picture {
    pages(std::slice::from_ref(page), title).remove(0)
}

/// Draws pages, all with the same number of rows.
#[must_use]
pub fn pages(pages: &[Page], title: &str) -> Vec<Picture> {
    let filled: Vec<Field> = pages
        .iter()
        .map(|page| {
            let mut field = page.field.clone();
            if let Some(p) = page.piece {
                field.put(p.piece, p.rotation, p.x, p.y);
            }
            field
        })
        .collect();
    let rows = filled.iter().map(Field::height).max().unwrap_or(0).max(LEAST_ROWS);
    filled.iter().map(|f| field(f, rows, title)).collect()
}
