//! Move texts in and out: Singmaster, WCA and SiGN in one grammar.
//!
//! ```text
//!   R  R'  R2  R2'      a face                 Rw  r    the outer two layers
//!   3Rw  3r             the outer three        2R       the second layer alone
//!   2-3Rw  2-3r         layers two to three    M E S    the middle layer (both middle ones if even)
//!   m e s               all inner layers       x y z    the whole cube, like R U F
//!   (R U)3  (R U)x3     repeated               [A, B] = A B A' B'     [A: B] = A B A'
//!   Ri                  R'                     .        a pause: nothing
//!   R_U_R-              R U R', as in links    // ...   a comment, up to the end of the line
//! ```
//!
//! Apostrophes may be typographic, blanks may be left out. An empty text is no turn at all.

use crate::face::Face;
use crate::moves::{Turn, invert};
use thiserror::Error;

/// The most turns one text may stand for: repetitions multiply quickly.
pub const MAX_TURNS: usize = 100_000;
const MAX_NESTING: usize = 32;

/// Where a move text goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {kind}")]
pub struct NotationError {
    /// The first wrong character, counted from 1.
    pub column: usize,
    /// What is wrong with it.
    pub kind: NotationErrorKind,
}

/// What is wrong with a move text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationErrorKind {
    /// A character that begins no move.
    #[error("{0:?} begins no move: U R F D L B, u r f d l b, M E S, m e s, x y z, ( and [ do")]
    Letter(char),
    /// Layers before a letter that takes none.
    #[error("{0} takes no layer numbers: only U R F D L B and their wide forms do")]
    Layers(char),
    /// A layer the cube does not have.
    #[error("layer {layer} is not on a cube of {size} layers")]
    Layer {
        /// What was read.
        layer: usize,
        /// The size of the cube.
        size: usize,
    },
    /// A range of layers whose end comes before its start.
    #[error("layers {from}-{to} run backwards: {to}-{from} is accepted")]
    Backwards {
        /// The first number.
        from: u8,
        /// The second one.
        to: u8,
    },
    /// A hyphen after a layer with no layer after it.
    #[error("layers such as {0}-{next} are accepted here", next = *.0 as usize + 1)]
    Range(u8),
    /// A comma or colon outside of its brackets.
    #[error("{0:?} stands only inside brackets: [A, B] or [A: B]")]
    Separator(char),
    /// Something else than 1, 2 or 3 as the number of quarter turns.
    #[error("{0} quarter turns: 1, 2 or 3 are accepted")]
    Quarters(char),
    /// A bracket without its partner, or a group without its separator.
    #[error("{0}")]
    Bracket(&'static str),
    /// More turns than are read.
    #[error("more than {MAX_TURNS} turns")]
    Long,
}

/// Reads a move text for a cube of `size` layers.
///
/// ```
/// use ludex_cube::notation;
/// let turns = notation::parse("R U R’ U'", 3)?;
/// assert_eq!(notation::write(&turns, 3), "R U R' U'");
/// assert_eq!(notation::parse("R X", 3).unwrap_err().column, 3);
/// # Ok::<(), notation::NotationError>(())
/// ```
///
/// # Errors
/// The first wrong character and what would have been accepted.
pub fn parse(text: &str, size: usize) -> Result<Vec<Turn>, NotationError> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0, size };
    let turns = reader.sequence(0, 0)?;
    match reader.peek() {
        None => Ok(turns),
        Some(sign @ (',' | ':')) => Err(reader.fail(NotationErrorKind::Separator(sign))),
        Some(_) => Err(reader.fail(NotationErrorKind::Bracket("a bracket that nothing opened"))),
    }
}

