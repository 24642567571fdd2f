//! Files as tables: `'puzzles.csv'`, `'games/*.parquet'`, `'archive/'`.

use crate::errors::plain;
use crate::kind::{ENDINGS, Format, Kind, Packing};
use crate::measure;
use anyhow::{Context, bail, ensure};
use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider, UrlTableFactory};
use datafusion::common::DataFusionError;
use datafusion::common::config::CsvOptions;
use datafusion::common::parsers::CompressionTypeVariant;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::execution::SessionState;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use url::Url;

/// The one column of a text.
pub const LINE: &str = "line";

/// Bytes that no text in UTF-8 has: what the reader of cells takes for the end of a cell and for quotes in a text
/// of lines, which has neither.
const NO_DELIMITER: u8 = 0xFF;
const NO_QUOTE: u8 = 0xFE;

/// The same where the plan of a question travels as text: signs that no format of ours has.
const TEXT_DELIMITER: u8 = 0x1F;
const TEXT_QUOTE: u8 = 0x1E;

/// An extension of a session's configuration that says: its plans travel to other machines.
#[derive(Debug, Clone, Copy)]
pub struct Travelling;

/// Files of one kind.
#[derive(Debug, Clone)]
pub struct Files {
    /// Where they are, absolute, sorted.
    pub paths: Vec<PathBuf>,
    /// What they are.
    pub kind: Kind,
}

impl Files {
    /// The files of a path, a pattern with `*`, `?`, `[a-z]` and `**`, or a folder, whose files are all meant.
    ///
    /// # Errors
    /// When there are none, or they are of several kinds.
    pub fn find(pattern: &str) -> anyhow::Result<Files> {
        Files::of(&paths(pattern)?).with_context(|| pattern.to_owned())
    }

    /// These files.
    ///
    /// # Errors
    /// When they are of several kinds.
    pub fn of(paths: &[PathBuf]) -> anyhow::Result<Files> {
        let first = paths.first().context("no file")?;
        let kind = Kind::of(first)?;
        for path in paths {
            let other = Kind::of(path)?;
            ensure!(
                kind == other,
                "files of several kinds ({} is {kind}, {} is {other}): ask for one kind, such as '*.csv'",
                first.display(),
                path.display()
            );
        }
        Ok(Files { paths: paths.to_vec(), kind })
    }

    /// How they are read.
    ///
    /// # Errors
    /// When they are packed, and the plan travels: how a file is packed is not told on the way.
    pub fn format(&self, state: &dyn Session) -> anyhow::Result<Arc<dyn FileFormat>> {
        let travelling = state.config().get_extension::<Travelling>().is_some();
        ensure!(
            !travelling || self.kind.packing == Packing::Plain,
            "{} is {}: workers of a cluster read files as they are; unpack it, or make it Parquet with `ludex sql`",
            self.paths[0].display(),
            self.kind
        );
        let (compression, variant) = match self.kind.packing {
            Packing::Plain => (FileCompressionType::UNCOMPRESSED, CompressionTypeVariant::UNCOMPRESSED),
            Packing::Gzip => (FileCompressionType::GZIP, CompressionTypeVariant::GZIP),
            Packing::Zstd => (FileCompressionType::ZSTD, CompressionTypeVariant::ZSTD),
            Packing::Xz => (FileCompressionType::XZ, CompressionTypeVariant::XZ),
        };
        // Nothing is guessed: 81 digits are a sudoku, and a name may be all digits.
        let cells = |header, delimiter, quote| CsvOptions {
            has_header: Some(header),
            delimiter,
            quote,
            compression: variant,
            schema_infer_max_rec: Some(0),
            ..CsvOptions::default()
        };
        Ok(match self.kind.format {
            Format::Parquet => Arc::new(ParquetFormat::default()),
            Format::Csv => Arc::new(CsvFormat::default().with_options(cells(true, b',', b'"'))),
            Format::Tsv => Arc::new(CsvFormat::default().with_options(cells(true, b'\t', b'"'))),
            Format::Text => {
                let (delimiter, quote) =
                    if travelling { (TEXT_DELIMITER, TEXT_QUOTE) } else { (NO_DELIMITER, NO_QUOTE) };
                Arc::new(CsvFormat::default().with_options(cells(false, delimiter, quote)))
            }
            Format::Ndjson => Arc::new(JsonFormat::default().with_file_compression_type(compression)),
        })
    }

    /// Their columns.
    ///
    /// # Errors
    /// When a file cannot be read, or files do not fit each other.
    pub async fn schema(&self, state: &dyn Session) -> anyhow::Result<SchemaRef> {
        if self.kind.format == Format::Text {
            return Ok(Arc::new(Schema::new(vec![Field::new(LINE, DataType::Utf8, true)])));
        }
        let options = self.options(state)?;
        let mut merged: Option<SchemaRef> = None;
        for path in &self.paths {
            let shown = || path.display().to_string();
            let found = options.infer_schema(state, &url(path)?).await.map_err(plain).with_context(shown)?;
            let found = if self.has_cells() { texts(&found) } else { found };
            let Some(there) = &merged else {
                ensure!(!found.fields().is_empty(), "{}: no columns: the file is empty", shown());
                merged = Some(found);
                continue;
            };
            if self.has_cells() {
                // Cells are taken by their place: another header would put them under wrong names.
                ensure!(
                    *there == found,
                    "{}: its columns are {}, those of {} {}",
                    shown(),
                    columns(&found),
                    self.paths[0].display(),
                    columns(there)
                );
            } else {
                let both = Schema::try_merge([there.as_ref().clone(), found.as_ref().clone()]);
                merged = Some(Arc::new(both.map_err(|e| plain(e.into())).with_context(shown)?));
            }
        }
        merged.context("no file")
    }

