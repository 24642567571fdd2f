//! The setup database in and out as text: TSV, CSV, JSON, and PostgreSQL dumps.
//!
//! Past six hundred lines because it is one thing: all formats meet in the same rows of named fields.
//!
//! Every format comes down to rows of named fields, each of one table: `setups`, `setup_oqb_links`,
//! `setup_variants`, `setup_translations`, `statistics`, `path_files`. The columns of the public
//! database are read under their own names (`setup_id`, `child_id`, `cover_dependence`, `pieces`,
//! `solve_fraction` as `(626,840)` or `626/840`).

use super::edit::{Filter, Order, insert, mint, put_path_file, put_statistics};
use super::model::{SetupRow, SetupType, Statistics, hex, unhex};
use crate::error::{Result, StoreError};
use crate::sql::{Sql, Value, transaction};
use crate::store::Store;
use ludex_tetris::{FourRule, Scheme};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;

/// How a file of setups is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupFormat {
    /// Tab separated with a header; `\t`, `\n`, `\\` inside a field.
    Tsv,
    /// Comma separated with a header.
    Csv,
    /// One object with an array per table, or an array of setups.
    Json,
    /// A PostgreSQL dump: COPY blocks or INSERT statements.
    Dump,
}

/// A row of some table: fields by their column; nothing for NULL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRow {
    /// Where it stands, counted from 1.
    pub line: usize,
    /// The table it says it is of; empty where the columns tell.
    pub table: String,
    /// The fields.
    pub fields: BTreeMap<String, Option<String>>,
}

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

/// Reads the rows of a file.
///
/// # Errors
/// When the file is not of its format; a bad row is left to the import.
pub fn read(text: &str, format: SetupFormat) -> Result<Vec<FieldRow>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    match format {
        SetupFormat::Tsv => read_tsv(text),
        SetupFormat::Csv => read_csv(text),
        SetupFormat::Json => read_json(text),
        SetupFormat::Dump => read_dump(text),
    }
}

fn wrong(line: usize, reason: impl Into<String>) -> StoreError {
    StoreError::Format { place: format!("line {line}"), reason: reason.into() }
}

fn unescape(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('t') => out.push('\t'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('b') => out.push('\u{8}'),
                Some('f') => out.push('\u{c}'),
                Some('v') => out.push('\u{b}'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            (c, _) => out.push(c),
        }
    }
    out
}

fn escape(field: &str) -> String {
    field.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn read_tsv(text: &str) -> Result<Vec<FieldRow>> {
    let mut lines = text.lines().enumerate();
    let header: Vec<String> = match lines.next() {
        Some((_, line)) => line.split('\t').map(str::to_owned).collect(),
        None => return Ok(vec![]),
    };
    let mut rows = Vec::new();
    for (i, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells.len() != header.len() {
            return Err(wrong(
                i + 1,
                format!("{} columns where the header has {}", cells.len(), header.len()),
            ));
        }
        let fields = header.iter().zip(cells).map(|(column, cell)| {
            let value = (!cell.is_empty() && cell != "NULL" && cell != "\\N").then(|| unescape(cell));
            (column.clone(), value)
        });
        rows.push(FieldRow { line: i + 1, table: String::new(), fields: fields.collect() });
    }
    Ok(rows)
}

fn read_csv(text: &str) -> Result<Vec<FieldRow>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let bad = |error: csv::Error| {
        let line = error.position().map_or(1, |p| p.line() as usize);
        wrong(line, error.to_string())
    };
    let header = reader.headers().map_err(bad)?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(bad)?;
        let line = record.position().map_or(0, |p| p.line() as usize);
        let fields = header.iter().zip(&record).map(|(column, cell)| {
            (column.to_owned(), (!cell.is_empty() && cell != "NULL").then(|| cell.to_owned()))
        });
        rows.push(FieldRow { line, table: String::new(), fields: fields.collect() });
    }
    Ok(rows)
}

