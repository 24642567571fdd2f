//! The rows of a PostgreSQL dump, one by one as they are read: COPY blocks, INSERT statements, and the mirrors that
//! UPDATE statements set. All other statements are passed over.

use crate::formats::{EachRow, FieldRow, LONGEST_ROW, check_columns, unescape, wrong};
use crate::scanner::Scanner;
use crate::sql_value::{Update, bare, cells};
use ludex_store::Result;
use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;

/// The longest line that tells of a table: its name and its columns.
const LONGEST_HEAD: usize = 1 << 16;
/// A dump makes no more tables than this.
const MOST_TABLES: usize = 1000;

/// Reads a dump.
pub(crate) fn read(reader: impl BufRead, each: &mut EachRow<'_>) -> Result<()> {
    let mut scanner = Scanner::new(reader);
    // The columns of the tables that the dump makes, for INSERT statements that name none.
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    let (mut rows_come, mut anything) = (false, false);
    loop {
        scanner.blank()?;
        let line = scanner.line;
        let Some(byte) = scanner.peek()? else {
            return match (rows_come, anything) {
                (false, true) => Err(wrong(line, "there is no COPY and no INSERT in the dump")),
                _ => Ok(()),
            };
        };
        anything = true;
        // A command of psql.
        if byte == b'\\' {
            scanner.skip_line()?;
            continue;
        }
        match scanner.word()?.to_ascii_lowercase().as_str() {
            "copy" => {
                let rest = scanner.rest_of_line(LONGEST_ROW)?.unwrap_or_default();
                if rest.trim_end().to_ascii_lowercase().ends_with("from stdin;") {
                    rows_come = true;
                    let (table, columns) = head(&rest, line, &known)?;
                    copy_rows(&mut scanner, &table, &columns, each)?;
                }
            }
            "insert" => {
                scanner.blank()?;
                if scanner.word()?.eq_ignore_ascii_case("into") {
                    rows_come = true;
                    insert_rows(&mut scanner, &known, each)?;
                }
                scanner.skip_statement()?;
            }
            "update" => {
                let text = scanner.outside(b";", LONGEST_ROW)?;
                scanner.skip_statement()?;
                each(update(&text, line))?;
            }
            "create" => {
                if let Some((table, columns)) = created(&mut scanner)?
                    && known.len() < MOST_TABLES
                {
                    known.insert(table, columns);
                }
                scanner.skip_statement()?;
            }
            _ => scanner.skip_statement()?,
        }
    }
}

/// Reads `schema.table (a, b)`, or `schema.table` of a table that the dump has made.
fn head(text: &str, line: usize, known: &HashMap<String, Vec<String>>) -> Result<(String, Vec<String>)> {
    let missing = || wrong(line, "a list of columns is needed after the table");
    match text.split_once('(') {
        Some((table, rest)) => {
            let (list, _) = rest.split_once(')').ok_or_else(missing)?;
            Ok((bare(table.trim()), columns(list, line)?))
        }
        None => {
            let table = bare(text.split_whitespace().next().unwrap_or_default());
            let columns = known.get(&table).cloned().ok_or_else(missing)?;
            Ok((table, columns))
        }
    }
}

fn columns(list: &str, line: usize) -> Result<Vec<String>> {
    check_columns(line, 1 + list.matches(',').count())?;
    Ok(list.split(',').map(|column| column.trim().trim_matches('"').to_owned()).collect())
}

/// The table and its columns, where the statement makes one.
fn created<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Option<(String, Vec<String>)>> {
    let name = |scanner: &mut Scanner<R>| -> Result<String> {
        scanner.blank()?;
        scanner.until(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b';'), LONGEST_HEAD)
    };
    let mut word = name(scanner)?;
    for kind in ["unlogged", "temporary", "temp"] {
        if word.eq_ignore_ascii_case(kind) {
            word = name(scanner)?;
        }
    }
    if !word.eq_ignore_ascii_case("table") {
        return Ok(None);
    }
    let mut table = name(scanner)?;
    if table.eq_ignore_ascii_case("if") {
        // NOT EXISTS
        name(scanner)?;
        name(scanner)?;
        table = name(scanner)?;
    }
    scanner.blank()?;
    if scanner.peek()? != Some(b'(') {
        return Ok(None);
    }
    scanner.next()?;
    let mut columns = Vec::new();
    loop {
        scanner.blank()?;
        let line = scanner.line;
        let text = scanner.outside(b",)", LONGEST_HEAD)?;
        let column = text.split_whitespace().next().unwrap_or_default();
        let rules = ["constraint", "primary", "foreign", "unique", "check", "exclude", "like"];
        if !column.is_empty() && !rules.iter().any(|rule| column.eq_ignore_ascii_case(rule)) {
            check_columns(line, columns.len() + 1)?;
            columns.push(column.trim_matches('"').to_owned());
        }
        if scanner.next()? != Some(b',') {
            return Ok(Some((bare(&table), columns)));
        }
    }
}

