//! Regular expressions over piece letters.
//!
//! The engine is the crate `fancy-regex`: linear time where the expression allows it, backtracking where
//! it has back-references (`/(.)\1/` is in use) or look-around. Backtracking has a limit; a match that
//! meets it is an error and never "no match".

use thiserror::Error;

/// Backtracking steps of one match; queues have at most 21 letters, and honest expressions need a few
/// dozen steps.
const MOST_STEPS: usize = 10_000;
/// Steps that a match is counted as, unless it needs more.
const FEW_STEPS: usize = 100;
/// Bytes a compiled expression may take.
const MOST_BYTES: usize = 1 << 20;
/// Instructions of the backtracking program.
const MOST_INSTRUCTIONS: usize = 10_000;

/// An expression that is not understood, or that runs away.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegexError {
    /// It is no expression.
    #[error("in the regular expression: {what}")]
    Form {
        /// Where, in characters from 0 of the expression.
        at: usize,
        /// What is wrong.
        what: String,
    },
    /// A match took too long.
    #[error(
        "the regular expression /{expression}/ takes more than {MOST_STEPS} steps on {text}: make it simpler"
    )]
    Steps {
        /// The expression.
        expression: String,
        /// The text it was searched in.
        text: String,
    },
}

impl RegexError {
    /// Where it lies, in characters from 0 of the expression.
    #[must_use]
    pub const fn at(&self) -> usize {
        match self {
            RegexError::Form { at, .. } => *at,
            RegexError::Steps { .. } => 0,
        }
    }
}

/// A regular expression, searched anywhere in a text.
///
/// # Examples
/// ```
/// let double = ludex_tetris::regex::Regex::new(r"(.)\1")?;
/// assert!(double.search("TIIL")?);
/// assert!(!double.search("TILI")?);
/// # Ok::<(), ludex_tetris::regex::RegexError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Regex {
    /// Gives up after [`FEW_STEPS`]: nearly every match needs fewer, and so what it took is known.
    quick: Box<fancy_regex::Regex>,
    /// Gives up after [`MOST_STEPS`].
    patient: std::sync::OnceLock<Option<Box<fancy_regex::Regex>>>,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.quick.as_str() == other.quick.as_str()
    }
}

impl Eq for Regex {}

impl Regex {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong or not supported, and where.
    pub fn new(text: &str) -> Result<Regex, RegexError> {
        let built = build(text, FEW_STEPS);
        built.map(|quick| Regex { quick, patient: Default::default() }).map_err(|error| {
            let at = match &error {
                fancy_regex::Error::ParseError(byte, _) => {
                    text.char_indices().take_while(|(i, _)| i < byte).count()
                }
                _ => 0,
            };
            let what = match error {
                fancy_regex::Error::ParseError(_, error) => error.to_string(),
                error => error.to_string(),
            };
            // Messages of the engine may draw the expression over several lines.
            let line = what.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("").trim();
            RegexError::Form { at, what: line.to_owned() }
        })
    }

    /// Whether the expression matches somewhere in a text.
    ///
    /// # Errors
    /// When the match takes too many steps.
    pub fn search(&self, text: &str) -> Result<bool, RegexError> {
        Ok(self.search_counted(text)?.0)
    }

    /// Whether the expression matches somewhere in a text, and how many steps that is counted as.
    pub(crate) fn search_counted(&self, text: &str) -> Result<(bool, u64), RegexError> {
        if let Ok(found) = self.quick.is_match(text) {
            return Ok((found, FEW_STEPS as u64));
        }
        let patient = self.patient.get_or_init(|| build(self.quick.as_str(), MOST_STEPS).ok());
        match patient.as_ref().map(|patient| patient.is_match(text)) {
            Some(Ok(found)) => Ok((found, MOST_STEPS as u64)),
            _ => Err(RegexError::Steps {
                expression: self.quick.as_str().to_owned(),
                text: text.chars().take(40).collect(),
            }),
        }
    }
}

/// Compiles an expression that gives up after so many steps.
fn build(text: &str, steps: usize) -> Result<Box<fancy_regex::Regex>, fancy_regex::Error> {
    fancy_regex::RegexBuilder::new(text)
        .backtrack_limit(steps)
        .delegate_size_limit(MOST_BYTES)
        .delegate_dfa_size_limit(MOST_BYTES)
        .max_prog_size(MOST_INSTRUCTIONS)
        .build()
        .map(Box::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn finds(expression: &str, text: &str) -> bool {
        Regex::new(expression).unwrap().search(text).unwrap()
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
    fn back_references_and_looks_ahead() {
        assert!(finds(r"(.)\1", "LTTI") && !finds(r"(.)\1", "LTIT"));
        assert!(finds(r"^(.)(.)\2\1$", "TIIT") && !finds(r"^(.)(.)\2\1$", "TITI"));
        assert!(finds(r"^(.)*\1$", "TII"), "the last turn of a group counts");
        assert!(finds("T(?=I)", "TI") && !finds("T(?!I)", "TI"));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for expression in ["[", "(T", "T)", "*T", r"\9", "(?<a", "[T"] {
            assert!(matches!(Regex::new(expression), Err(RegexError::Form { .. })), "{expression}");
        }
        assert!(Regex::new(&"(".repeat(1000)).is_err());
        assert!(Regex::new("((T{99}){99}){99}").is_err());
    }

    /// Giving up was "no match" once, and a queue vanished.
    #[test]
    fn a_slow_match_is_an_error_and_not_no_match() {
        let slow = Regex::new(r"^(T*)*(T*)*(T*)*(T*)*\1I$").unwrap();
        assert!(matches!(slow.search(&"T".repeat(200)), Err(RegexError::Steps { .. })));
        // Without back-references the time is linear, whatever the expression.
        assert!(!finds("(.*.*.*.*.*.*)*(.*.*.*)*Q$", "TILJSZO"));
    }

    proptest! {
        #[test]
        fn no_expression_panics(expression in r"[TI.^$\[\](){}|?*+\\12:=!<,-]{0,16}", text in "[TIL]{0,10}") {
            if let Ok(regex) = Regex::new(&expression) {
                let _ = regex.search(&text);
            }
        }

        /// Letters, classes and alternatives against the plainest search there is.
        #[test]
        fn words_are_found_where_they_are(words in prop::collection::vec("[TIL]{1,3}", 1..3), text in "[TIL]{0,8}") {
            let expected = words.iter().any(|word| text.contains(word.as_str()));
            prop_assert_eq!(finds(&words.join("|"), &text), expected);
        }
    }
}
