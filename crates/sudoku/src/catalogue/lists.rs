//! The lists of fills, one per orbit, and which fills of a list three boxes leave.
//!
//! A box says by 36 bits which of its arrangements it allows. A fill of the list stays if its three
//! arrangements, in the coordinates of the boxes, are all allowed: three look-ups per fill, which wide
//! registers do for 64 fills at once. Lists are short (some thirty fills, 288 at most) and few, so that
//! they stay in the first caches.

use super::fill::{ARRANGEMENTS, Change, Fill, Frames, PARTITIONS, Shapes, search};
use super::orbits::{Orbits, Way};
use crate::band::BANDS;
use crate::triple::digits;
use std::cell::OnceCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Fills looked at together.
pub(super) const CHUNK: usize = 64;

/// The fills of the first pair of an orbit, from the highest class down.
pub(super) struct List {
    pub(super) fills: Vec<Fill>,
    /// The digits in the rows of the fills, by box and row.
    row_sets: Vec<[[u16; 3]; 3]>,
    chunks: Vec<Chunk>,
}

/// The arrangements of 64 fills in each of the three boxes; what is over is 0.
#[repr(C, align(64))]
struct Chunk([[u8; CHUNK]; 3]);

/// All lists, and the way from them to every pair of partitions.
pub(super) struct Lists {
    orbits: Orbits,
    lists: Vec<List>,
    /// `reach[class][orbit]`: how many fills of the list have this class or a higher one.
    reach: Vec<Vec<u16>>,
    /// The ways, each made on first use; a thread that does not see another's makes the same.
    ways: Vec<AtomicU64>,
    wide: bool,
}

/// What a box allows, and how the arrangements of a list become its own: first by the one change, then by
/// the other.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) allowed: u64,
    pub(super) changes: [&'a Change; 2],
}

impl Side<'_> {
    /// Whether the box allows an arrangement of the list.
    #[inline(always)]
    pub(super) fn allows(&self, k: usize) -> bool {
        self.allowed >> self.changes[1].of(self.changes[0].of(k)) & 1 == 1
    }
}

