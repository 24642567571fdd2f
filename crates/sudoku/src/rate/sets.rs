//! Classes 7, 9, 10, 12, 16, 18: naked and hidden sets.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{CELLS, at, bits, houses, subsets};

/// Hands over every naked set of `n` cells that strikes something: the house, the positions, the digits.
pub(super) fn each_naked(state: &Candidates, n: usize, mut visit: impl FnMut(usize, u16, u16) -> bool) {
    let _ = houses().all(|house| naked_in(state, house, n, &mut visit));
}

/// Those of one house; false where the visitor has enough.
pub(super) fn naked_in(
    state: &Candidates,
    house: usize,
    n: usize,
    mut visit: impl FnMut(usize, u16, u16) -> bool,
) -> bool {
    let mask = |at: usize| state.masks[usize::from(CELLS[house][at])];
    let fits = (0..9)
        .fold(0u16, |fits, at| fits | u16::from((2..=n).contains(&(mask(at).count_ones() as usize))) << at);
    if (fits.count_ones() as usize) < n || state.empty(house) < 2 * n {
        return true;
    }
    for set in subsets(n, 9).filter(|set| set & !fits == 0) {
        let digits = bits(set).fold(0, |digits, at| digits | mask(at));
        if digits.count_ones() as usize == n
            && (0..9).any(|at| set >> at & 1 == 0 && mask(at) & digits != 0)
            && !visit(house, set, digits)
        {
            return false;
        }
    }
    true
}

/// Hands over every hidden set of `n` digits that strikes something: the house, the positions, the digits.
pub(super) fn each_hidden(state: &Candidates, n: usize, mut visit: impl FnMut(usize, u16, u16) -> bool) {
    let _ = houses().all(|house| hidden_in(state, house, n, &mut visit));
}

/// Those of one house; false where the visitor has enough.
pub(super) fn hidden_in(
    state: &Candidates,
    house: usize,
    n: usize,
    mut visit: impl FnMut(usize, u16, u16) -> bool,
) -> bool {
    let places = &state.places[house];
    let fits = (0..9).fold(0u16, |fits, digit| {
        fits | u16::from((2..=n).contains(&(places[digit].count_ones() as usize))) << digit
    });
    if (fits.count_ones() as usize) < n || state.empty(house) <= 2 * n {
        return true;
    }
    for set in subsets(n, 9).filter(|set| set & !fits == 0) {
        let union = bits(set).fold(0, |union, digit| union | places[digit]);
        if union.count_ones() as usize == n
            && at(house, union).any(|cell| state.masks[cell] & !set != 0)
            && !visit(house, union, set)
        {
            return false;
        }
    }
    true
}

/// The first naked set of `n` cells.
pub(super) fn naked(state: &Candidates, n: usize) -> Option<Step> {
    let (technique, rating) = match n {
        2 => (Technique::NakedPair, 3.0),
        3 => (Technique::NakedTriple, 3.6),
        _ => (Technique::NakedQuad, 5.0),
    };
    let mut found = None;
    each_naked(state, n, |house, set, digits| {
        let mut strikes = Strikes::default();
        at(house, !set & 0x1FF).for_each(|cell| strikes.add(state, cell, digits));
        found = Step::new(technique, rating)
            .of(digits, &[house])
            .made_of(at(house, set).map(|cell| (cell, state.masks[cell])))
            .striking(strikes);
        found.is_none()
    });
    found
}

/// The first hidden set of `n` digits.
pub(super) fn hidden(state: &Candidates, n: usize) -> Option<Step> {
    let (technique, rating) = match n {
        2 => (Technique::HiddenPair, 3.4),
        3 => (Technique::HiddenTriple, 4.0),
        _ => (Technique::HiddenQuad, 5.4),
    };
    let mut found = None;
    each_hidden(state, n, |house, set, digits| {
        let mut strikes = Strikes::default();
        at(house, set).for_each(|cell| strikes.add(state, cell, !digits & 0x1FF));
        found = Step::new(technique, rating)
            .of(digits, &[house])
            .made_of(at(house, set).map(|cell| (cell, state.masks[cell] & digits)))
            .striking(strikes);
        found.is_none()
    });
    found
}
