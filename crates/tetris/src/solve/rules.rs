//! How the game is played, in words: kick table, drop, hold.

use super::{Drop, Hold, Problem};
use crate::field::Field;
use crate::fumen::Fumen;
use crate::kicks::KickTable;
use crate::pattern::{Budget, Pattern, PatternError, QueuesError};
use crate::queue::Queue;
use ludex_core::{Progress, Refusal, Silent};
use std::str::FromStr;

/// The rules of a solver.
///
/// # Examples
/// ```
/// use ludex_tetris::solve::{Rules, first_field, queues_of};
/// let rules = Rules::read("srs180", None, "any")?;
/// let field = first_field("v115@9gC8DeF8DeF8DeF8DeC8JeAgH")?;
/// let percent = rules.problem(&field, 4)?.percent(&queues_of("L,*p4")?, &ludex_core::Silent)?;
/// assert_eq!(percent.queues.len(), 840);
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rules {
    /// The kick table.
    pub table: KickTable,
    /// How pieces come down.
    pub drop: Drop,
    /// What may be held.
    pub hold: Hold,
}

impl Rules {
    /// The rules of words; a drop that is not given is the one the table is played with.
    ///
    /// # Errors
    /// The word that names nothing.
    pub fn read(kicks: &str, drop: Option<&str>, hold: &str) -> Result<Rules, Refusal> {
        Rules::of(KickTable::named(kicks)?, drop, hold)
    }

    /// The same with a table at hand.
    ///
    /// # Errors
    /// The word that names nothing.
    pub fn of(table: KickTable, drop: Option<&str>, hold: &str) -> Result<Rules, Refusal> {
        let drop = drop.map_or(Ok(Drop::of(&table)), str::parse)?;
        Ok(Rules { drop, hold: hold.parse()?, table })
    }

    /// The rules of one row of a batch, what it does not say being as here.
    ///
    /// # Errors
    /// The word that names nothing.
    pub fn of_row(
        &self,
        kicks: Option<&str>,
        drop: Option<&str>,
        hold: Option<&str>,
    ) -> Result<Rules, Refusal> {
        let mut rules = self.clone();
        if let Some(kicks) = kicks {
            rules.table = KickTable::named(kicks)?;
            rules.drop = Drop::of(&rules.table);
        }
        if let Some(drop) = drop {
            rules.drop = drop.parse()?;
        }
        if let Some(hold) = hold {
            rules.hold = hold.parse()?;
        }
        Ok(rules)
    }

    /// A field to be cleared by these rules.
    ///
    /// # Errors
    /// When the lines are none that can be cleared, or the field has cells above them.
    pub fn problem(&self, field: &Field, lines: u32) -> Result<Problem, Refusal> {
        Ok(Problem::new(field, lines, self.table.clone(), self.drop, self.hold)?)
    }
}

impl FromStr for Drop {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Drop, WordError> {
        Ok(match text {
            "soft" | "softdrop" => Drop::Soft,
            "hard" | "harddrop" => Drop::Hard,
            "180" => Drop::Half,
            _ => return Err(WordError::Drop(text.chars().take(40).collect())),
        })
    }
}

impl FromStr for Hold {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Hold, WordError> {
        let slots = |text: &str| text.parse::<u8>().ok().filter(|n| *n <= 6);
        Ok(match text {
            "use" | "any" => Hold::USE,
            "avoid" | "none" => Hold::AVOID,
            "cyclic" => Hold::Cyclic(1),
            _ => match (slots(text), text.strip_prefix("cyclic").and_then(slots)) {
                (Some(n), _) => Hold::Any(n),
                (_, Some(n)) if n > 0 => Hold::Cyclic(n),
                _ => return Err(WordError::Hold(text.chars().take(40).collect())),
            },
        })
    }
}

/// A word that is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordError {
    /// No way to come down.
    #[error("drop {0:?}: soft, hard or 180 is needed")]
    Drop(String),
    /// No hold.
    #[error("hold {0:?}: any, none, 0 to 6 slots, or cyclic1 to cyclic6 is needed")]
    Hold(String),
    /// No mode of a cover.
    #[error(
        "mode {0:?}: normal, 1L to 4L, 1L-or-pc to 4L-or-pc, tetris, tetris-end, any-tspin, tss, tsd, tst or b2b is needed"
    )]
    Mode(String),
}

/// The field of a fumen's first page.
///
/// # Errors
/// When it is no fumen.
pub fn first_field(fumen: &str) -> Result<Field, Refusal> {
    let page = Fumen::decode(fumen)?.pages.into_iter().next();
    Ok(page.map(|page| page.field).unwrap_or_default())
}

/// The queues of a pattern of extended pieces.
///
/// # Errors
/// What is wrong with the pattern, and at which column; or that it has too many queues.
pub fn queues_of(pattern: &str) -> Result<Vec<Queue>, Refusal> {
    queues_within(pattern, Budget::USUAL)
}

/// The same within a budget.
///
/// # Errors
/// As [`queues_of`].
pub fn queues_within(pattern: &str, budget: Budget) -> Result<Vec<Queue>, Refusal> {
    queues_until(pattern, budget, &Silent)
}

/// The same, for whoever may want it to stop.
///
/// # Errors
/// As [`queues_of`], or that the progress asked to stop.
pub fn queues_until(pattern: &str, budget: Budget, progress: &dyn Progress) -> Result<Vec<Queue>, Refusal> {
    let at = |error: PatternError| {
        let column = error.column;
        Refusal::new(format!("pattern: {error}")).at(column)
    };
    match Pattern::read(pattern).map_err(at)?.queues_until(budget, progress) {
        Err(QueuesError::Pattern(error)) => Err(at(error)),
        done => Ok(done?),
    }
}
