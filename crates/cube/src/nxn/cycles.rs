//! Every 3-cycle of an orbit as a sequence of turns that moves nothing else of account.

use super::blocks::blocks;
use super::layout::{Act, Orbit, SLOTS, STILL, inverse, map, then};
use crate::face::Face;
use crate::moves::{Turn, invert};

/// Ordered triples of slots.
const TRIPLES: usize = SLOTS * SLOTS * SLOTS;
const UNREACHED: u8 = u8::MAX;

/// The 3-cycles of an orbit: one commutator, and the way every other triple of slots comes into its
/// three slots.
#[derive(Debug)]
pub(crate) struct Cycles {
    orbit: Orbit,
    base: Vec<Turn>,
    base_cost: u8,
    /// Turns that set up, with what they do to the orbit.
    setups: Vec<(Turn, Act)>,
    /// Cost of the set-up by triple.
    cost: Vec<u8>,
    /// The last set-up turn (the one nearest to the triple) by triple.
    next: Vec<u8>,
}

impl Cycles {
    /// Finds the commutator of an orbit and all set-ups. With `all` the rest of the cube must stay as
    /// it is, else only what lies on the borders of the faces.
    pub(crate) fn new(orbit: Orbit, all: bool) -> Cycles {
        let n = orbit.size;
        let mut depths: Vec<u8> = [orbit.row, orbit.column, n - 1 - orbit.row, n - 1 - orbit.column]
            .into_iter()
            .filter(|depth| (1..n - 1).contains(depth))
            .map(|depth| depth as u8 + 1)
            .collect();
        depths.sort_unstable();
        depths.dedup();
        let slices: Vec<Turn> = [Face::R, Face::U, Face::F]
            .into_iter()
            .flat_map(|face| depths.iter().map(move |&layer| (face, layer)))
            .flat_map(|(face, layer)| (1..=3).map(move |quarters| Turn::slice(face, layer, quarters)))
            .collect();
        let faces: Vec<Turn> = Face::ALL
            .into_iter()
            .flat_map(|face| (1..=3).map(move |quarters| Turn::face(face, quarters)))
            .collect();
        let (base, triple) = commutator(orbit, &slices, &faces, all);
        let base_cost = blocks(&base, n).len() as u8;
        let setups: Vec<(Turn, Act)> =
            faces.iter().chain(&slices).map(|&turn| (turn, orbit.act(turn))).collect();
        let mut cycles =
            Cycles { orbit, base, base_cost, setups, cost: vec![UNREACHED; TRIPLES], next: vec![0; TRIPLES] };
        cycles.spread(triple);
        cycles
    }

    /// Dijkstra by buckets from the commutator's own triple.
    fn spread(&mut self, start: [u8; 3]) {
        let mut buckets: Vec<Vec<[u8; 3]>> = vec![vec![start]];
        // A cycle is the same from whichever slot it is read, and so is its set-up.
        self.cost[index(start)] = 0;
        let mut cost = 0;
        while cost < buckets.len() {
            let mut at = 0;
            while at < buckets[cost].len() {
                let triple = buckets[cost][at];
                at += 1;
                if self.cost[index(triple)] as usize != cost {
                    continue;
                }
                for (i, (turn, act)) in self.setups.iter().enumerate() {
                    // The turn carries `before` to `triple`.
                    let before = triple.map(|slot| act[slot as usize]);
                    let price = cost + if turn.first == 1 { 1 } else { 2 };
                    if price < self.cost[index(before)] as usize {
                        self.cost[index(before)] = price as u8;
                        self.next[index(before)] = i as u8;
                        if buckets.len() <= price {
                            buckets.resize(price + 1, Vec::new());
                        }
                        buckets[price].push(before);
                    }
                }
            }
            cost += 1;
        }
    }

    /// Block turns that the cycle x to y to z to x costs.
    pub(crate) fn cost(&self, triple: [u8; 3]) -> usize {
        let setup = self.cost[index(triple)] as usize;
        self.base_cost as usize + 2 * setup
    }

    /// The turns that carry x to y, y to z and z to x.
    pub(crate) fn turns(&self, mut triple: [u8; 3]) -> Vec<Turn> {
        let mut setup = Vec::new();
        while self.cost[index(triple)] > 0 {
            let (turn, act) = &self.setups[self.next[index(triple)] as usize];
            setup.push(*turn);
            let after = inverse(act);
            triple = triple.map(|slot| after[slot as usize]);
        }
        let back = invert(&setup);
        setup.extend(&self.base);
        setup.extend(back);
        setup
    }

    /// The orbit.
    pub(crate) const fn orbit(&self) -> Orbit {
        self.orbit
    }

