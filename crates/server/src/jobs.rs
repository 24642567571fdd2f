//! Work that outlives its request: computing setups. A job has a number, and whoever knows it can look how
//! far it is, or stop it; nobody has to wait for it.

use crate::problem::Problem;
use crate::state::open_store;
use ludex_core::Stopped;
use ludex_setups::compute::{Computed, Job};
use ludex_store::StoreError;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Jobs that wait or run; one more is refused.
const MOST_OPEN: usize = 16;
/// Jobs whose end is remembered.
const MOST_ENDED: usize = 100;
/// Setups whose failure is told.
const MOST_FAILURES: usize = 100;
/// Setups computed and written at once: what a stop loses.
const BATCH: usize = 8;

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Running => "running",
            State::Done => "done",
            State::Failed => "failed",
            State::Cancelled => "cancelled",
        }
    }

    const fn is_open(self) -> bool {
        matches!(self, State::Waiting | State::Running)
    }
}

/// What is told of a job.
#[derive(Debug, Default)]
struct Status {
    state: State,
    created: u64,
    ended: Option<u64>,
    done: u64,
    total: u64,
    completed: u64,
    failures: Vec<Value>,
    failed: u64,
    reason: Option<String>,
}

#[derive(Debug, Default)]
struct Entry {
    status: Mutex<Status>,
    stop: AtomicBool,
}

impl Entry {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn to_json(&self, id: u64) -> Value {
        let status = self.status();
        json!({
            "job": id, "state": status.state.word(), "created": status.created, "ended": status.ended,
            "done": status.done, "total": status.total, "completed": status.completed,
            "failed": status.failed, "failures": status.failures, "reason": status.reason,
        })
    }
}

/// All jobs of the server. They are run one after the other.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    list: Mutex<(u64, BTreeMap<u64, Arc<Entry>>)>,
    turn: Arc<Mutex<()>>,
}

impl Jobs {
    fn list(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<Entry>>)> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job on a thread of its own and answers what is known of it.
    ///
    /// # Errors
    /// 503 when too many wait already.
    pub(crate) fn begin(&self, place: String, job: Job) -> Result<Value, Problem> {
        let (id, entry) = {
            let mut list = self.list();
            let open = list.1.values().filter(|entry| entry.status().state.is_open()).count();
            if open >= MOST_OPEN {
                return Err(Problem::busy(format!("{MOST_OPEN} jobs wait already; try again later"), 60));
            }
            let ended: Vec<u64> =
                list.1.iter().filter(|(_, e)| !e.status().state.is_open()).map(|(id, _)| *id).collect();
            for id in ended.iter().take(ended.len().saturating_sub(MOST_ENDED - 1)) {
                list.1.remove(id);
            }
            list.0 += 1;
            let id = list.0;
            let entry = Arc::new(Entry::default());
            entry.status().created = crate::log::now() as u64;
            list.1.insert(id, Arc::clone(&entry));
            (id, entry)
        };
        let answer = entry.to_json(id);
        let turn = Arc::clone(&self.turn);
        std::thread::Builder::new()
            .name("job".into())
            .spawn(move || run(&entry, &turn, &place, &job))
            .map_err(|error| {
                crate::log::fault(&format!("no thread for a job: {error}"));
                Problem::busy("no thread to be had", 60)
            })?;
        Ok(answer)
    }

    /// All jobs that are known, the oldest first.
    pub(crate) fn all(&self) -> Vec<Value> {
        self.list().1.iter().map(|(id, entry)| entry.to_json(*id)).collect()
    }

    /// How far a job has come.
    ///
    /// # Errors
    /// 404 when there is no such job.
    pub(crate) fn status(&self, id: u64) -> Result<Value, Problem> {
        Ok(self.find(id)?.to_json(id))
    }

    /// Asks a job to stop; what it has written stays.
    ///
    /// # Errors
    /// 404 when there is no such job.
    pub(crate) fn cancel(&self, id: u64) -> Result<Value, Problem> {
        let entry = self.find(id)?;
        entry.stop.store(true, Ordering::Relaxed);
        Ok(entry.to_json(id))
    }

    /// Asks all jobs to stop: the server does.
    pub(crate) fn stop(&self) {
        for entry in self.list().1.values() {
            entry.stop.store(true, Ordering::Relaxed);
        }
    }

    fn find(&self, id: u64) -> Result<Arc<Entry>, Problem> {
        let list = self.list();
        list.1.get(&id).cloned().ok_or_else(|| Problem::not_found(format!("there is no job {id}")))
    }
}

fn run(entry: &Entry, turn: &Mutex<()>, place: &str, job: &Job) {
    let turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
    let end = |state: State, reason: Option<String>| {
        let mut status = entry.status();
        (status.state, status.reason) = (state, reason);
        status.ended = Some(crate::log::now() as u64);
    };
    if entry.stop.load(Ordering::Relaxed) {
        return end(State::Cancelled, None);
    }
    entry.status().state = State::Running;
    // Half of the cores are left to whoever asks meanwhile.
    let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
    let work = || -> Result<(), StoreError> {
        let mut setups = open_store(place)?;
        let progress = |done: u64, total: u64| {
            let mut status = entry.status();
            (status.done, status.total) = (done, total);
            if entry.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
        };
        let mut each = |done: &Computed| {
            let mut status = entry.status();
            match &done.failure {
                None => status.completed += 1,
                Some(reason) => {
                    status.failed += 1;
                    if status.failures.len() < MOST_FAILURES {
                        let setup = done.statistics.setup.to_string();
                        status.failures.push(json!({"setup": setup, "reason": reason}));
                    }
                }
            }
        };
        setups.compute_setups(&Job { batch: BATCH, ..job.clone() }, &mut each, &progress)?;
        Ok(())
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let done = match pool {
        Ok(pool) => pool.install(work),
        Err(error) => Err(StoreError::Value(format!("no threads to be had: {error}"))),
    };
    match done {
        Ok(()) => end(State::Done, None),
        Err(StoreError::Stopped(_)) => end(State::Cancelled, None),
        Err(error) => {
            crate::log::fault(&format!("a job: {error}"));
            end(State::Failed, Some("the store is in trouble; the log of the server says more".into()));
        }
    }
    drop(turn);
}
