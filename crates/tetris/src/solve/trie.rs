//! Queues as a tree, so that what begins alike is walked once.

use super::Hold;
use super::order::{Order, one};
use super::placement::Memo;
use super::word::Word;
use crate::queue::Queue;
use ludex_core::{Stopped, Ticker};

/// No queue ends here.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// One of the piece, four bits per piece.
    piece: u32,
    /// Its children follow one another.
    child: u32,
    children: u32,
    /// The queue that ends here.
    queue: u32,
    /// Queues at and below it that are still open.
    open: u32,
    /// The kinds of these queues, one bit each; several kinds may share a bit.
    kinds: u64,
}

/// Sorted queues as a tree.
#[derive(Debug, Clone)]
pub(crate) struct Trie {
    nodes: Vec<Node>,
    /// Pieces that may be held besides the one that falls.
    hold: usize,
    /// With a cyclic hold of several slots: the queues that are open, played one by one.
    cyclic: Option<Vec<(usize, Queue)>>,
}

impl Trie {
    /// Builds the tree of sorted distinct queues.
    ///
    /// # Errors
    /// When the ticker has stopped.
    pub(crate) fn new(queues: &[Queue], hold: Hold, ticker: &Ticker<'_>) -> Result<Trie, Stopped> {
        Trie::of_kinds(queues, |_| 1, hold, ticker)
    }

    /// The same with queues of several kinds, one bit each: a walk can be for some kinds only.
    ///
    /// # Errors
    /// When the ticker has stopped.
    pub(crate) fn of_kinds(
        queues: &[Queue],
        kind: impl Fn(usize) -> u64,
        hold: Hold,
        ticker: &Ticker<'_>,
    ) -> Result<Trie, Stopped> {
        // One slot gives back the only piece it has: the hold everybody plays.
        let cyclic =
            matches!(hold, Hold::Cyclic(n) if n > 1).then(|| queues.iter().copied().enumerate().collect());
        let hold = hold.slots();
        let open = queues.len() as u32;
        let root = Node { piece: 0, child: 0, children: 0, queue: NONE, open, kinds: 0 };
        let mut trie = Trie { nodes: vec![root], hold, cyclic };
        // Level by level: the range of queues of each node of the level.
        let mut level = vec![(0usize, 0..queues.len())];
        let mut depth = 0;
        while !level.is_empty() {
            let mut below = Vec::new();
            for (node, range) in level {
                let mut at = range.start;
                if at < range.end && queues[at].len() == depth {
                    trie.nodes[node].queue = at as u32;
                    trie.nodes[node].kinds = kind(at);
                    at += 1;
                }
                trie.nodes[node].child = trie.nodes.len() as u32;
                while at < range.end {
                    let Some(piece) = queues[at].get(depth) else { break };
                    ticker.tick()?;
                    let end = at + queues[at..range.end].partition_point(|q| q.get(depth) == Some(piece));
                    trie.nodes[node].children += 1;
                    below.push((trie.nodes.len(), at..end));
                    let open = (end - at) as u32;
                    let piece = one(piece);
                    trie.nodes.push(Node { piece, child: 0, children: 0, queue: NONE, open, kinds: 0 });
                    at = end;
                }
            }
            level = below;
            depth += 1;
        }
        // Children stand behind their parents.
        for node in (0..trie.nodes.len()).rev() {
            trie.nodes[node].kinds |= trie.kinds_below(node);
        }
        Ok(trie)
    }

    fn kinds_below(&self, node: usize) -> u64 {
        let Node { child, children, .. } = self.nodes[node];
        let below = &self.nodes[child as usize..(child + children) as usize];
        below.iter().fold(0, |kinds, node| kinds | node.kinds)
    }

    /// How many queues are open.
    pub(crate) fn open(&self) -> u32 {
        self.nodes[0].open
    }

    /// Finds the open queues with which a tiling can be built, tells each, and closes it where asked. A walk
    /// that the ticker has stopped leaves the tree of no use.
    pub(crate) fn walk<W: Word, R: Word>(
        &mut self,
        order: &mut Order<'_, W, R>,
        memo: &mut Memo<R>,
        ticker: &Ticker<'_>,
        close: bool,
        found: &mut dyn FnMut(usize),
    ) {
        self.walk_kinds(!0, order, memo, ticker, close, found);
    }

    /// The same for queues of some kinds only.
    pub(crate) fn walk_kinds<W: Word, R: Word>(
        &mut self,
        kinds: u64,
        order: &mut Order<'_, W, R>,
        memo: &mut Memo<R>,
        ticker: &Ticker<'_>,
        close: bool,
        found: &mut dyn FnMut(usize),
    ) {
        if let Some(queues) = &mut self.cyclic {
            let slots = self.hold;
            let plays = |&(index, queue): &(usize, Queue)| {
                let plays = ticker.tick().is_ok() && order.plays_cyclic(queue, slots, memo);
                if plays {
                    found(index);
                }
                plays
            };
            let before = queues.len();
            if close {
                let mut plays = plays;
                queues.retain(|entry| !plays(entry));
                self.nodes[0].open -= (before - queues.len()) as u32;
            } else {
                queues.iter().map(plays).for_each(drop);
            }
            return;
        }
        self.walk_steps(kinds, &mut Sets { order, memo }, ticker, close, found);
    }

