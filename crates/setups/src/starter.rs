//! The collection a new user begins with, computed by our own solver.
//!
//! `starter.json.xz` is an export of the setup database, made by the example `starter`: setups of every leftover of
//! the first to the ninth perfect clear and trees of them, with the chance of a player who sees seven pieces.

use crate::formats::{FieldRow, SetupFormat, read};
use crate::import::Imported;
use crate::{Rules, Setups};
use ludex_store::{Result, StoreError};
use ludex_tetris::FourRule;
use ludex_tetris::pathfile::xz;
use std::collections::HashSet;

/// The collection as it is shipped.
pub const STARTER: &[u8] = include_bytes!("starter.json.xz");

/// The collection as text.
fn text() -> Result<String> {
    xz::unpack(STARTER).map_err(|error| StoreError::Value(format!("the starter collection: {error}")))
}

impl Setups {
    /// Takes in the starter collection; what is there already stays.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn import_starter(&mut self) -> Result<Imported> {
        self.import_starter_of(None, None)
    }

    /// The same with a part of the collection: one perfect clear, or one leftover of it.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn import_starter_of(&mut self, pc: Option<i64>, leftover: Option<&str>) -> Result<Imported> {
        let mut rows = read(&text()?, SetupFormat::Json)?;
        if pc.is_some() || leftover.is_some() {
            let wanted = |row: &FieldRow| {
                pc.is_none_or(|pc| row.get(&["pc"]) == Some(pc.to_string().as_str()))
                    && leftover.is_none_or(|leftover| row.get(&["leftover"]) == Some(leftover))
            };
            let kept: HashSet<String> = rows
                .iter()
                .filter(|row| row.table() == "setups" && wanted(row))
                .filter_map(|row| row.get(&["id"]).map(str::to_owned))
                .collect();
            let here = |name: Option<&str>| name.is_none_or(|id| kept.contains(id));
            rows.retain(|row| {
                if row.table() == "setups" {
                    here(row.get(&["id"]))
                } else {
                    here(row.get(&["setup"])) && here(row.get(&["parent"])) && here(row.get(&["child"]))
                }
            });
            // The mirror of a setup may be of another leftover.
            for row in &mut rows {
                if !here(row.get(&["mirror"])) {
                    row.fields.remove("mirror");
                }
            }
        }
        let done = self.import_setups(&rows, FourRule::Counted)?;
        self.prepare_lookups(Rules::default())?;
        Ok(done)
    }
}
