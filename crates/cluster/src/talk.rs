//! What Ballista has to say, on stderr: warnings and errors, and more where `LUDEX_LOG` asks for it.

use log::{Level, LevelFilter, Log, Metadata, Record};

struct Stderr;

impl Log for Stderr {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("ballista") || metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("{}: {}", record.level().as_str().to_lowercase(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Listens to Ballista.
pub(crate) fn listen() {
    let level = match std::env::var("LUDEX_LOG").as_deref() {
        Ok("info") => LevelFilter::Info,
        Ok("debug") => LevelFilter::Debug,
        _ => LevelFilter::Error,
    };
    // There is no other.
    let _ = log::set_logger(&Stderr);
    log::set_max_level(level);
}
