//! The 2x2, optimally: half a byte for the first move of each of its 3,674,160 states, and half a byte for
//! the distance.
//!
//! ```text
//!   bit 7        4 3        0
//!     +-----------+-----------+     of rank r the half r % 2 of byte r / 2:
//!     | odd rank  | even rank |     moves     U U2 U' R R2 R' F F2 F' as 0..8, to a state one nearer
//!     +-----------+-----------+     distances 0..14
//! ```
//!
//! Rank r is permutation * 729 + twists. A solution reads moves only: 1.8 MB, which stay in the second-level
//! cache. A move takes the whole row of 729 twists of one permutation to the row of another, in an order
//! that depends on the move alone: the search touches two short rows at a time and stays in the first-level
//! cache.

use crate::cubie::{Corners, Cubie};
use crate::face::Face;
use crate::moves::Turn;
use crate::name::STATES2;
use ludex_core::Random;
use std::sync::OnceLock;

/// How turns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// Half turns count once.
    Htm,
    /// Half turns count twice.
    Qtm,
}

impl Metric {
    /// The metric's word: `htm` or `qtm`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Metric::Htm => "htm",
            Metric::Qtm => "qtm",
        }
    }
}

const PERMUTATIONS: usize = 5040;
const TWISTS: usize = 729;
const MOVES: usize = 9;
const FACES: [Face; 3] = [Face::U, Face::R, Face::F];

/// The distance of every 2x2 state in one metric, and a first move of an optimal solution.
#[derive(Debug, Clone)]
pub struct Table2 {
    metric: Metric,
    moves: Vec<u8>,
    distances: Vec<u8>,
    leads: &'static Moves2,
}

/// Where moves lead: permutations and twists apart.
#[derive(Debug, Clone)]
struct Moves2 {
    permutation: Vec<[u16; MOVES]>,
    twist: [[u16; TWISTS]; MOVES],
}

impl Moves2 {
    fn get() -> &'static Moves2 {
        static MOVES: OnceLock<Moves2> = OnceLock::new();
        MOVES.get_or_init(Moves2::new)
    }

    fn new() -> Self {
        let quarter: [Corners; 3] = FACES.map(|face| Cubie::SOLVED.turn(face, 1).corners);
        let mut permutation = vec![[0; MOVES]; PERMUTATIONS];
        for p in 0..PERMUTATIONS {
            let state = Corners::from_rank2((p * TWISTS) as u32).expect("in range");
            for (f, turn) in quarter.iter().enumerate() {
                permutation[p][3 * f] = (state.then(turn).rank2() as usize / TWISTS) as u16;
            }
        }
        let mut twist = [[0; TWISTS]; MOVES];
        for t in 0..TWISTS {
            let state = Corners::from_rank2(t as u32).expect("in range");
            for (f, turn) in quarter.iter().enumerate() {
                twist[3 * f][t] = (state.then(turn).rank2() as usize % TWISTS) as u16;
            }
        }
        for f in 0..3 {
            for k in 1..3 {
                for p in 0..PERMUTATIONS {
                    permutation[p][3 * f + k] = permutation[permutation[p][3 * f + k - 1] as usize][3 * f];
                }
                for t in 0..TWISTS {
                    twist[3 * f + k][t] = twist[3 * f][twist[3 * f + k - 1][t] as usize];
                }
            }
        }
        Moves2 { permutation, twist }
    }
}

/// An optimal solution of a 2x2 whose DBL corner is home: turns of U, R and F.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Solution2 {
    moves: [u8; 14],
    length: u8,
}

