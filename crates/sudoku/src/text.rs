//! Sudokus as people write them.
//!
//! Nine rows of nine, on one line or many. Digits are givens; `.`, `0`, `_`, `*`, `x`, `X`, `?` and `-`
//! are empty cells; spaces, line ends and the signs of drawn frames (`|`, `+`, `=`, box-drawing
//! characters) are passed over. A hyphen is part of a frame where it stands on a line that has no cell, as
//! in `------+-------+------`.

use crate::cell_set::CellSet;
use crate::setup::{CELLS, Setup};
use std::str::FromStr;
use thiserror::Error;

/// A text that is no sudoku.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// A character that stands for nothing.
    #[error(
        "character {letter:?} at {}: a cell is a digit 1-9, or . 0 _ * x ? where empty",
        place(*line, *column)
    )]
    Letter {
        /// What was read.
        letter: char,
        /// Its line from 1.
        line: usize,
        /// Its column in characters from 1.
        column: usize,
    },
    /// A character that says neither given nor empty.
    #[error(
        "character {letter:?} at {}: a given cell is x * # or a digit 1-9, an empty one . 0 _ -",
        place(*line, *column)
    )]
    Given {
        /// What was read.
        letter: char,
        /// Its line from 1.
        line: usize,
        /// Its column in characters from 1.
        column: usize,
    },
    /// Too few or too many cells.
    #[error("{0} cells where 81 are needed")]
    Length(usize),
}

fn is_frame(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '|' | '+' | '=' | '!' | ':' | ',' | '\u{2500}'..='\u{257F}')
}

fn cell(letter: char) -> Option<u8> {
    match letter {
        '1'..='9' => Some(letter as u8 - b'0'),
        '.' | '0' | '_' | '*' | 'x' | 'X' | '?' | '-' => Some(0),
        _ => None,
    }
}

/// Where a character stands; most sudokus are one line, and that one needs no number.
fn place(line: usize, column: usize) -> String {
    if line == 1 { format!("column {column}") } else { format!("line {line}, column {column}") }
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Setup, TextError> {
        // The form nearly every file has, without the work the others need.
        if let Ok(bytes) = <&[u8; CELLS]>::try_from(text.as_bytes()) {
            let mut cells = [0; CELLS];
            let plain = bytes.iter().zip(&mut cells).all(|(&byte, cell)| {
                *cell = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
                *cell <= 9
            });
            if plain {
                return Ok(Setup::from_cells(cells));
            }
        }
        read_cells(text, cell).map(Setup::from_cells)
    }
}

/// The 81 cells of a text, each read by `cell`; frames and line breaks are passed over.
fn read_cells(text: &str, cell: impl Fn(char) -> Option<u8>) -> Result<[u8; CELLS], TextError> {
    let mut cells = Vec::with_capacity(CELLS);
    for (line, row) in text.lines().enumerate() {
        let ruler = row.contains("---") && row.chars().all(|letter| letter == '-' || is_frame(letter));
        for (column, letter) in row.chars().enumerate().filter(|(_, letter)| !ruler && !is_frame(*letter)) {
            let wrong = TextError::Letter { letter, line: line + 1, column: column + 1 };
            cells.push(cell(letter).ok_or(wrong)?);
        }
    }
    <[u8; CELLS]>::try_from(cells).map_err(|cells| TextError::Length(cells.len()))
}

impl Setup {
    /// The sudoku drawn with a frame, nine lines and four rulers.
    #[must_use]
    pub fn drawn(&self) -> String {
        let ruler = "+-------+-------+-------+\n";
        let mut text = String::with_capacity(13 * 26);
        for (r, row) in self.cells().chunks_exact(9).enumerate() {
            if r % 3 == 0 {
                text.push_str(ruler);
            }
            for third in row.chunks_exact(3) {
                text.push('|');
                for &digit in third {
                    text.push(' ');
                    text.push(if digit == 0 { '.' } else { char::from(b'0' + digit) });
                }
                text.push(' ');
            }
            text.push_str("|\n");
        }
        text.push_str(ruler);
        text
    }
}

