//! Reduction of the 6x6 and the 7x7 to a 3x3.
//!
//! | stage | turns | what it reaches |
//! |--|--|--|
//! | 1, 2 | all | the centres of two opposite colours on R and L |
//! | 3, 4 | faces; wide turns about R and L; halves of the others | all centres on their axes, wings evenly permuted |
//! | 5 | faces; halves of wide turns | each wing in a place of its kind, no middle edge flipped |
//! | 6 | U D F B; halves of all others | four edges in the slice between U and D |
//! | 7 | U D; halves of all others | the other edges in the slices of their own |
//! | 8 | halves | centres of one colour per face, edges paired |
//!
//! On the 7x7 stage 8 solves two 5x5s, one after the other.
//!
//! Stages 5, 6 and 7 also bring the centres of one axis each to where half turns can solve them. Distances of
//! single orbits do not tell when several of them are near the goal together, so every stage but this one is
//! a beam guided by learned weights: a state's score is the sum of the weights of its patterns (those of the
//! centres of a face, of the edges of a slice, of the distances of all orbits together).

mod bytes;
mod chain;
mod learn;
mod nested;
mod plan;
mod shape;
mod stages;
mod wide;

use super::shared::Shared;
use crate::moves::Turn;
use chain::{Chain, Reduction};
use learn::{Lessons, learn};
use ludex_core::{Progress, Stopped};
use plan::Plan;
use stages::Ground;

/// States that the beams keep of every length, unless there is time for more.
const STATES: usize = 20_000;

macro_rules! weights {
    ($($name:literal),*) => { [$(include_bytes!(concat!("weights/", $name, ".bin"))),*] };
}

/// The weights of the stages of the 6x6.
const SIX: [&[u8]; 8] = weights!["6-1", "6-2", "6-3", "6-4", "6-5", "6-6", "6-7", "6-8"];

/// The weights of the stages of the 7x7.
const SEVEN: [&[u8]; 7] = weights!["7-1", "7-2", "7-3", "7-4", "7-5", "7-6", "7-7"];

type Six = Chain<4, 1, 3, 4, 6, 8, 10>;
type Seven = Chain<2, 2, 4, 6, 9, 11, 12>;

/// The reduction of a size, if there is one.
fn reduction(n: usize, progress: &dyn Progress) -> Result<Option<&'static dyn Reduction>, Stopped> {
    static REDUCE_SIX: Shared<Six> = Shared::new();
    static REDUCE_SEVEN: Shared<Seven> = Shared::new();
    Ok(match n {
        7 => Some(REDUCE_SEVEN.get(|| Chain::new(7, &SEVEN), progress)?),
        6 => Some(REDUCE_SIX.get(|| Chain::new(6, &SIX), progress)?),
        _ => None,
    })
}

/// Turns that solve a lawful cube, up to the way it is held; none if beams lose their way, or for sizes that
/// have no reduction of this kind. With more effort beams are wider.
pub(crate) fn solve(
    stickers: &[u8],
    n: usize,
    effort: usize,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    match reduction(n, progress)? {
        Some(reduction) => reduction.solve(stickers, STATES * effort, progress),
        None => Ok(None),
    }
}

/// How long the shipped weights of a stage were learned: thousands of walks, their turns, and thousands of
/// updates. Where four orbits of centres are gathered, long walks alone teach more than attempts to come
/// back, which hardly ever succeed.
const fn lessons(n: usize, stage: usize) -> Lessons {
    let (walks, longest, updates) = match (n, stage) {
        (6, 1) => (1, 16, 1),
        (6, 2) => (20, 16, 100),
        (6, 3) => (100, 16, 1000),
        (6, 0 | 7) => (150, 16, 3000),
        (6, _) => (150, 16, 2000),
        (_, 0 | 2) => (200, 14, 300),
        (_, 1) => (2500, 25, 0),
        (_, 3) => (2000, 26, 0),
        (_, 4 | 6) => (150, 16, 2000),
        _ => (150, 16, 1500),
    };
    Lessons { walks: walks * 1000, updates: updates * 1000, longest }
}

/// Learns the weights that guide a stage of the 6x6 or 7x7 anew: some seconds to a minute and a half.
///
/// Stages are counted from 1 to 8, on the 7x7 to 7. What is learned is one of the files from which the library is built.
///
/// # Panics
/// If there is no such size or stage.
#[must_use]
pub fn learn_weights(size: usize, stage: usize) -> Vec<u8> {
    let known = matches!((size, stage), (6, 1..=8) | (7, 1..=7));
    assert!(known, "weights guide stages 1 to 8 of a 6x6 and 1 to 7 of a 7x7");
    let ground: &'static Ground = Box::leak(Box::new(Ground::new(size)));
    let weights = if size == 6 { Six::teach(ground, stage - 1) } else { Seven::teach(ground, stage - 1) };
    bytes::encode(&weights)
}

/// The weights of one stage.
fn taught<const S: usize, const N: usize>(ground: &Ground, plan: &Plan<S, N>, stage: usize) -> Vec<i16> {
    let turns = (&ground.shape.next[..], ground.shape.stages[stage]);
    learn(plan, &|random| ground.goal::<S, N>(stage, random), turns, lessons(ground.shape.n, stage))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;
    use ludex_core::{Random, Silent};

    /// The replay on the rings is the model that knows nothing of orbits.
    #[test]
    fn random_cubes_are_solved_shortly() {
        for (n, most) in [(6, 165), (7, 220)] {
            let mut random = Random::new(7);
            let mut cube = Stickers::solved(n);
            (0..40 * n).for_each(|_| cube.turn(random_turn(&mut random, n)));
            let turns = solve(&from_ring(&cube), n, 1, &Silent).unwrap().expect("no beam loses its way");
            cube.apply(&turns);
            assert!(cube.is_solved());
            assert!(turns.len() <= most, "{} turns for a {n}x{n}", turns.len());
        }
    }

    /// What is learned quickly enough to be learned again is what is shipped.
    #[test]
    fn weights_are_learned_again() {
        assert_eq!(learn_weights(6, 3), SIX[2]);
        assert_eq!(learn_weights(7, 3), SEVEN[2]);
    }
}
