//! What all requests share: families opened once, connections to the store, rendered answers.

use crate::cache::Cache;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::rate::Rate;
use axum::http::StatusCode;
use ludex_core::Families;
use ludex_setups::Setups;
use ludex_store::Result;
use ludex_store::sql::Dialect;
use ludex_xiangqi::endgame::Endgames;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The state as handlers get it: `State(app): State<App>`.
pub type App = Arc<AppState>;

/// What all requests share.
#[derive(Debug)]
pub struct AppState {
    /// How the server was started.
    pub config: Config,
    /// All families.
    pub families: Families,
    /// The tables of sudoku, shared with its family.
    pub sudoku: ludex_sudoku::Tables,
    /// Answers that never change, as they were sent.
    pub cache: Cache,
    /// What was counted.
    pub metrics: Metrics,
    /// The catalogue of all sudoku grids.
    pub sudoku_tables: ludex_sudoku::Tables,
    /// The tables of the cube solvers.
    pub cube_tables: ludex_cube::Tables,
    /// The tables of xiangqi endgames, each opened when it is first needed.
    pub endgames: Arc<Endgames>,
    /// Places of solves that run.
    pub(crate) solves: Arc<Semaphore>,
    /// Places of imports and exports.
    pub(crate) streams: Arc<Semaphore>,
    /// How often everybody asked lately.
    pub(crate) rate: Rate,
    /// How many records there were when they were counted last.
    pub(crate) counts: crate::counts::Counts,
    /// Work that outlives its request.
    pub(crate) jobs: crate::jobs::Jobs,
    pool: Pool,
}

impl AppState {
    /// Opens the store (it is made if it is not there, with the starter collection in it) and the families.
    ///
    /// # Errors
    /// When the store cannot be opened.
    pub fn open(config: Config) -> Result<App> {
        let mut setups = open_store(&config.store)?;
        if !setups.has_setups()? {
            setups.import_starter_of(config.starter, None)?;
        }
        let pool = Pool::new(config.store.clone(), config.limits.store, setups);
        let sudoku = ludex_sudoku::Tables::cached(crate::log::fault);
        Ok(Arc::new(AppState {
            families: families_with(sudoku.clone(), None),
            sudoku,
            cache: Cache::new(config.limits.cache),
            metrics: Metrics::default(),
            sudoku_tables: ludex_sudoku::Tables::cached(crate::log::fault),
            cube_tables: ludex_cube::Tables::cached(),
            endgames: config.endgames.clone().unwrap_or_else(cached_endgames),
            solves: Arc::new(Semaphore::new(config.limits.solves)),
            streams: Arc::new(Semaphore::new(config.limits.streams)),
            rate: Rate::default(),
            counts: crate::counts::Counts::default(),
            jobs: crate::jobs::Jobs::default(),
            pool,
            config,
        }))
    }

    /// Works with the store on a thread that may wait.
    ///
    /// # Errors
    /// Those of the work; a problem of its own when the store is in trouble.
    pub async fn store<T, E>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Setups) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Into<Problem> + Send + 'static,
    {
        let permit = Arc::clone(&self.pool.permits).acquire_owned().await;
        let app = Arc::clone(self);
        blocking(move || {
            let _permit = permit;
            app.pool.with(work)
        })
        .await
    }

    /// Works with the store on this thread, which may wait.
    ///
    /// # Errors
    /// As [`AppState::store`].
    pub fn store_now<T, E: Into<Problem>>(
        &self,
        work: impl FnOnce(&mut Setups) -> Result<T, E>,
    ) -> Result<T, Problem> {
        self.pool.with(work)
    }
}

/// Runs what takes long, or waits, away from the threads that serve connections.
///
/// # Errors
/// Those of the work; a problem of its own when it broke off.
pub async fn blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, Problem>
where
    T: Send + 'static,
    E: Into<Problem> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(Into::into),
        Err(error) => {
            crate::log::fault(&error.to_string());
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the work broke off; the log says more"))
        }
    }
}

/// The tables of endgames in the user's cache folder; none where their list is damaged, which is logged.
fn cached_endgames() -> Arc<Endgames> {
    Arc::new(Endgames::cached().unwrap_or_else(|error| {
        crate::log::fault(&error.to_string());
        Endgames::default()
    }))
}

/// All families, cubes read as of one size where it is given: moves say nothing about it.
#[must_use]
pub fn families(cube_size: Option<usize>) -> Families {
    families_with(ludex_sudoku::Tables::cached(crate::log::fault), cube_size)
}

fn families_with(tables: ludex_sudoku::Tables, cube_size: Option<usize>) -> Families {
    Families::new(vec![
        Box::new(ludex_sudoku::Sudoku::new(tables)),
        Box::new(ludex_tetris::Tetris::default()),
        Box::new(ludex_xiangqi::Xiangqi::default()),
        Box::new(cube_size.map_or_else(ludex_cube::Cubes::default, ludex_cube::Cubes::with_size)),
    ])
}

/// Opens a store with everything in it that the server keeps.
///
/// # Errors
/// When it cannot be opened.
pub fn open_store(place: &str) -> Result<Setups> {
    Setups::open_with(place, &[&crate::schema::EXTENSION])
}

/// Connections to the store, opened when they are needed, so many at once and no more.
#[derive(Debug)]
struct Pool {
    place: String,
    most: usize,
    places: Mutex<Places>,
    freed: Condvar,
    permits: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Places {
    /// Connections that rest, and since when; the one that rested least is the last.
    idle: Vec<(Setups, Instant)>,
    /// Connections that work.
    busy: usize,
}

/// After so long a connection to a server is asked whether it still is one before it is used.
const RESTED: Duration = Duration::from_secs(1);

/// A place among the busy ones, given back when it is no longer needed.
struct Busy<'a>(&'a Pool);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.places().busy -= 1;
        self.0.freed.notify_one();
    }
}

impl Pool {
    fn new(place: String, most: usize, first: Setups) -> Pool {
        let places = Places { idle: vec![(first, Instant::now())], busy: 0 };
        Pool {
            place,
            most,
            places: Mutex::new(places),
            freed: Condvar::new(),
            permits: Arc::new(Semaphore::new(most)),
        }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection that rests, or none: then there is room for a new one.
    fn take(&self) -> (Busy<'_>, Option<Setups>) {
        let mut places = self.places();
        while places.busy >= self.most {
            places = self.freed.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
        places.busy += 1;
        let idle = places.idle.pop();
        drop(places);
        let busy = Busy(self);
        let Some((mut setups, since)) = idle else { return (busy, None) };
        let rested = setups.store().dialect() == Dialect::Postgres && since.elapsed() > RESTED;
        if rested && setups.store().plain_rows("SELECT 1").is_err() {
            // The server was away: what else rests is of no use either.
            self.places().idle.clear();
            return (busy, None);
        }
        (busy, Some(setups))
    }

    fn with<T, E: Into<Problem>>(
        &self,
        work: impl FnOnce(&mut Setups) -> Result<T, E>,
    ) -> Result<T, Problem> {
        let (_busy, idle) = self.take();
        let mut setups = match idle {
            Some(setups) => setups,
            None => open_store(&self.place)?,
        };
        let done = work(&mut setups).map_err(Into::into);
        if matches!(&done, Err(problem) if problem.status.is_server_error()) {
            // After trouble the next request gets a fresh connection: this one may be gone, and the others.
            self.places().idle.clear();
        } else {
            self.places().idle.push((setups, Instant::now()));
        }
        done
    }
}
