//! Chains: cycles and forcing chains, forcing nets, and nets with nested eliminations.

mod changes;
mod forcing;
mod graph;
mod loops;
mod net;
mod patterns;
mod reach;

use super::candidates::Candidates;
use super::step::{Cause, Marks, Step};
use forcing::Forcing;
use loops::Loops;
use ludex_core::Ticker;
use net::{BY_CELL, Rules, cell_of, digit_of};

/// The part of a rating that the complexity of a chain adds: 0.1 for every threshold it passes.
fn length_part(complexity: u32) -> f64 {
    let length = i64::from(complexity) - 2;
    let (mut added, mut threshold, mut odd) = (0.0, 4i64, false);
    while length > threshold {
        added += 0.1;
        threshold = if odd { threshold * 4 / 3 } else { threshold * 3 / 2 };
        odd = !odd;
    }
    added
}

/// What a cause is called; patterns are told by their own name.
fn told(cause: u8) -> Cause {
    match cause {
        BY_CELL => Cause::Cell,
        1 => Cause::Box,
        2 => Cause::Row,
        3 => Cause::Column,
        _ => Cause::Assumed,
    }
}

/// A hash of a list of numbers, wide enough to stand for the list.
struct Key(u64, u64);

impl Key {
    fn new() -> Key {
        Key(0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03)
    }

    fn put(&mut self, value: u16) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        self.1 = (self.1 ^ u64::from(value)).wrapping_mul(0xFF51_AFD7_ED55_8CCD).rotate_left(31);
    }

    fn done(self) -> (u64, u64) {
        (self.0, self.1)
    }
}

/// Finds steps of the chain classes; it keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Chains {
    loops: Loops,
    forcing: Forcing,
}

/// Struck candidates by cell.
fn marks(strikes: &[u16]) -> Vec<Marks> {
    let mut marks: Vec<Marks> = Vec::new();
    for &struck in strikes {
        let (cell, bit) = (cell_of(struck) as u8, 1 << digit_of(struck));
        match marks.iter_mut().find(|marks| marks.cell == cell) {
            Some(marks) => marks.mask |= bit,
            None => marks.push(Marks { cell, mask: bit }),
        }
    }
    marks.sort_unstable();
    marks
}

impl Chains {
    /// Class 21.
    pub(super) fn cycles(&mut self, state: &Candidates) -> Option<Step> {
        let hint = self.loops.best(state)?;
        let mut step = Step::new(hint.technique(), hint.rating);
        step.strikes = marks(&hint.strikes);
        step.chains.push(hint.chain());
        if hint.what == loops::What::PlacesStart {
            step.placement = Some((cell_of(hint.start) as u8, digit_of(hint.start) as u8 + 1));
        }
        Some(step)
    }

    /// Class 23.
    pub(super) fn nishio(&mut self, state: &Candidates, ticker: &Ticker<'_>) -> Option<Step> {
        self.forcing.best(state, Rules { cells: false, dynamic: true, level: 0 }, ticker)
    }

    /// Class 24.
    pub(super) fn multiple(&mut self, state: &Candidates, ticker: &Ticker<'_>) -> Option<Step> {
        if !self.loops.may_agree(state) {
            return None;
        }
        self.forcing.best(state, Rules { cells: true, dynamic: false, level: 0 }, ticker)
    }

    /// Classes 25 to 30: nets with eliminations nested so deep.
    pub(super) fn dynamic(&mut self, state: &Candidates, level: u8, ticker: &Ticker<'_>) -> Option<Step> {
        self.forcing.best(state, Rules { cells: true, dynamic: true, level }, ticker)
    }
}

/// The base of the ratings of forcing chains and nets.
const fn base(rules: Rules) -> f64 {
    match (rules.cells, rules.dynamic, rules.level) {
        (false, ..) => 7.5,
        (_, false, _) => 8.0,
        (_, _, 0) => 8.5,
        (_, _, 1) => 9.0,
        (_, _, 2) => 9.5,
        (_, _, 3) => 10.0,
        (_, _, 4) => 10.5,
        _ => 11.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_of_length() {
        let tenths = |complexity| (length_part(complexity) * 10.0).round() as u32;
        assert_eq!(
            [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27].map(tenths),
            [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
        );
    }
}
