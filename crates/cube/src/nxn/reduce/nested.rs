//! The end of the 7x7: two 5x5s, one after the other, solved by half turns.
//!
//! The outer layers, the deepest slices and the middle ones are a 5x5 by themselves. So are the outer layers, the
//! second ones and the middle ones. To the first a turn of two layers is a face turn, so each of its face
//! turns may be either. The obliques are in neither. While the deepest slices rest they move like the
//! centres beside them in the second 5x5: once they are in step with these they come home with them.
//!
//! So the first part solves the first 5x5 and brings the obliques in step; the second part solves the second.
//! The first is guided by distances of the parts of a state, three at a time, and walks the last turns only
//! where no such distance forbids it.

use super::shape::{Numbered, Shape, Start};
use super::wide::{Breadth, Field, beam};
use crate::moves::Turn;
use crate::nxn::five::Last;
use crate::nxn::layout::turned;
use crate::nxn::search::{NONE, Way, bits};
use crate::nxn::subset::slots;
use ludex_core::{Stopped, Ticker};

/// Ways that the first part hands on at least.
const WAYS: usize = 60;
/// Turns after which the first part has lost its way.
const LONGEST: usize = 40;
/// How much wider the beam is tried while it finds nothing.
const WIDER: [usize; 3] = [1, 4, 16];
/// One part in so many of the beam may come from one seed: some are much harder than they look.
const SEEDS: usize = 20;
/// From how many turns away the way to the goal is looked for.
const NEAR: usize = 7;

/// The layers of either 5x5.
const FIRST: [usize; 5] = [0, 2, 3, 4, 6];
const SECOND: [usize; 5] = [0, 1, 3, 5, 6];

/// Orbits of centres that must be in step: those at the middle of a side in the second slices, and both
/// kinds of obliques.
const IN_STEP: [usize; 3] = [1, 4, 5];

/// What makes up a state: three rings of edges and three axes of centres of the first 5x5, then these rings of centres
/// in step, by the axis of their faces and that of the second slices that move them.
const PARTS: usize = 12;
const RINGS: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 0), (0, 2), (1, 0), (2, 1)];

/// Parts whose distances are known together, those that the same slices move, and how much these count.
const TOGETHER: [(&[usize], i32); 12] = [
    (&[0, 1, 2], 2),
    (&[3, 4], 1),
    (&[3, 5], 1),
    (&[4, 5], 1),
    (&[6, 7, 8], 1),
    (&[9, 10, 11], 1),
    (&[3, 6, 9], 1),
    (&[4, 7, 10], 1),
    (&[5, 8, 11], 1),
    (&[0, 6, 10], 2),
    (&[1, 8, 9], 2),
    (&[2, 7, 11], 2),
];

/// The numbers of the parts.
type State = [u16; PARTS];

/// A part: where turns lead its states, and which are home.
struct Part {
    /// By state and turn.
    to: Vec<u16>,
    home: Vec<bool>,
}

/// The slots of a ring of centres in step, four of each orbit, and the numbers of their colours.
struct Ring {
    slots: [[u8; 4]; 3],
    numbers: Numbered,
}

impl Ring {
    fn new(shape: &Shape, (axis, slices): (usize, usize)) -> Ring {
        let half = |depth: u8| {
            let fits =
                |turn: &Turn| turn.quarters == 2 && turn.last == depth && turn.face as usize / 2 == slices;
            shape.turns.iter().position(fits).expect("half turns of every depth")
        };
        let slots = IN_STEP.map(|k| {
            // Two slots are moved by a turn of two layers and not by one of the face; half turns lead to the others.
            let acts = &shape.centre_acts[k];
            let (one, two) = (&acts[half(1)], &acts[half(2)]);
            let on_axis = 8 * axis as u8..8 * axis as u8 + 8;
            let mut ring: Vec<u8> =
                on_axis.filter(|&slot| one[slot as usize] != two[slot as usize]).collect();
            let mut at = 0;
            while at < ring.len() {
                for turn in bits(shape.halves) {
                    let from = acts[turn][ring[at] as usize];
                    if !ring.contains(&from) {
                        ring.push(from);
                    }
                }
                at += 1;
            }
            ring.sort_unstable();
            <[u8; 4]>::try_from(ring).expect("rings of four")
        });
        let step = |code: u32, turn: usize| {
            (0..12).fold(0, |after, bit| {
                let (k, i) = (bit / 4, bit % 4);
                let from = shape.centre_acts[IN_STEP[k]][turn][slots[k][i] as usize];
                let at = slots[k].iter().position(|&slot| slot == from).expect("half turns keep rings");
                after | (code >> (4 * k + at) & 1) << bit
            })
        };
        let home = code(&slots, [HOME; 3]);
        Ring { numbers: Numbered::new(home, shape.turns.len(), shape.halves, step), slots }
    }

