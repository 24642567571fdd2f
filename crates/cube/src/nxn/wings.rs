//! Wings and middle edges: which edge each of their places belongs to, and of which kind it is.
//!
//! Turns of U D F B by quarters, of R L and all wide ones by halves keep the 24 places of an orbit of
//! wings apart in two kinds of twelve, a low and a high one at every edge. The 24 stickers of middle
//! edges fall into two kinds in the same way.

use super::layout::{Act, Orbit, SLOTS};
use crate::face::Face;
use crate::moves::Turn;

/// `pairing[i]`: the edge of the partner of the low wing at edge i.
pub(crate) type Pairing = [u8; 12];

/// Edges by their faces: the four off the R-L axis first, which no symmetry leaves.
const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[U, F], [U, B], [D, F], [D, B], [U, R], [U, L], [D, R], [D, L], [F, R], [F, L], [B, R], [B, L]]
};

/// The wing places of one edge orbit: which edge each slot belongs to, and of which kind it is.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// By slot, the edge.
    pub(crate) edge: [u8; SLOTS],
    /// By edge, the low slot and the high slot.
    pub(crate) slots: [[u8; 2]; 12],
}

/// The face of the slot's own sticker and of the other sticker of its wing.
pub(crate) fn face_pairs(orbit: Orbit) -> [[Face; 2]; SLOTS] {
    let partners = orbit.partners();
    let face = |sticker: usize| Face::from_index((sticker / (orbit.size * orbit.size)) as u8);
    std::array::from_fn(|slot| [Face::from_index(slot as u8 / 4), face(partners[slot])])
}

impl Places {
    /// Tells the kinds apart by walking from the first slot with the turns that keep them.
    pub(crate) fn new(orbit: Orbit, keepers: &[Turn]) -> Places {
        let pairs = face_pairs(orbit);
        let edge_of = |pair: [Face; 2]| {
            EDGES.iter().position(|edge| *edge == pair || [edge[1], edge[0]] == pair).expect("an edge") as u8
        };
        let edge = pairs.map(edge_of);
        let acts: Vec<Act> = keepers.iter().map(|&turn| orbit.act(turn)).collect();
        let mut low = vec![0u8];
        let mut at = 0;
        while at < low.len() {
            for act in &acts {
                let from = act[low[at] as usize];
                if !low.contains(&from) {
                    low.push(from);
                }
            }
            at += 1;
        }
        assert_eq!(low.len(), 12, "the turns keep two kinds");
        let mut slots = [[0; 2]; 12];
        for slot in 0..SLOTS as u8 {
            let kind = usize::from(!low.contains(&slot));
            slots[edge[slot as usize] as usize][kind] = slot;
        }
        Places { edge, slots }
    }

    /// Whether a slot is of the high kind.
    pub(crate) fn is_high(&self, slot: u8) -> bool {
        self.slots[self.edge[slot as usize] as usize][1] == slot
    }

    /// The pairing of wings given by home slot, if every colour pair has one of either kind.
    pub(crate) fn pairing(&self, wings: &[u8; SLOTS]) -> Option<Pairing> {
        let mut high = [0u8; 12];
        let mut seen = 0u32;
        for (at, slots) in self.slots.iter().enumerate() {
            let piece = self.edge[wings[slots[1] as usize] as usize];
            high[piece as usize] = at as u8;
            seen |= 1 << piece;
        }
        (seen == 0xFFF)
            .then(|| self.slots.map(|slots| high[self.edge[wings[slots[0] as usize] as usize] as usize]))
    }
}
