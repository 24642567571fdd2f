//! Phases 4 and 5 of the 5x5: which edges meet in which slice.
//!
//! Four edge pieces (each a middle edge and its two wings) are chosen and gathered in the slice between
//! U and D, then four of the others in the slice between R and L. At the same time the centres come to
//! where half turns can solve them.

use super::halves::{Halves, axis_rank};
use super::{Moves, Start, Tables, end};
use crate::nxn::search::{Stand, Way, bits, by_length, walk};
use crate::nxn::subset::FOUR_OF_EIGHT;
use crate::permutation::{rank, unrank};
use ludex_core::{Stopped, Ticker};

/// Ways after which a phase has seen enough.
const FOURTH_WAYS: usize = 30;
const FIFTH_WAYS: usize = 300;

/// The edges FR FL BR BL, as a set.
const EQUATOR: u32 = 0xF00;
/// The edges UF UB DF DB.
const MERIDIAN: u32 = 0x00F;

/// Where the chosen edge pieces are: sets of edges that hold their low wings, middles, high wings.
type Chosen = [u16; 3];

/// What phases 4 and 5 look at.
#[derive(Debug, Clone, Copy)]
struct State {
    chosen: Chosen,
    /// Both kinds of centres, one colour of each axis.
    centres: [u32; 2],
    /// Fifth phase: the rank of the low wings' places among the high ones.
    wings: u16,
}

/// Distances of sets of edges, and of centres to what the next phase can solve.
#[derive(Debug)]
pub(super) struct Slices {
    /// The rank of a set of four out of twelve.
    four: Vec<u16>,
    /// Fourth phase, by ranks: low wings and middles, high wings and middles, low and high wings.
    pairs: [Vec<u8>; 3],
    /// Fourth phase: both kinds of centres on F and B.
    front: Vec<u8>,
    /// Fifth phase: sets of four out of eight of all three parts.
    triple: Vec<u8>,
    /// Fifth phase: by the rank of the wings, then by turn, the rank after it.
    wings: Vec<[u16; 36]>,
    /// Fifth phase: wings with either kind of centres on U and D.
    poles: [Vec<u8>; 2],
}

/// The two parts in each table of [`Slices::pairs`].
const PAIRS: [(usize, usize); 3] = [(0, 1), (2, 1), (0, 2)];

impl Slices {
    pub(super) fn new(moves: &Moves, halves: &Halves) -> Slices {
        let sets = &moves.edge_sets;
        let mut four = vec![0; 4096];
        for (rank, set) in (0..4096usize).filter(|set| set.count_ones() == 4).enumerate() {
            four[set] = rank as u16;
        }
        let pairs = PAIRS.map(|(a, b)| {
            let mut far = vec![u8::MAX; 495 * 495];
            let index = |state: u32| {
                four[(state & 4095) as usize] as usize * 495 + four[(state >> 12) as usize] as usize
            };
            let step = |state: u32, turn: usize| {
                let (first, second) = (&sets[turn][a], &sets[turn][b]);
                u32::from(first[(state & 4095) as usize]) | u32::from(second[(state >> 12) as usize]) << 12
            };
            walk(vec![EQUATOR | EQUATOR << 12], index, step, moves.fourth, &mut far);
            far
        });
        let mut triple = vec![u8::MAX; 70 * 70 * 70];
        let step = |state: u32, turn: usize| {
            let part = |k: usize| u32::from(sets[turn][k][(state >> (8 * k) & 255) as usize]) << (8 * k);
            part(0) | part(1) | part(2)
        };
        let goal = MERIDIAN | MERIDIAN << 8 | MERIDIAN << 16;
        walk(vec![goal], three_fours, step, moves.fifth, &mut triple);
        let wings = wing_ranks(moves);
        let poles = [0, 1].map(|kind| {
            let mut far = vec![u8::MAX; ORDERS * 70];
            let centres = halves.reduced(0, kind);
            let goals = fours_alike().into_iter();
            let goals =
                goals.flat_map(|order| centres.iter().map(move |centre| order << 8 | centre)).collect();
            let step = |state: u32, turn: usize| {
                let shown = moves.centres[kind][turn].apply(state & 255) & 255;
                u32::from(wings[(state >> 8) as usize][turn]) << 8 | shown
            };
            walk(goals, |state| pole_rank((state >> 8) as u16, state), step, moves.fifth, &mut far);
            far
        });
        Slices { front: halves.reach(moves, 1, moves.fourth), poles, wings, pairs, triple, four }
    }

