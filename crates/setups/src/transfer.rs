//! The setup database in and out: every table, in every format.
//!
//! A file comes down to rows of named fields (see [`crate::formats`]), each of one table: `setups`,
//! `setup_oqb_links`, `setup_variants`, `setup_translations`, `statistics`, `path_files`, `saves`,
//! `save_data`, and the tables of sets and tags. The columns of the public database are read under their
//! own names (`setup_id`, `child_id`, `cover_dependence`, `pieces`, `solve_fraction` as `(626,840)` or
//! `626/840`).

use crate::edit::{insert, mint, stored};
use crate::formats::{EachRow, FieldRow, SetupFormat, escape};
use crate::rules::{HoldRule, Rules, Status};
use crate::saves::{put_save, put_save_data};
use crate::schema::MINT;
use crate::setup::{SetupFields, SetupRow, SetupType, WRITTEN, id_value, read_id, read_scheme};
use crate::spool::Spool;
use crate::statistics::{STALE, Statistics, hex, put_path_file, put_statistics, stored_statistics, unhex};
use crate::variant::check_solve_pattern;
use crate::{Filter, Order, Setups, sets};
use ludex_store::sql::{Sql, check_text, lock_until_commit, transaction};
use ludex_store::transfer::spreadsheet_safe;
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::{FourRule, Pattern, SetupId};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::io::Write;

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

impl FieldRow {
    fn get(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.fields.get(*name)?.as_deref())
    }

    fn need(&self, names: &[&str]) -> Result<String> {
        self.get(names)
            .map(str::to_owned)
            .ok_or_else(|| StoreError::Value(format!("there is no {}", names[0])))
    }

    fn int(&self, names: &[&str]) -> Result<Option<i64>> {
        self.get(names)
            .map(|text| {
                text.parse().map_err(|_| StoreError::Value(format!("{}: {text:?} is no number", names[0])))
            })
            .transpose()
    }

    /// The id of a setup under one of these names.
    fn id(&self, names: &[&str]) -> Result<SetupId> {
        read_id(&self.need(names)?)
    }

    /// The setup that a row of another table hangs on.
    fn owner(&self) -> Result<SetupId> {
        self.id(&["setup", "setup_id"])
    }

    /// The table, by name or by its columns.
    fn table(&self) -> &str {
        if let Some(table) = &self.table {
            return table;
        }
        let has = |column: &str| self.fields.contains_key(column);
        if has("pc") && has("build") && has("fumen") {
            "setups"
        } else if has("parent") || has("parent_id") {
            "setup_oqb_links"
        } else if has("number") || has("variant_number") {
            "setup_variants"
        } else if has("numerator") || has("priority") {
            "save_data"
        } else if has("kicktable") || has("kicks") {
            "statistics"
        } else if has("language") && has("description") && (has("setup") || has("setup_id")) {
            "setup_translations"
        } else if has("save") && has("pc") {
            "saves"
        } else {
            ""
        }
    }

    /// The fields of a setup, without its mirror, which may come later in the file.
    fn setup(&self) -> Result<SetupFields> {
        let mut setup = SetupFields::new(
            self.int(&["pc"])?.ok_or_else(|| StoreError::Value("there is no pc".into()))?,
            &self.need(&["leftover"])?,
            &self.need(&["build"])?,
            &self.need(&["cover_pattern", "cover_dependence"])?,
            &self.need(&["fumen"])?,
        );
        setup.scheme = read_scheme(self.get(&["scheme"]).unwrap_or("v1"))?;
        let declared =
            self.get(&["oqb_path"]).is_some() || matches!(self.get(&["oqb"]), Some("1" | "t" | "true"));
        setup.kind = match self.get(&["type"]) {
            Some(word) => word.parse()?,
            None if declared => SetupType::Oqb,
            None => SetupType::Regular,
        };
        setup.solve_pattern = self.get(&["solve_pattern", "pieces"]).map(str::to_owned);
        setup.credit = self.get(&["credit"]).map(str::to_owned);
        setup.see = self.int(&["see"])?.unwrap_or(7);
        setup.hold = self.int(&["hold"])?.unwrap_or(1);
        Ok(setup)
    }

    fn rules(&self) -> Result<Rules> {
        let hold = match self.get(&["hold", "hold_type"]) {
            None | Some("use") => HoldRule::Any,
            Some("avoid") => HoldRule::None,
            Some(word) => word.parse()?,
        };
        Ok(Rules { kicks: self.need(&["kicktable", "kicks"])?.parse()?, hold })
    }

    fn status(&self) -> Result<Status> {
        self.get(&["status"]).map_or(Ok(Status::Completed), str::parse)
    }

    fn statistics(&self) -> Result<Statistics> {
        let solve =
            match (self.int(&["success", "solve_numerator"])?, self.int(&["total", "solve_denominator"])?) {
                (Some(solved), Some(all)) => Some((solved, all)),
                _ => self.get(&["solve_fraction"]).map(fraction).transpose()?,
            };
        Ok(Statistics {
            status: self.status()?,
            solve,
            all_solves: self.get(&["all_solves"]).map(str::to_owned),
            minimal_solves: self.get(&["minimal_solves"]).map(str::to_owned),
            minimal_count: self.int(&["minimal_count"])?,
            revision: self.int(&["revision"])?,
            ..Statistics::new(self.owner()?, self.rules()?)
        })
    }
}

