//! The setup database in: rows of files taken in, whatever their order.
//!
//! All rows are read before the first is taken, and wait in temporary files. Setups come first, then what hangs on them.

use crate::bulk;
use crate::edit::{insert, mint, missing, stored};
use crate::foreign::{LeftOut, MIRRORS, SAVE_NAMES, SETUP_SAVES, ours};
use crate::formats::{EachRow, FieldRow, REFUSED, wrong};
use crate::references::{References, save_counts};
use crate::saves::{SaveFigures, put_save, put_save_data, put_save_translation};
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
        let mut spool = Spool::new(RANKS);
        let mut left_out = LeftOut::default();
        source(&mut |row| {
            let line = row.line;
            for row in ours(row, &mut left_out).map_err(|reason| wrong(line, reason))? {
                spool.put(rank(row.table()), &row)?;
            }
            Ok(())
        })?;
        transaction(self.sql(), |sql| {
            lock_until_commit(sql, MINT)?;
            let mut import = Import { rule, ..Import::default() };
            for rank in 0..RANKS {
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
            import.done.notes.extend(left_out.notes());
            import.done.notes.sort();
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

/// What hangs on all tables, in the order in which it can be taken in.
const LAST: [&str; 3] = [SETUP_SAVES, SAVE_NAMES, MIRRORS];
/// Setups, the tables that travel beside them, what hangs on those, and rows that are refused.
const RANKS: usize = 1 + TABLES.len() + LAST.len() + 1;

/// The place of a table in the order of an import; the last is that of tables that are not known.
fn rank(table: &str) -> usize {
    let names = std::iter::once("setups").chain(TABLES.iter().map(|known| known.name)).chain(LAST);
    { names }.position(|known| known == table).unwrap_or(RANKS - 1)
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
    mirrors: Vec<(usize, SetupId, String)>,
    /// What rows of the file call each other.
    pub(crate) names: References,
}

impl Deferred {
    /// Puts the mirror of a setup aside.
    pub(crate) fn mirror(&mut self, row: &FieldRow, id: SetupId) {
        if let Some(mirror) = row.get(&["mirror"]) {
            self.mirrors.push((row.line, id, mirror.to_owned()));
        }
    }
}

impl Imported {
    /// Notes that the mirror of a setup is not there.
    pub(crate) fn no_mirror(&mut self, line: usize, mirror: &str, id: SetupId) {
        self.note(line, format!("the mirror {mirror} of {id} is not there and was left out"));
    }

    fn note(&mut self, line: usize, note: String) {
        if self.notes.len() < MOST_TOLD {
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
            Ok(()) => {
                sql.script("RELEASE SAVEPOINT some_rows")?;
                return self.bounded();
            }
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
        self.bounded()
    }

    /// Refuses to tell of more rows than are told.
    fn bounded(&self) -> Result<()> {
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
        let mut mirrors = Vec::with_capacity(self.deferred.mirrors.len());
        for (line, id, text) in std::mem::take(&mut self.deferred.mirrors) {
            // A text that is no id is that of no setup.
            match self.deferred.names.setup_named(&text) {
                Ok(mirror) => mirrors.push((line, id, mirror)),
                Err(_) => self.done.no_mirror(line, &text, id),
            }
        }
        if sql.dialect() == Dialect::Postgres {
            return bulk::mirrors(sql, &mirrors, &mut self.done);
        }
        for (line, id, mirror) in &mirrors {
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
            if let Some(old) = row.get(&["old_id"]) {
                deferred.names.setups.insert(old.to_owned(), id);
                if !old.starts_with("line ") {
                    done.note(
                        row.line,
                        format!("the id {old} is of an older scheme: the setup is {id} here"),
                    );
                }
            }
            // The mirror comes at the end.
            match stored(sql, id)?.map(|old| SetupFields { mirror: None, ..old.fields }) {
                Some(old) if old == setup => done.known += 1,
                Some(_) => return Err(StoreError::Value(format!("the id {id} is that of another setup"))),
                None => {
                    insert(sql, id, &setup)?;
                    done.setups += 1;
                }
            }
            deferred.mirror(row, id);
            return Ok(());
        }
        "setup_oqb_links" => {
            let ends = [row.need(&["parent", "parent_id"])?, row.need(&["child", "child_id"])?];
            let [parent, child] = ends.map(|end| deferred.names.setup(sql, &end));
            put_pair(sql, "setup_oqb_links", ["parent", "child"], [parent?.to_string(), child?.to_string()])?;
        }
        "setup_set_links" => {
            let pair = [row.need(&["parent", "parent_id"])?, row.need(&["child", "child_id"])?];
            put_pair(sql, "setup_set_links", ["parent", "child"], pair)?;
        }
        "setup_set_members" => {
            let setup = deferred.names.setup(sql, &row.need(&["setup", "setup_id"])?)?;
            let pair = [row.need(&["setup_set", "set_id"])?, setup.to_string()];
            put_pair(sql, "setup_set_members", ["setup_set", "setup"], pair)?;
        }
        "setup_set_tags" => {
            let tag = row.need(&["tag", "tag_id"])?;
            let tag = deferred.names.tags.get(&tag).cloned().unwrap_or(tag);
            let pair = [row.need(&["setup_set", "set_id"])?, tag];
            put_pair(sql, "setup_set_tags", ["setup_set", "tag"], pair.clone())?;
            if let Some(position) = row.int(&["position", "tag_order", "sort_order"])? {
                let [set, tag] = pair.map(Value::from);
                sql.run(
                    "UPDATE setup_set_tags SET position = ?3 WHERE setup_set = ?1 AND tag = ?2",
                    &[set, tag, position.into()],
                )?;
            }
        }
        "tags" => {
            let tag = row.need(&["tag", "name", "tag_name"])?;
            if let Some(there) = row.get(&["tag_id", "id"]) {
                deferred.names.tags.insert(there.to_owned(), tag.clone());
            }
            sets::put_tag(sql, &tag)?;
        }
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
            let is_true = |name: &[&str]| matches!(row.get(name), Some("1" | "t" | "true" | "TRUE"));
            let truth = is_true(&["auto", "auto_populate"]);
            let importance = row.int(&["importance"])?.unwrap_or(0);
            let description = row.get(&["description"]);
            let id = put_save(sql, pc, &row.need(&["save"])?, description, importance, truth)?;
            let kept = [is_true(&["gen_minimal"]), is_true(&["gen_all_solves"])];
            if kept.contains(&true) {
                sql.run(
                    "UPDATE saves SET gen_minimal = ?2, gen_all_solves = ?3 WHERE id = ?1",
                    &[id.into(), kept[0].into(), kept[1].into()],
                )?;
            }
            if let Some(there) = row.get(&["id", "save_id"]) {
                deferred.names.saves.insert(there.to_owned(), id);
            }
        }
        "save_data" => {
            let save = deferred.names.save(sql, &row.need(&["save", "save_id"])?)?;
            let owner = deferred.names.owner(sql, row)?;
            put_save_data(sql, owner, save, row.status()?, &save_figures(row)?)?;
        }
        "save_translations" => {
            let save = deferred.names.save(sql, &row.need(&["save"])?)?;
            put_save_translation(sql, save, &row.need(&["language"])?, &row.need(&["description"])?)?;
        }
        SETUP_SAVES => {
            let owner = deferred.names.owner(sql, row)?;
            let pc = stored(sql, owner.0)?.map(|setup| setup.pc);
            let save = row.need(&["save"])?;
            let pc = pc.ok_or_else(|| missing(owner.0))?;
            let save = deferred.names.once(sql, pc, &save, row.get(&["description"]))?;
            put_save_data(sql, owner, save, row.status()?, &save_figures(row)?)?;
        }
        SAVE_NAMES => {
            let save = deferred.names.save(sql, &row.need(&["save_id"])?)?;
            let name = row.need(&["name"])?;
            check_text("the name", &name)?;
            let language = row.get(&["language_code", "language"]).unwrap_or("en");
            if language != "en" {
                put_save_translation(sql, save, language, &name)?;
            } else {
                sql.run(
                    "UPDATE saves SET description = ?1 WHERE id = ?2 AND description IS NULL",
                    &[name.into(), save.into()],
                )?;
            }
        }
        MIRRORS => {
            let id = deferred.names.setup(sql, &row.need(&["setup_id"])?)?;
            deferred.mirror(row, id);
            return Ok(());
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
                    row.int(&["number", "variant_number", "variant_id"])?.into(),
                    row.need(&["build"])?.into(),
                    row.need(&["fumen"])?.into(),
                    row.get(&["solve_pattern", "pieces"]).map(str::to_owned).into(),
                ],
            )?;
        }
        "setup_translations" => {
            let setup = deferred.names.setup(sql, &row.need(&["setup", "setup_id"])?)?;
            sets::put_translation(sql, setup, &row.need(&["language"])?, &row.need(&["description"])?)?;
        }
        "statistics" => {
            let new = statistics(sql, row, deferred)?;
            // In our words, whatever the database is.
            if sql.one("SELECT 1 FROM setups WHERE id = ?1", &[id_value(new.setup)])?.is_none() {
                return Err(missing(new.setup));
            }
            join_statistics(sql, &new)?;
        }
        "path_files" => {
            let data = row.need(&["data"])?;
            let data = unhex(data.strip_prefix("\\x").unwrap_or(&data))
                .ok_or_else(|| StoreError::Value("the data are no hexadecimal digits".into()))?;
            put_path_file(sql, row.owner()?, row.rules()?, Some(&data))?;
        }
        REFUSED => return Err(StoreError::Value(row.need(&["reason"])?)),
        table => {
            let known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
            return Err(StoreError::Value(format!(
                "the table {table} is not known: setups, {} are",
                known.join(", ")
            )));
        }
    }
    done.others += 1;
    Ok(())
}

/// What a row says of a save.
fn save_figures(row: &FieldRow) -> Result<SaveFigures> {
    let (fraction, priority) = save_counts(row)?;
    Ok(SaveFigures {
        told_percent: row.told_percent(&["save_percent", "percent"], fraction),
        fraction,
        priority,
        all_solves: row.get(&["all_solves"]).map(str::to_owned),
        minimal_solves: row.get(&["minimal_solves"]).map(str::to_owned),
        minimal_count: row.int(&["minimal_count"])?,
    })
}

/// The statistics of a row.
pub(crate) fn statistics(sql: &mut dyn Sql, row: &FieldRow, deferred: &mut Deferred) -> Result<Statistics> {
    let setup = deferred.names.setup(sql, &row.need(&["setup", "setup_id"])?)?;
    let mut new = row.statistics(setup)?;
    if let Some(id) = row.get(&["stat_id"]) {
        deferred.names.statistics.insert(id.to_owned(), (new.setup, new.rules));
    }
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
