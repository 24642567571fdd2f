//! The seven pieces, their four rotations and the cells they cover.

use std::fmt;
use thiserror::Error;

/// A piece, in the order `TILJSZO` that sorts queues, ids and saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// The T piece.
    T,
    /// The straight piece.
    I,
    /// The L piece.
    L,
    /// The J piece.
    J,
    /// The S piece.
    S,
    /// The Z piece.
    Z,
    /// The square piece.
    O,
}

/// A letter that is no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{letter:?} at column {column} is no piece: pieces are T I L J S Z O")]
pub struct PieceError {
    /// What was read.
    pub letter: char,
    /// Where, in characters from 1.
    pub column: usize,
}

impl Piece {
    /// All seven, in order.
    pub const ALL: [Piece; 7] = [Piece::T, Piece::I, Piece::L, Piece::J, Piece::S, Piece::Z, Piece::O];

    /// The piece of a letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        Some(match letter {
            'T' => Piece::T,
            'I' => Piece::I,
            'L' => Piece::L,
            'J' => Piece::J,
            'S' => Piece::S,
            'Z' => Piece::Z,
            'O' => Piece::O,
            _ => return None,
        })
    }

    /// The letter of the piece.
    #[must_use]
    pub const fn letter(self) -> char {
        ['T', 'I', 'L', 'J', 'S', 'Z', 'O'][self as usize]
    }

    /// The place of the piece in `TILJSZO`, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece that looks like this one in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Piece {
        match self {
            Piece::L => Piece::J,
            Piece::J => Piece::L,
            Piece::S => Piece::Z,
            Piece::Z => Piece::S,
            other => other,
        }
    }

    /// Reads a word of pieces.
    ///
    /// # Errors
    /// The first letter that is no piece.
    ///
    /// ```
    /// use ludex_tetris::Piece;
    /// assert_eq!(Piece::word("TI")?, [Piece::T, Piece::I]);
    /// assert_eq!(Piece::word("TX").unwrap_err().column, 2);
    /// # Ok::<(), ludex_tetris::PieceError>(())
    /// ```
    pub fn word(text: &str) -> Result<Vec<Piece>, PieceError> {
        text.chars()
            .enumerate()
            .map(|(i, letter)| Piece::from_letter(letter).ok_or(PieceError { letter, column: i + 1 }))
            .collect()
    }

    /// Writes a word of pieces.
    #[must_use]
    pub fn spell(pieces: &[Piece]) -> String {
        pieces.iter().map(|p| p.letter()).collect()
    }

    /// The four cells around the centre in a rotation, x to the right, y upwards.
    ///
    /// Centres are the true ones of the guideline: the middle mino of the three-wide pieces, the
    /// second of four for I, the lower left for O.
    #[must_use]
    pub const fn cells(self, rotation: Rotation) -> [(i8, i8); 4] {
        let spawn: [(i8, i8); 4] = match self {
            Piece::T => [(0, 0), (-1, 0), (1, 0), (0, 1)],
            Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
            Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
            Piece::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
            Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
            Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
            Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        };
        let mut cells = spawn;
        let mut i = 0;
        while i < 4 {
            let (x, y) = spawn[i];
            cells[i] = match rotation {
                Rotation::Spawn => (x, y),
                Rotation::Right => (y, -x),
                Rotation::Reverse => (-x, -y),
                Rotation::Left => (-y, x),
            };
            i += 1;
        }
        cells
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Which way a piece is turned: `N E S W` in kick tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rotation {
    /// As it appears.
    Spawn,
    /// A quarter clockwise.
    Right,
    /// Half a turn.
    Reverse,
    /// A quarter counter-clockwise.
    Left,
}

impl Rotation {
    /// All four, clockwise.
    pub const ALL: [Rotation; 4] = [Rotation::Spawn, Rotation::Right, Rotation::Reverse, Rotation::Left];

    /// The letter of kick tables.
    #[must_use]
    pub const fn compass(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// The rotation of a kick table letter.
    #[must_use]
    pub const fn from_compass(letter: char) -> Option<Rotation> {
        Some(match letter {
            'N' => Rotation::Spawn,
            'E' => Rotation::Right,
            'S' => Rotation::Reverse,
            'W' => Rotation::Left,
            _ => return None,
        })
    }

    /// The rotation after `quarters` clockwise turns.
    #[must_use]
    pub const fn turned(self, quarters: usize) -> Rotation {
        Rotation::ALL[(self as usize + quarters) & 3]
    }

    /// The same rotation in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Rotation {
        Rotation::ALL[(4 - self as usize) & 3]
    }
}

/// How many there are of each piece, in the order `TILJSZO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Counts(pub [u8; 7]);

impl Counts {
    /// Counts the pieces of a word.
    #[must_use]
    pub fn of(pieces: &[Piece]) -> Self {
        let mut counts = Counts::default();
        for p in pieces {
            counts.0[p.index()] = counts.0[p.index()].saturating_add(1);
        }
        counts
    }

    /// All pieces together.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// The pieces in the order `TILJSZO`.
    #[must_use]
    pub fn sorted(&self) -> Vec<Piece> {
        Piece::ALL.iter().flat_map(|&p| std::iter::repeat_n(p, usize::from(self.0[p.index()]))).collect()
    }

    /// Whether every piece is here at least as often as there.
    #[must_use]
    pub fn contains(&self, other: &Counts) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a >= b)
    }

    /// The pieces in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Counts {
        let mut mirrored = Counts::default();
        for piece in Piece::ALL {
            mirrored.0[piece.mirrored().index()] = self.0[piece.index()];
        }
        mirrored
    }

    /// What is left without the pieces of another, which must all be here.
    #[must_use]
    pub fn minus(&self, other: &Counts) -> Option<Counts> {
        let mut left = *self;
        for (a, b) in left.0.iter_mut().zip(&other.0) {
            *a = a.checked_sub(*b)?;
        }
        Some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarters_are_none() {
        for p in Piece::ALL {
            for r in Rotation::ALL {
                assert_eq!(p.cells(r), p.cells(r.turned(4)));
                // A quarter clockwise takes (x, y) to (y, -x).
                let turned: Vec<_> = p.cells(r).iter().map(|&(x, y)| (y, -x)).collect();
                assert_eq!(turned, p.cells(r.turned(1)));
            }
        }
    }

    #[test]
    fn there_are_nineteen_shapes() {
        let mut shapes = std::collections::BTreeSet::new();
        for p in Piece::ALL {
            for r in Rotation::ALL {
                let cells = p.cells(r);
                let (x0, y0) =
                    (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
                let mut shape: Vec<_> = cells.iter().map(|&(x, y)| (x - x0, y - y0)).collect();
                shape.sort_unstable();
                shapes.insert(shape);
            }
        }
        assert_eq!(shapes.len(), 19);
    }

    #[test]
    fn counts_sort_and_subtract() {
        let counts = Counts::of(&Piece::word("OTTI").unwrap());
        assert_eq!(Piece::spell(&counts.sorted()), "TTIO");
        assert_eq!(counts.minus(&Counts::of(&[Piece::L])), None);
    }
}
