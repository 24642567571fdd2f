//! Items from arguments, a file or stdin, as bounded batches of lines.

use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

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
}

/// Where lines come from.
pub(crate) struct Input {
    reader: BufReader<Box<dyn Read + Send>>,
    /// What to call it in messages.
    pub(crate) title: String,
    number: u64,
}

impl Input {
    /// The arguments, one line each; without any, the file; without that, stdin.
    pub(crate) fn open(items: Vec<String>, file: Option<&Path>) -> anyhow::Result<Input> {
        let (reader, title): (Box<dyn Read + Send>, _) = if !items.is_empty() {
            anyhow::ensure!(file.is_none(), "give items as arguments or with --file, not both");
            if let Some(item) = items.iter().find(|item| item.contains('\n')) {
                anyhow::bail!("an item is one line, but {item:?} has a line break");
            }
            (Box::new(std::io::Cursor::new(items.join("\n") + "\n")), "argument".to_owned())
        } else if let Some(path) = file.filter(|path| *path != Path::new("-")) {
            let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
            (Box::new(file), path.display().to_string())
        } else {
            (Box::new(std::io::stdin()), "line".to_owned())
        };
        Ok(Input { reader: BufReader::with_capacity(1 << 18, reader), title, number: 0 })
    }

    /// How messages point at a line: `line 3`, `argument 1`, `FILE:3`.
    pub(crate) fn place(&self, number: u64) -> String {
        match self.title.as_str() {
            "line" | "argument" => format!("{} {number}", self.title),
            file => format!("{file}:{number}"),
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
            if !lines.is_empty() && !self.reader.buffer().contains(&b'\n') {
                break;
            }
            let Some(line) = self.line()? else { break };
            bytes += line.text.as_ref().map_or(0, String::len);
            lines.push(line);
        }
        Ok(lines)
    }

    fn line(&mut self) -> anyhow::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let context = || "cannot read the input";
        let read = self
            .reader
            .by_ref()
            .take(LONGEST_LINE as u64 + 1)
            .read_until(b'\n', &mut bytes)
            .with_context(context)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        if bytes.last() != Some(&b'\n') && read > LONGEST_LINE {
            self.skip_line()?;
            return Ok(Some(Line {
                number,
                text: Err(format!("the line is longer than {LONGEST_LINE} bytes")),
            }));
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        if number == 1 && bytes.starts_with(b"\xEF\xBB\xBF") {
            bytes.drain(..3);
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| format!("byte {} is not UTF-8 text", error.utf8_error().valid_up_to() + 1));
        Ok(Some(Line { number, text }))
    }

    fn skip_line(&mut self) -> anyhow::Result<()> {
        loop {
            let buffer = self.reader.fill_buf().context("cannot read the input")?;
            if buffer.is_empty() {
                return Ok(());
            }
            let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), false),
            };
            self.reader.consume(used);
            if done {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        let reader: Box<dyn Read + Send> = Box::new(std::io::Cursor::new(bytes.to_vec()));
        let mut input = Input { reader: BufReader::new(reader), title: "line".into(), number: 0 };
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

    #[test]
    fn bad_lines_do_not_stop_the_rest() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 10];
        bytes.extend_from_slice(b"\n\xFFz\nfine\n");
        let lines = read(&bytes);
        assert!(lines[0].text.as_ref().unwrap_err().contains("longer"));
        assert!(lines[1].text.as_ref().unwrap_err().contains("UTF-8"));
        assert_eq!(lines[2], Line { number: 3, text: Ok("fine".into()) });
    }
}
