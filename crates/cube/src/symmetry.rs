//! The 48 symmetries of the cube: 24 ways to hold it, and their mirror images.

use crate::face::Face;
use crate::moves::Turn;
use std::fmt;
use std::sync::OnceLock;

/// Corner places by the faces they touch, clockwise from U or D.
pub(crate) const CORNERS: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]]
};

/// Edge places by the faces they touch, the deciding one first.
pub(crate) const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]]
};

/// One of the 48 symmetries; 0 is none at all, those below 24 are rotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// What a symmetry does to faces, corners and edges.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Action {
    pub(crate) faces: [Face; 6],
    pub(crate) mirror: bool,
    /// Where the corner place goes, and the index there of its first facelet.
    pub(crate) corner: [u8; 8],
    pub(crate) twist: [u8; 8],
    pub(crate) edge: [u8; 12],
    pub(crate) flip: [u8; 12],
    pub(crate) inverse: Symmetry,
}

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 48;
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All of them, rotations first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..48).map(Symmetry)
    }

    /// The 24 rotations.
    pub fn rotations() -> impl Iterator<Item = Symmetry> {
        (0..24).map(Symmetry)
    }

    /// The symmetry's number, 0..48.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether left and right change places.
    #[must_use]
    pub const fn is_mirror(self) -> bool {
        self.0 >= 24
    }

    pub(crate) fn action(self) -> &'static Action {
        static ACTIONS: OnceLock<Vec<Action>> = OnceLock::new();
        &ACTIONS.get_or_init(|| {
            let faces: Vec<[Face; 6]> = (0..48).map(face_map).collect();
            faces.iter().map(|map| action(map, &faces)).collect()
        })[self.index()]
    }

    /// Where a face goes.
    #[must_use]
    pub fn face(self, face: Face) -> Face {
        self.action().faces[face.index()]
    }

    /// The turn that does to the moved cube what `turn` does to the cube.
    #[must_use]
    pub fn turn(self, turn: Turn) -> Turn {
        let turned = Turn { face: self.face(turn.face), ..turn };
        if self.is_mirror() { turned.inverse() } else { turned }
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        self.action().inverse
    }

    /// This symmetry, then another.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        let faces = Face::ALL.map(|face| next.face(self.face(face)));
        Symmetry::all().find(|s| s.action().faces == faces).expect("the symmetries are a group")
    }

    /// The rotation that brings these faces to U and F, if they are neighbours.
    #[must_use]
    pub fn bringing(up: Face, front: Face) -> Option<Symmetry> {
        Symmetry::rotations().find(|s| s.face(up) == Face::U && s.face(front) == Face::F)
    }
}

impl Symmetry {
    /// The rotation as turns of the whole cube, such as `x y'`; a mirror's rotation part.
    #[must_use]
    pub fn turns_text(self) -> &'static str {
        const TURNS: [&str; 24] = [
            "", "y", "y2", "y'", "x", "x'", "x2", "z", "z'", "z2", "x y", "x y'", "x y2", "x' y", "x' y'",
            "x' y2", "x2 y", "x2 y'", "z y", "z y'", "z y2", "z' y", "z' y'", "z' y2",
        ];
        static WORDS: OnceLock<Vec<&str>> = OnceLock::new();
        let words = WORDS.get_or_init(|| Symmetry::rotations().map(|s| find_text(s, &TURNS)).collect());
        words[self.index() % 24]
    }

    /// The rotation as turns of all layers of a cube.
    #[must_use]
    pub fn whole_turns(self, size: usize) -> Vec<Turn> {
        crate::notation::parse(self.turns_text(), size).expect("our own text")
    }
}

fn find_text(rotation: Symmetry, texts: &[&'static str]) -> &'static str {
    let fits = |text: &&&'static str| {
        let mut stickers = crate::Stickers::solved(3);
        stickers.apply(&crate::notation::parse(text, 3).expect("our own text"));
        // The sticker of face X is now seen on face s(X).
        Face::ALL.iter().all(|&face| stickers.at(rotation.face(face), 1, 1) == face as u8)
    };
    texts.iter().find(fits).expect("24 texts for 24 rotations")
}

/// In words: the rotation as cube turns, after a left-right mirror where there is one.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_mirror(), self.turns_text()) {
            (false, "") => f.write_str("no change"),
            (false, rotation) => write!(f, "turned by {rotation}"),
            (true, "") => f.write_str("mirrored left to right"),
            (true, rotation) => write!(f, "mirrored left to right, then turned by {rotation}"),
        }
    }
}

/// The faces' images: rotations choose where U and F go, mirrors exchange L and R before.
fn face_map(index: u8) -> [Face; 6] {
    let (mirror, index) = (index >= 24, index % 24);
    let up = Face::from_index(index / 4);
    let front = Face::ALL.into_iter().filter(|f| f.index() / 2 != up.index() / 2).nth(index as usize % 4);
    let front = front.expect("every face has four neighbours");
    let right = Face::ALL
        .into_iter()
        .find(|&right| {
            CORNERS.iter().any(|c| (0..3).any(|k| (0..3).all(|i| c[(i + k) % 3] == [up, right, front][i])))
        })
        .expect("two neighbouring faces have one corner clockwise");
    let (left, right) = if mirror { (right, right.opposite()) } else { (right.opposite(), right) };
    [up, up.opposite(), front, front.opposite(), left, right]
}

fn action(faces: &[Face; 6], all: &[[Face; 6]]) -> Action {
    let place = |face: Face| faces[face.index()];
    let mirror = all.iter().position(|map| map == faces).expect("it is one of them") >= 24;
    let (mut corner, mut twist) = ([0; 8], [0; 8]);
    for (i, names) in CORNERS.iter().enumerate() {
        let moved = names.map(place);
        let to = CORNERS.iter().position(|c| moved.iter().all(|f| c.contains(f))).expect("a corner");
        corner[i] = to as u8;
        twist[i] = CORNERS[to].iter().position(|&f| f == moved[0]).expect("its face") as u8;
    }
    let (mut edge, mut flip) = ([0; 12], [0; 12]);
    for (i, names) in EDGES.iter().enumerate() {
        let moved = names.map(place);
        let to = EDGES.iter().position(|e| moved.iter().all(|f| e.contains(f))).expect("an edge");
        edge[i] = to as u8;
        flip[i] = u8::from(EDGES[to][0] != moved[0]);
    }
    let back = Face::ALL.map(|face| {
        Face::from_index(faces.iter().position(|&image| image == face).expect("a bijection") as u8)
    });
    let inverse = Symmetry(all.iter().position(|map| *map == back).expect("a group") as u8);
    Action { faces: *faces, mirror, corner, twist, edge, flip, inverse }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_48() {
        let mut maps: Vec<_> = Symmetry::all().map(|s| s.action().faces).collect();
        assert_eq!(maps[0], Face::ALL);
        maps.sort();
        maps.dedup();
        assert_eq!(maps.len(), 48);
        for s in Symmetry::all() {
            assert_eq!(s.then(s.inverse()), Symmetry::IDENTITY);
            assert_eq!(s.action().mirror, s.is_mirror());
        }
    }

    #[test]
    fn words_follow_cube_turns() {
        let x = Symmetry::all().find(|s| s.to_string() == "turned by x").unwrap();
        assert_eq!([x.face(Face::F), x.face(Face::U), x.face(Face::R)], [Face::U, Face::B, Face::R]);
        assert_eq!(Symmetry(24).to_string(), "mirrored left to right");
    }
}
