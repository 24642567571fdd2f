//! A small regular-expression engine over piece letters, with back-references.
//!
//! Queues are short (some dozen letters), patterns are typed by people, and `/(.)\1/` must work, which
//! rules a linear-time engine out. So: plain backtracking, bounded in steps, nothing allocated per
//! match but the groups.
//!
//! ```text
//!   alternatives  a|b          atom   a letter, '.', '^', '$', [abc], [^abc], [a-z], (group), (?:group), \1
//!   repeated      x? x* x+ x{n} x{n,} x{n,m}, each with a '?' after it for the shortest first
//! ```

use thiserror::Error;

/// Steps after which a match gives up; the longest honest match needs a few thousand.
const MOST_STEPS: u32 = 1 << 20;
/// Calls within calls after which a match gives up, so that the stack is never the limit.
const MOST_CALLS: u32 = 4000;
/// Deepest nesting of groups.
const MOST_DEPTH: usize = 32;
/// Highest count in braces.
const MOST_REPEATS: u32 = 99;

/// An expression that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("in the regular expression: {what}")]
pub struct RegexError {
    /// Where, in characters from 0 of the expression.
    pub at: usize,
    /// What is wrong or not supported.
    pub what: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Letter(char),
    Any,
    Start,
    End,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    /// A group and its number; 0 for one that is not counted.
    Group(usize, Box<Node>),
    Back(usize),
    Alternatives(Vec<Node>),
    Sequence(Vec<Node>),
    Repeat {
        node: Box<Node>,
        least: u32,
        most: u32,
        greedy: bool,
    },
}

/// A regular expression, searched anywhere in a text.
///
/// ```
/// let double = ludex_tetris::regex::Regex::new(r"(.)\1")?;
/// assert!(double.search("TIIL"));
/// assert!(!double.search("TILI"));
/// # Ok::<(), ludex_tetris::regex::RegexError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regex {
    root: Node,
    groups: usize,
}

struct Parser<'a> {
    letters: &'a [char],
    at: usize,
    groups: usize,
    closed: Vec<bool>,
}

