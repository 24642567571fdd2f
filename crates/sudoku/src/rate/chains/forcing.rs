//! Classes 23 to 30: conclusions from nets.
//!
//! All hints of a class have the same base, so the one of the lowest complexity wins, then the kind, then
//! the first made. Nets are grown once per assumption; a conclusion's ancestors are counted only where the
//! number of links alone does not rule it out.

use super::loops::missing;
use super::net::{
    BY_NOTHING, BY_PATTERN, Change, End, Marked, NONE, NUMBERS, Nested, Net, NetNode, Pattern, Rules, Work,
    by_digit, candidate, cell_of, digit_of,
};
use super::patterns::Finder;
use super::{Key, base, length_part, told};
use crate::rate::candidates::Candidates;
use crate::rate::step::{Cause, Chain, Node, Step};
use crate::rate::technique::{self, Technique};
use crate::rate::units::{CELLS, HOUSES, bits, cells};
use ludex_core::{Stopped, Ticker};

/// What the ends of a hint come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// An assumption that contradicts itself.
    Clash(u16, bool),
    /// A candidate on and off.
    Double(u16),
    /// The candidates of a cell.
    Cell(u8),
    /// The places of a digit in a house.
    House(u8, u8),
}

impl Source {
    const fn kind(self) -> u8 {
        match self {
            Source::Double(_) => 1,
            Source::Cell(_) => 5,
            Source::House(..) => 6,
            Source::Clash(..) => 7,
        }
    }
}

/// A hint, as far as it is needed to compare it.
#[derive(Debug, Clone, Copy)]
struct Hint {
    /// Complexity, kind and order of making.
    rank: (u32, u8, u64),
    source: Source,
    /// The candidate it is about, and whether it is placed.
    conclusion: (u16, bool),
}

/// The best hints so far: one for all, or one per candidate struck.
#[derive(Debug)]
enum Best {
    One(Option<Hint>),
    Each(Vec<Option<Hint>>),
}

impl Best {
    /// Whether a hint of this rank would be kept.
    fn wants(&self, state: &Candidates, rank: (u32, u8, u64), (candidate, on): (u16, bool)) -> bool {
        let better = |best: &Option<Hint>| best.is_none_or(|best| rank < best.rank);
        match self {
            Best::One(best) => better(best),
            Best::Each(each) => {
                if on {
                    struck(state, candidate, true).any(|other| better(&each[usize::from(other)]))
                } else {
                    better(&each[usize::from(candidate)])
                }
            }
        }
    }

    fn put(&mut self, state: &Candidates, hint: Hint) {
        match self {
            Best::One(best) => *best = Some(hint),
            Best::Each(each) => {
                for other in struck(state, hint.conclusion.0, hint.conclusion.1) {
                    let best = &mut each[usize::from(other)];
                    if best.is_none_or(|best| hint.rank < best.rank) {
                        *best = Some(hint);
                    }
                }
            }
        }
    }

    /// Links that no useful node lies further than.
    fn deepest(&self) -> u16 {
        match self {
            Best::One(Some(best)) => best.rank.0.saturating_sub(2) as u16,
            _ => u16::MAX,
        }
    }
}

/// The candidates a conclusion strikes: itself, or the others of the cell where it is placed.
fn struck(state: &Candidates, conclusion: u16, on: bool) -> impl Iterator<Item = u16> {
    let (cell, digit) = (cell_of(conclusion), digit_of(conclusion));
    let mask = if on { state.masks[cell] & !(1 << digit) } else { 1 << digit };
    bits(mask).map(move |other| candidate(cell, other))
}

/// Finds the hints of a class.
#[derive(Debug, Default)]
pub(super) struct Forcing {
    /// Nets of one digit, of single links, dynamic ones.
    shelves: [Shelf; 3],
    work: Option<Box<Work>>,
    finder: Finder,
    /// The last sets of candidates, by digit, in which no digit contradicted itself.
    consistent: [u128; 9],
}

/// The nets of a state; what is struck later leaves most of them as they are.
#[derive(Debug, Default)]
struct Shelf {
    state: Option<Candidates>,
    nets: Vec<Net>,
    free: Vec<u16>,
    /// The net of each candidate, off and on.
    slots: Vec<[u16; 2]>,
    /// The level at which all nets were grown to their ends and nothing came of them: the next level goes on from
    /// there.
    quiet: Option<u8>,
}

