//! Backups: one file that holds all of a store, whatever database it is in, and the way back.
//!
//! A backup is a SQLite store. Of a SQLite store it is the copy that SQLite's own backup makes while others write; of
//! a server's it is made row by row from one snapshot. It carries the checksums of its rows, so that a damaged one is
//! refused, and it goes back into either database.

use crate::check::sealed;
use crate::error::{Result, StoreError};
use crate::schema::{self, Extension};
use crate::sql::{Dialect, Sql, Value};
use crate::sqlite::Sqlite;
use crate::store::Store;
use ludex_core::unfinished;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A file beside another: its name and an ending.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    file.with_file_name(name)
}

/// Removes a file that was not finished.
pub(crate) struct Unfinished(pub(crate) PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(beside(&self.0, ending));
        }
    }
}

fn cannot_write(file: &Path, reason: impl std::fmt::Display) -> StoreError {
    StoreError::Trouble {
        place: file.display().to_string(),
        reason: format!("the backup cannot be written: {reason}"),
    }
}

/// The tables whose rows a backup holds, each after those it points at, with their columns. Asked from SQLite, which
/// is on one side always.
fn tables(sqlite: &mut dyn Sql) -> Result<Vec<(String, Vec<String>)>> {
    let names = sqlite.all(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
         AND name NOT LIKE 'ludex_%' ORDER BY name",
        &[],
    )?;
    let mut waiting = Vec::new();
    for mut row in names {
        let table = row.text("table")?;
        let list = |sql: &mut dyn Sql, ask: &str| -> Result<Vec<String>> {
            sql.all(ask, &[table.as_str().into()])?.into_iter().map(|mut row| row.text("name")).collect()
        };
        let columns =
            list(sqlite, "SELECT name FROM pragma_table_info(?1) WHERE name <> 'sum' ORDER BY cid")?;
        let above =
            list(sqlite, "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?1) WHERE \"table\" <> ?1")?;
        waiting.push((table, columns, above));
    }
    let mut sorted: Vec<(String, Vec<String>)> = Vec::new();
    while !waiting.is_empty() {
        let left: Vec<String> = waiting.iter().map(|(table, ..)| table.clone()).collect();
        let at = waiting.iter().position(|(_, _, above)| above.iter().all(|table| !left.contains(table)));
        let (table, columns, _) = waiting.remove(at.unwrap_or(0));
        sorted.push((table, columns));
    }
    Ok(sorted)
}

/// Nothing is left behind unsaid: tables that only one side has must be known to the program.
fn refuse_others(sql: &mut dyn Sql, known: &[&str]) -> Result<()> {
    for table in schema::tables(sql)? {
        if known.contains(&table.as_str()) || table.starts_with("ludex_") {
            continue;
        }
        if sql.one(&format!("SELECT 1 FROM \"{table}\" LIMIT 1"), &[])?.is_some() {
            return Err(StoreError::Trouble {
                place: sql.place().to_owned(),
                reason: format!(
                    "the table {table} is none of Ludex and would be left out: move it elsewhere first"
                ),
            });
        }
    }
    Ok(())
}

/// Switches off what watches over rows while they are put back as they were.
fn triggers_off(sql: &mut dyn Sql, tables: &[(String, Vec<String>)]) -> Result<()> {
    match sql.dialect() {
        Dialect::Sqlite => {
            for mut row in sql.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'", &[])? {
                sql.script(&format!("DROP TRIGGER \"{}\"", row.text("trigger")?))?;
            }
            Ok(())
        }
        Dialect::Postgres => {
            tables.iter().try_for_each(|(table, _)| {
                sql.script(&format!("ALTER TABLE {table} DISABLE TRIGGER USER"))
            })?;
            // Each row gets its sum on its way in.
            sql.script(
                "ALTER TABLE records ENABLE TRIGGER zz_records_summed; \
                 ALTER TABLE record_keys ENABLE TRIGGER zz_record_keys_summed",
            )
        }
    }
}

fn triggers_on(sql: &mut dyn Sql, tables: &[(String, Vec<String>)]) -> Result<()> {
    match sql.dialect() {
        Dialect::Sqlite => {
            let made = sql.all("SELECT sql FROM ludex_objects WHERE kind = 'trigger' ORDER BY name", &[])?;
            made.into_iter().try_for_each(|mut row| sql.script(&row.text("sql")?))
        }
        Dialect::Postgres => {
            // What is asked at the end is asked now: a table that is still asked about cannot be altered.
            sql.script("SET CONSTRAINTS ALL IMMEDIATE")?;
            tables
                .iter()
                .try_for_each(|(table, _)| sql.script(&format!("ALTER TABLE {table} ENABLE TRIGGER USER")))
        }
    }
}

