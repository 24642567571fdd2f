//! Whether all is whole: the file, the schema, and the checksum of every row.

use crate::error::{Result, StoreError};
use crate::objects;
use crate::seal::cells;
use crate::sql::{Dialect, Sql};
use crate::store::Store;
use ludex_core::Signature;
use std::fmt;

/// Something that is not as Ludex left it.
///
/// # Examples
/// ```
/// use ludex_store::{Record, Store};
/// let mut store = Store::open(":memory:")?;
/// store.put(vec![Record::new("cube2:0469".parse().expect("a name"), 0)])?;
/// assert!(store.examine()?.is_empty());
/// store.plain_sql("UPDATE records SET count = 9")?;
/// let found = store.examine()?;
/// assert!(found[0].outside);
/// assert_eq!(found[0].to_string(), "records cube2:0469: changed outside Ludex");
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The table and the row, or the object of the schema.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
    /// Another client of the database changed it, which it may: no damage, but nobody has looked at it yet.
    pub outside: bool,
}

impl Finding {
    /// Something that is damaged.
    #[must_use]
    pub fn damage(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Finding { place: place.into(), reason: reason.into(), outside: false }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// So many findings are told one by one.
const MOST: usize = 10_000;
const WRONG_SUM: &str = "its checksum does not fit, the row is damaged";
const OUTSIDE: &str = "changed outside Ludex";

/// A table whose rows carry their own sum.
pub(crate) struct Summed {
    pub(crate) table: &'static str,
    pub(crate) columns: &'static str,
    /// The key of a row as it is shown, and as it is compared.
    key: &'static str,
}

pub(crate) const SUMMED: [Summed; 2] = [
    Summed { table: "records", columns: crate::record::COLUMNS, key: "name" },
    Summed { table: "record_keys", columns: "kind, key, name", key: "kind || ':' || key || ' ' || name" },
];

impl Summed {
    /// The sum that a row should have.
    pub(crate) fn sum(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Sqlite => format!("ludex_sum({})", self.columns),
            Dialect::Postgres => server_sum(&self.columns.replace("rating", &server_real("rating"))),
        }
    }
}

/// The sum that a server makes of the cells of a row.
pub(crate) fn server_sum(cells: &str) -> String {
    format!("hashtextextended(ROW({cells})::text COLLATE \"C\", 0)")
}

/// A number as such a sum takes it: as text it would depend on a setting of the session.
pub(crate) fn server_real(value: &str) -> String {
    format!("encode(float8send({value}), 'hex')")
}

/// A table whose rows are sealed.
#[derive(Debug, Clone)]
pub(crate) struct Sealed {
    pub(crate) table: String,
    /// Where the row `t` is the one of the seal `s`, and the other way round.
    pub(crate) pairs: String,
    pub(crate) back: String,
    /// The key of the row `t`, part by part.
    pub(crate) parts: String,
}

pub(crate) fn sealed(sql: &mut dyn Sql) -> Result<Vec<Sealed>> {
    let rows = sql.all("SELECT tab, pairs, back, parts FROM ludex_sealed ORDER BY tab", &[])?;
    let one = |mut row: crate::Row| {
        let (table, pairs) = (row.text("tab")?, row.text("pairs")?);
        Ok(Sealed { table, pairs, back: row.text("back")?, parts: row.text("parts")? })
    };
    rows.into_iter().map(one).collect()
}

impl Sealed {
    /// The key of the row `t` in words.
    pub(crate) fn key(&self) -> String {
        format!("concat_ws(' ', {})", self.parts)
    }

    /// The columns of a seal that the key takes.
    pub(crate) fn key_names(&self) -> String {
        let parts = self.pairs.matches("t.").count();
        (1..=parts).map(|i| format!("k{i}")).collect::<Vec<_>>().join(", ")
    }

    /// The sum that the row `t` should have.
    pub(crate) fn sum(&self, sql: &mut dyn Sql) -> Result<String> {
        Ok(match sql.dialect() {
            Dialect::Sqlite => format!("ludex_sum({})", cells(sql, &self.table)?),
            Dialect::Postgres => "ludex_row_sum(t)".to_owned(),
        })
    }
}

/// A key as an answer holds it: on SQLite its bytes, since a damaged text may be none.
pub(crate) fn shown(dialect: Dialect, key: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("CAST({key} AS BLOB)"),
        Dialect::Postgres => key.to_owned(),
    }
}

