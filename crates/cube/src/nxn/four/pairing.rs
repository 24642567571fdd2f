//! How far the wings of a 4x4 are from being paired, once they are told apart.
//!
//! Turns of U D F B by quarters, of R L and all wide ones by halves keep the 24 wing places apart in
//! two kinds of twelve, a low and a high one at every edge. Where each colour pair has one wing of
//! either kind, the pairing is a permutation: `p[i]` is the edge whose high place holds the partner of
//! the wing in the low place of edge i. A face turn conjugates it, a wide half turn also exchanges two
//! low and two high places; all keep it even. Its 12!/2 states shrink by the eight symmetries that
//! keep the R-L axis and the kinds; one byte each holds the distance, cut off where the table would
//! cost more time than it saves.

use crate::face::Face;
use crate::moves::Turn;
use crate::nxn::layout::{Orbit, is_odd};
use crate::nxn::search::bits;
use crate::nxn::wings::{Pairing, Places, face_pairs};

/// Distances beyond this are not told apart.
const CUT: u8 = 10;
/// Even permutations of eight.
const RAW: usize = 20160;

/// A turn of the phase as it acts on pairings: `new[i] = high[old[low[i]]]`.
#[derive(Debug, Clone)]
pub(super) struct Step {
    low: [u8; 12],
    high: [u8; 12],
}

impl Step {
    pub(super) fn new(places: &Places, orbit: Orbit, turn: Turn) -> Step {
        let act = orbit.act(turn);
        let low = places.slots.map(|slots| places.edge[act[slots[0] as usize] as usize]);
        let mut high = [0; 12];
        for (to, slots) in places.slots.iter().enumerate() {
            high[places.edge[act[slots[1] as usize] as usize] as usize] = to as u8;
        }
        Step { low, high }
    }

    #[inline]
    pub(super) fn apply(&self, pairing: &Pairing) -> Pairing {
        std::array::from_fn(|i| self.high[pairing[self.low[i] as usize] as usize])
    }
}

/// Distances of all pairings.
#[derive(Debug)]
pub(super) struct PairingTable {
    /// By the images of the first four edges in base 12: class and symmetry that leads to it.
    class: Vec<(u16, u8)>,
    /// By class: the images of its representative, and the symmetries that keep them.
    representative: Vec<([u8; 4], Vec<u8>)>,
    symmetries: Vec<[u8; 12]>,
    inverses: Vec<[u8; 12]>,
    distance: Vec<u8>,
}

impl PairingTable {
    /// Walks from the solved pairing until [`CUT`].
    pub(super) fn new(places: &Places, orbit: Orbit, steps: &[Step], turns: u64) -> PairingTable {
        let symmetries = symmetries(places, orbit);
        let inverses: Vec<[u8; 12]> = symmetries.iter().map(inverse).collect();
        let mut table = PairingTable {
            class: vec![(u16::MAX, 0); 12 * 12 * 12 * 12],
            representative: Vec::new(),
            symmetries,
            inverses,
            distance: Vec::new(),
        };
        table.find_classes();
        table.distance = vec![CUT; table.representative.len() * RAW];
        let solved: Pairing = std::array::from_fn(|i| i as u8);
        let mut frontier = vec![table.index(&solved) as u32];
        table.mark(&solved, 0);
        for depth in 1..CUT {
            let mut next = Vec::new();
            for &index in &frontier {
                let pairing = table.pairing(index as usize);
                for turn in bits(turns) {
                    let after = steps[turn].apply(&pairing);
                    let index = table.index(&after);
                    if table.distance[index] == CUT {
                        table.mark(&after, depth);
                        if depth + 1 < CUT {
                            next.push(index as u32);
                        }
                    }
                }
            }
            frontier = next;
        }
        table
    }

    /// The least number of turns that pair these wings, up to [`CUT`].
    #[inline]
    pub(super) fn distance(&self, pairing: &Pairing) -> u8 {
        self.distance[self.index(pairing)]
    }

    fn find_classes(&mut self) {
        for code in 0..self.class.len() {
            let images = [code / 1728, code / 144 % 12, code / 12 % 12, code % 12].map(|value| value as u8);
            let distinct = images.iter().fold(0u32, |set, &value| set | 1 << value).count_ones() == 4;
            if !distinct || self.class[code].0 != u16::MAX {
                continue;
            }
            let class = self.representative.len() as u16;
            let mut keep = Vec::new();
            for s in 0..self.symmetries.len() {
                let image = self.conjugate_images(&images, s);
                let at = code_of(&image);
                if at == code {
                    keep.push(s as u8);
                }
                if self.class[at].0 == u16::MAX {
                    // The way back from the image to the representative.
                    let back = self.symmetries.iter().position(|t| *t == self.inverses[s]).expect("a group");
                    self.class[at] = (class, back as u8);
                }
            }
            self.representative.push((images, keep));
        }
    }

    fn conjugate_images(&self, images: &[u8; 4], s: usize) -> [u8; 4] {
        std::array::from_fn(|i| self.symmetries[s][images[self.inverses[s][i] as usize] as usize])
    }

    #[inline]
    fn conjugate(&self, pairing: &Pairing, s: usize) -> Pairing {
        std::array::from_fn(|i| self.symmetries[s][pairing[self.inverses[s][i] as usize] as usize])
    }

