//! What a filter asks of a queue.

use super::budget::Work;
use crate::piece::Piece;
use crate::regex::Regex;

/// A letter, or a set of which one counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    Piece(Piece),
    Any(Vec<Piece>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compare {
    Equal,
    NotEqual,
    Less,
    More,
    AtMost,
    AtLeast,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    All,
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Not(Box<Expr>),
    Range { from: usize, to: usize, inner: Box<Expr> },
    Regex(Regex),
    Count { items: Vec<Item>, compare: Compare, number: usize },
    Before(Vec<Item>, Vec<Item>),
}

impl Expr {
    /// Whether a queue passes.
    pub(super) fn holds(&self, queue: &[Piece], work: &Work) -> Result<bool, String> {
        work.spend(1);
        Ok(match self {
            Expr::All => true,
            Expr::Or(all) => {
                for expr in all {
                    if expr.holds(queue, work)? {
                        return Ok(true);
                    }
                }
                false
            }
            Expr::And(all) => {
                for expr in all {
                    if !expr.holds(queue, work)? {
                        return Ok(false);
                    }
                }
                true
            }
            Expr::Not(inner) => !inner.holds(queue, work)?,
            Expr::Range { from, to, inner } => {
                let (from, to) = ((*from).min(queue.len()), (*to).min(queue.len()));
                inner.holds(&queue[from..to], work)?
            }
            Expr::Regex(regex) => {
                let mut letters = [b' '; crate::queue::Queue::LONGEST];
                for (letter, piece) in letters.iter_mut().zip(queue) {
                    *letter = piece.letter() as u8;
                }
                let letters = &letters[..queue.len().min(letters.len())];
                let text = std::str::from_utf8(letters).unwrap_or_default();
                let (found, steps) = regex.search_counted(text).map_err(|error| error.to_string())?;
                work.spend(steps);
                found
            }
            Expr::Count { items, compare, number } => {
                let counts = |piece: &Piece| {
                    let n = queue.iter().filter(|p| *p == piece).count();
                    match compare {
                        Compare::Equal => n == *number,
                        Compare::NotEqual => n != *number,
                        Compare::Less => n < *number,
                        Compare::More => n > *number,
                        Compare::AtMost => n <= *number,
                        Compare::AtLeast => n >= *number,
                    }
                };
                items.iter().all(|item| match item {
                    Item::Piece(piece) => counts(piece),
                    Item::Any(any) => any.iter().any(counts),
                })
            }
            Expr::Before(before, after) => before_holds(queue, before, after, work),
        })
        .and_then(|holds| work.check().map(|()| holds))
    }
}

/// Whether some choice from the sets puts all of the first before all of the second.
///
/// The k-th time a letter is written means its k-th occurrence. A missing first piece fails, a missing
/// second piece is as good as one that comes last.
fn before_holds(queue: &[Piece], before: &[Item], after: &[Item], work: &Work) -> bool {
    // All pairs hold as soon as the latest of the first comes before the earliest of the second, and
    // since either side chooses for itself, each may choose its best.
    match (latest(queue, before, [0; 7], work), earliest(queue, after, [0; 7], work)) {
        (Some(latest), earliest) => latest < earliest,
        (None, _) => false,
    }
}

fn place(queue: &[Piece], piece: Piece, repetition: u8) -> Option<usize> {
    let mut found = queue.iter().enumerate().filter(|(_, p)| **p == piece).map(|(i, _)| i);
    found.nth(usize::from(repetition))
}

/// The least possible place of the last of the pieces; nothing where one is missing in every choice.
///
/// Choices multiply; when the work is spent the answer means nothing, and the caller says so.
fn latest(queue: &[Piece], items: &[Item], used: [u8; 7], work: &Work) -> Option<usize> {
    let Some((item, rest)) = items.split_first() else { return Some(0) };
    if !work.spend(1) {
        return None;
    }
    let choose = |piece: Piece| {
        let at = place(queue, piece, used[piece.index()])?;
        let mut used = used;
        used[piece.index()] += 1;
        Some(at.max(latest(queue, rest, used, work)?))
    };
    match item {
        Item::Piece(piece) => choose(*piece),
        Item::Any(any) => any.iter().filter_map(|&piece| choose(piece)).min(),
    }
}

/// The greatest possible place of the first of the pieces.
fn earliest(queue: &[Piece], items: &[Item], used: [u8; 7], work: &Work) -> usize {
    let Some((item, rest)) = items.split_first() else { return usize::MAX };
    if !work.spend(1) {
        return 0;
    }
    let choose = |piece: Piece| {
        let at = place(queue, piece, used[piece.index()]).unwrap_or(usize::MAX);
        let mut used = used;
        used[piece.index()] += 1;
        at.min(earliest(queue, rest, used, work))
    };
    match item {
        Item::Piece(piece) => choose(*piece),
        Item::Any(any) => any.iter().map(|&piece| choose(piece)).max().unwrap_or(usize::MAX),
    }
}
