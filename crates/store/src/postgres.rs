//! PostgreSQL: a store on a server.

use crate::address::Address;
use crate::error::{Result, StoreError};
use crate::row::Row;
use crate::sql::{Cell, Dialect, EachRow, RowSource, Sql, Value};
use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres::types::{FromSql, IsNull, Kind, ToSql, Type};
use postgres::{Client, Statement};
use std::collections::HashMap;
use std::io::Write;

/// A connection to a store on a server.
pub(crate) struct Postgres {
    client: Client,
    prepared: HashMap<String, Statement>,
    place: String,
    version: i64,
}

/// What holds for every connection. A time-out that the server or the address sets already stays. A server that can
/// notices within a second that a program is gone, and ends what it was doing: others would wait for its locks.
const SESSION: &str = "SET client_min_messages = warning; \
    SELECT set_config('lock_timeout', '60s', false) WHERE current_setting('lock_timeout') = '0'; \
    SELECT set_config('statement_timeout', '1h', false) WHERE current_setting('statement_timeout') = '0'; \
    DO $$ BEGIN PERFORM set_config(name, '1s', false) FROM pg_settings \
    WHERE name = 'client_connection_check_interval' AND setting = '0'; EXCEPTION WHEN OTHERS THEN NULL; END $$";

impl Postgres {
    /// Connects.
    pub(crate) fn open(url: &str) -> Result<Self> {
        let address = Address::read(url)?;
        let place = address.place.clone();
        let failed =
            |error: postgres::Error| StoreError::Open { place: place.clone(), reason: message(&error) };
        let mut client = address.connect()?;
        client.batch_execute(SESSION).map_err(failed)?;
        Ok(Postgres { client, prepared: HashMap::new(), place, version: 0 })
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&dollars(sql)).map_err(|error| trouble(&self.place, error))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// `?1` becomes `$1`; a `?` in a string is followed by no digit in our statements.
fn dollars(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut chars = sql.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(if c == '?' && chars.peek().is_some_and(char::is_ascii_digit) { '$' } else { c });
    }
    out
}

/// An error with all its causes, in one line.
pub(crate) fn message(error: &postgres::Error) -> String {
    if let Some(db) = error.as_db_error() {
        return db.message().to_owned();
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = inner.source();
    }
    text
}

fn trouble(place: &str, error: postgres::Error) -> StoreError {
    let text = message(&error);
    match error.code().map(|code| code.code()) {
        // 22: a value out of its range or form; 23: a constraint; P0001: raised by our triggers;
        // 42501: row level security or a missing grant.
        Some(code)
            if code.starts_with("22") || code.starts_with("23") || code == "P0001" || code == "42501" =>
        {
            StoreError::Rule(text)
        }
        // Nothing was written, and nothing is wrong with what was asked.
        Some("55P03") => StoreError::Trouble {
            place: place.to_owned(),
            reason: format!(
                "another program is writing to it and did not end within lock_timeout ({text}); nothing was \
                 written, try again"
            ),
        },
        Some("57014") => StoreError::Trouble {
            place: place.to_owned(),
            reason: format!("the server ended the statement ({text}); see statement_timeout"),
        },
        Some("40001" | "40P01") => StoreError::Trouble {
            place: place.to_owned(),
            reason: format!(
                "another program changed the same at the same time ({text}); nothing was written, try again"
            ),
        },
        Some(code) if code.starts_with("53") => StoreError::Trouble {
            place: place.to_owned(),
            reason: format!("the server is out of room ({text})"),
        },
        Some(_) => StoreError::Trouble { place: place.to_owned(), reason: text },
        None => StoreError::Trouble {
            place: place.to_owned(),
            reason: format!("the connection is gone ({text})"),
        },
    }
}

