//! How long the rows of a file are, looked at before the engine reads them.
//!
//! The engine holds thousands of rows at a time and knows no bound on one of them: a line of a gigabyte, a quote that is
//! never closed or a packed file of a few kilobytes would fill the memory of the machine. So a row that is longer than
//! any position is refused with its place, and where rows are long the engine is told to take fewer at a time.

mod parquet;

use crate::kind::{Format, Kind, Packing};
use anyhow::{Context, bail, ensure};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The longest row, in bytes. Positions have hundreds; the rest of a row may be more.
pub const LONGEST_ROW: usize = 16 << 20;
/// Bytes of all rows that the engine takes at a time.
const BATCH_BYTES: usize = 8 << 20;
/// Rows that the engine takes at a time: as many as it takes by itself, or fewer where these are long.
const STEPS: [usize; 5] = [8192, 512, 32, 2, 1];
/// Memory that unpacking may take: the strongest setting of xz needs 65 MiB of it.
const UNPACKING: u64 = 128 << 20;

/// How many rows of a file may be taken at a time.
///
/// # Errors
/// When a row is longer than [`LONGEST_ROW`], or the file cannot be read.
pub fn rows_at_once(path: &Path, kind: Kind) -> anyhow::Result<usize> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let looked = if kind.format == Format::Parquet {
        parquet::rows_at_once(&file)
    } else {
        unpacked(file, kind.packing).and_then(|reader| measure(reader, kind.format))
    };
    looked.with_context(|| path.display().to_string())
}

/// Fewer rows for longer ones: so many that all of them stay within the bound.
fn rows_of(longest: usize) -> usize {
    STEPS.into_iter().find(|rows| rows.saturating_mul(longest) <= BATCH_BYTES).unwrap_or(1)
}

fn unpacked(file: File, packing: Packing) -> anyhow::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(1 << 18, file);
    let plain: Box<dyn Read> = match packing {
        Packing::Plain => return Ok(Box::new(file)),
        Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
        Packing::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(file)?;
            decoder.window_log_max(UNPACKING.ilog2())?;
            Box::new(decoder)
        }
        Packing::Xz => {
            let stream =
                liblzma::stream::Stream::new_stream_decoder(UNPACKING, liblzma::stream::CONCATENATED)?;
            Box::new(liblzma::bufread::XzDecoder::new_stream(file, stream))
        }
    };
    Ok(Box::new(BufReader::with_capacity(1 << 18, plain)))
}

fn measure(mut reader: impl BufRead, format: Format) -> anyhow::Result<usize> {
    let mut rows = Rows::default();
    let mut cells = Cells::Start;
    let mut json = Json::default();
    let delimiter = if format == Format::Tsv { b'\t' } else { b',' };
    loop {
        let bytes = reader.fill_buf().context("cannot be read")?;
        if bytes.is_empty() {
            return Ok(rows.at_once());
        }
        match format {
            Format::Csv | Format::Tsv => rows.take(bytes, |byte| cells.ends_row(byte, delimiter))?,
            Format::Ndjson => rows.take(bytes, |byte| json.ends_row(byte))?,
            Format::Text | Format::Parquet => rows.take_lines(bytes)?,
        }
        let taken = bytes.len();
        reader.consume(taken);
    }
}

/// The rows so far: for every step the most bytes that so many of them have in a row.
struct Rows {
    /// The bytes up to the end of each of the last rows.
    ends: Vec<u64>,
    /// How many rows there were.
    count: usize,
    /// Bytes of all rows that have ended.
    end: u64,
    /// Bytes of the row that has not.
    open: usize,
    lines: u64,
    first_line: u64,
    most: [u64; STEPS.len()],
}

impl Default for Rows {
    fn default() -> Self {
        let ends = vec![0; STEPS[0]];
        Rows { ends, count: 0, end: 0, open: 0, lines: 1, first_line: 1, most: [0; STEPS.len()] }
    }
}

impl Rows {
    fn take(&mut self, bytes: &[u8], mut ends_row: impl FnMut(u8) -> bool) -> anyhow::Result<()> {
        for &byte in bytes {
            self.open += 1;
            self.lines += u64::from(byte == b'\n');
            if ends_row(byte) {
                self.end_row();
            } else if self.open > LONGEST_ROW {
                bail!("{}: is a quote or a bracket left open?", self.too_long());
            }
        }
        Ok(())
    }

