//! The audit trail: one row per write, made before it begins.

use ludex_store::sql::transaction;
use ludex_store::{Result, Store};
use serde::Serialize;

/// A write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Entry {
    /// Its number; later writes have greater ones.
    pub id: i64,
    /// When it began, in seconds since 1970.
    pub at: i64,
    /// The key that asked for it, or `local`.
    pub who: String,
    /// From where.
    pub address: String,
    /// The operation: method and route.
    pub operation: String,
    /// The path as it was asked for.
    pub path: String,
    /// How it ended; nothing where it did not come to its end.
    pub status: Option<i64>,
}

/// Notes that a write begins; answers its number.
///
/// # Errors
/// When the store is in trouble: then the write must not begin.
pub fn begin(store: &mut Store, now: i64, [who, address, operation, path]: [&str; 4]) -> Result<i64> {
    let path: String = path.chars().filter(|c| !c.is_control()).take(500).collect();
    transaction(store.sql(), |sql| {
        let row = sql.one(
            "INSERT INTO api_audit (at, who, address, operation, path) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
            &[now.into(), who.into(), address.into(), operation.into(), path.into()],
        )?;
        row.map_or(Ok(0), |mut row| row.int("id"))
    })
}

/// Notes how a write ended.
///
/// # Errors
/// When the store is in trouble.
pub fn end(store: &mut Store, id: i64, status: u16) -> Result<()> {
    let values = [i64::from(status).into(), id.into()];
    transaction(store.sql(), |sql| {
        sql.run("UPDATE api_audit SET status = ?1 WHERE id = ?2", &values).map(drop)
    })
}

/// The last writes before one, the latest first.
///
/// # Errors
/// When the store is in trouble.
pub fn list(store: &mut Store, before: Option<i64>, limit: i64) -> Result<Vec<Entry>> {
    let rows = store.sql().all(
        "SELECT id, at, who, address, operation, path, status FROM api_audit WHERE id < ?1 \
         ORDER BY id DESC LIMIT ?2",
        &[before.unwrap_or(i64::MAX).into(), limit.into()],
    )?;
    let entry = |mut row: ludex_store::Row| {
        Ok(Entry {
            id: row.int("id")?,
            at: row.int("at")?,
            who: row.text("who")?,
            address: row.text("address")?,
            operation: row.text("operation")?,
            path: row.text("path")?,
            status: row.optional_int("status")?,
        })
    };
    rows.into_iter().map(entry).collect()
}