/// The type under any domains.
fn base(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Domain(inner) => base(inner),
        _ => ty,
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        let ty = base(ty);
        match self {
            Value::Null => return Ok(IsNull::Yes),
            Value::Int(number) => match *ty {
                Type::BOOL => (*number != 0).to_sql(ty, out)?,
                Type::INT2 => i16::try_from(*number)?.to_sql(ty, out)?,
                Type::INT4 => i32::try_from(*number)?.to_sql(ty, out)?,
                Type::FLOAT8 => (*number as f64).to_sql(ty, out)?,
                Type::NUMERIC => numeric(*number as f64, out)?,
                Type::TEXT => number.to_string().to_sql(ty, out)?,
                _ => number.to_sql(ty, out)?,
            },
            Value::Real(number) => match *ty {
                Type::NUMERIC => numeric(*number, out)?,
                Type::TEXT => number.to_string().to_sql(ty, out)?,
                _ => number.to_sql(ty, out)?,
            },
            Value::Text(text) => match ty.kind() {
                // Enumerations and json take the bytes of the text; ltree wants its version before them.
                _ if ty.name() == "ltree" => {
                    out.extend_from_slice(&[1]);
                    out.extend_from_slice(text.as_bytes());
                    IsNull::No
                }
                _ => {
                    out.extend_from_slice(text.as_bytes());
                    IsNull::No
                }
            },
            Value::Bytes(bytes) => {
                out.extend_from_slice(bytes);
                IsNull::No
            }
        };
        Ok(IsNull::No)
    }

    fn accepts(_ty: &Type) -> bool {
        true
    }

    postgres::types::to_sql_checked!();
}

/// Writes a number with two decimals in the server's base-10000 form.
fn numeric(
    number: f64,
    out: &mut BytesMut,
) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
    let hundredths = (number * 100.0).round();
    if !hundredths.is_finite() || hundredths.abs() > 1e15 {
        return Err(format!("{number} does not fit a decimal column").into());
    }
    let sign: u16 = if hundredths < 0.0 { 0x4000 } else { 0 };
    let mut rest = hundredths.abs() as u64;
    let mut digits = vec![((rest % 100) * 100) as u16];
    rest /= 100;
    let mut weight: i16 = -1;
    while rest > 0 {
        digits.insert(0, (rest % 10_000) as u16);
        rest /= 10_000;
        weight += 1;
    }
    for word in [digits.len() as u16, weight as u16, sign, 2] {
        out.extend_from_slice(&word.to_be_bytes());
    }
    for digit in digits {
        out.extend_from_slice(&digit.to_be_bytes());
    }
    Ok(IsNull::No)
}

fn from_numeric(raw: &[u8]) -> Option<f64> {
    let word = |at: usize| Some(u16::from_be_bytes(raw.get(2 * at..2 * at + 2)?.try_into().ok()?));
    let (count, weight, sign) = (word(0)?, word(1)? as i16, word(2)?);
    // Digits are gathered into one whole number first: sums of rounded powers would not be exact.
    let (mut whole, mut scale) = (0f64, i32::from(weight));
    for i in 0..count {
        whole = whole * 10_000.0 + f64::from(word(4 + usize::from(i))?);
    }
    scale -= i32::from(count) - 1;
    let value = if scale >= 0 { whole * 10_000f64.powi(scale) } else { whole / 10_000f64.powi(-scale) };
    Some(if sign == 0x4000 { -value } else { value })
}

