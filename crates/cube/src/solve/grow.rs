//! Tables of cosets in the making, breadth first from the subgroup, on several threads.
//!
//! A row is the 2048 flips of one twist class and slice: a move takes a whole row to one other row, so
//! both stay in the first-level cache while it is worked on. Entries start as 3 (not reached) and are
//! only ever cleared to something smaller; two threads that reach the same entry write the same value.

use super::coords::{AXIAL, Coords, FLIPS};
use super::coset::Cosets;
use ludex_core::{Progress, Stopped};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

const ROW_BYTES: usize = FLIPS / 4;
/// Rows that a thread takes at a time.
const SHARE: usize = 64;
const UNREACHED: u8 = 3;
/// Depths that hold less than this part of all cosets are not told apart in a pruning table.
const FEW: u64 = 400;

/// A table in the making: bytes that several threads may clear bits of.
pub(crate) struct Growth<'a> {
    cosets: &'a Cosets,
    coords: &'static Coords,
    bytes: &'a [AtomicU8],
    /// Slices per class.
    width: usize,
    threads: usize,
    /// What counts one.
    steps: Vec<(u8, Option<u8>)>,
    /// Entries reached.
    done: u64,
}

impl<'a> Growth<'a> {
    /// # Panics
    /// When the memory is not as long as the table.
    pub(crate) fn new(cosets: &'a Cosets, table: &'a mut [u8], threads: usize) -> Self {
        assert_eq!(table.len(), cosets.bytes());
        table.fill(0xFF);
        // SAFETY: an AtomicU8 has the size and alignment of a u8, and the exclusive borrow lasts as long
        // as the atomic view.
        let bytes = unsafe {
            std::slice::from_raw_parts(table.as_mut_ptr().cast::<AtomicU8>().cast_const(), table.len())
        };
        let width = cosets.slices.count();
        let (coords, threads, steps) = (Coords::get(), threads.max(1), cosets.steps());
        let mut growth = Growth { cosets, coords, bytes, width, threads, steps, done: 0 };
        let home = cosets.entry(growth.coords, cosets.home());
        growth.set(home, 0);
        growth.done = 1 + growth.spread(home / FLIPS, home % FLIPS, 0);
        growth
    }

    fn rows(&self) -> usize {
        self.cosets.stands.len() * self.width
    }

    fn total(&self) -> u64 {
        (self.rows() * FLIPS) as u64
    }

    /// Distances modulo 3, all of them.
    pub(crate) fn exact(mut self, progress: &dyn Progress) -> Result<(), Stopped> {
        let (total, mut here) = (self.total(), 1u64);
        for depth in 0..40u8 {
            progress.report(self.done, total)?;
            // An entry that cannot be reached would never be set; every coset can.
            if here == 0 || self.done >= total {
                break;
            }
            let (from, to) = (depth % 3, (depth + 1) % 3);
            here = if here.saturating_mul(2) < total - self.done {
                self.everywhere(progress, |growth, row, list| growth.outwards(row, from, to, list))?
            } else {
                self.everywhere(progress, |growth, row, list| growth.inwards(row, from, to, list))?
            };
        }
        Ok(())
    }

    /// Pruning: 0 up to a base, 1 one more, 2 two more, 3 farther. Gives the base: the first depth within
    /// which more than a few cosets lie.
    pub(crate) fn bounds(mut self, progress: &dyn Progress) -> Result<u8, Stopped> {
        let mut base = 0;
        while self.done < self.total() / FEW {
            // Two values in turn: what was reached two depths before is looked at again, and is little.
            let (from, to) = (base % 2, (base + 1) % 2);
            self.everywhere(progress, |growth, row, list| growth.outwards(row, from, to, list))?;
            base += 1;
        }
        self.settle();
        for from in 0..2 {
            self.everywhere(progress, |growth, row, list| growth.outwards(row, from, from + 1, list))?;
        }
        progress.report(self.total(), self.total())?;
        Ok(base)
    }

    /// Lets all that is reached be 0.
    fn settle(&self) {
        for byte in self.bytes {
            let old = byte.load(Ordering::Relaxed);
            byte.store((old & old >> 1 & 0x55) * 3, Ordering::Relaxed);
        }
    }

