//! Text to a tree.

use super::PatternError;
use super::filter::{Compare, Expr, Item};
use crate::piece::Piece;
use crate::regex::Regex;

/// Deepest nesting of groups and parentheses.
const MOST_DEPTH: usize = 64;
/// Most letters and groups in one count or order test.
const MOST_ITEMS: usize = 21;

/// Parts, one after the other.
pub(super) type Alternative = Vec<Part>;

/// What follows one another in a part.
pub(super) type Part = Vec<Step>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// `take` of a pool in every order; each of the `picks` adds one of its pieces to the pool first.
    Draw {
        column: usize,
        pool: Vec<Piece>,
        picks: Vec<Vec<Piece>>,
        take: usize,
    },
    Group(Alternative),
    Filter {
        column: usize,
        expr: Expr,
    },
}

struct Parser {
    /// The letters that count, with their columns.
    letters: Vec<(char, usize)>,
    at: usize,
    end: usize,
}

type Result<T> = std::result::Result<T, PatternError>;

pub(super) fn pattern(text: &str) -> Result<Vec<Alternative>> {
    let letters: Vec<(char, usize)> = text.chars().zip(1..).filter(|(c, _)| !c.is_whitespace()).collect();
    if letters.is_empty() {
        return Ok(Vec::new());
    }
    let mut parser = Parser { letters, at: 0, end: text.chars().count() + 1 };
    let mut all = vec![parser.alternative(0)?];
    while parser.eat(';') {
        all.push(parser.alternative(0)?);
    }
    match parser.peek() {
        None => Ok(all),
        Some(letter) => parser
            .error(format!("{letter:?} does not belong here: a piece, *, [, (, {{, a comma or ; may follow")),
    }
}

