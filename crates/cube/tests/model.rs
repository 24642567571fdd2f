//! An independent model: stickers as points in space that rotate about an axis. It shares nothing
//! with the library but the meaning of a turn and of a facelet text.

use ludex_core::Random;
use ludex_cube::{Face, Faces2, Faces3, Stickers, Turn, text};

type Vector = [i32; 3];

/// Every sticker: where its piece is, where it looks, and its colour as a face letter.
struct Model {
    size: i32,
    stickers: Vec<(Vector, Vector, char)>,
}

/// x to the right, y up, z towards the viewer.
fn normal(letter: char) -> Vector {
    match letter {
        'U' => [0, 1, 0],
        'D' => [0, -1, 0],
        'R' => [1, 0, 0],
        'L' => [-1, 0, 0],
        'F' => [0, 0, 1],
        _ => [0, 0, -1],
    }
}

/// A quarter turn clockwise for one who looks at the face along its normal from outside.
fn quarter(axis: Vector, v: Vector) -> Vector {
    // Clockwise from outside is minus 90 degrees about the outward axis: v' = a (a.v) - a x v.
    let dot = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
    let cross =
        [axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0]];
    [axis[0] * dot - cross[0], axis[1] * dot - cross[1], axis[2] * dot - cross[2]]
}

impl Model {
    fn solved(size: i32) -> Model {
        let end = size - 1;
        let mut stickers = Vec::new();
        for letter in "URFDLB".chars() {
            let n = normal(letter);
            for a in 0..size {
                for b in 0..size {
                    let (a, b) = (2 * a - end, 2 * b - end);
                    let mut free = [a, b].into_iter();
                    let piece = n.map(|c| if c == 0 { free.next().unwrap() } else { c * end });
                    stickers.push((piece, n, letter));
                }
            }
        }
        Model { size, stickers }
    }

    fn turn(&mut self, turn: Turn) {
        let axis = normal(turn.face.letter());
        for (piece, look, _) in &mut self.stickers {
            let height = axis[0] * piece[0] + axis[1] * piece[1] + axis[2] * piece[2];
            let layer = (self.size - 1 - height) / 2 + 1;
            if (i32::from(turn.first)..=i32::from(turn.last)).contains(&layer) {
                for _ in 0..turn.quarters {
                    *piece = quarter(axis, *piece);
                    *look = quarter(axis, *look);
                }
            }
        }
    }

    /// Reads each face as it is seen in the usual net.
    fn facelets(&self) -> String {
        let end = self.size - 1;
        let mut text = String::new();
        for letter in "URFDLB".chars() {
            // Which way rows and columns run when the face is looked at.
            let (right, down): (Vector, Vector) = match letter {
                'U' => ([1, 0, 0], [0, 0, 1]),
                'R' => ([0, 0, -1], [0, -1, 0]),
                'F' => ([1, 0, 0], [0, -1, 0]),
                'D' => ([1, 0, 0], [0, 0, -1]),
                'L' => ([0, 0, 1], [0, -1, 0]),
                _ => ([-1, 0, 0], [0, -1, 0]),
            };
            for row in 0..self.size {
                for column in 0..self.size {
                    let (r, c) = (2 * row - end, 2 * column - end);
                    let n = normal(letter);
                    let piece: Vector = std::array::from_fn(|k| n[k] * end + right[k] * c + down[k] * r);
                    let found = self.stickers.iter().find(|(p, look, _)| *p == piece && *look == n);
                    text.push(found.expect("a sticker everywhere").2);
                }
            }
        }
        text
    }
}

fn random_turn(random: &mut Random, size: usize) -> Turn {
    let (a, b) = (random.below(size as u64) as u8 + 1, random.below(size as u64) as u8 + 1);
    Turn {
        face: Face::from_index(random.below(6) as u8),
        first: a.min(b),
        last: a.max(b),
        quarters: random.below(3) as u8 + 1,
    }
}

#[test]
fn random_sequences_on_every_size() {
    let rounds = if std::env::var_os("LUDEX_LONG").is_some() { 200 } else { 4 };
    let mut random = Random::new(11);
    for size in 2..=7 {
        for _ in 0..rounds {
            let (mut model, mut stickers) = (Model::solved(size as i32), Stickers::solved(size));
            for _ in 0..40 {
                let turn = random_turn(&mut random, size);
                model.turn(turn);
                stickers.turn(turn);
                assert_eq!(text::facelets(&stickers), model.facelets(), "size {size} {turn:?}");
            }
        }
    }
}

#[test]
fn the_single_rotate_words_follow_the_model() {
    let mut random = Random::new(12);
    let (mut two, mut three) = (Faces2::SOLVED, Faces3::SOLVED);
    let (mut small, mut large) = (Model::solved(2), Model::solved(3));
    for _ in 0..500 {
        let turn = Turn::face(Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1);
        two.turn(turn.face, turn.quarters);
        three.turn(turn.face, turn.quarters);
        small.turn(turn);
        large.turn(turn);
        assert_eq!(text::facelets(&Stickers::from(two)), small.facelets());
        assert_eq!(text::facelets(&Stickers::from(three)), large.facelets());
    }
}
