//! Salvage: a file of SQLite with pages that cannot be read any more, copied row by row into a new one.
//!
//! A table is a tree of pages. It is read from its first row until a page cannot be read, and from its last row back
//! until the same. Between the two there may be more pages that are whole: records are looked for there by names halfway
//! between those known, as often as the budget allows.
//!
//! ```text
//!   first ----read---->  XX  ....?....  XX  <----read---- last
//!                             ^ a name halfway: read from there in both directions
//! ```

use crate::backup::{Unfinished, beside};
use crate::error::{Result, StoreError};
use crate::sql::Sql;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, params_from_iter};
use std::collections::VecDeque;
use std::path::Path;

/// Names halfway that are asked for, at most.
const PROBES: usize = 4000;

/// A statement that creates something, by its kind and name.
type Object = (String, String, String);

/// Puts what can be read of a damaged file in its place; the damaged file is kept beside `aside`. Answers what was done,
/// in words.
pub(crate) fn salvage(sql: &mut dyn Sql, aside: &Path) -> Result<Vec<String>> {
    let place = sql.place().to_owned();
    let failed = |error: rusqlite::Error| StoreError::Trouble {
        place: place.clone(),
        reason: format!("the file is damaged and cannot be salvaged ({error}): a backup brings it back"),
    };
    let kept = beside(aside, ".damaged.sqlite");
    if kept.exists() {
        return Err(StoreError::Trouble {
            place,
            reason: format!("the damaged file would be kept as {}, which is there", kept.display()),
        });
    }
    let new = Unfinished(beside(Path::new(&place), &format!(".{}.salvaged", std::process::id())));
    drop(Unfinished(new.0.clone()));
    let mut done = Vec::new();
    let Some(from) = sql.sqlite() else { return Ok(done) };
    let objects = schema(from).map_err(failed)?;
    let to = Connection::open(&new.0).map_err(failed)?;
    to.execute_batch(
        "PRAGMA page_size = 8192; PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN",
    )
    .map_err(failed)?;
    for (_, table, create) in objects.iter().filter(|(kind, ..)| kind == "table") {
        to.execute_batch(create).map_err(failed)?;
        let Copied { rows, gaps } = copy(from, &to, table).map_err(failed)?;
        if gaps {
            done.push(format!("{table}: pages of the file cannot be read; {rows} rows were salvaged"));
        }
    }
    for (_, _, create) in objects.iter().filter(|(kind, ..)| kind != "table") {
        to.execute_batch(create).map_err(failed)?;
    }
    to.execute_batch("COMMIT").map_err(failed)?;
    // All that was written last goes into the file that is kept.
    from.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(failed)?;
    std::fs::copy(&place, &kept)?;
    std::fs::File::open(&kept)?.sync_all()?;
    drop(to);
    let mut salvaged = crate::sqlite::Sqlite::open(&new.0, true)?;
    sql.copy_from(&mut salvaged)?;
    done.push(format!("the damaged file is kept as {}", kept.display()));
    Ok(done)
}

fn schema(from: &Connection) -> rusqlite::Result<Vec<Object>> {
    let mut statement = from.prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// What came of a table.
struct Copied {
    rows: usize,
    /// Whether something could not be read.
    gaps: bool,
}

/// Reads in one direction until the end, a page that cannot be read, or a row that is there.
struct Scan {
    /// The key of the last row that was read.
    last: Option<Value>,
    /// Whether a page stopped it.
    stopped: bool,
    rows: usize,
}

struct Table<'a> {
    from: &'a Connection,
    to: &'a Connection,
    name: &'a str,
    columns: String,
    marks: String,
    /// By which the rows are in order: the primary key, or the number of the row.
    key: Vec<String>,
}

impl Table<'_> {
    fn scan(&self, condition: &str, bound: &[Value], back: bool) -> rusqlite::Result<Scan> {
        let order: Vec<String> =
            self.key.iter().map(|column| format!("{column}{}", if back { " DESC" } else { "" })).collect();
        // Not by an index: it is no wiser than the table, and may be damaged too.
        let ask = format!(
            "SELECT {}, {} FROM \"{}\" NOT INDEXED {condition} ORDER BY {}",
            self.key[0],
            self.columns,
            self.name,
            order.join(", ")
        );
        let put =
            format!("INSERT OR IGNORE INTO \"{}\" ({}) VALUES ({})", self.name, self.columns, self.marks);
        let mut scan = Scan { last: None, stopped: false, rows: 0 };
        let unreadable = |error: &rusqlite::Error| {
            matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        };
        let mut statement = self.from.prepare(&ask)?;
        let width = statement.column_count();
        let mut rows = match statement.query(params_from_iter(bound)) {
            Ok(rows) => rows,
            Err(error) if unreadable(&error) => return Ok(Scan { stopped: true, ..scan }),
            Err(error) => return Err(error),
        };
        let mut put = self.to.prepare_cached(&put)?;
        loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => return Ok(scan),
                Err(error) if unreadable(&error) => return Ok(Scan { stopped: true, ..scan }),
                Err(error) => return Err(error),
            };
            // A text that is none is no row of ours.
            let cells: rusqlite::Result<Vec<Value>> = (0..width).map(|i| row.get(i)).collect();
            let Ok(mut cells) = cells else { continue };
            let key = cells.remove(0);
            if put.execute(params_from_iter(cells))? == 0 && back {
                // Met what was read before, or what the table does not take.
                return Ok(scan);
            }
            scan.rows += 1;
            scan.last = Some(key);
        }
    }
}

