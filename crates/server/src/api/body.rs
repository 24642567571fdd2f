//! Bodies in: one item, or lines of items that are answered while they come.

use crate::problem::Problem;
use crate::state::App;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use ludex_core::{Progress, Refusal, Stopped};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;

/// Lines that are answered together.
const BATCH: usize = 512;
/// Bytes of lines that are answered together.
const BATCH_BYTES: usize = 1 << 18;

/// The media type of lines of JSON.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Media {
    /// One JSON value.
    Json,
    /// One JSON value per line.
    Lines,
    /// One item per line, as it stands.
    Text,
}

impl Media {
    /// What the headers say.
    ///
    /// # Errors
    /// 415 for any other type, and for compressed bodies: a few bytes could become gigabytes.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Media, Problem> {
        let unsupported = |what: String| Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what);
        if let Some(encoding) = headers.get(header::CONTENT_ENCODING)
            && encoding != "identity"
        {
            return Err(unsupported("bodies are taken as they are, not compressed".into()));
        }
        let text = headers.get(header::CONTENT_TYPE).map_or("", |media| media.to_str().unwrap_or("?"));
        match text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "application/json" => Ok(Media::Json),
            NDJSON | "application/ndjson" | "application/jsonl" => Ok(Media::Lines),
            "text/plain" => Ok(Media::Text),
            other => Err(unsupported(format!(
                "the body is {other:?}: application/json, {NDJSON} and text/plain are taken"
            ))),
        }
    }
}

/// A whole body, within the limit.
///
/// # Errors
/// 413 when it is longer, 408 when it does not come.
pub(crate) async fn whole(app: &App, body: Body) -> Result<Bytes, Problem> {
    let mut pieces = Pieces::new(app, body, app.config.limits.body as u64);
    let mut all = BytesMut::new();
    while let Some(piece) = pieces.next().await? {
        all.extend_from_slice(&piece);
    }
    Ok(all.freeze())
}

/// A whole body that is one JSON value.
///
/// # Errors
/// 413, 408, and 400 when it is no such value.
pub(crate) async fn json<T: DeserializeOwned>(
    app: &App,
    headers: &HeaderMap,
    body: Body,
) -> Result<T, Problem> {
    if Media::of(headers)? != Media::Json {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body is taken as application/json",
        ));
    }
    parse(&whole(app, body).await?)
}

/// Bytes as a JSON value of some form.
///
/// # Errors
/// 400 with the place and what is wrong there.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| {
        let column = (error.line() == 1 && error.column() > 0).then_some(error.column());
        Problem { column, ..Problem::bad_request(format!("the body: {error}")) }
    })
}

/// The pieces of a body as they come: no longer than a limit, no pause longer than another.
pub(crate) struct Pieces {
    stream: BodyDataStream,
    left: u64,
    most: u64,
    idle: std::time::Duration,
}

impl Pieces {
    /// At most so many bytes of a body.
    pub(crate) fn new(app: &App, body: Body, most: u64) -> Pieces {
        Pieces { stream: body.into_data_stream(), left: most, most, idle: app.config.limits.idle }
    }

    /// The next piece; nothing at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let next = tokio::time::timeout(self.idle, self.stream.next()).await.map_err(|_| {
            Problem::new(StatusCode::REQUEST_TIMEOUT, "the rest of the body did not come in time")
        })?;
        let piece = match next {
            None => return Ok(None),
            Some(Ok(piece)) => piece,
            Some(Err(error)) => return Err(Problem::bad_request(format!("the body broke off: {error}"))),
        };
        self.left = self.left.checked_sub(piece.len() as u64).ok_or_else(|| {
            Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("the body is longer than {} bytes, the limit of this server", self.most),
            )
        })?;
        Ok(Some(piece))
    }
}

/// The lines of a body as they come, in batches.
pub(crate) struct Lines {
    pieces: Pieces,
    buffer: BytesMut,
    longest: usize,
    items_left: u64,
    items: u64,
    ended: bool,
}

impl Lines {
    pub(crate) fn new(app: &App, body: Body) -> Lines {
        let limits = &app.config.limits;
        Lines {
            pieces: Pieces::new(app, body, limits.stream),
            buffer: BytesMut::new(),
            longest: limits.line,
            items_left: limits.items,
            items: limits.items,
            ended: false,
        }
    }

    /// The lines that are there, at least one; nothing at the end. A line too long is refused alone.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Result<Bytes, Refusal>>>, Problem> {
        let mut lines = Vec::new();
        let mut bytes = 0;
        loop {
            while let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let mut line = self.buffer.split_to(end + 1).freeze();
                line.truncate(end - usize::from(end > 0 && line[end - 1] == b'\r'));
                bytes += line.len();
                self.push(&mut lines, line)?;
                if lines.len() == BATCH || bytes > BATCH_BYTES {
                    return Ok(Some(lines));
                }
            }
            if !lines.is_empty() {
                return Ok(Some(lines));
            }
            if self.ended {
                return Ok(None);
            }
            // What is longer than the limit is read to its end, but not kept.
            if self.buffer.len() > self.longest + 1 {
                self.buffer.truncate(self.longest + 1);
            }
            match self.pieces.next().await? {
                Some(piece) => self.buffer.extend_from_slice(&piece),
                None => {
                    self.ended = true;
                    if !self.buffer.is_empty() {
                        let line = self.buffer.split().freeze();
                        self.push(&mut lines, line)?;
                        return Ok(if lines.is_empty() { None } else { Some(lines) });
                    }
                }
            }
        }
    }

    fn push(&mut self, lines: &mut Vec<Result<Bytes, Refusal>>, line: Bytes) -> Result<(), Problem> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        self.items_left = self.items_left.checked_sub(1).ok_or_else(|| {
            Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("there are more than {} lines, the limit of this server", self.items),
            )
        })?;
        lines.push(if line.len() > self.longest {
            Err(Refusal::new(format!("the line is longer than {} bytes", self.longest)))
        } else {
            Ok(line)
        });
        Ok(())
    }
}

