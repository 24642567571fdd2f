//! What is rated, as a line has it: a puzzle, or pencilmarks.

use super::candidates::{Candidates, PENCILMARK_LETTERS};
use super::rater::{RateError, Rater, Rating};
use super::step::Step;
use crate::canonical::Canonical;
use crate::position::Position;
use crate::setup::Setup;
use ludex_core::{Progress, Refusal, Silent, Stopped};
use std::cell::RefCell;

thread_local! {
    /// Chains need memory that is worth keeping from puzzle to puzzle.
    static RATER: RefCell<Rater> = RefCell::new(Rater::new());
}

/// A puzzle of 81 cells, or pencilmarks of 729 characters.
///
/// # Examples
/// ```
/// use ludex_sudoku::rate::Subject;
/// let line = "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5 mine";
/// let (subject, rest) = Subject::read(line)?;
/// assert_eq!(subject.rate(u32::MAX, |_, _| true)?.to_string(), "1.5/1.2/1.2");
/// assert_eq!((subject.next()?.1.tenths(), rest), (12, " mine"));
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Subject {
    state: Candidates,
    position: Option<Position>,
    canonical: Option<Canonical>,
}

impl Subject {
    /// The puzzle or the pencilmarks at the start of a line, and its trailing columns.
    ///
    /// # Errors
    /// When there is neither.
    pub fn read(line: &str) -> Result<(Subject, &str), Refusal> {
        if let Some((marks, rest)) = pencilmarks(line) {
            return Ok((Subject { state: marks.parse()?, position: None, canonical: None }, rest));
        }
        let (position, rest) = Position::from_line(line)?;
        let state = Candidates::of(position.setup());
        Ok((Subject { state, position: Some(position), canonical: None }, rest))
    }

    /// Puts the canonical form in its place.
    ///
    /// # Errors
    /// When they are pencilmarks.
    pub fn canonise(&mut self) -> Result<&Canonical, Refusal> {
        let Some(position) = &self.position else {
            return Err(Refusal::new(
                "pencilmarks have no canonical form: a puzzle of 81 characters has one",
            ));
        };
        let canonical = position.canonical();
        self.state = Candidates::of(&canonical.setup());
        Ok(self.canonical.insert(canonical))
    }

    /// The canonical form, once it was asked for.
    #[must_use]
    pub const fn canonical(&self) -> Option<&Canonical> {
        self.canonical.as_ref()
    }

    /// What is rated, in its usual text.
    #[must_use]
    pub fn text(&self) -> String {
        match (&self.canonical, &self.position) {
            (Some(canonical), _) => canonical.setup().to_string(),
            (_, Some(position)) => position.setup().to_string(),
            _ => self.state.to_string(),
        }
    }

    /// Its rating; every step is handed over with the state before it, see [`Rater::follow`].
    ///
    /// # Errors
    /// When it is solved already, or has not exactly one solution.
    pub fn rate(&self, max: u32, visit: impl FnMut(&Candidates, &Step) -> bool) -> Result<Rating, RateError> {
        self.rate_until(max, &Silent, visit)
    }

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// When it is solved already, has not exactly one solution, or the progress asked to stop.
    pub fn rate_until(
        &self,
        max: u32,
        progress: &dyn Progress,
        visit: impl FnMut(&Candidates, &Step) -> bool,
    ) -> Result<Rating, RateError> {
        RATER.with_borrow_mut(|rater| rater.follow_until(&self.state, max, progress, visit))
    }

    /// The next step, and the state it is taken in.
    ///
    /// # Errors
    /// When it is solved already, has not exactly one solution, or no technique finds anything.
    pub fn next(&self) -> Result<(Candidates, Step), RateError> {
        self.next_until(&Silent)
    }

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// When it is solved already, has not exactly one solution, no technique finds anything, or the progress
    /// asked to stop.
    pub fn next_until(&self, progress: &dyn Progress) -> Result<(Candidates, Step), RateError> {
        let mut found = None;
        self.rate_until(u32::MAX, progress, |state, step| {
            found = Some((state.clone(), step.clone()));
            false
        })?;
        found.ok_or(RateError::Solved)
    }
}

/// Pencilmarks at the start of a line, by their look, and what follows.
#[must_use]
pub fn pencilmarks(line: &str) -> Option<(&str, &str)> {
    let looks = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let whole = line.as_bytes().get(..PENCILMARK_LETTERS)?.iter().all(looks);
    let border = line.as_bytes().get(PENCILMARK_LETTERS).is_none_or(|byte| !looks(byte));
    (whole && border).then(|| line.split_at(PENCILMARK_LETTERS))
}

/// The rating of a new puzzle and whether some step of it passes a test; nothing where it is above `max`.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::rate::judge;
/// let setup = "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5".parse()?;
/// let (rating, hard) = judge(&setup, u32::MAX, |step| step.tenths() > 30).ok_or("no rating")?;
/// assert_eq!((rating.er, hard), (15, false));
/// assert_eq!(judge(&setup, 12, |_| true), None);
/// # Ok(())
/// # }
/// ```
pub fn judge(setup: &Setup, max: u32, test: impl FnMut(&Step) -> bool) -> Option<(Rating, bool)> {
    judge_until(setup, max, &Silent, test).ok().flatten()
}

/// The same, for whoever may want it to stop.
///
/// # Errors
/// When the progress asked to stop.
pub fn judge_until(
    setup: &Setup,
    max: u32,
    progress: &dyn Progress,
    mut test: impl FnMut(&Step) -> bool,
) -> Result<Option<(Rating, bool)>, Stopped> {
    let mut passed = false;
    let rating = RATER.with_borrow_mut(|rater| {
        rater.follow_until(&Candidates::of(setup), max, progress, |_, step| {
            passed |= test(step);
            true
        })
    });
    match rating {
        Err(RateError::Stopped(stopped)) => Err(stopped),
        rating => Ok(rating.ok().filter(|rating| !rating.open).map(|rating| (rating, passed))),
    }
}
