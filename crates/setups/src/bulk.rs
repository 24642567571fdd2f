//! Rows of an import by the hundred: on a server each statement is a message there and back, so that one statement
//! takes many rows.
//!
//! What is done here is what the import does row by row, in the same order and with the same outcome, as long as no row
//! is refused. Where one is, all of them are taken again one by one.

use crate::edit::missing;
use crate::formats::FieldRow;
use crate::import::{Deferred, Imported, statistics};
use crate::setup::{SetupFields, SetupRow, WRITTEN, columns, read_id};
use crate::statistics::{Statistics, join_many};
use crate::variant::check_solve_pattern;
use ludex_store::sql::{Sql, check_text};
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::{FourRule, SetupId, Tables};
use serde_json::{Map, Value as Json, json};
use std::collections::{HashMap, HashSet};

/// Takes rows of one table; whether it is one that is taken so.
///
/// # Errors
/// As the import of the first row that is refused.
pub(crate) fn take(
    sql: &mut dyn Sql,
    rows: &[FieldRow],
    rule: FourRule,
    deferred: &mut Deferred,
    done: &mut Imported,
) -> Result<bool> {
    match rows.first().map(FieldRow::table) {
        // Ids of an older scheme are told one by one.
        Some("setups") if rows.iter().any(|row| row.get(&["old_id"]).is_some()) => return Ok(false),
        Some("setups") => setups(sql, rows, rule, deferred, done)?,
        Some("statistics") => {
            let mut all = Vec::with_capacity(rows.len());
            for row in rows {
                all.push((row.line, statistics(sql, row, deferred)?));
            }
            let there = setups_there(sql, all.iter().map(|(_, new)| new.setup))?;
            let mut waiting: Vec<Statistics> = Vec::new();
            for (line, new) in all {
                // Files of figures often are of more setups than the store has: a batch need not fail for that.
                if !there.contains(&new.setup.to_string()) {
                    done.refused.push((line, missing(new.setup).to_string()));
                    continue;
                }
                done.others += 1;
                // One statement writes a row only once.
                if waiting.iter().any(|other| (other.setup, other.rules) == (new.setup, new.rules)) {
                    join_many(sql, &waiting)?;
                    waiting.clear();
                }
                waiting.push(new);
            }
            join_many(sql, &waiting)?;
        }
        Some("setup_variants") => {
            let one = |row: &FieldRow| -> Result<Vec<Value>> {
                let solve = row.get(&["solve_pattern", "pieces"]);
                check_text("the solve pattern", solve.unwrap_or_default())?;
                check_solve_pattern(solve)?;
                let number = row.int(&["number", "variant_number", "variant_id"])?;
                Ok(vec![
                    row.owner()?.to_string().into(),
                    number.into(),
                    row.need(&["build"])?.into(),
                    row.need(&["fumen"])?.into(),
                    solve.map(str::to_owned).into(),
                ])
            };
            let rows = rows.iter().map(one).collect::<Result<Vec<_>>>()?;
            if rows.iter().any(|row| row[1] == Value::Null) {
                // Their numbers are given out one after the other.
                return Ok(false);
            }
            let end = "ON CONFLICT (setup, number) DO UPDATE SET build = excluded.build, fumen = excluded.fumen, \
                       solve_pattern = excluded.solve_pattern";
            let columns = "setup, number, build, fumen, solve_pattern";
            upsert(sql, "setup_variants", columns, rows, end, done)?;
        }
        Some("setup_translations") => {
            let one = |row: &FieldRow| -> Result<Vec<Value>> {
                let (language, description) = (row.need(&["language"])?, row.need(&["description"])?);
                check_text("the language", &language)?;
                check_text("the description", &description)?;
                let setup = deferred.names.setup_named(&row.need(&["setup", "setup_id"])?)?;
                Ok(vec![setup.to_string().into(), language.into(), description.into()])
            };
            let rows = rows.iter().map(one).collect::<Result<Vec<_>>>()?;
            let end = "ON CONFLICT (setup, language) DO UPDATE SET description = excluded.description";
            upsert(sql, "setup_translations", "setup, language, description", rows, end, done)?;
        }
        Some("setup_oqb_links") => {
            let mut pairs = Vec::with_capacity(rows.len());
            for row in rows {
                let ends = [row.need(&["parent", "parent_id"])?, row.need(&["child", "child_id"])?];
                let [parent, child] = ends.map(|end| deferred.names.setup(sql, &end));
                pairs.push(vec![parent?.to_string().into(), child?.to_string().into()]);
            }
            put_pairs(sql, "setup_oqb_links", ["parent", "child"], pairs, done)?;
        }
        Some("setup_set_links") => {
            let one = |row: &FieldRow| -> Result<Vec<Value>> {
                Ok(vec![row.need(&["parent", "parent_id"])?.into(), row.need(&["child", "child_id"])?.into()])
            };
            let pairs = rows.iter().map(one).collect::<Result<_>>()?;
            put_pairs(sql, "setup_set_links", ["parent", "child"], pairs, done)?;
        }
        Some("setup_set_members") => {
            let mut pairs = Vec::with_capacity(rows.len());
            for row in rows {
                let setup = deferred.names.setup(sql, &row.need(&["setup", "setup_id"])?)?;
                pairs.push(vec![row.need(&["setup_set", "set_id"])?.into(), setup.to_string().into()]);
            }
            put_pairs(sql, "setup_set_members", ["setup_set", "setup"], pairs, done)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Those of some setups that are there.
fn setups_there(sql: &mut dyn Sql, ids: impl Iterator<Item = SetupId>) -> Result<HashSet<String>> {
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    let mut there = HashSet::new();
    sql.rows(
        "SELECT id FROM setups WHERE id IN (SELECT json_array_elements_text(CAST(?1 AS json)))",
        &[Json::from(ids).to_string().into()],
        &mut |mut row| {
            there.insert(row.text("id")?);
            Ok(true)
        },
    )?;
    Ok(there)
}

/// Writes the rows of two columns that are not there yet.
fn put_pairs(
    sql: &mut dyn Sql,
    table: &str,
    [one, other]: [&str; 2],
    pairs: Vec<Vec<Value>>,
    done: &mut Imported,
) -> Result<()> {
    let columns = format!("{one}, {other}");
    let new = format!(
        "WHERE NOT EXISTS (SELECT 1 FROM {table} l WHERE l.{one} = r.{one} AND l.{other} = r.{other}) \
         ON CONFLICT DO NOTHING"
    );
    insert(sql, table, &columns, &columns, &pairs, &new)?;
    done.others += pairs.len() as u64;
    Ok(())
}

/// Writes rows whose first two cells are their key; of equal keys the last one counts, as it does one by one.
fn upsert(
    sql: &mut dyn Sql,
    table: &str,
    columns: &str,
    rows: Vec<Vec<Value>>,
    end: &str,
    done: &mut Imported,
) -> Result<()> {
    let count = rows.len() as u64;
    let mut waiting: Vec<Vec<Value>> = Vec::new();
    for row in rows {
        if waiting.iter().any(|other| other[..2] == row[..2]) {
            insert(sql, table, columns, columns, &waiting, end)?;
            waiting.clear();
        }
        waiting.push(row);
    }
    insert(sql, table, columns, columns, &waiting, end)?;
    done.others += count;
    Ok(())
}

/// Inserts rows of a table `r`, whose columns have their types from it.
pub(crate) fn insert(
    sql: &mut dyn Sql,
    table: &str,
    columns: &str,
    select: &str,
    rows: &[Vec<Value>],
    end: &str,
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = columns.split(',').map(str::trim).collect();
    let object = |row: &Vec<Value>| -> Json {
        names.iter().map(|name| (*name).to_owned()).zip(row.iter().map(cell)).collect::<Map<_, _>>().into()
    };
    let list = Json::Array(rows.iter().map(object).collect()).to_string();
    sql.run(
        &format!(
            "INSERT INTO {table} ({columns}) SELECT {select} \
             FROM json_populate_recordset(NULL::{table}, CAST(?1 AS json)) AS r {end}"
        ),
        &[list.into()],
    )
    .map(drop)
}

fn cell(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Int(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => format!("\\x{}", crate::statistics::hex(bytes)).into(),
    }
}

/// A setup on its way in.
struct New<'a> {
    row: &'a FieldRow,
    fields: SetupFields,
    /// The id it comes with, or the first of those it may get and the least.
    id: std::result::Result<SetupId, (SetupId, u64)>,
}

fn setups(
    sql: &mut dyn Sql,
    rows: &[FieldRow],
    rule: FourRule,
    deferred: &mut Deferred,
    done: &mut Imported,
) -> Result<()> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let mut fields = row.setup()?;
        let canonical = fields.check()?;
        let id = match row.get(&["id", "setup_id"]).filter(|id| !id.is_empty()) {
            Some(id) => Ok(read_id(id)?),
            None => {
                let tables = Tables { scheme: fields.scheme, four: rule };
                let first = canonical.name(&tables).map_err(|error| StoreError::Value(error.to_string()))?;
                Err((first, first.prefix(fields.scheme) << fields.scheme.unique_bits()))
            }
        };
        all.push(New { row, fields, id });
    }
    let mut there = stored(sql, &all)?;
    let mut taken = taken(sql, &all)?;
    let mut new: Vec<Vec<Value>> = Vec::new();
    for New { row, fields, id } in all {
        let id = match id {
            Ok(id) => id,
            Err((first, least)) => {
                let free = (least..=first.bits()).rev().map(|bits| format!("{bits:012x}"));
                let free = { free }.find(|id| !taken.contains(id));
                // All are taken: said where rows are taken one by one.
                read_id(&free.ok_or_else(|| StoreError::Value(format!("no id is left for {first}")))?)?
            }
        };
        match there.get(&id) {
            Some(old) if *old == fields => done.known += 1,
            Some(_) => return Err(StoreError::Value(format!("the id {id} is that of another setup"))),
            None => {
                new.push(fields.to_values(id));
                taken.insert(id.to_string());
                there.insert(id, fields);
                done.setups += 1;
            }
        }
        deferred.mirror(row, id);
    }
    let columns = WRITTEN.join(", ");
    insert(sql, "setups", &columns, &columns, &new, "")
}

