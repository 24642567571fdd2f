//! Bytes of a dump with the number of their line, and where texts, comments and brackets in them end.

use crate::formats::{LONGEST_ROW, wrong};
use ludex_store::Result;
use std::io::BufRead;

/// Bytes of a stream with the number of their line.
pub(crate) struct Scanner<R> {
    reader: R,
    /// A byte that was read and given back.
    back: Option<u8>,
    /// Counted from 1.
    pub(crate) line: usize,
}

impl<R: BufRead> Scanner<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Scanner { reader, back: None, line: 1 }
    }

    pub(crate) fn peek(&mut self) -> Result<Option<u8>> {
        match self.back {
            Some(byte) => Ok(Some(byte)),
            None => Ok(self.reader.fill_buf()?.first().copied()),
        }
    }

    pub(crate) fn next(&mut self) -> Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            if self.back.take().is_none() {
                self.reader.consume(1);
            }
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }

    /// Gives the last byte back, which is no line break.
    fn unread(&mut self, byte: u8) {
        self.back = Some(byte);
    }

    pub(crate) fn skip_while(&mut self, passed: impl Fn(u8) -> bool) -> Result<()> {
        self.walk(|byte| !passed(byte), &mut |_| Ok(()))
    }

    /// Hands out bytes in pieces, up to one at which it stops.
    fn walk(&mut self, stops: impl Fn(u8) -> bool, hear: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        if let Some(byte) = self.back {
            if stops(byte) {
                return Ok(());
            }
            self.back = None;
            hear(&[byte])?;
        }
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| stops(byte));
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            hear(piece)?;
            self.line += piece.iter().filter(|&&byte| byte == b'\n').count();
            let used = piece.len();
            self.reader.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }

    /// The text before the byte at which it stops.
    pub(crate) fn until(&mut self, stops: impl Fn(u8) -> bool, longest: usize) -> Result<String> {
        let mut taken = Taken::new(self.line, longest);
        self.walk(stops, &mut |piece| taken.push(piece))?;
        taken.text()
    }

    /// Letters; they may be none.
    pub(crate) fn word(&mut self) -> Result<String> {
        let mut word = String::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_alphabetic) {
            if word.len() >= 16 {
                break;
            }
            word.push(char::from(byte));
            self.next()?;
        }
        Ok(word)
    }

    /// The rest of the line with its line break; nothing at the end.
    pub(crate) fn rest_of_line(&mut self, longest: usize) -> Result<Option<String>> {
        let mut text = self.until(|byte| byte == b'\n', longest)?;
        if self.next()?.is_some() {
            text.push('\n');
        }
        Ok((!text.is_empty()).then_some(text))
    }

    pub(crate) fn skip_line(&mut self) -> Result<()> {
        self.skip_while(|byte| byte != b'\n')?;
        self.next().map(drop)
    }

    /// Passes over blanks and comments.
    pub(crate) fn blank(&mut self) -> Result<()> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace())?;
            let Some(byte) = self.peek()?.filter(|byte| matches!(byte, b'-' | b'/')) else { return Ok(()) };
            self.next()?;
            match (byte, self.peek()?) {
                (b'-', Some(b'-')) => self.skip_line()?,
                (b'/', Some(b'*')) => self.skip_comment()?,
                _ => {
                    self.unread(byte);
                    return Ok(());
                }
            }
        }
    }

    /// Passes over a comment whose `/` is read; comments may lie in each other.
    fn skip_comment(&mut self) -> Result<()> {
        let mut depth = 0usize;
        let mut last = b'/';
        while let Some(byte) = self.next()? {
            match (last, byte) {
                (b'/', b'*') => depth += 1,
                (b'*', b'/') => depth = depth.saturating_sub(1),
                _ => {
                    last = byte;
                    continue;
                }
            }
            if depth == 0 {
                break;
            }
            last = 0;
        }
        Ok(())
    }

    /// The text before one of the signs, outside of brackets, texts and comments.
    pub(crate) fn outside(&mut self, signs: &[u8], longest: usize) -> Result<String> {
        let mut taken = Taken::new(self.line, longest);
        self.pass(signs, &mut |piece| taken.push(piece))?;
        taken.text()
    }

    /// Passes over a statement and its semicolon.
    pub(crate) fn skip_statement(&mut self) -> Result<()> {
        self.pass(b";", &mut |_| Ok(()))?;
        self.next().map(drop)
    }

    fn pass(&mut self, signs: &[u8], hear: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let mut depth = 0usize;
        // The two bytes before: `E'` begins a text with backslashes, and `a$` is no dollar quote.
        let (mut before, mut last) = (b' ', b' ');
        let part_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        while let Some(byte) = self.peek()? {
            if depth == 0 && signs.contains(&byte) {
                return Ok(());
            }
            match byte {
                b'-' | b'/' => {
                    let line = self.line;
                    self.blank()?;
                    if self.line == line && self.peek()? == Some(byte) {
                        self.next()?;
                        hear(&[byte])?;
                    } else {
                        hear(b" ")?;
                    }
                }
                b'\'' | b'"' => {
                    let escapes = byte == b'\'' && matches!(last, b'e' | b'E') && !part_of_name(before);
                    self.next()?;
                    hear(&[byte])?;
                    self.quoted(byte, escapes, hear)?;
                }
                b'$' if !part_of_name(last) => self.dollars(hear)?,
                _ => {
                    self.next()?;
                    match byte {
                        b'(' | b'[' => depth += 1,
                        b')' | b']' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    hear(&[byte])?;
                }
            }
            (before, last) = (last, byte);
        }
        Ok(())
    }

    /// The rest of a text whose first quote is read. Two quotes in a row end one text and begin the next, which
    /// comes to the same.
    fn quoted(&mut self, quote: u8, escapes: bool, hear: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let line = self.line;
        loop {
            self.walk(|byte| byte == quote || (escapes && byte == b'\\'), hear)?;
            let Some(byte) = self.next()? else {
                return Err(wrong(line, "a text without its closing quote"));
            };
            hear(&[byte])?;
            if byte == quote {
                return Ok(());
            }
            if let Some(escaped) = self.next()? {
                hear(&[escaped])?;
            }
        }
    }

    /// A text between dollars, `$tag$ ... $tag$`; or a single dollar.
    fn dollars(&mut self, hear: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let line = self.line;
        self.next()?;
        hear(b"$")?;
        let tag = self.until(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'), 64)?;
        hear(tag.as_bytes())?;
        if self.peek()? != Some(b'$') {
            return Ok(());
        }
        self.next()?;
        hear(b"$")?;
        loop {
            self.walk(|byte| byte == b'$', hear)?;
            if self.next()?.is_none() {
                return Err(wrong(line, "a text between dollars without its end"));
            }
            hear(b"$")?;
            let end = self.until(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'), LONGEST_ROW)?;
            hear(end.as_bytes())?;
            if end == tag && self.peek()? == Some(b'$') {
                self.next()?;
                return hear(b"$");
            }
        }
    }
}

/// Bytes that are taken, no more than so many.
struct Taken {
    bytes: Vec<u8>,
    line: usize,
    longest: usize,
}

impl Taken {
    const fn new(line: usize, longest: usize) -> Self {
        Taken { bytes: Vec::new(), line, longest }
    }

    fn push(&mut self, piece: &[u8]) -> Result<()> {
        if self.bytes.len() + piece.len() > self.longest {
            return Err(wrong(self.line, format!("a row or a name is longer than {} bytes", self.longest)));
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    fn text(self) -> Result<String> {
        String::from_utf8(self.bytes).map_err(|_| wrong(self.line, "the text is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outside(text: &str) -> String {
        Scanner::new(text.as_bytes()).outside(b");", 1000).unwrap()
    }

    #[test]
    fn texts_comments_and_brackets_end_where_they_end() {
        for (text, first) in [
            ("'a)b', 1) x", "'a)b', 1"),
            ("'it''s )', (2)) x", "'it''s )', (2)"),
            (r"E'\')', e) x", r"E'\')', e"),
            (r"'\', 1) x", r"'\', 1"),
            ("1 -- )\n, 2) x", "1  , 2"),
            ("1 /* ) /* ) */ */ , 2) x", "1  , 2"),
            ("$$a)b$$, $x$ $$ ) $x$) x", "$$a)b$$, $x$ $$ ) $x$"),
            ("$$ 5$ each) $b $$) x", "$$ 5$ each) $b $$"),
            ("$1, a$b) x", "$1, a$b"),
            ("\"a)b\" - 1 / 2) x", "\"a)b\" - 1 / 2"),
            ("ARRAY[ROW(1, 2)]) x", "ARRAY[ROW(1, 2)]"),
        ] {
            assert_eq!(outside(text), first);
        }
        assert!(Scanner::new(&b"'a"[..]).outside(b")", 1000).is_err());
        assert!(Scanner::new(&b"$$a"[..]).outside(b")", 1000).is_err());
        assert!(Scanner::new(&b"aaaaaaaaaaa"[..]).outside(b")", 10).is_err());
    }
}
