//! Pictures of fields and pages.

use crate::field::{Cell, Field, WIDTH};
use crate::fumen::{Page, Quiz};
use crate::piece::{Piece, Rotation};
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

/// What is drawn around a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Pieces shown of what comes next.
    pub next: usize,
    /// Whether the field is drawn alone.
    pub bare: bool,
    /// Rows drawn at least.
    pub rows: usize,
}

/// Columns beside a field for a piece.
const BESIDE: f32 = 5.0;
/// Rows of a piece beside a field.
const PIECE_ROWS: usize = 3;

impl Frame {
    fn rows(self, fields: &[Field]) -> usize {
        let rows = fields.iter().map(Field::height).max().unwrap_or(0).max(self.rows).max(1);
        if self.bare { rows } else { rows.max(PIECE_ROWS * self.next.max(1)) }
    }

    fn width(self) -> f32 {
        if self.bare { WIDTH as f32 } else { WIDTH as f32 + 2.0 * BESIDE }
    }

    /// Draws one page into a picture, from a column on.
    fn draw(self, picture: &mut Picture, page: &Page, filled: &Field, rows: usize, left: f32) {
        let x0 = if self.bare { left } else { left + BESIDE };
        for y in 0..rows {
            for x in 0..WIDTH {
                let cell = filled.get(x, y as i32);
                picture.cell(x0 + x as f32, (rows - 1 - y) as f32, colour(cell), cell.letter());
            }
        }
        let Some(quiz) = Quiz::read(&page.comment).ok().filter(|_| !self.bare) else { return };
        if let Some(held) = quiz.held() {
            small(picture, held, left, 0.0);
        }
        for (i, &piece) in quiz.next().iter().take(self.next).enumerate() {
            small(picture, piece, x0 + WIDTH as f32 + 1.0, (PIECE_ROWS * i) as f32);
        }
    }
}

/// A piece beside the field.
fn small(picture: &mut Picture, piece: Piece, x: f32, y: f32) {
    let cell = Cell::of(piece);
    for (dx, dy) in piece.cells(Rotation::Spawn) {
        picture.cell(x + 1.0 + f32::from(dx), y + 1.0 - f32::from(dy), colour(cell), cell.letter());
    }
}

/// Draws pages with what is held and what comes next, as the quizzes in their comments say.
#[must_use]
pub fn frames(pages: &[Page], frame: Frame, title: &str) -> Vec<Picture> {
    let filled = filled(pages);
    let rows = frame.rows(&filled);
    let one = |(page, field): (&Page, &Field)| {
        let mut picture = Picture::new(frame.width(), rows as f32, title);
        frame.draw(&mut picture, page, field, rows, 0.0);
        picture
    };
    pages.iter().zip(&filled).map(one).collect()
}

/// Draws pages side by side in one picture.
///
/// # Examples
/// ```
/// use ludex_tetris::Fumen;
/// use ludex_tetris::draw::{Frame, strip};
/// let pages = Fumen::decode("v115@vhCzLJSyBXoB")?.pages;
/// let picture = strip(&pages, Frame { next: 0, bare: true, rows: 4 }, "three steps");
/// assert_eq!((picture.width, picture.height), (32.0, 4.0));
/// # Ok::<(), ludex_tetris::FumenError>(())
/// ```
#[must_use]
pub fn strip(pages: &[Page], frame: Frame, title: &str) -> Picture {
    let filled = filled(pages);
    let rows = frame.rows(&filled);
    let step = frame.width() + 1.0;
    let mut picture = Picture::new((step * pages.len() as f32 - 1.0).max(1.0), rows as f32, title);
    for (i, (page, field)) in pages.iter().zip(&filled).enumerate() {
        frame.draw(&mut picture, page, field, rows, step * i as f32);
    }
    picture
}

/// Draws pages, all with the same number of rows.
#[must_use]
pub fn pages(pages: &[Page], title: &str) -> Vec<Picture> {
    let filled = filled(pages);
    let rows = filled.iter().map(Field::height).max().unwrap_or(0).max(LEAST_ROWS);
    filled.iter().map(|f| field(f, rows, title)).collect()
}

/// The fields of pages with their pieces in them.
fn filled(pages: &[Page]) -> Vec<Field> {
    pages
        .iter()
        .map(|page| {
            let mut field = page.field.clone();
            if let Some(p) = page.piece {
                field.put(p.piece, p.rotation, p.x, p.y);
            }
            field
        })
        .collect()
}