impl Shelf {
    /// Turns to another state, or to the next level of this one.
    fn turn(&mut self, state: &Candidates, sets: &[u128; 9], rules: Rules) {
        let quiet = self.quiet.take();
        match &self.state {
            Some(last) if last == state && quiet.is_some_and(|level| level + 1 == rules.level) => return,
            Some(last)
                if rules.level == 0 && last.masks.iter().zip(&state.masks).all(|(a, b)| b & !a == 0) =>
            {
                let change = Change::between(last, state, sets);
                for slot in self.slots.iter_mut().flatten().filter(|slot| **slot != NONE) {
                    let net = &mut self.nets[usize::from(*slot)];
                    if !(net.cut() && net.outlives(&change, rules)) {
                        self.free.push(std::mem::replace(slot, NONE));
                    }
                }
            }
            _ => {
                self.slots.clear();
                self.slots.resize(NUMBERS, [NONE; 2]);
                self.free.clear();
                self.free.extend((0..self.nets.len() as u16).rev());
            }
        }
        match &mut self.state {
            Some(last) => last.copy_from(state),
            none => *none = Some(state.clone()),
        }
    }

    /// Memory for another net.
    fn spare(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.nets.push(Net::new());
            self.nets.len() as u16 - 1
        })
    }
}

/// One search: the state and what is looked for.
struct Search<'a> {
    state: &'a Candidates,
    sets: [u128; 9],
    rules: Rules,
    best: Best,
    /// Groups of hints made so far.
    group: u64,
    /// Hears of every net; what a search has found when it stops is not to be used.
    ticker: &'a Ticker<'a>,
}

impl Forcing {
    /// The hint that is taken.
    pub(super) fn best(&mut self, state: &Candidates, rules: Rules, ticker: &Ticker<'_>) -> Option<Step> {
        let mut search = self.begin(state, rules, Best::One(None), ticker);
        self.search(&mut search).ok()?;
        let Best::One(Some(hint)) = search.best else {
            if !rules.cells {
                self.consistent = search.sets;
            } else if rules.dynamic && !ticker.is_stopped() {
                self.shelf_mut(rules).quiet = Some(rules.level);
            }
            return None;
        };
        Some(self.step(state, rules, &hint))
    }

    /// The first hint for every candidate that some hint strikes, as patterns of an outer net.
    pub(super) fn patterns(
        &mut self,
        first: &Candidates,
        now: &Candidates,
        rules: Rules,
        ticker: &Ticker<'_>,
    ) -> Vec<Pattern> {
        let mut search = self.begin(now, rules, Best::Each(vec![None; NUMBERS]), ticker);
        let done = self.search(&mut search);
        let (Ok(()), Best::Each(each)) = (done, search.best) else { return Vec::new() };
        let mut hints: Vec<Hint> = each.into_iter().flatten().collect();
        hints.sort_by_key(|hint| hint.rank);
        hints.dedup_by_key(|hint| hint.rank);
        let mut found = Vec::new();
        for hint in hints {
            let (parents, key) = self.rests_on(first, now, rules, &hint);
            if !parents.is_empty() {
                let mut strikes: Vec<u16> = struck(now, hint.conclusion.0, hint.conclusion.1).collect();
                strikes.sort_by_key(|&other| (cell_of(other), digit_of(other)));
                let nested = Nested { key, complexity: hint.rank.0 };
                found.push(Pattern {
                    technique: technique_of(rules, hint.source),
                    strikes,
                    parents,
                    nested: Some(nested),
                });
            }
        }
        found
    }

