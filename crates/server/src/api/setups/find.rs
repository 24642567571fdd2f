//! Which setups can I build with what I see?

use super::super::answers::setups as answers;
use super::super::forms::{Query, ReadRefused, answer, seed, within};
use super::rules;
use crate::problem::Problem;
use crate::state::App;
use axum::extract::{Path, State};
use axum::response::Response;
use ludex_core::Random;
use ludex_setups::setup::read_id;
use ludex_setups::{Filter, Found, hundredths};
use serde::Deserialize;
use serde_json::{Value, json};

/// Setups of one answer, at most.
const MOST: usize = 1000;

/// What one sees.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FindQuery {
    /// Which perfect clear, 1 to 9.
    #[param(example = 1)]
    pc: i64,
    /// The pieces one sees, held piece first.
    #[param(example = "TILJSZO")]
    queue: String,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
    /// Only setups of this set and of those below it.
    set: Option<String>,
    /// Only with a solve percentage of at least so much.
    #[param(example = 95.0)]
    min: Option<f64>,
    /// Only builds that have these pieces.
    pieces: Option<String>,
    /// Only where the credit has this text.
    credit: Option<String>,
    /// Only members of a set with this tag.
    tag: Option<String>,
    /// At most so many, 1 to 1000 (default: 1000).
    limit: Option<usize>,
}

fn list(found: &[Found], limit: usize) -> Vec<Value> {
    found.iter().take(limit).map(|one| Value::Object(one.to_json())).collect()
}

/// The setups that can be built with what one sees, the best solve first
///
/// The queue begins with the pieces left over; of a short one all completions count.
#[utoipa::path(
    get, path = "/v1/tetris/setups/find", tag = "setups", params(FindQuery),
    responses((status = 200, description = "The setups", body = answers::FindAnswer,
        example = json!({"setups": [{"id": "213ceaff91ff", "pc": 2, "covered": "1/1", "solve_percent": 99.7}]})), ReadRefused)
)]
pub(crate) async fn find(
    State(app): State<App>,
    Query(asked): Query<FindQuery>,
) -> Result<Response, Problem> {
    let rules = rules(asked.kicks.as_deref(), asked.hold.as_deref())?;
    let limit = within("limit", asked.limit.unwrap_or(MOST), (1, MOST))?;
    let filter = Filter {
        pc: Some(asked.pc),
        set: asked.set,
        least: asked.min.map(hundredths),
        pieces: asked.pieces,
        credit: asked.credit,
        tag: asked.tag,
        ..Filter::default()
    };
    let found = app
        .store(move |setups| -> ludex_store::Result<Vec<Found>> {
            let mut found = setups.find_setups(asked.pc, &asked.queue, rules)?;
            if !filter.is_wide() {
                setups.narrow(&mut found, &filter)?;
            }
            Ok(found)
        })
        .await?;
    Ok(answer(&json!({"setups": list(&found, limit)})))
}

/// What one sees now.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NextQuery {
    /// All pieces of this perfect clear that one has seen.
    #[param(example = "TTIOLJSZ")]
    queue: String,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
}

/// The next step after an oqb setup: which of its children fit what one sees now
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/next", tag = "setups",
    params(("id" = String, Path, description = "The setup that is built", example = "213ceaff91ff"), NextQuery),
    responses((status = 200, description = "The setups", body = answers::FindAnswer, example = json!({"setups": []})), ReadRefused)
)]
pub(crate) async fn next(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<NextQuery>,
) -> Result<Response, Problem> {
    let (id, rules) = (read_id(&id)?, rules(asked.kicks.as_deref(), asked.hold.as_deref())?);
    let found = app.store(move |setups| setups.next_setups(id, &asked.queue, rules)).await?;
    Ok(answer(&json!({"setups": list(&found, MOST)})))
}

/// A question to practise on.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct QuizQuery {
    /// Which perfect clear, 1 to 9.
    #[param(example = 1)]
    pc: i64,
    /// The same seed asks the same question of the same database (default: a new one, which is answered).
    #[param(example = 7)]
    seed: Option<u64>,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
}

/// A random queue: which setup?
///
/// A queue that some setup can be built with, where one is soon drawn; `setups` are the answers.
#[utoipa::path(
    get, path = "/v1/tetris/setups/quiz", tag = "setups", params(QuizQuery),
    responses((status = 200, description = "The queue and its setups", body = answers::QuizAnswer,
        example = json!({"pc": 1, "seed": 7, "queue": "TILJSZO", "setups": []})), ReadRefused)
)]
pub(crate) async fn quiz(
    State(app): State<App>,
    Query(asked): Query<QuizQuery>,
) -> Result<Response, Problem> {
    let rules = rules(asked.kicks.as_deref(), asked.hold.as_deref())?;
    let seed = seed(asked.seed)?;
    let (pc, mut random) = (asked.pc, Random::new(seed));
    let quiz = app.store(move |setups| setups.quiz(pc, rules, &mut random)).await?;
    Ok(answer(&json!({"pc": pc, "seed": seed, "queue": quiz.queue, "setups": list(&quiz.answers, MOST)})))
}
