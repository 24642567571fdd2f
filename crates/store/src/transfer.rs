//! Records in and out as text: items, NDJSON, CSV; imports that resume.
//!
//! Long, for three formats share one import, whose place in the file is kept so that it goes on after any end.

use crate::batch::Gathered;
use crate::capped::Capped;
use crate::error::{Result, StoreError};
use crate::line_reader::LineReader;
use crate::record::{Facts, Record, TYPED};
use crate::store::{ImportState, Store};
use crate::upsert::Put;
use ludex_core::{Families, Progress, Refusal};
use serde_json::{Map, Value as Json};
use std::io::{BufRead, Write};
use std::sync::mpsc;

/// How records stand in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One position or name per line, trailing columns ignored.
    Items,
    /// One JSON object per line, the form of [`Record::to_json`].
    Ndjson,
    /// A header line, then one record per line.
    Csv,
}

/// The columns of a CSV export.
pub const CSV_COLUMNS: [&str; 12] = [
    "name",
    "position",
    "solution",
    "rating",
    "length",
    "score",
    "facts",
    "source",
    "first_seen",
    "last_seen",
    "count",
    "keys",
];

/// One row of an import, not yet understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Where it stands, counted from 1; the header of a CSV file is line 1.
    pub line: i64,
    /// What it holds, or why it cannot be read.
    pub content: std::result::Result<Content, String>,
    /// At most how many bytes of memory it takes, roughly.
    pub bytes: usize,
}

/// What a row holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// An item: a position or a name.
    Item(String),
    /// The fields of a record.
    Fields(Map<String, Json>),
}

/// A longer line or record is refused.
pub const LONGEST_LINE: usize = 4 << 20;
/// How much more memory JSON takes than its text, at most: `"a":1,` becomes an entry of a map.
const JSON_GROWTH: usize = 16;

/// The rows of a stream.
pub fn rows<'a>(reader: impl BufRead + 'a, format: Format) -> Box<dyn Iterator<Item = Result<Row>> + 'a> {
    match format {
        Format::Items | Format::Ndjson => {
            Box::new(Lines { lines: LineReader::new(reader, LONGEST_LINE), format })
        }
        Format::Csv => Box::new(csv_rows(reader)),
    }
}

struct Lines<R> {
    lines: LineReader<R>,
    format: Format,
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Result<Row>> {
        loop {
            let (line, text) = match self.lines.read_line() {
                Err(error) => return Some(Err(error.into())),
                Ok(line) => line?,
            };
            let growth = if self.format == Format::Items { 1 } else { JSON_GROWTH };
            let bytes = ROW_BYTES + text.as_ref().map_or(0, |text| text.len() * growth);
            let content = match text {
                Ok("") => continue,
                Err(reason) => Err(reason),
                Ok(text) if self.format == Format::Items => Ok(Content::Item(text.to_owned())),
                Ok(text) => match serde_json::from_str::<Json>(text) {
                    Ok(Json::Object(fields)) => Ok(Content::Fields(fields)),
                    Ok(_) => Err("the line is JSON but no object".to_owned()),
                    Err(error) => Err(format!("the line is no JSON object: {error}")),
                },
            };
            return Some(Ok(Row { line: line as i64, content, bytes }));
        }
    }
}

fn csv_rows<'a>(reader: impl BufRead + 'a) -> impl Iterator<Item = Result<Row>> + 'a {
    let capped = Capped::new(reader, LONGEST_LINE);
    let share = capped.share();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(capped);
    let headers = reader.headers().cloned();
    let mut failed = false;
    let mut records = reader.into_records();
    // The header is line 1. Where line breaks are no line feeds every record counts as a line, so that no two
    // records share one.
    let (mut line, mut before) = (1, 0);
    std::iter::from_fn(move || {
        if failed {
            return None;
        }
        let headers = match &headers {
            Ok(headers) => headers,
            Err(error) => {
                failed = true;
                return Some(Err(StoreError::Format {
                    place: "the header".into(),
                    reason: error.to_string(),
                }));
            }
        };
        line = (line + 1).max(records.reader().position().line() as i64);
        share.set(0);
        let (content, bytes) = match records.next()? {
            Ok(record) => {
                let bytes = (record.as_slice().len() + record.len()) * JSON_GROWTH;
                let content = if record.get(0) == Some(END_ROW) {
                    match tested_end(headers, &record, before) {
                        Ok(()) => return None,
                        Err(reason) => Err(reason),
                    }
                } else if record.len() != headers.len() {
                    Err(format!("{} fields where the header has {}", record.len(), headers.len()))
                } else {
                    csv_fields(headers, &record).map(Content::Fields)
                };
                (content, bytes)
            }
            Err(error) => match error.into_kind() {
                csv::ErrorKind::Io(error) => {
                    failed = true;
                    return Some(Err(match error.kind() {
                        std::io::ErrorKind::InvalidData => {
                            StoreError::Format { place: format!("line {line}"), reason: error.to_string() }
                        }
                        _ => error.into(),
                    }));
                }
                csv::ErrorKind::Utf8 { err, .. } => (Err(err.to_string()), 0),
                _ => (Err("the row is no CSV".to_owned()), 0),
            },
        };
        before += 1;
        Some(Ok(Row { line, content, bytes: ROW_BYTES + bytes }))
    })
}

