//! What listing the queues of a pattern may cost.

use std::cell::Cell;

/// Limits on the queues of a pattern and on the work of its filters.
///
/// Steps are counted, not timed: the same pattern passes or fails on every machine.
///
/// ```
/// use ludex_tetris::{Pattern, pattern::Budget};
/// let pattern = Pattern::read("*p7,*p7")?;
/// assert!(pattern.queues_within(Budget::STORED).is_err());
/// # Ok::<(), ludex_tetris::PatternError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Most queues at any moment of an expansion (8 bytes each).
    pub queues: usize,
    /// Steps of all filters together: a queue looked at, a piece tried, a step of a regular expression.
    pub steps: u64,
}

impl Budget {
    /// Of a pattern that somebody waits for: two whole bags, one after the other, are 25,401,600 queues.
    pub const USUAL: Budget = Budget { queues: 30_000_000, steps: 100_000_000_000 };
    /// Of a pattern that is kept: whoever looks something up waits for all of them.
    pub const STORED: Budget = Budget { queues: 5_000_000, steps: 1_000_000_000 };
}

impl Default for Budget {
    fn default() -> Self {
        Budget::USUAL
    }
}

/// The work that is left.
pub(super) struct Work {
    most: u64,
    left: Cell<u64>,
}

impl Work {
    pub(super) const fn new(most: u64) -> Self {
        Work { most, left: Cell::new(most) }
    }

    /// Counts steps; whether any are left.
    pub(super) fn spend(&self, steps: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(steps));
        self.left.get() > 0
    }

    /// That the work was not spent.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.left.get() > 0 {
            return Ok(());
        }
        Err(format!("the filters take more than {} steps: make them simpler", self.most))
    }
}
