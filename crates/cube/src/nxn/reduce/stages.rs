//! The stages: plans, goals, and the states they start from. They are one table with a row per stage, in one file.

use super::plan::{Plan, Rule, Symmetry, Tuples};
use super::shape::{HIGH, Numbered, Pieces, Reach, Shape};
use crate::face::Face;
use crate::moves::Turn;
use crate::nxn::layout::{Act, STILL, is_odd};
use crate::nxn::search::bits;
use crate::nxn::subset::{FB, RL, Ranks, UD, slots};
use crate::permutation::{rank, unrank};
use ludex_core::Random;
use std::sync::Arc;

/// Orders of eight.
const ORDERS: usize = 40320;

/// What the stages share.
pub(crate) struct Ground {
    pub(crate) shape: Shape,
    /// By axis, groups of orbits that half turns move independently.
    pub(crate) reach: [Vec<Reach>; 3],
    /// By wing orbit: low against high wings of the first eight edges.
    pub(crate) orders: Vec<Vec<u16>>,
    /// By wing orbit and ring.
    pub(crate) rings: Vec<[Numbered; 3]>,
    /// Ranks of low against high wings that half turns can pair.
    pub(crate) alike: Vec<u16>,
}

/// A set of 24 slots or labels with bits `from` where `is_in`.
fn colours(pieces: &Pieces, k: usize, is_in: impl Fn(u8) -> bool) -> u32 {
    slots(&pieces.centres[k], is_in)
}

impl Ground {
    pub(crate) fn new(n: usize) -> Ground {
        let shape = Shape::new(n);
        let k = shape.centres.len();
        let groups = if k == 4 {
            vec![vec![0, 1, 2, 3]]
        } else {
            (0..k / 2).map(|i| vec![2 * i, 2 * i + 1]).collect()
        };
        let reach =
            [0, 1, 2].map(|axis| groups.iter().map(|group| Reach::new(&shape, group, axis)).collect());
        let orders = (0..shape.wings).map(|m| orders(&shape, m)).collect();
        let rings = (0..shape.wings).map(|m| [0, 1, 2].map(|ring| ring_part(&shape, m, ring))).collect();
        let order = |k: u8| (k / 4, k % 4);
        let alike = (0..16)
            .map(|k| {
                let (first, second) = order(k);
                let places: [u8; 8] = std::array::from_fn(|i| (i as u8) ^ if i < 4 { first } else { second });
                rank(&places) as u16
            })
            .collect();
        Ground { reach, orders, rings, alike, shape }
    }

    fn k(&self) -> usize {
        self.shape.centres.len()
    }

    /// Four orbits of centres at a time, for the patterns of a face.
    fn tuples_of_four(&self) -> Vec<Vec<usize>> {
        match self.k() {
            4 => vec![vec![0, 1, 2, 3]],
            _ => vec![vec![0, 1, 4, 5], vec![2, 3, 4, 5]],
        }
    }

    fn faces(&self, tuples: &mut Tuples, faces: &[usize]) {
        for group in self.tuples_of_four() {
            for &face in faces {
                let fields: Vec<(usize, usize, usize)> = group.iter().map(|&k| (k, 4 * face, 4)).collect();
                tuples.bits(&fields);
            }
        }
    }

    /// Pairs of orbits of centres on an axis.
    fn axis_pairs(&self, tuples: &mut Tuples, axis: usize) {
        for a in 0..self.k() {
            for b in 0..a {
                tuples.bits(&[(b, 8 * axis, 8), (a, 8 * axis, 8)]);
            }
        }
    }

    /// Patterns of the edges of every ring.
    fn edge_rings(&self, tuples: &mut Tuples, rings: &[usize]) {
        let k = self.k();
        let mut pairs = Vec::new();
        for a in 0..self.shape.edges.len() {
            for b in 0..a {
                pairs.push((b, a));
            }
        }
        for (a, b) in pairs {
            for &ring in rings {
                tuples.bits(&[(k + a, 8 * ring, 8), (k + b, 8 * ring, 8)]);
            }
        }
    }

