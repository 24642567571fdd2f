//! What rows of a file call each other: ids of an older scheme, numbers of statistics, saves and tags, and sub-selects
//! that ask for them.

use crate::Rules;
use crate::formats::FieldRow;
use crate::rules::HoldRule;
use crate::saves::put_save;
use crate::setup::read_id;
use crate::sql_value::Select;
use crate::transfer::fraction;
use ludex_store::sql::Sql;
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::SetupId;
use std::collections::HashMap;

/// What rows of a file call each other, and what they are here.
#[derive(Default)]
pub(crate) struct References {
    /// Setups by their ids of an older scheme.
    pub(crate) setups: HashMap<String, SetupId>,
    pub(crate) statistics: HashMap<String, (SetupId, Rules)>,
    pub(crate) saves: HashMap<String, i64>,
    pub(crate) tags: HashMap<String, String>,
    /// Saves by perfect clear and text, of files in which they hang on setups.
    written: HashMap<(i64, String), i64>,
}

impl References {
    /// The setup that a text names: an id, or one of an older scheme.
    pub(crate) fn setup_named(&self, text: &str) -> Result<SetupId> {
        self.setups.get(text).copied().map_or_else(|| read_id(text), Ok)
    }

    /// The same; the text may also be a sub-select.
    pub(crate) fn setup(&self, sql: &mut dyn Sql, text: &str) -> Result<SetupId> {
        match Select::read(text) {
            Some(select) => read_id(&asked(sql, &select, text)?),
            None => self.setup_named(text),
        }
    }

    /// The save of a row, by its number in the file or by a sub-select.
    pub(crate) fn save(&self, sql: &mut dyn Sql, text: &str) -> Result<i64> {
        let unknown = || StoreError::Value(format!("the save {text} is not among the saves of the file"));
        match Select::read(text) {
            Some(select) => asked(sql, &select, text)?.parse().map_err(|_| unknown()),
            None => self.saves.get(text).copied().ok_or_else(unknown),
        }
    }

    /// Writes a wanted save the first time it is met; answers its number.
    pub(crate) fn once(
        &mut self,
        sql: &mut dyn Sql,
        pc: i64,
        save: &str,
        description: Option<&str>,
    ) -> Result<i64> {
        let key = (pc, save.to_owned());
        if let Some(id) = self.written.get(&key) {
            return Ok(*id);
        }
        let id = put_save(sql, pc, save, description, 0, false)?;
        self.written.insert(key, id);
        Ok(id)
    }

    /// The setup and the rules of a row: by their own columns, or by the statistic it hangs on.
    pub(crate) fn owner(&self, sql: &mut dyn Sql, row: &FieldRow) -> Result<(SetupId, Rules)> {
        let Some(text) = row.get(&["stat_id"]) else {
            let setup = self.setup(sql, &row.need(&["setup", "setup_id"])?)?;
            // Before there were statistics of several kick tables, all were of the usual one.
            let kicks = row.get(&["kicktable", "kicks"]).is_some();
            return Ok((setup, if kicks { row.rules()? } else { Rules::default() }));
        };
        if let Some(owner) = self.statistics.get(text) {
            return Ok(*owner);
        }
        let select = Select::read(text)
            .filter(|select| (select.table.as_str(), select.column.as_str()) == ("statistics", "stat_id"));
        let Some(select) = select else {
            return Err(StoreError::Value(format!("the statistic {text} is not among those of the file")));
        };
        let (mut setup, mut rules) = (None, Rules::default());
        for (column, value) in &select.conditions {
            match column.as_str() {
                "setup_id" | "setup" => setup = Some(self.setup(sql, value)?),
                "kicktable" => rules.kicks = value.parse()?,
                "hold_type" | "hold" => rules.hold = value.parse::<HoldRule>()?,
                _ => return Err(not_read(text)),
            }
        }
        setup.map(|setup| (setup, rules)).ok_or_else(|| not_read(text))
    }
}

fn not_read(text: &str) -> StoreError {
    StoreError::Value(format!(
        "{text}: read are sub-selects of one column where columns of setups, saves or statistics are equal to values"
    ))
}

/// What a sub-select asks for, in the tables here.
fn asked(sql: &mut dyn Sql, select: &Select, text: &str) -> Result<String> {
    let (column, columns): (&str, &[(&str, &str)]) = match (select.table.as_str(), select.column.as_str()) {
        ("setups", "setup_id" | "id") => (
            "id",
            &[
                ("setup_id", "id"),
                ("id", "id"),
                ("pc", "pc"),
                ("leftover", "leftover"),
                ("build", "build"),
                ("cover_pattern", "cover_pattern"),
                ("cover_dependence", "cover_pattern"),
                ("fumen", "fumen"),
                ("solve_pattern", "solve_pattern"),
                ("pieces", "solve_pattern"),
            ],
        ),
        ("saves", "save_id" | "id") => {
            ("id", &[("save", "save"), ("pc", "pc"), ("description", "description")])
        }
        _ => return Err(not_read(text)),
    };
    let (mut parts, mut values) = (Vec::new(), Vec::new());
    for (name, value) in &select.conditions {
        let own = columns.iter().find(|(theirs, _)| theirs == name).ok_or_else(|| not_read(text))?.1;
        values.push(match own {
            "pc" => value.parse::<i64>().map_err(|_| not_read(text))?.into(),
            _ => Value::from(value.as_str()),
        });
        parts.push(format!("{own} = ?{}", values.len()));
    }
    let statement = format!("SELECT {column} FROM {} WHERE {} ORDER BY 1", select.table, parts.join(" AND "));
    let mut rows = sql.all(&statement, &values)?.into_iter();
    match (rows.next(), rows.next()) {
        (Some(row), None) => {
            let mut cells = row.into_values().into_iter();
            cells.next().and_then(Value::into_text).ok_or_else(|| not_read(text))
        }
        (None, _) => Err(StoreError::Value(format!("{text} finds nothing"))),
        (Some(_), Some(_)) => Err(StoreError::Value(format!("{text} finds more than one row"))),
    }
}

/// A fraction, or those of priorities as JSON.
type Figures = (Option<(i64, i64)>, Option<String>);

/// The figures of a save.
pub(crate) fn save_counts(row: &FieldRow) -> Result<Figures> {
    let one = match row.get(&["save_fraction"]) {
        Some(text) => Some(fraction(text)?),
        None => row.int(&["numerator"])?.zip(row.int(&["denominator"])?),
    };
    let priority = match row.get(&["priority_save_fraction"]) {
        Some(text) => Some(fractions(text)?),
        None => row.get(&["priority"]).map(str::to_owned),
    };
    Ok((one, priority))
}

/// `{"(1,2)","(3,4)"}` as `[[1,2],[3,4]]`.
fn fractions(text: &str) -> Result<String> {
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or_else(|| {
        StoreError::Value(format!("{text:?} is no list of fractions: {{\"(105,840)\",\"(20,840)\"}} is one"))
    })?;
    let mut pairs = Vec::new();
    for part in inner.split_inclusive(')').filter(|part| part.contains('(')) {
        let from = part.find('(').unwrap_or(0);
        let (a, b) = fraction(&part[from..])?;
        pairs.push([a, b]);
    }
    Ok(serde_json::json!(pairs).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_fractions() {
        assert_eq!(fractions("{\"(1,2)\",\"(3,4)\"}").unwrap(), "[[1,2],[3,4]]");
        assert_eq!(fractions("{}").unwrap(), "[]");
        for bad in ["(1,2)", "{\"(1,0)\"}", "{\"(a,b)\"}"] {
            assert!(fractions(bad).is_err(), "{bad}");
        }
    }
}
