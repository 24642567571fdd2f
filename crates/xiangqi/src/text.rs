//! FEN in and out.
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! ten ranks, the tenth first, files a..i                      |  | | | number of the move
//! side to move: w (or r), b ----------------------------------+  | | +-- plies since a capture
//! two fields that chess needs and xiangqi leaves empty ----------+-+
//! ```
//!
//! Everything after the board may be missing; `E` and `H` are read as `B` and `N`.

use crate::piece::{Piece, Side};
use crate::setup::Setup;
use crate::square::{FILES, RANKS, Square};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A text that is no FEN.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// Nothing was written.
    #[error("an empty line is no FEN: ten ranks with / between them are needed, then w or b")]
    Empty,
    /// A letter of the board that means nothing.
    #[error(
        "letter {letter:?} at column {column} is no piece: K A B N R C P in either case, or 1-9 for empty points"
    )]
    Letter {
        /// What was read.
        letter: char,
        /// Where, in characters from 1.
        column: usize,
    },
    /// A rank that does not have nine points.
    #[error("rank {rank} has {points} points, not 9 (ends at column {column})")]
    Width {
        /// The rank, 10 at the top.
        rank: u8,
        /// How many points were read.
        points: u32,
        /// Where it ends, in characters from 1.
        column: usize,
    },
    /// A board that does not have ten ranks.
    #[error("{0} ranks, not 10: ranks are parted by /")]
    Height(usize),
    /// A side to move that is none.
    #[error("side to move {0:?} is none of w, r, b")]
    Side(String),
    /// A field that is neither `-` nor a counter.
    #[error("field {0:?} after the side to move is neither - nor a number")]
    Field(String),
    /// More fields than a FEN has.
    #[error("{0:?} follows after the last field of the FEN")]
    Rest(String),
}

impl FenError {
    /// The column at fault, where one is known.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            FenError::Letter { column, .. } | FenError::Width { column, .. } => Some(*column),
            _ => None,
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let ranks = text.split('/').count();
    let mut column = 0;
    for (i, row) in text.split('/').enumerate() {
        // A board of the wrong height is told as such, unless a letter in it is wrong already.
        let rank = (RANKS as usize).checked_sub(i + 1);
        let mut points = 0u32;
        for letter in row.chars() {
            column += 1;
            if let Some(gap) = letter.to_digit(10).filter(|&gap| gap > 0) {
                points += gap;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter { letter, column })?;
            let square = rank.and_then(|rank| Square::at(u8::try_from(points).ok()?, rank as u8));
            if let Some(square) = square {
                setup.put(square, Some(piece));
            }
            points += 1;
        }
        if let Some(rank) = rank
            && points != u32::from(FILES)
            && ranks == RANKS as usize
        {
            return Err(FenError::Width { rank: rank as u8 + 1, points, column });
        }
        column += 1;
    }
    if ranks == RANKS as usize { Ok(()) } else { Err(FenError::Height(ranks)) }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let mut setup = Setup::empty();
        read_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
        match fields.next() {
            None | Some("w" | "r" | "W" | "R") => {}
            Some("b" | "B") => setup.side = Side::Black,
            Some(other) => return Err(FenError::Side(short(other))),
        }
        let (mut dashes, mut counters) = (0, 0);
        for field in fields {
            match field.parse::<u32>() {
                _ if counters == 2 => return Err(FenError::Rest(short(field))),
                Ok(number) if !field.starts_with('+') => {
                    if counters == 0 {
                        setup.quiet_plies = number;
                    } else {
                        setup.move_number = number.max(1);
                    }
                    counters += 1;
                }
                _ if field == "-" && dashes < 2 && counters == 0 => dashes += 1,
                _ => return Err(FenError::Field(short(field))),
            }
        }
        Ok(setup)
    }
}

