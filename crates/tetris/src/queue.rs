//! A queue of pieces in one word.

use crate::piece::{Counts, Piece, PieceError};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Bits of one piece.
const WIDTH: u32 = 3;

/// A word that is no queue.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// A letter that is no piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// Too many pieces.
    #[error("a queue of {0} pieces: at most {longest} are possible", longest = Queue::LONGEST)]
    Long(usize),
}

/// A queue of at most [`Queue::LONGEST`] pieces.
///
/// # Examples
/// ```
/// use ludex_tetris::Queue;
/// let queue = Queue::read("TILJSZO")?;
/// assert_eq!(queue.cut(3).to_string(), "TIL");
/// assert_eq!(queue.mirrored().to_string(), "TIJLZSO");
/// # Ok::<(), ludex_tetris::queue::QueueError>(())
/// ```
///
/// ```text
///   bit 63                                                       bit 0
///   | first 3 | second 3 | third 3 | ...                  | unused 1 |
///
///   1..7 for T..O, 0 for nothing: words order like queues, a queue before its continuations
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Queue(u64);

impl Queue {
    /// The most pieces a queue can hold.
    pub const LONGEST: usize = 21;
    /// The queue of no piece.
    pub const EMPTY: Queue = Queue(0);

    /// The queue of some pieces; nothing where there are too many.
    #[must_use]
    pub fn of(pieces: &[Piece]) -> Option<Queue> {
        (pieces.len() <= Queue::LONGEST).then(|| {
            let at = |(i, p): (usize, &Piece)| (p.index() as u64 + 1) << Queue::shift(i);
            Queue(pieces.iter().enumerate().map(at).sum())
        })
    }

    /// Reads a word of pieces.
    ///
    /// # Errors
    /// A letter that is no piece, or too many of them.
    pub fn read(text: &str) -> Result<Queue, QueueError> {
        let pieces = Piece::word(text)?;
        Queue::of(&pieces).ok_or(QueueError::Long(pieces.len()))
    }

    const fn shift(i: usize) -> u32 {
        64 - WIDTH * (i as u32 + 1)
    }

    /// How many pieces.
    #[must_use]
    pub const fn len(self) -> usize {
        (64 - self.0.trailing_zeros()).div_ceil(WIDTH) as usize * (self.0 != 0) as usize
    }

    /// Whether there is no piece.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The piece at a place.
    #[must_use]
    pub const fn get(self, i: usize) -> Option<Piece> {
        if i >= Queue::LONGEST {
            return None;
        }
        match self.0 >> Queue::shift(i) & 7 {
            0 => None,
            code => Some(Piece::ALL[code as usize - 1]),
        }
    }

