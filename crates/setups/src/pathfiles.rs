//! Path files under the names they have outside of the store.

use crate::statistics::{Statistics, put_path_file, put_statistics, stored_statistics};
use crate::{HoldRule, Rules, Setups};
use ludex_store::sql::transaction;
use ludex_store::{Result, StoreError};
use ludex_tetris::SetupId;
use ludex_tetris::pathfile::{PathFile, xz};

/// How the names of all path files end.
pub const ENDING: &str = ".csvd.xz";

/// The name of a path file: `ID-KICKTABLE-HOLD.csvd.xz`.
#[must_use]
pub fn file_name(setup: SetupId, rules: Rules) -> String {
    format!("{setup}-{}-{}{ENDING}", rules.kicks, rules.hold)
}

/// Setup and rules of a path file's name; the older names have no hold, which is `any`.
///
/// # Errors
/// When it is no such name.
pub fn read_file_name(name: &str) -> Result<(SetupId, Rules)> {
    let wrong = || {
        StoreError::Value(format!(
            "{name:?} is no name of a path file: 213ceaff91ff-srs180.csvd.xz and \
             213ceaff91ff-srs180-any.csvd.xz are"
        ))
    };
    let mut parts = name.strip_suffix(ENDING).ok_or_else(wrong)?.split('-');
    let setup = parts.next().and_then(|id| id.parse().ok()).ok_or_else(wrong)?;
    let kicks = parts.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let hold = parts.next().map_or(Ok(HoldRule::Any), |word| word.parse().map_err(|_| wrong()))?;
    if parts.next().is_some() {
        return Err(wrong());
    }
    Ok((setup, Rules { kicks, hold }))
}

impl Setups {
    /// Takes in a path file under its name. It is unpacked to see that it is one; where there are no
    /// statistics of the setup yet, its own rows tell how many queues are solved.
    ///
    /// # Errors
    /// When the name or the file is none, or there is no such setup.
    pub fn import_path_file(&mut self, name: &str, data: &[u8]) -> Result<()> {
        let (setup, rules) = read_file_name(name)?;
        let broken = |reason: String| StoreError::Format { place: name.to_owned(), reason };
        let text = xz::unpack(data).map_err(|e| broken(e.to_string()))?;
        let file = PathFile::unpack(&text).map_err(|e| broken(e.to_string()))?;
        let there = self.setup(setup)?;
        // The first line is the pattern of the queues: it must be the one the setup is solved with.
        let pattern = text.lines().next().unwrap_or_default();
        if let Some(own) = there.solve_pattern.as_deref().filter(|own| *own != pattern) {
            return Err(broken(format!(
                "its queues are those of {pattern:?}; the setup is solved with {own:?}"
            )));
        }
        let solved = file.rows.iter().filter(|row| !row.solutions.is_empty()).count() as i64;
        transaction(self.sql(), |sql| {
            if stored_statistics(sql, setup, rules)?.is_none() {
                let solve = (!file.rows.is_empty()).then_some((solved, file.rows.len() as i64));
                put_statistics(sql, &Statistics { solve, ..Statistics::new(setup, rules) })?;
            }
            put_path_file(sql, setup, rules, Some(data))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kicks;

    #[test]
    fn names_with_and_without_a_hold() {
        let id: SetupId = "213ceaff91ff".parse().unwrap();
        assert_eq!(read_file_name("213ceaff91ff-srs.csvd.xz").unwrap(), (id, Rules::of(Kicks::Srs)));
        let rules = Rules { kicks: Kicks::SrsPlus, hold: HoldRule::None };
        assert_eq!(file_name(id, rules), "213ceaff91ff-srs_plus-none.csvd.xz");
        assert_eq!(read_file_name(&file_name(id, rules)).unwrap(), (id, rules));
        for bad in ["213ceaff91ff.csvd.xz", "213-srs.csvd.xz", "213ceaff91ff-srs-any-x.csvd.xz", "a-b.csv"] {
            assert!(read_file_name(bad).is_err(), "{bad}");
        }
    }
}
