//! Where the stickers of an n x n x n cube go when layers turn, and the orbits they stay in.
//!
//! The solvers number a sticker `face * n * n + row * n + column`, faces in the order U D F B L R, rows
//! and columns as in the usual net. The ring model turns cubes fast; the solvers instead want each
//! turn as a permutation of the few stickers they look at. Those are *orbits*: no turn carries the
//! sticker at (row, column) of a face anywhere but to the four rotations of (row, column) on the six
//! faces. Each orbit is 24 slots:
//!
//! ```text
//!   slot = face * 4 + q     the sticker (row, column) turned clockwise q times on its face
//!
//!        . 0 . .
//!        . . . 1      the orbit (0, 1) of a 4x4: one sticker of every wing, which tells
//!        3 . . .      where the wing is, for a wing never lies the other way round in its place
//!        . . 2 .
//! ```

use crate::face::Face;
use crate::moves::Turn;

/// Slots of an orbit.
pub(crate) const SLOTS: usize = 24;

/// What a turn does to an orbit: slot `i` afterwards shows what slot `act[i]` showed before.
pub(crate) type Act = [u8; SLOTS];

/// The act that changes nothing.
pub(crate) const STILL: Act = {
    let mut act = [0; SLOTS];
    let mut i = 0;
    while i < SLOTS {
        act[i] = i as u8;
        i += 1;
    }
    act
};

/// A point in space: x to the right, y up, z to the front; layers lie at odd or even whole numbers.
type Point = [i32; 3];

/// The sticker's place, on a shell just outside the cube.
fn point(n: usize, face: Face, row: usize, column: usize) -> Point {
    let last = n as i32 - 1;
    let (right, up, out) = (2 * column as i32 - last, last - 2 * row as i32, n as i32);
    match face {
        Face::U => [right, out, -up],
        Face::D => [right, -out, up],
        Face::F => [right, up, out],
        Face::B => [-right, up, -out],
        Face::L => [-out, up, right],
        Face::R => [out, up, -right],
    }
}

/// The sticker at a place: its face, row and column.
fn sticker(n: usize, [x, y, z]: Point) -> (Face, usize, usize) {
    let (last, out) = (n as i32 - 1, n as i32);
    let (face, right, up) = match (x, y, z) {
        (_, y, _) if y == out => (Face::U, x, -z),
        (_, y, _) if y == -out => (Face::D, x, z),
        (_, _, z) if z == out => (Face::F, x, y),
        (_, _, z) if z == -out => (Face::B, -x, y),
        (x, _, _) if x == -out => (Face::L, z, y),
        _ => (Face::R, -z, y),
    };
    (face, ((last - up) / 2) as usize, ((right + last) / 2) as usize)
}

/// The axis of a face, and whether the face lies at its positive end.
const fn axis(face: Face) -> (usize, bool) {
    match face {
        Face::R => (0, true),
        Face::L => (0, false),
        Face::U => (1, true),
        Face::D => (1, false),
        Face::F => (2, true),
        Face::B => (2, false),
    }
}

/// The place after a clockwise quarter turn about the outward axis of a face.
fn quarter(face: Face, [x, y, z]: Point) -> Point {
    match face {
        Face::R => [x, z, -y],
        Face::L => [x, -z, y],
        Face::U => [-z, y, x],
        Face::D => [z, y, -x],
        Face::F => [y, -x, z],
        Face::B => [-y, x, z],
    }
}

/// Where a turn carries a place.
fn carry(n: usize, turn: Turn, mut place: Point) -> Point {
    let (axis, positive) = axis(turn.face);
    let along = if positive { place[axis] } else { -place[axis] };
    // Stickers on the shell belong to the outermost layer.
    let last = n as i32 - 1;
    let layer = (last - along.clamp(-last, last)) / 2 + 1;
    if (i32::from(turn.first)..=i32::from(turn.last)).contains(&layer) {
        for _ in 0..turn.quarters % 4 {
            place = quarter(turn.face, place);
        }
    }
    place
}

/// Where every sticker goes: sticker `i` comes to `map[i]`.
pub(crate) fn map(n: usize, turn: Turn) -> Vec<u16> {
    let index = |(face, row, column): (Face, usize, usize)| (face.index() * n + row) * n + column;
    (0..6 * n * n)
        .map(|i| {
            let place = point(n, Face::from_index((i / (n * n)) as u8), i / n % n, i % n);
            index(sticker(n, carry(n, turn, place))) as u16
        })
        .collect()
}

/// An orbit of 24 stickers of a cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Orbit {
    pub(crate) size: usize,
    pub(crate) row: usize,
    pub(crate) column: usize,
}

impl Orbit {
    /// The orbit of the sticker at a row and column.
    pub(crate) const fn new(size: usize, row: usize, column: usize) -> Orbit {
        Orbit { size, row, column }
    }

