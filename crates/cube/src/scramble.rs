//! Scrambles by the rules of the World Cube Association: a random state, and moves that lead to it.

use crate::cubie::{Corners, Cubie};
use crate::moves::{Turn, invert};
use crate::solve::phase::TwoPhase;
use crate::solve::two::{Metric, Table2};
use ludex_core::{Progress, Random, Stopped};

/// A 2x2 that takes fewer moves is drawn again.
pub const LEAST2: u8 = 4;
/// A 3x3 that takes fewer moves is drawn again.
pub const LEAST3: usize = 2;
/// Longest 3x3 scramble.
const LONGEST3: u8 = 21;

/// Moves to a random state of the 2x2 that is at least [`LEAST2`] moves from solved.
pub fn scramble2(random: &mut Random) -> Vec<Turn> {
    loop {
        let rank = Corners::random2(random).rank2();
        if Table2::shared(Metric::Htm).distance(rank) >= LEAST2 {
            let solution: Vec<Turn> = Table2::shared(Metric::Htm).solve(rank).turns().collect();
            return invert(&solution);
        }
    }
}

/// Moves to a random state of the 3x3 that is at least [`LEAST3`] moves from solved.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn scramble3(
    random: &mut Random,
    solver: &TwoPhase,
    progress: &dyn Progress,
) -> Result<Vec<Turn>, Stopped> {
    loop {
        let state = Cubie::random(random);
        let solution = solver.solve(&state, LONGEST3, false, progress, &mut |_| ())?.unwrap_or_default();
        if solution.len() >= LEAST3 {
            return Ok(invert(&solution));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pieces, Position};

    #[test]
    fn two_scrambles_are_far_enough_and_seeded() {
        let mut random = Random::new(5);
        for _ in 0..500 {
            let turns = scramble2(&mut random);
            let position = Position::after(2, &turns);
            let Pieces::Two(corners) = position.pieces() else { panic!("not a 2x2") };
            assert_eq!(Table2::shared(Metric::Htm).distance(corners.rank2()) as usize, turns.len());
            assert!(turns.len() >= usize::from(LEAST2));
        }
        assert_eq!(scramble2(&mut Random::new(9)), scramble2(&mut Random::new(9)));
    }
}
