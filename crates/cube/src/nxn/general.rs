//! A solution for every size: corners and middle edges as a 3x3, then wings, then centres.
//!
//! Face turns alone solve the corners, and on odd cubes the middle edges, as on a 3x3. Whatever is
//! left lies in orbits of 24 that do not mix, and every even permutation of an orbit is a product of
//! 3-cycles, each a commutator with a set-up ([`Cycles`]). An odd wing orbit (the parities that cubers
//! meet as a single flipped edge or two exchanged ones) becomes even with one quarter turn of its
//! slice while the centres are still open; centres of one colour look alike and are never odd.
//!
//! Sizes that are not too large begin with the 6x6 or 7x7 in the middle instead, for which there are
//! shorter ways.

use super::blocks::blocks;
use super::cycles::{Cycles, act_of};
use super::layout::{Orbit, SLOTS, apply, is_odd, turned};
use super::{five, four, reduce, three};
use crate::face::Face;
use crate::moves::Turn;
use ludex_core::{Progress, Stopped};
use std::sync::{Arc, OnceLock};

/// The largest cube whose middle is solved as a 6x6 or 7x7 first: beyond, what it saves is a small part
/// of the whole and not worth the time.
const LARGEST_CORE: usize = 12;

/// A smaller cube in the middle of a cube that is solved.
pub(crate) struct Core {
    turns: Vec<Turn>,
    /// The first layer that belongs to it, after the outermost.
    first: usize,
}

/// Turns that solve a lawful cube, as outer blocks, up to the way it is held, if need be after those that
/// solve its [`core()`].
pub(crate) fn solve(
    stickers: &[u8],
    n: usize,
    core: Option<Core>,
    progress: &dyn Progress,
) -> Result<Vec<Turn>, Stopped> {
    let mut cube = Cube { n, stickers: stickers.to_vec(), turns: Vec::new() };
    // Slices further out never touch what the core has solved.
    let open = core.as_ref().map_or(n / 2, |core| core.first);
    let outer = match core {
        Some(core) => core.turns,
        None => three::solve(&three::skeleton(&cube.stickers, n), progress)?,
    };
    cube.apply(&outer);
    // From here on corners (and middle edges) are home in a frame that names every colour's face.
    let home = home_faces(&cube.stickers, n);
    let centres: Vec<(usize, usize)> = centre_orbits(n).filter(|&(row, _)| row < open).collect();
    let wings = open.saturating_sub(1);
    let orbits = (wings + centres.len()) as u64;
    for column in 1..open {
        progress.report(column as u64 - 1, orbits)?;
        cube.solve_wings(&book(n, 0, column), &home);
    }
    for (i, (row, column)) in centres.into_iter().enumerate() {
        progress.report((wings + i) as u64, orbits)?;
        cube.solve_centres(&book(n, row, column), &home);
    }
    Ok(blocks(&cube.turns, n))
}

/// Turns that solve the 6x6 or 7x7 (where that fails the 4x4 or 5x5) of the outermost layers and those in
/// the middle, which other layers follow as they may; none where that is not worth the time.
pub(crate) fn core(
    stickers: &[u8],
    n: usize,
    effort: usize,
    progress: &dyn Progress,
) -> Result<Option<Core>, Stopped> {
    if !(6..=LARGEST_CORE).contains(&n) {
        return Ok(None);
    }
    for deep in [2, 1] {
        let first = n / 2 - deep;
        if first < 2 {
            continue;
        }
        let layers: Vec<usize> = std::iter::once(0).chain(first..n - first).chain([n - 1]).collect();
        let seen: Vec<u8> = (0..6)
            .flat_map(|face| layers.iter().map(move |row| (face * n + row) * n))
            .flat_map(|row| layers.iter().map(move |column| stickers[row + column]))
            .collect();
        let turns = match layers.len() {
            4 => Some(four::solve(&seen, 1, progress)?),
            5 => five::solve(&seen, 1, progress)?,
            size => reduce::solve(&seen, size, effort, progress)?,
        };
        let widen =
            |turn: Turn| Turn { last: if turn.last == 1 { 1 } else { first as u8 + turn.last - 1 }, ..turn };
        if let Some(turns) = turns {
            return Ok(Some(Core { turns: turns.into_iter().map(widen).collect(), first }));
        }
    }
    Ok(None)
}

/// One representative (row, column) of every orbit of movable centres.
pub(crate) fn centre_orbits(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..n / 2).flat_map(move |row| (row..n - 1 - row).map(move |column| (row, column)))
}

/// The cycles of an orbit, found once.
fn book(n: usize, row: usize, column: usize) -> Arc<Cycles> {
    type Shelf = [[OnceLock<Arc<Cycles>>; crate::MAX_SIZE]; crate::MAX_SIZE / 2];
    static BOOKS: [Shelf; crate::MAX_SIZE + 1] =
        [const { [const { [const { OnceLock::new() }; crate::MAX_SIZE] }; crate::MAX_SIZE / 2] };
            crate::MAX_SIZE + 1];
    let find = || Arc::new(Cycles::new(Orbit::new(n, row, column), row > 0));
    BOOKS[n][row][column].get_or_init(find).clone()
}

