//! The table of the axial solver.

use super::{TablesError, cores, resident};
use crate::nxn::shared::Shared;
use crate::solve::axial::{Axial, VERSION, WORD};
use crate::solve::watch::{Event, Watch};
use ludex_core::cache;
use ludex_core::table::BLOCK;
use ludex_core::{Progress, Stopped};

/// The payload of the table of the cache folder, every block of it tested.
pub(super) fn kept() -> Result<Option<Vec<u8>>, TablesError> {
    let Some(table) = cache::open(WORD, VERSION)? else { return Ok(None) };
    let payload = table.payload().map_err(|error| cache::refused(WORD, VERSION, error))?;
    Ok(Some(payload.to_vec()))
}

/// Makes the table and keeps it.
pub(super) fn make(jobs: usize, progress: &dyn Progress) -> Result<Result<(), cache::CacheError>, Stopped> {
    let payload = Axial::build(cores(jobs), progress)?;
    Ok(cache::store(WORD, VERSION, &payload, BLOCK).map(|_| ()))
}

/// The solver with the table of the cache folder, if it is there.
pub(super) fn cached(watch: &dyn Watch) -> Option<Axial> {
    let exact = || -> Result<Option<Axial>, TablesError> {
        let Some(payload) = kept()? else { return Ok(None) };
        let solver = Axial::exact(Box::new(resident(&payload)?));
        solver.map(Some).ok_or(TablesError::Length { word: WORD })
    };
    exact().unwrap_or_else(|error| {
        watch.event(&Event::Trouble(&error));
        None
    })
}

/// The solver with small tables, made once for all.
pub(super) fn small(progress: &dyn Progress) -> Result<&'static Axial, Stopped> {
    static SMALL: Shared<Axial> = Shared::new();
    SMALL.get(Axial::small, progress)
}
