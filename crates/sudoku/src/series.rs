//! New puzzles by number: the same seed and number make the same puzzle, on any thread.

use crate::generate::{ClueSymmetry, GenerateError, GenerateOptions, generate};
use crate::rate::{Step, TechniqueWord, judge_until};
use crate::rated::tenths;
use crate::setup::Setup;
use crate::tables::Tables;
use ludex_core::{Progress, Random, Stopped};
use std::str::FromStr;
use thiserror::Error;

/// Puzzles rated before a range or a technique is given up.
pub const RATED_TRIES: u32 = 200_000;

/// Ratings from one to another, in tenths, both ends included.
///
/// # Examples
/// ```
/// use ludex_sudoku::RatingRange;
/// assert_eq!("3.0..4.0".parse(), Ok(RatingRange { from: 30, to: 40 }));
/// assert_eq!("7.1..".parse(), Ok(RatingRange { from: 71, to: u32::MAX }));
/// assert!("4..3".parse::<RatingRange>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest.
    pub from: u32,
    /// The highest.
    pub to: u32,
}

/// A text that is no range of ratings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no range of ratings: 3.0..4.0 is one")]
pub struct RatingRangeError(String);

impl FromStr for RatingRange {
    type Err = RatingRangeError;

    /// `3.0..4.0`; an end left out is open.
    fn from_str(text: &str) -> Result<Self, RatingRangeError> {
        let wrong = || RatingRangeError(text.to_owned());
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let end =
            |text: &str, open: u32| if text.is_empty() { Ok(open) } else { tenths(text).ok_or_else(wrong) };
        let (from, to) = (end(from, 0)?, end(to, u32::MAX)?);
        if from > to { Err(wrong()) } else { Ok(RatingRange { from, to }) }
    }
}

/// Why a series has no puzzle of a number.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeriesError {
    /// None could be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// None that was made is rated so.
    #[error("none of {RATED_TRIES} puzzles is rated so: ask for a wider range")]
    Rated,
}

/// What the puzzles of a series are like.
///
/// # Examples
/// ```
/// use ludex_sudoku::{Position, Series, Tables};
/// let series = Series { seed: 7, ..Series::default() };
/// let puzzle = series.puzzle(&Tables::default(), 0, &ludex_core::Silent)?;
/// assert!(Position::try_from(&puzzle).is_ok());
/// # Ok::<(), ludex_sudoku::SeriesError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Series {
    /// Where its random numbers start.
    pub seed: u64,
    /// Givens and their places.
    pub options: GenerateOptions,
    /// Only puzzles whose ER lies here.
    pub rating: Option<RatingRange>,
    /// Only puzzles that need this technique on their way.
    pub technique: Option<TechniqueWord>,
}

impl Series {
    /// The puzzle of a number.
    ///
    /// # Errors
    /// When there is none, or the progress asked to stop.
    pub fn puzzle(
        &self,
        tables: &Tables,
        number: u64,
        progress: &dyn Progress,
    ) -> Result<Setup, SeriesError> {
        // Every puzzle has its own sequence, so that no thread changes another's.
        let mut random = Random::new(self.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        for _ in 0..RATED_TRIES {
            let made = tables.seek(|seeker| generate(seeker, &mut random, &self.options, progress))?;
            if self.suits(&made, progress).map_err(GenerateError::from)? {
                return Ok(made);
            }
            progress.report(0, 0).map_err(GenerateError::from)?;
        }
        Err(SeriesError::Rated)
    }

    /// Whether a puzzle has the rating and the technique that are asked for.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn suits(&self, setup: &Setup, progress: &dyn Progress) -> Result<bool, Stopped> {
        if self.rating.is_none() && self.technique.is_none() {
            return Ok(true);
        }
        let RatingRange { from, to } = self.rating.unwrap_or(RatingRange { from: 0, to: u32::MAX });
        let wanted = |step: &Step| self.technique.is_none_or(|word| word.names(step.technique()));
        let judged = judge_until(setup, to, progress, wanted)?;
        Ok(judged.is_some_and(|(rating, passed)| rating.er >= from && passed))
    }
}

/// A word that is no symmetry.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no symmetry: {words} are", words = ClueSymmetry::WORDS.map(|(word, _)| word).join(", "))]
pub struct SymmetryError(String);

impl ClueSymmetry {
    /// All of them, by their words.
    pub const WORDS: [(&'static str, ClueSymmetry); 8] = [
        ("none", ClueSymmetry::None),
        ("half", ClueSymmetry::Half),
        ("quarter", ClueSymmetry::Quarter),
        ("horizontal", ClueSymmetry::Horizontal),
        ("vertical", ClueSymmetry::Vertical),
        ("diagonal", ClueSymmetry::Diagonal),
        ("antidiagonal", ClueSymmetry::Antidiagonal),
        ("full", ClueSymmetry::Full),
    ];
}

impl FromStr for ClueSymmetry {
    type Err = SymmetryError;

    fn from_str(word: &str) -> Result<Self, SymmetryError> {
        let found = ClueSymmetry::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, symmetry)| *symmetry).ok_or_else(|| SymmetryError(word.to_owned()))
    }
}
