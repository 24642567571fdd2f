//! The board drawn: lines, palaces, river, and a disc with its character for every piece.

use crate::notation::Script;
use crate::piece::{Piece, PieceKind, Side};
use crate::setup::Setup;
use crate::square::{FILES, RANKS, Square};
use ludex_core::{Colour, Letters, Picture};

const WOOD: Colour = Colour(0xF3, 0xDF, 0xB5);
const INK: Colour = Colour(0x6B, 0x4A, 0x1F);
const DISC: Colour = Colour(0xFF, 0xF8, 0xE7);
const RED: Colour = Colour(0xC0, 0x1C, 0x1C);

/// Where a point lies in the picture: Red below, half a unit of border around the lines.
fn place(square: Square) -> (f32, f32) {
    (f32::from(square.file()) + 0.5, f32::from(RANKS - 1 - square.rank()) + 0.5)
}

/// What stands on a piece. Red's rook and horse of a traditional set differ from Black's, so that the sides
/// can be told apart without colours.
fn face(piece: Piece, letters: Letters) -> char {
    match (letters, piece.side, piece.kind) {
        (Letters::Latin, ..) => piece.letter(),
        (Letters::Simplified, ..) => Script::Simplified.character(piece),
        (Letters::Traditional, Side::Red, PieceKind::Rook) => '俥',
        (Letters::Traditional, Side::Red, PieceKind::Horse) => '傌',
        (Letters::Traditional, ..) => Script::Traditional.character(piece),
    }
}

/// Draws a setup with characters in traditional script.
#[must_use]
pub fn picture(setup: &Setup) -> Picture {
    picture_in(setup, Letters::Traditional)
}

/// Draws a setup with these letters on the pieces.
#[must_use]
pub fn picture_in(setup: &Setup, letters: Letters) -> Picture {
    let (width, height) = (f32::from(FILES), f32::from(RANKS));
    let mut picture = Picture::new(width, height, format!("xiangqi board {setup}"));
    picture.rect(0.0, 0.0, width, height, WOOD);
    let (left, right, top, bottom) = (0.5, width - 0.5, 0.5, height - 0.5);
    for rank in 0..RANKS {
        let y = f32::from(rank) + 0.5;
        picture.line((left, y), (right, y), INK, false);
    }
    for file in 0..FILES {
        let x = f32::from(file) + 0.5;
        if file == 0 || file == FILES - 1 {
            picture.line((x, top), (x, bottom), INK, false);
        } else {
            // The river interrupts the inner files.
            picture.line((x, top), (x, 4.5), INK, false);
            picture.line((x, 5.5), (x, bottom), INK, false);
        }
    }
    for y in [top, bottom - 2.0] {
        picture.line((3.5, y), (5.5, y + 2.0), INK, false);
        picture.line((5.5, y), (3.5, y + 2.0), INK, false);
    }
    for (square, piece) in setup.pieces() {
        let (x, y) = place(square);
        let colour = if piece.side == Side::Red { RED } else { Colour::BLACK };
        picture.disc(x, y, 0.45, DISC, colour);
        picture.label(
            x,
            y,
            face(piece, letters),
            colour,
            if letters == Letters::Latin { 0.55 } else { 0.66 },
        );
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Shape;

    fn labels(letters: Letters) -> String {
        let label = |shape: &Shape| match shape {
            Shape::Label { text, .. } => Some(text.clone()),
            _ => None,
        };
        picture_in(&Setup::start(), letters).shapes.iter().filter_map(label).collect()
    }

    #[test]
    fn pieces_show_the_letters_asked_for() {
        for (letters, pair) in
            [(Letters::Traditional, "俥車"), (Letters::Simplified, "帅将"), (Letters::Latin, "Kk")]
        {
            assert!(pair.chars().all(|c| labels(letters).contains(c)), "{letters:?}");
        }
        assert!(!labels(Letters::Latin).contains('帥') && !labels(Letters::Simplified).contains('帥'));
    }

    #[test]
    fn every_piece_is_a_disc_inside_the_picture() {
        let drawn = picture(&Setup::start());
        let inside = |shape: &&Shape| match shape {
            Shape::Disc { x, y, r, .. } => x - r >= 0.0 && y - r >= 0.0 && x + r <= 9.0 && y + r <= 10.0,
            _ => false,
        };
        assert_eq!(drawn.shapes.iter().filter(inside).count(), 32);
    }
}
