//! How far a run has come, on stderr and only where that is a terminal.

use datafusion::physical_plan::ExecutionPlan;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A line that counts.
pub(crate) struct Watched(ProgressBar);

impl Watched {
    pub(crate) fn begin(what: &str) -> Watched {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {human_pos} {msg}, {per_sec}, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Watched(bar)
    }

    pub(crate) fn show(&self, done: u64) {
        self.0.set_position(done);
    }

    pub(crate) fn say(&self, what: String) {
        self.0.set_message(what);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The rows that the leaves of a plan have read so far.
pub(crate) fn rows_read(plan: &dyn ExecutionPlan) -> u64 {
    let children = plan.children();
    if children.is_empty() {
        return plan.metrics().and_then(|metrics| metrics.output_rows()).unwrap_or(0) as u64;
    }
    children.iter().map(|child| rows_read(child.as_ref())).sum()
}