/// Whether a character is an apostrophe of some typewriter.
#[must_use]
pub const fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{2032}' | '\u{00B4}' | '`' | '\u{02B9}' | '\u{02BC}')
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    size: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn fail(&self, kind: NotationErrorKind) -> NotationError {
        self.fail_at(self.at, kind)
    }

    fn fail_at(&self, at: usize, kind: NotationErrorKind) -> NotationError {
        NotationError { column: at + 1, kind }
    }

    /// Skips what turns nothing: blanks (`_` in links), pauses and comments.
    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == '/' && self.chars.get(self.at + 1) == Some(&'/') {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.at += 1;
                }
            } else if c.is_whitespace() || c == '_' || c == '.' {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Whether a prime stands here: an apostrophe, `i`, or the hyphen of links at the end of a turn.
    fn at_prime(&self) -> bool {
        match self.peek() {
            Some('i') => true,
            Some('-') => {
                self.chars.get(self.at + 1).is_none_or(|c| c.is_whitespace() || "_)],:./".contains(*c))
            }
            Some(c) => is_prime(c),
            None => false,
        }
    }

    /// `size_before` turns stand already around this sequence: the limit is on the whole.
    fn sequence(&mut self, depth: usize, size_before: usize) -> Result<Vec<Turn>, NotationError> {
        let mut turns: Vec<Turn> = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            let room = size_before + turns.len();
            match self.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(turns),
                Some(open @ ('(' | '[')) => {
                    if depth == MAX_NESTING {
                        return Err(self.fail(NotationErrorKind::Bracket("brackets nested too deep")));
                    }
                    let group = self.group(open, depth + 1, room)?;
                    turns.extend(group);
                }
                Some(_) => turns.push(self.turn()?),
            }
            if size_before + turns.len() > MAX_TURNS {
                return Err(self.fail_at(start, NotationErrorKind::Long));
            }
        }
    }

    fn group(&mut self, open: char, depth: usize, before: usize) -> Result<Vec<Turn>, NotationError> {
        let start = self.at;
        self.at += 1;
        let first = self.sequence(depth, before)?;
        let mut turns = if open == '(' {
            first
        } else {
            let sign = self.peek();
            if !matches!(sign, Some(',' | ':')) {
                return Err(self.fail(NotationErrorKind::Bracket("[A, B] or [A: B] needs its sign here")));
            }
            self.at += 1;
            let second = self.sequence(depth, before + first.len())?;
            let mut turns = first.clone();
            turns.extend(&second);
            turns.extend(invert(&first));
            if sign == Some(',') {
                turns.extend(invert(&second));
            }
            turns
        };
        let close = if open == '(' { ')' } else { ']' };
        if self.peek() != Some(close) {
            return Err(self.fail(NotationErrorKind::Bracket("a bracket is not closed here")));
        }
        self.at += 1;
        // `(R U)x3` is a repetition, not a turn of the whole cube.
        if self.peek().is_some_and(|c| "xX*^\u{D7}".contains(c))
            && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit)
        {
            self.at += 1;
        }
        let mut times = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            times = (times * 10 + digit as usize).min(MAX_TURNS);
            self.at += 1;
        }
        if self.at_prime() {
            turns = invert(&turns);
            self.at += 1;
        }
        let times = times.max(1);
        if before + turns.len() * times > MAX_TURNS {
            return Err(self.fail_at(start, NotationErrorKind::Long));
        }
        Ok(turns.repeat(times))
    }

    fn number(&mut self) -> Result<Option<u8>, NotationError> {
        let start = self.at;
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = Some((number.unwrap_or(0) * 10 + digit as usize).min(999));
            self.at += 1;
        }
        match number {
            Some(layer) if layer == 0 || layer > self.size => {
                Err(self.fail_at(start, NotationErrorKind::Layer { layer, size: self.size }))
            }
            _ => Ok(number.map(|number| number as u8)),
        }
    }

    fn turn(&mut self) -> Result<Turn, NotationError> {
        let start = self.at;
        let from = self.number()?;
        let to = if from.is_some() && self.peek() == Some('-') {
            self.at += 1;
            let at = self.at;
            let to = self.number()?;
            match (from, to) {
                (Some(from), None) => return Err(self.fail_at(at, NotationErrorKind::Range(from))),
                (Some(from), Some(to)) if to < from => {
                    return Err(self.fail_at(start, NotationErrorKind::Backwards { from, to }));
                }
                _ => to,
            }
        } else {
            None
        };
        let letter = self.peek().ok_or_else(|| {
            self.fail_at(start, NotationErrorKind::Letter(self.chars.get(start).copied().unwrap_or(' ')))
        })?;
        let letter_at = self.at;
        let size = self.size as u8;
        let turn = if let Some(face) = Face::from_letter(letter.to_ascii_uppercase()) {
            self.at += 1;
            let mut wide = letter.is_ascii_lowercase();
            if !wide && self.peek() == Some('w') {
                wide = true;
                self.at += 1;
            }
            let (first, last) = match (from, to) {
                (Some(from), Some(to)) => (from, to),
                (Some(from), None) if wide => (1, from),
                (Some(from), None) => (from, from),
                (None, _) if wide => (1, 2),
                (None, _) => (1, 1),
            };
            Turn { face, first, last, quarters: 1 }
        } else {
            let middle = (size.div_ceil(2), size / 2 + 1);
            let (face, (first, last)) = match letter {
                'M' => (Face::L, middle),
                'E' => (Face::D, middle),
                'S' => (Face::F, middle),
                'm' => (Face::L, (2, size - 1)),
                'e' => (Face::D, (2, size - 1)),
                's' => (Face::F, (2, size - 1)),
                'x' => (Face::R, (1, size)),
                'y' => (Face::U, (1, size)),
                'z' => (Face::F, (1, size)),
                other => return Err(self.fail(NotationErrorKind::Letter(other))),
            };
            if from.is_some() {
                return Err(self.fail_at(start, NotationErrorKind::Layers(letter)));
            }
            if first > last || size == 2 && letter.is_ascii_uppercase() {
                let kind = NotationErrorKind::Layer { layer: first.max(2) as usize, size: self.size };
                return Err(self.fail_at(letter_at, kind));
            }
            self.at += 1;
            Turn { face, first, last, quarters: 1 }
        };
        Ok(Turn { quarters: self.quarters()?, ..turn })
    }

    fn quarters(&mut self) -> Result<u8, NotationError> {
        let mut prime = self.at_prime();
        self.at += usize::from(prime);
        let mut quarters = 1;
        if let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            // In `R23Uw` the first digit belongs to R; in `R'3Uw` there is a prime and it may not.
            let next_is_letter =
                self.chars.get(self.at + 1).is_some_and(|c| c.is_ascii_alphabetic() || *c == '-');
            if !prime || !next_is_letter {
                if !(1..=3).contains(&digit) {
                    return Err(self.fail(NotationErrorKind::Quarters(self.chars[self.at])));
                }
                quarters = digit as u8;
                self.at += 1;
            }
        }
        if !prime && self.at_prime() {
            prime = true;
            self.at += 1;
        }
        Ok(if prime { 4 - quarters } else { quarters })
    }
}

