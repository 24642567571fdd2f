//! Repair: what can be derived is made again, what is right stays, what is damaged goes into a file beside.

use crate::backup::whole;
use crate::check::{SUMMED, Sealed, key_text, sealed, shown};
use crate::error::{Result, StoreError};
use crate::objects;
use crate::record::{COLUMNS, Record};
use crate::sql::{Dialect, Sql, Value};
use crate::store::Store;
use serde_json::{Map, Value as Json};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Where rows go that cannot stay: lines of JSON with `table`, `reason` and `row`.
struct Aside<'a> {
    path: &'a Path,
    file: Option<File>,
    rows: u64,
}

impl Aside<'_> {
    fn write(&mut self, line: &Json) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            // What an earlier repair put there stays.
            None => self.file.insert(File::options().create(true).append(true).open(self.path)?),
        };
        writeln!(file, "{line}")?;
        self.rows += 1;
        Ok(())
    }

    /// Nothing leaves the database before it is safe here.
    fn finish(&mut self) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.sync_all()?;
            crate::backup::sync_folder(self.path);
        }
        Ok(())
    }
}

impl Store {
    /// Repairs what can be repaired, all in one transaction: makes tables, indexes and triggers again that are gone
    /// or changed, takes in what other clients wrote where it is right, writes damaged rows into the file `aside`
    /// before it removes them, and sums everything anew. Answers what was done, in words. Of a SQLite file with pages
    /// that cannot be read what can be read is salvaged before, and the damaged file kept beside `aside`.
    ///
    /// # Errors
    /// When the database or the file is in trouble, or something is broken that cannot be made again; nothing has
    /// changed then.
    pub fn repair(&mut self, aside: &Path) -> Result<Vec<String>> {
        let mut aside = Aside { path: aside, file: None, rows: 0 };
        let mut done = Vec::new();
        if self.dialect() == Dialect::Sqlite && !pages_are_whole(&mut *self.sql)? {
            // Indexes are made from their tables; where the tables cannot be read, from what can be.
            if self.sql.script("REINDEX").is_ok() && pages_are_whole(&mut *self.sql)? {
                done.push("all indexes were made again from their tables".to_owned());
            } else {
                done.extend(crate::salvage::salvage(&mut *self.sql, aside.path)?);
                if !pages_are_whole(&mut *self.sql)? {
                    self.sql.integrity()?;
                }
            }
        }
        let begin = match self.dialect() {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        };
        whole(&mut *self.sql, begin, |sql| {
            repair_objects(sql, &mut done)?;
            // Looked at all before anything moves: what moves changes other rows.
            sql.script(match sql.dialect() {
                Dialect::Sqlite => {
                    "CREATE TEMP TABLE ludex_bad (tab TEXT, k1 TEXT, k2 TEXT, k3 TEXT, k4 TEXT)"
                }
                Dialect::Postgres => {
                    "CREATE TEMPORARY TABLE ludex_bad (tab text COLLATE \"C\", k1 text COLLATE \"C\", \
                     k2 text COLLATE \"C\", k3 text COLLATE \"C\", k4 text COLLATE \"C\")"
                }
            })?;
            let tables = sealed(sql)?;
            for table in &tables {
                survey(sql, table, &mut done)?;
            }
            move_records(sql, &mut aside, &mut done)?;
            for Sealed { table, back, .. } in &tables {
                let bad = format!("EXISTS (SELECT 1 FROM ludex_bad s WHERE s.tab = '{table}' AND {back})");
                move_aside(sql, table, &bad, "its checksum does not fit", &mut aside, &mut done)?;
            }
            sql.script("DROP TABLE ludex_bad")?;
            move_hanging(sql, &mut aside, &mut done)?;
            crate::seal::renew(sql)?;
            objects::remember(sql)?;
            aside.finish()
        })?;
        Ok(done)
    }
}

