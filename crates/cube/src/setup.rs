//! What can be written down: a size and a letter for every sticker, lawful or not.

use crate::colour_scheme::ColourScheme;
use crate::face::Face;
use crate::invalid::Invalid;
use crate::notation::{self, NotationError};
use crate::stickers::{MAX_SIZE, Stickers};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The size of a cube when only moves are given.
pub const DEFAULT_SIZE: usize = 3;

/// Stickers as typed, in the order of facelet texts (U R F D L B, row by row in the usual net).
///
/// Read from facelets, from the seed's text with its hyphens, from the seed's hex faces, or from moves
/// that start at a solved cube; [`crate::Position`] says whether it can be solved. Printed as facelets
/// in the letters typed.
///
/// # Examples
/// ```
/// use ludex_cube::Setup;
/// let facelets: Setup = "ULUF RUUR FDFF DRDD BLLL BRBB".parse()?;
/// let seed: Setup = "WBWO-YYGY-OYOO-RRGR-BRBB-WGGW".parse()?;
/// let hex: Setup = "00020400 05010101 02020102 05030303 04040304 05000500".parse()?;
/// let moves = Setup::with_size("R U R' U'", 2)?;
/// assert_eq!(facelets, moves);
/// assert_eq!(hex, moves);
/// assert_eq!((seed.size(), seed.to_string().as_str()), (2, "WBWOGWWGOYOOYGYYRBBBRGRR"));
/// # Ok::<(), ludex_cube::SetupError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Setup {
    size: usize,
    letters: Vec<char>,
    /// For error messages: where each letter was typed, in characters from 1.
    columns: Vec<usize>,
}

/// Where letters were typed makes no difference.
impl PartialEq for Setup {
    fn eq(&self, other: &Setup) -> bool {
        self.letters == other.letters
    }
}

impl Eq for Setup {}

/// A text that is no setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// As many stickers as no cube (or not the one asked for) has, or hex digits that are no colour.
    #[error("{word}: {0}", word = .0.reason())]
    Stickers(#[from] Invalid),
    /// Moves that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl SetupError {
    /// The column at fault, where one is.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            SetupError::Stickers(invalid) => invalid.column(),
            SetupError::Notation(error) => Some(error.column),
        }
    }
}

impl Setup {
    /// Reads a text of which the caller knows the size; moves need it.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would have been accepted.
    pub fn with_size(text: &str, size: usize) -> Result<Setup, SetupError> {
        Setup::read(text, Some(size))
    }

    pub(crate) fn read(text: &str, size: Option<usize>) -> Result<Setup, SetupError> {
        let text = text.trim_end_matches(['\r', '\n']);
        if sticker_words(text).is_some_and(|end| text[end..].trim().is_empty()) || meant_as_stickers(text) {
            return Ok(Setup::stickers(text, size)?);
        }
        let size = size.unwrap_or(DEFAULT_SIZE);
        let mut stickers = Stickers::solved(size);
        stickers.apply(&notation::parse(text, size)?);
        Ok(Setup::from(&stickers))
    }

    /// Reads stickers, whatever they look like: facelets, the seed's text, or the seed's hex faces.
    ///
    /// Blanks between letters are left out. The seed's text orders faces U D F B L R and draws them as
    /// in its own net; both are undone here.
    ///
    /// # Errors
    /// When there are as many stickers as no cube (or not the one asked for) has.
    pub fn stickers(text: &str, size: Option<usize>) -> Result<Setup, Invalid> {
        let signs: Vec<(usize, char)> = text.chars().enumerate().map(|(i, c)| (i + 1, c)).collect();
        let setup = match hex_faces(&signs) {
            Some(setup) => setup,
            None => {
                let groups: Vec<Vec<(usize, char)>> = signs
                    .split(|(_, c)| *c == '-')
                    .map(|group| group.iter().copied().filter(|(_, c)| !c.is_whitespace()).collect())
                    .collect();
                let side = square_root(groups[0].len());
                let seed = groups.len() == 6 && side >= 2 && groups.iter().all(|g| g.len() == side * side);
                let cells: Vec<(usize, char)> = if seed {
                    seed_places(side).map(|(face, i)| groups[face][i]).collect()
                } else {
                    groups.into_iter().flatten().collect()
                };
                let (columns, letters): (Vec<usize>, Vec<char>) = cells.into_iter().unzip();
                Setup { size: size_of(letters.len()).unwrap_or(0), letters, columns }
            }
        };
        if setup.size == 0 || size.is_some_and(|size| size != setup.size) {
            let wanted = match size {
                Some(size) => (6 * size * size).to_string(),
                None => format!("24 (2x2), 54 (3x3), 96 (4x4) and so on up to {MAX_SIZE}x{MAX_SIZE}"),
            };
            return Err(Invalid::Length { read: setup.letters.len(), wanted });
        }
        Ok(setup)
    }

    /// The letters in facelet order.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Where a letter was typed, in characters from 1.
    #[must_use]
    pub fn column(&self, index: usize) -> usize {
        self.columns[index]
    }