/// By colour, the face whose corners show it.
fn home_faces(stickers: &[u8], n: usize) -> [u8; 6] {
    let mut home = [0; 6];
    for face in 0..6 {
        home[stickers[face * n * n] as usize] = face as u8;
    }
    home
}

struct Cube {
    n: usize,
    stickers: Vec<u8>,
    turns: Vec<Turn>,
}

impl Cube {
    fn apply(&mut self, turns: &[Turn]) {
        for &turn in turns {
            self.stickers = turned(&self.stickers, self.n, turn);
        }
        self.turns.extend(turns);
    }

    fn solve_wings(&mut self, cycles: &Cycles, home: &[u8; 6]) {
        let mut wings = self.wings(cycles.orbit(), home);
        if is_odd(&wings) {
            let slice = Turn::slice(Face::R, cycles.orbit().column as u8 + 1, 1);
            self.apply(&[slice]);
            wings = self.wings(cycles.orbit(), home);
        }
        let mut turns = Vec::new();
        while let Some(triple) = cycles.best(|slot, to| wings[slot as usize] == to) {
            let cycle = cycles.turns(triple);
            wings = apply(&act_of(cycles.orbit(), &cycle), &wings);
            turns.extend(cycle);
        }
        self.apply(&blocks_fixed(&turns));
    }

    /// By slot, the slot where the wing there belongs.
    fn wings(&self, orbit: Orbit, home: &[u8; 6]) -> [u8; SLOTS] {
        let face_pair = |slot: usize| {
            let partner = orbit.partners()[slot] / (self.n * self.n);
            (slot as u8 / 4, partner as u8)
        };
        let places: [(u8, u8); SLOTS] = std::array::from_fn(face_pair);
        let partners = orbit.partners();
        std::array::from_fn(|slot| {
            let shows = |sticker: usize| home[self.stickers[sticker] as usize];
            let pair = (shows(orbit.sticker(slot)), shows(partners[slot]));
            places.iter().position(|&place| place == pair).expect("a lawful cube has only lawful wings") as u8
        })
    }

    fn solve_centres(&mut self, cycles: &Cycles, home: &[u8; 6]) {
        let mut colours = cycles.orbit().read(&self.stickers).map(|colour| home[colour as usize]);
        let mut turns = Vec::new();
        while let Some(triple) = cycles.best(|slot, to| colours[slot as usize] == to / 4) {
            let cycle = cycles.turns(triple);
            colours = apply(&act_of(cycles.orbit(), &cycle), &colours);
            turns.extend(cycle);
        }
        // Pure cycles: nothing else has moved, the stickers need no replay.
        for (slot, sticker) in cycles.orbit().stickers().into_iter().enumerate() {
            let colour = home.iter().position(|&face| face as usize == slot / 4);
            self.stickers[sticker] = colour.expect("six faces") as u8;
        }
        self.turns.extend(turns);
    }
}

/// Drops turns that take each other back, so that replay has less to do.
fn blocks_fixed(turns: &[Turn]) -> Vec<Turn> {
    let mut short: Vec<Turn> = Vec::new();
    for &turn in turns {
        match short.last_mut() {
            Some(last) if (last.face, last.first, last.last) == (turn.face, turn.first, turn.last) => {
                last.quarters = (last.quarters + turn.quarters) % 4;
                if last.quarters == 0 {
                    short.pop();
                }
            }
            _ => short.push(turn),
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;

    #[test]
    fn every_size_is_solved() {
        let mut random = ludex_core::Random::new(7);
        for n in 2..=17 {
            let mut cube = Stickers::solved(n);
            (0..40 * n).for_each(|_| cube.turn(random_turn(&mut random, n)));
            let turns = solve(&from_ring(&cube), n, None, &ludex_core::Silent).unwrap();
            cube.apply(&turns);
            assert!(cube.is_solved(), "size {n}");
        }
    }

    #[test]
    fn cores_shorten_solutions() {
        let mut random = ludex_core::Random::new(9);
        for n in [8, 9] {
            let mut cube = Stickers::solved(n);
            (0..40 * n).for_each(|_| cube.turn(random_turn(&mut random, n)));
            let stickers = from_ring(&cube);
            let core = core(&stickers, n, 1, &ludex_core::Silent).unwrap();
            assert!(core.is_some(), "size {n}");
            let turns = solve(&stickers, n, core, &ludex_core::Silent).unwrap();
            let plain = solve(&stickers, n, None, &ludex_core::Silent).unwrap();
            assert!(turns.len() < plain.len(), "size {n}");
            cube.apply(&turns);
            assert!(cube.is_solved(), "size {n}");
        }
    }
}
