//! Long work: so much at once, so much waiting, watched, told of while it runs, stopped when nobody waits.

use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use ludex_core::{Progress, Refusal, Stopped};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// How often the clock, the processor time and the memory of a solve are looked at.
const TICK: Duration = Duration::from_millis(25);
/// How often a client hears how far a solve has come, at most.
const NEWS: Duration = Duration::from_millis(100);
/// How often a client hears something, at least.
const ALIVE: Duration = Duration::from_secs(10);

/// A solve that runs: what the work reports to, and what stops it.
///
/// It is the [`Progress`] of a solver; solvers that want a flag take [`Task::stop_flag`].
#[derive(Debug)]
pub struct Task {
    stop: AtomicBool,
    why: OnceLock<String>,
    start: Instant,
    told: AtomicU64,
    thread: Mutex<Option<String>>,
    news: Option<mpsc::Sender<(&'static str, Value)>>,
}

impl Task {
    fn new(news: Option<mpsc::Sender<(&'static str, Value)>>) -> Arc<Task> {
        Arc::new(Task {
            stop: AtomicBool::new(false),
            why: OnceLock::new(),
            start: Instant::now(),
            told: AtomicU64::new(0),
            thread: Mutex::default(),
            news,
        })
    }

    /// Becomes true when the work should end.
    pub const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Why it was stopped, if it was.
    pub fn why(&self) -> Option<&str> {
        self.why.get().map(String::as_str)
    }

    /// Tells whoever listens of something on the way, such as a better solution.
    pub fn tell(&self, event: &'static str, what: Value) {
        if let Some(news) = &self.news {
            // A client that does not read misses news on the way; the end waits for it.
            let _ = news.try_send((event, what));
        }
    }

    /// Whether somebody hears of what is found on the way.
    pub const fn is_heard(&self) -> bool {
        self.news.is_some()
    }

    /// Asks the work to end; the first reason counts.
    fn end(&self, why: String) {
        let _ = self.why.set(why);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Looks at the clock, the processor time and the memory until the work has ended.
    async fn watch(&self, app: &App, before: u64, ended: &AtomicBool) {
        let limits = &app.config.limits;
        while !ended.load(Ordering::Relaxed) {
            // A limit shorter than a tick is kept, too.
            let left = limits.solve_wall.saturating_sub(self.start.elapsed());
            tokio::time::sleep(TICK.min(left).max(Duration::from_millis(1))).await;
            let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if self.start.elapsed() > limits.solve_wall {
                self.end(format!("more than {} s by the clock", limits.solve_wall.as_secs_f64()));
            } else if thread.is_some_and(|thread| processor_time(&thread) > limits.solve_cpu) {
                self.end(format!("more than {} s of processor time", limits.solve_cpu.as_secs_f64()));
            } else if crate::metrics::resident().saturating_sub(before) > limits.solve_memory {
                self.end(format!("more than {} bytes of memory", limits.solve_memory));
            }
        }
    }
}

impl Progress for Task {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        // Nothing of nothing is only the question whether to go on.
        if self.news.is_some() && (done, total) != (0, 0) {
            let now = self.start.elapsed().as_millis() as u64;
            let told = self.told.load(Ordering::Relaxed);
            if now >= told + NEWS.as_millis() as u64 {
                self.told.store(now, Ordering::Relaxed);
                self.tell("progress", json!({"done": done, "total": total}));
            }
        }
        Ok(())
    }
}

impl ludex_cube::solve::watch::Watch for Task {
    fn event(&self, event: &ludex_cube::solve::watch::Event<'_>) {
        use ludex_cube::solve::watch::Event;
        match event {
            Event::Making(table) => self.tell("table", json!({"making": table})),
            Event::Made(table) => self.tell("table", json!({"made": table})),
            Event::Searched(depth) => self.tell(
                "depth",
                json!({"depth": depth.depth, "nodes": depth.nodes, "solutions": depth.solutions}),
            ),
            Event::Trouble(error) => crate::log::fault(&error.to_string()),
            Event::NotKept(error) => crate::log::fault(&error.to_string()),
            _ => {}
        }
    }
}

/// Processor time of a thread, by its folder under `/proc`; nothing where the system has none.
fn processor_time(thread: &str) -> Duration {
    let text = std::fs::read_to_string(format!("{thread}/stat")).unwrap_or_default();
    // After the name in parentheses: state, then numbers; user and system time are the 12th and 13th.
    let numbers = text.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let ticks: u64 = numbers.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    // The kernel counts in hundredths for everybody who asks this way.
    Duration::from_millis(ticks * 10)
}

/// Stops the work when whoever waits for it is gone.
struct Waiter(Arc<Task>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.end("nobody waits for it any more".into());
    }
}

/// A place among those that wait, given back when it is no longer needed.
struct Place(App);

impl Place {
    fn take(app: &App) -> Result<Place, Problem> {
        let waiting = &app.metrics.waiting;
        let most = app.config.limits.queue as i64;
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            waiting.fetch_sub(1, Ordering::Relaxed);
            app.metrics.refused.fetch_add(1, Ordering::Relaxed);
            return Err(Problem::busy(format!("{most} solves wait already; try again later"), 2));
        }
        Ok(Place(App::clone(app)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits for its turn.
async fn turn(app: &App) -> Result<OwnedSemaphorePermit, Problem> {
    if let Ok(permit) = Arc::clone(&app.solves).try_acquire_owned() {
        return Ok(permit);
    }
    let _place = Place::take(app)?;
    Arc::clone(&app.solves).acquire_owned().await.map_err(|_| Problem::busy("the server stops", 5))
}

/// Runs the work on one thread of its own, watched.
async fn watched<T, W>(
    app: &App,
    task: &Arc<Task>,
    permit: OwnedSemaphorePermit,
    work: W,
) -> Result<T, Problem>
where
    T: Send + 'static,
    W: FnOnce(&Task) -> Result<T, Refusal> + Send + 'static,
{
    let ended = Arc::new(AtomicBool::new(false));
    let watching = {
        let (app, task, ended) = (App::clone(app), Arc::clone(task), Arc::clone(&ended));
        let before = crate::metrics::resident();
        tokio::spawn(async move { task.watch(&app, before, &ended).await })
    };
    app.metrics.solves.fetch_add(1, Ordering::Relaxed);
    let (shared, own) = (App::clone(app), Arc::clone(task));
    let done = crate::state::blocking(move || {
        // Whatever a solver spreads over threads stays on this one: its time is the time of the solve.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let result = match pool {
            Ok(pool) => pool.install(|| {
                let folder = std::fs::read_link("/proc/thread-self").ok();
                let folder = folder.map(|folder| format!("/proc/{}", folder.display()));
                *own.thread.lock().unwrap_or_else(PoisonError::into_inner) = folder;
                work(&own)
            }),
            Err(error) => Err(Refusal::new(format!("no thread to be had: {error}"))),
        };
        shared.metrics.solves.fetch_sub(1, Ordering::Relaxed);
        ended.store(true, Ordering::Relaxed);
        drop(permit);
        result
    })
    .await;
    watching.abort();
    done.map_err(|problem| match task.why() {
        Some(why) => Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("stopped, the limit of this server: {why} ({})", problem.detail),
        ),
        None => problem,
    })
}

/// What the work comes to, at its end; when nobody waits for it any more it stops.
///
/// # Errors
/// 503 when too many wait already; those of the work.
pub async fn result<T, W>(app: &App, work: W) -> Result<T, Problem>
where
    T: Send + 'static,
    W: FnOnce(&Task) -> Result<T, Refusal> + Send + 'static,
{
    let task = Task::new(None);
    let _waiter = Waiter(Arc::clone(&task));
    let permit = turn(app).await?;
    watched(app, &task, permit, work).await
}

/// Answers with what the work comes to: as JSON at its end, or with `Accept: text/event-stream` as events,
/// those on the way (`progress`, and what the work tells) and the last, `result` or `problem`.
///
/// # Errors
/// 503 when too many wait already; those of the work.
pub async fn answer<W>(app: App, headers: &HeaderMap, work: W) -> Result<Response, Problem>
where
    W: FnOnce(&Task) -> Result<Value, Refusal> + Send + 'static,
{
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if !accept.contains("text/event-stream") {
        let result = result(&app, work).await?;
        let mut response = Response::new(Body::from(format!("{result}\n")));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    let (sender, receiver) = mpsc::channel(64);
    let task = Task::new(Some(sender.clone()));
    let waiter = Waiter(Arc::clone(&task));
    // Who would have to wait too long hears it as a status.
    let turn = match Arc::clone(&app.solves).try_acquire_owned() {
        Ok(permit) => Ok(permit),
        Err(_) => Err(Place::take(&app)?),
    };
    tokio::spawn(async move {
        let permit = match turn {
            Ok(permit) => Ok(permit),
            Err(place) => {
                let _ = sender.send(("waiting", json!({}))).await;
                let permit = tokio::select! {
                    permit = Arc::clone(&app.solves).acquire_owned() => permit.ok(),
                    () = sender.closed() => None,
                };
                drop(place);
                permit.ok_or_else(|| Problem::busy("the server stops", 5))
            }
        };
        let done = match permit {
            Ok(permit) => watched(&app, &task, permit, work).await,
            Err(problem) => Err(problem),
        };
        let last = match done {
            Ok(result) => ("result", result),
            Err(problem) => ("problem", json!(problem.body())),
        };
        let _ = sender.send(last).await;
    });
    Ok(events(receiver, waiter))
}

/// Events as they come; when nobody reads any more the waiter is dropped, which stops the work.
fn events(receiver: mpsc::Receiver<(&'static str, Value)>, waiter: Waiter) -> Response {
    let stream = futures_util::stream::unfold(Some((receiver, waiter)), |state| async {
        let (mut receiver, waiter) = state?;
        let (piece, last) = match tokio::time::timeout(ALIVE, receiver.recv()).await {
            Ok(Some((event, what))) => {
                (format!("event: {event}\ndata: {what}\n\n"), matches!(event, "result" | "problem"))
            }
            Ok(None) => return None,
            Err(_) => (":\n\n".to_owned(), false),
        };
        Some((Ok::<_, std::io::Error>(Bytes::from(piece)), (!last).then_some((receiver, waiter))))
    });
    // Whoever compresses it asks once more after the end.
    let mut response = Response::new(Body::from_stream(futures_util::StreamExt::fuse(stream)));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    out.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
