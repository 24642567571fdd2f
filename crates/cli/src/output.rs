//! Text, csv, json, ndjson: the same answers in four coats.

use crate::input::Frame;
use crate::talk::Screen;
use ludex_store::json::plain;
use ludex_store::transfer::spreadsheet_safe;
use serde_json::{Map, Value};
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// How answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// Values with tabs between them, one line per answer
    #[default]
    Text,
    /// A header line, then the input and the values; errors in a column of their own
    Csv,
    /// One array of objects
    Json,
    /// One object per line
    Ndjson,
}

/// Whether cells of csv are kept from being formulas.
static SPREADSHEET_SAFE: AtomicBool = AtomicBool::new(false);

/// Lets no cell of csv be a formula, for the whole run.
pub(crate) fn set_spreadsheet_safe(safe: bool) {
    SPREADSHEET_SAFE.store(safe, Ordering::Relaxed);
}

/// Whether cells of csv are kept from being formulas.
pub(crate) fn is_spreadsheet_safe() -> bool {
    SPREADSHEET_SAFE.load(Ordering::Relaxed)
}

/// The cells of a row of csv as they are written.
fn cells<S: AsRef<str>>(row: &[S]) -> Vec<String> {
    let safe = is_spreadsheet_safe();
    let cell = |cell: &S| match safe {
        true => spreadsheet_safe(cell.as_ref()).into_owned(),
        false => cell.as_ref().to_owned(),
    };
    row.iter().map(cell).collect()
}

/// What a verb answers to one line.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Answer {
    /// One value per column of the verb.
    values: Vec<Value>,
    /// The answer as text where it is not the values with tabs between them.
    text: Option<String>,
    /// Trailing columns of the input, kept as they stood, with the separator before them.
    rest: String,
}

impl Answer {
    /// An answer of several columns.
    pub(crate) fn new(values: Vec<Value>) -> Self {
        Answer { values, ..Answer::default() }
    }

    /// An answer of one column.
    pub(crate) fn one(value: impl Into<Value>) -> Self {
        Answer::new(vec![value.into()])
    }

    /// The same answer with a text form of its own.
    pub(crate) fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// The same answer with the trailing columns of its line.
    pub(crate) fn with_rest(mut self, rest: impl Into<String>) -> Self {
        self.rest = rest.into();
        self
    }

    /// The answer as text; where it is a cell of a table, in quotes if it needs them.
    fn text(&self, separator: Option<char>) -> String {
        let mut text =
            self.text.clone().unwrap_or_else(|| self.values.iter().map(plain).collect::<Vec<_>>().join("\t"));
        if separator.is_some_and(|separator| text.contains([separator, '"', '\n'])) {
            text = format!("\"{}\"", text.replace('"', "\"\""));
        }
        text.push_str(&self.rest);
        text
    }
}

impl Format {
    /// Prints an answer that is no line of a line verb: as text its lines; else the JSON value, whose
    /// elements are the rows of csv and the lines of ndjson.
    pub(crate) fn print(self, lines: &[String], json: &Value) -> std::io::Result<()> {
        let mut out = BufWriter::new(Screen::new());
        let rows = match json {
            Value::Array(rows) => &rows[..],
            one => std::slice::from_ref(one),
        };
        match self {
            Format::Text => lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            Format::Json => writeln!(out, "{json}")?,
            Format::Ndjson => rows.iter().try_for_each(|row| writeln!(out, "{row}"))?,
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(&mut out);
                for row in table(rows) {
                    writer.write_record(cells(&row)).map_err(std::io::Error::other)?;
                }
                writer.flush()?;
            }
        }
        out.flush()
    }
}

/// Objects as rows under a header of all their fields, in the order they first occur; other values as
/// rows of one column.
fn table(rows: &[Value]) -> Vec<Vec<String>> {
    let mut columns: Vec<&str> = Vec::new();
    for field in rows.iter().filter_map(Value::as_object).flat_map(Map::keys) {
        if !columns.contains(&field.as_str()) {
            columns.push(field);
        }
    }
    if columns.is_empty() {
        columns.push("value");
    }
    let header = columns.iter().map(|&column| column.to_owned()).collect();
    let cells = |row: &Value| match row {
        Value::Object(fields) => {
            columns.iter().map(|&column| fields.get(column).map_or_else(String::new, plain)).collect()
        }
        other => vec![plain(other)],
    };
    std::iter::once(header).chain(rows.iter().map(cells)).collect()
}

/// Prints answers in order.
pub(crate) struct Output {
    out: BufWriter<Screen>,
    format: Format,
    columns: Vec<&'static str>,
    printed: u64,
}