/// Makes again what is gone or changed in the schema.
fn repair_objects(sql: &mut dyn Sql, done: &mut Vec<String>) -> Result<()> {
    for broken in objects::broken(sql)? {
        let what = format!("the {} {}", broken.kind, broken.name);
        if broken.kind == "table" && broken.there {
            return Err(StoreError::Trouble {
                place: sql.place().to_owned(),
                reason: format!(
                    "{what} has other columns than it was made with: only a backup brings them back"
                ),
            });
        }
        sql.script("SAVEPOINT one_object")?;
        match objects::make(sql, &broken) {
            Ok(()) => sql.script("RELEASE SAVEPOINT one_object")?,
            Err(error) => {
                sql.script("ROLLBACK TO SAVEPOINT one_object")?;
                return Err(StoreError::Trouble {
                    place: sql.place().to_owned(),
                    reason: format!("{what} cannot be made again: {error}"),
                });
            }
        }
        let empty = if broken.kind == "table" { ", empty: a backup has its rows" } else { "" };
        done.push(format!("{what} was made again{empty}"));
    }
    Ok(())
}

/// Records and short codes.
fn move_records(sql: &mut dyn Sql, aside: &mut Aside<'_>, done: &mut Vec<String>) -> Result<()> {
    let dialect = sql.dialect();
    for table in &SUMMED {
        let lost = missing(sql, table.table)?;
        if lost > 0 {
            done.push(format!("{}: {lost} rows are gone, and only a backup has them", table.table));
        }
        let sum = table.sum(dialect);
        let reason = "its checksum does not fit";
        move_aside(sql, table.table, &format!("t.sum IS NOT NULL AND t.sum <> {sum}"), reason, aside, done)?;
    }
    // What other clients wrote must read as a record.
    let mut wrong = Vec::new();
    let mut taken = 0u64;
    sql.rows(&format!("SELECT {COLUMNS} FROM records WHERE sum IS NULL"), &[], &mut |row| {
        let name = row.clone().text("name")?;
        match Record::from_row(row).and_then(|record| record.check()) {
            Ok(()) => taken += 1,
            Err(error) => wrong.push((name, error.to_string())),
        }
        Ok(true)
    })?;
    for (name, reason) in wrong {
        let name = name.replace('\'', "''");
        move_aside(sql, "records", &format!("t.name = '{name}'"), &reason, aside, done)?;
    }
    if taken > 0 {
        done.push(format!("records: {taken} rows that were changed outside Ludex are taken in"));
    }
    let keys = count(sql, "SELECT count(*) FROM record_keys WHERE sum IS NULL")?;
    if keys > 0 {
        done.push(format!("record_keys: {keys} rows that were changed outside Ludex are taken in"));
    }
    Ok(())
}

/// How many rows the total of a table misses.
fn missing(sql: &mut dyn Sql, table: &str) -> Result<i64> {
    let ask = format!(
        "SELECT coalesce((SELECT CAST(sum(rows) AS BIGINT) FROM ludex_totals WHERE tab = '{table}'), 0) \
         - (SELECT count(sum) FROM {table})"
    );
    count(sql, &ask)
}

fn count(sql: &mut dyn Sql, ask: &str) -> Result<i64> {
    sql.one(ask, &[])?.map_or(Ok(0), |mut row| row.int("count"))
}

/// Looks at the rows of a sealed table: says what is gone and what is taken in, and takes down what is damaged.
fn survey(sql: &mut dyn Sql, table: &Sealed, done: &mut Vec<String>) -> Result<()> {
    let Sealed { table: name, pairs, back, parts } = table;
    let (sum, keys) = (table.sum(sql)?, table.key_names());
    let key = shown(sql.dialect(), "concat_ws(' ', s.k1, s.k2, s.k3, s.k4)");
    let gone = sql.all(
        &format!(
            "SELECT {key}, CASE WHEN s.sum IS NULL THEN 1 ELSE 0 END FROM ludex_seals s WHERE s.tab = '{name}' \
             AND NOT EXISTS (SELECT 1 FROM {name} t WHERE {pairs})"
        ),
        &[],
    )?;
    for mut row in gone {
        let (key, outside) = (key_text(&mut row)?, row.flag("outside")?);
        let how = if outside { "was removed outside Ludex" } else { "is gone, and only a backup has it" };
        done.push(format!("{name} {} {how}", key.trim_end()));
    }
    let seal = format!("SELECT 1 FROM ludex_seals s WHERE s.tab = '{name}' AND {back}");
    let taken =
        count(sql, &format!("SELECT count(*) FROM {name} t WHERE EXISTS ({seal} AND s.sum IS NULL)"))?;
    if taken > 0 {
        done.push(format!("{name}: {taken} rows that were changed outside Ludex are taken in"));
    }
    let bad = format!("NOT EXISTS ({seal} AND (s.sum IS NULL OR s.sum = {sum}))");
    sql.run(
        &format!("INSERT INTO ludex_bad (tab, {keys}) SELECT '{name}', {parts} FROM {name} t WHERE {bad}"),
        &[],
    )?;
    // As seals are.
    sql.run("UPDATE ludex_bad SET k2 = coalesce(k2, ''), k3 = coalesce(k3, ''), k4 = coalesce(k4, '')", &[])
        .map(drop)
}