    fn acts<const S: usize>(&self, edges: bool) -> Vec<[Act; S]> {
        (0..self.shape.turns.len())
            .map(|turn| {
                std::array::from_fn(|w| {
                    if w < self.k() {
                        self.shape.centre_acts[w][turn]
                    } else if edges {
                        let e = w - self.k();
                        self.shape.labelled(e, &self.shape.edge_acts[e][turn])
                    } else {
                        STILL
                    }
                })
            })
            .collect()
    }

    /// Half turns of the whole cube, for stages that look at one colour of an axis. Where centres are fixed it is
    /// the other colour that is at home on the face to which a face has come.
    fn symmetries<const S: usize>(&self) -> [Symmetry<S>; 2] {
        [(Face::R, UD | FB), (Face::U, FB | RL)].map(|(face, exchanged)| {
            let (centres, edges) = self.shape.rotation(face, 2);
            let other_way = if self.shape.is_odd() { exchanged } else { 0 };
            let k = self.k();
            (
                std::array::from_fn(|w| if w < k { centres[w] } else { edges[w - k] }),
                std::array::from_fn(|w| if w < k { other_way } else { 0 }),
            )
        })
    }

    fn still<const S: usize>(&self) -> Vec<[u32; S]> {
        vec![[0; S]; self.shape.turns.len()]
    }

    /// Patterns of faces, of up to four orbits of centres that are the words of a state.
    fn few(&self, tuples: &mut Tuples, words: usize, faces: &[usize], axes: &[usize], parities: usize) {
        for &face in faces {
            let mut fields: Vec<(usize, usize, usize)> = (0..words).map(|k| (k, 4 * face, 4)).collect();
            if parities > 0 {
                fields.push((0, 24, parities));
            }
            tuples.bits(&fields);
        }
        for &axis in axes {
            for a in 0..words {
                for b in 0..a {
                    tuples.bits(&[(b, 8 * axis, 8), (a, 8 * axis, 8)]);
                }
            }
        }
    }

    fn chosen<const S: usize>(&self, stage: usize) -> [usize; S] {
        let orbits = self.shape.looked_at(stage);
        std::array::from_fn(|w| orbits[w])
    }

    /// Centres of one axis onto R and L.
    pub(crate) fn sides<const S: usize>(&self, stage: usize) -> Plan<S, S> {
        let orbits: [usize; S] = self.chosen(stage);
        let mut tuples = Tuples::default();
        self.few(&mut tuples, S, &[0, 1, 2, 3, 4, 5], &[2], 0);
        let acts: Vec<[Act; S]> =
            (0..self.shape.turns.len()).map(|turn| orbits.map(|k| self.shape.centre_acts[k][turn])).collect();
        let symmetries = [(Face::R, 1), (Face::U, 2)]
            .map(|(face, quarters)| (orbits.map(|k| self.shape.rotation(face, quarters).0[k]), [0; S]));
        let goal = Box::new(|state: &[u32; S]| *state == [RL; S]);
        let plan = Plan::new(&acts, self.still(), Vec::new(), tuples, &symmetries, goal);
        let ranks = Arc::new(Ranks::new(8));
        let words: Vec<_> = (0..S).map(|w| (w, Rule::Set(ranks.clone()), ranks.len, vec![RL])).collect();
        plan.with_fars(&words, &[(0..S).collect()], self.shape.stages[stage])
    }

