//! Fumens: the field's way to write a Tetris story as one word.
//!
//! ```text
//!   v115@ 9gwhIewhIewhEewwAeRpwhDeywRpJe AgH
//!         field difference, top to floor  action (type, rotation, cell, flags), comment if flagged
//! ```
//!
//! Reading accepts what is published: URLs, `?` anywhere, split runs, the colour bit on every page,
//! version 110. Writing gives the one canonical word. The format byte by byte is in the book.

mod action;
mod comment;
mod decode;
mod encode;
mod link;
mod page;
mod quiz;

pub use link::{Link, LinkError};
pub use page::{Flags, Page, Placed};
pub use quiz::{Quiz, QuizError};

use thiserror::Error;

/// A text that is no fumen.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FumenError {
    /// Not of the outer form.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The letters end inside a page.
    #[error("the fumen ends inside the {part} of page {page}")]
    Short {
        /// The page, from 1.
        page: usize,
        /// What was being read.
        part: &'static str,
    },
    /// A field difference that leads out of the nine kinds of cells or past the last cell.
    #[error("page {page}: a field difference {what}")]
    Difference {
        /// The page, from 1.
        page: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A piece that does not lie inside the field.
    #[error("page {page}: the piece {piece} at column {x}, row {y} lies outside the field")]
    Outside {
        /// The page, from 1.
        page: usize,
        /// Which piece.
        piece: char,
        /// Column of its centre, from 0.
        x: i32,
        /// Row of its centre, from 0.
        y: i32,
    },
    /// A comment with a character number that none has.
    #[error("page {page}: the comment holds a number that stands for no character")]
    Comment {
        /// The page, from 1.
        page: usize,
    },
}

/// The pages of a fumen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fumen {
    /// In order; a fumen that was read has at least one.
    pub pages: Vec<Page>,
}

impl Fumen {
    /// Reads a fumen or a link to one of the fumen sites.
    ///
    /// # Errors
    /// Where the text stops being a fumen.
    ///
    /// ```
    /// let fumen = ludex_tetris::Fumen::decode("v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH")?;
    /// assert_eq!(fumen.pages[0].field.rows()[3], "I____TTTOO");
    /// assert_eq!(fumen.encode(), "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
    /// # Ok::<(), ludex_tetris::FumenError>(())
    /// ```
    pub fn decode(text: &str) -> Result<Fumen, FumenError> {
        decode::decode(&Link::find(text)?)
    }

    /// Writes the fumen in version 115, `?` after 42 letters and then after every 47.
    #[must_use]
    pub fn encode(&self) -> String {
        encode::encode(&self.pages)
    }

    /// The fumen in a mirror: every field, every piece, every quiz.
    #[must_use]
    pub fn mirrored(&self) -> Fumen {
        Fumen { pages: self.pages.iter().map(Page::mirrored).collect() }
    }
}
