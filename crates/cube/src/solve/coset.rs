//! The pruning table of the 3x3: exact distances to a subgroup's cosets, two bits each.
//!
//! The subgroup keeps corners untwisted, edges unflipped and the four slice edges in their layer, in
//! one of `orders` classes of order (1: any order, 24: each one for itself). A state's coset is
//! (twist, slice, flip). Of the twists only one of each class under the 16 symmetries that keep the
//! axis is stored, and the other two numbers are seen through the symmetry that leads there.
//!
//! ```text
//!   entry  = (twist class * 495 * orders + slice) * 2048 + flip
//!   byte   = entry / 4, bits 2 * (entry % 4) and the next
//!   bits   = distance modulo 3; 3 stands for "not reached"
//! ```
//!
//! A move changes the distance by at most one, so the remainder by 3 and the distance of a neighbour
//! give the distance.

use super::coords::{
    AXIAL, Coords, FLIPS, MOVES, PLACES, TWISTS, axis_rotations, flip_of, four_of, seen_moves, twist_of,
};
use super::two::Metric;
use crate::cubie::Cubie;
use crate::permutation::{rank, unrank};
use ludex_core::{Progress, Stopped};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// How finely a table tells the orders of the slice edges apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grain {
    /// Any order: 43 MB.
    Coarse,
    /// Orders up to exchanging opposite edges: 511 MB.
    Middle,
    /// Every order: 1,022 MB.
    Fine,
}

impl Grain {
    /// Classes of the 24 orders.
    #[must_use]
    pub const fn orders(self) -> usize {
        match self {
            Grain::Coarse => 1,
            Grain::Middle => 12,
            Grain::Fine => 24,
        }
    }

    /// The class of an order.
    fn class(self, order: usize) -> usize {
        match self {
            Grain::Coarse => 0,
            Grain::Fine => order,
            Grain::Middle => {
                // FR with BL and FL with BR: the only exchange that all axial symmetries keep.
                let own: [u8; 4] = unrank(order as u64);
                let twin = rank(&own.map(|piece| piece ^ 2)) as usize;
                let least = order.min(twin);
                (0..least)
                    .filter(|&other| {
                        let own: [u8; 4] = unrank(other as u64);
                        other < rank(&own.map(|piece| piece ^ 2)) as usize
                    })
                    .count()
            }
        }
    }
}

/// Numbers and moves of cosets, without their distances.
#[derive(Debug, Clone)]
pub struct Cosets {
    grain: Grain,
    metric: Metric,
    /// Class and symmetry of every twist.
    class: Vec<(u8, u8)>,
    /// The twist that stands for each class, and the symmetries that keep it.
    stands: Vec<(u16, u16)>,
    /// `[slice][m]`
    slice: Vec<[u16; MOVES]>,
    /// `[symmetry * slices + slice]`: the slice seen, and what its places do to the flips.
    slice_seen: Vec<(u16, u16)>,
    /// For each axis, what a move looks like there.
    axis_moves: [[u8; MOVES]; 3],
    home: Coset,
}

/// A coset seen along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Coset {
    pub(crate) twist: u16,
    pub(crate) slice: u16,
    pub(crate) flip: u16,
}

impl Cosets {
    /// The numbers for a grain and a metric; the metric matters for table making only.
    #[must_use]
    pub fn new(grain: Grain, metric: Metric) -> Cosets {
        let coords = Coords::get();
        let orders = grain.orders();
        let classes: Vec<usize> = (0..24).map(|order| grain.class(order)).collect();
        // Any order of a class serves: the class moves as one.
        let member: Vec<usize> = (0..orders)
            .map(|class| classes.iter().position(|&c| c == class).expect("no empty class"))
            .collect();
        let project = |four: u16| (four as usize / 24 * orders + classes[four as usize % 24]) as u16;
        let lift = |slice: usize| slice / orders * 24 + member[slice % orders];
        let slice = (0..PLACES * orders).map(|s| coords.four[lift(s)].map(project)).collect();
        let slice_seen = (0..AXIAL)
            .flat_map(|k| (0..PLACES * orders).map(move |s| (k, s)))
            .map(|(k, s)| (project(coords.slice_seen[k][lift(s)]), coords.flip_mask[k][s / orders]))
            .collect();
        let mut class = vec![(0, 0); TWISTS];
        let mut stands: Vec<(u16, u16)> = Vec::new();
        let mut known = vec![false; TWISTS];
        for twist in 0..TWISTS {
            if known[twist] {
                continue;
            }
            let mut keeps = 0;
            for k in 0..AXIAL {
                let seen = coords.twist_seen[k][twist] as usize;
                keeps |= u16::from(seen == twist) << k;
                if !known[seen] {
                    known[seen] = true;
                    // The way back leads from `seen` to the twist that stands for the class.
                    let back = coords.axial[k].inverse();
                    let back = coords.axial.iter().position(|&s| s == back).expect("a group");
                    class[seen] = (stands.len() as u8, back as u8);
                }
            }
            stands.push((twist as u16, keeps));
        }
        let mut cosets = Cosets {
            grain,
            metric,
            class,
            stands,
            slice,
            slice_seen,
            axis_moves: axis_rotations().map(seen_moves),
            home: Coset::default(),
        };
        cosets.home = cosets.of(&Cubie::SOLVED);
        cosets
    }

