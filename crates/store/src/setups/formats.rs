//! Files of setups as rows of named fields: TSV, CSV, JSON, PostgreSQL dumps.

use crate::error::{Result, StoreError};
use serde_json::Value as Json;
use std::collections::BTreeMap;

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

pub(crate) fn escape(field: &str) -> String {
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
