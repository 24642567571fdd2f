//! Lines of a stream, each of bounded length.

use std::io::{BufRead, Read, Result};

/// Reads a stream line by line. A line that is too long or no text is told and passed over; the rest
/// still reads. A byte order mark before the first line is left out. Where the first line ends with a
/// carriage return alone, all do, as old Macintosh files have it.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// let mut lines = ludex_store::line_reader::LineReader::new(&b"one\r\ntwo two two\nthree"[..], 6);
/// assert_eq!(lines.read_line()?, Some((1, Ok("one"))));
/// assert_eq!(lines.read_line()?, Some((2, Err("the line is longer than 6 bytes".into()))));
/// assert_eq!(lines.read_line()?, Some((3, Ok("three"))));
/// assert_eq!(lines.read_line()?, None);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    longest: usize,
    number: u64,
    /// The line at hand; its room is used again for the next one.
    bytes: Vec<u8>,
    /// What ends a line, once the first one has told.
    end: Option<u8>,
}

/// A line and its number, counted from 1: its text without the line break, or why it cannot be read.
pub type NumberedLine<'a> = (u64, std::result::Result<&'a str, String>);

impl<R: BufRead> LineReader<R> {
    /// The lines of a stream, up to a length in bytes.
    pub const fn new(reader: R, longest: usize) -> Self {
        LineReader { reader, longest, number: 0, bytes: Vec::new(), end: None }
    }

    /// The stream behind the lines.
    pub const fn reader(&self) -> &R {
        &self.reader
    }

    /// What ends a line: a line feed, or a carriage return where the first line ends with one alone.
    fn end(&mut self) -> Result<u8> {
        if let Some(end) = self.end {
            return Ok(end);
        }
        let buffer = self.reader.fill_buf()?;
        let end = match buffer.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            Some(at) if buffer[at] == b'\r' && buffer.get(at + 1).is_some_and(|next| *next != b'\n') => b'\r',
            _ => b'\n',
        };
        self.end = Some(end);
        Ok(end)
    }

    /// Whether a whole line has arrived and waits to be read.
    ///
    /// Only asked between lines: what is buffered then is the start of the next one.
    pub fn has_line(&self, buffer: impl FnOnce(&R) -> &[u8]) -> bool {
        buffer(&self.reader).contains(&self.end.unwrap_or(b'\n'))
    }

    /// The next line; nothing at the end.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn read_line(&mut self) -> Result<Option<NumberedLine<'_>>> {
        self.bytes.clear();
        let end = self.end()?;
        // One byte more than allowed, and one for the line break.
        let read = self.reader.by_ref().take(self.longest as u64 + 2).read_until(end, &mut self.bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.last() != Some(&end) && read > self.longest + 1 {
            self.skip(end)?;
        }
        while matches!(self.bytes.last(), Some(b'\n' | b'\r')) {
            self.bytes.pop();
        }
        let start = if self.number == 1 && self.bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let bytes = &self.bytes[start..];
        let text = if bytes.len() > self.longest {
            Err(format!("the line is longer than {} bytes", self.longest))
        } else {
            std::str::from_utf8(bytes)
                .map_err(|error| format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))
        };
        Ok(Some((self.number, text)))
    }

    /// Passes over the rest of a line.
    fn skip(&mut self, end: u8) -> Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let (used, done) = match buffer.iter().position(|&b| b == end) {
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

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(bytes, 100);
        let mut lines = Vec::new();
        while let Some((_, text)) = reader.read_line().unwrap() {
            lines.push(text.unwrap().to_owned());
        }
        lines
    }

    #[test]
    fn the_first_line_tells_what_ends_a_line() {
        assert_eq!(read(b"a\rb\r\rc"), ["a", "b", "", "c"]);
        assert_eq!(read(b"a\r\nb\r\n"), ["a", "b"]);
        assert_eq!(read(b"a\nb\rc\n"), ["a", "b\rc"]);
        assert_eq!(read(b"a\r"), ["a"]);
    }
}
