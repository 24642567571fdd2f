//! The collection a new user begins with, computed by our own solver.
//!
//! `starter.json` is an export of the setup database: openers of the first perfect clear that
//! `ludex tetris openers` found, with the statistics of `ludex tetris setups compute`. The book tells the
//! commands that made it.

use crate::formats::{SetupFormat, read};
use crate::import::Imported;
use crate::{Rules, Setups};
use ludex_store::Result;
use ludex_tetris::FourRule;

/// The collection as it is shipped.
pub const STARTER: &str = include_str!("starter.json");

impl Setups {
    /// Takes in the starter collection; what is there already stays.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn import_starter(&mut self) -> Result<Imported> {
        let rows = read(STARTER, SetupFormat::Json)?;
        let done = self.import_setups(&rows, FourRule::Counted)?;
        self.prepare_lookups(Rules::default())?;
        Ok(done)
    }
}
