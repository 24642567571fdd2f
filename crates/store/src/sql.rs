//! The narrow waist: all that the two databases must do for the rest of the store.
//!
//! Statements are written once, in the SQL that both understand, with `?1 ?2 ...` for values. What
//! differs (schema, bulk loading, a few functions) asks for the [`Dialect`].

use crate::error::{Result, StoreError};
use crate::lock::Lock;
use crate::row::Row;

/// Which database is behind the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The embedded one, a file.
    Sqlite,
    /// A server.
    Postgres,
}

/// A value on its way in or out.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value.
    Null,
    /// A whole number, or a truth value as 0 and 1.
    Int(i64),
    /// A number.
    Real(f64),
    /// Text; it never holds NUL, which PostgreSQL cannot store.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Value {
    /// The text, or nothing.
    #[must_use]
    pub fn into_text(self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text),
            Value::Int(number) => Some(number.to_string()),
            Value::Real(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The whole number, or nothing.
    #[must_use]
    pub const fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Real(number) => Some(*number as i64),
            _ => None,
        }
    }

    /// The number, or nothing.
    #[must_use]
    pub const fn as_real(&self) -> Option<f64> {
        match self {
            Value::Int(number) => Some(*number as f64),
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The bytes, or nothing.
    #[must_use]
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl Value {
    /// The same, lent; bytes are none of its kinds and become nothing.
    pub(crate) fn as_cell(&self) -> Cell<'_> {
        match self {
            Value::Null | Value::Bytes(_) => Cell::Null,
            Value::Int(number) => Cell::Int(*number),
            Value::Real(number) => Cell::Real(*number),
            Value::Text(text) => Cell::Text(text),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Int(i64::from(truth))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Value::Bytes(bytes)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// A value on its way in that is only lent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(&'a str),
}

impl From<Cell<'_>> for Value {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Null => Value::Null,
            Cell::Int(number) => Value::Int(number),
            Cell::Real(number) => Value::Real(number),
            Cell::Text(text) => Value::Text(text.to_owned()),
        }
    }
}

/// Takes one row of lent values; whether it was new.
pub type PutRow<'a> = dyn FnMut(&[Cell<'_>]) -> Result<bool> + 'a;

/// Hands out rows, one after the other, to whoever puts them.
pub type RowSource<'a> = dyn FnMut(&mut PutRow<'_>) -> Result<()> + 'a;

/// Hears one row; `false` ends the reading.
pub type EachRow<'a> = dyn FnMut(Row) -> Result<bool> + 'a;

/// One connection.
pub trait Sql: Send {
    /// Which database it is.
    fn dialect(&self) -> Dialect;

    /// The file or the server, for messages; never a password.
    fn place(&self) -> &str;

    /// Runs one statement with values; how many rows it touched.
    ///
    /// # Errors
    /// When the database refuses it or is in trouble.
    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64>;

