//! Faces as rotating rings: the 2x2 in `[u32; 6]` and the 3x3 in `[u64; 6]`.

use crate::face::Face;
use crate::ring::STRIPS;

/// The stickers of a 2x2, a face turn one `rotate` and four masked merges.
///
/// ```text
///    a face          its u32
///   +----+----+      bit 31      24 23      16 15       8 7        0
///   | TL | TR |         +----------+----------+----------+----------+
///   +----+----+         |    BL    |    BR    |    TR    |    TL    |
///   | BL | BR |         +----------+----------+----------+----------+
///   +----+----+      clockwise turn of the face = rotate_left(8)
/// ```
///
/// Each byte is a colour 0..6; the faces stand in the order U D F B L R, oriented as in the seed's
/// net (B above U, the row L U R D, F below U).
///
/// ```
/// use ludex_cube::{Face, Faces2};
/// let mut faces = Faces2::SOLVED;
/// faces.turn(Face::R, 1);
/// assert_eq!(faces.0, [0x00020200, 0x03010103, 0x02010102, 0x03000003, 0x04040404, 0x05050505]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Faces2(pub [u32; 6]);

/// The stickers of a 3x3 but for its fixed centres, a face turn one `rotate` and four masked merges.
///
/// ```text
///    a face              its u64
///   +---+---+---+        bit 63  56      48      40      32      24      16       8       0
///   | 0 | 1 | 2 |            +-------+-------+-------+-------+-------+-------+-------+-------+
///   +---+---+---+            |   7   |   6   |   5   |   4   |   3   |   2   |   1   |   0   |
///   | 7 | c | 3 |            +-------+-------+-------+-------+-------+-------+-------+-------+
///   +---+---+---+        clockwise turn of the face = rotate_left(16)
///   | 6 | 5 | 4 |
///   +---+---+---+
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Faces3(pub [u64; 6]);

/// The strips of a 2x2 face by side: top, right, bottom, left.
const SIDES2: [u32; 4] = [0x0000_FFFF, 0x00FF_FF00, 0xFFFF_0000, 0xFF00_00FF];
/// The strips of a 3x3 face by side: top, right, bottom, left.
const SIDES3: [u64; 4] =
    [0x0000_0000_00FF_FFFF, 0x0000_00FF_FFFF_0000, 0x00FF_FFFF_0000_0000, 0xFFFF_0000_0000_00FF];

macro_rules! ring_faces {
    ($faces:ident, $word:ty, $sides:ident, $quarter:literal, $ones:literal) => {
        impl $faces {
            /// Every face in its own colour.
            pub const SOLVED: $faces = $faces([0, $ones, 2 * $ones, 3 * $ones, 4 * $ones, 5 * $ones]);

            /// Turns a face clockwise by `quarters` quarter turns (counted modulo 4).
            #[inline]
            pub fn turn(&mut self, face: Face, quarters: u8) {
                match quarters % 4 {
                    0 => {}
                    1 => self.step(face, 0),
                    2 => self.step(face, 1),
                    _ => self.step(face, 2),
                }
            }

            #[inline]
            fn step(&mut self, face: Face, kind: usize) {
                let old = self.0;
                self.0[face.index()] = old[face.index()].rotate_left($quarter * (kind as u32 + 1));
                for strip in &STRIPS[face.index()][kind] {
                    let mask = $sides[strip.side as usize];
                    let moved = old[strip.from as usize].rotate_left($quarter * u32::from(strip.quarters));
                    let to = &mut self.0[strip.to as usize];
                    *to = *to & !mask | moved & mask;
                }
            }

            /// The six faces in hex, U D F B L R, as the seed writes them.
            #[must_use]
            pub fn hex(&self) -> String {
                const DIGITS: usize = size_of::<$word>() * 2;
                let faces: Vec<String> = self.0.iter().map(|face| format!("{face:0DIGITS$X}")).collect();
                faces.join(" ")
            }
        }
    };
}

ring_faces!(Faces2, u32, SIDES2, 8, 0x0101_0101);
ring_faces!(Faces3, u64, SIDES3, 16, 0x0101_0101_0101_0101);

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of the design note: one clockwise turn of each face.
    #[test]
    fn single_turns_of_the_2x2() {
        let vectors = [
            (Face::U, "00000000 01010101 02020505 04040303 04020204 03050503"),
            (Face::D, "00000000 01010101 04040202 03030505 03040403 05020205"),
            (Face::F, "04040000 05050101 02020202 03030303 01010404 00000505"),
            (Face::B, "00000505 01010404 02020202 03030303 04040000 05050101"),
            (Face::L, "03000003 01020201 00020200 01030301 04040404 05050505"),
            (Face::R, "00020200 03010103 02010102 03000003 04040404 05050505"),
        ];
        for (face, hex) in vectors {
            let mut faces = Faces2::SOLVED;
            faces.turn(face, 1);
            assert_eq!(faces.hex(), hex, "{face:?}");
        }
    }

    #[test]
    fn half_and_counter_turns_are_repeated_quarter_turns() {
        let mut start = (Faces2::SOLVED, Faces3::SOLVED);
        for face in Face::ALL {
            start.0.turn(face, 1);
            start.1.turn(face, 1);
        }
        for face in Face::ALL {
            let mut slow = start;
            for quarters in 0..4 {
                let mut fast = start;
                fast.0.turn(face, quarters);
                fast.1.turn(face, quarters);
                assert_eq!(fast, slow, "{face:?} {quarters}");
                slow.0.turn(face, 1);
                slow.1.turn(face, 1);
            }
            assert_eq!(slow, start);
        }
    }

    #[test]
    fn orders() {
        let order = |moves: &[(Face, u8)]| {
            let (mut two, mut three) = ((Faces2::SOLVED, 0), (Faces3::SOLVED, 0));
            for n in 1.. {
                for &(face, quarters) in moves {
                    two.0.turn(face, quarters);
                    three.0.turn(face, quarters);
                }
                if two.1 == 0 && two.0 == Faces2::SOLVED {
                    two.1 = n;
                }
                if three.0 == Faces3::SOLVED {
                    three.1 = n;
                    return (two.1, three.1);
                }
            }
            unreachable!()
        };
        use Face::{F, R, U};
        assert_eq!(order(&[(R, 1), (U, 1)]), (15, 105));
        assert_eq!(order(&[(R, 1), (U, 3)]), (9, 63));
        assert_eq!(order(&[(R, 2), (U, 2)]), (3, 6));
        assert_eq!(order(&[(R, 1), (U, 1), (R, 3), (U, 3)]), (6, 6));
        assert_eq!(order(&[(F, 1), (R, 1), (U, 1)]).1, 80);
        assert_eq!(order(&[(R, 1), (U, 1), (F, 1)]).0, 10);
    }
}
