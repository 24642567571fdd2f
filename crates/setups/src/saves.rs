//! Wanted saves of a perfect clear, and what each setup gives of them.

use crate::Setups;
use crate::compute::SaveCounts;
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
    /// Whether the fewest solutions that give it are kept.
    pub gen_minimal: bool,
    /// Whether all solutions that give it are kept.
    pub gen_all_solves: bool,
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
    /// The solutions that give it, one fumen, where they are kept.
    pub all_solves: Option<String>,
    /// The fewest of them that serve every queue that has it.
    pub minimal_solves: Option<String>,
    /// How many those are.
    pub minimal_count: Option<i64>,
}

/// The figures of a save as they are written: one wanted save is a fraction, several are priorities.
#[derive(Debug, Clone, Default)]
pub(crate) struct SaveFigures {
    pub(crate) fraction: Option<(i64, i64)>,
    /// The percentage beside it where a file brought another one.
    pub(crate) told_percent: Option<f64>,
    pub(crate) priority: Option<String>,
    pub(crate) all_solves: Option<String>,
    pub(crate) minimal_solves: Option<String>,
    pub(crate) minimal_count: Option<i64>,
}

impl SaveFigures {
    pub(crate) fn of(counts: Option<&SaveCounts>) -> Self {
        let Some(SaveCounts { parts, all, all_solves, minimal_solves, minimal_count }) = counts else {
            return SaveFigures::default();
        };
        let many = || json!(parts.iter().map(|part| [*part, *all]).collect::<Vec<_>>()).to_string();
        SaveFigures {
            fraction: (parts.len() == 1).then(|| (parts[0], *all)),
            told_percent: None,
            priority: (parts.len() > 1).then(many),
            all_solves: all_solves.clone(),
            minimal_solves: minimal_solves.clone(),
            minimal_count: *minimal_count,
        }
    }
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
        if touched == 0 { Err(no_save(pc, save)) } else { Ok(()) }
    }

    /// All wanted saves.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn saves(&mut self) -> Result<Vec<Save>> {
        let rows = self
            .sql()
            .all("SELECT id, pc, save, gen_minimal, gen_all_solves FROM saves ORDER BY pc, save", &[])?;
        let save = |mut row: Row| {
            Ok(Save {
                id: row.int("id")?,
                pc: row.int("pc")?,
                save: row.text("save")?,
                gen_minimal: row.flag("gen_minimal")?,
                gen_all_solves: row.flag("gen_all_solves")?,
            })
        };
        rows.into_iter().map(save).collect()
    }

    /// Says whether the solutions that give a save are kept when they are computed: the fewest, and all.
    ///
    /// # Errors
    /// When there is no such save.
    pub fn keep_solutions(&mut self, pc: i64, save: &str, minimal: bool, all: bool) -> Result<()> {
        let values = [pc.into(), save.into(), minimal.into(), all.into()];
        let statement = "UPDATE saves SET gen_minimal = ?3, gen_all_solves = ?4 WHERE pc = ?1 AND save = ?2";
        match self.write(statement, &values)? {
            0 => Err(no_save(pc, save)),
            _ => Ok(()),
        }
    }

    /// Says what a save is called in a language.
    ///
    /// # Errors
    /// When there is no such save, or the language is no code of 2 to 20 letters.
    pub fn translate_save(&mut self, pc: i64, save: &str, language: &str, description: &str) -> Result<()> {
        transaction(self.sql(), |sql| {
            let row =
                sql.one("SELECT id FROM saves WHERE pc = ?1 AND save = ?2", &[pc.into(), save.into()])?;
            let id = row.ok_or_else(|| no_save(pc, save))?.int("id")?;
            put_save_translation(sql, id, language, description)
        })
    }

    /// What saves are called in other languages: perfect clear, save, language and text.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn save_translations(&mut self) -> Result<Vec<(i64, String, String, String)>> {
        let rows = self.sql().all(
            "SELECT s.pc, s.save, t.language, t.description FROM save_translations t JOIN saves s ON s.id = t.save \
             ORDER BY s.pc, s.save, t.language",
            &[],
        )?;
        let read = |mut row: Row| {
            Ok((row.int("pc")?, row.text("save")?, row.text("language")?, row.text("description")?))
        };
        rows.into_iter().map(read).collect()
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

fn no_save(pc: i64, save: &str) -> StoreError {
    StoreError::Missing { what: "save", id: format!("{save} of perfect clear {pc}") }
}

/// Writes what a save is called in a language.
pub(crate) fn put_save_translation(
    sql: &mut dyn Sql,
    save: i64,
    language: &str,
    description: &str,
) -> Result<()> {
    for (field, text) in [("the language", language), ("the description", description)] {
        check_text(field, text)?;
    }
    sql.run(
        "INSERT INTO save_translations (save, language, description) VALUES (?1, ?2, ?3) \
         ON CONFLICT (save, language) DO UPDATE SET description = excluded.description",
        &[save.into(), language.into(), description.into()],
    )
    .map(drop)
}

const SAVE_DATA: &str = "SELECT d.setup, s.save, d.kicktable, d.hold, d.numerator, d.denominator, d.priority, \
    d.all_solves, d.minimal_solves, d.minimal_count FROM save_data d JOIN saves s ON s.id = d.save";

fn read_save_data(mut row: Row) -> Result<(SetupId, SaveData)> {
    let setup = row.parsed("setup")?;
    let (save, rules) = (row.text("save")?, read_rules(&mut row)?);
    let fraction = row.optional_int("numerator")?.zip(row.optional_int("denominator")?);
    let priority: Option<Json> = row.optional_parsed("priority")?;
    let fractions = fraction.map(|(part, all)| json!([[part, all]])).or(priority);
    let (all_solves, minimal_solves) =
        (row.optional_text("all_solves")?, row.optional_text("minimal_solves")?);
    let minimal_count = row.optional_int("minimal_count")?;
    Ok((setup, SaveData { save, rules, fractions, all_solves, minimal_solves, minimal_count }))
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

/// Writes what a setup gives of a save.
pub(crate) fn put_save_data(
    sql: &mut dyn Sql,
    (setup, rules): (SetupId, Rules),
    save: i64,
    status: Status,
    figures: &SaveFigures,
) -> Result<()> {
    let [setup, kicks, hold] = key(setup, rules);
    let SaveFigures { fraction, told_percent, priority, all_solves, minimal_solves, minimal_count } =
        figures.clone();
    for text in [&all_solves, &minimal_solves] {
        check_text("the solutions", text.as_deref().unwrap_or_default())?;
    }
    let columns = [
        "status",
        "percent",
        "numerator",
        "denominator",
        "priority",
        "all_solves",
        "minimal_solves",
        "minimal_count",
    ];
    let newer = columns.map(|column| format!("{column} = excluded.{column}")).join(", ");
    sql.run(
        &format!(
            "INSERT INTO save_data (setup, kicktable, hold, save, {}) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
             ON CONFLICT (setup, kicktable, hold, save) DO UPDATE SET {newer}",
            columns.join(", ")
        ),
        &[
            setup,
            kicks,
            hold,
            save.into(),
            status.into(),
            told_percent.or_else(|| fraction.map(|(part, all)| percent(part, all))).into(),
            fraction.map(|(part, _)| part).into(),
            fraction.map(|(_, all)| all).into(),
            priority.into(),
            all_solves.into(),
            minimal_solves.into(),
            minimal_count.into(),
        ],
    )
    .map(drop)
}
