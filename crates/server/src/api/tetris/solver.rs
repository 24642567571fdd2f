//! The perfect-clear solver: how many queues, which, and how.

use super::super::answers::tetris as answers;
use super::super::body;
use super::super::forms::{Others, SolveRefused, nothing_else, within};
use super::{TaskFields, rules};
use crate::problem::Problem;
use crate::solves;
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Progress, Refusal};
use ludex_setups::statistics::hex;
use ludex_tetris::minimal::{minimal as fewest, ranked};
use ludex_tetris::pathfile::{ENGLISH, PathFile};
use ludex_tetris::solve::{Building, cover_bits, cover_until};
use ludex_tetris::{Fumen, percentage, saves};
use serde::Deserialize;
use serde_json::{Value, json};

/// Queues that fail, at most.
const MOST_FAILS: usize = 10_000;
/// Fumens of one setup, at most.
const MOST_FUMENS: usize = 100;

/// A field, queues, and what is told of them.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"fumen": "v115@9gD8CeG8CeG8CeG8CeC8JeAgH", "pattern": "*p4", "fails": 2}))]
pub(crate) struct PercentRequest {
    #[serde(flatten)]
    task: TaskFields,
    /// See so many pieces only, 1 to 21: the one in play, the held one and the previews.
    see: Option<u8>,
    /// The first so many queues that fail, 0 to 10000 (default: 0).
    fails: Option<usize>,
    /// The shares of all beginnings of up to so many pieces, 0 to 7 (default: 0).
    tree: Option<usize>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: Others,
}

/// How many queues lead to a perfect clear
///
/// Queues are cut to the pieces that can be used; those that are alike then count once. With `see` only so
/// many pieces are known, and the chance is that of the best strategy.
#[utoipa::path(
    post, path = "/v1/tetris/percent", tag = "tetris", request_body = PercentRequest,
    responses((status = 200, description = "The share", content((answers::PercentAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"success": 352, "total": 840, "percent": 41.904761904761905, "fails": ["TISO"]})), SolveRefused)
)]
pub(crate) async fn percent(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: PercentRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        nothing_else(&asked.others)?;
        let fails = within("fails", asked.fails.unwrap_or(0), (0, MOST_FAILS))?;
        let depth = within("tree", asked.tree.unwrap_or(0), (0, 7))?;
        let (problem, queues) = asked.task.problem(task)?;
        let share = |success: usize, total: usize| {
            json!({"success": success, "total": total, "percent": percentage(success, total)})
        };
        if let Some(see) = asked.see {
            let see = within("see", see, (1, 21))?;
            let chance = problem.chance(&queues, usize::from(see), task)?;
            return Ok(share(chance.success, chance.total));
        }
        let percent = problem.percent(&queues, task)?;
        let mut answer = share(percent.success(), percent.queues.len());
        if fails > 0 {
            answer["fails"] = percent.fails().take(fails).map(|queue| queue.to_string()).collect();
        }
        if depth > 0 {
            let queues: Vec<_> =
                percent.queues.iter().copied().zip(percent.solved.iter().copied()).collect();
            answer["tree"] = saves::tree(&queues, depth).into();
        }
        Ok(answer)
    })
    .await
}

/// A setup and queues.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"fumens": ["v115@vhCzLJSyBXoB"], "pattern": "*p5{LSO=1}"}))]
pub(crate) struct CoverRequest {
    /// Glued fumens, one piece per page, or coloured fields; one of them is enough for a queue.
    fumens: Vec<String>,
    /// The queues, as extended pieces.
    pattern: String,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// How pieces come down: soft, hard or 180 (default: what the table is played with).
    drop: Option<String>,
    /// any, none, a number of slots, or cyclic with a number (default: any).
    hold: Option<String>,
}

