//! Wanted saves: text to a tree, and what it says of the saves of a queue.

use crate::piece::{Counts, Piece};
use crate::regex::{Regex, RegexError};
use thiserror::Error;

const MOST_DEPTH: usize = 64;

/// A wanted save that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{what} at column {column}")]
pub struct SaveError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What was read and what would be accepted.
    pub what: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Expr {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Not(Box<Expr>),
    Avoid(Box<Expr>),
    Pieces(Counts),
    Regex(Regex),
}

/// A wanted save with its label.
///
/// ```
/// use ludex_tetris::{Counts, Piece, saves::Wanted};
/// let wanted = Wanted::read("T||/^I/#one of these,^O")?;
/// assert_eq!(wanted[0].label(), "one of these");
/// let saves = [Counts::of(&Piece::word("IO").unwrap())];
/// assert!(wanted[0].holds(&saves)?);
/// assert!(!wanted[1].holds(&saves)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    expr: Expr,
    label: String,
}

impl Wanted {
    /// Reads wanted saves, separated by commas.
    ///
    /// # Errors
    /// The first place that is not understood.
    pub fn read(text: &str) -> Result<Vec<Wanted>, SaveError> {
        let mut parser = Parser { letters: text.chars().collect(), at: 0 };
        let mut all = Vec::new();
        loop {
            all.push(parser.wanted()?);
            if parser.peek().is_none() {
                return Ok(all);
            }
            parser.at += 1; // the comma
        }
    }

    /// Its label, or its text.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Whether the saves of a queue are as wanted; a queue without any never is.
    ///
    /// # Errors
    /// When a regex takes too many steps.
    pub fn holds(&self, saves: &[Counts]) -> Result<bool, RegexError> {
        Ok(!saves.is_empty() && self.expr.holds(saves)?)
    }
}

impl Expr {
    fn holds(&self, saves: &[Counts]) -> Result<bool, RegexError> {
        match self {
            Expr::Or(all) => any(all, |e| e.holds(saves)),
            Expr::And(all) => Ok(!any(all, |e| Ok(!e.holds(saves)?))?),
            Expr::Not(inner) => Ok(!inner.holds(saves)?),
            Expr::Avoid(inner) => any(saves, |s| Ok(!inner.holds(std::slice::from_ref(s))?)),
            Expr::Pieces(pieces) => Ok(saves.iter().any(|s| s.contains(pieces))),
            Expr::Regex(regex) => any(saves, |s| regex.search(&Piece::spell(&s.sorted()))),
        }
    }
}

