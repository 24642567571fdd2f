//! Words for people: on stderr, and on a terminal that must not take them for commands.

use std::io::{IsTerminal, Stdout, Write};

/// Like the standard library's macro of this name, which it stands in for in the whole program, but
/// without its panic: a stderr that is closed or full costs the talk, never the answer. What comes from a
/// file or a store is shown, never obeyed.
macro_rules! eprintln {
    ($($arg:tt)*) => {{
        let text = $crate::talk::harmless(&format!($($arg)*)).into_owned();
        let _ = ::std::io::Write::write_fmt(&mut ::std::io::stderr(), format_args!("{text}\n"));
    }};
}

/// A text without characters that a terminal obeys: control characters but line breaks and tabs, and those that
/// turn the direction of writing, are shown as `\x1b` or `\u{202e}`.
pub(crate) fn harmless(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match u32::from(c) {
            code if is_obeyed(c) && code < 0x100 => out.push_str(&format!("\\x{code:02x}")),
            code if is_obeyed(c) => out.push_str(&format!("\\u{{{code:x}}}")),
            _ => out.push(c),
        }
    }
    out.into()
}

fn is_obeyed(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Standard output: bytes as they are for machines, harmless text on a terminal.
pub(crate) struct Screen {
    out: Stdout,
    terminal: bool,
}

impl Screen {
    /// The standard output of the program.
    pub(crate) fn new() -> Self {
        let out = std::io::stdout();
        let terminal = out.is_terminal();
        Screen { out, terminal }
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !self.terminal {
            return self.out.write(bytes);
        }
        // Whole texts come here: formatted pieces are written one by one, and buffers never cut one.
        let text = String::from_utf8_lossy(bytes);
        self.out.write_all(harmless(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_terminals_obey_is_shown() {
        for (text, shown) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("\u{1b}]0;title\u{7}", "\\x1b]0;title\\x07"),
            ("\u{9b}31mred", "\\x9b31mred"),
            ("over\rwritten\u{7f}", "over\\x0dwritten\\x7f"),
            ("abc\u{202e}def", "abc\\u{202e}def"),
            ("車馬炮 é 🧩", "車馬炮 é 🧩"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