    #[inline]
    fn step(&self, moves: &Moves, state: State, turn: usize) -> State {
        let sets = &moves.edge_sets[turn];
        let [low, middle, high] = state.chosen;
        State {
            chosen: [sets[0][low as usize], sets[1][middle as usize], sets[2][high as usize]],
            centres: moves.shown(state.centres, turn),
            wings: self.wings[state.wings as usize][turn],
        }
    }

    #[inline]
    fn fourth_far(&self, state: State) -> u8 {
        let ranks = state.chosen.map(|set| self.four[set as usize] as usize);
        let far = |i: usize| self.pairs[i][ranks[PAIRS[i].0] * 495 + ranks[PAIRS[i].1]];
        let front = self.front[axis_rank(state.centres, 1)];
        far(0).max(far(1)).max(far(2)).max(front)
    }

    #[inline]
    fn fifth_far(&self, state: State) -> u8 {
        let [low, middle, high] = state.chosen.map(u32::from);
        let poles = |kind: usize| self.poles[kind][pole_rank(state.wings, state.centres[kind])];
        self.triple[three_fours(low | middle << 8 | high << 16)].max(poles(0)).max(poles(1))
    }
}

/// Orders of eight.
const ORDERS: usize = 40320;

#[inline]
fn pole_rank(wings: u16, centres: u32) -> usize {
    wings as usize * 70 + FOUR_OF_EIGHT[(centres & 255) as usize] as usize
}

/// By rank of the low wings' places among the high ones of the first eight edges, what turns make of it.
fn wing_ranks(moves: &Moves) -> Vec<[u16; 36]> {
    let mut to = vec![[0; 36]; ORDERS];
    for turn in bits(moves.fifth) {
        let [low, _, high] = &moves.edges[turn];
        let mut carried = [0u8; 8];
        (0..8).for_each(|i| carried[high[i] as usize] = i as u8);
        for (code, to) in to.iter_mut().enumerate() {
            let old: [u8; 8] = unrank(code as u64);
            let new: [u8; 8] = std::array::from_fn(|i| carried[old[low[i] as usize] as usize]);
            to[turn] = rank(&new) as u16;
        }
    }
    to
}

/// The rank of the low wings' places among the high ones; 0 if they do not keep to the first eight edges.
fn wing_rank([low, _, high]: &[[u8; 12]; 3]) -> u16 {
    let mut places = [0; 8];
    for (place, piece) in places.iter_mut().zip(low) {
        match high[..8].iter().position(|other| other == piece) {
            Some(at) => *place = at as u8,
            None => return 0,
        }
    }
    rank(&places) as u16
}

/// The ranks of the wings that half turns can pair: in either slice low and high ones differ by an
/// exchange of two pairs or not at all.
fn fours_alike() -> Vec<u32> {
    let order = |k: u8| (k / 4, k % 4);
    (0..16)
        .map(|k| {
            let (first, second) = order(k);
            let places: [u8; 8] = std::array::from_fn(|i| (i as u8) ^ if i < 4 { first } else { second });
            rank(&places) as u32
        })
        .collect()
}

/// The rank of three sets of four out of eight.
#[inline]
fn three_fours(state: u32) -> usize {
    let rank = |part: u32| FOUR_OF_EIGHT[(state >> (8 * part) & 255) as usize] as usize;
    (rank(0) * 70 + rank(1)) * 70 + rank(2)
}

