//! How many records there are, by kind. Counting reads the whole store, so a large one is counted once for each state
//! it is in, first of all at the start; while a new state is being counted, the last count is shown.

use crate::problem::Problem;
use crate::state::App;
use ludex_store::query::KindCount;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is counted faster than this is counted every time.
const QUICK: Duration = Duration::from_millis(15);
/// So long a new count of a large store is waited for; then the last one is shown.
const PATIENCE: Duration = Duration::from_millis(25);
/// So long the server's start waits for the first count. Larger stores (some ten million records) are counted while it
/// serves.
const START: Duration = Duration::from_secs(2);
/// A count of a state that seems not to have changed is good for so many times as long as it took: other programs may
/// write without leaving the store's own traces.
const LASTS: u32 = 100;

#[derive(Debug, Clone)]
struct Counted {
    at: Instant,
    took: Duration,
    state: String,
    kinds: Vec<KindCount>,
}

/// The last count.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    last: Mutex<Option<Counted>>,
    /// One count at a time.
    counting: AtomicBool,
}

impl Counts {
    fn last(&self) -> Option<Counted> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Records by kind, as they are now or, in a large store, were a moment ago; nothing while they are counted for the
/// first time.
///
/// # Errors
/// When the store is in trouble.
pub(crate) async fn kinds(app: &App) -> Result<Option<Vec<KindCount>>, Problem> {
    let last = app.counts.last();
    if let Some(last) = last.as_ref().filter(|last| last.took > QUICK) {
        let state = app.store(|setups| setups.store().state().map_err(Problem::from)).await?;
        if state == last.state && last.at.elapsed() < last.took * LASTS {
            return Ok(Some(last.kinds.clone()));
        }
    } else if last.is_some() || !app.counts.counting.load(Ordering::Relaxed) {
        return count(app).await.map(Some);
    }
    match tokio::time::timeout(PATIENCE, in_background(app)).await {
        Ok(Some(counted)) => counted.map(Some),
        // It goes on; who comes next sees what it finds.
        _ => Ok(last.map(|last| last.kinds)),
    }
}

/// Counts the store before anybody asks, and waits for a count that is not too long.
pub(crate) async fn warm(app: &App) {
    // A store in trouble says so to who asks it.
    drop(tokio::time::timeout(START, in_background(app)).await);
}

/// Counts in a task of its own, which goes on when nobody waits any more; nothing where one is counting already.
async fn in_background(app: &App) -> Option<Result<Vec<KindCount>, Problem>> {
    if app.counts.counting.swap(true, Ordering::Relaxed) {
        return None;
    }
    let counter = App::clone(app);
    let counted = tokio::spawn(async move {
        let counted = count(&counter).await;
        counter.counts.counting.store(false, Ordering::Relaxed);
        counted
    });
    counted.await.ok()
}

async fn count(app: &App) -> Result<Vec<KindCount>, Problem> {
    let counted = app
        .store(|setups| -> Result<Counted, Problem> {
            let (at, store) = (Instant::now(), setups.store());
            // The state first: what is written meanwhile makes it an old one.
            let state = store.state()?;
            let kinds = store.kinds()?;
            Ok(Counted { at, took: at.elapsed(), state, kinds })
        })
        .await?;
    let kinds = counted.kinds.clone();
    *app.counts.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(counted);
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::state::AppState;

    #[tokio::test]
    async fn nobody_waits_for_the_first_count_of_a_large_store() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut config = Config::new(folder.path().join("store.sqlite").display().to_string());
        config.log = false;
        config.starter = Some(1);
        let app = AppState::open(config).expect("a new store");
        // As while the count of the start goes on.
        app.counts.counting.store(true, Ordering::Relaxed);
        assert!(kinds(&app).await.expect("a store").is_none());
        app.counts.counting.store(false, Ordering::Relaxed);
        warm(&app).await;
        let first = app.counts.last().expect("it was counted").kinds.len();
        assert_eq!(kinds(&app).await.expect("a store").map(|kinds| kinds.len()), Some(first));
        // A large store that has changed and is being counted again shows what it had.
        let old = Counted { took: QUICK * 2, state: "another".into(), ..app.counts.last().expect("a count") };
        *app.counts.last.lock().expect("one thread") = Some(old);
        app.counts.counting.store(true, Ordering::Relaxed);
        assert_eq!(kinds(&app).await.expect("a store").map(|kinds| kinds.len()), Some(first));
    }
}
