//! How many records there are, by kind. Counting reads the whole store, so a large one is counted once for each state
//! it is in; while a new state is being counted, the last count is shown.

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

/// Records by kind, as they are now or, in a large store, were a moment ago.
///
/// # Errors
/// When the store is in trouble.
pub(crate) async fn kinds(app: &App) -> Result<Vec<KindCount>, Problem> {
    let Some(last) = app.counts.last().filter(|last| last.took > QUICK) else {
        return count(app).await;
    };
    let state = app.store(|setups| setups.store().state().map_err(Problem::from)).await?;
    if state == last.state && last.at.elapsed() < last.took * LASTS {
        return Ok(last.kinds);
    }
    if app.counts.counting.swap(true, Ordering::Relaxed) {
        return Ok(last.kinds);
    }
    let counter = App::clone(app);
    let counted = tokio::spawn(async move {
        let counted = count(&counter).await;
        counter.counts.counting.store(false, Ordering::Relaxed);
        counted
    });
    match tokio::time::timeout(PATIENCE, counted).await {
        Ok(Ok(counted)) => counted,
        // It goes on; who comes next sees what it finds.
        _ => Ok(last.kinds),
    }
}

/// Counts a large store before anybody asks.
pub(crate) async fn warm(app: App) {
    // A store in trouble says so to who asks it.
    drop(count(&app).await);
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
