//! Items from arguments, a file or stdin, as bounded batches of lines.
//!
//! Files and stdin may be compressed with gzip, zstd or xz: their first bytes tell.

use crate::limits::LimitArgs;
use anyhow::Context;
use ludex_core::Refusal;
use ludex_store::line_reader::LineReader;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A longer line is refused: no position needs it, and memory stays bounded.
pub(crate) const LONGEST_LINE: usize = 1 << 20;
/// Lines handed out at once, enough to keep all cores busy.
const BATCH: usize = 4096;
/// Bytes after which a batch ends, whatever the number of its lines.
const BATCH_BYTES: usize = 1 << 22;

/// A line and where it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// Counted from 1.
    pub(crate) number: u64,
    /// Its text without the line break, or why it cannot be read.
    pub(crate) text: Result<String, String>,
    /// What stands around the text.
    pub(crate) frame: Frame,
}

/// What stands around the item of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Frame {
    /// The line holds no item: it passes through.
    pub(crate) remark: bool,
    /// The columns before the item, with the separator.
    pub(crate) before: String,
    /// What stands between the cells of a table: an answer that contains it is quoted.
    pub(crate) separator: Option<char>,
}

/// Turns the lines of a file into items, where a line is not always one.
pub(crate) trait Shape: Send {
    /// Takes a line; what it completes is appended.
    fn push(
        &mut self,
        number: u64,
        text: Result<&str, String>,
        items: &mut VecDeque<Line>,
    ) -> anyhow::Result<()>;

    /// Says that no further line comes.
    fn finish(&mut self, items: &mut VecDeque<Line>);
}

impl Line {
    /// Its text.
    pub(crate) fn text(&self) -> Result<&str, Refusal> {
        self.text.as_deref().map_err(Refusal::new)
    }
}

/// Where lines come from.
pub(crate) struct Input {
    lines: LineReader<BufReader<Box<dyn Read + Send>>>,
    /// The length of the file, where it is one, and how much of it was read.
    size: Option<(u64, Arc<AtomicU64>)>,
    origin: Origin,
    /// What makes items of lines, where that is not one each; nothing once it was told the end.
    shape: Option<Box<dyn Shape>>,
    /// Items that wait to be handed out.
    ready: VecDeque<Line>,
}

/// Where lines come from, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Arguments of the command line.
    Arguments,
    /// Standard input.
    Stdin,
    /// A file, by the name it was given with.
    File(String),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Arguments => f.write_str("argument"),
            Origin::Stdin => f.write_str("line"),
            Origin::File(name) => f.write_str(name),
        }
    }
}

impl Input {
    /// The arguments, one line each; without any, the file; without that, stdin.
    pub(crate) fn open(items: Vec<String>, file: Option<&Path>) -> anyhow::Result<Input> {
        let (reader, origin): (Box<dyn Read + Send>, _) = if !items.is_empty() {
            anyhow::ensure!(file.is_none(), "give items as arguments or with --file, not both");
            if let Some(item) = items.iter().find(|item| item.contains('\n')) {
                anyhow::bail!("an item is one line, but {item:?} has a line break");
            }
            (Box::new(std::io::Cursor::new(items.join("\n") + "\n")), Origin::Arguments)
        } else if let Some(path) = file.filter(|path| *path != Path::new("-")) {
            return Input::open_file(path);
        } else {
            (decompressed(Box::new(std::io::stdin()))?, Origin::Stdin)
        };
        Ok(Input { lines: lines(reader), size: None, origin, shape: None, ready: VecDeque::new() })
    }

