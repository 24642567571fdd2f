//! Wanted saves of a perfect clear, and what each setup gives of them.

use crate::Setups;
use crate::rules::{Rules, Status};
use crate::setup::id_value;
use crate::statistics::{key, percent, read_rules};
use ludex_store::sql::{Sql, check_text, transaction};
use ludex_store::{Dialect, Result, Row, StoreError};
use ludex_tetris::SetupId;
use ludex_tetris::saves::Wanted;
use serde_json::{Value as Json, json};

/// A wanted save of a perfect clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Save {
    /// Its number.
    pub id: i64,
    /// The perfect clear.
    pub pc: i64,
    /// The expression; several with commas are priorities, the first that holds counts.
    pub save: String,
}

/// What a setup gives of a save.
#[derive(Debug, Clone, PartialEq)]
pub struct SaveData {
    /// The expression.
    pub save: String,
    /// Kick table and hold.
    pub rules: Rules,
    /// Per part of the expression the queues that have it and all queues, `[[105,840]]`; nothing where
    /// the bags of the setup do not tell.
    pub fractions: Option<Json>,
}

impl Setups {
    /// Adds a wanted save of a perfect clear; answers its number.
    ///
    /// # Errors
    /// When the expression is none.
    pub fn add_save(&mut self, pc: i64, save: &str, description: Option<&str>) -> Result<i64> {
        transaction(self.sql(), |sql| put_save(sql, pc, save, description, 0, false))
    }

    /// Removes a wanted save and all that is known of it.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_save(&mut self, pc: i64, save: &str) -> Result<()> {
        let touched =
            self.write("DELETE FROM saves WHERE pc = ?1 AND save = ?2", &[pc.into(), save.into()])?;
        let id = format!("{save} of perfect clear {pc}");
        if touched == 0 { Err(StoreError::Missing { what: "save", id }) } else { Ok(()) }
    }

    /// All wanted saves.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn saves(&mut self) -> Result<Vec<Save>> {
        let rows = self.sql().all("SELECT id, pc, save FROM saves ORDER BY pc, save", &[])?;
        let save =
            |mut row: Row| Ok(Save { id: row.int("id")?, pc: row.int("pc")?, save: row.text("save")? });
        rows.into_iter().map(save).collect()
    }

    /// What a setup gives of the saves.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn save_data(&mut self, setup: SetupId) -> Result<Vec<SaveData>> {
        let rows = self.sql().all(
            &format!("{SAVE_DATA} WHERE d.setup = ?1 ORDER BY d.kicktable, d.hold, s.save"),
            &[id_value(setup)],
        )?;
        rows.into_iter().map(|row| Ok(read_save_data(row)?.1)).collect()
    }

    /// What all setups give of the saves.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub(crate) fn all_save_data(&mut self) -> Result<Vec<(SetupId, SaveData)>> {
        let select = format!("{SAVE_DATA} ORDER BY d.setup, d.kicktable, d.hold, s.save");
        self.sql().all(&select, &[])?.into_iter().map(read_save_data).collect()
    }
}

const SAVE_DATA: &str = "SELECT d.setup, s.save, d.kicktable, d.hold, d.numerator, d.denominator, d.priority \
    FROM save_data d JOIN saves s ON s.id = d.save";

fn read_save_data(mut row: Row) -> Result<(SetupId, SaveData)> {
    let setup = row.parsed("setup")?;
    let (save, rules) = (row.text("save")?, read_rules(&mut row)?);
    let fraction = row.optional_int("numerator")?.zip(row.optional_int("denominator")?);
    let priority: Option<Json> = row.optional_parsed("priority")?;
    let fractions = fraction.map(|(part, all)| json!([[part, all]])).or(priority);
    Ok((setup, SaveData { save, rules, fractions }))
}

/// Writes a wanted save; answers its number.
pub(crate) fn put_save(
    sql: &mut dyn Sql,
    pc: i64,
    save: &str,
    description: Option<&str>,
    importance: i64,
    auto: bool,
) -> Result<i64> {
    Wanted::read(save).map_err(|e| StoreError::Value(format!("{save:?}: {e}")))?;
    check_text("the description", description.unwrap_or_default())?;
    let values =
        [pc.into(), save.into(), description.map(str::to_owned).into(), importance.into(), auto.into()];
    let once = match sql.dialect() {
        Dialect::Sqlite => "pc, save",
        Dialect::Postgres => "pc, md5(save)",
    };
    sql.run(
        &format!(
            "INSERT INTO saves (pc, save, description, importance, auto) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT ({once}) DO UPDATE SET description = excluded.description, \
             importance = excluded.importance, auto = excluded.auto"
        ),
        &values,
    )?;
    let row = sql.one("SELECT id FROM saves WHERE pc = ?1 AND save = ?2", &values[..2])?;
    let missing = || StoreError::Missing { what: "save", id: save.to_owned() };
    row.ok_or_else(missing)?.int("id")
}

/// Writes what a setup gives of a save: a fraction, or the fractions of its priorities as JSON.
pub(crate) fn put_save_data(
    sql: &mut dyn Sql,
    (setup, rules): (SetupId, Rules),
    save: i64,
    status: Status,
    fraction: Option<(i64, i64)>,
    priority: Option<&str>,
) -> Result<()> {
    let [setup, kicks, hold] = key(setup, rules);
    sql.run(
        "INSERT INTO save_data (setup, kicktable, hold, save, status, percent, numerator, denominator, priority) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (setup, kicktable, hold, save) \
         DO UPDATE SET status = excluded.status, percent = excluded.percent, numerator = excluded.numerator, \
         denominator = excluded.denominator, priority = excluded.priority",
        &[
            setup,
            kicks,
            hold,
            save.into(),
            status.into(),
            fraction.map(|(part, all)| percent(part, all)).into(),
            fraction.map(|(part, _)| part).into(),
            fraction.map(|(_, all)| all).into(),
            priority.map(str::to_owned).into(),
        ],
    )
    .map(drop)
}
