//! A stage of a reduction: its state, what turns do to it, and the score that guides a beam.
//!
//! ```text
//!   state: N words                 the first S are sets of 24 slots, the others numbers of small parts
//!      31      24 23            0
//!     +----------+---------------+
//!     | parities |  set of slots |
//!     +----------+---------------+
//! ```

use super::wide::Field;
use crate::nxn::layout::Act;
use crate::nxn::search::bits;
use crate::nxn::subset::{Ranks, Shift};
use std::sync::Arc;

/// The bits of a set of slots.
pub(crate) const SLOT_BITS: u32 = 0xFF_FFFF;

/// Score units to a turn.
const UNIT: f32 = 16.0;

/// How the states of a word are numbered for a table of distances.
#[derive(Clone)]
pub(crate) enum Rule {
    /// A set of so many slots.
    Set(Arc<Ranks>),
    /// The lowest so many bits as they are, with parities above them.
    Plain(u32),
    /// Three words that are numbers below this, from this word on.
    Three(u32),
}

/// How far one word is from the goal by itself.
pub(crate) struct Far {
    pub(crate) word: usize,
    pub(crate) rule: Rule,
    pub(crate) far: Vec<u8>,
}

/// A word whose distances count: how its states are numbered, how many there are, and which are home.
type Word = (usize, Rule, usize, Vec<u32>);

/// Distances from here on are not told apart.
pub(crate) const FARTHEST: u32 = 11;

impl Far {
    #[inline]
    fn index(&self, state: u32) -> usize {
        match &self.rule {
            Rule::Set(ranks) => ranks.rank(state & SLOT_BITS),
            Rule::Plain(bits) => ((state & ((1 << bits) - 1)) | ((state >> 24) << bits)) as usize,
            Rule::Three(_) => state as usize,
        }
    }

    #[inline]
    fn get(&self, state: &[u32]) -> u32 {
        let number = match self.rule {
            Rule::Three(size) => {
                (state[self.word] * size + state[self.word + 1]) * size + state[self.word + 2]
            }
            _ => state[self.word],
        };
        u32::from(self.far[self.index(number)])
    }
}

/// One of the things that make up the number of a pattern.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    /// The word of the state.
    pub(crate) word: u8,
    pub(crate) shift: u8,
    pub(crate) mask: u32,
    /// What the value is multiplied by.
    pub(crate) times: u32,
}

/// Some bits of a state that have a weight together.
#[derive(Debug, Clone)]
pub(crate) struct Tuple {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) size: usize,
    /// Where its weights begin.
    pub(crate) begin: usize,
}

/// Builds tuples.
#[derive(Debug, Default)]
pub(crate) struct Tuples(pub(crate) Vec<Tuple>);

impl Tuples {
    fn add(&mut self, pieces: Vec<Piece>, size: usize) {
        let begin = self.0.last().map_or(0, |tuple| tuple.begin + tuple.size);
        self.0.push(Tuple { pieces, size, begin });
    }

    /// Bits `(word, shift, width)`.
    pub(crate) fn bits(&mut self, fields: &[(usize, usize, usize)]) {
        let mut width = 0;
        let pieces = fields
            .iter()
            .map(|&(word, shift, bits)| {
                let times = 1 << width;
                width += bits;
                Piece { word: word as u8, shift: shift as u8, mask: (1 << bits) - 1, times }
            })
            .collect();
        self.add(pieces, 1 << width);
    }
}

/// A turn of the whole cube after which a stage is as far from its goal as before: what it does to every set
/// of slots, and which slots count the other way round after it.
pub(crate) type Symmetry<const S: usize> = ([Act; S], [u32; S]);

/// The test for the end of a stage.
pub(crate) type Goal<const N: usize> = Box<dyn Fn(&[u32; N]) -> bool + Send + Sync>;

/// A stage.
pub(crate) struct Plan<const S: usize, const N: usize> {
    pub(crate) shifts: Vec<[Shift; S]>,
    /// What a turn does to the parities.
    pub(crate) flips: Vec<[u32; S]>,
    /// By part, state and turn.
    pub(crate) parts: Vec<Vec<u16>>,
    pub(crate) count: usize,
    pub(crate) tuples: Vec<Tuple>,
    /// Distances of single words.
    pub(crate) fars: Vec<Far>,
    /// Which of them are taken together, and where their weights begin.
    pub(crate) joint: Vec<(Vec<usize>, usize)>,
    /// By tuple and pattern: which weight.
    pub(crate) class: Vec<u32>,
    pub(crate) classes: usize,
    /// By tuple and pattern.
    pub(crate) weights: Vec<i16>,
    pub(crate) goal: Goal<N>,
}

