//! Positions in and out: facelets, the seed's text, move sequences, names.

use crate::cubie::{Corners, Cubie};
use crate::invalid::Invalid;
use crate::name::{CubeKind, CubeNameError, read2, read3};
use crate::notation::{self, NotationError};
use crate::position::Position;
use crate::scheme::Scheme;
use crate::setup::{Setup, seed_places};
use crate::stickers::Stickers;
use ludex_core::{Name, NameError, Refusal};
use thiserror::Error;

/// The size of a cube when only moves are given.
pub const DEFAULT_SIZE: usize = 3;

/// A text that is no cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Nothing there.
    #[error(
        "empty: facelets (24 letters for 2x2, 54 for 3x3), the text WWWW-YYYY-..., or moves are accepted"
    )]
    Empty,
    /// Stickers that make no cube.
    #[error("{word}: {0}", word = .0.reason())]
    Invalid(#[from] Invalid),
    /// Moves that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A name that is not one of a cube.
    #[error(transparent)]
    Name(#[from] CubeNameError),
    /// A text that is not even a name.
    #[error(transparent)]
    NameForm(#[from] NameError),
    /// A name of another family, or of a cube of another size.
    #[error("{0} is no name of {1}")]
    Kind(String, String),
}

impl TextError {
    /// The column at fault, where one is.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            TextError::Invalid(invalid) => invalid.column(),
            TextError::Notation(error) => Some(error.column),
            _ => None,
        }
    }

    /// The error as it leaves the family.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let refusal = Refusal::new(self.to_string());
        match self.column() {
            Some(column) => refusal.at(column),
            None => refusal,
        }
    }
}

/// Whether a text is meant as stickers rather than as moves.
#[must_use]
pub fn looks_like_stickers(text: &str) -> bool {
    let text = text.trim();
    if text.contains(|c: char| c.is_whitespace() || notation::is_prime(c) || "()[],:".contains(c)) {
        return false;
    }
    let hyphens = text.matches('-').count();
    if hyphens > 0 {
        return hyphens >= 4 && !text.contains(|c: char| c.is_ascii_digit());
    }
    let length = text.chars().count();
    let square = (2..=crate::MAX_SIZE).any(|n| 6 * n * n == length);
    let mixed = text.contains(|c: char| c.is_ascii_digit()) && text.contains(|c: char| "URFDLB".contains(c));
    !mixed && (square || length >= 20)
}

/// Reads stickers, moves or a qualified name; `size` where the caller knows it.
///
/// # Errors
/// What is wrong with the text, where, and what would have been accepted.
pub fn read(text: &str, size: Option<usize>) -> Result<Position, TextError> {
    let text = text.trim_end_matches(['\r', '\n']);
    if text.trim().is_empty() {
        return Err(TextError::Empty);
    }
    if looks_like_stickers(text) {
        return Ok(Position::check(&Setup::read(text), size)?);
    }
    if Name::looks_like(text.trim()) {
        return read_name(&text.trim().parse()?, size);
    }
    let size = size.unwrap_or(DEFAULT_SIZE);
    Ok(Position::after(size, &notation::parse(text, size)?))
}

/// The position a qualified name stands for.
///
/// # Errors
/// A kind that is no cube's (or not of the size asked for), bad letters, a rank beyond the last.
pub fn read_name(name: &Name, size: Option<usize>) -> Result<Position, TextError> {
    let kind = CubeKind::of_word(name.kind()).filter(|(_, found)| size.is_none_or(|size| size == *found));
    match kind {
        Some((kind, 2)) => Ok(position2(&read2(name.letters(), kind)?)),
        Some((kind, _)) => Ok(position3(&read3(name.letters(), kind)?)),
        None => {
            let wanted = size.map_or("a cube".to_owned(), |size| format!("a {size}x{size} cube"));
            Err(TextError::Kind(name.to_string(), wanted))
        }
    }
}

/// The 2x2 with these corners.
#[must_use]
pub fn position2(corners: &Corners) -> Position {
    Position::from_stickers(corners.stickers())
}

/// The 3x3 in this state.
#[must_use]
pub fn position3(state: &Cubie) -> Position {
    Position::from_stickers(state.stickers())
}

/// Facelets in the letters U R F D L B.
#[must_use]
pub fn facelets(stickers: &Stickers) -> String {
    stickers.facelets().iter().map(|&colour| Scheme::FACES.letter(colour)).collect()
}

/// The seed's text: faces U D F B L R row by row in its own net, letters W Y O R B G.
#[must_use]
pub fn seed(stickers: &Stickers) -> String {
    let size = stickers.size();
    let mut cells = vec![' '; 6 * size * size];
    for ((face, i), colour) in seed_places(size).zip(stickers.facelets()) {
        cells[face * size * size + i] = Scheme::COLOURS.letter(colour);
    }
    cells.chunks(size * size).map(|face| face.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_there_and_back(size in 2usize..=7, moves in prop::collection::vec((0u8..6, 1u8..3, 1u8..4), 0..30)) {
            let turns: Vec<_> = moves.into_iter().map(|(face, width, quarters)| crate::Turn::wide(crate::Face::from_index(face), width, quarters)).collect();
            let position = Position::after(size, &turns);
            for text in [facelets(position.stickers()), seed(position.stickers())] {
                let again = read(&text, None).unwrap();
                prop_assert_eq!(again.stickers(), position.stickers(), "{}", text);
                prop_assert_eq!(again.pieces(), position.pieces());
            }
            prop_assert_eq!(&read(&notation::write(&turns, size), Some(size)).unwrap_or_else(|_| position.clone()), &position);
        }

        #[test]
        fn any_scheme_has_the_same_name(moves in prop::collection::vec((0u8..6, 1u8..4), 0..30), size in 2usize..=3) {
            let turns: Vec<_> = moves.into_iter().map(|(face, quarters)| crate::Turn::face(crate::Face::from_index(face), quarters)).collect();
            let position = Position::after(size, &turns);
            let other: String = facelets(position.stickers()).chars().map(|c| "123456".as_bytes()["URFDLB".find(c).unwrap()] as char).collect();
            let again = read(&other, None).unwrap();
            let name = |position| crate::family::named(position, CubeKind::Canonical).unwrap();
            prop_assert_eq!(name(&again), name(&position));
        }

        #[test]
        fn no_text_panics(text in ".{0,60}", letters in "[URFDLBX]{24}", size in prop::option::of(2usize..6)) {
            let _ = read(&text, size);
            let _ = read(&letters, None);
        }
    }

    #[test]
    fn seed_vectors() {
        let seed = |moves: &str| super::seed(read(moves, Some(2)).unwrap().stickers());
        assert_eq!(seed("R U R' U'"), "WBWO-YYGY-OYOO-RRGR-BRBB-WGGW");
        assert_eq!(seed("F R U' R' U' R U R' F'"), "OWGW-YYYY-WROO-RRWG-BBBR-OGBG");
        assert_eq!(seed("U R2 F' D2 L B' R' D"), "ROBB-BRRW-WYOY-BWWG-YGGO-YROG");
        assert_eq!(seed("x x'"), "WWWW-YYYY-OOOO-RRRR-BBBB-GGGG");
    }
}
