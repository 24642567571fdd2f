//! The Tetris setup database: perfect-clear setups, their variants, the OQB tree, statistics, sets.
//!
//! It lies in a [`ludex_store::Store`], beside the records by name, on SQLite or PostgreSQL. Its rules
//! stand in the database itself, so that every client meets them. [`Setups`] is the way in:
//!
//! ```
//! use ludex_setups::{Rules, Setups};
//! let mut setups = Setups::open(":memory:")?;
//! setups.import_starter()?;
//! let found = setups.find_setups(1, "JLIZOST", Rules::default())?;
//! assert!(found.iter().all(|found| found.setup.pc == 1));
//! # Ok::<(), ludex_store::StoreError>(())
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`database`] | [`Setups`]: a store, opened with the tables of setups in it |
//! | [`setup`] | [`SetupFields`] as typed, [`SetupRow`] as stored, [`SetupType`] |
//! | [`rules`] | [`Rules`]: [`Kicks`] and [`HoldRule`]; [`Status`] |
//! | `change` | [`SetupChange`]: fields to be written; all that is known of a setup |
//! | [`edit`] | adding with minted ids, mirrors, listing by [`Filter`], changing, removing |
//! | [`derive`](mod@derive) | a setup from its fumen alone |
//! | [`tree`] | links between OQB setups, [`TreeLine`] |
//! | [`worth`] | what a tree of OQB setups is worth |
//! | [`learn`] | the fewest setups to learn, and the chance with a few |
//! | [`chain`] | perfect clears in a row |
//! | `player` | what a setup does with whole queues (private) |
//! | [`variant`] | [`Variant`] |
//! | [`statistics`] | [`Statistics`], path files, counts, the checksum |
//! | [`saves`] | wanted saves, and what setups give of them |
//! | [`sets`] | sets of setups, tags, translations |
//! | [`lookup`] | [`Found`]: which setups can I build with what I see |
//! | `narrow` | those of them that one wants |
//! | `quiz` | [`Quiz`]: random queues to practise on |
//! | [`check`] | whether paths are what the links say |
//! | [`compute`] | statistics by our own solver |
//! | [`formats`] | TSV, CSV, JSON and PostgreSQL dumps as rows of named fields |
//! | `json_rows`, `dump` | the rows of JSON and of dumps, as they are read (private) |
//! | `scanner`, `sql_value` | the bytes of a dump, and the values of its statements (private) |
//! | `foreign` | rows of the public database and of older files as rows of ours (private) |
//! | `references` | what rows of a file call each other (private) |
//! | `spool` | rows put aside until their table's turn comes (private) |
//! | [`transfer`] | the whole database in and out |
//! | [`pathfiles`] | path files under the names they have outside |
//! | [`starter`] | the collection a new user begins with |
//! | [`problems`] | what speaks against a setup, before anything is computed |
//! | [`congruence`] | shapes that are shifted or mirrored ones of others |
//! | [`lint`] | what a recomputation would say |
//! | [`schema`] | the tables, as an extension of the store's schema |
//!
//! Features: `postgres` adds stores on a server.

mod bulk;
pub mod chain;
mod change;
pub mod check;
pub mod compute;
pub mod congruence;
pub mod database;
pub mod derive;
mod dump;
pub mod edit;
mod foreign;
pub mod formats;
pub mod import;
mod json_rows;
pub mod learn;
pub mod lint;
pub mod lookup;
mod narrow;
pub mod pathfiles;
mod player;
pub mod problems;
mod quiz;
mod references;
pub mod rules;
pub mod saves;
mod scanner;
pub mod schema;
pub mod sets;
pub mod setup;
mod spool;
mod sql_value;
pub mod starter;
pub mod statistics;
pub mod transfer;
pub mod tree;
pub mod variant;
pub mod worth;

pub use change::SetupChange;
pub use database::Setups;
pub use edit::{Filter, Order};
pub use lookup::{Found, Search};
pub use narrow::hundredths;
pub use quiz::Quiz;
pub use rules::{HoldRule, Kicks, Rules, Status};
pub use schema::EXTENSION;
pub use setup::{SetupFields, SetupRow, SetupType};
pub use statistics::Statistics;
pub use tree::TreeLine;
pub use variant::Variant;
