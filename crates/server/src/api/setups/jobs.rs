//! Statistics by our own solver, as jobs that nobody has to wait for.

use super::super::answers::setups as answers;
use super::super::body;
use super::super::forms::{ReadRefused, WriteRefused, answer, answer_with, within};
use super::rules;
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use ludex_setups::compute::Job;
use ludex_setups::setup::read_id;
use ludex_store::Result as Stored;
use serde::Deserialize;
use serde_json::{Value, json};

/// Setups that are named in one job, at most.
const MOST_IDS: usize = 10_000;

/// What to compute.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"pc": 9, "kicks": "srs180", "paths": false}))]
pub(crate) struct JobBody {
    /// Only these setups (default: all that lack their statistics).
    ids: Vec<String>,
    /// Only this perfect clear.
    pc: Option<i64>,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
    /// Find all solutions too: path files, fewest solutions, saves.
    paths: bool,
    /// Compute again what is computed, and what failed.
    again: bool,
}

fn place(id: &Value) -> HeaderValue {
    HeaderValue::try_from(format!("/v1/tetris/jobs/{id}")).unwrap_or_else(|_| HeaderValue::from_static("/"))
}

/// Compute setups that lack their statistics
///
/// The answer is a job; it goes on whether or not anybody asks for it. What it has written stays when it is
/// stopped, and a new job goes on from there. Jobs run one after the other; when too many wait, 503.
#[utoipa::path(
    post, path = "/v1/tetris/jobs", tag = "setups", security(("key" = ["editor"])), request_body = JobBody,
    responses((status = 202, description = "The job", body = answers::JobAnswer, example = json!({
        "job": 1, "state": "waiting", "done": 0, "total": 0, "completed": 0, "failed": 0, "failures": [], "reason": null
    })), WriteRefused)
)]
pub(crate) async fn begin(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: JobBody = body::json(&app, &headers, body).await?;
    within("the number of ids", asked.ids.len(), (0, MOST_IDS))?;
    let ids = asked.ids.iter().map(|id| read_id(id)).collect::<Stored<Vec<_>>>()?;
    let job = Job {
        rules: rules(asked.kicks.as_deref(), asked.hold.as_deref())?,
        pc: asked.pc,
        ids: ids.clone(),
        paths: asked.paths,
        again: asked.again,
        batch: 0,
        ..Job::default()
    };
    let known =
        move |setups: &mut ludex_setups::Setups| ids.iter().try_for_each(|id| setups.setup(*id).map(drop));
    app.store(known).await?;
    let job = app.jobs.begin(app.config.store.clone(), job)?;
    let mut response = answer_with(StatusCode::ACCEPTED, &job);
    response.headers_mut().insert(header::LOCATION, place(&job["job"]));
    Ok(response)
}

/// The jobs there are and were
#[utoipa::path(
    get, path = "/v1/tetris/jobs", tag = "setups",
    responses((status = 200, description = "The jobs, the oldest first", body = answers::JobsAnswer, example = json!({"jobs": []})), ReadRefused)
)]
pub(crate) async fn list(State(app): State<App>) -> Response {
    answer(&json!({"jobs": app.jobs.all()}))
}

fn number(id: &str) -> Result<u64, Problem> {
    id.parse().map_err(|_| Problem::not_found("jobs have numbers from 1 on"))
}

/// How far a job has come
///
/// `state` is waiting, running, done, failed or cancelled; `failures` are setups that cannot be computed.
#[utoipa::path(
    get, path = "/v1/tetris/jobs/{job}", tag = "setups",
    params(("job" = u64, Path, description = "The job", example = 1)),
    responses((status = 200, description = "The job", body = answers::JobAnswer), ReadRefused)
)]
pub(crate) async fn get(State(app): State<App>, Path(job): Path<String>) -> Result<Response, Problem> {
    Ok(answer(&app.jobs.status(number(&job)?)?))
}

/// Stop a job
///
/// What it has written stays.
#[utoipa::path(
    delete, path = "/v1/tetris/jobs/{job}", tag = "setups", security(("key" = ["editor"])),
    params(("job" = u64, Path, description = "The job", example = 1)),
    responses((status = 202, description = "It will stop", body = answers::JobAnswer), WriteRefused)
)]
pub(crate) async fn cancel(State(app): State<App>, Path(job): Path<String>) -> Result<Response, Problem> {
    Ok(answer_with(StatusCode::ACCEPTED, &app.jobs.cancel(number(&job)?)?))
}
