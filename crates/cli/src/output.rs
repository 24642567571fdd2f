//! Text, csv, json, ndjson: the same answers in four coats.

use serde_json::{Map, Value};
use std::io::{BufWriter, Stdout, Write};

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

    fn text(&self) -> String {
        let mut text =
            self.text.clone().unwrap_or_else(|| self.values.iter().map(plain).collect::<Vec<_>>().join("\t"));
        text.push_str(&self.rest);
        text
    }
}

/// A value without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Prints answers in order.
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    format: Format,
    columns: Vec<&'static str>,
    printed: u64,
}

impl Output {
    /// Begins the output.
    pub(crate) fn begin(format: Format, columns: &[&'static str]) -> std::io::Result<Output> {
        let mut output = Output {
            out: BufWriter::with_capacity(1 << 16, std::io::stdout()),
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

    /// Prints one answer, or the mark of a refused line.
    pub(crate) fn put(&mut self, input: &str, answer: Result<&Answer, &str>) -> std::io::Result<()> {
        match self.format {
            Format::Text => match answer {
                Ok(answer) => writeln!(self.out, "{}", answer.text())?,
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

    fn csv<S: AsRef<[u8]>>(&mut self, row: &[S]) -> std::io::Result<()> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(&mut self.out);
        writer.write_record(row).map_err(std::io::Error::other)?;
        writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_joins_values_and_keeps_the_rest() {
        let answer = Answer::new(vec!["a".into(), 7.into()]).with_rest(";er=9.0");
        assert_eq!(answer.text(), "a\t7;er=9.0");
        assert_eq!(answer.with_text("own").text(), "own;er=9.0");
    }
}
