//! Cubes of more than three layers: solvers and scrambles.
//!
//! ```
//! use ludex_core::Silent;
//! use ludex_cube::{Position, notation, nxn};
//! let scramble = notation::parse("Rw U2 3Fw'", 6)?;
//! let solution = nxn::solve(&Position::after(6, &scramble), &Silent)?;
//! assert_eq!(notation::write(&solution, 6), "3Fw U2 Rw'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | size | how |
//! |--|--|
//! | any, up to five turns from solved (four from 10 layers on) | both ends meet: the fewest turns |
//! | 4 | three phases with tables, then a 3x3: about 43 turns |
//! | 5 | six phases with tables, then a 3x3: about 77 turns |
//! | 6, 7 | eight stages guided by learned weights, then a 3x3 |
//! | 8 to 12 | the 5x5 to 7x7 in the middle, then every other orbit by 3-cycles |
//! | others | corners and middle edges as a 3x3, then every orbit by 3-cycles |
//!
//! Turns are counted as outer blocks: every face turn and every wide turn is one. A solved cube shows
//! one colour on each face; where it has no fixed centres no way of holding it is the right one.

mod beam;
mod blocks;
mod cycles;
mod five;
mod four;
mod general;
mod goal;
mod layout;
mod reduce;
mod scramble;
mod search;
pub(crate) mod shared;
mod short;
mod subset;
mod three;
mod wings;

pub use goal::solve_to;
pub use reduce::learn_weights;
pub use scramble::{random_state4, scramble};
pub(crate) use three::small;

use crate::face::Face;
use crate::moves::Turn;
use crate::position::Position;
use crate::stickers::Stickers;
use ludex_core::{Progress, Stopped};

/// Outer block turns that solve a cube of any size, none if every face shows one colour.
///
/// The same cube always gets the same turns. They are replayed before they are given out.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    let cube = position.stickers();
    let turns = solve_stickers(cube, progress)?;
    let mut replay = cube.clone();
    replay.apply(&turns);
    assert!(replay.is_solved(), "the solution of a {}x{} cube does not solve it", cube.size(), cube.size());
    Ok(turns)
}

fn solve_stickers(cube: &Stickers, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    if cube.is_solved() {
        return Ok(Vec::new());
    }
    let stickers = from_ring(cube);
    if let Some(turns) = short::solve(&stickers, cube.size(), progress)? {
        return Ok(turns);
    }
    reduced(&stickers, cube.size(), effort(cube.size()), progress)
}

/// The effort without a time: on small cubes twice the least, which saves a turn or two for a second or less.
const fn effort(n: usize) -> usize {
    if n < 6 { 2 } else { 1 }
}

/// By way of a 3x3: the more effort the longer it takes and the shorter it mostly comes out.
fn reduced(stickers: &[u8], n: usize, effort: usize, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    let turns = match n {
        4 => Some(four::solve(stickers, effort, progress)?),
        5 => five::solve(stickers, effort, progress)?,
        _ => reduce::solve(stickers, n, effort, progress)?,
    };
    match turns {
        Some(turns) => Ok(turns),
        None => general::solve(stickers, n, general::core(stickers, n, effort, progress)?, progress),
    }
}

/// The shortest turns found until the deadline that solve a cube of any size; `better` hears of each that
/// is shorter than those before.
///
/// There always is an answer: where the time is over before [`solve`] would have had one, it is a longer one
/// that takes no more than a moment.
///
/// # Errors
/// [`Stopped`] when the progress asked for it. Of the deadline it is no error to be over.
pub fn solve_until(
    position: &Position,
    progress: &dyn Progress,
    deadline: &dyn Progress,
    better: &mut dyn FnMut(&[Turn]),
) -> Result<Vec<Turn>, Stopped> {
    let cube = position.stickers();
    let (stickers, n) = (from_ring(cube), cube.size());
    let mut best = match solve(position, deadline) {
        Ok(turns) => turns,
        Err(Stopped) => {
            progress.report(0, 0)?;
            general::solve(&stickers, n, None, progress)?
        }
    };
    better(&best);
    // What is found by meeting in the middle is the shortest there is.
    let mut effort = 2 * effort(n);
    while best.len() > short::longest(n) && effort <= MOST_EFFORT {
        match reduced(&stickers, n, effort, deadline) {
            Ok(turns) if turns.len() < best.len() => {
                better(&turns);
                best = turns;
            }
            Ok(_) => {}
            Err(Stopped) => {
                progress.report(0, 0)?;
                break;
            }
        }
        effort *= 2;
    }
    let mut replay = cube.clone();
    replay.apply(&best);
    assert!(replay.is_solved(), "the solution of a {n}x{n} cube does not solve it");
    Ok(best)
}

/// Where more effort would ask for more memory than it is worth.
const MOST_EFFORT: usize = 128;

/// The stickers in the solvers' order: faces U D F B L R, rows and columns of the usual net.
fn from_ring(cube: &Stickers) -> Vec<u8> {
    let area = cube.size() * cube.size();
    let facelets = cube.facelets();
    let mut stickers = vec![0; 6 * area];
    for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
        stickers[face.index() * area..][..area].copy_from_slice(&facelets[i * area..][..area]);
    }
    stickers
}

/// The ring model of stickers in the solvers' order.
fn to_ring(stickers: &[u8], size: usize) -> Stickers {
    let area = size * size;
    let facelets: Vec<u8> = Face::FACELET_ORDER
        .iter()
        .flat_map(|face| &stickers[face.index() * area..][..area])
        .copied()
        .collect();
    Stickers::from_facelets(size, &facelets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};

    /// A turn of any kind.
    pub(crate) fn random_turn(random: &mut Random, n: usize) -> Turn {
        let (a, b) = (random.below(n as u64) as u8 + 1, random.below(n as u64) as u8 + 1);
        Turn {
            face: Face::from_index(random.below(6) as u8),
            first: a.min(b),
            last: a.max(b),
            quarters: random.below(3) as u8 + 1,
        }
    }

    /// The cube in its 24 holdings.
    pub(crate) fn holdings(cube: &Stickers) -> impl Iterator<Item = Stickers> {
        let cube = cube.clone();
        goal::rotations(cube.size()).map(move |rotation| {
            let mut held = cube.clone();
            held.apply(&rotation);
            held
        })
    }

    #[test]
    fn a_solved_cube_needs_no_turns_however_it_is_held() {
        for n in 2..=8 {
            for held in holdings(&Stickers::solved(n)) {
                assert_eq!(solve(&Position::from_stickers(held), &Silent), Ok(Vec::new()));
            }
        }
    }

    #[test]
    fn rings_there_and_back() {
        let mut random = Random::new(8);
        let mut cube = Stickers::solved(5);
        (0..50).for_each(|_| cube.turn(random_turn(&mut random, 5)));
        assert_eq!(to_ring(&from_ring(&cube), 5), cube);
    }
}
