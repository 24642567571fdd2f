//! The rows of a PostgreSQL dump, one by one as they are read: COPY blocks and INSERT statements.

use crate::formats::{EachRow, FieldRow, LONGEST_ROW, check_columns, unescape, wrong};
use ludex_store::Result;
use std::collections::HashMap;
use std::io::BufRead;

/// The longest line that tells of a table: its name and its columns.
const LONGEST_HEAD: usize = 1 << 16;
/// A dump makes no more tables than this.
const MOST_TABLES: usize = 1000;

/// Reads a dump.
pub(crate) fn read(reader: impl BufRead, each: &mut EachRow<'_>) -> Result<()> {
    let mut scanner = Scanner { reader, line: 1 };
    // The columns of the tables that the dump makes, for INSERT statements that name none.
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    let mut made: Option<String> = None;
    loop {
        let line = scanner.line;
        scanner.skip_while(|byte| matches!(byte, b' ' | b'\t'))?;
        let word = scanner.word()?;
        match word.to_ascii_lowercase().as_str() {
            "" if scanner.peek()?.is_none() => return Ok(()),
            "copy" => {
                made = None;
                let rest = scanner.rest_of_line(LONGEST_ROW)?.unwrap_or_default();
                if rest.trim_end().to_ascii_lowercase().ends_with("from stdin;") {
                    let (table, columns) = head(&rest, line)?;
                    copy_rows(&mut scanner, &table, &columns, each)?;
                }
            }
            "insert" => {
                made = None;
                scanner.skip_while(|byte| matches!(byte, b' ' | b'\t'))?;
                if scanner.word()?.eq_ignore_ascii_case("into") {
                    insert_rows(&mut scanner, &known, each)?;
                } else {
                    scanner.skip_line()?;
                }
            }
            "create" => {
                let rest = scanner.start_of_line(LONGEST_HEAD)?;
                let mut words = rest.split_whitespace();
                made = None;
                if words.next().is_some_and(|word| word.eq_ignore_ascii_case("table")) {
                    let table = bare(words.next().unwrap_or_default());
                    if known.len() < MOST_TABLES {
                        known.insert(table.clone(), Vec::new());
                        made = Some(table);
                    }
                }
            }
            // A line of a table that is being made, one column each as `pg_dump` writes them.
            _ => {
                let rest = scanner.start_of_line(LONGEST_HEAD)?;
                let column = format!("{word}{rest}");
                let column = column.trim();
                if column.starts_with(')') {
                    made = None;
                } else if let Some(columns) = made.as_ref().and_then(|table| known.get_mut(table))
                    && !column.starts_with("CONSTRAINT ")
                    && let Some(name) = column.split_whitespace().next()
                {
                    check_columns(line, columns.len() + 1)?;
                    columns.push(name.trim_matches('"').to_owned());
                }
            }
        }
    }
}

/// A table name without schema and quotes.
fn bare(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).trim_matches('"').to_owned()
}

/// Reads `schema.table (a, b)` and what follows the bracket.
fn head(text: &str, line: usize) -> Result<(String, Vec<String>)> {
    let parts = text.split_once('(').and_then(|(table, rest)| Some((table, rest.split_once(')')?.0)));
    let (table, list) = parts.ok_or_else(|| wrong(line, "a list of columns is needed after the table"))?;
    Ok((bare(table.trim()), columns(list, line)?))
}

