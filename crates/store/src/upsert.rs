//! How records are written: names settled, facts joined with those that are there, rows put, totals brought along.
//!
//! A batch is written in parts. Records that bring facts join what the store has under their names, and what the store
//! has may be much larger than what the batch brings: a part ends where so much was read back.

use crate::batch::{Gathered, Joined, weight};
use crate::check::{SUMMED, Summed, server_real, server_sum};
use crate::error::{Result, StoreError};
use crate::lock;
use crate::record::{COLUMNS, Record};
use crate::sql::{Cell, Dialect, Sql, lock_until_commit};
use std::collections::HashMap;

/// A part ends when the records that were read back take so many bytes of memory.
const READ_BACK: usize = 48 << 20;
/// The same for a server, in bytes of text: an object of small numbers takes sixteen times as much in memory.
const READ_BACK_TEXT: i64 = 4 << 20;
/// At most so many names are asked for at once.
const ASKED: usize = 10_000;
/// A longer position is asked for by itself.
const LONG_POSITION: i64 = 4096;

/// The position of a record: nothing where there is no record, `Some(None)` where it has none.
pub(crate) fn position_of(sql: &mut dyn Sql, name: &ludex_core::Name) -> Result<Option<Option<String>>> {
    let row = sql.one("SELECT position FROM records WHERE name = ?1", &[name.to_string().into()])?;
    row.map(|mut row| row.optional_text("position")).transpose()
}

pub(crate) fn gathered(records: Vec<Record>) -> Gathered {
    let mut gathered = Gathered::default();
    records.into_iter().for_each(|record| gathered.push(record));
    gathered
}

/// The next name of a kind whose last two letters are a unique number that counts down from `ff`.
pub(crate) fn next_name(name: &ludex_core::Name) -> Option<ludex_core::Name> {
    let letters = name.letters();
    let at = letters.len().checked_sub(2)?;
    let unique = u8::from_str_radix(letters.get(at..)?, 16).ok()?.checked_sub(1)?;
    ludex_core::Name::new(name.kind(), &format!("{}{unique:02x}", &letters[..at])).ok()
}

/// Gives each record whose name several positions share the name that is its own.
fn settle<'a>(sql: &mut dyn Sql, records: impl Iterator<Item = &'a mut Record>) -> Result<()> {
    let mut given: HashMap<ludex_core::Name, Option<String>> = HashMap::new();
    let records: Vec<&mut Record> = records.collect();
    // On a server the first names are asked for all at once; most records need no other.
    let mut asked = match sql.dialect() {
        Dialect::Sqlite => HashMap::new(),
        Dialect::Postgres => positions(sql, &records)?,
    };
    for record in records {
        let mut name = Some(record.name.clone());
        loop {
            let Some(candidate) = name else {
                return Err(StoreError::Value(format!(
                    "all names that {} shares its first letters with are taken by other positions",
                    record.name
                )));
            };
            let there = match given.get(&candidate) {
                Some(position) => Some(position.clone()),
                None => match asked.remove(&candidate) {
                    Some(position) => position,
                    None => position_of(sql, &candidate)?,
                },
            };
            if there.is_none_or(|position| position.is_none() || position == record.position) {
                given.insert(candidate.clone(), record.position.clone());
                record.name = candidate;
                break;
            }
            name = next_name(&candidate);
        }
    }
    Ok(())
}

/// The positions of records on a server, as [`position_of`] tells them; long ones are left out.
fn positions(
    sql: &mut dyn Sql,
    records: &[&mut Record],
) -> Result<HashMap<ludex_core::Name, Option<Option<String>>>> {
    let mut asked = HashMap::new();
    for some in records.chunks(ASKED) {
        let names: Vec<String> = some.iter().map(|record| record.name.to_string()).collect();
        for record in some {
            asked.insert(record.name.clone(), None);
        }
        sql.rows(
            &format!(
                "SELECT name, coalesce(octet_length(position) > {LONG_POSITION}, FALSE), \
                 CASE WHEN octet_length(position) <= {LONG_POSITION} THEN position END \
                 FROM records WHERE name IN (SELECT json_array_elements_text(CAST(?1 AS json)))"
            ),
            &[serde_json::Value::from(names).to_string().into()],
            &mut |mut row| {
                let name: ludex_core::Name = row.parsed("name")?;
                if row.flag("long")? {
                    asked.remove(&name);
                } else {
                    asked.insert(name, Some(row.optional_text("position")?));
                }
                Ok(true)
            },
        )?;
    }
    Ok(asked)
}

