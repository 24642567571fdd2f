//! Setups added, listed, changed and removed.

use crate::problems::is_same;
use crate::schema::MINT;
use crate::setup::{SetupFields, SetupRow, SetupType, WRITTEN, columns, id_value, read_id};
use crate::{Setups, sets};
use ludex_store::sql::{Sql, lock_until_commit, transaction};
use ludex_store::{Dialect, Result, StoreError, Value};
use ludex_tetris::{Canonical, Counts, FourRule, IdScheme, Piece, SetupId, Tables};

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
    /// Only with a solve percentage of at least so much, in hundredths of a percent.
    pub least: Option<u32>,
    /// Only builds that have these pieces.
    pub pieces: Option<String>,
    /// Only where the credit has this text, in small or capital letters.
    pub credit: Option<String>,
    /// Only members of a set with this tag.
    pub tag: Option<String>,
    /// Only ids after this one.
    pub after: Option<SetupId>,
    /// At most so many.
    pub limit: Option<u64>,
}

impl Filter {
    /// Whether all setups of its perfect clear pass.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        *self == Filter { pc: self.pc, ..Filter::default() }
    }
}

/// The first id of a setup that no setup has and none ever had, from all ones in the unique number down.
pub(crate) fn mint(
    sql: &mut dyn Sql,
    canonical: &Canonical,
    scheme: IdScheme,
    rule: FourRule,
) -> Result<SetupId> {
    let refused = |error: ludex_tetris::IdError| StoreError::Value(error.to_string());
    let first = canonical.name(&Tables { scheme, four: rule }).map_err(refused)?;
    let (bits, lowest) = (first.bits(), first.prefix(scheme) << scheme.unique_bits());
    for candidate in (lowest..=bits).rev() {
        let id = format!("{candidate:012x}");
        let there = sql.one(
            "SELECT 1 FROM setups WHERE id = ?1 UNION ALL SELECT 1 FROM setup_retired WHERE id = ?2",
            &[id.as_str().into(), id.as_str().into()],
        )?;
        if there.is_none() {
            return read_id(&id);
        }
    }
    Err(StoreError::Value(format!(
        "all {} ids that begin with the bits of {first} are taken",
        1u64 << scheme.unique_bits()
    )))
}

pub(crate) fn insert(sql: &mut dyn Sql, id: SetupId, fields: &SetupFields) -> Result<()> {
    let marks: Vec<String> = (1..=WRITTEN.len()).map(|i| format!("?{i}")).collect();
    let statement = format!("INSERT INTO setups ({}) VALUES ({})", WRITTEN.join(", "), marks.join(", "));
    sql.run(&statement, &fields.to_values(id)).map(drop)
}

/// A setup, or nothing where there is none of that id.
pub(crate) fn stored(sql: &mut dyn Sql, id: SetupId) -> Result<Option<SetupRow>> {
    let select = format!("SELECT {} FROM setups WHERE id = ?1", columns(""));
    sql.one(&select, &[id_value(id)])?.map(|mut row| SetupRow::from_row(&mut row)).transpose()
}

/// The setups that are the same, in whatever words.
pub(crate) fn same_setups(sql: &mut dyn Sql, fields: &SetupFields) -> Result<Vec<SetupId>> {
    let select = format!(
        "SELECT {} FROM setups WHERE pc = ?1 AND leftover = ?2 AND build = ?3 ORDER BY id",
        columns("")
    );
    let values = [fields.pc.into(), fields.leftover.as_str().into(), fields.build.as_str().into()];
    let mut same = Vec::new();
    for mut row in sql.all(&select, &values)? {
        let other = SetupRow::from_row(&mut row)?;
        if is_same(fields, &other) {
            same.push(other.id);
        }
    }
    Ok(same)
}

pub(crate) fn missing(id: SetupId) -> StoreError {
    StoreError::Missing { what: "setup", id: id.to_string() }
}

impl Setups {
    /// Adds a setup; its id is minted and answered.
    ///
    /// # Errors
    /// When a field does not hold, or all ids of its bits are taken.
    pub fn add_setup(&mut self, mut fields: SetupFields, rule: FourRule) -> Result<SetupId> {
        let canonical = fields.check()?;
        transaction(self.sql(), |sql| {
            lock_until_commit(sql, MINT)?;
            let id = mint(sql, &canonical, fields.scheme, rule)?;
            insert(sql, id, &fields)?;
            Ok(id)
        })
    }

    /// Adds a setup under an id that was minted elsewhere.
    ///
    /// # Errors
    /// When a field does not hold, or the id is taken.
    pub fn add_setup_as(&mut self, id: SetupId, mut fields: SetupFields) -> Result<()> {
        fields.check()?;
        transaction(self.sql(), |sql| insert(sql, id, &fields))
    }

