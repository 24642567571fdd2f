//! Files of setups as rows of named fields: TSV, CSV, JSON, PostgreSQL dumps.

use ludex_store::{Result, StoreError};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};

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
    /// The table it says it is of; nothing where the columns tell.
    pub table: Option<String>,
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
        rows.push(FieldRow { line: i + 1, table: None, fields: fields.collect() });
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
        rows.push(FieldRow { line, table: None, fields: fields.collect() });
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
            rows.push(FieldRow { line: i + 1, table: Some(table.clone()), fields });
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
    let mut known = Created::new();
    let mut rest = text;
    let mut line = 1;
    while !rest.is_empty() {
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (first, after) = rest.split_at(end);
        let words = first.trim_start();
        let starts = |word: &str| begins(words, word);
        if starts("copy ") && words.trim_end().to_ascii_lowercase().ends_with("from stdin;") {
            let (table, columns, _) = head(&words["copy ".len()..], line)?;
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
                rows.push(FieldRow { line, table: Some(table.clone()), fields: fields.collect() });
                block = next;
                line += 1;
            }
        } else if starts("insert into ") {
            let skipped = rest.len() - rest.trim_start().len();
            let statement = &rest[skipped + "insert into ".len()..];
            let (used, mut found) = insert_rows(statement, line, &known)?;
            rows.append(&mut found);
            let whole = skipped + "insert into ".len() + used;
            line += rest[..whole].matches('\n').count();
            rest = &rest[whole..];
        } else {
            if starts("create table ") {
                created(words, after, &mut known);
            }
            rest = after;
            line += 1;
        }
    }
    Ok(rows)
}

/// Reads `schema.table (a, b)`; what follows the bracket.
fn head(text: &str, line: usize) -> Result<(String, Vec<String>, &str)> {
    let parts = text.split_once('(').and_then(|(table, rest)| Some((table, rest.split_once(')')?)));
    let (table, (columns, rest)) =
        parts.ok_or_else(|| wrong(line, "a list of columns is needed after the table"))?;
    let columns = columns.split(',').map(|column| column.trim().trim_matches('"').to_owned()).collect();
    Ok((bare(table.trim()), columns, rest))
}

/// The columns of the tables that a dump makes, by table.
type Created = HashMap<String, Vec<String>>;

/// Reads the columns of `CREATE TABLE schema.table (`, one a line as `pg_dump` writes them.
fn created(words: &str, after: &str, known: &mut Created) {
    let table = words.split_whitespace().nth(2).unwrap_or_default();
    let lines = after.lines().map(str::trim).take_while(|line| !line.starts_with(')'));
    let columns = lines.filter(|line| !line.starts_with("CONSTRAINT "));
    let columns = columns.filter_map(|line| line.split_whitespace().next());
    known.insert(bare(table), columns.map(|column| column.trim_matches('"').to_owned()).collect());
}

/// Whether a text begins with a word, in whatever case.
fn begins(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Reads the rows of `table (columns) VALUES (...), (...);` and how many bytes they took. The columns may
/// be left out where the dump has made the table.
fn insert_rows(text: &str, line: usize, known: &Created) -> Result<(usize, Vec<FieldRow>)> {
    let name = text.split_whitespace().next().unwrap_or_default();
    let rest = text.trim_start()[name.len()..].trim_start();
    let (table, columns, rest) = if begins(rest, "values") {
        let columns = known.get(&bare(name)).cloned();
        (bare(name), columns.ok_or_else(|| wrong(line, "a list of columns is needed after the table"))?, rest)
    } else {
        head(text, line)?
    };
    let rest = rest.trim_start();
    if !begins(rest, "values") {
        return Err(wrong(line, "INSERT without VALUES"));
    }
    let bytes = text.as_bytes();
    let mut at = text.len() - rest.len() + "values".len();
    let mut rows = Vec::new();
    // Lines are counted as they pass: a statement may be the whole file.
    let (mut counted, mut row_line) = (0, line);
    loop {
        while at < bytes.len() && (bytes[at].is_ascii_whitespace() || bytes[at] == b',') {
            at += 1;
        }
        if at >= bytes.len() || bytes[at] != b'(' {
            // The end, or a clause such as ON CONFLICT.
            let end = text[at..].find(';').map_or(text.len(), |end| at + end + 1);
            return Ok((end, rows));
        }
        row_line += text[counted..at].matches('\n').count();
        counted = at;
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
                        return Err(wrong(row_line, "a text without its closing quote"));
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
                _ => return Err(wrong(row_line, "a row without its closing bracket")),
            }
        }
        if cells.len() != columns.len() {
            return Err(wrong(row_line, format!("{} values for {} columns", cells.len(), columns.len())));
        }
        let fields = columns.iter().cloned().zip(cells).collect();
        rows.push(FieldRow { line: row_line, table: Some(table.clone()), fields });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [SetupFormat; 4] = [SetupFormat::Tsv, SetupFormat::Csv, SetupFormat::Json, SetupFormat::Dump];

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,200}", sql in "(COPY|INSERT INTO|CREATE TABLE|VALUES|[a-z(),;'é\\\\\n\t ]{0,9}){0,20}") {
            for format in ALL {
                let _ = read(&text, format);
                let _ = read(&sql, format);
            }
        }

        #[test]
        fn fields_there_and_back(cells in prop::collection::vec("[^\0]{1,20}", 1..4)) {
            let columns: Vec<String> = (0..cells.len()).map(|i| format!("c{i}")).collect();
            let copy: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
            let quoted: Vec<String> = cells.iter().map(|c| format!("'{}'", c.replace('\'', "''"))).collect();
            for dump in [
                format!("COPY public.t ({}) FROM stdin;\n{}\n\\.\n", columns.join(", "), copy.join("\t")),
                format!("INSERT INTO t ({}) VALUES ({});\n", columns.join(", "), quoted.join(", ")),
            ] {
                let rows = read(&dump, SetupFormat::Dump).unwrap();
                prop_assert_eq!(rows.len(), 1);
                for (column, cell) in columns.iter().zip(&cells) {
                    prop_assert_eq!(rows[0].fields[column].as_deref(), Some(cell.as_str()));
                }
            }
        }
    }

    #[test]
    fn inserts_without_columns_follow_the_table() {
        let dump = "CREATE TABLE public.tags (\n    tag text NOT NULL,\n    \"note\" text,\n    CONSTRAINT c CHECK (true)\n);\n\n\
            INSERT INTO public.tags VALUES ('a;b', NULL);\ninsert into tags values\n  ('c', 'd'),\n  (NULL, 'e');\n";
        let rows = read(dump, SetupFormat::Dump).unwrap();
        let lines: Vec<(usize, Option<&str>)> =
            rows.iter().map(|row| (row.line, row.fields["note"].as_deref())).collect();
        assert_eq!(lines, [(7, None), (9, Some("d")), (10, Some("e"))]);
        assert!(read("INSERT INTO public.other VALUES ('a');", SetupFormat::Dump).is_err());
    }
}
