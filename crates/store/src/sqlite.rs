//! SQLite: the embedded store, one file.

use crate::error::{Result, StoreError};
use crate::row::Row;
use crate::sql::{Cell, Dialect, EachRow, RowSource, Sql, Value};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a writer waits for the one before it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a store file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    connection: Connection,
    place: String,
}

impl Sqlite {
    /// Opens the file and makes it if it is not there.
    pub(crate) fn open(path: &Path, read_only: bool) -> Result<Self> {
        let place = path.display().to_string();
        let failed = |error: rusqlite::Error| {
            let reason = match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => "it is a file of another kind, not a store".to_owned(),
                Some(ErrorCode::CannotOpen) if read_only && !path.exists() => {
                    "there is no such file; the first record that is put or imported makes it".to_owned()
                }
                _ => error.to_string(),
            };
            StoreError::Open { place: place.clone(), reason }
        };
        let flags = if read_only {
            OpenFlags::SQLITE_OPEN_READ_ONLY
        } else {
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
        };
        let connection =
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(128);
        // WAL: readers never wait for the writer. FULL: what was acknowledged survives a power cut.
        // The cache holds the inner pages of a large store, so that a batch touches only its leaves.
        let pragmas = "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = OFF; PRAGMA cache_size = -262144; \
             PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;";
        connection.execute_batch(pragmas).map_err(failed)?;
        if !read_only {
            refuse_foreign(&connection, &place)?;
            let pragmas = "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA wal_autocheckpoint = 16384;";
            // Whoever turns a new file to WAL waits for nobody: of two first openers one is told that the
            // file is locked.
            let begun = Instant::now();
            while let Err(error) = connection.execute_batch(pragmas) {
                let locked = matches!(
                    error.sqlite_error_code(),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
                );
                if !locked || begun.elapsed() > PATIENCE {
                    return Err(failed(error));
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        Ok(Sqlite { connection, place })
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        trouble(&self.place, error)
    }
}

/// A file with tables but without ours is another program's: it is left as it is.
fn refuse_foreign(connection: &Connection, place: &str) -> Result<()> {
    let failed = |error: rusqlite::Error| StoreError::Open {
        place: place.to_owned(),
        reason: match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => "it is a file of another kind, not a store".to_owned(),
            _ => error.to_string(),
        },
    };
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema ORDER BY name").map_err(failed)?;
    let there: Vec<String> =
        statement.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(failed)?;
    if there.is_empty() || there.iter().any(|name| name == "ludex_schema") {
        return Ok(());
    }
    let some: Vec<String> = there.into_iter().take(5).collect();
    Err(StoreError::Open {
        place: place.to_owned(),
        reason: format!("it is a SQLite file of another program (it holds {}), not a store", some.join(", ")),
    })
}

fn trouble(place: &str, error: rusqlite::Error) -> StoreError {
    match &error {
        rusqlite::Error::SqliteFailure(code, message) => {
            let words = message.clone().unwrap_or_else(|| error.to_string());
            match code.code {
                ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch => StoreError::Rule(words),
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Trouble {
                    place: place.to_owned(),
                    reason: format!(
                        "another program is writing to it and did not end within {} seconds ({words}); nothing \
                         was written, try again",
                        PATIENCE.as_secs()
                    ),
                },
                ErrorCode::DiskFull => StoreError::Trouble {
                    place: place.to_owned(),
                    reason: format!("the disk is full ({words})"),
                },
                _ => StoreError::Trouble { place: place.to_owned(), reason: words },
            }
        }
        _ => StoreError::Trouble { place: place.to_owned(), reason: error.to_string() },
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl rusqlite::ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Cell::Null => ValueRef::Null,
            Cell::Int(number) => ValueRef::Integer(*number),
            Cell::Real(number) => ValueRef::Real(*number),
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

fn value(read: ValueRef<'_>) -> std::result::Result<Value, std::str::Utf8Error> {
    Ok(match read {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text)?.to_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    })
}

impl Sql for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn place(&self) -> &str {
        &self.place
    }

    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.error(e))?;
        let touched =
            statement.execute(rusqlite::params_from_iter(values)).map_err(|e| trouble(&self.place, e))?;
        Ok(touched as u64)
    }

    fn rows(&mut self, sql: &str, values: &[Value], each: &mut EachRow<'_>) -> Result<()> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.error(e))?;
        let columns = statement.column_count();
        let mut rows =
            statement.query(rusqlite::params_from_iter(values)).map_err(|e| trouble(&self.place, e))?;
        while let Some(row) = rows.next().map_err(|e| trouble(&self.place, e))? {
            let mut read = Vec::with_capacity(columns);
            for column in 0..columns {
                let cell = row.get_ref(column).map_err(|e| trouble(&self.place, e))?;
                read.push(value(cell).map_err(|error| StoreError::Trouble {
                    place: self.place.clone(),
                    reason: format!("column {} of a row holds a text that is no UTF-8 ({error})", column + 1),
                })?);
            }
            if !each(Row::new(read))? {
                break;
            }
        }
        Ok(())
    }

    fn script(&mut self, sql: &str) -> Result<()> {
        self.connection.execute_batch(sql).map_err(|e| self.error(e))
    }

    fn put_rows(&mut self, first: &str, second: &str, rows: &mut RowSource<'_>) -> Result<()> {
        let place = &self.place;
        let prepare = |sql: &str| -> Result<_> {
            let statement = self.connection.prepare_cached(sql).map_err(|e| trouble(place, e))?;
            let unbound = vec![false; statement.parameter_count()];
            Ok((statement, unbound))
        };
        let (mut first, mut second) = (prepare(first)?, prepare(second)?);
        rows(&mut |cells| {
            let put = |(statement, unbound): &mut (rusqlite::CachedStatement<'_>, Vec<bool>)| {
                for (i, (cell, unbound)) in cells.iter().zip(unbound).enumerate() {
                    // Most cells of most rows are NULL, as they were in the row before.
                    if *cell != Cell::Null || !*unbound {
                        statement.raw_bind_parameter(i + 1, cell)?;
                    }
                    *unbound = *cell == Cell::Null;
                }
                statement.raw_execute()
            };
            let fresh = put(&mut first).map_err(|e| trouble(place, e))? > 0;
            if !fresh {
                put(&mut second).map_err(|e| trouble(place, e))?;
            }
            Ok(fresh)
        })
    }

    fn known(&mut self, names: &[&str]) -> Result<Vec<bool>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT 1 FROM records WHERE name = ?1")
            .map_err(|e| self.error(e))?;
        names.iter().map(|name| statement.exists([name]).map_err(|e| trouble(&self.place, e))).collect()
    }

    fn identity(&mut self) -> Result<Option<String>> {
        if self.place == ":memory:" {
            return Ok(None);
        }
        Ok(Some(crate::place::file_identity(Path::new(&self.place))?))
    }

    fn integrity(&mut self) -> Result<()> {
        let broken = |reason: String| StoreError::Trouble { place: self.place.clone(), reason };
        let mut statement =
            self.connection.prepare("PRAGMA integrity_check(20)").map_err(|e| self.error(e))?;
        let found: Vec<String> = statement
            .query_map([], |row| row.get(0))
            .and_then(Iterator::collect)
            .map_err(|e| trouble(&self.place, e))?;
        if found != ["ok"] {
            return Err(broken(format!("the file is damaged: {}", found.join("; "))));
        }
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check").map_err(|e| self.error(e))?;
        if statement.exists([]).map_err(|e| trouble(&self.place, e))? {
            return Err(broken("a row points at one that is not there".into()));
        }
        Ok(())
    }
}
