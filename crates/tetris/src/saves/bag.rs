//! Which pieces of the last bag have not been seen.

use crate::field::Cell;
use crate::fumen::{Fumen, FumenError};
use crate::pathfile::PathFile;
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use thiserror::Error;

/// Why saves cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BagsError {
    /// Neither number is given.
    #[error("either the number of the perfect clear or the length of the leftover is needed")]
    Nothing,
    /// No such clear.
    #[error("perfect clear {0}: 1 to 9 are possible")]
    Pc(u32),
    /// No such length.
    #[error("a leftover of {0} pieces: 1 to 7 are possible")]
    Length(usize),
    /// The two numbers do not agree.
    #[error("perfect clear {pc} has {wanted} pieces left over, not {read}")]
    Disagree {
        /// The perfect clear.
        pc: u32,
        /// Its leftover.
        wanted: usize,
        /// What was given.
        read: usize,
    },
    /// The leftover is needed.
    #[error("the leftover is needed: the last bag is not complete, and its unseen pieces depend on it")]
    Leftover,
    /// The pieces do not make a clear.
    #[error(
        "{build} built and {queue} queued pieces do not make {wanted}: is the build or the height wrong?"
    )]
    Short {
        /// Pieces of the build.
        build: usize,
        /// Pieces of a queue.
        queue: usize,
        /// Pieces of a clear with the held ones.
        wanted: usize,
    },
    /// A letter that is no piece.
    #[error("leftover: {0}")]
    Letter(String),
    /// More than one dash.
    #[error("leftover {0:?}: one dash parts what is in hand from what is built of the following bag")]
    Dashes(String),
    /// More of the leftover is kept than can be held.
    #[error(
        "{read} pieces of the leftover are kept while pieces of the next bag are built: the hold takes {hold}"
    )]
    Held {
        /// Pieces that are kept.
        read: usize,
        /// Pieces that can be held.
        hold: usize,
    },
    /// The build has pieces that no bag gives.
    #[error("the build {0} has more of a piece than its bags")]
    Build(String),
}

/// How many pieces are left over before the n-th perfect clear of four lines: 7, 4, 1, 5, 2, 6, 3.
///
/// ```
/// use ludex_tetris::saves::leftover_length;
/// assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(leftover_length), [7, 4, 1, 5, 2, 6, 3, 7]);
/// ```
#[must_use]
pub const fn leftover_length(pc: u32) -> usize {
    ((4 * pc + 2) % 7 + 1) as usize
}

/// What is known of the bags of a clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bags {
    /// Pieces of the last bag within the clear.
    seen: usize,
    /// Those of them that are in the build.
    built: Counts,
}

/// What is given of a clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BagsInput<'a> {
    /// Which perfect clear; or else
    pub pc: Option<u32>,
    /// how many pieces are left over.
    pub length: Option<usize>,
    /// The pieces left over; or those still in hand, a dash, and those of the following bag that are
    /// built (`T-IO`). Shorter than the leftover of the clear and without a dash it reads as if it had one.
    pub leftover: Option<&'a str>,
    /// The pieces of the setup; not looked at where the leftover has a dash.
    pub build: Option<&'a [Piece]>,
    /// How many pieces are built, where the build itself is not given.
    pub build_length: usize,
    /// Pieces of a queue.
    pub queue_length: usize,
    /// Pieces of the clear and the hold, 11 for four lines.
    pub total: usize,
    /// Pieces that can be held.
    pub hold: usize,
}

impl BagsInput<'_> {
    /// The same, with what a path file tells: how long its queues are and, where no build is given, how
    /// many pieces the gray cells of a solution are.
    ///
    /// # Errors
    /// When a solution is no fumen.
    pub fn of_file(self, file: &PathFile) -> Result<Self, FumenError> {
        let queue_length = file.rows.first().map_or(0, |row| row.queue.len());
        let used = file.fumens.first().map(|fumen| Fumen::decode(fumen)).transpose()?;
        let gray = used.as_ref().and_then(|fumen| fumen.pages.first()).map_or(0, |page| {
            let rows = 0..page.field.height();
            rows.flat_map(|y| page.field.row(y).iter()).filter(|cell| **cell == Cell::Gray).count()
        });
        Ok(BagsInput { build_length: gray / 4, queue_length, ..self })
    }
}

