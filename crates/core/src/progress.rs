//! A callback that hears of long work and can stop it.

use std::cell::Cell;
use std::fmt;
use thiserror::Error;

/// Hears how far long work has come, and may ask it to stop.
///
/// Searches and table builders call [`Progress::report`] at a pace of their own (often enough to stop
/// within a fraction of a second) and give up with [`Stopped`] when it says so. The library neither
/// draws bars nor catches signals: the program does, behind this trait.
///
/// # Examples
/// A closure will do, here one that stops after a thousand steps:
/// ```
/// use ludex_core::{Progress, Stopped};
/// let progress = |done: u64, _total: u64| if done < 1000 { Ok(()) } else { Err(Stopped) };
/// assert_eq!(progress.report(999, 0), Ok(()));
/// assert_eq!(progress.report(1000, 0), Err(Stopped));
/// ```
pub trait Progress: Sync {
    /// `done` of `total` steps are finished; `total` is 0 where it is not known.
    ///
    /// # Errors
    /// [`Stopped`] when the work should end now.
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped>;
}

/// The work was asked to stop before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// Hears nothing and never stops.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

impl<F: Fn(u64, u64) -> Result<(), Stopped> + Sync> Progress for F {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self(done, total)
    }
}

/// Asks a [`Progress`] from the inner loops of a search: one of so many ticks is reported, and a stop is
/// remembered, so that a search can unwind by plain returns.
///
/// # Examples
/// ```
/// use ludex_core::{Stopped, Ticker};
/// let never = |_: u64, _: u64| Err(Stopped);
/// let ticker = Ticker::new(&never, 3);
/// assert_eq!([ticker.tick(), ticker.tick()], [Ok(()); 2]);
/// assert_eq!(ticker.tick(), Err(Stopped));
/// assert!(ticker.is_stopped());
/// ```
pub struct Ticker<'a> {
    progress: &'a dyn Progress,
    every: u32,
    left: Cell<u32>,
    stopped: Cell<bool>,
}

impl<'a> Ticker<'a> {
    /// A ticker that reports every so many ticks (at least every one).
    #[must_use]
    pub fn new(progress: &'a dyn Progress, every: u32) -> Ticker<'a> {
        Ticker { progress, every: every.max(1), left: Cell::new(every.max(1)), stopped: Cell::new(false) }
    }

    /// One step of the work.
    ///
    /// # Errors
    /// [`Stopped`] when the work should end now, from then on always.
    #[inline]
    pub fn tick(&self) -> Result<(), Stopped> {
        let left = self.left.get() - 1;
        if left > 0 && !self.stopped.get() {
            self.left.set(left);
            return Ok(());
        }
        self.ask()
    }

    #[cold]
    fn ask(&self) -> Result<(), Stopped> {
        self.left.set(self.every);
        if self.stopped.get() || self.progress.report(0, 0).is_err() {
            self.stopped.set(true);
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}

impl fmt::Debug for Ticker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticker").field("every", &self.every).field("stopped", &self.stopped).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_to(limit: u64, progress: &dyn Progress) -> Result<u64, Stopped> {
        for i in 0..limit {
            progress.report(i, limit)?;
        }
        Ok(limit)
    }

    #[test]
    fn a_closure_can_stop_the_work() {
        let stop_at_three = |done: u64, _: u64| if done == 3 { Err(Stopped) } else { Ok(()) };
        assert_eq!(count_to(10, &stop_at_three), Err(Stopped));
        assert_eq!(count_to(10, &Silent), Ok(10));
    }
}
