//! SQLite: the embedded store, one file.

use crate::error::{Result, StoreError};
use crate::row::Row;
use crate::sql::{Cell, Dialect, EachRow, RowSource, Sql, Value};
use crate::sum::RowSum;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// How long a writer waits for the one before it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a store file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    connection: Connection,
    place: String,
    version: i64,
    joined: Arc<Joined>,
    /// Removed after the connection is closed.
    _copy: Option<Copy>,
}

/// Why nothing can be written.
const READ_ONLY: &str = "it may only be read: the file or its folder is write-protected";

/// A copy of a store that could not be read where it lies.
#[derive(Debug)]
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Opens a file that is only read. A store keeps what was written last in a file beside it (`-wal`), and readers meet in
/// another one (`-shm`), which cannot be made where nothing may be written. There a store without a `-wal` is read as a
/// file that nobody changes; one with a `-wal` is read as a copy, or what was written last would be missed.
fn open_to_read(path: &Path) -> rusqlite::Result<(Connection, Option<Copy>)> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let asked = |connection: Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    let usual = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(asked);
    let error = match usual {
        Ok(connection) => return Ok((connection, None)),
        Err(error) => error,
    };
    let closed = matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly));
    if !closed || !path.is_file() {
        return Err(error);
    }
    let wal = crate::backup::beside(path, "-wal");
    if std::fs::metadata(&wal).is_ok_and(|wal| wal.len() > 0) {
        let Some(copy) = copied(path, &wal) else { return Err(error) };
        let connection = Connection::open_with_flags(
            copy.0.join("store.sqlite"),
            flags | OpenFlags::SQLITE_OPEN_READ_WRITE,
        )?;
        return Ok((asked(connection)?, Some(copy)));
    }
    let name = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let address = format!("file:{name}?immutable=1");
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Ok((asked(Connection::open_with_flags(address, flags)?)?, None))
}

/// A store and what was written to it last, copied together: nobody wrote meanwhile.
fn copied(path: &Path, wal: &Path) -> Option<Copy> {
    static NEXT: AtomicI64 = AtomicI64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ludex-read-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let copy = Copy(folder);
    let state = |file: &Path| {
        let data = std::fs::metadata(file).ok()?;
        Some((data.len(), data.modified().ok()?))
    };
    for _ in 0..10 {
        let before = (state(path)?, state(wal));
        std::fs::copy(path, copy.0.join("store.sqlite")).ok()?;
        let _ = std::fs::copy(wal, copy.0.join("store.sqlite-wal"));
        if (state(path)?, state(wal)) == before {
            return Some(copy);
        }
    }
    None
}

/// By how much `ludex_joined` has changed the total of a table.
#[derive(Debug, Default)]
struct Joined {
    rows: AtomicI64,
    sum: AtomicI64,
}

/// The sum of the cells of a row, from an argument of a function on.
fn sum_from(context: &Context<'_>, first: usize) -> i64 {
    let mut sum = RowSum::default();
    for i in first..context.len() {
        match context.get_raw(i) {
            ValueRef::Null => sum.null(),
            ValueRef::Integer(number) => sum.int(number),
            ValueRef::Real(number) => sum.real(number),
            ValueRef::Text(text) => sum.text(text),
            ValueRef::Blob(bytes) => sum.bytes(bytes),
        }
    }
    sum.finish()
}

