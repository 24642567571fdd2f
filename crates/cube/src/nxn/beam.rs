//! A search that keeps only the most promising states of every length, until it comes near the goal.

use super::search::{Way, bits};
use ludex_core::{Stopped, Ticker};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// What a beam walks over.
pub(crate) trait Ground {
    /// A state.
    type State: Copy;
    /// The state after a turn.
    fn step(&self, state: Self::State, turn: usize) -> Self::State;
    /// How far a state seems to be from the goal.
    fn score(&self, state: Self::State) -> u32;
    /// A number that tells states apart.
    fn code(&self, state: Self::State) -> u64;
}

/// Hashes a code, whose bits are spread well enough by one product.
#[derive(Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, code: u64) {
        let product = (self.0 ^ code).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }
}

type Build = BuildHasherDefault<Spread>;

/// All states within some turns of the goal, with their distance.
#[derive(Debug)]
pub(crate) struct Ball(HashMap<u64, u8, Build>);

impl Ball {
    /// Walks back from the goal.
    pub(crate) fn new<G: Ground>(ground: &G, goal: G::State, turns: u64, radius: u8) -> Ball {
        let mut ball = Ball(HashMap::default());
        ball.0.insert(ground.code(goal), 0);
        let mut frontier = vec![goal];
        for far in 1..=radius {
            let mut next = Vec::new();
            for state in frontier {
                for turn in bits(turns) {
                    let after = ground.step(state, turn);
                    ball.0.entry(ground.code(after)).or_insert_with(|| {
                        next.push(after);
                        far
                    });
                }
            }
            frontier = next;
        }
        ball
    }

    /// How far a state in the ball is from the goal.
    pub(crate) fn far<G: Ground>(&self, ground: &G, state: G::State) -> Option<u8> {
        self.0.get(&ground.code(state)).copied()
    }

    /// Turns from a state in the ball to the goal.
    fn home<G: Ground>(&self, ground: &G, mut state: G::State, turns: u64, path: &mut Vec<u8>) {
        let mut far = self.far(ground, state).unwrap_or(0);
        while far > 0 {
            far -= 1;
            let nearer = |&turn: &usize| self.far(ground, ground.step(state, turn)) == Some(far);
            let turn = bits(turns).find(nearer).expect("the ball is whole");
            state = ground.step(state, turn);
            path.push(turn as u8);
        }
    }
}

/// How wide a beam is and when it has seen enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Width {
    /// States kept of every length.
    pub(crate) states: usize,
    /// Ways after which no longer ones are looked for.
    pub(crate) enough: usize,
    /// Turns after which the beam has lost its way.
    pub(crate) longest: usize,
}

impl Width {
    /// A width of so many times as many states and ways.
    pub(crate) const fn times(self, effort: usize) -> Width {
        Width { states: self.states * effort, enough: self.enough * effort, ..self }
    }
}

/// A state and how it was reached.
#[derive(Debug, Clone, Copy)]
struct Node<S> {
    state: S,
    /// In the layer before; the number of the seed if this is one.
    parent: u32,
    turn: u8,
}

/// The turn of a node that is a seed.
const SEED: u8 = u8::MAX;

/// Ways from the seeds to the goal, in the order of their whole length; none if the beam loses its way.
///
/// `next` are the turns that may follow a turn, `turns` those allowed here. Seeds join the states
/// that are as long as they are.
///
/// # Errors
/// When the ticker has stopped.
pub(crate) fn beam<G: Ground>(
    ground: &G,
    ball: &Ball,
    seeds: &[(Way, G::State)],
    (next, turns): (&[u64], u64),
    width: Width,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let mut ways = Vec::new();
    let Some(shortest) = seeds.iter().map(|(way, _)| way.path.len()).min() else { return Ok(ways) };
    let mut layers: Vec<Vec<Node<G::State>>> = Vec::new();
    let mut seen: HashSet<u64, Build> = HashSet::default();
    for length in shortest..=shortest + width.longest {
        let mut found: Vec<(u32, Node<G::State>)> = Vec::new();
        let mut meet = |node: Node<G::State>| {
            if ball.far(ground, node.state).is_none() {
                found.push((ground.score(node.state), node));
            } else if seen.insert(ground.code(node.state)) {
                let mut way = trace(seeds, &layers, node);
                ball.home(ground, node.state, turns, &mut way.path);
                ways.push(way);
            }
        };
        for (i, (_, state)) in seeds.iter().enumerate().filter(|(_, (way, _))| way.path.len() == length) {
            meet(Node { state: *state, parent: i as u32, turn: SEED });
        }
        for (i, node) in layers.last().into_iter().flatten().enumerate() {
            let last =
                if node.turn == SEED { seeds[node.parent as usize].0.last() } else { node.turn as usize };
            for turn in bits(next[last] & turns) {
                ticker.tick()?;
                meet(Node { state: ground.step(node.state, turn), parent: i as u32, turn: turn as u8 });
            }
        }
        // Equal scores keep the order in which they came, so that the answer is always the same.
        found.sort_by_key(|(score, _)| *score);
        let fresh = |&(_, node): &(u32, Node<G::State>)| seen.insert(ground.code(node.state)).then_some(node);
        let layer: Vec<Node<G::State>> = found.iter().filter_map(fresh).take(width.states).collect();
        if ways.len() >= width.enough {
            break;
        }
        layers.push(layer);
    }
    ways.sort_by_key(|way| way.path.len());
    Ok(ways)
}

/// The way that led to a node.
fn trace<S: Copy>(seeds: &[(Way, S)], layers: &[Vec<Node<S>>], mut node: Node<S>) -> Way {
    let mut back = Vec::new();
    for layer in layers.iter().rev() {
        if node.turn == SEED {
            break;
        }
        back.push(node.turn);
        node = layer[node.parent as usize];
    }
    let seed = &seeds[node.parent as usize].0;
    Way { start: seed.start, path: seed.path.iter().copied().chain(back.into_iter().rev()).collect() }
}
