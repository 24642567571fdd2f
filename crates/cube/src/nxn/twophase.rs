//! A small two-phase search for the 3x3 at the end of a reduction.
//!
//! A reduction ends in many 3x3 states and wants the one that is solved soonest: what counts is a
//! quick look at each with tables that are there in a fraction of a second. First untwist and unflip
//! and bring the four slice edges into their layer, then solve with the ten turns that keep that,
//! along three axes and both directions.

use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::{Turn, invert};
use crate::permutation::{rank, unrank};
use crate::symmetry::Symmetry;
use std::sync::OnceLock;

const TURNS: usize = 18;
const TWISTS: usize = 2187;
const FLIPS: usize = 2048;
const SLICES: usize = 495;
const ORDERS: usize = 40320;
/// Turns of the second phase: U, D by quarters, the rest by halves.
const SECOND: [u8; 10] = [0, 1, 2, 3, 4, 5, 7, 10, 13, 16];

/// Turn `i` in the numbering of this search: faces U D F B L R, quarters 1 to 3.
const fn turn(i: u8) -> Turn {
    Turn::face(Face::from_index(i / 3), i % 3 + 1)
}

struct Tables {
    twist: Vec<[u16; TURNS]>,
    flip: Vec<[u16; TURNS]>,
    slice: Vec<[u16; TURNS]>,
    corners: Vec<[u16; 10]>,
    edges: Vec<[u16; 10]>,
    order: Vec<[u16; 10]>,
    /// By slice and twist, by slice and flip.
    twist_far: Vec<u8>,
    flip_far: Vec<u8>,
    /// By order of the slice edges and corners, by order and other edges.
    corners_far: Vec<u8>,
    edges_far: Vec<u8>,
    /// Rank of a set of four edges out of twelve.
    four: Vec<u16>,
}

fn twist_of(cube: &Cubie) -> usize {
    cube.corners.twist[..7].iter().fold(0, |code, &twist| code * 3 + twist as usize)
}

fn flip_of(cube: &Cubie) -> usize {
    cube.edges.flip[..11].iter().fold(0, |code, &flip| code * 2 + flip as usize)
}

/// The places of the slice edges FR FL BL BR as a set.
fn slice_set(cube: &Cubie) -> usize {
    cube.edges.piece.iter().enumerate().fold(0, |set, (i, &piece)| set | usize::from(piece >= 8) << i)
}

impl Tables {
    fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Tables {
        let mut four = vec![0; 4096];
        let mut sets = Vec::new();
        for set in (0..4096usize).filter(|set| set.count_ones() == 4) {
            four[set] = sets.len() as u16;
            sets.push(set);
        }
        let with_twist = |mut code: usize| {
            let mut cube = Cubie::SOLVED;
            for i in (0..7).rev() {
                (cube.corners.twist[i], code) = ((code % 3) as u8, code / 3);
            }
            cube.corners.twist[7] = (24 - cube.corners.twist[..7].iter().sum::<u8>()) % 3;
            cube
        };
        let with_flip = |code: usize| {
            let mut cube = Cubie::SOLVED;
            for i in 0..11 {
                cube.edges.flip[i] = (code >> (10 - i) & 1) as u8;
            }
            cube.edges.flip[11] = cube.edges.flip[..11].iter().sum::<u8>() % 2;
            cube
        };
        let with_slice = |code: usize| {
            let mut cube = Cubie::SOLVED;
            let (mut slice, mut other) = (8, 0);
            for i in 0..12 {
                let next = if sets[code] >> i & 1 == 1 { &mut slice } else { &mut other };
                cube.edges.piece[i] = *next;
                *next += 1;
            }
            cube
        };
        let with_corners = |code: usize| {
            let mut cube = Cubie::SOLVED;
            cube.corners.piece = unrank(code as u64);
            cube
        };
        let with_edges = |code: usize| {
            let mut cube = Cubie::SOLVED;
            cube.edges.piece[..8].copy_from_slice(&unrank::<8>(code as u64));
            cube
        };
        let with_order = |code: usize| {
            let mut cube = Cubie::SOLVED;
            let order: [u8; 4] = unrank(code as u64);
            (0..4).for_each(|i| cube.edges.piece[8 + i] = 8 + order[i]);
            cube
        };
        let all: [u8; TURNS] = std::array::from_fn(|i| i as u8);
        let twist = moves(TWISTS, &all, with_twist, twist_of);
        let flip = moves(FLIPS, &all, with_flip, flip_of);
        let slice = moves(SLICES, &all, with_slice, |cube| four[slice_set(cube)] as usize);
        let corners = moves(ORDERS, &SECOND, with_corners, corners_of);
        let edges = moves(ORDERS, &SECOND, with_edges, edges_of);
        let order = moves(24, &SECOND, with_order, order_of);
        let home = four[slice_set(&Cubie::SOLVED)] as usize;
        Tables {
            twist_far: far(&slice, home, &twist),
            flip_far: far(&slice, home, &flip),
            corners_far: far(&order, 0, &corners),
            edges_far: far(&order, 0, &edges),
            twist,
            flip,
            slice,
            corners,
            edges,
            order,
            four,
        }
    }
}