    /// A file, decompressed where it is compressed.
    pub(crate) fn open_file(path: &Path) -> anyhow::Result<Input> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
        let read = Arc::new(AtomicU64::new(0));
        let counted = Counted { inner: file, read: read.clone() };
        let reader =
            decompressed(Box::new(counted)).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Input {
            lines: lines(reader),
            size: size.map(|size| (size, read)),
            origin: Origin::File(path.display().to_string()),
            shape: None,
            ready: VecDeque::new(),
        })
    }

    /// The same with a shape: arguments may have line breaks then, each is shaped by itself.
    pub(crate) fn open_shaped(
        items: Vec<String>,
        file: Option<&Path>,
        mut shape: Box<dyn Shape>,
    ) -> anyhow::Result<Input> {
        if items.is_empty() {
            return Ok(Input::open(items, file)?.shaped(shape));
        }
        anyhow::ensure!(file.is_none(), "give items as arguments or with --file, not both");
        let mut ready = VecDeque::new();
        for (number, item) in (1..).zip(&items) {
            let from = ready.len();
            for line in item.lines() {
                shape.push(number, Ok(line), &mut ready)?;
            }
            shape.finish(&mut ready);
            // A comment among lines passes; an argument is always meant as an item.
            let meant = ready.iter().skip(from).any(|line| !line.frame.remark);
            if !meant {
                ready.truncate(from);
                ready.push_back(Line { number, text: Ok(item.clone()), frame: Frame::default() });
            }
        }
        let nothing: Box<dyn Read + Send> = Box::new(std::io::empty());
        Ok(Input { lines: lines(nothing), size: None, origin: Origin::Arguments, shape: None, ready })
    }

    /// The same with a shape.
    pub(crate) fn shaped(mut self, shape: Box<dyn Shape>) -> Input {
        self.shape = Some(shape);
        self
    }

    /// Where the lines come from.
    pub(crate) const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Bytes read of the file and its length, where the input is a file.
    pub(crate) fn read_so_far(&self) -> Option<(u64, u64)> {
        self.size.as_ref().map(|(size, read)| (read.load(Ordering::Relaxed), *size))
    }

    /// How messages point at a line: `line 3`, `argument 1`, `FILE:3`.
    pub(crate) fn place(&self, number: u64) -> String {
        match &self.origin {
            Origin::File(name) => format!("{name}:{number}"),
            origin => format!("{origin} {number}"),
        }
    }

    /// What to say after a refused argument that names a file: someone meant its lines.
    pub(crate) fn hint(&self, text: &str) -> String {
        if self.origin == Origin::Arguments && Path::new(text).is_file() {
            format!("; to read the lines of that file: --file {text}")
        } else {
            String::new()
        }
    }

    /// The next lines; none at the end.
    ///
    /// A batch ends early when no further line has arrived yet, so that a program which writes one
    /// line and waits for its answer gets it.
    pub(crate) fn batch(&mut self) -> anyhow::Result<Vec<Line>> {
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < BATCH && bytes < BATCH_BYTES {
            let waits = self.ready.is_empty() && !self.lines.has_line(BufReader::buffer);
            if !lines.is_empty() && waits {
                break;
            }
            let Some(line) = self.line()? else { break };
            bytes += line.text.as_ref().map_or(0, String::len);
            lines.push(line);
        }
        Ok(lines)
    }

    fn line(&mut self) -> anyhow::Result<Option<Line>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Ok(Some(line));
            }
            let Some(mut shape) = self.shape.take() else { break };
            match self.read()? {
                Some(line) => {
                    let text = line.text.as_deref().map_err(String::clone);
                    shape.push(line.number, text, &mut self.ready)?;
                    self.shape = Some(shape);
                }
                None => shape.finish(&mut self.ready),
            }
        }
        self.read()
    }

    fn read(&mut self) -> anyhow::Result<Option<Line>> {
        let line = self.lines.read_line().with_context(|| match &self.origin {
            Origin::File(name) => format!("cannot read {name}"),
            _ => "cannot read the input".to_owned(),
        })?;
        Ok(line.map(|(number, text)| Line { number, text: text.map(str::to_owned), frame: Frame::default() }))
    }
}

fn lines(reader: Box<dyn Read + Send>) -> LineReader<BufReader<Box<dyn Read + Send>>> {
    LineReader::new(BufReader::with_capacity(1 << 18, reader), LONGEST_LINE)
}

/// Counts the bytes that pass.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.read.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// A file, or stdin where it is `-`; its plain bytes where it is compressed.
pub(crate) fn open_plain(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    let reader: Box<dyn Read + Send> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {}", path.display()))?)
    };
    decompressed(reader).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file that is read as a whole; a larger one than the limit is refused.
pub(crate) fn read_whole(path: &Path) -> anyhow::Result<Vec<u8>> {
    let most = LimitArgs::get().max_file;
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", path.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= most,
        "cannot read {}: it is larger than {most} bytes; --max-file raises the limit",
        path.display()
    );
    Ok(bytes)
}

/// The text of a file that is read as a whole.
pub(crate) fn read_whole_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_whole(path)?)
        .map_err(|error| error.utf8_error())
        .with_context(|| format!("cannot read {}", path.display()))
}

