//! How many records there are, by kind: counting reads the whole store, so a large one is counted while the
//! last count is shown.

use crate::problem::Problem;
use crate::state::App;
use ludex_store::query::KindCount;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is counted faster than this is counted every time.
const QUICK: Duration = Duration::from_millis(20);
/// A count is good for so many times as long as it took.
const LASTS: u32 = 20;

#[derive(Debug, Clone)]
struct Counted {
    at: Instant,
    took: Duration,
    kinds: Vec<KindCount>,
}

/// The last count.
#[derive(Debug, Default)]
pub(crate) struct Counts(Mutex<Option<Counted>>);

impl Counts {
    fn last(&self) -> Option<Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Records by kind, as they are now or, in a large store, were a moment ago.
///
/// # Errors
/// When the store is in trouble.
pub(crate) async fn kinds(app: &App) -> Result<Vec<KindCount>, Problem> {
    match app.counts.last() {
        Some(last) if last.took > QUICK => {
            if last.at.elapsed() > last.took * LASTS {
                let app = App::clone(app);
                // Who comes next sees what this finds; a store in trouble says so to who asks it.
                tokio::spawn(async move { drop(count(&app).await) });
            }
            Ok(last.kinds)
        }
        _ => count(app).await,
    }
}

async fn count(app: &App) -> Result<Vec<KindCount>, Problem> {
    let counted = app
        .store(|setups| -> Result<Counted, Problem> {
            let start = Instant::now();
            let kinds = setups.store().kinds()?;
            Ok(Counted { at: Instant::now(), took: start.elapsed(), kinds })
        })
        .await?;
    let kinds = counted.kinds.clone();
    *app.counts.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(counted);
    Ok(kinds)
}
