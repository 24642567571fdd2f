//! Work without the interpreter's lock, which Ctrl-C stops.

use ludex_core::{Progress, Stopped};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// How often signals are looked for.
const PAUSE: Duration = Duration::from_millis(20);

/// Stops work when a flag is set.
pub(crate) struct Flag<'a>(pub(crate) &'a AtomicBool);

impl Progress for Flag<'_> {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        if self.0.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Short work: without the lock, on this thread.
pub(crate) fn short<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    py.detach(|| work(&AtomicBool::new(false)))
}

/// Long work: on a thread of its own, while this one looks for signals. A handler that raises (Ctrl-C does) sets
/// the flag, and its exception is raised when the work has ended.
///
/// # Errors
/// What a signal handler raised.
pub(crate) fn long<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (answer, raised) = py.detach(|| {
        std::thread::scope(|scope| {
            let (ended, end) = std::sync::mpsc::channel::<()>();
            let stop = &stop;
            let worker = scope.spawn(move || {
                // Hung up when the work has ended, by a panic too.
                let _ended = ended;
                work(stop)
            });
            let mut raised = None;
            while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            (worker.join(), raised)
        })
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    answer.map_err(|panic| std::panic::resume_unwind(panic))
}
