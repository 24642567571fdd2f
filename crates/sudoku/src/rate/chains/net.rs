//! What follows from one assumption: the nodes of a forcing net in the order they are made.
//!
//! A candidate is a number, a node its index in the order of making:
//!
//! ```text
//! candidate   128 * digit + cell         digit 0 for 1, cell row by row
//! node        on or off, the node it was made from, why, and how many links it lies from the start
//! ```
//!
//! Further parents (the struck candidates that made a digit the last of its cell or house) are not stored:
//! with two candidates left they are all the others of the first state, and are looked up when asked for.
//!
//! Long, for making a net and knowing when it is still the same in a later state are two sides of one set of rules.

use super::changes::Changes;
use crate::rate::candidates::Candidates;
use crate::rate::technique::Technique;
use crate::rate::units::{CELLS, HOUSES, PLACES, SETS, bits, cells};
use std::sync::Arc;

/// No node.
pub(super) const NONE: u16 = u16::MAX;

/// Why a node follows: from its cell, or from the box, row or column.
pub(super) const BY_CELL: u8 = 0;
/// Nothing: it is the start.
pub(super) const BY_NOTHING: u8 = 4;
/// From a pattern the working state shows.
pub(super) const BY_PATTERN: u8 = 5;

/// The house of a cause: boxes, rows, columns are 1, 2, 3.
pub(super) const fn house_of(cause: u8, cell: usize) -> usize {
    HOUSES[cell][cause as usize - 1] as usize
}

/// Numbers of candidates: those past cell 80 of a digit stand for nothing.
pub(super) const NUMBERS: usize = 9 * 128;

pub(super) const fn candidate(cell: usize, digit: usize) -> u16 {
    (128 * digit + cell) as u16
}

pub(super) const fn cell_of(candidate: u16) -> usize {
    candidate as usize % 128
}

pub(super) const fn digit_of(candidate: u16) -> usize {
    candidate as usize / 128
}

/// Which consequences are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Those inside a cell.
    pub(super) cells: bool,
    /// Whether candidates found false are struck before the next are looked at.
    pub(super) dynamic: bool,
    /// How deep eliminations are nested.
    pub(super) level: u8,
}

/// One node.
#[derive(Debug, Clone, Copy)]
pub(super) struct NetNode {
    pub(super) candidate: u16,
    pub(super) on: bool,
    pub(super) cause: u8,
    /// The node it was made from; for a pattern its number in the list of patterns.
    pub(super) parent: u16,
    pub(super) depth: u16,
}

/// A chain that was found inside a net.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nested {
    /// The same for chains with the same ends and ancestors.
    pub(super) key: (u64, u64),
    pub(super) complexity: u32,
}

/// An elimination by a pattern of the working state.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    pub(super) technique: Technique,
    /// The candidates it strikes.
    pub(super) strikes: Vec<u16>,
    /// The struck candidates it rests on.
    pub(super) parents: Vec<u16>,
    pub(super) nested: Option<Nested>,
}

/// All eliminations found in a state, in the order in which they are taken.
pub(super) type Patterns = Arc<[Arc<Pattern>]>;

/// All that follows from one assumption.
#[derive(Debug, Clone)]
pub(super) struct Net {
    pub(super) nodes: Vec<NetNode>,
    /// The node of each candidate, off and on, where it is found so; anything elsewhere.
    at: [[u16; NUMBERS]; 2],
    /// The candidates found on and off, by digit.
    pub(super) on: [u128; 9],
    pub(super) off: [u128; 9],
    /// The node that contradicts a known one, and the known one.
    pub(super) clash: Option<(NetNode, u16)>,
    pub(super) patterns: Vec<Arc<Pattern>>,
    dynamic: bool,
    /// How deep eliminations are nested in what it holds, and the nodes and patterns it had at level 1.
    pub(super) level: u8,
    settled: (usize, usize),
    /// The nodes it had at its end without any patterns, where it came so far.
    plain: Option<usize>,
    /// Links that nothing was followed further than.
    pub(super) deepest: u16,
    /// Nodes among each node and its ancestors, 0 where it was not counted yet.
    counts: Vec<u16>,
}

/// The state that is struck from while a net grows.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) state: Candidates,
    /// Candidates that are not struck, by digit.
    left: [u128; 9],
    /// Candidates not known to be off, by cell and by digit.
    open_cells: [u16; 81],
    open: [u128; 9],
    on_cells: [u16; 81],
    changes: Changes,
    found: Vec<Arc<Pattern>>,
}