/// `ludex_sum(CELL...)` is the sum of a row; `ludex_joined(SUM, CELL...)` too, and takes down that it stands in the
/// place of another one.
fn add_functions(connection: &Connection, joined: &Arc<Joined>) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function(
        "ludex_sum",
        -1,
        flags | FunctionFlags::SQLITE_DETERMINISTIC,
        |context| Ok(sum_from(context, 0)),
    )?;
    let joined = Arc::clone(joined);
    connection.create_scalar_function("ludex_joined", -1, flags, move |context| {
        let sum = sum_from(context, 1);
        match context.get::<Option<i64>>(0)? {
            Some(before) => joined.sum.fetch_add(sum.wrapping_sub(before), Ordering::Relaxed),
            None => {
                joined.rows.fetch_add(1, Ordering::Relaxed);
                joined.sum.fetch_add(sum, Ordering::Relaxed)
            }
        };
        Ok(sum)
    })
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
                Some(ErrorCode::ReadOnly) => READ_ONLY.to_owned(),
                Some(ErrorCode::CannotOpen) if !read_only && path.exists() => READ_ONLY.to_owned(),
                _ => error.to_string(),
            };
            StoreError::Open { place: place.clone(), reason }
        };
        let (connection, copy) = if read_only {
            open_to_read(path).map_err(failed)?
        } else {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let connection =
                Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
            // SQLite opens what may not be written for reading instead, and says so at the first write only.
            if connection.is_readonly("main").map_err(failed)? {
                return Err(StoreError::Open { place, reason: READ_ONLY.to_owned() });
            }
            (connection, None)
        };
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(128);
        // WAL: readers never wait for the writer. FULL: what was acknowledged survives a power cut.
        // The cache holds the inner pages of a large store, so that a batch touches only its leaves.
        let pragmas = "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = OFF; PRAGMA cache_size = -65536; \
             PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;";
        connection.execute_batch(pragmas).map_err(failed)?;
        let joined = Arc::new(Joined::default());
        add_functions(&connection, &joined).map_err(failed)?;
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
        Ok(Sqlite { connection, place, version: 0, joined, _copy: copy })
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
                ErrorCode::ReadOnly => {
                    StoreError::Trouble { place: place.to_owned(), reason: READ_ONLY.to_owned() }
                }
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

    fn version(&self) -> i64 {
        self.version
    }

    fn set_version(&mut self, version: i64) {
        self.version = version;
    }

    fn joined(&mut self) -> (i64, i64) {
        (self.joined.rows.swap(0, Ordering::Relaxed), self.joined.sum.swap(0, Ordering::Relaxed))
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

    fn copy_to(&mut self, file: &Path) -> Result<bool> {
        let cannot = |error: rusqlite::Error| trouble(&file.display().to_string(), error);
        let mut to = Connection::open(file).map_err(cannot)?;
        // All pages in one step: one snapshot, while others write on.
        Backup::new(&self.connection, &mut to).and_then(|backup| backup.step(-1)).map_err(cannot)?;
        // One file: what was written ahead goes into it.
        to.execute_batch("PRAGMA journal_mode = DELETE").map_err(cannot)?;
        Ok(true)
    }

    fn copy_from(&mut self, other: &mut dyn Sql) -> Result<()> {
        let place = self.place.clone();
        let in_use = |error: rusqlite::Error| StoreError::Trouble {
            place: place.clone(),
            reason: format!("another program has it open, so nothing is put in its place ({error})"),
        };
        let Some(from) = other.sqlite() else {
            return Err(StoreError::Trouble { place, reason: "only a file can be copied into it".into() });
        };
        self.connection.flush_prepared_statement_cache();
        self.connection.busy_timeout(Duration::from_secs(2)).map_err(in_use)?;
        // Out of WAL: whoever has it open would go on with pages of before.
        let mode: String = self
            .connection
            .query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))
            .map_err(in_use)?;
        let step = Backup::new(from, &mut self.connection)
            .and_then(|backup| backup.step(-1))
            .map_err(|e| trouble(&place, e))?;
        if step != StepResult::Done {
            return Err(StoreError::Trouble { place, reason: "another program has it open".into() });
        }
        self.connection.busy_timeout(PATIENCE).map_err(in_use)?;
        if mode != "memory" {
            self.connection
                .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
                .map_err(in_use)?;
        }
        Ok(())
    }

    fn sqlite(&mut self) -> Option<&mut Connection> {
        Some(&mut self.connection)
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

#[cfg(test)]
mod tests {
    /// Before 3.51.3 two connections that write and check-point at once could damage a file in WAL mode.
    #[test]
    fn the_bundled_sqlite_is_new_enough() {
        assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
    }
}