impl<const S: usize, const N: usize> Plan<S, N> {
    pub(crate) fn new(
        acts: &[[Act; S]],
        flips: Vec<[u32; S]>,
        parts: Vec<Vec<u16>>,
        Tuples(tuples): Tuples,
        symmetries: &[Symmetry<S>],
        goal: Goal<N>,
    ) -> Self {
        let shifts: Vec<[Shift; S]> =
            acts.iter().map(|acts| std::array::from_fn(|k| Shift::new(&acts[k]))).collect();
        let mut plan = Plan {
            count: shifts.len(),
            shifts,
            flips,
            parts,
            tuples,
            fars: Vec::new(),
            joint: Vec::new(),
            class: Vec::new(),
            classes: 0,
            weights: Vec::new(),
            goal,
        };
        plan.classify(symmetries);
        plan
    }

    /// Adds distances of single words, and weights of some of them together.
    pub(crate) fn with_fars(mut self, words: &[Word], joint: &[Vec<usize>], turns: u64) -> Self {
        for (word, rule, size, goals) in words {
            let mut far = Far { word: *word, rule: rule.clone(), far: vec![u8::MAX; *size] };
            let step = |state: u32, turn: usize| {
                if let Rule::Three(size) = rule {
                    let part = |i: usize, number: u32| {
                        u32::from(self.parts[word - S + i][number as usize * self.count + turn])
                    };
                    let (first, second, third) = (state / (size * size), state / size % size, state % size);
                    return (part(0, first) * size + part(1, second)) * size + part(2, third);
                }
                self.shifts[turn][*word].apply(state) | (state ^ self.flips[turn][*word]) & !SLOT_BITS
            };
            let mut frontier = goals.clone();
            for &goal in goals {
                let at = far.index(goal);
                far.far[at] = 0;
            }
            let mut depth = 0;
            while !frontier.is_empty() {
                depth = (depth + 1).min(FARTHEST as u8);
                let mut next = Vec::new();
                for state in frontier {
                    for turn in bits(turns) {
                        let after = step(state, turn);
                        let at = far.index(after);
                        if far.far[at] == u8::MAX {
                            far.far[at] = depth;
                            next.push(after);
                        }
                    }
                }
                frontier = next;
            }
            self.fars.push(far);
        }
        for group in joint {
            let begin = self.class.len();
            let size = (FARTHEST as usize + 1).pow(group.len() as u32);
            self.class.extend(self.classes as u32..(self.classes + size) as u32);
            self.classes += size;
            self.joint.push((group.clone(), begin));
        }
        self
    }

