//! The folder of table files: found, read or mapped, written whole or not at all.
//!
//! ```text
//!   $XDG_CACHE_HOME/ludex/<table>-v<version>.ldx        a finished table
//!   $XDG_CACHE_HOME/ludex/<table>-v<version>.<pid>.part one that is being written
//! ```
//!
//! Two ways to the bytes. [`open`] reads a table block by block when a block is first touched, into
//! memory of our own: whatever happens to the file later, answers stay right, and no signal can strike.
//! [`map`] maps a file that is too large to be copied; it is locked against writers of ours and its
//! length is looked at before a block is touched for the first time.

use crate::table::{self, Source, Table, TableError};
use etcetera::BaseStrategy;
use memmap2::{Mmap, MmapMut};
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a table file cannot be used or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// No home folder is known.
    #[error("neither XDG_CACHE_HOME nor HOME is set: there is no place for tables")]
    NoFolder,
    /// The file or folder cannot be reached.
    #[error("cannot {verb} {}: {source}", path.display())]
    Io {
        /// What was tried: `open`, `write`.
        verb: &'static str,
        /// With what.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is cut short, altered, of another version, or no table.
    #[error("{} is not used: {error}; make it anew with `ludex tables build {word}`", path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// Which table it should be.
        word: String,
        /// What is wrong with it.
        error: TableError,
    },
}

fn io(verb: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> CacheError {
    let path = path.to_owned();
    move |source| CacheError::Io { verb, path, source }
}

/// `$XDG_CACHE_HOME/ludex`, else `~/.cache/ludex`, or what other systems use for this.
///
/// # Errors
/// When no home folder is known.
pub fn folder() -> Result<PathBuf, CacheError> {
    let base = etcetera::choose_base_strategy().map_err(|_| CacheError::NoFolder)?;
    Ok(base.cache_dir().join("ludex"))
}

/// Where a table lies or would lie.
///
/// # Errors
/// When no home folder is known.
pub fn path(word: &str, version: u8) -> Result<PathBuf, CacheError> {
    Ok(folder()?.join(format!("{word}-v{version}.ldx")))
}

/// Opens a table that is read block by block; `None` where there is no file.
///
/// # Errors
/// When the file cannot be read, or is cut short, altered or of another version.
pub fn open(word: &str, version: u8) -> Result<Option<Table<Loaded>>, CacheError> {
    opened(word, version, Loaded::new)
}

/// Maps a large table; `None` where there is no file.
///
/// # Errors
/// When the file cannot be mapped, or is cut short, altered or of another version.
pub fn map(word: &str, version: u8) -> Result<Option<Table<Mapped>>, CacheError> {
    opened(word, version, Mapped::new)
}

/// The file of a table as it is, for those who open the table themselves; `None` where there is none.
///
/// # Errors
/// When the file cannot be read.
pub fn file(word: &str, version: u8) -> Result<Option<Loaded>, CacheError> {
    source(word, version, Loaded::new)
}

fn opened<S: Source>(
    word: &str,
    version: u8,
    make: impl FnOnce(File) -> std::io::Result<S>,
) -> Result<Option<Table<S>>, CacheError> {
    let Some(source) = source(word, version, make)? else { return Ok(None) };
    Ok(Some(Table::open(source, word, version).map_err(|error| refused(word, version, error))?))
}

fn source<S>(
    word: &str,
    version: u8,
    make: impl FnOnce(File) -> std::io::Result<S>,
) -> Result<Option<S>, CacheError> {
    let path = path(word, version)?;
    match File::open(&path) {
        Ok(file) => Ok(Some(make(file).map_err(io("read", &path))?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io("open", &path)(error)),
    }
}

/// The error for a table that was opened and then found damaged.
#[must_use]
pub fn refused(word: &str, version: u8, error: TableError) -> CacheError {
    CacheError::Refused { path: path(word, version).unwrap_or_default(), word: word.to_owned(), error }
}

/// Writes a table: whole under its name, or not at all.
///
/// # Errors
/// When the folder or file cannot be written.
pub fn store(word: &str, version: u8, payload: &[u8], block: usize) -> Result<PathBuf, CacheError> {
    store_file(word, version, &[&table::header(word, version, payload, block), payload])
}

/// Writes a table whose header is made already: whole under its name, or not at all.
///
/// # Errors
/// When the folder or file cannot be written.
pub fn store_file(word: &str, version: u8, parts: &[&[u8]]) -> Result<PathBuf, CacheError> {
    let path = path(word, version)?;
    let folder = path.parent().expect("a table lies in a folder");
    std::fs::create_dir_all(folder).map_err(io("make the folder", folder))?;
    // The word may name a folder, too, in which many tables of one kind lie.
    let start = path.file_stem().and_then(|name| name.to_str()).expect("tables are named by words");
    let (mut file, unfinished) =
        crate::unfinished::create(folder, start, "part").map_err(io("write", &path))?;
    let mut write = || -> std::io::Result<()> {
        for part in parts {
            file.write_all(part)?;
        }
        file.sync_all()?;
        std::fs::rename(&unfinished, &path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&unfinished);
        io("write", &path)(error)
    })?;
    Ok(path)
}

/// Removes a table; whether there was one.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(word: &str, version: u8) -> Result<bool, CacheError> {
    let path = path(word, version)?;
    match std::fs::remove_file(&path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io("remove", &path)(error)),
    }
}

