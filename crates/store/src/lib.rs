//! The memory of Ludex: "is this position one I already have?"
//!
//! A [`Store`] is a SQLite file (the default) or a PostgreSQL database, behind one interface and one
//! test suite. It holds [`Record`]s by qualified name for all families, and the database of Tetris setups.
//!
//! | module | noun |
//! |--|--|
//! | [`store`] | [`Store`]: a place, opened; putting and finding records |
//! | [`record`] | [`Record`] and its [`Facts`] |
//! | [`keys`] | short codes as an index |
//! | [`query`] | [`Query`]: a range of names, a fact, a page |
//! | [`transfer`] | NDJSON and CSV in and out, resumable imports |
//! | [`lines`] | lines of a stream, each of bounded length |
//! | [`setups`] | the Tetris setup database |
//! | [`schema`] | the versions of the schema |
//! | [`diagram`] | the schema as it stands, drawn |
//! | [`sql`] | the narrow waist over the two databases |
//! | [`error`] | [`StoreError`] |
//!
//! The interface is synchronous. Features: `postgres` adds the server back end (some 60 crates).

mod batch;
pub mod diagram;
pub mod error;
pub mod keys;
pub mod lines;
#[cfg(feature = "postgres")]
mod postgres;
pub mod query;
pub mod record;
pub mod schema;
pub mod setups;
pub mod sql;
mod sqlite;
pub mod store;
pub mod transfer;

pub use error::{Result, StoreError};
pub use query::{Fact, Query, Relation};
pub use record::{Facts, Record};
pub use sql::{Dialect, Value};
pub use store::{Batch, ImportState, Store};
