//! Turns of layers, and what can be done with a sequence of them.

use crate::face::Face;

/// A turn of the layers `first..=last`, counted from `face` inwards from 1, by `quarters` clockwise
/// quarter turns as seen from that face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The face from which layers and direction are seen.
    pub face: Face,
    /// The outermost layer that turns; 1 is the face itself.
    pub first: u8,
    /// The innermost layer that turns.
    pub last: u8,
    /// Clockwise quarter turns, 1 to 3.
    pub quarters: u8,
}

impl Turn {
    /// A turn of one face.
    #[must_use]
    pub const fn face(face: Face, quarters: u8) -> Turn {
        Turn { face, first: 1, last: 1, quarters }
    }

    /// A turn of the outer `width` layers.
    #[must_use]
    pub const fn wide(face: Face, width: u8, quarters: u8) -> Turn {
        Turn { face, first: 1, last: width, quarters }
    }

    /// A turn of one layer.
    #[must_use]
    pub const fn slice(face: Face, layer: u8, quarters: u8) -> Turn {
        Turn { face, first: layer, last: layer, quarters }
    }

    /// The turn that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Turn {
        Turn { quarters: (4 - self.quarters % 4) % 4, ..self }
    }

    /// The same turn described from the opposite face of a cube of `size` layers.
    #[must_use]
    pub const fn from_opposite(self, size: usize) -> Turn {
        Turn {
            face: self.face.opposite(),
            first: size as u8 + 1 - self.last,
            last: size as u8 + 1 - self.first,
            quarters: (4 - self.quarters % 4) % 4,
        }
    }
}

/// The sequence that takes a sequence back.
#[must_use]
pub fn invert(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// The same effect with neighbouring turns of one axis merged: nothing is left that cancels.
#[must_use]
pub fn simplify(turns: &[Turn], size: usize) -> Vec<Turn> {
    // One entry per run of turns about the same axis: quarters per layer, seen from U, F or L.
    let mut runs: Vec<(Face, Vec<u8>)> = Vec::new();
    for &turn in turns {
        let seen = if turn.face.index() % 2 == 0 { turn } else { turn.from_opposite(size) };
        if runs.last().is_none_or(|(face, _)| *face != seen.face) {
            runs.push((seen.face, vec![0; size]));
        }
        let (_, layers) = runs.last_mut().expect("just pushed");
        for layer in seen.first..=seen.last {
            layers[layer as usize - 1] = (layers[layer as usize - 1] + seen.quarters) % 4;
        }
        // A run that came to nothing lets its neighbours meet.
        if layers.iter().all(|&quarters| quarters == 0) {
            runs.pop();
        }
    }
    runs.iter().flat_map(|(face, layers)| layer_turns(*face, layers)).collect()
}

/// The fewest block turns that give each layer its quarters.
fn layer_turns(face: Face, layers: &[u8]) -> Vec<Turn> {
    let size = layers.len();
    let mut turns = Vec::new();
    let mut first = 0;
    while first < size {
        let quarters = layers[first];
        let end = (first..size).find(|&i| layers[i] != quarters).unwrap_or(size);
        if quarters != 0 {
            let turn = Turn { face, first: first as u8 + 1, last: end as u8, quarters };
            // Name a block from the face it is nearer to.
            let near = first <= size - end;
            turns.push(if near { turn } else { turn.from_opposite(size) });
        }
        first = end;
    }
    turns
}

/// Turns counted in face turns (half turns count once) and in quarter turns.
///
/// An inner block counts as the two outer blocks it is made of; a turn of the whole cube counts
/// nothing.
#[must_use]
pub fn lengths(turns: &[Turn], size: usize) -> (usize, usize) {
    turns.iter().fold((0, 0), |(half, quarter), turn| {
        let blocks = usize::from(turn.first > 1) + usize::from((turn.last as usize) < size);
        let quarters = [0, 1, 2, 1][turn.quarters as usize % 4];
        (half + blocks.min(quarters * 2), quarter + blocks * quarters)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn check(size: usize, long: &str, short: &str) {
        let turns = simplify(&notation::parse(long, size).unwrap(), size);
        assert_eq!(notation::write(&turns, size), short, "{long}");
    }

    #[test]
    fn simplify_merges_what_commutes() {
        check(3, "R L R'", "L");
        check(3, "R L R L' R", "R'");
        check(3, "U R R' U'", "");
        check(3, "R2 R2 F F F", "F'");
        check(3, "x R' L", "M'");
        check(4, "Rw R'", "2R");
        check(5, "Rw Lw'", "Lw' Rw");
    }

    #[test]
    fn block_and_slice_lengths() {
        let length = |text: &str| lengths(&notation::parse(text, 5).unwrap(), 5);
        assert_eq!(length("R Rw2 x"), (2, 3));
        assert_eq!(length("2R M'"), (4, 4));
    }
}
