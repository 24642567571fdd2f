//! Proven endgames: for every board of an ending whether it is won, drawn or lost, and in how many moves.
//!
//! | file | what |
//! |--|--|
//! | `ending` | [`Army`], [`Ending`]: which pieces are left |
//! | `layout` | boards numbered, a board and its reflection as one |
//! | `solve` | retrograde analysis |
//! | `packed` | the result as bytes |
//! | `recipe` | files in the user's cache folder, with the feature `cache` |
//! | `proof` | what is told of a board |
//!
//! What is proven: the game without rules of repetition and without a limit of quiet moves. A side without
//! a move has lost, in check or not; kings never face each other; a game that never ends is a draw. A win
//! found so is a win under every rule set, as long as its moves are played: no position comes twice on the
//! way (the limit of 120 plies without a capture can still cut a long one short). A draw is one only as
//! far as nobody has to repeat checks or chases to hold it: such a side loses by the rules of repetition.

mod ending;
mod layout;
mod packed;
mod proof;
#[cfg(feature = "cache")]
mod recipe;
mod solve;

pub use ending::{Army, Ending, EndingError, MOST_ATTACKERS};
pub use proof::Proof;
#[cfg(feature = "cache")]
pub use recipe::{DEFAULT_PLACES, listing, recipes};
pub use solve::Tally;

use crate::moves::Move;
use crate::position::Position;
use layout::Layout;
use ludex_core::Progress;
use packed::Packed;
use std::collections::HashMap;
use std::fmt;
#[cfg(feature = "cache")]
use std::sync::OnceLock;
use thiserror::Error;

/// What a board is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins with its so-manieth move, at the latest.
    Win(u32),
    /// Neither side can force a win.
    Draw,
    /// It has lost after so many own moves; 0 where it has none.
    Loss(u32),
}

impl Value {
    /// The value for the other side, a ply earlier.
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Win(moves) => Value::Loss(moves),
            Value::Draw => Value::Draw,
            Value::Loss(moves) => Value::Win(moves + 1),
        }
    }

    /// Greater is better: a short win, a long win, a draw, a long loss, a short loss.
    #[must_use]
    pub const fn rank(self) -> i64 {
        match self {
            Value::Win(moves) => i64::MAX - moves as i64,
            Value::Draw => 0,
            Value::Loss(moves) => i64::MIN + moves as i64,
        }
    }

    /// Plies to the end; none for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Value::Win(moves) => Some(2 * moves - 1),
            Value::Draw => None,
            Value::Loss(moves) => Some(2 * moves),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(moves) => write!(f, "win {moves}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss(moves) => write!(f, "loss {moves}"),
        }
    }
}

/// Why an ending is not solved or a table not used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// It was asked to stop.
    #[error("stopped before the end")]
    Stopped,
    /// A table that is asked for, or that captures lead to, is not there.
    #[error(
        "there is no table of {0}, which has {boards} boards: build it with `ludex tables build \
         xiangqi-endgames --level {boards}`", boards = places(*.0)
    )]
    Missing(Ending),
    /// More boards than a table can number.
    #[error("the ending {0} has too many boards for a table")]
    TooLarge(Ending),
    /// Bytes that are no packed ending, or of another one.
    #[error("a table of another length or content than its ending has")]
    Short,
    /// A file of the cache folder.
    #[cfg(feature = "cache")]
    #[error(transparent)]
    Table(#[from] ludex_core::table::TableError),
    /// No two armies of tables, or a piece stands where it never can.
    #[error(
        "no ending of a table: each side may have two of rook, horse, cannon and pawn, two advisors and two \
         elephants, all on points that they can reach"
    )]
    Misplaced,
}

/// Boards that a table numbers, a board and its reflection counted once.
#[must_use]
pub fn places(ending: Ending) -> usize {
    Layout::new(ending).places()
}

#[derive(Debug)]
enum Stored {
    Made(Packed<Vec<u8>>),
    #[cfg(feature = "cache")]
    File(OnceLock<Option<Packed<recipe::File>>>),
}

#[derive(Debug)]
struct Table {
    layout: Layout,
    stored: Stored,
}

impl Table {
    fn code(&self, place: usize) -> Result<u16, EndgameError> {
        match &self.stored {
            Stored::Made(packed) => packed.code(place),
            #[cfg(feature = "cache")]
            Stored::File(slot) => match slot.get_or_init(|| recipe::open(&self.layout)) {
                Some(packed) => packed.code(place),
                None => Err(EndgameError::Missing(self.layout.ending())),
            },
        }
    }
}

/// Solved endings, by the pieces left.
///
/// # Examples
/// ```
/// use ludex_core::Silent;
/// use ludex_xiangqi::endgame::{Endgames, Value};
/// use ludex_xiangqi::Position;
/// let mut endgames = Endgames::default();
/// endgames.add("KR-K".parse()?, &Silent)?;
/// let position = Position::try_from(&"4k4/9/9/9/9/9/9/9/R8/4K4 w".parse()?)?;
/// assert_eq!(endgames.probe(&position), None); // the kings face each other
/// let position = Position::try_from(&"4k4/9/9/9/9/9/9/9/R8/3K5 w".parse()?)?;
/// assert_eq!(endgames.probe(&position), Some(Value::Win(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Endgames {
    tables: HashMap<Ending, Table>,
    most_pieces: u32,
}

