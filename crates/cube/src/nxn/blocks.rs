//! Any turns as outer block turns, as few as they come to.

use crate::face::Face;
use crate::moves::Turn;

/// Rewrites turns so that each is one outer block (a face, or a face with the layers under it).
///
/// Turns about one axis in a row are taken together: between two neighbouring layers that end up
/// turned against each other there must be one block turn, and one is enough. A block is turned from
/// its thinner side; where that leaves the cube held another way than before, the turns that follow
/// are renamed. The effect is the same but for the way the cube is held at the end.
pub(crate) fn blocks(turns: &[Turn], size: usize) -> Vec<Turn> {
    let mut result: Vec<Turn> = Vec::new();
    // `held[f]`: the face of space where the face f of the turns' own frame has come to.
    let mut held = Face::ALL;
    let mut at = 0;
    while at < turns.len() {
        let first = turns[at].face;
        let mut layers = vec![0u8; size];
        while at < turns.len() && (turns[at].face == first || turns[at].face == first.opposite()) {
            let turn = if turns[at].face == first { turns[at] } else { turns[at].from_opposite(size) };
            for layer in turn.first..=turn.last {
                layers[layer as usize - 1] = (layers[layer as usize - 1] + turn.quarters) % 4;
            }
            at += 1;
        }
        // The frame stays with the layers in the middle, which no block turns.
        let middle = size / 2;
        let still = layers[middle];
        let face = held[first.index()];
        for width in 1..=middle {
            let quarters = (layers[width - 1] + 4 - layers[width]) % 4;
            push(&mut result, Turn { face, first: 1, last: width as u8, quarters });
        }
        for width in 1..size - middle {
            let quarters = (layers[size - width - 1] + 4 - layers[size - width]) % 4;
            push(&mut result, Turn { face: face.opposite(), first: 1, last: width as u8, quarters });
        }
        // What should have turned by `still` has not: the frame of the turns lags behind.
        for _ in 0..(4 - still) % 4 {
            held = turn_frame(held, face);
        }
    }
    result
}

/// Adds a turn, merged into an earlier one it cancels or adds to.
fn push(turns: &mut Vec<Turn>, turn: Turn) {
    if turn.quarters.is_multiple_of(4) {
        return;
    }
    let same_axis = |other: &Turn| other.face == turn.face || other.face == turn.face.opposite();
    let run = turns.iter().rev().take_while(|other| same_axis(other)).count();
    let start = turns.len() - run;
    match (start..turns.len()).find(|&i| turns[i].face == turn.face && turns[i].last == turn.last) {
        None => turns.push(turn),
        Some(i) => {
            turns[i].quarters = (turns[i].quarters + turn.quarters) % 4;
            if turns[i].quarters == 0 {
                turns.remove(i);
            }
        }
    }
}

/// The frame after the whole cube turned clockwise about a face of space.
fn turn_frame(held: [Face; 6], about: Face) -> [Face; 6] {
    let ring = match about {
        Face::U => [Face::F, Face::L, Face::B, Face::R],
        Face::D => [Face::F, Face::R, Face::B, Face::L],
        Face::R => [Face::F, Face::U, Face::B, Face::D],
        Face::L => [Face::F, Face::D, Face::B, Face::U],
        Face::F => [Face::U, Face::R, Face::D, Face::L],
        Face::B => [Face::U, Face::L, Face::D, Face::R],
    };
    held.map(|face| match ring.iter().position(|&other| other == face) {
        Some(i) => ring[(i + 1) % 4],
        None => face,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::tests::random_turn;
    use crate::stickers::Stickers;

    #[test]
    fn blocks_do_the_same_but_for_the_holding() {
        let mut random = ludex_core::Random::new(11);
        for n in 2..=9 {
            for _ in 0..40 {
                let turns: Vec<Turn> = (0..12).map(|_| random_turn(&mut random, n)).collect();
                let short = blocks(&turns, n);
                assert!(short.iter().all(|turn| turn.first == 1 && (turn.last as usize) <= n / 2));
                // Undoing the blocks after the turns leaves a cube that is solved in some holding.
                let mut cube = Stickers::solved(n);
                cube.apply(&turns);
                let mut back = Stickers::solved(n);
                back.apply(&short);
                // The same scramble up to holding: solve one with the other's inverse by faces.
                let same = crate::nxn::tests::holdings(&back).any(|held| held == cube);
                assert!(same, "{turns:?} on {n}");
            }
        }
    }
}