/// The key of a row, in words.
pub(crate) fn key_text(row: &mut crate::Row) -> Result<String> {
    Ok(match row.value("key")? {
        crate::Value::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        other => other.into_text().unwrap_or_default(),
    })
}

/// What was found so far.
#[derive(Debug, Default)]
struct Findings {
    list: Vec<Finding>,
    more: u64,
}

impl Findings {
    fn push(&mut self, finding: Finding) {
        if self.list.len() < MOST {
            self.list.push(finding);
        } else {
            self.more += 1;
        }
    }

    /// What cannot be read is a finding too.
    fn part(&mut self, place: &str, look: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        match look(self) {
            Err(StoreError::Stopped(stopped)) => Err(stopped.into()),
            Err(error) => {
                self.push(Finding::damage(place, error.to_string()));
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

impl Store {
    /// Looks at everything: asks the database whether it is whole, compares the schema with the one that was made,
    /// and the checksum of every row with its row. Answers what is damaged, and what other clients have changed.
    ///
    /// # Errors
    /// When the database cannot be asked at all.
    pub fn examine(&mut self) -> Result<Vec<Finding>> {
        let sql = &mut *self.sql;
        let mut found = Findings::default();
        found.part("the database", |_| sql.integrity())?;
        if !sql.sums() {
            return Ok(found.list);
        }
        found.part("ludex_schema", |found| version_row(sql, found))?;
        found.part("ludex_objects", |found| {
            for broken in objects::broken(sql)? {
                let reason = if broken.there { "it is not as it was made" } else { "it is gone" };
                found.push(Finding::damage(format!("the {} {}", broken.kind, broken.name), reason));
            }
            for (kind, name) in objects::unknown(sql)? {
                let reason = "made outside Ludex".to_owned();
                found.push(Finding { place: format!("the {kind} {name}"), reason, outside: true });
            }
            Ok(())
        })?;
        for table in &SUMMED {
            found.part(table.table, |found| summed(sql, table, found))?;
            found.part(table.table, |found| total(sql, table, found))?;
        }
        let mut tables = Vec::new();
        found.part("ludex_sealed", |_| {
            tables = sealed(sql)?;
            Ok(())
        })?;
        for table in &tables {
            found.part(&table.table, |found| seals_of_rows(sql, table, found))?;
            found.part(&table.table, |found| rows_of_seals(sql, table, found))?;
        }
        found.part("ludex_seals", |found| {
            let rows = sql.all(
                "SELECT DISTINCT tab FROM ludex_seals WHERE tab NOT IN (SELECT tab FROM ludex_sealed)",
                &[],
            )?;
            for mut row in rows {
                found.push(Finding::damage(
                    "ludex_seals",
                    format!("{:?} has no sealed rows", row.text("tab")?),
                ));
            }
            Ok(())
        })?;
        if found.more > 0 {
            let more = format!("{} more findings are not told", found.more);
            found.list.push(Finding::damage("the database", more));
        }
        Ok(found.list)
    }

    /// Looks at everything and reads every record; answers a checksum of them.
    ///
    /// # Errors
    /// What is damaged or was changed by another client.
    pub fn check(&mut self) -> Result<Signature> {
        let found = self.examine()?;
        self.refuse_findings(&found)?;
        self.checksum()
    }

    /// The first finding as an error.
    ///
    /// # Errors
    /// When there is one.
    pub fn refuse_findings(&self, found: &[Finding]) -> Result<()> {
        let Some(first) = found.first() else { return Ok(()) };
        let more = if found.len() > 1 { format!(", and {} more", found.len() - 1) } else { String::new() };
        Err(StoreError::Trouble { place: self.place().to_owned(), reason: format!("{first}{more}") })
    }
}

fn version_row(sql: &mut dyn Sql, found: &mut Findings) -> Result<()> {
    let rows = sql.all("SELECT version FROM ludex_schema", &[])?;
    if rows.len() != 1 {
        found.push(Finding::damage("ludex_schema", format!("it has {} rows where one belongs", rows.len())));
    }
    Ok(())
}

/// Rows whose own sum does not fit.
fn summed(sql: &mut dyn Sql, table: &Summed, found: &mut Findings) -> Result<()> {
    let (name, sum, key) = (table.table, table.sum(sql.dialect()), shown(sql.dialect(), table.key));
    let wrong = format!(
        "SELECT {key}, CASE WHEN sum IS NULL THEN 1 ELSE 0 END FROM {name} WHERE sum IS NULL OR sum <> {sum}"
    );
    sql.rows(&wrong, &[], &mut |mut row| {
        let (key, outside) = (key_text(&mut row)?, row.flag("outside")?);
        let reason = if outside { OUTSIDE } else { WRONG_SUM };
        found.push(Finding { place: format!("{name} {key}"), reason: reason.into(), outside });
        Ok(true)
    })
}

/// The total of a table: rows that are gone leave no other trace.
fn total(sql: &mut dyn Sql, table: &Summed, found: &mut Findings) -> Result<()> {
    let name = table.table;
    let ask = format!(
        "SELECT t.rows, t.wanted, CASE WHEN t.rows = t.wanted AND t.sum = t.wanted_sum THEN 1 ELSE 0 END FROM (SELECT \
         (SELECT count(sum) FROM {name}) AS rows, (SELECT coalesce(sum(sum), 0) FROM {name}) AS sum, \
         (SELECT CAST(sum(rows) AS BIGINT) FROM ludex_totals WHERE tab = '{name}') AS wanted, \
         (SELECT sum(sum) FROM ludex_totals WHERE tab = '{name}') AS wanted_sum) t"
    );
    let Some(mut row) = sql.one(&ask, &[])? else { return Ok(()) };
    let (rows, wanted) = (row.int("rows")?, row.optional_int("rows")?);
    if row.flag("fits")? {
        return Ok(());
    }
    let reason = match wanted {
        None => "its total is gone".to_owned(),
        Some(wanted) if wanted > rows => {
            format!(
                "it has {rows} rows of Ludex where {wanted} belong: {} are lost or were removed outside Ludex",
                wanted - rows
            )
        }
        Some(wanted) if wanted < rows => format!("it has {rows} rows of Ludex where {wanted} belong"),
        Some(_) => "its rows do not add up to its total".to_owned(),
    };
    found.push(Finding::damage(name, reason));
    Ok(())
}

/// Rows whose seal is missing, open or does not fit.
fn seals_of_rows(sql: &mut dyn Sql, table: &Sealed, found: &mut Findings) -> Result<()> {
    let Sealed { table: name, back, .. } = table;
    let (sum, key) = (table.sum(sql)?, shown(sql.dialect(), &table.key()));
    let wrong = format!(
        "SELECT {key}, CASE WHEN s.tab IS NULL THEN 2 WHEN s.sum IS NULL THEN 1 ELSE 0 END FROM {name} t \
         LEFT JOIN ludex_seals s ON s.tab = '{name}' AND {back} \
         WHERE s.tab IS NULL OR s.sum IS NULL OR s.sum <> {sum}"
    );
    sql.rows(&wrong, &[], &mut |mut row| {
        let (key, state) = (key_text(&mut row)?, row.int("state")?);
        let reason = match state {
            0 => WRONG_SUM,
            1 => OUTSIDE,
            _ => "it has no seal",
        };
        found.push(Finding { place: format!("{name} {key}"), reason: reason.into(), outside: state == 1 });
        Ok(true)
    })
}

/// Seals whose row is gone.
fn rows_of_seals(sql: &mut dyn Sql, table: &Sealed, found: &mut Findings) -> Result<()> {
    let Sealed { table: name, pairs, .. } = table;
    let key = shown(sql.dialect(), "s.k1 || ' ' || s.k2 || ' ' || s.k3 || ' ' || s.k4");
    let gone = format!(
        "SELECT {key}, CASE WHEN s.sum IS NULL THEN 1 ELSE 0 END FROM ludex_seals s WHERE s.tab = '{name}' \
         AND NOT EXISTS (SELECT 1 FROM {name} t WHERE {pairs})"
    );
    sql.rows(&gone, &[], &mut |mut row| {
        let (key, outside) = (key_text(&mut row)?, row.flag("outside")?);
        let reason = if outside { "removed outside Ludex" } else { "the row is gone" };
        found.push(Finding { place: format!("{name} {}", key.trim_end()), reason: reason.into(), outside });
        Ok(true)
    })
}
