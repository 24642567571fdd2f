//! The cosets within five moves of the subgroup, known by heart.
//!
//! ```text
//!   key   bit 31     23 22    12 11     0
//!            | places  |  flip  | twist  |        an open hash of 2^18 slots, the next one where one is taken
//! ```

use super::coords::Coords;
use super::coset::{Coset, Cosets, prefetch};
use super::slices::places_of;

/// The cosets close to the subgroup, with the moves that lead nearer and those that lead nowhere.
pub(crate) struct Low {
    slots: Vec<LowSlot>,
}

#[derive(Clone, Copy)]
pub(crate) struct LowSlot {
    key: u32,
    /// The exact distance, also where the tables only bound it.
    pub(crate) depth: u8,
    /// The moves that lead nearer.
    pub(crate) down: u32,
    /// The moves that lead no farther and no nearer.
    pub(crate) same: u32,
}

impl Low {
    /// How far it reaches.
    pub(crate) const DEEPEST: u8 = 5;
    /// Nearly three slots for each of the 95,039 cosets.
    const BITS: u32 = 18;
    const EMPTY: u32 = u32::MAX;

    pub(crate) fn new(cosets: &Cosets) -> Low {
        let coords = Coords::get();
        let blank = LowSlot { key: Low::EMPTY, depth: 0, down: 0, same: 0 };
        let mut low = Low { slots: vec![blank; 1 << Low::BITS] };
        let mut layer = vec![cosets.home()];
        low.put(cosets.home(), 0);
        for depth in 0..=Low::DEEPEST {
            let mut next_layer = Vec::new();
            for coset in layer {
                let (mut down, mut same) = (0, 0);
                for m in 0..18 {
                    let next = cosets.turn(coords, coset, m);
                    match low.get(next) {
                        Some(slot) => {
                            down |= u32::from(slot.depth < depth) << m;
                            same |= u32::from(slot.depth == depth) << m;
                        }
                        None if depth < Low::DEEPEST => {
                            low.put(next, depth + 1);
                            next_layer.push(next);
                        }
                        None => {}
                    }
                }
                let at = low.find(Low::key(coset));
                low.slots[at] = LowSlot { down, same, ..low.slots[at] };
            }
            layer = next_layer;
        }
        low
    }

    /// Twelve bits of twist, eleven of flip, nine of slice.
    #[inline]
    pub(super) fn key(coset: Coset) -> u32 {
        u32::from(coset.twist) | u32::from(coset.flip) << 12 | (places_of(coset.slice) as u32) << 23
    }

    /// Where the look for a key begins.
    #[inline]
    fn begin(key: u32) -> usize {
        (key.wrapping_mul(0x9E37_79B1) >> (32 - Low::BITS)) as usize
    }

    /// The slot that holds a key, or the empty one where it would go.
    #[inline]
    fn find(&self, key: u32) -> usize {
        let mut at = Low::begin(key);
        while self.slots[at].key != key && self.slots[at].key != Low::EMPTY {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    /// Asks for the slot of a coset that will be read soon.
    #[inline]
    pub(crate) fn ask(&self, coset: Coset) {
        prefetch(&self.slots, Low::begin(Low::key(coset)));
    }

    fn put(&mut self, coset: Coset, depth: u8) {
        let key = Low::key(coset);
        let at = self.find(key);
        self.slots[at] = LowSlot { key, depth, ..self.slots[at] };
    }

    /// What is known of a coset, where it is close.
    #[inline]
    pub(crate) fn get(&self, coset: Coset) -> Option<LowSlot> {
        let slot = self.slots[self.find(Low::key(coset))];
        (slot.key != Low::EMPTY).then_some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::super::coset::Grain;
    use super::super::two::Metric;
    use super::*;

    #[test]
    fn layers_have_the_published_sizes() {
        let low = Low::new(&Cosets::new(Grain::Coarse, Metric::Htm));
        let mut layers = [0; 6];
        for slot in low.slots.iter().filter(|slot| slot.key != Low::EMPTY) {
            layers[slot.depth as usize] += 1;
            // Every coset but the subgroup has a way nearer, and none is both nearer and as far.
            assert_eq!(slot.down == 0, slot.depth == 0);
            assert_eq!(slot.down & slot.same, 0);
        }
        assert_eq!(layers, [1, 4, 50, 592, 7156, 87236]);
    }
}