/// Reads a filter alone, without its braces.
pub(super) fn filter(text: &str) -> Result<Expr> {
    let letters: Vec<(char, usize)> = text.chars().zip(1..).filter(|(c, _)| !c.is_whitespace()).collect();
    if letters.is_empty() {
        return Ok(Expr::All);
    }
    let mut parser = Parser { letters, at: 0, end: text.chars().count() + 1 };
    let expr = parser.either(0)?;
    match parser.peek() {
        None => Ok(expr),
        Some(_) => parser.error("&& or || is needed"),
    }
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).map(|l| l.0)
    }

    fn column(&self) -> usize {
        self.letters.get(self.at).map_or(self.end, |l| l.1)
    }

    fn eat(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        self.at += usize::from(found);
        found
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(PatternError { column: self.column(), what: what.into() })
    }

    fn depth(&self, depth: usize) -> Result<()> {
        if depth > MOST_DEPTH {
            return self.error(format!("more than {MOST_DEPTH} nested parentheses"));
        }
        Ok(())
    }

    fn alternative(&mut self, depth: usize) -> Result<Alternative> {
        self.depth(depth)?;
        let mut parts = vec![self.part(depth)?];
        while self.eat(',') {
            parts.push(self.part(depth)?);
        }
        Ok(parts)
    }

    fn part(&mut self, depth: usize) -> Result<Part> {
        let mut steps = Vec::new();
        loop {
            match self.peek() {
                Some('{') if steps.is_empty() => {
                    return self.error("a filter with nothing before it to filter");
                }
                Some('{') => {
                    let column = self.column();
                    steps.push(Step::Filter { column, expr: self.filter()? });
                }
                Some('(') => {
                    self.at += 1;
                    let inner = self.alternative(depth + 1)?;
                    if !self.eat(')') {
                        return self.error("a group that was opened with ( needs its )");
                    }
                    steps.push(Step::Group(inner));
                }
                Some('*' | '[') => steps.push(self.draw()?),
                Some(letter) if Piece::from_letter(letter).is_some() => steps.push(self.draw()?),
                other if steps.is_empty() => {
                    let read = other.map_or("the end".to_owned(), |c| format!("{c:?}"));
                    return self.error(format!("{read} where a piece (TILJSZO), *, [ or ( is needed"));
                }
                _ => return Ok(steps),
            }
        }
    }

    fn draw(&mut self) -> Result<Step> {
        let column = self.column();
        let start = self.at;
        let (mut pool, mut picks) = (Vec::new(), Vec::new());
        match self.peek() {
            Some('*') => {
                self.at += 1;
                pool = Piece::ALL.to_vec();
            }
            Some('[') => (pool, picks) = self.set(true)?,
            Some(letter) => {
                self.at += 1;
                pool.extend(Piece::from_letter(letter));
            }
            None => {}
        }
        let size = pool.len() + picks.len();
        if size == 0 {
            self.at = start;
            return self.error("a set from which nothing can be drawn");
        }
        let take = if self.eat('!') {
            size
        } else if self.peek() == Some('p') {
            let suffix = self.at;
            self.at += 1;
            let digits = self.digits();
            let taken = digits.parse().ok().filter(|n| (1..=size).contains(n) && !digits.starts_with('0'));
            match taken {
                Some(taken) => taken,
                None => {
                    self.at = suffix;
                    return self.error(format!(
                        "p{digits} draws from a pool of {size}: p1 to p{size} may stand here"
                    ));
                }
            }
        } else {
            1
        };
        Ok(Step::Draw { column, pool, picks, take })
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    /// A set in brackets: its plain letters (complemented after ^) and the sets inside it.
    fn set(&mut self, outer: bool) -> Result<(Vec<Piece>, Vec<Vec<Piece>>)> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat('^');
        let (mut plain, mut picks) = (Vec::new(), Vec::new());
        loop {
            match self.peek() {
                Some(']') => break,
                Some('[') if outer => {
                    let inner_start = self.at;
                    let (inner, _) = self.set(false)?;
                    if inner.is_empty() {
                        self.at = inner_start;
                        return self.error("a set from which nothing can be drawn");
                    }
                    picks.push(inner);
                }
                Some('[') => return self.error("sets nest one level deep only"),
                Some(letter) => match Piece::from_letter(letter) {
                    Some(piece) => {
                        self.at += 1;
                        plain.push(piece);
                    }
                    None => return self.error(format!("{letter:?} in a set, which holds pieces TILJSZO")),
                },
                None => {
                    self.at = start;
                    return self.error("a set that was opened with [ needs its ]");
                }
            }
        }
        self.at += 1;
        if plain.is_empty() && picks.is_empty() {
            self.at = start;
            return self.error("an empty set");
        }
        if negated {
            plain = Piece::ALL.into_iter().filter(|p| !plain.contains(p)).collect();
        }
        Ok((plain, picks))
    }

    fn filter(&mut self) -> Result<Expr> {
        let start = self.at;
        self.at += 1;
        if self.eat('}') {
            return Ok(Expr::All);
        }
        let expr = self.either(0)?;
        if self.peek().is_none() {
            self.at = start;
            return self.error("a filter that was opened with { needs its }");
        }
        if !self.eat('}') {
            return self.error("&& or || or } is needed");
        }
        Ok(expr)
    }

    fn double(&mut self, sign: char) -> Result<bool> {
        if self.peek() != Some(sign) {
            return Ok(false);
        }
        if self.letters.get(self.at + 1).map(|l| l.0) != Some(sign) {
            return self.error(format!("a single {sign:?}: {sign}{sign} is meant"));
        }
        self.at += 2;
        Ok(true)
    }

    fn either(&mut self, depth: usize) -> Result<Expr> {
        self.depth(depth)?;
        let mut all = vec![self.both(depth)?];
        while self.double('|')? {
            all.push(self.both(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expr::Or(all) })
    }

    fn both(&mut self, depth: usize) -> Result<Expr> {
        let mut all = vec![self.unary(depth)?];
        while self.double('&')? {
            all.push(self.unary(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expr::And(all) })
    }

    fn unary(&mut self, depth: usize) -> Result<Expr> {
        self.depth(depth)?;
        match self.peek() {
            Some('!') => {
                self.at += 1;
                Ok(Expr::Not(Box::new(self.unary(depth + 1)?)))
            }
            Some('(') => {
                self.at += 1;
                let inner = self.either(depth + 1)?;
                if !self.eat(')') {
                    return self.error("a ( in a filter needs its )");
                }
                Ok(inner)
            }
            Some('/') => self.regex(),
            Some(digit) if digit.is_ascii_digit() => {
                let (from, to) = self.range()?;
                Ok(Expr::Range { from, to, inner: Box::new(self.unary(depth + 1)?) })
            }
            _ => self.test(),
        }
    }

    fn bound(&mut self) -> Result<usize> {
        let start = self.at;
        let digits = self.digits();
        match digits.parse() {
            Ok(bound) if digits.len() <= 2 => Ok(bound),
            _ => {
                self.at = start;
                self.error("a place in the queue, 0 to 99, is needed")
            }
        }
    }

    fn range(&mut self) -> Result<(usize, usize)> {
        let first = self.bound()?;
        let (from, to) = if self.eat('-') { (first, self.bound()?) } else { (0, first) };
        if from > to {
            return self.error(format!("the range {from}-{to} runs backwards"));
        }
        if !self.eat(':') {
            return self.error("a range needs its ':', as in 2:T=1 or 1-3:T=1");
        }
        Ok((from, to))
    }

    fn regex(&mut self) -> Result<Expr> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        let body = self.at;
        loop {
            match self.peek() {
                Some('/') => break,
                Some('\\') => {
                    text.push('\\');
                    self.at += 1;
                    text.extend(self.peek());
                }
                Some(letter) => text.push(letter),
                None => {
                    self.at = start;
                    return self.error("a regex that was opened with / needs its /");
                }
            }
            self.at += 1;
        }
        self.at += 1;
        match Regex::new(&text) {
            Ok(regex) => Ok(Expr::Regex(regex)),
            Err(error) => {
                self.at = body + error.at();
                self.error(error.to_string())
            }
        }
    }

    /// Letters, `*` and sets, as they stand in counts and order tests.
    fn items(&mut self) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            let before = self.at;
            match self.peek() {
                Some('*') => {
                    self.at += 1;
                    items.extend(Piece::ALL.map(Item::Piece));
                }
                Some('[') if self.letters.get(self.at + 1).map(|l| l.0) == Some('*') => {
                    self.at += 2;
                    if !self.eat(']') {
                        return self.error("[*] is any of the seven: its ] is needed");
                    }
                    items.push(Item::Any(Piece::ALL.to_vec()));
                }
                Some('[') => {
                    let (any, _) = self.set(false)?;
                    if any.is_empty() {
                        self.at = before;
                        return self.error("a set from which nothing can be chosen");
                    }
                    items.push(Item::Any(any));
                }
                Some(letter) if Piece::from_letter(letter).is_some() => {
                    self.at += 1;
                    items.extend(Piece::from_letter(letter).map(Item::Piece));
                }
                _ => return Ok(items),
            }
            if items.len() > MOST_ITEMS || choices(&items) > 10_000 {
                self.at = before;
                return self.error("more pieces than a test can hold");
            }
        }
    }

    fn test(&mut self) -> Result<Expr> {
        let items = self.items()?;
        if items.is_empty() {
            let read = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
            return self
                .error(format!("{read} where a test is needed: T=1, T<I, /regex/, (...), !... or 2:..."));
        }
        let second = self.letters.get(self.at + 1).map(|l| l.0);
        let (compare, width) = match (self.peek(), second) {
            (Some('='), Some('='))
            | (Some('!'), Some('='))
            | (Some('<'), Some('='))
            | (Some('>'), Some('=')) => {
                let compare = match self.peek() {
                    Some('!') => Compare::NotEqual,
                    Some('<') => Compare::AtMost,
                    Some('>') => Compare::AtLeast,
                    _ => Compare::Equal,
                };
                (compare, 2)
            }
            (Some('='), _) => (Compare::Equal, 1),
            (Some('>'), _) => (Compare::More, 1),
            (Some('<'), Some(digit)) if digit.is_ascii_digit() => (Compare::Less, 1),
            (Some('<'), _) => {
                self.at += 1;
                let after = self.items()?;
                if after.is_empty() {
                    return self.error("pieces or a number are needed after '<'");
                }
                if choices(&items).saturating_mul(choices(&after)) > 10_000 {
                    return self.error("more choices than an order test can hold");
                }
                return Ok(Expr::Before(items, after));
            }
            _ => return self.error("one of = == != < > <= >= is needed after pieces"),
        };
        self.at += width;
        let start = self.at;
        let digits = self.digits();
        match digits.parse() {
            Ok(number) if digits.len() <= 2 => Ok(Expr::Count { items, compare, number }),
            _ => {
                self.at = start;
                self.error("a number of pieces, 0 to 99, is needed")
            }
        }
    }
}

/// How many ways there are to choose one of each set.
fn choices(items: &[Item]) -> usize {
    items.iter().fold(1, |n: usize, item| match item {
        Item::Piece(_) => n,
        Item::Any(any) => n.saturating_mul(any.len()),
    })
}
