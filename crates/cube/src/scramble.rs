//! Scrambles by the rules of the World Cube Association: a random state, and moves that lead to it.

use crate::cubie::{Corners, Cubie};
use crate::face::Face;
use crate::moves::{Turn, invert};
use crate::notation;
use crate::nxn;
use crate::solve::phase::TwoPhase;
use crate::solve::two::{Metric, Table2};
use crate::solve::watch::Watch;
use crate::tables::Tables;
use ludex_core::{Progress, Random, Stopped};
use std::str::FromStr;
use thiserror::Error;

/// A 2x2 that takes fewer moves is drawn again.
pub const LEAST2: u8 = 4;
/// A 3x3 that takes fewer moves is drawn again.
pub const LEAST3: usize = 2;
/// Every 2x2 scramble has so many moves: a shorter one would tell how far the state is.
pub const LENGTH2: u8 = 11;
/// Longest 3x3 scramble.
const LONGEST3: u8 = 21;
/// Longest scramble whose ends are restricted.
const LONGEST_RESTRICTED: u8 = 23;
/// What fewest-moves scrambles begin and end with.
const WRAPPING: &str = "R' U' F";

/// What a scramble is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Event {
    /// Solving by speed.
    #[default]
    Speed,
    /// Fewest moves: begins and ends with R' U' F (3x3).
    FewestMoves,
    /// Blindfolded: ends with wide turns that hold the cube in a random way (3x3).
    Blind,
}

/// Why there is no scramble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScrambleError {
    /// No event of this word.
    #[error("there is no such event: speed, fewest-moves and blind are events")]
    Event,
    /// The event has another size.
    #[error("the events fewest-moves and blind are for the 3x3")]
    Size,
    /// It was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Event {
    /// All of them.
    pub const ALL: [Event; 3] = [Event::Speed, Event::FewestMoves, Event::Blind];

    /// Its word in commands.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Event::Speed => "speed",
            Event::FewestMoves => "fewest-moves",
            Event::Blind => "blind",
        }
    }
}

impl FromStr for Event {
    type Err = ScrambleError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Event::ALL.into_iter().find(|event| event.word() == word).ok_or(ScrambleError::Event)
    }
}

/// A scramble of a cube of any size for an event, by the rules of its size.
///
/// # Errors
/// When the event has another size, or the progress asked to stop.
///
/// # Examples
/// ```
/// use ludex_core::{Random, Silent};
/// use ludex_cube::{Tables, scramble::{self, Event, LENGTH2}};
/// let tables = Tables::cached();
/// let turns = scramble::scramble(2, Event::Speed, &mut Random::new(7), &tables, &Silent, &Silent)?;
/// assert_eq!(turns.len(), usize::from(LENGTH2));
/// # Ok::<(), scramble::ScrambleError>(())
/// ```
pub fn scramble(
    size: usize,
    event: Event,
    random: &mut Random,
    tables: &Tables,
    watch: &dyn Watch,
    progress: &dyn Progress,
) -> Result<Vec<Turn>, ScrambleError> {
    Ok(match (size, event) {
        (3, Event::Speed) => scramble3(random, tables.two_phase(watch), progress)?,
        (3, Event::FewestMoves) => scramble_fewest(random, tables.two_phase(watch), progress)?,
        (3, Event::Blind) => scramble_blind(random, tables.two_phase(watch), progress)?,
        (2, Event::Speed) => scramble2(random),
        (size, Event::Speed) => nxn::scramble(size, random, progress)?,
        _ => return Err(ScrambleError::Size),
    })
}