    /// Stickers along an edge.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        Setup::read(text, None)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl From<&Stickers> for Setup {
    fn from(stickers: &Stickers) -> Setup {
        let letters: Vec<char> =
            stickers.facelets().iter().map(|&colour| ColourScheme::FACES.letter(colour)).collect();
        Setup { size: stickers.size(), columns: (1..=letters.len()).collect(), letters }
    }
}

/// How many bytes of a text, from its start, are stickers by their look: one word, or the six faces (or
/// the rows) as words. Nothing where the text does not begin so.
pub(crate) fn sticker_words(text: &str) -> Option<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        if !word.is_empty() {
            ends.push((at, at + word.len()));
        }
        at += part.len();
        // The rows of the largest cube are no more words than this.
        if ends.len() > 6 * MAX_SIZE {
            break;
        }
    }
    let words: Vec<&str> = ends.iter().map(|&(from, to)| &text[from..to]).collect();
    let usable =
        words.iter().take_while(|word| word.chars().all(|c| c.is_alphanumeric() || c == ':')).count();
    // The longest text that fits: six rows of a 4x4 look like the faces of a 2x2.
    (1..=usable)
        .rev()
        .find(|&count| fits_faces(&words[..count]))
        .map(|count| ends[count - 1].1)
        .or_else(|| words.first().filter(|word| is_seed(word) || is_hex_line(word)).map(|_| ends[0].1))
}

fn is_seed(word: &str) -> bool {
    let groups: Vec<usize> = word.split('-').map(|group| group.chars().count()).collect();
    let letters = word.chars().all(|c| c.is_alphanumeric() || c == '-');
    letters && groups.len() == 6 && groups[0] >= 4 && groups.iter().all(|&group| group == groups[0])
}

/// Six hex faces with `_` between them, as tables have them.
fn is_hex_line(word: &str) -> bool {
    let faces: Vec<&str> = word.split('_').collect();
    faces.len() == 6 && faces.iter().all(|face| is_hex_face(face))
}

fn fits_faces(words: &[&str]) -> bool {
    if words.len() == 6 && words.iter().all(|word| is_hex_face(word)) {
        return true;
    }
    if words.iter().any(|word| word.contains(':')) {
        return false;
    }
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    let Some(size) = size_of(lengths.iter().sum()) else { return false };
    if mixed(words) {
        return false;
    }
    let multiple = |of: usize| lengths.iter().all(|length| length.is_multiple_of(of));
    // Rows alone may be moves typed in pairs or threes: there every colour has to be right.
    multiple(size * size)
        || multiple(size) && {
            let letters: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
            let count = |letter: char| letters.iter().filter(|&&other| other == letter).count();
            letters.iter().all(|&letter| count(letter) == size * size)
        }
}

/// Whether face letters stand beside digits, as in moves without blanks (`R2U2`).
fn mixed(words: &[&str]) -> bool {
    let any = |wanted: fn(char) -> bool| words.iter().any(|word| word.contains(wanted));
    any(|c| c.is_ascii_digit()) && any(|c| "URFDLB".contains(c))
}

