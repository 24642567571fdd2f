//! A file of names on its way: rows in order, doubles folded, hashed while they are written.

use super::manifest::{Part, hex};
use crate::output::parquet_properties;
use anyhow::Context;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, RecordBatch, StringArray, StringBuilder, UInt64Array, UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt64Type};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;
use ludex_core::unfinished;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows that are handed to the writer of Parquet at a time, always: where pages end, and so every byte, then depends on
/// the rows alone.
const STEP: usize = 8192;
/// Bytes after which rows are handed to it though they are fewer.
const STEP_BYTES: usize = 4 << 20;
/// Rows of a group: what a reader of a range must look at.
const GROUP: usize = 1 << 16;
/// Bytes of a group, which the writer holds until it is whole.
const GROUP_BYTES: usize = 64 << 20;
/// Samples of a file, at most twice as many.
const SAMPLES: usize = 64;

/// The columns of a file of names.
#[must_use]
pub(crate) fn schema(dedupe: bool) -> SchemaRef {
    let mut fields = vec![Field::new("name", DataType::Utf8, true), Field::new("text", DataType::Utf8, true)];
    if dedupe {
        fields.push(Field::new("count", DataType::UInt64, true));
    }
    Arc::new(Schema::new(fields))
}

/// The columns of what has no name.
#[must_use]
pub(crate) fn refused_schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("text", DataType::Utf8, true),
        Field::new("reason", DataType::Utf8, true),
        Field::new("count", DataType::UInt64, true),
    ]))
}

/// A file that is hashed while it is written.
struct Hashed {
    file: File,
    sum: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Parquet on its way to its place.
pub(crate) struct PartFile {
    writer: Option<ArrowWriter<Hashed>>,
    beside: PathBuf,
    place: PathBuf,
    rows: u64,
}

impl PartFile {
    pub(crate) fn begin(place: &Path, schema: &SchemaRef) -> anyhow::Result<PartFile> {
        let context = || format!("cannot write {}", place.display());
        let name = place.file_name().with_context(context)?.to_string_lossy();
        let folder = place.parent().with_context(context)?;
        let (file, beside) = unfinished::create(folder, &name, "unfinished").with_context(context)?;
        let properties: WriterProperties = parquet_properties()
            .into_builder()
            .set_max_row_group_row_count(Some(GROUP))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            // Hardly a value comes twice: looking for those that do would only take time.
            .set_dictionary_enabled(false)
            .build();
        let hashed = Hashed { file, sum: Sha256::new(), bytes: 0 };
        let writer =
            ArrowWriter::try_new(hashed, Arc::clone(schema), Some(properties)).with_context(context)?;
        Ok(PartFile { writer: Some(writer), beside, place: place.to_owned(), rows: 0 })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        self.rows += batch.num_rows() as u64;
        let writer = self.writer.as_mut().context("it is finished once")?;
        writer.write(batch).with_context(|| format!("cannot write {}", self.place.display()))
    }

    /// Puts the file in its place, whole and on disk.
    pub(crate) fn finish(mut self, samples: Vec<String>) -> anyhow::Result<Part> {
        let context = || format!("cannot write {}", self.place.display());
        let writer = self.writer.take().context("it is finished once")?;
        let hashed = writer.into_inner().with_context(context)?;
        hashed.file.sync_all().with_context(context)?;
        std::fs::rename(&self.beside, &self.place).with_context(context)?;
        self.beside.clear();
        Ok(Part {
            file: self.place.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            rows: self.rows,
            bytes: hashed.bytes,
            sha256: hex(&hashed.sum.finalize()),
            samples,
        })
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() {
            let _ = std::fs::remove_file(&self.beside);
        }
    }
}

/// Writes rows that come in the order of name and text, and folds equal names where that is wanted: the least text
/// stays, and counts are added.
pub(crate) struct NameWriter {
    file: PartFile,
    schema: SchemaRef,
    dedupe: bool,
    names: StringBuilder,
    texts: StringBuilder,
    counts: UInt64Builder,
    /// The row that may still be joined by the next.
    last: Option<(Option<String>, String, u64)>,
    pending: usize,
    samples: Samples,
}

impl NameWriter {
    pub(crate) fn begin(place: &Path, dedupe: bool) -> anyhow::Result<NameWriter> {
        let schema = schema(dedupe);
        Ok(NameWriter {
            file: PartFile::begin(place, &schema)?,
            schema,
            dedupe,
            names: StringBuilder::new(),
            texts: StringBuilder::new(),
            counts: UInt64Builder::new(),
            last: None,
            pending: 0,
            samples: Samples::default(),
        })
    }