fn copy(from: &Connection, to: &Connection, name: &str) -> rusqlite::Result<Copied> {
    let list = |ask: &str| -> rusqlite::Result<Vec<String>> {
        let mut statement = from.prepare(ask)?;
        statement.query_map([name], |row| row.get::<_, String>(0))?.collect()
    };
    let quoted = |names: Vec<String>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>();
    let columns = quoted(list("SELECT name FROM pragma_table_info(?1) ORDER BY cid")?);
    let rowid = list("SELECT 'rowid' FROM pragma_table_list WHERE name = ?1 AND schema = 'main' AND wr = 0")?;
    let key = match rowid.is_empty() {
        false => rowid,
        true => quoted(list("SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk")?),
    };
    let marks: Vec<String> = (1..=columns.len()).map(|i| format!("?{i}")).collect();
    let table = Table { from, to, name, columns: columns.join(", "), marks: marks.join(", "), key };
    let forth = table.scan("", &[], false)?;
    let mut copied = Copied { rows: forth.rows, gaps: forth.stopped };
    if !forth.stopped {
        return Ok(copied);
    }
    let back = table.scan("", &[], true)?;
    copied.rows += back.rows;
    if name == "records" {
        copied.rows += between(&table, forth.last, back.last)?;
    }
    Ok(copied)
}

/// Looks for records between two names, both of which a page that cannot be read comes next to.
fn between(table: &Table<'_>, low: Option<Value>, high: Option<Value>) -> rusqlite::Result<usize> {
    let name = |value: Option<Value>, otherwise: &[u8]| match value {
        Some(Value::Text(text)) => text.into_bytes(),
        _ => otherwise.to_vec(),
    };
    let mut rows = 0;
    let mut gaps = VecDeque::from([(name(low, b""), name(high, b"{"))]);
    for _ in 0..PROBES {
        let Some((low, high)) = gaps.pop_front() else { break };
        let Some(middle) = halfway(&low, &high) else { continue };
        let bounds = |a: &[u8], b: &[u8]| [Value::Blob(a.to_vec()), Value::Blob(b.to_vec())];
        let text = |mark: &str| format!("CAST({mark} AS TEXT)");
        let (first, second) = (text("?1"), text("?2"));
        let above = table.scan(
            &format!("WHERE name >= {first} AND name < {second}"),
            &bounds(&middle, &high),
            false,
        )?;
        let below =
            table.scan(&format!("WHERE name > {first} AND name < {second}"), &bounds(&low, &middle), true)?;
        rows += above.rows + below.rows;
        if above.stopped {
            gaps.push_back((name(above.last, &middle), high));
        }
        if below.stopped {
            gaps.push_back((low, name(below.last, &middle)));
        }
    }
    Ok(rows)
}

/// A name about halfway between two; nothing where they are too close.
fn halfway(low: &[u8], high: &[u8]) -> Option<Vec<u8>> {
    let common = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    let number = |name: &[u8]| {
        let mut bytes = [0; 8];
        for (byte, letter) in bytes.iter_mut().zip(name.get(common..).unwrap_or_default()) {
            *byte = *letter;
        }
        u64::from_be_bytes(bytes)
    };
    let (a, b) = (number(low), number(high));
    let middle = a.checked_add(b.checked_sub(a)? / 2).filter(|middle| *middle > a)?;
    Some([&low[..common], &middle.to_be_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_halfway_lie_between() {
        for (low, high) in [("", "{"), ("cube3:0001", "cube3:0009"), ("cube3:01", "sudoku:a"), ("a", "ab")] {
            let middle = halfway(low.as_bytes(), high.as_bytes()).unwrap();
            assert!(low.as_bytes() < &middle[..] && &middle[..] < high.as_bytes(), "{low} {high}");
        }
        assert_eq!(halfway(b"same", b"same"), None);
    }
}
