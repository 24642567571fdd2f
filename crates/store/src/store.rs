//! The store: a place, opened.
//!
//! One long file: the whole interface of a store, each verb beside the statements it runs.

use crate::batch::Gathered;
use crate::error::{Result, StoreError};
use crate::lock;
use crate::place::Place;
use crate::record::{COLUMNS, Record};
use crate::schema::{self, Extension};
use crate::sql::{Cell, Dialect, Sql, Value, begin, commit, lock_until_commit, transaction};
use crate::sqlite::Sqlite;
use crate::upsert::{Put, add_total, gathered, next_name, position_of, sum_column, upsert};
use std::path::Path;

/// A store of records, opened.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_store::{Record, Store};
/// let mut store = Store::open(":memory:")?;
/// let name: ludex_core::Name = "cube2:0469".parse()?;
/// assert_eq!(store.put(vec![Record::new(name.clone(), 0)])?, [true]); // new
/// assert_eq!(store.put(vec![Record::new(name.clone(), 9)])?, [false]); // known
/// let record = store.get(&name)?.expect("just put");
/// assert_eq!((record.count, record.first_seen, record.last_seen), (2, 0, 9));
/// # Ok(())
/// # }
/// ```
pub struct Store {
    pub(crate) sql: Box<dyn Sql>,
}

/// How far an import has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportState {
    /// Batches written.
    pub batch: i64,
    /// Lines read.
    pub line: i64,
    /// Rows read, taken or refused.
    pub place: i64,
    /// Rows taken.
    pub taken: i64,
    /// Rows refused.
    pub refused: i64,
    /// Whether the end was reached.
    pub finished: bool,
}

/// Hears a short code that several positions have: kind, code, names.
pub type EachCollision<'a> = dyn FnMut(&str, &str, &[String]) -> Result<()> + 'a;

/// What a batch of an import brings.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The rows to put.
    pub records: Vec<Record>,
    /// Line and reason of each row that is refused.
    pub refused: Vec<(i64, String)>,
}

impl Store {
    /// Opens a store: a path of a file, `:memory:`, or `postgres://...`. A store that is not there is
    /// made, one of an older version brought to the present one.
    ///
    /// # Errors
    /// When the place cannot be opened, or holds something else or a later version.
    pub fn open(place: &str) -> Result<Self> {
        Store::open_with(place, &[])
    }

