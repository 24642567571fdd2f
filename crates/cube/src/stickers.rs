//! A cube of any size as concentric rings of stickers.

use crate::face::Face;
use crate::faces::{Faces2, Faces3};
use crate::moves::Turn;
use crate::ring::STRIPS;
use crate::setup::seed_places;
use std::sync::OnceLock;

/// The largest cube that is read, turned and solved.
pub const MAX_SIZE: usize = 17;

/// The stickers of an n x n x n cube.
///
/// Every face is a run of concentric rings, the outer first; ring k has `4 (n - 1 - 2k)` stickers
/// that start at its top left corner and run clockwise (the centre of an odd cube is a ring of one).
/// A face turn rotates each of its rings by a quarter, a layer turn cycles four strips of n stickers.
///
/// ```text
///   n = 4      ring 0      ring 1       bytes of a face: 0 1 2 .. 11 | 12 13 14 15
///             0 1 2  3
///            11      4     12 13
///            10      5     15 14
///             9 8 7  6
/// ```
///
/// Each byte is a colour 0..6; faces stand in the order U D F B L R, oriented as in the seed's net.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stickers {
    size: u8,
    colours: Vec<u8>,
}

/// Where the stickers of one size lie.
#[derive(Debug)]
struct Layout {
    /// `ring_of[row * n + column]`: the place in the face's bytes.
    ring_of: Vec<u16>,
    /// `(start, length)` of every ring.
    rings: Vec<(usize, usize)>,
    /// `strips[side][depth][k]`: the place of the k-th sticker, running clockwise around the face.
    strips: [Vec<Vec<u16>>; 4],
}

impl Layout {
    fn of(size: usize) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; MAX_SIZE + 1] = [const { OnceLock::new() }; MAX_SIZE + 1];
        LAYOUTS[size].get_or_init(|| Layout::new(size))
    }

    fn new(n: usize) -> Layout {
        let mut ring_of = vec![0; n * n];
        let mut rings = Vec::new();
        let mut next = 0;
        for k in 0..n.div_ceil(2) {
            let last = n - 1 - k;
            let start = next;
            let mut put = |row: usize, column: usize| {
                ring_of[row * n + column] = next as u16;
                next += 1;
            };
            if k == last {
                put(k, k);
            } else {
                (k..last).for_each(|i| put(k, i));
                (k..last).for_each(|i| put(i, last));
                (k..last).for_each(|i| put(last, n - 1 - i));
                (k..last).for_each(|i| put(n - 1 - i, k));
            }
            rings.push((start, next - start));
        }
        let strip = |side: usize, depth: usize| -> Vec<u16> {
            (0..n)
                .map(|k| {
                    let (row, column) = match side {
                        0 => (depth, k),
                        1 => (k, n - 1 - depth),
                        2 => (n - 1 - depth, n - 1 - k),
                        _ => (n - 1 - k, depth),
                    };
                    ring_of[row * n + column]
                })
                .collect()
        };
        let strips = [0, 1, 2, 3].map(|side| (0..n).map(|depth| strip(side, depth)).collect());
        Layout { ring_of, rings, strips }
    }
}

impl Stickers {
    /// A solved cube.
    ///
    /// # Panics
    /// When the size is not 2 to [`MAX_SIZE`].
    #[must_use]
    pub fn solved(size: usize) -> Self {
        assert!((2..=MAX_SIZE).contains(&size), "size {size}");
        let face = size * size;
        Stickers { size: size as u8, colours: (0..6 * face).map(|i| (i / face) as u8).collect() }
    }

    /// Stickers from facelets: faces U R F D L B row by row, colours as face numbers.
    ///
    /// # Panics
    /// When the number of colours does not fit the size.
    #[must_use]
    pub fn from_facelets(size: usize, facelets: &[u8]) -> Self {
        assert_eq!(facelets.len(), 6 * size * size);
        let mut stickers = Stickers::solved(size);
        for (i, place) in facelet_places(size).enumerate() {
            stickers.colours[place] = facelets[i];
        }
        stickers
    }

    /// Stickers from their colours, face by face, ring by ring.
    ///
    /// # Panics
    /// When the number of colours does not fit the size.
    pub(crate) fn from_rings(size: usize, colours: Vec<u8>) -> Self {
        assert_eq!(colours.len(), 6 * size * size);
        Stickers { size: size as u8, colours }
    }

    /// The places, in the rings, of all facelets in the order of a facelet text.
    pub(crate) fn facelet_places(size: usize) -> impl Iterator<Item = usize> {
        facelet_places(size)
    }

    /// The colours as facelets: faces U R F D L B row by row.
    #[must_use]
    pub fn facelets(&self) -> Vec<u8> {
        facelet_places(self.size()).map(|place| self.colours[place]).collect()
    }

    /// Stickers per edge.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The colours, face by face, ring by ring.
    #[must_use]
    pub fn rings(&self) -> &[u8] {
        &self.colours
    }

    /// The colour at a row and column of a face, in the frame of the seed's net.
    #[must_use]
    pub fn at(&self, face: Face, row: usize, column: usize) -> u8 {
        let n = self.size();
        self.colours[face.index() * n * n + Layout::of(n).ring_of[row * n + column] as usize]
    }

