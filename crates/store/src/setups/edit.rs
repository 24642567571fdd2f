//! Setups added, changed, removed and linked.

use super::model::{SETUP_COLUMNS, STATISTICS_COLUMNS, SetupRow, SetupType, Statistics, Variant};
use crate::error::{Result, StoreError};
use crate::sql::{Dialect, Sql, Value, check_text, transaction};
use crate::store::Store;
use ludex_core::Signature;
use ludex_tetris::{Canonical, FourRule, Scheme, SetupId};
use serde_json::Value as Json;

/// How a list of setups is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// By id.
    #[default]
    Id,
    /// Best solve first.
    Solve,
}

/// Which setups to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Only this perfect clear.
    pub pc: Option<i64>,
    /// Only this type.
    pub kind: Option<SetupType>,
    /// Only this leftover, in any order of letters.
    pub leftover: Option<String>,
    /// Only ids that begin so.
    pub prefix: Option<String>,
    /// Only OQB setups that no other leads to.
    pub roots: bool,
    /// Only members of this set and of those below it.
    pub set: Option<String>,
    /// At most so many.
    pub limit: Option<u64>,
}

/// A node of the OQB tree as it is printed: id, depth, and whether its children were shown before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeLine {
    /// The setup.
    pub id: String,
    /// Steps from the root.
    pub depth: usize,
    /// The path to it.
    pub path: String,
}

/// How many statistics of a kick table and hold have a status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusCount {
    /// The kick table.
    pub kicktable: String,
    /// The hold.
    pub hold: String,
    /// `completed`, `processing` or `failed`.
    pub status: String,
    /// How many.
    pub count: i64,
}

pub(crate) fn mint(
    sql: &mut dyn Sql,
    canonical: &Canonical,
    scheme: Scheme,
    rule: FourRule,
) -> Result<String> {
    let refused = |error: ludex_tetris::IdError| StoreError::Value(error.to_string());
    let first = SetupId::first(canonical, scheme, rule).map_err(refused)?;
    let (bits, lowest) = (first.bits(), first.prefix(scheme) << scheme.unique_bits());
    // From all ones down: the first that no setup has and none ever had.
    for candidate in (lowest..=bits).rev() {
        let id = format!("{candidate:012x}");
        let there = sql.one(
            "SELECT 1 FROM setups WHERE id = ?1 UNION ALL SELECT 1 FROM setup_retired WHERE id = ?2",
            &[id.as_str().into(), id.as_str().into()],
        )?;
        if there.is_none() {
            return Ok(id);
        }
    }
    Err(StoreError::Value(format!(
        "all {} ids that begin with the bits of {first} are taken",
        1u64 << scheme.unique_bits()
    )))
}

