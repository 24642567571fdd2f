//! SQL over files and batches of names, on DataFusion.
//!
//! The engine reads, sorts, groups and spills; the answers are those of `ludex-arrow`. What is here hangs the two
//! together, and is shared with `ludex-cluster`.
//!
//! | module | noun |
//! |--|--|
//! | [`functions`] | every function of `ludex-arrow` as one of SQL |
//! | [`engine`] | a session: threads, memory, tables |
//! | [`files`] | files, patterns and folders as tables |
//! | [`store_table`] | the records of a store as a table |
//! | [`measure`] | how long the rows of a file are |
//! | `memory` | memory that merges share evenly |
//! | [`kind`] | what a file holds, by its ending |
//! | [`sql`] | the verb `sql` |
//! | [`batch`] | the verb `batch` |
//! | [`output`] | rows on their way out |
//! | [`packed`] | files that are put in their place whole |
//! | [`stop`] | Ctrl-C |
//! | [`errors`] | errors of the engine in one line |
//! | `progress` | how far a run has come |

pub mod batch;
pub mod engine;
pub mod errors;
pub mod files;
pub mod functions;
pub mod kind;
pub mod measure;
mod memory;
pub mod output;
pub mod packed;
mod progress;
pub mod sql;
pub mod stop;
pub mod store_table;