/// A leftover as typed: what is in hand, and after a dash what is built of the following bag.
fn read_leftover(text: &str) -> Result<(Vec<Piece>, Option<Vec<Piece>>), BagsError> {
    let word = |part: &str| Piece::word(part).map_err(|error| BagsError::Letter(error.to_string()));
    match text.split_once('-') {
        None => Ok((word(text)?, None)),
        Some((_, after)) if after.contains('-') => Err(BagsError::Dashes(text.chars().take(40).collect())),
        Some((hand, built)) => Ok((word(hand)?, Some(word(built)?))),
    }
}

impl Bags {
    /// Works the bags out.
    ///
    /// # Errors
    /// When something is missing or does not agree.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::Queue;
    /// use ludex_tetris::saves::{Bags, BagsInput};
    /// // Perfect clear 1 with T still in hand and the other six built: O of the next bag is built too.
    /// let given = BagsInput { pc: Some(1), queue_length: 4, total: 11, hold: 1, ..BagsInput::default() };
    /// let bags = Bags::new(&BagsInput { leftover: Some("T-O"), ..given })?;
    /// assert_eq!(bags.unseen(Queue::read("TILJ").unwrap()).total(), 3);
    /// # Ok::<(), ludex_tetris::saves::BagsError>(())
    /// ```
    pub fn new(given: &BagsInput<'_>) -> Result<Bags, BagsError> {
        let &BagsInput { pc, length, build, queue_length, total, hold, .. } = given;
        if let Some(pc) = pc.filter(|pc| !(1..=9).contains(pc)) {
            return Err(BagsError::Pc(pc));
        }
        let (length, pc_number) = match (pc.map(leftover_length), length) {
            (None, None) => return Err(BagsError::Nothing),
            (_, Some(length)) if !(1..=7).contains(&length) => return Err(BagsError::Length(length)),
            (Some(wanted), Some(read)) if wanted != read => {
                return Err(BagsError::Disagree { pc: pc.unwrap_or(0), wanted, read });
            }
            (Some(length), _) | (None, Some(length)) => (length, pc.unwrap_or(0)),
        };
        let leftover = given.leftover.map(read_leftover).transpose()?;
        if let Some((hand, _)) = &leftover
            && hand.len() > length
        {
            return Err(BagsError::Disagree { pc: pc_number, wanted: length, read: hand.len() });
        }
        // With a dash the build is known up to pieces that do not matter: the others of the leftover.
        let dashed = leftover.as_ref().and_then(|(hand, next)| match next {
            Some(next) => Some((hand, next.clone())),
            None => (hand.len() < length).then(|| (hand, Vec::new())),
        });
        if let Some((hand, next)) = &dashed
            && !next.is_empty()
            && hand.len() > hold
        {
            return Err(BagsError::Held { read: hand.len(), hold });
        }
        let built = match &dashed {
            Some((hand, next)) => length - hand.len() + next.len(),
            None => build.map_or(given.build_length, <[Piece]>::len),
        };
        if built + queue_length < total {
            return Err(BagsError::Short { build: built, queue: queue_length, wanted: total });
        }
        // [leftover, 7, 7, ...] cut to the total.
        let seen = (total.saturating_sub(length) + 6) % 7 + 1;
        let full_bags = total.saturating_sub(length) / 7;
        if total <= length || seen == 7 {
            return Ok(Bags { seen: 7, built: Counts([1; 7]) });
        }
        let (later, shown): (Counts, Vec<Piece>) = match (&dashed, &leftover, build) {
            (Some((_, next)), _, _) => (Counts::of(next), next.clone()),
            (None, None, _) => return Err(BagsError::Leftover),
            (None, Some(_), None) => {
                return Err(BagsError::Short { build: 0, queue: queue_length, wanted: total });
            }
            (None, Some((leftover, _)), Some(build)) => {
                let (mut later, leftover) = (Counts::of(build), Counts::of(leftover));
                let mut kept = 0;
                for (n, l) in later.0.iter_mut().zip(leftover.0) {
                    kept += usize::from(l.saturating_sub(*n));
                    *n = n.saturating_sub(l);
                }
                // To build with the next bag, what is left of the leftover must be held.
                if later.total() > 0 && kept > hold {
                    return Err(BagsError::Held { read: kept, hold });
                }
                (later, build.to_vec())
            }
        };
        let late = Counts(later.0.map(|n| n.saturating_sub(full_bags as u8)));
        if late.0.iter().any(|&n| n > 1) || late.total() > seen {
            return Err(BagsError::Build(Piece::spell(&shown)));
        }
        Ok(Bags { seen, built: late })
    }

