//! A wide beam: of every length it keeps the states that look nearest to the goal.

use crate::nxn::search::{Way, bits};
use ludex_core::{Stopped, Ticker};

/// What a wide beam walks over.
pub(crate) trait Field {
    /// A state.
    type State: Copy;
    /// The state after a turn.
    fn step(&self, state: &Self::State, turn: usize) -> Self::State;
    /// How far a state seems to be from the goal.
    fn score(&self, state: &Self::State) -> i32;
    /// A number that tells states apart.
    fn code(&self, state: &Self::State) -> u64;
    /// Whether a state is at the goal.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// How wide a beam is and when it has seen enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Breadth {
    /// States kept of every length.
    pub(crate) states: usize,
    /// Ways after which no longer ones are looked for.
    pub(crate) enough: usize,
    /// Lengths after the one of the first way.
    pub(crate) more: usize,
    /// Turns after which the beam has lost its way.
    pub(crate) longest: usize,
    /// States of every length that may come from one seed: what patterns do not tell often depends on it.
    pub(crate) share: usize,
    /// How often a state that looks near the goal is kept: what the next stage finds there differs.
    pub(crate) copies: usize,
}

struct Node<S> {
    state: S,
    seed: u32,
    parent: u32,
    turn: u8,
}

struct Child {
    score: i32,
    parent: u32,
    code: u64,
    turn: u8,
}

/// How many more are looked at than are kept: many are doubles.
const KEPT: usize = 6;

/// What sets the codes of copies apart.
const COPY: u64 = 0x9E37_79B9_7F4A_7C14;

/// Scores below this look near the goal.
const NEAR: i32 = 96;

const SEED: u8 = u8::MAX;

/// A set of codes that is emptied by counting up.
struct Codes {
    slots: Vec<u64>,
    mask: usize,
    len: usize,
}

impl Codes {
    fn new() -> Codes {
        Codes { slots: vec![0; 1 << 16], mask: (1 << 16) - 1, len: 0 }
    }

    fn insert(&mut self, code: u64) -> bool {
        let code = code | 1;
        if self.len * 2 > self.mask {
            let old = std::mem::replace(&mut self.slots, vec![0; (self.mask + 1) * 2]);
            self.mask = self.mask * 2 + 1;
            self.len = 0;
            for code in old.into_iter().filter(|&code| code != 0) {
                self.insert(code);
            }
        }
        let mut at = (code >> 20) as usize & self.mask;
        loop {
            if self.slots[at] == code {
                return false;
            }
            if self.slots[at] == 0 {
                self.slots[at] = code;
                self.len += 1;
                return true;
            }
            at = (at + 1) & self.mask;
        }
    }
}

/// Ways from the seeds to the goal, in the order of their whole length; none if the beam loses its way.
pub(crate) fn beam<F: Field>(
    field: &F,
    seeds: &[(Way, F::State)],
    (next, turns): (&[u64], u64),
    breadth: Breadth,
    accept: &dyn Fn(&Way) -> bool,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let mut ways: Vec<Way> = Vec::new();
    let Some(shortest) = seeds.iter().map(|(way, _)| way.path.len()).min() else { return Ok(ways) };
    let mut layers: Vec<Vec<Node<F::State>>> = Vec::new();
    let mut codes = Codes::new();
    let mut last_length = shortest + breadth.longest;
    let mut length = shortest;
    while length <= last_length {
        let mut found: Vec<Child> = Vec::new();
        for (i, (_, state)) in seeds.iter().enumerate().filter(|(_, (way, _))| way.path.len() == length) {
            let score = if field.is_goal(state) { i32::MIN } else { field.score(state) };
            let code = field.code(state);
            found.push(Child { score, parent: i as u32, code, turn: SEED });
        }
        for (i, node) in layers.last().into_iter().flatten().enumerate() {
            let last =
                if node.turn == SEED { seeds[node.parent as usize].0.last() } else { node.turn as usize };
            ticker.tick()?;
            for turn in bits(next[last] & turns) {
                let state = field.step(&node.state, turn);
                found.push(Child {
                    score: if field.is_goal(&state) { i32::MIN } else { field.score(&state) },
                    code: field.code(&state),
                    parent: i as u32,
                    turn: turn as u8,
                });
            }
        }
        // Those with the lowest scores, in the order in which they came.
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        let keep = breadth.states.saturating_mul(KEPT);
        if order.len() > keep {
            order.select_nth_unstable_by_key(keep, |&i| (found[i as usize].score, i));
            order.truncate(keep);
        }
        order.sort_unstable_by_key(|&i| (found[i as usize].score, i));
        let mut shares = vec![0; seeds.len()];
        let mut layer: Vec<Node<F::State>> = Vec::with_capacity(breadth.states);
        for child in order.into_iter().map(|i| &found[i as usize]) {
            // Many ways may end in the same state: what the next stage finds there differs.
            let copies = if child.score < NEAR { breadth.copies as u64 } else { 1 };
            let fresh = |copy: u64| codes.insert(child.code.wrapping_add(copy.wrapping_mul(COPY)));
            if child.score > i32::MIN && !(0..copies).any(fresh) {
                continue;
            }
            let state = if child.turn == SEED {
                seeds[child.parent as usize].1
            } else {
                field.step(
                    &layers.last().expect("the layer before")[child.parent as usize].state,
                    child.turn as usize,
                )
            };
            let seed = match layers.last() {
                Some(layer) if child.turn != SEED => layer[child.parent as usize].seed,
                _ => child.parent,
            };
            let node = Node { state, seed, parent: child.parent, turn: child.turn };
            if field.is_goal(&state) {
                let way = trace(seeds, &layers, &node);
                if accept(&way) {
                    ways.push(way);
                }
            } else if shares[seed as usize] < breadth.share {
                shares[seed as usize] += 1;
                layer.push(node);
                if layer.len() >= breadth.states {
                    break;
                }
            }
        }
        if !ways.is_empty() {
            last_length = last_length.min(length + breadth.more);
        }
        if ways.len() >= breadth.enough {
            break;
        }
        layers.push(layer);
        length += 1;
    }
    Ok(ways)
}

fn trace<S>(seeds: &[(Way, S)], layers: &[Vec<Node<S>>], node: &Node<S>) -> Way {
    let mut back = Vec::new();
    let mut node = node;
    for layer in layers.iter().rev() {
        if node.turn == SEED {
            break;
        }
        back.push(node.turn);
        node = &layer[node.parent as usize];
    }
    let seed = &seeds[node.parent as usize].0;
    Way { start: seed.start, path: seed.path.iter().copied().chain(back.into_iter().rev()).collect() }
}