    /// Whether half turns can solve it while the deepest slices rest: all three orbits show the same.
    fn part(&self, shape: &Shape) -> Part {
        let to = self.numbers.to.clone();
        let mut home = vec![false; self.numbers.len];
        let mut reached = vec![0];
        home[0] = true;
        while let Some(at) = reached.pop() {
            for turn in bits(shape.halves).filter(|&turn| shape.turns[turn].last < 3) {
                let after = to[at * shape.turns.len() + turn] as usize;
                if !std::mem::replace(&mut home[after], true) {
                    reached.push(after);
                }
            }
        }
        Part { to, home }
    }
}

/// The slots of the faces U, F and R.
const HOME: u32 = 0xF0_0F0F;

/// What some orbits show in a ring.
fn code(slots: &[[u8; 4]; 3], sets: [u32; 3]) -> u32 {
    (0..12).fold(0, |code, bit| code | (sets[bit / 4] >> slots[bit / 4][bit % 4] & 1) << bit)
}

/// The stickers of some layers.
fn within(stickers: &[u8], layers: [usize; 5]) -> Vec<u8> {
    (0..6)
        .flat_map(|face| layers.map(|row| (face * 7 + row) * 7))
        .flat_map(|row| layers.map(|column| stickers[row + column]))
        .collect()
}

/// Tables of both parts.
pub(crate) struct Nested {
    last: &'static Last,
    rings: Vec<Ring>,
    parts: Vec<Part>,
    /// As in [`TOGETHER`].
    far: Vec<Vec<u8>>,
    next: Vec<u64>,
    turns: u64,
    count: usize,
}

impl Nested {
    pub(crate) fn new(shape: &Shape) -> Nested {
        let last = Last::wait();
        let to_first = |turn: &Turn| Turn { last: if turn.last == 3 { 2 } else { 1 }, ..*turn };
        let of_first = |part: usize| {
            let rows = last.part(part);
            let lead = |(state, turn): (usize, &Turn)| match turn.quarters {
                2 => rows[state][last.half(to_first(turn))],
                _ => state as u16,
            };
            let all = (0..rows.len()).flat_map(|state| shape.turns.iter().map(move |turn| (state, turn)));
            Part { to: all.map(lead).collect(), home: (0..rows.len()).map(|state| state == 0).collect() }
        };
        let rings: Vec<Ring> = RINGS.iter().map(|&ring| Ring::new(shape, ring)).collect();
        let parts = (0..6).map(of_first).chain(rings.iter().map(|ring| ring.part(shape))).collect();
        let (next, turns, count) = (shape.next.clone(), shape.halves, shape.turns.len());
        let mut nested = Nested { last, rings, parts, far: Vec::new(), next, turns, count };
        nested.far = TOGETHER.iter().map(|(parts, _)| nested.distances(parts)).collect();
        nested
    }

    fn size(&self, part: usize) -> usize {
        self.parts[part].home.len()
    }

    fn lead(&self, part: usize, state: usize, turn: usize) -> u16 {
        self.parts[part].to[state * self.count + turn]
    }

