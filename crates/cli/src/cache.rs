//! The folder of table files: found, mapped, written whole or not at all.

use anyhow::Context;
use ludex_core::table::{self, Table, TableError};
use memmap2::Mmap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `$XDG_CACHE_HOME/ludex`, else `~/.cache/ludex`.
pub(crate) fn folder() -> anyhow::Result<PathBuf> {
    let set =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    Ok(base.context("neither XDG_CACHE_HOME nor HOME is set: there is no place for tables")?.join("ludex"))
}

/// Where a table lies or would lie.
pub(crate) fn path(word: &str, version: u8) -> anyhow::Result<PathBuf> {
    Ok(folder()?.join(format!("{word}-v{version}.ldx")))
}

/// Maps a table; `None` where there is no file.
///
/// # Errors
/// When the file cannot be read, or is cut short, altered or of another version.
pub(crate) fn open(word: &str, version: u8) -> anyhow::Result<Option<Table<Mmap>>> {
    let Some(bytes) = map(word, version)? else { return Ok(None) };
    let table = Table::open(bytes, word, version);
    Ok(Some(table.map_err(|error| refused(&path(word, version).unwrap_or_default(), word, &error))?))
}

/// Maps the file of a table as it is; `None` where there is none.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn map(word: &str, version: u8) -> anyhow::Result<Option<Mmap>> {
    let path = path(word, version)?;
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot open {}", path.display())),
    };
    // SAFETY: table files are written beside their place and renamed into it, never changed there, so
    // the mapped bytes stay as they are while the file is open.
    let bytes = unsafe { Mmap::map(&file) }.with_context(|| format!("cannot map {}", path.display()))?;
    Ok(Some(bytes))
}

/// The words for a table that is not used.
pub(crate) fn refused(path: &Path, word: &str, error: &TableError) -> anyhow::Error {
    anyhow::anyhow!("{} is not used: {error}; make it anew with `ludex tables build {word}`", path.display())
}

/// Writes a table: whole under its name, or not at all.
pub(crate) fn store(word: &str, version: u8, payload: &[u8], block: usize) -> anyhow::Result<PathBuf> {
    store_file(word, version, &[&table::header(word, version, payload, block), payload])
}

/// Writes a table whose header is made already: whole under its name, or not at all.
pub(crate) fn store_file(word: &str, version: u8, parts: &[&[u8]]) -> anyhow::Result<PathBuf> {
    let path = path(word, version)?;
    let folder = path.parent().expect("a table lies in a folder");
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let unfinished = path.with_extension(format!("{}.part", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&unfinished)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.sync_all()?;
        std::fs::rename(&unfinished, &path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&unfinished);
        anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
    })?;
    Ok(path)
}