    fn begin<'a>(
        &mut self,
        state: &'a Candidates,
        rules: Rules,
        best: Best,
        ticker: &'a Ticker<'a>,
    ) -> Search<'a> {
        let sets = by_digit(state);
        self.shelf_mut(rules).turn(state, &sets, rules);
        if rules.level > 0 {
            self.finder.begin(state);
        }
        Search { state, sets, rules, best, group: 0, ticker }
    }

    fn shelf_mut(&mut self, rules: Rules) -> &mut Shelf {
        &mut self.shelves[shelf_of(rules)]
    }

    fn nets(&self, rules: Rules) -> &[Net] {
        &self.shelves[shelf_of(rules)].nets
    }

    /// The net of an assumption, grown when it is first asked for.
    fn net(&mut self, search: &Search<'_>, start: u16, on: bool) -> usize {
        let rules = search.rules;
        let level = rules.level;
        let deepest = if level == 0 { search.best.deepest() } else { u16::MAX };
        let shelf = &mut self.shelves[shelf_of(rules)];
        let mut slot = shelf.slots[usize::from(start)][usize::from(on)];
        if slot != NONE {
            let net = &shelf.nets[usize::from(slot)];
            if net.level == level && net.deepest >= deepest {
                return slot.into();
            }
        }
        let mut followed = 0;
        let mut work = self.work.take().unwrap_or_else(|| Box::new(Work::new(search.state)));
        let first = (search.state, &search.sets);
        if slot != NONE && shelf.nets[usize::from(slot)].level != level {
            followed = shelf.nets[usize::from(slot)].resume(first, level, &mut work);
        } else {
            if slot == NONE {
                slot = shelf.spare();
                shelf.slots[usize::from(start)][usize::from(on)] = slot;
            }
            shelf.nets[usize::from(slot)].begin(first, (start, on), rules, &mut work);
        }
        let (net, finder) = (&mut shelf.nets[usize::from(slot)], &mut self.finder);
        net.grow(search.state, rules, deepest, &mut work, followed, |now, changes, found| {
            finder.find(now, changes, level, search.ticker, found);
        });
        self.work = Some(work);
        slot.into()
    }

    fn search(&mut self, search: &mut Search<'_>) -> Result<(), Stopped> {
        let state = search.state;
        let (nishio, dynamic) = (!search.rules.cells, search.rules.dynamic);
        let least = if dynamic { 2 } else { 3 };
        for cell in (0..81).filter(|&cell| state.masks[cell].count_ones() >= least) {
            let count = state.masks[cell].count_ones();
            for digit in bits(state.masks[cell]) {
                if nishio && search.sets[digit] == self.consistent[digit] {
                    continue; // Nets of one digit know nothing of the others.
                }
                let start = candidate(cell, digit);
                search.ticker.tick()?;
                let on = self.net(search, start, true);
                if dynamic {
                    self.clash(search, on, start, true);
                    let off = self.net(search, start, false);
                    self.clash(search, off, start, false);
                    if count >= 3 && !nishio {
                        self.verity(search, Source::Double(start), &[on, off]);
                    }
                }
                if nishio {
                    continue;
                }
                for house in HOUSES[cell] {
                    let places = state.places[usize::from(house)][digit];
                    let first = CELLS[usize::from(house)][places.trailing_zeros() as usize];
                    if usize::from(first) == cell && places.count_ones() >= 2 {
                        let mut nets = [0; 9];
                        let mut n = 0;
                        for at in bits(places) {
                            let other = candidate(CELLS[usize::from(house)][at].into(), digit);
                            nets[n] = self.net(search, other, true);
                            n += 1;
                        }
                        self.verity(search, Source::House(house, digit as u8), &nets[..n]);
                    }
                }
            }
            if !nishio {
                let mut nets = [0; 9];
                let mut n = 0;
                for digit in bits(state.masks[cell]) {
                    nets[n] = self.net(search, candidate(cell, digit), true);
                    n += 1;
                }
                self.verity(search, Source::Cell(cell as u8), &nets[..n]);
            }
        }
        Ok(())
    }

    /// The hint of an assumption that contradicts itself.
    fn clash(&mut self, search: &mut Search<'_>, net: usize, start: u16, on: bool) {
        search.group += 1;
        let Some((node, known)) = self.nets(search.rules)[net].clash else { return };
        let source = Source::Clash(start, on);
        let least = u32::from(node.depth) + 1 + self.nets(search.rules)[net].least(known);
        let rank = |complexity| (complexity, source.kind(), search.group << 17);
        let conclusion = (start, !on);
        if !search.best.wants(search.state, rank(least), conclusion) {
            return;
        }
        let complexity =
            self.complexity(search.state, search.rules, &[(net, End::Clash), (net, End::Node(known))]);
        if search.best.wants(search.state, rank(complexity), conclusion) {
            search.best.put(search.state, Hint { rank: rank(complexity), source, conclusion });
        }
    }

    /// The hints of what several nets agree on.
    fn verity(&mut self, search: &mut Search<'_>, source: Source, nets: &[usize]) {
        search.group += 1;
        for on in [true, false] {
            for digit in 0..9 {
                let mut common = u128::MAX;
                for &net in nets {
                    let net = &self.nets(search.rules)[net];
                    common &= if on { net.on[digit] } else { net.off[digit] };
                }
                for cell in cells(common) {
                    self.agree(search, source, nets, candidate(cell, digit), on);
                }
            }
        }
    }

    fn agree(&mut self, search: &mut Search<'_>, source: Source, nets: &[usize], end: u16, on: bool) {
        let state = search.state;
        if on && state.masks[cell_of(end)].is_power_of_two() {
            return;
        }
        let own = self.nets(search.rules);
        let order = search.group << 17 | u64::from(!on) << 16 | u64::from(own[nets[0]].index(end, on));
        let rank = |complexity| (complexity, source.kind(), order);
        let least = nets.iter().map(|&net| own[net].least(own[net].index(end, on))).sum();
        if !search.best.wants(state, rank(least), (end, on)) {
            return;
        }
        let complexity = if search.rules.level < 2 {
            let mut sum = 0;
            let own = &mut self.shelf_mut(search.rules).nets;
            for &net in nets {
                let index = own[net].index(end, on);
                sum += own[net].count(state, index);
                if !search.best.wants(state, rank(sum), (end, on)) {
                    return;
                }
            }
            sum
        } else {
            let mut ends = [(0, End::Clash); 9];
            for (slot, &net) in ends.iter_mut().zip(nets) {
                *slot = (net, End::Node(own[net].index(end, on)));
            }
            self.complexity(state, search.rules, &ends[..nets.len()])
        };
        if search.best.wants(state, rank(complexity), (end, on)) {
            search.best.put(state, Hint { rank: rank(complexity), source, conclusion: (end, on) });
        }
    }

    /// The nodes of all ends, and of every different chain nested among them.
    fn complexity(&self, state: &Candidates, rules: Rules, ends: &[(usize, End)]) -> u32 {
        let mut sum = 0;
        let mut met: Vec<(u64, u64)> = Vec::new();
        for &(net, end) in ends {
            let net = &self.nets(rules)[net];
            let (marked, count) = net.ancestors(state, end);
            sum += count;
            if rules.level < 2 || net.patterns.is_empty() {
                continue;
            }
            for index in marked.iter() {
                let node = &net.nodes[usize::from(index)];
                if node.cause == BY_PATTERN
                    && let Some(nested) = &net.patterns[usize::from(node.parent)].nested
                    && !met.contains(&nested.key)
                {
                    met.push(nested.key);
                    sum += nested.complexity;
                }
            }
        }
        sum
    }

    /// The ends of a hint.
    fn ends(&self, state: &Candidates, rules: Rules, hint: &Hint) -> Vec<(usize, End)> {
        let shelf = &self.shelves[shelf_of(rules)];
        let net = |start: u16, on: bool| usize::from(shelf.slots[usize::from(start)][usize::from(on)]);
        let (candidate_at, on) = hint.conclusion;
        let end = |net: usize| (net, End::Node(shelf.nets[net].index(candidate_at, on)));
        match hint.source {
            Source::Clash(start, start_on) => {
                let net = net(start, start_on);
                let (_, known) = shelf.nets[net].clash.expect("it is a contradiction");
                vec![(net, End::Clash), (net, End::Node(known))]
            }
            Source::Double(start) => vec![end(net(start, true)), end(net(start, false))],
            Source::Cell(cell) => bits(state.masks[usize::from(cell)])
                .map(|digit| end(net(candidate(cell.into(), digit), true)))
                .collect(),
            Source::House(house, digit) => bits(state.places[usize::from(house)][usize::from(digit)])
                .map(|at| candidate(CELLS[usize::from(house)][at].into(), digit.into()))
                .map(|start| end(net(start, true)))
                .collect(),
        }
    }

    /// What a hint found in a net rests on, of the candidates gone since the first state; and its key.
    fn rests_on(
        &self,
        first: &Candidates,
        now: &Candidates,
        rules: Rules,
        hint: &Hint,
    ) -> (Vec<u16>, (u64, u64)) {
        // The start follows from the cell or house whose candidates are all tried.
        let start_cause = match hint.source {
            Source::Cell(_) => 0,
            Source::House(house, _) => house / 9 + 1,
            _ => BY_NOTHING,
        };
        let mut parents = Vec::new();
        let mut key = Key::new();
        for (net, end) in self.ends(now, rules, hint) {
            let net = &self.nets(rules)[net];
            key.put(u16::MAX);
            let mut visit = |node: &NetNode| {
                key.put(2 * node.candidate + u16::from(node.on));
                if node.on {
                    let cause = if node.cause == BY_NOTHING { start_cause } else { node.cause };
                    missing(first, now, node.candidate, cause, &mut parents);
                }
            };
            // Breadth first, as chains are compared by their lists.
            let mut seen = Marked([0; 23]);
            let mut queue = Vec::new();
            let begin = match end {
                End::Node(index) => net.nodes[usize::from(index)],
                End::Clash => net.clash.expect("it is a contradiction").0,
            };
            if net.has(begin.candidate, begin.on) {
                seen.put(net.index(begin.candidate, begin.on));
            }
            visit(&begin);
            let mut push = |node: &NetNode, queue: &mut Vec<u16>| {
                net.parents(now, node, |parent| {
                    if !seen.has(parent) {
                        seen.put(parent);
                        queue.push(parent);
                    }
                });
            };
            push(&begin, &mut queue);
            let mut next = 0;
            while let Some(&index) = queue.get(next) {
                next += 1;
                let node = &net.nodes[usize::from(index)];
                visit(node);
                push(node, &mut queue);
            }
        }
        (parents, key.done())
    }

    /// The hint as a step, with its chains.
    fn step(&self, state: &Candidates, rules: Rules, hint: &Hint) -> Step {
        let rating = base(rules) + length_part(hint.rank.0);
        let mut step = Step::new(technique_of(rules, hint.source), rating);
        let (conclusion, on) = hint.conclusion;
        step.strikes = super::marks(&struck(state, conclusion, on).collect::<Vec<_>>());
        if on {
            step.placement = Some((cell_of(conclusion) as u8, digit_of(conclusion) as u8 + 1));
        }
        match hint.source {
            Source::Cell(cell) => {
                let cell = usize::from(cell);
                step = step.made_of([(cell, state.masks[cell])]);
            }
            Source::House(house, digit) => step = step.of(1 << digit, &[house.into()]),
            _ => {}
        }
        step.chains = self
            .ends(state, rules, hint)
            .into_iter()
            .map(|(net, end)| chain(&self.nets(rules)[net], state, end))
            .collect();
        step
    }
}