    /// Distances from home of some parts together, the first one the slowest.
    fn distances(&self, parts: &[usize]) -> Vec<u8> {
        let split = |mut at: usize| {
            let mut numbers = [0; 3];
            for (number, &part) in numbers.iter_mut().zip(parts).rev() {
                *number = at % self.size(part);
                at /= self.size(part);
            }
            numbers
        };
        let home = |&at: &usize| {
            let numbers = split(at);
            parts.iter().zip(numbers).all(|(&part, number)| self.parts[part].home[number])
        };
        let mut far = vec![u8::MAX; parts.iter().map(|&part| self.size(part)).product()];
        let mut frontier: Vec<usize> = (0..far.len()).filter(home).collect();
        frontier.iter().for_each(|&at| far[at] = 0);
        let mut depth = 0;
        while !frontier.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for numbers in frontier.into_iter().map(split) {
                for turn in bits(self.turns) {
                    let after = parts.iter().zip(numbers).fold(0, |after, (&part, number)| {
                        after * self.size(part) + usize::from(self.lead(part, number, turn))
                    });
                    if far[after] == u8::MAX {
                        far[after] = depth;
                        next.push(after);
                    }
                }
            }
            frontier = next;
        }
        far
    }

    /// How far some parts together are from home.
    #[inline]
    fn apart(&self, group: usize, state: &State) -> u8 {
        let at = TOGETHER[group].0.iter().fold(0, |at, &part| at * self.size(part) + state[part] as usize);
        self.far[group][at]
    }

    /// Whether the goal may be so few turns away.
    fn may(&self, state: &State, left: usize) -> bool {
        (0..TOGETHER.len()).all(|group| self.apart(group, state) as usize <= left)
            && self.last.near(&state[..6]).is_some_and(|far| far as usize <= left)
    }

    /// The turns to the goal if it is near.
    fn home(&self, state: &State) -> Option<Vec<u8>> {
        let mut path = Vec::new();
        (0..=NEAR)
            .any(|left| self.may(state, left) && self.walk(state, left, NONE, &mut path))
            .then_some(path)
    }

    fn walk(&self, state: &State, left: usize, last: usize, path: &mut Vec<u8>) -> bool {
        if left == 0 {
            // Home as a whole is where every part is.
            return true;
        }
        for turn in bits(self.next[last] & self.turns) {
            let after = self.step(state, turn);
            if self.may(&after, left - 1) {
                path.push(turn as u8);
                if self.walk(&after, left - 1, turn, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    fn state(&self, shape: &Shape, stickers: &[u8]) -> Option<State> {
        let positive = |colour: u8| matches!(colour, 0 | 2 | 5);
        let sets = IN_STEP.map(|k| slots(&shape.centres[k].read(stickers), positive));
        let mut state = [0; PARTS];
        state[..6].copy_from_slice(&self.last.read(&within(stickers, FIRST))?);
        for (number, ring) in state[6..].iter_mut().zip(&self.rings) {
            *number = *ring.numbers.number.get(&code(&ring.slots, sets))?;
        }
        Some(state)
    }

    /// Ways on to centres of one colour per face and paired edges.
    pub(crate) fn solve(
        &self,
        shape: &Shape,
        starts: &[Start],
        ways: &[Way],
        states: usize,
        ticker: &Ticker<'_>,
    ) -> Result<Vec<Way>, Stopped> {
        let stickers = |way: &Way| {
            let turns = way.path.iter().map(|&turn| shape.turns[turn as usize]);
            turns.fold(starts[way.start].stickers.clone(), |stickers, turn| turned(&stickers, 7, turn))
        };
        let seeds: Vec<(Way, State)> =
            ways.iter().filter_map(|way| Some((way.clone(), self.state(shape, &stickers(way))?))).collect();
        let mut near = Vec::new();
        for wider in WIDER {
            let states = states * wider;
            let breadth =
                Breadth { states, enough: WAYS, more: 2, longest: LONGEST, share: states / SEEDS, copies: 1 };
            near = beam(self, &seeds, (&self.next, self.turns), breadth, &|_| true, ticker)?;
            if !near.is_empty() || seeds.is_empty() {
                break;
            }
        }
        let first = near.into_iter().filter_map(|mut way| {
            let path = self.home(&self.state(shape, &stickers(&way))?)?;
            way.path.extend(path);
            Some(way)
        });
        let first: Vec<Way> = first.collect();
        let cubes: Vec<(Vec<u8>, usize)> =
            first.iter().map(|way| (within(&stickers(way), SECOND), way.path.len())).collect();
        let number = |turn: Turn| shape.turns.iter().position(|&other| other == turn).expect("a turn") as u8;
        let whole = |(cube, turns): (usize, Vec<Turn>)| {
            let Way { start, path } = &first[cube];
            Way { start: *start, path: path.iter().copied().chain(turns.into_iter().map(number)).collect() }
        };
        Ok(self.last.ways(&cubes, 1, ticker)?.into_iter().map(whole).collect())
    }
}

impl Field for Nested {
    type State = State;

    #[inline]
    fn step(&self, state: &State, turn: usize) -> State {
        std::array::from_fn(|part| self.lead(part, state[part] as usize, turn))
    }

    #[inline]
    fn score(&self, state: &State) -> i32 {
        (0..TOGETHER.len()).map(|group| TOGETHER[group].1 * i32::from(self.apart(group, state)).pow(2)).sum()
    }

    #[inline]
    fn code(&self, state: &State) -> u64 {
        let mixed = state.iter().fold(0u64, |code, &number| {
            (code ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        (mixed ^ mixed >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn is_goal(&self, state: &State) -> bool {
        self.home(state).is_some()
    }
}