/// The name in the last row of a CSV export that says how many records came before it.
pub const END_ROW: &str = "#end";

/// Whether the row at the end of an export counts the rows that came before it.
fn tested_end(
    headers: &csv::StringRecord,
    record: &csv::StringRecord,
    before: u64,
) -> std::result::Result<(), String> {
    let column = headers.iter().position(|column| column == "count");
    let counted = column.and_then(|column| record.get(column)?.parse::<u64>().ok());
    match counted {
        Some(counted) if counted == before => Ok(()),
        Some(counted) => Err(format!(
            "the end row counts {counted} records, but {before} came before it: the file is not whole"
        )),
        None => Err("the end row does not count the records before it".to_owned()),
    }
}

fn csv_fields(
    headers: &csv::StringRecord,
    record: &csv::StringRecord,
) -> std::result::Result<Map<String, Json>, String> {
    let mut fields = Map::new();
    let mut facts = Map::new();
    for (column, value) in headers.iter().zip(record).filter(|(_, value)| !value.is_empty()) {
        match column {
            "name" | "position" | "source" => {
                fields.insert(column.into(), value.into());
            }
            "keys" => {
                let keys = if value.starts_with('[') {
                    serde_json::from_str(value).map_err(|_| "the keys are no JSON array".to_owned())?
                } else {
                    value.split(' ').map(Json::from).collect::<Vec<_>>().into()
                };
                fields.insert(column.into(), keys);
            }
            "first_seen" | "last_seen" | "count" => {
                let number: i64 =
                    value.parse().map_err(|_| format!("the {column} {value:?} is no whole number"))?;
                fields.insert(column.into(), number.into());
            }
            "solution" => {
                facts.insert(column.into(), value.into());
            }
            "facts" => match serde_json::from_str(value) {
                Ok(Json::Object(more)) => facts.extend(more),
                _ => return Err("the facts are no JSON object".into()),
            },
            // Any other column is a fact: a number where it reads as one.
            other => {
                let value = serde_json::from_str::<serde_json::Number>(value)
                    .map_or_else(|_| Json::from(value), Json::Number);
                facts.insert(other.into(), value);
            }
        }
    }
    if !facts.is_empty() {
        fields.insert("facts".into(), Json::Object(facts));
    }
    Ok(fields)
}

/// What a position's own text says of it: the name, the text, the short codes.
#[derive(Debug, Clone)]
pub struct Named {
    /// The canonical name.
    pub name: ludex_core::Name,
    /// The position as it stands; nothing where only a name was given.
    pub position: Option<String>,
    /// Short codes that other positions may share.
    pub keys: Vec<(String, String)>,
    /// The name alone does not hold the position, which is given in canonical text.
    pub shared_name: bool,
}

impl Named {
    /// The name of the item at the start of a line, and what follows the item. A canonical name is taken at
    /// its word unless `verify` asks for the way back to its position.
    ///
    /// # Errors
    /// When no family takes the item, or the one that does refuses it.
    pub fn read<'a>(
        families: &Families,
        line: &'a str,
        verify: bool,
    ) -> std::result::Result<(Named, &'a str), Refusal> {
        if let Some(split) = families.split_name(line) {
            let (name, rest) = split?;
            let canonical = families.kind(name.kind()).is_ok_and(|(_, kind)| kind.is_canonical());
            if canonical && !verify {
                return Ok((Named { name, position: None, keys: vec![], shared_name: false }, rest));
            }
        }
        let item = families.read(line)?;
        let (family, rest) = (item.family, item.rest);
        let position = item.position()?;
        let keys = position.keys().into_iter().map(|(kind, key)| (kind.to_owned(), key)).collect();
        let canonical = position.canonical_text();
        let named = Named {
            name: family.name(&*position)?,
            shared_name: canonical.is_some(),
            position: Some(canonical.unwrap_or_else(|| position.setup().text())),
            keys,
        };
        Ok((named, rest))
    }
}

