//! The schema, version by version, for both databases.
//!
//! A store holds its version in `ludex_schema`; opening it runs the steps that are missing, all in one
//! transaction with the new version, so that a crash leaves the old schema or the new one.
//!
//! Another crate may keep tables of its own in the same database: it hands an [`Extension`], plain data,
//! to [`Store::open_with`](crate::Store::open_with). Versions are numbers of the whole database: whoever
//! adds a step takes the next one and raises [`VERSION`].

use crate::error::{Result, StoreError};
use crate::sql::{Dialect, Sql, transaction};

/// The last version that was given out, to the store's own steps or to those of an extension.
pub const VERSION: i64 = 6;

/// One step: the statements that lead to a version. A released step never changes.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The version it leads to.
    pub version: i64,
    /// Its statements for each database.
    pub sql: fn(Dialect) -> String,
}

/// Tables that another crate keeps in the database of a store.
///
/// # Examples
/// ```
/// use ludex_store::{Extension, Step, Store};
/// static NOTES: Extension = Extension {
///     table: "notes",
///     steps: &[Step { version: 3, sql: |_| "CREATE TABLE notes (name TEXT, note TEXT)".into() }],
/// };
/// let mut store = Store::open_with(":memory:", &[&NOTES])?;
/// store.sql().run("INSERT INTO notes VALUES (?1, ?2)", &["cube2:0469".into(), "hard".into()])?;
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    /// A table of its first step: where it is missing, no step has run yet.
    pub table: &'static str,
    /// Its steps, their versions rising.
    pub steps: &'static [Step],
}

/// The store's own steps.
static RECORDS: &[Step] = &[
    Step { version: 1, sql: records_1 },
    Step { version: 3, sql: guards_3 },
    Step { version: 4, sql: locks_4 },
];

/// The store's own tables.
const TABLES: [&str; 6] =
    ["ludex_schema", "records", "record_keys", "imports", "import_refusals", "ludex_locks"];

fn records_1(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/records-sqlite-1.sql").to_owned(),
        Dialect::Postgres => include_str!("schema/records-postgres-1.sql").to_owned(),
    }
}

/// What SQLite leaves to its clients.
fn guards_3(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/guards-sqlite-3.sql").to_owned(),
        Dialect::Postgres => String::new(),
    }
}

/// Statements for SQLite that refuse the character NUL in columns of text: there a check ends at it and lets
/// the rest pass, and no other program could read it back.
#[must_use]
pub fn no_nul(tables: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (table, columns) in tables {
        let found: Vec<String> =
            columns.iter().map(|column| format!("instr(NEW.{column}, char(0))")).collect();
        for (when, of) in [("insert", String::new()), ("update", format!(" OF {}", columns.join(", ")))] {
            text.push_str(&format!(
                "CREATE TRIGGER {table}_nul_{when} BEFORE {when}{of} ON {table} WHEN {} BEGIN\n    \
                 SELECT RAISE(ABORT, 'a text has the character NUL');\nEND;\n",
                found.join(" OR ")
            ));
        }
    }
    text
}

/// Locks that only writers can take; no NUL.
fn locks_4(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => no_nul(&[
            ("records", &["name", "position", "solution", "facts", "source"]),
            ("record_keys", &["kind", "key"]),
            ("imports", &["id"]),
        ]),
        Dialect::Postgres => include_str!("schema/locks-postgres-4.sql").to_owned(),
    }
}

