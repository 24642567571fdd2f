//! What was found about positions seen before.
//!
//! ```text
//!   word 0   key ^ word 1                        so that a torn pair of writes is not taken for an entry
//!   word 1   63      48 47      32 31      24 23      16 15  14 13        0
//!            |  value  |  score  |  depth   | generation | bound |  move  |
//! ```
//!
//! Two places a bucket, within one line of the cache: the deeper or newer result stays in the first, the latest
//! goes to the second. All threads share the table without locks.

use crate::moves::Move;
use memmap2::MmapMut;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a bucket.
const BUCKET: usize = size_of::<Bucket>();
/// Buckets of the smallest table.
const FEWEST: usize = 512;

/// What a stored score means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

/// A found result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) best: Move,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The static value; [`NO_VALUE`] where none was asked for.
    pub(super) value: i32,
}

/// No static value: the side to move is in check.
pub(super) const NO_VALUE: i32 = i16::MIN as i32;

/// Two places for results.
#[derive(Debug)]
#[repr(C, align(32))]
struct Bucket([[AtomicU64; 2]; 2]);

#[derive(Debug)]
pub(super) struct Table {
    /// Read and written as buckets only.
    memory: MmapMut,
    generation: u8,
}

impl Table {
    /// A table of about so many bytes, at least 16 KiB.
    ///
    /// The memory comes zeroed from the system, page by page as it is touched: making a table of many
    /// gigabytes takes no time. Less is taken where there is not so much.
    pub(super) fn new(bytes: usize) -> Self {
        let mut count = (bytes / BUCKET).max(FEWEST);
        loop {
            match MmapMut::map_anon(count * BUCKET) {
                Ok(memory) => {
                    // Every look goes to another page: large ones spare the processor the way to them.
                    #[cfg(target_os = "linux")]
                    let _ = memory.advise(memmap2::Advice::HugePage);
                    return Table { memory, generation: 0 };
                }
                Err(error) if count <= FEWEST => panic!("no memory for the table: {error}"),
                Err(_) => count = (count / 2).max(FEWEST),
            }
        }
    }

    fn buckets(&self) -> &[Bucket] {
        let (start, bytes) = (self.memory.as_ptr(), self.memory.len());
        // SAFETY: the mapping is readable and writable, begins with a page and so is aligned, and belongs to the
        // table alone; its bytes, nought at first, are valid atomics; they change through these alone while the
        // table is shared.
        unsafe { std::slice::from_raw_parts(start.cast(), bytes / BUCKET) }
    }

    pub(super) fn clear(&mut self) {
        self.memory.fill(0);
        self.generation = 0;
    }

    /// Results of earlier searches give way to those of this one.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        // Scaled by the number of buckets: any size will do, and nothing is divided.
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// A position will be asked for soon: its bucket is on the way from memory meanwhile. A third of the time
    /// of a search went into waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint to the processor, which reads nothing; SSE is part of every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        let _ = key;
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                let bound = match data >> 14 & 3 {
                    1 => Bound::Upper,
                    2 => Bound::Lower,
                    3 => Bound::Exact,
                    _ => continue,
                };
                return Some(Entry {
                    best: Move::from_bits((data & 0x3FFF) as u16),
                    score: i32::from((data >> 32) as i16),
                    depth: i32::from((data >> 24) as u8),
                    bound,
                    value: i32::from((data >> 48) as i16),
                });
            }
        }
        None
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let [old, other] = &self.bucket(key).0;
        let data = old[1].load(Ordering::Relaxed);
        let same = old[0].load(Ordering::Relaxed) ^ data == key;
        let stale = (data >> 16) as u8 != self.generation;
        let deeper =
            entry.depth + i32::from(entry.bound == Bound::Exact) * 2 >= i32::from((data >> 24) as u8);
        let slot = if data == 0 || same || stale || deeper { old } else { other };
        let mut best = entry.best;
        if best == Move::NONE && same {
            best = Move::from_bits((data & 0x3FFF) as u16);
        }
        let data = u64::from(best.bits())
            | (entry.bound as u64) << 14
            | u64::from(self.generation) << 16
            | (entry.depth.clamp(0, 255) as u64) << 24
            | u64::from(entry.score as i16 as u16) << 32
            | u64::from(entry.value as i16 as u16) << 48;
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// Per mille of a sample that holds results of this search.
    pub(super) fn full(&self) -> u32 {
        let sample = || self.buckets().iter().flat_map(|bucket| &bucket.0).take(1000);
        let used = sample().filter(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && (data >> 16) as u8 == self.generation
        });
        used.count() as u32 * 1000 / sample().count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_size_holds_what_was_put() {
        for bytes in [0, 16 << 10, 100_000, 3 << 20] {
            let table = Table::new(bytes);
            let mut key = 1u64;
            for depth in 0..200 {
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let entry = Entry {
                    best: Move::from_bits(1),
                    score: -depth,
                    depth,
                    bound: Bound::Exact,
                    value: 7 - depth,
                };
                table.put(key, entry);
                let found = table.get(key).map(|found| (found.score, found.value));
                assert_eq!(found, Some((-depth, 7 - depth)), "{bytes} {depth}");
            }
        }
    }

    /// Memory is only taken where it is touched.
    #[test]
    fn a_large_table_is_made_at_once() {
        let table = Table::new(4 << 30);
        assert!(table.buckets().len() >= FEWEST && table.get(77).is_none());
    }
}