    /// The same for any way to step, with a hold of which any piece may come back.
    pub(crate) fn walk_steps<S: Steps>(
        &mut self,
        kinds: u64,
        steps: &mut S,
        ticker: &Ticker<'_>,
        close: bool,
        found: &mut dyn FnMut(usize),
    ) {
        let states = vec![steps.start()];
        let (nodes, hold) = (&mut self.nodes, self.hold);
        let mut walk = Walk { nodes, hold, kinds, steps, ticker, close, found, states };
        walk.below(0, 0, 0, 0..1);
    }
}

/// What can be placed after what.
pub(crate) trait Steps {
    /// What was placed, and whatever else counts.
    type State: Copy + PartialEq;

    /// Nothing is placed.
    fn start(&self) -> Self::State;
    /// The pieces placed, four bits each.
    fn placed(state: Self::State) -> u32;
    /// Whether everything is placed.
    fn is_done(&self, state: Self::State) -> bool;
    /// Adds the states after one more piece of a hand, those that are not among the states from a place on.
    fn follow(&mut self, state: Self::State, hand: u32, states: &mut Vec<Self::State>, from: usize);
}

/// The pieces of a tiling, in any order in which they can lock.
struct Sets<'s, 'a, W, R> {
    order: &'s mut Order<'a, W, R>,
    memo: &'s mut Memo<R>,
}

impl<W: Word, R: Word> Steps for Sets<'_, '_, W, R> {
    /// The set of placed pieces, and their letters.
    type State = (u16, u32);

    fn start(&self) -> (u16, u32) {
        (0, 0)
    }

    fn placed((_, placed): (u16, u32)) -> u32 {
        placed
    }

    fn is_done(&self, (set, _): (u16, u32)) -> bool {
        set == self.order.full()
    }

    #[inline]
    fn follow(&mut self, (set, placed): (u16, u32), hand: u32, states: &mut Vec<(u16, u32)>, from: usize) {
        let wanted = self.order.of_pieces(hand) & !set;
        if wanted == 0 {
            return;
        }
        let mut next = self.order.next(set, self.memo) & wanted;
        while next != 0 {
            let placement = next.trailing_zeros();
            next &= next - 1;
            let with = set | 1 << placement;
            if !states[from..].iter().any(|known| known.0 == with) {
                states.push((with, placed + self.order.letter(placement)));
            }
        }
    }
}

struct Walk<'w, S: Steps> {
    nodes: &'w mut [Node],
    hold: usize,
    kinds: u64,
    steps: &'w mut S,
    ticker: &'w Ticker<'w>,
    close: bool,
    found: &'w mut dyn FnMut(usize),
    /// A stack: the states that are possible at each node of the way.
    states: Vec<S::State>,
}

impl<S: Steps> Walk<'_, S> {
    /// Visits the children of a node; returns how many queues were closed.
    fn below(&mut self, node: usize, depth: usize, seen: u32, range: std::ops::Range<usize>) -> u32 {
        let Node { child, children, .. } = self.nodes[node];
        let mut closed = 0;
        for child in child as usize..(child + children) as usize {
            if self.nodes[child].kinds & self.kinds == 0 {
                continue;
            }
            if self.ticker.tick().is_err() {
                break;
            }
            let seen = seen + self.nodes[child].piece;
            let start = self.states.len();
            if depth < self.hold {
                self.states.extend_from_within(range.clone());
            } else {
                for i in range.clone() {
                    let state = self.states[i];
                    self.steps.follow(state, seen - S::placed(state), &mut self.states, start);
                }
            }
            let end = self.states.len();
            if end > start {
                let mut below = 0;
                let queue = self.nodes[child].queue;
                if queue != NONE && (start..end).any(|i| self.finishes(self.states[i], seen)) {
                    (self.found)(queue as usize);
                    if self.close {
                        self.nodes[child].queue = NONE;
                        self.nodes[child].kinds = 0;
                        below += 1;
                    }
                }
                if self.nodes[child].children > 0 {
                    below += self.below(child, depth + 1, seen, start..end);
                }
                self.nodes[child].open -= below;
                if below > 0 && self.nodes[child].children > 0 {
                    self.tell_kinds(child, queue);
                }
                closed += below;
            }
            self.states.truncate(start);
        }
        if node == 0 {
            self.nodes[0].open -= closed;
        }
        closed
    }

    /// Looks which kinds are left below a node after some queues were closed.
    fn tell_kinds(&mut self, node: usize, queue: u32) {
        let Node { child, children, kinds, .. } = self.nodes[node];
        // A queue that ends in the middle keeps the kinds it stands among.
        let own = if queue == NONE || self.nodes[node].queue == NONE { 0 } else { kinds };
        let below = &self.nodes[child as usize..(child + children) as usize];
        self.nodes[node].kinds = below.iter().fold(own, |kinds, node| kinds | node.kinds);
    }

    /// Whether the pieces still in hand complete the set.
    fn finishes(&mut self, state: S::State, seen: u32) -> bool {
        if self.steps.is_done(state) {
            return true;
        }
        let start = self.states.len();
        self.steps.follow(state, seen - S::placed(state), &mut self.states, start);
        let end = self.states.len();
        let finishes = (start..end).any(|i| self.finishes(self.states[i], seen));
        self.states.truncate(start);
        finishes
    }
}
