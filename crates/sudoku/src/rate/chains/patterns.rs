//! Eliminations by patterns of a working state: what nested levels add to a net.

use super::changes::Changes;
use super::forcing::Forcing;
use super::loops::Loops;
use super::net::{Nested, Pattern, Patterns, Rules, candidate, cell_of, digit_of};
use crate::rate::candidates::Candidates;
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, COLUMN, HOUSES, ROW, at, bits, cells, houses};
use crate::rate::{fish, locking, sets};
use ludex_core::Ticker;
use std::collections::HashMap;
use std::sync::Arc;

/// The searches whose answers are kept, each in its own right: the next level asks the same of the same
/// states again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Search {
    Cycles,
    Multiple,
    Dynamic,
    Nested,
}

/// Finds eliminations in working states of one first state.
#[derive(Debug, Default)]
pub(super) struct Finder {
    first: Option<Candidates>,
    /// Whether the first state has no cycle or chain of single links, where that was asked for.
    settled: Option<bool>,
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
            self.settled = None;
            self.known.clear();
        }
    }

    /// All eliminations of the first rule that has any; only those that rest on candidates gone since the
    /// first state.
    pub(super) fn find(
        &mut self,
        now: &Candidates,
        changes: &mut Changes,
        level: u8,
        ticker: &Ticker<'_>,
        found: &mut Vec<Arc<Pattern>>,
    ) {
        let rest: &[Search] = match level {
            1 => &[],
            2 => &[Search::Cycles],
            3 => &[Search::Cycles, Search::Multiple],
            4 => &[Search::Dynamic],
            _ => &[Search::Dynamic, Search::Nested],
        };
        sets_and_wings(self.first.as_ref().expect("set by begin"), now, changes, found);
        if !found.is_empty() || rest.is_empty() {
            return;
        }
        let key = hash(&now.masks);
        for &search in rest {
            found.extend(self.ask(now, search, key, ticker).iter().cloned());
            if !found.is_empty() {
                return;
            }
        }
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
            Search::Cycles => {
                let loops = &mut self.loops;
                let settled = *self.settled.get_or_insert_with(|| loops.settles(first));
                cycles((first, settled), now, loops, &mut found);
            }
            Search::Multiple if !self.loops.may_agree(now) => {}
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
///
/// Each rule looks only where something was struck since it was asked last: a pattern needs a change in what
/// it is made of, and those found before have struck all they can.
fn sets_and_wings(
    first: &Candidates,
    now: &Candidates,
    changes: &mut Changes,
    found: &mut Vec<Arc<Pattern>>,
) {
    for rule in [locked, hidden_pairs, naked_pairs, x_wings] {
        rule(first, now, changes, found);
        if !found.is_empty() {
            return;
        }
    }
}

fn put(found: &mut Vec<Arc<Pattern>>, technique: Technique, parents: Vec<u16>, mut strikes: Vec<u16>) {
    if !parents.is_empty() {
        strikes.sort_by_key(|&struck| (cell_of(struck), digit_of(struck)));
        found.push(Arc::new(Pattern { technique, strikes, parents, nested: None }));
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

/// The third of nine positions that all of two or more lie in, 3 where there is none: in the low half byte of
/// the thirds `012 345 678`, in the high one of `036 147 258`.
const THIRD: [u8; 512] = {
    let mut table = [0x33; 512];
    let mut places = 0usize;
    while places < 512 {
        if places.count_ones() >= 2 {
            let mut third = 0;
            while third < 3 {
                if places & !(0b111 << (3 * third)) == 0 {
                    table[places] = table[places] & 0xF0 | third as u8;
                }
                if places & !(0b1_001_001 << third) == 0 {
                    table[places] = table[places] & 0x0F | (third as u8) << 4;
                }
                third += 1;
            }
        }
        places += 1;
    }
    table
};

fn locked(first: &Candidates, now: &Candidates, changes: &mut Changes, found: &mut Vec<Arc<Pattern>>) {
    let changed = changes.take_for_locked();
    // Three covers for each base, in the order of the pairs.
    for (bases, pairs) in locking::PAIRS.chunks_exact(27).enumerate() {
        let shift = if bases == 0 { 4 } else { 0 };
        for pairs in pairs.chunks_exact(3) {
            let base = pairs[0].base;
            let mut digits = [0u16; 4];
            for digit in bits(changed.houses[base]) {
                let third = THIRD[usize::from(now.places[base][digit])] >> shift & 3;
                digits[usize::from(third)] |= 1 << digit;
            }
            for (pair, digits) in pairs.iter().zip(digits) {
                for digit in bits(digits) {
                    let struck = pair.struck(now, digit);
                    if struck == 0 {
                        continue;
                    }
                    let mut parents = Vec::new();
                    gone(first, now, base, digit, pair.inside, &mut parents);
                    let strikes = at(pair.cover, struck).map(|cell| candidate(cell, digit)).collect();
                    let technique = if base < 9 { Technique::Pointing } else { Technique::Claiming };
                    put(found, technique, parents, strikes);
                }
            }
        }
    }
}

/// Whether a digit has two places, and these are the places of another digit, too.
fn paired(places: &[u16; 9], digit: usize) -> bool {
    let own = places[digit];
    own.count_ones() == 2 && places.iter().filter(|&&other| other == own).count() > 1
}

fn hidden_pairs(first: &Candidates, now: &Candidates, changes: &mut Changes, found: &mut Vec<Arc<Pattern>>) {
    let changed = changes.take_for_hidden();
    for house in houses() {
        if !bits(changed.houses[house]).any(|digit| paired(&now.places[house], digit)) {
            continue;
        }
        sets::hidden_in(now, house, 2, |house, set, digits| {
            let mut parents = Vec::new();
            bits(digits).for_each(|digit| gone(first, now, house, digit, set, &mut parents));
            let strikes = at(house, set)
                .flat_map(|cell| bits(now.masks[cell] & !digits).map(move |digit| candidate(cell, digit)))
                .collect();
            put(found, Technique::HiddenPair, parents, strikes);
            true
        });
    }
}

fn naked_pairs(first: &Candidates, now: &Candidates, changes: &mut Changes, found: &mut Vec<Arc<Pattern>>) {
    let changed = changes.take_for_naked();
    let mut marked = 0u32;
    for cell in cells(changed.cells) {
        let mask = now.masks[cell];
        if mask.count_ones() == 2 {
            for house in HOUSES[cell] {
                let same = CELLS[usize::from(house)].iter().filter(|&&at| now.masks[usize::from(at)] == mask);
                marked |= u32::from(same.count() > 1) << house;
            }
        }
    }
    if marked == 0 {
        return;
    }
    for house in houses().filter(|house| marked >> house & 1 == 1) {
        sets::naked_in(now, house, 2, |house, set, digits| {
            let parents = at(house, set)
                .flat_map(|cell| {
                    bits(first.masks[cell] & !now.masks[cell] & !digits)
                        .map(move |digit| candidate(cell, digit))
                })
                .collect();
            let strikes = at(house, !set & 0x1FF)
                .flat_map(|cell| bits(now.masks[cell] & digits).map(move |digit| candidate(cell, digit)))
                .collect();
            put(found, Technique::NakedPair, parents, strikes);
            true
        });
    }
}

fn x_wings(first: &Candidates, now: &Candidates, changes: &mut Changes, found: &mut Vec<Arc<Pattern>>) {
    let changed = changes.take_for_wings();
    // Two lines with the same two places of a digit, one of them changed.
    let any = [COLUMN, ROW].into_iter().any(|kind| {
        let lines = &now.places[9 * kind..9 * kind + 9];
        lines.iter().zip(&changed.houses[9 * kind..]).any(|(line, &digits)| {
            bits(digits).any(|digit| {
                line[digit].count_ones() == 2
                    && lines.iter().filter(|other| other[digit] == line[digit]).count() > 1
            })
        })
    });
    if !any {
        return;
    }
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

fn cycles(
    (first, settled): (&Candidates, bool),
    now: &Candidates,
    loops: &mut Loops,
    found: &mut Vec<Pattern>,
) {
    for (hint, parents) in loops.all(first, now, settled) {
        let nested = Nested { key: hint.key(), complexity: hint.complexity };
        let technique = hint.technique();
        found.push(Pattern { technique, strikes: hint.strikes, parents, nested: Some(nested) });
    }
}