/// Makes a record of a row. `read` turns an item (a position or a name) into its name; a row with a
/// `name` field is taken at its word.
///
/// # Errors
/// Why the row is refused, in one line.
pub fn record(
    content: &Content,
    seen: i64,
    source: Option<&str>,
    read: &dyn Fn(&str) -> std::result::Result<Named, String>,
) -> std::result::Result<Record, String> {
    let fields = match content {
        Content::Item(item) => {
            let mut record = record_of(read(item)?, seen);
            record.source = source.map(str::to_owned);
            return record.check().map(|()| record).map_err(|e| e.to_string());
        }
        Content::Fields(fields) => fields,
    };
    let text = |field: &str| -> std::result::Result<Option<&str>, String> {
        match fields.get(field) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) => Ok(Some(text)),
            Some(other) => Err(format!("the field {field} is a text, not {other}")),
        }
    };
    let int = |field: &str| -> std::result::Result<Option<i64>, String> {
        match fields.get(field) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => value
                .as_i64()
                .map(Some)
                .ok_or_else(|| format!("the field {field} is a whole number, not {value}")),
        }
    };
    let mut record = match (text("name")?, text("position")?) {
        (Some(name), position) => {
            let name = name.parse().map_err(|e: ludex_core::NameError| e.to_string())?;
            record_of(
                Named { name, position: position.map(str::to_owned), keys: vec![], shared_name: false },
                seen,
            )
        }
        (None, Some(position)) => record_of(read(position)?, seen),
        (None, None) => return Err("there is neither a name nor a position".into()),
    };
    record.source = text("source")?.or(source).map(str::to_owned);
    record.first_seen = int("first_seen")?.unwrap_or(seen);
    record.last_seen = int("last_seen")?.unwrap_or(record.first_seen.max(seen));
    record.count = int("count")?.unwrap_or(1);
    match fields.get("facts") {
        None | Some(Json::Null) => {}
        Some(Json::Object(facts)) => {
            record.facts = Facts::default();
            for (fact, value) in facts {
                record.facts.set(fact, value.clone()).map_err(|e| e.to_string())?;
            }
        }
        Some(_) => return Err("the field facts is no JSON object".into()),
    }
    match fields.get("keys") {
        None | Some(Json::Null) => {}
        Some(Json::Array(keys)) => {
            for key in keys {
                let pair = key.as_str().and_then(|key| key.split_once(':'));
                let (kind, key) = pair.ok_or_else(|| format!("the key {key} is not KIND:CODE"))?;
                record.keys.push((kind.to_owned(), key.to_owned()));
            }
        }
        Some(_) => return Err("the field keys is no array".into()),
    }
    record.check().map_err(|e| e.to_string())?;
    Ok(record)
}

/// The record of a position seen once.
#[must_use]
pub fn record_of(named: Named, seen: i64) -> Record {
    let mut record = Record::new(named.name, seen);
    record.position = named.position;
    record.keys = named.keys;
    record.shared_name = named.shared_name;
    record
}

/// Makes records of many rows, in their order; from several threads where the caller has them.
pub type Understand<'a> = dyn Fn(&[Row]) -> Vec<std::result::Result<Record, String>> + 'a;

/// Rows that are understood at once.
const CHUNK: usize = 1 << 16;
/// The same, in bytes of memory.
const CHUNK_BYTES: usize = 32 << 20;
/// What a row takes besides its texts.
const ROW_BYTES: usize = 64;
/// A batch of rows that take more memory than this ends early; two are in memory at once.
const BATCH_BYTES: usize = 80 << 20;
/// The same for what is refused in it, of which three batches are: one waits until it is told.
const REFUSED_BYTES: usize = 16 << 20;
/// A reason is cut after so many bytes: it may repeat what was read.
const LONGEST_REASON: usize = 500;

/// A batch on its way to the writer: the records, what was refused, how far it brings the import.
type Written = (Vec<(i64, String)>, ImportState);

