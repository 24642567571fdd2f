//! What the endgame tables prove.

use super::super::answers::xiangqi as answers;
use super::super::body::{self, Answered, Asked, Batch, Waiting};
use super::super::forms::{BodyRefused, options};
use super::memory::PositionRequest;
use super::notation;
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_xiangqi::endgame::Endgames;
use ludex_xiangqi::line;
use serde_json::{Value, json};
use std::sync::Arc;

/// What the endgame tables prove about a position
///
/// Bodies as for `/v1/name`. `win N`, `draw` or `loss N` for the side to move, every legal move with what it
/// is worth, and best play to the end. Repetitions count as draws. A position of an ending whose table was
/// not built (`ludex tables build xiangqi-endgames`) is refused.
#[utoipa::path(
    post, path = "/v1/xiangqi/ending", tag = "xiangqi",
    request_body(content((PositionRequest = "application/json"), (PositionRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "What is proven", content((answers::EndingAnswer = "application/json"), (answers::EndingAnswer = "application/x-ndjson")), example = json!({
        "value": "win 2", "moves": [{"uci": "a2a9", "text": "R9+7", "value": "win 2"}], "line": "R9+7 K5=4 R9+1"
    })), BodyRefused)
)]
pub(crate) async fn ending(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let endgames = Arc::clone(&app.endgames);
    let work: Batch = Arc::new(move |batch: Vec<Answered>, _: &Waiting| {
        Ok(batch.into_iter().map(|value| prove(&endgames, value)).collect())
    });
    body::answer(app, headers, body, work).await
}

fn prove(endgames: &Endgames, value: Answered) -> Answered {
    let asked = Asked::of(value?)?;
    let notation = notation(options::<PositionRequest>(&asked)?.notation.as_deref())?;
    let (position, _) = line::playable(&asked.item)?;
    let proof = endgames.prove(&position)?;
    let moves: Vec<Value> = proof
        .moves
        .iter()
        .map(|(m, value)| json!({"uci": m.to_string(), "text": notation.write(&position, *m), "value": value.to_string()}))
        .collect();
    let line = notation.write_line(&position, &proof.line);
    Ok(json!({"value": proof.value.to_string(), "moves": moves, "line": line}))
}
