//! The turns a phase may use, and the order that keeps a search from walking twice.

use crate::moves::Turn;

/// Turns about one axis commute: of their orders a search tries only the one where `rank` grows.
pub(crate) fn may_follow(previous: Turn, next: Turn) -> bool {
    let rank = |turn: Turn| (turn.last, turn.face as u8);
    previous.face as u8 / 2 != next.face as u8 / 2 || rank(previous) < rank(next)
}

/// `[previous][next]`: as bit sets over the turns of a phase; the last entry is the empty path.
pub(crate) fn successors(turns: &[Turn]) -> Vec<u64> {
    let mut sets: Vec<u64> = turns
        .iter()
        .map(|&previous| {
            let fits = |(i, &next): (usize, &Turn)| u64::from(may_follow(previous, next)) << i;
            turns.iter().enumerate().map(fits).sum()
        })
        .collect();
    sets.push((1u64 << turns.len()) - 1);
    sets
}

/// The indices in a bit set.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
