//! Finding the fumen in what people paste.

use ludex_core::BASE64 as LETTERS;
use thiserror::Error;

/// Letters before the first `?`, and between two of them.
const FIRST_BREAK: usize = 42;
const NEXT_BREAK: usize = 47;

/// A text in which there is no fumen.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// No `v115@` anywhere.
    #[error("no fumen in {0:?}: a fumen begins with v115@ (or v110@)")]
    Missing(String),
    /// Nothing follows the head.
    #[error("no letters after {0}")]
    Empty(String),
    /// A letter that fumens do not use.
    #[error("{letter:?} at column {column} is no letter of a fumen: A-Z a-z 0-9 + / ? are")]
    Letter {
        /// What was read.
        letter: char,
        /// Where, in characters from 1 of the whole text.
        column: usize,
    },
}

/// The letters of a fumen, cut out of the text around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    version: u16,
    text: String,
}

impl Link {
    /// Finds the fumen in a text: the word itself, or the address of a fumen site that carries it.
    ///
    /// Only the letters are looked at; the word need not decode.
    ///
    /// # Errors
    /// When there is none, or it holds a strange letter.
    ///
    /// ```
    /// use ludex_tetris::fumen::Link;
    /// let link = Link::find("https://fumen.zui.jp/?v115@9gI8AeI8AeI8AeI8KeAgH")?;
    /// assert_eq!(link.text(), "v115@9gI8AeI8AeI8AeI8KeAgH");
    /// # Ok::<(), ludex_tetris::fumen::LinkError>(())
    /// ```
    pub fn find(text: &str) -> Result<Link, LinkError> {
        let head = |i: usize| {
            let bytes = text.as_bytes().get(i..i + 5)?;
            (matches!(bytes[0], b'v' | b'm' | b'd' | b'V' | b'M' | b'D')).then_some(())?;
            match &bytes[1..] {
                b"115@" => Some(115),
                b"110@" => Some(110),
                _ => None,
            }
        };
        let (start, version) = (0..text.len())
            .find_map(|i| head(i).map(|version| (i, version)))
            .ok_or_else(|| LinkError::Missing(text.chars().take(40).collect()))?;
        let inside_address = start > 0;
        let before = text[..start].chars().count();
        let mut letters = String::with_capacity(text.len() - start);
        let rest = text[start + 5..].trim_end();
        let mut skip = 0;
        for (i, (at, letter)) in rest.char_indices().enumerate() {
            if skip > 0 {
                skip -= 1;
            } else if letter == '?' || LETTERS.digit(letter).is_some() {
                letters.push(letter);
            } else if inside_address && matches!(letter, '&' | '#') {
                break; // the next part of the address
            } else if inside_address && letter == '%' && rest.get(at..at + 3).is_some() {
                // Addresses write the three letters that mean something to them as %XX.
                letters.push(match &rest[at + 1..at + 3] {
                    "3F" | "3f" => '?',
                    "2B" | "2b" => '+',
                    "2F" | "2f" => '/',
                    _ => return Err(LinkError::Letter { letter, column: before + 6 + i }),
                });
                skip = 2;
            } else {
                return Err(LinkError::Letter { letter, column: before + 6 + i });
            }
        }
        if letters.bytes().all(|b| b == b'?') {
            return Err(LinkError::Empty(text[start..start + 5].to_owned()));
        }
        Ok(Link { version, text: format!("v{version}@{letters}") })
    }

    /// Letters that were found before, of version 115.
    pub(crate) fn of_letters(text: &str) -> Link {
        Link { version: 115, text: text.to_owned() }
    }

    /// 115 or 110.
    #[must_use]
    pub const fn version(&self) -> u16 {
        self.version
    }

    /// The fumen from its `v` on, `?` as they stood.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The letters as digits, without head and `?`.
    pub(super) fn digits(&self) -> Vec<u8> {
        self.text[5..].chars().filter_map(|c| LETTERS.digit(c)).collect()
    }
}

/// Writes digits as a fumen of version 115.
pub(super) fn write(digits: &[u8]) -> String {
    let mut text = String::with_capacity(digits.len() * 48 / 47 + 8);
    text.push_str("v115@");
    for (i, &digit) in digits.iter().enumerate() {
        if i >= FIRST_BREAK && (i - FIRST_BREAK).is_multiple_of(NEXT_BREAK) {
            text.push('?');
        }
        text.push(LETTERS.letter(digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_sites() {
        for text in [
            "http://fumen.zui.jp/?m115@vhA?AgH",
            "https://harddrop.com/fumen/?v115@vhA?AgH",
            "https://knewjade.github.io/fumen-for-mobile/#?d=v115@vhA%3FAgH&lng=en",
            "  v115@vhA?AgH  ",
        ] {
            assert_eq!(Link::find(text).unwrap().text(), "v115@vhA?AgH", "{text}");
        }
    }

    #[test]
    fn strange_texts_are_told() {
        assert!(matches!(Link::find("v114@AA"), Err(LinkError::Missing(_))));
        assert!(matches!(Link::find("v115@"), Err(LinkError::Empty(_))));
        assert_eq!(Link::find("v115@A!"), Err(LinkError::Letter { letter: '!', column: 7 }));
        assert!(Link::find("é").is_err());
    }

    #[test]
    fn question_marks_stand_after_42_and_then_every_47() {
        let text = write(&[0; 42 + 47 + 1]);
        let places: Vec<usize> = text[5..].match_indices('?').map(|(i, _)| i).collect();
        assert_eq!(places, [42, 42 + 1 + 47]);
        assert!(!write(&[0; 42]).contains('?'));
    }
}
