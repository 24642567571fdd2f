//! Threads. Pools are kept, since making one costs more than many a call, and they survive a fork: a process
//! that was forked (a worker of Spark, of Python's multiprocessing) has none of its parent's threads and would
//! wait for them for ever, so it makes pools of its own.

use crate::error::Error;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Pools = HashMap<(u32, usize), Arc<rayon::ThreadPool>>;

static POOLS: OnceLock<Mutex<Pools>> = OnceLock::new();

/// So many threads, where 0 stands for all cores.
pub(crate) fn count(threads: usize) -> usize {
    if threads > 0 { threads } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Runs work on so many threads, which `rayon` inside it finds.
pub(crate) fn run<T: Send>(
    function: &dyn Fn() -> String,
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Error> {
    let threads = count(threads);
    let pool = {
        let mut pools = POOLS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let key = (std::process::id(), threads);
        match pools.get(&key) {
            Some(pool) => pool.clone(),
            None => {
                let made = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .thread_name(|i| format!("ludex-{i}"))
                    .build()
                    .map_err(|error| Error::Defect { function: function(), message: error.to_string() })?;
                let pool = Arc::new(made);
                pools.insert(key, pool.clone());
                pool
            }
        }
    };
    Ok(pool.install(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_the_threads_that_were_asked_for() {
        for threads in [1, 3] {
            let found = run(&String::new, threads, rayon::current_num_threads).unwrap();
            assert_eq!(found, threads);
        }
        assert!(count(0) >= 1);
    }
}
