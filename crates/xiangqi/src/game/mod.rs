//! A game with its variations and comments, and the files it comes in.
//!
//! | file | what | |
//! |--|--|--|
//! | `file` | all games of a file of any format, and what of it could not be read | in |
//! | `cursor` | a walk over a game's tree with its board | |
//! | `pgn` | PGN, moves in any notation | in and out |
//! | `dhtmlxq` | DhtmlXQ, as Chinese web boards embed it | in and out |
//! | `xqf`, `xqf_write` | XQF, the binary format of XQStudio | in and out |
//! | `ccbridge` | CBR and CBL, the binary formats of CCBridge | in |
//! | `grow` | the tree of a binary file, move by move | |

mod ccbridge;
mod cursor;
mod dhtmlxq;
mod file;
mod grow;
mod pgn;
mod xqf;
mod xqf_write;

use crate::moves::Move;
use crate::notation::NotationError;
use crate::piece::PieceKind;
use crate::position::{Position, PositionError};
use crate::rules::Outcome;
use crate::text::FenError;
use thiserror::Error;

pub use file::{GameFile, ReadOptions};

/// A side's sixteen pieces in the order DhtmlXQ and XQF list them.
const ORDER: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

/// A move with its comment and the moves that may follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The move; nothing at the root.
    pub m: Option<Move>,
    /// What was said about it.
    pub comment: String,
    /// The nodes that follow, the main line first.
    pub next: Vec<usize>,
    /// The node before; the root's is the root.
    parent: usize,
}

/// A game: where it starts, what is known about it, and a tree of moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// Names and values, in the order they were read; `FEN` and `Result` are kept apart.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: Position,
    /// How it ended, as far as the file says.
    pub result: Outcome,
    nodes: Vec<Node>,
}

/// What of a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The start is no FEN.
    #[error("start position: {0}")]
    Fen(#[from] FenError),
    /// The start is no position.
    #[error("start position: {0}")]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error("line {line}: {error}")]
    Move {
        /// Where, from 1.
        line: usize,
        /// Why.
        error: NotationError,
    },
    /// A move that cannot be played, in a format without lines.
    #[error("move {number}: {error}; what follows it is left out")]
    Play {
        /// Which move of its line, from 1.
        number: usize,
        /// Why.
        error: NotationError,
    },
    /// Something of the format is missing or wrong.
    #[error("line {line}: {what}")]
    Form {
        /// Where, from 1.
        line: usize,
        /// What.
        what: String,
    },
    /// Something in one game of a library.
    #[error("game {game}: {error}")]
    Of {
        /// Which, from 1.
        game: usize,
        /// What.
        error: Box<GameError>,
    },
    /// No game of a known format.
    #[error("neither PGN, DhtmlXQ, XQF, CBR nor CBL")]
    Unknown,
    /// A binary file that is damaged or of an unknown version.
    #[error("byte {at}: {what}")]
    Binary {
        /// Where, from 0.
        at: usize,
        /// What.
        what: String,
    },
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let root = Node { m: None, comment: String::new(), next: Vec::new(), parent: 0 };
        Game { tags: Vec::new(), start, result: Outcome::None, nodes: vec![root] }
    }

    /// A game of one line.
    #[must_use]
    pub fn of_moves(start: Position, moves: &[Move]) -> Self {
        let mut game = Game::new(start);
        let mut at = 0;
        for &m in moves {
            at = game.add(at, m);
        }
        game
    }

    /// A node; 0 is the root.
    ///
    /// # Panics
    /// When there is no such node.
    #[must_use]
    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// Adds a move after a node, or finds it there, and returns its node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn add(&mut self, after: usize, m: Move) -> usize {
        if let Some(&known) = self.nodes[after].next.iter().find(|&&next| self.nodes[next].m == Some(m)) {
            return known;
        }
        let at = self.nodes.len();
        self.nodes.push(Node { m: Some(m), comment: String::new(), next: Vec::new(), parent: after });
        self.nodes[after].next.push(at);
        at
    }

    /// Adds to what is said about a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn comment(&mut self, at: usize, text: &str) {
        let comment = &mut self.nodes[at].comment;
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    /// The moves of the main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = 0;
        while let Some(&next) = self.nodes[at].next.first() {
            moves.extend(self.nodes[next].m);
            at = next;
        }
        moves
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Reads the games of a file of any known format, and leaves out what cannot be read;
    /// [`GameFile::read`] says what that was.
    ///
    /// # Errors
    /// When it is of no known format, or holds no game.
    pub fn read(bytes: &[u8]) -> Result<Vec<Game>, GameError> {
        Ok(GameFile::read(bytes, ReadOptions::default())?.games)
    }
}
