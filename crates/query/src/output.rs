//! Where the rows of an answer go: a table for people, or a format for programs, on stdout or in a file.

use crate::kind::{Format, Kind};
use crate::packed::PackedFile;
use anyhow::{Context, ensure};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringBuilder};
use datafusion::arrow::csv::WriterBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches_with_options;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use std::io::{BufWriter, Stdout, Write};
use std::path::Path;
use std::sync::Arc;

/// Rows of a table for people; the rest is only counted.
const MOST_SHOWN: usize = 1000;

/// What is written where no value is: as the verbs of lines do.
const REFUSED: &str = "!";

/// How rows are written on stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Print {
    /// A table with lines around it, its first 1000 rows
    Table,
    /// A header, then cells between commas
    Csv,
    /// A JSON object per line
    Ndjson,
    /// One column, a value per line, ! where there is none
    Text,
}

/// What takes rows.
pub struct Output {
    sink: Sink,
    schema: SchemaRef,
    /// Whether lists and shares are written as words.
    flat: bool,
    rows: u64,
}

enum Sink {
    Table { shown: Vec<RecordBatch>, left: usize },
    Cells(Box<datafusion::arrow::csv::Writer<Stream>>),
    Json(Box<LineDelimitedWriter<Stream>>),
    Lines(Stream),
    Parquet(Box<ArrowWriter<Stream>>),
}

/// Bytes to stdout or to a file.
enum Stream {
    Stdout(BufWriter<Stdout>),
    File(Box<PackedFile>),
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Stream::Stdout(out) => out.write(bytes),
            Stream::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Stream::Stdout(out) => out.flush(),
            Stream::File(out) => out.flush(),
        }
    }
}

impl Stream {
    fn finish(self) -> anyhow::Result<()> {
        match self {
            Stream::Stdout(mut out) => Ok(out.flush()?),
            Stream::File(out) => out.finish(),
        }
    }
}

impl Output {
    /// Rows to stdout.
    ///
    /// # Errors
    /// When the format cannot hold the columns.
    pub fn to_stdout(print: Print, schema: &SchemaRef) -> anyhow::Result<Output> {
        let stream = Stream::Stdout(BufWriter::with_capacity(1 << 18, std::io::stdout()));
        match print {
            Print::Table => Ok(Output {
                sink: Sink::Table { shown: Vec::new(), left: MOST_SHOWN },
                schema: Arc::clone(schema),
                flat: false,
                rows: 0,
            }),
            Print::Csv => Output::new(stream, Format::Csv, schema),
            Print::Ndjson => Output::new(stream, Format::Ndjson, schema),
            Print::Text => Output::new(stream, Format::Text, schema),
        }
    }

    /// Rows to a file, by its ending.
    ///
    /// # Errors
    /// When it cannot be written, or its format cannot hold the columns.
    pub fn to_file(path: &Path, schema: &SchemaRef) -> anyhow::Result<Output> {
        let kind = Kind::of(path)?;
        let stream = Stream::File(Box::new(PackedFile::begin(path, kind.packing)?));
        Output::new(stream, kind.format, schema)
    }

    fn new(stream: Stream, format: Format, schema: &SchemaRef) -> anyhow::Result<Output> {
        let flat = matches!(format, Format::Csv | Format::Tsv | Format::Text);
        let schema = if flat { flat_schema(schema) } else { Arc::clone(schema) };
        let cells = |delimiter| WriterBuilder::new().with_header(false).with_delimiter(delimiter);
        let mut stream = stream;
        let sink = match format {
            Format::Csv | Format::Tsv => {
                let delimiter = if format == Format::Csv { b',' } else { b'\t' };
                // The header comes first even where no row follows.
                let empty = RecordBatch::new_empty(Arc::clone(&schema));
                cells(delimiter).with_header(true).build(&mut stream).write(&empty)?;
                Sink::Cells(Box::new(cells(delimiter).build(stream)))
            }
            Format::Ndjson => Sink::Json(Box::new(LineDelimitedWriter::new(stream))),
            Format::Text => {
                ensure!(
                    schema.fields().len() == 1,
                    "text holds one column, and there are {}: {}",
                    schema.fields().len(),
                    crate::files::columns(&schema)
                );
                Sink::Lines(stream)
            }
            Format::Parquet => {
                let writer = ArrowWriter::try_new(stream, Arc::clone(&schema), Some(parquet_properties()));
                Sink::Parquet(Box::new(writer.context("Parquet")?))
            }
        };
        Ok(Output { sink, schema, flat, rows: 0 })
    }