/// Which queues can build a setup
///
/// `hex` has a bit per queue in canonical order, the first in the highest bit of the first byte.
#[utoipa::path(
    post, path = "/v1/tetris/cover", tag = "tetris", request_body = CoverRequest,
    responses((status = 200, description = "The share", content((answers::CoverAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"covered": 1, "total": 2, "percent": 50.0, "hex": "80"})), SolveRefused)
)]
pub(crate) async fn cover(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: CoverRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        within("the number of fumens", asked.fumens.len(), (1, MOST_FUMENS))?;
        let rules = rules(asked.kicks.as_deref(), asked.drop.as_deref(), asked.hold.as_deref())?;
        let mut buildings = Vec::new();
        for fumen in &asked.fumens {
            task.report(0, 0)?;
            buildings.extend(Building::of_fumen(&Fumen::decode(fumen)?)?);
        }
        let queues = super::queues(&asked.pattern, task)?;
        let rules = (&rules.table, rules.drop, rules.hold);
        let covered = cover_until(&buildings, &queues, rules, task)?;
        let count = covered.iter().filter(|one| **one).count();
        Ok(json!({
            "covered": count, "total": queues.len(), "percent": percentage(count, queues.len()),
            "hex": hex(&cover_bits(&covered)),
        }))
    })
    .await
}

/// A field and queues.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"fumen": "v115@9gD8CeG8CeG8CeG8CeC8JeAgH", "pattern": "*p4"}))]
pub(crate) struct PathRequest {
    #[serde(flatten)]
    task: TaskFields,
    #[serde(flatten)]
    #[schema(ignore)]
    others: Others,
}

/// Every solution of every queue
///
/// `solutions` are fumens; `csv` is the path file that the program prints.
#[utoipa::path(
    post, path = "/v1/tetris/path", tag = "tetris", request_body = PathRequest,
    responses((status = 200, description = "The solutions", content((answers::PathAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"total": 840, "solved": 352, "solutions": ["v115@..."], "csv": "queue,..."})), SolveRefused)
)]
pub(crate) async fn path(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: PathRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        nothing_else(&asked.others)?;
        let (problem, queues) = asked.task.problem(task)?;
        let path = problem.path(&queues, task)?;
        let file = PathFile::of_until(&path, task)?;
        let solved = path.by_queue.iter().filter(|list| !list.is_empty()).count();
        Ok(json!({
            "total": path.queues.len(), "solved": solved, "solutions": file.fumens, "csv": file.write_until(ENGLISH, task)?,
        }))
    })
    .await
}

/// The fewest solutions that serve every queue
///
/// Each with the number of queues it solves, the one for most first, and all of them as the pages of one
/// fumen. The choice is always the same one, and a true minimum where it has `at_least` solutions: a search that is given up
/// answers the fewest it found.
#[utoipa::path(
    post, path = "/v1/tetris/minimal", tag = "tetris", request_body = PathRequest,
    responses((status = 200, description = "The solutions", content((answers::FewestAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"total": 840, "all": 65, "combinations": 1, "more_combinations": false, "at_least": 1, "fumen": "v115@...",
            "solutions": [{"queues": 48, "percent": 5.7, "fumen": "v115@..."}]})), SolveRefused)
)]
pub(crate) async fn minimal(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: PathRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        nothing_else(&asked.others)?;
        let (problem, queues) = asked.task.problem(task)?;
        let path = problem.path(&queues, task)?;
        let found = fewest(&path.by_queue, task)?;
        let total = path.queues.len();
        let mut pages = Vec::new();
        let mut solutions: Vec<Value> = Vec::new();
        for (queues, solution) in ranked(&path.by_queue, &found.chosen) {
            let fumen = path.solutions[solution as usize].fumen();
            pages.extend(Fumen::decode(&fumen)?.pages);
            solutions
                .push(json!({"queues": queues, "percent": percentage(queues, total), "fumen": fumen}));
        }
        let fumen = (!pages.is_empty()).then(|| Fumen { pages }.encode());
        Ok::<_, Refusal>(json!({
            "total": total, "all": path.solutions.len(), "combinations": found.combinations,
            "more_combinations": !found.counted, "at_least": found.at_least, "solutions": solutions, "fumen": fumen,
        }))
    })
    .await
}