/// Whether a test that can fail holds for one of a list.
fn any<T>(list: &[T], test: impl Fn(&T) -> Result<bool, RegexError>) -> Result<bool, RegexError> {
    for item in list {
        if test(item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

struct Parser {
    letters: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn error<T>(&self, at: usize, what: impl Into<String>) -> Result<T, SaveError> {
        Err(SaveError { column: at + 1, what: what.into() })
    }

    fn wanted(&mut self) -> Result<Wanted, SaveError> {
        self.space();
        let start = self.at;
        let expr = self.either(0)?;
        let text: String = self.letters[start..self.at].iter().collect();
        let mut label = text.trim_end().to_owned();
        if self.peek() == Some('#') {
            self.at += 1;
            let from = self.at;
            while self.peek().is_some_and(|c| c != ',') {
                self.at += 1;
            }
            label = self.letters[from..self.at].iter().collect();
            if let Some(second) = label.chars().position(|c| c == '#') {
                return self.error(from + second, "a second # in a label");
            }
        }
        match self.peek() {
            None | Some(',') => Ok(Wanted { expr, label }),
            Some(letter) => {
                self.error(self.at, format!("{letter:?} where ||, &&, a comma or #label may follow"))
            }
        }
    }

    fn double(&mut self, sign: char) -> Result<bool, SaveError> {
        self.space();
        if self.peek() != Some(sign) {
            return Ok(false);
        }
        if self.letters.get(self.at + 1) != Some(&sign) {
            return self.error(self.at, format!("a single {sign:?}: {sign}{sign} is meant"));
        }
        self.at += 2;
        Ok(true)
    }

    fn either(&mut self, depth: usize) -> Result<Expr, SaveError> {
        let mut all = vec![self.both(depth)?];
        while self.double('|')? {
            all.push(self.both(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expr::Or(all) })
    }

    fn both(&mut self, depth: usize) -> Result<Expr, SaveError> {
        let mut all = vec![self.unary(depth)?];
        while self.double('&')? {
            all.push(self.unary(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expr::And(all) })
    }

    fn unary(&mut self, depth: usize) -> Result<Expr, SaveError> {
        if depth > MOST_DEPTH {
            return self.error(self.at, format!("more than {MOST_DEPTH} nested signs"));
        }
        self.space();
        let start = self.at;
        match self.peek() {
            Some('!') => {
                self.at += 1;
                Ok(Expr::Not(Box::new(self.unary(depth + 1)?)))
            }
            Some('^') => {
                self.at += 1;
                Ok(Expr::Avoid(Box::new(self.unary(depth + 1)?)))
            }
            Some('(') => {
                self.at += 1;
                let inner = self.either(depth + 1)?;
                self.space();
                if self.peek() != Some(')') {
                    return self.error(self.at, "a ( needs its )");
                }
                self.at += 1;
                Ok(inner)
            }
            Some('/') => self.regex(start),
            Some(letter) if Piece::from_letter(letter).is_some() => {
                let mut pieces = Vec::new();
                while let Some(piece) = self.peek().and_then(Piece::from_letter) {
                    pieces.push(piece);
                    self.at += 1;
                }
                Ok(Expr::Pieces(Counts::of(&pieces)))
            }
            other => {
                let read = other.map_or("the end".to_owned(), |c| format!("{c:?}"));
                self.error(start, format!("{read} where pieces, /regex/, !, ^ or ( is needed"))
            }
        }
    }

    fn regex(&mut self, start: usize) -> Result<Expr, SaveError> {
        self.at += 1;
        let from = self.at;
        loop {
            match self.peek() {
                Some('/') => break,
                Some('\\') => self.at += 2,
                Some(_) => self.at += 1,
                None => return self.error(start, "a regex that was opened with / needs its /"),
            }
        }
        let text: String = self.letters[from..self.at].iter().collect();
        self.at += 1;
        match Regex::new(&text) {
            Ok(regex) => Ok(Expr::Regex(regex)),
            Err(error) => self.error(from + error.at(), error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(wanted: &str, saves: &[&str]) -> bool {
        let saves: Vec<Counts> = saves.iter().map(|s| Counts::of(&Piece::word(s).unwrap())).collect();
        Wanted::read(wanted).unwrap()[0].holds(&saves).unwrap()
    }

    #[test]
    fn the_meaning_of_signs() {
        assert!(holds("^S", &["LS", "LZ"]) && !holds("^S", &["LS", "SZ"]));
        assert!(holds("!T", &["L", "S"]) && !holds("!T", &["T", "I"]));
        assert!(holds("T&&S", &["T", "S"]) && !holds("TS", &["T", "S"]));
        assert!(holds("T||I&&O", &["T"]) && !holds("(T||I)&&O", &["T"]));
        assert!(holds("/^[^T]*L[^J]*$/", &["LL"]) && !holds("/^[^T]*L[^J]*$/", &["LJSZ"]));
        assert!(!holds("!T", &[]), "a queue without a solution satisfies nothing");
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (text, column) in [
            ("(T", 3),
            ("/[/", 3),
            ("T I", 3),
            ("", 1),
            ("T,", 3),
            ("T|I", 2),
            ("x", 1),
            ("T)", 2),
            ("T#a#b", 4),
        ] {
            assert_eq!(Wanted::read(text).unwrap_err().column, column, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[TILJSZO|&!^()/#, a\\[\\]\\\\]{0,20}") {
            let _ = Wanted::read(&text);
        }
    }
}
