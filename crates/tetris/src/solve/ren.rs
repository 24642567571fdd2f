//! The longest runs of clears: every piece clears a line.

use super::building::placed_at;
use super::reach::{Reach, Shape, same_shape};
use super::wide::Frame;
use super::word::{WIDTH, Word, full_rows, without_rows};
use super::{Hold, ProblemError, Rules, STEPS};
use crate::field::{Cell, Field};
use crate::fumen::{Flags, Fumen, Page, Quiz};
use crate::piece::{Piece, Rotation};
use ludex_core::{Progress, Stopped, Ticker};
use std::collections::HashSet;

/// Most rows of a field in which a run is searched.
const MOST_HEIGHT: usize = 23;
/// Most runs that are listed.
const MOST_RUNS: usize = 200_000;

/// A run of clears that no further piece continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ren {
    /// Clears after the first one: what players count.
    pub count: usize,
    /// The pieces in the order they are placed.
    pub order: Vec<Piece>,
    /// The run, one piece per page.
    pub fumen: Fumen,
}

/// One lock: piece, rotation, and the corner of its box.
type Lock = (Piece, Rotation, u32, u32);

impl Rules {
    /// The runs of clears with pieces in the order they come, however many, those that no further piece continues,
    /// the longest first; every piece of a run clears a line. Of runs that come to the same board with the same pieces
    /// still to place one is told and gone on from.
    ///
    /// # Errors
    /// When the field is too high, the rules do not fit together, or the progress asked to stop.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::solve::Rules;
    /// use ludex_tetris::{Piece, field};
    ///
    /// let field = field! { "XXXXXX____" "XXXXXX____" "XXXXXX____" "XXXXXXX___" };
    /// let runs = Rules::read("srs", None, "any")?.rens(&field, &Piece::word("LJI")?, &ludex_core::Silent)?;
    /// assert_eq!(runs[0].count, 2);
    /// # Ok::<(), ludex_core::Refusal>(())
    /// ```
    pub fn rens(
        &self,
        field: &Field,
        pieces: &[Piece],
        progress: &dyn Progress,
    ) -> Result<Vec<Ren>, ProblemError> {
        let height = field.height();
        if height > MOST_HEIGHT {
            return Err(ProblemError::Tall { height, most: MOST_HEIGHT });
        }
        if self.drop == super::Drop::Half && !self.table.has_half_turns() {
            return Err(ProblemError::HalfTurns);
        }
        if matches!(self.hold, Hold::Cyclic(n) if n > 1) {
            return Err(ProblemError::ConditionsCyclic);
        }
        let height = (height as u32).max(1);
        if !Reach::<Frame>::fits(&self.table, self.drop, height) {
            return Err(ProblemError::Kicks(height));
        }
        let reach = Reach::<Frame>::new(&self.table, self.drop, height);
        let mut board = Frame::ZERO;
        for y in 0..height {
            for x in 0..WIDTH {
                if field.get(x as usize, y as i32) != Cell::Empty {
                    board |= Frame::bit(y * WIDTH + x);
                }
            }
        }
        let board = without_rows(board, full_rows(board, height), height);
        let hand = self.hold.slots() + 1;
        let ticker = Ticker::new(progress, STEPS);
        let mut search =
            Search { reach: &reach, ticker, known: HashSet::new(), runs: Vec::new(), way: Vec::new() };
        let (hand, rest) = pieces.split_at(hand.min(pieces.len()));
        search.go(board, hand.to_vec(), rest)?;
        let mut runs: Vec<Ren> = search.runs.iter().map(|way| self.ren(field, pieces, way)).collect();
        runs.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.order.cmp(&b.order)));
        Ok(runs)
    }

    fn ren(&self, field: &Field, pieces: &[Piece], way: &[Lock]) -> Ren {
        let mut field = field.clone();
        field.clear_lines();
        let mut quiz = (self.hold == Hold::USE || self.hold == Hold::AVOID).then(|| Quiz::new(pieces));
        let mut pages: Vec<Page> = Vec::new();
        for &(piece, rotation, x, y) in way {
            let page = Page {
                field: field.clone(),
                piece: Some(placed_at(piece, rotation, x, y)),
                comment: quiz.as_ref().map_or_else(String::new, ToString::to_string),
                flags: Flags { colour: pages.is_empty(), ..Flags::default() },
            };
            quiz = quiz.and_then(|q| q.after(piece).ok());
            field = page.after();
            pages.push(page);
        }
        let order = way.iter().map(|lock| lock.0).collect();
        Ren { count: way.len() - 1, order, fumen: Fumen { pages } }
    }
}

struct Search<'a> {
    reach: &'a Reach<Frame>,
    ticker: Ticker<'a>,
    /// Boards with a hand and so many pieces to come: each is gone on from once.
    known: HashSet<(Frame, Vec<Piece>, usize)>,
    runs: Vec<Vec<Lock>>,
    way: Vec<Lock>,
}

impl Search<'_> {
    fn go(&mut self, board: Frame, hand: Vec<Piece>, rest: &[Piece]) -> Result<(), Stopped> {
        let mut sorted = hand.clone();
        sorted.sort_unstable();
        // What ends for want of pieces ends for nothing else, and is told for each way there.
        if !hand.is_empty() && !self.known.insert((board, sorted, rest.len())) {
            return Ok(());
        }
        let mut ends = true;
        for (i, &piece) in hand.iter().enumerate() {
            if hand[..i].contains(&piece) {
                continue;
            }
            self.ticker.tick()?;
            let mut after_hand = hand.clone();
            after_hand.remove(i);
            let mut after_rest = rest;
            if let Some((&next, after)) = rest.split_first() {
                after_hand.push(next);
                after_rest = after;
            }
            for (lock, after) in self.clears(board, piece) {
                ends = false;
                self.way.push(lock);
                self.go(after, after_hand.clone(), after_rest)?;
                self.way.pop();
            }
        }
        if ends && !self.way.is_empty() && self.runs.len() < MOST_RUNS {
            self.runs.push(self.way.clone());
        }
        Ok(())
    }

    /// The locks of a piece that clear lines, and the boards after them.
    fn clears(&self, board: Frame, piece: Piece) -> Vec<(Lock, Frame)> {
        let places = self.reach.places(board, piece);
        let mut locks = Vec::new();
        for rotation in Rotation::ALL.into_iter().filter(|&r| same_shape(piece, r) == r) {
            let shape = Shape::of(piece, rotation);
            let alike = Rotation::ALL.into_iter().filter(|&r| same_shape(piece, r) == rotation);
            let mut corners = alike.fold(Frame::ZERO, |all, r| all | places[r as usize]);
            // A piece that can fall on has not locked.
            let free = self.reach.free(board, piece, rotation as usize);
            corners &= !(free << WIDTH);
            while !corners.is_zero() {
                let corner = corners.lowest();
                corners &= !Frame::bit(corner);
                let with = shape.cells.iter().fold(board, |with, cell| with | Frame::bit(corner + cell));
                let full = full_rows(with, Frame::ROWS);
                if full != 0 {
                    let lock = (piece, rotation, corner % WIDTH, corner / WIDTH);
                    locks.push((lock, without_rows(with, full, Frame::ROWS)));
                }
            }
        }
        locks
    }
}
