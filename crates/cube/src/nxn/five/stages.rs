//! The first three phases of the 5x5: centres onto their axes, wings into places of the right kind.

use super::halves::{Halves, axis_rank};
use super::{Moves, Start, Tables, end};
use crate::nxn::beam::{Ball, Ground, Width, beam};
use crate::nxn::layout::{STILL, is_odd};
use crate::nxn::search::{Stand, Way, bits, by_length, walk};
use crate::nxn::subset::{FOUR_OF_EIGHT, RL, Ranks, Shift, UD, slots};
use ludex_core::{Stopped, Ticker};

/// Ways after which a phase has seen enough.
const FIRST: Width = Width { states: 10_000, enough: 300, longest: 30 };
const SECOND_WAYS: usize = 300;
const THIRD_WAYS: usize = 5;
/// From how many turns away the way to the goal of the first phase is known.
const BALL: u8 = 4;

/// The turns, and what says whether to go on.
type With<'a> = (&'a Moves, &'a Ticker<'a>);

/// First phase: how far each kind of centres is from R and L.
struct Gather<'a> {
    moves: &'a Moves,
    ranks: &'a Ranks,
    far: &'a [Vec<u8>; 2],
}

impl Ground for Gather<'_> {
    type State = [u32; 2];

    fn step(&self, state: [u32; 2], turn: usize) -> [u32; 2] {
        self.moves.shown(state, turn)
    }

    fn score(&self, state: [u32; 2]) -> u32 {
        let far = |kind: usize| self.far[kind][self.ranks.rank(state[kind])];
        squares([far(0), far(1)])
    }

    /// 24 bits for each kind.
    fn code(&self, state: [u32; 2]) -> u64 {
        u64::from(state[0]) << 24 | u64::from(state[1])
    }
}

/// The sum of squares: parts that are all near are nearer together than one that is far alone.
#[inline]
pub(super) fn squares<const N: usize>(far: [u8; N]) -> u32 {
    far.into_iter().map(|far| u32::from(far) * u32::from(far)).sum()
}

/// The bit of oddly permuted wings.
const ODD: u32 = 1 << 31;

#[inline]
fn parity_step(shift: &Shift, odd: bool, set: u32) -> u32 {
    shift.apply(set & !ODD) | (set & ODD) ^ (u32::from(odd) << 31)
}

#[inline]
fn centre_rank(sixteen: &[u16], set: u32) -> usize {
    (sixteen[(set & 0xFFFF) as usize] as usize) << 1 | (set >> 31) as usize
}

/// What the third phase looks at.
#[derive(Debug, Clone, Copy)]
struct Sorting {
    /// Both kinds of centres on R and L.
    sides: [u32; 2],
    /// Where the wings of the high kind are.
    wings: u32,
    /// The edges with flipped middle pieces.
    flipped: u16,
}

/// The tables of the phases.
#[derive(Debug)]
pub(super) struct Stages {
    eight: Ranks,
    /// First phase: either kind of centres from R and L.
    gather: [Vec<u8>; 2],
    ball: Ball,
    sixteen: Vec<u16>,
    /// Second phase: either kind of centres with the parity of the wings.
    separate: [Vec<u8>; 2],
    twelve: Ranks,
    /// Third phase: wings of the high kind, both kinds of centres on R and L, either kind with the
    /// flipped middle edges.
    wings: Vec<u8>,
    sides: Vec<u8>,
    middles: [Vec<u8>; 2],
}

impl Stages {
    pub(super) fn new(moves: &Moves, halves: &Halves) -> Stages {
        let eight = Ranks::new(8);
        let gather = [0, 1].map(|kind| {
            let mut far = vec![u8::MAX; eight.len];
            let step = |set: u32, turn: usize| moves.centres[kind][turn].apply(set);
            walk(vec![RL], |set| eight.rank(set), step, moves.first, &mut far);
            far
        });
        let mut sixteen = vec![0; 1 << 16];
        for (rank, set) in (0..1usize << 16).filter(|set| set.count_ones() == 8).enumerate() {
            sixteen[set] = rank as u16;
        }
        let separate = [0, 1].map(|kind| {
            let mut far = vec![u8::MAX; 12870 * 2];
            let step = |set: u32, turn: usize| parity_step(&moves.centres[kind][turn], moves.odd[turn], set);
            walk(vec![UD], |set| centre_rank(&sixteen, set), step, moves.second, &mut far);
            far
        });
        let twelve = Ranks::new(12);
        let high = slots(&STILL, |slot| moves.wing_places.is_high(slot));
        let mut wings = vec![u8::MAX; twelve.len];
        let step = |set: u32, turn: usize| moves.wings[turn].apply(set);
        walk(vec![high], |set| twelve.rank(set), step, moves.third, &mut wings);
        let middles = [0, 1].map(|kind| {
            let mut far = vec![u8::MAX; 4096 * 70];
            let goals = halves.reduced(2, kind).into_iter().map(|set| set << 16).collect();
            let step = |state: u32, turn: usize| {
                let flipped = flip(moves, (state & 4095) as u16, turn);
                moves.centres[kind][turn].apply(state & RL) | u32::from(flipped)
            };
            walk(goals, |state| flip_rank(state & 4095, state), step, moves.third, &mut far);
            far
        });
        let ball = Ball::new(&Gather { moves, ranks: &eight, far: &gather }, [RL; 2], moves.first, BALL);
        let sides = halves.reach(moves, 2, moves.third);
        Stages { eight, gather, ball, sixteen, separate, twelve, wings, middles, sides }
    }

