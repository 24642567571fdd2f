//! The setup database in: rows of files taken in, whatever their order.
//!
//! All rows are read before the first is taken, and wait in temporary files. Setups come first, then what hangs on them.

use crate::bulk;
use crate::edit::{insert, mint, stored};
use crate::formats::{EachRow, FieldRow};
use crate::saves::{put_save, put_save_data};
use crate::schema::MINT;
use crate::setup::{SetupFields, id_value, read_id};
use crate::spool::Spool;
use crate::statistics::{Statistics, join_statistics, put_path_file, unhex};
use crate::transfer::TABLES;
use crate::variant::check_solve_pattern;
use crate::{Setups, sets};
use ludex_store::sql::{Dialect, Sql, check_text, lock_until_commit, transaction};
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::{FourRule, Pattern, SetupId};
use std::collections::HashMap;

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// Setups that are new.
    pub setups: u64,
    /// Setups that were there, equal.
    pub known: u64,
    /// Rows of other tables.
    pub others: u64,
    /// Line and reason of each refused row.
    pub refused: Vec<(usize, String)>,
    /// Line and remark of each row that was taken with a change.
    pub notes: Vec<(usize, String)>,
}

impl Setups {
    /// Takes in rows, all in one transaction; refused rows are told and left out. Setups without an id get one,
    /// in the order of the rows.
    ///
    /// # Errors
    /// When the database is in trouble; nothing is taken then.
    pub fn import_setups(&mut self, rows: &[FieldRow], rule: FourRule) -> Result<Imported> {
        self.import_setups_from(&mut |each| rows.iter().cloned().try_for_each(&mut *each), rule)
    }

    /// Takes in the rows that a source hands out, such as [`crate::formats::each_row`]: as
    /// [`Setups::import_setups`], with no more than a few of them in memory. All are read before the first is
    /// taken, so that nobody waits for a slow file.
    ///
    /// # Errors
    /// When the source fails, the database is in trouble, or more rows are refused than are told; nothing is taken
    /// then.
    pub fn import_setups_from(
        &mut self,
        source: &mut dyn FnMut(&mut EachRow<'_>) -> Result<()>,
        rule: FourRule,
    ) -> Result<Imported> {
        // Setups first, then what hangs on them, whatever the order of the file.
        let mut spool = Spool::new(1 + TABLES.len());
        source(&mut |row| match rank(row.table()) {
            Some(rank) => spool.put(rank, &row),
            // Derived, or of no interest here.
            None => Ok(()),
        })?;
        transaction(self.sql(), |sql| {
            lock_until_commit(sql, MINT)?;
            let mut import = Import { rule, ..Import::default() };
            for rank in 0..=TABLES.len() {
                let mut rows = spool.rows(rank)?;
                loop {
                    let (mut chunk, mut bytes) = (Vec::new(), 0);
                    while chunk.len() < CHUNK && bytes < CHUNK_BYTES {
                        let Some(row) = rows.next().transpose()? else { break };
                        bytes += row.fields.values().flatten().map(String::len).sum::<usize>();
                        chunk.push(row);
                    }
                    if chunk.is_empty() {
                        break;
                    }
                    import.take(sql, &chunk)?;
                }
            }
            import.mirrors(sql)?;
            import.done.refused.sort();
            Ok(import.done)
        })
    }
}

/// Rows that are taken together.
const CHUNK: usize = 500;
/// The same, in bytes.
const CHUNK_BYTES: usize = 8 << 20;
/// More refused rows, or more rows taken with a change, are not told one by one.
const MOST_TOLD: usize = 100_000;
/// A reason is cut after so many bytes: it may repeat what was read.
const LONGEST_REASON: usize = 500;

/// The place of a table in the order of an import; nothing for one that is of no interest.
fn rank(table: &str) -> Option<usize> {
    if table == "setups" {
        return Some(0);
    }
    TABLES.iter().position(|known| known.name == table).map(|at| at + 1)
}

/// An import at work.
#[derive(Default)]
struct Import {
    rule: FourRule,
    done: Imported,
    deferred: Deferred,
}

/// What waits for the end of an import.
#[derive(Default)]
pub(crate) struct Deferred {
    /// Line, setup and mirror: the mirror may come later in the file.
    pub(crate) mirrors: Vec<(usize, SetupId, SetupId)>,
    /// The numbers of saves in the file and here.
    saves: HashMap<String, i64>,
}

impl Deferred {
    /// Puts the mirror of a setup aside.
    pub(crate) fn mirror(&mut self, row: &FieldRow, id: SetupId, done: &mut Imported) {
        // A text that is no id is that of no setup.
        match row.get(&["mirror"]).map(|mirror| (mirror, read_id(mirror))) {
            Some((_, Ok(mirror))) => self.mirrors.push((row.line, id, mirror)),
            Some((text, Err(_))) => done.no_mirror(row.line, text, id),
            None => {}
        }
    }
}

impl Imported {
    /// Notes that the mirror of a setup is not there.
    pub(crate) fn no_mirror(&mut self, line: usize, mirror: &str, id: SetupId) {
        if self.notes.len() < MOST_TOLD {
            let note = format!("the mirror {mirror} of {id} is not there and was left out");
            self.notes.push((line, cut(note)));
        }
    }
}

impl Import {
    /// Takes rows of one table. Mostly none is refused: they are tried together, and one by one where the database
    /// refuses one, each in a savepoint so that a refused row leaves no trace on either database.
    fn take(&mut self, sql: &mut dyn Sql, rows: &[FieldRow]) -> Result<()> {
        let Imported { setups, known, others, refused, notes } = &self.done;
        let before = (*setups, *known, *others, refused.len(), notes.len(), self.deferred.mirrors.len());
        sql.script("SAVEPOINT some_rows")?;
        match self.together(sql, rows) {
            Ok(()) => return sql.script("RELEASE SAVEPOINT some_rows"),
            Err(error) if error.is_refusal() => {
                sql.script("ROLLBACK TO SAVEPOINT some_rows; RELEASE SAVEPOINT some_rows")?;
            }
            Err(error) => return Err(error),
        }
        (self.done.setups, self.done.known, self.done.others) = (before.0, before.1, before.2);
        self.done.refused.truncate(before.3);
        self.done.notes.truncate(before.4);
        self.deferred.mirrors.truncate(before.5);
        for row in rows {
            sql.script("SAVEPOINT one_row")?;
            match one_row(sql, row, self.rule, &mut self.deferred, &mut self.done) {
                Ok(()) => sql.script("RELEASE SAVEPOINT one_row")?,
                Err(error) if error.is_refusal() => {
                    sql.script("ROLLBACK TO SAVEPOINT one_row; RELEASE SAVEPOINT one_row")?;
                    self.done.refused.push((row.line, cut(error.to_string())));
                }
                Err(error) => return Err(error),
            }
        }
        if self.done.refused.len() > MOST_TOLD {
            return Err(StoreError::Value(format!(
                "more than {MOST_TOLD} rows are refused, the first in line {}: {}; nothing was taken",
                self.done.refused[0].0, self.done.refused[0].1
            )));
        }
        Ok(())
    }

