//! The perfect-clear solver.
//!
//! ```text
//!   field, queues ──> tilings of the empty cells ──> for each: which piece can lock after which set
//!                     (tiling)                       (order, reach)
//!                                  ╲
//!                                   └─> a walk over the tree of queues (trie) ──> the queues it solves
//! ```
//!
//! A queue is solved when some tiling can be built with it. [`percent`](Problem::percent) stops when
//! every queue is; [`path`](Problem::path) asks every tiling for all its queues. A tiling is asked for the queues
//! whose pieces it is made of, and in a field that is its own mirror image once for itself and its image.

/// The words of a problem: its frame in the first, the frame and the sky over it in the second.
macro_rules! in_words {
    ($problem:expr, $call:ident($($argument:expr),*)) => {{
        let (table, drop, lines) = (&$problem.table, $problem.drop, $problem.lines);
        if $crate::solve::reach::Reach::<u64>::fits(table, drop, lines) {
            $problem.$call::<u64, u64>($($argument),*)
        } else if lines <= <u64 as $crate::solve::word::Word>::ROWS {
            $problem.$call::<u64, u128>($($argument),*)
        } else if $crate::solve::reach::Reach::<u128>::fits(table, drop, lines) {
            $problem.$call::<u128, u128>($($argument),*)
        } else if lines <= <u128 as $crate::solve::word::Word>::ROWS {
            $problem.$call::<u128, $crate::solve::wide::Frame>($($argument),*)
        } else {
            $problem.$call::<$crate::solve::wide::Frame, $crate::solve::wide::Vast>($($argument),*)
        }
    }};
}

mod building;
mod cover;
mod fill;
mod line;
mod modes;
mod openers;
mod order;
mod path;
mod percent;
mod placement;
mod play;
mod reach;
mod ren;
mod rules;
mod see;
mod spin;
mod tiling;
mod trie;
mod wide;
mod word;

pub use building::{Building, BuildingError, MOST_ROWS};
pub use cover::{cover, cover_bits, cover_until, cover_with};
pub use fill::{Exclude, FillTask, Filled, Operation, OperationError};
pub use modes::{Conditions, Mode, SpinKind, TDrop};
pub use openers::{EXACT_PIECES, Opener, OpenerSearch};
pub use path::{Path, Solution};
pub use percent::Percent;
pub use placement::Placement;
pub use reach::Drop;
pub use ren::Ren;
pub use rules::{Rules, WordError, first_field, queues_of, queues_until, queues_within};
pub use see::{Chance, FirstMove};
pub use spin::{SpinSetup, SpinTask};

pub use wide::{Frame, Wide};
pub use word::Word;

use crate::field::{Cell, Field, ROWS};
use crate::kicks::KickTable;
use crate::queue::Queue;
use ludex_core::Stopped;
use thiserror::Error;
use word::{WIDTH, rows_mask};

/// Steps of a search between two questions whether to go on: a step is a placement tried or a piece of a
/// queue looked at, up to some microseconds.
const STEPS: u32 = 1024;

/// Most lines of a clear.
pub const MOST_LINES: u32 = word::MOST_FRAME as u32;

/// Why a problem cannot be posed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Too few or too many lines.
    #[error("a clear of {0} lines: 1 to {MOST_LINES} are possible")]
    Lines(u32),
    /// More lines than a fumen has rows.
    #[error("solutions of {0} lines cannot be drawn: a fumen has {ROWS} rows")]
    Drawn(u32),
    /// Too many lines for a search for openers.
    #[error("openers for a clear of {0} lines: 1 to 6 are possible")]
    OpenerLines(u32),
    /// Something stands above the lines.
    #[error("the field is {height} rows high, and only {lines} are to be cleared")]
    High {
        /// Rows of the field.
        height: usize,
        /// Lines to clear.
        lines: u32,
    },
    /// Something stands higher than can be searched.
    #[error("the field is {height} rows high: at most {most} can be searched")]
    Tall {
        /// Rows of the field.
        height: usize,
        /// The most.
        most: usize,
    },
    /// A kick table that moves pieces too far down for so many lines.
    #[error("the kick table moves pieces farther than a solver of {0} lines can follow")]
    Kicks(u32),
    /// The drop asks for half turns.
    #[error("the kick table has no half turns, which the 180 drop needs")]
    HalfTurns,
    /// Too few or too many rows.
    #[error("{0} rows: 1 to {MOST_ROWS} can be filled")]
    Rows(u32),
    /// No cell has a colour that must be filled.
    #[error("no cell has a colour that must be filled")]
    NothingToFill,
    /// The queues are too short.
    #[error("{read} pieces are given, {needed} are needed")]
    Few {
        /// The pieces of the longest queue.
        read: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Rows of a T-spin that do not fit together.
    #[error(
        "rows {bottom} to {top} are to be cleared in a field of {height}: the top is above the bottom and at most the height, which is at most {MOST_ROWS}"
    )]
    SpinRows {
        /// The lowest row.
        bottom: u32,
        /// The row above the highest.
        top: u32,
        /// Rows in which pieces may lie.
        height: u32,
    },
    /// No queue has a T.
    #[error("no queue of the pattern has a T")]
    NoT,
    /// Nothing is left to place.
    #[error("all {0} lines are full already: there is nothing to solve")]
    Full(u32),
    /// The empty cells do not part into pieces.
    #[error("{empty} cells of the {lines} lines are empty: pieces of four cannot fill them")]
    Cells {
        /// Empty cells.
        empty: u32,
        /// Lines to clear.
        lines: u32,
    },
    /// Nothing is seen.
    #[error("a player who sees no piece cannot place one: see 1 or more")]
    See,
    /// A cyclic hold of several slots has no value under a preview.
    #[error(
        "the chance under a preview is known for holds of which any piece may come back, not for cyclic ones"
    )]
    SeeCyclic,
    /// A cyclic hold of several slots under conditions.
    #[error("conditions on a cover need a hold of which any piece may come back, not a cyclic one")]
    ConditionsCyclic,
    /// There is no queue.
    #[error("the pattern has no queue")]
    NoQueue,
    /// More pieces are missing than the solver can order.
    #[error("{0} pieces are missing: the solver orders at most {most}", most = order::MOST)]
    Pieces(usize),
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A queue is shorter than the pieces that are missing.
    #[error("the queue {queue} has {read} pieces, {needed} are needed")]
    Short {
        /// The queue.
        queue: String,
        /// Its pieces.
        read: usize,
        /// How many are needed.
        needed: usize,
    },
}