impl Parser<'_> {
    fn error<T>(&self, at: usize, what: impl Into<String>) -> Result<T, RegexError> {
        Err(RegexError { at, what: what.into() })
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn eat(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self, depth: usize) -> Result<Node, RegexError> {
        if depth > MOST_DEPTH {
            return self.error(self.at, format!("groups are nested more than {MOST_DEPTH} deep"));
        }
        let mut all = vec![self.sequence(depth)?];
        while self.eat('|') {
            all.push(self.sequence(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Node::Alternatives(all) })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, RegexError> {
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let start = self.at;
            let atom = self.atom(depth)?;
            all.push(self.repeated(atom, start)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Node::Sequence(all) })
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect::<String>().parse().ok()
    }

    fn repeated(&mut self, atom: Node, start: usize) -> Result<Node, RegexError> {
        let (least, most) = match self.peek() {
            Some('?') => (0, 1),
            Some('*') => (0, u32::MAX),
            Some('+') => (1, u32::MAX),
            Some('{') => {
                let open = self.at;
                self.at += 1;
                let Some(least) = self.number() else {
                    return self.error(open, "'{' needs a number after it: {2}, {2,} or {2,3}");
                };
                let most = if self.eat(',') {
                    if self.peek() == Some('}') { u32::MAX } else { self.number().unwrap_or(0) }
                } else {
                    least
                };
                if self.peek() != Some('}') {
                    return self.error(open, "'{' is not closed");
                }
                if least > MOST_REPEATS || (most != u32::MAX && (most > MOST_REPEATS || most < least)) {
                    return self.error(open, format!("counts in braces rise and end at {MOST_REPEATS}"));
                }
                (least, most)
            }
            _ => return Ok(atom),
        };
        self.at += 1;
        if matches!(atom, Node::Start | Node::End) {
            return self.error(start, "'^' and '$' cannot be repeated");
        }
        let greedy = !self.eat('?');
        if matches!(self.peek(), Some('?' | '*' | '+' | '{')) {
            return self.error(self.at, "a repetition cannot be repeated: put it in a group");
        }
        Ok(Node::Repeat { node: Box::new(atom), least, most, greedy })
    }

    fn atom(&mut self, depth: usize) -> Result<Node, RegexError> {
        let start = self.at;
        let Some(letter) = self.peek() else { return self.error(start, "it ends too early") };
        self.at += 1;
        Ok(match letter {
            '.' => Node::Any,
            '^' => Node::Start,
            '$' => Node::End,
            '[' => self.class(start)?,
            '(' => self.group(start, depth)?,
            '\\' => return self.escape(start),
            '?' | '*' | '+' | '{' => {
                return self.error(start, format!("nothing before {letter:?} to repeat"));
            }
            ']' | '}' => return self.error(start, format!("{letter:?} was never opened")),
            other => Node::Letter(other),
        })
    }

    fn escape(&mut self, start: usize) -> Result<Node, RegexError> {
        match self.peek() {
            Some(digit @ '1'..='9') => {
                self.at += 1;
                let number = digit as usize - '0' as usize;
                if !self.closed.get(number - 1).copied().unwrap_or(false) {
                    return self
                        .error(start, format!("\\{number} refers to a group that is not closed before it"));
                }
                Ok(Node::Back(number))
            }
            Some(sign) if sign.is_ascii_punctuation() => {
                self.at += 1;
                Ok(Node::Letter(sign))
            }
            _ => self.error(start, "of the escapes only \\1 to \\9 and escaped signs are supported"),
        }
    }

    fn group(&mut self, start: usize, depth: usize) -> Result<Node, RegexError> {
        let mut number = 0;
        if self.eat('?') {
            if !self.eat(':') {
                return self.error(start, "of the groups with '?' only (?:...) is supported");
            }
        } else {
            self.groups += 1;
            number = self.groups;
            self.closed.push(false);
        }
        let inner = self.alternatives(depth + 1)?;
        if !self.eat(')') {
            return self.error(start, "'(' is not closed");
        }
        if number > 0 {
            self.closed[number - 1] = true;
        }
        Ok(Node::Group(number, Box::new(inner)))
    }

    fn class(&mut self, start: usize) -> Result<Node, RegexError> {
        let negated = self.eat('^');
        let mut ranges = Vec::new();
        loop {
            let Some(mut letter) = self.peek() else { return self.error(start, "'[' is not closed") };
            self.at += 1;
            match letter {
                ']' if !ranges.is_empty() => break,
                ']' => return self.error(start, "an empty class matches nothing"),
                '\\' => match self.peek() {
                    Some(sign) if sign.is_ascii_punctuation() => {
                        self.at += 1;
                        letter = sign;
                    }
                    _ => return self.error(self.at - 1, "a class holds letters, ranges and escaped signs"),
                },
                _ => {}
            }
            let mut last = letter;
            if self.peek() == Some('-') && self.letters.get(self.at + 1).is_some_and(|&c| c != ']') {
                last = self.letters[self.at + 1];
                if last < letter {
                    return self.error(self.at, "a range in a class must rise");
                }
                self.at += 2;
            }
            ranges.push((letter, last));
        }
        Ok(Node::Class { negated, ranges })
    }
}

/// A match in progress.
struct Run<'a> {
    text: &'a [char],
    groups: Vec<Option<(usize, usize)>>,
    steps: u32,
    calls: u32,
}