    /// Turns a range of layers.
    ///
    /// # Panics
    /// When a layer lies outside the cube.
    pub fn turn(&mut self, turn: Turn) {
        let n = self.size();
        assert!(
            turn.first >= 1 && turn.last as usize <= n && turn.first <= turn.last,
            "{turn:?} on size {n}"
        );
        if turn.quarters.is_multiple_of(4) {
            return;
        }
        for layer in turn.first - 1..turn.last {
            self.turn_layer(turn.face, layer as usize, turn.quarters as usize % 4);
        }
    }

    /// Turns layers one after the other.
    pub fn apply(&mut self, turns: &[Turn]) {
        turns.iter().for_each(|&turn| self.turn(turn));
    }

    fn turn_layer(&mut self, face: Face, depth: usize, quarters: usize) {
        let n = self.size();
        let layout = Layout::of(n);
        if depth == 0 {
            self.turn_face(layout, face, quarters);
        }
        if depth == n - 1 {
            self.turn_face(layout, face.opposite(), 4 - quarters);
        }
        let mut taken = [[0u8; MAX_SIZE]; 4];
        let strips = &STRIPS[face.index()][quarters - 1];
        for (strip, taken) in strips.iter().zip(&mut taken) {
            let side = (strip.side + 4 - strip.quarters) % 4;
            let from = &self.colours[strip.from as usize * n * n..][..n * n];
            for (&place, colour) in layout.strips[side as usize][depth].iter().zip(taken) {
                *colour = from[place as usize];
            }
        }
        for (strip, taken) in strips.iter().zip(&taken) {
            let to = &mut self.colours[strip.to as usize * n * n..][..n * n];
            for (&place, &colour) in layout.strips[strip.side as usize][depth].iter().zip(taken) {
                to[place as usize] = colour;
            }
        }
    }

    fn turn_face(&mut self, layout: &Layout, face: Face, quarters: usize) {
        let n = self.size();
        let bytes = &mut self.colours[face.index() * n * n..][..n * n];
        for &(start, length) in &layout.rings {
            bytes[start..start + length].rotate_right(length / 4 * quarters);
        }
    }

    /// Whether every face shows one colour, however the cube is held.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let face = self.size() * self.size();
        self.colours.chunks(face).all(|face| face.iter().all(|&colour| colour == face[0]))
    }

    /// The rings in hex, faces U D F B L R: one number per face and ring, the first sticker lowest. The
    /// centres of a 3x3 are left out where they are home.
    #[must_use]
    pub fn hex(&self) -> String {
        let layout = Layout::of(self.size());
        // A centre at home is no ring of a 3x3: the faces stay six plain u64.
        let plain = self.size == 3 && Face::ALL.iter().all(|&face| self.at(face, 1, 1) == face as u8);
        let face = |bytes: &[u8]| -> String {
            let ring = |&(start, length): &(usize, usize)| -> String {
                bytes[start..start + length].iter().rev().map(|colour| format!("{colour:02X}")).collect()
            };
            let rings = if plain { &layout.rings[..1] } else { &layout.rings };
            rings.iter().map(ring).collect::<Vec<_>>().join(":")
        };
        self.colours.chunks(self.size() * self.size()).map(face).collect::<Vec<_>>().join(" ")
    }
}

/// The places of all facelets in the order of a facelet text.
fn facelet_places(size: usize) -> impl Iterator<Item = usize> {
    let layout = Layout::of(size);
    seed_places(size).map(move |(face, i)| face * size * size + layout.ring_of[i] as usize)
}

impl From<Faces2> for Stickers {
    fn from(faces: Faces2) -> Self {
        Stickers { size: 2, colours: faces.0.iter().flat_map(|face| face.to_le_bytes()).collect() }
    }
}

impl From<Faces3> for Stickers {
    fn from(faces: Faces3) -> Self {
        let face = |(i, face): (usize, &u64)| face.to_le_bytes().into_iter().chain([i as u8]);
        Stickers { size: 3, colours: faces.0.iter().enumerate().flat_map(face).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wide_words_and_the_rings_agree() {
        let mut random = ludex_core::Random::new(2);
        let (mut two, mut three) = (Faces2::SOLVED, Faces3::SOLVED);
        let (mut small, mut large) = (Stickers::solved(2), Stickers::solved(3));
        for _ in 0..2000 {
            let (face, quarters) = (Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1);
            two.turn(face, quarters);
            three.turn(face, quarters);
            small.turn(Turn::face(face, quarters));
            large.turn(Turn::face(face, quarters));
            assert_eq!(Stickers::from(two), small);
            assert_eq!(Stickers::from(three), large);
            assert_eq!((two.hex(), three.hex()), (small.hex(), large.hex()));
        }
    }

    #[test]
    fn facelets_there_and_back() {
        for size in 2..=MAX_SIZE {
            let mut stickers = Stickers::solved(size);
            stickers.turn(Turn { face: Face::R, first: 1, last: 2, quarters: 1 });
            stickers.turn(Turn::face(Face::B, 3));
            assert_eq!(Stickers::from_facelets(size, &stickers.facelets()), stickers);
        }
    }
}
