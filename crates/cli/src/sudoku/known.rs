//! Which puzzles are known already: those of a file, or of a store.

use super::items;
use super::names::canonical;
use crate::input::Line;
use crate::lines::in_parallel;
use crate::store::PlaceArgs;
use ludex_core::{Name, Refusal};
use ludex_store::Store;
use ludex_sudoku::{Canonical, KIND, Sudoku};
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

/// What was known before, and what was printed since.
pub(super) struct Known {
    seen: HashSet<Canonical>,
    store: Option<Store>,
}

impl Known {
    /// Opens a store, or reads a file of puzzles and names.
    pub(super) fn open(place: &str, family: &Sudoku) -> anyhow::Result<Known> {
        if is_store(place) {
            let store = PlaceArgs::of(Some(place)).open_to_read()?;
            return Ok(Known { seen: HashSet::new(), store: Some(store) });
        }
        Ok(Known { seen: read(Path::new(place), family)?, store: None })
    }

    /// Leaves out what is known, and knows the rest from now on.
    pub(super) fn keep_new(
        &mut self,
        family: &Sudoku,
        found: &mut [Result<Vec<Canonical>, Refusal>],
    ) -> anyhow::Result<()> {
        for found in found.iter_mut().flatten() {
            found.retain(|canonical| self.seen.insert(*canonical));
            if let Some(store) = &mut self.store {
                let name = |canonical: &Canonical| -> anyhow::Result<String> {
                    Ok(Name::new(KIND, &canonical.name(family.tables())?.to_string())?.to_string())
                };
                let names = found.iter().map(name).collect::<anyhow::Result<Vec<_>>>()?;
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let mut stored = store.seen(&names)?.into_iter();
                found.retain(|_| !stored.next().unwrap_or(false));
            }
        }
        Ok(())
    }
}

/// Whether a place is a store: an address with a scheme, or a file that begins as SQLite's do.
fn is_store(place: &str) -> bool {
    let mut start = [0; 16];
    let begins = std::fs::File::open(place).and_then(|mut file| file.read_exact(&mut start)).is_ok();
    place.contains("://") || (begins && &start == b"SQLite format 3\0")
}

/// The puzzles of a file, sudokus or names; what passes through a line verb is passed over.
fn read(path: &Path, family: &Sudoku) -> anyhow::Result<HashSet<Canonical>> {
    let mut input = items::open(path)?;
    let mut known = HashSet::new();
    loop {
        let batch = input.batch()?;
        if batch.is_empty() {
            return Ok(known);
        }
        let read = |line: &Line| -> Result<Option<Canonical>, Refusal> {
            if line.frame.remark {
                return Ok(None);
            }
            canonical(family, line.text()?).map(|(canonical, _)| Some(canonical))
        };
        for (line, found) in batch.iter().zip(in_parallel(&batch, read)) {
            match found {
                Ok(found) => known.extend(found),
                Err(refusal) => anyhow::bail!("--known {}: {refusal}", input.place(line.number)),
            }
        }
    }
}
