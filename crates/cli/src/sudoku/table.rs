//! The catalogue's index as a table of the house: built, listed, verified, removed.

use crate::cache;
use crate::tables::{Job, Recipe};
use anyhow::Context;
use ludex_core::table::Table;
use ludex_core::{Progress, Stopped};
use ludex_sudoku::catalogue::{BAND_GRIDS, Catalogue, CatalogueError, GRIDS, Level, Part, VERSION, assemble};
use memmap2::Mmap;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The tables of this family.
pub(crate) fn tables() -> Vec<Box<dyn Recipe>> {
    vec![Box::new(Index(Level::Small)), Box::new(Index(Level::Row5))]
}

struct Index(Level);

/// Records made anew when an index is verified.
const SAMPLES: u64 = 200;

impl Recipe for Index {
    fn word(&self) -> &'static str {
        self.0.word()
    }

    fn version(&self) -> u8 {
        VERSION
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Level::Small => "ranks of sudoku grids; the program carries this level in itself (9 MB)",
            Level::Row5 => "ranks of sudoku grids, finer: names five times as fast (120 MB; --level row5)",
        }
    }

    fn build(&self, job: &Job<'_>) -> anyhow::Result<()> {
        let level = match (job.level, self.0) {
            (None, level) => level,
            (Some("small"), Level::Small) => Level::Small,
            (Some("row5"), _) => Level::Row5,
            (Some(other), _) => anyhow::bail!("no level {other:?}: there are small and row5"),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(job.jobs).build()?;
        let done = AtomicU64::new(0);
        let classes: Vec<u16> = (0..BAND_GRIDS.len() as u16).collect();
        // Large bands first would balance better, but all are small against the whole.
        pool.install(|| {
            classes
                .par_iter()
                .try_for_each(|&class| part(class, &job.workshop, job.progress, &done).map(|_| ()))
        })?;
        let (file, proof) = assemble(level, |class| {
            let path = part_path(&job.workshop, class);
            let bytes = std::fs::read(&path).map_err(|_| CatalogueError::Malformed)?;
            Part::from_bytes(&bytes)
        })?;
        let path = cache::store_file(level.word(), VERSION, &[&file])?;
        println!("{}\t{} bytes", path.display(), file.len());
        println!("grids\t{}", proof.grids);
        println!("bands\t{} counts, all as known", proof.bands);
        for (auts, grids) in proof.automorphisms() {
            println!("grids with {auts} automorphisms\t{grids}");
        }
        println!("all grids\t{}", proof.all_grids());
        Ok(())
    }

    fn verify(&self, table: &Table<Mmap>, progress: &dyn Progress) -> anyhow::Result<()> {
        anyhow::ensure!(!table.is_empty(), "the table is empty");
        let bytes = cache::map(self.word(), VERSION)?.context("the file is gone")?;
        Ok(Catalogue::open(bytes, self.0)?.verify(SAMPLES, progress)?)
    }

    fn shipped(&self) -> Option<usize> {
        (self.0 == Level::Small).then(|| Catalogue::shipped().size())
    }

    fn verify_shipped(&self, progress: &dyn Progress) -> anyhow::Result<()> {
        let catalogue = Catalogue::shipped();
        catalogue.test()?;
        Ok(catalogue.verify(SAMPLES, progress)?)
    }
}

fn part_path(workshop: &Path, class: u16) -> PathBuf {
    workshop.join(format!("band-{class:03}.part"))
}

/// A band from its checkpoint, or enumerated now and kept.
fn part(class: u16, workshop: &Path, progress: &dyn Progress, done: &AtomicU64) -> anyhow::Result<Part> {
    let path = part_path(workshop, class);
    let known = std::fs::read(&path).ok().and_then(|bytes| Part::from_bytes(&bytes).ok());
    let part = match known.filter(|part| part.class() == class) {
        Some(part) => part,
        None => {
            let before = done.load(Ordering::Relaxed);
            let hear = |grids: u64, _: u64| -> Result<(), Stopped> { progress.report(before + grids, GRIDS) };
            let part = Part::build(class, &hear)?;
            let unfinished = path.with_extension(format!("{}.new", std::process::id()));
            std::fs::write(&unfinished, part.to_bytes())
                .and_then(|()| std::fs::rename(&unfinished, &path))
                .with_context(|| format!("cannot write {}", path.display()))?;
            part
        }
    };
    let now = done.fetch_add(part.grids(), Ordering::Relaxed) + part.grids();
    progress.report(now, GRIDS)?;
    Ok(part)
}