    /// Centres of the other two axes apart, wings of an orbit evenly permuted.
    pub(crate) fn poles<const S: usize>(&self, stage: usize) -> Plan<S, S> {
        let orbits: [usize; S] = self.chosen(stage);
        let mut tuples = Tuples::default();
        self.few(&mut tuples, S, &[0, 1, 2, 3], &[0, 1], 1);
        let acts: Vec<[Act; S]> =
            (0..self.shape.turns.len()).map(|turn| orbits.map(|k| self.shape.centre_acts[k][turn])).collect();
        // After a quarter turn the other colours are those that belong on U and D.
        let quarter = if self.shape.is_odd() { (1, UD | FB) } else { (2, 0) };
        let symmetries = [(Face::R, quarter), (Face::U, (2, 0))].map(|(face, (quarters, other_way))| {
            (orbits.map(|k| self.shape.rotation(face, quarters).0[k]), [other_way; S])
        });
        let m = self.parity_of(stage);
        let flips = self
            .shape
            .odd
            .iter()
            .map(|odd| std::array::from_fn(|w| if w == 0 { (odd >> m & 1) << 24 } else { 0 }))
            .collect();
        let goal = Box::new(|state: &[u32; S]| *state == [0xFF; S]);
        let plan = Plan::new(&acts, flips, Vec::new(), tuples, &symmetries, goal);
        let words: Vec<_> = (0..S)
            .map(|w| (w, Rule::Plain(16), if w == 0 { 1 << 17 } else { 1 << 16 }, vec![0xFF]))
            .collect();
        plan.with_fars(&words, &[(0..S).collect()], self.shape.stages[stage])
    }

    /// The wings whose parity a stage sees to: the deep ones first.
    fn parity_of(&self, stage: usize) -> usize {
        if stage == 2 { self.shape.wings - 1 } else { 0 }
    }

    /// Each wing in a place of its kind, no middle edge flipped, R and L as half turns can solve them.
    pub(crate) fn third<const S: usize>(&'static self) -> Plan<S, S> {
        let k = self.k();
        let mut tuples = Tuples::default();
        self.edge_rings(&mut tuples, &[0, 1, 2]);
        self.faces(&mut tuples, &[4, 5]);
        self.axis_pairs(&mut tuples, 2);
        let symmetries = self.symmetries();
        let goal = move |state: &[u32; S]| {
            state[k..].iter().all(|&set| set == HIGH) && self.reach[2].iter().all(|reach| reach.holds(state))
        };
        let plan = Plan::new(&self.acts(true), self.still(), Vec::new(), tuples, &symmetries, Box::new(goal));
        let ranks = Arc::new(Ranks::new(12));
        let words: Vec<_> = (k..S).map(|k| (k, Rule::Set(ranks.clone()), ranks.len, vec![HIGH])).collect();
        plan.with_fars(&words, &[(0..S - k).collect()], self.shape.stages[4])
    }

    /// Four edges in the slice between U and D, F and B as half turns can solve them.
    pub(crate) fn fourth<const S: usize>(&'static self) -> Plan<S, S> {
        let k = self.k();
        let mut tuples = Tuples::default();
        self.edge_rings(&mut tuples, &[0, 1, 2]);
        self.faces(&mut tuples, &[2, 3]);
        self.axis_pairs(&mut tuples, 1);
        let symmetries = self.symmetries();
        let goal = move |state: &[u32; S]| {
            state[k..].iter().all(|&set| set == 0xFF_0000)
                && self.reach[1].iter().all(|reach| reach.holds(state))
        };
        let plan = Plan::new(&self.acts(true), self.still(), Vec::new(), tuples, &symmetries, Box::new(goal));
        let ranks = Arc::new(Ranks::new(8));
        let words: Vec<_> =
            (k..S).map(|k| (k, Rule::Set(ranks.clone()), ranks.len, vec![0xFF_0000])).collect();
        plan.with_fars(&words, &[(0..S - k).collect()], self.shape.stages[5])
    }

    /// Four more between R and L, the last four between F and B, U and D as half turns can solve them.
    pub(crate) fn fifth<const S: usize, const N: usize>(&'static self) -> Plan<S, N> {
        let k = self.k();
        let mut tuples = Tuples::default();
        self.edge_rings(&mut tuples, &[0, 1]);
        self.faces(&mut tuples, &[0, 1]);
        self.axis_pairs(&mut tuples, 0);
        (0..self.shape.wings).for_each(|m| tuples.bits(&[(S + m, 0, 16)]));
        let symmetries = self.symmetries();
        let mut alike = vec![false; 1 << 16];
        self.alike.iter().for_each(|&rank| alike[rank as usize] = true);
        let goal = move |state: &[u32; N]| {
            state[k..S].iter().all(|&set| set == 0xFF)
                && state[S..].iter().all(|&order| alike[order as usize])
                && self.reach[0].iter().all(|reach| reach.holds(state))
        };
        let parts = self.orders.clone();
        let plan = Plan::new(&self.acts(true), self.still(), parts, tuples, &symmetries, Box::new(goal));
        let words: Vec<_> = (k..S).map(|k| (k, Rule::Plain(16), 1 << 16, vec![0xFF])).collect();
        plan.with_fars(&words, &[(0..S - k).collect()], self.shape.stages[6])
    }

