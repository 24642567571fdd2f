//! The large tables of the cube family: found in the cache folder, or made and kept there.

use crate::progress::Bar;
use anyhow::Context;
use ludex_core::Progress;
use ludex_core::cache::{self, Loaded};
use ludex_core::recipe::{Job, Recipe, RecipeError};
use ludex_core::table::{BLOCK, Table};
use ludex_cube::Metric;
use ludex_cube::solve::coset::Grain;
use ludex_cube::solve::phase::{self, TwoPhase};
use ludex_cube::solve::pruning::{Pruning, PruningTable};
use memmap2::MmapMut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// After so many 3x3 lines it pays to make the large table, or to copy it into large pages.
const MANY: usize = 64;
const OPTIMAL_VERSION: u8 = 2;
/// Larger blocks than usual: the list of checksums of a gigabyte stays small.
const OPTIMAL_BLOCK: usize = 1 << 20;

/// The two-phase solver, whichever tables there are; its answers do not depend on them.
#[derive(Default)]
pub(super) struct Solvers {
    cached: OnceLock<Option<TwoPhase>>,
    made: OnceLock<TwoPhase>,
    small: OnceLock<TwoPhase>,
    asked: AtomicUsize,
}

impl Solvers {
    pub(super) fn two_phase(&self) -> &TwoPhase {
        if let Some(solver) = self.made.get() {
            return solver;
        }
        let cached = self.cached.get_or_init(cached);
        if self.asked.fetch_add(1, Ordering::Relaxed) == MANY {
            // Whoever comes here makes it; the other threads go on with what they have meanwhile.
            return self.made.get_or_init(|| match cached {
                Some(_) => copied().unwrap_or_else(without),
                None => make(1).unwrap_or_else(without),
            });
        }
        match cached {
            Some(solver) => solver,
            None => self.small.get_or_init(TwoPhase::small),
        }
    }
}

fn without(error: anyhow::Error) -> TwoPhase {
    eprintln!("ludex: {error:#}");
    TwoPhase::small()
}

/// A mapped table all of whose blocks were tested.
struct Mapped(Table<Loaded>);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.payload().unwrap_or_default()
    }
}

/// Maps the table of the cache folder and tests every block of it.
fn mapped() -> anyhow::Result<Option<Mapped>> {
    let Some(table) = cache::open(phase::WORD, phase::VERSION)? else { return Ok(None) };
    table.payload().map_err(|error| cache::refused(phase::WORD, phase::VERSION, error))?;
    Ok(Some(Mapped(table)))
}

fn copied() -> anyhow::Result<TwoPhase> {
    let mapped = mapped()?.context("the table was there a moment ago")?;
    TwoPhase::large(Box::new(resident(mapped.as_ref())?)).context("a table of another length")
}

/// The table of the cache folder; a file that is not sound is refused and made anew.
fn cached() -> Option<TwoPhase> {
    match mapped() {
        Ok(found) => found.and_then(|mapped| TwoPhase::large(Box::new(mapped))),
        Err(error) => {
            eprintln!("ludex: {error:#}");
            Some(make(0).unwrap_or_else(without))
        }
    }
}

/// Makes the table and keeps it; a folder that cannot be written is no reason to give up.
fn make(threads: usize) -> anyhow::Result<TwoPhase> {
    let payload = TwoPhase::build(cores(threads), &Bar::new(phase::WORD))?;
    if let Err(error) = cache::store(phase::WORD, phase::VERSION, &payload, BLOCK) {
        eprintln!("ludex: the table is not kept: {error:#}");
    }
    TwoPhase::large(Box::new(resident(&payload)?)).context("a table of the wrong length")
}

