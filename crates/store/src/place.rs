//! Where a store lies, as typed: a file, memory, or a server.

use crate::error::{Result, StoreError};
use std::path::{Path, PathBuf};

/// Where a store lies.
///
/// ```
/// use ludex_store::place::Place;
/// assert_eq!(Place::read("mine.sqlite")?, Place::File("mine.sqlite".into()));
/// assert_eq!(Place::read("Postgres://me@host/db")?, Place::Server("postgres://me@host/db".into()));
/// assert!(Place::read("").is_err());
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// `:memory:`: gone with the connection.
    Memory,
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL server, by its address; it may hold a password and is never printed as it is.
    Server(String),
}

/// What stands for an address in messages that come before it could be read.
pub(crate) const HIDDEN: &str = "postgres://...";

impl Place {
    /// Reads what was typed.
    ///
    /// # Errors
    /// When it is no place that keeps anything: an empty text, a URI of SQLite, an address of another scheme. No
    /// message repeats a text that looks like an address, for it may hold a password.
    pub fn read(text: &str) -> Result<Self> {
        let refused = |place: &str, reason: &str| {
            Err(StoreError::Open { place: place.to_owned(), reason: reason.to_owned() })
        };
        let begins = |start: &str| text.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start));
        for scheme in ["postgres://", "postgresql://"] {
            if begins(scheme) {
                return Ok(Place::Server(format!("{scheme}{}", &text[scheme.len()..])));
            }
        }
        if text == ":memory:" {
            return Ok(Place::Memory);
        }
        if text.is_empty() {
            return refused("\"\"", "an empty text names neither a file nor a server");
        }
        if begins("file:") {
            return refused("file:...", "URIs of SQLite are not read; give the path of a file");
        }
        if begins("postgres:") || begins("postgresql:") || text.contains("password=") {
            return refused(HIDDEN, "postgres://USER@HOST/DATABASE is how a server is written");
        }
        if text.contains("://") {
            return refused("...://...", "a store is a file or postgres://USER@HOST/DATABASE");
        }
        if text.contains('\0') {
            return refused("a path with the character NUL", "no file has such a name");
        }
        Ok(Place::File(text.into()))
    }
}

/// What tells a file from every other one, whatever path or link leads to it.
pub(crate) fn file_identity(path: &Path) -> std::io::Result<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let data = std::fs::metadata(path)?;
        Ok(format!("file {} {}", data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    Ok(format!("file {}", std::fs::canonicalize(path)?.display()))
}

/// Whether two paths lead to one file.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    file_identity(a).is_ok_and(|a| file_identity(b).is_ok_and(|b| a == b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_any_case_and_nothing_secret_in_a_message() {
        for text in ["POSTGRES://me:secret@h/db", "PostgreSQL://me:secret@h/db"] {
            assert!(matches!(Place::read(text), Ok(Place::Server(url)) if url.ends_with("//me:secret@h/db")));
        }
        for text in [
            "",
            "file::memory:",
            "FILE:x?mode=memory",
            "postgres:me:secret@h/db",
            "mysql://me:secret@h/db",
            "host=h user=me password=secret",
            "a\0b",
        ] {
            let error = Place::read(text).unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("cannot open the store"), "{error}");
        }
    }
}