    /// Opens a store in which other crates keep tables of their own, made or brought to the present
    /// version together with those of the store.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with(place: &str, extensions: &[&Extension]) -> Result<Self> {
        Store::open_as_of(place, schema::VERSION, extensions)
    }

    /// Opens a store with the schema of an earlier version, to make samples of it; a store that is
    /// there must have that version.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_as_of(place: &str, version: i64, extensions: &[&Extension]) -> Result<Self> {
        let mut sql = connect(place, false)?;
        schema::migrate_to(&mut *sql, version, extensions)?;
        Store::opened(sql)
    }

    /// Opens a store only to read: nothing is made or changed, but that a store of an older version is
    /// brought to the present one.
    ///
    /// # Errors
    /// When it is not there, is of a later version, or of an older one and may not be written.
    pub fn open_to_read(place: &str) -> Result<Self> {
        Store::open_to_read_with(place, &[])
    }

    /// Opens a store with tables of other crates in it only to read.
    ///
    /// # Errors
    /// As [`Store::open_to_read`].
    pub fn open_to_read_with(place: &str, extensions: &[&Extension]) -> Result<Self> {
        let mut sql = connect(place, true)?;
        if schema::version(&mut *sql)? == 0 {
            return Err(StoreError::Open {
                place: sql.place().to_owned(),
                reason: "there is no store in it yet".into(),
            });
        }
        if schema::is_at(&mut *sql, schema::VERSION, extensions)? {
            return Store::opened(sql);
        }
        let version = schema::version(&mut *sql)?;
        drop(sql);
        Store::open_with(place, extensions).map_err(|error| match error {
            StoreError::Open { place, reason } if version < schema::VERSION => StoreError::Open {
                place,
                reason: format!(
                    "it has version {version} and must be brought to version {} before it is read, but {reason}",
                    schema::VERSION
                ),
            },
            other => other,
        })
    }

    pub(crate) fn opened(mut sql: Box<dyn Sql>) -> Result<Self> {
        let version = schema::version(&mut *sql)?;
        sql.set_version(version);
        Ok(Store { sql })
    }

    /// The connection, for the statements of an extension.
    pub fn sql(&mut self) -> &mut dyn Sql {
        &mut *self.sql
    }

    /// The file or the server, without a password.
    #[must_use]
    pub fn place(&self) -> &str {
        self.sql.place()
    }

    /// Which database is behind it.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.sql.dialect()
    }

    /// Runs plain SQL, as any other client of the database could.
    ///
    /// # Errors
    /// When the database refuses it.
    pub fn plain_sql(&mut self, sql: &str) -> Result<()> {
        match self.dialect() {
            Dialect::Sqlite => self.sql.script(sql),
            Dialect::Postgres => {
                // In a transaction that failed it cannot be set, and comes back with its end.
                let _ = self.sql.script("SET ludex.writer = 'off'");
                let result = self.sql.script(sql);
                let _ = self.sql.script("SET ludex.writer = 'on'");
                result
            }
        }
    }

    /// Reads with plain SQL, as any other client of the database could.
    ///
    /// # Errors
    /// When the database refuses it.
    pub fn plain_rows(&mut self, sql: &str) -> Result<Vec<Vec<Value>>> {
        Ok(self.sql.all(sql, &[])?.into_iter().map(crate::row::Row::into_values).collect())
    }

    /// Puts records, all or none; answers for each whether it was new.
    ///
    /// # Errors
    /// When a record is one that no store takes, or the database is in trouble.
    pub fn put(&mut self, records: Vec<Record>) -> Result<Vec<bool>> {
        transaction(&mut *self.sql, |sql| upsert(sql, &mut gathered(records), Put::Joining))
    }

    /// Puts records as [`Store::put`] does, but leaves the transaction open: [`Store::commit`] ends it, and
    /// without that nothing was put. What must happen before others see the records is done in between.
    ///
    /// # Errors
    /// As [`Store::put`]; no transaction is open then.
    pub fn put_uncommitted(&mut self, records: Vec<Record>) -> Result<Vec<bool>> {
        begin(&mut *self.sql)?;
        let put = upsert(&mut *self.sql, &mut gathered(records), Put::Joining);
        if put.is_err() {
            // The first error is what counts.
            let _ = self.sql.script("ROLLBACK");
        }
        put
    }

    /// Ends the transaction that [`Store::put_uncommitted`] began.
    ///
    /// # Errors
    /// When the database is in trouble; nothing was put then.
    pub fn commit(&mut self) -> Result<()> {
        let committed = commit(&mut *self.sql);
        if committed.is_err() {
            let _ = self.sql.script("ROLLBACK");
        }
        committed
    }

    /// Puts records whose facts replace those that are there.
    ///
    /// # Errors
    /// As [`Store::put`].
    pub fn put_replacing(&mut self, records: Vec<Record>) -> Result<Vec<bool>> {
        transaction(&mut *self.sql, |sql| upsert(sql, &mut gathered(records), Put::Replacing))
    }

    /// Attaches facts to records; one that is not there is made. Other than [`Store::put`] this is no
    /// sighting: what is there keeps its count and its dates. Answers for each whether it was new.
    ///
    /// # Errors
    /// As [`Store::put`].
    pub fn attach(&mut self, records: Vec<Record>) -> Result<Vec<bool>> {
        transaction(&mut *self.sql, |sql| upsert(sql, &mut gathered(records), Put::Attaching))
    }

    /// Puts the next batch of an import together with how far the import has come: both or neither.
    ///
    /// # Errors
    /// As [`Store::put`].
    pub fn put_batch(&mut self, import: &str, batch: Batch, state: &ImportState) -> Result<Vec<bool>> {
        self.put_gathered(import, &mut gathered(batch.records), &batch.refused, state, Put::Joining)
    }

    pub(crate) fn put_gathered(
        &mut self,
        import: &str,
        gathered: &mut Gathered,
        refused: &[(i64, String)],
        state: &ImportState,
        how: Put,
    ) -> Result<Vec<bool>> {
        check_import_id(import)?;
        transaction(&mut *self.sql, |sql| {
            lock_until_commit(sql, lock::RECORDS)?;
            // The batch before this one must be the last that was written: another program that runs the same
            // import would count everything twice.
            let there = sql.one("SELECT batch FROM imports WHERE id = ?1", &[import.into()])?;
            let there = there.map_or(Ok(0), |mut row| row.int("batch"))?;
            if there != state.batch - 1 {
                return Err(StoreError::Trouble {
                    place: sql.place().to_owned(),
                    reason: format!(
                        "the import {import} has come to batch {there} already, and this would be batch {}: \
                         another program runs it too; nothing is counted twice",
                        state.batch
                    ),
                });
            }
            let new = upsert(sql, gathered, how)?;
            let row = [
                import.into(),
                state.batch.into(),
                state.line.into(),
                state.place.into(),
                state.taken.into(),
                state.refused.into(),
                state.finished.into(),
            ];
            sql.run(
                "INSERT INTO imports (id, batch, line, place, taken, refused, finished) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, \
                 line = excluded.line, place = excluded.place, taken = excluded.taken, \
                 refused = excluded.refused, finished = excluded.finished",
                &row,
            )?;
            write_refusals(sql, import, refused)?;
            Ok(new)
        })
    }

    /// How far an import has come; nothing where it never began.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn import_state(&mut self, import: &str) -> Result<Option<ImportState>> {
        import_state(&mut *self.sql, import)
    }

    /// The same once nobody is writing a batch. Of a killed program the server may still have one at hand: whoever goes
    /// on from the one before would be told that another program runs the import, too.
    ///
    /// # Errors
    /// As [`Store::import_state`], and when another writer holds the lock for too long.
    pub fn settled_import_state(&mut self, import: &str) -> Result<Option<ImportState>> {
        transaction(&mut *self.sql, |sql| {
            lock_until_commit(sql, lock::RECORDS)?;
            import_state(sql, import)
        })
    }

    /// The rows an import refused: line and reason.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn import_refusals(&mut self, import: &str) -> Result<Vec<(i64, String)>> {
        let rows = self.sql.all(
            "SELECT line, reason FROM import_refusals WHERE import = ?1 ORDER BY line",
            &[import.into()],
        )?;
        rows.into_iter().map(|mut row| Ok((row.int("line")?, row.text("reason")?))).collect()
    }

    /// Forgets how far an import has come, so that it can be run again.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn forget_import(&mut self, import: &str) -> Result<()> {
        transaction(&mut *self.sql, |sql| {
            sql.run("DELETE FROM imports WHERE id = ?1", &[import.into()]).map(drop)
        })
    }

    /// The record of a name.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn get(&mut self, name: &ludex_core::Name) -> Result<Option<Record>> {
        let rows = self
            .sql
            .all(&format!("SELECT {COLUMNS} FROM records WHERE name = ?1"), &[name.to_string().into()])?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let mut record = Record::from_row(row)?;
        record.keys = keys_of(&mut *self.sql, &name.to_string())?;
        Ok(Some(record))
    }

    /// The name under which a position is stored: its own, or for names that several positions share
    /// the one whose whole position is equal.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn find(
        &mut self,
        first: &ludex_core::Name,
        whole: Option<&str>,
    ) -> Result<Option<ludex_core::Name>> {
        let Some(whole) = whole else {
            let name = first.to_string();
            return Ok(self.sql.known(&[&name])?[0].then(|| first.clone()));
        };
        let mut name = Some(first.clone());
        while let Some(candidate) = name {
            match position_of(&mut *self.sql, &candidate)? {
                None => return Ok(None),
                // A record of the bare name is one that the position would join.
                Some(position) if position.as_deref().is_none_or(|there| there == whole) => {
                    return Ok(Some(candidate));
                }
                Some(_) => name = next_name(&candidate),
            }
        }
        Ok(None)
    }

    /// Which of the names have a record, in the order asked.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn seen(&mut self, names: &[&str]) -> Result<Vec<bool>> {
        self.sql.known(names)
    }

    /// All records that share a short code. More than one is a collision: only the whole position tells
    /// which of them, if any, is the one at hand.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn by_key(&mut self, kind: &str, key: &str) -> Result<Vec<Record>> {
        let rows = self.sql.all(
            "SELECT name FROM record_keys WHERE kind = ?1 AND key = ?2 ORDER BY name",
            &[kind.into(), key.into()],
        )?;
        let mut records = Vec::new();
        for mut row in rows {
            records.extend(self.get(&row.parsed("name")?)?);
        }
        Ok(records)
    }

    /// Every short code that more than one position has: kind, code, names.
    ///
    /// # Errors
    /// When the database is in trouble, or the hearer fails.
    pub fn collisions(&mut self, each: &mut EachCollision<'_>) -> Result<u64> {
        let mut group: (String, String, Vec<String>) = Default::default();
        let mut found = 0;
        let mut flush = |group: &mut (String, String, Vec<String>)| -> Result<()> {
            if group.2.len() > 1 {
                found += 1;
                each(&group.0, &group.1, &group.2)?;
            }
            group.2.clear();
            Ok(())
        };
        self.sql.rows(
            "SELECT kind, key, name FROM record_keys ORDER BY kind, key, name",
            &[],
            &mut |mut row| {
                let (kind, key, name) = (row.text("kind")?, row.text("key")?, row.text("name")?);
                if (&group.0, &group.1) != (&kind, &key) {
                    flush(&mut group)?;
                    (group.0, group.1) = (kind, key);
                }
                group.2.push(name);
                Ok(true)
            },
        )?;
        flush(&mut group)?;
        Ok(found)
    }

    /// Removes a record; whether it was there.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn remove(&mut self, name: &ludex_core::Name) -> Result<bool> {
        let name = [Value::from(name.to_string())];
        transaction(&mut *self.sql, |sql| {
            let mut totals = Vec::new();
            let tables: &[&str] = if sum_column(sql) { &["records", "record_keys"] } else { &[] };
            for table in tables {
                let sums =
                    sql.all(&format!("SELECT sum FROM {table} WHERE name = ?1 AND sum IS NOT NULL"), &name)?;
                for mut row in sums {
                    totals.push((table, row.int("sum")?));
                }
            }
            let removed = sql.run("DELETE FROM records WHERE name = ?1", &name)? > 0;
            totals
                .into_iter()
                .try_for_each(|(table, sum)| add_total(sql, table, (-1, sum.wrapping_neg())))?;
            Ok(removed)
        })
    }
}