    /// The cycle that brings the most home for its price, and what it costs: `home(slot, to)` says
    /// whether what slot shows belongs to `to`.
    pub(crate) fn best(&self, home: impl Fn(u8, u8) -> bool) -> Option<[u8; 3]> {
        let mut fits = [0u32; SLOTS];
        for slot in 0..SLOTS as u8 {
            for to in 0..SLOTS as u8 {
                fits[slot as usize] |= u32::from(home(slot, to)) << to;
            }
        }
        let fit = |slot: u8, to: u8| (fits[slot as usize] >> to & 1) as i32;
        let mut best: Option<(i32, usize, [u8; 3])> = None;
        let wrong: Vec<u8> = (0..SLOTS as u8).filter(|&slot| fit(slot, slot) == 0).collect();
        for &x in &wrong {
            for y in (0..SLOTS as u8).filter(|&y| fit(x, y) == 1) {
                for z in (0..SLOTS as u8).filter(|&z| z != x && z != y) {
                    let triple = [x, y, z];
                    let gain = 1 + fit(y, z) + fit(z, x) - fit(x, x) - fit(y, y) - fit(z, z);
                    let cost = self.cost(triple);
                    let better = |&(old, price, _): &(i32, usize, _)| gain * price as i32 > old * cost as i32;
                    if gain > 0 && best.as_ref().is_none_or(better) {
                        best = Some((gain, cost, triple));
                    }
                }
            }
        }
        best.map(|(_, _, triple)| triple)
    }
}

fn index([x, y, z]: [u8; 3]) -> usize {
    (x as usize * SLOTS + y as usize) * SLOTS + z as usize
}

/// The cheapest commutator of the form [slice, face turn slice-or-face face turn back] that is one
/// 3-cycle of the orbit.
fn commutator(orbit: Orbit, slices: &[Turn], faces: &[Turn], all: bool) -> (Vec<Turn>, [u8; 3]) {
    let n = orbit.size;
    let acts = |turns: &[Turn]| -> Vec<Act> { turns.iter().map(|&turn| orbit.act(turn)).collect() };
    // Centres are inserted by a slice, wings by a face.
    let inner = if all { slices } else { faces };
    let (slice_acts, face_acts, inner_acts) = (acts(slices), acts(faces), acts(inner));
    let maps: Vec<(Turn, Vec<u16>)> = slices.iter().chain(faces).map(|&turn| (turn, map(n, turn))).collect();
    let mut best: Option<(usize, Vec<Turn>, [u8; 3])> = None;
    for (a, slice) in slices.iter().enumerate().filter(|(_, slice)| slice.face == Face::R) {
        for (x, face) in faces.iter().enumerate() {
            for (y, insert) in inner.iter().enumerate() {
                let lift = then(&then(&face_acts[x], &inner_acts[y]), &inverse(&face_acts[x]));
                let whole =
                    then(&then(&slice_acts[a], &lift), &then(&inverse(&slice_acts[a]), &inverse(&lift)));
                let Some(triple) = three_cycle(&whole) else { continue };
                let lift = [*face, *insert, face.inverse()];
                let turns: Vec<Turn> =
                    [*slice].into_iter().chain(lift).chain([slice.inverse()]).chain(invert(&lift)).collect();
                let cost = blocks(&turns, n).len();
                if best.as_ref().is_none_or(|(old, ..)| cost < *old) && is_pure(n, &maps, &turns, all) {
                    best = Some((cost, turns, triple));
                }
            }
        }
    }
    let (_, turns, triple) = best.expect("every orbit has such a commutator: the tests walk all sizes");
    (turns, triple)
}

/// The slots x, y, z of an act that carries x to y, y to z, z to x and leaves the rest.
fn three_cycle(act: &Act) -> Option<[u8; 3]> {
    let mut moved = (0..SLOTS as u8).filter(|&slot| act[slot as usize] != slot);
    let (x, _, _) = (moved.next()?, moved.next()?, moved.next()?);
    let after = inverse(act);
    let (y, z) = (after[x as usize], after[after[x as usize] as usize]);
    (moved.next().is_none() && after[z as usize] == x).then_some([x, y, z])
}

/// Whether turns move three stickers and nothing else (of the borders: three pieces).
fn is_pure(n: usize, maps: &[(Turn, Vec<u16>)], turns: &[Turn], all: bool) -> bool {
    let mut at: Vec<u16> = (0..6 * n as u16 * n as u16).collect();
    for turn in turns {
        let (_, map) = maps.iter().find(|(other, _)| other == turn).expect("a slice or a face");
        at.iter_mut().for_each(|place| *place = map[*place as usize]);
    }
    let border = |i: usize| {
        let (row, column) = (i / n % n, i % n);
        row == 0 || column == 0 || row == n - 1 || column == n - 1
    };
    let moved = at.iter().enumerate().filter(|&(i, &to)| i != to as usize && (all || border(i))).count();
    moved == if all { 3 } else { 6 }
}

/// What a sequence does to an orbit.
pub(crate) fn act_of(orbit: Orbit, turns: &[Turn]) -> Act {
    turns.iter().fold(STILL, |act, &turn| then(&act, &orbit.act(turn)))
}