/// Writes turns in WCA letters (`Rw`, `3Rw`), with SiGN's `2R` and `2-3Rw` for inner layers, which
/// WCA has no sign for, and `M E S` on the 3x3.
#[must_use]
pub fn write(turns: &[Turn], size: usize) -> String {
    join(turns.iter().map(|turn| write_turn(*turn, size, false)))
}

/// The same with parentheses around turns of one axis that stand together: what a robot does at once.
///
/// # Examples
/// ```
/// use ludex_cube::notation;
/// let turns = notation::parse("U D' R L2 F", 3)?;
/// assert_eq!(notation::write_at_once(&turns, 3), "(U D') (R L2) F");
/// # Ok::<(), notation::NotationError>(())
/// ```
#[must_use]
pub fn write_at_once(turns: &[Turn], size: usize) -> String {
    let runs = turns.chunk_by(|a, b| a.face.index() / 2 == b.face.index() / 2);
    join(runs.map(|run| match run {
        [one] => write_turn(*one, size, false),
        all => format!("({})", write(all, size)),
    }))
}

/// Writes turns in SiGN: lower case for wide turns.
#[must_use]
pub fn write_sign(turns: &[Turn], size: usize) -> String {
    join(turns.iter().map(|turn| write_turn(*turn, size, true)))
}