type Next<'n> = &'n mut dyn FnMut(&mut Run<'_>, usize) -> bool;

impl Run<'_> {
    fn walk(&mut self, node: &Node, at: usize, next: Next<'_>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.calls > MOST_CALLS {
            return false;
        }
        self.calls += 1;
        let found = self.step(node, at, next);
        self.calls -= 1;
        found
    }

    fn step(&mut self, node: &Node, at: usize, next: Next<'_>) -> bool {
        match node {
            Node::Letter(letter) => self.text.get(at) == Some(letter) && next(self, at + 1),
            Node::Any => at < self.text.len() && next(self, at + 1),
            Node::Start => at == 0 && next(self, at),
            Node::End => at == self.text.len() && next(self, at),
            Node::Class { negated, ranges } => {
                let inside = |c: char| ranges.iter().any(|&(a, b)| (a..=b).contains(&c)) != *negated;
                self.text.get(at).is_some_and(|&c| inside(c)) && next(self, at + 1)
            }
            Node::Group(number, inner) => {
                let number = *number;
                if number == 0 {
                    return self.walk(inner, at, next);
                }
                let before = self.groups[number - 1];
                let found = self.walk(inner, at, &mut |run, end| {
                    let old = run.groups[number - 1].replace((at, end));
                    next(run, end) || {
                        run.groups[number - 1] = old;
                        false
                    }
                });
                if !found {
                    self.groups[number - 1] = before;
                }
                found
            }
            Node::Back(number) => {
                let Some((from, to)) = self.groups[number - 1] else { return false };
                let end = at + (to - from);
                self.text.get(at..end) == Some(&self.text[from..to]) && next(self, end)
            }
            Node::Alternatives(all) => all.iter().any(|node| self.walk(node, at, next)),
            Node::Sequence(all) => self.sequence(all, at, next),
            Node::Repeat { node, least, most, greedy } => {
                self.repeat(node, (*least, *most, *greedy), at, 0, next)
            }
        }
    }

    fn sequence(&mut self, all: &[Node], at: usize, next: Next<'_>) -> bool {
        match all.split_first() {
            None => next(self, at),
            Some((first, rest)) => self.walk(first, at, &mut |run, at| run.sequence(rest, at, next)),
        }
    }

    fn repeat(
        &mut self,
        node: &Node,
        bounds: (u32, u32, bool),
        at: usize,
        done: u32,
        next: Next<'_>,
    ) -> bool {
        let (least, most, greedy) = bounds;
        if !greedy && done >= least && next(self, at) {
            return true;
        }
        let again = done < most
            && self.walk(node, at, &mut |run, end| {
                // A repetition that took nothing would do so for ever.
                (end > at || done < least) && run.repeat(node, bounds, end, done + 1, next)
            });
        again || (greedy && done >= least && next(self, at))
    }
}

impl Regex {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong or not supported, and where.
    pub fn new(text: &str) -> Result<Regex, RegexError> {
        let letters: Vec<char> = text.chars().collect();
        let mut parser = Parser { letters: &letters, at: 0, groups: 0, closed: Vec::new() };
        let root = parser.alternatives(0)?;
        if parser.at < letters.len() {
            return parser.error(parser.at, "')' was never opened");
        }
        Ok(Regex { root, groups: parser.groups })
    }

    /// Whether the expression matches somewhere in a text.
    ///
    /// A match that takes more than a million steps counts as none.
    #[must_use]
    pub fn search(&self, text: &str) -> bool {
        self.search_chars(&text.chars().collect::<Vec<_>>())
    }

