//! The advisory locks of a server, each number in one place.
//!
//! SQLite has one writer at a time anyway; on PostgreSQL writers whose work must not interleave take
//! one of these until their transaction ends.

/// The schema is being brought to another version.
pub const SCHEMA: i64 = 764_921;
/// Records are being put: names are settled and facts merged by one writer at a time.
pub const RECORDS: i64 = 764_922;
/// The first number for the locks of extensions; they count up from here.
pub const EXTENSIONS: i64 = 764_923;