    /// Takes rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        self.rows += batch.num_rows() as u64;
        let flattened;
        let batch = if self.flat {
            flattened = flat(batch, &self.schema)?;
            &flattened
        } else {
            batch
        };
        match &mut self.sink {
            Sink::Table { shown, left } => {
                let taken = batch.num_rows().min(*left);
                if taken > 0 {
                    shown.push(batch.slice(0, taken));
                    *left -= taken;
                }
            }
            Sink::Cells(writer) => writer.write(batch).map_err(io_first)?,
            Sink::Json(writer) => writer.write(batch).map_err(io_first)?,
            Sink::Lines(stream) => {
                let lines = batch.column(0).as_string::<i32>();
                for line in lines {
                    stream.write_all(line.unwrap_or(REFUSED).as_bytes())?;
                    stream.write_all(b"\n")?;
                }
            }
            Sink::Parquet(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    /// Ends the answer, puts a file in its place, and tells how many rows there were.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> anyhow::Result<u64> {
        match self.sink {
            Sink::Table { mut shown, .. } => {
                if shown.is_empty() {
                    shown.push(RecordBatch::new_empty(self.schema));
                }
                let options = FormatOptions::new().with_null("null");
                let mut out = std::io::stdout().lock();
                writeln!(out, "{}", pretty_format_batches_with_options(&shown, &options)?)?;
                out.flush()?;
                if self.rows > MOST_SHOWN as u64 {
                    eprintln!(
                        "{} rows, the first {MOST_SHOWN} shown; --out FILE writes all of them",
                        self.rows
                    );
                }
            }
            Sink::Cells(writer) => writer.into_inner().finish()?,
            Sink::Json(mut writer) => {
                writer.finish()?;
                writer.into_inner().finish()?;
            }
            Sink::Lines(stream) => stream.finish()?,
            Sink::Parquet(writer) => writer.into_inner()?.finish()?,
        }
        Ok(self.rows)
    }
}

/// How our Parquet is written: packed with zstd, as readers everywhere understand.
#[must_use]
pub fn parquet_properties() -> WriterProperties {
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by("ludex".to_owned())
        .build()
}

/// Whoever read our output may have seen enough: that must be told from other trouble.
fn io_first(error: ArrowError) -> anyhow::Error {
    match error {
        ArrowError::IoError(_, cause) => cause.into(),
        ArrowError::CsvError(text) if text.contains("Broken pipe") => {
            std::io::Error::from(std::io::ErrorKind::BrokenPipe).into()
        }
        other => other.into(),
    }
}

fn is_flat(data_type: &DataType) -> bool {
    !data_type.is_nested()
}

fn flat_schema(schema: &SchemaRef) -> SchemaRef {
    let text = schema.fields().len() == 1;
    let field = |field: &Arc<Field>| match is_flat(field.data_type()) && !text {
        true => Arc::clone(field),
        false => Arc::new(Field::new(field.name(), DataType::Utf8, true)),
    };
    Arc::new(Schema::new(schema.fields().iter().map(field).collect::<Vec<_>>()))
}

/// The rows with texts in place of lists and shares, written as the program writes them.
fn flat(batch: &RecordBatch, schema: &SchemaRef) -> anyhow::Result<RecordBatch> {
    let column = |(array, field): (&ArrayRef, &Arc<Field>)| -> anyhow::Result<ArrayRef> {
        if array.data_type() == field.data_type() {
            return Ok(Arc::clone(array));
        }
        let mut texts = StringBuilder::new();
        for row in 0..array.len() {
            texts.append_option(word(array, row)?);
        }
        Ok(Arc::new(texts.finish()))
    };
    let columns = batch.columns().iter().zip(schema.fields()).map(column);
    Ok(RecordBatch::try_new(Arc::clone(schema), columns.collect::<anyhow::Result<Vec<_>>>()?)?)
}

/// A value in words: the elements of a list with spaces between, those of a share with a stroke.
fn word(array: &dyn Array, row: usize) -> anyhow::Result<Option<String>> {
    if array.is_null(row) {
        return Ok(None);
    }
    let joined = |array: &dyn Array| -> anyhow::Result<String> {
        let words = (0..array.len()).map(|i| Ok(word(array, i)?.unwrap_or_else(|| REFUSED.to_owned())));
        Ok(words.collect::<anyhow::Result<Vec<_>>>()?.join(" "))
    };
    Ok(Some(match array.data_type() {
        DataType::List(_) => joined(&array.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => joined(&array.as_list::<i64>().value(row))?,
        DataType::Struct(_) => {
            let parts = array.as_struct().columns().iter().map(|column| word(column, row));
            let parts = parts.collect::<anyhow::Result<Vec<_>>>()?;
            parts.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join("/")
        }
        _ => ArrayFormatter::try_new(array, &FormatOptions::default())?.value(row).to_string(),
    }))
}
