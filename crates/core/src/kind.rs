//! What is known of a kind of names: the word before the colon, and what names of that kind promise.

use crate::name::Name;

/// A kind of names, as a constant of the family that gives them.
///
/// # Examples
/// ```
/// use ludex_core::{NameKind, Sameness};
/// const KIND: NameKind = NameKind::new("cube2", Sameness::Disguises).with_rank_bits(24);
/// assert!(KIND.is_canonical());
/// assert_eq!(KIND.rank_bits, Some(24));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameKind {
    /// The word before the colon: `cube2`, `xiangqi-board`.
    pub word: &'static str,
    /// Which positions have one name of this kind.
    pub sameness: Sameness,
    /// How many of the first bits of the letters are a rank, in kinds whose names are ranks.
    pub rank_bits: Option<u32>,
    /// How many of the last letters are a unique number in hexadecimal digits, counting down from all
    /// `f`, in kinds whose other letters several positions may share.
    pub unique_digits: Option<usize>,
}

/// Which positions have one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sameness {
    /// A position and all its disguises: the canonical kinds, which a store keeps records under.
    Disguises,
    /// These, and the inverse as well.
    Inverse,
    /// The position as it stands, and no other.
    Exact,
}

impl NameKind {
    /// A kind whose names are neither ranks nor shared.
    #[must_use]
    pub const fn new(word: &'static str, sameness: Sameness) -> NameKind {
        NameKind { word, sameness, rank_bits: None, unique_digits: None }
    }

    /// The same kind, the first bits of its letters a rank.
    #[must_use]
    pub const fn with_rank_bits(mut self, bits: u32) -> NameKind {
        self.rank_bits = Some(bits);
        self
    }

    /// The same kind, the last digits of its letters a unique number.
    #[must_use]
    pub const fn with_unique_digits(mut self, digits: usize) -> NameKind {
        self.unique_digits = Some(digits);
        self
    }

    /// Whether names of this kind are equal for all disguises of a position, and for nothing else.
    #[must_use]
    pub const fn is_canonical(&self) -> bool {
        matches!(self.sameness, Sameness::Disguises)
    }

    /// The name that the next position with the same shared letters gets; nothing after the last one,
    /// and in kinds that share no letters.
    ///
    /// # Examples
    /// ```
    /// use ludex_core::{Name, NameKind, Sameness};
    /// const KIND: NameKind = NameKind::new("pc", Sameness::Disguises).with_unique_digits(2);
    /// let first: Name = "pc:213ceaff91ff".parse()?;
    /// assert_eq!(KIND.successor(&first).map(|name| name.to_string()).as_deref(), Some("pc:213ceaff91fe"));
    /// # Ok::<(), ludex_core::NameError>(())
    /// ```
    #[must_use]
    pub fn successor(&self, name: &Name) -> Option<Name> {
        let (letters, digits) = (name.letters(), self.unique_digits?);
        let at = letters.len().checked_sub(digits)?;
        let unique = u64::from_str_radix(letters.get(at..)?, 16).ok()?.checked_sub(1)?;
        Name::new(name.kind(), &format!("{}{unique:0digits$x}", &letters[..at])).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_numbers_count_down_to_the_last() {
        const KIND: NameKind = NameKind::new("pc", Sameness::Disguises).with_unique_digits(2);
        let mut name: Name = "pc:213ceaff9101".parse().unwrap();
        name = KIND.successor(&name).unwrap();
        assert_eq!(name.to_string(), "pc:213ceaff9100");
        assert_eq!(KIND.successor(&name), None);
        assert_eq!(NameKind::new("pc", Sameness::Disguises).successor(&name), None);
        assert_eq!(KIND.successor(&"pc:{{".parse().unwrap()), None);
        assert_eq!(KIND.successor(&"pc:f".parse().unwrap()), None);
    }
}
