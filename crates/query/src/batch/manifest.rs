//! The manifest of a folder of names: what is in it, and how far the run that adds to it has come.
//!
//! ```text
//! DIR/manifest.json            {"sha256": of what follows, "manifest": {...}}
//! DIR/part-00000.parquet ...   the names in order, each part a range of them
//! DIR/refused.parquet          what has no name, and why
//! DIR/work/run-00000.parquet   names of one unit of the input, in order
//! DIR/work/part-00000.parquet  parts on their way
//! ```
//!
//! Every file is written beside its place and renamed when it is whole, and the manifest names it only then: whatever
//! a killed run leaves is either named and whole, or not named and removed by the next.

use anyhow::{Context, bail, ensure};
use ludex_core::unfinished;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

/// The name of the file.
pub const FILE: &str = "manifest.json";

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// What is in a folder of names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`VERSION`].
    pub version: u32,
    /// The function that made the names, as SQL calls it.
    pub function: String,
    /// Whether every name is there once.
    pub dedupe: bool,
    /// The files whose names are in the parts.
    pub inputs: Vec<Source>,
    /// The first name of every part but the first.
    pub bounds: Vec<String>,
    /// The parts, in the order of their names.
    pub parts: Vec<Part>,
    /// What has no name.
    pub refused: Option<Part>,
    /// The run that has not come to its end.
    pub work: Option<Work>,
}

/// A file of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Where it was.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: u64,
    /// The checksum of what is in it: by this a file is known again, whatever it is called.
    pub sha256: String,
}

/// A file of names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name in the folder.
    pub file: String,
    /// Its rows.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// Its checksum.
    pub sha256: String,
    /// Names at even distances, from which ranges are made.
    pub samples: Vec<String>,
}

/// A run on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The files that it adds.
    pub inputs: Vec<Source>,
    /// The column that is read, where the files have several.
    pub column: Option<String>,
    /// How many parts were asked for; nothing where it is left to us.
    pub partitions: Option<usize>,
    /// Rows that are taken at a time: fewer where they are long.
    #[serde(default = "fewest")]
    pub rows_at_once: usize,
    /// What is named at a time.
    pub units: Vec<Unit>,
    /// The first name of every part but the first, once all units are named.
    pub bounds: Option<Vec<String>>,
    /// The parts that are whole, by their place; nothing for those to come.
    pub parts: Vec<Option<Part>>,
    /// What has no name; nothing as long as it is not known.
    pub refused: Option<Part>,
    /// Whether everything is whole and only has to be put in its place.
    pub publishing: bool,
}

/// A piece of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Which file.
    pub input: usize,
    /// Its first byte and the one behind its last, where it is not the whole file. Whoever reads it takes the lines, or
    /// groups of rows, that begin in it.
    pub range: Option<(u64, u64)>,
    /// Its names, once they are there.
    pub run: Option<Part>,
}

/// For a run of a program that did not look.
const fn fewest() -> usize {
    1
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    sha256: String,
    manifest: serde_json::Value,
}

impl Manifest {
    /// That of an empty folder.
    #[must_use]
    pub fn new(function: &str, dedupe: bool) -> Manifest {
        Manifest {
            version: VERSION,
            function: function.to_owned(),
            dedupe,
            inputs: Vec::new(),
            bounds: Vec::new(),
            parts: Vec::new(),
            refused: None,
            work: None,
        }
    }

    /// Reads the manifest of a folder; nothing where there is none.
    ///
    /// # Errors
    /// When it cannot be read, is of another version, or is not as it was written.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Manifest>> {
        let path = folder.join(FILE);
        let context = || format!("cannot read {}", path.display());
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(context),
        };
        let sealed: Sealed = serde_json::from_str(&text)
            .with_context(|| format!("{} is no manifest of names", path.display()))?;
        let version = sealed.manifest["version"].as_u64();
        if version != Some(VERSION.into()) {
            let shown = version.map_or("no version".to_owned(), |version| format!("version {version}"));
            bail!("{} has {shown}; this program reads version {VERSION}", path.display());
        }
        ensure!(
            checksum(sealed.manifest.to_string().as_bytes()) == sealed.sha256,
            "{} was changed: its checksum is not that of its content",
            path.display()
        );
        serde_json::from_value(sealed.manifest).map(Some).with_context(context)
    }

    /// Puts the manifest into its folder, whole and on disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join(FILE);
        let context = || format!("cannot write {}", path.display());
        let manifest = serde_json::to_value(self).with_context(context)?;
        let sealed = Sealed { sha256: checksum(manifest.to_string().as_bytes()), manifest };
        let (mut file, beside) = unfinished::create(folder, FILE, "unfinished").with_context(context)?;
        file.write_all(&serde_json::to_vec(&sealed)?).with_context(context)?;
        file.sync_all().with_context(context)?;
        std::fs::rename(beside, &path).with_context(context)
    }

    /// All rows of the parts.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.parts.iter().map(|part| part.rows).sum()
    }
}

/// The sha256 of some bytes, in hexadecimal.
#[must_use]
pub fn checksum(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The sha256 of a file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn checksum_of(path: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", path.display());
    let mut file = std::fs::File::open(path).with_context(context)?;
    let mut sum = Sha256::new();
    std::io::copy(&mut file, &mut sum).with_context(context)?;
    Ok(hex(&sum.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_what_was_changed_is_not() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), None);
        let mut manifest = Manifest::new("ludex_name", true);
        manifest.bounds.push("sudoku:\"é".to_owned());
        manifest.write(folder.path()).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), Some(manifest));
        let path = folder.path().join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        for (from, to, why) in [
            ("\"dedupe\":true", "\"dedupe\":false", "was changed"),
            ("\"version\":1", "\"version\":2", "reads version 1"),
            ("{\"sha256\"", "{\"x\"", "is no manifest"),
        ] {
            std::fs::write(&path, text.replace(from, to)).unwrap();
            let error = Manifest::read(folder.path()).unwrap_err();
            assert!(format!("{error:#}").contains(why), "{error:#}");
        }
    }
}