fn join(moves: impl Iterator<Item = String>) -> String {
    moves.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn write_turn(turn: Turn, size: usize, sign: bool) -> String {
    let amount = |quarters: u8| ["", "", "2", "'"][quarters as usize % 4];
    if turn.quarters.is_multiple_of(4) {
        return String::new();
    }
    let rotation = turn.first == 1 && turn.last as usize == size;
    let middle = size == 3 && turn.first == 2 && turn.last == 2;
    if rotation || middle {
        let (like, letter) = match (turn.face, rotation) {
            (Face::R | Face::L, true) => (Face::R, 'x'),
            (Face::U | Face::D, true) => (Face::U, 'y'),
            (Face::F | Face::B, true) => (Face::F, 'z'),
            (Face::R | Face::L, false) => (Face::L, 'M'),
            (Face::U | Face::D, false) => (Face::D, 'E'),
            (Face::F | Face::B, false) => (Face::F, 'S'),
        };
        let quarters = if like == turn.face { turn.quarters } else { 4 - turn.quarters };
        return format!("{letter}{}", amount(quarters));
    }
    let letter = turn.face.letter();
    let wide = if sign { letter.to_ascii_lowercase().to_string() } else { format!("{letter}w") };
    let body = match (turn.first, turn.last) {
        (1, 1) => letter.to_string(),
        (1, 2) => wide,
        (1, last) => format!("{last}{wide}"),
        (first, last) if first == last => format!("{first}{letter}"),
        (first, last) => format!("{first}-{last}{wide}"),
    };
    body + amount(turn.quarters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turn_of(size: usize) -> impl Strategy<Value = Turn> {
        (0..6u8, 1..=size as u8, 1..=size as u8, 1..4u8).prop_map(|(face, a, b, quarters)| Turn {
            face: Face::from_index(face),
            first: a.min(b),
            last: a.max(b),
            quarters,
        })
    }

    proptest! {
        #[test]
        fn print_and_parse((size, turns) in (2usize..=9).prop_flat_map(|n| (Just(n), prop::collection::vec(turn_of(n), 0..12)))) {
            for text in [write(&turns, size), write_sign(&turns, size)] {
                let again = parse(&text, size).unwrap();
                let (mut a, mut b) = (crate::Stickers::solved(size), crate::Stickers::solved(size));
                a.apply(&turns);
                b.apply(&again);
                prop_assert_eq!(a, b, "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "[UuRrFMmxzwi23(),:_./\\[\\]' 0-9a-c-]{0,40}", size in 2usize..=17) {
            let _ = parse(&text, size);
        }
    }

    #[test]
    fn forms_that_mean_the_same() {
        let same = |a: &str, b: &str, size| assert_eq!(parse(a, size), parse(b, size), "{a} | {b}");
        same("R'U2F", "R' U2 F", 3);
        same("R2'", "R2", 3);
        same("R3", "R'", 3);
        same("r 3r'", "Rw 3Rw'", 5);
        same("R‘U´F′", "R'U'F'", 3);
        same("(R U)2", "R U R U", 3);
        same("[R, U]", "R U R' U'", 3);
        same("[R: U]2'", "R U' R' R U' R'", 3);
        // Cube defect 10: what other programs write.
        same("(R U R' U')x3", "(R U R' U')3", 3);
        same("(R U R' U') x3", "R U R' U' x'", 3);
        same("Ri U2i", "R' U2", 3);
        same("R U // the start\n F", "R U F", 3);
        same("R . U.", "R U", 3);
        same("R_U_R-_U-", "R U R' U'", 3);
        same("[R,_U-]", "[R, U']", 3);
        same("2-3Rw-_U", "2-3Rw' U", 5);
        same("", " // nothing", 3);
        same("m", "2-3Lw", 4);
        same("M", "2L", 3);
    }

    #[test]
    fn the_first_wrong_character_is_named() {
        let column = |text: &str, size| parse(text, size).unwrap_err().column;
        assert_eq!(column("R U Q", 3), 5);
        assert_eq!(column("R 4Uw", 3), 3);
        assert_eq!(column("R4", 3), 2);
        assert_eq!(column("(R U", 3), 5);
        assert_eq!(column("R )", 3), 3);
        assert_eq!(column("[R U]", 3), 5);
        assert_eq!(column("2x", 3), 1);
        assert_eq!(column("M", 2), 1);
        assert_eq!(column("R 3", 3), 3);
        // Cube defect 11: these were refused in words about something else.
        let why = |text: &str, size| parse(text, size).unwrap_err().to_string();
        assert_eq!(why("3-2r", 7), "column 1: layers 3-2 run backwards: 2-3 is accepted");
        assert_eq!(why("R, U", 3), "column 2: ',' stands only inside brackets: [A, B] or [A: B]");
        assert_eq!(why("2-Rw", 5), "column 3: layers such as 2-3 are accepted here");
        assert!(matches!(parse("(((R)9999)9999)9999", 3).unwrap_err().kind, NotationErrorKind::Long));
        assert!(parse(&"(".repeat(100), 3).is_err());
    }
}
