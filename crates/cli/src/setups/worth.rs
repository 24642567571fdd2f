//! The worth of a tree as a picture.

use ludex_core::{Colour, Picture, Shape};
use ludex_setups::worth::Worth;
use ludex_tetris::percentage;
use ludex_tetris::solve::first_field;

/// Rows of a field in the picture.
const ROWS: usize = 4;
/// From one branch to the next.
const STEP: f32 = 6.0;
/// From one depth to the next.
const INDENT: f32 = 14.0;

/// Draws a tree: each setup with the queues that come through it and those that are won from there.
pub(super) fn picture(worth: &Worth, fumens: &[String]) -> Picture {
    let deepest = worth.branches.iter().map(|branch| branch.depth).max().unwrap_or(0);
    let width = INDENT * deepest as f32 + 34.0;
    let total = format!(
        "{} of {} queues won, {:.2} % (see {})",
        worth.won,
        worth.total,
        percentage(worth.won, worth.total),
        worth.see
    );
    let mut picture = Picture::new(width, STEP * worth.branches.len() as f32 + 3.0, &total);
    picture.label(width / 2.0, 1.0, &total, Colour::BLACK, 1.2);
    for (i, (branch, fumen)) in worth.branches.iter().zip(fumens).enumerate() {
        let (left, top) = (INDENT * branch.depth as f32 + 1.0, STEP * i as f32 + 2.5);
        if let Some((parent, _)) = branch.path.rsplit_once('.')
            && let Some(at) = worth.branches.iter().position(|other| other.path == parent)
        {
            let (x, y) = (left - INDENT + 5.0, STEP * at as f32 + 2.5 + ROWS as f32);
            picture.line((x, y), (x, top + 2.0), Colour::GREY, false);
            picture.line((x, top + 2.0), (left, top + 2.0), Colour::GREY, false);
        }
        let field = first_field(fumen).unwrap_or_default();
        let small = ludex_tetris::draw::field(&field, ROWS, "");
        for shape in small.shapes {
            if let Shape::Rect { x, y, fill, mark, .. } = shape {
                picture.cell(left + x, top + y, fill, mark.unwrap_or('_'));
            }
        }
        let (part, all) = (branch.won, branch.played);
        let text = [
            branch.id.to_string(),
            format!("{} queues", branch.passed),
            format!("{part}/{all} {:.2} %", percentage(part, all)),
        ];
        for (line, text) in text.iter().enumerate() {
            picture.label(left + 16.0, top + 0.7 + 1.3 * line as f32, text, Colour::BLACK, 0.9);
        }
    }
    picture
}