impl Solution2 {
    /// The turns in order.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.moves[..self.length as usize].iter().map(|&m| Turn::face(FACES[m as usize / 3], m % 3 + 1))
    }

    /// How many turns, each counted once.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl Table2 {
    /// The table of a metric, made on first use and kept.
    #[must_use]
    pub fn shared(metric: Metric) -> &'static Table2 {
        static TABLES: [OnceLock<Table2>; 2] = [const { OnceLock::new() }; 2];
        TABLES[metric as usize].get_or_init(|| Table2::new(metric))
    }

    /// Searches all states breadth first from solved.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        let leads = Moves2::get();
        let usable: &[usize] = match metric {
            Metric::Htm => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            Metric::Qtm => &[0, 2, 3, 5, 6, 8],
        };
        let mut search = Search {
            moves: leads,
            usable,
            bytes: vec![0; STATES2 as usize + 1],
            known: vec![[0; ROW]; PERMUTATIONS],
            last: vec![[0; ROW]; PERMUTATIONS],
            next: vec![[0; ROW]; PERMUTATIONS],
        };
        (search.known[0][0], search.last[0][0]) = (1, 1);
        let (mut left, mut here) = (STATES2 as usize - 1, 1);
        for depth in 0.. {
            if left == 0 {
                break;
            }
            // From the states at this depth outwards while they are few, else from the unknown ones in.
            here = if here < left { search.outwards(depth) } else { search.inwards(depth) };
            left -= here;
        }
        // The search writes a move and a distance into one byte; whoever solves needs the moves only.
        let pairs = search.bytes[..STATES2 as usize].as_chunks::<2>().0;
        let moves = pairs.iter().map(|&[even, odd]| even >> 4 | odd & 0xF0).collect();
        let distances = pairs.iter().map(|&[even, odd]| even & 0x0F | odd << 4).collect();
        Table2 { metric, moves, distances, leads }
    }

    /// The distance of a state from solved.
    ///
    /// # Panics
    /// When the rank is not below 3,674,160.
    #[must_use]
    pub fn distance(&self, rank: u32) -> u8 {
        half(&self.distances, rank as usize)
    }

    /// An optimal solution, by following the table down.
    ///
    /// # Panics
    /// When the rank is not below 3,674,160.
    #[must_use]
    #[inline]
    pub fn solve(&self, rank: u32) -> Solution2 {
        let (mut p, mut t) = (rank as usize / TWISTS, rank as usize % TWISTS);
        let mut solution = Solution2::default();
        while (p, t) != (0, 0) {
            let m = half(&self.moves, p * TWISTS + t) as usize;
            solution.moves[solution.length as usize] = m as u8;
            solution.length += 1;
            p = self.leads.permutation[p][m] as usize;
            t = self.leads.twist[m][t] as usize;
        }
        solution
    }

    /// A random solution of exactly so many moves, no face twice in a row; nothing where there is none.
    ///
    /// # Panics
    /// When the rank is not below 3,674,160.
    #[must_use]
    pub fn solve_in(&self, rank: u32, length: u8, random: &mut Random) -> Option<Vec<Turn>> {
        let mut path = Vec::new();
        let from = (rank as usize / TWISTS, rank as usize % TWISTS);
        self.wander(from, length, random, &mut path)
            .then(|| path.iter().map(|&m: &usize| Turn::face(FACES[m / 3], m as u8 % 3 + 1)).collect())
    }

    fn wander(&self, (p, t): (usize, usize), left: u8, random: &mut Random, path: &mut Vec<usize>) -> bool {
        if left == 0 {
            return (p, t) == (0, 0);
        }
        if half(&self.distances, p * TWISTS + t) > left {
            return false;
        }
        let mut moves: [usize; MOVES] = std::array::from_fn(|m| m);
        random.shuffle(&mut moves);
        for m in moves {
            if path.last().is_some_and(|last| last / 3 == m / 3) {
                continue;
            }
            path.push(m);
            let next = (self.leads.permutation[p][m] as usize, self.leads.twist[m][t] as usize);
            if self.wander(next, left - 1, random, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// All optimal solutions, in the order of their moves.
    ///
    /// # Panics
    /// When the rank is not below 3,674,160.
    #[must_use]
    pub fn all(&self, rank: u32) -> Vec<Vec<Turn>> {
        let mut found = Vec::new();
        self.descend(rank as usize / TWISTS, rank as usize % TWISTS, &mut Vec::new(), &mut found);
        found
    }

    fn descend(&self, p: usize, t: usize, path: &mut Vec<Turn>, found: &mut Vec<Vec<Turn>>) {
        let distance = half(&self.distances, p * TWISTS + t);
        if distance == 0 {
            found.push(path.clone());
            return;
        }
        for m in 0..MOVES {
            let turn = Turn::face(FACES[m / 3], m as u8 % 3 + 1);
            let (p, t) = (self.leads.permutation[p][m] as usize, self.leads.twist[m][t] as usize);
            // In quarter turns a half turn is two moves; it is found as such and written twice.
            let usable = self.metric == Metric::Htm || turn.quarters != 2;
            if usable && half(&self.distances, p * TWISTS + t) == distance - 1 {
                path.push(turn);
                self.descend(p, t, path, found);
                path.pop();
            }
        }
    }

    /// How many states there are at each distance.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; 15];
        for &byte in &self.distances {
            counts[byte as usize & 15] += 1;
            counts[byte as usize >> 4] += 1;
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }
}

/// Half a byte.
#[inline(always)]
fn half(halves: &[u8], rank: usize) -> u8 {
    halves[rank / 2] >> (rank % 2 * 4) & 15
}

const fn inverse(m: usize) -> usize {
    m / 3 * 3 + 2 - m % 3
}

/// Words of one permutation's row of twists, one bit each.
const ROW: usize = TWISTS.div_ceil(64);

/// The search from solved, depth by depth.
///
/// What is known and what was reached last are kept as bits: both sets together are a megabyte and
/// stay in the second-level cache while the bytes are only written.
struct Search<'a> {
    moves: &'a Moves2,
    usable: &'a [usize],
    /// One byte more than there are states: where a store that should not happen goes.
    bytes: Vec<u8>,
    known: Vec<[u64; ROW]>,
    last: Vec<[u64; ROW]>,
    /// Room for what is reached next: fresh memory at every depth would cost more than the clearing.
    next: Vec<[u64; ROW]>,
}

impl Search<'_> {
    /// From the states found last, outwards.
    fn outwards(&mut self, depth: u8) -> usize {
        let spare = self.bytes.len() - 1;
        let mut next = std::mem::take(&mut self.next);
        next.fill([0; ROW]);
        let (mut found, mut list) = (0, [0u16; TWISTS]);
        for p in 0..PERMUTATIONS {
            let count = select(&self.last[p], &mut list);
            if count == 0 {
                continue;
            }
            // Three moves side by side: stores to one row wait for each other, those to three do not.
            for three in self.usable.chunks_exact(3) {
                let lanes: [_; 3] = std::array::from_fn(|k| {
                    let m = three[k];
                    let to = self.moves.permutation[p][m] as usize;
                    (to, &self.moves.twist[m], (depth + 1) | ((inverse(m) as u8) << 4))
                });
                for &t in &list[..count] {
                    for &(to, twist, value) in &lanes {
                        let t = twist[t as usize] as usize;
                        let (word, bit) = (t / 64, t % 64);
                        let new = !self.known[to][word] >> bit & 1;
                        self.known[to][word] |= new << bit;
                        next[to][word] |= new << bit;
                        found += new as usize;
                        self.bytes[if new == 1 { to * TWISTS + t } else { spare }] = value;
                    }
                }
            }
        }
        self.next = std::mem::replace(&mut self.last, next);
        found
    }

    /// From the states still unknown, inwards to those found last.
    fn inwards(&mut self, depth: u8) -> usize {
        let mut next = std::mem::take(&mut self.next);
        next.fill([0; ROW]);
        let (mut found, mut list) = (0, [0u16; TWISTS]);
        for p in 0..PERMUTATIONS {
            let mut unknown = self.known[p].map(|word| !word);
            unknown[ROW - 1] &= (1 << (TWISTS % 64)) - 1;
            let mut count = select(&unknown, &mut list);
            for &m in self.usable {
                if count == 0 {
                    break;
                }
                let last = &self.last[self.moves.permutation[p][m] as usize];
                let twist = &self.moves.twist[m];
                let mut kept = 0;
                for k in 0..count {
                    let t = list[k] as usize;
                    let to = twist[t] as usize;
                    let hit = last[to / 64] >> (to % 64) & 1;
                    // A later move overwrites a guess; a state that stays unknown meets a later depth.
                    self.bytes[p * TWISTS + t] = (depth + 1) | ((m as u8) << 4);
                    next[p][t / 64] |= hit << (t % 64);
                    list[kept] = t as u16;
                    kept += 1 - hit as usize;
                }
                found += count - kept;
                count = kept;
            }
        }
        for (known, next) in self.known.iter_mut().zip(&next) {
            known.iter_mut().zip(next).for_each(|(known, next)| *known |= next);
        }
        self.next = std::mem::replace(&mut self.last, next);
        found
    }
}

