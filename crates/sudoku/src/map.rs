//! A disguise: what may be done to a sudoku that leaves it essentially the same.

use crate::setup::{CELLS, Setup};
use ludex_core::Random;
use std::fmt;

/// A transposition or none, an order of rows, an order of columns, and a renaming of digits.
///
/// ```text
///   image cell (r, c) = names[ source cell (rows[r], cols[c]) ]        the source transposed first
/// ```
///
/// Rows keep together in bands, columns in stacks.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Map, Position, Setup};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let position = Position::try_from(&setup)?;
/// let map = Map { transposed: true, ..Map::IDENTITY };
/// let disguise = Position::try_from(&map.apply(&setup))?;
/// assert_eq!(disguise.canonical(), position.canonical());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Map {
    /// Whether rows and columns change places first.
    pub transposed: bool,
    /// Row `r` of the image is this row of the source, from 0.
    pub rows: [u8; 9],
    /// Column `c` of the image is this column of the source, from 0.
    pub cols: [u8; 9],
    /// `names[d]` is what digit `d` becomes; `names[0]` is 0.
    pub names: [u8; 10],
}

impl Map {
    /// Nothing is changed.
    pub const IDENTITY: Map = Map {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        cols: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        names: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// A map chosen at random, every one equally likely.
    pub fn random(random: &mut Random) -> Map {
        let mut map = Map { transposed: random.below(2) == 1, ..Map::IDENTITY };
        for lines in [&mut map.rows, &mut map.cols] {
            let mut thirds = [0, 1, 2];
            random.shuffle(&mut thirds);
            for (i, third) in thirds.into_iter().enumerate() {
                let mut within = [0, 1, 2];
                random.shuffle(&mut within);
                for j in 0..3 {
                    lines[3 * i + j] = 3 * third + within[j];
                }
            }
        }
        random.shuffle(&mut map.names[1..]);
        map
    }

    /// Where an image cell comes from.
    #[must_use]
    pub fn source(&self, cell: usize) -> usize {
        let (r, c) = (usize::from(self.rows[cell / 9]), usize::from(self.cols[cell % 9]));
        if self.transposed { 9 * c + r } else { 9 * r + c }
    }

    /// The image of a sudoku.
    #[must_use]
    pub fn apply(&self, setup: &Setup) -> Setup {
        Setup::from_cells(self.apply_cells(setup.cells()))
    }

    pub(crate) fn apply_cells(&self, cells: &[u8; CELLS]) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.names[usize::from(cells[self.source(cell)])])
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Map) -> Map {
        let (rows, cols) = if next.transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Map {
            transposed: self.transposed ^ next.transposed,
            rows: next.rows.map(|r| rows[usize::from(r)]),
            cols: next.cols.map(|c| cols[usize::from(c)]),
            names: self.names.map(|d| next.names[usize::from(d)]),
        }
    }

    /// The map that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Map {
        let mut back = Map { transposed: self.transposed, ..Map::IDENTITY };
        let (rows, cols) =
            if self.transposed { (&mut back.cols, &mut back.rows) } else { (&mut back.rows, &mut back.cols) };
        for i in 0..9 {
            rows[usize::from(self.rows[i])] = i as u8;
            cols[usize::from(self.cols[i])] = i as u8;
        }
        for (from, &to) in self.names.iter().enumerate() {
            back.names[usize::from(to)] = from as u8;
        }
        back
    }
}

impl fmt::Display for Map {
    /// `transposed, rows 123456789, columns 123456789, digits 1..9 become 123456789`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |digits: &[u8], add: u8| -> String { digits.iter().map(|d| (d + add).to_string()).collect() };
        if self.transposed {
            f.write_str("transposed, then ")?;
        }
        write!(
            f,
            "rows {} columns {} digits {}",
            list(&self.rows, 1),
            list(&self.cols, 1),
            list(&self.names[1..], 0)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn maps_compose_and_undo(seed in any::<u64>(), cells in prop::collection::vec(0u8..10, 81)) {
            let mut random = Random::new(seed);
            let (a, b) = (Map::random(&mut random), Map::random(&mut random));
            let setup = Setup::new(cells.try_into().unwrap()).unwrap();
            prop_assert_eq!(a.then(&b).apply(&setup), b.apply(&a.apply(&setup)));
            prop_assert_eq!(a.inverse().apply(&a.apply(&setup)), setup);
            prop_assert_eq!(a.then(&a.inverse()), Map::IDENTITY);
        }
    }
}
