//! Class 21: cycles and forcing chains of single links.
//!
//! From an on node every off consequence and from that every on consequence is made at once: an edge leads
//! from on to on through an off node. A breadth-first walk over edges in the order of making finds the
//! same first parents as one over nodes.

use super::graph::{Edge, Graph, Round, strong, weak};
use super::net::{BY_CELL, BY_NOTHING, NUMBERS, candidate, cell_of, digit_of, house_of};
use super::reach::Reach;
use super::{Key, length_part};
use crate::rate::candidates::Candidates;
use crate::rate::step::{Cause, Chain, Node};
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, SEEN, bits, cells};
use std::cmp::Ordering;

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
        let key = |hint: &LoopHint| (hint.rating, hint.complexity, hint.round);
        rank(key(self), key(other))
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
        self.seen.resize(NUMBERS, 0);
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
    reach: Reach,
    /// Whether the last answer of `reach` is known.
    numbered: bool,
    walk: Walk,
    marks: Seers,
}

/// For every candidate with strong links the struck ones of its digit that it sees, a bit for each. Where there are
/// more than bits, several share one.
#[derive(Debug, Default)]
struct Seers(Vec<u64>);

impl Seers {
    fn of(&mut self, struck: &[(u16, Bound)], graph: &Graph) {
        self.0.clear();
        self.0.resize(NUMBERS, 0);
        for (i, &(id, _)) in struck.iter().enumerate() {
            let digit = digit_of(id);
            for cell in cells(graph.linked[digit] & SEEN[cell_of(id)]) {
                self.0[usize::from(candidate(cell, digit))] |= 1 << (i % 64);
            }
        }
    }

    /// Whether some struck candidate may see an on node and an off node of a cycle.
    fn may_strike(&self, walk: &Walk, start: u16, mut index: u32, off: u16) -> bool {
        let seen = |id: u16| self.0[usize::from(id)];
        let (mut by_on, mut by_off) = (seen(start), seen(off));
        while index != START {
            let (edge, before, _) = walk.reached[index as usize];
            by_on |= seen(edge.on);
            by_off |= seen(edge.off);
            index = before;
        }
        by_on & by_off != 0
    }
}

/// A rating, complexity and round that a hint has to stay below.
type Bound = Option<(f64, u32, Round)>;

fn rank(a: (f64, u32, Round), b: (f64, u32, Round)) -> Ordering {
    a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)))
}

/// Whether a rank lies before another, all before none.
fn less(a: Bound, b: Bound) -> bool {
    a.is_some_and(|a| b.is_none_or(|b| rank(a, b) == Ordering::Less))
}

/// Whether a hint of this rating would stay below.
fn below(bound: Bound, rating: f64, complexity: u32, round: Round) -> bool {
    bound.is_none_or(|bound| rank((rating, complexity, round), bound) == Ordering::Less)
}

impl Loops {
    /// The hint that is taken: lowest rating, then complexity, then kind, then the first made.
    pub(super) fn best(&mut self, state: &Candidates) -> Option<LoopHint> {
        let struck = self.struck(state);
        let ahead = struck.iter().map(|(_, bound)| *bound).reduce(|a, b| if less(b, a) { b } else { a })?;
        let mut best: Option<LoopHint> = None;
        self.each(state, &struck, ahead, |hint| {
            if best.as_ref().is_none_or(|best| hint.rank(best) == Ordering::Less) {
                best = Some(hint);
            }
            best.as_ref().map_or(ahead, |best| Some((best.rating, best.complexity, best.round)))
        });
        best
    }

    /// The hints by rank that are the first to strike some candidate, of those that rest on candidates gone since
    /// the first state; each with these.
    ///
    /// `settled` says that the first state has no hint of the class, so that every hint rests on some.
    pub(super) fn all(
        &mut self,
        first: &Candidates,
        now: &Candidates,
        settled: bool,
    ) -> Vec<(LoopHint, Vec<u16>)> {
        let mut all: Vec<(LoopHint, Vec<u16>)> = Vec::new();
        let struck = self.struck(now);
        if struck.is_empty() {
            return all;
        }
        // What lies behind the best hints of all candidates is of no use.
        let mut best = struck.clone();
        if !settled {
            best.iter_mut().for_each(|(_, bound)| *bound = None);
        }
        let worst = |best: &[(u16, Bound)]| {
            best.iter().map(|(_, bound)| *bound).reduce(|a, b| if less(a, b) { b } else { a }).flatten()
        };
        let mut bound = worst(&best);
        self.each(now, &struck, bound, |hint| {
            let own = Some((hint.rating, hint.complexity, hint.round));
            let better = |best: &[(u16, Bound)], struck: u16| {
                best.iter().position(|&(id, known)| id == struck && less(own, known))
            };
            if hint.strikes.iter().any(|&struck| better(&best, struck).is_some()) {
                let parents = hint.parents(first, now);
                if !parents.is_empty() {
                    for &struck in &hint.strikes {
                        if let Some(at) = better(&best, struck) {
                            best[at].1 = own;
                        }
                    }
                    all.push((hint, parents));
                    bound = worst(&best);
                }
            }
            bound
        });
        all.sort_by(|(a, _), (b, _)| a.rank(b));
        all
    }

