//! `C2=5`: piece, file (or `+` front, `-` rear), direction, target.
//!
//! Pawns on one file are told apart as the federation's notation does:
//!
//! ```text
//!   on one file      2     3     4     5          on several files, here 3 and 7
//!   front            P+    P+    ++    ++         3+    7+
//!                                P+    P+
//!   middle                 P3          P3         33
//!                                P-    P-
//!   rear             P-    P-    --    --         3-    7-
//! ```
//!
//! Other programs number them from the front, number and file: `15=6` is the first of file 5. That is
//! read as well; where `33` could be either, it is the federation's. Three or more other pieces on one
//! file, which no game has, are written as coordinates.

use super::relative::{Hint, Loose, Nth, Relative, Way, Who};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;

const LETTERS: [char; 7] = ['P', 'C', 'R', 'H', 'E', 'A', 'K'];

/// How one of several pawns is written; nothing where the federation has no way.
fn pawn(Nth { nth, count, file, all }: Nth) -> Option<String> {
    let middle = count % 2 == 1 && nth == count / 2 + 1;
    if all.is_some() {
        return match (nth, count) {
            (1, 2 | 3) => Some(format!("{file}+")),
            (2, 3) => Some(format!("{file}{file}")),
            (2, 2) | (3, 3) => Some(format!("{file}-")),
            _ => None,
        };
    }
    match (nth, count) {
        _ if middle && count <= 5 => Some(format!("P{file}")),
        (1, 4 | 5) => Some("++".to_owned()),
        (4, 4) | (5, 5) => Some("--".to_owned()),
        (1, 3) | (2, 4 | 5) => Some("P+".to_owned()),
        (3, 3 | 4) | (4, 5) => Some("P-".to_owned()),
        _ => None,
    }
}

pub(super) fn write(position: &Position, m: Move) -> String {
    let Some(relative) = Relative::of(position, m) else { return m.to_string() };
    let letter = LETTERS[relative.piece.kind.index()];
    let who = match relative.who {
        Who::File(file) => format!("{letter}{file}"),
        Who::Front => format!("{letter}+"),
        Who::Rear => format!("{letter}-"),
        Who::Nth(nth) => match pawn(nth).filter(|_| relative.piece.kind == PieceKind::Pawn) {
            Some(who) => who,
            None => return m.to_string(),
        },
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
    // What is printed for crowded files.
    let coordinates = || super::coordinates(text, 1).map(|m| m.to_string());
    let [piece, file, way, number] = letters[..] else { return coordinates() };
    let piece = match piece {
        'N' | 'M' => 'H',
        'B' => 'E',
        'G' => 'K',
        'S' => 'P',
        '1'..='9' | '+' | '-' => piece,
        _ if LETTERS.contains(&piece) => piece,
        _ => return coordinates(),
    };
    let way = match way {
        '=' | '.' => '=',
        '+' | '-' => way,
        _ => return coordinates(),
    };
    let fits = matches!(file, '1'..='9' | '+' | '-') && matches!(number, '1'..='9');
    fits.then(|| [piece, file, way, number].iter().collect())
}

/// What a text in the form of [`normal`] may mean to another writer.
pub(super) fn loose(normal: &str) -> Option<Loose> {
    let letters: Vec<char> = normal.chars().collect();
    let [piece, file, way, number] = letters[..] else { return None };
    let digit = |c: char| c.to_digit(10).map(|digit| digit as u8);
    let hint = match (digit(piece), digit(file), piece, file) {
        (Some(nth), Some(file), ..) => Hint::NthOf(nth, file),
        (Some(of), None, _, '+') => Hint::FrontOf(of),
        (Some(of), None, ..) => Hint::RearOf(of),
        (None, Some(file), ..) => Hint::File(file),
        (None, None, _, '+') => Hint::Front,
        (None, None, ..) => Hint::Rear,
    };
    let kind = LETTERS.iter().position(|&letter| letter == piece).unwrap_or(0);
    let number = digit(number)?;
    let way = match way {
        '+' => Way::Forward(number),
        '-' => Way::Back(number),
        _ => Way::Across(number),
    };
    Some(Loose { kind: PieceKind::ALL[kind], hint, way })
}
