//! The coloured field of a fumen page: 23 rows of 10 and the garbage row below them.

use crate::piece::{Piece, Rotation};
use std::fmt;

/// Columns of every field.
pub const WIDTH: usize = 10;
/// Rows above the garbage row.
pub const ROWS: usize = 23;

/// What stands in one cell; the numbers are those of fumens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// Part of an I.
    I,
    /// Part of an L.
    L,
    /// Part of an O.
    O,
    /// Part of a Z.
    Z,
    /// Part of a T.
    T,
    /// Part of a J.
    J,
    /// Part of an S.
    S,
    /// Filled, of no piece.
    Gray,
}

impl Cell {
    /// All nine, in the order of their numbers.
    pub const ALL: [Cell; 9] =
        [Cell::Empty, Cell::I, Cell::L, Cell::O, Cell::Z, Cell::T, Cell::J, Cell::S, Cell::Gray];

    /// The cell of a piece.
    #[must_use]
    pub const fn of(piece: Piece) -> Cell {
        match piece {
            Piece::T => Cell::T,
            Piece::I => Cell::I,
            Piece::L => Cell::L,
            Piece::J => Cell::J,
            Piece::S => Cell::S,
            Piece::Z => Cell::Z,
            Piece::O => Cell::O,
        }
    }

    /// The piece whose part it is.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        Some(match self {
            Cell::T => Piece::T,
            Cell::I => Piece::I,
            Cell::L => Piece::L,
            Cell::J => Piece::J,
            Cell::S => Piece::S,
            Cell::Z => Piece::Z,
            Cell::O => Piece::O,
            Cell::Empty | Cell::Gray => return None,
        })
    }

    /// `_` for nothing, `X` for gray, else the letter of the piece.
    #[must_use]
    pub const fn letter(self) -> char {
        ['_', 'I', 'L', 'O', 'Z', 'T', 'J', 'S', 'X'][self as usize]
    }

    /// The cell of a letter; `.` and a space are nothing too, `#` and `G` gray.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Cell> {
        Some(match letter {
            '_' | '.' | ' ' => Cell::Empty,
            'X' | '#' | 'G' => Cell::Gray,
            other => match Piece::from_letter(other) {
                Some(piece) => Cell::of(piece),
                None => return None,
            },
        })
    }

    const fn mirrored(self) -> Cell {
        match self.piece() {
            Some(piece) => Cell::of(piece.mirrored()),
            None => self,
        }
    }
}

/// A coloured field.
///
/// ```text
///   cells[0..10]     the garbage row, which rises from below
///   cells[10..20]    row 0, the floor
///   ...
///   cells[230..240]  row 22, the top          x = index % 10, left to right
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Field {
    cells: [Cell; WIDTH * (ROWS + 1)],
}

impl Default for Field {
    fn default() -> Self {
        Field::new()
    }
}

impl Field {
    /// An empty field.
    #[must_use]
    pub const fn new() -> Self {
        Field { cells: [Cell::Empty; WIDTH * (ROWS + 1)] }
    }

    const fn index(x: usize, y: i32) -> usize {
        (y + 1) as usize * WIDTH + x
    }

    /// The cell of a column and a row; row -1 is the garbage row.
    ///
    /// # Panics
    /// Outside the field.
    #[must_use]
    pub const fn get(&self, x: usize, y: i32) -> Cell {
        assert!(x < WIDTH && y >= -1 && y < ROWS as i32);
        self.cells[Self::index(x, y)]
    }

    /// Writes a cell.
    ///
    /// # Panics
    /// Outside the field.
    pub const fn set(&mut self, x: usize, y: i32, cell: Cell) {
        assert!(x < WIDTH && y >= -1 && y < ROWS as i32);
        self.cells[Self::index(x, y)] = cell;
    }

    /// How many rows stand from the floor to the highest cell that is not empty.
    #[must_use]
    pub fn height(&self) -> usize {
        (0..ROWS).rev().find(|&y| self.row(y).iter().any(|&c| c != Cell::Empty)).map_or(0, |y| y + 1)
    }

    /// The ten cells of a row, the floor being row 0.
    #[must_use]
    pub fn row(&self, y: usize) -> &[Cell] {
        &self.cells[(y + 1) * WIDTH..(y + 2) * WIDTH]
    }

