//! The log: one JSON object per line on stderr, written by one thread so that no request waits for it.

use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Lines that wait to be written, in bytes; what comes on top is dropped and counted.
const MOST_WAITING: usize = 1 << 22;

#[derive(Default)]
struct Waiting {
    text: Vec<u8>,
    dropped: u64,
}

struct Log {
    waiting: Mutex<Waiting>,
    something: Condvar,
    written: Condvar,
}

fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        std::thread::spawn(write_for_ever);
        Log { waiting: Mutex::default(), something: Condvar::new(), written: Condvar::new() }
    })
}

fn write_for_ever() {
    let log = log();
    loop {
        let mut waiting = log.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while waiting.text.is_empty() {
            log.written.notify_all();
            waiting = log.something.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        let Waiting { mut text, dropped } = std::mem::take(&mut *waiting);
        drop(waiting);
        if dropped > 0 {
            let _ = writeln!(text, "{}", json!({"time": now(), "event": "dropped", "lines": dropped}));
        }
        // A log that cannot be written is no reason to stop serving.
        let _ = std::io::stderr().write_all(&text);
        // Many lines with one write.
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Writes one event.
pub(crate) fn event(fields: &Value) {
    let log = log();
    let mut waiting = log.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if waiting.text.len() > MOST_WAITING {
        waiting.dropped += 1;
        return;
    }
    let first = waiting.text.is_empty();
    let _ = writeln!(waiting.text, "{fields}");
    if first {
        log.something.notify_one();
    }
}

/// Writes that something on our side is wrong.
pub(crate) fn fault(what: &str) {
    event(&json!({"time": now(), "event": "fault", "what": what}));
}

/// Waits until all lines are written, or a second has passed.
pub(crate) fn flush() {
    let log = log();
    let waiting = log.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let _ = log.written.wait_timeout_while(waiting, Duration::from_secs(1), |w| !w.text.is_empty());
}

/// Seconds since 1970, with milliseconds.
pub(crate) fn now() -> f64 {
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    millis as f64 / 1000.0
}
