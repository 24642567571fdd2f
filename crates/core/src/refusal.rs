//! One clear line about an item that was not taken.

use std::error::Error;
use std::fmt;

/// Why an item was refused: what was read, where, and what would have been accepted, in one line.
///
/// The typed errors of a family end here at its edge, so that the program can print any of them
/// without knowing the family. It converts from every error, as `anyhow::Error` does, and therefore
/// is none itself.
///
/// # Examples
/// ```
/// use ludex_core::{Name, Refusal};
/// let read = |text: &str| -> Result<Name, Refusal> { Ok(text.parse()?) };
/// let refusal = read("0469").unwrap_err().at(1);
/// assert_eq!(refusal.to_string(), "\"0469\" has no kind: a qualified name is KIND:LETTERS, such as cube2:0469");
/// assert_eq!(refusal.column(), Some(1));
/// ```
#[derive(Debug)]
pub struct Refusal {
    message: String,
    column: Option<usize>,
}

impl Refusal {
    /// A refusal in one line; line breaks become spaces.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        let message: String = message.into();
        Refusal { message: message.replace(['\n', '\r'], " "), column: None }
    }

    /// The same refusal, pointing at a column of the item (in characters from 1).
    #[must_use]
    pub fn at(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// The column at fault, where one is.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        self.column
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Refusal::new(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_error_becomes_one_line() {
        let error = std::io::Error::other("first\nsecond");
        assert_eq!(Refusal::from(error).to_string(), "first second");
    }
}