impl Lists {
    pub(super) fn get() -> &'static Lists {
        static LISTS: OnceLock<Lists> = OnceLock::new();
        LISTS.get_or_init(|| Lists::make(Frames::get()))
    }

    fn make(frames: &Frames) -> Lists {
        let orbits = Orbits::make(frames);
        let shapes = Vec::from_iter(std::iter::repeat_with(OnceCell::new).take(PARTITIONS));
        let lists: Vec<List> = orbits.firsts.iter().map(|&pair| List::make(frames, pair, &shapes)).collect();
        let reach = (0..=BANDS as u16)
            .map(|class| {
                let above = |list: &List| list.fills.partition_point(|fill| fill.class() >= class) as u16;
                lists.iter().map(above).collect()
            })
            .collect();
        let ways = std::iter::repeat_with(AtomicU64::default).take(PARTITIONS * PARTITIONS).collect();
        Lists { orbits, lists, reach, ways, wide: wide::usable() }
    }

    /// The way to the fills for two partitions seen from the first.
    #[inline]
    pub(super) fn way(&self, frames: &Frames, second: usize, third: usize) -> Way {
        let kept = &self.ways[second * PARTITIONS + third];
        match Way::from_bits(kept.load(Ordering::Relaxed)) {
            Some(way) => way,
            None => self.make_way(frames, second, third, kept),
        }
    }

    /// The way to two partitions, as [`Frames::seen`] has them, will be asked for soon.
    #[inline(always)]
    pub(super) fn expect(&self, second: u32, third: u32) {
        let at = Frames::seen_of(second).0 * PARTITIONS + Frames::seen_of(third).0;
        #[cfg(target_arch = "x86_64")]
        // SAFETY: it is a hint, whatever the address; every x86-64 has it.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.ways.as_ptr().wrapping_add(at).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = at;
    }

    #[cold]
    fn make_way(&self, frames: &Frames, second: usize, third: usize, kept: &AtomicU64) -> Way {
        let way = self.orbits.way(frames, second, third);
        kept.store(way.bits(), Ordering::Relaxed);
        way
    }

    /// The list of an orbit.
    #[inline]
    pub(super) fn list(&self, orbit: usize) -> &List {
        &self.lists[orbit]
    }

    /// How many fills of a list, from its begin, have this class or a higher one.
    #[inline]
    pub(super) fn reach(&self, orbit: usize, class: u16) -> usize {
        usize::from(self.reach[usize::from(class)][orbit])
    }

    /// Which digit every name of a list stands for, once the way is gone from there to a pair of partitions
    /// and that pair is seen from partition `p`.
    pub(super) fn stands(frames: &Frames, way: Way, p: usize) -> [u16; 9] {
        let [a, b, c] = frames.partitions[p].map(digits);
        let own = [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]];
        way.names().map(|name| 1 << own[usize::from(name)])
    }

    /// Which arrangements, in other coordinates, have at least this class, and which have it.
    #[inline]
    pub(super) fn by_class(&self, classes: &[u16; ARRANGEMENTS], change: &Change, class: u16) -> (u64, u64) {
        if self.wide {
            // SAFETY: `wide` says that this machine has the instructions.
            return unsafe { wide::by_class(classes, change, class) };
        }
        by_class(classes, change, class)
    }

    /// Which fills of a chunk three boxes allow, a bit for each; those past the list's end may be set.
    #[inline]
    pub(super) fn allowed(&self, list: &List, chunk: usize, sides: &[Side<'_>; 3]) -> u64 {
        let chunk = &list.chunks[chunk];
        if self.wide {
            // SAFETY: `wide` says that this machine has the instructions.
            return unsafe { wide::allowed(chunk, sides) };
        }
        chunk.allowed(sides)
    }
}

impl List {
    fn make(frames: &Frames, [second, third]: [usize; 2], shapes: &[OnceCell<Shapes>]) -> List {
        let shape = |p: usize| shapes[p].get_or_init(|| Shapes::make(&frames.partitions[p]));
        let fills = search(frames, second, third, [shape(0), shape(second), shape(third)]);
        let pair = [second, third].map(|p| &frames.partitions[p]);
        let row_sets = fills.iter().map(|fill| fill.row_sets(pair[0], pair[1])).collect();
        let chunks = fills
            .chunks(CHUNK)
            .map(|fills| {
                let mut chunk = Chunk([[0; CHUNK]; 3]);
                for (i, fill) in fills.iter().enumerate() {
                    let (k1, k2, k3) = fill.arrangements();
                    for (box_, k) in chunk.0.iter_mut().zip([k1, k2, k3]) {
                        box_[i] = k as u8;
                    }
                }
                chunk
            })
            .collect();
        List { fills, row_sets, chunks }
    }

    /// The rows of a fill, where names of the list stand for these digits, in columns with these sets.
    pub(super) fn rows(&self, fill: usize, stands: &[u16; 9], columns: &[u16; 9]) -> [[u8; 9]; 3] {
        let mut rows = [[0; 9]; 3];
        for (b, sets) in self.row_sets[fill].iter().enumerate() {
            for (row, set) in rows.iter_mut().zip(sets) {
                let [x, y, z] = digits(*set).map(|name| stands[usize::from(name)]);
                for c in 3 * b..3 * b + 3 {
                    row[c] = ((x | y | z) & columns[c]).trailing_zeros() as u8;
                }
            }
        }
        rows.sort_unstable_by_key(|row| row[0]);
        rows
    }
}