    /// Whether nothing stands above the garbage row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.height() == 0
    }

    /// Writes a piece; nothing happens where a cell lies outside.
    ///
    /// Returns whether the whole piece lay inside.
    pub fn put(&mut self, piece: Piece, rotation: Rotation, x: i32, y: i32) -> bool {
        let cells = piece.cells(rotation).map(|(dx, dy)| (x + i32::from(dx), y + i32::from(dy)));
        let inside = |&(x, y): &(i32, i32)| (0..WIDTH as i32).contains(&x) && (-1..ROWS as i32).contains(&y);
        if !cells.iter().all(inside) {
            return false;
        }
        for (x, y) in cells {
            self.set(x as usize, y, Cell::of(piece));
        }
        true
    }

    /// Removes full rows above the garbage row; what stood over them falls. Returns how many.
    pub fn clear_lines(&mut self) -> usize {
        let mut to = 0;
        for y in 0..ROWS {
            if self.row(y).contains(&Cell::Empty) {
                let (from, onto) = ((y + 1) * WIDTH, (to + 1) * WIDTH);
                self.cells.copy_within(from..from + WIDTH, onto);
                to += 1;
            }
        }
        self.cells[(to + 1) * WIDTH..].fill(Cell::Empty);
        ROWS - to
    }

    /// Lifts everything by one row, the garbage row with it.
    pub fn rise(&mut self) {
        self.cells.copy_within(0..ROWS * WIDTH, WIDTH);
        self.cells[..WIDTH].fill(Cell::Empty);
    }

    /// Turns left and right around, cell by cell, without changing colours or the garbage row.
    pub fn flip(&mut self) {
        for row in self.cells[WIDTH..].chunks_mut(WIDTH) {
            row.reverse();
        }
    }

    /// The field in a mirror: columns turned around and L, J, S, Z exchanged, the garbage row too.
    #[must_use]
    pub fn mirrored(&self) -> Field {
        let mut field = self.clone();
        for row in field.cells.chunks_mut(WIDTH) {
            row.reverse();
            row.iter_mut().for_each(|c| *c = c.mirrored());
        }
        field
    }

    /// The cells from the top row down to the garbage row, as fumens run.
    pub(crate) fn downwards(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.chunks(WIDTH).rev().flatten().copied()
    }

    /// The cell at a place of that order.
    pub(crate) fn at_from_top(&mut self, place: usize) -> &mut Cell {
        &mut self.cells[(ROWS - place / WIDTH) * WIDTH + place % WIDTH]
    }

    /// Reads rows of letters, the top row first; `_`, `.` or a space is empty, `X` gray.
    #[must_use]
    pub fn from_rows(rows: &[&str]) -> Option<Field> {
        let mut field = Field::new();
        if rows.len() > ROWS {
            return None;
        }
        for (y, row) in rows.iter().rev().enumerate() {
            if row.chars().count() != WIDTH {
                return None;
            }
            for (x, letter) in row.chars().enumerate() {
                field.set(x, y as i32, Cell::from_letter(letter)?);
            }
        }
        Some(field)
    }

    /// The rows that are not empty as letters, the top row first.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        (0..self.height()).rev().map(|y| self.row(y).iter().map(|c| c.letter()).collect()).collect()
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field[{}]", self.rows().join("/"))
    }
}

/// A picture of a field as source text, the top row first.
///
/// ```
/// let field = ludex_tetris::field! {
///     "IIII______"
///     "XXXXX_XXXX"
/// };
/// assert_eq!(field.height(), 2);
/// ```
#[macro_export]
macro_rules! field {
    ($($row:literal)*) => {
        $crate::Field::from_rows(&[$($row),*]).expect("rows of ten letters _ X T I L J S Z O")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_rows_fall_away() {
        let mut field = field! { "T_________" "XXXXXXXXXX" "L_________" };
        assert_eq!(field.clear_lines(), 1);
        assert_eq!(field.rows(), ["T_________", "L_________"]);
    }

    #[test]
    fn rising_lifts_the_garbage_row() {
        let mut field = Field::new();
        field.set(3, -1, Cell::Gray);
        field.rise();
        assert_eq!(field.rows(), ["___X______"]);
        assert_eq!(field.get(3, -1), Cell::Empty);
    }

    #[test]
    fn mirrors_exchange_hands() {
        let field = field! { "LL__S_____" };
        assert_eq!(field.mirrored().rows(), ["_____Z__JJ"]);
        assert_eq!(field.mirrored().mirrored(), field);
    }

    #[test]
    fn a_piece_outside_is_not_written() {
        let mut field = Field::new();
        assert!(!field.put(Piece::I, Rotation::Spawn, 0, 0));
        assert!(field.is_empty());
        assert!(field.put(Piece::I, Rotation::Spawn, 1, 0));
        assert_eq!(field.rows(), ["IIII______"]);
    }
}
