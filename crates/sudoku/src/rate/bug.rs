//! Class 19: the bivalue universal grave.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{CELLS, HOUSES, SEEN, SETS, at, bits, cells, subsets};

/// A state that is a grave but for the extras of some cells.
struct Bug {
    /// The cells with their extras, in the order they were met.
    cells: Vec<(usize, u16)>,
    /// All extras.
    extras: u16,
    /// What sees all the cells.
    common: u128,
}

impl Bug {
    fn read(state: &Candidates) -> Option<Bug> {
        let mut bug = Bug { cells: Vec::new(), extras: 0, common: u128::MAX };
        for house in 0..27 {
            for digit in 0..9 {
                let places = state.places[house][digit];
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let mut rich = at(house, places).filter(|&cell| state.masks[cell].count_ones() >= 3);
                let cell = rich.next()?;
                if rich.next().is_some() {
                    continue;
                }
                match bug.cells.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, extras)) => *extras |= 1 << digit,
                    None => bug.cells.push((cell, 1 << digit)),
                }
                bug.extras |= 1 << digit;
                bug.common &= SEEN[cell];
            }
        }
        for &(cell, _) in &bug.cells {
            bug.common &= !(1 << cell);
        }
        let stuck = bug.cells.len() >= 2 && bug.extras.count_ones() >= 2 && bug.common == 0;
        (!bug.cells.is_empty() && !stuck && bug.is_grave(state)).then_some(bug)
    }

    /// Whether without the extras every cell has two candidates and every digit two places or none.
    fn is_grave(&self, state: &Candidates) -> bool {
        let mut bare = state.clone();
        for &(cell, extras) in &self.cells {
            bits(extras).for_each(|digit| bare.strike(cell, digit));
        }
        (0..81).all(|cell| bare.value(cell) > 0 || bare.masks[cell].count_ones() == 2)
            && bare.places.iter().flatten().all(|places| matches!(places.count_ones(), 0 | 2))
    }

    fn step(&self, kind: u8, rating: f64) -> Step {
        Step::new(Technique::Bug(kind), rating).of(self.extras, &[]).made_of(self.cells.iter().copied())
    }

    fn type4(&self, state: &Candidates) -> Option<Step> {
        let [(c1, e1), (c2, e2)] = self.cells[..] else { return None };
        let shared = (state.masks[c1] & !e1) & (state.masks[c2] & !e2);
        if !(0..3).any(|kind| HOUSES[c1][kind] == HOUSES[c2][kind]) || !shared.is_power_of_two() {
            return None;
        }
        let mut strikes = Strikes::default();
        strikes.add(state, c1, !(e1 | shared));
        strikes.add(state, c2, !(e2 | shared));
        self.step(4, 5.7).striking(strikes)
    }

    fn type3(&self, state: &Candidates) -> Option<Step> {
        for house in HOUSES[self.cells[0].0].map(usize::from) {
            if self.cells.iter().any(|(cell, _)| SETS[house] >> cell & 1 == 0) {
                continue;
            }
            let rest: Vec<usize> = CELLS[house]
                .iter()
                .map(|&cell| usize::from(cell))
                .filter(|&cell| self.common >> cell & 1 == 1 && state.value(cell) == 0)
                .collect();
            for n in 2..=6 {
                if rest.len() < n {
                    break;
                }
                for set in subsets(n - 1, rest.len()) {
                    let digits = bits(set).fold(0, |digits, i| digits | state.masks[rest[i]]);
                    if digits.count_ones() as usize != n || self.extras & !digits != 0 {
                        continue;
                    }
                    let mut strikes = Strikes::default();
                    let others = (0..rest.len()).filter(|i| set >> i & 1 == 0);
                    others.for_each(|i| strikes.add(state, rest[i], digits));
                    let step = self.step(3, 5.7 + super::loops::tenths_sum(n - 1)).striking(strikes);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        None
    }
}

/// The grave's first step.
pub(super) fn find(state: &Candidates) -> Option<Step> {
    let bug = Bug::read(state)?;
    if let [(cell, extras)] = bug.cells[..] {
        let mut strikes = Strikes::default();
        strikes.add(state, cell, !extras);
        return bug.step(1, 5.6).striking(strikes);
    }
    if bug.extras.is_power_of_two() {
        let mut strikes = Strikes::default();
        cells(bug.common).for_each(|cell| strikes.add(state, cell, bug.extras));
        return bug.step(2, 5.7).striking(strikes).or_else(|| bug.type4(state));
    }
    bug.type4(state).or_else(|| bug.type3(state))
}