    /// The same over letters already taken apart.
    #[must_use]
    pub fn search_chars(&self, text: &[char]) -> bool {
        let mut run = Run { text, groups: vec![None; self.groups], steps: 0, calls: 0 };
        (0..=text.len()).any(|start| run.walk(&self.root, start, &mut |_, _| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn finds(expression: &str, text: &str) -> bool {
        Regex::new(expression).unwrap().search(text)
    }

    #[test]
    fn atoms_and_repetitions() {
        assert!(finds("^[^L]{3}", "TIJL") && !finds("^[^L]{3}", "TILJ"));
        assert!(finds("(T|I)$", "LT") && !finds("(T|I)$", "TL"));
        assert!(finds("^J.?S", "JS") && finds("^J.?S", "JTS") && !finds("^J.?S", "JTTS"));
        assert!(finds("", "T") && finds("", ""));
        assert!(finds("T{2,}", "TT") && !finds("^T{1,2}$", "TTT"));
        assert!(finds("(TI)+L", "TITIL") && finds("(?:T|I)*L", "TIL"));
        assert!(finds("T-", "T-") && finds("[T-]", "-") && finds(r"\(", "("));
    }

    #[test]
    fn back_references() {
        assert!(finds(r"(.)\1", "LTTI") && !finds(r"(.)\1", "LTIT"));
        assert!(finds(r"^(.)(.)\2\1$", "TIIT") && !finds(r"^(.)(.)\2\1$", "TITI"));
        assert!(finds(r"^(.)*\1$", "TII"), "the last turn of a group counts");
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (expression, at) in [
            ("[", 0),
            ("(T", 0),
            ("T)", 1),
            ("*T", 0),
            ("T**", 2),
            (r"\d", 0),
            (r"\1", 0),
            ("(?=T)", 0),
            ("T{3,2}", 1),
        ] {
            assert_eq!(Regex::new(expression).unwrap_err().at, at, "{expression}");
        }
        assert!(Regex::new(&"(".repeat(1000)).is_err());
    }

    #[test]
    fn a_slow_match_ends() {
        assert!(!finds("(T*)*(T*)*(T*)*(T*)*I$", &"T".repeat(200)));
    }

    /// A second model: all ends of all matches from a place, as a set, for expressions without groups.
    fn ends(node: &Node, text: &[char], at: usize) -> Vec<usize> {
        let mut found = match node {
            Node::Letter(c) => {
                if text.get(at) == Some(c) {
                    vec![at + 1]
                } else {
                    vec![]
                }
            }
            Node::Any => {
                if at < text.len() {
                    vec![at + 1]
                } else {
                    vec![]
                }
            }
            Node::Start => {
                if at == 0 {
                    vec![at]
                } else {
                    vec![]
                }
            }
            Node::End => {
                if at == text.len() {
                    vec![at]
                } else {
                    vec![]
                }
            }
            Node::Class { negated, ranges } => match text.get(at) {
                Some(c) if ranges.iter().any(|r| r.0 <= *c && *c <= r.1) != *negated => vec![at + 1],
                _ => vec![],
            },
            Node::Group(_, inner) => ends(inner, text, at),
            Node::Back(_) => unreachable!("the law uses none"),
            Node::Alternatives(all) => all.iter().flat_map(|n| ends(n, text, at)).collect(),
            Node::Sequence(all) => all
                .iter()
                .fold(vec![at], |from, n| from.into_iter().flat_map(|at| ends(n, text, at)).collect()),
            Node::Repeat { node, least, most, .. } => {
                let (mut all, mut now) = (vec![], vec![at]);
                for turn in 0..=(*most).min(text.len() as u32 + *least) {
                    if turn >= *least {
                        all.extend(&now);
                    }
                    now = now.into_iter().flat_map(|at| ends(node, text, at)).collect();
                    now.sort_unstable();
                    now.dedup();
                }
                all
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    proptest! {
        #[test]
        fn agrees_with_sets_of_ends(expression in "\\^?([TI.]|\\[TI\\]|\\(T\\|IL?\\)|[TIL][?*+]|\\.\\{1,2\\}){0,5}\\$?", text in "[TIL]{0,7}") {
            let Ok(regex) = Regex::new(&expression) else { return Ok(()) };
            let letters: Vec<char> = text.chars().collect();
            let model = (0..=letters.len()).any(|at| !ends(&regex.root, &letters, at).is_empty());
            prop_assert_eq!(regex.search(&text), model);
        }

        #[test]
        fn no_text_panics(expression in ".*", text in ".*") {
            if let Ok(regex) = Regex::new(&expression) {
                let _ = regex.search(&text);
            }
        }
    }
}
