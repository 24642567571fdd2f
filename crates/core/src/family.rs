//! The edge through which the program sees a family without knowing which one it is.

use crate::kind::NameKind;
use crate::name::Name;
use crate::picture::{Picture, Style};
use crate::progress::{Progress, Stopped};
use crate::refusal::Refusal;
use std::any::Any;

/// A family of puzzles, opened with the tables it needs.
///
/// Object-safe: the program holds `&dyn Family`s and asks each whether a line is one of its items.
/// Everything typed lives in the family's own crate, spelled the same way in all of them:
///
/// ```text
/// let setup: Setup = text.parse()?;
/// let position = Position::try_from(&setup)?;
/// let canonical = position.canonical();
/// let name = canonical.name(&tables)?;
/// let again = name.canonical(&tables)?;
/// ```
pub trait Family: Send + Sync {
    /// The word of the family in commands: `sudoku`, `tetris`, `cube`, `xiangqi`.
    fn word(&self) -> &'static str;

    /// The kinds of names the family reads, the canonical one first.
    fn kinds(&self) -> &'static [NameKind];

    /// What an item of this family looks like, in one phrase for error messages.
    fn accepts(&self) -> &'static str;

    /// How many bytes of the line, from its start, are an item of this family by their look; nothing
    /// where the line is none. What follows are trailing columns, kept as they stand.
    ///
    /// This looks only at the form: [`Family::parse`] may still refuse the item.
    fn measure(&self, line: &str) -> Option<usize>;

    /// Reads a setup from its text.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would have been accepted.
    fn parse(&self, item: &str) -> Result<Box<dyn Setup>, Refusal>;

    /// Finds the way back from a name to its position.
    ///
    /// # Errors
    /// When the name is of no kind of this family, has bad letters, or stands for nothing.
    fn recall(&self, name: &Name) -> Result<Box<dyn Position>, Refusal>;

    /// The canonical name of a position, equal for all its disguises.
    ///
    /// # Errors
    /// When a table is missing, or the position lies outside what names can hold.
    fn name(&self, position: &dyn Position) -> Result<Name, Refusal>;

    /// The name of the position as it stands, in families that have such a kind.
    fn exact_name(&self, position: &dyn Position) -> Option<Result<Name, Refusal>> {
        let _ = position;
        None
    }

    /// The solution in the family's usual text; nothing in families that have no solver.
    ///
    /// # Errors
    /// (Inside) when there is no solution, or the search was stopped.
    fn solve(&self, position: &dyn Position, progress: &dyn Progress) -> Option<Result<String, Refusal>> {
        let _ = (position, progress);
        None
    }

    /// Compares two setups of this family: the transformation between them, or what differs first.
    ///
    /// # Errors
    /// When one is no position, or of another family.
    fn diff(&self, a: &dyn Setup, b: &dyn Setup) -> Result<Difference, Refusal>;

    /// Walks a fixed piece of work and folds its results into one number, the same on every machine
    /// and at every thread count. It takes a second or two.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it.
    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped>;

    /// Checks a few known answers in a fraction of a second, for `ludex doctor`.
    ///
    /// # Errors
    /// The first answer that is wrong.
    fn self_test(&self) -> Result<(), Refusal>;
}

/// Anything one can write down in a family: it can be drawn, and need not be legal.
pub trait Setup: Any + Send + Sync {
    /// The setup in the family's usual text.
    fn text(&self) -> String;

    /// The setup drawn.
    fn picture(&self) -> Picture;

    /// The setup drawn in another style, in families that have several.
    fn picture_in(&self, style: Style) -> Picture {
        let _ = style;
        self.picture()
    }

    /// The setup as a series of pictures, for animations: its pages, or the way to its solution.
    fn film(&self) -> Vec<Picture> {
        self.film_in(Style::default())
    }

    /// The series in another style, in families that have several.
    fn film_in(&self, style: Style) -> Vec<Picture> {
        vec![self.picture_in(style)]
    }

    /// The legal position it is.
    ///
    /// # Errors
    /// Why it is none.
    fn position(&self) -> Result<Box<dyn Position>, Refusal>;
}

/// A legal position of some family.
pub trait Position: Any + Send + Sync {
    /// The position as something written down.
    fn setup(&self) -> Box<dyn Setup>;

    /// Short codes that other positions may share, such as a 40-bit prefix: kind and code. A store
    /// finds by them, and trusts none of them alone.
    fn keys(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The whole position in canonical text, equal for all disguises, in families whose names alone do
    /// not hold it: there a store compares this before it calls two positions one.
    fn canonical_text(&self) -> Option<String> {
        None
    }
}

/// The family's own type behind a position (or a setup) of the edge.
///
/// # Errors
/// When it is one of another family.
pub fn downcast<T: Any>(value: &dyn Any) -> Result<&T, Refusal> {
    value.downcast_ref().ok_or_else(|| Refusal::new("it is of another family"))
}

/// The answer to "are these two the same position?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The same position; how the first turns into the second, in words.
    Same(String),
    /// Two positions; the first invariant that differs, with both values.
    Other(String),
}

/// What a fixed piece of work came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What was counted, in words: `2x2 states solved`.
    pub work: &'static str,
    /// How many.
    pub count: u64,
    /// All results folded into one number.
    pub hash: u64,
}

impl Signature {
    /// An empty signature for the work.
    #[must_use]
    pub const fn new(work: &'static str) -> Self {
        Signature { work, count: 0, hash: 0xCBF2_9CE4_8422_2325 }
    }

    /// Counts one more result and folds it in.
    pub fn fold(&mut self, result: &[u8]) {
        self.count += 1;
        for &byte in result {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        // The length keeps `ab` + `c` and `a` + `bc` apart.
        self.hash = (self.hash ^ result.len() as u64).wrapping_mul(0x0000_0100_0000_01B3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_depends_on_order_and_borders() {
        let hash = |parts: &[&str]| {
            let mut signature = Signature::new("parts");
            parts.iter().for_each(|part| signature.fold(part.as_bytes()));
            signature.hash
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a", "b"]), hash(&["b", "a"]));
    }
}