    /// Row and column of a slot on its face.
    fn cell(&self, slot: usize) -> (usize, usize) {
        (0..slot % 4).fold((self.row, self.column), |(row, column), _| (column, self.size - 1 - row))
    }

    /// The number of a slot's sticker.
    pub(crate) fn sticker(&self, slot: usize) -> usize {
        let (row, column) = self.cell(slot);
        (slot / 4 * self.size + row) * self.size + column
    }

    /// All stickers of the orbit.
    pub(crate) fn stickers(&self) -> [usize; SLOTS] {
        std::array::from_fn(|slot| self.sticker(slot))
    }

    /// The slot that a sticker of the orbit is.
    fn slot(&self, face: Face, row: usize, column: usize) -> usize {
        let slots = face.index() * 4..face.index() * 4 + 4;
        slots.into_iter().find(|&slot| self.cell(slot) == (row, column)).expect("a sticker of the orbit")
    }

    /// What a turn does to the orbit.
    pub(crate) fn act(&self, turn: Turn) -> Act {
        let mut act = STILL;
        for from in 0..SLOTS {
            let (row, column) = self.cell(from);
            let place =
                carry(self.size, turn, point(self.size, Face::from_index((from / 4) as u8), row, column));
            let (face, row, column) = sticker(self.size, place);
            act[self.slot(face, row, column)] = from as u8;
        }
        act
    }

    /// What the orbit shows of a cube's stickers.
    pub(crate) fn read(&self, stickers: &[u8]) -> [u8; SLOTS] {
        std::array::from_fn(|slot| stickers[self.sticker(slot)])
    }

    /// The slot on the other side of the edge: the other sticker of a corner-free border sticker, as
    /// face, row and column.
    fn across(&self, slot: usize) -> usize {
        let (row, column) = self.cell(slot);
        let n = self.size as i32;
        let mut place = point(self.size, Face::from_index((slot / 4) as u8), row, column);
        let out = place.iter().position(|&x| x.abs() == n).expect("on the shell");
        let side = (0..3).find(|&i| i != out && place[i].abs() == n - 1).expect("on a border");
        place[out] -= place[out].signum();
        place[side] += place[side].signum();
        let (face, row, column) = sticker(self.size, place);
        (face.index() * self.size + row) * self.size + column
    }

    /// For border orbits: the number of the sticker on the other side of the edge, by slot.
    pub(crate) fn partners(&self) -> [usize; SLOTS] {
        std::array::from_fn(|slot| self.across(slot))
    }
}

/// What an orbit shows after a turn.
#[inline]
pub(crate) fn apply(act: &Act, shows: &[u8; SLOTS]) -> [u8; SLOTS] {
    std::array::from_fn(|slot| shows[act[slot] as usize])
}

/// All stickers after a turn.
pub(crate) fn turned(stickers: &[u8], n: usize, turn: Turn) -> Vec<u8> {
    let mut after = stickers.to_vec();
    for (from, to) in map(n, turn).into_iter().enumerate() {
        after[to as usize] = stickers[from];
    }
    after
}

/// The second act after the first.
pub(crate) fn then(first: &Act, second: &Act) -> Act {
    std::array::from_fn(|i| first[second[i] as usize])
}

/// The act that takes an act back.
pub(crate) fn inverse(act: &Act) -> Act {
    let mut back = STILL;
    for (i, &from) in act.iter().enumerate() {
        back[from as usize] = i as u8;
    }
    back
}

/// Whether a permutation is odd.
pub(crate) fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = 0u64;
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut at = start;
        let mut length = 0;
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = permutation[at] as usize;
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;

    /// The permutations of the solvers and the rings tell the same story.
    #[test]
    fn maps_and_rings_agree() {
        let mut random = ludex_core::Random::new(5);
        for n in 2..=9 {
            let mut rings = Stickers::solved(n);
            let mut stickers = from_ring(&rings);
            for _ in 0..60 {
                let turn = random_turn(&mut random, n);
                rings.turn(turn);
                let old = stickers.clone();
                for (from, to) in map(n, turn).into_iter().enumerate() {
                    stickers[to as usize] = old[from];
                }
                assert_eq!(stickers, from_ring(&rings), "{turn:?} on {n}");
            }
        }
    }

    #[test]
    fn acts_follow_maps() {
        let mut random = ludex_core::Random::new(6);
        for (n, row, column) in [(4, 1, 1), (4, 0, 1), (5, 1, 2), (7, 2, 1), (6, 0, 0), (5, 0, 2)] {
            let orbit = Orbit::new(n, row, column);
            for _ in 0..40 {
                let turn = random_turn(&mut random, n);
                let (map, act) = (map(n, turn), orbit.act(turn));
                for slot in 0..SLOTS {
                    let from = orbit.sticker(act[slot] as usize);
                    assert_eq!(map[from] as usize, orbit.sticker(slot));
                }
            }
        }
    }
}
