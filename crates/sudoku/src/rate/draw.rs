//! Steps drawn: candidates, the pattern, links, eliminations.
//!
//! ```text
//! green    the candidates of the pattern, and of nodes taken for true
//! orange   nodes taken for false
//! red      struck candidates, crossed out
//! blue     the digit that is placed
//! lines    a link from true to false grey, from false to true dark blue
//! ```

use super::candidates::Candidates;
use super::step::{Chain, Step, cell_name};
use ludex_core::{Colour, Picture, Shape};

/// Units along a cell: candidates are to be read.
const CELL: f32 = 2.0;
/// Units under the board, for the caption.
const CAPTION: f32 = 1.6;
/// Letters of a caption line that fit under the board.
const CAPTION_LETTERS: usize = 72;
/// Space between the boards of a sheet.
const GAP: f32 = 1.0;
/// Boards side by side on a sheet.
const ACROSS: usize = 3;

const GREEN: Colour = Colour(0xA6, 0xE3, 0xA1);
const ORANGE: Colour = Colour(0xFF, 0xD0, 0x8A);
const RED: Colour = Colour(0xF5, 0x8A, 0x8A);
const BLUE: Colour = Colour(0x8C, 0xB4, 0xF5);
const LINK: Colour = Colour(0x23, 0x4A, 0x9C);

/// Where a candidate stands.
fn spot(cell: usize, digit: u8) -> (f32, f32) {
    let digit = usize::from(digit - 1);
    let along = |at: usize, third: usize| CELL * (at as f32 + (third as f32 + 0.5) / 3.0);
    (along(cell % 9, digit % 3), along(cell / 9, digit / 3))
}

/// A state as a board with its candidates, and on it a step, before it is done.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, rate::{Candidates, Rater, picture}};
/// let setup: Setup =
///     "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5".parse()?;
/// let state = Candidates::of(&setup);
/// let step = Rater::new().step(&state);
/// assert!(picture(&state, step.as_ref()).title.starts_with("1.2 Hidden Single"));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn picture(state: &Candidates, step: Option<&Step>) -> Picture {
    let side = 9.0 * CELL;
    let title = step.map_or_else(|| "solved".to_owned(), ToString::to_string);
    let mut picture = Picture::new(side, side + CAPTION, title);
    picture.rect(0.0, 0.0, side, side, Colour::WHITE);
    for heavy in [false, true] {
        for i in (0..=9).filter(|i| (i % 3 == 0) == heavy) {
            let (at, colour) = (CELL * i as f32, if heavy { Colour::BLACK } else { Colour::GREY });
            picture.line((at, 0.0), (at, side), colour, heavy);
            picture.line((0.0, at), (side, at), colour, heavy);
        }
    }
    if let Some(step) = step {
        mark(&mut picture, step);
    }
    for cell in 0..81 {
        if state.value(cell) > 0 {
            let (x, y) = spot(cell, 5);
            picture.label(x, y, state.value(cell).to_string(), Colour::BLACK, 0.6 * CELL);
        }
        for digit in state.digits(cell) {
            let (x, y) = spot(cell, digit);
            picture.label(x, y, digit.to_string(), Colour::BLACK, 0.22 * CELL);
        }
    }
    if let Some(step) = step {
        for marks in step.strikes() {
            for (x, y) in marks.digits().map(|digit| spot(marks.cell.into(), digit)) {
                let r = 0.12 * CELL;
                picture.line((x - r, y + r), (x + r, y - r), Colour::BLACK, false);
            }
        }
        let tenths = step.tenths();
        let name = format!("{}.{} {}", tenths / 10, tenths % 10, step.technique());
        for (line, mut text) in [name, caption(step)].into_iter().enumerate() {
            if text.chars().count() > CAPTION_LETTERS {
                text = text.chars().take(CAPTION_LETTERS - 3).chain("...".chars()).collect();
            }
            picture.label(side / 2.0, side + 0.5 + 0.7 * line as f32, text, Colour::BLACK, 0.5);
        }
    }
    picture
}