    /// Whether a state has no hint of the class.
    pub(super) fn settles(&mut self, state: &Candidates) -> bool {
        self.struck(state).is_empty()
    }

    /// Whether single links may lead from all candidates of a cell, or all places of a digit in a house, to the
    /// same: false only where they do not.
    pub(super) fn may_agree(&mut self, state: &Candidates) -> bool {
        self.graph.link(state);
        self.reach.may_agree(state, &self.graph)
    }

    /// The candidates that some hint strikes, each with a rank that its best hint stays below.
    fn struck(&mut self, state: &Candidates) -> Vec<(u16, Bound)> {
        self.graph.link(state);
        let struck = self.reach.struck(state, &self.graph);
        self.numbered = struck.is_some();
        if let Some(struck) = struck {
            // Its shortest chain may be the best hint: equally good ones are let through.
            let bound =
                |nodes| (base(What::StrikesStart, Round::Xy) + length_part(nodes), nodes + 1, Round::X);
            return struck.into_iter().map(|(id, nodes)| (id, Some(bound(nodes)))).collect();
        }
        let starts = (0..81).filter(|&cell| state.masks[cell].count_ones() >= 2);
        starts
            .flat_map(|cell| bits(state.masks[cell]).map(move |digit| (candidate(cell, digit), None)))
            .collect()
    }

    /// Hands over hints in the order of making; what is answered bounds those that are still wanted.
    fn each(
        &mut self,
        state: &Candidates,
        struck: &[(u16, Bound)],
        mut bound: Bound,
        mut put: impl FnMut(LoopHint) -> Bound,
    ) {
        if struck.is_empty() {
            return;
        }
        let (mut falls, mut digits) = ([0u16; 81], 0u16);
        for &(id, _) in struck {
            falls[cell_of(id)] |= 1 << digit_of(id);
            digits |= 1 << digit_of(id);
        }
        self.marks.of(struck, &self.graph);
        self.graph.build(state);
        for round in [Round::X, Round::Y, Round::Xy] {
            for (cell, falls) in falls.iter().enumerate() {
                let count = state.masks[cell].count_ones();
                if count < 2 || (round == Round::Y && count != 2) {
                    continue;
                }
                for digit in bits(state.masks[cell]) {
                    let start = candidate(cell, digit);
                    let known = bound;
                    let chain = round != Round::Y && falls >> digit & 1 == 1;
                    let cycles = self.graph.linked[digit] >> cell & 1 == 1
                        && (round != Round::X || digits >> digit & 1 == 1)
                        && (!self.numbered || self.reach.may_cycle(start));
                    if chain || cycles {
                        self.walk_on(state, round, start, (cycles, chain), known, &mut |hint| {
                            bound = put(hint);
                        });
                    }
                    if round != Round::Y && state.masks[cell] & !falls & !(1 << digit) == 0 {
                        let known = bound;
                        self.walk_off(state, round, start, known, &mut |hint| bound = put(hint));
                    }
                }
            }
        }
    }

    /// All cycles of a start, then its chain from on to off where it may have one.
    fn walk_on(
        &mut self,
        state: &Candidates,
        round: Round,
        start: u16,
        (wants_cycles, wants_chain): (bool, bool),
        bound: Bound,
        put: &mut impl FnMut(LoopHint),
    ) {
        let mut closing = [u16::MAX; 4];
        for (slot, &(on, cause)) in closing.iter_mut().zip(self.graph.strong(start)) {
            if !wants_cycles {
                break;
            }
            if round == Round::Xy || (cause == BY_CELL) == (round == Round::Y) {
                *slot = on;
            }
        }
        let closes = |off: u16| closing.contains(&off);
        let wanted = |what: What, depth: u32| {
            below(bound, base(what, round) + length_part(2 * depth + 2), 2 * depth + 2, round)
        };
        let mut cycles = closing != [u16::MAX; 4] && wanted(What::Cycle, 1);
        let mut chains = wants_chain && wanted(What::StrikesStart, 1);
        if !cycles && !chains {
            return;
        }
        let walk = &mut self.walk;
        walk.begin();
        walk.reach(start);
        let mut chain = None;
        let (mut next, mut layer) = (START, 0);
        while cycles || chains {
            let (on, depth) = match next {
                START => (start, 0),
                index => (walk.reached[index as usize].0.on, walk.reached[index as usize].2),
            };
            if depth > layer {
                layer = depth;
                cycles &= wanted(What::Cycle, depth);
                chains &= wanted(What::StrikesStart, depth);
                if !cycles && !chains {
                    break;
                }
            }
            if depth > 0 {
                // Does it switch off the start, or a node that switches the start on?
                if chains && sees(round, on, start) {
                    chain = Some(next);
                    chains = false;
                }
                if cycles && closing.iter().any(|&off| off != u16::MAX && sees(round, on, off)) {
                    weak(state, on, round, |off, cause| {
                        if closes(off)
                            && self.marks.may_strike(walk, start, next, off)
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
        if let Some(index) = chain {
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
        for &(on, on_cause) in self.graph.strong(start) {
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
                if !below(bound, base + length_part(2 * depth + 2), 2 * depth + 2, round) {
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
