//! Lines of a stream, each of bounded length.

use std::io::{BufRead, Read, Result};

/// Reads a stream line by line. A line that is too long or no text is told and passed over; the rest
/// still reads. A byte order mark before the first line is left out.
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
}

/// A line and its number, counted from 1: its text without the line break, or why it cannot be read.
pub type NumberedLine<'a> = (u64, std::result::Result<&'a str, String>);

impl<R: BufRead> LineReader<R> {
    /// The lines of a stream, up to a length in bytes.
    pub const fn new(reader: R, longest: usize) -> Self {
        LineReader { reader, longest, number: 0, bytes: Vec::new() }
    }

    /// The stream behind the lines.
    pub const fn reader(&self) -> &R {
        &self.reader
    }

    /// The next line; nothing at the end.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn read_line(&mut self) -> Result<Option<NumberedLine<'_>>> {
        self.bytes.clear();
        // One byte more than allowed, and one for the line break.
        let read = self.reader.by_ref().take(self.longest as u64 + 2).read_until(b'\n', &mut self.bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.last() != Some(&b'\n') && read > self.longest + 1 {
            self.skip()?;
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
    fn skip(&mut self) -> Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
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