/// The ending of a file's name that tells its form: the one before `.gz`, `.zst` or `.xz`.
pub(crate) fn ending(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = [".gz", ".zst", ".xz"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Memory that unpacking may take: the strongest setting of xz needs 65 MiB of it.
const UNPACKING: u64 = 128 << 20;
/// Growth is not looked at before so many plain bytes.
const HARMLESS: u64 = 64 << 20;

/// The plain bytes of a reader that may be compressed.
fn decompressed(reader: Box<dyn Read + Send>) -> anyhow::Result<Box<dyn Read + Send>> {
    let packed = Arc::new(AtomicU64::new(0));
    let counted = Counted { inner: reader, read: packed.clone() };
    let mut reader = BufReader::with_capacity(1 << 16, counted);
    let start = reader.fill_buf().context("cannot read the input")?;
    let inner: Box<dyn Read + Send> = if start.starts_with(b"\x1F\x8B") {
        Box::new(flate2::bufread::MultiGzDecoder::new(reader))
    } else if start.starts_with(b"\x28\xB5\x2F\xFD") {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
        decoder.window_log_max(UNPACKING.ilog2())?;
        Box::new(decoder)
    } else if start.starts_with(b"\xFD7zXZ\0") {
        let stream = liblzma::stream::Stream::new_stream_decoder(UNPACKING, liblzma::stream::CONCATENATED)?;
        Box::new(liblzma::bufread::XzDecoder::new_stream(reader, stream))
    } else {
        return Ok(Box::new(reader));
    };
    Ok(Box::new(Plain { inner, packed, plain: 0, limits: LimitArgs::get() }))
}

/// Unpacked bytes, as long as they stay within the limits.
struct Plain {
    inner: Box<dyn Read + Send>,
    packed: Arc<AtomicU64>,
    plain: u64,
    limits: LimitArgs,
}

impl Read for Plain {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let LimitArgs { max_growth, max_plain, .. } = self.limits;
        let packed = self.packed.load(Ordering::Relaxed);
        let refused = |reason: String| std::io::Error::new(std::io::ErrorKind::InvalidData, reason);
        if self.plain > max_plain {
            return Err(refused(format!(
                "it unpacks to more than {max_plain} bytes; --max-plain raises the limit"
            )));
        }
        if self.plain > HARMLESS && self.plain / max_growth.max(1) > packed {
            return Err(refused(format!(
                "it grows more than {max_growth} times when it is unpacked ({packed} bytes became {}); \
                 --max-growth raises the limit",
                self.plain
            )));
        }
        let read = self.inner.read(buffer)?;
        self.plain += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        let reader: Box<dyn Read + Send> = Box::new(std::io::Cursor::new(bytes.to_vec()));
        let mut input = Input {
            lines: lines(reader),
            size: None,
            origin: Origin::Stdin,
            shape: None,
            ready: VecDeque::new(),
        };
        let mut all = Vec::new();
        loop {
            let batch = input.batch().unwrap();
            if batch.is_empty() {
                return all;
            }
            all.extend(batch);
        }
    }

    #[test]
    fn line_breaks_of_every_kind() {
        let lines = read(b"\xEF\xBB\xBFa\r\nb\n\nlast");
        let texts: Vec<_> = lines.iter().map(|line| line.text.as_deref().unwrap()).collect();
        assert_eq!(texts, ["a", "b", "", "last"]);
    }

    /// Issue 11, defect 5: a file may be called as we call standard input.
    #[test]
    fn a_file_named_line_is_told_as_a_file() {
        let folder = std::env::temp_dir().join(format!("ludex-input-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["line", "argument"] {
            std::fs::write(folder.join(name), "x\n").unwrap();
            let mut input = Input::open_file(&folder.join(name)).unwrap();
            input.origin = Origin::File(name.to_owned());
            assert_eq!(input.place(3), format!("{name}:3"));
            assert_eq!(input.hint(&folder.join(name).display().to_string()), "");
        }
        std::fs::remove_dir_all(&folder).unwrap();
        let input = Input::open(vec!["x".into()], None).unwrap();
        assert_eq!(input.place(1), "argument 1");
    }

    #[test]
    fn bad_lines_do_not_stop_the_rest() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 10];
        bytes.extend_from_slice(b"\n\xFFz\nfine\n");
        let lines = read(&bytes);
        assert!(lines[0].text.as_ref().unwrap_err().contains("longer"));
        assert!(lines[1].text.as_ref().unwrap_err().contains("UTF-8"));
        assert_eq!(lines[2], Line { number: 3, text: Ok("fine".into()), frame: Frame::default() });
    }

    #[test]
    fn endings_before_those_of_compression() {
        for (name, expected) in
            [("a.csv", "csv"), ("b.csv.xz", "csv"), ("c.xz", ""), ("d", ""), ("é.json.gz", "json")]
        {
            assert_eq!(ending(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn compressed_input_reads_like_plain() {
        use std::io::Write;
        let text = b"one\ntwo\n".repeat(1000);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).unwrap();
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        xz.write_all(&text).unwrap();
        let zstd = zstd::encode_all(&text[..], 1).unwrap();
        for packed in [gzip.finish().unwrap(), xz.finish().unwrap(), zstd, text.clone()] {
            let mut plain = Vec::new();
            decompressed(Box::new(std::io::Cursor::new(packed))).unwrap().read_to_end(&mut plain).unwrap();
            assert_eq!(plain, text);
        }
    }
}
