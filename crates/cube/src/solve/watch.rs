//! Hearing what a solver does.

use super::optimal::Depth;
use crate::moves::Turn;
use crate::tables::TablesError;
use ludex_core::cache::CacheError;
use ludex_core::{Progress, Silent, Stopped};
use std::time::{Duration, Instant};

/// Hears what a solver does, and may stop it.
///
/// While a table is made the reports of [`Progress`] say how far it is; while it searches they have no
/// total.
pub trait Watch: Progress {
    /// Something that a person may want to read.
    fn event(&self, event: &Event<'_>) {
        let _ = event;
    }
}

impl Watch for Silent {}

/// What a solver tells on its way.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A table is made, once: its word.
    Making(&'a str),
    /// It is finished, or its making was given up.
    Made(&'a str),
    /// A table is not used, and why.
    Trouble(&'a TablesError),
    /// A table that was made could not be kept.
    NotKept(&'a CacheError),
    /// A better solution than the last one, as done on the cube turned home.
    Better(&'a [Turn]),
    /// A depth was searched: the proof of a shortest solution grows.
    Searched(Depth),
}

/// Passes reports on and stops when a time is over.
pub(crate) struct Deadline<'a> {
    progress: &'a dyn Progress,
    end: Option<Instant>,
}

impl<'a> Deadline<'a> {
    pub(crate) fn new(progress: &'a dyn Progress, time: Option<Duration>) -> Self {
        Deadline { progress, end: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// Whether the time is over (and not merely the one who asked tired of waiting).
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Progress for Deadline<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        if self.is_over() { Err(Stopped) } else { self.progress.report(done, total) }
    }
}

/// Passes reports on and stops after so many nodes.
pub(crate) struct Budget<'a> {
    pub(crate) progress: &'a dyn Progress,
    pub(crate) nodes: u64,
}

impl Progress for Budget<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        if done >= self.nodes { Err(Stopped) } else { self.progress.report(done, total) }
    }
}
