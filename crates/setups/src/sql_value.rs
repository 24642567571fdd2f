//! The values of an INSERT statement as texts: literals, `ROW(a, b)::type`, arrays, casts, sub-selects.
//!
//! Composite values come out as a COPY block has them: `(626,840)` and `{"(1,2)","(3,4)"}`. A sub-select is kept as it
//! stands, `(SELECT ...)`, for whoever knows the rows it asks for.

/// How deep brackets may lie in each other.
const DEEPEST: usize = 32;

/// One value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Null,
    Text(String),
    Row(Vec<Value>),
    List(Vec<Value>),
}

impl Value {
    /// The value as a field.
    fn field(self) -> Option<String> {
        match self {
            Value::Null => None,
            Value::Text(text) => Some(text),
            Value::Row(parts) => Some(format!("({})", joined(parts, ""))),
            Value::List(parts) => Some(format!("{{{}}}", joined(parts, "NULL"))),
        }
    }
}

/// The parts of a composite value, quoted where that is needed.
fn joined(parts: Vec<Value>, null: &str) -> String {
    let part = |part: Value| match part.field() {
        None => null.to_owned(),
        Some(text) if text.is_empty() || text.contains(|c: char| " ,(){}\"\\".contains(c)) => {
            format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
        }
        Some(text) => text,
    };
    parts.into_iter().map(part).collect::<Vec<_>>().join(",")
}

/// The values of a row, without its brackets.
///
/// # Errors
/// What is not understood.
pub(crate) fn cells(text: &str) -> Result<Vec<Option<String>>, String> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let values = parser.list(None)?;
    Ok(values.into_iter().map(Value::field).collect())
}

/// A sub-select, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Select {
    /// What is asked for.
    pub(crate) column: String,
    pub(crate) table: String,
    /// Columns and what they are.
    pub(crate) conditions: Vec<(String, String)>,
}

impl Select {
    /// Reads `(SELECT column FROM table WHERE a = 'x' AND b = 'y')`; nothing for a value that is none of this kind.
    pub(crate) fn read(text: &str) -> Option<Select> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let mut parser = Parser { text: inner, at: 0, depth: 0 };
        parser.keyword("select")?;
        let column = parser.name()?;
        parser.keyword("from")?;
        let table = parser.name()?;
        // A short name for the table.
        if parser.clone().keyword("where").is_none() {
            parser.keyword("as");
            parser.name()?;
        }
        parser.keyword("where")?;
        let conditions = parser.conditions()?;
        if parser.keyword("limit").is_some() {
            parser.value().ok()?;
        }
        parser.blank();
        parser.rest().is_empty().then_some(Select { column, table, conditions })
    }
}

/// An UPDATE, taken apart: the table, what is set, and of which rows.
pub(crate) struct Update {
    pub(crate) table: String,
    pub(crate) set: Vec<(String, Option<String>)>,
    pub(crate) conditions: Vec<(String, String)>,
}

impl Update {
    /// Reads what follows the word UPDATE.
    pub(crate) fn read(text: &str) -> Option<Update> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        parser.keyword("only");
        let table = parser.name()?;
        parser.keyword("set")?;
        let mut set = Vec::new();
        loop {
            let column = parser.name()?;
            parser.sign('=')?;
            set.push((column, parser.value().ok()?.field()));
            if parser.sign(',').is_none() {
                break;
            }
        }
        parser.keyword("where")?;
        let conditions = parser.conditions()?;
        parser.blank();
        parser.rest().is_empty().then_some(Update { table, set, conditions })
    }
}

/// A name without schema, quotes and short names of tables.
pub(crate) fn bare(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).trim().trim_matches('"').to_owned()
}

