//! The sixth phase of the 5x5: half turns pair the edges and gather the centres.

use super::stages::squares;
use super::{Last, Moves, Pieces, Start, Tables, end};
use crate::moves::Turn;
use crate::nxn::beam::{Ball, Ground, Width, beam};
use crate::nxn::search::{NONE, Way, bits, walk};
use crate::nxn::subset::FOUR_OF_EIGHT;
use crate::permutation::{rank, unrank};
use ludex_core::{Stopped, Ticker};
use std::collections::HashMap;

const SIXTH: Width = Width { states: 10_000, enough: 20, longest: 40 };
/// From how many turns away the way to the goal is known.
const BALL: u8 = 7;

/// One colour of each axis in its place: U, F and R.
const HOME: u32 = 0xF0_0F0F;

/// What half turns can make of one thing: its states by number from home, and where turns lead them.
#[derive(Debug)]
struct Part {
    number: HashMap<u32, u16>,
    states: Vec<u32>,
    /// By state, then by half turn.
    to: Vec<[u16; 12]>,
}

impl Part {
    fn new(home: u32, step: impl Fn(u32, usize) -> u32) -> Part {
        let mut part = Part { number: HashMap::from([(home, 0)]), states: vec![home], to: Vec::new() };
        while let Some(&state) = part.states.get(part.to.len()) {
            part.to.push(std::array::from_fn(|turn| {
                let after = step(state, turn);
                let next = part.states.len() as u16;
                *part.number.entry(after).or_insert_with(|| {
                    part.states.push(after);
                    next
                })
            }));
        }
        part
    }
}

/// Distances from home of several parts together, the first one the slowest.
fn distances(parts: &[&Part]) -> Vec<u8> {
    let size = parts.iter().map(|part| part.to.len()).product();
    let mut far = vec![u8::MAX; size];
    far[0] = 0;
    let mut frontier = vec![0u32];
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for index in frontier {
            let mut rest = index as usize;
            let mut to = [0u32; 12];
            let mut scale = 1;
            for part in parts.iter().rev() {
                let row = &part.to[rest % part.to.len()];
                (0..12).for_each(|turn| to[turn] += u32::from(row[turn]) * scale);
                rest /= part.to.len();
                scale *= part.to.len() as u32;
            }
            for after in to {
                if far[after as usize] == u8::MAX {
                    far[after as usize] = depth;
                    next.push(after);
                }
            }
        }
        frontier = next;
    }
    far
}

/// The tables of the phase.
#[derive(Debug)]
pub(super) struct Halves {
    /// The wings of each slice of edges against their middles.
    rings: [Part; 3],
    /// Both kinds of centres on each axis.
    axes: [Part; 3],
    ring_far: Vec<u8>,
    /// Without the first, second, third axis.
    axis_far: [Vec<u8>; 3],
    /// By turn, its number among the half turns.
    half: [u8; 36],
}

impl Halves {
    pub(super) fn new(moves: &Moves) -> Halves {
        let turns: Vec<u8> = bits(moves.sixth).map(|turn| turn as u8).collect();
        let rings =
            [0, 1, 2].map(|ring| Part::new(0, |code, turn| ring_step(moves, ring, turns[turn], code)));
        let axes = [0, 1, 2].map(|axis| {
            let home = HOME >> (8 * axis) & 255;
            Part::new(home | home << 8, |state, turn| {
                let shown = |kind: usize| {
                    let set = (state >> (8 * kind) & 255) << (8 * axis);
                    moves.centres[kind][turns[turn] as usize].apply(set) >> (8 * axis) & 255
                };
                shown(0) | shown(1) << 8
            })
        });
        let ring_far = distances(&[&rings[0], &rings[1], &rings[2]]);
        let axis_far = [[1, 2], [0, 2], [0, 1]].map(|[a, b]| distances(&[&axes[a], &axes[b]]));
        let mut half = [0; 36];
        turns.iter().enumerate().for_each(|(i, &turn)| half[turn as usize] = i as u8);
        Halves { rings, axes, ring_far, axis_far, half }
    }

