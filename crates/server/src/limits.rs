//! Every limit of the server, in one place.

use std::time::Duration;

/// What one client may ask of the server. All of it can be set; `ludex serve --limit NAME=VALUE` reads
/// the names of these fields.
///
/// # Examples
/// ```
/// let mut limits = ludex_server::Limits::default();
/// limits.set("solves=1")?;
/// limits.set("solve-wall=2.5")?;
/// assert_eq!(limits.solves, 1);
/// assert!(limits.set("solves=many").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Bytes of a body that is read whole (`body`).
    pub body: usize,
    /// Bytes of one line of a streamed body (`line`).
    pub line: usize,
    /// Lines of a streamed body (`items`).
    pub items: u64,
    /// Bytes of a streamed body (`stream`).
    pub stream: u64,
    /// Seconds a solve may take by the clock (`solve-wall`).
    pub solve_wall: Duration,
    /// Seconds of processor time a solve may take (`solve-cpu`).
    pub solve_cpu: Duration,
    /// Bytes the process may grow by while a solve runs (`solve-memory`).
    pub solve_memory: u64,
    /// Solves that run at once (`solves`).
    pub solves: usize,
    /// Solves that wait for their turn; the next one is refused (`queue`).
    pub queue: usize,
    /// Requests a second of one key or one address, on average; 0 is no limit (`rate`).
    pub rate: f64,
    /// Requests at once that the average allows (`burst`).
    pub burst: f64,
    /// Seconds to send a request's head, and seconds a connection may rest (`head`).
    pub head: Duration,
    /// Seconds between two pieces of a body (`idle`).
    pub idle: Duration,
    /// Seconds that running requests get when the server stops (`drain`).
    pub drain: Duration,
    /// Connections at once; the next one waits (`connections`).
    pub connections: usize,
    /// Connections to the store (`store`).
    pub store: usize,
    /// Imports and exports that run at once; the next one is refused (`streams`).
    pub streams: usize,
    /// Bytes of rendered answers that are kept (`cache`).
    pub cache: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            body: 1 << 20,
            line: 1 << 16,
            items: 10_000_000,
            stream: 4 << 30,
            solve_wall: Duration::from_secs(60),
            solve_cpu: Duration::from_secs(60),
            solve_memory: 2 << 30,
            solves: cores,
            queue: 32,
            rate: 0.0,
            burst: 200.0,
            head: Duration::from_secs(30),
            idle: Duration::from_secs(30),
            drain: Duration::from_secs(10),
            connections: 4096,
            store: cores.max(2),
            streams: 4,
            cache: 32 << 20,
        }
    }
}

/// A name of a limit and what it is, for the help text and the book.
pub const NAMES: [(&str, &str); 18] = [
    ("body", "bytes of a body that is read whole"),
    ("line", "bytes of one line of a streamed body"),
    ("items", "lines of a streamed body"),
    ("stream", "bytes of a streamed body"),
    ("solve-wall", "seconds a solve may take by the clock"),
    ("solve-cpu", "seconds of processor time a solve may take"),
    ("solve-memory", "bytes the process may grow by while a solve runs"),
    ("solves", "solves that run at once"),
    ("queue", "solves that wait for their turn; the next one is refused"),
    ("rate", "requests a second of one key or one address; 0 is no limit"),
    ("burst", "requests at once that the rate allows"),
    ("head", "seconds to send a request's head, or to rest between two"),
    ("idle", "seconds between two pieces of a body"),
    ("drain", "seconds that running requests get when the server stops"),
    ("connections", "connections at once; the next one waits"),
    ("store", "connections to the store"),
    ("streams", "imports and exports that run at once; the next one is refused"),
    ("cache", "bytes of rendered answers that are kept"),
];

impl Limits {
    /// Sets one limit from `NAME=VALUE`.
    ///
    /// # Errors
    /// When there is no such limit, or the value is no number it can take.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is no limit: NAME=VALUE would be one"))?;
        let number: f64 = value
            .parse()
            .ok()
            .filter(|n: &f64| n.is_finite() && (0.0..1e15).contains(n))
            .ok_or_else(|| format!("the limit {name} is a number from 0 on, not {value:?}"))?;
        let whole = number as u64;
        // Nothing could be done with none of these.
        let some = || {
            if whole == 0 { Err(format!("the limit {name} is at least 1")) } else { Ok(whole as usize) }
        };
        let seconds = || {
            if number < 1e9 {
                Ok(Duration::from_secs_f64(number))
            } else {
                Err(format!("{name} is too long"))
            }
        };
        match name {
            "body" => self.body = some()?,
            "line" => self.line = some()?,
            "items" => self.items = some()? as u64,
            "stream" => self.stream = some()? as u64,
            "solve-wall" => self.solve_wall = seconds()?,
            "solve-cpu" => self.solve_cpu = seconds()?,
            "solve-memory" => self.solve_memory = whole,
            "solves" => self.solves = some()?,
            "queue" => self.queue = whole as usize,
            "rate" => self.rate = number,
            "burst" => self.burst = number.max(1.0),
            "head" => self.head = seconds()?,
            "idle" => self.idle = seconds()?,
            "drain" => self.drain = seconds()?,
            "connections" => self.connections = some()?,
            "store" => self.store = some()?,
            "streams" => self.streams = some()?,
            "cache" => self.cache = whole as usize,
            _ => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no limit {name:?}: there are {}", names.join(", ")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_set() {
        for (name, _) in NAMES {
            Limits::default().set(&format!("{name}=7")).unwrap();
        }
        for bad in ["solves", "solves=0", "solves=-1", "solves=x", "rate=inf", "nothing=1", "head=1e12"] {
            assert!(Limits::default().set(bad).is_err(), "{bad}");
        }
    }
}