/// A file whose blocks are copied into memory when they are first asked for.
#[derive(Debug)]
pub struct Loaded {
    file: File,
    /// Anonymous pages: none of them is there before it is written.
    memory: MmapMut,
    start: *mut u8,
}

// SAFETY: `start` points into `memory`, which the value owns. A range is written by `load` alone, which
// the table calls by one thread at a time and before it hands out any slice of that range.
unsafe impl Send for Loaded {}
// SAFETY: as above; slices of ranges that were loaded are never written again.
unsafe impl Sync for Loaded {}

impl Loaded {
    fn new(file: File) -> std::io::Result<Loaded> {
        let length = usize::try_from(file.metadata()?.len()).map_err(std::io::Error::other)?;
        // An empty mapping is refused by some systems; an empty file is no table anyway.
        let mut memory = MmapMut::map_anon(length.max(1))?;
        let start = memory.as_mut_ptr();
        Ok(Loaded { file, memory, start })
    }
}

impl Source for Loaded {
    fn len(&self) -> usize {
        self.memory.len()
    }

    fn load(&self, range: Range<usize>) -> std::io::Result<()> {
        assert!(range.start <= range.end && range.end <= self.memory.len());
        let mut piece = vec![0; range.len()];
        read_at(&self.file, &mut piece, range.start as u64)?;
        // SAFETY: the range lies inside the memory. The table loads a range before it reads it, under a
        // lock; a header that is loaded a second time is written with the bytes that stand there already
        // or refused, and no slice of it is kept across.
        unsafe { std::ptr::copy_nonoverlapping(piece.as_ptr(), self.start.add(range.start), piece.len()) };
        Ok(())
    }

    fn bytes(&self, range: Range<usize>) -> &[u8] {
        assert!(range.start <= range.end && range.end <= self.memory.len());
        // SAFETY: inside the memory, and loaded before, as the trait demands; never written afterwards.
        unsafe { std::slice::from_raw_parts(self.start.add(range.start), range.len()) }
    }
}

#[cfg(unix)]
fn read_at(file: &File, piece: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, piece, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, piece: &mut [u8], at: u64) -> std::io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(piece)
}

/// A mapped file, locked against writers of ours.
#[derive(Debug)]
pub struct Mapped {
    file: File,
    map: Mmap,
}

impl Mapped {
    fn new(file: File) -> std::io::Result<Mapped> {
        // Only advice to other programs: where locks are not known, the file is used without.
        let _ = file.try_lock_shared();
        // SAFETY: table files are written beside their place and renamed into it, never changed there;
        // they are locked while they are mapped, and `load` looks at the length before a block is used.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Mapped { file, map })
    }
}

impl Source for Mapped {
    fn len(&self) -> usize {
        self.map.len()
    }

    fn load(&self, _range: Range<usize>) -> std::io::Result<()> {
        if self.file.metadata()?.len() != self.map.len() as u64 {
            return Err(std::io::Error::other("its length has changed while it was in use"));
        }
        Ok(())
    }

    fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.map[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: &str = "test-table";

    fn file(payload: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.ldx");
        let mut bytes = table::header(WORD, 1, payload, 4096);
        bytes.extend_from_slice(payload);
        std::fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    fn payload() -> Vec<u8> {
        (0..100_000u32).map(|i| ((i * 7) >> 3) as u8).collect()
    }

    #[test]
    fn both_ways_give_the_bytes() {
        let (_folder, path) = file(&payload());
        let loaded = Table::open(Loaded::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        let mapped = Table::open(Mapped::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        assert_eq!(loaded.get(5000..9000).unwrap(), &payload()[5000..9000]);
        assert_eq!(loaded.payload().unwrap(), payload());
        assert_eq!(mapped.payload().unwrap(), payload());
    }

    /// Issue 12, point 8: a file that is cut under a running program ends in an error or the right answer.
    #[test]
    fn a_file_cut_under_a_running_program_gives_no_signal() {
        let (_folder, path) = file(&payload());
        let loaded = Table::open(Loaded::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        let mapped = Table::open(Mapped::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        let first = loaded.get(0..100).unwrap().to_vec();
        File::options().write(true).open(&path).unwrap().set_len(300).unwrap();
        assert_eq!(loaded.get(0..100).unwrap(), first);
        assert!(matches!(loaded.get(50_000..50_001), Err(TableError::Read(_))));
        assert!(matches!(mapped.get(50_000..50_001), Err(TableError::Read(_))));
    }

    #[test]
    fn a_file_changed_under_a_running_program_is_found_out() {
        let (_folder, path) = file(&payload());
        let loaded = Table::open(Loaded::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        let first = loaded.get(0..100).unwrap().to_vec();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.iter_mut().skip(1000).for_each(|byte| *byte ^= 1);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(loaded.get(0..100).unwrap(), first);
        assert!(matches!(loaded.get(50_000..50_001), Err(TableError::Damaged(_))));
    }

    #[test]
    fn threads_share_a_table() {
        let (_folder, path) = file(&payload());
        let table = Table::open(Loaded::new(File::open(&path).unwrap()).unwrap(), WORD, 1).unwrap();
        std::thread::scope(|scope| {
            for t in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..2000 {
                        let at = (i * 7919 + t * 31) % 99_000;
                        assert_eq!(table.get(at..at + 900).unwrap(), &payload()[at..at + 900]);
                    }
                });
            }
        });
    }
}
