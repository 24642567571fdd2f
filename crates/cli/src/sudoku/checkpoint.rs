//! Long searches that can be stopped and gone on with.

use crate::Outcome;
use crate::lines::in_parallel;
use anyhow::Context;
use ludex_core::Progress;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The first line of a checkpoint file.
const HEAD: &str = "ludex checkpoint 1";
/// What stands for the place behind the last unit.
pub(super) const DONE: &str = "done";
/// Units between two checkpoints.
const BATCH: usize = 16;

/// A small file that says how far a search has come.
///
/// Three lines: what the file is, what is searched, and the place to go on from. It is written anew after
/// the puzzles before that place are out, so that none is lost; after a crash a few may come twice.
pub(super) struct Checkpoint {
    path: PathBuf,
    search: String,
}

impl Checkpoint {
    /// Opens the file of a search, and reads the place it has come to.
    pub(super) fn open(path: &Path, search: String) -> anyhow::Result<(Checkpoint, Option<String>)> {
        let checkpoint = Checkpoint { path: path.to_owned(), search };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((checkpoint, None)),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut lines = text.lines();
        let shown = path.display();
        anyhow::ensure!(
            lines.next() == Some(HEAD),
            "{shown} is no checkpoint: its first line is not {HEAD:?}"
        );
        let search = lines.next().unwrap_or_default();
        anyhow::ensure!(
            search == checkpoint.search,
            "{shown} is the checkpoint of another search: {search}; give another file, or remove it"
        );
        let place = lines.next().filter(|place| !place.is_empty());
        let place = place.with_context(|| format!("{shown} has no third line, the place to go on from"))?;
        Ok((checkpoint, Some(place.to_owned())))
    }

    /// Remembers a place. The old file stays until the new one is whole.
    fn write(&self, place: &str) -> anyhow::Result<()> {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let fresh = PathBuf::from(name);
        std::fs::write(&fresh, format!("{HEAD}\n{}\n{place}\n", self.search))
            .and_then(|()| std::fs::rename(&fresh, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A search cut into units.
pub(super) struct Units<'a> {
    pub(super) jobs: Option<u16>,
    pub(super) checkpoint: Option<&'a Checkpoint>,
    /// No more puzzles than this.
    pub(super) limit: Option<u64>,
    pub(super) bar: crate::progress::Bar,
    /// How many units there are, where it is known.
    pub(super) total: u64,
}

impl Units<'_> {
    /// Works units off on all cores and prints what they find in their order. `next` gives a unit and the place
    /// behind it.
    pub(super) fn run<U: Sync>(
        self,
        mut done: u64,
        mut next: impl FnMut() -> Option<(U, String)>,
        work: impl Fn(&U) -> Vec<String> + Sync,
    ) -> anyhow::Result<Outcome> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from)).build()?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut printed = 0;
        loop {
            let batch: Vec<(U, String)> = std::iter::from_fn(&mut next).take(BATCH).collect();
            let Some((_, last)) = batch.last() else { return Ok(Outcome::Fine) };
            let found = pool.install(|| in_parallel(&batch, |(unit, _)| work(unit)));
            for line in found.into_iter().flatten() {
                if self.limit.is_some_and(|limit| printed == limit) {
                    out.flush()?;
                    return Ok(Outcome::Fine);
                }
                writeln!(out, "{line}")?;
                printed += 1;
            }
            out.flush()?;
            if let Some(checkpoint) = self.checkpoint {
                checkpoint.write(last)?;
            }
            done += batch.len() as u64;
            self.bar.report(done, self.total.max(done))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_goes_on_with_its_own_search_only() {
        let folder = std::env::temp_dir().join(format!("ludex-checkpoint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("c");
        let (checkpoint, place) = Checkpoint::open(&path, "a".into()).unwrap();
        assert_eq!(place, None);
        checkpoint.write("17").unwrap();
        assert_eq!(Checkpoint::open(&path, "a".into()).unwrap().1.as_deref(), Some("17"));
        assert!(Checkpoint::open(&path, "b".into()).is_err());
        for damaged in ["", "x\na\n17\n", "ludex checkpoint 1\na\n"] {
            std::fs::write(&path, damaged).unwrap();
            assert!(Checkpoint::open(&path, "a".into()).is_err(), "{damaged:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
