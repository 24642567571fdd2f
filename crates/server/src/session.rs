//! A key in a browser: a cookie that scripts cannot read, and a token that foreign pages cannot guess.

use crate::keys::{self, Role};
use ludex_store::sql::transaction;
use ludex_store::{Result, Store};

/// The name of the cookie.
pub const COOKIE: &str = "ludex_session";
/// How long a session lasts, in seconds.
pub const LASTS: i64 = 7 * 24 * 3600;

/// A session that is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The key it was begun with.
    pub key: String,
    /// What the key may do.
    pub role: Role,
    /// What every write must carry besides the cookie.
    pub csrf: String,
}

/// Begins a session with a key; answers the value of the cookie, or nothing where the key is not good.
///
/// # Errors
/// When the store is in trouble.
pub fn begin(store: &mut Store, secret: &str, now: i64) -> Result<Option<(String, Session)>> {
    let Some(key) = keys::find(store, secret, now)? else { return Ok(None) };
    let (cookie, csrf) = (keys::secret()?, keys::secret()?);
    transaction(store.sql(), |sql| {
        sql.run("DELETE FROM api_sessions WHERE expires < ?1", &[now.into()])?;
        sql.run(
            "INSERT INTO api_sessions (hash, key_id, csrf, created, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
            &[
                keys::hash(&cookie).into(),
                key.id.as_str().into(),
                csrf.as_str().into(),
                now.into(),
                (now + LASTS).into(),
            ],
        )
    })?;
    Ok(Some((cookie, Session { key: key.id, role: key.role, csrf })))
}

/// The session of a cookie, if it is good.
///
/// # Errors
/// When the store is in trouble.
pub fn find(store: &mut Store, cookie: &str, now: i64) -> Result<Option<Session>> {
    let row = store.sql().one(
        "SELECT k.id, k.role, s.csrf FROM api_sessions s JOIN api_keys k ON k.id = s.key_id \
         WHERE s.hash = ?1 AND s.expires >= ?2 AND k.revoked IS NULL",
        &[keys::hash(cookie).into(), now.into()],
    )?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Session { key: row.text("id")?, role: row.text("role")?.parse()?, csrf: row.text("csrf")? }))
}

/// Ends the session of a cookie.
///
/// # Errors
/// When the store is in trouble.
pub fn end(store: &mut Store, cookie: &str) -> Result<()> {
    transaction(store.sql(), |sql| {
        sql.run("DELETE FROM api_sessions WHERE hash = ?1", &[keys::hash(cookie).into()]).map(drop)
    })
}
