//! The single links of a state: what a candidate off switches on, and the edges from on to on that follow.

use super::net::{BY_CELL, NUMBERS, candidate, cell_of, digit_of};
use crate::rate::candidates::Candidates;
use crate::rate::units::{CELLS, HOUSES, PLACES, SETS, bits, cells};

/// Which links a round uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Round {
    X,
    Y,
    Xy,
}

/// An edge of the walk: the off node between, why it is off, the on node, why it is on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) off: u16,
    pub(super) off_cause: u8,
    pub(super) on: u16,
    pub(super) on_cause: u8,
}

/// The edges of all rounds.
#[derive(Debug)]
pub(super) struct Graph {
    edges: [Vec<Edge>; 3],
    /// Where the edges of each candidate begin and end.
    spans: Vec<[(u32, u32); 3]>,
    /// The on nodes that follow from each candidate off, with their causes.
    strong: Vec<([(u16, u8); 4], u8)>,
    /// The candidates that have such links, by digit and by cell: only they lead on.
    pub(super) linked: [u128; 9],
    pub(super) linked_cells: [u16; 81],
}

/// The on nodes that follow from an off node, with their causes.
pub(super) fn strong(state: &Candidates, off: u16, round: Round, mut visit: impl FnMut(u16, u8)) {
    let (cell, digit) = (cell_of(off), digit_of(off));
    if round != Round::X {
        let others = state.masks[cell] & !(1 << digit);
        if others.is_power_of_two() {
            visit(candidate(cell, others.trailing_zeros() as usize), BY_CELL);
        }
    }
    if round != Round::Y {
        let mut seen = 0u128;
        for (cause, (house, place)) in (1..).zip(HOUSES[cell].into_iter().zip(PLACES[cell])) {
            let others = state.places[usize::from(house)][digit] & !(1 << place);
            if others.is_power_of_two() {
                let other = usize::from(CELLS[usize::from(house)][others.trailing_zeros() as usize]);
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    visit(candidate(other, digit), cause);
                }
            }
        }
    }
}

/// The off nodes that follow from an on node, with their causes.
pub(super) fn weak(state: &Candidates, on: u16, round: Round, mut visit: impl FnMut(u16, u8)) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    if round != Round::X {
        bits(state.masks[cell] & !(1 << digit)).for_each(|other| visit(candidate(cell, other), BY_CELL));
    }
    let mut seen = 1u128 << cell;
    for (cause, house) in (1..).zip(HOUSES[cell].map(usize::from)) {
        for at in bits(state.places[house][digit]) {
            let other = usize::from(CELLS[house][at]);
            if seen >> other & 1 == 0 {
                seen |= 1 << other;
                visit(candidate(other, digit), cause);
            }
        }
    }
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            edges: Default::default(),
            spans: vec![[(0, 0); 3]; NUMBERS],
            strong: vec![([(0, 0); 4], 0); NUMBERS],
            linked: [0; 9],
            linked_cells: [0; 81],
        }
    }
}

impl Graph {
    /// The on nodes that follow from a candidate off, with their causes.
    pub(super) fn strong(&self, off: u16) -> &[(u16, u8)] {
        let (links, n) = &self.strong[usize::from(off)];
        &links[..usize::from(*n)]
    }

    /// The strong links of a state.
    pub(super) fn link(&mut self, state: &Candidates) {
        (self.linked, self.linked_cells) = ([0; 9], [0; 81]);
        for (cell, &mask) in state.masks.iter().enumerate() {
            for digit in bits(mask) {
                let (links, n) = &mut self.strong[usize::from(candidate(cell, digit))];
                *n = 0;
                strong(state, candidate(cell, digit), Round::Xy, |on, cause| {
                    links[usize::from(*n)] = (on, cause);
                    *n += 1;
                });
                if *n > 0 {
                    self.linked[digit] |= 1 << cell;
                    self.linked_cells[cell] |= 1 << digit;
                }
            }
        }
    }

    /// Links inside a cell are causes of 0: X edges have none, Y edges go on through a cell.
    pub(super) fn build(&mut self, state: &Candidates) {
        self.edges.iter_mut().for_each(Vec::clear);
        for (cell, &mask) in state.masks.iter().enumerate() {
            for digit in bits(mask) {
                let id = candidate(cell, digit);
                let begin = [0, 1, 2].map(|round: usize| self.edges[round].len() as u32);
                let mut add = |off: u16, off_cause: u8| {
                    let (links, n) = &self.strong[usize::from(off)];
                    for &(on, on_cause) in &links[..usize::from(*n)] {
                        if on == id {
                            continue;
                        }
                        let edge = Edge { off, off_cause, on, on_cause };
                        self.edges[2].push(edge);
                        if on_cause == BY_CELL {
                            self.edges[1].push(edge);
                        } else if off_cause != BY_CELL {
                            self.edges[0].push(edge);
                        }
                    }
                };
                bits(self.linked_cells[cell] & !(1 << digit))
                    .for_each(|other| add(candidate(cell, other), BY_CELL));
                let mut rest = self.linked[digit] & !(1 << cell);
                for (cause, house) in (1..).zip(HOUSES[cell]) {
                    let there = rest & SETS[usize::from(house)];
                    cells(there).for_each(|other| add(candidate(other, digit), cause));
                    rest &= !there;
                }
                self.spans[usize::from(id)] =
                    [0, 1, 2].map(|round: usize| (begin[round], self.edges[round].len() as u32));
            }
        }
    }

    pub(super) fn of(&self, id: u16, round: Round) -> &[Edge] {
        let (begin, end) = self.spans[usize::from(id)][round as usize];
        &self.edges[round as usize][begin as usize..end as usize]
    }
}