/// What a server knows of the next names that bring facts: the records that are there, and the name up to which this
/// holds; nothing where it holds for all.
fn read_back(
    sql: &mut dyn Sql,
    gathered: &Gathered,
    first: usize,
) -> Result<(HashMap<String, Record>, Option<String>)> {
    let names = gathered.with_facts(first, ASKED);
    if names.is_empty() {
        return Ok((HashMap::new(), None));
    }
    let mut last = (names.len() == ASKED).then(|| names.last().cloned().unwrap_or_default());
    // As JSON: a statement takes one text for all of them.
    let list = serde_json::Value::from(names).to_string();
    let size = |column: &str| format!("coalesce(octet_length(CAST({column} AS text)), 0)");
    let sizes = ["facts", "position", "solution", "source"].map(size).join(" + ");
    let ask = format!(
        "SELECT CAST(before AS BIGINT), {COLUMNS} FROM \
         (SELECT {COLUMNS}, sum({sizes}) OVER (ORDER BY name ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before \
         FROM records WHERE name IN (SELECT json_array_elements_text(CAST(?1 AS json)))) AS r \
         WHERE before - ({sizes}) < {READ_BACK_TEXT} ORDER BY name"
    );
    let mut there = HashMap::new();
    sql.rows(&ask, &[list.into()], &mut |mut row| {
        let size = row.int("size")?;
        let record = Record::from_row(row)?;
        let name = record.name.to_string();
        if size >= READ_BACK_TEXT {
            last = Some(name.clone());
        }
        there.insert(name, record);
        Ok(true)
    })?;
    Ok((there, last))
}

/// Joins the names from one on with what is there, inside a transaction that is open.
fn join<'a>(
    sql: &mut dyn Sql,
    gathered: &'a mut Gathered,
    first: usize,
    replacing: bool,
) -> Result<Joined<'a>> {
    // On a server one question for all of them; SQLite asks itself.
    let (mut there, last) = match sql.dialect() {
        Dialect::Sqlite => (HashMap::new(), None),
        Dialect::Postgres => read_back(sql, gathered, first)?,
    };
    let mut read = 0;
    gathered.join(first, last.as_deref(), replacing, &mut |name| {
        if sql.dialect() == Dialect::Postgres {
            return Ok((there.remove(name), false));
        }
        let there = sql.all(&format!("SELECT {COLUMNS} FROM records WHERE name = ?1"), &[name.into()])?;
        let there = there.into_iter().next().map(Record::from_row).transpose()?;
        read += there.as_ref().map_or(0, weight);
        Ok((there, read >= READ_BACK))
    })
}

/// How records are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put {
    /// Facts join those that are there.
    Joining,
    /// Facts replace those that are there.
    Replacing,
    /// Facts join, and nobody asks what was new: a server need not look for every name beforehand.
    Silently,
    /// Facts join, and what is there keeps its count and its dates.
    Attaching,
}

/// Puts records inside a transaction that is open; answers for each whether it was new.
pub(crate) fn upsert(sql: &mut dyn Sql, gathered: &mut Gathered, how: Put) -> Result<Vec<bool>> {
    // One writer at a time, as on SQLite: names are settled and facts merged here.
    lock_until_commit(sql, lock::RECORDS)?;
    if gathered.shared().next().is_some() {
        settle(sql, gathered.shared())?;
        gathered.rename();
    }
    gathered.check()?;
    gathered.sort();
    let mut new = vec![false; gathered.len()];
    let mut first = 0;
    while first < gathered.len() {
        let joined = join(sql, gathered, first, how == Put::Replacing)?;
        put_part(sql, &joined, how, &mut new)?;
        first = joined.end();
    }
    Ok(new)
}

/// Puts a part of the names.
fn put_part(sql: &mut dyn Sql, joined: &Joined<'_>, how: Put, new: &mut [bool]) -> Result<()> {
    let dialect = sql.dialect();
    let sums = sum_column(sql);
    let update = match how {
        Put::Attaching => assigned(&[JOIN.as_slice(), &KEPT].concat(), sql),
        _ => assigned(&[JOIN.as_slice(), &SIGHTINGS].concat(), sql),
    };
    let (first, second) = match dialect {
        Dialect::Sqlite => {
            let (columns, values) = match sums {
                true => (format!("{COLUMNS}, sum"), format!("VALUES ({MARKS}, ?12) ON CONFLICT (name)")),
                false => (COLUMNS.to_owned(), format!("VALUES ({MARKS}) ON CONFLICT (name)")),
            };
            (
                format!("INSERT INTO records ({columns}) {values} DO NOTHING"),
                format!("INSERT INTO records ({columns}) {values} DO UPDATE SET {update}"),
            )
        }
        Dialect::Postgres => {
            if how != Put::Silently {
                let names = joined.names();
                let mut known = sql.known(&names)?.into_iter();
                joined.each(&mut |order, _, _| {
                    new[order] = known.next() == Some(false);
                    Ok(())
                })?;
            }
            sql.script(
                "CREATE TEMPORARY TABLE IF NOT EXISTS staging (LIKE records INCLUDING DEFAULTS) \
                 ON COMMIT DELETE ROWS; DELETE FROM staging",
            )?;
            let (columns, values) = with_server_sum(&SUMMED[0], sql);
            // They come in the order of names, and go into its index from left to right.
            (
                format!("COPY staging ({COLUMNS}) FROM STDIN"),
                format!(
                    "INSERT INTO records ({columns}) SELECT {values} FROM staging \
                     ON CONFLICT (name) DO UPDATE SET {update}"
                ),
            )
        }
    };
    let mut total = (0, 0i64);
    sql.put_rows(&first, &second, &mut |put| {
        joined.each(&mut |order, _, cells| {
            if !sums {
                let fresh = put(cells)?;
                new[order] |= fresh && dialect == Dialect::Sqlite;
                return Ok(());
            }
            let cells = with_sum(cells);
            new[order] = put(&cells)?;
            if let (true, Cell::Int(sum)) = (new[order], cells[11]) {
                total = (total.0 + 1, total.1.wrapping_add(sum));
            }
            Ok(())
        })
    })?;
    add_total(sql, "records", total)?;
    joined.write_keys(sql)
}