/// Brings a store and the extensions in it to a version; one that is past it stays.
pub(crate) fn migrate_to(sql: &mut dyn Sql, wanted: i64, extensions: &[&Extension]) -> Result<()> {
    if is_at(sql, wanted, extensions)? {
        return Ok(());
    }
    transaction(sql, |sql| {
        // Two programs that open a new store at once wait for each other.
        sql.script(match sql.dialect() {
            Dialect::Sqlite => "CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL)",
            Dialect::Postgres => {
                "DO $$ BEGIN CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL); \
                 EXCEPTION WHEN duplicate_table OR unique_violation THEN NULL; END $$; \
                 LOCK TABLE ludex_schema IN EXCLUSIVE MODE"
            }
        })?;
        let found = version(sql)?;
        let wanted = wanted.max(found);
        if 0 < found && found < wanted && extensions.is_empty() {
            refuse_foreign_tables(sql, found, wanted)?;
        }
        let mut steps: Vec<&Step> = RECORDS.iter().filter(|step| step.version > found).collect();
        for extension in extensions {
            let reached = if has_table(sql, extension.table)? { found } else { 0 };
            steps.extend(extension.steps.iter().filter(|step| step.version > reached));
        }
        steps.retain(|step| step.version <= wanted);
        if found == 0 {
            refuse_taken_names(sql, &steps)?;
        }
        // Stable: of one version the store's own step comes first.
        steps.sort_by_key(|step| step.version);
        for step in steps {
            sql.script(&(step.sql)(sql.dialect()))?;
        }
        sql.script(&format!("DELETE FROM ludex_schema; INSERT INTO ludex_schema (version) VALUES ({wanted})"))
    })
}

/// Whether nothing is left to do to bring a store and the extensions in it to a version.
pub(crate) fn is_at(sql: &mut dyn Sql, wanted: i64, extensions: &[&Extension]) -> Result<bool> {
    if version(sql)? < wanted {
        return Ok(false);
    }
    for extension in extensions {
        let begun = extension.steps.first().is_some_and(|step| step.version <= wanted);
        if begun && !has_table(sql, extension.table)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Without its extension a store is not raised: the steps of the extension would be passed over for ever.
fn refuse_foreign_tables(sql: &mut dyn Sql, found: i64, wanted: i64) -> Result<()> {
    let foreign: Vec<String> =
        tables(sql)?.into_iter().filter(|table| !TABLES.contains(&table.as_str())).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(StoreError::Open {
        place: sql.place().to_owned(),
        reason: format!(
            "it has version {found} and tables of an extension ({}): a program that knows them must bring it \
             to version {wanted} first",
            foreign.join(", ")
        ),
    })
}

/// A database with tables of our names that we have not made is another program's.
fn refuse_taken_names(sql: &mut dyn Sql, steps: &[&Step]) -> Result<()> {
    let dialect = sql.dialect();
    let scripts: Vec<String> = steps.iter().map(|step| (step.sql)(dialect).to_ascii_lowercase()).collect();
    let ours = |table: &String| {
        let made = format!("create table {} ", table.to_ascii_lowercase());
        scripts.iter().any(|script| script.contains(&made))
    };
    let taken: Vec<String> = tables(sql)?.into_iter().filter(ours).collect();
    if taken.is_empty() {
        return Ok(());
    }
    Err(StoreError::Open {
        place: sql.place().to_owned(),
        reason: format!("it has tables of other programs by the names of ours: {}", taken.join(", ")),
    })
}

fn tables(sql: &mut dyn Sql) -> Result<Vec<String>> {
    let list = match sql.dialect() {
        Dialect::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        }
        Dialect::Postgres => {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        }
    };
    sql.all(list, &[])?.into_iter().map(|mut row| row.text("table")).collect()
}

fn has_table(sql: &mut dyn Sql, table: &str) -> Result<bool> {
    let there = match sql.dialect() {
        Dialect::Sqlite => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        Dialect::Postgres => {
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename::text = ?1"
        }
    };
    Ok(sql.one(there, &[table.into()])?.is_some())
}

/// The version of a store; 0 where it is empty.
pub(crate) fn version(sql: &mut dyn Sql) -> Result<i64> {
    if !has_table(sql, "ludex_schema")? {
        return Ok(0);
    }
    let Some(mut row) = sql.one("SELECT version FROM ludex_schema", &[])? else { return Ok(0) };
    let found = row.int("version")?;
    if found > VERSION {
        return Err(StoreError::Newer { place: sql.place().to_owned(), found, known: VERSION });
    }
    Ok(found)
}