/// Whether the pages and indexes of a file of SQLite are in order.
fn pages_are_whole(sql: &mut dyn Sql) -> Result<bool> {
    // It may not come to its end.
    let Ok(said) = sql.one("PRAGMA integrity_check(1)", &[]) else { return Ok(false) };
    Ok(said.is_none_or(|mut row| row.text("said").is_ok_and(|said| said == "ok")))
}

/// Rows that point at one that is not there.
fn move_hanging(sql: &mut dyn Sql, aside: &mut Aside<'_>, done: &mut Vec<String>) -> Result<()> {
    let mut tables: Vec<String> = SUMMED.iter().map(|table| table.table.to_owned()).collect();
    tables.extend(sealed(sql)?.into_iter().map(|table| table.table));
    // What hangs on a row that is moved now may be a table that was looked at before.
    for _ in 0..3 {
        for parent in &tables {
            for Hanging { child, pairs, cascade } in hanging(sql, parent)? {
                let lone = format!("NOT EXISTS (SELECT 1 FROM {parent} p WHERE {})", on(&pairs));
                let reason = format!("the row of {parent} that it points at is gone");
                if cascade {
                    move_aside(sql, &child, &lone, &reason, aside, done)?;
                    continue;
                }
                for (from, _) in &pairs {
                    let clear = format!(
                        "UPDATE {child} AS t SET \"{from}\" = NULL WHERE t.\"{from}\" IS NOT NULL AND {lone}"
                    );
                    let cleared = sql.run(&clear, &[])?;
                    if cleared > 0 {
                        done.push(format!("{child}: {from} was cleared in {cleared} rows: {reason}"));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Writes the rows `t` that meet a condition into the file, and all that hang on them, then removes them.
fn move_aside(
    sql: &mut dyn Sql,
    table: &str,
    condition: &str,
    reason: &str,
    aside: &mut Aside<'_>,
    done: &mut Vec<String>,
) -> Result<()> {
    if count(sql, &format!("SELECT count(*) FROM {table} t WHERE {condition}"))? == 0 {
        return Ok(());
    }
    let hanging = hanging(sql, table)?;
    for Hanging { child, pairs, .. } in hanging.into_iter().filter(|hanging| hanging.cascade) {
        let below = format!(
            "EXISTS (SELECT 1 FROM (SELECT * FROM {table} t WHERE {condition}) p WHERE {})",
            on(&pairs)
        );
        move_aside(sql, &child, &below, &format!("a row of {table} that it hangs on is moved"), aside, done)?;
    }
    let columns = columns(sql, table)?;
    let list: Vec<String> = columns.iter().map(|column| cell(sql.dialect(), column)).collect();
    let (before, dialect) = (aside.rows, sql.dialect());
    sql.rows(&format!("SELECT {} FROM {table} t WHERE {condition}", list.join(", ")), &[], &mut |row| {
        let mut values = row.into_values().into_iter();
        let mut object = Map::new();
        for column in &columns {
            if column == "sum" {
                values.next();
                continue;
            }
            object.insert(column.clone(), json(dialect, values.next().unwrap_or(Value::Null)));
        }
        let mut line = Map::new();
        line.insert("table".into(), table.into());
        line.insert("reason".into(), reason.into());
        line.insert("row".into(), Json::Object(object));
        aside.write(&Json::Object(line))?;
        Ok(true)
    })?;
    sql.run(&format!("DELETE FROM {table} AS t WHERE {condition}"), &[])?;
    let moved = aside.rows - before;
    done.push(format!("{table}: {moved} rows moved to {}: {reason}", aside.path.display()));
    Ok(())
}

/// A column as it is read: on SQLite a text as its bytes, since a damaged one may be none.
fn cell(dialect: Dialect, column: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!(
            "CASE typeof(t.\"{column}\") WHEN 'text' THEN CAST('t' || t.\"{column}\" AS BLOB) \
             WHEN 'blob' THEN CAST('b' || t.\"{column}\" AS BLOB) ELSE t.\"{column}\" END"
        ),
        Dialect::Postgres => format!("t.\"{column}\""),
    }
}

fn json(dialect: Dialect, value: Value) -> Json {
    let hex = |bytes: &[u8]| {
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serde_json::json!({ "hex": text })
    };
    match value {
        Value::Null => Json::Null,
        Value::Int(number) => number.into(),
        Value::Real(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Bytes(bytes) if dialect == Dialect::Postgres => hex(&bytes),
        Value::Bytes(bytes) => match bytes.split_first() {
            Some((b't', text)) => match std::str::from_utf8(text) {
                Ok(text) => text.into(),
                Err(_) => hex(text),
            },
            Some((b'b', rest)) => hex(rest),
            _ => hex(&bytes),
        },
    }
}

fn columns(sql: &mut dyn Sql, table: &str) -> Result<Vec<String>> {
    let ask = match sql.dialect() {
        Dialect::Sqlite => "SELECT name FROM pragma_table_info(?1)",
        Dialect::Postgres => {
            "SELECT attname::text FROM pg_catalog.pg_attribute WHERE attrelid = CAST(?1 AS text)::regclass \
             AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
        }
    };
    sql.all(ask, &[table.into()])?.into_iter().map(|mut row| row.text("column")).collect()
}

/// Rows that point at those of another table.
struct Hanging {
    child: String,
    /// The columns that point there: from and to.
    pairs: Vec<(String, String)>,
    /// Whether they go with the row they point at; otherwise they forget it.
    cascade: bool,
}

/// Where the row `t` points at the row `p`.
fn on(pairs: &[(String, String)]) -> String {
    let on: Vec<String> = pairs.iter().map(|(from, to)| format!("p.\"{to}\" = t.\"{from}\"")).collect();
    on.join(" AND ")
}

fn hanging(sql: &mut dyn Sql, table: &str) -> Result<Vec<Hanging>> {
    let ask = match sql.dialect() {
        Dialect::Sqlite => {
            "SELECT m.name, CAST(f.id AS TEXT), f.\"from\", f.\"to\", f.on_delete = 'CASCADE' \
             FROM sqlite_schema m, pragma_foreign_key_list(m.name) f \
             WHERE m.type = 'table' AND f.\"table\" = ?1 ORDER BY m.name, f.id, f.seq"
        }
        Dialect::Postgres => {
            "SELECT c.relname::text, k.conname::text, a.attname::text, b.attname::text, k.confdeltype = 'c' \
             FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid \
             CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS u (here, there) \
             JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.here \
             JOIN pg_catalog.pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = u.there \
             WHERE k.contype = 'f' AND k.confrelid = CAST(?1 AS text)::regclass ORDER BY 1, 2"
        }
    };
    let mut all: Vec<(String, Hanging)> = Vec::new();
    for mut row in sql.all(ask, &[table.into()])? {
        let (child, id) = (row.text("child")?, row.text("id")?);
        let pair = (row.text("from")?, row.text("to")?);
        let cascade = row.flag("cascade")?;
        match all.last_mut() {
            Some((last, hanging)) if *last == id && hanging.child == child => hanging.pairs.push(pair),
            _ => all.push((id, Hanging { child, pairs: vec![pair], cascade })),
        }
    }
    Ok(all.into_iter().map(|(_, hanging)| hanging).collect())
}