/// How a conclusion is told.
fn chain(net: &Net, state: &Candidates, end: End) -> Chain {
    let (marked, _) = net.ancestors(state, end);
    let order: Vec<u16> = marked.iter().collect();
    let place = |index: u16| order.binary_search(&index).expect("an ancestor");
    let tell = |node: &NetNode| {
        let mut parents = Vec::new();
        net.parents(state, node, |parent| parents.push(place(parent)));
        let cause = match node.cause {
            BY_PATTERN => Cause::Pattern(net.patterns[usize::from(node.parent)].technique),
            cause => told(cause),
        };
        let (cell, digit) = (cell_of(node.candidate) as u8, digit_of(node.candidate) as u8 + 1);
        Node { cell, digit, on: node.on, cause, parents }
    };
    let mut nodes: Vec<Node> = order.iter().map(|&index| tell(&net.nodes[usize::from(index)])).collect();
    if end == End::Clash {
        nodes.push(tell(&net.clash.expect("it is a contradiction").0));
    }
    Chain { nodes }
}

/// Which nets a search looks at.
fn shelf_of(rules: Rules) -> usize {
    match (rules.cells, rules.dynamic) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    }
}

fn technique_of(rules: Rules, source: Source) -> Technique {
    use technique::Net as N;
    match (rules.cells, rules.dynamic, source) {
        (false, ..) => Technique::Nishio,
        (_, false, Source::Cell(_)) => Technique::CellChains,
        (_, false, _) => Technique::HouseChains,
        (_, _, Source::Clash(..)) => Technique::Net(N::Contradiction, rules.level),
        (_, _, Source::Double(_)) => Technique::Net(N::Double, rules.level),
        (_, _, Source::Cell(_)) => Technique::Net(N::Cell, rules.level),
        (_, _, Source::House(..)) => Technique::Net(N::House, rules.level),
    }
}
