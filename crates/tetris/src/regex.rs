//! Regular expressions over piece letters.
//!
//! The engine is the crate `fancy-regex`: linear time where the expression allows it, backtracking where
//! it has back-references (`/(.)\1/` is in use) or look-around. Backtracking has a limit; a match that
//! meets it is an error and never "no match".

use thiserror::Error;

/// Backtracking steps of one match; queues have at most 21 letters, and honest expressions need a few
/// dozen steps.
const MOST_STEPS: usize = 10_000;
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
pub struct Regex(fancy_regex::Regex);

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Regex {}

impl Regex {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong or not supported, and where.
    pub fn new(text: &str) -> Result<Regex, RegexError> {
        let built = fancy_regex::RegexBuilder::new(text)
            .backtrack_limit(MOST_STEPS)
            .delegate_size_limit(MOST_BYTES)
            .delegate_dfa_size_limit(MOST_BYTES)
            .max_prog_size(MOST_INSTRUCTIONS)
            .build();
        built.map(Regex).map_err(|error| {
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
        self.0.is_match(text).map_err(|_| RegexError::Steps {
            expression: self.0.as_str().to_owned(),
            text: text.chars().take(40).collect(),
        })
    }
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