fn fraction(text: &str) -> Result<(i64, i64)> {
    let inner = text.trim_matches(['(', ')']);
    let parts = inner
        .split_once([',', '/'])
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match parts {
        Some((_, 0)) | None => {
            Err(StoreError::Value(format!("{text:?} is no fraction: 626/840 is one, its denominator not 0")))
        }
        Some(pair) => Ok(pair),
    }
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

    /// Writes the setup database.
    ///
    /// # Errors
    /// When the database or the stream is in trouble.
    pub fn export_setups(&mut self, format: SetupFormat, out: &mut dyn Write) -> Result<()> {
        self.export_setups_as(format, false, out)
    }

    /// Writes the setup database; with `safe` no cell of CSV is a formula.
    ///
    /// # Errors
    /// When the database or the stream is in trouble.
    pub fn export_setups_as(&mut self, format: SetupFormat, safe: bool, out: &mut dyn Write) -> Result<()> {
        let setups = self.setups(&Filter::default(), Order::Id)?;
        let cells = |setup: &SetupRow| -> Vec<Option<String>> {
            setup.to_values(setup.id).into_iter().map(Value::into_text).collect()
        };
        match format {
            SetupFormat::Tsv => {
                writeln!(out, "{}", WRITTEN.join("\t"))?;
                for setup in &setups {
                    let row: Vec<String> =
                        cells(setup).into_iter().map(|cell| escape(&cell.unwrap_or_default())).collect();
                    writeln!(out, "{}", row.join("\t"))?;
                }
            }
            SetupFormat::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(WRITTEN).map_err(std::io::Error::other)?;
                for setup in &setups {
                    let cell = |cell: Option<String>| match cell.unwrap_or_default() {
                        cell if safe => spreadsheet_safe(&cell).into_owned(),
                        cell => cell,
                    };
                    writer.write_record(cells(setup).into_iter().map(cell)).map_err(std::io::Error::other)?;
                }
                writer.flush()?;
            }
            SetupFormat::Json => {
                let mut tables = serde_json::Map::new();
                let list = setups.iter().map(|setup| {
                    let mut object = setup.to_json();
                    object.remove("oqb_path");
                    object.remove("oqb_depth");
                    Json::Object(object)
                });
                tables.insert("setups".into(), Json::Array(list.collect()));
                for table in TABLES {
                    let mut list = Vec::new();
                    table.each(self.sql(), &mut |row| {
                        let columns = table.columns().map(str::to_owned);
                        let cells = columns.zip(row.into_iter().map(|cell| json!(cell)));
                        list.push(Json::Object(cells.filter(|(_, cell)| !cell.is_null()).collect()));
                        Ok(())
                    })?;
                    tables.insert(table.name.into(), Json::Array(list));
                }
                writeln!(out, "{}", Json::Object(tables))?;
            }
            SetupFormat::Dump => {
                let field = |cell: &Option<String>| cell.as_deref().map_or_else(|| "\\N".to_owned(), escape);
                writeln!(out, "COPY public.setups ({}) FROM stdin;", WRITTEN.join(", "))?;
                for setup in &setups {
                    writeln!(out, "{}", cells(setup).iter().map(field).collect::<Vec<_>>().join("\t"))?;
                }
                writeln!(out, "\\.\n")?;
                for table in TABLES {
                    writeln!(out, "COPY public.{} ({}) FROM stdin;", table.name, table.columns)?;
                    table.each(self.sql(), &mut |row| {
                        writeln!(out, "{}", row.iter().map(field).collect::<Vec<_>>().join("\t"))?;
                        Ok(())
                    })?;
                    writeln!(out, "\\.\n")?;
                }
                // Numbers that were given by hand do not move the server's own counter.
                writeln!(
                    out,
                    "SELECT setval(pg_get_serial_sequence('public.saves', 'id'), \
                     (SELECT coalesce(max(id), 0) + 1 FROM public.saves), false);"
                )?;
            }
        }
        Ok(())
    }
}