/// Lists the bits of a row.
fn select(row: &[u64; ROW], list: &mut [u16; TWISTS]) -> usize {
    let mut count = 0;
    for (i, &word) in row.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            list[count] = (64 * i) as u16 + word.trailing_zeros() as u16;
            count += 1;
            word &= word - 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_counts() {
        let htm = Table2::new(Metric::Htm);
        assert_eq!(
            htm.counts(),
            [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]
        );
        let qtm = Table2::new(Metric::Qtm);
        assert_eq!(
            qtm.counts(),
            [
                1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90280,
                276
            ]
        );
    }

    #[test]
    fn solutions_solve_and_are_as_long_as_the_distance() {
        let table = Table2::new(Metric::Qtm);
        let mut random = ludex_core::Random::new(6);
        for _ in 0..2000 {
            let state = Corners::random2(&mut random);
            let solution = table.solve(state.rank2());
            let end = solution.turns().fold(Cubie { corners: state, ..Cubie::SOLVED }, |state, turn| {
                assert_ne!(turn.quarters, 2);
                state.turn(turn.face, turn.quarters)
            });
            assert_eq!(end.corners, Corners::SOLVED);
            assert_eq!(solution.len(), table.distance(state.rank2()) as usize);
            let all = table.all(state.rank2());
            assert!(all.contains(&solution.turns().collect()));
            assert!(all.iter().all(|turns| turns.len() == solution.len()));
        }
    }
}
