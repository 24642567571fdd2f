//! What a run has to do: which files are new, and the units they are named in.

use super::manifest::{Manifest, Source, Unit, Work, checksum_of};
use crate::files;
use crate::kind::{Kind, Packing};
use anyhow::{Context, ensure};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// How the input is cut.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// Bytes of a unit.
    pub unit: u64,
    /// Whether large files are cut at all: an engine that is told of whole files alone cannot.
    pub inside: bool,
}

/// The files of what was typed, each once.
pub(crate) fn inputs(typed: &[String], out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for pattern in typed {
        found.extend(files::paths(pattern)?);
    }
    found.sort();
    found.dedup();
    for path in &found {
        ensure!(!path.starts_with(out), "{} lies in the folder that gets the names", path.display());
        Kind::of(path)?;
    }
    Ok(found)
}

/// A file as it is, without its checksum.
pub(crate) fn source(path: &Path) -> anyhow::Result<Source> {
    let context = || format!("cannot read {}", path.display());
    let data = std::fs::metadata(path).with_context(context)?;
    let modified = data.modified().with_context(context)?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Source {
        path: path.to_str().with_context(|| format!("{} is no text", path.display()))?.to_owned(),
        bytes: data.len(),
        modified: u64::try_from(modified.as_nanos()).unwrap_or(u64::MAX),
        sha256: String::new(),
    })
}

/// Whether a file is still what it was.
pub(crate) fn is_unchanged(known: &Source) -> bool {
    source(Path::new(&known.path)).is_ok_and(|now| (now.bytes, now.modified) == (known.bytes, known.modified))
}

/// The work that new files make; nothing where none is new.
pub(crate) fn plan(
    manifest: &Manifest,
    paths: &[PathBuf],
    column: Option<&str>,
    partitions: Option<usize>,
    cut: Cut,
) -> anyhow::Result<Option<Work>> {
    let same = |source: &Source| (source.path.clone(), source.bytes, source.modified);
    let places: HashSet<_> = manifest.inputs.iter().map(same).collect();
    let mut sums: HashSet<String> = manifest.inputs.iter().map(|source| source.sha256.clone()).collect();
    let mut new = Vec::new();
    for path in paths {
        let mut source = source(path)?;
        // A file that nobody touched is not read again.
        if places.contains(&same(&source)) {
            continue;
        }
        source.sha256 = checksum_of(path)?;
        if sums.insert(source.sha256.clone()) {
            new.push(source);
        }
    }
    if new.is_empty() {
        return Ok(None);
    }
    let found: Vec<PathBuf> = new.iter().map(|source| PathBuf::from(&source.path)).collect();
    let rows_at_once = files::rows_at_once(&found)?;
    let mut units = Vec::new();
    for (input, source) in new.iter().enumerate() {
        let whole = Kind::of(Path::new(&source.path))?.packing != Packing::Plain || !cut.inside;
        if whole || source.bytes <= cut.unit {
            units.push(Unit { input, range: None, run: None });
            continue;
        }
        for start in (0..source.bytes).step_by(usize::try_from(cut.unit.max(1)).unwrap_or(usize::MAX)) {
            let range = Some((start, (start + cut.unit).min(source.bytes)));
            units.push(Unit { input, range, run: None });
        }
    }
    Ok(Some(Work {
        inputs: new,
        column: column.map(str::to_owned),
        partitions,
        rows_at_once,
        units,
        bounds: None,
        parts: Vec::new(),
        refused: None,
        publishing: false,
    }))
}