#[derive(Clone)]
struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blank(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.blank();
        self.rest().starts_with(sign).then(|| self.at += sign.len_utf8())
    }

    /// A word, in any case.
    fn keyword(&mut self, word: &str) -> Option<()> {
        self.blank();
        let there = self.rest().get(..word.len())?;
        let ends = !self.rest()[word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (there.eq_ignore_ascii_case(word) && ends).then(|| self.at += word.len())
    }

    /// The length of a run of characters.
    fn run(&self, part: impl Fn(char) -> bool) -> usize {
        self.rest().find(|c| !part(c)).unwrap_or(self.rest().len())
    }

    /// A name, bare.
    fn name(&mut self) -> Option<String> {
        self.blank();
        let length = self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '"'));
        let name = &self.rest()[..length];
        self.at += length;
        (length > 0).then(|| bare(name))
    }

    /// `a = 'x' AND b = 'y'`.
    fn conditions(&mut self) -> Option<Vec<(String, String)>> {
        let mut all = Vec::new();
        loop {
            let column = self.name()?;
            self.sign('=')?;
            all.push((column, self.value().ok()?.field()?));
            if self.keyword("and").is_none() {
                return Some(all);
            }
        }
    }

    /// Values with commas, up to a closing sign that is passed, or to the end.
    fn list(&mut self, close: Option<char>) -> Result<Vec<Value>, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("more than {DEEPEST} brackets in each other"));
        }
        let mut values = Vec::new();
        self.blank();
        if close.is_some_and(|close| self.sign(close).is_some()) {
            self.depth -= 1;
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            self.blank();
            if self.sign(',').is_some() {
                continue;
            }
            let ended = match close {
                Some(close) => self.sign(close).is_some(),
                None => self.rest().is_empty(),
            };
            if ended {
                self.depth -= 1;
                return Ok(values);
            }
            return Err(self.unknown());
        }
    }

    fn unknown(&self) -> String {
        let start: String = self.rest().chars().take(20).collect();
        format!("{start:?} in a value: literals, ROW(...), ARRAY[...], casts and (SELECT ...) are read")
    }

    /// A value with the casts and concatenations after it.
    fn value(&mut self) -> Result<Value, String> {
        let mut value = self.primary()?;
        loop {
            self.blank();
            if self.rest().starts_with("::") {
                self.at += 2;
                self.cast();
            } else if self.rest().starts_with("||") {
                self.at += 2;
                value = match (value, self.primary()?) {
                    (Value::Text(a), Value::Text(b)) => Value::Text(a + &b),
                    _ => Value::Null,
                };
            } else {
                return Ok(value);
            }
        }
    }

    /// The type of a cast: `fraction`, `"public"."fraction"[]`, `decimal(5, 2)`, `character varying`.
    fn cast(&mut self) {
        self.name();
        for word in ["varying", "precision"] {
            self.keyword(word);
        }
        if self.sign('(').is_some() {
            self.at += self.run(|c| c != ')');
            self.sign(')');
        }
        while self.sign('[').is_some() {
            self.at += self.run(|c| c != ']');
            self.sign(']');
        }
    }

    fn primary(&mut self) -> Result<Value, String> {
        self.blank();
        match self.peek() {
            Some('\'') => self.quoted(false).map(Value::Text),
            Some('$') => self.dollars().map(Value::Text),
            Some('(') => {
                let start = self.at;
                self.at += 1;
                if self.keyword("select").is_some() {
                    return self.select(start);
                }
                let mut values = self.list(Some(')'))?;
                Ok(if values.len() == 1 { values.remove(0) } else { Value::Row(values) })
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => {
                let length = self.run(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'));
                let number = &self.rest()[..length];
                self.at += length;
                Ok(Value::Text(number.to_owned()))
            }
            Some(c) if c.is_alphabetic() || matches!(c, '_' | '"') => self.word(),
            _ => Err(self.unknown()),
        }
    }

    /// What begins with a letter: NULL, ROW, ARRAY, CAST, a text with a prefix, a call.
    fn word(&mut self) -> Result<Value, String> {
        let length = self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '"'));
        let word = self.rest()[..length].to_owned();
        self.at += length;
        let lower = word.to_ascii_lowercase();
        if self.peek() == Some('\'') {
            let text = self.quoted(lower == "e")?;
            return Ok(Value::Text(match lower.as_str() {
                "x" => format!("\\x{text}"),
                _ => text,
            }));
        }
        match lower.as_str() {
            // The value a column has by itself is that of a row without it.
            "null" | "default" => return Ok(Value::Null),
            "array" => {
                self.sign('[').ok_or_else(|| self.unknown())?;
                return self.list(Some(']')).map(Value::List);
            }
            "cast" => {
                self.sign('(').ok_or_else(|| self.unknown())?;
                let value = self.value()?;
                self.keyword("as").ok_or_else(|| self.unknown())?;
                self.cast();
                self.sign(')').ok_or_else(|| self.unknown())?;
                return Ok(value);
            }
            _ => {}
        }
        if self.sign('(').is_none() {
            // A type before its text, DATE '2024-01-01'; or a word of its own, such as TRUE.
            self.blank();
            return if self.peek() == Some('\'') {
                self.quoted(false).map(Value::Text)
            } else {
                Ok(Value::Text(word))
            };
        }
        let values = self.list(Some(')'))?;
        Ok(match (bare(&lower).as_str(), values.as_slice()) {
            ("row", _) => Value::Row(values),
            ("decode", [Value::Text(text), Value::Text(form)]) if form == "hex" => {
                Value::Text(format!("\\x{text}"))
            }
            ("gen_random_uuid" | "uuid_generate_v4" | "now", _) => Value::Null,
            _ => return Err(format!("the function {word} in a value is not known")),
        })
    }

    /// A sub-select, as it stands.
    fn select(&mut self, start: usize) -> Result<Value, String> {
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                '\'' => {
                    self.quoted(false)?;
                    continue;
                }
                '(' => depth += 1,
                ')' if depth == 0 => {
                    self.at += 1;
                    return Ok(Value::Text(self.text[start..self.at].to_owned()));
                }
                ')' => depth -= 1,
                _ => {}
            }
            self.at += c.len_utf8();
        }
        Err("a sub-select without its closing bracket".into())
    }

    fn quoted(&mut self, escapes: bool) -> Result<String, String> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let length = self.run(|c| c != '\'' && !(escapes && c == '\\'));
            text.push_str(&self.rest()[..length]);
            self.at += length;
            match self.peek() {
                None => return Err("a text without its closing quote".into()),
                Some('\\') => {
                    let pair: String = self.rest().chars().take(2).collect();
                    text.push_str(&crate::formats::unescape(&pair));
                    self.at += pair.len();
                }
                Some(_) => {
                    self.at += 1;
                    if self.peek() != Some('\'') {
                        return Ok(text);
                    }
                    text.push('\'');
                    self.at += 1;
                }
            }
        }
    }

    fn dollars(&mut self) -> Result<String, String> {
        let tag = 2 + self.text[self.at + 1..].find('$').ok_or_else(|| self.unknown())?;
        let sign = &self.rest()[..tag];
        let inner = &self.rest()[tag..];
        let end = inner.find(sign).ok_or_else(|| self.unknown())?;
        self.at += 2 * tag + end;
        Ok(inner[..end].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(text: &str) -> Option<String> {
        let mut all = cells(text).unwrap();
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    #[test]
    fn values_of_every_kind() {
        for (text, value) in [
            ("'it''s'", "it's"),
            (r"E'a\tb\\'", "a\tb\\"),
            ("$$a'b$$", "a'b"),
            ("$q$a$b$q$", "a$b"),
            ("B'0101'", "0101"),
            (r"'\xfc'::bytea", "\\xfc"),
            ("X'fc'", "\\xfc"),
            ("decode('fc', 'hex')", "\\xfc"),
            ("-12.50::decimal(5, 2)", "-12.50"),
            ("ROW(626, 840)::fraction", "(626,840)"),
            ("(626,840)::\"public\".\"fraction\"", "(626,840)"),
            ("CAST(ROW(1, 2) AS fraction)", "(1,2)"),
            ("CAST('a' AS character varying(3))", "a"),
            ("ARRAY[ROW(1, 2)::fraction, ROW(3, 4)::fraction]::fraction[]", "{\"(1,2)\",\"(3,4)\"}"),
            ("ARRAY[1.5, NULL]", "{1.5,NULL}"),
            ("('a')", "a"),
            ("'a' || 'b'", "ab"),
            ("TRUE", "TRUE"),
            ("timestamp '2024'", "2024"),
            (
                "(SELECT stat_id FROM statistics WHERE a = 'x)')",
                "(SELECT stat_id FROM statistics WHERE a = 'x)')",
            ),
        ] {
            assert_eq!(one(text).as_deref(), Some(value), "{text}");
        }
        assert_eq!(one("NULL::fraction"), None);
        assert_eq!(one("DEFAULT"), None);
        assert_eq!(one("gen_random_uuid()"), None);
        assert_eq!(cells("1, 'a', (1, 2)").unwrap().len(), 3);
        for bad in ["", "1,", "'a", "(1", "f(1)", "1 + 2", "ARRAY(1)", "CAST(1)", &"(".repeat(100)] {
            assert!(cells(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn selects_are_taken_apart() {
        let text = "(SELECT s.stat_id FROM public.statistics s WHERE s.setup_id = 'a' AND s.kicktable = 'srs'::kicktable LIMIT 1)";
        let select = Select::read(text).unwrap();
        assert_eq!((select.column.as_str(), select.table.as_str()), ("stat_id", "statistics"));
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(select.conditions, [pair("setup_id", "a"), pair("kicktable", "srs")]);
        for bad in
            ["a", "(SELECT a FROM b)", "(SELECT a FROM b WHERE c > 1)", "(SELECT a, d FROM b WHERE c = 1)"]
        {
            assert_eq!(Select::read(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(SELECT |FROM |WHERE |ROW|ARRAY|CAST| AS |::|[a-e()\\[\\]',$é\\\\ 0-9=]{0,3}){0,12}") {
            let _ = cells(&text);
            let _ = Select::read(&text);
            let _ = Update::read(&text);
        }
    }
}
