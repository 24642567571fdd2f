//! One page: a field, perhaps a piece in it, a comment, and what happens before the next page.

use super::quiz::Quiz;
use crate::field::Field;
use crate::piece::{Piece, Rotation};

/// A piece at a place of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// Which piece.
    pub piece: Piece,
    /// How it is turned.
    pub rotation: Rotation,
    /// Column of its centre, from 0.
    pub x: i32,
    /// Row of its centre, the floor being 0.
    pub y: i32,
}

impl Placed {
    /// The four cells it covers.
    #[must_use]
    pub fn cells(&self) -> [(i32, i32); 4] {
        self.piece.cells(self.rotation).map(|(dx, dy)| (self.x + i32::from(dx), self.y + i32::from(dy)))
    }

    /// The same cells mirrored, as the mirrored piece.
    #[must_use]
    pub fn mirrored(&self) -> Placed {
        let (piece, rotation) = (self.piece.mirrored(), self.rotation.mirrored());
        let left = |p: &Placed| p.cells().iter().map(|c| c.0).min().unwrap_or(0);
        let low = |p: &Placed| p.cells().iter().map(|c| c.1).min().unwrap_or(0);
        let width = self.cells().iter().map(|c| c.0).max().unwrap_or(0) - left(self);
        // I and O have no middle column or row: their centre is set such that the cells agree.
        let mut mirrored = Placed { piece, rotation, x: 0, y: 0 };
        mirrored.x = 9 - (left(self) + width) - left(&mirrored);
        mirrored.y = low(self) - low(&mirrored);
        mirrored
    }
}

/// What happens between a page and the next, and how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    /// The piece is written and full lines are cleared.
    pub lock: bool,
    /// Then the field is turned left to right.
    pub mirror: bool,
    /// Then the garbage row rises.
    pub rise: bool,
    /// Guideline colours; editors set it on page 1, some tools on every page.
    pub colour: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Flags { lock: true, mirror: false, rise: false, colour: false }
    }
}

/// One page of a fumen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The field before the piece locks.
    pub field: Field,
    /// The piece on this page.
    pub piece: Option<Placed>,
    /// The comment shown, which a page without its own has from the page before.
    pub comment: String,
    /// Lock, mirror, rise, colour.
    pub flags: Flags,
}

impl Page {
    /// A page that shows a field, as page 1 of a fumen.
    #[must_use]
    pub fn of(field: Field) -> Page {
        Page { field, flags: Flags { colour: true, ..Flags::default() }, ..Page::default() }
    }

    /// The field the next page starts from.
    #[must_use]
    pub fn after(&self) -> Field {
        let mut field = self.field.clone();
        if self.flags.lock {
            if let Some(p) = self.piece {
                field.put(p.piece, p.rotation, p.x, p.y);
            }
            field.clear_lines();
            if self.flags.rise {
                field.rise();
            }
            if self.flags.mirror {
                field.flip();
            }
        }
        field
    }

    /// The comment a following page shows when it has none of its own.
    pub(super) fn comment_after(&self) -> String {
        let Ok(quiz) = Quiz::read(&self.comment) else { return self.comment.clone() };
        match self.piece.filter(|_| self.flags.lock) {
            Some(placed) => quiz.after(placed.piece).map_or_else(|_| self.comment.clone(), |q| q.to_string()),
            None => quiz.to_string(),
        }
    }

    pub(super) fn mirrored(&self) -> Page {
        Page {
            field: self.field.mirrored(),
            piece: self.piece.map(|p| p.mirrored()),
            comment: Quiz::read(&self.comment)
                .map_or_else(|_| self.comment.clone(), |q| q.mirrored().to_string()),
            flags: self.flags,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_piece_covers_the_mirrored_cells() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let placed = Placed { piece, rotation, x: 3, y: 4 };
                let mut cells = placed.cells().map(|(x, y)| (9 - x, y));
                let mut mirrored = placed.mirrored().cells();
                cells.sort_unstable();
                mirrored.sort_unstable();
                assert_eq!(cells, mirrored, "{placed:?}");
            }
        }
    }
}
