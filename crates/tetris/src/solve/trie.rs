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
        // One slot gives back the only piece it has: the hold everybody plays.
        let cyclic =
            matches!(hold, Hold::Cyclic(n) if n > 1).then(|| queues.iter().copied().enumerate().collect());
        let hold = hold.slots();
        let root = Node { piece: 0, child: 0, children: 0, queue: NONE, open: queues.len() as u32 };
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
                    trie.nodes.push(Node { piece: one(piece), child: 0, children: 0, queue: NONE, open });
                    at = end;
                }
            }
            level = below;
            depth += 1;
        }
        Ok(trie)
    }

    /// How many queues are open.
    pub(crate) fn open(&self) -> u32 {
        self.nodes[0].open
    }

    /// Finds the open queues with which a tiling can be built, tells each, and closes it where asked. A walk
    /// that the ticker has stopped leaves the tree of no use.
    pub(crate) fn walk<W: Word>(
        &mut self,
        order: &mut Order<'_, W>,
        memo: &mut Memo<W>,
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
        let mut walk = Walk {
            nodes: &mut self.nodes,
            hold: self.hold,
            order,
            memo,
            ticker,
            close,
            found,
            sets: vec![0],
        };
        walk.below(0, 0, 0, 0..1);
    }
}

struct Walk<'w, 'a, W: Word> {
    nodes: &'w mut [Node],
    hold: usize,
    order: &'w mut Order<'a, W>,
    memo: &'w mut Memo<W>,
    ticker: &'w Ticker<'w>,
    close: bool,
    found: &'w mut dyn FnMut(usize),
    /// A stack: the sets of placed pieces that are possible at each node of the way.
    sets: Vec<u16>,
}

impl<W: Word> Walk<'_, '_, W> {
    /// Visits the children of a node; returns how many queues were closed.
    fn below(&mut self, node: usize, depth: usize, seen: u32, range: std::ops::Range<usize>) -> u32 {
        let Node { child, children, .. } = self.nodes[node];
        let mut closed = 0;
        for child in child as usize..(child + children) as usize {
            if self.nodes[child].open == 0 {
                continue;
            }
            if self.ticker.tick().is_err() {
                break;
            }
            let seen = seen + self.nodes[child].piece;
            let start = self.sets.len();
            if depth < self.hold {
                self.sets.extend_from_within(range.clone());
            } else {
                for i in range.clone() {
                    let set = self.sets[i];
                    let wanted = self.order.of_pieces(seen - self.order.letters(set)) & !set;
                    if wanted == 0 {
                        continue;
                    }
                    let mut next = self.order.next(set, self.memo) & wanted;
                    while next != 0 {
                        let with = set | next & next.wrapping_neg();
                        next &= next - 1;
                        if !self.sets[start..].contains(&with) {
                            self.sets.push(with);
                        }
                    }
                }
            }
            let end = self.sets.len();
            if end > start {
                let mut below = 0;
                let queue = self.nodes[child].queue;
                if queue != NONE && (start..end).any(|i| self.finishes(self.sets[i], seen)) {
                    (self.found)(queue as usize);
                    if self.close {
                        self.nodes[child].queue = NONE;
                        below += 1;
                    }
                }
                if self.nodes[child].children > 0 {
                    below += self.below(child, depth + 1, seen, start..end);
                }
                self.nodes[child].open -= below;
                closed += below;
            }
            self.sets.truncate(start);
        }
        if node == 0 {
            self.nodes[0].open -= closed;
        }
        closed
    }

    /// Whether the pieces still in hand complete the set.
    fn finishes(&mut self, set: u16, seen: u32) -> bool {
        if set == self.order.full() {
            return true;
        }
        let wanted = self.order.of_pieces(seen - self.order.letters(set)) & !set;
        let mut next = self.order.next(set, self.memo) & wanted;
        while next != 0 {
            let with = set | next & next.wrapping_neg();
            next &= next - 1;
            if self.finishes(with, seen) {
                return true;
            }
        }
        false
    }
}