    /// The grain of the numbers.
    #[must_use]
    pub const fn grain(&self) -> Grain {
        self.grain
    }

    /// The metric of the distances.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.stands.len() * PLACES * self.grain.orders() * FLIPS / 4
    }

    /// The coset of a state, along the axis of U and D.
    pub(crate) fn of(&self, state: &Cubie) -> Coset {
        let four = four_of(&state.edges, 8);
        Coset {
            twist: twist_of(&state.corners) as u16,
            slice: (four / 24 * self.grain.orders() + self.grain.class(four % 24)) as u16,
            flip: flip_of(&state.edges) as u16,
        }
    }

    /// The cosets of a state along its three axes.
    pub(crate) fn of_axes(&self, state: &Cubie) -> [Coset; 3] {
        axis_rotations().map(|rotation| self.of(&state.conjugate(rotation)))
    }

    /// A move as it looks along an axis.
    #[inline]
    pub(crate) fn axis_move(&self, axis: usize, m: u8) -> usize {
        self.axis_moves[axis][m as usize] as usize
    }

    #[inline(always)]
    pub(crate) fn turn(&self, coords: &Coords, coset: Coset, m: usize) -> Coset {
        Coset {
            twist: coords.twist[coset.twist as usize][m],
            slice: self.slice[coset.slice as usize][m],
            flip: coords.flip[coset.flip as usize][m],
        }
    }

    /// The entry of a coset.
    #[inline(always)]
    pub(crate) fn entry(&self, coords: &Coords, coset: Coset) -> usize {
        let (class, k) = self.class[coset.twist as usize];
        let k = k as usize;
        let width = self.slice.len();
        let (slice, mask) = self.slice_seen[k * width + coset.slice as usize];
        let flip = coords.flip_seen[k][coset.flip as usize] ^ mask;
        (class as usize * width + slice as usize) * FLIPS + flip as usize
    }

    pub(crate) fn moves(&self) -> &'static [u8] {
        moves_of(self.metric)
    }

    /// Makes the table, breadth first from the subgroup, on `threads` threads, in memory of the
    /// caller's choice: large pages make it much faster.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    ///
    /// # Panics
    /// When the memory is not [`Cosets::bytes`] long.
    pub fn build(&self, table: &mut [u8], threads: usize, progress: &dyn Progress) -> Result<(), Stopped> {
        assert_eq!(table.len(), self.bytes());
        table.fill(0xFF);
        // SAFETY: an AtomicU8 has the size and alignment of a u8, and the exclusive borrow lasts as long
        // as the atomic view.
        let bytes = unsafe {
            std::slice::from_raw_parts(table.as_mut_ptr().cast::<AtomicU8>().cast_const(), table.len())
        };
        Build { cosets: self, coords: Coords::get(), bytes, width: self.slice.len() }
            .run(threads.max(1), progress)
    }
}

/// The numbers of the moves of a metric.
pub(crate) const fn moves_of(metric: Metric) -> &'static [u8] {
    match metric {
        Metric::Htm => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
        Metric::Qtm => &[0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17],
    }
}

/// Reads two bits.
#[inline]
pub(crate) fn bits(table: &[u8], entry: usize) -> u8 {
    table[entry >> 2] >> ((entry & 3) * 2) & 3
}

