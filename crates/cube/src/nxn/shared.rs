//! Tables that are made once for all who wait for them, on a thread of its own.
//!
//! They take seconds. Whoever gives up waiting leaves at once; the table is made to its end all the same,
//! for the next one.

use ludex_core::{Progress, Silent, Stopped};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How often those who wait ask whether to go on waiting.
const PATIENCE: Duration = Duration::from_millis(5);

/// A table, or who makes it.
#[derive(Debug)]
pub(crate) struct Shared<T> {
    made: OnceLock<T>,
    /// Whether a thread makes it.
    making: Mutex<bool>,
    ended: Condvar,
}

/// Wakes those who wait, whether the table was made or its making broke off.
struct End<'a>(&'a Mutex<bool>, &'a Condvar);

impl Drop for End<'_> {
    fn drop(&mut self) {
        *lock(self.0) = false;
        self.1.notify_all();
    }
}

fn lock(making: &Mutex<bool>) -> MutexGuard<'_, bool> {
    making.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync> Shared<T> {
    pub(crate) const fn new() -> Shared<T> {
        Shared { made: OnceLock::new(), making: Mutex::new(false), ended: Condvar::new() }
    }

    /// The table, however long it takes to make it.
    pub(crate) fn wait(&'static self, make: fn() -> T) -> &'static T {
        self.get(make, &Silent).unwrap_or_else(|Stopped| self.made.get_or_init(make))
    }

    /// The table, made if it is not there.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked not to wait for it.
    pub(crate) fn get(
        &'static self,
        make: fn() -> T,
        progress: &dyn Progress,
    ) -> Result<&'static T, Stopped> {
        if let Some(table) = self.made.get() {
            return Ok(table);
        }
        let mut making = lock(&self.making);
        if !*making && self.made.get().is_none() {
            *making = true;
            let work = move || {
                let _end = End(&self.making, &self.ended);
                self.made.get_or_init(make);
            };
            *making = std::thread::Builder::new().name("tables".into()).spawn(work).is_ok();
        }
        while *making {
            if let Some(table) = self.made.get() {
                return Ok(table);
            }
            progress.report(0, 0)?;
            let waited = self.ended.wait_timeout(making, PATIENCE);
            making = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(making);
        // Made by now; where there was no thread for it, or it broke off, it is made here.
        Ok(self.made.get_or_init(make))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_wait_leaves_and_the_next_one_has_it() {
        static NUMBER: Shared<u32> = Shared::new();
        fn slowly() -> u32 {
            std::thread::sleep(Duration::from_millis(200));
            7
        }
        let impatient = |_: u64, _: u64| Err(Stopped);
        let start = std::time::Instant::now();
        assert_eq!(NUMBER.get(slowly, &impatient), Err(Stopped));
        assert!(start.elapsed() < Duration::from_millis(150));
        assert_eq!(NUMBER.get(slowly, &Silent), Ok(&7));
        assert_eq!(NUMBER.get(slowly, &impatient), Ok(&7));
    }
}
