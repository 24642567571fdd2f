//! The tables of the solvers: made when they are first needed, or found in the user's cache folder.

mod axial;
mod optimal;
mod recipes;
mod two_phase;

pub use optimal::Optimal;
pub use recipes::recipes;

use crate::solve::axial::Axial;
use crate::solve::coset::Grain;
use crate::solve::phase::TwoPhase;
use crate::solve::two::{Metric, Table2};
use crate::solve::watch::Watch;
use ludex_core::Stopped;
use ludex_core::cache::CacheError;
use memmap2::MmapMut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// After so many 3x3 states it pays to make the large table, or to copy it into large pages.
const MANY: usize = 64;

/// What solving needs. Naming needs none of it.
///
/// [`Tables::default`] keeps everything in memory and touches no file; [`Tables::cached`] finds large
/// tables in the user's cache folder and keeps there what it makes. Answers are the same.
///
/// # Examples
/// ```
/// use ludex_cube::{Metric, Tables};
/// assert_eq!(Tables::default().two(Metric::Htm).counts()[11], 2644);
/// ```
#[derive(Debug, Default)]
pub struct Tables {
    files: bool,
    cached: OnceLock<Option<TwoPhase>>,
    made: OnceLock<TwoPhase>,
    asked: AtomicUsize,
    axial: OnceLock<Option<Axial>>,
    optimal: [OnceLock<Optimal>; 8],
    /// Made by one thread while the others wait.
    making: std::sync::Mutex<()>,
}

/// Why a table cannot be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// It was asked to stop while a table was made.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file of the cache folder.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// More memory than there is.
    #[error("no memory for a table of {bytes} bytes: a smaller one is used with --memory 512M or 64M")]
    Memory {
        /// What was asked for.
        bytes: usize,
    },
    /// A table of another length than it should have.
    #[error("the table {word} has another length than it should")]
    Length {
        /// Which.
        word: &'static str,
    },
}

impl Tables {
    /// Tables that are found in, and kept in, the user's cache folder.
    #[must_use]
    pub fn cached() -> Tables {
        Tables { files: true, ..Tables::default() }
    }

    /// The table of the 2x2 in a metric.
    #[must_use]
    pub fn two(&self, metric: Metric) -> &Table2 {
        Table2::shared(metric)
    }

    /// The solver of the 3x3 in two phases, with whichever tables there are; its answers do not depend
    /// on them.
    #[must_use]
    pub fn two_phase(&self, watch: &dyn Watch) -> &TwoPhase {
        if let Some(solver) = self.made.get() {
            return solver;
        }
        if !self.files {
            return crate::nxn::small();
        }
        let cached = self.cached.get_or_init(|| two_phase::cached(watch));
        if self.asked.fetch_add(1, Ordering::Relaxed) == MANY {
            // Whoever comes here makes it; the other threads go on with what they have meanwhile.
            return self.made.get_or_init(|| two_phase::resident_or_made(cached.is_some(), watch));
        }
        match cached {
            Some(solver) => solver,
            None => crate::nxn::small(),
        }
    }

    /// The solver of the 3x3 for robots that turn opposite faces at once, with the table of the cache folder
    /// or with small ones; its answers do not depend on them.
    ///
    /// # Errors
    /// [`Stopped`] when the watch asked to stop before the small ones were made.
    pub fn axial(&self, watch: &dyn Watch) -> Result<&Axial, Stopped> {
        match self.axial.get_or_init(|| if self.files { axial::cached(watch) } else { None }) {
            Some(solver) => Ok(solver),
            None => axial::small(watch),
        }
    }

    /// The table for shortest solutions of a 3x3, made (and kept) if it is not there.
    ///
    /// # Errors
    /// When it was stopped, or there is no memory for it.
    pub fn optimal(&self, grain: Grain, metric: Metric, watch: &dyn Watch) -> Result<&Optimal, TablesError> {
        let slot = self.slot(grain, metric);
        if let Some(table) = slot.get() {
            return Ok(table);
        }
        let _one = self.making.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(table) = slot.get() {
            return Ok(table);
        }
        let table = Optimal::open(grain, metric, self.files, watch)?;
        Ok(slot.get_or_init(|| table))
    }

    /// The finest table for shortest solutions that needs no making, up to a grain.
    #[must_use]
    pub fn optimal_at_hand(&self, finest: Grain, metric: Metric, watch: &dyn Watch) -> Option<&Optimal> {
        let grains = Grain::ALL.into_iter().filter(|grain| grain.parts() <= finest.parts());
        let mut grains: Vec<Grain> = grains.collect();
        grains.sort_by_key(|grain| std::cmp::Reverse(grain.parts()));
        grains.into_iter().find_map(|grain| {
            let there =
                self.slot(grain, metric).get().is_some() || self.files && Optimal::is_kept(grain, metric);
            there.then(|| self.optimal(grain, metric, watch).ok()).flatten()
        })
    }

    fn slot(&self, grain: Grain, metric: Metric) -> &OnceLock<Optimal> {
        let grain = Grain::ALL.iter().position(|&own| own == grain).unwrap_or(0);
        &self.optimal[2 * grain + usize::from(metric == Metric::Qtm)]
    }
}

/// Threads to use where 0 stands for all cores.
fn cores(threads: usize) -> usize {
    if threads > 0 { threads } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Bytes in large pages, where the system has them: random reads are what solvers do.
fn pages(bytes: usize) -> Result<MmapMut, TablesError> {
    let pages = MmapMut::map_anon(bytes).map_err(|_| TablesError::Memory { bytes })?;
    #[cfg(target_os = "linux")]
    // Only advice: a system without large pages may say no.
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

fn resident(payload: &[u8]) -> Result<MmapMut, TablesError> {
    let mut pages = pages(payload.len())?;
    pages.copy_from_slice(payload);
    Ok(pages)
}