    #[inline]
    fn index(&self, pairing: &Pairing) -> usize {
        let (class, s) = self.class[code_of(&[pairing[0], pairing[1], pairing[2], pairing[3]])];
        class as usize * RAW + raw(&self.conjugate(pairing, s as usize))
    }

    /// Writes a distance at every index of a state's class.
    fn mark(&mut self, pairing: &Pairing, depth: u8) {
        let (class, s) = self.class[code_of(&[pairing[0], pairing[1], pairing[2], pairing[3]])];
        let reduced = self.conjugate(pairing, s as usize);
        for k in 0..self.representative[class as usize].1.len() {
            let s = self.representative[class as usize].1[k];
            let index = class as usize * RAW + raw(&self.conjugate(&reduced, s as usize));
            self.distance[index] = depth;
        }
    }

    /// The pairing with an index.
    fn pairing(&self, index: usize) -> Pairing {
        let (images, _) = &self.representative[index / RAW];
        let mut raw = index % RAW;
        let mut pairing = [0; 12];
        pairing[..4].copy_from_slice(images);
        let mut left = 0xFFFu32 & !images.iter().fold(0, |set, &value| set | 1 << value);
        // The digit-th value that is left.
        let mut take = |digit: usize| {
            let rest = (0..digit).fold(left, |rest, _| rest & (rest - 1));
            let value = rest.trailing_zeros();
            left &= !(1 << value);
            value as u8
        };
        let mut digits = [0; 6];
        for i in (0..6).rev() {
            (digits[i], raw) = (raw % (8 - i), raw / (8 - i));
        }
        for (i, digit) in digits.into_iter().enumerate() {
            pairing[4 + i] = take(digit);
        }
        (pairing[10], pairing[11]) = (take(0), take(0));
        if is_odd(&pairing) {
            pairing.swap(10, 11);
        }
        pairing
    }
}

#[inline]
fn code_of(images: &[u8; 4]) -> usize {
    images.iter().fold(0, |code, &value| code * 12 + value as usize)
}

/// The rank of the last eight images among even permutations.
#[inline]
fn raw(pairing: &Pairing) -> usize {
    let used = pairing[..4].iter().fold(0u32, |set, &value| set | 1 << value);
    let mut free = 0xFFF & !used;
    let mut rank = 0;
    for i in 0..6 {
        let value = pairing[4 + i];
        rank = rank * (8 - i) + (free & ((1 << value) - 1)).count_ones() as usize;
        free &= !(1 << value);
    }
    rank
}

fn inverse(permutation: &[u8; 12]) -> [u8; 12] {
    let mut back = [0; 12];
    for (i, &to) in permutation.iter().enumerate() {
        back[to as usize] = i as u8;
    }
    back
}

/// The symmetries of the cube that keep the R-L axis and the kinds, as permutations of edges.
fn symmetries(places: &Places, orbit: Orbit) -> Vec<[u8; 12]> {
    let pairs = face_pairs(orbit);
    let mut result = Vec::new();
    for up in [Face::U, Face::D, Face::F, Face::B] {
        let fronts = if matches!(up, Face::U | Face::D) { [Face::F, Face::B] } else { [Face::U, Face::D] };
        for front in fronts {
            for right in [Face::R, Face::L] {
                let image = |face: Face| match face {
                    Face::U => up,
                    Face::D => up.opposite(),
                    Face::F => front,
                    Face::B => front.opposite(),
                    Face::R => right,
                    Face::L => right.opposite(),
                };
                // A mirror exchanges the two stickers by which a wing is told: its slot is named by
                // the other one.
                let positive = |face: Face| usize::from(matches!(face, Face::U | Face::F | Face::R));
                let swaps = matches!(up, Face::F | Face::B);
                let mirror = (positive(up) + positive(front) + positive(right)) % 2 != usize::from(!swaps);
                let slot_image = |slot: u8| {
                    let [own, other] = pairs[slot as usize].map(image);
                    let pair = if mirror { [other, own] } else { [own, other] };
                    pairs.iter().position(|&other| other == pair).expect("a slot") as u8
                };
                let keeps = places.slots.iter().all(|&[low, high]| {
                    let (low, high) = (slot_image(low), slot_image(high));
                    let edge = places.edge[low as usize] as usize;
                    places.slots[edge] == [low, high]
                });
                if keeps {
                    let edge = |slots: &[u8; 2]| places.edge[slot_image(slots[0]) as usize];
                    result.push(std::array::from_fn(|i| edge(&places.slots[i])));
                }
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::super::Tables;
    use super::*;

    #[test]
    fn indices_and_pairings() {
        let table = &Tables::get(&ludex_core::Silent).unwrap().pairing;
        assert_eq!((table.symmetries.len(), table.representative.len()), (8, 1538));
        let mut random = ludex_core::Random::new(3);
        for _ in 0..20000 {
            let index = random.below(table.distance.len() as u64) as usize;
            let pairing = table.pairing(index);
            assert_eq!(
                table.class[code_of(&[pairing[0], pairing[1], pairing[2], pairing[3]])].0 as usize,
                index / RAW
            );
            let d = table.distance(&pairing);
            for s in 0..table.symmetries.len() {
                assert_eq!(table.distance(&table.conjugate(&pairing, s)), d);
            }
        }
    }
}
