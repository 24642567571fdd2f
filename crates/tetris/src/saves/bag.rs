//! Which pieces of the last bag have not been seen.

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

impl Bags {
    /// Works the bags out.
    ///
    /// `total` is the number of pieces of the clear and the hold, 11 for four lines. The leftover may
    /// end with `-`: then it is what the build left of it, and no build is needed. `build_length` is
    /// how many pieces are built where the build itself is not given.
    ///
    /// # Errors
    /// When something is missing or does not agree.
    pub fn new(
        pc: Option<u32>,
        length: Option<usize>,
        leftover: Option<&str>,
        build: Option<&[Piece]>,
        build_length: usize,
        queue_length: usize,
        total: usize,
    ) -> Result<Bags, BagsError> {
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
        let rest_of_leftover = leftover.and_then(|l| l.strip_suffix('-'));
        if let Some(leftover) = leftover.filter(|_| rest_of_leftover.is_none())
            && leftover.chars().count() != length
        {
            let read = leftover.chars().count();
            return Err(BagsError::Disagree { pc: pc_number, wanted: length, read });
        }
        let built = build.map_or(build_length, <[Piece]>::len);
        if built + queue_length < total {
            return Err(BagsError::Short { build: built, queue: queue_length, wanted: total });
        }
        // [leftover, 7, 7, ...] cut to the total.
        let seen = (total.saturating_sub(length) + 6) % 7 + 1;
        let whole = total.saturating_sub(length) / 7;
        if total <= length || seen == 7 {
            return Ok(Bags { seen: 7, built: Counts([1; 7]) });
        }
        let Some(leftover) = leftover else { return Err(BagsError::Leftover) };
        let mut earlier = Counts([whole as u8; 7]);
        match (rest_of_leftover, build) {
            (Some(rest), _) => {
                // So many of the build came from the leftover; the others from later bags.
                let from_leftover = length.saturating_sub(rest.chars().count());
                if built.saturating_sub(from_leftover) > 7 * whole {
                    return Err(BagsError::Leftover);
                }
                Ok(Bags { seen, built: Counts::default() })
            }
            (None, None) => Err(BagsError::Short { build: 0, queue: queue_length, wanted: total }),
            (None, Some(build)) => {
                for piece in leftover.chars().filter_map(Piece::from_letter) {
                    earlier.0[piece.index()] += 1;
                }
                let mut late = Counts::default();
                for (i, n) in Counts::of(build).0.into_iter().enumerate() {
                    late.0[i] = n.saturating_sub(earlier.0[i]);
                }
                if late.0.iter().any(|&n| n > 1) || late.total() > seen {
                    return Err(BagsError::Build(Piece::spell(build)));
                }
                Ok(Bags { seen, built: late })
            }
        }
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
