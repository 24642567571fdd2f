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
use crate::rate::units::{CELLS, HOUSES, PLACES, SEEN, SETS, bits, cells};
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

/// The edges of all rounds.
#[derive(Debug, Default)]
pub(super) struct Graph {
    edges: [Vec<Edge>; 3],
    /// Where the edges of each candidate begin and end.
    spans: Vec<[(u32, u32); 3]>,
    /// The on nodes that follow from each candidate off, with their causes.
    strong: Vec<([(u16, u8); 4], u8)>,
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
    /// Links inside a cell are causes of 0: X edges have none, Y edges go on through a cell.
    fn build(&mut self, state: &Candidates) {
        self.edges.iter_mut().for_each(Vec::clear);
        self.spans.resize(729, [(0, 0); 3]);
        self.strong.resize(729, ([(0, 0); 4], 0));
        // Only candidates with a strong link lead on.
        let mut linked = [0u128; 9];
        let mut linked_cells = [0u16; 81];
        for (cell, &mask) in state.masks.iter().enumerate() {
            for digit in bits(mask) {
                let (links, n) = &mut self.strong[usize::from(candidate(cell, digit))];
                *n = 0;
                strong(state, candidate(cell, digit), Round::Xy, |on, cause| {
                    links[usize::from(*n)] = (on, cause);
                    *n += 1;
                });
                if *n > 0 {
                    linked[digit] |= 1 << cell;
                    linked_cells[cell] |= 1 << digit;
                }
            }
        }
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
                bits(linked_cells[cell] & !(1 << digit))
                    .for_each(|other| add(candidate(cell, other), BY_CELL));
                let mut rest = linked[digit] & !(1 << cell);
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

    fn of(&self, id: u16, round: Round) -> &[Edge] {
        let (begin, end) = self.spans[usize::from(id)][round as usize];
        &self.edges[round as usize][begin as usize..end as usize]
    }
}

/// A walk: on nodes in the order they are reached, each with its edge and the node before.
#[derive(Debug, Default)]
struct Walk {
    reached: Vec<(Edge, u32, u32)>,
    /// The walk in which each candidate was reached last.
    seen: Vec<u32>,
    number: u32,
}

const START: u32 = u32::MAX;

impl Walk {
    fn begin(&mut self) {
        self.reached.clear();
        self.seen.resize(729, 0);
        if self.number == u32::MAX {
            self.seen.fill(0);
            self.number = 0;
        }
        self.number += 1;
    }

    /// Notes a candidate; false where it was reached before.
    fn reach(&mut self, id: u16) -> bool {
        let seen = &mut self.seen[usize::from(id)];
        let new = *seen != self.number;
        *seen = self.number;
        new
    }

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

/// A rating, complexity and round that a hint has to stay below.
type Bound = Option<(f64, u32, Round)>;

/// Whether a hint would stay below.
fn below(bound: Bound, base: f64, complexity: u32, round: Round) -> bool {
    bound.is_none_or(|(rating, most, kind)| {
        let own = base + length_part(complexity);
        own.total_cmp(&rating).then((complexity, round).cmp(&(most, kind))) == Ordering::Less
    })
}

impl Loops {
    /// The hint that is taken: lowest rating, then complexity, then kind, then the first made.
    pub(super) fn best(&mut self, state: &Candidates) -> Option<LoopHint> {
        let mut best: Option<LoopHint> = None;
        self.each(state, |hint| {
            if best.as_ref().is_none_or(|best| hint.rank(best) == Ordering::Less) {
                best = Some(hint);
            }
            best.as_ref().map(|best| (best.rating, best.complexity, best.round))
        });
        best
    }

    /// All hints, sorted.
    pub(super) fn all(&mut self, state: &Candidates) -> Vec<LoopHint> {
        let mut all = Vec::new();
        self.each(state, |hint| {
            all.push(hint);
            None
        });
        all.sort_by(LoopHint::rank);
        all
    }

