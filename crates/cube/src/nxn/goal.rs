//! From one state to another.

use super::blocks::blocks;
use super::{from_ring, short, solve};
use crate::face::Face;
use crate::moves::{Turn, invert};
use crate::position::Position;
use crate::stickers::Stickers;
use ludex_core::{Progress, Stopped};

/// Outer block turns that lead from a cube to another of the same size, up to the way it is held.
///
/// The fewest turns if five (from 10 layers on: four) are enough without turning the whole cube; else
/// through the solved cube.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
///
/// # Panics
/// If the cubes are of different sizes.
pub fn solve_to(position: &Position, goal: &Position, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    let (cube, end, n) = (position.stickers(), goal.stickers(), goal.size());
    assert_eq!(position.size(), n, "a cube cannot become one of another size");
    let turns = if holding(cube, end).is_some() {
        Vec::new()
    } else if let Some(turns) = short::between(&from_ring(cube), &from_ring(end), n, progress)? {
        turns
    } else {
        let (forth, back) = (solve(position, progress)?, solve(goal, progress)?);
        let solved = |cube: &Stickers, turns: &[Turn]| {
            let mut solved = cube.clone();
            solved.apply(turns);
            solved
        };
        let rotation = holding(&solved(cube, &forth), &solved(end, &back)).expect("both are solved");
        blocks(&forth.into_iter().chain(rotation).chain(invert(&back)).collect::<Vec<_>>(), n)
    };
    let mut replay = cube.clone();
    replay.apply(&turns);
    assert!(holding(&replay, end).is_some(), "the turns do not lead to the goal");
    Ok(turns)
}

/// The turns of the whole cube that make one cube look like another.
fn holding(cube: &Stickers, like: &Stickers) -> Option<Vec<Turn>> {
    rotations(cube.size()).find(|rotation| {
        let mut held = cube.clone();
        held.apply(rotation);
        held == *like
    })
}

/// The 24 ways to turn the whole cube.
pub(crate) fn rotations(n: usize) -> impl Iterator<Item = Vec<Turn>> {
    let whole = move |face, quarters| Turn { face, first: 1, last: n as u8, quarters };
    (0..24u8).map(move |i| {
        let tilt = match i / 4 {
            0 => whole(Face::R, 0),
            k @ 1..=3 => whole(Face::R, k),
            4 => whole(Face::F, 1),
            _ => whole(Face::F, 3),
        };
        [whole(Face::U, i % 4), tilt].into_iter().filter(|turn| turn.quarters > 0).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use ludex_core::Silent;

    #[test]
    fn goals_are_reached() {
        for (n, from, to, most) in [
            (4, "Rw U2 F", "Rw U2 F Lw' D", 2),
            (5, "x Rw U", "x Rw U", 0),
            (4, "Rw U F", "Rw U F y", 0),
            (6, "3Rw U2 F' Lw", "F R", 6),
            (11, "3Rw U2 F' Lw D", "B2 Dw R' 5Uw L", 10_000),
        ] {
            let [from, to] =
                [from, to].map(|text| Position::after(n, &notation::parse(text, n).expect("written right")));
            let turns = solve_to(&from, &to, &Silent).expect("nobody stops it");
            assert!(turns.len() <= most, "{turns:?}");
        }
    }
}
