//! What was found about positions seen before.
//!
//! ```text
//!   word 0   key ^ word 1                        so that a torn pair of writes is not taken for an entry
//!   word 1   63      48 47      32 31      24 23      16 15  14 13        0
//!            |    0    |  score  |  depth   | generation | bound |  move  |
//! ```
//!
//! Two buckets an entry place: the deeper or newer result stays in the first, the latest goes to the
//! second. All threads share the table without locks.

use crate::moves::Move;
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of an entry.
const ENTRY: usize = 16;

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
}

#[derive(Debug)]
pub(super) struct Table {
    words: Box<[[AtomicU64; 2]]>,
    generation: u8,
}

impl Table {
    /// A table of about so many bytes, at least 16 KiB.
    ///
    /// The memory comes zeroed from the system, page by page as it is touched: making a table of many
    /// gigabytes takes no time. Less is taken where there is not so much.
    pub(super) fn new(bytes: usize) -> Self {
        let mut entries = (bytes / ENTRY).max(1024) & !1;
        let words = loop {
            let layout =
                Layout::array::<[AtomicU64; 2]>(entries).expect("fewer bytes than there are addresses");
            // SAFETY: the layout has a size above 0; zeroed bytes are valid atomics; a boxed slice gives the
            // memory back with the layout it came with.
            let words = unsafe {
                let start = alloc_zeroed(layout).cast::<[AtomicU64; 2]>();
                (!start.is_null()).then(|| Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, entries)))
            };
            match words {
                Some(words) => break words,
                None if entries <= 1024 => handle_alloc_error(layout),
                None => entries = (entries / 2).max(1024) & !1,
            }
        };
        Table { words, generation: 0 }
    }

    pub(super) fn clear(&mut self) {
        for [a, b] in &mut self.words {
            *a.get_mut() = 0;
            *b.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// Results of earlier searches give way to those of this one.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        // Scaled by the number of pairs: any size will do, and nothing is divided.
        ((u128::from(key) * (self.words.len() as u128 / 2)) >> 64) as usize * 2
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        for slot in &self.words[at..at + 2] {
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
                });
            }
        }
        None
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let at = self.bucket(key);
        let old = &self.words[at];
        let data = old[1].load(Ordering::Relaxed);
        let same = old[0].load(Ordering::Relaxed) ^ data == key;
        let stale = (data >> 16) as u8 != self.generation;
        let deeper =
            entry.depth + i32::from(entry.bound == Bound::Exact) * 2 >= i32::from((data >> 24) as u8);
        let slot = if data == 0 || same || stale || deeper { old } else { &self.words[at + 1] };
        let mut best = entry.best;
        if best == Move::NONE && same {
            best = Move::from_bits((data & 0x3FFF) as u16);
        }
        let data = u64::from(best.bits())
            | (entry.bound as u64) << 14
            | u64::from(self.generation) << 16
            | (entry.depth.clamp(0, 255) as u64) << 24
            | u64::from(entry.score as i16 as u16) << 32;
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// Per mille of a sample that holds results of this search.
    pub(super) fn full(&self) -> u32 {
        let used = self.words.iter().take(1000).filter(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && (data >> 16) as u8 == self.generation
        });
        used.count() as u32 * 1000 / self.words.len().min(1000) as u32
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
                let entry = Entry { best: Move::from_bits(1), score: -depth, depth, bound: Bound::Exact };
                table.put(key, entry);
                assert_eq!(table.get(key).map(|found| found.score), Some(-depth), "{bytes} {depth}");
            }
        }
    }

    /// Memory is only taken where it is touched.
    #[test]
    fn a_large_table_is_made_at_once() {
        let table = Table::new(4 << 30);
        assert!(table.words.len() >= 1024 && table.get(77).is_none());
    }
}
