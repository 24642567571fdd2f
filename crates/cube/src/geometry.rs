//! Stickers as points in space: what symmetries do to cubes of any size.

use crate::face::Face;
use crate::stickers::Stickers;
use crate::symmetry::Symmetry;

/// For every facelet: the facelet that a symmetry moves it to.
pub(crate) fn facelet_map(size: usize, symmetry: Symmetry) -> Vec<usize> {
    (0..6 * size * size)
        .map(|i| {
            let (face, point) = point(size, i);
            let axis = |face: Face| vector(symmetry.face(face));
            let (x, y, z) = (axis(Face::R), axis(Face::U), axis(Face::F));
            let moved = std::array::from_fn(|k| point[0] * x[k] + point[1] * y[k] + point[2] * z[k]);
            facelet(size, symmetry.face(face), moved)
        })
        .collect()
}

/// The stickers seen through a symmetry, places and colours moved together.
pub(crate) fn conjugate(stickers: &Stickers, symmetry: Symmetry) -> Stickers {
    let old = stickers.facelets();
    let mut new = vec![0; old.len()];
    for (from, to) in facelet_map(stickers.size(), symmetry).into_iter().enumerate() {
        new[to] = symmetry.face(Face::from_index(old[from])) as u8;
    }
    Stickers::from_facelets(stickers.size(), &new)
}

/// The outward direction of a face: x towards R, y towards U, z towards F.
pub(crate) const fn vector(face: Face) -> [i32; 3] {
    match face {
        Face::U => [0, 1, 0],
        Face::D => [0, -1, 0],
        Face::F => [0, 0, 1],
        Face::B => [0, 0, -1],
        Face::L => [-1, 0, 0],
        Face::R => [1, 0, 0],
    }
}

/// The face of a facelet and the centre of its piece, in half stickers from the cube's middle.
fn point(size: usize, index: usize) -> (Face, [i32; 3]) {
    let end = size as i32 - 1;
    let face = Face::FACELET_ORDER[index / (size * size)];
    let (row, column) = ((index / size % size) as i32 * 2 - end, (index % size) as i32 * 2 - end);
    let point = match face {
        Face::U => [column, end, row],
        Face::D => [column, -end, -row],
        Face::F => [column, -row, end],
        Face::B => [-column, -row, -end],
        Face::R => [end, -row, -column],
        Face::L => [-end, -row, column],
    };
    (face, point)
}

/// The facelet on a face of the piece at a point.
fn facelet(size: usize, face: Face, [x, y, z]: [i32; 3]) -> usize {
    let end = size as i32 - 1;
    let (row, column) = match face {
        Face::U => (z, x),
        Face::D => (-z, x),
        Face::F => (-y, x),
        Face::B => (-y, -x),
        Face::R => (-y, -z),
        Face::L => (-y, z),
    };
    let order = Face::FACELET_ORDER.iter().position(|&f| f == face).expect("a face");
    let (row, column) = (((row + end) / 2) as usize, ((column + end) / 2) as usize);
    order * size * size + row * size + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Turn;

    #[test]
    fn a_turned_cube_moved_is_the_moved_turn() {
        for size in 2..=5 {
            for s in Symmetry::all() {
                let turn = Turn { face: Face::R, first: 1, last: 2, quarters: 1 };
                let (mut a, mut b) = (Stickers::solved(size), Stickers::solved(size));
                a.turn(turn);
                a.turn(Turn::face(Face::F, 1));
                b.turn(s.turn(turn));
                b.turn(s.turn(Turn::face(Face::F, 1)));
                assert_eq!(conjugate(&a, s), b, "{size} {s}");
            }
        }
    }
}