impl Endgames {
    /// Whether there is no table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many tables there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// The endings, in order.
    #[must_use]
    pub fn endings(&self) -> Vec<Ending> {
        let mut endings: Vec<Ending> = self.tables.keys().copied().collect();
        endings.sort_unstable();
        endings
    }

    /// Pieces on the board, kings included, of the largest ending: a board with more is in no table.
    #[must_use]
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    fn insert(&mut self, layout: Layout, stored: Stored) {
        let ending = layout.ending();
        let pieces: u32 =
            [ending.strong(), ending.weak()].iter().map(|army| army.to_string().len() as u32).sum();
        self.most_pieces = self.most_pieces.max(pieces);
        self.tables.insert(ending, Table { layout, stored });
    }

    /// Solves an ending, and first those that captures lead to; none of them twice.
    ///
    /// # Errors
    /// When it was stopped, or the ending is too large.
    pub fn add(&mut self, ending: Ending, progress: &dyn Progress) -> Result<(), EndgameError> {
        if self.tables.contains_key(&ending) {
            return Ok(());
        }
        for less in ending.after_captures() {
            self.add(less, progress)?;
        }
        let (packed, _, _) = self.solve(ending, progress)?;
        let layout = Layout::new(ending);
        let packed = Packed::open(packed, layout.places())?;
        self.insert(layout, Stored::Made(packed));
        Ok(())
    }

    /// The packed table of an ending whose captures are all known, its counts and a longest win.
    fn solve(
        &self,
        ending: Ending,
        progress: &dyn Progress,
    ) -> Result<(Vec<u8>, Tally, Option<Position>), EndgameError> {
        let layout = Layout::new(ending);
        let solved = solve::solve(&layout, &|position| self.value(position), progress)?;
        let (tally, longest) = solved.tally(&layout);
        Ok((packed::pack(&solved, &tally), tally, longest))
    }

    /// Bytes of a table that was solved here.
    #[must_use]
    pub fn bytes(&self, ending: Ending) -> Option<usize> {
        match &self.tables.get(&ending)?.stored {
            Stored::Made(packed) => Some(packed.len()),
            #[cfg(feature = "cache")]
            Stored::File(_) => None,
        }
    }

    /// What a table says about itself.
    #[must_use]
    pub fn tally(&self, ending: Ending) -> Option<Tally> {
        match &self.tables.get(&ending)?.stored {
            Stored::Made(packed) => Some(*packed.tally()),
            #[cfg(feature = "cache")]
            Stored::File(slot) => {
                let layout = &self.tables.get(&ending)?.layout;
                slot.get_or_init(|| recipe::open(layout)).as_ref().map(|packed| *packed.tally())
            }
        }
    }

    /// The value of a board in which the side to move cannot take the king.
    ///
    /// # Errors
    /// When there is no table of its ending, the table is damaged, or a piece stands where it never can.
    pub fn value(&self, position: &Position) -> Result<Value, EndgameError> {
        let (ending, swapped) = Ending::of(position).ok_or(EndgameError::Misplaced)?;
        let table = self.tables.get(&ending).ok_or(EndgameError::Missing(ending))?;
        let place = solve::place_of(&table.layout, position, swapped).ok_or(EndgameError::Misplaced)?;
        Ok(solve::value(table.code(place)?))
    }

    /// The value of a board, where a table has it; a board in which the king can be taken has none.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.occupied().count_ones() > self.most_pieces || !position.is_playable() {
            return None;
        }
        self.value(position).ok()
    }

    /// Every legal move with the value it gives the mover, the best first; none where a table is missing.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        self.judged_moves(position).ok()
    }

    fn judged_moves(&self, position: &Position) -> Result<Vec<(Move, Value)>, EndgameError> {
        let mut board = position.clone();
        let mut moves = Vec::new();
        for &m in position.legal_moves().iter() {
            let undo = board.make(m);
            let value = self.value(&board);
            board.undo(m, undo);
            moves.push((m, value?.before()));
        }
        moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value.rank()));
        Ok(moves)
    }

    /// Best play of both sides to the end of a decided game; empty for a draw.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut board = position.clone();
        let mut line = Vec::new();
        let Some(mut left) = self.probe(position).and_then(Value::plies) else { return line };
        while left > 0 {
            let Some(&(m, value)) = self.moves(&board).as_deref().and_then(<[_]>::first) else { break };
            if value.plies() != Some(left) {
                break;
            }
            line.push(m);
            let _ = board.make(m);
            left -= 1;
        }
        line
    }
}

#[cfg(test)]
mod tests;