/// Runs an import, or goes on with it where it was interrupted. Each batch is written whole, together
/// with how far the import has come; it ends after `batch_size` rows, or earlier where rows are long.
/// While one batch is written, the next is read. `refused` hears line and reason of each refused row
/// once its batch is written.
///
/// # Errors
/// When the stream or the database is in trouble; what was written before stays, and the next run of
/// the same import goes on there.
pub fn import(
    store: &mut Store,
    id: &str,
    rows: &mut dyn Iterator<Item = Result<Row>>,
    batch_size: usize,
    understand: &Understand<'_>,
    refused: &mut dyn FnMut(i64, &str),
    progress: &dyn Progress,
) -> Result<ImportState> {
    let mut state = store.settled_import_state(id)?.unwrap_or_default();
    if state.finished {
        return Ok(state);
    }
    // Rows that were read before are passed over. They are counted: where line breaks are no line feeds, lines
    // tell nothing.
    let mut rows = rows.enumerate().filter_map({
        let done = usize::try_from(state.place).unwrap_or(0);
        move |(i, row)| (i >= done || row.is_err()).then_some(row)
    });
    std::thread::scope(|scope| {
        // No room in between: one batch is written while one is gathered.
        let (to_writer, batches) = mpsc::sync_channel::<(Gathered, Written)>(0);
        let (to_reader, acknowledged) = mpsc::channel::<Written>();
        let writer = scope.spawn(move || -> Result<()> {
            for (mut gathered, (refused, state)) in batches {
                store.put_gathered(id, &mut gathered, &refused, &state, Put::Silently)?;
                // A reader that is gone has failed and says so itself.
                let _ = to_reader.send((refused, state));
            }
            Ok(())
        });
        let mut written = state.clone();
        let mut tell = |batch: Written| {
            batch.0.iter().for_each(|(line, reason)| refused(*line, reason));
            written = batch.1;
        };
        let mut read = || -> Result<()> {
            while !state.finished {
                let (gathered, told) = gather(&mut rows, batch_size, understand, &mut state, progress)?;
                if to_writer.send((gathered, (told, state.clone()))).is_err() {
                    return Ok(()); // The writer failed: its error is the one that counts.
                }
                acknowledged.try_iter().for_each(&mut tell);
            }
            Ok(())
        };
        let read = read();
        drop(to_writer);
        let wrote = writer.join().expect("the writer does not panic");
        acknowledged.try_iter().for_each(&mut tell);
        wrote.and(read)?;
        Ok(written)
    })
}

/// Reads and understands the next batch; brings the state to its end.
fn gather(
    rows: &mut dyn Iterator<Item = Result<Row>>,
    batch_size: usize,
    understand: &Understand<'_>,
    state: &mut ImportState,
    progress: &dyn Progress,
) -> Result<(Gathered, Vec<(i64, String)>)> {
    let mut gathered = Gathered::default();
    let mut refused = Vec::new();
    let mut left = batch_size;
    let mut refused_bytes = 0;
    while left > 0 && gathered.bytes() < BATCH_BYTES && refused_bytes < REFUSED_BYTES && !state.finished {
        let wanted = left.min(CHUNK);
        let (mut chunk, mut bytes): (Vec<Row>, _) = (Vec::new(), 0);
        while chunk.len() < wanted && bytes < CHUNK_BYTES && !state.finished {
            match rows.next().transpose()? {
                None => state.finished = true,
                Some(row) => {
                    bytes += row.bytes;
                    chunk.push(row);
                }
            }
        }
        left -= chunk.len();
        state.line = chunk.last().map_or(state.line, |row| row.line);
        state.place += chunk.len() as i64;
        for (row, result) in chunk.iter().zip(understand(&chunk)) {
            match result {
                Ok(record) => gathered.push(record),
                Err(reason) => {
                    let reason = cut(reason);
                    refused_bytes += ROW_BYTES + reason.len();
                    refused.push((row.line, reason));
                }
            }
        }
        progress.report(state.line as u64, 0)?;
    }
    gathered.sort();
    state.batch += 1;
    state.taken += gathered.len() as i64;
    state.refused += refused.len() as i64;
    Ok((gathered, refused))
}

/// A reason of bounded length.
fn cut(mut reason: String) -> String {
    if reason.len() > LONGEST_REASON {
        reason.truncate(reason.floor_char_boundary(LONGEST_REASON));
        reason.push_str("...");
    }
    reason
}

/// How CSV is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CsvStyle {
    /// A last row counts the records, so that a file that was cut can be told.
    pub end_row: bool,
    /// Cells that a spreadsheet would take for a formula get an apostrophe before them.
    pub spreadsheet_safe: bool,
}

