//! What the store knows of positions: seen before, alike, opening moves.

use super::super::answers::xiangqi as answers;
use super::super::body::{self, Answered, Asked, Batch, Waiting};
use super::super::forms::{BodyRefused, options, within};
use super::notation;
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_store::{Store, StoreError};
use ludex_xiangqi::Notation;
use ludex_xiangqi::memory::{Likeness, Near, look, near as find_near};
use ludex_xiangqi::record::{Subject, write_choices};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Answers each position of a body with the store at hand.
fn each<T>(
    app: &App,
    read: impl Fn(&Asked) -> Result<T, Refusal> + Send + Sync + 'static,
    work: impl Fn(&mut Store, &Subject, T) -> Result<Value, StoreError> + Send + Sync + 'static,
) -> Batch {
    let app = App::clone(app);
    Arc::new(move |batch: Vec<Answered>, _: &Waiting| {
        let question = |value: Answered| {
            let asked = Asked::of(value?)?;
            let (subject, _) = Subject::read(&asked.item)?;
            Ok((subject, read(&asked)?))
        };
        app.store_now(|setups| {
            let one = |value: Answered| match question(value) {
                Ok((subject, options)) => work(setups.store(), &subject, options).map(Ok),
                Err(refusal) => Ok(Err(refusal)),
            };
            batch.into_iter().map(one).collect::<Result<Vec<Answered>, StoreError>>()
        })
    })
}

/// A position.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"item": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "notation": "chinese"}))]
pub(crate) struct PositionRequest {
    /// The position, as FEN.
    item: String,
    /// How moves are answered: uci, ucci, iccs, wxf, chinese, traditional (default: uci).
    pub(super) notation: Option<String>,
}

fn read_notation(asked: &Asked) -> Result<Notation, Refusal> {
    notation(options::<PositionRequest>(asked)?.notation.as_deref())
}

/// Whether the store has a position, and what it knows
///
/// Bodies as for `/v1/name`. How often it was seen, how the games went, what the engine said, the moves
/// played, and which other positions share its sextant code. A board and its mirror image are one position.
#[utoipa::path(
    post, path = "/v1/xiangqi/seen", tag = "xiangqi",
    request_body(content((PositionRequest = "application/json"), (PositionRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "What is known", content((answers::SeenPosition = "application/json"), (answers::SeenPosition = "application/x-ndjson")), example = json!({
        "state": "new", "count": 0, "results": {"red": 0, "draws": 0, "black": 0, "open": 0}, "engine": null, "moves": [], "sharing": []
    })), BodyRefused)
)]
pub(crate) async fn seen(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = each(&app, read_notation, |store, subject, notation| {
        Ok(Value::Object(look(store, subject)?.to_json(subject, notation)))
    });
    body::answer(app, headers, body, work).await
}

/// The moves the opening book has for a position
///
/// Bodies as for `/v1/name`. The heaviest first: a won game weighs two for the winner, a drawn one or one
/// without a result one.
#[utoipa::path(
    post, path = "/v1/xiangqi/book", tag = "xiangqi",
    request_body(content((PositionRequest = "application/json"), (PositionRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The moves", content((answers::BookAnswer = "application/json"), (answers::BookAnswer = "application/x-ndjson")), example = json!({
        "moves": [{"move": "h3e3", "weight": 3, "red": 1, "draws": 1, "black": 0, "open": 0}]
    })), BodyRefused)
)]
pub(crate) async fn book(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = each(&app, read_notation, |store, subject, notation| {
        let choices = look(store, subject)?.known.entry.choices(subject.position());
        Ok(json!({"moves": write_choices(subject.position(), &choices, notation).1}))
    });
    body::answer(app, headers, body, work).await
}

/// A position, and how much others must look like it.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"item": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "least": 5, "limit": 3}))]
pub(crate) struct NearRequest {
    /// The position, as FEN.
    item: String,
    /// Sextants that must be alike, 1 to 6: 1 2 3 on Red's half, 4 5 6 on Black's.
    regions: Vec<u8>,
    /// How many sextants must be alike, 1 to 6 (default: 4).
    least: Option<u32>,
    /// At most so many positions, 1 to 1000 (default: 10).
    limit: Option<usize>,
}

fn read_likeness(asked: &Asked) -> Result<Likeness, Refusal> {
    let options: NearRequest = options(asked)?;
    let mut wanted = 0u8;
    for region in options.regions {
        wanted |= 1 << (within("regions", region, (1, 6))? - 1);
    }
    Ok(Likeness {
        wanted,
        least: within("least", options.least.unwrap_or(4), (1, 6))?,
        limit: within("limit", options.limit.unwrap_or(10), (1, 1000))?,
    })
}

/// Positions of the store that look like another
///
/// Bodies as for `/v1/name`. The board falls into six sextants; they are alike when their sums in the
/// sextant code are equal. The most alike come first.
#[utoipa::path(
    post, path = "/v1/xiangqi/near", tag = "xiangqi",
    request_body(content((NearRequest = "application/json"), (NearRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The positions", content((answers::NearAnswer = "application/json"), (answers::NearAnswer = "application/x-ndjson")), example = json!({
        "near": [{"name": "xiangqi:...", "regions": [1, 2, 3, 4, 5], "fen": "..."}]
    })), BodyRefused)
)]
pub(crate) async fn near(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = each(&app, read_likeness, |store, subject, likeness| {
        let found = find_near(store, &[Some(subject)], likeness)?;
        Ok(json!({"near": found.iter().flatten().map(Near::to_json).collect::<Vec<_>>()}))
    });
    body::answer(app, headers, body, work).await
}