/// What becomes of a column of a row that is there, and how.
type Assigned = (&'static str, &'static str);

/// What happens to a row that is there; facts come merged already.
const JOIN: [Assigned; 7] = [
    ("position", "coalesce(records.position, excluded.position)"),
    ("solution", "coalesce(excluded.solution, records.solution)"),
    ("rating", "coalesce(excluded.rating, records.rating)"),
    ("length", "coalesce(excluded.length, records.length)"),
    ("score", "coalesce(excluded.score, records.score)"),
    ("facts", "coalesce(excluded.facts, records.facts)"),
    ("source", "coalesce(records.source, excluded.source)"),
];

/// The sightings of a row that is there: they add up.
const SIGHTINGS: [Assigned; 3] = [
    (
        "first_seen",
        "CASE WHEN excluded.first_seen < records.first_seen THEN excluded.first_seen ELSE records.first_seen END",
    ),
    (
        "last_seen",
        "CASE WHEN excluded.last_seen > records.last_seen THEN excluded.last_seen ELSE records.last_seen END",
    ),
    (
        "count",
        "CASE WHEN records.count > 9223372036854775807 - excluded.count THEN 9223372036854775807 \
         ELSE records.count + excluded.count END",
    ),
];

/// The sightings of a row that facts are attached to: they stay.
const KEPT: [Assigned; 3] =
    [("first_seen", "records.first_seen"), ("last_seen", "records.last_seen"), ("count", "records.count")];

const MARKS: &str = "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11";

/// The assignments of an update of a record; with the sum of the row that comes of them.
fn assigned(columns: &[Assigned], sql: &dyn Sql) -> String {
    let mut text: Vec<String> = columns.iter().map(|(column, value)| format!("{column} = {value}")).collect();
    if sql.sums() {
        let cell = |(column, value): &Assigned| match (sql.dialect(), *column) {
            (Dialect::Postgres, "rating") => server_real(value),
            _ => (*value).to_owned(),
        };
        let values = columns.iter().map(cell).collect::<Vec<_>>().join(", ");
        text.push(match sql.dialect() {
            Dialect::Sqlite => format!("sum = ludex_joined(records.sum, records.name, {values})"),
            Dialect::Postgres => format!("sum = {}", server_sum(&format!("records.name, {values}"))),
        });
    }
    text.join(", ")
}

/// The columns of a table to insert into on a server, and what is selected for them: with its sum each row is spared the
/// function that would make it.
pub(crate) fn with_server_sum(table: &Summed, sql: &dyn Sql) -> (String, String) {
    let columns = table.columns;
    match sql.sums() {
        true => (format!("{columns}, sum"), format!("{columns}, {}", table.sum(Dialect::Postgres))),
        false => (columns.to_owned(), columns.to_owned()),
    }
}

/// Whether it is on us to sum rows: a server does it by itself.
pub(crate) fn sum_column(sql: &dyn Sql) -> bool {
    sql.sums() && sql.dialect() == Dialect::Sqlite
}

/// The columns of a record and their sum.
fn with_sum<'a>(cells: &[Cell<'a>]) -> [Cell<'a>; 12] {
    let mut all = [Cell::Null; 12];
    all[..11].copy_from_slice(cells);
    all[11] = Cell::Int(crate::sum::of_cells(cells));
    all
}

/// Takes new rows, and those that were joined meanwhile, into the total of a table.
pub(crate) fn add_total(sql: &mut dyn Sql, table: &str, (rows, sum): (i64, i64)) -> Result<()> {
    let joined = sql.joined();
    let (rows, sum) = (rows + joined.0, sum.wrapping_add(joined.1));
    if !sum_column(sql) || (rows, sum) == (0, 0) {
        return Ok(());
    }
    // The sum wraps, which SQLite's does not.
    let there = sql.one("SELECT sum FROM ludex_totals WHERE tab = ?1", &[table.into()])?;
    let there = there.map_or(Ok(0), |mut row| row.int("sum"))?;
    let row = [table.into(), rows.into(), there.wrapping_add(sum).into()];
    sql.run("UPDATE ludex_totals SET rows = rows + ?2, sum = ?3 WHERE tab = ?1", &row).map(drop)
}