    /// Reads rows, one at a time.
    ///
    /// # Errors
    /// When the database refuses it or is in trouble, or the hearer fails.
    fn rows(&mut self, sql: &str, values: &[Value], each: &mut EachRow<'_>) -> Result<()>;

    /// Runs several statements without values.
    ///
    /// # Errors
    /// When the database refuses one or is in trouble.
    fn script(&mut self, sql: &str) -> Result<()>;

    /// Puts many rows the fast way of the database. On SQLite each row goes by the first statement or,
    /// where that touched none, by the second, and the source is told which. On PostgreSQL the first is a
    /// COPY into a staging table, the second moves all from there.
    ///
    /// # Errors
    /// When the database refuses a row or is in trouble, or the source fails.
    fn put_rows(&mut self, first: &str, second: &str, rows: &mut RowSource<'_>) -> Result<()>;

    /// Which of the names have a record, in the order asked.
    ///
    /// # Errors
    /// When the database is in trouble.
    fn known(&mut self, names: &[&str]) -> Result<Vec<bool>>;

    /// What tells the database from every other one, by whatever path or address it was opened; nothing for
    /// one that only this connection has.
    ///
    /// # Errors
    /// When the database is in trouble.
    fn identity(&mut self) -> Result<Option<String>>;

    /// Asks the database itself whether it is whole.
    ///
    /// # Errors
    /// What it found broken.
    fn integrity(&mut self) -> Result<()>;

    /// The version of the schema, once the store is open.
    fn version(&self) -> i64;

    /// Says which version the schema has.
    fn set_version(&mut self, version: i64);

    /// Whether rows have checksums.
    fn sums(&self) -> bool {
        self.version() >= crate::schema::SUMS
    }

    /// By how many rows, and by how much, `ludex_joined` has changed the total of a table since this was asked
    /// last. Only SQLite needs it; a server adds up by itself.
    fn joined(&mut self) -> (i64, i64) {
        (0, 0)
    }

    /// Copies the whole database into a new file, where the database is one; `false` where it is not.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn copy_to(&mut self, _file: &std::path::Path) -> Result<bool> {
        Ok(false)
    }

    /// Takes all of another database of the same kind in its place, in one transaction.
    ///
    /// # Errors
    /// When it is of another kind, this one is in use, or either is in trouble.
    fn copy_from(&mut self, other: &mut dyn Sql) -> Result<()> {
        Err(StoreError::Trouble {
            place: self.place().to_owned(),
            reason: format!("{} cannot be copied into it", other.place()),
        })
    }

    /// The connection to SQLite, where it is one.
    fn sqlite(&mut self) -> Option<&mut rusqlite::Connection> {
        None
    }

    /// All rows of a small answer.
    ///
    /// # Errors
    /// When the database refuses it or is in trouble.
    fn all(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        let mut all = Vec::new();
        self.rows(sql, values, &mut |row| {
            all.push(row);
            Ok(true)
        })?;
        Ok(all)
    }

    /// The first row; nothing where there is none.
    ///
    /// # Errors
    /// When the database refuses it or is in trouble.
    fn one(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>> {
        let mut first = None;
        self.rows(sql, values, &mut |row| {
            first = Some(row);
            Ok(false)
        })?;
        Ok(first)
    }
}

/// Does some work in one transaction: all of it, or nothing.
///
/// # Errors
/// Those of the work, after which nothing has changed, or those of the commit.
pub fn transaction<T>(sql: &mut dyn Sql, work: impl FnOnce(&mut dyn Sql) -> Result<T>) -> Result<T> {
    begin(sql)?;
    let result = work(sql).and_then(|value| commit(sql).map(|()| value));
    if result.is_err() {
        // The transaction may be gone already (disk full ends it): the first error is what counts.
        let _ = sql.script("ROLLBACK");
    }
    result
}

/// Begins a transaction that writes.
pub(crate) fn begin(sql: &mut dyn Sql) -> Result<()> {
    sql.script(match sql.dialect() {
        // IMMEDIATE: the one writer takes its place before it reads, so two writers wait instead of failing.
        Dialect::Sqlite => "BEGIN IMMEDIATE",
        // Whatever the default of the server: what waited for a lock sees what the one before has written.
        Dialect::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
    })?;
    if sql.sums() {
        crate::seal::begin(sql)?;
    }
    Ok(())
}

/// Ends a transaction that writes.
pub(crate) fn commit(sql: &mut dyn Sql) -> Result<()> {
    if sql.sums() {
        crate::seal::seal(sql)?;
    }
    sql.script("COMMIT")
}

/// On a server waits for one of the locks of [`crate::lock`] and holds it until the transaction ends; SQLite
/// has one writer at a time anyway.
///
/// # Errors
/// When the database is in trouble, or another writer holds the lock for too long.
pub fn lock_until_commit(sql: &mut dyn Sql, lock: Lock) -> Result<()> {
    match sql.dialect() {
        Dialect::Sqlite => Ok(()),
        // A store of a version before the fourth has no locks yet: there an advisory one serves.
        Dialect::Postgres => sql.script(&format!(
            "DO $$ BEGIN UPDATE ludex_locks SET holder = pg_current_xact_id()::text WHERE name = '{0}'; \
             IF NOT FOUND THEN RAISE EXCEPTION 'ludex_locks has no row {0}'; END IF; \
             EXCEPTION WHEN undefined_table THEN PERFORM pg_advisory_xact_lock(hashtext('ludex {0}')); END $$",
            lock.0
        )),
    }
}

/// Refuses what one of the databases could not hold, so that both take the same.
///
/// # Errors
/// When the text holds NUL or is longer than a mebibyte.
pub fn check_text(field: &str, text: &str) -> Result<()> {
    const LONGEST: usize = 1 << 20;
    if let Some(at) = text.find('\0') {
        return Err(StoreError::Value(format!("{field} has the character NUL at byte {}", at + 1)));
    }
    if text.len() > LONGEST {
        return Err(StoreError::Value(format!(
            "{field} is {} bytes long; up to {LONGEST} are stored",
            text.len()
        )));
    }
    Ok(())
}
