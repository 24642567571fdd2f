//! A large table that the user may build into the cache folder.
//!
//! A family lists its tables as [`Recipe`]s; whoever builds, verifies or removes tables does so through
//! them, without knowing the family.

use crate::cache::CacheError;
use crate::progress::{Progress, Stopped};
use crate::table::TableError;
use std::path::PathBuf;
use thiserror::Error;

/// How a table is made and looked after.
pub trait Recipe: Sync {
    /// Its word, which is also the start of its file name.
    fn word(&self) -> &'static str;

    /// The version that this library reads and writes.
    fn version(&self) -> u8;

    /// What it is for and how large it gets, in one line.
    fn about(&self) -> &'static str;

    /// Makes the table and writes it into the cache folder. Work that takes long keeps checkpoints in
    /// `job.checkpoints` and goes on from them. What was proven on the way comes back as rows of two
    /// columns, for the user to read.
    ///
    /// # Errors
    /// When it was stopped, or a file cannot be written.
    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError>;

    /// Tests every block of the file and makes samples anew; whether there is a file.
    ///
    /// # Errors
    /// What is wrong with the table.
    fn verify(&self, progress: &dyn Progress) -> Result<bool, RecipeError>;

    /// The words and versions of further files that belong to the table and go with it.
    fn parts(&self) -> Vec<(String, u8)> {
        Vec::new()
    }

    /// The size of the table inside the program, where it carries one.
    fn shipped(&self) -> Option<usize> {
        None
    }

    /// Verifies the table inside the program, where it carries one.
    ///
    /// # Errors
    /// What is wrong with it.
    fn verify_shipped(&self, progress: &dyn Progress) -> Result<(), RecipeError> {
        let _ = progress;
        Ok(())
    }
}

/// What a recipe is asked to do.
pub struct Job<'a> {
    /// Threads to use; 0 means all cores.
    pub jobs: usize,
    /// The level of detail, where the table has several.
    pub level: Option<&'a str>,
    /// A folder for checkpoints, which is there; removed when the table is finished.
    pub checkpoints: PathBuf,
    /// Hears how far the work has come.
    pub progress: &'a dyn Progress,
}

/// Why a table was not made or is not sound.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// It was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file of the cache folder.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// The table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}
