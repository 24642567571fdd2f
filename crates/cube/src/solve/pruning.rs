//! Tables that say how far a coset is at least: two bits each, for the search of shortest solutions.
//!
//! ```text
//!   bits   0  at most b moves        2  b + 2
//!          1  b + 1                  3  b + 3 or more
//!   bytes  the entries (see coset), then one byte with the base b
//! ```
//!
//! The values stand for themselves: unlike distances modulo 3 they need no neighbour, so the inverse of a
//! state, whose cosets jump with every move, can be looked up as well. The base is chosen such that one
//! coset in a hundred or so lies within it; there the bounds of two small tables serve.

use super::coords::Coords;
use super::coset::{Coset, Cosets, Floor, Grain, bits, prefetch};
use super::grow::Growth;
use super::two::Metric;
use crate::cubie::Cubie;
use ludex_core::{Progress, Random, Stopped};

/// No base is larger: the farthest coset is not farther than the farthest state.
const LARGEST_BASE: u8 = 23;

/// A pruning table without its bytes: numbers of cosets, and bounds for the nearest.
#[derive(Debug, Clone)]
pub struct Pruning {
    pub(crate) cosets: Cosets,
    floor: Floor,
}

impl Pruning {
    /// The numbers of a table.
    #[must_use]
    pub fn new(grain: Grain, metric: Metric) -> Pruning {
        Pruning { cosets: Cosets::new(grain, metric), floor: Floor::new(metric) }
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cosets.bytes() + 1
    }

    /// Makes the table on `threads` threads, in memory of the caller's choice: large pages make it much
    /// faster.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    ///
    /// # Panics
    /// When the memory is not [`Pruning::bytes`] long.
    pub fn build(&self, table: &mut [u8], threads: usize, progress: &dyn Progress) -> Result<(), Stopped> {
        let (base, entries) = table.split_last_mut().expect("as long as the table");
        *base = Growth::new(&self.cosets, entries, threads).bounds(progress)?;
        Ok(())
    }

    /// The table over its bytes; nothing when they have another length or an impossible base.
    #[must_use]
    pub fn over<'a>(&'a self, bytes: &'a [u8]) -> Option<PruningTable<'a>> {
        let (&base, entries) = bytes.split_last()?;
        let fits = bytes.len() == self.bytes() && base <= LARGEST_BASE;
        fits.then(|| PruningTable { numbers: self, coords: Coords::get(), entries, base })
    }
}

/// A pruning table.
#[derive(Clone, Copy)]
pub struct PruningTable<'a> {
    pub(crate) numbers: &'a Pruning,
    pub(crate) coords: &'static Coords,
    entries: &'a [u8],
    base: u8,
}

impl std::fmt::Debug for PruningTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (grain, metric) = (self.numbers.cosets.grain(), self.numbers.cosets.metric());
        f.debug_struct("PruningTable")
            .field("grain", &grain)
            .field("metric", &metric)
            .field("base", &self.base)
            .finish()
    }
}

impl PruningTable<'_> {
    /// The bits of a coset.
    #[inline(always)]
    pub(crate) fn bits(&self, coset: Coset) -> u8 {
        bits(self.entries, self.entry(coset))
    }

    /// The entry of a coset.
    #[inline(always)]
    pub(crate) fn entry(&self, coset: Coset) -> usize {
        self.numbers.cosets.entry(self.coords, coset)
    }

    /// Asks for an entry that will be read soon.
    #[inline(always)]
    pub(crate) fn ask(&self, entry: usize) {
        prefetch(self.entries, entry >> 2);
    }

    /// The bits of an entry.
    #[inline(always)]
    pub(crate) fn bits_at(&self, entry: usize) -> u8 {
        bits(self.entries, entry)
    }

    /// How far a coset with these bits is at least, as far as it matters to a search that has `left`
    /// moves left: where more than a few are, the nearest cosets are all the same.
    #[inline(always)]
    pub(crate) fn bound(&self, coset: Coset, bits: u8, left: u8) -> u8 {
        if bits != 0 {
            self.base + bits
        } else if left > self.base {
            0
        } else {
            self.floor(coset)
        }
    }

    /// The bound that needs no large table.
    pub(crate) fn floor(&self, coset: Coset) -> u8 {
        self.numbers.floor.get(coset)
    }

    /// The best bound of a coset.
    pub(crate) fn root(&self, coset: Coset) -> u8 {
        self.bound(coset, self.bits(coset), 0)
    }

    /// Whether the bounds of random cosets agree with those of their neighbours: none is two apart, and
    /// all above the base have a neighbour one nearer.
    #[must_use]
    pub fn samples_fit(&self, samples: usize) -> bool {
        let (cosets, mut random) = (&self.numbers.cosets, Random::new(17));
        (0..samples).all(|_| {
            let coset = cosets.of(&Cubie::random(&mut random));
            let here = self.bits(coset);
            let mut nearest = u8::MAX;
            let level = cosets.moves().iter().all(|&m| {
                let there = self.bits(cosets.turn(self.coords, coset, m as usize));
                nearest = nearest.min(there);
                there.abs_diff(here) <= 1
            });
            // Beyond the last band a neighbour may be just as far.
            level && (here == 0 || nearest < here || here == 3)
        })
    }
}
