//! Eliminations by patterns of a working state: what nested levels add to a net.

use super::forcing::Forcing;
use super::loops::Loops;
use super::net::{Nested, Pattern, Patterns, Rules, candidate};
use crate::rate::candidates::Candidates;
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, at, bits};
use crate::rate::{fish, locking, sets};
use ludex_core::Ticker;
use std::collections::HashMap;
use std::sync::Arc;

/// The searches whose answers are kept, each in its own right: the next level asks the same of the same
/// states again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Search {
    Sets,
    Cycles,
    Multiple,
    Dynamic,
    Nested,
}

/// Finds eliminations in working states of one first state.
#[derive(Debug, Default)]
pub(super) struct Finder {
    first: Option<Candidates>,
    /// Answers by search and working state; the state is told by two hashes of its candidates.
    known: HashMap<(Search, u64, u64), Patterns>,
    loops: Loops,
    inner: Option<Box<Forcing>>,
}

impl Finder {
    /// Sets the first state; what is known of it stays known.
    pub(super) fn begin(&mut self, first: &Candidates) {
        if self.first.as_ref() != Some(first) {
            self.first = Some(first.clone());
            self.known.clear();
        }
    }

    /// All eliminations of the first rule that has any; only those that rest on candidates gone since the
    /// first state.
    pub(super) fn find(&mut self, now: &Candidates, level: u8, ticker: &Ticker<'_>) -> Patterns {
        let rest: &[Search] = match level {
            1 => &[],
            2 => &[Search::Cycles],
            3 => &[Search::Cycles, Search::Multiple],
            4 => &[Search::Dynamic],
            _ => &[Search::Dynamic, Search::Nested],
        };
        let key = hash(&now.masks);
        let mut found = self.ask(now, Search::Sets, key, ticker);
        for &search in rest {
            if !found.is_empty() {
                break;
            }
            found = self.ask(now, search, key, ticker);
        }
        found
    }

    fn ask(&mut self, now: &Candidates, search: Search, (a, b): (u64, u64), ticker: &Ticker<'_>) -> Patterns {
        if let Some(known) = self.known.get(&(search, a, b)) {
            return known.clone();
        }
        let first = self.first.as_ref().expect("set by begin");
        let inner = &mut self.inner;
        let mut found = Vec::new();
        let rules = Rules { cells: true, dynamic: true, level: 0 };
        match search {
            Search::Sets => sets_and_wings(first, now, &mut found),
            Search::Cycles => cycles(first, now, &mut self.loops, &mut found),
            Search::Multiple => {
                let rules = Rules { dynamic: false, ..rules };
                found = inner.get_or_insert_default().patterns(first, now, rules, ticker);
            }
            Search::Dynamic => found = inner.get_or_insert_default().patterns(first, now, rules, ticker),
            Search::Nested => {
                let rules = Rules { level: 2, ..rules };
                found = inner.get_or_insert_default().patterns(first, now, rules, ticker);
            }
        }
        let found: Patterns = found.into_iter().map(Arc::new).collect();
        // What a stopped search found is not all there is.
        if !ticker.is_stopped() {
            self.known.insert((search, a, b), found.clone());
        }
        found
    }
}

/// Two hashes of the candidates of a state.
fn hash(masks: &[u16; 81]) -> (u64, u64) {
    let (mut a, mut b) = (0x9E37_79B9_7F4A_7C15u64, 0xD1B5_4A32_D192_ED03u64);
    for masks in masks.chunks(7) {
        let word = masks.iter().fold(0, |word, &mask| word << 9 | u64::from(mask));
        a = (a ^ word).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        a ^= a >> 29;
        b = (b ^ word).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        b ^= b >> 32;
    }
    (a, b)
}

/// The first of locked candidates, hidden pairs, naked pairs and X-wings that yields anything.
fn sets_and_wings(first: &Candidates, now: &Candidates, found: &mut Vec<Pattern>) {
    for rule in [locked, hidden_pairs, naked_pairs, x_wings] {
        rule(first, now, found);
        if !found.is_empty() {
            return;
        }
    }
}

fn put(found: &mut Vec<Pattern>, technique: Technique, parents: Vec<u16>, mut strikes: Vec<u16>) {
    if !parents.is_empty() {
        strikes.sort_by_key(|&struck| (struck % 81, struck / 81));
        found.push(Pattern { technique, strikes, parents, nested: None });
    }
}

/// The gone places of a digit in a house, without some positions.
fn gone(
    first: &Candidates,
    now: &Candidates,
    house: usize,
    digit: usize,
    without: u16,
    parents: &mut Vec<u16>,
) {
    let places = first.places[house][digit] & !now.places[house][digit] & !without;
    bits(places).for_each(|at| parents.push(candidate(CELLS[house][at].into(), digit)));
}

fn locked(first: &Candidates, now: &Candidates, found: &mut Vec<Pattern>) {
    locking::each(now, |pair, digit, struck| {
        let mut parents = Vec::new();
        gone(first, now, pair.base, digit, pair.inside, &mut parents);
        let strikes = at(pair.cover, struck).map(|cell| candidate(cell, digit)).collect();
        let technique = if pair.base < 9 { Technique::Pointing } else { Technique::Claiming };
        put(found, technique, parents, strikes);
        true
    });
}

fn hidden_pairs(first: &Candidates, now: &Candidates, found: &mut Vec<Pattern>) {
    sets::each_hidden(now, 2, |house, set, digits| {
        let mut parents = Vec::new();
        bits(digits).for_each(|digit| gone(first, now, house, digit, set, &mut parents));
        let strikes = at(house, set)
            .flat_map(|cell| bits(now.masks[cell] & !digits).map(move |digit| candidate(cell, digit)))
            .collect();
        put(found, Technique::HiddenPair, parents, strikes);
        true
    });
}

fn naked_pairs(first: &Candidates, now: &Candidates, found: &mut Vec<Pattern>) {
    sets::each_naked(now, 2, |house, set, digits| {
        let parents = at(house, set)
            .flat_map(|cell| {
                bits(first.masks[cell] & !now.masks[cell] & !digits).map(move |digit| candidate(cell, digit))
            })
            .collect();
        let strikes = at(house, !set & 0x1FF)
            .flat_map(|cell| bits(now.masks[cell] & digits).map(move |digit| candidate(cell, digit)))
            .collect();
        put(found, Technique::NakedPair, parents, strikes);
        true
    });
}

fn x_wings(first: &Candidates, now: &Candidates, found: &mut Vec<Pattern>) {
    fish::each(now, 2, |kind, set, union, digit| {
        let mut parents = Vec::new();
        bits(set).for_each(|line| gone(first, now, 9 * kind + line, digit, union, &mut parents));
        let strikes = bits(union)
            .flat_map(|line| {
                let cover = 9 * (3 - kind) + line;
                at(cover, now.places[cover][digit] & !set)
            })
            .map(|cell| candidate(cell, digit))
            .collect();
        put(found, Technique::XWing, parents, strikes);
        true
    });
}

fn cycles(first: &Candidates, now: &Candidates, loops: &mut Loops, found: &mut Vec<Pattern>) {
    for hint in loops.all(now) {
        let parents = hint.parents(first, now);
        if !parents.is_empty() {
            let nested = Nested { key: hint.key(), complexity: hint.complexity };
            found.push(Pattern {
                technique: hint.technique(),
                strikes: hint.strikes.clone(),
                parents,
                nested: Some(nested),
            });
        }
    }
}