    /// One colour per face, edges paired, on even cubes.
    pub(crate) fn sixth<const S: usize, const N: usize>(&'static self) -> Plan<S, N> {
        let wings = self.shape.wings;
        let mut tuples = Tuples::default();
        self.faces(&mut tuples, &[0, 1, 2, 3, 4, 5]);
        (0..3).for_each(|axis| self.axis_pairs(&mut tuples, axis));
        let ring = |m: usize, ring: usize| (S + 3 * m + ring, 0, 7);
        for m in 0..wings {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                tuples.bits(&[ring(m, a), ring(m, b), (0, 24, 1)]);
            }
        }
        for m in 1..wings {
            (0..3).for_each(|r| tuples.bits(&[ring(m - 1, r), ring(m, r), (0, 24, 1)]));
        }
        let flip = |w: usize, turn: &Turn| u32::from(w == 0 && turn.last > 1) << 24;
        let flips = self.shape.turns.iter().map(|turn| std::array::from_fn(|w| flip(w, turn))).collect();
        let homes = self.homes();
        let goal = move |state: &[u32; N]| {
            state[S..].iter().all(|&part| part == 0)
                && homes.contains(&state[0])
                && state[1..S].iter().all(|&set| set == state[0])
        };
        let parts = self.rings.iter().flatten().map(|ring| ring.to.clone()).collect();
        let symmetries = self.symmetries();
        let plan = Plan::new(&self.acts(false), flips, parts, tuples, &symmetries, Box::new(goal));
        let ranks = Arc::new(Ranks::new(12));
        let mut words: Vec<_> =
            (0..S).map(|k| (k, Rule::Set(ranks.clone()), ranks.len, self.homes())).collect();
        for m in 0..wings {
            let size = self.rings[m].iter().map(|ring| ring.len).max().unwrap_or(1);
            words.push((S + 3 * m, Rule::Three(size as u32), size.pow(3), vec![0]));
        }
        let mut joint = self.tuples_of_four();
        joint.push((0..wings).map(|m| S + m).chain([0, S - 1]).collect());
        joint.push((0..wings).map(|m| S + m).chain([1, 2]).collect());
        plan.with_fars(&words, &joint, self.shape.stages[7])
    }

    /// The solved sets of positive colours.
    fn homes(&self) -> Vec<u32> {
        let home = 0xF0_0F0F;
        vec![home, home ^ 0x00_FFFF, home ^ 0xFF_00FF, home ^ 0xFF_FF00]
    }

    /// A random end of a stage.
    pub(crate) fn goal<const S: usize, const N: usize>(&self, stage: usize, random: &mut Random) -> [u32; N] {
        let k = self.k();
        let mut state = [0; N];
        let mut reached = |state: &mut [u32], axis: usize| {
            for reach in &self.reach[axis] {
                reach.put(reach.states[random.below(reach.states.len() as u64) as usize], state);
            }
        };
        match stage {
            0 | 1 => state = [RL; N],
            2 | 3 => state = [0xFF; N],
            4 => {
                reached(&mut state, 2);
                state[k..].fill(HIGH);
            }
            5 => {
                reached(&mut state, 1);
                state[k..].fill(0xFF_0000);
            }
            6 => {
                reached(&mut state, 0);
                state[k..S].fill(0xFF);
                for part in &mut state[S..] {
                    *part = u32::from(self.alike[random.below(16) as usize]);
                }
            }
            _ => {
                let homes = self.homes();
                state[..S].fill(homes[random.below(homes.len() as u64) as usize]);
            }
        }
        state
    }

    /// The states from which a stage starts at a cube.
    pub(crate) fn states<const S: usize, const N: usize>(
        &self,
        stage: usize,
        pieces: &Pieces,
    ) -> Vec<[u32; N]> {
        let k = self.k();
        let shape = &self.shape;
        let edge_set = |e: usize, is_in: &dyn Fn(u8) -> bool| {
            (0..24).fold(0u32, |set, label| {
                let slot = shape.places[e].slots[label / 2][label % 2];
                set | u32::from(is_in(pieces.edges[e][slot as usize])) << label
            })
        };
        let edge_of = |e: usize, home: u8| shape.places[e].edge[home as usize];
        let positive = |colour: u8| matches!(colour, 0 | 2 | 5);
        let mut state = [0; N];
        let centre_sets = |state: &mut [u32; N], is_in: &dyn Fn(u8) -> bool| {
            (0..k).for_each(|i| state[i] = colours(pieces, i, is_in));
        };
        let chosen = |state: &mut [u32; N], is_in: &dyn Fn(u8) -> bool| {
            let orbits = shape.looked_at(stage);
            (0..N).for_each(|w| state[w] = colours(pieces, orbits[w], is_in));
        };
        match stage {
            0 => {
                let axes: &[u8] = if shape.is_odd() { &[2] } else { &[0, 1, 2] };
                axes.iter()
                    .map(|&axis| {
                        chosen(&mut state, &|colour| colour / 2 == axis);
                        state
                    })
                    .collect()
            }
            1 => {
                let side = pieces.centres[shape.deep(true)[0]][16] / 2;
                chosen(&mut state, &|colour| colour / 2 == side);
                vec![state]
            }
            2 | 3 => {
                let deep = &pieces.centres[shape.deep(true)[0]];
                let (side, pole) = (deep[16] / 2, deep[0] / 2);
                let axes: Vec<u8> = match stage {
                    _ if shape.is_odd() => vec![0],
                    2 => (0..3).filter(|&axis| axis != side).collect(),
                    _ => vec![pole],
                };
                let odd = u32::from(is_odd(&pieces.edges[self.parity_of(stage)])) << 24;
                axes.into_iter()
                    .map(|axis| {
                        chosen(&mut state, &|colour| colour / 2 == axis);
                        state[0] |= odd;
                        state
                    })
                    .collect()
            }
            4 => {
                let side = pieces.centres[0][16] / 2;
                centre_sets(&mut state, &|colour| colour / 2 == side && positive(colour));
                let flipped = |swap: u32| {
                    let mut state = state;
                    for e in 0..shape.edges.len() {
                        let places = &shape.places[e];
                        state[k + e] =
                            edge_set(e, &|home| places.is_high(home) != (swap >> edge_of(e, home) & 1 == 1));
                    }
                    state
                };
                // Without middle edges it is free which wing of an edge is the high one.
                let swaps = if shape.is_odd() { 1 } else { 4096u32 };
                (0..swaps).filter(|swap| swap.count_ones() % 2 == 0).map(flipped).collect()
            }
            5 => {
                let front = pieces.centres[0][8] / 2;
                centre_sets(&mut state, &|colour| colour / 2 == front && positive(colour));
                (0..4096u32)
                    .filter(|four| four.count_ones() == 4)
                    .map(|four| {
                        for e in 0..shape.edges.len() {
                            state[k + e] = edge_set(e, &|home| four >> edge_of(e, home) & 1 == 1);
                        }
                        state
                    })
                    .collect()
            }
            6 => {
                let pole = pieces.centres[0][0] / 2;
                centre_sets(&mut state, &|colour| colour / 2 == pole && positive(colour));
                let mut eight = 0u32;
                for m in 0..shape.wings {
                    let (low, high) = (pieces.family(shape, m, 0), pieces.family(shape, m, 1));
                    let mut places = [0; 8];
                    for i in 0..8 {
                        eight |= 1 << low[i];
                        match high[..8].iter().position(|&other| other == low[i]) {
                            Some(at) => places[i] = at as u8,
                            None => return Vec::new(),
                        }
                    }
                    state[S + m] = rank(&places) as u32;
                }
                (0..4096u32)
                    .filter(|four| four.count_ones() == 4 && four & !eight == 0)
                    .map(|four| {
                        for e in 0..shape.edges.len() {
                            state[k + e] = edge_set(e, &|home| four >> edge_of(e, home) & 1 == 1);
                        }
                        state
                    })
                    .collect()
            }
            _ => {
                let axes = [0, 8, 16].map(|slot| pieces.centres[0][slot] / 2);
                let axes_odd = is_odd(&axes);
                centre_sets(&mut state, &|colour| positive(colour) != (axes_odd && colour / 2 == axes[0]));
                let low = pieces.family(shape, 0, 0);
                state[0] |= u32::from(pieces.corners_odd ^ is_odd(&low) ^ axes_odd) << 24;
                for m in 0..shape.wings {
                    for ring in 0..3 {
                        let Some(code) = ring_code(shape, pieces, m, ring) else { return Vec::new() };
                        let Some(&number) = self.rings[m][ring].number.get(&code) else { return Vec::new() };
                        state[S + 3 * m + ring] = u32::from(number);
                    }
                }
                vec![state]
            }
        }
    }

    /// What the patterns do not tell of the end of a stage.
    pub(crate) fn fits(&self, stage: usize, pieces: &Pieces) -> bool {
        let rings: &[usize] = match stage {
            5 => &[2],
            6 => &[0, 1],
            _ => return true,
        };
        rings.iter().all(|&ring| {
            (0..self.shape.wings).all(|m| {
                ring_code(&self.shape, pieces, m, ring)
                    .is_some_and(|code| self.rings[m][ring].number.contains_key(&code))
            })
        })
    }
}