/// What a step does, in letters that every picture has.
fn caption(step: &Step) -> String {
    let strikes =
        step.strikes().iter().map(|marks| format!("{} not {}", cell_name(marks.cell.into()), marks.text()));
    let placement = step.placement().map(|(cell, digit)| format!("{} is {digit}", cell_name(cell.into())));
    strikes.chain(placement).collect::<Vec<_>>().join(", ")
}

/// Draws what a step rests on and what it does, under the candidates.
fn mark(picture: &mut Picture, step: &Step) {
    let r = 0.15 * CELL;
    let mut disc = |cell: u8, digit: u8, fill: Colour| {
        let (x, y) = spot(cell.into(), digit);
        picture.disc(x, y, r, fill, fill);
    };
    for marks in step.pattern() {
        marks.digits().for_each(|digit| disc(marks.cell, digit, GREEN));
    }
    for node in step.chains().iter().flat_map(|chain| &chain.nodes) {
        disc(node.cell, node.digit, if node.on { GREEN } else { ORANGE });
    }
    for marks in step.strikes() {
        marks.digits().for_each(|digit| disc(marks.cell, digit, RED));
    }
    if let Some((cell, digit)) = step.placement() {
        disc(cell, digit, BLUE);
    }
    step.chains().iter().for_each(|chain| links(picture, chain));
}

fn links(picture: &mut Picture, chain: &Chain) {
    for node in &chain.nodes {
        for parent in node.parents.iter().map(|&parent| &chain.nodes[parent]) {
            let colour = if node.on { LINK } else { Colour::GREY };
            picture.line(
                spot(parent.cell.into(), parent.digit),
                spot(node.cell.into(), node.digit),
                colour,
                false,
            );
        }
    }
}

/// Several pictures of one size on one sheet, row by row.
#[must_use]
pub fn sheet(pictures: &[Picture]) -> Picture {
    let (w, h) = pictures.first().map_or((0.0, 0.0), |picture| (picture.width + GAP, picture.height + GAP));
    let (across, down) = (pictures.len().min(ACROSS), pictures.len().div_ceil(ACROSS));
    let mut sheet = Picture::new(w * across as f32, h * down as f32, format!("{} steps", pictures.len()));
    for (i, picture) in pictures.iter().enumerate() {
        let (dx, dy) = (w * (i % ACROSS) as f32, h * (i / ACROSS) as f32);
        sheet.shapes.extend(picture.shapes.iter().map(|shape| moved(shape, dx, dy)));
    }
    sheet
}

fn moved(shape: &Shape, dx: f32, dy: f32) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Rect { x, y, .. } | Shape::Disc { x, y, .. } | Shape::Label { x, y, .. } => {
            *x += dx;
            *y += dy;
        }
        Shape::Line { x1, y1, x2, y2, .. } => {
            *x1 += dx;
            *x2 += dx;
            *y1 += dy;
            *y2 += dy;
        }
        Shape::Polygon { points, .. } => points.iter_mut().for_each(|(x, y)| {
            *x += dx;
            *y += dy;
        }),
        _ => {}
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::Rater;

    #[test]
    fn a_sheet_holds_every_step() {
        let setup = "..5.....2......35.4...95..8..8..........4..39..29.1..4..682.....5...42.38.....69.";
        let state = Candidates::of(&setup.parse().unwrap());
        let mut pictures = Vec::new();
        let visit = |state: &Candidates, step: &Step| {
            pictures.push(picture(state, Some(step)));
            true
        };
        Rater::new().follow(&state, u32::MAX, visit).unwrap();
        let sheet = sheet(&pictures);
        assert_eq!(sheet.shapes.len(), pictures.iter().map(|picture| picture.shapes.len()).sum::<usize>());
        assert!(sheet.width > 2.9 * pictures[0].width);
        // Struck candidates, links and nodes are drawn in a step with a chain.
        let chain = pictures.iter().find(|picture| picture.title.contains(" -> ")).expect("a chain");
        let discs = chain.shapes.iter().filter(|shape| matches!(shape, Shape::Disc { .. })).count();
        assert!(discs >= 4, "{discs}");
    }
}