/// Copies all rows between two stores of the present version, one of them SQLite's; inside a transaction on both.
fn copy_rows(from: &mut dyn Sql, to: &mut dyn Sql) -> Result<()> {
    let tables = match from.dialect() {
        Dialect::Sqlite => tables(from)?,
        Dialect::Postgres => tables(to)?,
    };
    let known: Vec<&str> = tables.iter().map(|(table, _)| table.as_str()).collect();
    refuse_others(from, &known)?;
    triggers_off(to, &tables)?;
    for (table, columns) in &tables {
        let list = columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
        let read = format!("SELECT {list} FROM {table}");
        match to.dialect() {
            Dialect::Sqlite => {
                let marks = (1..=columns.len()).map(|i| format!("?{i}")).collect::<Vec<_>>().join(", ");
                let write = format!("INSERT INTO {table} ({list}) VALUES ({marks})");
                from.rows(&read, &[], &mut |row| {
                    to.run(&write, &row.into_values())?;
                    Ok(true)
                })?;
            }
            Dialect::Postgres => {
                to.put_rows(&format!("COPY {table} ({list}) FROM STDIN"), "SELECT 1", &mut |put| {
                    from.rows(&read, &[], &mut |row| {
                        let values: Vec<Value> = row.into_values().into_iter().map(text_of_bytes).collect();
                        put(&values.iter().map(Value::as_cell).collect::<Vec<_>>())?;
                        Ok(true)
                    })
                })?;
                // Numbers that the server gives out go on after those that are there.
                let counted = to.all(
                    "SELECT a.attname::text FROM pg_catalog.pg_attribute a \
                     WHERE a.attrelid = CAST(?1 AS text)::regclass AND a.attidentity <> ''",
                    &[table.as_str().into()],
                )?;
                for mut row in counted {
                    let column = row.text("column")?;
                    to.script(&format!(
                        "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), \
                         greatest(1, (SELECT max({column}) FROM {table})))"
                    ))?;
                }
            }
        }
    }
    crate::seal::renew(to)?;
    triggers_on(to, &tables)
}

/// Bytes in the text form of a server.
fn text_of_bytes(value: Value) -> Value {
    match value {
        Value::Bytes(bytes) => {
            let mut text = String::with_capacity(2 + 2 * bytes.len());
            text.push_str("\\x");
            bytes.iter().for_each(|byte| text.push_str(&format!("{byte:02x}")));
            Value::Text(text)
        }
        other => other,
    }
}

/// Does some work in a transaction of its own: all of it, or nothing. No row is sealed in it.
pub(crate) fn whole<T>(
    sql: &mut dyn Sql,
    begin: &str,
    work: impl FnOnce(&mut dyn Sql) -> Result<T>,
) -> Result<T> {
    sql.script(begin)?;
    let result = work(sql).and_then(|value| sql.script("COMMIT").map(|()| value));
    if result.is_err() {
        let _ = sql.script("ROLLBACK");
    }
    result
}

