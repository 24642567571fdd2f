//! The schema, version by version, for both databases.
//!
//! A store holds its version in `ludex_schema`; opening it runs the steps that are missing, each in
//! one transaction with the new version, so that a crash leaves the old schema or the new one.

use crate::error::{Result, StoreError};
use crate::sql::{Dialect, Sql, transaction};

/// One step: its statements for SQLite and for PostgreSQL.
struct Step {
    sqlite: &'static str,
    postgres: &'static str,
}

/// The steps in order; step `i` leads to version `i + 1`. A released step never changes.
const STEPS: &[Step] = &[Step {
    sqlite: include_str!("schema/records-sqlite-1.sql"),
    postgres: include_str!("schema/records-postgres-1.sql"),
}];

/// The version this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// Brings a store to the present version.
pub(crate) fn migrate(sql: &mut dyn Sql) -> Result<()> {
    if version(sql)? == VERSION {
        return Ok(());
    }
    transaction(sql, |sql| {
        if sql.dialect() == Dialect::Postgres {
            // Two programs that open a new store at once wait for each other.
            sql.script("SELECT pg_advisory_xact_lock(764921)")?;
        }
        let found = version(sql)?;
        if found == 0 {
            sql.script("CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL)")?;
        }
        for (i, step) in STEPS.iter().enumerate().skip(usize::try_from(found).unwrap_or(0)) {
            sql.script(match sql.dialect() {
                Dialect::Sqlite => step.sqlite,
                Dialect::Postgres => step.postgres,
            })?;
            sql.script(&format!(
                "DELETE FROM ludex_schema; INSERT INTO ludex_schema (version) VALUES ({})",
                i + 1
            ))?;
        }
        Ok(())
    })
}

/// The version of a store; 0 where it is empty.
pub(crate) fn version(sql: &mut dyn Sql) -> Result<i64> {
    let there = match sql.dialect() {
        Dialect::Sqlite => "SELECT count(*) FROM sqlite_schema WHERE name = 'ludex_schema'",
        Dialect::Postgres => {
            "SELECT count(*) FROM pg_tables WHERE tablename = 'ludex_schema' \
                              AND schemaname = current_schema()"
        }
    };
    if sql.one(there, &[])?.and_then(|v| v.as_int()) == Some(0) {
        return Ok(0);
    }
    let found = sql.one("SELECT version FROM ludex_schema", &[])?.and_then(|v| v.as_int()).unwrap_or(0);
    if found > VERSION {
        return Err(StoreError::Newer { place: sql.place().to_owned(), found, known: VERSION });
    }
    Ok(found)
}