impl FromStr for CellSet {
    type Err = TextError;

    /// Reads which cells are given, 81 of them row by row: `.`, `0`, `_` and `-` are not, digits, `x`, `X`,
    /// `*` and `#` are. Frames and line breaks are passed over as in a sudoku.
    fn from_str(text: &str) -> Result<CellSet, TextError> {
        let given = |letter: char| match letter {
            '1'..='9' | 'x' | 'X' | '*' | '#' => Some(1),
            '.' | '0' | '_' | '-' => Some(0),
            _ => None,
        };
        let cells = read_cells(text, given).map_err(|error| match error {
            TextError::Letter { letter, line, column } => TextError::Given { letter, line, column },
            other => other,
        })?;
        Ok(cells.iter().enumerate().filter(|(_, given)| **given > 0).map(|(cell, _)| cell).collect())
    }
}

/// How many bytes from the start of a line are a sudoku by their look: 81 cells without a gap, with
/// a border after them.
#[must_use]
pub fn measure(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let cells = bytes.get(..CELLS)?;
    let empty = |byte: &u8| matches!(byte, b'.' | b'0' | b'_' | b'*' | b'x' | b'X' | b'?' | b'-');
    let whole = cells.iter().all(|byte| byte.is_ascii_digit() || empty(byte));
    let border = bytes.get(CELLS).is_none_or(|byte| !byte.is_ascii_alphanumeric() && !empty(byte));
    (whole && border).then_some(CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

    #[test]
    fn layouts_read_alike() {
        let setup: Setup = LINE.parse().unwrap();
        assert_eq!(setup.to_string(), LINE);
        let rows: Vec<String> =
            LINE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
        let boxed = setup.drawn().replace('|', "\u{2502}").replace('+', "\u{253C}").replace('-', "\u{2500}");
        for text in [LINE.replace('.', "0"), LINE.replace('.', "-"), rows.join("\n"), setup.drawn(), boxed] {
            assert_eq!(text.parse(), Ok(setup), "{text}");
        }
    }

    /// Defect 3 of the second round: `x` was an empty cell here, though the help said given.
    #[test]
    fn x_is_a_given_cell_of_a_cell_pattern() {
        let setup: Setup = LINE.parse().unwrap();
        let crosses: String = LINE.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
        assert_eq!(crosses.parse(), Ok(setup.given()));
        assert_eq!(LINE.parse(), Ok(setup.given()));
        assert_eq!(setup.drawn().parse(), Ok(setup.given()));
        assert!(matches!("?".parse::<CellSet>(), Err(TextError::Given { letter: '?', .. })));
    }

    #[test]
    fn faults_are_placed() {
        let text = LINE.replacen('7', "A", 1);
        assert_eq!(text.parse::<Setup>(), Err(TextError::Letter { letter: 'A', line: 1, column: 7 }));
        assert_eq!(LINE[1..].parse::<Setup>(), Err(TextError::Length(80)));
        assert_eq!("".parse::<Setup>(), Err(TextError::Length(0)));
    }

    #[test]
    fn a_line_is_measured_up_to_its_other_columns() {
        assert_eq!(measure(LINE), Some(81));
        assert_eq!(measure(&format!("{LINE} ED=11.0/8.4/2.6")), Some(81));
        assert_eq!(measure(&format!("{LINE};7")), Some(81));
        assert_eq!(measure(&format!("{LINE}7")), None);
        assert_eq!(measure(&LINE[1..]), None);
    }

    proptest! {
        #[test]
        fn print_and_parse(cells in prop::collection::vec(0u8..10, 81)) {
            let setup = Setup::new(cells.try_into().unwrap()).unwrap();
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
            prop_assert_eq!(setup.drawn().parse(), Ok(setup));
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = text.parse::<Setup>();
            let _ = measure(&text);
        }
    }
}