/// Low against high wings of the first eight edges, by rank, after each turn of the fifth stage.
fn orders(shape: &Shape, m: usize) -> Vec<u16> {
    let count = shape.turns.len();
    let mut to = vec![0; ORDERS * count];
    for turn in bits(shape.stages[6]) {
        let (low, high) = (shape.along(m, 0, turn), shape.along(m, 1, turn));
        let mut carried = [0u8; 8];
        (0..8).for_each(|i| carried[high[i] as usize] = i as u8);
        for code in 0..ORDERS {
            let old: [u8; 8] = unrank(code as u64);
            let new: [u8; 8] = std::array::from_fn(|i| carried[old[low[i] as usize] as usize]);
            to[code * count + turn] = rank(&new) as u16;
        }
    }
    to
}

/// The family against which the others are told: middle edges, or the low ones of the first wings.
fn reference(shape: &Shape) -> (usize, usize) {
    (if shape.is_odd() { shape.wings } else { 0 }, 0)
}

/// The wings of an orbit in a ring against the reference.
fn ring_code(shape: &Shape, pieces: &Pieces, m: usize, ring: usize) -> Option<u32> {
    let (e, kind) = reference(shape);
    let base = pieces.family(shape, e, kind);
    let here = 4 * ring..4 * ring + 4;
    let against = |kind: usize| -> Option<u32> {
        let family = pieces.family(shape, m, kind);
        let mut found = [0; 4];
        for (i, piece) in family[here.clone()].iter().enumerate() {
            found[i] = base[here.clone()].iter().position(|other| other == piece)? as u8;
        }
        Some(rank(&found) as u32)
    };
    Some(against(0)? * 24 + against(1)?)
}

fn ring_part(shape: &Shape, m: usize, ring: usize) -> Numbered {
    let (e, kind) = reference(shape);
    let step = |code: u32, turn: usize| {
        let base = shape.along(e, kind, turn);
        let local = |edge: u8| edge as usize - 4 * ring;
        let mut to = [0u8; 4];
        (0..4).for_each(|i| to[local(base[4 * ring + i])] = i as u8);
        let against = |kind: usize, code: u32| {
            let part = shape.along(m, kind, turn);
            let old: [u8; 4] = unrank(u64::from(code));
            let new: [u8; 4] = std::array::from_fn(|i| to[old[local(part[4 * ring + i])] as usize]);
            rank(&new) as u32
        };
        against(0, code / 24) * 24 + against(1, code % 24)
    };
    Numbered::new(0, shape.turns.len(), shape.halves, step)
}
