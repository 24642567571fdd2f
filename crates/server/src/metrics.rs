//! What the server counts, in the text form Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// Upper ends of the buckets of times, in seconds.
const BUCKETS: [f64; 8] = [0.001, 0.005, 0.025, 0.05, 0.1, 0.5, 1.0, 10.0];

/// Route, method, status.
type Label = (String, String, u16);

/// All counters.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: RwLock<BTreeMap<Label, Arc<Times>>>,
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Solves that run.
    pub solves: AtomicI64,
    /// Solves that wait.
    pub waiting: AtomicI64,
    /// Solves that were refused because too many waited.
    pub refused: AtomicU64,
    /// Answers that were kept from before.
    pub cached: AtomicU64,
}

#[derive(Debug, Default)]
struct Times {
    count: AtomicU64,
    micros: AtomicU64,
    buckets: [AtomicU64; BUCKETS.len()],
}

impl Metrics {
    /// Counts a request.
    pub fn request(&self, route: &str, method: &str, status: u16, took: Duration) {
        let label = (route.to_owned(), method.to_owned(), status);
        let found = self.requests.read().unwrap_or_else(PoisonError::into_inner).get(&label).cloned();
        let times = found.unwrap_or_else(|| {
            let mut requests = self.requests.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(requests.entry(label).or_default())
        });
        times.count.fetch_add(1, Ordering::Relaxed);
        times.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
        for (bucket, end) in times.buckets.iter().zip(BUCKETS) {
            if took.as_secs_f64() <= end {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// All counters as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("ludex_connections", "Connections that are open", self.connections.load(Ordering::Relaxed)),
            ("ludex_solves_running", "Solves that run", self.solves.load(Ordering::Relaxed)),
            ("ludex_solves_waiting", "Solves that wait", self.waiting.load(Ordering::Relaxed)),
            ("ludex_resident_bytes", "Memory of the process", resident() as i64),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let counters = [
            ("ludex_solves_refused_total", "Solves refused because too many waited", &self.refused),
            ("ludex_answers_cached_total", "Answers kept from before", &self.cached),
        ];
        for (name, help, value) in counters {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        let name = "ludex_request_seconds";
        let _ = writeln!(text, "# HELP {name} Time to answer\n# TYPE {name} histogram");
        for ((route, method, status), times) in
            self.requests.read().unwrap_or_else(PoisonError::into_inner).iter()
        {
            let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
            for (bucket, end) in times.buckets.iter().zip(BUCKETS) {
                let value = bucket.load(Ordering::Relaxed);
                let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{end}\"}} {value}");
            }
            let count = times.count.load(Ordering::Relaxed);
            let seconds = times.micros.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}");
            let _ = writeln!(text, "{name}_sum{{{labels}}} {seconds}\n{name}_count{{{labels}}} {count}");
        }
        text
    }
}

/// Memory of the process that lies in memory, in bytes; 0 where the system does not say.
#[must_use]
pub fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}
