//! `C2=5`: piece, file (or `+` front, `-` rear), direction, target.
//!
//! Several pawns on a file are numbered from the front, the number taking the place of the letter:
//! `15=6` is the front pawn of file 5 going to file 6. Three or more other pieces on one file, which no
//! game has, are written as coordinates.

use super::relative::{Relative, Way, Who};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;

const LETTERS: [char; 7] = ['P', 'C', 'R', 'H', 'E', 'A', 'K'];

pub(super) fn write(position: &Position, m: Move) -> String {
    let Some(relative) = Relative::of(position, m) else { return m.to_string() };
    let letter = LETTERS[relative.piece.kind.index()];
    let who = match relative.who {
        Who::File(file) => format!("{letter}{file}"),
        Who::Front => format!("{letter}+"),
        Who::Rear => format!("{letter}-"),
        Who::Nth { nth, file, .. } if relative.piece.kind == PieceKind::Pawn => format!("{nth}{file}"),
        Who::Nth { .. } => return m.to_string(),
    };
    match relative.way {
        Way::Forward(number) => format!("{who}+{number}"),
        Way::Back(number) => format!("{who}-{number}"),
        Way::Across(number) => format!("{who}={number}"),
    }
}

/// A text in the form we print, or nothing where it has not that form.
pub(super) fn normal(text: &str) -> Option<String> {
    let mut letters: Vec<char> = text.chars().map(|c| c.to_ascii_uppercase()).collect();
    // `+C=5` is written by some for `C+=5`.
    if letters.len() == 4 && matches!(letters[0], '+' | '-') {
        letters.swap(0, 1);
    }
    let [piece, file, way, number] = letters[..] else {
        // What is printed for crowded files.
        return super::coordinates(text, 1).map(|m| m.to_string());
    };
    let piece = match piece {
        'N' => 'H',
        'B' => 'E',
        'G' => 'K',
        'M' => 'H',
        '1'..='5' => piece,
        _ if LETTERS.contains(&piece) => piece,
        _ => return super::coordinates(text, 1).map(|m| m.to_string()),
    };
    let way = match way {
        '=' | '.' => '=',
        '+' | '-' => way,
        _ => return super::coordinates(text, 1).map(|m| m.to_string()),
    };
    let fits = matches!(file, '1'..='9' | '+' | '-') && matches!(number, '1'..='9');
    fits.then(|| [piece, file, way, number].iter().collect())
}
