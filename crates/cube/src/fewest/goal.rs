//! What each step is about, as small numbers with exact distances.
//!
//! ```text
//!   EO       flip                             0..2048          quarter turns of F and B flip
//!   DR       twist * 495 + slice places       0..1,082,565     edges oriented; U D R L, F2 B2
//!   HTR      corner class * 70 + M places     0..29,400        domino about U and D; U D, half turns
//!   finish   ((corners * 24 + E) * 24 + M) * 24 + S            half turns alone; half of 96 * 13,824 is reached
//! ```

use crate::cubie::{Corners, Cubie};
use crate::permutation::{rank, unrank};
use crate::solve::{FLIPS, MOVES, PLACES, StepCoords, TWISTS, flip_of, four_of, turn_of, twist_of};
use std::sync::OnceLock;

const UNKNOWN: u8 = u8::MAX;
const ORDERS: usize = 40320;
const CORNER_CLASSES: usize = 420;
const M_PLACES: usize = 70;
const CORNERS: usize = 96;
/// The places of the slices M, S and E.
const M: [usize; 4] = [1, 3, 5, 7];
const S: [usize; 4] = [0, 2, 4, 6];
const E: [usize; 4] = [8, 9, 10, 11];

/// A step's aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Goal {
    /// Edges that need no quarter turns of F and B.
    Edges,
    /// The domino about U and D.
    Domino,
    /// What half turns can solve.
    HalfTurns,
    /// Everything.
    Solved,
}

impl Goal {
    /// The moves of the step, as bits.
    pub(super) const fn usable(self) -> u32 {
        match self {
            Goal::Edges => (1 << MOVES) - 1,
            // No F, F', B, B'.
            Goal::Domino => ((1 << MOVES) - 1) & !(1 << 6 | 1 << 8 | 1 << 15 | 1 << 17),
            Goal::HalfTurns => HALF_TURNS | 0b101 | 0b101 << 9,
            Goal::Solved => HALF_TURNS,
        }
    }

    /// The number of a state, where the step before is done.
    pub(super) fn of(self, state: &Cubie) -> Option<u32> {
        let goals = Goals::get();
        let places = four_of(&state.edges, 8) / 24;
        match self {
            Goal::Edges => Some(flip_of(&state.edges) as u32),
            Goal::Domino => {
                (flip_of(&state.edges) == 0).then(|| (twist_of(&state.corners) * PLACES + places) as u32)
            }
            Goal::HalfTurns => {
                let domino =
                    flip_of(&state.edges) == 0 && twist_of(&state.corners) == 0 && places == PLACES - 1;
                domino.then(|| {
                    let class = goals.corner_class[rank(&state.corners.piece) as usize];
                    (class as usize * M_PLACES + goals.m_rank[m_mask(state)] as usize) as u32
                })
            }
            Goal::Solved => {
                let done = Goal::HalfTurns
                    .of(state)
                    .is_some_and(|number| goals.distance(Goal::HalfTurns, number) == 0);
                done.then(|| {
                    let corners = goals.corner_index[rank(&state.corners.piece) as usize] as usize;
                    let order = |places: [usize; 4]| rank(&four_order(state, places)) as usize;
                    (((corners * 24 + order(E)) * 24 + order(M)) * 24 + order(S)) as u32
                })
            }
        }
    }
}

const HALF_TURNS: u32 = 0b010_010_010_010_010_010;

/// The places among U and D that hold edges of M, as bits.
fn m_mask(state: &Cubie) -> usize {
    (0..8).filter(|&i| M.contains(&usize::from(state.edges.piece[i]))).fold(0, |bits, i| bits | 1 << i)
}

/// The order of a slice's edges among its places.
fn four_order(state: &Cubie, places: [usize; 4]) -> [u8; 4] {
    places.map(|place| {
        let piece = usize::from(state.edges.piece[place]);
        places.iter().position(|&own| own == piece).unwrap_or(0) as u8
    })
}