    /// Does something to every row; counts the entries that were reached.
    fn everywhere(
        &mut self,
        progress: &dyn Progress,
        work: impl Fn(&Self, usize, &mut [u16; FLIPS]) -> u64 + Sync,
    ) -> Result<u64, Stopped> {
        let (rows, total) = (self.rows(), self.total());
        let (next, found, stop) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let run = |report: Option<&dyn Progress>| {
            let mut list = [0u16; FLIPS];
            loop {
                let first = next.fetch_add(SHARE, Ordering::Relaxed);
                if first >= rows || stop.load(Ordering::Relaxed) {
                    return;
                }
                let sum = (first..rows.min(first + SHARE)).map(|row| work(self, row, &mut list)).sum();
                let so_far = found.fetch_add(sum, Ordering::Relaxed) + sum;
                if report.is_some_and(|progress| progress.report(self.done + so_far, total).is_err()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| run(None));
            }
            run(Some(progress));
        });
        if stop.into_inner() {
            return Err(Stopped);
        }
        let found = found.into_inner();
        self.done += found;
        Ok(found)
    }

    #[inline]
    fn get(&self, entry: usize) -> u8 {
        self.bytes[entry >> 2].load(Ordering::Relaxed) >> ((entry & 3) * 2) & 3
    }

    /// Sets an entry that is not reached yet; says whether it was so.
    #[inline]
    fn set(&self, entry: usize, value: u8) -> bool {
        let shift = (entry & 3) * 2;
        let clear = !((UNREACHED ^ value) << shift);
        let old = self.bytes[entry >> 2].load(Ordering::Relaxed);
        if old >> shift & 3 != UNREACHED {
            return false;
        }
        // Two threads may set the same entry, to the same value: clearing bits commutes.
        self.bytes[entry >> 2].fetch_and(clear, Ordering::Relaxed) >> shift & 3 == UNREACHED
    }

    /// Lists the entries of a row with these bits.
    fn select(&self, row: usize, wanted: u8, list: &mut [u16; FLIPS]) -> usize {
        let mut count = 0;
        // Four equal entries in every byte: what differs from it is skipped at once.
        let pattern = wanted * 0x55;
        for (i, byte) in self.bytes[row * ROW_BYTES..][..ROW_BYTES].iter().enumerate() {
            let apart = byte.load(Ordering::Relaxed) ^ pattern;
            let mut hits = !(apart | apart >> 1) & 0x55;
            while hits != 0 {
                list[count] = (4 * i) as u16 + hits.trailing_zeros() as u16 / 2;
                count += 1;
                hits &= hits - 1;
            }
        }
        count
    }

    /// Where a step takes a row: the row, and the flips seen from there.
    #[inline]
    fn leads(&self, row: usize, (a, b): (u8, Option<u8>)) -> (usize, &[u16; FLIPS], u16) {
        let slices = &self.cosets.slices;
        let (class, slice) = (row / self.width, slices.at_row(row % self.width));
        let mut twist = self.coords.twist[self.cosets.stands[class].0 as usize][a as usize];
        let mut slice = slices.turn(slice, a as usize);
        if let Some(b) = b {
            twist = self.coords.twist[twist as usize][b as usize];
            slice = slices.turn(slice, b as usize);
        }
        let (class, k) = self.cosets.class[twist as usize];
        let (seen, mask) = slices.see(k as usize, slice);
        (class as usize * self.width + slices.row(seen), &self.coords.flip_seen[k as usize], mask)
    }

    /// The flips after a step.
    #[inline]
    fn flipped(&self, flip: u16, (a, b): (u8, Option<u8>)) -> usize {
        let moved = self.coords.flip[flip as usize][a as usize];
        usize::from(match b {
            None => moved,
            Some(b) => self.coords.flip[moved as usize][b as usize],
        })
    }

    /// From the entries with one value, outwards to those that are not reached.
    fn outwards(&self, row: usize, from: u8, value: u8, list: &mut [u16; FLIPS]) -> u64 {
        let count = self.select(row, from, list);
        if count == 0 {
            return 0;
        }
        let mut found = 0;
        for &step in &self.steps {
            let (to, seen, mask) = self.leads(row, step);
            let spreads = self.cosets.stands[to / self.width].1 != 1;
            for &flip in &list[..count] {
                let flip = (seen[self.flipped(flip, step)] ^ mask) as usize;
                if self.set(to * FLIPS + flip, value) {
                    found += 1;
                    if spreads {
                        found += self.spread(to, flip, value);
                    }
                }
            }
        }
        found
    }

    /// Sets all entries that stand for the same coset: its twist may have symmetries of its own.
    fn spread(&self, row: usize, flip: usize, value: u8) -> u64 {
        let slices = &self.cosets.slices;
        let (class, slice) = (row / self.width, slices.at_row(row % self.width));
        let mut found = 0;
        for k in (1..AXIAL).filter(|k| self.cosets.stands[class].1 >> k & 1 == 1) {
            let (slice, mask) = slices.see(k, slice);
            let seen = self.coords.flip_seen[k][flip] ^ mask;
            let to = class * self.width + slices.row(slice);
            found += u64::from(self.set(to * FLIPS + seen as usize, value));
        }
        found
    }

    /// From the entries that are not reached, inwards to those with one value.
    fn inwards(&self, row: usize, from: u8, value: u8, list: &mut [u16; FLIPS]) -> u64 {
        let mut count = self.select(row, UNREACHED, list);
        let mut found = 0;
        for &step in &self.steps {
            if count == 0 {
                break;
            }
            let (to, seen, mask) = self.leads(row, step);
            let mut kept = 0;
            for k in 0..count {
                let flip = list[k];
                if self.get(to * FLIPS + (seen[self.flipped(flip, step)] ^ mask) as usize) == from {
                    self.set(row * FLIPS + flip as usize, value);
                } else {
                    list[kept] = flip;
                    kept += 1;
                }
            }
            found += (count - kept) as u64;
            count = kept;
        }
        found
    }
}
