//! Lines in, and stickers out: what stands at the start of a line, facelets, the seed's text.

use crate::colour_scheme::ColourScheme;
use crate::invalid::Invalid;
use crate::name::{CubeName, CubeNameError, LETTERS2, LETTERS3};
use crate::notation;
use crate::position::Position;
use crate::setup::{Setup, SetupError, seed_places, sticker_words};
use crate::stickers::{MAX_SIZE, Stickers};
use ludex_core::{Name, Refusal};
use thiserror::Error;

/// Characters that part an item from the columns after it.
const SEPARATORS: [char; 4] = ['\t', ' ', ';', ','];

/// A text that is no cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Neither stickers nor moves.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Stickers that make no cube.
    #[error("{word}: {0}", word = .0.reason())]
    Invalid(#[from] Invalid),
    /// A name that is not one of a cube.
    #[error(transparent)]
    Name(#[from] CubeNameError),
    /// A name of a cube of another size.
    #[error("{name} is no name of a {size}x{size} cube")]
    Size {
        /// What was read.
        name: Name,
        /// The size that was asked for.
        size: usize,
    },
}

impl TextError {
    /// The column at fault, where one is.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            TextError::Setup(error) => error.column(),
            TextError::Invalid(invalid) => invalid.column(),
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

/// How many bytes of a line, from its start, are a setup by their look: stickers, or moves up to the
/// first tab. What follows are trailing columns.
#[must_use]
pub fn measure(line: &str, size: Option<usize>) -> Option<usize> {
    let field = line.split('\t').next().unwrap_or(line);
    if let Some(end) = sticker_words(cut(field)) {
        return Some(end);
    }
    let turns = notation::parse(field, size.unwrap_or(MAX_SIZE)).ok()?;
    (!turns.is_empty()).then_some(field.len())
}

/// The line up to the first separator that can stand neither in stickers nor between their words.
fn cut(field: &str) -> &str {
    &field[..field.find([';', ',']).unwrap_or(field.len())]
}

/// Takes a line apart: the cube at its start (stickers, moves, a name with its kind, or the letters of a
/// name that are no moves) and its trailing columns. `size` where the caller knows it.
///
/// # Errors
/// What is wrong with it, where, and what would have been accepted.
///
/// # Examples
/// ```
/// use ludex_cube::{Position, notation, text};
/// let (position, rest) = text::read_line("R U R' U'\tsexy move", None)?;
/// assert_eq!(position, Position::after(3, &notation::parse("[R, U]", 3)?));
/// assert_eq!(rest, "\tsexy move");
/// assert_eq!(text::read_line("8Vgy;60 s", None)?.0.size(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_line(line: &str, size: Option<usize>) -> Result<(Position, &str), TextError> {
    let line = line.trim_end_matches(['\r', '\n']);
    let start = line.trim_start();
    let (word, rest) = start.split_at(start.find(SEPARATORS).unwrap_or(start.len()));
    if Name::looks_like(start) {
        return Ok((read_name(&word.parse().map_err(CubeNameError::from)?, size)?, rest));
    }
    let measured = measure(line, size);
    if measured.is_none()
        && matches!(word.chars().count(), LETTERS2 | LETTERS3)
        && word.bytes().all(|c| c.is_ascii_alphanumeric() || b"{}-_".contains(&c))
        && notation::parse(word, size.unwrap_or(MAX_SIZE)).is_err()
    {
        let name: CubeName = word.parse()?;
        return Ok((sized(&name, size)?, rest));
    }
    // Where nothing fits the whole line is read, for the error that says why; a field of nothing is a
    // solved cube.
    let field = line.split('\t').next().unwrap_or(line);
    let (item, rest) = line.split_at(measured.unwrap_or(field.len()));
    Ok((Position::try_from(&Setup::read(item, size)?)?, rest))
}

/// Reads a text that is a cube and nothing else.
///
/// # Errors
/// What is wrong with it, where, and what would have been accepted.
pub fn read(text: &str, size: Option<usize>) -> Result<Position, TextError> {
    let (position, rest) = read_line(text, size)?;
    if rest.trim().is_empty() {
        return Ok(position);
    }
    Ok(Position::try_from(&Setup::read(text, size)?)?)
}

/// The position a qualified name stands for.
///
/// # Errors
/// A kind that is no cube's (or not of the size asked for), bad letters, a rank beyond the last.
pub fn read_name(name: &Name, size: Option<usize>) -> Result<Position, TextError> {
    sized(&CubeName::try_from(name)?, size)
}

fn sized(name: &CubeName, size: Option<usize>) -> Result<Position, TextError> {
    match size {
        Some(size) if size != name.size() => Err(TextError::Size { name: name.qualified(), size }),
        _ => Ok(name.position()),
    }
}

/// Facelets in the letters U R F D L B.
#[must_use]
pub fn facelets(stickers: &Stickers) -> String {
    Setup::from(stickers).to_string()
}

/// The seed's text: faces U D F B L R row by row in its own net, letters W Y O R B G.
#[must_use]
pub fn seed(stickers: &Stickers) -> String {
    let size = stickers.size();
    let mut cells = vec![' '; 6 * size * size];
    for ((face, i), colour) in seed_places(size).zip(stickers.facelets()) {
        cells[face * size * size + i] = ColourScheme::COLOURS.letter(colour);
    }
    cells.chunks(size * size).map(|face| face.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::CubeKind;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_there_and_back(size in 2usize..=7, moves in prop::collection::vec((0u8..6, 1u8..3, 1u8..4), 0..30)) {
            let turns: Vec<_> = moves.into_iter().map(|(face, width, quarters)| crate::Turn::wide(crate::Face::from_index(face), width, quarters)).collect();
            let position = Position::after(size, &turns);
            let stickers = position.stickers();
            for text in [facelets(stickers), seed(stickers), stickers.hex()] {
                let again = read(&text, None).unwrap();
                prop_assert_eq!(again.stickers(), stickers, "{}", text);
                prop_assert_eq!(again.pieces(), position.pieces());
                let line = format!("{text}\tnote");
                prop_assert_eq!(read_line(&line, None).unwrap().1, "\tnote");
            }
            prop_assert_eq!(&read(&notation::write(&turns, size), Some(size)).unwrap(), &position);
        }

        #[test]
        fn any_scheme_has_the_same_name(moves in prop::collection::vec((0u8..6, 1u8..4), 0..30), size in 2usize..=3) {
            let turns: Vec<_> = moves.into_iter().map(|(face, quarters)| crate::Turn::face(crate::Face::from_index(face), quarters)).collect();
            let position = Position::after(size, &turns);
            let other: String = facelets(position.stickers()).chars().map(|c| "123456".as_bytes()["URFDLB".find(c).unwrap()] as char).collect();
            let again = read(&other, None).unwrap();
            let name = |position: &Position| position.name(CubeKind::Canonical).unwrap();
            prop_assert_eq!(name(&again), name(&position));
        }

        #[test]
        fn no_text_panics(text in ".{0,60}", letters in "[URFDLBX]{24}", hex in "[0-5 :]{0,60}", size in prop::option::of(2usize..6)) {
            let _ = read(&text, size);
            let _ = read(&letters, None);
            let _ = read(&hex, size);
            let _ = read_line(&format!("{letters} {text}"), None);
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

    /// Cube defect 8: names without their kind were read as layers.
    #[test]
    fn letters_of_a_name_are_no_layers() {
        let moves = read("R U R' U'", Some(2)).unwrap();
        assert_eq!(read("8Vgy", None).unwrap().pieces(), moves.pieces());
        assert_eq!(read("0469", None).unwrap().canonical(), moves.canonical());
        assert!(matches!(read("0469", Some(3)), Err(TextError::Size { size: 3, .. })));
        // Moves that look like letters stay moves.
        assert_eq!(read("B2D2", None).unwrap().size(), 3);
    }

    /// Cube defect 9: trailing columns were read as part of the cube.
    #[test]
    fn trailing_columns_are_kept() {
        for (line, rest) in [
            ("UUUURRRRFFFFDDDDLLLLBBBB solved", " solved"),
            ("UUUU RRRR FFFF DDDD LLLL BBBB solved", " solved"),
            ("WWWW-YYYY-OOOO-RRRR-BBBB-GGGG;solved", ";solved"),
            ("cube2:0000,solved", ",solved"),
            ("R U\tsolved\tnot", "\tsolved\tnot"),
            ("\tsolved", "\tsolved"),
        ] {
            assert_eq!(read_line(line, None).unwrap().1, rest, "{line}");
        }
        assert!(read_line("R U what", None).is_err());
    }
}