/// Moves of U, R and F, [`LENGTH2`] of them, to a random state of the 2x2 that is at least [`LEAST2`]
/// moves from solved.
pub fn scramble2(random: &mut Random) -> Vec<Turn> {
    let table = Table2::shared(Metric::Htm);
    loop {
        let rank = Corners::random2(random).rank2();
        if table.distance(rank) >= LEAST2
            && let Some(solution) = table.solve_in(rank, LENGTH2, random)
        {
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

/// A scramble for fewest moves: as [`scramble3`], but it begins and ends with `R' U' F`, and nothing
/// cancels where these meet the rest.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn scramble_fewest(
    random: &mut Random,
    solver: &TwoPhase,
    progress: &dyn Progress,
) -> Result<Vec<Turn>, Stopped> {
    let wrapping = notation::parse(WRAPPING, 3).expect("our own text");
    let ends = Cubie::SOLVED.apply(&invert(&wrapping));
    loop {
        let state = Cubie::random(random);
        // The middle leads from after the first wrapping to before the last one.
        let middle = ends.then(&state).then(&ends);
        if let Some(turns) = between(&middle, Some(Face::F), Some(Face::R), solver, progress)? {
            return Ok([&wrapping[..], &turns, &wrapping].concat());
        }
    }
}

/// A scramble for blindfolded solving: as [`scramble3`], then up to two wide turns that leave the cube
/// held in one of its 24 ways, all equally likely.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn scramble_blind(
    random: &mut Random,
    solver: &TwoPhase,
    progress: &dyn Progress,
) -> Result<Vec<Turn>, Stopped> {
    const FIRST: [&str; 6] = ["", "Rw", "Rw2", "Rw'", "Fw", "Fw'"];
    const SECOND: [&str; 4] = ["", "Uw", "Uw2", "Uw'"];
    let suffix = format!("{} {}", FIRST[random.below(6) as usize], SECOND[random.below(4) as usize]);
    let suffix = notation::parse(&suffix, 3).expect("our own text");
    loop {
        let state = Cubie::random(random);
        if let Some(mut turns) =
            between(&state, None, suffix.first().map(|turn| turn.face), solver, progress)?
        {
            turns.extend(&suffix);
            return Ok(turns);
        }
    }
}

/// Moves to a state that do not begin and do not end on the axes of these faces.
fn between(
    state: &Cubie,
    not_first: Option<Face>,
    not_last: Option<Face>,
    solver: &TwoPhase,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    let on = |turn: Option<&Turn>, face: Option<Face>| {
        turn.zip(face).is_some_and(|(turn, face)| turn.face.index() / 2 == face.index() / 2)
    };
    let mut found = None;
    solver.each(state, LONGEST_RESTRICTED, &Face::ALL, progress, &mut |solution| {
        let turns = invert(solution);
        if turns.len() < LEAST3 || on(turns.first(), not_first) || on(turns.last(), not_last) {
            return Some(LONGEST_RESTRICTED);
        }
        found = Some(turns);
        None
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pieces, Position};
    use ludex_core::Silent;

    /// Cube defect 15: scrambles of optimal length told how far the state is.
    #[test]
    fn two_scrambles_do_not_tell_the_distance() {
        let mut random = Random::new(5);
        let mut distances = [0; 12];
        for _ in 0..500 {
            let turns = scramble2(&mut random);
            let position = Position::after(2, &turns);
            let Pieces::Two(corners) = position.pieces() else { panic!("not a 2x2") };
            let distance = Table2::shared(Metric::Htm).distance(corners.rank2());
            assert!(distance >= LEAST2);
            distances[distance as usize] += 1;
            assert_eq!(turns.len(), usize::from(LENGTH2));
            assert!(turns.windows(2).all(|pair| pair[0].face != pair[1].face));
        }
        assert!(distances.iter().filter(|&&count| count > 0).count() > 3);
        assert_eq!(scramble2(&mut Random::new(9)), scramble2(&mut Random::new(9)));
    }

    /// Cube defect 15: the wrapping and the suffix that the rules ask for.
    #[test]
    fn fewest_moves_and_blind_scrambles_follow_the_rules() {
        let solver = TwoPhase::small();
        let mut random = Random::new(6);
        let axis = |turn: &Turn| turn.face.index() / 2;
        for _ in 0..3 {
            let turns = scramble_fewest(&mut random, &solver, &Silent).unwrap();
            let text = notation::write(&turns, 3);
            assert!(text.starts_with("R' U' F ") && text.ends_with(" R' U' F"), "{text}");
            assert!(turns.windows(2).all(|pair| pair[0].face != pair[1].face), "{text}");
            assert!(axis(&turns[2]) != axis(&turns[3]) && axis(&turns[turns.len() - 4]) != axis(&turns[0]));
            let blind = scramble_blind(&mut random, &solver, &Silent).unwrap();
            assert!(blind.iter().rev().skip(2).all(|turn| turn.last == 1));
        }
    }
}
