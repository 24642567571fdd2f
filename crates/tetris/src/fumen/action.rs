//! The action of a page: three letters, one number in mixed radix.
//!
//! ```text
//!   least significant first
//!   type 8 | rotation 4 | cell 240 | rise 2 | mirror 2 | colour 2 | comment 2 | lock-inverted 2
//!
//!   type      0 none, 1 I, 2 L, 3 O, 4 Z, 5 T, 6 J, 7 S
//!   rotation  0 reverse, 1 right, 2 spawn, 3 left
//!   cell      from the top left corner, row by row
//! ```

use super::page::{Flags, Placed};
use crate::field::{Cell, WIDTH};
use crate::piece::{Piece, Rotation};

const ROTATIONS: [Rotation; 4] = [Rotation::Reverse, Rotation::Right, Rotation::Spawn, Rotation::Left];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) piece: Option<Placed>,
    pub(super) comment: bool,
    pub(super) flags: Flags,
}

/// How far the cell of a fumen lies from the true centre, as (x, y).
const fn shift(piece: Piece, rotation: Rotation) -> (i32, i32) {
    match (piece, rotation) {
        (Piece::O, Rotation::Left) => (1, -1),
        (Piece::O, Rotation::Reverse) => (1, 0),
        (Piece::O | Piece::S | Piece::Z, Rotation::Spawn) => (0, -1),
        (Piece::I, Rotation::Reverse) => (1, 0),
        (Piece::I, Rotation::Left) => (0, -1),
        (Piece::S, Rotation::Right) => (-1, 0),
        (Piece::Z, Rotation::Left) => (1, 0),
        _ => (0, 0),
    }
}

impl Action {
    /// Reads the number; `top` is the number of rows above the garbage row in that version.
    pub(super) fn read(value: u32, top: usize) -> Action {
        let mut left = value;
        let mut take = |radix: u32| {
            let digit = left % radix;
            left /= radix;
            digit
        };
        let (kind, rotation, cell) = (take(8), take(4), take((WIDTH * (top + 1)) as u32));
        let rotation = ROTATIONS[rotation as usize];
        let piece = Cell::ALL[kind as usize].piece().map(|piece| {
            let (dx, dy) = shift(piece, rotation);
            let (x, y) = (cell as i32 % WIDTH as i32, top as i32 - 1 - cell as i32 / WIDTH as i32);
            Placed { piece, rotation, x: x + dx, y: y + dy }
        });
        let mut flag = || take(2) == 1;
        let (rise, mirror, colour, comment, unlocked) = (flag(), flag(), flag(), flag(), flag());
        Action { piece, comment, flags: Flags { lock: !unlocked, mirror, rise, colour } }
    }

    /// Writes the number in version 115; a piece outside the field is left out.
    pub(super) fn write(&self, top: usize) -> u32 {
        let cells = (WIDTH * (top + 1)) as i32;
        let (kind, rotation, cell) = self
            .piece
            .and_then(|p| {
                let (dx, dy) = shift(p.piece, p.rotation);
                let (x, y) = (p.x - dx, p.y - dy);
                let cell = (top as i32 - 1 - y) * WIDTH as i32 + x;
                let rotation = ROTATIONS.iter().position(|&r| r == p.rotation)?;
                ((0..WIDTH as i32).contains(&x) && (0..cells).contains(&cell)).then_some((
                    Cell::of(p.piece) as u32,
                    rotation as u32,
                    cell as u32,
                ))
            })
            .unwrap_or((0, 0, 0));
        let mut value = 0;
        for flag in [!self.flags.lock, self.comment, self.flags.colour, self.flags.mirror, self.flags.rise] {
            value = value * 2 + u32::from(flag);
        }
        ((value * cells as u32 + cell) * 4 + rotation) * 8 + kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_comes_back() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let action = Action {
                    piece: Some(Placed { piece, rotation, x: 4, y: 3 }),
                    comment: true,
                    flags: Flags { lock: false, mirror: true, rise: false, colour: true },
                };
                assert_eq!(Action::read(action.write(23), 23), action);
            }
        }
    }
}
