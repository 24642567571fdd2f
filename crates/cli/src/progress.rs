//! A bar on the terminal for long work; silence elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use ludex_core::{Progress, Stopped};

/// Shows how far long work has come, on stderr and only where that is a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar with its title.
    pub(crate) fn new(title: &str) -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(title.to_owned());
        Bar(bar)
    }
}

impl Progress for Bar {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self.0.set_length(total);
        self.0.set_position(done);
        Ok(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
