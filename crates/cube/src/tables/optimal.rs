//! The tables for shortest solutions of the 3x3.
//!
//! A table is mapped, not copied. Its checksums are tested once after it was written and remembered
//! in a small file beside it (`<table>.tested`: length and time of the last change), so that a later
//! start reads what it needs and nothing more; `ludex tables verify` reads everything.

use super::{TablesError, cores, pages};
use crate::solve::coset::Grain;
use crate::solve::phase::Bytes;
use crate::solve::pruning::{Pruning, PruningTable};
use crate::solve::two::Metric;
use crate::solve::watch::{Event, Watch};
use ludex_core::Progress;
use ludex_core::cache::{self, CacheError, Mapped};
use ludex_core::table::Table;
use memmap2::MmapMut;
use std::path::PathBuf;

pub(super) const VERSION: u8 = 2;
/// Larger blocks than usual: the list of checksums of a gigabyte stays small.
pub(super) const BLOCK: usize = 1 << 20;

/// A table for shortest solutions, opened or made.
pub struct Optimal {
    pruning: Pruning,
    bytes: Bytes,
}

impl std::fmt::Debug for Optimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Optimal").field("table", &self.table()).finish_non_exhaustive()
    }
}

/// A mapped table whose blocks were tested, now or before.
struct Tested(Table<Mapped>);

impl AsRef<[u8]> for Tested {
    fn as_ref(&self) -> &[u8] {
        self.0.payload().unwrap_or_default()
    }
}

impl Optimal {
    /// The table of this grain and metric, made (and with `files` kept) if it is not there or not sound.
    pub(super) fn open(
        grain: Grain,
        metric: Metric,
        files: bool,
        watch: &dyn Watch,
    ) -> Result<Optimal, TablesError> {
        let (word, pruning) = (word(grain, metric), Pruning::new(grain, metric));
        if files {
            match tested(word) {
                Ok(Some(table)) if pruning.over(table.as_ref()).is_some() => {
                    return Ok(Optimal { pruning, bytes: Box::new(table) });
                }
                Ok(Some(_)) => watch.event(&Event::Trouble(&TablesError::Length { word })),
                Ok(None) => {}
                Err(error) => watch.event(&Event::Trouble(&error.into())),
            }
        }
        watch.event(&Event::Making(word));
        let made = make(&pruning, 0, watch);
        watch.event(&Event::Made(word));
        let bytes = made?;
        if files && let Err(error) = cache::store(word, VERSION, &bytes, BLOCK) {
            watch.event(&Event::NotKept(&error));
        }
        Ok(Optimal { pruning, bytes: Box::new(bytes) })
    }

    /// Whether the cache folder has a file of the table.
    pub(super) fn is_kept(grain: Grain, metric: Metric) -> bool {
        cache::path(word(grain, metric), VERSION).is_ok_and(|path| path.is_file())
    }

    /// The table itself.
    #[must_use]
    pub fn table(&self) -> PruningTable<'_> {
        self.pruning.over((*self.bytes).as_ref()).expect("tested when it was opened, or made here")
    }
}

/// Makes a table on so many threads, 0 for all cores.
pub(super) fn make(
    pruning: &Pruning,
    threads: usize,
    progress: &dyn Progress,
) -> Result<MmapMut, TablesError> {
    let mut table = pages(pruning.bytes())?;
    pruning.build(&mut table, cores(threads), progress)?;
    Ok(table)
}

/// Maps the table of the cache folder; its blocks are tested unless this very file was before.
fn tested(word: &str) -> Result<Option<Tested>, CacheError> {
    let Some(table) = cache::map(word, VERSION)? else { return Ok(None) };
    let (path, stamp) = (stamp_path(word)?, stamp(word)?);
    if std::fs::read_to_string(&path).is_ok_and(|known| known == stamp) {
        table.trust().map_err(|error| cache::refused(word, VERSION, error))?;
    } else {
        table.payload().map_err(|error| cache::refused(word, VERSION, error))?;
        // Where it cannot be remembered the next start tests again.
        let _ = std::fs::write(&path, stamp);
    }
    Ok(Some(Tested(table)))
}

fn stamp_path(word: &str) -> Result<PathBuf, CacheError> {
    Ok(cache::path(word, VERSION)?.with_extension("tested"))
}

/// What a file is known again by: its length and when it was last changed.
fn stamp(word: &str) -> Result<String, CacheError> {
    let path = cache::path(word, VERSION)?;
    let read = |source| CacheError::Io { verb: "open", path: path.clone(), source };
    let about = std::fs::metadata(&path).map_err(read)?;
    let changed = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(format!("{} {}\n", about.len(), changed.unwrap_or_default().as_nanos()))
}

pub(super) const fn word(grain: Grain, metric: Metric) -> &'static str {
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
