//! Found setups, narrowed to those one wants.

use crate::lookup::Found;
use crate::setup::SetupRow;
use crate::statistics::percent;
use crate::{Filter, Order, Setups};
use ludex_store::Result;
use ludex_tetris::SetupId;
use std::collections::HashSet;

impl Setups {
    /// Keeps of what was found only what passes the filter. A least percentage is that under the rules that were
    /// asked for: what is not computed under them does not reach it.
    ///
    /// # Errors
    /// When the filter does not read, or the database is in trouble.
    pub fn narrow(&mut self, found: &mut Vec<Found>, filter: &Filter) -> Result<()> {
        let passing = self.setups(filter, Order::Id)?;
        let passing: HashSet<SetupId> = passing.iter().map(|setup: &SetupRow| setup.id).collect();
        let reaches = |one: &Found| match (filter.least, one.solve) {
            (None, _) => true,
            (Some(least), Some((solved, all))) => (percent(solved, all) * 100.0).round() >= f64::from(least),
            (Some(_), None) => false,
        };
        found.retain(|one| passing.contains(&one.setup.id) && reaches(one));
        Ok(())
    }
}

/// A percentage as a filter has it: in hundredths.
///
/// # Examples
/// ```
/// assert_eq!(ludex_setups::hundredths(97.94), 9794);
/// ```
#[must_use]
pub fn hundredths(percent: f64) -> u32 {
    (percent.clamp(0.0, 100.0) * 100.0).round() as u32
}
