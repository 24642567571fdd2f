//! How a call is carried out.

use ludex_core::{Progress, Silent};

/// How a call is carried out. None of it changes an answer.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Settings<'a> {
    /// Threads to use; 0 stands for all cores.
    pub threads: usize,
    /// Whether a refused value is an error that names its row, not a null.
    pub strict: bool,
    /// Hears of finished rows, and may stop the call.
    pub progress: &'a dyn Progress,
}

impl Default for Settings<'_> {
    /// All cores, refused values null, never stopped.
    fn default() -> Self {
        Settings { threads: 0, strict: false, progress: &Silent }
    }
}

impl std::fmt::Debug for Settings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("threads", &self.threads).field("strict", &self.strict).finish()
    }
}

impl<'a> Settings<'a> {
    /// The same with so many threads.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same, a refused value being an error.
    #[must_use]
    pub const fn with_strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// The same, telling its progress.
    #[must_use]
    pub const fn with_progress<'b>(self, progress: &'b dyn Progress) -> Settings<'b> {
        Settings { threads: self.threads, strict: self.strict, progress }
    }
}