    /// Takes rows of one table, or fails.
    fn together(&mut self, sql: &mut dyn Sql, rows: &[FieldRow]) -> Result<()> {
        let Import { rule, done, deferred } = self;
        if sql.dialect() == Dialect::Postgres && bulk::take(sql, rows, *rule, deferred, done)? {
            return Ok(());
        }
        rows.iter().try_for_each(|row| one_row(sql, row, *rule, deferred, done))
    }

    /// Ties setups to their mirrors, now that all are there.
    fn mirrors(&mut self, sql: &mut dyn Sql) -> Result<()> {
        if sql.dialect() == Dialect::Postgres {
            return bulk::mirrors(sql, &self.deferred.mirrors, &mut self.done);
        }
        for (line, id, mirror) in &self.deferred.mirrors {
            let tied = sql.run(
                "UPDATE setups SET mirror = ?1 WHERE id = ?2 AND EXISTS (SELECT 1 FROM setups s WHERE s.id = ?3)",
                &[id_value(*mirror), id_value(*id), id_value(*mirror)],
            )?;
            if tied == 0 {
                self.done.no_mirror(*line, &mirror.to_string(), *id);
            }
        }
        Ok(())
    }
}

/// A reason of bounded length.
fn cut(mut reason: String) -> String {
    if reason.len() > LONGEST_REASON {
        reason.truncate(reason.floor_char_boundary(LONGEST_REASON));
        reason.push_str("...");
    }
    reason
}

fn one_row(
    sql: &mut dyn Sql,
    row: &FieldRow,
    rule: FourRule,
    deferred: &mut Deferred,
    done: &mut Imported,
) -> Result<()> {
    match row.table() {
        "setups" => {
            let mut setup = row.setup()?;
            let canonical = setup.check()?;
            let id = match row.get(&["id", "setup_id"]).filter(|id| !id.is_empty()) {
                Some(id) => read_id(id)?,
                None => mint(sql, &canonical, setup.scheme, rule)?,
            };
            // The mirror comes at the end.
            match stored(sql, id)?.map(|old| SetupFields { mirror: None, ..old.fields }) {
                Some(old) if old == setup => done.known += 1,
                Some(_) => return Err(StoreError::Value(format!("the id {id} is that of another setup"))),
                None => {
                    insert(sql, id, &setup)?;
                    done.setups += 1;
                }
            }
            deferred.mirror(row, id, done);
            return Ok(());
        }
        table @ ("setup_oqb_links" | "setup_set_links") => {
            let pair = [row.need(&["parent", "parent_id"])?, row.need(&["child", "child_id"])?];
            put_pair(sql, table, ["parent", "child"], pair)?;
        }
        "setup_set_members" => {
            let pair = [row.need(&["setup_set", "set_id"])?, row.need(&["setup", "setup_id"])?];
            put_pair(sql, "setup_set_members", ["setup_set", "setup"], pair)?;
        }
        "setup_set_tags" => {
            let pair = [row.need(&["setup_set", "set_id"])?, row.need(&["tag"])?];
            put_pair(sql, "setup_set_tags", ["setup_set", "tag"], pair)?;
        }
        "tags" => sets::put_tag(sql, &row.need(&["tag"])?)?,
        "setup_sets" => sets::put_set(sql, &row.need(&["id", "set_id"])?, &row.need(&["name"])?)?,
        "setup_set_translations" => sets::put_set_translation(
            sql,
            &row.need(&["setup_set", "set_id"])?,
            &row.need(&["language"])?,
            &row.need(&["name"])?,
            row.get(&["description"]),
        )?,
        "saves" => {
            let pc = row.int(&["pc"])?.ok_or_else(|| StoreError::Value("there is no pc".into()))?;
            let truth = matches!(row.get(&["auto", "auto_populate"]), Some("1" | "t" | "true"));
            let importance = row.int(&["importance"])?.unwrap_or(0);
            let description = row.get(&["description"]);
            let id = put_save(sql, pc, &row.need(&["save"])?, description, importance, truth)?;
            if let Some(there) = row.get(&["id", "save_id"]) {
                deferred.saves.insert(there.to_owned(), id);
            }
        }
        "save_data" => {
            let number = row.need(&["save", "save_id"])?;
            let save = deferred.saves.get(&number).ok_or_else(|| {
                StoreError::Value(format!("the save {number} is not among the saves of the file"))
            })?;
            let fraction = row.int(&["numerator"])?.zip(row.int(&["denominator"])?);
            put_save_data(
                sql,
                (row.owner()?, row.rules()?),
                *save,
                row.status()?,
                fraction,
                row.get(&["priority"]),
            )?;
        }
        "setup_variants" => {
            let solve = row.get(&["solve_pattern", "pieces"]);
            check_text("the solve pattern", solve.unwrap_or_default())?;
            check_solve_pattern(solve)?;
            sql.run(
                "INSERT INTO setup_variants (setup, number, build, fumen, solve_pattern) VALUES (?1, ?2, ?3, ?4, ?5) \
                 ON CONFLICT (setup, number) DO UPDATE SET build = excluded.build, fumen = excluded.fumen, \
                 solve_pattern = excluded.solve_pattern",
                &[
                    id_value(row.owner()?),
                    row.int(&["number", "variant_number"])?.into(),
                    row.need(&["build"])?.into(),
                    row.need(&["fumen"])?.into(),
                    row.get(&["solve_pattern", "pieces"]).map(str::to_owned).into(),
                ],
            )?;
        }
        "setup_translations" => {
            sets::put_translation(sql, row.owner()?, &row.need(&["language"])?, &row.need(&["description"])?)?
        }
        "statistics" => {
            let new = statistics(sql, row)?;
            join_statistics(sql, &new)?;
        }
        "path_files" => {
            let data = row.need(&["data"])?;
            let data = unhex(data.strip_prefix("\\x").unwrap_or(&data))
                .ok_or_else(|| StoreError::Value("the data are no hexadecimal digits".into()))?;
            put_path_file(sql, row.owner()?, row.rules()?, Some(&data))?;
        }
        // Derived, or of no interest here.
        _ => return Ok(()),
    }
    done.others += 1;
    Ok(())
}

/// The statistics of a row.
pub(crate) fn statistics(sql: &mut dyn Sql, row: &FieldRow) -> Result<Statistics> {
    let mut new = row.statistics()?;
    if let Some(text) = row.get(&["cover_data", "cover_hex"]) {
        new.cover_data = Some(cover_bits(sql, new.setup, text)?);
    }
    Ok(new)
}

/// The cover bits in a field: hexadecimal digits, or one digit 0 or 1 per queue, as a dump of a bit
/// column has them.
fn cover_bits(sql: &mut dyn Sql, setup: SetupId, text: &str) -> Result<Vec<u8>> {
    let wrong = || StoreError::Value("the cover bits are neither hexadecimal digits nor 0 and 1".into());
    if !text.starts_with("\\x") && text.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        let queues = stored(sql, setup)?
            .and_then(|row| Pattern::read(&row.cover_pattern).ok()?.queues().ok())
            .map_or(0, |queues| queues.len());
        // Hexadecimal digits of as many queues are fewer, or have bits set past the last queue.
        if text.len() == queues {
            let byte = |bits: &[u8]| {
                bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | (bit - b'0') << (7 - i))
            };
            return Ok(text.as_bytes().chunks(8).map(byte).collect());
        }
    }
    unhex(text.strip_prefix("\\x").unwrap_or(text)).ok_or_else(wrong)
}

/// Puts a row of two columns unless it is there.
fn put_pair(sql: &mut dyn Sql, table: &str, columns: [&str; 2], pair: [String; 2]) -> Result<()> {
    let values = pair.map(Value::from);
    let there = sql
        .one(&format!("SELECT 1 FROM {table} WHERE {} = ?1 AND {} = ?2", columns[0], columns[1]), &values)?;
    if there.is_none() {
        let insert = format!("INSERT INTO {table} ({}) VALUES (?1, ?2)", columns.join(", "));
        sql.run(&insert, &values)?;
    }
    Ok(())
}
