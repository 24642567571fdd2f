//! Fewest moves the way people solve it: edges oriented, domino, half turns, home; on the normal scramble and
//! on its inverse; insertions of 3-cycles; and the judge's verdict.
//!
//! ```
//! use ludex_core::Silent;
//! use ludex_cube::fewest::{Axis, Niss, Step, continuations};
//! use ludex_cube::{Cubie, notation};
//! let state = Cubie::SOLVED.apply(&notation::parse("R' U' F D2 L B", 3)?);
//! let mut found = Vec::new();
//! continuations(&state, Step::edges(Axis::FrontBack), &Niss::default(), 4, &Silent, &mut |niss| {
//!     found.push(niss.to_string());
//!     found.len() < 3
//! })?;
//! assert_eq!(found[0].parse::<Niss>()?.to_string(), found[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | step | what is done after it | turns of the next one |
//! |--|--|--|
//! | EO on an axis | no edge needs a quarter turn about the axis | all but quarter turns about that axis |
//! | DR on another axis | corners and edges of its layers show its two colours alone | quarter turns about that axis, half turns |
//! | HTR | half turns alone are enough | half turns |
//! | finish | everything | |

mod goal;
mod insert;
mod steps;
mod verdict;
mod whole;

pub use insert::{Insertion, insertions};
pub use steps::{Step, StepError, continuations};
pub use verdict::{Verdict, verdict};
pub use whole::{Done, Whole, shortest_domino, whole};

use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::{Turn, invert, simplify};
use crate::notation;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the three axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// U and D.
    UpDown,
    /// F and B.
    FrontBack,
    /// R and L.
    RightLeft,
}

impl Axis {
    /// All three.
    pub const ALL: [Axis; 3] = [Axis::UpDown, Axis::FrontBack, Axis::RightLeft];

    /// The word: `ud`, `fb`, `rl`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Axis::UpDown => "ud",
            Axis::FrontBack => "fb",
            Axis::RightLeft => "rl",
        }
    }

    const fn face(self) -> Face {
        match self {
            Axis::UpDown => Face::U,
            Axis::FrontBack => Face::F,
            Axis::RightLeft => Face::R,
        }
    }
}

/// Turns on the scramble, and turns on its inverse: `R U (F D')`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Niss {
    /// The turns outside parentheses.
    pub normal: Vec<Turn>,
    /// The turns in parentheses, done on the inverse.
    pub inverse: Vec<Turn>,
}

impl Niss {
    /// How many turns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// These turns, then others.
    #[must_use]
    pub fn then(&self, next: &Niss) -> Niss {
        let join = |a: &[Turn], b: &[Turn]| simplify(&[a, b].concat(), 3);
        Niss { normal: join(&self.normal, &next.normal), inverse: join(&self.inverse, &next.inverse) }
    }

    /// What is left of a state.
    #[must_use]
    pub fn apply(&self, state: &Cubie) -> Cubie {
        state.apply(&self.normal).inverse().apply(&self.inverse).inverse()
    }

    /// The same as one sequence on the scramble: what was done on the inverse comes last, backwards.
    #[must_use]
    pub fn line(&self) -> Vec<Turn> {
        simplify(&[&self.normal[..], &invert(&self.inverse)].concat(), 3)
    }
}

impl fmt::Display for Niss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (normal, inverse) = (notation::write(&self.normal, 3), notation::write(&self.inverse, 3));
        match (normal.is_empty(), inverse.is_empty()) {
            (_, true) => f.write_str(&normal),
            (true, false) => write!(f, "({inverse})"),
            (false, false) => write!(f, "{normal} ({inverse})"),
        }
    }
}

/// A text that is no sequence with turns on the inverse.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?}: face turns are accepted, those on the inverse in parentheses, such as R U (F D')")]
pub struct NissError(String);

/// Face turns; those in parentheses are done on the inverse, however many pairs of them there are.
impl FromStr for Niss {
    type Err = NissError;

    fn from_str(text: &str) -> Result<Niss, NissError> {
        let fail = || NissError(text.chars().take(40).collect());
        let (mut niss, mut inside) = (Niss::default(), false);
        let mut rest = text;
        loop {
            let end = rest.find(['(', ')']).unwrap_or(rest.len());
            let turns = notation::parse(&rest[..end], 3).map_err(|_| fail())?;
            if turns.iter().any(|turn| turn.first != 1 || turn.last != 1) {
                return Err(fail());
            }
            if inside { &mut niss.inverse } else { &mut niss.normal }.extend(turns);
            let Some(sign) = rest[end..].chars().next() else { break };
            if inside != (sign == ')') {
                return Err(fail());
            }
            inside = !inside;
            rest = &rest[end + 1..];
        }
        if inside { Err(fail()) } else { Ok(niss) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    #[test]
    fn turns_on_the_inverse_come_last_and_backwards() {
        let niss: Niss = "R (F) U' (D2 L)".parse().unwrap();
        assert_eq!(niss.to_string(), "R U' (F D2 L)");
        assert_eq!(notation::write(&niss.line(), 3), "R U' L' D2 F'");
        let mut random = Random::new(61);
        for _ in 0..20 {
            let state = Cubie::random(&mut random);
            // Both ways of reading leave the same to do, up to the turns that come first: none.
            let left = niss.apply(&state);
            let rest: Niss = "B2 (U)".parse().unwrap();
            assert_eq!(niss.then(&rest).apply(&state), rest.apply(&left));
        }
        for wrong in ["R (U", "R ) U", "((R))", "M", "x"] {
            assert!(wrong.parse::<Niss>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_state_that_is_done_is_solved_by_the_line() {
        let scramble = notation::parse("D L' F2 U", 3).unwrap();
        let state = Cubie::SOLVED.apply(&scramble);
        // U' F2 on the scramble, D on its inverse ... L remains for the normal side.
        let niss: Niss = "U' F2 L (D)".parse().unwrap();
        assert_eq!(niss.apply(&state), Cubie::SOLVED);
        assert_eq!(state.apply(&niss.line()), Cubie::SOLVED);
    }
}
