//! Files of setups as rows of named fields: TSV, CSV, JSON, PostgreSQL dumps.

use ludex_store::capped::Capped;
use ludex_store::line_reader::LineReader;
use ludex_store::{Result, StoreError};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Cursor, Read};

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

/// The table of a row that cannot be taken, with its reason instead of fields.
pub(crate) const REFUSED: &str = "!";

impl FieldRow {
    /// A row that cannot be taken: the import tells its reason.
    pub(crate) fn refused(line: usize, reason: String) -> Self {
        FieldRow { line, table: Some(REFUSED.into()), fields: [("reason".to_owned(), Some(reason))].into() }
    }
}

/// A longer row is refused: a path file takes two hexadecimal digits a byte.
pub const LONGEST_ROW: usize = 64 << 20;
/// More columns no table has.
const MOST_COLUMNS: usize = 1000;

/// Hears one row after the other.
pub type EachRow<'a> = dyn FnMut(FieldRow) -> Result<()> + 'a;

/// Reads the rows of a text.
///
/// # Errors
/// When it is not of its format; a bad row is left to the import.
pub fn read(text: &str, format: SetupFormat) -> Result<Vec<FieldRow>> {
    let mut rows = Vec::new();
    each_row(text.as_bytes(), format, &mut |row| {
        rows.push(row);
        Ok(())
    })?;
    Ok(rows)
}

/// Reads the rows of a stream one by one: no more than a row is in memory.
///
/// # Errors
/// When the stream cannot be read or is not of its format, a row is longer than [`LONGEST_ROW`], or the hearer
/// fails.
pub fn each_row(mut reader: impl BufRead, format: SetupFormat, each: &mut EachRow<'_>) -> Result<()> {
    // A byte order mark is left out.
    let mut start = Vec::new();
    Read::by_ref(&mut reader).take(3).read_to_end(&mut start)?;
    if start == b"\xEF\xBB\xBF" {
        start.clear();
    }
    let reader = BufReader::new(Cursor::new(start).chain(reader));
    match format {
        SetupFormat::Tsv => read_tsv(reader, each),
        SetupFormat::Csv => read_csv(reader, each),
        SetupFormat::Json => crate::json_rows::read(reader, each),
        SetupFormat::Dump => crate::dump::read(reader, each),
    }
}

pub(crate) fn wrong(line: usize, reason: impl Into<String>) -> StoreError {
    StoreError::Format { place: format!("line {line}"), reason: reason.into() }
}

pub(crate) fn unescape(field: &str) -> String {
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

/// A table has only so many columns, and each row is kept with all of them.
pub(crate) fn check_columns(line: usize, count: usize) -> Result<()> {
    if count > MOST_COLUMNS {
        return Err(wrong(line, format!("{count} columns; up to {MOST_COLUMNS} are read")));
    }
    Ok(())
}

/// The name of a column in a header: older files write `Solve %` and `Cover Dependence`.
fn column_name(text: &str) -> String {
    text.trim().to_lowercase().replace('%', "percent").replace(' ', "_")
}

/// Refuses a header from which nobody can tell the table.
fn check_header(line: usize, header: Vec<String>) -> Result<Vec<String>> {
    let fields = header.iter().map(|column| (column.clone(), None)).collect();
    if (FieldRow { line, table: None, fields }).table().is_empty() {
        return Err(wrong(line, crate::foreign::unknown_columns(header.iter().map(String::as_str))));
    }
    Ok(header)
}

fn read_tsv(reader: impl BufRead, each: &mut EachRow<'_>) -> Result<()> {
    let mut lines = LineReader::new(reader, LONGEST_ROW);
    let mut header: Option<Vec<String>> = None;
    while let Some((number, text)) = lines.read_line()? {
        let line = usize::try_from(number).unwrap_or(usize::MAX);
        let text = text.map_err(|reason| wrong(line, reason))?;
        let Some(header) = &header else {
            check_columns(line, 1 + text.matches('\t').count())?;
            header = Some(check_header(line, text.split('\t').map(column_name).collect())?);
            continue;
        };
        if text.is_empty() {
            continue;
        }
        let columns = 1 + text.matches('\t').count();
        if columns != header.len() {
            return Err(wrong(line, format!("{columns} columns where the header has {}", header.len())));
        }
        let fields = header.iter().zip(text.split('\t')).map(|(column, cell)| {
            let value = (!cell.is_empty() && cell != "NULL" && cell != "\\N").then(|| unescape(cell));
            (column.clone(), value)
        });
        each(FieldRow { line, table: None, fields: fields.collect() })?;
    }
    Ok(())
}

fn read_csv(reader: impl BufRead, each: &mut EachRow<'_>) -> Result<()> {
    let capped = Capped::new(reader, LONGEST_ROW);
    let share = capped.share();
    let mut reader = csv::Reader::from_reader(capped);
    let bad = |error: csv::Error| {
        let line = error.position().map_or(1, |p| p.line() as usize);
        wrong(line, error.to_string())
    };
    let header: Vec<String> = reader.headers().map_err(bad)?.iter().map(column_name).collect();
    check_columns(1, header.len())?;
    // An empty file has no rows either.
    if header.is_empty() {
        return Ok(());
    }
    let header = check_header(1, header)?;
    let mut record = csv::StringRecord::new();
    loop {
        share.set(0);
        let before = reader.position().line() as usize;
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(error) if error.is_io_error() => return Err(wrong(before, error.to_string())),
            Err(error) => return Err(bad(error)),
        }
        let line = record.position().map_or(0, |p| p.line() as usize);
        let fields = header.iter().zip(&record).map(|(column, cell)| {
            (column.clone(), (!cell.is_empty() && cell != "NULL").then(|| cell.to_owned()))
        });
        each(FieldRow { line, table: None, fields: fields.collect() })?;
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