fn columns(list: &str, line: usize) -> Result<Vec<String>> {
    check_columns(line, 1 + list.matches(',').count())?;
    Ok(list.split(',').map(|column| column.trim().trim_matches('"').to_owned()).collect())
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

/// The rows of `table (columns) VALUES (...), (...);`. The columns may be left out where the dump has made the
/// table.
fn insert_rows<R: BufRead>(
    scanner: &mut Scanner<R>,
    known: &HashMap<String, Vec<String>>,
    each: &mut EachRow<'_>,
) -> Result<()> {
    let line = scanner.line;
    scanner.skip_while(|byte| byte.is_ascii_whitespace())?;
    let table = bare(&scanner.until(|byte| byte.is_ascii_whitespace() || byte == b'(', LONGEST_HEAD)?);
    scanner.skip_while(|byte| byte.is_ascii_whitespace())?;
    let columns = if scanner.peek()? == Some(b'(') {
        scanner.next()?;
        let list = scanner.until(|byte| byte == b')', LONGEST_HEAD)?;
        if scanner.next()?.is_none() {
            return Err(wrong(line, "a list of columns is needed after the table"));
        }
        Some(columns(&list, line)?)
    } else {
        known.get(&table).cloned()
    };
    scanner.skip_while(|byte| byte.is_ascii_whitespace())?;
    let values = scanner.word()?.eq_ignore_ascii_case("values");
    let Some(columns) = columns else {
        return Err(wrong(line, "a list of columns is needed after the table"));
    };
    if !values {
        return Err(wrong(line, "INSERT without VALUES"));
    }
    loop {
        scanner.skip_while(|byte| byte.is_ascii_whitespace() || byte == b',')?;
        if scanner.peek()? != Some(b'(') {
            // The end, or a clause such as ON CONFLICT.
            scanner.skip_while(|byte| byte != b';')?;
            scanner.next()?;
            return Ok(());
        }
        scanner.next()?;
        let line = scanner.line;
        let cells = cells(scanner, columns.len())?;
        if cells.len() != columns.len() {
            return Err(wrong(line, format!("{} values for {} columns", cells.len(), columns.len())));
        }
        let fields = columns.iter().cloned().zip(cells).collect();
        each(FieldRow { line, table: Some(table.clone()), fields })?;
    }
}

/// The values up to the closing bracket.
fn cells<R: BufRead>(scanner: &mut Scanner<R>, most: usize) -> Result<Vec<Option<String>>> {
    let line = scanner.line;
    let mut cells = Vec::new();
    let mut left = LONGEST_ROW;
    loop {
        scanner.skip_while(|byte| byte.is_ascii_whitespace())?;
        let cell = if scanner.peek()? == Some(b'\'') {
            let mut cell = String::new();
            scanner.next()?;
            loop {
                cell.push_str(&scanner.until(|byte| byte == b'\'', left - cell.len())?);
                if scanner.next()?.is_none() {
                    return Err(wrong(line, "a text without its closing quote"));
                }
                if scanner.peek()? != Some(b'\'') {
                    break;
                }
                scanner.next()?;
                cell.push('\'');
                if cell.len() >= left {
                    return Err(wrong(line, format!("a row is longer than {LONGEST_ROW} bytes")));
                }
            }
            // A cast may follow.
            scanner.skip_while(|byte| !matches!(byte, b',' | b')'))?;
            Some(cell)
        } else {
            let word = scanner.until(|byte| matches!(byte, b',' | b')'), LONGEST_HEAD)?;
            let word = word.trim().split("::").next().unwrap_or("").to_owned();
            (!word.eq_ignore_ascii_case("null")).then_some(word)
        };
        left = left.saturating_sub(cell.as_ref().map_or(0, String::len)).max(1);
        cells.push(cell);
        // One too many is enough to tell.
        match scanner.next()? {
            Some(b',') if cells.len() <= most => {}
            Some(b')' | b',') => return Ok(cells),
            _ => return Err(wrong(line, "a row without its closing bracket")),
        }
    }
}

/// Bytes of a stream with the number of their line.
struct Scanner<R> {
    reader: R,
    /// Counted from 1.
    line: usize,
}

impl<R: BufRead> Scanner<R> {
    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    fn next(&mut self) -> Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.reader.consume(1);
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }

    fn skip_while(&mut self, passed: impl Fn(u8) -> bool) -> Result<()> {
        self.walk(|byte| !passed(byte), &mut |_| Ok(()))
    }

    /// Hands out bytes in pieces, up to one at which it stops.
    fn walk(&mut self, stops: impl Fn(u8) -> bool, hear: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| stops(byte));
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            hear(piece)?;
            self.line += piece.iter().filter(|&&byte| byte == b'\n').count();
            let used = piece.len();
            self.reader.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }

    /// The text before the byte at which it stops.
    fn until(&mut self, stops: impl Fn(u8) -> bool, longest: usize) -> Result<String> {
        let line = self.line;
        let mut bytes = Vec::new();
        self.walk(stops, &mut |piece| {
            if bytes.len() + piece.len() > longest {
                return Err(wrong(line, format!("a row or a name is longer than {longest} bytes")));
            }
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        String::from_utf8(bytes).map_err(|_| wrong(line, "the text is not UTF-8"))
    }

    /// Letters; they may be none.
    fn word(&mut self) -> Result<String> {
        let mut word = String::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_alphabetic) {
            if word.len() >= 16 {
                break;
            }
            word.push(char::from(byte));
            self.next()?;
        }
        Ok(word)
    }

    /// The rest of the line with its line break; nothing at the end.
    fn rest_of_line(&mut self, longest: usize) -> Result<Option<String>> {
        let mut text = self.until(|byte| byte == b'\n', longest)?;
        if self.next()?.is_some() {
            text.push('\n');
        }
        Ok((!text.is_empty()).then_some(text))
    }

    /// The start of the rest of the line, as much as fits; the line is passed over.
    fn start_of_line(&mut self, most: usize) -> Result<String> {
        let mut bytes = Vec::new();
        self.walk(|byte| byte == b'\n', &mut |piece| {
            let room = most - bytes.len();
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            Ok(())
        })?;
        self.next()?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn skip_line(&mut self) -> Result<()> {
        self.start_of_line(0).map(drop)
    }
}
