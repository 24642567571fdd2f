//! The Tetris setup database: setups, their variants, the OQB tree, statistics, sets.
//!
//! | module | noun |
//! |--|--|
//! | [`model`] | [`SetupRow`], [`Variant`], [`Statistics`] |
//! | [`compute`] | statistics by our own solver |
//! | [`edit`] | adding with minted ids, changing, removing, linking |
//! | [`lookup`] | [`Found`]: which setups can I build with what I see |
//! | [`transfer`] | TSV, CSV, JSON and the public database's dump |
//! | [`lint`] | what a recomputation would say |

pub mod compute;
pub mod edit;
pub mod lint;
pub mod lookup;
pub mod model;
pub mod transfer;

pub use lookup::Found;
pub use model::{SetupRow, SetupType, Statistics, Variant};