/// Whether a text that does not fit any cube is meant as stickers all the same, so that it is refused for
/// its length rather than turned.
fn meant_as_stickers(text: &str) -> bool {
    let text = text.trim();
    if text.contains(|c: char| notation::is_prime(c) || "()[],:_./".contains(c)) {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let hyphens = text.matches('-').count();
    if hyphens > 0 {
        return words.len() == 1 && hyphens >= 4 && !text.contains(|c: char| c.is_ascii_digit());
    }
    let faces = words.len() >= 5 && words.iter().all(|word| word.chars().count() >= 4);
    !mixed(&words) && (faces || words.len() == 1 && text.chars().count() >= 20)
}

fn is_hex_face(word: &str) -> bool {
    let rings: Vec<&[u8]> = word.as_bytes().split(|&c| c == b':').collect();
    let pairs = rings.iter().all(|ring| {
        ring.len() >= 2
            && ring.len().is_multiple_of(2)
            && ring.chunks(2).all(|pair| pair[0] == b'0' && (b'0'..=b'5').contains(&pair[1]))
    });
    pairs && (rings.len() > 1 || matches!(rings[0].len(), 8 | 16))
}

/// The seed's hex faces: six words U D F B L R, each a ring of bytes with the first sticker lowest; the
/// rings of larger cubes, from the outside in, have colons between them.
fn hex_faces(signs: &[(usize, char)]) -> Option<Setup> {
    let blank = |c: char| c.is_whitespace() || c == '_';
    let words: Vec<&[(usize, char)]> =
        signs.split(|(_, c)| blank(*c)).filter(|word| !word.is_empty()).collect();
    let text = |word: &&[(usize, char)]| word.iter().map(|(_, c)| *c).collect::<String>();
    if words.len() != 6 || !words.iter().all(|word| is_hex_face(&text(word))) {
        return None;
    }
    let mut faces: Vec<Vec<(usize, u8)>> = Vec::new();
    for (face, word) in words.iter().enumerate() {
        let mut bytes = Vec::new();
        for ring in word.split(|(_, c)| *c == ':') {
            bytes.extend(ring.chunks(2).rev().map(|pair| (pair[0].0, pair[1].1 as u8 - b'0')));
        }
        if bytes.len() == 8 {
            // The fixed centre of a 3x3 is no ring: its colour is the face's own.
            bytes.push((word[0].0, face as u8));
        }
        faces.push(bytes);
    }
    let size = square_root(faces[0].len());
    if !(2..=MAX_SIZE).contains(&size) || faces.iter().any(|face| face.len() != size * size) {
        return None;
    }
    let rings: Vec<(usize, u8)> = faces.concat();
    let colours = Stickers::from_rings(size, rings.iter().map(|&(_, colour)| colour).collect());
    let places = Stickers::facelet_places(size);
    let columns = places.map(|place| rings[place].0).collect();
    Some(Setup { columns, ..Setup::from(&colours) })
}

/// The size of the cube that has so many stickers.
fn size_of(stickers: usize) -> Option<usize> {
    let size = square_root(stickers / 6);
    ((2..=MAX_SIZE).contains(&size) && stickers == 6 * size * size).then_some(size)
}

fn square_root(square: usize) -> usize {
    (0..=square).take_while(|root| root * root <= square).last().unwrap_or(0)
}

/// For every facelet in order: the face of the seed's text and the index in it, row by row.
pub(crate) fn seed_places(size: usize) -> impl Iterator<Item = (usize, usize)> {
    let last = size - 1;
    Face::FACELET_ORDER.into_iter().flat_map(move |face| {
        (0..size * size).map(move |i| {
            let (row, column) = (i / size, i % size);
            let (row, column) = match face {
                Face::U | Face::F => (row, column),
                Face::B | Face::D => (last - row, last - column),
                Face::L => (column, last - row),
                Face::R => (last - column, row),
            };
            (face.index(), row * size + column)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    const SPACED: &str = "DRLUUBFBR BLURRLRUB LRDDFDLFU FUFFDBRDU BRUFLLFDD BFLUBLRBD";

    /// Cube defect 1: facelets with blanks between the faces were read as moves.
    #[test]
    fn facelets_with_spaces_between_faces_are_no_moves() {
        let joined: String = SPACED.split_whitespace().collect();
        let (spaced, joined): (Setup, Setup) = (SPACED.parse().unwrap(), joined.parse().unwrap());
        assert_eq!(spaced, joined);
        assert!(Position::try_from(&spaced).is_ok());
        let rows: String =
            joined.letters().chunks(3).map(|row| row.iter().collect::<String>() + " ").collect();
        assert_eq!(rows.parse::<Setup>().unwrap(), joined);
        // One sticker too few is refused, not turned.
        let short = &SPACED[..SPACED.len() - 1];
        assert!(matches!(
            short.parse::<Setup>(),
            Err(SetupError::Stickers(Invalid::Length { read: 53, .. }))
        ));
    }

    #[test]
    fn moves_in_words_stay_moves() {
        for moves in
            ["RU RU RU RU RU RU RU RU RU RU RU RU", "U R F D L B U R F D L B U R F D L B U R F D L B"]
        {
            let turns = notation::parse(moves, 3).unwrap();
            assert_eq!(moves.parse::<Setup>().unwrap(), Position::after(3, &turns).setup(), "{moves}");
        }
    }

    #[test]
    fn rows_of_a_4x4_are_no_faces_of_a_2x2() {
        let text = "UUUU UUUU UUUU UUUU RRRR RRRR RRRR RRRR FFFF FFFF FFFF FFFF \
                    DDDD DDDD DDDD DDDD LLLL LLLL LLLL LLLL BBBB BBBB BBBB BBBB";
        assert_eq!(text.parse::<Setup>().unwrap().size(), 4);
    }

    /// Cube defect 12: the seed's hex faces were printed and not read back.
    #[test]
    fn hex_faces_there_and_back() {
        for size in 2..=MAX_SIZE {
            let mut stickers = Stickers::solved(size);
            stickers.apply(&notation::parse("R U2 Fw' D L2", size).unwrap());
            let text = stickers.hex();
            assert_eq!(text.parse::<Setup>().unwrap(), Setup::from(&stickers), "{text}");
            assert_eq!(text.replace(' ', "_").parse::<Setup>().unwrap(), Setup::from(&stickers));
            assert_eq!(sticker_words(&format!("{text} trailing")), Some(text.len()));
        }
    }

    #[test]
    fn an_empty_text_is_no_moves() {
        assert_eq!("".parse::<Setup>().unwrap(), Setup::from(&Stickers::solved(3)));
        assert_eq!(Setup::with_size("  // nothing yet", 2).unwrap(), Setup::from(&Stickers::solved(2)));
    }
}
