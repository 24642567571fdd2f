//! The name of a position, qualified by its kind.

use crate::alphabet::{LetterError, NAME_ALPHABET};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A qualified name: a kind, a colon, and letters of the [`NAME_ALPHABET`].
///
/// # Examples
/// ```
/// # fn main() -> Result<(), ludex_core::NameError> {
/// let name: ludex_core::Name = "xiangqi:5-g4fI5-g4fIopdKfZopdKfZ".parse()?;
/// assert_eq!(name.letters(), "5{g4fI5{g4fIopdKfZopdKfZ"); // `-` is the URL spelling of `{`
/// assert_eq!(name.to_string(), "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ");
/// # Ok(())
/// # }
/// ```
///
/// Names order bytewise, kind first; within a kind they sort like the numbers they stand for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    kind: String,
    letters: String,
}

/// A text that is not a qualified name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// There is no colon.
    #[error("{0:?} has no kind: a qualified name is KIND:LETTERS, such as cube2:0469")]
    Unqualified(String),
    /// The part before the colon is no kind.
    #[error("{0:?} is no kind of name: kinds are lower-case words such as sudoku, pc, cube2-state")]
    Kind(String),
    /// Nothing follows the colon.
    #[error("no letters after {0:?}")]
    Empty(String),
    /// A letter outside the name alphabet.
    #[error("after the colon, {0}")]
    Letter(#[from] LetterError),
}

impl Name {
    /// Puts a kind and letters together.
    ///
    /// # Errors
    /// When either half is not of its form.
    pub fn new(kind: &str, letters: &str) -> Result<Self, NameError> {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !kind.starts_with(|c: char| c.is_ascii_lowercase())
            || !kind.chars().all(word)
            || kind.ends_with('-')
        {
            return Err(NameError::Kind(kind.chars().take(40).collect()));
        }
        if letters.is_empty() {
            return Err(NameError::Empty(format!("{kind}:")));
        }
        let letters = NAME_ALPHABET.spell(letters)?;
        Ok(Name { kind: kind.to_owned(), letters })
    }

    /// The word before the colon, such as `cube2` or `xiangqi-board`: lower-case ASCII letters, digits
    /// and inner hyphens. What names of the kind promise is its family's [`crate::NameKind`].
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The letters after the colon, in the name alphabet.
    #[must_use]
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// The letters as URLs and file names write them: `-` for `{`, `_` for `}`.
    #[must_use]
    pub fn url_letters(&self) -> String {
        self.letters.replace('{', "-").replace('}', "_")
    }

    /// Whether a text has the outer form `kind:...`, so that it should be read as a name. An address
    /// (`https://...`) has not.
    #[must_use]
    pub fn looks_like(text: &str) -> bool {
        text.split_once(':').is_some_and(|(kind, letters)| {
            !letters.starts_with("//")
                && kind.starts_with(|c: char| c.is_ascii_lowercase())
                && kind.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.letters)
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (kind, letters) =
            text.split_once(':').ok_or_else(|| NameError::Unqualified(text.chars().take(40).collect()))?;
        Name::new(kind, letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn text_there_and_back(kind in "[a-z][a-z0-9]{0,8}(-[a-z]{1,6})?", letters in "[0-9A-Za-z{}]{1,30}") {
            let name = Name::new(&kind, &letters).unwrap();
            prop_assert_eq!(name.to_string().parse::<Name>().unwrap(), name.clone());
            prop_assert_eq!(Name::new(&kind, &name.url_letters()).unwrap(), name);
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = text.parse::<Name>();
        }
    }

    #[test]
    fn an_address_is_no_name() {
        assert!(Name::looks_like("cube2:0469"));
        assert!(!Name::looks_like("https://example.org/?v115@vhAAgH"));
    }

    #[test]
    fn bad_halves_are_told_apart() {
        assert!(matches!("0469".parse::<Name>(), Err(NameError::Unqualified(_))));
        assert!(matches!("Cube:0469".parse::<Name>(), Err(NameError::Kind(_))));
        assert!(matches!("cube2:".parse::<Name>(), Err(NameError::Empty(_))));
        assert!(matches!("cube2:04.9".parse::<Name>(), Err(NameError::Letter(_))));
    }
}