fn read_json(text: &str) -> Result<Vec<FieldRow>> {
    let json: Json = serde_json::from_str(text).map_err(|e| wrong(e.line(), e.to_string()))?;
    let tables: Vec<(String, Json)> = match json {
        Json::Array(_) => vec![("setups".into(), json)],
        Json::Object(tables) => tables.into_iter().collect(),
        _ => return Err(wrong(1, "neither an object of tables nor an array of setups")),
    };
    let mut rows = Vec::new();
    for (table, list) in tables {
        let Json::Array(list) = list else { continue };
        for (i, row) in list.into_iter().enumerate() {
            let Json::Object(row) = row else {
                return Err(wrong(i + 1, format!("{table}: a row is an object")));
            };
            let field = |value: Json| match value {
                Json::Null => None,
                Json::String(text) => Some(text),
                other => Some(other.to_string()),
            };
            let fields = row.into_iter().map(|(column, value)| (column, field(value))).collect();
            rows.push(FieldRow { line: i + 1, table: table.clone(), fields });
        }
    }
    Ok(rows)
}

/// A table name without schema and quotes.
fn bare(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).trim_matches('"').to_owned()
}

fn read_dump(text: &str) -> Result<Vec<FieldRow>> {
    let mut rows = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while !rest.is_empty() {
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (first, after) = rest.split_at(end);
        let words = first.trim_start();
        let starts =
            |word: &str| words.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if starts("copy ") && words.trim_end().to_ascii_lowercase().ends_with("from stdin;") {
            let (table, columns) = head(&words["copy ".len()..], line)?;
            let mut block = after;
            line += 1;
            loop {
                let end = block.find('\n').map_or(block.len(), |at| at + 1);
                let (row, next) = block.split_at(end);
                let row = row.trim_end_matches(['\r', '\n']);
                if row == "\\." {
                    rest = next;
                    line += 1;
                    break;
                }
                if next.is_empty() && row.is_empty() {
                    return Err(wrong(line, format!("the COPY block of {table} has no end")));
                }
                let cells: Vec<&str> = row.split('\t').collect();
                if cells.len() != columns.len() {
                    return Err(wrong(line, format!("{} fields for {} columns", cells.len(), columns.len())));
                }
                let fields = columns
                    .iter()
                    .zip(cells)
                    .map(|(column, cell)| (column.clone(), (cell != "\\N").then(|| unescape(cell))));
                rows.push(FieldRow { line, table: table.clone(), fields: fields.collect() });
                block = next;
                line += 1;
            }
        } else if starts("insert into ") {
            let skipped = rest.len() - rest.trim_start().len();
            let statement = &rest[skipped + "insert into ".len()..];
            let (used, mut found) = insert_rows(statement, line)?;
            rows.append(&mut found);
            let whole = skipped + "insert into ".len() + used;
            line += rest[..whole].matches('\n').count();
            rest = &rest[whole..];
        } else {
            rest = after;
            line += 1;
        }
    }
    Ok(rows)
}

/// Reads `schema.table (a, b) ...`.
fn head(text: &str, line: usize) -> Result<(String, Vec<String>)> {
    let parts = text.split_once('(').and_then(|(table, rest)| Some((table, rest.split_once(')')?.0)));
    let (table, columns) = parts.ok_or_else(|| wrong(line, "a list of columns is needed after the table"))?;
    let columns = columns.split(',').map(|column| column.trim().trim_matches('"').to_owned()).collect();
    Ok((bare(table.trim()), columns))
}

