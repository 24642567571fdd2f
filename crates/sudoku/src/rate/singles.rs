//! Classes 1 to 5: what places a digit at once.

use super::candidates::Candidates;
use super::locking::PAIRS;
use super::step::Step;
use super::technique::Technique;
use super::units::{BOX, CELLS, bits, houses, subsets};

/// Hidden singles; the last cell of any house comes first.
pub(super) fn hidden(state: &Candidates) -> Option<Step> {
    let cell = |house: usize, places: u16| usize::from(CELLS[house][places.trailing_zeros() as usize]);
    let mut last = 0u32;
    for house in houses() {
        if state.empty(house) == 1 {
            last |= 1 << house;
            if let Some(digit) = (0..9).find(|&digit| state.places[house][digit] != 0) {
                return Some(
                    Step::new(Technique::FullHouse, 1.0)
                        .of(1 << digit, &[house])
                        .placing(cell(house, state.places[house][digit]), digit),
                );
            }
        }
    }
    for house in houses().filter(|house| last >> house & 1 == 0) {
        for digit in 0..9 {
            let places = state.places[house][digit];
            if places.is_power_of_two() {
                let rating = if house / 9 == BOX { 1.2 } else { 1.5 };
                return Some(
                    Step::new(Technique::HiddenSingle, rating)
                        .of(1 << digit, &[house])
                        .placing(cell(house, places), digit),
                );
            }
        }
    }
    None
}

/// Naked singles.
pub(super) fn naked(state: &Candidates) -> Option<Step> {
    let cell = state.masks.iter().position(|mask| mask.is_power_of_two())?;
    let digit = state.masks[cell].trailing_zeros() as usize;
    Some(Step::new(Technique::NakedSingle, 2.3).made_of([(cell, 1 << digit)]).placing(cell, digit))
}

/// Locked candidates that leave a digit one place in another house.
pub(super) fn direct_locking(state: &Candidates) -> Option<Step> {
    for pair in PAIRS.iter() {
        for digit in 0..9 {
            if !pair.locks(state, digit) {
                continue;
            }
            let kind = pair.base / 9;
            for third in (9 * kind..9 * kind + 9).filter(|&third| third != pair.base) {
                let places = state.places[third][digit];
                let outside = places & !super::locking::crossing(third, pair.cover);
                // A house that does not cross the cover has all its places outside.
                if places.count_ones() >= 2 && outside != places && outside.is_power_of_two() {
                    let cell = usize::from(CELLS[third][outside.trailing_zeros() as usize]);
                    let (technique, rating) = if kind == BOX {
                        (Technique::DirectPointing, 1.7)
                    } else {
                        (Technique::DirectClaiming, 1.9)
                    };
                    return Some(
                        Step::new(technique, rating)
                            .of(1 << digit, &[pair.base, pair.cover, third])
                            .placing(cell, digit),
                    );
                }
            }
        }
    }
    None
}

/// Hidden sets of `n` digits that leave another digit one place.
pub(super) fn direct_hidden(state: &Candidates, n: usize) -> Option<Step> {
    let (technique, rating) =
        if n == 2 { (Technique::DirectHiddenPair, 2.0) } else { (Technique::DirectHiddenTriple, 2.5) };
    for house in houses() {
        if state.empty(house) <= n {
            continue;
        }
        let places = &state.places[house];
        let fits = (0..9).fold(0u16, |fits, digit| {
            let count = places[digit].count_ones() as usize;
            fits | u16::from((2..=n).contains(&count)) << digit
        });
        if (fits.count_ones() as usize) < n {
            continue;
        }
        for set in subsets(n, 9).filter(|set| set & !fits == 0) {
            let union = bits(set).fold(0, |union, digit| union | places[digit]);
            if union.count_ones() as usize != n {
                continue;
            }
            for digit in (0..9).filter(|digit| set >> digit & 1 == 0) {
                let outside = places[digit] & !union;
                if places[digit].count_ones() >= 2 && outside.is_power_of_two() {
                    let cell = usize::from(CELLS[house][outside.trailing_zeros() as usize]);
                    return Some(
                        Step::new(technique, rating)
                            .of(set, &[house])
                            .made_of(super::units::at(house, union).map(|cell| (cell, set)))
                            .placing(cell, digit),
                    );
                }
            }
        }
    }
    None
}
