//! The 64 letters a name is written in.

use thiserror::Error;

/// The alphabet of names, `0-9A-Za-z{}`: ASCII-increasing, so names sort like the numbers they stand for.
///
/// In URLs and file names `-` stands for `{` and `_` for `}`; both spellings are read everywhere.
pub const NAME_ALPHABET: Alphabet = Alphabet::new(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz{}",
    &[(b'-', b'{'), (b'_', b'}')],
);

/// The official base64 alphabet `A-Za-z0-9+/`, which the xiangqi sextant code and fumens use.
pub const BASE64: Alphabet =
    Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", &[]);

const NONE: u8 = 0xFF;

/// Sixty-four letters, each the sign of one six-bit digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet {
    letters: [u8; 64],
    values: [u8; 256],
}

/// A letter that is not in the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("letter {letter:?} at column {column} is not one of {accepted}")]
pub struct LetterError {
    /// What was read.
    pub letter: char,
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What would have been accepted.
    pub accepted: &'static str,
}

impl Alphabet {
    const fn new(letters: &[u8; 64], aliases: &[(u8, u8)]) -> Self {
        let mut values = [NONE; 256];
        let mut i = 0;
        while i < 64 {
            values[letters[i] as usize] = i as u8;
            i += 1;
        }
        let mut a = 0;
        while a < aliases.len() {
            values[aliases[a].0 as usize] = values[aliases[a].1 as usize];
            a += 1;
        }
        Alphabet { letters: *letters, values }
    }

    /// The letter of a digit; only the low six bits count.
    #[must_use]
    pub const fn letter(&self, digit: u8) -> char {
        self.letters[(digit & 63) as usize] as char
    }

    /// The digit of a letter, or nothing where the letter is not in the alphabet.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(ludex_core::NAME_ALPHABET.digit('}'), Some(63));
    /// assert_eq!(ludex_core::NAME_ALPHABET.digit('_'), Some(63)); // the URL spelling
    /// assert_eq!(ludex_core::NAME_ALPHABET.digit('!'), None);
    /// ```
    #[must_use]
    pub const fn digit(&self, letter: char) -> Option<u8> {
        if (letter as u32) < 256 && self.values[letter as usize] != NONE {
            Some(self.values[letter as usize])
        } else {
            None
        }
    }

    /// All digits of a text.
    ///
    /// # Errors
    /// The first letter that is not in the alphabet, with its column.
    pub fn digits(&self, text: &str) -> Result<Vec<u8>, LetterError> {
        text.chars()
            .enumerate()
            .map(|(i, letter)| {
                self.digit(letter).ok_or(LetterError { letter, column: i + 1, accepted: self.accepted() })
            })
            .collect()
    }

    /// A text in the letters of the alphabet itself: other spellings are replaced.
    ///
    /// # Errors
    /// The first letter that is not in the alphabet, with its column.
    pub fn spell(&self, text: &str) -> Result<String, LetterError> {
        let mut spelt = String::with_capacity(text.len());
        for (i, letter) in text.chars().enumerate() {
            let digit = self.digit(letter);
            let digit =
                digit.ok_or_else(|| LetterError { letter, column: i + 1, accepted: self.accepted() })?;
            spelt.push(self.letter(digit));
        }
        Ok(spelt)
    }

    /// The letters in words, for error messages.
    #[must_use]
    pub const fn accepted(&self) -> &'static str {
        if self.letters[0] == b'0' { "0-9 A-Z a-z { } (or - _ for the last two)" } else { "A-Z a-z 0-9 + /" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_letters_increase_in_ascii() {
        assert!((1..64).all(|d| NAME_ALPHABET.letter(d - 1) < NAME_ALPHABET.letter(d)));
    }

    #[test]
    fn every_digit_comes_back() {
        for alphabet in [NAME_ALPHABET, BASE64] {
            for digit in 0..64 {
                assert_eq!(alphabet.digit(alphabet.letter(digit)), Some(digit));
            }
        }
    }

    #[test]
    fn url_spelling_reads_as_the_braces() {
        assert_eq!(NAME_ALPHABET.digits("-_"), NAME_ALPHABET.digits("{}"));
        assert_eq!(NAME_ALPHABET.spell("a-_9").unwrap(), "a{}9");
    }

    #[test]
    fn a_strange_letter_is_named_with_its_column() {
        let error = NAME_ALPHABET.digits("0é").unwrap_err();
        assert_eq!((error.letter, error.column), ('é', 2));
    }
}