    /// The pieces of the last bag that neither the build nor a queue shows.
    #[must_use]
    pub fn unseen(&self, queue: Queue) -> Counts {
        let mut unseen = Counts([1; 7]);
        for (n, b) in unseen.0.iter_mut().zip(&self.built.0) {
            *n = n.saturating_sub(*b);
        }
        let from_queue = self.seen.saturating_sub(self.built.total());
        let length = queue.len();
        for piece in queue.iter().skip(length.saturating_sub(from_queue)) {
            let n = &mut unseen.0[piece.index()];
            *n = n.saturating_sub(1);
        }
        unseen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bags(pc: u32, leftover: &str, build: Option<&str>, queue: usize) -> Result<Bags, BagsError> {
        let build = build.map(|b| Piece::word(b).unwrap());
        Bags::new(&BagsInput {
            pc: Some(pc),
            leftover: Some(leftover),
            build: build.as_deref(),
            queue_length: queue,
            total: 11,
            hold: 1,
            ..BagsInput::default()
        })
    }

    fn unseen(bags: &Bags, queue: &str) -> String {
        Piece::spell(&bags.unseen(Queue::read(queue).unwrap()).sorted())
    }

    /// Section 4 of the definition: `T-IO` and the same setup with its leftover and build spelled out.
    #[test]
    fn a_leftover_with_a_dash() {
        let dashed = bags(1, "T-IO", None, 3).unwrap();
        let spelled = bags(1, "TILJSZO", Some("ILJSZOIO"), 3).unwrap();
        assert_eq!(dashed, spelled);
        assert_eq!(unseen(&dashed, "TLJ"), "TSZ");
        // A build beside it is not looked at.
        assert_eq!(bags(1, "T-IO", Some("TTT"), 3).unwrap(), dashed);
    }

    #[test]
    fn a_short_leftover_reads_with_its_dash() {
        assert_eq!(bags(1, "TJO", None, 7).unwrap(), bags(1, "TJO-", None, 7).unwrap());
        assert_eq!(unseen(&bags(1, "TJO", None, 7).unwrap(), "TJOILSZ"), "TJO");
    }

    #[test]
    fn leftovers_that_do_not_hold_are_told() {
        assert!(matches!(bags(1, "T-I-O", None, 7), Err(BagsError::Dashes(_))));
        assert!(matches!(bags(1, "T-x", None, 7), Err(BagsError::Letter(_))));
        assert!(matches!(bags(1, "TI-O", None, 7), Err(BagsError::Held { read: 2, hold: 1 })));
        assert!(matches!(bags(1, "TILJSZO", Some("TIT"), 8), Err(BagsError::Held { .. })));
        assert!(matches!(bags(3, "TI", None, 8), Err(BagsError::Disagree { .. })));
        assert!(matches!(bags(1, "-TT", None, 8), Err(BagsError::Build(_))));
    }
}
