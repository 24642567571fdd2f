//! The memory of Ludex: "is this position one I already have?"
//!
//! A [`Store`] is a SQLite file (the default) or a PostgreSQL database, behind one interface and one
//! test suite. It holds [`Record`]s by qualified name for all families and knows no puzzle. Another crate
//! may keep its own tables in the same database: see [`schema::Extension`].
//!
//! | module | noun |
//! |--|--|
//! | [`store`] | [`Store`]: a place, opened; putting and finding records |
//! | [`record`] | [`Record`] and its [`Facts`] |
//! | [`keys`] | short codes as an index |
//! | [`query`] | [`Query`]: a range of names, a fact, a page |
//! | `backup` | one file that holds a store, and the way back (private) |
//! | `repair` | what can be made again is, what cannot goes aside (private) |
//! | [`check`] | whether all is whole: [`Finding`]s |
//! | `objects` | the objects of the schema as they were made (private) |
//! | `seal` | checksums of rows that are edited (private) |
//! | [`sum`] | checksums of rows |
//! | `batch` | the records of one transaction, joined by name (private) |
//! | [`items`] | many items at once: known or new, put or refused |
//! | [`transfer`] | NDJSON and CSV in and out, resumable imports |
//! | [`json`] | JSON values as people read them |
//! | [`capped`] | a stream that refuses a record without end |
//! | [`line_reader`] | lines of a stream, each of bounded length |
//! | [`schema`] | the versions of the schema, [`Step`] by step, and [`Extension`]s of it |
//! | [`diagram`] | the schema as it stands, drawn |
//! | [`sql`] | [`Sql`](sql::Sql): what both databases must do; [`Value`], [`Dialect`], transactions |
//! | [`row`] | [`Row`] of an answer, which refuses wrong columns |
//! | [`place`] | [`Place`](place::Place): a file, memory or a server, as typed |
//! | [`lock`] | the advisory locks of a server |
//! | `address` | the address of a server: options, passwords (feature `postgres`) |
//! | [`pgpass`] | password files |
//! | `tls` | TLS to a server (private) |
//! | `sqlite`, `postgres` | the two back ends (private) |
//! | [`error`] | [`StoreError`] |
//!
//! The interface is synchronous. Features: `postgres` adds the server back end (some 60 crates).

#[cfg(feature = "postgres")]
pub mod address;
mod backup;
mod batch;
pub mod capped;
pub mod check;
pub mod diagram;
pub mod error;
pub mod items;
pub mod json;
pub mod keys;
pub mod line_reader;
pub mod lock;
mod objects;
pub mod pgpass;
pub mod place;
#[cfg(feature = "postgres")]
mod postgres;
pub mod query;
pub mod record;
mod repair;
pub mod row;
mod salvage;
pub mod schema;
mod seal;
pub mod sql;
mod sqlite;
pub mod store;
pub mod sum;
#[cfg(feature = "postgres")]
mod tls;
pub mod transfer;
mod upsert;

pub use check::Finding;
pub use error::{Result, StoreError};
pub use query::{Fact, Query, Relation};
pub use record::{Facts, Record};
pub use row::Row;
pub use schema::{Extension, Step};
pub use sql::{Dialect, Value};
pub use store::{Batch, ImportState, Store};