pub(crate) fn insert(sql: &mut dyn Sql, setup: &SetupRow) -> Result<()> {
    sql.run(
        &format!(
            "INSERT INTO setups ({SETUP_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ),
        &setup.to_row(),
    )
    .map(drop)
}

fn missing(id: &str) -> StoreError {
    StoreError::Missing { what: "setup", id: id.to_owned() }
}

impl Store {
    /// Adds a setup; without an id one is minted. Answers the id.
    ///
    /// # Errors
    /// When a field does not hold, the id is taken, or all ids of its bits are.
    pub fn add_setup(&mut self, mut setup: SetupRow, rule: FourRule) -> Result<String> {
        let canonical = setup.settle()?;
        transaction(&mut *self.sql, |sql| {
            if setup.id.is_empty() {
                if sql.dialect() == Dialect::Postgres {
                    sql.script("SELECT pg_advisory_xact_lock(764924)")?;
                }
                setup.id = mint(sql, &canonical, setup.scheme, rule)?;
            }
            insert(sql, &setup)?;
            Ok(setup.id.clone())
        })
    }

    /// A setup by its id.
    ///
    /// # Errors
    /// When there is none.
    pub fn setup(&mut self, id: &str) -> Result<SetupRow> {
        let rows = self.sql.all(
            &format!("SELECT {SETUP_COLUMNS}, oqb_path, oqb_depth FROM setups WHERE id = ?1"),
            &[id.into()],
        )?;
        rows.into_iter().next().map_or_else(|| Err(missing(id)), SetupRow::from_row)
    }

    /// The setups that pass a filter.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setups(&mut self, filter: &Filter, order: Order) -> Result<Vec<SetupRow>> {
        let mut values: Vec<Value> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        let mut condition = |text: &str, value: Value| {
            values.push(value);
            parts.push(text.replace('?', &format!("?{}", values.len())));
        };
        if let Some(pc) = filter.pc {
            condition("pc = ?", pc.into());
        }
        if let Some(kind) = filter.kind {
            condition("type = ?", kind.word().into());
        }
        if let Some(leftover) = &filter.leftover {
            let pieces = ludex_tetris::Piece::word(leftover).map_err(|e| StoreError::Value(e.to_string()))?;
            let sorted = ludex_tetris::Counts::of(&pieces).sorted();
            condition("leftover = ?", ludex_tetris::Piece::spell(&sorted).into());
        }
        if let Some(prefix) = &filter.prefix {
            condition("id >= ?", prefix.as_str().into());
            condition("id < ?", format!("{prefix}g").into());
        }
        if let Some(set) = &filter.set {
            condition(
                "id IN (WITH RECURSIVE down (id) AS (SELECT id FROM setup_sets WHERE id = ? \
                 UNION SELECT l.child FROM setup_set_links l JOIN down ON l.parent = down.id) SELECT m.setup FROM setup_set_members m \
                 JOIN down ON m.setup_set = down.id)",
                set.as_str().into(),
            );
        }
        if filter.roots {
            parts.push(
                "type = 'oqb' AND NOT EXISTS (SELECT 1 FROM setup_oqb_links l WHERE l.child = setups.id)"
                    .into(),
            );
        }
        let conditions =
            if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) };
        let best = "(SELECT max(s.solve_percent) FROM statistics s WHERE s.setup = setups.id)";
        let order = match order {
            Order::Id => "id".to_owned(),
            Order::Solve => format!("CASE WHEN {best} IS NULL THEN 1 ELSE 0 END, {best} DESC, id"),
        };
        let limit = filter.limit.map_or_else(String::new, |limit| format!(" LIMIT {limit}"));
        let rows = self.sql.all(
            &format!(
                "SELECT {SETUP_COLUMNS}, oqb_path, oqb_depth FROM setups{conditions} ORDER BY {order}{limit}"
            ),
            &values,
        )?;
        rows.into_iter().map(SetupRow::from_row).collect()
    }

    /// Writes a changed setup; its id stays what it is.
    ///
    /// # Errors
    /// When a field does not hold, or there is no such setup.
    pub fn change_setup(&mut self, mut setup: SetupRow) -> Result<()> {
        setup.settle()?;
        let mut row = setup.to_row();
        let id = row.remove(0);
        row.push(id);
        let touched = self.sql.run(
            "UPDATE setups SET scheme = ?1, pc = ?2, leftover = ?3, build = ?4, cover_pattern = ?5, type = ?6, \
             fumen = ?7, solve_pattern = ?8, mirror = ?9, see = ?10, hold = ?11, credit = ?12 WHERE id = ?13",
            &row,
        )?;
        if touched == 0 { Err(missing(&setup.id)) } else { Ok(()) }
    }

    /// Gives a setup another id; it is renamed in every path.
    ///
    /// # Errors
    /// When there is no such setup, or the new id is taken or no id.
    pub fn rename_setup(&mut self, old: &str, new: &str) -> Result<()> {
        let touched = self.sql.run("UPDATE setups SET id = ?1 WHERE id = ?2", &[new.into(), old.into()])?;
        if touched == 0 { Err(missing(old)) } else { Ok(()) }
    }

    /// Removes a setup; its children in the OQB tree become roots.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_setup(&mut self, id: &str) -> Result<()> {
        let touched = self.sql.run("DELETE FROM setups WHERE id = ?1", &[id.into()])?;
        if touched == 0 { Err(missing(id)) } else { Ok(()) }
    }

    /// Links two OQB setups: after the parent comes the child.
    ///
    /// # Errors
    /// When an end is not there or is no OQB setup, or the link would close a cycle.
    pub fn link_setups(&mut self, parent: &str, child: &str) -> Result<()> {
        self.sql
            .run(
                "INSERT INTO setup_oqb_links (parent, child) VALUES (?1, ?2)",
                &[parent.into(), child.into()],
            )
            .map(drop)
    }

    /// Removes a link.
    ///
    /// # Errors
    /// When it is not there.
    pub fn unlink_setups(&mut self, parent: &str, child: &str) -> Result<()> {
        let touched = self.sql.run(
            "DELETE FROM setup_oqb_links WHERE parent = ?1 AND child = ?2",
            &[parent.into(), child.into()],
        )?;
        let id = format!("{parent} to {child}");
        if touched == 0 { Err(StoreError::Missing { what: "link from", id }) } else { Ok(()) }
    }

    /// All links: parent and child.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn links(&mut self) -> Result<Vec<(String, String)>> {
        let rows = self.sql.all("SELECT parent, child FROM setup_oqb_links ORDER BY parent, child", &[])?;
        let pair = |row: Vec<Value>| {
            let mut row = row.into_iter().map(|v| v.into_text().unwrap_or_default());
            (row.next().unwrap_or_default(), row.next().unwrap_or_default())
        };
        Ok(rows.into_iter().map(pair).collect())
    }

    /// The OQB tree below a setup, or all of it: one line per path, parents before children.
    ///
    /// # Errors
    /// When there is no such setup.
    pub fn tree(&mut self, top: Option<&str>) -> Result<Vec<TreeLine>> {
        if let Some(id) = top {
            self.setup(id)?;
        }
        let rows =
            self.sql.all("SELECT setup, path, depth FROM setup_oqb_paths ORDER BY path, setup", &[])?;
        let mut lines = Vec::new();
        for row in rows {
            let mut row = row.into_iter();
            let id = row.next().and_then(Value::into_text).unwrap_or_default();
            let path = row.next().and_then(Value::into_text).unwrap_or_default();
            let depth = row.next().and_then(|v| v.as_int()).unwrap_or(0) as usize;
            match top {
                None => lines.push(TreeLine { id, depth, path }),
                Some(top) => {
                    // Below the top, paths begin with it.
                    let Some(at) = path.split('.').position(|step| step == top) else { continue };
                    let below: Vec<&str> = path.split('.').skip(at).collect();
                    let path = below.join(".");
                    if !lines.iter().any(|line: &TreeLine| line.path == path) {
                        lines.push(TreeLine { id, depth: depth - at, path });
                    }
                }
            }
        }
        lines.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(lines)
    }

    /// Adds a variant; answers its number.
    ///
    /// # Errors
    /// When there is no such setup, or a field does not hold.
    pub fn add_variant(&mut self, setup: &str, build: &str, fumen: &str, solve: Option<&str>) -> Result<i64> {
        self.setup(setup)?;
        for (field, text) in
            [("the build", Some(build)), ("the fumen", Some(fumen)), ("the solve pattern", solve)]
        {
            check_text(field, text.unwrap_or_default())?;
        }
        transaction(&mut *self.sql, |sql| {
            sql.run(
                "INSERT INTO setup_variants (setup, build, fumen, solve_pattern) VALUES (?1, ?2, ?3, ?4)",
                &[setup.into(), build.into(), fumen.into(), solve.map(str::to_owned).into()],
            )?;
            let number =
                sql.one("SELECT max(number) FROM setup_variants WHERE setup = ?1", &[setup.into()])?;
            Ok(number.and_then(|v| v.as_int()).unwrap_or(1))
        })
    }

    /// The variants of a setup, by number.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn variants(&mut self, setup: &str) -> Result<Vec<Variant>> {
        let rows = self.sql.all(
            "SELECT setup, number, build, fumen, solve_pattern FROM setup_variants WHERE setup = ?1 ORDER BY number",
            &[setup.into()],
        )?;
        Ok(rows
            .into_iter()
            .map(|row| {
                let mut row = row.into_iter();
                let mut next = || row.next().unwrap_or(Value::Null);
                Variant {
                    setup: next().into_text().unwrap_or_default(),
                    number: next().as_int().unwrap_or(0),
                    build: next().into_text().unwrap_or_default(),
                    fumen: next().into_text().unwrap_or_default(),
                    solve_pattern: next().into_text(),
                }
            })
            .collect())
    }

    /// Removes a variant.
    ///
    /// # Errors
    /// When there is none of that number.
    pub fn remove_variant(&mut self, setup: &str, number: i64) -> Result<()> {
        let touched = self.sql.run(
            "DELETE FROM setup_variants WHERE setup = ?1 AND number = ?2",
            &[setup.into(), number.into()],
        )?;
        let id = format!("{number} of {setup}");
        if touched == 0 { Err(StoreError::Missing { what: "variant", id }) } else { Ok(()) }
    }

    /// The statistics of a setup.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn statistics(&mut self, setup: &str) -> Result<Vec<Statistics>> {
        let rows = self.sql.all(
            &format!("SELECT {STATISTICS_COLUMNS}, path_file FROM statistics WHERE setup = ?1 ORDER BY kicktable, hold"),
            &[setup.into()],
        )?;
        Ok(rows.into_iter().map(Statistics::from_row).collect())
    }

    /// Writes the statistics of a setup under one kick table and hold.
    ///
    /// # Errors
    /// When a rule forbids it.
    pub fn put_statistics(&mut self, statistics: &Statistics) -> Result<()> {
        put_statistics(&mut *self.sql, statistics)
    }

    /// Stores a path file with its row, or removes it.
    ///
    /// # Errors
    /// When there are no statistics of the setup under that kick table and hold.
    pub fn put_path_file(
        &mut self,
        setup: &str,
        kicktable: &str,
        hold: &str,
        data: Option<&[u8]>,
    ) -> Result<()> {
        transaction(&mut *self.sql, |sql| put_path_file(sql, setup, kicktable, hold, data))
    }

    /// A path file.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn path_file(&mut self, setup: &str, kicktable: &str, hold: &str) -> Result<Option<Vec<u8>>> {
        let data = self.sql.one(
            "SELECT data FROM path_files WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
            &[setup.into(), kicktable.into(), hold.into()],
        )?;
        Ok(data.and_then(Value::into_bytes))
    }

    /// Folds the whole setup database into one number, equal on both databases.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setups_checksum(&mut self) -> Result<Signature> {
        let mut signature = Signature::new("setups");
        for setup in self.setups(&Filter::default(), Order::Id)? {
            signature.fold(Json::Object(setup.to_json()).to_string().as_bytes());
        }
        super::transfer::each_line(&mut *self.sql, &mut |line| signature.fold(line.as_bytes()))?;
        Ok(signature)
    }

    /// How many setups of each perfect clear there are, and how many have statistics.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setup_counts(&mut self) -> Result<Vec<(i64, i64, i64)>> {
        let rows = self.sql.all(
            "SELECT pc, count(*), sum(CASE WHEN EXISTS (SELECT 1 FROM statistics s WHERE s.setup = setups.id \
             AND s.status = 'completed') THEN 1 ELSE 0 END) FROM setups GROUP BY pc ORDER BY pc",
            &[],
        )?;
        let int = |row: &[Value], i: usize| row[i].as_int().unwrap_or(0);
        Ok(rows.iter().map(|row| (int(row, 0), int(row, 1), int(row, 2))).collect())
    }

    /// How many statistics of each kick table and hold have which status.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn status_counts(&mut self) -> Result<Vec<StatusCount>> {
        let rows = self.sql.all(
            "SELECT kicktable, hold, status, count(*) FROM statistics GROUP BY kicktable, hold, status \
             ORDER BY kicktable, hold, status",
            &[],
        )?;
        let count = |row: Vec<Value>| {
            let mut row = row.into_iter();
            let mut text = || row.next().and_then(Value::into_text).unwrap_or_default();
            let (kicktable, hold, status) = (text(), text(), text());
            StatusCount { kicktable, hold, status, count: row.next().and_then(|v| v.as_int()).unwrap_or(0) }
        };
        Ok(rows.into_iter().map(count).collect())
    }

    /// Which path files there are: setup, kick table, hold.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn path_file_list(&mut self) -> Result<Vec<(String, String, String)>> {
        let rows = self
            .sql
            .all("SELECT setup, kicktable, hold FROM path_files ORDER BY setup, kicktable, hold", &[])?;
        let texts = |row: Vec<Value>| {
            let mut row = row.into_iter().map(|v| v.into_text().unwrap_or_default());
            (row.next().unwrap_or_default(), row.next().unwrap_or_default(), row.next().unwrap_or_default())
        };
        Ok(rows.into_iter().map(texts).collect())
    }
}