impl Work {
    pub(super) fn new(state: &Candidates) -> Work {
        Work {
            state: state.clone(),
            left: [0; 9],
            open_cells: [0; 81],
            open: [0; 9],
            on_cells: [0; 81],
            changes: Changes::default(),
            found: Vec::new(),
        }
    }

    /// The first state, with nothing known of it.
    fn begin(&mut self, first: &Candidates, sets: &[u128; 9]) {
        self.state.copy_from(first);
        self.left = *sets;
        self.open = *sets;
        self.open_cells = first.masks;
        self.on_cells = [0; 81];
        self.changes = Changes::default();
    }
}

/// The cells of each digit's candidates.
pub(super) fn by_digit(state: &Candidates) -> [u128; 9] {
    let mut sets = [0; 9];
    for (cell, &mask) in state.masks.iter().enumerate() {
        bits(mask).for_each(|digit| sets[digit] |= 1 << cell);
    }
    sets
}

impl Net {
    pub(super) fn new() -> Net {
        Net {
            nodes: Vec::new(),
            at: [[NONE; NUMBERS]; 2],
            on: [0; 9],
            off: [0; 9],
            clash: None,
            patterns: Vec::new(),
            dynamic: false,
            level: 0,
            settled: (0, 0),
            plain: None,
            deepest: u16::MAX,
            counts: Vec::new(),
        }
    }

    /// Begins a net with an assumption.
    pub(super) fn begin(
        &mut self,
        (first, sets): (&Candidates, &[u128; 9]),
        (start, on): (u16, bool),
        rules: Rules,
        work: &mut Work,
    ) {
        self.nodes.clear();
        self.counts.clear();
        (self.on, self.off, self.clash) = ([0; 9], [0; 9], None);
        self.patterns.clear();
        self.dynamic = rules.dynamic;
        self.settled = (0, 0);
        self.plain = None;
        work.begin(first, sets);
        let node = NetNode { candidate: start, on, cause: BY_NOTHING, parent: NONE, depth: 0 };
        if on {
            self.put_on(node, work)
        } else {
            self.put_off(node, work)
        };
    }

    /// Takes up a net that was grown to its end at a lower level: up to there it is the same at this one.
    /// Levels 4 and 5 know other patterns than 2 and 3 and go on from level 1. Answers how many nodes need not be
    /// followed again.
    pub(super) fn resume(
        &mut self,
        (first, sets): (&Candidates, &[u128; 9]),
        level: u8,
        work: &mut Work,
    ) -> usize {
        if self.level < 4 && level >= 4 {
            let (nodes, patterns) = self.settled;
            self.forget(nodes, patterns);
        }
        if self.level == 0 {
            self.plain = Some(self.nodes.len());
        }
        work.begin(first, sets);
        for node in &self.nodes {
            let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
            if node.on {
                work.on_cells[cell] |= 1 << digit;
            } else {
                work.state.strike(cell, digit);
                if self.level == 0 {
                    work.changes.fresh.put(cell, digit);
                }
            }
        }
        for digit in 0..9 {
            work.left[digit] &= !self.off[digit];
        }
        work.open = work.left;
        work.open_cells = work.state.masks;
        self.nodes.len()
    }

    /// Keeps only so many nodes and patterns.
    fn forget(&mut self, nodes: usize, patterns: usize) {
        for node in self.nodes.drain(nodes..) {
            let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
            let set = if node.on { &mut self.on } else { &mut self.off };
            set[digit] &= !(1 << cell);
        }
        self.patterns.truncate(patterns);
        self.counts.truncate(nodes);
    }

    /// Goes back to what it was without patterns; false where that is not known.
    pub(super) fn cut(&mut self) -> bool {
        if self.level == 0 {
            return true;
        }
        let Some(plain) = self.plain else { return false };
        self.forget(plain, 0);
        self.level = 0;
        self.clash = None; // Else nothing would have been looked for beyond it.
        true
    }

    /// Whether it is the same net in a later state; only for nets without patterns.
    ///
    /// What was struck in between must not be part of it. It then matters only where it changes whether two
    /// candidates are left in a cell, or two places in a house, when one of them is found off: not where none of them
    /// is, and not where two or more besides those found off are there still.
    pub(super) fn outlives(&self, change: &Change, rules: Rules) -> bool {
        for &digit in &change.digits {
            if (self.on[digit] | self.off[digit]) & change.gone[digit] != 0 {
                return false;
            }
        }
        let enough = if rules.dynamic { 2 } else { 3 };
        for &(house, digit) in &change.houses {
            let set = SETS[house];
            let off = self.off[digit];
            if off & set != 0 {
                let left = change.sets[digit] & set & if rules.dynamic { !off } else { u128::MAX };
                if left.count_ones() < enough {
                    return false;
                }
            }
        }
        if rules.cells {
            for &(cell, mask) in &change.cells {
                let off = bits(mask).filter(|&digit| self.off[digit] >> cell & 1 == 1).count() as u32;
                let left = mask.count_ones() - if rules.dynamic { off } else { 0 };
                if off > 0 && left < enough {
                    return false;
                }
            }
        }
        true
    }

