//! What is to be said of a puzzle: solutions, needless givens, how hard it is, the next step.

use super::super::answers::sudoku as answers;
use super::super::body::{self, Asked, Waiting};
use super::super::forms::{BodyRefused, SolveRefused, each, options, within};
use crate::problem::Problem;
use crate::solves::{self, Task};
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Progress, Refusal};
use ludex_sudoku::rate::{Candidates, Step, Subject};
use ludex_sudoku::{Position, Setup, needless, tenths};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most solutions that are counted while a client waits: some milliseconds.
const MOST_SOLUTIONS: u64 = 1_000_000;

/// A sudoku whose solutions are counted.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"item": ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12", "limit": 2}))]
pub(crate) struct CountRequest {
    /// The sudoku, 81 cells.
    item: String,
    /// Stop counting here, 1 to 1000000; a sudoku with more is answered with this number.
    limit: Option<u64>,
}

/// How many solutions a sudoku has
///
/// Bodies as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/sudoku/count", tag = "sudoku",
    request_body(content((CountRequest = "application/json"), (CountRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The number", content((answers::CountAnswer = "application/json"), (answers::CountAnswer = "application/x-ndjson")),
        example = json!({"solutions": 1})), BodyRefused)
)]
pub(crate) async fn count(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = |value: Value, waiting: &Waiting| {
        let asked = Asked::of(value)?;
        let (setup, _) = Setup::from_line(&asked.item)?;
        let limit = options::<CountRequest>(&asked)?.limit.unwrap_or(MOST_SOLUTIONS);
        let limit = within("limit", limit, (1, MOST_SOLUTIONS))?;
        Ok(json!({"solutions": ludex_sudoku::count_until(&setup, limit, waiting)?}))
    };
    body::answer(app, headers, body, body::each(work)).await
}

/// A puzzle.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"item": ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12"}))]
#[expect(dead_code, reason = "it is read field by field, and describes the body in the document")]
pub(crate) struct MinimalRequest {
    /// The puzzle, 81 cells.
    item: String,
}

/// Whether every given of a puzzle is needed
///
/// Bodies as for `/v1/name`. The cells that are not needed are answered as r1c1 to r9c9.
#[utoipa::path(
    post, path = "/v1/sudoku/minimal", tag = "sudoku",
    request_body(content((MinimalRequest = "application/json"), (MinimalRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "Yes or no", content((answers::MinimalAnswer = "application/json"), (answers::MinimalAnswer = "application/x-ndjson")),
        example = json!({"minimal": false, "needless": ["r1c3"]})), BodyRefused)
)]
pub(crate) async fn minimal(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = |asked: &Asked| {
        let (puzzle, _) = Position::from_line(&asked.item)?;
        let cells = needless(&puzzle).into_iter().map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1));
        let cells: Vec<String> = cells.collect();
        Ok(json!({"minimal": cells.is_empty(), "needless": cells}))
    };
    body::answer(app, headers, body, each(work)).await
}

/// A puzzle to be rated.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"item": "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5", "steps": true}))]
pub(crate) struct RateRequest {
    /// A puzzle of 81 cells, or pencilmarks of 729 characters.
    item: String,
    /// Tell every step.
    #[serde(default)]
    steps: bool,
    /// Stop where only harder steps are left, such as 8.9.
    max: Option<f64>,
    /// Rate the canonical form, a property of the puzzle's name.
    #[serde(default)]
    canonical: bool,
}

/// How hard a puzzle is, on the Sudoku Explainer scale
///
/// ER is the rating of the hardest step, EP of the hardest up to the first that places a digit, ED of the
/// first. With `Accept: text/event-stream` every step comes as an event `step` when it is found.
#[utoipa::path(
    post, path = "/v1/sudoku/rate", tag = "sudoku", request_body = RateRequest,
    responses((status = 200, description = "The rating", content((answers::RateAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"puzzle": "3..4.2...", "er": 1.5, "ep": 1.2, "ed": 1.2})), SolveRefused)
)]
pub(crate) async fn rate(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: RateRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| rating(&asked, task)).await
}

fn rating(asked: &RateRequest, task: &Task) -> Result<Value, Refusal> {
    let max = match asked.max {
        None => u32::MAX,
        Some(max) => tenths(&format!("{max:.1}"))
            .ok_or_else(|| Refusal::new(format!("max {max} is no rating: 4.5 is one")))?,
    };
    let (mut subject, _) = Subject::read(&asked.item)?;
    if asked.canonical {
        subject.canonise()?;
    }
    let mut told = Vec::new();
    let rating = subject.rate_until(max, task, |_: &Candidates, step: &Step| {
        let told_step = step_json(step);
        task.tell("step", told_step.clone());
        told.push(told_step);
        true
    })?;
    let number = |tenths: u32| if rating.open { Value::Null } else { json!(f64::from(tenths) / 10.0) };
    let mut answer = json!({
        "puzzle": subject.text(), "er": number(rating.er), "ep": number(rating.ep), "ed": number(rating.ed),
    });
    if rating.open {
        answer["above"] = json!(asked.max);
    }
    if asked.steps {
        answer["steps"] = told.into();
    }
    Ok(answer)
}

/// A step as the program prints it in JSON.
pub(crate) fn step_json(step: &Step) -> Value {
    json!({
        "rating": f64::from(step.tenths()) / 10.0,
        "technique": step.technique().name(),
        "reason": step.reason(),
        "effect": step.effect(),
    })
}

/// A puzzle whose next step is asked for.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"item": "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5"}))]
pub(crate) struct HintRequest {
    /// A puzzle of 81 cells, or pencilmarks of 729 characters.
    item: String,
}

/// The next step of a puzzle
///
/// `after` are the pencilmarks after the step, from which one goes on; `svg` shows the step.
#[utoipa::path(
    post, path = "/v1/sudoku/hint", tag = "sudoku", request_body = HintRequest,
    responses((status = 200, description = "The step", content((answers::HintAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"rating": 1.2, "technique": "Hidden Single", "reason": "...", "effect": "r1c3=5", "after": "...", "svg": "<svg .../>"})), SolveRefused)
)]
pub(crate) async fn hint(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: HintRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| next_step(&asked.item, task)).await
}

/// The next step of a puzzle or pencilmarks, with what it leaves and a drawing.
pub(crate) fn next_step(item: &str, progress: &dyn Progress) -> Result<Value, Refusal> {
    let (state, step) = Subject::read(item)?.0.next_until(progress)?;
    let mut after = state.clone();
    step.apply(&mut after);
    let mut answer = step_json(&step);
    answer["after"] = after.to_string().into();
    answer["svg"] = ludex_draw::to_svg(&ludex_sudoku::rate::picture(&state, Some(&step))).into();
    Ok(answer)
}
