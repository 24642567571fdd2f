//! Checksums of rows.
//!
//! A row's sum folds the kind and the bytes of each of its cells:
//!
//! ```text
//!   row   h = ODD; for each cell: h = step(step(h, kind), checksum(bytes)); sum = h >> 16, signed
//!   kind  0 NULL, 1 whole number, 2 number, 3 text, 4 bytes; numbers as 8 bytes, little-endian
//!   step  h = (h ^ word) * ODD; h ^= h >> 32: a bijection of h, so that one changed word changes the row
//! ```
//!
//! 48 bits: a change passes unseen once in 3 * 10^14, and SQLite keeps such a number in 6 bytes. PostgreSQL sums
//! its rows itself (`hashtextextended`); sums never leave the database that made them.

use crate::sql::Cell;
use ludex_core::table::checksum;

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

const fn step(h: u64, word: u64) -> u64 {
    let h = (h ^ word).wrapping_mul(ODD);
    h ^ h >> 32
}

/// A sum, cell by cell.
///
/// # Examples
/// ```
/// use ludex_store::sum::RowSum;
/// let sum = |letters: &[u8]| {
///     let mut sum = RowSum::default();
///     sum.text(letters);
///     sum.null();
///     sum.finish()
/// };
/// assert_ne!(sum(b"cube2:0469"), sum(b"cube2:0468"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RowSum(u64);

impl Default for RowSum {
    fn default() -> Self {
        RowSum(ODD)
    }
}

impl RowSum {
    fn fold(&mut self, kind: u64, word: u64) {
        self.0 = step(step(self.0, kind), word);
    }

    /// A cell without a value.
    pub fn null(&mut self) {
        self.fold(0, 0);
    }

    /// A whole number.
    pub fn int(&mut self, number: i64) {
        self.fold(1, number as u64);
    }

    /// A number.
    pub fn real(&mut self, number: f64) {
        self.fold(2, number.to_bits());
    }

    /// Text, whether it reads or not.
    pub fn text(&mut self, bytes: &[u8]) {
        self.fold(3, checksum(bytes));
    }

    /// Bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.fold(4, checksum(bytes));
    }

    /// The sum of all cells.
    #[must_use]
    pub const fn finish(self) -> i64 {
        self.0 as i64 >> 16
    }
}

/// The sum of a row on its way in.
pub(crate) fn of_cells(cells: &[Cell<'_>]) -> i64 {
    let mut sum = RowSum::default();
    for cell in cells {
        match cell {
            Cell::Null => sum.null(),
            Cell::Int(number) => sum.int(*number),
            Cell::Real(number) => sum.real(*number),
            Cell::Text(text) => sum.text(text.as_bytes()),
        }
    }
    sum.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_changed_bit_changes_the_sum(name in "[ -~]{1,40}", count in any::<i64>(), bit in any::<prop::sample::Index>()) {
            let sum = |name: &[u8], count: i64| {
                let mut sum = RowSum::default();
                sum.text(name);
                sum.int(count);
                sum.finish()
            };
            let right = sum(name.as_bytes(), count);
            let mut bytes = name.clone().into_bytes();
            let at = bit.index(bytes.len() * 8);
            bytes[at / 8] ^= 1 << (at % 8);
            prop_assert_ne!(right, sum(&bytes, count));
            prop_assert_ne!(right, sum(name.as_bytes(), count ^ 1 << (at % 64)));
        }
    }

    #[test]
    fn kinds_and_borders_count() {
        let text = |parts: &[&str]| {
            let mut sum = RowSum::default();
            parts.iter().for_each(|part| sum.text(part.as_bytes()));
            sum.finish()
        };
        assert_ne!(text(&["ab", "c"]), text(&["a", "bc"]));
        let (mut null, mut zero) = (RowSum::default(), RowSum::default());
        null.null();
        zero.int(0);
        assert_ne!(null.finish(), zero.finish());
        assert_eq!(of_cells(&[Cell::Text("ab"), Cell::Text("c")]), text(&["ab", "c"]));
    }
}
