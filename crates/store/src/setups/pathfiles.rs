//! Path files under the names they have outside of the store.

use super::edit::{put_path_file, put_statistics};
use super::model::{HOLDS, KICKTABLES, Statistics};
use crate::error::{Result, StoreError};
use crate::sql::transaction;
use crate::store::Store;
use ludex_tetris::pathfile::{PathFile, xz};

/// How the names of all path files end.
pub const ENDING: &str = ".csvd.xz";

/// The name of a path file: `ID-KICKTABLE-HOLD.csvd.xz`.
#[must_use]
pub fn file_name(setup: &str, kicktable: &str, hold: &str) -> String {
    format!("{setup}-{kicktable}-{hold}{ENDING}")
}

/// Setup, kick table and hold of a path file's name; the older names have no hold, which is `any`.
///
/// # Errors
/// When it is no such name.
pub fn read_file_name(name: &str) -> Result<(String, String, String)> {
    let wrong = || {
        StoreError::Value(format!(
            "{name:?} is no name of a path file: 213ceaff91ff-srs180.csvd.xz and \
             213ceaff91ff-srs180-any.csvd.xz are"
        ))
    };
    let mut parts = name.strip_suffix(ENDING).ok_or_else(wrong)?.split('-');
    let (setup, kicktable) = (parts.next().ok_or_else(wrong)?, parts.next().ok_or_else(wrong)?);
    let hold = parts.next().unwrap_or("any");
    let good = setup.len() == 12 && KICKTABLES.contains(&kicktable) && HOLDS.contains(&hold);
    if !good || parts.next().is_some() {
        return Err(wrong());
    }
    Ok((setup.to_owned(), kicktable.to_owned(), hold.to_owned()))
}

impl Store {
    /// Takes in a path file under its name. It is unpacked to see that it is one; where there are no
    /// statistics of the setup yet, its own rows tell how many queues are solved.
    ///
    /// # Errors
    /// When the name or the file is none, or there is no such setup.
    pub fn import_path_file(&mut self, name: &str, data: &[u8]) -> Result<()> {
        let (setup, kicktable, hold) = read_file_name(name)?;
        let broken = |reason: String| StoreError::Format { place: name.to_owned(), reason };
        let text = xz::unpack(data).map_err(|e| broken(e.to_string()))?;
        let file = PathFile::unpack(&text).map_err(|e| broken(e.to_string()))?;
        let there = self.setup(&setup)?;
        let known = self.statistics(&setup)?.into_iter().find(|s| s.kicktable == kicktable && s.hold == hold);
        // The first line is the pattern of the queues: it must be the one the setup is solved with.
        let pattern = text.lines().next().unwrap_or_default();
        if there.solve_pattern.as_deref().is_some_and(|own| own != pattern) {
            return Err(broken(format!(
                "its queues are those of {pattern:?}; the setup is solved with {:?}",
                there.solve_pattern.unwrap_or_default()
            )));
        }
        let solved = file.rows.iter().filter(|row| !row.solutions.is_empty()).count() as i64;
        transaction(&mut *self.sql, |sql| {
            if known.is_none() {
                put_statistics(
                    sql,
                    &Statistics {
                        setup: setup.clone(),
                        kicktable: kicktable.clone(),
                        hold: hold.clone(),
                        status: "completed".into(),
                        solve: (!file.rows.is_empty()).then_some((solved, file.rows.len() as i64)),
                        ..Statistics::default()
                    },
                )?;
            }
            put_path_file(sql, &setup, &kicktable, &hold, Some(data))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_and_without_a_hold() {
        let name =
            |setup: &str, table: &str, hold: &str| (setup.to_owned(), table.to_owned(), hold.to_owned());
        assert_eq!(read_file_name("213ceaff91ff-srs.csvd.xz").unwrap(), name("213ceaff91ff", "srs", "any"));
        let newer = file_name("213ceaff91ff", "srs_plus", "none");
        assert_eq!(read_file_name(&newer).unwrap(), name("213ceaff91ff", "srs_plus", "none"));
        for bad in ["213ceaff91ff.csvd.xz", "213-srs.csvd.xz", "213ceaff91ff-srs-any-x.csvd.xz", "a-b.csv"] {
            assert!(read_file_name(bad).is_err(), "{bad}");
        }
    }
}