/// The lines of a COPY block, up to `\.`.
fn copy_rows<R: BufRead>(
    scanner: &mut Scanner<R>,
    table: &str,
    columns: &[String],
    each: &mut EachRow<'_>,
) -> Result<()> {
    loop {
        let line = scanner.line;
        let Some(row) = scanner.rest_of_line(LONGEST_ROW)? else {
            return Err(wrong(line, format!("the COPY block of {table} has no end")));
        };
        let row = row.trim_end_matches(['\r', '\n']);
        if row == "\\." {
            return Ok(());
        }
        let count = 1 + row.matches('\t').count();
        if count != columns.len() {
            return Err(wrong(line, format!("{count} fields for {} columns", columns.len())));
        }
        let fields = columns
            .iter()
            .zip(row.split('\t'))
            .map(|(column, cell)| (column.clone(), (cell != "\\N").then(|| unescape(cell))));
        each(FieldRow { line, table: Some(table.to_owned()), fields: fields.collect() })?;
    }
}

/// The rows of `table (columns) VALUES (...), (...)`, up to the semicolon or a clause such as ON CONFLICT. The
/// columns may be left out where the dump has made the table.
fn insert_rows<R: BufRead>(
    scanner: &mut Scanner<R>,
    known: &HashMap<String, Vec<String>>,
    each: &mut EachRow<'_>,
) -> Result<()> {
    scanner.blank()?;
    let line = scanner.line;
    let table = bare(&scanner.until(|byte| byte.is_ascii_whitespace() || byte == b'(', LONGEST_HEAD)?);
    scanner.blank()?;
    let columns = if scanner.peek()? == Some(b'(') {
        scanner.next()?;
        let list = scanner.outside(b")", LONGEST_HEAD)?;
        if scanner.next()?.is_none() {
            return Err(wrong(line, "a list of columns is needed after the table"));
        }
        Some(columns(&list, line)?)
    } else {
        known.get(&table).cloned()
    };
    scanner.blank()?;
    let mut word = scanner.word()?;
    if word.eq_ignore_ascii_case("overriding") {
        // SYSTEM VALUE
        for _ in 0..3 {
            scanner.blank()?;
            word = scanner.word()?;
        }
    }
    let Some(columns) = columns else {
        return Err(wrong(line, "a list of columns is needed after the table"));
    };
    if !word.eq_ignore_ascii_case("values") {
        let reason = format!("INSERT INTO {table} without VALUES is not read: its rows are left out");
        return each(FieldRow::refused(line, reason));
    }
    loop {
        scanner.blank()?;
        if scanner.peek()? == Some(b',') {
            scanner.next()?;
            scanner.blank()?;
        }
        if scanner.peek()? != Some(b'(') {
            return Ok(());
        }
        scanner.next()?;
        let line = scanner.line;
        let text = scanner.outside(b")", LONGEST_ROW)?;
        if scanner.next()?.is_none() {
            return Err(wrong(line, "a row without its closing bracket"));
        }
        each(match cells(&text) {
            Ok(cells) if cells.len() == columns.len() => {
                let fields = columns.iter().cloned().zip(cells).collect();
                FieldRow { line, table: Some(table.clone()), fields }
            }
            Ok(cells) => {
                let reason = format!("{table}: {} values for {} columns", cells.len(), columns.len());
                FieldRow::refused(line, reason)
            }
            Err(reason) => FieldRow::refused(line, format!("{table}: {reason}")),
        })?;
    }
}

/// The mirror that an UPDATE of setups sets; what else it may do is told.
fn update(text: &str, line: usize) -> FieldRow {
    if let Some(Update { table, set, conditions }) = Update::read(text)
        && let ([(column, mirror)], [(key, id)]) = (set.as_slice(), conditions.as_slice())
        && (table.as_str(), column.as_str()) == ("setups", "mirror")
        && matches!(key.as_str(), "setup_id" | "id")
    {
        let fields = [("setup_id", Some(id.clone())), ("mirror", mirror.clone())];
        let fields: BTreeMap<_, _> = fields.map(|(column, value)| (column.to_owned(), value)).into();
        return FieldRow { line, table: Some("setup_mirrors".into()), fields };
    }
    let start: String = text.trim().chars().take(60).collect();
    FieldRow::refused(
        line,
        format!("UPDATE {start}: only the mirror of one setup is read, and this is left out"),
    )
}