/// The distance of a neighbour of a coset at `from`, by its remainder.
#[inline]
pub(crate) const fn step(from: u8, remainder: u8) -> u8 {
    // remainder - from is -1, 0 or 1 modulo 3.
    from + (remainder + 4 - from % 3) % 3 - 1
}

impl Cosets {
    /// The exact distance of a coset, by walking down.
    pub(crate) fn distance(&self, table: &[u8], mut coset: Coset) -> u8 {
        let coords = Coords::get();
        let mut distance = 0;
        while coset != self.home {
            let here = bits(table, self.entry(coords, coset));
            let down = (here + 2) % 3;
            let next = self.moves().iter().map(|&m| self.turn(coords, coset, m as usize));
            // A sound table always has a neighbour one nearer.
            let Some(next) = next.clone().find(|&next| bits(table, self.entry(coords, next)) == down) else {
                break;
            };
            coset = next;
            distance += 1;
            if distance > 30 {
                break;
            }
        }
        distance
    }

    /// Whether random states have distances that their neighbours allow and a way down to 0.
    #[must_use]
    pub fn samples_fit(&self, table: &[u8], samples: usize) -> bool {
        let (coords, mut random) = (Coords::get(), ludex_core::Random::new(17));
        table.len() == self.bytes()
            && (0..samples).all(|_| {
                let coset = self.of(&crate::family::random_cubie(&mut random));
                let distance = self.distance(table, coset);
                self.moves().iter().all(|&m| {
                    let next = self.turn(coords, coset, m as usize);
                    let there = bits(table, self.entry(coords, next));
                    there != 3 && step(distance, there) == self.distance(table, next)
                })
            })
    }

    pub(crate) const fn home(&self) -> Coset {
        self.home
    }
}

/// Distances of cosets: exact from the table, or bounded from below by two small ones.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Distances<'a> {
    Exact(&'a [u8]),
    Bounds { twist: &'a [u8], flip: &'a [u8] },
}

impl Distances<'_> {
    /// The distance of a neighbour of a coset at distance `from`.
    #[inline(always)]
    pub(crate) fn step(&self, cosets: &Cosets, coords: &Coords, from: u8, coset: Coset) -> u8 {
        match self {
            Distances::Exact(table) => step(from, bits(table, cosets.entry(coords, coset))),
            Distances::Bounds { .. } => self.root(cosets, coset),
        }
    }

    /// The distance of a coset about which nothing is known.
    pub(crate) fn root(&self, cosets: &Cosets, coset: Coset) -> u8 {
        match self {
            Distances::Exact(table) => cosets.distance(table, coset),
            Distances::Bounds { twist, flip } => {
                let at = |own: u16| own as usize * PLACES + coset.slice as usize;
                twist[at(coset.twist)].max(flip[at(coset.flip)])
            }
        }
    }
}

/// A table in the making: bytes that several threads may clear bits of.
struct Build<'a> {
    cosets: &'a Cosets,
    coords: &'static Coords,
    bytes: &'a [AtomicU8],
    /// Slices per class.
    width: usize,
}

const ROW_BYTES: usize = FLIPS / 4;

