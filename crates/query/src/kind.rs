//! What a file holds and how it is packed, by its ending.

use anyhow::bail;
use std::path::Path;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Columns, typed.
    Parquet,
    /// A header, then rows of cells between commas; all cells are texts.
    Csv,
    /// The same between tabs.
    Tsv,
    /// A JSON object per line.
    Ndjson,
    /// Lines: one column, `line`.
    Text,
}

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstd,
    /// xz.
    Xz,
}

/// What a file holds and how it is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// What it holds.
    pub format: Format,
    /// How it is packed.
    pub packing: Packing,
}

/// The endings of a file to read or write, in words.
pub const ENDINGS: &str =
    ".parquet, .csv, .tsv, .ndjson, .jsonl or .txt, all but the first also with .gz, .zst or .xz behind";

impl Kind {
    /// The kind of a file by its ending; a file with another ending, or none, is text.
    ///
    /// # Examples
    /// ```
    /// use ludex_query::kind::{Format, Kind, Packing};
    /// let kind = Kind::of("games/2026.NDJSON.zst".as_ref())?;
    /// assert_eq!((kind.format, kind.packing), (Format::Ndjson, Packing::Zstd));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is packed Parquet, which packs its columns itself.
    pub fn of(path: &Path) -> anyhow::Result<Kind> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let (stem, packing) = match name.rsplit_once('.') {
            Some((stem, "gz")) => (stem, Packing::Gzip),
            Some((stem, "zst")) => (stem, Packing::Zstd),
            Some((stem, "xz")) => (stem, Packing::Xz),
            _ => (name.as_str(), Packing::Plain),
        };
        let format = match stem.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "parquet" if packing == Packing::Plain => Format::Parquet,
            "parquet" => bail!("{}: Parquet is packed inside; unpack it first", path.display()),
            "csv" => Format::Csv,
            "tsv" => Format::Tsv,
            "ndjson" | "jsonl" | "json" => Format::Ndjson,
            _ => Format::Text,
        };
        Ok(Kind { format, packing })
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.format {
            Format::Parquet => "Parquet",
            Format::Csv => "CSV",
            Format::Tsv => "TSV",
            Format::Ndjson => "NDJSON",
            Format::Text => "text",
        })?;
        f.write_str(match self.packing {
            Packing::Plain => "",
            Packing::Gzip => " in gzip",
            Packing::Zstd => " in zstd",
            Packing::Xz => " in xz",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        for (name, shown) in [
            ("a.parquet", "Parquet"),
            ("a.csv.gz", "CSV in gzip"),
            ("A.TSV", "TSV"),
            ("a.jsonl.xz", "NDJSON in xz"),
            ("puzzles", "text"),
            ("puzzles.zst", "text in zstd"),
            ("a.b.txt", "text"),
        ] {
            assert_eq!(Kind::of(name.as_ref()).unwrap().to_string(), shown, "{name}");
        }
        assert!(Kind::of("a.parquet.gz".as_ref()).is_err());
    }
}