impl FromSql<'_> for Value {
    fn from_sql(
        ty: &Type,
        raw: &[u8],
    ) -> std::result::Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        let ty = base(ty);
        Ok(match *ty {
            Type::BOOL => Value::Int(i64::from(bool::from_sql(ty, raw)?)),
            Type::INT2 => Value::Int(i64::from(i16::from_sql(ty, raw)?)),
            Type::INT4 => Value::Int(i64::from(i32::from_sql(ty, raw)?)),
            Type::INT8 => Value::Int(i64::from_sql(ty, raw)?),
            Type::FLOAT4 => Value::Real(f64::from(f32::from_sql(ty, raw)?)),
            Type::FLOAT8 => Value::Real(f64::from_sql(ty, raw)?),
            Type::NUMERIC => Value::Real(from_numeric(raw).ok_or("a number cut short")?),
            Type::BYTEA => Value::Bytes(raw.to_vec()),
            _ if ty.name() == "ltree" => {
                Value::Text(String::from_utf8(raw.get(1..).unwrap_or(&[]).to_vec())?)
            }
            _ => Value::Text(String::from_utf8(raw.to_vec())?),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// One field of a row in COPY's text format.
fn copy_field(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Null => out.extend_from_slice(b"\\N"),
        Cell::Int(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Cell::Real(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Cell::Text(text) => {
            for &byte in text.as_bytes() {
                match byte {
                    b'\\' => out.extend_from_slice(b"\\\\"),
                    b'\t' => out.extend_from_slice(b"\\t"),
                    b'\n' => out.extend_from_slice(b"\\n"),
                    b'\r' => out.extend_from_slice(b"\\r"),
                    other => out.push(other),
                }
            }
        }
    }
}

impl Sql for Postgres {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
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

    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        let statement = self.prepare(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|v| v as _).collect();
        self.client.execute(&statement, &values).map_err(|error| trouble(&self.place, error))
    }

    fn rows(&mut self, sql: &str, values: &[Value], each: &mut EachRow<'_>) -> Result<()> {
        let statement = self.prepare(sql)?;
        let place = &self.place;
        let mut rows = self.client.query_raw(&statement, values).map_err(|error| trouble(place, error))?;
        while let Some(row) = rows.next().map_err(|error| trouble(place, error))? {
            let read = (0..row.len())
                .map(|column| row.try_get::<_, Value>(column).map_err(|error| trouble(place, error)))
                .collect::<Result<Vec<Value>>>()?;
            if !each(Row::new(read))? {
                break;
            }
        }
        Ok(())
    }

    fn script(&mut self, sql: &str) -> Result<()> {
        self.client.batch_execute(sql).map_err(|error| trouble(&self.place, error))
    }

    fn put_rows(&mut self, first: &str, second: &str, rows: &mut RowSource<'_>) -> Result<()> {
        let place = self.place.clone();
        let lost = |error: std::io::Error| StoreError::Trouble {
            place: place.clone(),
            reason: format!("the connection is gone ({error})"),
        };
        let mut writer = self.client.copy_in(first).map_err(|error| trouble(&place, error))?;
        let mut buffer = Vec::with_capacity(1 << 16);
        rows(&mut |cells| {
            for (i, cell) in cells.iter().enumerate() {
                if i > 0 {
                    buffer.push(b'\t');
                }
                copy_field(cell, &mut buffer);
            }
            buffer.push(b'\n');
            if buffer.len() > 1 << 16 {
                writer.write_all(&buffer).map_err(lost)?;
                buffer.clear();
            }
            Ok(true)
        })?;
        writer.write_all(&buffer).map_err(lost)?;
        writer.finish().map_err(|error| trouble(&place, error))?;
        self.run(second, &[]).map(drop)
    }

    fn known(&mut self, names: &[&str]) -> Result<Vec<bool>> {
        let statement = self.prepare("SELECT name FROM records WHERE name = ANY(?1)")?;
        let rows = self.client.query(&statement, &[&names]).map_err(|error| trouble(&self.place, error))?;
        let there: std::collections::HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
        Ok(names.iter().map(|name| there.contains(*name)).collect())
    }

    fn identity(&mut self) -> Result<Option<String>> {
        // Every role may ask for these: when the server started, the database, the schema.
        let row = self.one(
            "SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), d.oid, n.oid) \
             FROM pg_database d, pg_namespace n \
             WHERE d.datname = current_database() AND n.nspname = current_schema()",
            &[],
        )?;
        row.map(|mut row| row.text("identity")).transpose()
    }

    fn integrity(&mut self) -> Result<()> {
        // Reading every row through its index is what a client can do; the server watches its pages.
        // In one statement, for others may write meanwhile; a sample of all of it is read from the table itself.
        self.script("SET enable_seqscan = off")?;
        let differs = self.all(
            "SELECT 1 WHERE (SELECT count(*) FROM (SELECT name FROM records ORDER BY name) AS r) <> \
             (SELECT count(*) FROM records TABLESAMPLE SYSTEM (100))",
            &[],
        );
        self.script("SET enable_seqscan = on")?;
        if !differs?.is_empty() {
            return Err(StoreError::Trouble {
                place: self.place.clone(),
                reason: "the index of names and the table of records differ".into(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_there_and_back() {
        for hundredths in [0i64, 1, 99, 100, 7452, 10_000, 999_999, 1_000_000, 123_456_789, -7452] {
            let number = hundredths as f64 / 100.0;
            let mut out = BytesMut::new();
            numeric(number, &mut out).unwrap();
            assert_eq!(from_numeric(&out), Some(number));
        }
    }

    #[test]
    fn numbered_marks_become_dollars() {
        assert_eq!(dollars("a = ?1 AND b = ?12 AND c ? 'x'"), "a = $1 AND b = $12 AND c ? 'x'");
    }
}
