//! Scrambles by the rules of the World Cube Association.

use super::{layout::Orbit, to_ring};
use crate::cubie::{Corners, corner_facelets};
use crate::face::Face;
use crate::moves::{Turn, invert};
use crate::position::Position;
use crate::stickers::Stickers;
use ludex_core::{Progress, Random, Stopped};

/// A scramble for a cube of four or more layers.
///
/// A 4x4 gets the way to a random state; larger cubes get random outer block turns, of which none
/// undoes or adds to another: 60, 80 and 100 for sizes 5 to 7 and 20 more for each size beyond.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
///
/// # Panics
/// When the size is below 4 or above [`crate::MAX_SIZE`].
pub fn scramble(size: usize, random: &mut Random, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    assert!((4..=crate::MAX_SIZE).contains(&size), "size {size}");
    if size == 4 {
        let state = Position::from_stickers(random_state4(random));
        return Ok(invert(&super::solve(&state, progress)?));
    }
    let mut turns: Vec<Turn> = Vec::new();
    while turns.len() < 20 * (size - 2) {
        let face = Face::from_index(random.below(6) as u8);
        let width = random.below(size as u64 / 2) as u8 + 1;
        let turn = Turn::wide(face, width, random.below(3) as u8 + 1);
        // The half of an even cube is the same turn from either side but for the holding.
        let half = usize::from(width) * 2 == size;
        let same_axis = |other: &&Turn| other.face == face || other.face == face.opposite();
        let meets = |other: &Turn| other.last == width && (half || other.face == face);
        if !turns.iter().rev().take_while(same_axis).any(meets) {
            turns.push(turn);
        }
    }
    Ok(turns)
}

/// A 4x4 in a random state: every lawful colouring is equally likely.
#[must_use]
pub fn random_state4(random: &mut Random) -> Stickers {
    let mut stickers = vec![0; 96];
    let mut corners = Corners::SOLVED;
    random.shuffle(&mut corners.piece);
    for i in 0..7 {
        corners.twist[i] = random.below(3) as u8;
    }
    corners.twist[7] = (24 - corners.twist[..7].iter().sum::<u8>()) % 3;
    let small = corners.stickers().facelets();
    for (from, to) in corner_facelets(2).as_flattened().iter().zip(corner_facelets(4).as_flattened()) {
        stickers[Face::FACELET_ORDER[to / 16].index() * 16 + to % 16] = small[*from];
    }
    let wings = Orbit::new(4, 0, 1);
    let partners = wings.partners();
    let mut order: [usize; 24] = std::array::from_fn(|slot| slot);
    random.shuffle(&mut order);
    for (slot, piece) in order.into_iter().enumerate() {
        stickers[wings.sticker(slot)] = (wings.sticker(piece) / 16) as u8;
        stickers[partners[slot]] = (partners[piece] / 16) as u8;
    }
    let mut centres: [u8; 24] = std::array::from_fn(|slot| slot as u8 / 4);
    random.shuffle(&mut centres);
    for (sticker, colour) in Orbit::new(4, 1, 1).stickers().into_iter().zip(centres) {
        stickers[sticker] = colour;
    }
    to_ring(&stickers, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use ludex_core::Silent;

    #[test]
    fn random_states_are_lawful() {
        let mut random = Random::new(4);
        for _ in 0..200 {
            let state = random_state4(&mut random);
            let letters: String =
                state.facelets().iter().map(|&colour| Face::from_index(colour).letter()).collect();
            Position::try_from(&Setup::with_size(&letters, 4).unwrap()).unwrap();
        }
    }

    #[test]
    fn random_turns_have_the_length_of_the_rules() {
        for (size, length) in [(5, 60), (6, 80), (7, 100), (8, 120), (17, 300)] {
            let turns = scramble(size, &mut Random::new(1), &Silent).unwrap();
            assert_eq!(turns.len(), length);
            assert_eq!(turns, scramble(size, &mut Random::new(1), &Silent).unwrap());
            let short = super::super::blocks::blocks(&turns, size);
            assert_eq!(short.len(), length, "nothing cancels");
        }
    }

    #[test]
    fn a_4x4_scramble_leads_to_its_state() {
        let turns = scramble(4, &mut Random::new(9), &Silent).unwrap();
        let mut cube = Stickers::solved(4);
        cube.apply(&turns);
        // The same cube but for the names of its colours: a solved cube in another holding came out.
        let names = |cube: &Stickers| {
            let facelets = cube.facelets();
            let mut met: Vec<u8> = Vec::new();
            facelets.iter().for_each(|colour| {
                if !met.contains(colour) {
                    met.push(*colour)
                }
            });
            facelets.iter().map(|colour| met.iter().position(|other| other == colour)).collect::<Vec<_>>()
        };
        assert_eq!(names(&cube), names(&random_state4(&mut Random::new(9))));
    }
}