impl Output {
    /// Begins the output.
    pub(crate) fn begin(format: Format, columns: &[&'static str]) -> std::io::Result<Output> {
        let mut output = Output {
            out: BufWriter::with_capacity(1 << 16, Screen::new()),
            format,
            columns: columns.to_vec(),
            printed: 0,
        };
        if format == Format::Csv {
            let header: Vec<&str> =
                std::iter::once("input").chain(columns.iter().copied()).chain(["rest", "error"]).collect();
            output.csv(&header)?;
        }
        Ok(output)
    }

    /// Prints a line that passes through; only text has a place for it.
    pub(crate) fn remark(&mut self, text: &str) -> std::io::Result<()> {
        if self.format == Format::Text { writeln!(self.out, "{text}") } else { Ok(()) }
    }

    /// Prints one answer, or the mark of a refused line.
    pub(crate) fn put(&mut self, input: &str, answer: Result<&Answer, &str>) -> std::io::Result<()> {
        self.put_framed(&Frame::default(), input, answer)
    }

    /// The same with the columns that stand before the item.
    pub(crate) fn put_framed(
        &mut self,
        frame: &Frame,
        input: &str,
        answer: Result<&Answer, &str>,
    ) -> std::io::Result<()> {
        let whole;
        let input = if frame.before.is_empty() {
            input
        } else {
            whole = frame.before.clone() + input;
            &whole
        };
        match self.format {
            Format::Text => match answer {
                Ok(answer) => writeln!(self.out, "{}{}", frame.before, answer.text(frame.separator))?,
                Err(_) => writeln!(self.out, "!")?,
            },
            Format::Csv => {
                let mut row = vec![input.to_owned()];
                match answer {
                    Ok(answer) => {
                        row.extend(answer.values.iter().map(plain));
                        row.extend([
                            answer.rest.trim_start_matches(['\t', ';', ',', ' ']).to_owned(),
                            String::new(),
                        ]);
                    }
                    Err(reason) => {
                        row.resize(self.columns.len() + 2, String::new());
                        row.push(reason.to_owned());
                    }
                }
                self.csv(&row)?;
            }
            Format::Json => {
                let object = self.object(input, answer);
                write!(self.out, "{}", if self.printed == 0 { "[" } else { ",\n " })?;
                serde_json::to_writer(&mut self.out, &object)?;
            }
            Format::Ndjson => {
                let object = self.object(input, answer);
                serde_json::to_writer(&mut self.out, &object)?;
                writeln!(self.out)?;
            }
        }
        self.printed += 1;
        Ok(())
    }

    /// Lets what was printed be seen.
    pub(crate) fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Ends the output.
    pub(crate) fn end(mut self) -> std::io::Result<()> {
        if self.format == Format::Json {
            writeln!(self.out, "{}]", if self.printed == 0 { "[" } else { "" })?;
        }
        self.out.flush()
    }

    fn object(&self, input: &str, answer: Result<&Answer, &str>) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("input".into(), input.into());
        match answer {
            Ok(answer) => {
                for (column, value) in self.columns.iter().zip(&answer.values) {
                    object.insert((*column).into(), value.clone());
                }
                if !answer.rest.is_empty() {
                    object
                        .insert("rest".into(), answer.rest.trim_start_matches(['\t', ';', ',', ' ']).into());
                }
            }
            Err(reason) => {
                object.insert("error".into(), reason.into());
            }
        }
        object
    }

    fn csv<S: AsRef<str>>(&mut self, row: &[S]) -> std::io::Result<()> {
        // By way of memory: a writer of CSV flushes what it writes to, row by row.
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        writer.write_record(cells(row)).map_err(std::io::Error::other)?;
        let line = writer.into_inner().map_err(|error| error.into_error())?;
        self.out.write_all(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_become_a_table() {
        let rows = [serde_json::json!({"id": "a", "n": 1}), serde_json::json!({"id": "b", "save": [1]})];
        assert_eq!(table(&rows), [["id", "n", "save"], ["a", "1", ""], ["b", "", "[1]"]]);
        assert_eq!(table(&["x".into()]), [["value"], ["x"]]);
    }

    #[test]
    fn text_joins_values_and_keeps_the_rest() {
        let answer = Answer::new(vec!["a".into(), 7.into()]).with_rest(";er=9.0");
        assert_eq!(answer.text(None), "a\t7;er=9.0");
        assert_eq!(answer.with_text("own").text(None), "own;er=9.0");
        assert_eq!(Answer::one("a, \"b\"").with_rest(",7").text(Some(',')), "\"a, \"\"b\"\"\",7");
    }
}
