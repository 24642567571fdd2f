//! `/v1/import`, `/v1/export`: all records in and out, while they come.

use super::body::Pieces;
use crate::problem::{Problem, ProblemBody};
use crate::state::{App, AppState, blocking, open_store};
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::{Buf, Bytes};
use ludex_core::{Refusal, Silent};
use ludex_store::transfer::{self, Format, Named, Row};
use ludex_store::{ImportState, Record};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// Rows that are written at once.
const BATCH: usize = 20_000;
/// Refused rows that an answer names.
const NAMED: usize = 100;

/// How far an import has come.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Import {
    /// What it is called.
    id: String,
    /// Lines that were read; the next run of the same import passes over them.
    line: i64,
    /// Rows taken.
    taken: i64,
    /// Rows refused.
    refused: i64,
    /// Whether the end was reached.
    finished: bool,
    /// The first rows that were refused, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refusals: Vec<Refused>,
}

/// A refused row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Refused {
    /// Its line.
    line: i64,
    /// Why.
    error: String,
}

impl Import {
    pub(crate) fn new(id: String, state: &ImportState) -> Import {
        let ImportState { line, taken, refused, finished, .. } = *state;
        Import { id, line, taken, refused, finished, refusals: Vec::new() }
    }
}

/// How an import is read.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct How {
    /// What the import is called: sent again under the same id, it goes on where it was interrupted, and
    /// nothing is counted twice.
    #[param(example = "puzzles-2026")]
    id: String,
    /// items, ndjson or csv (default: by the type of the body).
    format: Option<String>,
    /// Who brings these.
    source: Option<String>,
}

fn format_of(word: Option<&str>, headers: &HeaderMap) -> Result<Format, Problem> {
    if headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "bodies are taken as they are, not compressed",
        ));
    }
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    match (word, media) {
        (Some("items"), _) | (None, "text/plain") => Ok(Format::Items),
        (Some("ndjson"), _) | (None, super::body::NDJSON | "application/ndjson") => Ok(Format::Ndjson),
        (Some("csv"), _) | (None, "text/csv") => Ok(Format::Csv),
        (Some(other), _) => {
            Err(Refusal::new(format!("no format {other:?}: items, ndjson and csv are")).into())
        }
        (None, other) => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("the body is {other:?}: text/plain, {} and text/csv are taken", super::body::NDJSON),
        )),
    }
}