    /// The pieces in order.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        (0..Queue::LONGEST).map_while(move |i| self.get(i))
    }

    /// The queue followed by another; nothing where it gets too long.
    #[must_use]
    pub fn then(self, other: Queue) -> Option<Queue> {
        let len = self.len();
        (len + other.len() <= Queue::LONGEST)
            .then(|| Queue(self.0 | other.0.checked_shr(WIDTH * len as u32).unwrap_or(0)))
    }

    /// The queue with a piece added at its end.
    pub(crate) const fn with(self, at: usize, piece: Piece) -> Queue {
        Queue(self.0 | (piece as u64 + 1) << Queue::shift(at))
    }

    /// The first `count` pieces.
    #[must_use]
    pub const fn cut(self, count: usize) -> Queue {
        if count >= Queue::LONGEST {
            return self;
        }
        if count == 0 {
            return Queue::EMPTY;
        }
        Queue(self.0 & !0 << Queue::shift(count - 1))
    }

    /// The pieces after the first `count`.
    #[must_use]
    pub const fn skip(self, count: usize) -> Queue {
        if count >= Queue::LONGEST {
            return Queue::EMPTY;
        }
        Queue(self.0 << (WIDTH * count as u32))
    }

    /// How many there are of each piece.
    #[must_use]
    pub fn counts(self) -> Counts {
        let mut counts = Counts::default();
        for p in self.iter() {
            counts.0[p.index()] += 1;
        }
        counts
    }

    /// The orders in which all but one of its pieces can be placed with one hold.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::Queue;
    /// let orders: Vec<String> = Queue::read("TIO")?.placed_orders().iter().map(|q| q.to_string()).collect();
    /// assert_eq!(orders, ["TI", "TO", "IT", "IO"]);
    /// # Ok::<(), ludex_tetris::queue::QueueError>(())
    /// ```
    #[must_use]
    pub fn placed_orders(self) -> Vec<Queue> {
        // By held piece: what was placed so far.
        let Some(first) = self.get(0) else { return Vec::new() };
        let mut ways = vec![(first, Queue::EMPTY)];
        for (i, coming) in self.iter().skip(1).enumerate() {
            let both = |(held, placed): (Piece, Queue)| {
                [(coming, placed.with(i, held)), (held, placed.with(i, coming))]
            };
            ways = ways.into_iter().flat_map(both).collect();
            ways.sort_unstable();
            ways.dedup();
        }
        let mut orders: Vec<Queue> = ways.into_iter().map(|way| way.1).collect();
        orders.sort_unstable();
        orders.dedup();
        orders
    }

    /// The same orders, each with how often the hold is used for it at least. The first piece is held at the start, or
    /// nothing is.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::Queue;
    /// let orders = Queue::read("TIO")?.placed_orders_by_holds(true);
    /// assert_eq!(orders[&Queue::read("IO")?], 0, "T stays where it is");
    /// assert_eq!(orders[&Queue::read("TI")?], 2, "T comes out for I, and I for O");
    /// assert_eq!(Queue::read("TIO")?.placed_orders_by_holds(false)[&Queue::read("TI")?], 0);
    /// # Ok::<(), ludex_tetris::queue::QueueError>(())
    /// ```
    #[must_use]
    pub fn placed_orders_by_holds(self, head_held: bool) -> BTreeMap<Queue, usize> {
        let mut orders = BTreeMap::new();
        let Some(last) = self.len().checked_sub(1) else { return orders };
        // By what is held, what was placed, and whether the next piece must be placed since one was just put away: how
        // often the hold was used.
        let mut ways: BTreeMap<(Option<Piece>, Queue, bool), usize> = BTreeMap::new();
        let (start, coming) = match self.get(0) {
            Some(first) if head_held => (Some(first), 1),
            _ => (None, 0),
        };
        ways.insert((start, Queue::EMPTY, false), 0);
        for i in coming..self.len() {
            let Some(piece) = self.get(i) else { break };
            let mut next: BTreeMap<(Option<Piece>, Queue, bool), usize> = BTreeMap::new();
            let mut put = |way, holds: usize| {
                let least = next.entry(way).or_insert(holds);
                *least = holds.min(*least);
            };
            for ((held, placed, must), holds) in ways {
                put((held, placed.with(placed.len(), piece), false), holds);
                match held {
                    _ if must => {}
                    Some(other) => put((Some(piece), placed.with(placed.len(), other), false), holds + 1),
                    None => put((Some(piece), placed, true), holds + 1),
                }
            }
            ways = next;
        }
        for ((_, placed, _), holds) in ways {
            let least = orders.entry(placed.cut(last)).or_insert(holds);
            *least = holds.min(*least);
        }
        orders
    }

    /// The queues of one piece more whose pieces can be placed in this order with one hold; none where they would be
    /// too long.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::Queue;
    /// let order = Queue::read("IT")?;
    /// let origins = order.origins();
    /// assert!(origins.contains(&Queue::read("TIO")?) && origins.contains(&Queue::read("ITO")?));
    /// assert!(origins.iter().all(|queue| queue.placed_orders().contains(&order)));
    /// # Ok::<(), ludex_tetris::queue::QueueError>(())
    /// ```
    #[must_use]
    pub fn origins(self) -> Vec<Queue> {
        if self.len() >= Queue::LONGEST {
            return Vec::new();
        }
        // The place whose piece is held, and the queue with a gap there.
        let mut ways = vec![(0usize, Queue::EMPTY)];
        for (i, placed) in self.iter().enumerate() {
            let both = |(held, queue): (usize, Queue)| {
                [(held, queue.with(i + 1, placed)), (i + 1, queue.with(held, placed))]
            };
            ways = ways.into_iter().flat_map(both).collect();
        }
        // What stays held may be any piece.
        let all = |(held, queue): (usize, Queue)| Piece::ALL.map(|piece| queue.with(held, piece));
        let mut origins: Vec<Queue> = ways.into_iter().flat_map(all).collect();
        origins.sort_unstable();
        origins.dedup();
        origins
    }

    /// The queue in a mirror.
    #[must_use]
    pub fn mirrored(self) -> Queue {
        (0..).zip(self.iter()).fold(Queue::EMPTY, |q, (i, p)| q.with(i, p.mirrored()))
    }
}

impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|p| write!(f, "{p}"))
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn past_21_pieces_a_queue_is_refused_and_not_cut() {
        assert_eq!(Queue::read(&"T".repeat(22)), Err(QueueError::Long(22)));
    }

    proptest! {
        #[test]
        fn orders_are_the_same_however_the_hold_begins(word in "[TILJSZO]{1,8}") {
            let queue = Queue::read(&word).unwrap();
            let orders = queue.placed_orders();
            for head_held in [false, true] {
                let by_holds = queue.placed_orders_by_holds(head_held);
                prop_assert_eq!(by_holds.keys().copied().collect::<Vec<_>>(), orders.clone());
                // Without a use of the hold the pieces come as they are.
                let plain = if head_held { queue.skip(1) } else { queue.cut(queue.len() - 1) };
                prop_assert_eq!(by_holds[&plain], 0);
            }
        }

        #[test]
        fn words_come_back_and_order(a in "[TILJSZO]{0,21}", b in "[TILJSZO]{0,21}") {
            let (qa, qb) = (Queue::read(&a).unwrap(), Queue::read(&b).unwrap());
            prop_assert_eq!(qa.to_string(), a.clone());
            prop_assert_eq!(qa.len(), a.len());
            let key = |text: &str| text.chars().map(|c| "TILJSZO".find(c).unwrap()).collect::<Vec<_>>();
            prop_assert_eq!(qa.cmp(&qb), key(&a).cmp(&key(&b)));
            prop_assert_eq!(qa.cut(3).to_string(), &a[..a.len().min(3)]);
            prop_assert_eq!(qa.skip(3).to_string(), &a[a.len().min(3)..]);
            match qa.then(qb) {
                Some(q) => prop_assert_eq!(q.to_string(), a + &b),
                None => prop_assert!(a.len() + b.len() > 21),
            }
        }
    }
}
