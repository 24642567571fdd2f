//! The search for steps in the scale's own order, and the three ratings.

use super::candidates::Candidates;
use super::chains::Chains;
use super::step::{Step, tenths};
use super::{aligned, bug, fish, locking, loops, sets, singles, wings};
use std::fmt;
use thiserror::Error;

/// The rating of a state in which no technique finds anything.
const STUCK: f64 = 20.0;

/// ER, EP and ED in tenths.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, rate::{Candidates, Rater}};
/// let setup: Setup =
///     ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12".parse()?;
/// let rating = Rater::new().rate(&Candidates::of(&setup))?;
/// assert_eq!(rating.to_string(), "7.1/1.2/1.2");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// The hardest step.
    pub er: u32,
    /// The hardest step up to the first that places a digit.
    pub ep: u32,
    /// The first step.
    pub ed: u32,
    /// Whether the search was stopped early: then ER is only known to be at least this.
    pub open: bool,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
        f.pad(&format!("{}/{}/{}", one(self.er), one(self.ep), one(self.ed)))
    }
}

/// Why a state has no rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RateError {
    /// Nothing is left to do.
    #[error("it is solved already: a rating needs an empty cell")]
    Solved,
    /// The candidates contradict each other.
    #[error("it has no solution")]
    None,
    /// The candidates leave a choice.
    #[error("it has more than one solution")]
    Many,
}

/// Finds steps; it keeps its memory from puzzle to puzzle.
#[derive(Debug, Default)]
pub struct Rater {
    chains: Chains,
}

impl Rater {
    /// A rater.
    #[must_use]
    pub fn new() -> Rater {
        Rater::default()
    }

    /// The next step; none where the state is solved or no technique finds anything.
    pub fn step(&mut self, state: &Candidates) -> Option<Step> {
        let chains = &mut self.chains;
        singles::hidden(state)
            .or_else(|| singles::direct_locking(state))
            .or_else(|| singles::direct_hidden(state, 2))
            .or_else(|| singles::naked(state))
            .or_else(|| singles::direct_hidden(state, 3))
            .or_else(|| locking::find(state))
            .or_else(|| sets::naked(state, 2))
            .or_else(|| fish::find(state, 2))
            .or_else(|| sets::hidden(state, 2))
            .or_else(|| sets::naked(state, 3))
            .or_else(|| fish::find(state, 3))
            .or_else(|| sets::hidden(state, 3))
            .or_else(|| wings::find(state, false))
            .or_else(|| wings::find(state, true))
            .or_else(|| loops::find(state))
            .or_else(|| sets::naked(state, 4))
            .or_else(|| fish::find(state, 4))
            .or_else(|| sets::hidden(state, 4))
            .or_else(|| bug::find(state))
            .or_else(|| aligned::find(state, 2))
            .or_else(|| chains.cycles(state))
            .or_else(|| aligned::find(state, 3))
            .or_else(|| chains.nishio(state))
            .or_else(|| chains.multiple(state))
            .or_else(|| (0..=5).find_map(|level| chains.dynamic(state, level)))
    }

    /// The rating of a state with one solution.
    ///
    /// # Errors
    /// When it is solved already, or has not exactly one solution.
    pub fn rate(&mut self, state: &Candidates) -> Result<Rating, RateError> {
        self.follow(state, u32::MAX, |_, _| true)
    }

    /// The rating, with every step handed over before it is done, beside the state it is done in; the
    /// search ends early after a step rated above `max` (in tenths), or when the visitor answers false.
    ///
    /// # Errors
    /// When it is solved already, or has not exactly one solution.
    pub fn follow(
        &mut self,
        state: &Candidates,
        max: u32,
        mut visit: impl FnMut(&Candidates, &Step) -> bool,
    ) -> Result<Rating, RateError> {
        if state.is_solved() {
            return Err(RateError::Solved);
        }
        match state.solutions(2) {
            0 => return Err(RateError::None),
            1 => {}
            _ => return Err(RateError::Many),
        }
        let mut state = state.clone();
        let (mut er, mut ep, mut ed) = (0.0f64, None, None);
        let mut open = false;
        while !state.is_solved() {
            let Some(step) = self.step(&state) else {
                er = STUCK;
                break;
            };
            er = er.max(step.rating);
            ed = ed.or(Some(step.rating));
            if step.placement.is_some() {
                ep = ep.or(Some(er));
            }
            let more = visit(&state, &step);
            step.apply(&mut state);
            if !state.is_solved() && (!more || step.tenths() > max) {
                open = true;
                break;
            }
        }
        let [er, ep, ed] = [er, ep.unwrap_or(er), ed.unwrap_or(er)].map(tenths);
        Ok(Rating { er, ep, ed, open })
    }
}
