//! The pattern book: pretty states of the 3x3, with moves that make them.

/// A pattern: its word and moves that make it from solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedPattern {
    /// Its word.
    pub word: &'static str,
    /// Moves that make it.
    pub moves: &'static str,
    /// What one sees.
    pub about: &'static str,
}

/// All patterns, by word.
pub const PATTERNS: &[NamedPattern] = &[
    NamedPattern {
        word: "anaconda",
        moves: "L U B' U' R L' B R' F B' D R D' F'",
        about: "a snake around the cube",
    },
    NamedPattern { word: "checkerboard", moves: "U2 D2 F2 B2 L2 R2", about: "every second sticker opposite" },
    NamedPattern {
        word: "cross",
        moves: "R2 L' D F2 R' D' R' L U' D R D B2 R' U D2",
        about: "a cross on every face",
    },
    NamedPattern {
        word: "cube-in-cube",
        moves: "F L F U' R U F2 L2 U' L' B D' B' L2 U",
        about: "a small cube in a corner",
    },
    NamedPattern {
        word: "cube-in-cube-in-cube",
        moves: "U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'",
        about: "three cubes in one another",
    },
    NamedPattern { word: "four-spots", moves: "F2 B2 U D' R2 L2 U D'", about: "four exchanged centres" },
    NamedPattern { word: "python", moves: "F2 R' B' U R' L F' L F' B D' R B L2", about: "a thicker snake" },
    NamedPattern { word: "six-spots", moves: "U D' R L' F B' U D'", about: "six exchanged centres" },
    NamedPattern {
        word: "superflip",
        moves: "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        about: "all edges flipped in place: 20 moves from solved",
    },
    NamedPattern { word: "tetris", moves: "L R F B U' D' L' R'", about: "a piece on every face" },
    NamedPattern { word: "zigzag", moves: "R L F B R L F B R L F B", about: "stripes that turn corners" },
];

/// The pattern with this word.
#[must_use]
pub fn find(word: &str) -> Option<&'static NamedPattern> {
    PATTERNS.iter().find(|pattern| pattern.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cubie, Face, Position, Stickers, Symmetry, notation};

    fn state(word: &str) -> Cubie {
        Cubie::SOLVED.apply(&notation::parse(find(word).unwrap().moves, 3).unwrap())
    }

    #[test]
    fn words_are_sorted_and_moves_are_sound() {
        assert!(PATTERNS.windows(2).all(|pair| pair[0].word < pair[1].word));
        for pattern in PATTERNS {
            let turns = notation::parse(pattern.moves, 3).unwrap();
            assert!(!Position::after(3, &turns).stickers().is_solved(), "{}", pattern.word);
        }
    }

    #[test]
    fn the_superflip_flips_all_edges_and_nothing_else() {
        let superflip = state("superflip");
        assert_eq!(superflip.rank3(), 2047);
        assert!(Symmetry::all().all(|s| superflip.conjugate(s) == superflip));
    }

    /// The pattern of a face: which of its stickers show the centre's colour.
    fn shape(stickers: &Stickers, face: Face) -> Vec<bool> {
        let centre = stickers.at(face, 1, 1);
        (0..9).map(|i| stickers.at(face, i / 3, i % 3) == centre).collect()
    }

    #[test]
    fn checkerboards_spots_and_crosses_look_as_they_are_called() {
        let every = |word: &str, wanted: [u8; 9], faces: usize| {
            let stickers = state(word).stickers();
            let wanted: Vec<bool> = wanted.iter().map(|&bit| bit == 1).collect();
            let hits = Face::ALL.iter().filter(|&&face| shape(&stickers, face) == wanted).count();
            assert_eq!(hits, faces, "{word}");
        };
        every("checkerboard", [1, 0, 1, 0, 1, 0, 1, 0, 1], 6);
        every("six-spots", [0, 0, 0, 0, 1, 0, 0, 0, 0], 6);
        every("four-spots", [0, 0, 0, 0, 1, 0, 0, 0, 0], 4);
        every("cross", [0, 1, 0, 1, 1, 1, 0, 1, 0], 6);
    }
}