const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Store {
    /// Writes all of the store into one file, in a moment of its own while others write. The file comes into being
    /// whole or not at all: one that was there before stays until then.
    ///
    /// # Errors
    /// When the file cannot be written or belongs to a store that is open, or the database is in trouble.
    ///
    /// # Examples
    /// ```
    /// use ludex_store::{Record, Store};
    /// let folder = std::env::temp_dir().join(format!("ludex-backup-{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// let mut store = Store::open(":memory:")?;
    /// store.put(vec![Record::new("cube2:0469".parse()?, 0)])?;
    /// store.backup(&folder.join("backup.sqlite"), &[])?;
    /// let mut other = Store::open(":memory:")?;
    /// other.restore(&folder.join("backup.sqlite"), &[], false)?;
    /// assert_eq!(other.checksum()?, store.checksum()?);
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn backup(&mut self, file: &Path, extensions: &[&Extension]) -> Result<()> {
        for ending in ["-wal", "-journal"] {
            // It would be taken for a part of the new file.
            if std::fs::metadata(beside(file, ending)).is_ok_and(|there| there.len() > 0) {
                let reason = format!(
                    "{} lies beside it, so it is a store that is open or was left in the middle: choose another name",
                    beside(file, ending).display()
                );
                return Err(cannot_write(file, reason));
            }
        }
        if file.is_dir() {
            return Err(cannot_write(file, "it is a folder"));
        }
        let (folder, name) = (folder_of(file), file.file_name().unwrap_or_default().to_string_lossy());
        for left in unfinished::sweep(folder, &name, "part") {
            // With what the database keeps beside it.
            drop(Unfinished(left));
        }
        let (lock, part) =
            unfinished::create(folder, &name, "part").map_err(|error| cannot_write(file, error))?;
        let part = Unfinished(part);
        if !self.sql.copy_to(&part.0)? {
            self.copy_by_rows(&part.0, extensions)?;
        }
        let written = File::open(&part.0).and_then(|file| file.sync_all());
        written.map_err(|error| cannot_write(file, error))?;
        std::fs::rename(&part.0, file).map_err(|error| cannot_write(file, error))?;
        drop(lock);
        sync_folder(file);
        Ok(())
    }

    fn copy_by_rows(&mut self, part: &Path, extensions: &[&Extension]) -> Result<()> {
        let mut to = Store::open_with(&part.display().to_string(), extensions)?;
        to.sql.script("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF")?;
        whole(&mut *self.sql, SNAPSHOT, |from| {
            whole(&mut *to.sql, "BEGIN IMMEDIATE", |to| copy_rows(from, to))
        })?;
        to.sql.integrity()?;
        // One file.
        to.sql.script("PRAGMA journal_mode = DELETE")
    }

    /// Whether there is nothing in it.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn is_empty(&mut self) -> Result<bool> {
        let mut tables: Vec<String> = vec!["records".into()];
        tables.extend(sealed(&mut *self.sql)?.into_iter().map(|sealed| sealed.table));
        for table in tables {
            if self.sql.one(&format!("SELECT 1 FROM {table} LIMIT 1"), &[])?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts a backup in the place of all that is in the store, which must be empty unless `force` is given: all of it
    /// or, where that fails or is interrupted, nothing.
    ///
    /// # Errors
    /// When the backup is damaged or none, the store is not empty or in use, or a database is in trouble.
    pub fn restore(&mut self, file: &Path, extensions: &[&Extension], force: bool) -> Result<()> {
        if !force && !self.is_empty()? {
            return Err(StoreError::Trouble {
                place: self.place().to_owned(),
                reason: "it is not empty: --force puts the backup in the place of all that is in it".into(),
            });
        }
        let name = file.display().to_string();
        if !file.is_file() {
            let reason = if file.exists() { "a backup is a file" } else { "there is no such file" };
            return Err(StoreError::Open { place: name, reason: reason.into() });
        }
        if std::fs::metadata(beside(file, "-wal")).is_ok_and(|there| there.len() > 0) {
            // It may belong to another file that had this name, and would be taken for a part of this one.
            return Err(StoreError::Open {
                place: name,
                reason: format!(
                    "{} lies beside it, so it is a store that is open or was left in the middle, not a backup: make \
                     a backup of it with `ludex store backup`, or move what is stale away",
                    beside(file, "-wal").display()
                ),
            });
        }
        let (mut backup, _copy) = opened(file, extensions)?;
        let found = backup.examine()?;
        if let Some(damage) = found.iter().find(|finding| !finding.outside) {
            return Err(StoreError::Trouble {
                place: name,
                reason: format!("the backup is damaged: {damage}"),
            });
        }
        if self.dialect() == Dialect::Sqlite {
            self.sql.copy_from(&mut *backup.sql)?;
            let version = schema::version(&mut *self.sql)?;
            self.sql.set_version(version);
            return Ok(());
        }
        whole(&mut *backup.sql, "BEGIN", |from| {
            whole(&mut *self.sql, "BEGIN", |to| {
                let names: Vec<String> = tables(from)?.into_iter().map(|(table, _)| table).collect();
                to.script(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", names.join(", ")))?;
                for table in &names {
                    to.script(&format!("ALTER TABLE {table} DISABLE TRIGGER USER"))?;
                }
                to.script(&format!("TRUNCATE {}", names.join(", ")))?;
                copy_rows(from, to)
            })
        })
    }
}

/// Opens a backup to read. It is never written: one of an older version is brought to the present one as a copy.
fn opened(file: &Path, extensions: &[&Extension]) -> Result<(Store, Option<Unfinished>)> {
    let name = file.display().to_string();
    let mut sql = Sqlite::open(file, true)?;
    let version = schema::version(&mut sql)?;
    if version == 0 {
        return Err(StoreError::Open { place: name, reason: "it is no backup of a store".into() });
    }
    if schema::is_at(&mut sql, schema::VERSION, extensions)? {
        return Ok((Store::opened(Box::new(sql))?, None));
    }
    let copy = Unfinished(std::env::temp_dir().join(format!("ludex-restore-{}.sqlite", std::process::id())));
    drop(Unfinished(copy.0.clone()));
    sql.copy_to(&copy.0)?;
    Ok((Store::open_with(&copy.0.display().to_string(), extensions)?, Some(copy)))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A rename lasts once the folder is written.
pub(crate) fn sync_folder(file: &Path) {
    // Some systems cannot open a folder, and need not.
    let _ = File::open(folder_of(file)).and_then(|folder| folder.sync_all());
}