/// Import records, while they come
///
/// Rows are written in batches, each whole or not at all, with how far the import has come. When the
/// connection breaks, what was written stays; the same body sent again under the same id goes on there.
#[utoipa::path(post, path = "/v1/import", tag = "records", security(("key" = ["editor"])), params(How),
    request_body(content((String = "application/x-ndjson"), (String = "text/csv"), (String = "text/plain"))), responses(
    (status = 200, description = "How far it came", body = Import),
    (status = 400, description = "No such parameter", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 503, description = "Too many imports and exports", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn import(
    State(app): State<App>,
    how: Result<Query<How>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Import>, Problem> {
    let Query(how) = how.map_err(|error| Problem::bad_request(error.body_text()))?;
    let format = format_of(how.format.as_deref(), &headers)?;
    let permit = place(&app)?;
    let (sender, receiver) = mpsc::channel(4);
    let broken: Arc<Mutex<Option<Problem>>> = Arc::default();
    let mut pieces = Pieces::new(&app, body, app.config.limits.stream);
    let reading = {
        let broken = Arc::clone(&broken);
        async move {
            loop {
                let piece = match pieces.next().await {
                    Ok(None) => return,
                    Ok(Some(piece)) => Ok(piece),
                    Err(problem) => {
                        let told = std::io::Error::other(problem.detail.clone());
                        *broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                        Err(told)
                    }
                };
                let last = piece.is_err();
                if sender.send(piece).await.is_err() || last {
                    return;
                }
            }
        }
    };
    let shared = App::clone(&app);
    let writing = blocking(move || {
        let _permit = permit;
        run(&shared, &how, format, ChannelReader { receiver, piece: Bytes::new() })
    });
    // When this future is dropped the reader is gone too, and the import ends where it is.
    let ((), done) = tokio::join!(reading, writing);
    let broken = broken.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (done, broken) {
        (Err(_), Some(problem)) => Err(problem),
        (done, _) => done.map(Json),
    }
}

fn run(app: &AppState, how: &How, format: Format, reader: ChannelReader) -> Result<Import, Problem> {
    let mut setups = open_store(&app.config.store)?;
    let seen = crate::log::now() as i64;
    let read = |item: &str| {
        Named::read(&app.families, item, false).map(|(named, _)| named).map_err(|refusal| refusal.to_string())
    };
    let understand = |rows: &[Row]| -> Vec<Result<Record, String>> {
        let one = |row: &Row| match &row.content {
            Ok(content) => transfer::record(content, seen, how.source.as_deref(), &read),
            Err(reason) => Err(reason.clone()),
        };
        rows.par_iter().map(one).collect()
    };
    let mut rows = transfer::rows(BufReader::with_capacity(1 << 16, reader), format);
    let mut refused = |_: i64, _: &str| {};
    let store = setups.store();
    let state = transfer::import(store, &how.id, &mut rows, BATCH, &understand, &mut refused, &Silent)?;
    let mut import = Import::new(how.id.clone(), &state);
    let refusals = store.import_refusals(&how.id)?.into_iter().take(NAMED);
    import.refusals = refusals.map(|(line, error)| Refused { line, error }).collect();
    Ok(import)
}

/// How far an import has come
#[utoipa::path(get, path = "/v1/import/{id}", tag = "records",
    params(("id" = String, Path, description = "What the import is called", example = "puzzles-2026")), responses(
    (status = 200, description = "How far it came", body = Import),
    (status = 404, description = "No such import", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn import_state(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Import>, Problem> {
    let wanted = id.clone();
    let found = app
        .store(move |setups| -> Result<_, ludex_store::StoreError> {
            let state = setups.store().import_state(&wanted)?;
            Ok((state, setups.store().import_refusals(&wanted)?))
        })
        .await?;
    let (Some(state), refusals) = found else {
        return Err(Problem::not_found("there is no such import"));
    };
    let mut import = Import::new(id, &state);
    let named = refusals.into_iter().take(NAMED);
    import.refusals = named.map(|(line, error)| Refused { line, error }).collect();
    Ok(Json(import))
}

/// How an export is written.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// ndjson (default), csv or items.
    format: Option<String>,
}

/// All records, in the order of their names
#[utoipa::path(get, path = "/v1/export", tag = "records", params(Written), responses(
    (status = 200, description = "All records", content((String = "application/x-ndjson"), (String = "text/csv"), (String = "text/plain"))),
    (status = 400, description = "No such parameter", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 503, description = "Too many imports and exports", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn export(
    State(app): State<App>,
    written: Result<Query<Written>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(written) = written.map_err(|error| Problem::bad_request(error.body_text()))?;
    let (format, media) = match written.format.as_deref() {
        None | Some("ndjson") => (Format::Ndjson, super::body::NDJSON),
        Some("csv") => (Format::Csv, "text/csv; charset=utf-8"),
        Some("items") => (Format::Items, "text/plain; charset=utf-8"),
        Some(other) => {
            return Err(Refusal::new(format!("no format {other:?}: items, ndjson and csv are")).into());
        }
    };
    let permit = place(&app)?;
    let (sender, receiver) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let mut out = ChannelWriter(sender);
        let done = open_store(&app.config.store)
            .and_then(|mut setups| transfer::export(setups.store(), format, Default::default(), &mut out));
        if let Err(error) = done
            && !out.0.is_closed()
        {
            // The status is sent: a body that breaks off is all that is left to say it.
            crate::log::fault(&format!("an export broke off: {error}"));
            let _ = out.0.blocking_send(Err(std::io::Error::other("the store is in trouble")));
        }
    });
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    // Whoever compresses it asks once more after the end.
    let mut response = Response::new(Body::from_stream(futures_util::StreamExt::fuse(stream)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Imports and exports last long and have connections of their own: so many of them.
fn place(app: &App) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(&app.streams)
        .try_acquire_owned()
        .map_err(|_| Problem::busy("too many imports and exports run already; try again later", 10))
}

/// A body as something that is read.
struct ChannelReader {
    receiver: mpsc::Receiver<std::io::Result<Bytes>>,
    piece: Bytes,
}

impl Read for ChannelReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.piece.is_empty() {
            match self.receiver.blocking_recv() {
                None => return Ok(0),
                Some(piece) => self.piece = piece?,
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// A body as something that is written.
struct ChannelWriter(mpsc::Sender<std::io::Result<Bytes>>);

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let gone = |_| std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        self.0.blocking_send(Ok(Bytes::copy_from_slice(bytes))).map_err(gone)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
