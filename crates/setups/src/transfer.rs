//! The setup database in and out: every table, in every format.
//!
//! A file comes down to rows of named fields (see [`crate::formats`]), each of one table: `setups`,
//! `setup_oqb_links`, `setup_variants`, `setup_translations`, `statistics`, `path_files`, `saves`,
//! `save_data`, and the tables of sets and tags. The columns of the public database are read under their
//! own names (`setup_id`, `child_id`, `cover_dependence`, `pieces`, `solve_fraction` as `(626,840)` or
//! `626/840`), and its tables under theirs (see `foreign`).

use crate::formats::{FieldRow, SetupFormat, escape};
use crate::rules::{HoldRule, Rules, Status};
use crate::setup::{SetupFields, SetupRow, SetupType, WRITTEN, read_id, read_scheme};
use crate::statistics::{STALE, Statistics, contradicts, hex};
use crate::{Filter, Order, Setups};
use ludex_store::sql::Sql;
use ludex_store::transfer::spreadsheet_safe;
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::SetupId;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::io::Write;

impl FieldRow {
    pub(crate) fn get(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.fields.get(*name)?.as_deref())
    }

    pub(crate) fn need(&self, names: &[&str]) -> Result<String> {
        self.get(names)
            .map(str::to_owned)
            .ok_or_else(|| StoreError::Value(format!("there is no {}", names[0])))
    }

    pub(crate) fn int(&self, names: &[&str]) -> Result<Option<i64>> {
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
    pub(crate) fn owner(&self) -> Result<SetupId> {
        self.id(&["setup", "setup_id"])
    }

    /// The table, by name or by its columns.
    pub(crate) fn table(&self) -> &str {
        if let Some(table) = &self.table {
            return table;
        }
        let has = |column: &str| self.fields.contains_key(column);
        if has("number") || has("variant_number") || has("variant_id") {
            "setup_variants"
        } else if has("build")
            && (has("cover_pattern") || has("cover_dependence"))
            && (has("fumen") || has("setup"))
        {
            "setups"
        } else if has("parent") || has("parent_id") {
            "setup_oqb_links"
        } else if has("numerator") || has("priority") || has("save_fraction") {
            "save_data"
        } else if has("kicktable") || has("kicks") {
            "statistics"
        } else if (has("language") || has("language_code")) && (has("setup") || has("setup_id")) {
            "setup_translations"
        } else if has("save") && has("pc") {
            "saves"
        } else {
            ""
        }
    }

    /// The fields of a setup, without its mirror, which may come later in the file.
    pub(crate) fn setup(&self) -> Result<SetupFields> {
        let mut setup = SetupFields::new(
            self.int(&["pc"])?.ok_or_else(|| StoreError::Value("there is no pc".into()))?,
            &self.need(&["leftover"])?,
            &self.need(&["build"])?,
            &self.need(&["cover_pattern", "cover_dependence"])?,
            &self.need(&["fumen"])?,
        );
        setup.scheme = read_scheme(self.get(&["scheme"]).unwrap_or("v1"))?;
        let declared = self.get(&["oqb_path"]).is_some()
            || matches!(self.get(&["oqb"]), Some("1" | "t" | "true" | "TRUE"));
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

    pub(crate) fn rules(&self) -> Result<Rules> {
        let hold = match self.get(&["hold", "hold_type"]) {
            None | Some("use") => HoldRule::Any,
            Some("avoid") => HoldRule::None,
            Some(word) => word.parse()?,
        };
        Ok(Rules { kicks: self.need(&["kicktable", "kicks"])?.parse()?, hold })
    }

    pub(crate) fn status(&self) -> Result<Status> {
        self.get(&["status"]).map_or(Ok(Status::Completed), str::parse)
    }

    /// The percentage in a field where it is not that of the fraction: it is kept, for lint to tell.
    pub(crate) fn told_percent(&self, columns: &[&str], fraction: Option<(i64, i64)>) -> Option<f64> {
        // Older files write a sign after it.
        let told = self.get(columns)?.trim_end_matches('%').trim_end().parse::<f64>().ok()?;
        contradicts(told, fraction).then_some(told)
    }

    pub(crate) fn statistics(&self, setup: SetupId) -> Result<Statistics> {
        let solve =
            match (self.int(&["success", "solve_numerator"])?, self.int(&["total", "solve_denominator"])?) {
                (Some(solved), Some(all)) => Some((solved, all)),
                _ => self.get(&["solve_fraction"]).map(fraction).transpose()?,
            };
        Ok(Statistics {
            status: self.status()?,
            solve,
            told_percent: self.told_percent(&["solve_percent", "percent"], solve),
            all_solves: self.get(&["all_solves"]).map(str::to_owned),
            minimal_solves: self.get(&["minimal_solves"]).map(str::to_owned),
            minimal_count: self.int(&["minimal_count"])?,
            see: self.int(&["see"])?,
            kicks_file: self.get(&["kicks_file"]).map(str::to_owned),
            revision: self.int(&["revision"])?,
            ..Statistics::new(setup, self.rules()?)
        })
    }
}

pub(crate) fn fraction(text: &str) -> Result<(i64, i64)> {
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
    pub(crate) name: &'static str,
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
pub(crate) const TABLES: &[Table] = &[
    Table { name: "setup_oqb_links", columns: "parent, child", order: "1, 2" },
    Table { name: "setup_variants", columns: "setup, number, build, fumen, solve_pattern", order: "1, 2" },
    Table { name: "setup_translations", columns: "setup, language, description", order: "1, 2" },
    Table {
        name: "statistics",
        columns: "setup, kicktable, hold, status, cover_data, solve_percent, solve_numerator, \
                  solve_denominator, all_solves, minimal_solves, minimal_count, see, kicks_file, revision",
        order: "1, 2, 3",
    },
    Table { name: "path_files", columns: "setup, kicktable, hold, data", order: "1, 2, 3" },
    Table {
        name: "saves",
        columns: "id, pc, save, description, importance, auto, gen_minimal, gen_all_solves",
        order: "2, 3",
    },
    Table {
        name: "save_data",
        columns: "setup, kicktable, hold, save, status, percent, numerator, denominator, priority, all_solves, \
                  minimal_solves, minimal_count",
        order: "1, 2, 3, (SELECT s.save FROM saves s WHERE s.id = save_data.save)",
    },
    Table {
        name: "save_translations",
        columns: "save, language, description",
        order: "(SELECT s.pc FROM saves s WHERE s.id = save_translations.save), \
                (SELECT s.save FROM saves s WHERE s.id = save_translations.save), 2",
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
    Table { name: "setup_set_tags", columns: "setup_set, tag, position", order: "1, 2" },
];

/// Calls `each` with every row of every table beside the setups as one line, for a checksum that is the same in
/// every database: saves by what they say, not by their number.
pub(crate) fn each_line(sql: &mut dyn Sql, each: &mut dyn FnMut(&str)) -> Result<()> {
    let mut saves: HashMap<String, String> = HashMap::new();
    for table in TABLES {
        table.each(sql, &mut |mut row| {
            let mut newer = 0;
            match table.name {
                "saves" => {
                    let id = row.remove(0).unwrap_or_default();
                    saves.insert(id, row.iter().take(2).flatten().cloned().collect::<Vec<_>>().join(" "));
                    newer = 2;
                }
                "save_data" => {
                    row[3] = row[3].as_ref().and_then(|id| saves.get(id).cloned());
                    newer = 3;
                }
                "save_translations" => row[0] = row[0].as_ref().and_then(|id| saves.get(id).cloned()),
                "setup_set_tags" => newer = 1,
                "statistics" => {
                    if row.pop().flatten().is_some() {
                        // Still to be computed, as checksums have always had it.
                        row[3] = Some("processing".into());
                    }
                    newer = 2;
                }
                _ => {}
            }
            // Columns that came later count where they say something: checksums of older stores stay.
            let says =
                |cell: &Option<String>| cell.as_deref().is_some_and(|text| !matches!(text, "0" | "false"));
            if newer > 0 && !row[row.len() - newer..].iter().any(says) {
                row.truncate(row.len() - newer);
            }
            let cells: Vec<String> = row.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into())).collect();
            each(&format!("{}\t{}", table.name, cells.join("\t")));
            Ok(())
        })?;
    }
    Ok(())
}
