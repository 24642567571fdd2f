//! The turns a phase may use, the order that keeps a search from walking twice, and searches that
//! phases of a reduction share.

use crate::moves::Turn;
use ludex_core::{Stopped, Ticker};

/// Turns tried between two questions whether to go on.
pub(crate) const TURNS: u32 = 4096;

/// Turns about one axis commute: of their orders a search tries only the one where `rank` grows.
pub(crate) fn may_follow(previous: Turn, next: Turn) -> bool {
    let rank = |turn: Turn| (turn.last, turn.face as u8);
    previous.face as u8 / 2 != next.face as u8 / 2 || rank(previous) < rank(next)
}

/// Stands for the turn before the first one in [`successors`].
pub(crate) const NONE: usize = 63;

/// `[previous][next]`: as bit sets over the turns of a phase, of which there are fewer than 63.
pub(crate) fn successors(turns: &[Turn]) -> Vec<u64> {
    let all = (1u64 << turns.len()) - 1;
    let mut sets = vec![all; NONE + 1];
    for (set, &previous) in sets.iter_mut().zip(turns) {
        let fits = |(i, &next): (usize, &Turn)| u64::from(may_follow(previous, next)) << i;
        *set = turns.iter().enumerate().map(fits).sum();
    }
    sets
}

pub(crate) use ludex_core::bits::set_bits as bits;

/// Distances by breadth first from the goals, where `distance` still is `u8::MAX`; turns come in
/// inverse pairs, so forward is backward.
pub(crate) fn walk(
    goals: Vec<u32>,
    index: impl Fn(u32) -> usize,
    step: impl Fn(u32, usize) -> u32,
    turns: u64,
    distance: &mut [u8],
) {
    let mut frontier = goals;
    frontier.iter().for_each(|&goal| distance[index(goal)] = 0);
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for &state in &frontier {
            for turn in bits(turns) {
                let after = step(state, turn);
                let at = index(after);
                if distance[at] == u8::MAX {
                    distance[at] = depth;
                    next.push(after);
                }
            }
        }
        frontier = next;
    }
}

/// Turns from one of the holdings to the end of a phase.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) start: usize,
    pub(crate) path: Vec<u8>,
}

impl Way {
    /// The turn before the next one, as an index into [`successors`].
    pub(crate) fn last(&self) -> usize {
        self.path.last().map_or(NONE, |&turn| turn as usize)
    }
}

/// A way with what the next phase starts from.
#[derive(Debug)]
pub(crate) struct Stand<S> {
    pub(crate) way: Way,
    pub(crate) state: S,
    /// Turns so far and the least that must follow.
    pub(crate) least: usize,
}

/// Walks all stands by growing whole length until `enough` ways are found. The search ticks, and its ways
/// count only where it was not stopped.
///
/// # Errors
/// When the ticker has stopped.
pub(crate) fn by_length<S>(
    mut stands: Vec<Stand<S>>,
    enough: usize,
    ticker: &Ticker<'_>,
    search: impl Fn(&Stand<S>, u8, &mut Vec<Way>),
) -> Result<Vec<Way>, Stopped> {
    stands.sort_by_key(|stand| stand.least);
    let mut ways = Vec::new();
    let Some(least) = stands.first().map(|stand| stand.least) else { return Ok(ways) };
    for whole in least.. {
        for stand in stands.iter().take_while(|stand| stand.least <= whole) {
            search(stand, (whole - stand.way.path.len()) as u8, &mut ways);
            ticker.tick()?;
            if ways.len() >= enough {
                return Ok(ways);
            }
        }
    }
    Ok(ways)
}
