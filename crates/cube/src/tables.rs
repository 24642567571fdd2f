//! The tables of the solvers, made when they are first needed.

use crate::solve::phase::TwoPhase;
use crate::solve::two::{Metric, Table2};
use std::sync::OnceLock;

/// What solving needs. Naming needs none of it.
#[derive(Debug, Default)]
pub struct Tables {
    two_phase: OnceLock<TwoPhase>,
}

impl Tables {
    /// The table of the 2x2 in a metric.
    #[must_use]
    pub fn two(&self, metric: Metric) -> &Table2 {
        Table2::shared(metric)
    }

    /// The solver of the 3x3 in two phases.
    #[must_use]
    pub fn two_phase(&self) -> &TwoPhase {
        self.two_phase.get_or_init(TwoPhase::small)
    }
}
