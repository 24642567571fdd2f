//! `POST /v1/seen`: is this position one the store already has?

use super::body::{self, Answered, Asked, Waiting};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_store::transfer::Named;
use rayon::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// An item to look for.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "cube2:0469"}))]
pub(crate) struct SeenRequest {
    /// The position or name.
    item: String,
}

/// Whether the store has it.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct SeenAnswer {
    /// Whether there is a record of it, in whatever disguise.
    known: bool,
    /// The canonical name.
    name: String,
}

/// Is this position one the store already has?
///
/// Bodies as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/seen", tag = "records",
    request_body(content((SeenRequest = "application/json"), (SeenRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses(
        (status = 200, description = "Known or new", content((SeenAnswer = "application/json"), (SeenAnswer = "application/x-ndjson"))),
        (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 422, description = "The item is refused", body = ProblemBody<'static>, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn post(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let shared = App::clone(&app);
    let work = move |batch: Vec<Answered>, _: &Waiting| {
        let items: Vec<Result<Named, Refusal>> = batch
            .into_par_iter()
            .map(|value| {
                Named::read(&shared.families, &Asked::of(value?)?.item, false).map(|(named, _)| named)
            })
            .collect();
        let good: Vec<&Named> = items.iter().flatten().collect();
        let known = shared.store_now(|setups| setups.store().seen_items(&good))?;
        let mut known = known.into_iter();
        let answer = |item: Named| {
            let known = known.next() == Some(true);
            json!({"known": known, "name": item.name.to_string()})
        };
        let mut answer = answer;
        Ok(items.into_iter().map(|item| item.map(&mut answer)).collect())
    };
    body::answer(app, headers, body, Arc::new(work)).await
}