    /// What the weights are before anything is learned: far is far.
    pub(crate) fn guess(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.classes];
        for (group, begin) in &self.joint {
            let base = FARTHEST as usize + 1;
            for number in 0..base.pow(group.len() as u32) {
                let digits = (0..group.len()).map(|i| number / base.pow(i as u32) % base);
                let sum: f32 = digits.map(|digit| (digit * digit) as f32).sum();
                weights[self.class[begin + number] as usize] = 0.13 * sum / self.joint.len() as f32;
            }
        }
        weights
    }

    #[inline]
    fn each(&self, state: &[u32; N], mut add: impl FnMut(usize)) {
        self.tuples.iter().for_each(|tuple| add(Self::number(tuple, state)));
        let mut far = [0u32; 12];
        for (far, table) in far.iter_mut().zip(&self.fars) {
            *far = table.get(state);
        }
        for (group, begin) in &self.joint {
            add(begin + group.iter().fold(0, |at, &i| at * (FARTHEST as usize + 1) + far[i] as usize));
        }
    }

    #[inline]
    fn number(tuple: &Tuple, state: &[u32; N]) -> usize {
        let mut number = tuple.begin as u32;
        for piece in &tuple.pieces {
            let bits = state[piece.word as usize] >> piece.shift & piece.mask;
            number += bits * piece.times;
        }
        number as usize
    }

    /// Patterns that a symmetry carries into each other share a weight.
    fn classify(&mut self, symmetries: &[Symmetry<S>]) {
        let total = self.tuples.last().map_or(0, |tuple| tuple.begin + tuple.size);
        let mut root: Vec<u32> = (0..total as u32).collect();
        fn find(root: &mut [u32], mut i: u32) -> u32 {
            while root[i as usize] != i {
                root[i as usize] = root[root[i as usize] as usize];
                i = root[i as usize];
            }
            i
        }
        for (acts, other_way) in symmetries {
            let shifts: Vec<Shift> = acts.iter().map(Shift::new).collect();
            for i in 0..self.tuples.len() {
                let tuple = &self.tuples[i];
                if tuple.pieces.iter().any(|piece| piece.word as usize >= S) {
                    continue;
                }
                // The bits of the tuple, as a state, before and after the symmetry.
                let spread = |tuple: &Tuple, number: usize| {
                    let mut state = [0u32; N];
                    for piece in &tuple.pieces {
                        state[piece.word as usize] |=
                            ((number as u32 / piece.times) & piece.mask) << piece.shift;
                    }
                    state
                };
                let moved = |state: [u32; N]| -> [u32; N] {
                    std::array::from_fn(|k| {
                        if k < S {
                            shifts[k].apply(state[k] & SLOT_BITS) | state[k] & !SLOT_BITS
                        } else {
                            state[k]
                        }
                    })
                };
                let whole = moved(spread(tuple, tuple.size - 1));
                let Some(to) = self.tuples.iter().find(|other| {
                    other.size == tuple.size
                        && other.pieces.iter().all(|piece| (piece.word as usize) < S)
                        && spread(other, other.size - 1) == whole
                }) else {
                    continue;
                };
                for number in 0..tuple.size {
                    let mut state = moved(spread(tuple, number));
                    (0..S).for_each(|k| state[k] ^= whole[k] & other_way[k]);
                    let image = Self::number(to, &state);
                    let (a, b) =
                        (find(&mut root, (tuple.begin + number) as u32), find(&mut root, image as u32));
                    root[a.max(b) as usize] = a.min(b);
                }
            }
        }
        let mut class = vec![0u32; total];
        let mut classes = 0;
        for i in 0..total as u32 {
            let top = find(&mut root, i);
            if top == i {
                class[i as usize] = classes;
                classes += 1;
            } else {
                class[i as usize] = class[top as usize];
            }
        }
        self.class = class;
        self.classes = classes as usize;
    }

    /// The weights by class before anything is learned, as they are kept.
    fn untaught(&self) -> impl Iterator<Item = i16> {
        self.guess().into_iter().map(|weight| (weight * UNIT).round() as i16)
    }

    /// What was learned beyond the guess: mostly nothing where patterns are rare.
    pub(crate) fn gained(&self, weights: &[f32]) -> Vec<i16> {
        let kept = weights.iter().map(|weight| (weight * UNIT).round().clamp(-16000.0, 16000.0) as i16);
        kept.zip(self.untaught()).map(|(weight, guess)| weight - guess).collect()
    }

    /// Takes what was learned beyond the guess, by class.
    pub(crate) fn teach(&mut self, gained: &[i16]) {
        let weights: Vec<i16> = self.untaught().zip(gained).map(|(guess, gained)| guess + gained).collect();
        self.weights = self.class.iter().map(|&class| weights[class as usize]).collect();
    }

    /// The numbers of the weights that a state adds up.
    pub(crate) fn features(&self, state: &[u32; N], out: &mut Vec<u32>) {
        out.clear();
        self.each(state, |i| out.push(self.class[i]));
    }
}

impl<const S: usize, const N: usize> Field for Plan<S, N> {
    type State = [u32; N];

    #[inline]
    fn step(&self, state: &[u32; N], turn: usize) -> [u32; N] {
        let (shifts, flips) = (&self.shifts[turn], &self.flips[turn]);
        std::array::from_fn(|k| {
            if k < S {
                shifts[k].apply(state[k]) | (state[k] ^ flips[k]) & !SLOT_BITS
            } else {
                u32::from(self.parts[k - S][state[k] as usize * self.count + turn])
            }
        })
    }

    #[inline]
    fn score(&self, state: &[u32; N]) -> i32 {
        let mut sum = 0;
        self.each(state, |i| sum += i32::from(self.weights[i]));
        sum
    }

    #[inline]
    fn code(&self, state: &[u32; N]) -> u64 {
        let mixed = state.iter().fold(0u64, |code, &set| {
            (code ^ u64::from(set)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        (mixed ^ mixed >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    #[inline]
    fn is_goal(&self, state: &[u32; N]) -> bool {
        (self.goal)(state)
    }
}