pub(crate) fn put_statistics(sql: &mut dyn Sql, statistics: &Statistics) -> Result<()> {
    sql.run(
        &format!(
            "INSERT INTO statistics ({STATISTICS_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) \
             ON CONFLICT (setup, kicktable, hold) DO UPDATE SET status = excluded.status, \
             cover_data = excluded.cover_data, solve_percent = excluded.solve_percent, \
             solve_numerator = excluded.solve_numerator, solve_denominator = excluded.solve_denominator, \
             all_solves = excluded.all_solves, minimal_solves = excluded.minimal_solves, \
             minimal_count = excluded.minimal_count"
        ),
        &statistics.to_row(),
    )
    .map(drop)
}

pub(crate) fn put_path_file(
    sql: &mut dyn Sql,
    setup: &str,
    kicktable: &str,
    hold: &str,
    data: Option<&[u8]>,
) -> Result<()> {
    sql.run(
        "DELETE FROM path_files WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
        &[setup.into(), kicktable.into(), hold.into()],
    )?;
    if let Some(data) = data {
        sql.run(
            "INSERT INTO path_files (setup, kicktable, hold, data) VALUES (?1, ?2, ?3, ?4)",
            &[setup.into(), kicktable.into(), hold.into(), data.to_vec().into()],
        )?;
    }
    Ok(())
}