/// How far an import has come.
fn import_state(sql: &mut dyn Sql, import: &str) -> Result<Option<ImportState>> {
    let row = sql.one(
        "SELECT batch, line, place, taken, refused, finished FROM imports WHERE id = ?1",
        &[import.into()],
    )?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(ImportState {
        batch: row.int("batch")?,
        line: row.int("line")?,
        place: row.int("place")?,
        taken: row.int("taken")?,
        refused: row.int("refused")?,
        finished: row.flag("finished")?,
    }))
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("place", &self.place()).finish()
    }
}

/// An id that is longer does not fit an index of PostgreSQL.
fn check_import_id(import: &str) -> Result<()> {
    const LONGEST: usize = 1000;
    crate::sql::check_text("the id of the import", import)?;
    if import.len() > LONGEST {
        return Err(StoreError::Value(format!(
            "the id of the import is {} bytes long; up to {LONGEST} are stored",
            import.len()
        )));
    }
    Ok(())
}

fn write_refusals(sql: &mut dyn Sql, import: &str, refused: &[(i64, String)]) -> Result<()> {
    if refused.is_empty() {
        return Ok(());
    }
    const COLUMNS: &str = "import_refusals (import, line, reason)";
    let (first, second) = match sql.dialect() {
        Dialect::Sqlite => (
            format!("INSERT INTO {COLUMNS} VALUES (?1, ?2, ?3) ON CONFLICT (import, line) DO NOTHING"),
            // What the first leaves is there already.
            "UPDATE import_refusals SET line = line WHERE import = ?1 AND line = ?2 AND reason = ?3 AND 1 = 0",
        ),
        Dialect::Postgres => {
            sql.script(
                "CREATE TEMPORARY TABLE IF NOT EXISTS staging_refusals (LIKE import_refusals) \
                 ON COMMIT DELETE ROWS; DELETE FROM staging_refusals",
            )?;
            (
                "COPY staging_refusals (import, line, reason) FROM STDIN".to_owned(),
                "INSERT INTO import_refusals (import, line, reason) SELECT import, line, reason \
                 FROM staging_refusals ON CONFLICT (import, line) DO NOTHING",
            )
        }
    };
    sql.put_rows(&first, second, &mut |put| {
        for (line, reason) in refused {
            let reason = reason.replace('\0', "\u{FFFD}");
            put(&[Cell::Text(import), Cell::Int(*line), Cell::Text(&reason)])?;
        }
        Ok(())
    })
}