impl Build<'_> {
    fn run(self, threads: usize, progress: &dyn Progress) -> Result<(), Stopped> {
        let rows = self.cosets.stands.len() * self.width;
        let total = (rows * FLIPS) as u64;
        let home = self.cosets.entry(self.coords, self.cosets.home);
        self.set(home, 0);
        self.spread(home / FLIPS, home % FLIPS, 0);
        let (mut here, mut done) = (1u64, 1u64);
        for depth in 0..40u8 {
            progress.report(done, total)?;
            // An entry that cannot be reached would never be set; every coset can.
            if here == 0 || done >= total {
                break;
            }
            let outwards = here.saturating_mul(2) < total - done;
            let (next, found, stop) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicUsize::new(0));
            let work = |lead: bool| {
                let mut list = [0u16; FLIPS];
                loop {
                    let first = next.fetch_add(64, Ordering::Relaxed);
                    if first >= rows || stop.load(Ordering::Relaxed) != 0 {
                        return;
                    }
                    let mut sum = 0;
                    for row in first..rows.min(first + 64) {
                        sum += if outwards {
                            self.outwards(row, depth, &mut list)
                        } else {
                            self.inwards(row, depth, &mut list)
                        };
                    }
                    let so_far = found.fetch_add(sum, Ordering::Relaxed) + sum;
                    if lead && progress.report(done + so_far, total).is_err() {
                        stop.store(1, Ordering::Relaxed);
                    }
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| work(false));
                }
                work(true);
            });
            if stop.load(Ordering::Relaxed) != 0 {
                return Err(Stopped);
            }
            here = found.load(Ordering::Relaxed);
            done += here;
        }
        Ok(())
    }

    #[inline]
    fn get(&self, entry: usize) -> u8 {
        self.bytes[entry >> 2].load(Ordering::Relaxed) >> ((entry & 3) * 2) & 3
    }

    /// Sets an entry that is not reached yet; says whether it was so.
    #[inline]
    fn set(&self, entry: usize, remainder: u8) -> bool {
        let shift = (entry & 3) * 2;
        let clear = !((3 ^ remainder) << shift);
        let old = self.bytes[entry >> 2].load(Ordering::Relaxed);
        if old >> shift & 3 != 3 {
            return false;
        }
        // Two threads may set the same entry, to the same value: clearing bits commutes.
        self.bytes[entry >> 2].fetch_and(clear, Ordering::Relaxed) >> shift & 3 == 3
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

    /// Where a move takes a row: the row, and the flips seen from there.
    #[inline]
    fn leads(&self, row: usize, m: usize) -> (usize, &[u16; FLIPS], u16) {
        let (class, slice) = (row / self.width, row % self.width);
        let twist = self.coords.twist[self.cosets.stands[class].0 as usize][m];
        let (class, k) = self.cosets.class[twist as usize];
        let slice = self.cosets.slice[slice][m] as usize;
        let (seen, mask) = self.cosets.slice_seen[k as usize * self.width + slice];
        (class as usize * self.width + seen as usize, &self.coords.flip_seen[k as usize], mask)
    }

    fn outwards(&self, row: usize, depth: u8, list: &mut [u16; FLIPS]) -> u64 {
        let count = self.select(row, depth % 3, list);
        if count == 0 {
            return 0;
        }
        let (mut found, remainder) = (0, (depth + 1) % 3);
        for &m in self.cosets.moves() {
            let (to, seen, mask) = self.leads(row, m as usize);
            let spreads = self.cosets.stands[to / self.width].1 != 1;
            for &flip in &list[..count] {
                let moved = self.coords.flip[flip as usize][m as usize];
                let flip = (seen[moved as usize] ^ mask) as usize;
                if self.set(to * FLIPS + flip, remainder) {
                    found += 1;
                    if spreads {
                        found += self.spread(to, flip, remainder);
                    }
                }
            }
        }
        found
    }

    /// Sets all entries that stand for the same coset: its twist may have symmetries of its own.
    fn spread(&self, row: usize, flip: usize, remainder: u8) -> u64 {
        let (class, slice) = (row / self.width, row % self.width);
        let mut found = 0;
        for k in (1..AXIAL).filter(|k| self.cosets.stands[class].1 >> k & 1 == 1) {
            let (slice, mask) = self.cosets.slice_seen[k * self.width + slice];
            let seen = self.coords.flip_seen[k][flip] ^ mask;
            let to = class * self.width + slice as usize;
            found += u64::from(self.set(to * FLIPS + seen as usize, remainder));
        }
        found
    }

    fn inwards(&self, row: usize, depth: u8, list: &mut [u16; FLIPS]) -> u64 {
        let mut count = self.select(row, 3, list);
        let (mut found, remainder, wanted) = (0, (depth + 1) % 3, depth % 3);
        for &m in self.cosets.moves() {
            if count == 0 {
                break;
            }
            let (to, seen, mask) = self.leads(row, m as usize);
            let mut kept = 0;
            for k in 0..count {
                let flip = list[k];
                let moved = self.coords.flip[flip as usize][m as usize];
                if self.get(to * FLIPS + (seen[moved as usize] ^ mask) as usize) == wanted {
                    self.set(row * FLIPS + flip as usize, remainder);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_orders() {
        for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
            let mut classes: Vec<usize> = (0..24).map(|order| grain.class(order)).collect();
            classes.sort_unstable();
            classes.dedup();
            assert_eq!(classes, (0..grain.orders()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn steps_from_remainders() {
        for from in 1..20u8 {
            for to in from - 1..=from + 1 {
                assert_eq!(step(from, to % 3), to);
            }
        }
    }
}