/// A cell that no spreadsheet takes for a formula: one that begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return, and is no number, gets an apostrophe before it.
///
/// ```
/// use ludex_store::transfer::spreadsheet_safe;
/// assert_eq!(spreadsheet_safe("=HYPERLINK(1)"), "'=HYPERLINK(1)");
/// assert_eq!(spreadsheet_safe("-17.5"), "-17.5");
/// ```
#[must_use]
pub fn spreadsheet_safe(cell: &str) -> std::borrow::Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err() {
        return format!("'{cell}").into();
    }
    cell.into()
}

/// Writes all records of a store.
///
/// # Errors
/// When the database or the stream is in trouble.
pub fn export(store: &mut Store, format: Format, style: CsvStyle, out: &mut dyn Write) -> Result<u64> {
    let mut written = 0;
    // One write for many rows, whatever the stream is.
    let out = &mut std::io::BufWriter::with_capacity(1 << 16, out);
    if format == Format::Csv {
        write_csv(out, &CSV_COLUMNS)?;
    }
    store.walk(&mut |record| {
        written += 1;
        match format {
            Format::Items => writeln!(out, "{}", record.name)?,
            Format::Ndjson => writeln!(out, "{}", Json::Object(record.to_json()))?,
            Format::Csv if style.spreadsheet_safe => {
                let cells = csv_record(&record);
                write_csv(
                    out,
                    &cells.iter().map(|cell| spreadsheet_safe(cell).into_owned()).collect::<Vec<_>>(),
                )?;
            }
            Format::Csv => write_csv(out, &csv_record(&record))?,
        }
        Ok(())
    })?;
    if style.end_row && format == Format::Csv {
        let count = written.to_string();
        write_csv(
            out,
            &CSV_COLUMNS.map(|column| match column {
                "name" => END_ROW,
                "count" => &count,
                _ => "",
            }),
        )?;
    }
    out.flush()?;
    Ok(written)
}

/// One record as the fields of a CSV row, in the order of [`CSV_COLUMNS`].
#[must_use]
pub fn csv_record(record: &Record) -> Vec<String> {
    let mut row = vec![record.name.to_string(), record.position.clone().unwrap_or_default()];
    row.extend(
        TYPED.map(|fact| record.facts.get(fact).map_or_else(String::new, |value| crate::json::plain(&value))),
    );
    row.push(record.facts.json_column().unwrap_or_default());
    row.push(record.source.clone().unwrap_or_default());
    row.extend([record.first_seen, record.last_seen, record.count].map(|n| n.to_string()));
    row.push(csv_keys(&record.keys));
    row
}

/// Keys side by side; as a JSON array where a blank inside one would cut it in two.
fn csv_keys(keys: &[(String, String)]) -> String {
    let keys: Vec<String> = keys.iter().map(|(kind, key)| format!("{kind}:{key}")).collect();
    if keys.iter().any(|key| key.contains(' ') || key.starts_with('[')) {
        Json::from(keys).to_string()
    } else {
        keys.join(" ")
    }
}

fn write_csv<S: AsRef<[u8]>>(out: &mut dyn Write, row: &[S]) -> Result<()> {
    // By way of memory: a writer of CSV flushes what it writes to, row by row.
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(row).map_err(std::io::Error::other)?;
    let line = writer.into_inner().map_err(|error| error.into_error())?;
    out.write_all(&line)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_blanks_come_back_from_csv() {
        let named = |item: &str| {
            let name = item.parse().map_err(|error: ludex_core::NameError| error.to_string())?;
            Ok(Named { name, position: None, keys: Vec::new(), shared_name: false })
        };
        for keys in [r#"["a:1","b:2"]"#, r#"["sexta+t  1 :AAA","b:2"]"#, r#"["[a:1"]"#, r#"["a: "]"#] {
            let line = format!(r#"{{"name":"cube2:0469","keys":{keys}}}"#);
            let row = rows(line.as_bytes(), Format::Ndjson).next().unwrap().unwrap();
            let taken = record(&row.content.unwrap(), 7, None, &named).unwrap();
            let mut file = Vec::new();
            write_csv(&mut file, &CSV_COLUMNS).unwrap();
            write_csv(&mut file, &csv_record(&taken)).unwrap();
            let row = rows(file.as_slice(), Format::Csv).next().unwrap().unwrap();
            assert_eq!(record(&row.content.unwrap(), 7, None, &named).unwrap().keys, taken.keys, "{keys}");
        }
    }
}