/// A line of a body as JSON: a plain line is a text.
pub(crate) fn value(line: &[u8], media: Media) -> Result<Value, Refusal> {
    if media == Media::Text {
        let text = std::str::from_utf8(line).map_err(|_| Refusal::new("the line is no UTF-8"))?;
        return Ok(Value::from(text));
    }
    serde_json::from_slice(line).map_err(|error| Refusal::new(format!("the line is no JSON: {error}")))
}

/// What is asked about one item: the text, and the other fields of its object.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The item.
    pub(crate) item: String,
    /// The whole object; empty where only a text was given.
    pub(crate) fields: Map<String, Value>,
}

impl Asked {
    /// A text, or an object with a field `item`.
    ///
    /// # Errors
    /// When it is neither.
    pub(crate) fn of(value: Value) -> Result<Asked, Refusal> {
        match value {
            Value::String(item) => Ok(Asked { item, fields: Map::new() }),
            Value::Object(fields) => match fields.get("item") {
                Some(Value::String(item)) => Ok(Asked { item: item.clone(), fields }),
                _ => Err(Refusal::new("the object has no text \"item\"")),
            },
            _ => Err(Refusal::new("a text or an object with \"item\" is accepted")),
        }
    }
}

/// One answer, or why there is none.
pub(crate) type Answered = Result<Value, Refusal>;

/// Whether somebody still waits for the answers: the [`Progress`] of those who answer.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    gone: AtomicBool,
}

impl Progress for Waiting {
    fn report(&self, _: u64, _: u64) -> Result<(), Stopped> {
        if self.gone.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Says that nobody waits any more, when it is dropped.
struct Waiter(Arc<Waiting>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.gone.store(true, Ordering::Relaxed);
    }
}

/// Answers a batch of lines, each on its own, on a thread that may compute and wait.
pub(crate) type Batch = Arc<dyn Fn(Vec<Answered>, &Waiting) -> Result<Vec<Answered>, Problem> + Send + Sync>;

/// A batch whose values are answered by one verb, on all threads, as long as somebody waits.
pub(crate) fn each(work: impl Fn(Value, &Waiting) -> Answered + Send + Sync + 'static) -> Batch {
    Arc::new(move |batch, waiting| {
        let one = |value: Answered| {
            waiting.report(0, 0)?;
            work(value?, waiting)
        };
        Ok(batch.into_par_iter().map(one).collect())
    })
}

/// Answers a body whose values are answered by one verb.
///
/// # Errors
/// As [`answer`].
pub(crate) async fn answer_each(
    app: App,
    headers: HeaderMap,
    body: Body,
    verb: fn(&App, Value) -> Answered,
) -> Result<Response, Problem> {
    let shared = App::clone(&app);
    answer(app, headers, body, each(move |value, _| verb(&shared, value))).await
}

/// Answers a body: one JSON value with one, lines with as many lines in their order, while they come.
///
/// # Errors
/// What is wrong with the whole request; a refused line is an object with its reason.
pub(crate) async fn answer(
    app: App,
    headers: HeaderMap,
    body: Body,
    work: Batch,
) -> Result<Response, Problem> {
    let media = Media::of(&headers)?;
    let waiting = Arc::new(Waiting::default());
    let waiter = Waiter(Arc::clone(&waiting));
    if media == Media::Json {
        let value: Value = parse(&whole(&app, body).await?)?;
        let mut answers = crate::state::blocking(move || work(vec![Ok(value)], &waiting)).await?;
        drop(waiter);
        let answer = answers.pop().unwrap_or_else(|| Err(Refusal::new("no answer")))?;
        let mut response = Response::new(Body::from(format!("{answer}\n")));
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    let mut lines = Lines::new(&app, body);
    // The first batch decides the status; two more may wait for a slow reader.
    let first = lines.next().await?;
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::io::Error>>(2);
    tokio::spawn(async move {
        let _waiter = waiter;
        let mut batch = first;
        while let Some(lines_in) = batch {
            let (work, waiting) = (Arc::clone(&work), Arc::clone(&waiting));
            let working = crate::state::blocking(move || {
                let values = lines_in.into_iter().map(|line| line.and_then(|line| value(&line, media)));
                work(values.collect(), &waiting).map(|answers| write(&answers))
            });
            let done = tokio::select! {
                done = working => done,
                () = sender.closed() => return, // Whoever asked is gone.
            };
            let next = match done {
                Ok(bytes) => {
                    if sender.send(Ok(bytes)).await.is_err() {
                        return; // Whoever asked is gone.
                    }
                    lines.next().await
                }
                Err(problem) => Err(problem),
            };
            batch = match next {
                Ok(batch) => batch,
                Err(problem) => {
                    // The status is sent: the last line says what ended the answers.
                    let last = format!("{}\n", json!({"problem": problem.body()}));
                    let _ = sender.send(Ok(last.into())).await;
                    return;
                }
            };
        }
    });
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    let mut response = Response::new(Body::from_stream(stream.fuse()));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn write(answers: &[Answered]) -> Bytes {
    let mut text = Vec::new();
    for answer in answers {
        match answer {
            Ok(answer) => {
                let _ = serde_json::to_writer(&mut text, answer);
            }
            Err(refusal) => {
                let mut object = json!({"error": refusal.to_string()});
                if let Some(column) = refusal.column() {
                    object["column"] = column.into();
                }
                let _ = serde_json::to_writer(&mut text, &object);
            }
        }
        text.push(b'\n');
    }
    text.into()
}