/// A search of one of the phases.
struct Search<'a> {
    tables: &'a Tables,
    turns: u64,
    /// The turns of the next phase, with which this one never ends.
    next: u64,
    far: fn(&Slices, State) -> u8,
    /// What else must hold at the end.
    fits: &'a dyn Fn(&Way) -> bool,
    ticker: &'a Ticker<'a>,
}

impl Search<'_> {
    fn descend(&self, state: State, left: u8, way: &mut Way, ways: &mut Vec<Way>) {
        if self.ticker.tick().is_err() {
            return;
        }
        if left == 0 {
            if (self.fits)(way) {
                ways.push(way.clone());
            }
            return;
        }
        let moves = &self.tables.last.moves;
        let allowed = if left == 1 { self.turns & !self.next } else { self.turns };
        for turn in bits(moves.next[way.last()] & allowed) {
            let after = self.tables.slices.step(moves, state, turn);
            if (self.far)(&self.tables.slices, after) >= left {
                continue;
            }
            way.path.push(turn as u8);
            self.descend(after, left - 1, way, ways);
            way.path.pop();
        }
    }

    fn run(
        &self,
        starts: &[Start; 3],
        ways: &[Way],
        choices: &[u32],
        enough: usize,
    ) -> Result<Vec<Way>, Stopped> {
        let mut stands = Vec::new();
        for way in ways {
            let pieces = end(self.tables, starts, way);
            let edges = pieces.edges(&self.tables.last.moves);
            let centres = pieces.centre_sets(|colour| matches!(colour, 0 | 2 | 5));
            let wings = wing_rank(&edges);
            for &choice in choices {
                let held = |at: &[u8; 12]| {
                    (0..12).fold(0u16, |set, edge| set | ((choice >> at[edge] & 1) as u16) << edge)
                };
                let chosen = edges.each_ref().map(held);
                // What the fourth phase has chosen is no choice for the fifth.
                if self.turns == self.tables.last.moves.fifth && chosen[0] >> 8 != 0 {
                    continue;
                }
                let state = State { chosen, centres, wings };
                let least = way.path.len() + (self.far)(&self.tables.slices, state) as usize;
                stands.push(Stand { way: way.clone(), state, least });
            }
        }
        let mut ways = by_length(stands, enough, self.ticker, |stand, left, ways| {
            self.descend(stand.state, left, &mut stand.way.clone(), ways);
        })?;
        ways.truncate(enough);
        Ok(ways)
    }
}

/// All sets of four out of twelve.
fn fours() -> Vec<u32> {
    (0..4096u32).filter(|set| set.count_ones() == 4).collect()
}

/// Four edge pieces in the slice between U and D.
pub(super) fn fourth(
    tables: &Tables,
    starts: &[Start; 3],
    ways: &[Way],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let fits =
        |way: &Way| tables.last.halves.ring(&end(tables, starts, way).edges(&tables.last.moves), 2).is_some();
    let moves = &tables.last.moves;
    let search = Search {
        tables,
        turns: moves.fourth,
        next: moves.fifth,
        far: Slices::fourth_far,
        fits: &fits,
        ticker,
    };
    search.run(starts, ways, &fours(), FOURTH_WAYS * effort)
}

/// Four more in the slice between R and L, the last four between F and B.
pub(super) fn fifth(
    tables: &Tables,
    starts: &[Start; 3],
    ways: &[Way],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let fits = |way: &Way| {
        let edges = end(tables, starts, way).edges(&tables.last.moves);
        tables.last.halves.ring(&edges, 0).is_some() && tables.last.halves.ring(&edges, 1).is_some()
    };
    let moves = &tables.last.moves;
    let search =
        Search { tables, turns: moves.fifth, next: moves.sixth, far: Slices::fifth_far, fits: &fits, ticker };
    search.run(starts, ways, &fours(), FIFTH_WAYS * effort)
}