    /// The same for lines, many bytes at a step.
    fn take_lines(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut begin = 0;
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            self.open += end + 1 - begin;
            ensure!(self.open <= LONGEST_ROW, self.too_long());
            begin = end + 1;
            self.lines += u64::from(bytes[end] == b'\n');
            self.end_row();
        }
        self.open += bytes.len() - begin;
        ensure!(self.open <= LONGEST_ROW, self.too_long());
        Ok(())
    }

    fn too_long(&self) -> String {
        let (line, most) = (self.first_line, LONGEST_ROW >> 20);
        format!("line {line}: a row of more than {most} MB, and no position is that long")
    }

    fn end_row(&mut self) {
        self.end += self.open as u64;
        self.open = 0;
        self.first_line = self.lines;
        for (rows, most) in STEPS.into_iter().zip(&mut self.most) {
            let before = if self.count < rows { 0 } else { self.ends[(self.count - rows) % STEPS[0]] };
            *most = (*most).max(self.end - before);
        }
        self.ends[self.count % STEPS[0]] = self.end;
        self.count += 1;
    }

    fn at_once(mut self) -> usize {
        self.end_row();
        let fits = STEPS.into_iter().zip(self.most).find(|&(_, most)| most <= BATCH_BYTES as u64);
        fits.map_or(1, |(rows, _)| rows)
    }
}

/// Where the reader of cells is: a quote opens a cell only where it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    Start,
    Plain,
    Quoted,
    /// A quote inside quotes: the end of the cell, or the first of two.
    Quote,
}

impl Cells {
    fn ends_row(&mut self, byte: u8, delimiter: u8) -> bool {
        *self = match (*self, byte) {
            (Cells::Start | Cells::Quote, b'"') => Cells::Quoted,
            (Cells::Quoted, b'"') => Cells::Quote,
            (Cells::Quoted, _) => Cells::Quoted,
            (_, b'\n' | b'\r') => {
                *self = Cells::Start;
                return true;
            }
            (_, byte) if byte == delimiter => Cells::Start,
            _ => Cells::Plain,
        };
        false
    }
}

/// Where the reader of objects is.
#[derive(Default)]
struct Json {
    depth: usize,
    text: bool,
    escaped: bool,
}

impl Json {
    fn ends_row(&mut self, byte: u8) -> bool {
        if self.text {
            self.text = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return false;
        }
        match byte {
            b'"' => self.text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'\n' | b'\r' => return self.depth == 0,
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: Format, text: &[u8]) -> Result<usize, String> {
        measure(text, format).map_err(|error| error.to_string())
    }

    #[test]
    fn short_rows_are_taken_as_ever() {
        let lines = "53..7....6..195....98....6.\n".repeat(20_000);
        for format in [Format::Text, Format::Csv, Format::Tsv, Format::Ndjson] {
            assert_eq!(of(format, lines.as_bytes()), Ok(8192), "{format:?}");
            assert_eq!(of(format, b""), Ok(8192), "{format:?}");
        }
    }

    #[test]
    fn long_rows_are_taken_fewer_at_a_time() {
        let line = |length: usize| "x".repeat(length) + "\n";
        // One long line among short ones is no reason.
        let mixed = line(80).repeat(9000) + &line(5 << 20) + &line(80).repeat(9000);
        assert_eq!(of(Format::Text, mixed.as_bytes()), Ok(8192));
        assert_eq!(of(Format::Text, line(10_000).repeat(9000).as_bytes()), Ok(512));
        assert_eq!(of(Format::Text, line(200_000).repeat(100).as_bytes()), Ok(32));
        assert_eq!(of(Format::Text, line(4_000_000).repeat(3).as_bytes()), Ok(2));
        assert_eq!(of(Format::Text, line(15_000_000).repeat(3).as_bytes()), Ok(1));
        // The last row has no line break.
        assert_eq!(of(Format::Text, line(200_000).repeat(70).trim_end().as_bytes()), Ok(32));
    }

    #[test]
    fn a_row_without_end_is_refused_with_its_line() {
        let rest = "1,2\n".repeat(5 << 20);
        let open = format!("a,b\n1,2\n3,\"4\n{rest}");
        assert!(
            of(Format::Csv, open.as_bytes()).unwrap_err().starts_with("line 3: a row of more than 16 MB")
        );
        // Quotes inside a cell mean nothing, and two of them in quotes are one.
        for fine in ["3,4\"\n", "3,\"4\"\"\"\n", "\"a\nb\",c\n"] {
            assert_eq!(of(Format::Csv, format!("{fine}{rest}").as_bytes()), Ok(8192), "{fine}");
        }
        let objects = "{\"a\":1}\n".repeat(3 << 20);
        let open = format!("{{\"a\":1}}\n{{\"a\":[1,\n{objects}");
        assert!(of(Format::Ndjson, open.as_bytes()).unwrap_err().starts_with("line 2: "));
        for fine in ["{\"a\":\"[{\\\"\"}\n", "{\"a\":\n[1,2]}\n", "]]]\n"] {
            assert_eq!(of(Format::Ndjson, format!("{fine}{objects}").as_bytes()), Ok(8192), "{fine}");
        }
        let long = "y".repeat((16 << 20) + 1);
        assert!(of(Format::Text, long.as_bytes()).unwrap_err().starts_with("line 1: "));
    }
}