/// A table that travels beside the setups.
pub(crate) struct Table {
    name: &'static str,
    /// Its columns, as a statement lists them.
    columns: &'static str,
    /// How rows are put in order: by what is the same in every database.
    order: &'static str,
}

impl Table {
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.split(", ")
    }

    /// Calls `each` with every row; bytes as `\x` and hexadecimal digits.
    fn each(&self, sql: &mut dyn Sql, each: &mut dyn FnMut(Vec<Option<String>>) -> Result<()>) -> Result<()> {
        let mut columns = self.columns.to_owned();
        if self.name == "statistics" {
            // What is stale was computed from a revision that is no more: it stays so, wherever it goes.
            columns = columns.replace("revision", &format!("CASE WHEN {STALE} THEN 0 END"));
        }
        let select = format!("SELECT {columns} FROM {} ORDER BY {}", self.name, self.order);
        sql.rows(&select, &[], &mut |row| {
            each(row.into_values().into_iter().map(cell).collect())?;
            Ok(true)
        })
    }
}

fn cell(value: Value) -> Option<String> {
    match value {
        Value::Bytes(bytes) => Some(format!("\\x{}", hex(&bytes))),
        other => other.into_text(),
    }
}

/// The other tables that travel, in the order in which they can be taken in.
const TABLES: &[Table] = &[
    Table { name: "setup_oqb_links", columns: "parent, child", order: "1, 2" },
    Table { name: "setup_variants", columns: "setup, number, build, fumen, solve_pattern", order: "1, 2" },
    Table { name: "setup_translations", columns: "setup, language, description", order: "1, 2" },
    Table {
        name: "statistics",
        columns: "setup, kicktable, hold, status, cover_data, solve_percent, solve_numerator, \
                  solve_denominator, all_solves, minimal_solves, minimal_count, revision",
        order: "1, 2, 3",
    },
    Table { name: "path_files", columns: "setup, kicktable, hold, data", order: "1, 2, 3" },
    Table { name: "saves", columns: "id, pc, save, description, importance, auto", order: "2, 3" },
    Table {
        name: "save_data",
        columns: "setup, kicktable, hold, save, status, percent, numerator, denominator, priority",
        order: "1, 2, 3, (SELECT s.save FROM saves s WHERE s.id = save_data.save)",
    },
    Table { name: "setup_sets", columns: "id, name", order: "1" },
    Table { name: "setup_set_links", columns: "parent, child", order: "1, 2" },
    Table { name: "setup_set_members", columns: "setup_set, setup", order: "1, 2" },
    Table {
        name: "setup_set_translations",
        columns: "setup_set, language, name, description",
        order: "1, 2",
    },
    Table { name: "tags", columns: "tag", order: "1" },
    Table { name: "setup_set_tags", columns: "setup_set, tag", order: "1, 2" },
];