/// The board alone, as the first field of a FEN writes it.
#[must_use]
pub fn board_text(setup: &Setup) -> String {
    let mut text = String::with_capacity(64);
    for rank in (0..RANKS).rev() {
        let mut gap = 0;
        let end_gap = |gap: &mut u8, text: &mut String| {
            if *gap > 0 {
                text.push((b'0' + *gap) as char);
                *gap = 0;
            }
        };
        for file in 0..FILES {
            match Square::at(file, rank).and_then(|square| setup.get(square)) {
                None => gap += 1,
                Some(piece) => {
                    end_gap(&mut gap, &mut text);
                    text.push(piece.letter());
                }
            }
        }
        end_gap(&mut gap, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Side::Red { 'w' } else { 'b' };
        write!(f, "{} {side} - - {} {}", board_text(self), self.quiet_plies, self.move_number)
    }
}

/// How many bytes of a line, from its start, look like a FEN; nothing where none begins there.
///
/// A board is known by its letters and slashes; the FEN then goes up to the first tab, comma or
/// semicolon, which begin the caller's own columns.
#[must_use]
pub fn measure(line: &str) -> Option<usize> {
    let end = line.find(['\t', ',', ';']).unwrap_or(line.len());
    let board = line[..end].split(' ').next()?;
    let form = |c: char| matches!(c, '1'..='9' | '/') || Piece::from_letter(c).is_some();
    (board.matches('/').count() >= 5 && board.chars().all(form)).then(|| line[..end].trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    pub(crate) fn any_setup() -> impl Strategy<Value = Setup> {
        let points = prop::collection::vec((0usize..SQUARES, 0u8..14), 0..40);
        (points, any::<bool>(), 0u32..200, 1u32..300).prop_map(|(points, black, quiet, number)| {
            let mut setup = Setup::empty();
            for (index, piece) in points {
                setup.board[index] = Some(Piece::from_index(piece));
            }
            setup.side = if black { Side::Black } else { Side::Red };
            (setup.quiet_plies, setup.move_number) = (quiet, number);
            setup
        })
    }
    use crate::square::SQUARES;

    proptest! {
        #[test]
        fn fen_there_and_back(setup in any_setup()) {
            let text = setup.to_string();
            prop_assert_eq!(text.parse::<Setup>().unwrap(), setup);
            prop_assert_eq!(measure(&text), Some(text.len()));
            let columns = format!("{text}\t12 w");
            prop_assert_eq!(measure(&columns), Some(text.len()));
        }

        #[test]
        fn no_text_panics(text in ".{0,80}", board in "[KABNRCPkabnrcp1-9/]{0,90}( [wrb-]| [0-9]{1,12}){0,6}") {
            let _ = text.parse::<Setup>();
            let _ = measure(&text);
            if let Ok(setup) = board.parse::<Setup>() {
                prop_assert_eq!(setup.to_string().parse::<Setup>().unwrap(), setup);
            }
            if let Some(end) = measure(&board) {
                prop_assert!(board.is_char_boundary(end));
            }
        }
    }

    #[test]
    fn start_reads_and_prints() {
        assert_eq!(START.parse::<Setup>().unwrap(), Setup::start());
        assert_eq!(Setup::start().to_string(), START);
    }

    #[test]
    fn other_spellings_are_read() {
        let board = START.split(' ').next().unwrap();
        for text in [
            board.to_owned(),
            format!("{board} r"),
            format!("{board} w 0 1"),
            format!("{board} w - - 0"),
            board.replace('n', "h").replace('B', "E"),
        ] {
            assert_eq!(text.parse::<Setup>().unwrap(), Setup::start(), "{text}");
        }
        assert_eq!(format!("{board} b").parse::<Setup>().unwrap().side, Side::Black);
    }

    #[test]
    fn faults_are_placed() {
        let read = |text: &str| text.parse::<Setup>().unwrap_err();
        assert_eq!(read(" "), FenError::Empty);
        assert_eq!(read("9/9"), FenError::Height(2));
        assert_eq!(read(&START.replace('c', "x")), FenError::Letter { letter: 'x', column: 14 });
        assert!(matches!(
            read(&START.replace("1c5c1", "1c5c2")),
            FenError::Width { rank: 8, points: 10, .. }
        ));
        assert_eq!(read(&START.replace(" w ", " q ")), FenError::Side("q".into()));
        assert_eq!(read(&START.replace(" 0 ", " x ")), FenError::Field("x".into()));
        assert_eq!(read(&format!("{START} 7")), FenError::Rest("7".into()));
    }
}
