//! The search for steps in the scale's own order, and the three ratings.

use super::aligned::Aligned;
use super::candidates::Candidates;
use super::chains::Chains;
use super::step::{Step, tenths};
use super::{bug, fish, locking, loops, sets, singles, wings};
use ludex_core::{Progress, Silent, Stopped, Ticker};
use std::fmt;
use thiserror::Error;

/// The rating of a state in which no technique finds anything.
const STUCK: f64 = 20.0;

/// The lowest rating of each class in tenths, in the order in which they are tried.
const LEAST: [u32; 30] = [
    10, 17, 20, 23, 25, 26, 30, 32, 34, 36, 38, 40, 42, 44, 45, 50, 52, 54, 56, 62, 65, 75, 75, 80, 85, 90,
    95, 100, 105, 110,
];

/// Nets grown between two questions whether to go on: less than a millisecond.
const NETS: u32 = 32;

/// Why the search for a step ended without an answer.
enum Ended {
    /// Only harder classes are left.
    Above,
    /// The progress asked to stop.
    Stopped,
}

/// ER, EP and ED in tenths.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, rate::{Candidates, Rater}};
/// let setup: Setup =
///     "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5".parse()?;
/// let rating = Rater::new().rate(&Candidates::of(&setup))?;
/// assert_eq!(rating.to_string(), "1.5/1.2/1.2");
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
    /// Whether the search was stopped early: then the ratings are those of the steps so far.
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
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Finds steps; it keeps its memory from puzzle to puzzle.
#[derive(Debug, Default)]
pub struct Rater {
    chains: Chains,
    aligned: Aligned,
}

impl Rater {
    /// A rater.
    #[must_use]
    pub fn new() -> Rater {
        Rater::default()
    }

    /// The next step; none where the state is solved or no technique finds anything.
    pub fn step(&mut self, state: &Candidates) -> Option<Step> {
        self.step_within(state, u32::MAX, &Ticker::new(&Silent, u32::MAX)).ok().flatten()
    }

    /// The next step, looked for only in classes that begin at `max` tenths or below; the error says that
    /// harder ones are left.
    fn step_within(
        &mut self,
        state: &Candidates,
        max: u32,
        ticker: &Ticker<'_>,
    ) -> Result<Option<Step>, Ended> {
        for (class, &least) in LEAST.iter().enumerate() {
            if least > max {
                return Err(Ended::Above);
            }
            let step = self.class(state, class + 1, ticker);
            if ticker.is_stopped() || ticker.tick().is_err() {
                return Err(Ended::Stopped);
            }
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(None)
    }

    /// The hint of one class, counted from 1.
    fn class(&mut self, state: &Candidates, class: usize, ticker: &Ticker<'_>) -> Option<Step> {
        match class {
            1 => singles::hidden(state),
            2 => singles::direct_locking(state),
            3 => singles::direct_hidden(state, 2),
            4 => singles::naked(state),
            5 => singles::direct_hidden(state, 3),
            6 => locking::find(state),
            7 => sets::naked(state, 2),
            8 => fish::find(state, 2),
            9 => sets::hidden(state, 2),
            10 => sets::naked(state, 3),
            11 => fish::find(state, 3),
            12 => sets::hidden(state, 3),
            13 => wings::find(state, false),
            14 => wings::find(state, true),
            15 => loops::find(state),
            16 => sets::naked(state, 4),
            17 => fish::find(state, 4),
            18 => sets::hidden(state, 4),
            19 => bug::find(state),
            20 => self.aligned.find(state, 2),
            21 => self.chains.cycles(state),
            22 => self.aligned.find(state, 3),
            23 => self.chains.nishio(state, ticker),
            24 => self.chains.multiple(state, ticker),
            _ => self.chains.dynamic(state, class as u8 - 25, ticker),
        }
    }

    /// The rating of a state with one solution.
    ///
    /// # Errors
    /// When it is solved already, or has not exactly one solution.
    pub fn rate(&mut self, state: &Candidates) -> Result<Rating, RateError> {
        self.follow(state, u32::MAX, |_, _| true)
    }

    /// The rating, with every step handed over before it is done, beside the state it is done in.
    ///
    /// The search ends early when only steps above `max` (in tenths) are left or when the visitor answers
    /// false; the rating is marked as open then.
    ///
    /// # Errors
    /// When it is solved already, or has not exactly one solution.
    pub fn follow(
        &mut self,
        state: &Candidates,
        max: u32,
        visit: impl FnMut(&Candidates, &Step) -> bool,
    ) -> Result<Rating, RateError> {
        self.follow_until(state, max, &Silent, visit)
    }

    /// The same, for whoever may want it to stop within a step: a hard one takes seconds.
    ///
    /// # Errors
    /// When it is solved already, has not exactly one solution, or the progress asked to stop.
    pub fn follow_until(
        &mut self,
        state: &Candidates,
        max: u32,
        progress: &dyn Progress,
        mut visit: impl FnMut(&Candidates, &Step) -> bool,
    ) -> Result<Rating, RateError> {
        let ticker = Ticker::new(progress, NETS);
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
            let step = match self.step_within(&state, max, &ticker) {
                Ok(Some(step)) if step.tenths() <= max => step,
                Err(Ended::Stopped) => return Err(Stopped.into()),
                Ok(None) => {
                    er = STUCK;
                    break;
                }
                _ => {
                    open = true;
                    break;
                }
            };
            er = er.max(step.rating);
            ed = ed.or(Some(step.rating));
            if step.placement.is_some() {
                ep = ep.or(Some(er));
            }
            let more = visit(&state, &step);
            step.apply(&mut state);
            if !more {
                open = !state.is_solved();
                break;
            }
        }
        let [er, ep, ed] = [er, ep.unwrap_or(er), ed.unwrap_or(er)].map(tenths);
        Ok(Rating { er, ep, ed, open })
    }
}
