//! Side-by-side runs of Ludex and its peers, in CPU time.
//!
//! Machines are shared and noisy: the wall clock tells little. Every contestant therefore runs in the
//! same process or as a child of it, several times in turn, its CPU time is taken from the kernel, and
//! the least of its runs counts. What is printed is a ratio.
//!
//! ```no_run
//! use ludex_bench::Contest;
//! let mut contest = Contest::new("squares", 1_000_000);
//! contest.run("ours", || { std::hint::black_box((0..1_000_000u64).map(|x| x * x).sum::<u64>()); });
//! contest.run("peer", || { std::hint::black_box((0..1_000_000u64).map(|x| x.pow(2)).sum::<u64>()); });
//! contest.report();
//! ```

pub mod figures;

use std::time::Duration;

/// Runs of each contestant; the least counts.
const REPEATS: usize = 5;

/// CPU time of this process so far, user and system, all threads.
#[must_use]
pub fn own_cpu() -> Duration {
    usage(libc::RUSAGE_SELF)
}

/// CPU time of all children that have been waited for.
#[must_use]
pub fn child_cpu() -> Duration {
    usage(libc::RUSAGE_CHILDREN)
}

fn usage(who: libc::c_int) -> Duration {
    // SAFETY: getrusage only fills the zeroed struct it is given.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// CPU time of one call, children included.
pub fn cpu(work: impl FnOnce()) -> Duration {
    let before = own_cpu() + child_cpu();
    work();
    own_cpu() + child_cpu() - before
}

/// Several contestants at the same work; the first is ours.
#[derive(Debug)]
pub struct Contest {
    title: String,
    items: u64,
    best: Vec<(String, Duration)>,
}

impl Contest {
    /// A contest over so many items.
    #[must_use]
    pub fn new(title: &str, items: u64) -> Contest {
        Contest { title: title.to_owned(), items, best: Vec::new() }
    }

    /// Runs a contestant several times and keeps its least CPU time.
    pub fn run(&mut self, contestant: &str, mut work: impl FnMut()) {
        let least = (0..REPEATS).map(|_| cpu(&mut work)).min().expect("at least one run");
        self.record(contestant, least);
    }

    /// Adds a contestant whose time was measured elsewhere, or is a published figure.
    pub fn record(&mut self, contestant: &str, time: Duration) {
        self.best.push((contestant.to_owned(), time));
    }

    /// The README's figure of this contest as a rate, beside the second contestant's.
    pub fn rate_figure(&self, id: &str) {
        self.figure(id, |each| figures::rate(1.0 / each));
    }

    /// The README's figure of this contest as a time, beside the second contestant's.
    pub fn time_figure(&self, id: &str) {
        self.figure(id, figures::time);
    }

    fn figure(&self, id: &str, write: impl Fn(f64) -> String) {
        let each = |time: &Duration| write(time.as_secs_f64() / self.items.max(1) as f64);
        let Some((_, ours)) = self.best.first() else { return };
        let beside = self.best.get(1).map(|(peer, time)| format!("{} ({peer}, same run)", each(time)));
        figures::record(id, &each(ours), &beside.unwrap_or_default());
    }

    /// Prints every contestant with its rate, and how many times faster the first one is.
    pub fn report(&self) {
        println!("{} ({} items)", self.title, self.items);
        let Some((_, ours)) = self.best.first() else { return };
        for (i, (contestant, time)) in self.best.iter().enumerate() {
            let each = time.as_secs_f64() / self.items.max(1) as f64;
            let ratio = if i == 0 {
                String::new()
            } else {
                format!("  ours is {:.2}x", time.as_secs_f64() / ours.as_secs_f64())
            };
            println!("  {contestant:<28} {:>12.3} us each {:>14.0} /s{ratio}", each * 1e6, 1.0 / each);
        }
    }
}
