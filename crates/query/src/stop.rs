//! Ctrl-C: work ends between two rows, and what is half written goes.

use ludex_core::{Progress, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

static STOPPED: AtomicBool = AtomicBool::new(false);
static NEWS: Notify = Notify::const_new();

/// The exit code of a run that was stopped: 128 and the number of the signal, as shells have it.
pub const EXIT_CODE: u8 = 130;

/// A progress that hears nothing and stops when the program does.
#[derive(Debug, Clone, Copy)]
pub struct Listening;

impl Progress for Listening {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        if is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

/// Whether the program was asked to stop.
#[must_use]
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Ends when the program is asked to stop.
pub async fn stopped() {
    loop {
        let news = NEWS.notified();
        if is_stopped() {
            return;
        }
        news.await;
    }
}

/// Listens for Ctrl-C on a thread of its own, for the others may be busy. The second one ends the program at once.
pub fn listen() {
    let work = || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if STOPPED.swap(true, Ordering::Relaxed) {
                    std::process::exit(EXIT_CODE.into());
                }
                NEWS.notify_waiters();
            }
        });
    };
    // Without the thread Ctrl-C ends the program as it does everywhere.
    let _ = std::thread::Builder::new().name("ludex-stop".to_owned()).spawn(work);
}