    /// The states not far from home.
    pub(super) fn ball(&self, moves: &Moves) -> Ball {
        Ball::new(self, State { rings: [0; 3], axes: [0; 3] }, moves.sixth, BALL)
    }

    /// By rank of both kinds of centres on an axis: how far they are from what half turns can solve.
    pub(super) fn reach(&self, moves: &Moves, axis: usize, turns: u64) -> Vec<u8> {
        let mut far = vec![u8::MAX; 70 * 70];
        let sets = |state: u32| [0, 1].map(|kind| (state >> (8 * kind) & 255) << (8 * axis));
        let step = |state: u32, turn: usize| {
            let sets = sets(state);
            axis_state(moves.shown(sets, turn), axis)
        };
        walk(self.axes[axis].states.clone(), |state| axis_rank(sets(state), axis), step, turns, &mut far);
        far
    }

    /// The sets that half turns can solve of one kind of centres on an axis, in eight bits.
    pub(super) fn reduced(&self, axis: usize, kind: usize) -> Vec<u32> {
        let mut sets: Vec<u32> =
            self.axes[axis].states.iter().map(|state| state >> (8 * kind) & 255).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The number of the state of a ring, if its edge pieces are there and half turns can pair them.
    pub(super) fn ring(&self, [low, middle, high]: &[[u8; 12]; 3], ring: usize) -> Option<u16> {
        let here = 4 * ring..4 * ring + 4;
        let against = |part: &[u8; 12]| -> Option<[u8; 4]> {
            let mut found = [0; 4];
            for (i, piece) in part[here.clone()].iter().enumerate() {
                found[i] = middle[here.clone()].iter().position(|other| other == piece)? as u8;
            }
            Some(found)
        };
        self.rings[ring].number.get(&ring_code(against(low)?, against(high)?)).copied()
    }
}

/// Both kinds of centres on an axis, in eight bits each.
#[inline]
fn axis_state(centres: [u32; 2], axis: usize) -> u32 {
    centres[0] >> (8 * axis) & 255 | (centres[1] >> (8 * axis) & 255) << 8
}

/// The rank of both kinds of centres on an axis.
#[inline]
pub(super) fn axis_rank(centres: [u32; 2], axis: usize) -> usize {
    let rank = |set: u32| FOUR_OF_EIGHT[(set >> (8 * axis) & 255) as usize] as usize;
    rank(centres[0]) * 70 + rank(centres[1])
}

/// Numbers of the states of all parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    rings: [u16; 3],
    axes: [u16; 3],
}

/// The wings of a slice of edges against its middles: `rank of the low ones * 24 + of the high ones`.
fn ring_code(low: [u8; 4], high: [u8; 4]) -> u32 {
    (rank(&low) * 24 + rank(&high)) as u32
}

/// `edges` of a ring are those from `4 * ring` on.
fn ring_step(moves: &Moves, ring: usize, turn: u8, code: u32) -> u32 {
    let [low, middle, high] = &moves.edges[turn as usize];
    let local = |edge: u8| edge as usize - 4 * ring;
    let mut to = [0u8; 4];
    for i in 0..4 {
        to[local(middle[4 * ring + i])] = i as u8;
    }
    let against = |part: &[u8; 12], code: u64| {
        let old: [u8; 4] = unrank(code);
        std::array::from_fn(|i| to[old[local(part[4 * ring + i])] as usize])
    };
    ring_code(against(low, u64::from(code / 24)), against(high, u64::from(code % 24)))
}

impl Ground for Halves {
    type State = State;

    fn step(&self, state: State, turn: usize) -> State {
        let half = self.half[turn] as usize;
        let ring = |k: usize| self.rings[k].to[state.rings[k] as usize][half];
        let axis = |k: usize| self.axes[k].to[state.axes[k] as usize][half];
        State { rings: [ring(0), ring(1), ring(2)], axes: [axis(0), axis(1), axis(2)] }
    }

