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
use std::sync::atomic::{AtomicU64, Ordering};

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
    words: Vec<[AtomicU64; 2]>,
    generation: u8,
}

impl Table {
    /// A table of about so many entries (a power of two, at least 1024).
    pub(super) fn new(entries: usize) -> Self {
        let entries = entries.clamp(1024, 1 << 30).next_power_of_two();
        let mut words = Vec::new();
        words.resize_with(entries, || [AtomicU64::new(0), AtomicU64::new(0)]);
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
        // The high bits choose: the low ones are as random, but this needs no division either way.
        (key >> 20) as usize & (self.words.len() - 2)
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