/// The setups that are there under the ids that are given, without their mirrors.
fn stored(sql: &mut dyn Sql, all: &[New<'_>]) -> Result<HashMap<SetupId, SetupFields>> {
    let ids: Vec<String> = all.iter().filter_map(|new| Some(new.id.as_ref().ok()?.to_string())).collect();
    let mut there = HashMap::new();
    if ids.is_empty() {
        return Ok(there);
    }
    let select = format!(
        "SELECT {} FROM setups WHERE id IN (SELECT json_array_elements_text(CAST(?1 AS json)))",
        columns("")
    );
    sql.rows(&select, &[Json::from(ids).to_string().into()], &mut |mut row| {
        let row = SetupRow::from_row(&mut row)?;
        there.insert(row.id, SetupFields { mirror: None, ..row.fields });
        Ok(true)
    })?;
    Ok(there)
}

/// The ids that are taken, or ever were, of those that setups without one may get.
fn taken(sql: &mut dyn Sql, all: &[New<'_>]) -> Result<HashSet<String>> {
    let ranges: HashSet<(String, String)> = all
        .iter()
        .filter_map(|new| new.id.as_ref().err())
        .map(|(first, least)| (format!("{least:012x}"), first.to_string()))
        .collect();
    let mut taken = HashSet::new();
    if ranges.is_empty() {
        return Ok(taken);
    }
    let list: Vec<Json> = ranges.iter().map(|(low, high)| json!({ "low": low, "high": high })).collect();
    let range = "s.id >= (r.low COLLATE \"C\") AND s.id <= (r.high COLLATE \"C\")";
    let select = format!(
        "WITH r AS (SELECT low, high FROM json_to_recordset(CAST(?1 AS json)) AS r (low text, high text)) \
         SELECT s.id FROM r JOIN setups s ON {range} UNION SELECT s.id FROM r JOIN setup_retired s ON {range}"
    );
    sql.rows(&select, &[Json::Array(list).to_string().into()], &mut |mut row| {
        taken.insert(row.text("id")?);
        Ok(true)
    })?;
    Ok(taken)
}

/// Ties setups to their mirrors.
pub(crate) fn mirrors(
    sql: &mut dyn Sql,
    mirrors: &[(usize, SetupId, SetupId)],
    done: &mut Imported,
) -> Result<()> {
    let mut rest = mirrors;
    while !rest.is_empty() {
        // One statement writes a row only once.
        let mut seen = HashSet::new();
        let some = rest.iter().take(5000).take_while(|(_, id, _)| seen.insert(*id)).count();
        let (now, later) = rest.split_at(some);
        rest = later;
        let pair = |(_, id, mirror): &(usize, SetupId, SetupId)| json!({ "id": id.to_string(), "mirror": mirror.to_string() });
        let list = Json::Array(now.iter().map(pair).collect()).to_string();
        let mut tied = HashSet::new();
        sql.rows(
            "UPDATE setups AS u SET mirror = r.mirror \
             FROM json_to_recordset(CAST(?1 AS json)) AS r (id text, mirror text) \
             WHERE u.id = r.id COLLATE \"C\" AND EXISTS (SELECT 1 FROM setups s WHERE s.id = r.mirror COLLATE \"C\") \
             RETURNING u.id",
            &[list.into()],
            &mut |mut row| {
                tied.insert(row.text("id")?);
                Ok(true)
            },
        )?;
        for (line, id, mirror) in now {
            if !tied.contains(&id.to_string()) {
                done.no_mirror(*line, &mirror.to_string(), *id);
            }
        }
    }
    Ok(())
}