    fn score(&self, state: State) -> u32 {
        let ring = |k: usize| state.rings[k] as usize;
        let n = self.rings[0].to.len();
        let rings = self.ring_far[(ring(0) * n + ring(1)) * n + ring(2)];
        let axis = |k: usize| state.axes[k] as usize;
        let axes = |k: usize, [a, b]: [usize; 2]| self.axis_far[k][axis(a) * self.axes[b].to.len() + axis(b)];
        squares([rings, axes(0, [1, 2]), axes(1, [0, 2]), axes(2, [0, 1])])
    }

    /// Nine bits for each part.
    fn code(&self, state: State) -> u64 {
        state.rings.into_iter().chain(state.axes).fold(0, |code, number| code << 9 | u64::from(number))
    }
}

impl Last {
    /// The state of a 5x5 named by its centres, if half turns can solve it.
    fn state(&self, pieces: &Pieces) -> Option<State> {
        let edges = pieces.edges(&self.moves);
        let centres = pieces.centre_sets(|colour| matches!(colour, 0 | 2 | 5));
        let mut state = State { rings: [0; 3], axes: [0; 3] };
        for k in 0..3 {
            state.rings[k] = self.halves.ring(&edges, k)?;
            state.axes[k] = *self.halves.axes[k].number.get(&axis_state(centres, k))?;
        }
        Some(state)
    }

    fn turns(&self) -> (&[u64], u64) {
        (&self.moves.next, self.moves.sixth)
    }

    /// The numbers of the parts of a 5x5 given by its stickers and named by its centres: rings, then axes.
    pub(crate) fn read(&self, stickers: &[u8]) -> Option<[u16; 6]> {
        let State { rings: [a, b, c], axes: [d, e, f] } = self.state(&Pieces::read(stickers))?;
        Some([a, b, c, d, e, f])
    }

    /// Where half turns lead the states of a part. Home is 0.
    pub(crate) fn part(&self, part: usize) -> &[[u16; 12]] {
        if part < 3 { &self.halves.rings[part].to } else { &self.halves.axes[part - 3].to }
    }

    /// The number of a half turn among them.
    pub(crate) fn half(&self, turn: Turn) -> usize {
        let turn = self.moves.turns.iter().position(|&other| other == turn).expect("a turn of the 5x5");
        self.halves.half[turn] as usize
    }

    /// How far all parts together are from home, if not far.
    #[inline]
    pub(crate) fn near(&self, parts: &[u16]) -> Option<u8> {
        let state = State { rings: [parts[0], parts[1], parts[2]], axes: [parts[3], parts[4], parts[5]] };
        self.ball.far(&self.halves, state)
    }

    /// Ways home from cubes that were reached in so many turns each, with the number of the cube, in the order
    /// of their whole length.
    pub(crate) fn ways(
        &self,
        cubes: &[(Vec<u8>, usize)],
        effort: usize,
        ticker: &Ticker<'_>,
    ) -> Result<Vec<(usize, Vec<Turn>)>, Stopped> {
        // What led there was no turn of this cube.
        let seed = |(start, (stickers, length)): (usize, &(Vec<u8>, usize))| {
            let state = self.state(&Pieces::read(stickers))?;
            Some((Way { start, path: vec![NONE as u8; *length] }, state))
        };
        let seeds: Vec<(Way, State)> = cubes.iter().enumerate().filter_map(seed).collect();
        let ways = beam(&self.halves, &self.ball, &seeds, self.turns(), SIXTH.times(effort), ticker)?;
        let after = |way: Way| {
            let turns = way.path[cubes[way.start].1..].iter();
            (way.start, turns.map(|&turn| self.moves.turns[turn as usize]).collect())
        };
        Ok(ways.into_iter().map(after).collect())
    }
}

/// One colour per face, wings at their middle edges.
pub(super) fn sixth(
    tables: &Tables,
    starts: &[Start; 3],
    ways: &[Way],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let last = tables.last;
    let seed = |way: &Way| Some((way.clone(), last.state(&end(tables, starts, way))?));
    let seeds: Vec<(Way, State)> = ways.iter().filter_map(seed).collect();
    beam(&last.halves, &last.ball, &seeds, last.turns(), SIXTH.times(effort), ticker)
}