impl Chunk {
    /// The plain twin of the wide one.
    fn allowed(&self, sides: &[Side<'_>; 3]) -> u64 {
        let mut allowed = 0;
        for i in 0..CHUNK {
            let [a, b, c] = [0, 1, 2].map(|n: usize| sides[n].allows(usize::from(self.0[n][i])));
            allowed |= u64::from(a & b & c) << i;
        }
        allowed
    }
}

/// The plain twin of the wide one.
fn by_class(classes: &[u16; ARRANGEMENTS], change: &Change, class: u16) -> (u64, u64) {
    let (mut high, mut equal) = (0, 0);
    for (k, &to) in change.all().iter().enumerate() {
        let other = classes[usize::from(to)];
        high |= u64::from(other >= class) << k;
        equal |= u64::from(other == class) << k;
    }
    (high, equal)
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{ARRANGEMENTS, Change, Chunk, Side};
    use std::arch::x86_64::{
        __m512i, _mm512_and_si512, _mm512_cmpeq_epu16_mask, _mm512_cmpge_epu16_mask, _mm512_load_si512,
        _mm512_loadu_si512, _mm512_maskz_loadu_epi16, _mm512_movepi8_mask, _mm512_movm_epi8,
        _mm512_permutexvar_epi8, _mm512_set1_epi16,
    };

    /// Those of 64 bits that are arrangements.
    const ALL: u64 = (1 << ARRANGEMENTS) - 1;

    pub(super) fn usable() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn load(bytes: &[u8; 64]) -> __m512i {
        // SAFETY: `Change` and `Chunk` keep their 64 bytes aligned to 64.
        unsafe { _mm512_load_si512(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn side(k: &[u8; 64], side: &Side<'_>) -> __m512i {
        let own = _mm512_permutexvar_epi8(load(k), load(&side.changes[0].0));
        let own = _mm512_permutexvar_epi8(own, load(&side.changes[1].0));
        _mm512_permutexvar_epi8(own, _mm512_movm_epi8(side.allowed))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn by_class(classes: &[u16; ARRANGEMENTS], change: &Change, class: u16) -> (u64, u64) {
        let class = _mm512_set1_epi16(class as i16);
        let at = classes.as_ptr();
        // SAFETY: the first load reads 32 of the 36 classes, the second the last four of them.
        let (low, rest) = unsafe {
            (_mm512_loadu_si512(at.cast()), _mm512_maskz_loadu_epi16(0b1111, at.wrapping_add(32).cast()))
        };
        let join = |low: u32, rest: u32| u64::from(low) | u64::from(rest) << 32;
        let own = |mask: u64| {
            _mm512_movepi8_mask(_mm512_permutexvar_epi8(load(&change.0), _mm512_movm_epi8(mask))) & ALL
        };
        let high = join(_mm512_cmpge_epu16_mask(low, class), _mm512_cmpge_epu16_mask(rest, class));
        let equal = join(_mm512_cmpeq_epu16_mask(low, class), _mm512_cmpeq_epu16_mask(rest, class) & 0b1111);
        (own(high), if equal == 0 { 0 } else { own(equal) })
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn allowed(chunk: &Chunk, sides: &[Side<'_>; 3]) -> u64 {
        let [a, b, c] = [0, 1, 2].map(|n: usize| side(&chunk.0[n], &sides[n]));
        _mm512_movepi8_mask(_mm512_and_si512(a, _mm512_and_si512(b, c)))
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wide {
    use super::{ARRANGEMENTS, Change, Chunk, Side};

    pub(super) fn usable() -> bool {
        false
    }

    /// # Safety
    /// Never called: no such machine is usable.
    pub(super) unsafe fn by_class(classes: &[u16; ARRANGEMENTS], change: &Change, class: u16) -> (u64, u64) {
        super::by_class(classes, change, class)
    }

    /// # Safety
    /// Never called: no such machine is usable.
    pub(super) unsafe fn allowed(chunk: &Chunk, sides: &[Side<'_>; 3]) -> u64 {
        chunk.allowed(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::band::Bands;
    use crate::triple::PERM3;
    use ludex_core::Random;

    #[test]
    fn wide_registers_compare_classes_like_the_plain_way() {
        let (frames, lists) = (Frames::get(), Lists::get());
        let mut random = Random::new(36);
        for change in &frames.change {
            let classes = [0; ARRANGEMENTS].map(|_: u8| random.below(20) as u16);
            let class = random.below(20) as u16;
            assert_eq!(lists.by_class(&classes, change, class), by_class(&classes, change, class));
        }
    }

    #[test]
    fn wide_registers_allow_what_the_plain_way_does() {
        let (frames, lists) = (Frames::get(), Lists::get());
        let mut random = Random::new(64);
        for list in &lists.lists {
            for (n, fills) in list.fills.chunks(CHUNK).enumerate() {
                let sides = [0; 3].map(|_| Side {
                    allowed: random.next_u64() & random.next_u64().rotate_left(7) | random.next_u64(),
                    changes: [0; 2].map(|_| &frames.change[random.below(1296) as usize]),
                });
                let inside = u64::MAX >> (CHUNK - fills.len());
                let plain = list.chunks[n].allowed(&sides) & inside;
                assert_eq!(lists.allowed(list, n, &sides) & inside, plain);
                for (i, fill) in fills.iter().enumerate() {
                    let (k1, k2, k3) = fill.arrangements();
                    let all = sides[0].allows(k1) && sides[1].allows(k2) && sides[2].allows(k3);
                    assert_eq!(all, plain >> i & 1 == 1);
                }
            }
        }
    }

    /// Every fill of random column sets is a band with these columns, all differ, and a plain
    /// search by rows finds as many.
    #[test]
    fn lists_hold_exactly_the_fills() {
        let frames = Frames::get();
        let lists = Lists::get();
        let mut random = Random::new(5);
        for _ in 0..200 {
            let [p, q, r] = [0; 3].map(|_| random.below(280) as usize);
            let seen = [q, r].map(|other| Frames::seen_of(frames.seen(p, other)));
            let [(second, change2), (third, _)] = seen;
            let columns: [u16; 9] = std::array::from_fn(|c| frames.partitions[[p, q, r][c / 3]][c % 3]);
            let mut bands = Vec::new();
            let way = lists.way(frames, second, third);
            let list = lists.list(way.orbit());
            assert!(list.fills.is_sorted_by_key(|fill| std::cmp::Reverse(fill.class())));
            let stands = Lists::stands(frames, way, p);
            for (i, &fill) in list.fills.iter().enumerate() {
                let rows = list.rows(i, &stands, &columns);
                assert!(rows.iter().all(|row| row.iter().fold(0, |set, d| set | 1 << d) == 0o777));
                assert_eq!(Bands::get().class(&rows[0], &rows[1], &rows[2]), fill.class());
                // The arrangement of box 2 in the coordinates of Q.
                let k = frames.change[way.changes()[1]].of(fill.arrangements().1);
                let k = frames.change[change2].of(k);
                let t = frames.partitions[q].map(digits);
                for row in &rows {
                    let i = t[0].iter().position(|d| *d == row[3]).unwrap();
                    assert_eq!(t[1][usize::from(PERM3[k / 6][i])], row[4]);
                    assert_eq!(t[2][usize::from(PERM3[k % 6][i])], row[5]);
                }
                bands.push(rows);
            }
            let count = bands.len();
            bands.sort_unstable();
            bands.dedup();
            assert_eq!(bands.len(), count);
            assert_eq!(plain(&columns, [[0; 9]; 3], 0), 6 * count);
        }
    }

    fn plain(columns: &[u16; 9], rows: [[u8; 9]; 3], at: usize) -> usize {
        if at == 27 {
            return 1;
        }
        let (r, c) = (at / 9, at % 9);
        digits(columns[c])
            .into_iter()
            .filter(|d| (0..r).all(|i| rows[i][c] != *d) && !rows[r][..c].contains(d))
            .map(|d| {
                let mut next = rows;
                next[r][c] = d;
                plain(columns, next, at + 1)
            })
            .sum()
    }
}
