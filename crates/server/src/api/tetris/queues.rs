//! The queues of a pattern.

use super::super::answers::tetris as answers;
use super::super::body;
use super::super::forms::{SolveRefused, within};
use crate::problem::Problem;
use crate::solves;
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

/// Queues of one answer, at most.
const MOST: usize = 100_000;

/// A pattern.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"pattern": "[SZ]!,*p2{T=1}", "limit": 100}))]
pub(crate) struct QueuesRequest {
    /// Extended pieces.
    pattern: String,
    /// At most so many queues, 0 to 100000 (default: 1000).
    limit: Option<usize>,
    /// Leave out so many of the first.
    #[serde(default)]
    skip: usize,
}

/// The queues of an extended-pieces pattern
///
/// `total` counts all of them; an error points at its column.
#[utoipa::path(
    post, path = "/v1/tetris/queues", tag = "tetris", request_body = QueuesRequest,
    responses((status = 200, description = "The queues", content((answers::QueuesAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"total": 24, "queues": ["SZTI"]})), SolveRefused)
)]
pub(crate) async fn queues(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: QueuesRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        let limit = within("limit", asked.limit.unwrap_or(1000), (0, MOST))?;
        let all = super::queues(&asked.pattern, task)?;
        let some: Vec<String> = all.iter().skip(asked.skip).take(limit).map(ToString::to_string).collect();
        Ok(json!({"total": all.len(), "queues": some}))
    })
    .await
}
