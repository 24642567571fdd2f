//! Memory that merges share evenly.
//!
//! What the engine has sorted to disk it merges with as much memory as it gets: more runs at a time. A merge
//! gives nothing back before its end, so the first to begin would take all, and the one in the next thread ends
//! with an error. Here none gets more than its part, and merges in more steps instead.

use datafusion::common::{DataFusionError, Result};
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation,
};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// How the engine calls a merge of what was sorted.
const MERGE: &str = "ExternalSorterMerge";

/// The engine's fair pool, in which each merge has at most an even part.
#[derive(Debug)]
pub(crate) struct EvenMerges {
    fair: FairSpillPool,
    /// The most bytes that one merge gets.
    most: usize,
    /// What each merge has.
    merges: Mutex<HashMap<usize, usize>>,
}

impl EvenMerges {
    /// So many bytes, for questions in so many partitions.
    pub(crate) fn new(bytes: usize, partitions: usize) -> EvenMerges {
        // One part more than there are merges: what they write has to be somewhere, too.
        EvenMerges {
            fair: FairSpillPool::new(bytes),
            most: bytes / (partitions + 1),
            merges: Mutex::default(),
        }
    }

    /// What a merge has, to be looked at and changed; nothing for who is none.
    fn taken<T>(&self, consumer: &MemoryConsumer, then: impl FnOnce(&mut usize) -> T) -> Option<T> {
        let is_merge = consumer.name().starts_with(MERGE);
        is_merge.then(|| {
            let mut merges = self.merges.lock().unwrap_or_else(PoisonError::into_inner);
            then(merges.entry(consumer.id()).or_default())
        })
    }
}

impl fmt::Display for EvenMerges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fair.fmt(f)
    }
}

impl MemoryPool for EvenMerges {
    fn name(&self) -> &str {
        "even merges"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.fair.register(consumer);
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.merges.lock().unwrap_or_else(PoisonError::into_inner).remove(&consumer.id());
        self.fair.unregister(consumer);
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        self.taken(reservation.consumer(), |taken| *taken += additional);
        self.fair.grow(reservation, additional);
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        self.taken(reservation.consumer(), |taken| *taken = taken.saturating_sub(shrink));
        self.fair.shrink(reservation, shrink);
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        let consumer = reservation.consumer();
        let more = self.taken(consumer, |taken| {
            let fits = *taken + additional <= self.most;
            // Taken at once: between asking and taking another thread may ask.
            *taken += if fits { additional } else { 0 };
            fits
        });
        if more == Some(false) {
            let (name, most) = (consumer.name(), self.most);
            return Err(DataFusionError::ResourcesExhausted(format!("{name} has its part of {most} bytes")));
        }
        self.fair.try_grow(reservation, additional).inspect_err(|_| {
            self.taken(consumer, |taken| *taken -= additional);
        })
    }

    fn reserved(&self) -> usize {
        self.fair.reserved()
    }

    fn memory_limit(&self) -> MemoryLimit {
        self.fair.memory_limit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_merge_leaves_the_others_their_part() {
        let pool: Arc<dyn MemoryPool> = Arc::new(EvenMerges::new(300, 2));
        let first = MemoryConsumer::new("ExternalSorterMerge[0]").register(&pool);
        let second = MemoryConsumer::new("ExternalSorterMerge[1]").register(&pool);
        first.try_grow(60).unwrap();
        let rest = first.new_empty();
        rest.try_grow(40).unwrap();
        assert!(first.try_grow(1).is_err(), "its part is that of all it has");
        second.try_grow(100).unwrap();
        rest.free();
        first.try_grow(40).unwrap();
        drop((first, rest, second));
        assert_eq!(pool.reserved(), 0);
        let other = MemoryConsumer::new("HashJoinInput").register(&pool);
        other.try_grow(300).unwrap();
        let third = MemoryConsumer::new("ExternalSorterMerge[0]").register(&pool);
        assert!(third.try_grow(50).is_err());
        other.free();
        third.try_grow(100).unwrap();
    }
}
