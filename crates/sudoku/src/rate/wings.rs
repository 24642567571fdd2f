//! Classes 13 and 14: XY-wing and XYZ-wing.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{PEERS, SEEN, cells};

/// The first XY-wing, or XYZ-wing where the pivot takes part.
pub(super) fn find(state: &Candidates, xyz: bool) -> Option<Step> {
    let masks = &state.masks;
    let size = if xyz { 3 } else { 2 };
    let (technique, rating) = if xyz { (Technique::XyzWing, 4.4) } else { (Technique::XyWing, 4.2) };
    for pivot in (0..81).filter(|&cell| masks[cell].count_ones() == size) {
        let wing = |&&peer: &&u8| masks[usize::from(peer)].count_ones() == 2;
        for &first in PEERS[pivot].iter().filter(wing) {
            let first = usize::from(first);
            if (masks[pivot] & !masks[first]).count_ones() != 1 {
                continue;
            }
            for &second in PEERS[pivot].iter().filter(wing) {
                let second = usize::from(second);
                let union = masks[pivot] | masks[first] | masks[second];
                let common = masks[pivot] & masks[first] & masks[second];
                if union.count_ones() != 3 || common.count_ones() != u32::from(xyz) {
                    continue;
                }
                let z = masks[first] & masks[second];
                if z.count_ones() != 1 {
                    continue;
                }
                let mut victims = SEEN[first] & SEEN[second];
                if xyz {
                    victims &= SEEN[pivot];
                }
                let mut strikes = Strikes::default();
                cells(victims).for_each(|cell| strikes.add(state, cell, z));
                let step = Step::new(technique, rating)
                    .of(z, &[])
                    .made_of([pivot, first, second].map(|cell| (cell, masks[cell])))
                    .striking(strikes);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}
