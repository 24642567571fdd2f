//! What writers on a server wait for each other on, each in one place.
//!
//! SQLite has one writer at a time anyway; on PostgreSQL writers whose work must not interleave take one of
//! these until their transaction ends. A lock is a row of the table `ludex_locks`: only who may write there
//! can take it, so that no reader can stop the writers.

/// A row of `ludex_locks`; an extension adds its own in one of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lock(pub &'static str);

/// Records are being put: names are settled and facts merged by one writer at a time.
pub const RECORDS: Lock = Lock("records");
