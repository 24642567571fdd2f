//! API keys: who may write, and what.

use ludex_store::sql::transaction;
use ludex_store::{Result, Row, Store, StoreError};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// What a key may do. Each role may do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Read; as everybody may.
    Reader,
    /// Also put and import records; setups, their links, variants and translations; sets; jobs.
    Editor,
    /// Also tags and wanted saves, which are metadata of the whole database; keys; the audit trail.
    Admin,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Reader => "reader",
            Role::Editor => "editor",
            Role::Admin => "admin",
        })
    }
}

impl FromStr for Role {
    type Err = StoreError;

    fn from_str(word: &str) -> Result<Role> {
        match word {
            "reader" => Ok(Role::Reader),
            "editor" => Ok(Role::Editor),
            "admin" => Ok(Role::Admin),
            _ => Err(StoreError::Value(format!("{word:?} is no role: reader, editor and admin are"))),
        }
    }
}

/// A key as it is kept; the key itself was shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Key {
    /// What it is called in lists and in the audit trail.
    pub id: String,
    /// What it may do.
    pub role: Role,
    /// Whose it is, as its maker wrote.
    pub label: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// When it was last used, to the minute.
    pub last_used: Option<i64>,
    /// When it was revoked.
    pub revoked: Option<i64>,
}

const COLUMNS: &str = "id, role, label, created, last_used, revoked";

impl Key {
    fn from_row(mut row: Row) -> Result<Key> {
        Ok(Key {
            id: row.text("id")?,
            role: row.text("role")?.parse()?,
            label: row.text("label")?,
            created: row.int("created")?,
            last_used: row.optional_int("last_used")?,
            revoked: row.optional_int("revoked")?,
        })
    }
}

/// Letters of a secret: 160 bits.
const SECRET_BYTES: usize = 20;

/// A new secret, in hexadecimal digits.
///
/// # Errors
/// When the system has no random numbers.
pub(crate) fn secret() -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Value(format!("the system gives no random numbers: {error}")))?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a secret. It is random and long, so that one round of hashing is enough.
pub(crate) fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// Makes a key; answers what is kept and the key itself, which cannot be shown again.
///
/// # Errors
/// When the label is no text a store takes, or the store is in trouble.
///
/// # Examples
/// ```
/// use ludex_server::keys::{self, Role};
/// let mut store = ludex_server::state::open_store(":memory:")?.into_store();
/// let (key, secret) = keys::add(&mut store, Role::Editor, "Ada", 0)?;
/// assert_eq!(keys::find(&mut store, &secret, 60)?.map(|found| found.id), Some(key.id.clone()));
/// assert!(keys::revoke(&mut store, &key.id, 120)?);
/// assert_eq!(keys::find(&mut store, &secret, 180)?, None);
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
pub fn add(store: &mut Store, role: Role, label: &str, now: i64) -> Result<(Key, String)> {
    ludex_store::sql::check_text("the label", label)?;
    if label.trim().is_empty() || label.chars().count() > 100 || label.chars().any(char::is_control) {
        return Err(StoreError::Value("the label is a line of 1 to 100 characters".into()));
    }
    let secret = format!("ludex_{}", secret()?);
    let hash = hash(&secret);
    let key = Key {
        id: format!("k{}", &hash[..10]),
        role,
        label: label.trim().to_owned(),
        created: now,
        last_used: None,
        revoked: None,
    };
    transaction(store.sql(), |sql| {
        sql.run(
            "INSERT INTO api_keys (id, hash, role, label, created) VALUES (?1, ?2, ?3, ?4, ?5)",
            &[
                key.id.as_str().into(),
                hash.into(),
                role.to_string().into(),
                key.label.as_str().into(),
                now.into(),
            ],
        )
    })?;
    Ok((key, secret))
}

/// All keys, the oldest first.
///
/// # Errors
/// When the store is in trouble.
pub fn list(store: &mut Store) -> Result<Vec<Key>> {
    let rows = store.sql().all(&format!("SELECT {COLUMNS} FROM api_keys ORDER BY created, id"), &[])?;
    rows.into_iter().map(Key::from_row).collect()
}

/// Whether there is any key that is good.
///
/// # Errors
/// When the store is in trouble.
pub fn any(store: &mut Store) -> Result<bool> {
    Ok(store.sql().one("SELECT 1 FROM api_keys WHERE revoked IS NULL", &[])?.is_some())
}

/// The key of a secret, if it is good; its use is noted, to the minute.
///
/// # Errors
/// When the store is in trouble.
pub fn find(store: &mut Store, secret: &str, now: i64) -> Result<Option<Key>> {
    let hash = hash(secret);
    let row = store.sql().one(
        &format!("SELECT {COLUMNS} FROM api_keys WHERE hash = ?1 AND revoked IS NULL"),
        &[hash.as_str().into()],
    )?;
    let Some(key) = row.map(Key::from_row).transpose()? else { return Ok(None) };
    if key.last_used.is_none_or(|last| now - last >= 60) {
        let values = [now.into(), hash.into()];
        transaction(store.sql(), |sql| {
            sql.run("UPDATE api_keys SET last_used = ?1 WHERE hash = ?2", &values)
        })?;
    }
    Ok(Some(key))
}

/// Revokes a key and ends its sessions; whether it was good until now.
///
/// # Errors
/// When there is no such key, or the store is in trouble.
pub fn revoke(store: &mut Store, id: &str, now: i64) -> Result<bool> {
    transaction(store.sql(), |sql| {
        if sql.one("SELECT 1 FROM api_keys WHERE id = ?1", &[id.into()])?.is_none() {
            return Err(StoreError::Missing { what: "key", id: id.chars().take(40).collect() });
        }
        sql.run("DELETE FROM api_sessions WHERE key_id = ?1", &[id.into()])?;
        let changed = sql.run(
            "UPDATE api_keys SET revoked = ?1 WHERE id = ?2 AND revoked IS NULL",
            &[now.into(), id.into()],
        )?;
        Ok(changed > 0)
    })
}
