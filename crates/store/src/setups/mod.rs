//! The Tetris setup database: setups, their variants, the OQB tree, statistics, sets.
//!
//! | module | noun |
//! |--|--|
//! | [`model`] | [`SetupRow`], [`Variant`], [`Statistics`] |
//! | [`compute`] | statistics by our own solver |
//! | [`edit`] | adding with minted ids, changing, removing, linking |
//! | [`lookup`] | [`Found`]: which setups can I build with what I see |
//! | [`formats`] | TSV, CSV, JSON and PostgreSQL dumps as rows of named fields |
//! | [`pathfiles`] | path files under the names they have outside |
//! | [`sets`] | sets of setups, tags, translations |
//! | [`starter`] | the collection a new user begins with |
//! | [`transfer`] | the whole database in and out |
//! | [`lint`] | what a recomputation would say |

pub mod compute;
pub mod edit;
pub mod formats;
pub mod lint;
pub mod lookup;
pub mod model;
pub mod pathfiles;
pub mod sets;
pub mod starter;
pub mod transfer;

pub use lookup::Found;
pub use model::{SetupRow, SetupType, Statistics, Variant};