    /// Makes everything that follows from the nodes past `followed`, until a contradiction, and not past `deepest`
    /// links. The patterns of
    /// nested levels come from `patterns`, which is asked when nothing else follows any more.
    pub(super) fn grow(
        &mut self,
        first: &Candidates,
        rules: Rules,
        deepest: u16,
        work: &mut Work,
        followed: usize,
        mut patterns: impl FnMut(&Candidates, &mut Changes, &mut Vec<Arc<Pattern>>),
    ) {
        (self.level, self.deepest) = (rules.level, u16::MAX);
        // Nodes wait in the order of making, those that are on and those that are off each for themselves.
        let (mut next_on, mut next_off) = (followed, followed);
        loop {
            let fine = if let Some(index) = self.next(&mut next_on, true) {
                self.follow_on(index, rules, work)
            } else if let Some(index) = self.next(&mut next_off, false) {
                if self.nodes[usize::from(index)].depth > deepest {
                    self.deepest = deepest;
                    return;
                }
                if rules.dynamic {
                    self.follow_off_dynamic(index, rules, work)
                } else {
                    self.follow_off(index, first, rules, work)
                }
            } else if rules.level > 0 {
                let before = self.nodes.len();
                let mut found = std::mem::take(&mut work.found);
                patterns(&work.state, &mut work.changes, &mut found);
                for pattern in found.drain(..) {
                    self.take(pattern, work);
                }
                work.found = found;
                if self.nodes.len() == before {
                    if rules.level == 1 {
                        self.settled = (before, self.patterns.len());
                    }
                    return;
                }
                true
            } else {
                return;
            };
            if !fine {
                return;
            }
        }
    }

    /// The next node that is on, or off.
    fn next(&self, next: &mut usize, on: bool) -> Option<u16> {
        while let Some(node) = self.nodes.get(*next) {
            *next += 1;
            if node.on == on {
                return Some(*next as u16 - 1);
            }
        }
        None
    }

    /// Takes the eliminations of a pattern, as far as they are new.
    fn take(&mut self, pattern: Arc<Pattern>, work: &mut Work) {
        let number = self.patterns.len() as u16;
        let parents = pattern
            .parents
            .iter()
            .map(|&parent| self.nodes[usize::from(self.at[0][usize::from(parent)])].depth);
        let depth = parents.max().unwrap_or(0) + 1;
        let mut any = false;
        for &struck in &pattern.strikes {
            if !self.has(struck, false) {
                self.put_off(
                    NetNode { candidate: struck, on: false, cause: BY_PATTERN, parent: number, depth },
                    work,
                );
                any = true;
            }
        }
        if any {
            self.patterns.push(pattern);
        }
    }

    fn put_on(&mut self, node: NetNode, work: &mut Work) {
        let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
        let index = self.nodes.len() as u16;
        self.at[1][usize::from(node.candidate)] = index;
        self.on[digit] |= 1 << cell;
        work.on_cells[cell] |= 1 << digit;
        self.nodes.push(node);
    }

    fn put_off(&mut self, node: NetNode, work: &mut Work) {
        let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
        let index = self.nodes.len() as u16;
        self.at[0][usize::from(node.candidate)] = index;
        self.off[digit] |= 1 << cell;
        work.open_cells[cell] &= !(1 << digit);
        work.open[digit] &= !(1 << cell);
        self.nodes.push(node);
    }

