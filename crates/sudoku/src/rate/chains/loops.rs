//! Class 21: cycles and forcing chains of single links.
//!
//! From an on node every off consequence and from that every on consequence is made at once: an edge leads
//! from on to on through an off node. A breadth-first walk over edges in the order of making finds the
//! same first parents as one over nodes.

use super::net::{BY_CELL, BY_NOTHING, candidate, cell_of, digit_of, house_of};
use super::{Key, length_part};
use crate::rate::candidates::Candidates;
use crate::rate::step::{Cause, Chain, Node};
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, HOUSES, PLACES, SEEN, bits, cells};
use std::cmp::Ordering;

/// Which links a round uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Round {
    X,
    Y,
    Xy,
}

/// A node on the way: why it follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) candidate: u16,
    pub(super) on: bool,
    pub(super) cause: u8,
}

/// What a hint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A continuous loop.
    Cycle,
    /// The start, taken for true, becomes false.
    StrikesStart,
    /// The start, taken for false, becomes true.
    PlacesStart,
}

/// A hint of the class; its chain is made when it is asked for.
#[derive(Debug, Clone)]
pub(super) struct LoopHint {
    pub(super) rating: f64,
    pub(super) complexity: u32,
    pub(super) round: Round,
    pub(super) what: What,
    pub(super) start: u16,
    /// From the start to the end, which is the start again.
    pub(super) path: Vec<Link>,
    pub(super) strikes: Vec<u16>,
}

impl LoopHint {
    fn rank(&self, other: &LoopHint) -> Ordering {
        let key = |hint: &LoopHint| (hint.complexity, hint.round);
        self.rating.total_cmp(&other.rating).then(key(self).cmp(&key(other)))
    }

    pub(super) fn technique(&self) -> Technique {
        match (self.what, self.round) {
            (What::Cycle, Round::X) => Technique::XCycle,
            (What::Cycle, Round::Y) => Technique::YCycle,
            (What::Cycle, Round::Xy) => Technique::XyCycle,
            (_, Round::X) if self.complexity == 6 => Technique::TurbotFish,
            (_, Round::X) => Technique::XChain,
            _ => Technique::ForcingChain,
        }
    }

    /// The links of all ends: those of a cycle also turned round.
    fn ends(&self) -> Vec<Vec<Link>> {
        let mut ends = vec![self.path.clone()];
        if self.what == What::Cycle {
            ends.push(self.path.iter().rev().map(|link| Link { on: !link.on, ..*link }).collect());
        }
        ends
    }

    /// The candidates gone since the first state that the chain rests on.
    pub(super) fn parents(&self, first: &Candidates, now: &Candidates) -> Vec<u16> {
        let mut parents = Vec::new();
        for link in self.ends().iter().flatten().filter(|link| link.on) {
            missing(first, now, link.candidate, link.cause, &mut parents);
        }
        parents
    }

    pub(super) fn key(&self) -> (u64, u64) {
        let mut key = Key::new();
        for end in self.ends() {
            key.put(u16::MAX);
            end.iter().rev().for_each(|link| key.put(2 * link.candidate + u16::from(link.on)));
        }
        key.done()
    }

    /// The chain as it is told.
    pub(super) fn chain(&self) -> Chain {
        let node = |(i, link): (usize, &Link)| Node {
            cell: cell_of(link.candidate) as u8,
            digit: digit_of(link.candidate) as u8 + 1,
            on: link.on,
            cause: super::told(link.cause),
            parents: if i == 0 { Vec::new() } else { vec![i - 1] },
        };
        let mut nodes: Vec<Node> = self.path.iter().enumerate().map(node).collect();
        if let Some(first) = nodes.first_mut() {
            first.cause = Cause::Assumed;
        }
        Chain { nodes }
    }
}

/// Adds the candidates of a cell or house that are gone since the first state, as a cause says.
pub(super) fn missing(first: &Candidates, now: &Candidates, node: u16, cause: u8, parents: &mut Vec<u16>) {
    let (cell, digit) = (cell_of(node), digit_of(node));
    let mut put = |gone: u16| {
        if !parents.contains(&gone) {
            parents.push(gone);
        }
    };
    match cause {
        BY_CELL => bits(first.masks[cell] & !now.masks[cell]).for_each(|other| put(candidate(cell, other))),
        1..=3 => {
            let house = house_of(cause, cell);
            let gone = first.places[house][digit] & !now.places[house][digit];
            bits(gone).for_each(|at| put(candidate(CELLS[house][at].into(), digit)));
        }
        _ => {}
    }
}

