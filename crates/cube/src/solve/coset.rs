//! Cosets of the 3x3's states: their numbers, their moves, and tables of their distances.
//!
//! The subgroup keeps corners untwisted, edges unflipped and the slice home (see [`Grain`]). A state's
//! coset is (twist, slice, flip). Of the twists only one of each class under the 16 symmetries that keep
//! the axis is stored, and the other two numbers are seen through the symmetry that leads there.
//!
//! ```text
//!   entry  = (twist class * slices + slice) * 2048 + flip
//!   byte   = entry / 4, bits 2 * (entry % 4) and the next
//! ```
//!
//! Here stand the exact tables, whose bits are distances modulo 3: a move changes the distance by at most
//! one, so the remainder and the distance of a neighbour give the distance. [`super::pruning`] has the tables
//! whose bits say how far a coset is at least.

use super::coords::{
    AXIAL, Coords, FLIPS, MOVES, PLACES, TWISTS, axis_rotations, flip_of, seen_moves, twist_of,
};
use super::grow::Growth;
pub use super::slices::Grain;
use super::slices::{Slices, places_of};
use super::two::Metric;
use crate::cubie::Cubie;
use ludex_core::{Progress, Stopped};

/// Numbers and moves of cosets, without their distances.
#[derive(Debug, Clone)]
pub struct Cosets {
    metric: Metric,
    /// Whether turns of two opposite faces at once count one.
    axial: bool,
    /// Class and symmetry of every twist.
    pub(crate) class: Vec<(u8, u8)>,
    /// The twist that stands for each class, and the symmetries that keep it.
    pub(crate) stands: Vec<(u16, u16)>,
    pub(crate) slices: Slices,
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
            metric,
            axial: false,
            class,
            stands,
            slices: Slices::new(grain),
            axis_moves: axis_rotations().map(seen_moves),
            home: Coset::default(),
        };
        cosets.home = cosets.of(&Cubie::SOLVED);
        cosets
    }

    /// The coarsest numbers, where turns of two opposite faces at once count one.
    pub(crate) fn axial() -> Cosets {
        Cosets { axial: true, ..Cosets::new(Grain::Coarse, Metric::Htm) }
    }

    /// The grain of the numbers.
    #[must_use]
    pub const fn grain(&self) -> Grain {
        self.slices.grain()
    }

    /// The metric of the distances.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Bytes of a table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.stands.len() * self.slices.count() * FLIPS / 4
    }

    /// The coset of a state, along the axis of U and D.
    pub(crate) fn of(&self, state: &Cubie) -> Coset {
        Coset {
            twist: twist_of(&state.corners) as u16,
            slice: self.slices.of(&state.edges.piece),
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
            slice: self.slices.turn(coset.slice, m),
            flip: coords.flip[coset.flip as usize][m],
        }
    }

    fn step(&self, coords: &Coords, coset: Coset, (a, b): (u8, Option<u8>)) -> Coset {
        let after = self.turn(coords, coset, a.into());
        b.map_or(after, |b| self.turn(coords, after, b.into()))
    }

    /// The entry of a coset.
    #[inline(always)]
    pub(crate) fn entry(&self, coords: &Coords, coset: Coset) -> usize {
        let (class, k) = self.class[coset.twist as usize];
        let k = k as usize;
        let width = self.slices.count();
        let (slice, mask) = self.slices.see(k, coset.slice);
        let flip = coords.flip_seen[k][coset.flip as usize] ^ mask;
        (class as usize * width + self.slices.row(slice)) * FLIPS + flip as usize
    }

    pub(crate) fn moves(&self) -> &'static [u8] {
        moves_of(self.metric)
    }

    /// What counts one when tables are made: a move, and perhaps another at once.
    pub(crate) fn steps(&self) -> Vec<(u8, Option<u8>)> {
        let single = self.moves().iter().map(|&m| (m, None));
        // Opposite faces stand nine moves apart.
        let pair = |(a, b): (u8, u8)| (a, Some(b));
        let pairs = (0..9u8).flat_map(|a| (0..3).map(move |k| (a, a / 3 * 3 + 9 + k))).map(pair);
        single.chain(pairs.filter(|_| self.axial)).collect()
    }

    pub(crate) const fn home(&self) -> Coset {
        self.home
    }

    /// Makes the table of exact distances, breadth first from the subgroup, on `threads` threads, in
    /// memory of the caller's choice: large pages make it much faster.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    ///
    /// # Panics
    /// When the memory is not [`Cosets::bytes`] long.
    pub fn build(&self, table: &mut [u8], threads: usize, progress: &dyn Progress) -> Result<(), Stopped> {
        Growth::new(self, table, threads).exact(progress)
    }

    /// The exact distance of a coset, by walking down.
    pub(crate) fn distance(&self, table: &[u8], mut coset: Coset) -> u8 {
        let coords = Coords::get();
        let steps = self.steps();
        let mut distance = 0;
        while coset != self.home {
            let here = bits(table, self.entry(coords, coset));
            let down = (here + 2) % 3;
            let next = steps.iter().map(|&step| self.step(coords, coset, step));
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
        let steps = self.steps();
        table.len() == self.bytes()
            && (0..samples).all(|_| {
                let coset = self.of(&Cubie::random(&mut random));
                let distance = self.distance(table, coset);
                steps.iter().all(|&one| {
                    let next = self.step(coords, coset, one);
                    let there = bits(table, self.entry(coords, next));
                    there != 3 && step(distance, there) == self.distance(table, next)
                })
            })
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

/// Asks for a place of a table that will be read soon.
///
/// A request waits for the page to be found. Many in a row wait together; one after each place is worked
/// out would wait alone.
#[inline(always)]
pub(crate) fn prefetch<T>(table: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program could see, and is allowed at any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, at);
}

/// The distance of a neighbour of a coset at `from`, by its remainder.
#[inline]
pub(crate) const fn step(from: u8, remainder: u8) -> u8 {
    // remainder - from is -1, 0 or 1 modulo 3.
    from + (remainder + 4 - from % 3) % 3 - 1
}

/// Lower bounds of distances from two small tables, made in a fraction of a second.
///
/// ```text
///   twist[twist * 495 + places], flip[flip * 495 + places]: one byte each
/// ```
#[derive(Debug, Clone)]
pub(crate) struct Floor {
    twist: Vec<u8>,
    flip: Vec<u8>,
}

impl Floor {
    pub(crate) fn new(metric: Metric) -> Floor {
        let steps: Vec<_> = moves_of(metric).iter().map(|&m| (m, None)).collect();
        Floor::over(&steps)
    }

    /// The bounds where each of these counts one.
    pub(crate) fn over(steps: &[(u8, Option<u8>)]) -> Floor {
        let coords = Coords::get();
        // The places of the solved slice come last.
        let home = PLACES - 1;
        let bound = |table: &[[u16; MOVES]]| {
            let mut bytes = vec![u8::MAX; table.len() * PLACES];
            bytes[home] = 0;
            let (mut here, mut depth) = (vec![home as u32], 0);
            while !here.is_empty() {
                depth += 1;
                let mut next = Vec::new();
                for number in here {
                    let (own, places) = (number as usize / PLACES, number as usize % PLACES);
                    for &(a, b) in steps {
                        let (mut own, mut places) = (own, places);
                        for m in [Some(a), b].into_iter().flatten() {
                            places = coords.four[places * 24][m as usize] as usize / 24;
                            own = table[own][m as usize] as usize;
                        }
                        let to = own * PLACES + places;
                        if bytes[to] == u8::MAX {
                            bytes[to] = depth;
                            next.push(to as u32);
                        }
                    }
                }
                here = next;
            }
            bytes
        };
        Floor { twist: bound(&coords.twist), flip: bound(&coords.flip) }
    }

    /// The bound of a coset.
    #[inline]
    pub(crate) fn get(&self, coset: Coset) -> u8 {
        let at = |own: u16| own as usize * PLACES + places_of(coset.slice);
        self.twist[at(coset.twist)].max(self.flip[at(coset.flip)])
    }
}

/// Distances of the coarsest cosets: exact from the table, or bounded from below.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Distances<'a> {
    Exact(&'a [u8]),
    Bounds(&'a Floor),
}

impl Distances<'_> {
    /// Where the distance of a coset stands.
    #[inline(always)]
    pub(crate) fn entry(&self, cosets: &Cosets, coords: &Coords, coset: Coset) -> usize {
        match self {
            Distances::Exact(_) => cosets.entry(coords, coset),
            Distances::Bounds(_) => 0,
        }
    }

    /// Asks for an entry that will be read soon.
    #[inline(always)]
    pub(crate) fn ask(&self, entry: usize) {
        if let Distances::Exact(table) = self {
            prefetch(table, entry >> 2);
        }
    }

    /// The distance of a neighbour of a coset at distance `from`.
    #[inline(always)]
    pub(crate) fn step(&self, from: u8, coset: Coset, entry: usize) -> u8 {
        match self {
            Distances::Exact(table) => step(from, bits(table, entry)),
            Distances::Bounds(floor) => floor.get(coset),
        }
    }

    /// The distance of a coset about which nothing is known.
    pub(crate) fn root(&self, cosets: &Cosets, coset: Coset) -> u8 {
        match self {
            Distances::Exact(table) => cosets.distance(table, coset),
            Distances::Bounds(floor) => floor.get(coset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_from_remainders() {
        for from in 1..20u8 {
            for to in from - 1..=from + 1 {
                assert_eq!(step(from, to % 3), to);
            }
        }
    }
}