    /// Takes rows: name, text, and where there is a third column, how often.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let (names, texts) = (batch.column(0).as_string::<i32>(), batch.column(1).as_string::<i32>());
        let counts: Option<&UInt64Array> =
            (batch.num_columns() > 2).then(|| batch.column(2).as_primitive::<UInt64Type>());
        for row in 0..batch.num_rows() {
            let name = names.is_valid(row).then(|| names.value(row));
            self.row(name, texts.value(row), counts.map_or(1, |counts| counts.value(row)))?;
        }
        Ok(())
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, name: Option<&str>, text: &str, count: u64) -> anyhow::Result<()> {
        if !self.dedupe {
            return self.push(name, text, count);
        }
        match &mut self.last {
            // What has no name is told apart by its text.
            Some((last, known, sum)) if last.as_deref() == name && (name.is_some() || known == text) => {
                *sum += count;
            }
            _ => {
                let next = (name.map(str::to_owned), text.to_owned(), count);
                if let Some((name, text, count)) = self.last.replace(next) {
                    self.push(name.as_deref(), &text, count)?;
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, name: Option<&str>, text: &str, count: u64) -> anyhow::Result<()> {
        if let Some(name) = name {
            self.samples.take(name);
        }
        self.names.append_option(name);
        self.texts.append_value(text);
        self.counts.append_value(count);
        self.pending += 1;
        let full = self.pending == STEP || self.texts.values_slice().len() >= STEP_BYTES;
        if full { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.names.finish()), Arc::new(self.texts.finish())];
        let counts = self.counts.finish();
        if self.dedupe {
            columns.push(Arc::new(counts));
        }
        self.pending = 0;
        self.file.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<Part> {
        if let Some((name, text, count)) = self.last.take() {
            self.push(name.as_deref(), &text, count)?;
        }
        if self.pending > 0 {
            self.flush()?;
        }
        self.file.finish(self.samples.names)
    }
}

/// Names at even distances, though nobody knows how many there will be: where they become too many, every second goes.
#[derive(Default)]
struct Samples {
    names: Vec<String>,
    seen: u64,
    distance: u64,
}

impl Samples {
    fn take(&mut self, name: &str) {
        self.distance = self.distance.max(1);
        if self.seen.is_multiple_of(self.distance) {
            self.names.push(name.to_owned());
            if self.names.len() == 2 * SAMPLES {
                let mut even = false;
                self.names.retain(|_| {
                    even = !even;
                    even
                });
                self.distance *= 2;
            }
        }
        self.seen += 1;
    }
}

/// Texts and why they have no name, as a batch.
pub(crate) fn refused_batch(
    texts: &StringArray,
    reasons: StringArray,
    counts: &UInt64Array,
) -> anyhow::Result<RecordBatch> {
    let columns: Vec<ArrayRef> = vec![Arc::new(texts.clone()), Arc::new(reasons), Arc::new(counts.clone())];
    Ok(RecordBatch::try_new(refused_schema(), columns)?)
}

/// The first name of every part but the first, for so many parts of about as many rows each.
pub(crate) fn bounds(files: &[&Part], parts: usize) -> Vec<String> {
    let mut samples: Vec<(&str, f64)> = Vec::new();
    for file in files {
        let weight = file.rows as f64 / file.samples.len().max(1) as f64;
        samples.extend(file.samples.iter().map(|name| (name.as_str(), weight)));
    }
    samples.sort_by(|a, b| a.0.cmp(b.0));
    let total: f64 = samples.iter().map(|sample| sample.1).sum();
    let mut bounds: Vec<String> = Vec::new();
    let mut before = 0.0;
    for (name, weight) in samples {
        let wanted = total / parts as f64 * (bounds.len() + 1) as f64;
        if before >= wanted && bounds.len() + 1 < parts && bounds.last().is_none_or(|last| last != name) {
            bounds.push(name.to_owned());
        }
        before += weight;
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_even_and_few() {
        let mut samples = Samples::default();
        for i in 0..100_000 {
            samples.take(&format!("{i:06}"));
        }
        assert!((SAMPLES..2 * SAMPLES).contains(&samples.names.len()), "{}", samples.names.len());
        let numbers: Vec<u64> = samples.names.iter().map(|name| name.parse().unwrap()).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] == numbers[1]));
    }

    #[test]
    fn bounds_part_the_rows_evenly() {
        let part = |names: std::ops::Range<u64>, rows| Part {
            file: String::new(),
            rows,
            bytes: 0,
            sha256: String::new(),
            samples: names.map(|i| format!("{i:03}")).collect(),
        };
        let (light, heavy) = (part(0..100, 100), part(100..200, 300));
        assert_eq!(bounds(&[&light, &heavy], 4), ["100", "134", "167"]);
        assert_eq!(bounds(&[&light, &light], 2), ["050"]);
        assert!(bounds(&[&light], 1).is_empty());
        assert!(bounds(&[&part(0..0, 0)], 3).is_empty());
    }
}
