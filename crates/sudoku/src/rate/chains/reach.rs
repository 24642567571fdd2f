//! Which candidates some cycle or chain of single links strikes: whoever knows that there are none, or that they
//! are few, spares most of the walks.
//!
//! A candidate that, taken for true, becomes false over links of any kind is struck by a chain of the last round.
//! And whatever a hint of the class strikes is such a candidate: what a cycle strikes leads round it, and where a
//! candidate is placed the others of its cell lead to it.
//!
//! Only candidates with a strong link are ever switched on. They are numbered; a set of them is a row of bits.

use super::graph::Graph;
use super::net::{NUMBERS, by_digit, candidate, cell_of, digit_of};
use crate::rate::candidates::Candidates;
use crate::rate::units::{SEEN, at, bits, cells};

const WORDS: usize = 4;

/// A set of numbered candidates.
#[derive(Debug, Clone, Copy, Default)]
struct Row([u64; WORDS]);

impl Row {
    fn put(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    fn take(&mut self, other: &Row) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= !other);
    }

    fn meets(&self, other: &Row) -> bool {
        self.0.iter().zip(other.0).fold(0, |met, (own, other)| met | own & other) != 0
    }

    fn and(&self, other: &Row) -> Row {
        Row(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn without(&self, other: &Row) -> Row {
        Row(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    fn each(&self, mut visit: impl FnMut(usize)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(64 * i + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// What a candidate leads to: the numbered candidates on, and those off by digit.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    on: Row,
    off: [u128; 9],
}

/// The memory of the question.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// The number of each candidate.
    numbers: Vec<u16>,
    ids: Vec<u16>,
    /// What each numbered candidate switches on when it is off, and when it is on: at once, and in the end.
    strong: Vec<Row>,
    seen: Vec<Row>,
    next: Vec<Row>,
    all: Vec<Row>,
    low: Vec<u16>,
    order: Vec<u16>,
    open: Vec<u16>,
    calls: Vec<u16>,
    ends: Vec<Ends>,
    /// The candidates that lead back to themselves through others.
    looped: Row,
    /// What the struck candidates lead to.
    led: Row,
}

impl Reach {
    /// The struck candidates, each with the nodes of its shortest chain; nothing where too many candidates have
    /// strong links.
    pub(super) fn struck(&mut self, state: &Candidates, graph: &Graph) -> Option<Vec<(u16, u32)>> {
        if !self.build(graph) {
            return None;
        }
        let mut found = Vec::new();
        self.led = Row::default();
        for (cell, &mask) in state.masks.iter().enumerate().filter(|(_, mask)| mask.count_ones() >= 2) {
            for digit in bits(mask) {
                if graph.linked[digit] >> cell & 1 == 1 {
                    let own = usize::from(self.numbers[usize::from(candidate(cell, digit))]);
                    if self.all[own].meets(&self.seen[own]) {
                        let nodes = self.nodes(&self.seen[own], self.next[own]);
                        found.push((candidate(cell, digit), nodes));
                        self.led.add(&self.all[own]);
                    }
                    continue;
                }
                let (seen, next) = self.links(graph, cell, digit);
                let reached = self.reached(&next);
                if reached.meets(&seen) {
                    found.push((candidate(cell, digit), self.nodes(&seen, next)));
                    self.led.add(&reached);
                }
            }
        }
        Some(found)
    }

    /// Whether a cycle through a candidate may strike anything, as far as is known after [`Reach::struck`].
    ///
    /// A candidate struck by a cycle sees one of its candidates on and one off: taken for true it leads round the
    /// cycle both ways, to all its candidates.
    pub(super) fn may_cycle(&self, id: u16) -> bool {
        let number = usize::from(self.numbers[usize::from(id)]);
        let both = self.looped.0[number / 64] & self.led.0[number / 64];
        both >> (number % 64) & 1 == 1
    }

    /// Everything that some numbered candidates lead to.
    fn reached(&self, next: &Row) -> Row {
        let mut reached = Row::default();
        while let Some(on) = next.without(&reached).first() {
            reached.add(&self.all[on]);
        }
        reached
    }

    /// The nodes of the shortest chain that begins with `next` and ends with one of `seen`.
    fn nodes(&self, seen: &Row, next: Row) -> u32 {
        let (mut layer, mut reached, mut count) = (next, next, 4);
        while !layer.meets(seen) {
            let mut after = Row::default();
            layer.each(|on| after.add(&self.next[on]));
            layer = after.without(&reached);
            reached.add(&layer);
            count += 2;
        }
        count
    }

    /// Everything the strong links of a state lead to; false where they are too many.
    fn build(&mut self, graph: &Graph) -> bool {
        let count = graph.linked.iter().map(|set| set.count_ones() as usize).sum::<usize>();
        if count > 64 * WORDS {
            return false;
        }
        self.number(graph);
        self.close(graph);
        true
    }

    /// Whether all candidates of a cell, or all places of a digit in a house, may lead to the same: false only where
    /// they do not.
    pub(super) fn may_agree(&mut self, state: &Candidates, graph: &Graph) -> bool {
        if !self.build(graph) {
            return true;
        }
        let sets = by_digit(state);
        self.ends.resize(NUMBERS, Ends::default());
        for (cell, &mask) in state.masks.iter().enumerate() {
            for digit in bits(mask) {
                self.ends[usize::from(candidate(cell, digit))] = self.ends(graph, &sets, cell, digit);
            }
        }
        let mut starts = Vec::new();
        for cell in (0..81).filter(|&cell| state.masks[cell].count_ones() >= 3) {
            starts.clear();
            starts.extend(bits(state.masks[cell]).map(|digit| candidate(cell, digit)));
            if self.agree(&starts) {
                return true;
            }
        }
        for (house, places) in state.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate().filter(|(_, places)| places.count_ones() >= 2) {
                starts.clear();
                starts.extend(at(house, places).map(|cell| candidate(cell, digit)));
                if self.agree(&starts) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether all starts lead to something.
    fn agree(&self, starts: &[u16]) -> bool {
        let mut common = self.ends[usize::from(starts[0])];
        for &start in &starts[1..] {
            let other = &self.ends[usize::from(start)];
            common.on = common.on.and(&other.on);
            let mut any = common.on.first().is_some();
            for (own, other) in common.off.iter_mut().zip(other.off) {
                *own &= other;
                any |= *own != 0;
            }
            if !any {
                return false;
            }
        }
        true
    }

    /// What a candidate leads to.
    fn ends(&self, graph: &Graph, sets: &[u128; 9], cell: usize, digit: usize) -> Ends {
        let mut ends = Ends::default();
        if graph.linked[digit] >> cell & 1 == 1 {
            ends.on = self.all[usize::from(self.numbers[usize::from(candidate(cell, digit))])];
        } else {
            ends.on = self.reached(&self.links(graph, cell, digit).1);
        }
        // The cells that are on, by digit: the other digits of these cells are off.
        let mut filled = [0u128; 9];
        let mut put = |cell: usize, digit: usize| {
            filled[digit] |= 1 << cell;
            ends.off[digit] |= SEEN[cell];
        };
        put(cell, digit);
        ends.on.each(|on| put(cell_of(self.ids[on]), digit_of(self.ids[on])));
        let (mut once, mut twice) = (0u128, 0u128);
        for set in filled {
            twice |= once & set;
            once |= set;
        }
        for digit in 0..9 {
            ends.off[digit] |= once & !filled[digit] | twice;
            ends.off[digit] &= sets[digit];
        }
        ends
    }

    fn number(&mut self, graph: &Graph) {
        self.numbers.resize(NUMBERS, 0);
        self.ids.clear();
        for (digit, &set) in graph.linked.iter().enumerate() {
            for cell in cells(set) {
                self.numbers[usize::from(candidate(cell, digit))] = self.ids.len() as u16;
                self.ids.push(candidate(cell, digit));
            }
        }
        self.strong.clear();
        for (digit, &set) in graph.linked.iter().enumerate() {
            for cell in cells(set) {
                let mut row = Row::default();
                for (on, _) in graph.strong(candidate(cell, digit)) {
                    row.put(self.numbers[usize::from(*on)].into());
                }
                self.strong.push(row);
            }
        }
    }

    /// The candidates with strong links that a candidate sees, and what it switches on through them.
    fn links(&self, graph: &Graph, cell: usize, digit: usize) -> (Row, Row) {
        let (mut seen, mut next) = (Row::default(), Row::default());
        let mut put = |other: u16| {
            let number = usize::from(self.numbers[usize::from(other)]);
            seen.put(number);
            next.add(&self.strong[number]);
        };
        bits(graph.linked_cells[cell] & !(1 << digit)).for_each(|other| put(candidate(cell, other)));
        cells(graph.linked[digit] & SEEN[cell]).for_each(|other| put(candidate(other, digit)));
        (seen, next)
    }

    /// Everything that each numbered candidate leads to, itself among it: components that lead to each other are
    /// found one after the other, those that others lead to first.
    fn close(&mut self, graph: &Graph) {
        self.next.clear();
        self.seen.clear();
        for (digit, &set) in graph.linked.iter().enumerate() {
            for cell in cells(set) {
                let (seen, next) = self.links(graph, cell, digit);
                self.seen.push(seen);
                self.next.push(next);
            }
        }
        let n = self.next.len();
        self.all.clear();
        self.all.resize(n, Row::default());
        self.low.resize(64 * WORDS, 0);
        self.order.resize(64 * WORDS, 0);
        self.looped = Row::default();
        let (mut visited, mut waiting) = (Row::default(), Row::default());
        let mut made = 0;
        for root in 0..n {
            if visited.0[root / 64] >> (root % 64) & 1 == 1 {
                continue;
            }
            let mut enter = Some(root);
            loop {
                if let Some(at) = enter.take() {
                    (self.order[at], self.low[at]) = (made, made);
                    made += 1;
                    visited.put(at);
                    waiting.put(at);
                    self.open.push(at as u16);
                    self.calls.push(at as u16);
                }
                let Some(&at) = self.calls.last() else { break };
                let at = usize::from(at);
                enter = self.next[at].without(&visited).first();
                if enter.is_some() {
                    continue;
                }
                self.calls.pop();
                let mut low = self.low[at];
                self.next[at].and(&waiting).each(|other| low = low.min(self.low[other]));
                self.low[at] = low;
                if low == self.order[at] {
                    let begin =
                        self.open.iter().rposition(|&open| usize::from(open) == at).expect("it waits");
                    let mut all = Row::default();
                    self.open[begin..].iter().for_each(|&member| all.put(member.into()));
                    waiting.take(&all);
                    if self.open.len() > begin + 1 {
                        self.looped.add(&all);
                    }
                    for &member in &self.open[begin..] {
                        while let Some(other) = self.next[usize::from(member)].without(&all).first() {
                            all.add(&self.all[other]);
                        }
                    }
                    for member in self.open.drain(begin..) {
                        self.all[usize::from(member)] = all;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Round, strong, weak};
    use super::*;
    use crate::rate::Rater;
    use crate::setup::Setup;
    use std::collections::HashMap;

    /// The nodes of the shortest chain from a candidate on to itself off, looked for link by link.
    fn plain(state: &Candidates, start: u16) -> Option<u32> {
        let mut nodes: HashMap<(u16, bool), u32> = HashMap::from([((start, true), 1)]);
        let mut queue = vec![(start, true)];
        let mut next = 0;
        while let Some(&(id, on)) = queue.get(next) {
            next += 1;
            let count = nodes[&(id, on)] + 1;
            let mut visit = |other: u16, _| {
                nodes.entry((other, !on)).or_insert_with(|| {
                    queue.push((other, !on));
                    count
                });
            };
            if on { weak(state, id, Round::Xy, &mut visit) } else { strong(state, id, Round::Xy, &mut visit) }
        }
        nodes.get(&(start, false)).copied()
    }

    #[test]
    fn struck_candidates_are_those_that_lead_to_their_contradiction() {
        let setup: Setup =
            "......7....67...23....3..64..1.4.3.....5.1..69......1.5....8....1.9....8..7.2.65."
                .parse()
                .unwrap();
        let (mut graph, mut reach) = (Graph::default(), Reach::default());
        let (mut states, mut found) = (0, 0);
        Rater::new()
            .follow(&Candidates::of(&setup), u32::MAX, |state, step| {
                if step.tenths() >= 65 {
                    graph.link(state);
                    let mut struck = reach.struck(state, &graph).unwrap();
                    struck.sort_unstable();
                    let starts = (0..81)
                        .flat_map(|cell| bits(state.masks[cell]).map(move |digit| candidate(cell, digit)));
                    let mut wanted: Vec<(u16, u32)> =
                        starts.filter_map(|start| Some((start, plain(state, start)?))).collect();
                    wanted.sort_unstable();
                    assert_eq!(struck, wanted);
                    states += 1;
                    found += struck.len();
                }
                true
            })
            .unwrap();
        assert!(states > 5 && found > 5, "{states} states, {found} candidates");
    }
}