    /// Makes the off consequences of an on node; false on a contradiction.
    fn follow_on(&mut self, index: u16, rules: Rules, work: &mut Work) -> bool {
        let node = self.nodes[usize::from(index)];
        let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
        let off = |candidate: u16, cause: u8| NetNode {
            candidate,
            on: false,
            cause,
            parent: index,
            depth: node.depth + 1,
        };
        if rules.cells {
            let own = 1u16 << digit;
            // In the net of a nested level a candidate can be on and struck: then it is no consequence.
            let mut clash = work.on_cells[cell] & !own;
            if clash != 0 && rules.level > 0 {
                clash &= work.state.masks[cell];
            }
            let before = if clash == 0 { 0x1FF } else { (1 << clash.trailing_zeros()) - 1 };
            for other in bits(work.open_cells[cell] & !own & before) {
                self.put_off(off(candidate(cell, other), BY_CELL), work);
            }
            if clash != 0 {
                let other = candidate(cell, clash.trailing_zeros() as usize);
                self.clash = Some((off(other, BY_CELL), self.at[1][usize::from(other)]));
                return false;
            }
        }
        for kind in 0..3 {
            let house = SETS[usize::from(HOUSES[cell][kind])] & !(1 << cell);
            let mut clash = house & self.on[digit];
            if rules.level > 0 {
                clash &= work.left[digit];
            }
            let cause = kind as u8 + 1;
            let before = if clash == 0 { u128::MAX } else { (1 << clash.trailing_zeros()) - 1 };
            let new = work.open[digit] & house & before;
            work.open[digit] &= !new;
            self.off[digit] |= new;
            for other in cells(new) {
                work.open_cells[other] &= !(1 << digit);
                let candidate = candidate(other, digit);
                self.at[0][usize::from(candidate)] = self.nodes.len() as u16;
                self.nodes.push(off(candidate, cause));
            }
            if clash != 0 {
                let other = candidate(clash.trailing_zeros() as usize, digit);
                self.clash = Some((off(other, cause), self.at[1][usize::from(other)]));
                return false;
            }
        }
        true
    }

