//! Eliminations by patterns of a working state: what nested levels add to a net.

use super::forcing::Forcing;
use super::loops::Loops;
use super::net::{Nested, Pattern, Rules, candidate};
use crate::rate::candidates::Candidates;
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, at, bits};
use crate::rate::{fish, locking, sets};
use std::rc::Rc;

/// All eliminations of the first rule that has any; only those that rest on candidates gone since the
/// first state.
pub(super) fn find(
    first: &Candidates,
    now: &Candidates,
    level: u8,
    loops: &mut Loops,
    inner: &mut Option<Box<Forcing>>,
) -> Vec<Pattern> {
    let mut found = Vec::new();
    for rule in [locked, hidden_pairs, naked_pairs, x_wings] {
        rule(first, now, &mut found);
        if !found.is_empty() {
            return found;
        }
    }
    if level == 2 || level == 3 {
        cycles(first, now, loops, &mut found);
    }
    if !found.is_empty() || level < 3 {
        return found;
    }
    let inner = inner.get_or_insert_default();
    let multiple = Rules { cells: true, dynamic: false, level: 0 };
    let dynamic = Rules { cells: true, dynamic: true, level: 0 };
    match level {
        3 => inner.patterns(first, now, multiple),
        4 => inner.patterns(first, now, dynamic),
        _ => {
            let found = inner.patterns(first, now, dynamic);
            if found.is_empty() { inner.patterns(first, now, Rules { level: 2, ..dynamic }) } else { found }
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
                nested: Some(Rc::new(nested)),
            });
        }
    }
}
