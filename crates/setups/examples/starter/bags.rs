//! Which pieces can be left over before a perfect clear, and which builds serve every queue.

use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Counts, Piece};
use std::collections::BTreeSet;

/// Pieces of a setup.
pub(crate) const PIECES: usize = 4;

/// All parts of a multiset with so many pieces.
pub(crate) fn parts(of: &Counts, pieces: usize) -> Vec<Counts> {
    let mut parts = vec![Counts::default()];
    for i in 0..7 {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                (0..=of.0[i]).map(move |count| {
                    let mut with = part;
                    with.0[i] = count;
                    with
                })
            })
            .filter(|part| part.total() <= pieces)
            .collect();
    }
    parts.retain(|part| part.total() == pieces);
    parts
}

pub(crate) fn sum(a: &Counts, b: &Counts) -> Counts {
    let mut sum = *a;
    sum.0.iter_mut().zip(b.0).for_each(|(count, more)| *count += more);
    sum
}

/// The leftovers of a perfect clear: the rest of a bag, and a piece that was held since the bag before.
pub(crate) fn leftovers(pc: u32) -> BTreeSet<Counts> {
    let (bag, length) = (Counts([1; 7]), leftover_length(pc));
    let mut all: BTreeSet<Counts> = parts(&bag, length).into_iter().collect();
    if pc > 1 {
        for rest in parts(&bag, length - 1) {
            all.extend((0..7).map(|held| {
                let mut with = rest;
                with.0[held] += 1;
                with
            }));
        }
    }
    all
}

/// All builds: what is built of the next bag comes after all of the leftover but one held piece.
fn choices(leftover: &Counts) -> BTreeSet<Counts> {
    let mut choices: BTreeSet<Counts> = BTreeSet::new();
    let from_leftover = PIECES.min(leftover.total());
    for first in parts(leftover, from_leftover) {
        choices.extend(parts(&Counts([1; 7]), PIECES - from_leftover).iter().map(|rest| sum(&first, rest)));
    }
    choices
}

/// The builds that are not among the first choice, those of different pieces first.
pub(crate) fn other_builds(leftover: &Counts) -> Vec<Counts> {
    let first = builds(leftover);
    let kinds = |build: &Counts| build.0.iter().filter(|count| **count > 0).count();
    let mut others: Vec<Counts> = choices(leftover).into_iter().filter(|b| !first.contains(b)).collect();
    others.sort_by_key(|build| (std::cmp::Reverse(kinds(build)), *build));
    others
}

/// Builds of which every queue has one among the pieces it begins with, one of which may be held: chosen one by one,
/// each the one that serves most of the queues that have none yet.
pub(crate) fn builds(leftover: &Counts) -> Vec<Counts> {
    let bag = Counts([1; 7]);
    let seen = PIECES + 1;
    let more = seen.saturating_sub(leftover.total());
    let mut open: BTreeSet<Counts> = BTreeSet::new();
    for first in parts(leftover, seen.min(leftover.total())) {
        open.extend(parts(&bag, more).iter().map(|rest| sum(&first, rest)));
    }
    let choices = choices(leftover);
    let all = open.clone();
    let mut chosen: Vec<Counts> = Vec::new();
    // Where one build serves all, a second serves the orders in which the first cannot be stacked.
    while !open.is_empty() || chosen.len() < 2 {
        let serves = |build: &Counts| {
            let of = if open.is_empty() { &all } else { &open };
            of.iter().filter(|seen| seen.contains(build)).count()
        };
        // Different pieces fit together more often.
        let kinds = |build: &Counts| build.0.iter().filter(|count| **count > 0).count();
        let best = choices
            .iter()
            .filter(|build| !chosen.contains(build))
            .max_by_key(|build| (serves(build), kinds(build), std::cmp::Reverse(**build)));
        let Some(best) = best.copied() else { break };
        open.retain(|seen| !seen.contains(&best));
        chosen.push(best);
    }
    chosen
}

pub(crate) fn spell(counts: &Counts) -> String {
    Piece::spell(&counts.sorted())
}