    fn has_cells(&self) -> bool {
        matches!(self.kind.format, Format::Csv | Format::Tsv)
    }

    fn options(&self, state: &dyn Session) -> anyhow::Result<ListingOptions> {
        Ok(ListingOptions::new(self.format(state)?).with_file_extension(""))
    }

    /// The files as one table, and a session that takes as many rows at a time as their length allows.
    ///
    /// # Errors
    /// As [`Files::table`], and when a row is longer than any position.
    pub async fn measured_table(
        &self,
        narrow: impl Fn(usize) -> Option<SessionState>,
    ) -> anyhow::Result<ListingTable> {
        // What this session cannot read anyway is said before anything is looked at.
        self.format(&narrow(usize::MAX).context("the session is over")?)?;
        let paths = self.paths.clone();
        let rows = tokio::task::spawn_blocking(move || rows_at_once(&paths)).await??;
        self.table(&narrow(rows).context("the session is over")?).await
    }

    /// The files as one table.
    ///
    /// # Errors
    /// As [`Files::schema`].
    pub async fn table(&self, state: &dyn Session) -> anyhow::Result<ListingTable> {
        let urls = self.paths.iter().map(|path| url(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let config = ListingTableConfig::new_with_multi_paths(urls)
            .with_listing_options(self.options(state)?)
            .with_schema(self.schema(state).await?);
        ListingTable::try_new(config).map_err(plain)
    }
}

/// How many rows of files may be taken at a time.
///
/// # Errors
/// When a row is longer than any position, or a file cannot be read.
pub fn rows_at_once(paths: &[PathBuf]) -> anyhow::Result<usize> {
    let mut each = paths.iter().map(|path| measure::rows_at_once(path, Kind::of(path)?));
    each.try_fold(usize::MAX, |least, rows| Ok(least.min(rows?)))
}

/// The names of columns, in words.
#[must_use]
pub fn columns(schema: &Schema) -> String {
    schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ")
}

fn texts(schema: &Schema) -> SchemaRef {
    let text = |field: &Arc<Field>| Field::new(field.name(), DataType::Utf8, true);
    Arc::new(Schema::new(schema.fields().iter().map(text).collect::<Vec<_>>()))
}

fn url(path: &Path) -> anyhow::Result<ListingTableUrl> {
    let url =
        Url::from_file_path(path).map_err(|()| anyhow::anyhow!("{} is no absolute path", path.display()))?;
    ListingTableUrl::try_new(url, None).map_err(plain)
}

/// The files of a path, a pattern or a folder, absolute and sorted.
///
/// # Errors
/// When there are none.
pub fn paths(pattern: &str) -> anyhow::Result<Vec<PathBuf>> {
    let path = Path::new(pattern);
    let mut found = Vec::new();
    if path.is_dir() {
        visit(path, &mut found).with_context(|| format!("cannot read the folder {pattern}"))?;
        ensure!(!found.is_empty(), "the folder {pattern} holds no file");
    } else if path.exists() {
        // A name with a bracket in it is a name first.
        found.push(path.to_owned());
    } else if is_pattern(pattern) {
        let matches = glob::glob(pattern).with_context(|| format!("{pattern} is no pattern of files"))?;
        for path in matches {
            let path = path.with_context(|| format!("cannot look for {pattern}"))?;
            if path.is_file() {
                found.push(path);
            }
        }
        ensure!(!found.is_empty(), "no file matches {pattern}");
    } else {
        bail!("there is no file {pattern}; a table is a file ({ENDINGS}), a folder or a pattern of them");
    }
    let mut found = found
        .iter()
        .map(|path| std::fs::canonicalize(path).with_context(|| format!("cannot read {}", path.display())))
        .collect::<anyhow::Result<Vec<_>>>()?;
    found.sort();
    found.dedup();
    Ok(found)
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// All files below a folder but hidden ones and such as are being written.
fn visit(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name.ends_with(".unfinished") {
            continue;
        }
        if path.is_dir() {
            visit(&path, found)?;
        } else if path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Narrows the session to so many rows at a time, and gives it as it then stands, while there is one.
type Narrow = dyn Fn(usize) -> Option<SessionState> + Send + Sync;

/// Makes tables of the files that a query names.
#[derive(Default)]
pub(crate) struct Factory {
    /// The session, once it is there.
    pub(crate) narrow: OnceLock<Box<Narrow>>,
}

impl std::fmt::Debug for Factory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Factory")
    }
}

#[async_trait]
impl UrlTableFactory for Factory {
    async fn try_new(&self, name: &str) -> datafusion::common::Result<Option<Arc<dyn TableProvider>>> {
        // A name that looks like no path may be that of a table function, which the engine asks for here as well.
        if !name.contains(['.', '/', std::path::MAIN_SEPARATOR])
            && !is_pattern(name)
            && !Path::new(name).exists()
        {
            return Ok(None);
        }
        let Some(narrow) = self.narrow.get() else { return Ok(None) };
        let table = async { Files::find(name)?.measured_table(narrow).await };
        match table.await {
            Ok(table) => Ok(Some(Arc::new(table))),
            Err(error) => Err(DataFusionError::Plan(format!("{error:#}"))),
        }
    }
}