/// Reads the rows of `table (columns) VALUES (...), (...);` and how many bytes they took.
fn insert_rows(text: &str, line: usize) -> Result<(usize, Vec<FieldRow>)> {
    let (table, columns) = head(text, line)?;
    let lower = text.to_ascii_lowercase();
    let values = lower.find("values").ok_or_else(|| wrong(line, "INSERT without VALUES"))?;
    let bytes = text.as_bytes();
    let mut at = values + "values".len();
    let mut rows = Vec::new();
    let here = |at: usize| line + text[..at.min(text.len())].matches('\n').count();
    loop {
        while at < bytes.len() && (bytes[at].is_ascii_whitespace() || bytes[at] == b',') {
            at += 1;
        }
        if at >= bytes.len() || bytes[at] != b'(' {
            // The end, or a clause such as ON CONFLICT.
            let end = text[at..].find(';').map_or(text.len(), |end| at + end + 1);
            return Ok((end, rows));
        }
        let start = at;
        at += 1;
        let mut cells: Vec<Option<String>> = Vec::new();
        loop {
            while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                at += 1;
            }
            let cell = if bytes.get(at) == Some(&b'\'') {
                let mut cell = String::new();
                at += 1;
                loop {
                    let Some(quote) = text[at..].find('\'') else {
                        return Err(wrong(here(start), "a text without its closing quote"));
                    };
                    cell.push_str(&text[at..at + quote]);
                    at += quote + 1;
                    if bytes.get(at) == Some(&b'\'') {
                        cell.push('\'');
                        at += 1;
                    } else {
                        break;
                    }
                }
                // A cast may follow.
                while at < bytes.len() && !matches!(bytes[at], b',' | b')') {
                    at += 1;
                }
                Some(cell)
            } else {
                let end = text[at..].find([',', ')']).map_or(text.len(), |end| at + end);
                let word = text[at..end].trim().split("::").next().unwrap_or("").to_owned();
                at = end;
                (!word.eq_ignore_ascii_case("null")).then_some(word)
            };
            cells.push(cell);
            match bytes.get(at) {
                Some(b',') => at += 1,
                Some(b')') => {
                    at += 1;
                    break;
                }
                _ => return Err(wrong(here(start), "a row without its closing bracket")),
            }
        }
        if cells.len() != columns.len() {
            return Err(wrong(here(start), format!("{} values for {} columns", cells.len(), columns.len())));
        }
        let fields = columns.iter().cloned().zip(cells).collect();
        rows.push(FieldRow { line: here(start), table: table.clone(), fields });
    }
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

    /// The table, by name or by its columns.
    fn table(&self) -> &str {
        if !self.table.is_empty() {
            return &self.table;
        }
        let has = |column: &str| self.fields.contains_key(column);
        if has("pc") && has("build") && has("fumen") {
            "setups"
        } else if has("parent") || has("parent_id") {
            "setup_oqb_links"
        } else if has("number") || has("variant_number") {
            "setup_variants"
        } else if has("kicktable") || has("kicks") {
            "statistics"
        } else {
            ""
        }
    }

    fn setup(&self) -> Result<SetupRow> {
        let mut setup = SetupRow::new(
            self.int(&["pc"])?.ok_or_else(|| StoreError::Value("there is no pc".into()))?,
            &self.need(&["leftover"])?,
            &self.need(&["build"])?,
            &self.need(&["cover_pattern", "cover_dependence"])?,
            &self.need(&["fumen"])?,
        );
        setup.id = self.get(&["id", "setup_id"]).unwrap_or_default().to_owned();
        setup.scheme = match self.get(&["scheme"]) {
            None | Some("v1") => Scheme::V1,
            Some("v2") => Scheme::V2,
            Some(other) => {
                return Err(StoreError::Value(format!("{other:?} is no scheme of ids: v1, v2 are")));
            }
        };
        let declared =
            self.get(&["oqb_path"]).is_some() || matches!(self.get(&["oqb"]), Some("1" | "t" | "true"));
        setup.kind = match self.get(&["type"]) {
            Some(word) => SetupType::read(word)?,
            None if declared => SetupType::Oqb,
            None => SetupType::Regular,
        };
        setup.solve_pattern = self.get(&["solve_pattern", "pieces"]).map(str::to_owned);
        setup.mirror = self.get(&["mirror"]).map(str::to_owned);
        setup.credit = self.get(&["credit"]).map(str::to_owned);
        setup.see = self.int(&["see"])?.unwrap_or(7);
        setup.hold = self.int(&["hold"])?.unwrap_or(1);
        Ok(setup)
    }

    fn statistics(&self) -> Result<Statistics> {
        let hold = match self.get(&["hold"]).unwrap_or("any") {
            "use" => "any",
            "avoid" => "none",
            other => other,
        };
        let cover = self.get(&["cover_data", "cover_hex"]);
        let cover_data = cover
            .map(|text| {
                let digits = text.strip_prefix("\\x").unwrap_or(text);
                unhex(digits)
                    .ok_or_else(|| StoreError::Value("the cover bits are no hexadecimal digits".into()))
            })
            .transpose()?;
        let solve =
            match (self.int(&["success", "solve_numerator"])?, self.int(&["total", "solve_denominator"])?) {
                (Some(solved), Some(all)) => Some((solved, all)),
                _ => self.get(&["solve_fraction"]).map(fraction).transpose()?,
            };
        Ok(Statistics {
            setup: self.need(&["setup", "setup_id"])?,
            kicktable: self.need(&["kicktable", "kicks"])?,
            hold: hold.to_owned(),
            status: self.get(&["status"]).unwrap_or("completed").to_owned(),
            cover_data,
            solve,
            all_solves: self.get(&["all_solves"]).map(str::to_owned),
            minimal_solves: self.get(&["minimal_solves"]).map(str::to_owned),
            minimal_count: self.int(&["minimal_count"])?,
            path_file: false,
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

impl Store {
    /// Takes in the rows of a file, all in one transaction; refused rows are told and left out. Setups
    /// without an id get one, in the order of the rows.
    ///
    /// # Errors
    /// When the database is in trouble; nothing is taken then.
    pub fn import_setups(&mut self, rows: &[FieldRow], rule: FourRule) -> Result<Imported> {
        transaction(&mut *self.sql, |sql| {
            let mut done = Imported::default();
            let mut mirrors: Vec<(usize, String, String)> = Vec::new();
            // Setups first, then what hangs on them, whatever the order of the file.
            let rank = |row: &FieldRow| match row.table() {
                "setups" => 0,
                "statistics" => 2,
                "path_files" => 3,
                _ => 1,
            };
            let mut order: Vec<&FieldRow> = rows.iter().collect();
            order.sort_by_key(|row| rank(row));
            for row in order {
                // A savepoint: a refused row leaves no trace and ends nothing on either database.
                sql.script("SAVEPOINT one_row")?;
                match one_row(sql, row, rule, &mut mirrors, &mut done) {
                    Ok(()) => sql.script("RELEASE SAVEPOINT one_row")?,
                    Err(error) if error.is_refusal() => {
                        sql.script("ROLLBACK TO SAVEPOINT one_row; RELEASE SAVEPOINT one_row")?;
                        done.refused.push((row.line, error.to_string()));
                    }
                    Err(error) => return Err(error),
                }
            }
            let ids = sql.all("SELECT id FROM setups", &[])?;
            let there: HashSet<String> =
                ids.into_iter().filter_map(|row| row.into_iter().next().and_then(Value::into_text)).collect();
            for (line, id, mirror) in mirrors {
                if there.contains(&mirror) {
                    sql.run("UPDATE setups SET mirror = ?1 WHERE id = ?2", &[mirror.into(), id.into()])?;
                } else {
                    done.notes
                        .push((line, format!("the mirror {mirror} of {id} is not there and was left out")));
                }
            }
            done.refused.sort();
            Ok(done)
        })
    }

    /// Writes the setup database.
    ///
    /// # Errors
    /// When the database or the stream is in trouble.
    pub fn export_setups(&mut self, format: SetupFormat, out: &mut dyn Write) -> Result<()> {
        let setups = self.setups(&Filter::default(), Order::Id)?;
        let columns = [
            "id",
            "scheme",
            "pc",
            "leftover",
            "build",
            "cover_pattern",
            "type",
            "fumen",
            "solve_pattern",
            "mirror",
            "see",
            "hold",
            "credit",
        ];
        let cells = |setup: &SetupRow| -> Vec<Option<String>> {
            setup.to_row().into_iter().map(Value::into_text).collect()
        };
        match format {
            SetupFormat::Tsv => {
                writeln!(out, "{}", columns.join("\t"))?;
                for setup in &setups {
                    let row: Vec<String> =
                        cells(setup).into_iter().map(|cell| escape(&cell.unwrap_or_default())).collect();
                    writeln!(out, "{}", row.join("\t"))?;
                }
            }
            SetupFormat::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(columns).map_err(std::io::Error::other)?;
                for setup in &setups {
                    let row = cells(setup).into_iter().map(Option::unwrap_or_default);
                    writer.write_record(row).map_err(std::io::Error::other)?;
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
                for (table, columns) in OTHERS {
                    let mut list = Vec::new();
                    self.each_other(table, columns, &mut |row| {
                        let cells =
                            columns.iter().zip(row).map(|(column, cell)| ((*column).to_owned(), json!(cell)));
                        list.push(Json::Object(cells.filter(|(_, cell)| !cell.is_null()).collect()));
                        Ok(())
                    })?;
                    tables.insert((*table).into(), Json::Array(list));
                }
                writeln!(out, "{}", Json::Object(tables))?;
            }
            SetupFormat::Dump => {
                let field = |cell: &Option<String>| cell.as_deref().map_or_else(|| "\\N".to_owned(), escape);
                writeln!(out, "COPY public.setups ({}) FROM stdin;", columns.join(", "))?;
                for setup in &setups {
                    writeln!(out, "{}", cells(setup).iter().map(field).collect::<Vec<_>>().join("\t"))?;
                }
                writeln!(out, "\\.\n")?;
                for (table, columns) in OTHERS {
                    writeln!(out, "COPY public.{table} ({}) FROM stdin;", columns.join(", "))?;
                    self.each_other(table, columns, &mut |row| {
                        writeln!(out, "{}", row.iter().map(field).collect::<Vec<_>>().join("\t"))?;
                        Ok(())
                    })?;
                    writeln!(out, "\\.\n")?;
                }
            }
        }
        Ok(())
    }

    fn each_other(
        &mut self,
        table: &str,
        columns: &[&str],
        each: &mut dyn FnMut(Vec<Option<String>>) -> Result<()>,
    ) -> Result<()> {
        let order = if columns.len() > 2 { "1, 2, 3" } else { "1, 2" };
        let sql = format!("SELECT {} FROM {table} ORDER BY {order}", columns.join(", "));
        self.sql.rows(&sql, &[], &mut |row| {
            let cells = row.into_iter().map(|value| match value {
                Value::Bytes(bytes) => Some(format!("\\x{}", hex(&bytes))),
                other => other.into_text(),
            });
            each(cells.collect())?;
            Ok(true)
        })
    }
}

/// The other tables that travel, in the order in which they can be taken in.
const OTHERS: &[(&str, &[&str])] = &[
    ("setup_oqb_links", &["parent", "child"]),
    ("setup_variants", &["setup", "number", "build", "fumen", "solve_pattern"]),
    ("setup_translations", &["setup", "language", "description"]),
    (
        "statistics",
        &[
            "setup",
            "kicktable",
            "hold",
            "status",
            "cover_data",
            "solve_numerator",
            "solve_denominator",
            "all_solves",
            "minimal_solves",
            "minimal_count",
        ],
    ),
    ("path_files", &["setup", "kicktable", "hold", "data"]),
];

fn one_row(
    sql: &mut dyn Sql,
    row: &FieldRow,
    rule: FourRule,
    mirrors: &mut Vec<(usize, String, String)>,
    done: &mut Imported,
) -> Result<()> {
    match row.table() {
        "setups" => {
            let mut setup = row.setup()?;
            let mirror = setup.mirror.take();
            let canonical = setup.settle()?;
            if setup.id.is_empty() {
                setup.id = mint(sql, &canonical, setup.scheme, rule)?;
            } else if let Some(old) = stored(sql, &setup.id)? {
                let equal = SetupRow { mirror: None, oqb_path: None, oqb_depth: None, ..old } == setup;
                if !equal {
                    return Err(StoreError::Value(format!("the id {} is that of another setup", setup.id)));
                }
                done.known += 1;
                mirrors.extend(mirror.map(|mirror| (row.line, setup.id.clone(), mirror)));
                return Ok(());
            }
            insert(sql, &setup)?;
            done.setups += 1;
            mirrors.extend(mirror.map(|mirror| (row.line, setup.id, mirror)));
            return Ok(());
        }
        "setup_oqb_links" => {
            let (parent, child) = (row.need(&["parent", "parent_id"])?, row.need(&["child", "child_id"])?);
            let there = sql.one(
                "SELECT 1 FROM setup_oqb_links WHERE parent = ?1 AND child = ?2",
                &[parent.as_str().into(), child.as_str().into()],
            )?;
            if there.is_none() {
                sql.run(
                    "INSERT INTO setup_oqb_links (parent, child) VALUES (?1, ?2)",
                    &[parent.into(), child.into()],
                )?;
            }
        }
        "setup_variants" => {
            sql.run(
                "INSERT INTO setup_variants (setup, number, build, fumen, solve_pattern) VALUES (?1, ?2, ?3, ?4, ?5) \
                 ON CONFLICT (setup, number) DO UPDATE SET build = excluded.build, fumen = excluded.fumen, \
                 solve_pattern = excluded.solve_pattern",
                &[
                    row.need(&["setup", "setup_id"])?.into(),
                    row.int(&["number", "variant_number"])?.into(),
                    row.need(&["build"])?.into(),
                    row.need(&["fumen"])?.into(),
                    row.get(&["solve_pattern", "pieces"]).map(str::to_owned).into(),
                ],
            )?;
        }
        "setup_translations" => {
            sql.run(
                "INSERT INTO setup_translations (setup, language, description) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (setup, language) DO UPDATE SET description = excluded.description",
                &[
                    row.need(&["setup", "setup_id"])?.into(),
                    row.need(&["language"])?.into(),
                    row.need(&["description"])?.into(),
                ],
            )?;
        }
        "statistics" => {
            let there = sql_statistics(sql, row)?;
            put_statistics(sql, &join(there, row.statistics()?))?;
        }
        "path_files" => {
            let data = row.need(&["data"])?;
            let data = unhex(data.strip_prefix("\\x").unwrap_or(&data))
                .ok_or_else(|| StoreError::Value("the data are no hexadecimal digits".into()))?;
            let (setup, kicktable, hold) =
                (row.need(&["setup"])?, row.need(&["kicktable"])?, row.need(&["hold"])?);
            put_path_file(sql, &setup, &kicktable, &hold, Some(&data))?;
        }
        // Derived, or of no interest here.
        _ => return Ok(()),
    }
    done.others += 1;
    Ok(())
}

fn stored(sql: &mut dyn Sql, id: &str) -> Result<Option<SetupRow>> {
    let rows =
        sql.all(&format!("SELECT {} FROM setups WHERE id = ?1", super::model::SETUP_COLUMNS), &[id.into()])?;
    rows.into_iter().next().map(SetupRow::from_row).transpose()
}

/// What is there already for the row's setup, kick table and hold.
fn sql_statistics(sql: &mut dyn Sql, row: &FieldRow) -> Result<Option<Statistics>> {
    let new = row.statistics()?;
    let rows = sql.all(
        &format!(
            "SELECT {}, path_file FROM statistics WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
            super::model::STATISTICS_COLUMNS
        ),
        &[new.setup.into(), new.kicktable.into(), new.hold.into()],
    )?;
    Ok(rows.into_iter().next().map(Statistics::from_row))
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