    /// The on consequences of an off node where nothing is struck; false on a contradiction.
    fn follow_off(&mut self, index: u16, first: &Candidates, rules: Rules, work: &mut Work) -> bool {
        let node = self.nodes[usize::from(index)];
        let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
        if rules.cells {
            let others = first.masks[cell] & !(1 << digit);
            if others.is_power_of_two()
                && !self.switch_on(candidate(cell, others.trailing_zeros() as usize), BY_CELL, index, work)
            {
                return false;
            }
        }
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            let others = first.places[house][digit] & !(1 << PLACES[cell][kind]);
            if others.is_power_of_two() {
                let other = usize::from(CELLS[house][others.trailing_zeros() as usize]);
                if !self.switch_on(candidate(other, digit), kind as u8 + 1, index, work) {
                    return false;
                }
            }
        }
        true
    }

    /// The same, and the candidate is struck.
    fn follow_off_dynamic(&mut self, index: u16, rules: Rules, work: &mut Work) -> bool {
        let node = self.nodes[usize::from(index)];
        let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
        let others = work.state.masks[cell] & !(1 << digit);
        work.state.masks[cell] = others;
        work.left[digit] &= !(1 << cell);
        if rules.level > 0 {
            work.changes.fresh.put(cell, digit);
        }
        let mut fine = true;
        if rules.cells && others.is_power_of_two() {
            fine = self.switch_on(candidate(cell, others.trailing_zeros() as usize), BY_CELL, index, work);
        }
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            let places = &mut work.state.places[house][digit];
            *places &= !(1 << PLACES[cell][kind]);
            let others = *places;
            if fine && others.is_power_of_two() {
                let other = usize::from(CELLS[house][others.trailing_zeros() as usize]);
                fine = self.switch_on(candidate(other, digit), kind as u8 + 1, index, work);
            }
        }
        fine
    }

    /// Makes an on node, if it is new; false on a contradiction.
    fn switch_on(&mut self, candidate: u16, cause: u8, parent: u16, work: &mut Work) -> bool {
        let depth = self.nodes[usize::from(parent)].depth + 1;
        let node = NetNode { candidate, on: true, cause, parent, depth };
        if self.has(candidate, false) {
            self.clash = Some((node, self.at[0][usize::from(candidate)]));
            return false;
        }
        if !self.has(candidate, true) {
            self.put_on(node, work);
        }
        true
    }

    /// Whether a candidate is found on, or off.
    pub(super) fn has(&self, candidate: u16, on: bool) -> bool {
        let sets = if on { &self.on } else { &self.off };
        sets[digit_of(candidate)] >> cell_of(candidate) & 1 == 1
    }

    /// The node of a candidate that is found so.
    pub(super) fn index(&self, candidate: u16, on: bool) -> u16 {
        self.at[usize::from(on)][usize::from(candidate)]
    }

    /// How many nodes lead to it, at least, itself counted.
    pub(super) fn least(&self, index: u16) -> u32 {
        u32::from(self.nodes[usize::from(index)].depth) + 1
    }

    /// Hands over the parents of a node in order.
    pub(super) fn parents(&self, first: &Candidates, node: &NetNode, mut visit: impl FnMut(u16)) {
        match node.cause {
            BY_NOTHING => {}
            BY_PATTERN => {
                for &parent in &self.patterns[usize::from(node.parent)].parents {
                    visit(self.at[0][usize::from(parent)]);
                }
            }
            cause => {
                visit(node.parent);
                if node.on && self.dynamic {
                    let (cell, digit) = (cell_of(node.candidate), digit_of(node.candidate));
                    let from = self.nodes[usize::from(node.parent)].candidate;
                    if cause == BY_CELL {
                        let missing = first.masks[cell] & !(1 << digit) & !(1 << digit_of(from));
                        bits(missing)
                            .for_each(|other| visit(self.at[0][usize::from(candidate(cell, other))]));
                    } else {
                        let house = house_of(cause, cell);
                        for &other in &CELLS[house] {
                            let other = usize::from(other);
                            if other != cell && other != cell_of(from) && first.masks[other] >> digit & 1 == 1
                            {
                                visit(self.at[0][usize::from(candidate(other, digit))]);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Marks the ancestors of marked nodes; returns how many nodes are marked then.
    fn close(&self, first: &Candidates, marks: &mut Marked) -> u32 {
        let mut count = 0;
        for word in (0..marks.0.len()).rev() {
            let mut done = 0u64;
            loop {
                let todo = marks.0[word] & !done;
                if todo == 0 {
                    break;
                }
                let bit = 63 - todo.leading_zeros();
                done |= 1 << bit;
                let node = &self.nodes[64 * word + bit as usize];
                self.parents(first, node, |parent| marks.put(parent));
            }
            count += done.count_ones();
        }
        count
    }

    /// The nodes an end rests on, itself among them where it is a node of the net.
    pub(super) fn ancestors(&self, first: &Candidates, end: End) -> (Marked, u32) {
        let mut marks = Marked([0; 23]);
        match end {
            End::Node(index) => {
                marks.put(index);
                let count = self.close(first, &mut marks);
                (marks, count)
            }
            End::Clash => {
                let (node, _) = self.clash.expect("asked for where there is one");
                self.parents(first, &node, |parent| marks.put(parent));
                let count = self.close(first, &mut marks);
                // Only in nested levels can the node stand among its own ancestors.
                let fresh =
                    !self.has(node.candidate, node.on) || !marks.has(self.index(node.candidate, node.on));
                (marks, count + u32::from(fresh))
            }
        }
    }

    /// How many nodes a node rests on, itself counted.
    pub(super) fn count(&mut self, first: &Candidates, index: u16) -> u32 {
        if !self.dynamic {
            return self.least(index);
        }
        if self.counts.len() < self.nodes.len() {
            self.counts.resize(self.nodes.len(), 0);
        }
        if self.counts[usize::from(index)] == 0 {
            self.counts[usize::from(index)] = self.ancestors(first, End::Node(index)).1 as u16;
        }
        u32::from(self.counts[usize::from(index)])
    }
}

/// Where a chain ends in a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At a node.
    Node(u16),
    /// At the node that contradicts a known one, which is not part of the net.
    Clash,
}

/// What was struck between two states.
#[derive(Debug)]
pub(super) struct Change {
    digits: Vec<usize>,
    gone: [u128; 9],
    /// The houses and digits, and the cells with what is left in them.
    houses: Vec<(usize, usize)>,
    cells: Vec<(usize, u16)>,
    /// What is left, by digit.
    sets: [u128; 9],
}

impl Change {
    pub(super) fn between(last: &Candidates, state: &Candidates, sets: &[u128; 9]) -> Change {
        let mut change =
            Change { digits: Vec::new(), gone: [0; 9], houses: Vec::new(), cells: Vec::new(), sets: *sets };
        for (cell, (last, &mask)) in last.masks.iter().zip(&state.masks).enumerate() {
            if *last != mask {
                bits(last & !mask).for_each(|digit| change.gone[digit] |= 1 << cell);
                change.cells.push((cell, mask));
            }
        }
        for (digit, &gone) in change.gone.iter().enumerate().filter(|(_, gone)| **gone != 0) {
            change.digits.push(digit);
            let touched = |(house, set): (usize, &u128)| (set & gone != 0).then_some((house, digit));
            change.houses.extend(SETS.iter().enumerate().filter_map(touched));
        }
        change
    }
}

/// A set of nodes.
#[derive(Debug, Clone)]
pub(super) struct Marked(pub(super) [u64; 23]);

impl Marked {
    pub(super) fn put(&mut self, index: u16) {
        self.0[usize::from(index) / 64] |= 1 << (index % 64);
    }

    pub(super) fn has(&self, index: u16) -> bool {
        self.0[usize::from(index) / 64] >> (index % 64) & 1 == 1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u16> {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64u16).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word as u16 + bit)
        })
    }
}