/// Numbers after moves, and distances.
pub(super) struct Goals {
    coords: StepCoords,
    corner_class: Vec<u16>,
    class_moves: Vec<[u16; MOVES]>,
    m_rank: Vec<u8>,
    m_moves: Vec<[u8; MOVES]>,
    corner_index: Vec<u8>,
    corner_moves: Vec<[u8; MOVES]>,
    /// E, M, S.
    order_moves: [Vec<[u8; MOVES]>; 3],
    distances: [Vec<u8>; 4],
}

impl Goals {
    pub(super) fn get() -> &'static Goals {
        static GOALS: OnceLock<Goals> = OnceLock::new();
        GOALS.get_or_init(Goals::new)
    }

    fn new() -> Goals {
        let turned = |m: usize| {
            let turn = turn_of(m as u8);
            Cubie::SOLVED.turn(turn.face, turn.quarters)
        };
        let turns: [Cubie; MOVES] = std::array::from_fn(turned);
        let halves = || (0..MOVES).filter(|m| HALF_TURNS >> m & 1 == 1);
        let after = |order: usize, m: usize| -> usize {
            let piece: [u8; 8] = unrank(order as u64);
            rank(&turns[m].corners.piece.map(|from| piece[from as usize])) as usize
        };
        // The corners that half turns alone can reach: 96 of them.
        let mut group = vec![0usize];
        let mut corner_index = vec![UNKNOWN; ORDERS];
        corner_index[0] = 0;
        let mut k = 0;
        while k < group.len() {
            for m in halves() {
                let next = after(group[k], m);
                if corner_index[next] == UNKNOWN {
                    corner_index[next] = group.len() as u8;
                    group.push(next);
                }
            }
            k += 1;
        }
        let corner_moves: Vec<[u8; MOVES]> =
            group.iter().map(|&order| std::array::from_fn(|m| corner_index[after(order, m)])).collect();
        // Orders that differ by one of these in which piece is called what are one class.
        let mut corner_class = vec![u16::MAX; ORDERS];
        let mut stands = Vec::new();
        for order in 0..ORDERS {
            if corner_class[order] != u16::MAX {
                continue;
            }
            let own = Corners { piece: unrank(order as u64), twist: [0; 8] };
            for &member in &group {
                let names = Corners { piece: unrank(member as u64), twist: [0; 8] };
                corner_class[rank(&names.then(&own).piece) as usize] = stands.len() as u16;
            }
            stands.push(order);
        }
        let class_moves =
            stands.iter().map(|&order| std::array::from_fn(|m| corner_class[after(order, m)])).collect();
        let masks: Vec<usize> = (0..256usize).filter(|mask| mask.count_ones() == 4).collect();
        let mut m_rank = vec![UNKNOWN; 256];
        masks.iter().enumerate().for_each(|(i, &mask)| m_rank[mask] = i as u8);
        let m_moves = masks
            .iter()
            .map(|&mask| {
                std::array::from_fn(|m| {
                    let from = &turns[m].edges.piece;
                    // Quarter turns of the other faces leave the domino: their entries are never used.
                    let to = (0..8).filter(|&i| from[i] < 8 && mask >> from[i] & 1 == 1);
                    m_rank[to.fold(0, |bits, i| bits | 1 << i)]
                })
            })
            .collect();
        let order_moves = [E, M, S].map(|places| {
            (0..24u64)
                .map(|number| {
                    let order: [u8; 4] = unrank(number);
                    let mut state = Cubie::SOLVED;
                    for (k, &place) in places.iter().enumerate() {
                        state.edges.piece[place] = places[order[k] as usize] as u8;
                    }
                    std::array::from_fn(|m| match HALF_TURNS >> m & 1 {
                        1 => rank(&four_order(&state.then(&turns[m]), places)) as u8,
                        _ => 0,
                    })
                })
                .collect()
        });
        let mut goals = Goals {
            coords: StepCoords::get(),
            corner_class,
            class_moves,
            m_rank,
            m_moves,
            corner_index,
            corner_moves,
            order_moves,
            distances: [const { Vec::new() }; 4],
        };
        let m_home = goals.m_rank[m_mask(&Cubie::SOLVED)];
        let starts = [0, PLACES - 1, m_home as usize, 0];
        let counts = [FLIPS, TWISTS * PLACES, CORNER_CLASSES * M_PLACES, CORNERS * 24 * 24 * 24];
        for (i, goal) in [Goal::Edges, Goal::Domino, Goal::HalfTurns, Goal::Solved].into_iter().enumerate() {
            goals.distances[i] = goals.spread(goal, starts[i], counts[i]);
        }
        goals
    }

    /// Breadth first from home.
    fn spread(&self, goal: Goal, start: usize, count: usize) -> Vec<u8> {
        let mut bytes = vec![UNKNOWN; count];
        bytes[start] = 0;
        let (mut here, mut depth) = (vec![start as u32], 0);
        while !here.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for number in here {
                for m in (0..MOVES as u8).filter(|m| goal.usable() >> m & 1 == 1) {
                    let to = self.turn(goal, number, m);
                    if bytes[to as usize] == UNKNOWN {
                        bytes[to as usize] = depth;
                        next.push(to);
                    }
                }
            }
            here = next;
        }
        bytes
    }

    /// The number after a move of the step.
    #[inline]
    pub(super) fn turn(&self, goal: Goal, number: u32, m: u8) -> u32 {
        let (number, m) = (number as usize, m as usize);
        let to = match goal {
            Goal::Edges => self.coords.flip(number, m),
            Goal::Domino => {
                self.coords.twist(number / PLACES, m) * PLACES + self.coords.places(number % PLACES, m)
            }
            Goal::HalfTurns => {
                self.class_moves[number / M_PLACES][m] as usize * M_PLACES
                    + self.m_moves[number % M_PLACES][m] as usize
            }
            Goal::Solved => {
                let [e, mid, s] = &self.order_moves;
                let corners = self.corner_moves[number / 13_824][m] as usize;
                let (e, mid, s) = (
                    e[number / 576 % 24][m] as usize,
                    mid[number / 24 % 24][m] as usize,
                    s[number % 24][m] as usize,
                );
                ((corners * 24 + e) * 24 + mid) * 24 + s
            }
        };
        to as u32
    }

    /// The distance of a number from home, in moves of the step.
    #[inline]
    pub(super) fn distance(&self, goal: Goal, number: u32) -> u8 {
        self.distances[goal as usize][number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    /// Published: 2048 = 1 + 2 + 25 + ..., farthest 7; 29,400 cosets; 663,552 states of half turns, farthest 15.
    #[test]
    fn numbers_are_as_many_and_as_far_as_published() {
        let goals = Goals::get();
        let known = |goal: Goal| goals.distances[goal as usize].iter().filter(|&&d| d != UNKNOWN);
        let far = |goal: Goal| known(goal).max().copied();
        assert_eq!((known(Goal::Edges).count(), far(Goal::Edges)), (2048, Some(7)));
        assert_eq!(known(Goal::Domino).count(), 1_082_565);
        assert_eq!(known(Goal::HalfTurns).count(), 29_400);
        assert_eq!((known(Goal::Solved).count(), far(Goal::Solved)), (663_552, Some(15)));
    }

    #[test]
    fn numbers_follow_the_states() {
        let goals = Goals::get();
        let mut random = Random::new(62);
        for (goal, before) in [
            (Goal::Edges, Goal::Edges),
            (Goal::Domino, Goal::Domino),
            (Goal::HalfTurns, Goal::HalfTurns),
            (Goal::Solved, Goal::Solved),
        ] {
            let mut state = Cubie::SOLVED;
            for _ in 0..300 {
                let m = random.below(18) as u8;
                if before.usable() >> m & 1 == 0 {
                    continue;
                }
                let number = goal.of(&state).expect("the step before is done");
                let turn = turn_of(m);
                state = state.turn(turn.face, turn.quarters);
                assert_eq!(goal.of(&state), Some(goals.turn(goal, number, m)), "{goal:?} {turn:?}");
            }
        }
    }
}
