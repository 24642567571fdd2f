//! The large table of the two-phase solver.

use super::{TablesError, cores, resident};
use crate::solve::phase::{TwoPhase, VERSION, WORD};
use crate::solve::watch::{Event, Watch};
use ludex_core::cache::{self, CacheError, Loaded};
use ludex_core::table::{BLOCK, Table};

/// A table all of whose blocks were tested.
struct Tested(Table<Loaded>);

impl AsRef<[u8]> for Tested {
    fn as_ref(&self) -> &[u8] {
        self.0.payload().unwrap_or_default()
    }
}

/// The table of the cache folder, every block of it tested.
fn tested() -> Result<Option<Tested>, CacheError> {
    let Some(table) = cache::open(WORD, VERSION)? else { return Ok(None) };
    table.payload().map_err(|error| cache::refused(WORD, VERSION, error))?;
    Ok(Some(Tested(table)))
}

/// The solver with the table of the cache folder; nothing where there is none.
pub(super) fn open() -> Result<Option<TwoPhase>, TablesError> {
    let Some(table) = tested()? else { return Ok(None) };
    TwoPhase::large(Box::new(table)).map(Some).ok_or(TablesError::Length { word: WORD })
}

/// The same; a file that is not sound is told and made anew.
pub(super) fn cached(watch: &dyn Watch) -> Option<TwoPhase> {
    open().unwrap_or_else(|error| {
        watch.event(&Event::Trouble(&error));
        Some(make(0, watch).unwrap_or_else(|error| without(&error, watch)))
    })
}

/// The table in large pages: copied from the cache folder, or made and kept there.
pub(super) fn resident_or_made(is_kept: bool, watch: &dyn Watch) -> TwoPhase {
    let copied = || -> Result<Option<TwoPhase>, TablesError> {
        let Some(table) = tested()? else { return Ok(None) };
        Ok(TwoPhase::large(Box::new(resident(table.as_ref())?)))
    };
    let found = if is_kept { copied() } else { Ok(None) };
    let solver = match found {
        Ok(Some(solver)) => Ok(solver),
        _ => make(1, watch),
    };
    solver.unwrap_or_else(|error| without(&error, watch))
}

fn without(error: &TablesError, watch: &dyn Watch) -> TwoPhase {
    watch.event(&Event::Trouble(error));
    TwoPhase::small()
}

/// Makes the table and keeps it; a folder that cannot be written is no reason to give up.
fn make(threads: usize, watch: &dyn Watch) -> Result<TwoPhase, TablesError> {
    watch.event(&Event::Making(WORD));
    let payload = TwoPhase::build(cores(threads), watch);
    watch.event(&Event::Made(WORD));
    let payload = payload?;
    if let Err(error) = cache::store(WORD, VERSION, &payload, BLOCK) {
        watch.event(&Event::NotKept(&error));
    }
    TwoPhase::large(Box::new(resident(&payload)?)).ok_or(TablesError::Length { word: WORD })
}