    /// Hands over hints in the order of making; what is answered bounds those that are still wanted.
    fn each(&mut self, state: &Candidates, mut put: impl FnMut(LoopHint) -> Bound) {
        self.graph.build(state);
        let mut bound = None;
        for round in [Round::X, Round::Y, Round::Xy] {
            for cell in 0..81 {
                let count = state.masks[cell].count_ones();
                if count < 2 || (round == Round::Y && count != 2) {
                    continue;
                }
                for digit in bits(state.masks[cell]) {
                    let start = candidate(cell, digit);
                    let known = bound;
                    self.walk_on(state, round, start, known, &mut |hint| bound = put(hint));
                    if round != Round::Y {
                        let known = bound;
                        self.walk_off(state, round, start, known, &mut |hint| bound = put(hint));
                    }
                }
            }
        }
    }

    /// All cycles of a start, then its chain from on to off.
    fn walk_on(
        &mut self,
        state: &Candidates,
        round: Round,
        start: u16,
        bound: Bound,
        put: &mut impl FnMut(LoopHint),
    ) {
        let mut closing = [u16::MAX; 4];
        let (links, n) = &self.graph.strong[usize::from(start)];
        for (slot, &(on, cause)) in closing.iter_mut().zip(&links[..usize::from(*n)]) {
            if round == Round::Xy || (cause == BY_CELL) == (round == Round::Y) {
                *slot = on;
            }
        }
        let closes = |off: u16| closing.contains(&off);
        let walk = &mut self.walk;
        walk.begin();
        walk.reach(start);
        let base = base(What::Cycle, round);
        let mut chain = None;
        let (mut next, mut layer) = (START, 0);
        loop {
            let (on, depth) = match next {
                START => (start, 0),
                index => (walk.reached[index as usize].0.on, walk.reached[index as usize].2),
            };
            if depth > layer {
                layer = depth;
                if !below(bound, base, 2 * depth + 2, round) {
                    break;
                }
            }
            if depth > 0 {
                // Does it switch off the start, or a node that switches the start on?
                if chain.is_none() && sees(round, on, start) {
                    chain = Some(next);
                }
                if closing.iter().any(|&off| off != u16::MAX && sees(round, on, off)) {
                    weak(state, on, round, |off, cause| {
                        if closes(off)
                            && let Some(hint) = cycle(state, walk, round, start, next, off, cause)
                        {
                            put(hint);
                        }
                    });
                }
            }
            for &edge in self.graph.of(on, round) {
                if walk.reach(edge.on) {
                    walk.reached.push((edge, next, depth + 1));
                }
            }
            next = next.wrapping_add(1);
            if next as usize >= walk.reached.len() {
                break;
            }
        }
        if let Some(index) = chain.filter(|_| round != Round::Y) {
            let complexity = 2 * walk.reached[index as usize].2 + 2;
            if !below(bound, self::base(What::StrikesStart, round), complexity, round) {
                return;
            }
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
    fn walk_off(
        &mut self,
        state: &Candidates,
        round: Round,
        start: u16,
        bound: Bound,
        put: &mut impl FnMut(LoopHint),
    ) {
        let walk = &mut self.walk;
        walk.begin();
        let (links, n) = &self.graph.strong[usize::from(start)];
        for &(on, on_cause) in &links[..usize::from(*n)] {
            if round == Round::Xy || on_cause != BY_CELL {
                walk.reach(on);
                let edge = Edge { off: u16::MAX, off_cause: BY_NOTHING, on, on_cause };
                walk.reached.push((edge, START, 1));
            }
        }
        let base = base(What::PlacesStart, round);
        let (mut next, mut layer) = (0, 0);
        while let Some(&(from, _, depth)) = walk.reached.get(next) {
            if depth > layer {
                layer = depth;
                if !below(bound, base, 2 * depth + 2, round) {
                    return;
                }
            }
            for &edge in self.graph.of(from.on, round) {
                if walk.reach(edge.on) {
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

/// What a hint is rated without its length.
const fn base(what: What, round: Round) -> f64 {
    match (what, round) {
        (_, Round::Xy) => 7.0,
        (What::Cycle, _) => 6.5,
        _ => 6.6,
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
    let rating = base(what, round) + length_part(complexity);
    LoopHint { rating, complexity, round, what, start, path, strikes }
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
