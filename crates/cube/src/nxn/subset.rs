//! Sets of slots as bit masks: how turns move them, and their rank among sets of equal size.

use super::layout::{Act, SLOTS};

/// The slots of the faces R and L.
pub(crate) const RL: u32 = 0xFF_0000;
/// The slots of the faces F and B.
pub(crate) const FB: u32 = 0x00_FF00;
/// The slots of the faces U and D.
pub(crate) const UD: u32 = 0x00_00FF;

/// What a turn does to a set of slots, byte by byte.
///
/// ```text
///   bit 23           16 15            8 7             0      bit i = slot i is in the set
///      +---------------+---------------+---------------+
///      |   faces L R   |   faces F B   |   faces U D   |
///      +---------------+---------------+---------------+
/// ```
#[derive(Debug, Clone)]
pub(crate) struct Shift([[u32; 256]; 3]);

impl Shift {
    /// The shift of an act.
    pub(crate) fn new(act: &Act) -> Shift {
        let mut shift = Shift([[0; 256]; 3]);
        for (to, &from) in act.iter().enumerate() {
            for byte in (0..256usize).filter(|byte| byte >> (from % 8) & 1 == 1) {
                shift.0[from as usize / 8][byte] |= 1 << to;
            }
        }
        shift
    }

    /// The set after the turn.
    #[inline]
    pub(crate) fn apply(&self, set: u32) -> u32 {
        self.0[0][set as usize & 255]
            | self.0[1][set as usize >> 8 & 255]
            | self.0[2][set as usize >> 16 & 255]
    }
}

/// The slots that show something.
pub(crate) fn slots(shows: &[u8; SLOTS], is_in: impl Fn(u8) -> bool) -> u32 {
    shows.iter().enumerate().fold(0, |set, (slot, &content)| set | u32::from(is_in(content)) << slot)
}

/// Ranks of the sets of `count` slots out of 24: the upper twelve first, then the lower twelve.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// The rank of a half among halves with as many bits.
    half: Vec<u16>,
    /// By bits in the upper half: where its sets begin, and how many lower halves there are.
    begin: [(u32, u32); 13],
    /// How many sets there are.
    pub(crate) len: usize,
}

impl Ranks {
    /// The ranks of sets of `count` slots.
    pub(crate) fn new(count: u32) -> Ranks {
        let mut seen = [0u16; 13];
        let half: Vec<u16> = (0..4096u32)
            .map(|half| {
                let rank = &mut seen[half.count_ones() as usize];
                *rank += 1;
                *rank - 1
            })
            .collect();
        let mut begin = [(0, 0); 13];
        let mut len = 0;
        for upper in 0..=12u32.min(count) {
            if count - upper <= 12 {
                let lower = u32::from(seen[(count - upper) as usize]);
                begin[upper as usize] = (len, lower);
                len += u32::from(seen[upper as usize]) * lower;
            }
        }
        Ranks { half, begin, len: len as usize }
    }

    /// The rank of a set.
    #[inline]
    pub(crate) fn rank(&self, set: u32) -> usize {
        let (upper, lower) = (set >> 12, set & 4095);
        let (begin, stride) = self.begin[upper.count_ones() as usize];
        (begin + u32::from(self.half[upper as usize]) * stride + u32::from(self.half[lower as usize]))
            as usize
    }
}

/// By byte, its rank among the 70 bytes of four bits.
pub(crate) const FOUR_OF_EIGHT: [u8; 256] = {
    let mut ranks = [0; 256];
    let (mut byte, mut next) = (0usize, 0);
    while byte < 256 {
        if (byte as u8).count_ones() == 4 {
            ranks[byte] = next;
            next += 1;
        }
        byte += 1;
    }
    ranks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dense() {
        for count in [4, 8, 12] {
            let ranks = Ranks::new(count);
            let mut seen = vec![false; ranks.len];
            for set in (0..1u32 << 24).filter(|set| set.count_ones() == count) {
                assert!(!std::mem::replace(&mut seen[ranks.rank(set)], true));
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
