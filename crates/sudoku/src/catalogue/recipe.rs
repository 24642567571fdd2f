//! The catalogue's index as a table of the cache folder: opened, built, verified.
//!
//! Feature `cache`.

use super::{BAND_GRIDS, Catalogue, CatalogueError, GRIDS, Level, Part, VERSION, assemble};
use ludex_core::recipe::{Job, Recipe, RecipeError};
use ludex_core::{Progress, Stopped, cache};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The tables of this family.
#[must_use]
pub fn recipes() -> Vec<Box<dyn Recipe>> {
    vec![Box::new(Index(Level::Small)), Box::new(Index(Level::Row5))]
}

/// The finest catalogue at hand: the row5 level from the cache folder where it was built, else the one
/// that comes with the library. A file that is there and cannot be used is told to `complain`.
pub(crate) fn finest(complain: &dyn Fn(&str)) -> Catalogue {
    let word = Level::Row5.word();
    let opened = match cache::file(word, VERSION) {
        Ok(Some(file)) => Catalogue::open(file, Level::Row5).map(Some).map_err(|error| error.to_string()),
        Ok(None) | Err(cache::CacheError::NoFolder) => Ok(None),
        Err(error) => Err(error.to_string()),
    };
    match opened {
        Ok(Some(catalogue)) => return catalogue,
        Ok(None) => {}
        Err(error) => {
            let path = cache::path(word, VERSION).unwrap_or_default();
            let small = Level::Small.word();
            complain(&format!(
                "{}: {error}; make it anew with `ludex tables build {small} --level row5`",
                path.display()
            ));
        }
    }
    Catalogue::shipped()
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

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let level = match (job.level, self.0) {
            (None, level) => level,
            (Some("small"), Level::Small) => Level::Small,
            (Some("row5"), _) => Level::Row5,
            (Some(other), _) => {
                return Err(RecipeError::Other(format!("no level {other:?}: there are small and row5")));
            }
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(job.jobs).build().map_err(other)?;
        let done = AtomicU64::new(0);
        let classes: Vec<u16> = (0..BAND_GRIDS.len() as u16).collect();
        // Large bands first would balance better, but all are small against the whole.
        pool.install(|| {
            classes
                .par_iter()
                .try_for_each(|&class| part(class, &job.checkpoints, job.progress, &done).map(|_| ()))
        })?;
        let (file, proof) = assemble(level, |class| {
            let path = part_path(&job.checkpoints, class);
            let bytes = std::fs::read(&path).map_err(|_| CatalogueError::Malformed)?;
            Part::from_bytes(&bytes)
        })
        .map_err(other)?;
        let path = cache::store_file(level.word(), VERSION, &[&file])?;
        let mut proven = vec![
            (path.display().to_string(), format!("{} bytes", file.len())),
            ("grids".to_owned(), proof.grids.to_string()),
            ("bands".to_owned(), format!("{} counts, all as known", proof.bands)),
        ];
        let automorphisms = proof.automorphisms().into_iter();
        proven.extend(
            automorphisms.map(|(n, grids)| (format!("grids with {n} automorphisms"), grids.to_string())),
        );
        proven.push(("all grids".to_owned(), proof.all_grids().to_string()));
        Ok(proven)
    }

    fn verify(&self, progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(table) = cache::open(self.word(), VERSION)? else { return Ok(false) };
        table.payload().map_err(|error| cache::refused(self.word(), VERSION, error))?;
        let Some(file) = cache::file(self.word(), VERSION)? else { return Ok(false) };
        Catalogue::open(file, self.0)
            .and_then(|catalogue| catalogue.verify(SAMPLES, progress))
            .map_err(other)?;
        Ok(true)
    }

    fn shipped(&self) -> Option<usize> {
        (self.0 == Level::Small).then(|| Catalogue::shipped().size())
    }

    fn verify_shipped(&self, progress: &dyn Progress) -> Result<(), RecipeError> {
        let catalogue = Catalogue::shipped();
        catalogue.test().and_then(|()| catalogue.verify(SAMPLES, progress)).map_err(other)
    }
}

fn other(error: impl std::fmt::Display) -> RecipeError {
    RecipeError::Other(error.to_string())
}

fn part_path(checkpoints: &Path, class: u16) -> PathBuf {
    checkpoints.join(format!("band-{class:03}.part"))
}

/// A band from its checkpoint, or enumerated now and kept.
fn part(
    class: u16,
    checkpoints: &Path,
    progress: &dyn Progress,
    done: &AtomicU64,
) -> Result<Part, RecipeError> {
    let path = part_path(checkpoints, class);
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
                .map_err(|error| other(format!("cannot write {}: {error}", path.display())))?;
            part
        }
    };
    let now = done.fetch_add(part.grids(), Ordering::Relaxed) + part.grids();
    progress.report(now, GRIDS)?;
    Ok(part)
}
