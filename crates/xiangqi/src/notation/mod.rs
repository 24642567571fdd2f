//! Moves as people write them.
//!
//! | notation | the same move | ranks |
//! |--|--|--|
//! | [`Notation::Uci`] | `h3e3` | 1-10 |
//! | [`Notation::Ucci`] | `h2e2` | 0-9 |
//! | [`Notation::Iccs`] | `H2-E2` | 0-9 |
//! | [`Notation::Wxf`] | `C2=5` | files 1-9 from the mover's right |
//! | [`Notation::Chinese`] | `炮二平五` | the same, Red in 一..九, Black in １..９; simplified script |
//! | [`Notation::Traditional`] | `馬二進三` | the same in traditional script |
//!
//! Coordinates are read without asking the position. The others are read by writing every legal move down
//! and comparing: what is printed is therefore always read back. Where nothing is written like the text,
//! the only legal move that it can mean is taken.

mod chinese;
mod relative;
mod wxf;

pub use chinese::Script;

use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;
use std::str::FromStr;
use thiserror::Error;

/// A way to write moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Coordinates with ranks 1-10.
    Uci,
    /// Coordinates with ranks 0-9.
    Ucci,
    /// Upper-case coordinates with ranks 0-9 and a hyphen.
    Iccs,
    /// Piece, file, direction, target.
    Wxf,
    /// The same in Chinese, simplified script.
    Chinese,
    /// The same in Chinese, traditional script.
    Traditional,
}

/// A text that is no legal move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// No notation has such a text.
    #[error("{0:?} is no move: h3e3, H2-E2, C2=5 or 炮二平五 would be")]
    Form(String),
    /// The position does not allow it.
    #[error("{text:?} is no legal move here: {side} to move in {board}")]
    Illegal {
        /// What was read.
        text: String,
        /// Whose turn it is.
        side: &'static str,
        /// The position.
        board: String,
    },
    /// It could be several moves.
    #[error("{text:?} could be {first} or {second}")]
    Ambiguous {
        /// What was read.
        text: String,
        /// One of them.
        first: Move,
        /// Another.
        second: Move,
    },
}

/// A word that names no notation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no notation: uci, ucci, iccs, wxf, chinese, traditional")]
pub struct NotationNameError(pub String);

impl FromStr for Notation {
    type Err = NotationNameError;

    fn from_str(text: &str) -> Result<Self, NotationNameError> {
        let found = Notation::ALL.into_iter().find(|notation| notation.word() == text);
        found.ok_or_else(|| NotationNameError(text.chars().take(20).collect()))
    }
}

fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

/// Reads two points; ranks count from `base`.
fn coordinates(text: &str, base: u8) -> Option<Move> {
    let mut numbers = Vec::with_capacity(2);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '-' && numbers.len() == 1 {
            continue;
        }
        let file = letter.to_ascii_lowercase();
        if !('a'..='i').contains(&file) || numbers.len() == 2 {
            return None;
        }
        let mut rank = letters.next()?.to_digit(10)? as u8;
        if rank == 1 && base == 1 && letters.peek() == Some(&'0') {
            letters.next();
            rank = 10;
        }
        numbers.push(Square::at(file as u8 - b'a', rank.checked_sub(base)?)?);
    }
    match numbers[..] {
        [from, to] => Some(Move::new(from, to)),
        _ => None,
    }
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 6] = [
        Notation::Uci,
        Notation::Ucci,
        Notation::Iccs,
        Notation::Wxf,
        Notation::Chinese,
        Notation::Traditional,
    ];

    /// The word on command lines.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Notation::Uci => "uci",
            Notation::Ucci => "ucci",
            Notation::Iccs => "iccs",
            Notation::Wxf => "wxf",
            Notation::Chinese => "chinese",
            Notation::Traditional => "traditional",
        }
    }

    /// Writes a legal move of a position.
    #[must_use]
    pub fn write(self, position: &Position, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        match self {
            Notation::Uci => m.to_string(),
            Notation::Ucci => {
                format!("{}{}{}{}", from.file_letter(), from.rank(), to.file_letter(), to.rank())
            }
            Notation::Iccs => {
                format!("{}{}-{}{}", from.file_letter(), from.rank(), to.file_letter(), to.rank())
                    .to_ascii_uppercase()
            }
            Notation::Wxf => wxf::write(position, m),
            Notation::Chinese => chinese::write(position, m, Script::Simplified),
            Notation::Traditional => chinese::write(position, m, Script::Traditional),
        }
    }

    /// Writes the moves of a line from a position on, with spaces between them.
    ///
    /// # Examples
    /// ```
    /// use ludex_xiangqi::{Notation, Position};
    /// let start = Position::start();
    /// let first = Notation::Uci.read(&start, "h3e3")?;
    /// assert_eq!(Notation::Chinese.write_line(&start, &[first]), "炮二平五");
    /// # Ok::<(), ludex_xiangqi::NotationError>(())
    /// ```
    #[must_use]
    pub fn write_line(self, position: &Position, moves: &[Move]) -> String {
        let mut board = position.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            texts.push(self.write(&board, m));
            let _ = board.make(m);
        }
        texts.join(" ")
    }

    /// Reads a legal move of a position.
    ///
    /// # Errors
    /// When the text is no move of this notation, or the move is not legal here.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let form = || NotationError::Form(short(text));
        let m = match self {
            Notation::Uci => coordinates(text, 1).ok_or_else(form)?,
            Notation::Ucci | Notation::Iccs => coordinates(text, 0).ok_or_else(form)?,
            Notation::Wxf => {
                let wanted = wxf::normal(text).ok_or_else(form)?;
                return search(position, text, &wanted, wxf::loose(&wanted), |m| wxf::write(position, m));
            }
            Notation::Chinese | Notation::Traditional => {
                let wanted = chinese::normal(text).ok_or_else(form)?;
                return search(position, text, &wanted, chinese::loose(&wanted), |m| {
                    chinese::normal(&chinese::write(position, m, Script::Simplified)).unwrap_or_default()
                });
            }
        };
        if position.is_legal(m) { Ok(m) } else { Err(NotationError::illegal(position, text)) }
    }

    /// Reads a legal move in whatever notation it is written.
    ///
    /// Lower-case coordinates without a hyphen are read in the notation given (UCI or UCCI), upper-case
    /// ones and those with a hyphen as ICCS.
    ///
    /// # Errors
    /// When the text is a move in none of them, or is not legal here.
    pub fn read_any(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        if !text.is_ascii() {
            return Notation::Chinese.read(position, text);
        }
        if coordinates(text, 0).is_some() || coordinates(text, 1).is_some() {
            let iccs = text.contains('-') || text.starts_with(|c: char| c.is_ascii_uppercase());
            let plain = if self == Notation::Ucci { Notation::Ucci } else { Notation::Uci };
            return if iccs && coordinates(text, 0).is_some() { Notation::Iccs } else { plain }
                .read(position, text);
        }
        Notation::Wxf.read(position, text)
    }
}