fn corners_of(cube: &Cubie) -> usize {
    rank(&cube.corners.piece) as usize
}

fn edges_of(cube: &Cubie) -> usize {
    rank(&cube.edges.piece[..8]) as usize
}

fn order_of(cube: &Cubie) -> usize {
    let order: [u8; 4] = std::array::from_fn(|i| cube.edges.piece[8 + i] - 8);
    rank(&order) as usize
}

/// Where each turn leads each value of a coordinate.
fn moves<const N: usize>(
    count: usize,
    turns: &[u8; N],
    with: impl Fn(usize) -> Cubie,
    code: impl Fn(&Cubie) -> usize,
) -> Vec<[u16; N]> {
    (0..count)
        .map(|value| {
            let cube = with(value);
            turns.map(|i| code(&cube.turn(turn(i).face, turn(i).quarters)) as u16)
        })
        .collect()
}

/// Distances of two coordinates together from (`home`, 0), the first one the slower.
fn far<const N: usize>(slow: &[[u16; N]], home: usize, fast: &[[u16; N]]) -> Vec<u8> {
    let mut far = vec![u8::MAX; slow.len() * fast.len()];
    let mut frontier = vec![(home * fast.len()) as u32];
    far[frontier[0] as usize] = 0;
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for &at in &frontier {
            let (a, b) = (at as usize / fast.len(), at as usize % fast.len());
            for turn in 0..N {
                let to = slow[a][turn] as usize * fast.len() + fast[b][turn] as usize;
                if far[to] == u8::MAX {
                    far[to] = depth;
                    next.push(to as u32);
                }
            }
        }
        frontier = next;
    }
    far
}

/// Face turns that solve a 3x3: a first way, however long the search for it takes, and the shortest
/// that `nodes` more steps come upon.
pub(crate) fn solve(cube: &Cubie, nodes: u64) -> Vec<Turn> {
    search(cube, 31, u64::MAX, nodes).expect("every 3x3 is solved by far fewer turns")
}

/// Face turns that solve a 3x3 in at most `limit` turns, the fewest that `nodes` steps of search
/// come upon.
pub(crate) fn solve_within(cube: &Cubie, limit: usize, nodes: u64) -> Option<Vec<Turn>> {
    search(cube, limit, nodes, nodes)
}

/// Searches for `before` steps, and from the first way on for at most `after`.
fn search(cube: &Cubie, limit: usize, before: u64, after: u64) -> Option<Vec<Turn>> {
    let tables = Tables::get();
    // The axis along U-D, F-B and R-L, forwards and backwards.
    let axes = [Some((Face::U, Face::F)), Some((Face::F, Face::R)), Some((Face::R, Face::U))]
        .map(|pair| pair.and_then(|(up, front)| Symmetry::bringing(up, front)).unwrap_or(Symmetry::IDENTITY));
    let mut searches: Vec<(Symmetry, bool, Search<'_>)> = Vec::new();
    for axis in axes {
        for inverse in [false, true] {
            let cube = if inverse { cube.inverse() } else { *cube };
            searches.push((axis, inverse, Search::new(tables, cube.conjugate(axis))));
        }
    }
    let mut best: Option<Vec<Turn>> = None;
    let mut limit = limit as i32;
    let mut left = before;
    for depth in 0..=20 {
        if depth > limit || left == 0 {
            break;
        }
        for (axis, inverse, search) in &mut searches {
            (search.limit, search.left, search.after, search.best) = (limit, left, after, None);
            search.first(depth);
            left = search.left;
            if let Some(path) = search.best.take() {
                limit = path.len() as i32 - 1;
                let back = axis.inverse();
                let turns: Vec<Turn> = path.iter().map(|&i| back.turn(turn(i))).collect();
                best = Some(if *inverse { invert(&turns) } else { turns });
            }
        }
    }
    best
}

struct Search<'a> {
    tables: &'a Tables,
    cube: Cubie,
    path: Vec<u8>,
    best: Option<Vec<u8>>,
    /// Longest solution still of use.
    limit: i32,
    left: u64,
    /// What is left at most once a way was found.
    after: u64,
}

