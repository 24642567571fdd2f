//! The fewest turns for a cube that is only a few turns from solved.

use super::layout::map;
use super::search::may_follow;
use crate::face::Face;
use crate::moves::{Turn, invert};
use ludex_core::{Progress, Stopped};
use std::collections::HashMap;

/// Turns from the goal.
const REACH: usize = 2;

/// Turns from the cube: with those from the goal the longest solution found here. On large cubes a third
/// turn from there would take seconds.
const fn reach(n: usize) -> usize {
    if n <= 9 { 3 } else { 2 }
}

/// The longest solutions found here.
pub(crate) const fn longest(n: usize) -> usize {
    reach(n) + REACH
}

/// The fewest outer block turns that solve the cube, if five are enough (four from 10 layers on).
///
/// How the cube is held does not matter: colours are renamed in the order in which they are met, and a
/// solved cube held another way is a solved cube with other colours.
pub(crate) fn solve(
    stickers: &[u8],
    n: usize,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    let area = n * n;
    let solved: Vec<u8> = (0..6 * area).map(|i| (i / area) as u8).collect();
    let is_solved = |end: &[u8]| end.chunks(area).all(|face| face.iter().all(|&colour| colour == face[0]));
    meet(stickers, &solved, n, progress, &is_solved, renamed_hash)
}

/// The fewest outer block turns from a cube to another, if five are enough in this holding (four from
/// 10 layers on).
pub(crate) fn between(
    stickers: &[u8],
    goal: &[u8],
    n: usize,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    meet(stickers, goal, n, progress, &|end| end == goal, |stickers| hash(stickers.iter().copied()))
}

/// Both ends walk and meet.
fn meet(
    stickers: &[u8],
    goal: &[u8],
    n: usize,
    progress: &dyn Progress,
    is_goal: &dyn Fn(&[u8]) -> bool,
    hash: fn(&[u8]) -> u64,
) -> Result<Option<Vec<Turn>>, Stopped> {
    progress.report(0, 0)?;
    let turns: Vec<(Turn, Vec<u16>)> = Face::ALL
        .into_iter()
        .flat_map(|face| (1..=n as u8 / 2).map(move |width| (face, width)))
        .flat_map(|(face, width)| (1..=3).map(move |quarters| Turn::wide(face, width, quarters)))
        .map(|turn| (turn, map(n, turn)))
        .collect();
    let far = spread(goal, &turns, REACH, hash, progress)?;
    let near = spread(stickers, &turns, reach(n), hash, progress)?;
    let mut ends: HashMap<u64, &Vec<Turn>> = HashMap::with_capacity(far.len());
    for (path, hash) in &far {
        ends.entry(*hash).or_insert(path);
    }
    let mut best: Option<Vec<Turn>> = None;
    for (path, hash) in &near {
        let Some(end) = ends.get(hash) else { continue };
        if best.as_ref().is_some_and(|best| best.len() <= path.len() + end.len()) {
            continue;
        }
        // Hashes can meet by chance: what leads to the goal is what counts.
        let whole: Vec<Turn> = path.iter().copied().chain(invert(end)).collect();
        let step = |stickers: Vec<u8>, &turn: &Turn| moved(&stickers, map_of(&turns, turn));
        if is_goal(&whole.iter().fold(stickers.to_vec(), step)) {
            best = Some(whole);
        }
    }
    Ok(best)
}

fn map_of(turns: &[(Turn, Vec<u16>)], turn: Turn) -> &[u16] {
    &turns.iter().find(|(other, _)| *other == turn).expect("one of the turns").1
}

fn moved(stickers: &[u8], map: &[u16]) -> Vec<u8> {
    let mut after = vec![0; stickers.len()];
    for (from, &to) in map.iter().enumerate() {
        after[to as usize] = stickers[from];
    }
    after
}

/// All cubes within reach, shortest first: the turns and a hash of the colours.
fn spread(
    stickers: &[u8],
    turns: &[(Turn, Vec<u16>)],
    reach: usize,
    hash: fn(&[u8]) -> u64,
    progress: &dyn Progress,
) -> Result<Vec<(Vec<Turn>, u64)>, Stopped> {
    let mut seen = vec![(Vec::new(), hash(stickers))];
    let mut frontier = vec![(Vec::new(), stickers.to_vec())];
    for depth in 1..=reach {
        let mut next = Vec::new();
        for (path, stickers) in &frontier {
            progress.report(0, 0)?;
            for (turn, map) in turns {
                if path.last().is_some_and(|&last| !may_follow(last, *turn)) {
                    continue;
                }
                let after = moved(stickers, map);
                let mut longer: Vec<Turn> = path.clone();
                longer.push(*turn);
                seen.push((longer.clone(), hash(&after)));
                if depth < reach {
                    next.push((longer, after));
                }
            }
        }
        frontier = next;
    }
    Ok(seen)
}

/// A hash of the stickers with colours numbered in the order they are met.
fn renamed_hash(stickers: &[u8]) -> u64 {
    let mut names = [u8::MAX; 6];
    let mut next = 0;
    hash(stickers.iter().map(|&colour| {
        let name = &mut names[colour as usize];
        if *name == u8::MAX {
            *name = next;
            next += 1;
        }
        *name
    }))
}

fn hash(colours: impl Iterator<Item = u8>) -> u64 {
    colours.fold(0xCBF2_9CE4_8422_2325, |hash: u64, colour| {
        (hash ^ u64::from(colour)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(5)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;
    use ludex_core::{Random, Silent};

    /// Short scrambles of block turns get answers that are no longer, in every holding.
    #[test]
    fn short_scrambles_get_short_answers() {
        let mut random = Random::new(21);
        for n in [4, 5, 6, 7, 11] {
            for length in 1..=reach(n) + REACH {
                let mut cube = Stickers::solved(n);
                let (face, last) = (Face::from_index(random.below(6) as u8), n as u8);
                cube.turn(Turn { face, first: 1, last, quarters: random.below(4) as u8 });
                for _ in 0..length {
                    let turn = random_turn(&mut random, n);
                    cube.turn(Turn { first: 1, last: turn.last.min(n as u8 / 2), ..turn });
                }
                let turns = solve(&from_ring(&cube), n, &Silent).unwrap().expect("near");
                assert!(turns.len() <= length, "{n} {length} {turns:?}");
                cube.apply(&turns);
                assert!(cube.is_solved());
            }
        }
    }

    /// Issue 17, defect 3: five turns on a 6x6 got an answer of 369.
    #[test]
    fn five_turns_on_a_6x6_are_taken_back_by_five() {
        let scramble = crate::notation::parse("Rw U Fw D2 Rw", 6).expect("written right");
        let mut cube = Stickers::solved(6);
        cube.apply(&scramble);
        let turns = solve(&from_ring(&cube), 6, &Silent).unwrap().expect("near");
        assert_eq!(turns, invert(&scramble));
    }
}
