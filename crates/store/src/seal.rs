//! Seals: the checksums of rows in tables that are edited rather than filled.
//!
//! A trigger marks each row that anybody changes, and whoever changed it as Ludex seals what it marked before it
//! commits: the sum of the row then stands in `ludex_seals`. What another client marked stays open, and `check` says
//! so. A seal without its row, a row without its seal, a sum that does not fit: that is damage.

use crate::check::{SUMMED, sealed};
use crate::error::Result;
use crate::sql::{Dialect, Sql};

/// Begins a transaction of Ludex: what stands open was marked by others and is not ours to seal.
pub(crate) fn begin(sql: &mut dyn Sql) -> Result<()> {
    // What a transaction that failed has added up is forgotten.
    sql.joined();
    match sql.dialect() {
        Dialect::Sqlite => {
            sql.run("UPDATE ludex_seals SET outside = 1 WHERE sum IS NULL AND outside = 0", &[]).map(drop)
        }
        // There each transaction marks under its own number.
        Dialect::Postgres => Ok(()),
    }
}

/// Seals what this transaction has marked.
pub(crate) fn seal(sql: &mut dyn Sql) -> Result<()> {
    // A server does it by itself.
    if sql.dialect() == Dialect::Postgres {
        return Ok(());
    }
    let open = sql.all(
        "SELECT d.tab, d.pairs FROM ludex_sealed d WHERE d.tab IN \
         (SELECT tab FROM ludex_seals WHERE sum IS NULL AND outside = 0)",
        &[],
    )?;
    if open.is_empty() {
        return Ok(());
    }
    for mut row in open {
        let (table, pairs) = (row.text("tab")?, row.text("pairs")?);
        let cells = cells(sql, &table)?;
        sql.run(
            &format!(
                "UPDATE ludex_seals AS s SET sum = (SELECT ludex_sum({cells}) FROM {table} t WHERE {pairs}) \
                 WHERE tab = '{table}' AND sum IS NULL AND outside = 0"
            ),
            &[],
        )?;
    }
    // What is open still has no row any more.
    sql.run("DELETE FROM ludex_seals WHERE sum IS NULL AND outside = 0", &[]).map(drop)
}

/// All columns of a table of SQLite, as the arguments of `ludex_sum`.
pub(crate) fn cells(sql: &mut dyn Sql, table: &str) -> Result<String> {
    let rows = sql.all("SELECT name FROM pragma_table_info(?1)", &[table.into()])?;
    let names: Vec<String> =
        rows.into_iter().map(|mut row| Ok(format!("t.\"{}\"", row.text("name")?))).collect::<Result<_>>()?;
    Ok(names.join(", "))
}

/// Makes all totals and seals anew, from the rows as they are.
pub(crate) fn renew(sql: &mut dyn Sql) -> Result<()> {
    let dialect = sql.dialect();
    sql.run("DELETE FROM ludex_totals", &[])?;
    for table in &SUMMED {
        let (name, sum) = (table.table, table.sum(dialect));
        sql.run(&format!("UPDATE {name} SET sum = {sum} WHERE sum IS NULL OR sum <> {sum}"), &[])?;
    }
    // What the updates have taken down is in the rows.
    sql.run("DELETE FROM ludex_totals", &[])?;
    for table in &SUMMED {
        let name = table.table;
        let total = format!(
            "INSERT INTO ludex_totals (tab, rows, sum) SELECT '{name}', count(sum), coalesce(sum(sum), 0) FROM {name}"
        );
        sql.run(&total, &[])?;
    }
    sql.run("DELETE FROM ludex_seals", &[])?;
    for table in sealed(sql)? {
        let (name, keys, sum) = (&table.table, table.key_names(), table.sum(sql)?);
        let seals = format!(
            "INSERT INTO ludex_seals (tab, {keys}, sum) SELECT '{name}', {}, {sum} FROM {name} t",
            table.parts
        );
        sql.run(&seals, &[])?;
    }
    Ok(())
}