impl<'a> Search<'a> {
    fn new(tables: &'a Tables, cube: Cubie) -> Search<'a> {
        Search { tables, cube, path: Vec::new(), best: None, limit: 0, left: 0, after: 0 }
    }

    fn first(&mut self, depth: i32) {
        let slice = self.tables.four[slice_set(&self.cube)] as usize;
        let (twist, flip) = (twist_of(&self.cube), flip_of(&self.cube));
        if self.first_far(slice, twist, flip) <= depth {
            self.descend(slice, twist, flip, depth);
        }
    }

    fn first_far(&self, slice: usize, twist: usize, flip: usize) -> i32 {
        let twists = self.tables.twist_far[slice * TWISTS + twist];
        i32::from(twists.max(self.tables.flip_far[slice * FLIPS + flip]))
    }

    /// First phase: exactly `left` turns to go.
    fn descend(&mut self, slice: usize, twist: usize, flip: usize, left: i32) {
        if left == 0 {
            self.second();
            return;
        }
        for turn in 0..TURNS {
            if !follows(self.path.last().copied(), turn as u8) {
                continue;
            }
            // A last turn of the second phase's own would be found there.
            if left == 1 && SECOND.contains(&(turn as u8)) {
                continue;
            }
            let tables = self.tables;
            let next = (
                tables.slice[slice][turn] as usize,
                tables.twist[twist][turn] as usize,
                tables.flip[flip][turn] as usize,
            );
            if self.first_far(next.0, next.1, next.2) >= left {
                continue;
            }
            if self.left == 0 || self.path.len() as i32 + left > self.limit {
                return;
            }
            self.left -= 1;
            self.path.push(turn as u8);
            self.descend(next.0, next.1, next.2, left - 1);
            self.path.pop();
        }
    }

    fn second(&mut self) {
        let cube = self.path.iter().fold(self.cube, |cube, &i| cube.turn(turn(i).face, turn(i).quarters));
        let (corners, edges, order) = (corners_of(&cube), edges_of(&cube), order_of(&cube));
        let far = self.second_far(corners, edges, order);
        let room = self.limit - self.path.len() as i32;
        // Long second phases cost much and are rarely the shortest way.
        for left in far..=room.min(11) {
            if self.finish(corners, edges, order, left) {
                self.limit = self.best.as_ref().map_or(0, |best| best.len() as i32 - 1);
                self.left = self.left.min(self.after);
                return;
            }
        }
    }

    fn second_far(&self, corners: usize, edges: usize, order: usize) -> i32 {
        let far = self.tables.corners_far[order * ORDERS + corners];
        i32::from(far.max(self.tables.edges_far[order * ORDERS + edges]))
    }

    fn finish(&mut self, corners: usize, edges: usize, order: usize, left: i32) -> bool {
        if left == 0 {
            self.best = Some(self.path.clone());
            return true;
        }
        for (i, &turn) in SECOND.iter().enumerate() {
            if !follows(self.path.last().copied(), turn) {
                continue;
            }
            let tables = self.tables;
            let next = (
                tables.corners[corners][i] as usize,
                tables.edges[edges][i] as usize,
                tables.order[order][i] as usize,
            );
            if self.second_far(next.0, next.1, next.2) >= left {
                continue;
            }
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.path.push(turn);
            let found = self.finish(next.0, next.1, next.2, left - 1);
            self.path.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// Of turns about one axis only the order of growing faces is tried.
fn follows(previous: Option<u8>, next: u8) -> bool {
    previous.is_none_or(|previous| {
        let (a, b) = (previous / 3, next / 3);
        a != b && (a / 2 != b / 2 || a < b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    #[test]
    fn random_states_are_solved() {
        let mut random = Random::new(1);
        let mut total = 0;
        for _ in 0..50 {
            let mut cube = Cubie::SOLVED;
            for _ in 0..40 {
                cube = cube.turn(Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1);
            }
            let turns = solve(&cube, 50_000);
            assert_eq!(cube.apply(&turns), Cubie::SOLVED);
            total += turns.len();
        }
        assert!(total <= 50 * 21, "{total} turns for 50 states");
    }
}