fn connect(place: &str, read_only: bool) -> Result<Box<dyn Sql>> {
    match Place::read(place)? {
        #[cfg(feature = "postgres")]
        Place::Server(address) => {
            let mut server = crate::postgres::Postgres::open(&address)?;
            // What this session writes, Ludex has written.
            server.script("SET ludex.writer = 'on'")?;
            Ok(Box::new(server))
        }
        #[cfg(not(feature = "postgres"))]
        Place::Server(_) => Err(StoreError::Open {
            place: crate::place::HIDDEN.into(),
            reason: "this program was built without the feature postgres".into(),
        }),
        Place::Memory => Ok(Box::new(Sqlite::open(Path::new(":memory:"), read_only)?)),
        Place::File(path) => {
            refuse_other_kinds(&path)?;
            Ok(Box::new(Sqlite::open(&path, read_only)?))
        }
    }
}

/// A pipe would be waited for, and a folder or a device is no store.
fn refuse_other_kinds(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(data) if !data.is_file() => Err(StoreError::Open {
            place: path.display().to_string(),
            reason: if data.is_dir() { "it is a folder" } else { "it is a pipe or a device, not a file" }
                .to_owned(),
        }),
        _ => Ok(()),
    }
}

fn keys_of(sql: &mut dyn Sql, name: &str) -> Result<Vec<(String, String)>> {
    let rows =
        sql.all("SELECT kind, key FROM record_keys WHERE name = ?1 ORDER BY kind, key", &[name.into()])?;
    rows.into_iter().map(|mut row| Ok((row.text("kind")?, row.text("key")?))).collect()
}
