//! The cosets within four steps of the subgroup, with the steps that lead nearer: see [`super::low`], which is
//! the same for moves.

use super::axial::{STEPS, step_moves};
use super::coords::Coords;
use super::coset::{Coset, Cosets};
use super::low::Low;

/// The cosets close to the subgroup.
pub(super) struct Near {
    slots: Vec<Slot>,
}

/// What is known of one.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    key: u32,
    /// The exact distance, also where the tables only bound it.
    pub(super) depth: u8,
    /// The steps that lead nearer.
    pub(super) down: u64,
    /// The steps that lead no farther and no nearer.
    pub(super) same: u64,
}

impl Near {
    /// How far it reaches.
    pub(super) const DEEPEST: u8 = 4;
    /// Some three slots for each coset.
    const BITS: u32 = 18;
    const EMPTY: u32 = u32::MAX;

    pub(super) fn new(cosets: &Cosets) -> Near {
        let coords = Coords::get();
        let blank = Slot { key: Near::EMPTY, depth: 0, down: 0, same: 0 };
        let mut near = Near { slots: vec![blank; 1 << Near::BITS] };
        near.put(cosets.home(), 0);
        let mut layer = vec![cosets.home()];
        for depth in 0..=Near::DEEPEST {
            let mut next_layer = Vec::new();
            for coset in layer {
                let (mut down, mut same) = (0, 0);
                for step in 0..STEPS {
                    let moves = step_moves(step).into_iter().flatten();
                    let next = moves.fold(coset, |coset, m| cosets.turn(coords, coset, m.into()));
                    match near.get(next) {
                        Some(slot) => {
                            down |= u64::from(slot.depth < depth) << step;
                            same |= u64::from(slot.depth == depth) << step;
                        }
                        None if depth < Near::DEEPEST => {
                            near.put(next, depth + 1);
                            next_layer.push(next);
                        }
                        None => {}
                    }
                }
                let at = near.find(Low::key(coset));
                near.slots[at] = Slot { down, same, ..near.slots[at] };
            }
            layer = next_layer;
        }
        near
    }

    /// The slot that holds a key, or the empty one where it would go.
    #[inline]
    fn find(&self, key: u32) -> usize {
        let mut at = (key.wrapping_mul(0x9E37_79B1) >> (32 - Near::BITS)) as usize;
        while self.slots[at].key != key && self.slots[at].key != Near::EMPTY {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    fn put(&mut self, coset: Coset, depth: u8) {
        let key = Low::key(coset);
        let at = self.find(key);
        self.slots[at] = Slot { key, depth, ..self.slots[at] };
    }

    /// What is known of a coset, where it is close.
    #[inline]
    pub(super) fn get(&self, coset: Coset) -> Option<Slot> {
        let slot = self.slots[self.find(Low::key(coset))];
        (slot.key != Near::EMPTY).then_some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_grow_from_the_subgroup() {
        let near = Near::new(&Cosets::axial());
        let mut layers = [0; 5];
        for slot in near.slots.iter().filter(|slot| slot.key != Near::EMPTY) {
            layers[slot.depth as usize] += 1;
            // Every coset but the subgroup has a way nearer, and none is both nearer and as far.
            assert_eq!(slot.down == 0, slot.depth == 0);
            assert_eq!(slot.down & slot.same, 0);
        }
        // A quarter turn of R, of L, of both; of F, of B, of both.
        assert_eq!(layers[..2], [1, 6], "{layers:?}");
        assert!(layers.iter().sum::<usize>() * 2 < near.slots.len(), "{layers:?}");
    }
}