    /// The centres of R and L onto these faces, from every holding.
    pub(super) fn first(
        &self,
        moves: &Moves,
        starts: &[Start; 3],
        effort: usize,
        ticker: &Ticker<'_>,
    ) -> Result<Vec<Way>, Stopped> {
        let seed = |start: usize| {
            let state = starts[start].pieces.centre_sets(|colour| colour / 2 == 2);
            (Way { start, path: Vec::new() }, state)
        };
        let ground = Gather { moves, ranks: &self.eight, far: &self.gather };
        let seeds: Vec<(Way, [u32; 2])> = (0..3).map(seed).collect();
        beam(&ground, &self.ball, &seeds, (&moves.next, moves.first), FIRST.times(effort), ticker)
    }

    /// All centres on their axes, wings evenly permuted.
    pub(super) fn second(
        &self,
        tables: &Tables,
        starts: &[Start; 3],
        ways: &[Way],
        effort: usize,
        ticker: &Ticker<'_>,
    ) -> Result<Vec<Way>, Stopped> {
        let stand = |way: &Way| {
            let pieces = end(tables, starts, way);
            let odd = if is_odd(&pieces.wings) { ODD } else { 0 };
            let state = pieces.centre_sets(|colour| colour / 2 == 0).map(|set| set | odd);
            Stand { way: way.clone(), state, least: way.path.len() + self.second_far(state) as usize }
        };
        let mut ways = by_length(
            ways.iter().map(stand).collect(),
            SECOND_WAYS * effort,
            ticker,
            |stand, left, ways| {
                self.separate((&tables.last.moves, ticker), stand.state, left, &mut stand.way.clone(), ways);
            },
        )?;
        ways.truncate(SECOND_WAYS * effort);
        Ok(ways)
    }

    #[inline]
    fn second_far(&self, state: [u32; 2]) -> u8 {
        let far = |kind: usize| self.separate[kind][centre_rank(&self.sixteen, state[kind])];
        far(0).max(far(1))
    }

    fn separate(
        &self,
        (moves, ticker): With<'_>,
        state: [u32; 2],
        left: u8,
        way: &mut Way,
        ways: &mut Vec<Way>,
    ) {
        if ticker.tick().is_err() {
            return;
        }
        if left == 0 {
            ways.push(way.clone());
            return;
        }
        // What the third phase could do as well would be found twice.
        let allowed = if left == 1 { moves.second & !moves.third } else { moves.second };
        for turn in bits(moves.next[way.last()] & allowed) {
            let step = |kind: usize| parity_step(&moves.centres[kind][turn], moves.odd[turn], state[kind]);
            let after = [step(0), step(1)];
            if self.second_far(after) < left {
                way.path.push(turn as u8);
                self.separate((moves, ticker), after, left - 1, way, ways);
                way.path.pop();
            }
        }
    }

    /// Every wing in a place of its kind, no middle edge flipped, R and L as half turns can solve them.
    pub(super) fn third(
        &self,
        tables: &Tables,
        starts: &[Start; 3],
        ways: &[Way],
        effort: usize,
        ticker: &Ticker<'_>,
    ) -> Result<Vec<Way>, Stopped> {
        let moves = &tables.last.moves;
        let stand = |way: &Way| {
            let pieces = end(tables, starts, way);
            let sides = pieces.centre_sets(|colour| colour == 5);
            let state = Sorting { sides, wings: pieces.high_wings(moves), flipped: pieces.flipped(moves) };
            Stand { way: way.clone(), state, least: way.path.len() + self.third_far(state) as usize }
        };
        let mut ways =
            by_length(ways.iter().map(stand).collect(), THIRD_WAYS * effort, ticker, |stand, left, ways| {
                self.sort((moves, ticker), stand.state, left, &mut stand.way.clone(), ways);
            })?;
        ways.truncate(THIRD_WAYS * effort);
        Ok(ways)
    }

    #[inline]
    fn third_far(&self, state: Sorting) -> u8 {
        let wings = self.wings[self.twelve.rank(state.wings)];
        let middles = |kind: usize| self.middles[kind][flip_rank(state.flipped.into(), state.sides[kind])];
        wings.max(middles(0)).max(middles(1)).max(self.sides[axis_rank(state.sides, 2)])
    }

    fn sort(&self, (moves, ticker): With<'_>, state: Sorting, left: u8, way: &mut Way, ways: &mut Vec<Way>) {
        if ticker.tick().is_err() {
            return;
        }
        if left == 0 {
            ways.push(way.clone());
            return;
        }
        let allowed = if left == 1 { moves.third & !moves.fourth } else { moves.third };
        for turn in bits(moves.next[way.last()] & allowed) {
            let after = Sorting {
                sides: moves.shown(state.sides, turn),
                wings: moves.wings[turn].apply(state.wings),
                flipped: flip(moves, state.flipped, turn),
            };
            if self.third_far(after) < left {
                way.path.push(turn as u8);
                self.sort((moves, ticker), after, left - 1, way, ways);
                way.path.pop();
            }
        }
    }
}

/// The edges with flipped middle pieces after a turn.
#[inline]
fn flip(moves: &Moves, flipped: u16, turn: usize) -> u16 {
    moves.edge_sets[turn][1][flipped as usize] ^ moves.flips[turn]
}

/// The rank of flipped edges with one kind of centres on R and L.
#[inline]
fn flip_rank(flipped: u32, sides: u32) -> usize {
    flipped as usize * 70 + FOUR_OF_EIGHT[(sides >> 16 & 255) as usize] as usize
}
