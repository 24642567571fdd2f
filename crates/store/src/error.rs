//! What can go wrong between us and a database, in one line that names the place.

use thiserror::Error;

/// Why the store did not do as asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be opened.
    #[error("cannot open the store {place}: {reason}")]
    Open {
        /// The file or the server.
        place: String,
        /// What the system says.
        reason: String,
    },
    /// The store was written by a later version of the program.
    #[error("the store {place} has schema version {found}; this program knows versions up to {known}")]
    Newer {
        /// The file or the server.
        place: String,
        /// The version it has.
        found: i64,
        /// The last version this program knows.
        known: i64,
    },
    /// The database refused what was asked because a rule forbids it.
    #[error("{0}")]
    Rule(String),
    /// The disk is full, the connection is gone, the file is damaged or locked.
    #[error("the store {place}: {reason}")]
    Trouble {
        /// The file or the server.
        place: String,
        /// What the database says.
        reason: String,
    },
    /// A value that no store takes.
    #[error("{0}")]
    Value(String),
    /// Nothing is there under this id.
    #[error("there is no {what} {id}")]
    Missing {
        /// The kind of thing looked for.
        what: &'static str,
        /// The id that was read.
        id: String,
    },
    /// A text that is not of the format it should be.
    #[error("{place}: {reason}")]
    Format {
        /// Where it stands.
        place: String,
        /// What is wrong and what would have been accepted.
        reason: String,
    },
    /// A column of a row is missing or holds what does not belong there.
    #[error("the store is damaged: the column {column}: {reason}")]
    Column {
        /// The column, as the statement that reads it calls it.
        column: &'static str,
        /// What it holds and what belongs there.
        reason: String,
    },
    /// The work was asked to stop.
    #[error(transparent)]
    Stopped(#[from] ludex_core::Stopped),
    /// Reading or writing a stream failed.
    #[error("cannot read or write: {0}")]
    Stream(#[from] std::io::Error),
}

impl StoreError {
    /// Whether the fault lies in what was asked, not in the place: the caller may go on with the rest.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Rule(_) | Self::Value(_) | Self::Missing { .. } | Self::Format { .. })
    }
}

/// The usual result of a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