impl NotationError {
    /// A move that a position does not allow.
    pub(crate) fn illegal(position: &Position, text: &str) -> NotationError {
        NotationError::Illegal {
            text: short(text),
            side: position.side().word(),
            board: crate::text::board_text(&position.setup()),
        }
    }
}

/// The legal move that is written like this, or else the only one that another writer may mean by it.
fn search(
    position: &Position,
    text: &str,
    wanted: &str,
    loose: Option<relative::Loose>,
    write: impl Fn(Move) -> String,
) -> Result<Move, NotationError> {
    let moves = position.legal_moves();
    let mut found: Vec<Move> = moves.iter().copied().filter(|&m| write(m) == wanted).collect();
    if found.is_empty()
        && let Some(loose) = loose
    {
        found.extend(moves.iter().filter(|&&m| loose.fits(position, m)));
    }
    match found[..] {
        [] => Err(NotationError::illegal(position, text)),
        [m] => Ok(m),
        [first, second, ..] => Err(NotationError::Ambiguous { text: short(text), first, second }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::placement;
    use ludex_core::Random;

    fn position(fen: &str) -> Position {
        Position::try_from(&fen.parse().unwrap()).unwrap()
    }

    #[test]
    fn one_move_six_ways() {
        let start = Position::start();
        let m = Notation::Uci.read(&start, "h3e3").unwrap();
        for (notation, text) in
            Notation::ALL.into_iter().zip(["h3e3", "h2e2", "H2-E2", "C2=5", "炮二平五", "炮二平五"])
        {
            assert_eq!(notation.write(&start, m), text);
            assert_eq!(notation.read(&start, text), Ok(m));
            assert_eq!(notation.read_any(&start, text), Ok(m));
        }
        let mut next = start.clone();
        let _ = next.make(m);
        for text in ["马８进７", "馬8進7", "馬八進七", "H8+7", "h8+7", "N8+7", "h10g8", "H9-G7"] {
            assert_eq!(Notation::Uci.read_any(&next, text).unwrap().to_string(), "h10g8", "{text}");
        }
    }

    #[test]
    fn doubled_pieces_and_pawns_in_tandem() {
        let cannons = position("4k4/9/9/9/4C4/9/4C4/9/9/3K5 w");
        for (uci, wxf, chinese) in [("e6d6", "C+=6", "前炮平六"), ("e4e3", "C--1", "后炮退一")] {
            let m = Notation::Uci.read(&cannons, uci).unwrap();
            assert_eq!(Notation::Wxf.write(&cannons, m), wxf);
            assert_eq!(Notation::Chinese.write(&cannons, m), chinese);
        }
        let pawns = position("3k5/9/9/4P4/4P4/9/4P4/9/9/5K3 w");
        for (uci, wxf, chinese) in
            [("e7d7", "P+=6", "前兵平六"), ("e6d6", "P5=6", "中兵平六"), ("e4e5", "P-+1", "后兵进一")]
        {
            let m = Notation::Uci.read(&pawns, uci).unwrap();
            assert_eq!(Notation::Wxf.write(&pawns, m), wxf);
            assert_eq!(Notation::Chinese.write(&pawns, m), chinese);
            assert_eq!(Notation::Uci.read_any(&pawns, chinese), Ok(m));
        }
        // Numbered from the front, as other programs have it.
        for (uci, numbered) in [("e7d7", "15=6"), ("e6d6", "25=6"), ("e4e5", "35+1")] {
            let m = Notation::Uci.read(&pawns, uci);
            assert_eq!(Notation::Wxf.read(&pawns, numbered), m);
        }
    }

    /// The federation's table for four and five pawns on a file and for files 3 and 7; Chinese numbers.
    #[test]
    fn tandem_pawns_as_the_federation_writes_them() {
        let five = position("3k5/6P2/6P2/6P2/6P2/6P2/9/9/9/4K4 w");
        for (uci, wxf, chinese, other) in [
            ("g9f9", "++=4", "一兵平四", "前兵平四"),
            ("g8f8", "P+=4", "二兵平四", "二兵平四"),
            ("g7f7", "P3=4", "三兵平四", "三兵平四"),
            ("g6f6", "P-=4", "四兵平四", "四兵平四"),
        ] {
            let m = Notation::Uci.read(&five, uci).unwrap();
            assert_eq!(
                (Notation::Wxf.write(&five, m), Notation::Chinese.write(&five, m)),
                (wxf.into(), chinese.into())
            );
            for text in [wxf, &wxf.replace('=', "."), chinese, other] {
                assert_eq!(Notation::Uci.read_any(&five, text), Ok(m), "{text}");
            }
        }
        let rear = Notation::Uci.read(&five, "g5g6");
        assert!(rear.is_err(), "the pawn before it stands in the way");
        let four = position("3k5/6P2/9/6P2/6P2/6P2/9/9/9/4K4 w");
        for (uci, wxf) in [("g9f9", "++=4"), ("g7f7", "P+=4"), ("g6f6", "P-=4")] {
            assert_eq!(Notation::Wxf.write(&four, Notation::Uci.read(&four, uci).unwrap()), wxf);
        }
        let files = position("3k5/2P3P2/9/2P3P2/6P2/9/9/9/9/4K4 w");
        for (uci, wxf, chinese) in [
            ("g9f9", "3+=4", "一兵平四"),
            ("g7f7", "33=4", "二兵平四"),
            ("g6f6", "3-=4", "三兵平四"),
            ("c9d9", "7+=6", "四兵平六"),
            ("c7d7", "7-=6", "五兵平六"),
        ] {
            let m = Notation::Uci.read(&files, uci).unwrap();
            assert_eq!(
                (Notation::Wxf.write(&files, m), Notation::Chinese.write(&files, m)),
                (wxf.into(), chinese.into())
            );
            assert_eq!(Notation::Uci.read_any(&files, wxf), Ok(m));
        }
    }

    /// Issue 18, defect 7: what can mean only one legal move is read as that move.
    #[test]
    fn relative_notation_is_read_where_it_is_clear() {
        for (fen, text, uci) in [
            ("3ak4/9/3a5/9/9/9/9/9/9/5K3 b", "前士退５", "d8e9"),
            ("3k5/9/2P3P2/9/2P3P2/9/9/9/9/4K4 w", "前兵平四", "g8f8"),
            ("9/9/4k4/9/9/R8/R8/9/9/5K3 w", "R9-2", "a4a2"),
            ("3k5/9/9/9/9/9/9/9/9/R4K3 w", "车九进一", "a1a2"),
            ("4k4/9/9/9/4C4/9/4C4/9/9/3K5 w", "炮前平六", "e6d6"),
        ] {
            let board = position(fen);
            assert_eq!(Notation::Uci.read_any(&board, text).map(|m| m.to_string()), Ok(uci.into()), "{text}");
        }
        let rooks = position("3k5/9/9/9/R8/9/9/R8/9/5K3 w");
        assert!(matches!(Notation::Wxf.read(&rooks, "R9=8"), Err(NotationError::Ambiguous { .. })));
    }

    #[test]
    fn every_legal_move_is_read_back() {
        let mut random = Random::new(31);
        for _ in 0..300 {
            let board = Position::try_from(&placement(&mut random)).unwrap();
            let Ok(board) = board.playable() else { continue };
            for &m in board.legal_moves().iter() {
                for notation in Notation::ALL {
                    let text = notation.write(&board, m);
                    assert_eq!(notation.read(&board, &text), Ok(m), "{board} {text}");
                    if notation != Notation::Ucci {
                        assert_eq!(Notation::Uci.read_any(&board, &text), Ok(m), "{board} {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let start = Position::start();
        for text in ["", "h3", "h3e", "h3e11", "炮", "炮二平", "C2", "k9k9", "前前前前", "a0a1", "é", "H2-"]
        {
            assert!(Notation::Uci.read_any(&start, text).is_err(), "{text}");
        }
    }
}
