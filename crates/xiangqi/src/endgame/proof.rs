//! What tables prove of a board, as program, server and Python tell it.

use super::{EndgameError, Endgames, Value};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Reason, Verdict};

/// What tables prove of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// What it is worth to the side to move.
    pub value: Value,
    /// Every legal move with what it is worth to the mover, the best first.
    pub moves: Vec<(Move, Value)>,
    /// Best play of both sides to the end; empty for a draw.
    pub line: Vec<Move>,
}

impl Endgames {
    /// What the tables prove of a board that can be played on.
    ///
    /// # Errors
    /// When a table is missing or damaged, or no table has such boards.
    ///
    /// # Examples
    /// ```
    /// use ludex_core::Silent;
    /// use ludex_xiangqi::Position;
    /// use ludex_xiangqi::endgame::{Endgames, Value};
    /// let mut endgames = Endgames::default();
    /// endgames.add("KR-K".parse()?, &Silent)?;
    /// let position = Position::try_from(&"4k4/9/9/9/9/9/9/9/R8/3K5 w".parse()?)?;
    /// let proof = endgames.prove(&position)?;
    /// assert_eq!((proof.value, proof.line.len()), (Value::Win(2), 3));
    /// assert_eq!(proof.moves[0], (proof.line[0], Value::Win(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&self, position: &Position) -> Result<Proof, EndgameError> {
        let value = self.value(position)?;
        let moves = self.judged_moves(position)?;
        Ok(Proof { value, moves, line: self.line(position) })
    }

    /// The reason of a verdict in words; of a game that goes on with what the tables prove of the board now,
    /// where they have it.
    #[must_use]
    pub fn reason(&self, verdict: &Verdict, now: &Position) -> String {
        match self.probe(now).filter(|_| verdict.reason == Reason::InPlay) {
            Some(value) => format!("in play: {value} for {} by the endgame tables", now.side().word()),
            None => verdict.reason.to_string(),
        }
    }
}