/// Calls `each` with every row of every table beside the setups as one line, for a checksum that is the same in
/// every database: saves by what they say, not by their number.
pub(crate) fn each_line(sql: &mut dyn Sql, each: &mut dyn FnMut(&str)) -> Result<()> {
    let mut saves: HashMap<String, String> = HashMap::new();
    for table in TABLES {
        table.each(sql, &mut |mut row| {
            if table.name == "saves" {
                let id = row.remove(0).unwrap_or_default();
                saves.insert(id, row.iter().take(2).flatten().cloned().collect::<Vec<_>>().join(" "));
            } else if table.name == "save_data" {
                row[3] = row[3].as_ref().and_then(|id| saves.get(id).cloned());
            } else if table.name == "statistics" && row.pop().flatten().is_some() {
                // Still to be computed, as checksums have always had it.
                row[3] = Some("processing".into());
            }
            let cells: Vec<String> = row.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into())).collect();
            each(&format!("{}\t{}", table.name, cells.join("\t")));
            Ok(())
        })?;
    }
    Ok(())
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
struct Deferred {
    /// Line, setup and mirror: the mirror may come later in the file.
    mirrors: Vec<(usize, SetupId, SetupId)>,
    /// The numbers of saves in the file and here.
    saves: HashMap<String, i64>,
}

impl Import {
    /// Takes rows of one table. Mostly none is refused: they are tried together, and one by one where the database
    /// refuses one, each in a savepoint so that a refused row leaves no trace on either database.
    fn take(&mut self, sql: &mut dyn Sql, rows: &[FieldRow]) -> Result<()> {
        let Imported { setups, known, others, refused, notes } = &self.done;
        let before = (*setups, *known, *others, refused.len(), notes.len(), self.deferred.mirrors.len());
        sql.script("SAVEPOINT some_rows")?;
        match rows.iter().try_for_each(|row| one_row(sql, row, self.rule, &mut self.deferred, &mut self.done))
        {
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

    /// Ties setups to their mirrors, now that all are there.
    fn mirrors(&mut self, sql: &mut dyn Sql) -> Result<()> {
        for (line, id, mirror) in &self.deferred.mirrors {
            let tied = sql.run(
                "UPDATE setups SET mirror = ?1 WHERE id = ?2 AND EXISTS (SELECT 1 FROM setups s WHERE s.id = ?3)",
                &[id_value(*mirror), id_value(*id), id_value(*mirror)],
            )?;
            if tied == 0 && self.done.notes.len() < MOST_TOLD {
                let note = format!("the mirror {mirror} of {id} is not there and was left out");
                self.done.notes.push((*line, note));
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
            // A text that is no id is that of no setup.
            match row.get(&["mirror"]).map(|mirror| (mirror, read_id(mirror))) {
                Some((_, Ok(mirror))) => deferred.mirrors.push((row.line, id, mirror)),
                Some((text, Err(_))) if done.notes.len() < MOST_TOLD => {
                    let note = format!("the mirror {text} of {id} is not there and was left out");
                    done.notes.push((row.line, cut(note)));
                }
                _ => {}
            }
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
            let mut new = row.statistics()?;
            if let Some(text) = row.get(&["cover_data", "cover_hex"]) {
                new.cover_data = Some(cover_bits(sql, new.setup, text)?);
            }
            let there = stored_statistics(sql, new.setup, new.rules)?;
            put_statistics(sql, &join(there, new))?;
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

/// A file may bring the cover in one table and the percentages in another: each fills what it knows.
fn join(old: Option<Statistics>, new: Statistics) -> Statistics {
    let Some(old) = old else { return new };
    Statistics {
        cover_data: new.cover_data.or(old.cover_data),
        solve: new.solve.or(old.solve),
        all_solves: new.all_solves.or(old.all_solves),
        minimal_solves: new.minimal_solves.or(old.minimal_solves),
        minimal_count: new.minimal_count.or(old.minimal_count),
        ..new
    }
}
