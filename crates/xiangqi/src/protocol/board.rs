//! The position of a session, and which ranks its board counts from.
//!
//! Programs of one kind write ranks 0-9, of the other 1-10. Which one a board is of shows in its moves: a
//! rank 0 or 10 settles it, and so does a move that is legal in one reading only. What settled it once is
//! tried first from then on.

use super::Protocol;
use crate::moves::Move;
use crate::notation::{Notation, NotationError};
use crate::position::Position;
use crate::setup::Setup;

/// A position and the game before it.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
    /// The positions before this one, oldest first.
    pub(super) past: Vec<Position>,
}

impl Board {
    pub(super) fn start() -> Self {
        Board::of(Position::start())
    }

    /// A game that begins here.
    pub(super) fn of(position: Position) -> Self {
        Board { start: position.clone(), moves: Vec::new(), position, past: Vec::new() }
    }

    pub(super) fn push(&mut self, m: Move) {
        self.past.push(self.position.clone());
        self.moves.push(m);
        let _ = self.position.make(m);
    }

    /// Takes the last move back, if there is one.
    pub(super) fn pop(&mut self) -> bool {
        let before = self.past.pop();
        self.moves.pop();
        before.is_some_and(|before| {
            self.position = before;
            true
        })
    }
}

/// How ranks are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranks {
    notation: Notation,
    /// Both ways are tried.
    open: bool,
}

impl Ranks {
    pub(super) const fn of(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Uci => Ranks { notation: Notation::Uci, open: true },
            Protocol::Ucci | Protocol::Xboard => Ranks { notation: Notation::Ucci, open: false },
        }
    }

    /// Sets the way an option names.
    pub(super) fn set(&mut self, word: &str) -> bool {
        match word {
            "auto" => self.open = true,
            "1-10" => *self = Ranks { notation: Notation::Uci, open: false },
            "0-9" => *self = Ranks { notation: Notation::Ucci, open: false },
            _ => return false,
        }
        true
    }

    pub(super) const fn notation(&self) -> Notation {
        self.notation
    }

    const fn other(&self) -> Notation {
        match self.notation {
            Notation::Uci => Notation::Ucci,
            _ => Notation::Uci,
        }
    }

    /// Reads one move; a reading that fits where the settled one does not settles it anew.
    pub(super) fn read_move(&mut self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let read = self.notation.read(position, text);
        if read.is_err()
            && self.open
            && let Ok(m) = self.other().read(position, text)
        {
            self.notation = self.other();
            return Ok(m);
        }
        read
    }

    /// Reads what follows `position`.
    pub(super) fn read_board(&mut self, words: &[&str]) -> Result<Board, String> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let setup = match words[..split] {
            ["startpos"] => Setup::start(),
            ["fen", ref fields @ ..] => {
                fields.join(" ").parse().map_err(|e: crate::FenError| e.to_string())?
            }
            _ => return Err("position needs startpos or fen FEN".to_owned()),
        };
        let position = Position::try_from(&setup).and_then(Position::playable).map_err(|e| e.to_string())?;
        let texts = words.get(split + 1..).unwrap_or_default();
        let read = play(&position, texts, self.notation);
        if read.is_err()
            && self.open
            && let Ok(board) = play(&position, texts, self.other())
        {
            self.notation = self.other();
            return Ok(board);
        }
        read.map_err(|error| error.to_string())
    }
}

fn play(start: &Position, texts: &[&str], notation: Notation) -> Result<Board, NotationError> {
    let mut board = Board::of(start.clone());
    for text in texts {
        let m = notation.read(&board.position, text)?;
        board.push(m);
    }
    Ok(board)
}