/// An edge of the walk: the off node between, why it is off, the on node, why it is on.
#[derive(Debug, Clone, Copy)]
struct Edge {
    off: u16,
    off_cause: u8,
    on: u16,
    on_cause: u8,
}

/// The edges of one round.
#[derive(Debug, Default)]
pub(super) struct Graph {
    edges: Vec<Edge>,
    begin: Vec<u32>,
}

/// The on nodes that follow from an off node, with their causes.
fn strong(state: &Candidates, off: u16, round: Round, mut visit: impl FnMut(u16, u8)) {
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
fn weak(state: &Candidates, on: u16, round: Round, mut visit: impl FnMut(u16, u8)) {
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

impl Graph {
    fn build(&mut self, state: &Candidates, round: Round) {
        self.edges.clear();
        self.begin.clear();
        for id in 0..729u16 {
            self.begin.push(self.edges.len() as u32);
            if state.masks[cell_of(id)] >> digit_of(id) & 1 == 1 {
                weak(state, id, round, |off, off_cause| {
                    strong(state, off, round, |on, on_cause| {
                        if on != id {
                            self.edges.push(Edge { off, off_cause, on, on_cause });
                        }
                    });
                });
            }
        }
        self.begin.push(self.edges.len() as u32);
    }

    fn of(&self, id: u16) -> &[Edge] {
        &self.edges[self.begin[usize::from(id)] as usize..self.begin[usize::from(id) + 1] as usize]
    }
}

/// A walk: on nodes in the order they are reached, each with its edge and the node before.
#[derive(Debug, Default)]
struct Walk {
    reached: Vec<(Edge, u32, u32)>,
    seen: Vec<bool>,
}

const START: u32 = u32::MAX;

impl Walk {
    /// The links from the start to a reached node.
    fn path(&self, start: u16, start_on: bool, mut index: u32) -> Vec<Link> {
        let mut path = Vec::new();
        while index != START {
            let (edge, before, _) = self.reached[index as usize];
            path.push(Link { candidate: edge.on, on: true, cause: edge.on_cause });
            if edge.off != u16::MAX {
                path.push(Link { candidate: edge.off, on: false, cause: edge.off_cause });
            }
            index = before;
        }
        path.push(Link { candidate: start, on: start_on, cause: BY_NOTHING });
        path.reverse();
        path
    }
}

/// Finds hints of the class.
#[derive(Debug, Default)]
pub(super) struct Loops {
    graph: Graph,
    walk: Walk,
}

impl Loops {
    /// The hint that is taken: lowest rating, then complexity, then kind, then the first made.
    pub(super) fn best(&mut self, state: &Candidates) -> Option<LoopHint> {
        let mut best: Option<LoopHint> = None;
        self.each(state, |hint| {
            if best.as_ref().is_none_or(|best| hint.rank(best) == Ordering::Less) {
                best = Some(hint);
            }
        });
        best
    }

    /// All hints, sorted.
    pub(super) fn all(&mut self, state: &Candidates) -> Vec<LoopHint> {
        let mut all = Vec::new();
        self.each(state, |hint| all.push(hint));
        all.sort_by(LoopHint::rank);
        all
    }

    fn each(&mut self, state: &Candidates, mut put: impl FnMut(LoopHint)) {
        for round in [Round::X, Round::Y, Round::Xy] {
            self.graph.build(state, round);
            for cell in 0..81 {
                let count = state.masks[cell].count_ones();
                if count < 2 || (round == Round::Y && count != 2) {
                    continue;
                }
                for digit in bits(state.masks[cell]) {
                    let start = candidate(cell, digit);
                    self.walk_on(state, round, start, &mut put);
                    if round != Round::Y {
                        self.walk_off(state, round, start, &mut put);
                    }
                }
            }
        }
    }

    /// All cycles of a start, then its chain from on to off.
    fn walk_on(&mut self, state: &Candidates, round: Round, start: u16, put: &mut impl FnMut(LoopHint)) {
        let mut closing: Vec<u16> = Vec::new();
        strong(state, start, round, |on, _| closing.push(on));
        let walk = &mut self.walk;
        walk.reached.clear();
        walk.seen.clear();
        walk.seen.resize(729, false);
        walk.seen[usize::from(start)] = true;
        let mut chain = None;
        let mut next = START;
        loop {
            let (on, depth) = match next {
                START => (start, 0),
                index => (walk.reached[index as usize].0.on, walk.reached[index as usize].2),
            };
            if depth > 0 {
                // Does it switch off the start, or a node that switches the start on?
                if chain.is_none() && sees(round, on, start) {
                    chain = Some(next);
                }
                if closing.iter().any(|&off| off != on && sees(round, on, off)) {
                    weak(state, on, round, |off, cause| {
                        if closing.contains(&off)
                            && let Some(hint) = cycle(state, walk, round, start, next, off, cause)
                        {
                            put(hint);
                        }
                    });
                }
            }
            for &edge in self.graph.of(on) {
                if !walk.seen[usize::from(edge.on)] {
                    walk.seen[usize::from(edge.on)] = true;
                    walk.reached.push((edge, next, depth + 1));
                }
            }
            next = next.wrapping_add(1);
            if next as usize >= walk.reached.len() {
                break;
            }
        }
        if let Some(index) = chain.filter(|_| round != Round::Y) {
            let mut path = walk.path(start, true, index);
            let last = path.last().expect("a walk").candidate;
            let mut end = Link { candidate: start, on: false, cause: BY_NOTHING };
            weak(state, last, round, |off, cause| {
                if off == start {
                    end.cause = cause;
                }
            });
            path.push(end);
            put(hint(round, What::StrikesStart, start, path, vec![start]));
        }
    }

    /// The chain of a start from off to on.
    fn walk_off(&mut self, state: &Candidates, round: Round, start: u16, put: &mut impl FnMut(LoopHint)) {
        let walk = &mut self.walk;
        walk.reached.clear();
        walk.seen.clear();
        walk.seen.resize(729, false);
        strong(state, start, round, |on, on_cause| {
            walk.seen[usize::from(on)] = true;
            let edge = Edge { off: u16::MAX, off_cause: BY_NOTHING, on, on_cause };
            walk.reached.push((edge, START, 1));
        });
        let mut next = 0;
        while let Some(&(from, _, depth)) = walk.reached.get(next) {
            for &edge in self.graph.of(from.on) {
                if !walk.seen[usize::from(edge.on)] {
                    walk.seen[usize::from(edge.on)] = true;
                    walk.reached.push((edge, next as u32, depth + 1));
                    if edge.on == start {
                        let path = walk.path(start, false, walk.reached.len() as u32 - 1);
                        let cell = cell_of(start);
                        let others = bits(state.masks[cell] & !(1 << digit_of(start)));
                        let strikes = others.map(|other| candidate(cell, other)).collect();
                        put(hint(round, What::PlacesStart, start, path, strikes));
                        return;
                    }
                }
            }
            next += 1;
        }
    }
}

/// Whether an on candidate switches another off.
fn sees(round: Round, on: u16, off: u16) -> bool {
    if digit_of(on) == digit_of(off) {
        SEEN[cell_of(on)] >> cell_of(off) & 1 == 1
    } else {
        round != Round::X && cell_of(on) == cell_of(off)
    }
}

fn hint(round: Round, what: What, start: u16, path: Vec<Link>, strikes: Vec<u16>) -> LoopHint {
    let complexity = path.len() as u32 - u32::from(what == What::Cycle);
    let base = match (what, round) {
        (_, Round::Xy) => 7.0,
        (What::Cycle, _) => 6.5,
        _ => 6.6,
    };
    LoopHint { rating: base + length_part(complexity), complexity, round, what, start, path, strikes }
}

/// The cycle that an off node closes, where it strikes something.
fn cycle(
    state: &Candidates,
    walk: &Walk,
    round: Round,
    start: u16,
    index: u32,
    off: u16,
    cause: u8,
) -> Option<LoopHint> {
    let mut path = walk.path(start, true, index);
    if path.iter().any(|link| !link.on && link.candidate == off) {
        return None;
    }
    path.push(Link { candidate: off, on: false, cause });
    let mut end = Link { candidate: start, on: true, cause: BY_NOTHING };
    strong(state, off, round, |on, cause| {
        if on == start {
            end.cause = cause;
        }
    });
    let (mut own, mut seen) = (0u128, [[0u128; 9]; 2]);
    for link in &path {
        let (cell, digit) = (cell_of(link.candidate), digit_of(link.candidate));
        own |= 1 << cell;
        seen[usize::from(link.on)][digit] |= SEEN[cell];
    }
    let mut strikes = Vec::new();
    for (digit, (off, on)) in seen[0].iter().zip(&seen[1]).enumerate() {
        for cell in cells(off & on & !own) {
            if state.masks[cell] >> digit & 1 == 1 {
                strikes.push(candidate(cell, digit));
            }
        }
    }
    strikes.sort_by_key(|&struck| (cell_of(struck), digit_of(struck)));
    path.push(end);
    (!strikes.is_empty()).then(|| hint(round, What::Cycle, start, path, strikes))
}