fn cores(threads: usize) -> usize {
    if threads > 0 { threads } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Bytes in large pages, where the system has them: random reads are what solvers do.
fn pages(length: usize) -> anyhow::Result<MmapMut> {
    let pages = MmapMut::map_anon(length).with_context(|| format!("no memory for {length} bytes"))?;
    #[cfg(target_os = "linux")]
    // Only advice: a system without large pages may say no.
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

fn resident(payload: &[u8]) -> anyhow::Result<MmapMut> {
    let mut pages = pages(payload.len())?;
    pages.copy_from_slice(payload);
    Ok(pages)
}

/// A table for shortest solutions.
pub(super) struct Optimal {
    pruning: Pruning,
    bytes: MmapMut,
}

impl Optimal {
    /// The table of this grain and metric, made and kept if it is not there or not sound.
    pub(super) fn open(grain: Grain, metric: Metric) -> anyhow::Result<Optimal> {
        let (word, pruning) = (word(grain, metric), Pruning::new(grain, metric));
        let open = || -> anyhow::Result<Option<MmapMut>> {
            let Some(table) = cache::map(word, OPTIMAL_VERSION)? else { return Ok(None) };
            let path = cache::path(word, OPTIMAL_VERSION)?;
            let payload = table.payload().map_err(|error| cache::refused(word, OPTIMAL_VERSION, error))?;
            anyhow::ensure!(pruning.over(payload).is_some(), "{} has another length", path.display());
            Ok(Some(resident(payload)?))
        };
        let bytes = match open() {
            Ok(Some(bytes)) => bytes,
            missing => {
                match missing {
                    Err(error) => eprintln!("ludex: {error:#}"),
                    Ok(_) => eprintln!("ludex: making the table {word} once"),
                }
                let bytes = make_optimal(&pruning, 0, &Bar::new(word))?;
                if let Err(error) = cache::store(word, OPTIMAL_VERSION, &bytes, OPTIMAL_BLOCK) {
                    eprintln!("ludex: the table is not kept: {error:#}");
                }
                bytes
            }
        };
        Ok(Optimal { pruning, bytes })
    }

    pub(super) fn pruning(&self) -> PruningTable<'_> {
        self.pruning.over(&self.bytes).expect("tested when it was opened, or made here")
    }
}

fn make_optimal(pruning: &Pruning, threads: usize, progress: &dyn Progress) -> anyhow::Result<MmapMut> {
    let mut table = pages(pruning.bytes())?;
    pruning.build(&mut table, cores(threads), progress)?;
    Ok(table)
}

const fn word(grain: Grain, metric: Metric) -> &'static str {
    match (grain, metric) {
        (Grain::Finest, Metric::Htm) => "cube3-optimal-8g-htm",
        (Grain::Finest, Metric::Qtm) => "cube3-optimal-8g-qtm",
        (Grain::Fine, Metric::Htm) => "cube3-optimal-2g-htm",
        (Grain::Fine, Metric::Qtm) => "cube3-optimal-2g-qtm",
        (Grain::Middle, Metric::Htm) => "cube3-optimal-512m-htm",
        (Grain::Middle, Metric::Qtm) => "cube3-optimal-512m-qtm",
        (Grain::Coarse, Metric::Htm) => "cube3-optimal-small-htm",
        (Grain::Coarse, Metric::Qtm) => "cube3-optimal-small-qtm",
    }
}

/// The recipes of all cube tables.
pub(crate) fn recipes() -> Vec<Box<dyn Recipe>> {
    let mut all: Vec<Box<dyn Recipe>> = vec![Box::new(TwoPhaseRecipe)];
    for grain in Grain::ALL {
        for metric in [Metric::Htm, Metric::Qtm] {
            all.push(Box::new(OptimalRecipe(grain, metric)));
        }
    }
    all
}

struct TwoPhaseRecipe;

impl Recipe for TwoPhaseRecipe {
    fn word(&self) -> &'static str {
        phase::WORD
    }

    fn version(&self) -> u8 {
        phase::VERSION
    }

    fn about(&self) -> &'static str {
        "short 3x3 solutions at once (72 MB, some ten seconds to make)"
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let payload = TwoPhase::build(cores(job.jobs), job.progress)?;
        cache::store(phase::WORD, phase::VERSION, &payload, BLOCK)?;
        Ok(Vec::new())
    }

    fn verify(&self, progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(mapped) = mapped().map_err(other)? else { return Ok(false) };
        let large = TwoPhase::large(Box::new(mapped)).ok_or_else(|| other("of another length"))?;
        let small = TwoPhase::small();
        let mut random = ludex_core::Random::new(1);
        for i in 0..20 {
            progress.report(i, 20)?;
            let state = ludex_cube::Cubie::random(&mut random);
            let solve = |solver: &TwoPhase| solver.solve(&state, 21, false, progress, &mut |_| ());
            if solve(&large)? != solve(&small)? {
                return Err(other("a sample is solved differently without the table"));
            }
        }
        Ok(true)
    }
}

struct OptimalRecipe(Grain, Metric);

impl Recipe for OptimalRecipe {
    fn word(&self) -> &'static str {
        word(self.0, self.1)
    }

    fn version(&self) -> u8 {
        OPTIMAL_VERSION
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Grain::Finest => "shortest 3x3 solutions with --memory 8G (2,980 MB, minutes to make)",
            Grain::Fine => "shortest 3x3 solutions with --memory 2G (1,490 MB, minutes to make)",
            Grain::Middle => "shortest 3x3 solutions with --memory 512M (511 MB, a minute to make)",
            Grain::Coarse => "shortest 3x3 solutions with less memory (43 MB, seconds to make)",
        }
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let table = make_optimal(&Pruning::new(self.0, self.1), job.jobs, job.progress).map_err(other)?;
        cache::store(self.word(), OPTIMAL_VERSION, &table, OPTIMAL_BLOCK)?;
        Ok(Vec::new())
    }

    fn verify(&self, _progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(table) = cache::map(self.word(), OPTIMAL_VERSION)? else { return Ok(false) };
        let payload = table.payload().map_err(|error| cache::refused(self.word(), OPTIMAL_VERSION, error))?;
        let pruning = Pruning::new(self.0, self.1);
        let table = pruning.over(payload).ok_or_else(|| other("of another length"))?;
        if !table.samples_fit(2000) {
            return Err(other("a sample has another distance"));
        }
        Ok(true)
    }
}

fn other(error: impl std::fmt::Display) -> RecipeError {
    RecipeError::Other(format!("{error:#}"))
}
