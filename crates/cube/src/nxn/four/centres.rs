//! Distances of the centres of a 4x4 in the three phases of its reduction.

use crate::nxn::search::{bits, walk};
use crate::nxn::subset::{FB, FOUR_OF_EIGHT, RL, Ranks, Shift, UD};

/// First phase: how far eight centres (two opposite colours) are from the faces R and L.
#[derive(Debug)]
pub(super) struct Stage {
    ranks: Ranks,
    distance: Vec<u8>,
}

impl Stage {
    pub(super) fn new(shifts: &[Shift]) -> Stage {
        let ranks = Ranks::new(8);
        let mut distance = vec![u8::MAX; ranks.len];
        walk(
            vec![RL],
            |set| ranks.rank(set),
            |set, i| shifts[i].apply(set),
            u64::MAX >> (64 - shifts.len()),
            &mut distance,
        );
        Stage { ranks, distance }
    }

    #[inline]
    pub(super) fn distance(&self, set: u32) -> u8 {
        self.distance[self.ranks.rank(set)]
    }
}

/// Second phase: how far the other sixteen are from lying on the axes U-D and F-B by colour pairs, with
/// the centres on R and L as half turns can leave them and wings evenly permuted.
#[derive(Debug)]
pub(super) struct Separate {
    sixteen: Vec<u16>,
    distance: Vec<u8>,
}

/// The state of the second phase: the slots of one colour pair among the sixteen, and of one colour
/// of the pair on R and L; bit 31 is set while the wings are oddly permuted.
pub(super) type Separation = u32;
/// The bit of odd wings.
pub(super) const ODD: u32 = 1 << 31;

impl Separate {
    /// `odd[i]`: whether turn i permutes wings oddly; `turns` and `keepers`: those of this phase and
    /// of the next.
    pub(super) fn new(shifts: &[Shift], odd: &[bool], turns: u64, keepers: u64) -> Separate {
        let mut sixteen = vec![0; 1 << 16];
        for (rank, set) in (0..1usize << 16).filter(|set| set.count_ones() == 8).enumerate() {
            sixteen[set] = rank as u16;
        }
        // Where half turns can lead the centres on R and L from solved.
        let mut sides = vec![0xF0_0000u32, 0x0F_0000];
        let mut at = 0;
        while at < sides.len() {
            for turn in bits(keepers) {
                let next = shifts[turn].apply(sides[at]);
                if !sides.contains(&next) {
                    sides.push(next);
                }
            }
            at += 1;
        }
        let mut table = Separate { sixteen, distance: vec![u8::MAX; 12870 * 70 * 2] };
        let goals = sides.iter().flat_map(|&side| [side | UD, side | FB]).collect();
        let mut distance = std::mem::take(&mut table.distance);
        let step = |state: u32, i: usize| step(&shifts[i], odd[i], state);
        walk(goals, |state| table.index(state), step, turns, &mut distance);
        table.distance = distance;
        table
    }

    #[inline]
    fn index(&self, state: Separation) -> usize {
        let side = FOUR_OF_EIGHT[(state >> 16 & 255) as usize] as usize;
        ((self.sixteen[(state & 0xFFFF) as usize] as usize * 70 + side) << 1) | (state >> 31) as usize
    }

    #[inline]
    pub(super) fn distance(&self, state: Separation) -> u8 {
        self.distance[self.index(state)]
    }
}

/// The state of the second phase after a turn.
#[inline]
pub(super) fn step(shift: &Shift, odd: bool, state: Separation) -> Separation {
    shift.apply(state & 0xFF_FFFF) | (state & ODD) ^ (u32::from(odd) << 31)
}

/// Third phase: how far the centres on each axis are from one colour per face.
#[derive(Debug)]
pub(super) struct Gather {
    distance: Vec<u8>,
}

impl Gather {
    /// `odd[i]`: whether turn i is a wide one, which changes the parity of the paired edges against
    /// the corners.
    pub(super) fn new(shifts: &[Shift], odd: &[bool], turns: u64) -> Gather {
        // One colour of each axis on its positive face, or two of them exchanged.
        let face = |axis: u32, positive: bool| match (axis, positive) {
            (0, true) => 0x0F,
            (0, false) => 0xF0,
            (1, true) => 0x0F00,
            (1, false) => 0xF000,
            (_, true) => 0xF0_0000,
            (_, false) => 0x0F_0000u32,
        };
        let goals = [(true, true, true), (true, false, false), (false, true, false), (false, false, true)]
            .map(|(u, f, r)| face(0, u) | face(1, f) | face(2, r));
        let mut distance = vec![u8::MAX; 70 * 70 * 70 * 2];
        let step = |state: u32, i: usize| step(&shifts[i], odd[i], state);
        walk(goals.to_vec(), gather_index, step, turns, &mut distance);
        Gather { distance }
    }

    #[inline]
    pub(super) fn distance(&self, state: u32) -> u8 {
        self.distance[gather_index(state)]
    }
}

#[inline]
fn gather_index(state: u32) -> usize {
    let rank = |shift: u32| FOUR_OF_EIGHT[(state >> shift & 255) as usize] as usize;
    (((rank(0) * 70 + rank(8)) * 70 + rank(16)) << 1) | (state >> 31) as usize
}