    /// Adds the mirror of a setup and ties the two together, both or neither; answers the mirror. A setup
    /// that has its mirror already keeps it.
    ///
    /// # Errors
    /// When there is no such setup, its fumen does not read, or all ids of its mirror's bits are taken.
    pub fn add_mirror(&mut self, id: SetupId, rule: FourRule) -> Result<SetupRow> {
        transaction(self.sql(), |sql| {
            lock_until_commit(sql, MINT)?;
            let setup = stored(sql, id)?.ok_or_else(|| missing(id))?;
            let mirror = match setup.mirror {
                Some(mirror) => mirror,
                None => {
                    let mut fields = setup.mirrored()?;
                    let canonical = fields.check()?;
                    let mirror = mint(sql, &canonical, fields.scheme, rule)?;
                    fields.mirror = Some(id);
                    insert(sql, mirror, &fields)?;
                    let pair = [id_value(mirror), id_value(id)];
                    sql.run("UPDATE setups SET mirror = ?1 WHERE id = ?2", &pair)?;
                    mirror
                }
            };
            stored(sql, mirror)?.ok_or_else(|| missing(mirror))
        })
    }

    /// A setup by its id.
    ///
    /// # Errors
    /// When there is none.
    pub fn setup(&mut self, id: SetupId) -> Result<SetupRow> {
        stored(self.sql(), id)?.ok_or_else(|| missing(id))
    }

    /// Whether there is any setup.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn has_setups(&mut self) -> Result<bool> {
        Ok(self.sql().one("SELECT 1 FROM setups LIMIT 1", &[])?.is_some())
    }

    /// The setups that pass a filter.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setups(&mut self, filter: &Filter, order: Order) -> Result<Vec<SetupRow>> {
        let dialect = self.sql().dialect();
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
            condition("type = ?", kind.into());
        }
        if let Some(leftover) = &filter.leftover {
            let pieces = Piece::word(leftover).map_err(|e| StoreError::Value(e.to_string()))?;
            condition("leftover = ?", Piece::spell(&Counts::of(&pieces).sorted()).into());
        }
        if let Some(prefix) = &filter.prefix {
            condition("id >= ?", prefix.as_str().into());
            condition("id < ?", format!("{prefix}g").into());
        }
        if let Some(after) = filter.after {
            condition("id > ?", id_value(after));
        }
        if let Some(set) = &filter.set {
            condition(sets::MEMBERS, set.as_str().into());
        }
        if let Some(least) = filter.least {
            let best = "(SELECT max(s.solve_percent) FROM statistics s WHERE s.setup = setups.id)";
            // A whole number of hundredths: no two databases disagree on it.
            condition(&format!("round({best} * 100) >= ?"), i64::from(least).into());
        }
        if let Some(pieces) = &filter.pieces {
            let pieces = Piece::word(pieces).map_err(|e| StoreError::Value(format!("the pieces: {e}")))?;
            let counts = Counts::of(&pieces);
            // The pieces of a build stand in order: those of one kind beside each other.
            for piece in Piece::ALL.into_iter().filter(|piece| counts.0[piece.index()] > 0) {
                let run = piece.letter().to_string().repeat(usize::from(counts.0[piece.index()]));
                condition("build LIKE ?", format!("%{run}%").into());
            }
        }
        if let Some(credit) = &filter.credit {
            ludex_store::sql::check_text("the credit", credit)?;
            condition(
                match dialect {
                    Dialect::Sqlite => "instr(lower(coalesce(credit, '')), lower(?)) > 0",
                    Dialect::Postgres => "strpos(lower(coalesce(credit, '')), lower(?)) > 0",
                },
                credit.as_str().into(),
            );
        }
        if let Some(tag) = &filter.tag {
            ludex_store::sql::check_text("the tag", tag)?;
            condition(
                "id IN (SELECT m.setup FROM setup_set_members m JOIN setup_set_tags t ON t.setup_set = m.setup_set \
                 WHERE t.tag = ?)",
                tag.as_str().into(),
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
        let select = format!("SELECT {} FROM setups{conditions} ORDER BY {order}{limit}", columns(""));
        let rows = self.sql().all(&select, &values)?;
        rows.into_iter().map(|mut row| SetupRow::from_row(&mut row)).collect()
    }

    /// Writes the changed fields of a setup; its id stays what it is.
    ///
    /// # Errors
    /// When a field does not hold, or there is no such setup.
    pub fn change_setup(&mut self, id: SetupId, mut fields: SetupFields) -> Result<()> {
        fields.check()?;
        let assignments: Vec<String> =
            WRITTEN.iter().zip(1..).skip(1).map(|(column, i)| format!("{column} = ?{i}")).collect();
        let statement = format!("UPDATE setups SET {} WHERE id = ?1", assignments.join(", "));
        let touched = self.write(&statement, &fields.to_values(id))?;
        if touched == 0 { Err(missing(id)) } else { Ok(()) }
    }

    /// Gives a setup another id; it is renamed in every path.
    ///
    /// # Errors
    /// When there is no such setup, or the new id is taken.
    pub fn rename_setup(&mut self, old: SetupId, new: SetupId) -> Result<()> {
        let pair = [id_value(new), id_value(old)];
        let touched = self.write("UPDATE setups SET id = ?1 WHERE id = ?2", &pair)?;
        if touched == 0 { Err(missing(old)) } else { Ok(()) }
    }

    /// Removes a setup; its children in the OQB tree become roots.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_setup(&mut self, id: SetupId) -> Result<()> {
        let touched = self.write("DELETE FROM setups WHERE id = ?1", &[id_value(id)])?;
        if touched == 0 { Err(missing(id)) } else { Ok(()) }
    }
}