/// How many pieces may be kept back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// So many, any of which may be taken up again; 0 is no hold at all, 1 the hold everybody plays.
    Any(u8),
    /// So many, of which the one held longest comes back.
    Cyclic(u8),
}

impl Hold {
    /// The hold everybody plays.
    pub const USE: Hold = Hold::Any(1);
    /// No hold.
    pub const AVOID: Hold = Hold::Any(0);

    /// Pieces that can be held.
    #[must_use]
    pub const fn slots(self) -> usize {
        match self {
            Hold::Any(n) | Hold::Cyclic(n) => n as usize,
        }
    }
}

/// A field to clear, and how it is played.
#[derive(Debug, Clone)]
pub struct Problem {
    filled: Frame,
    lines: u32,
    table: KickTable,
    drop: Drop,
    hold: Hold,
}

impl Problem {
    /// Poses the problem: clear all `lines` lowest rows of the field.
    ///
    /// # Errors
    /// When the field is higher, or the rules do not fit together.
    pub fn new(
        field: &Field,
        lines: u32,
        table: KickTable,
        drop: Drop,
        hold: Hold,
    ) -> Result<Self, ProblemError> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(ProblemError::Lines(lines));
        }
        if field.height() > lines as usize {
            return Err(ProblemError::High { height: field.height(), lines });
        }
        if drop == Drop::Half && !table.has_half_turns() {
            return Err(ProblemError::HalfTurns);
        }
        if !reach::Reach::<wide::Vast>::fits(&table, drop, lines) {
            return Err(ProblemError::Kicks(lines));
        }
        let problem = Problem { filled: filled_cells(field), lines, table, drop, hold };
        match problem.empty().ones() {
            0 => Err(ProblemError::Full(lines)),
            empty if !empty.is_multiple_of(4) => Err(ProblemError::Cells { empty, lines }),
            _ if problem.needed() > order::MOST => Err(ProblemError::Pieces(problem.needed())),
            _ => Ok(problem),
        }
    }

    fn empty(&self) -> Frame {
        rows_mask::<Frame>(self.lines) & !self.filled
    }

    /// All places of pieces that the search may need: in a low frame all there are, in a tall one, where they would be
    /// too many, those in empty cells. At most fifteen pieces are missing; so few cells have fewer than 2^16.
    fn placements<W: Word>(&self) -> Vec<Placement<W>> {
        let mut all = Placement::all(self.lines);
        if self.lines > <u128 as Word>::ROWS {
            let empty = W::of_frame(self.empty());
            all.retain(|p: &Placement<W>| (p.cells & !empty).is_zero());
        }
        all
    }

    /// Whether solutions fit into a fumen.
    fn drawable(&self) -> Result<(), ProblemError> {
        if self.lines as usize > ROWS { Err(ProblemError::Drawn(self.lines)) } else { Ok(()) }
    }

    /// How many pieces the empty cells take.
    #[must_use]
    pub fn needed(&self) -> usize {
        self.empty().ones() as usize / 4
    }

    /// The queues cut to what can be used, sorted, each once.
    ///
    /// # Errors
    /// When there is none, or one is too short.
    pub fn cut(&self, queues: &[Queue]) -> Result<Vec<Queue>, ProblemError> {
        self.cut_to(queues, self.needed())
    }

    /// The queues cut to what can be used where so many pieces are needed.
    fn cut_to(&self, queues: &[Queue], needed: usize) -> Result<Vec<Queue>, ProblemError> {
        if queues.is_empty() {
            return Err(ProblemError::NoQueue);
        }
        if let Some(short) = queues.iter().find(|q| q.len() < needed) {
            let queue = short.to_string();
            return Err(ProblemError::Short { queue, read: short.len(), needed });
        }
        let used = needed + self.hold.slots();
        let mut cut: Vec<Queue> = queues.iter().map(|q| q.cut(used)).collect();
        if !cut.windows(2).all(|pair| pair[0] < pair[1]) {
            cut.sort_unstable();
            cut.dedup();
        }
        Ok(cut)
    }
}

/// Whether a field is a perfect clear by itself: something stands, and only in full rows.
///
/// # Examples
/// ```
/// use ludex_tetris::{field, solve::is_cleared};
/// assert!(is_cleared(&field! { "IIIIOOLLLJ" "TTTIOOLJJJ" }));
/// assert!(!is_cleared(&field! { "IIIIOOLLL_" }));
/// ```
#[must_use]
pub fn is_cleared(field: &Field) -> bool {
    let mut left = field.clone();
    left.clear_lines();
    !field.is_empty() && left.is_empty()
}

/// The filled cells of the rows that can be cleared.
fn filled_cells(field: &Field) -> Frame {
    let mut filled = Frame::ZERO;
    for y in 0..ROWS {
        for (x, &cell) in field.row(y).iter().enumerate() {
            if cell != Cell::Empty {
                filled |= Frame::bit(y as u32 * WIDTH + x as u32);
            }
        }
    }
    filled
}
