//! What setups are worth together: a tree, what to learn, perfect clears in a row.

use super::super::answers::setups as answers;
use super::super::forms::{Query, WorkRefused, within};
use super::rules;
use crate::problem::Problem;
use crate::solves;
use crate::state::App;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_setups::Setups;
use ludex_setups::setup::read_id;
use ludex_store::Result as Stored;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Counts, Piece};
use serde::Deserialize;
use serde_json::{Value, json};

/// Setups that can be asked for at most.
const MOST: usize = 1000;

/// Works with the store where a solve runs.
fn stored<T>(app: &App, work: impl FnOnce(&mut Setups) -> Stored<T>) -> Result<T, Refusal> {
    app.store_now(work).map_err(|problem| Refusal::new(problem.detail))
}

/// How a tree is gone down.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WorthQuery {
    /// Pieces that one sees, 1 to 21 (default: what the root says).
    see: Option<u8>,
    /// Whether to tell the best way on for everything that may be seen at the root (default: false).
    queues: Option<bool>,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
}

/// What a tree of oqb setups is worth: the chance of a player who goes down it by what comes next
///
/// Every setup of the tree needs its statistics.
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/worth", tag = "setups",
    params(("id" = String, Path, description = "The root", example = "785cebbf96ff"), WorthQuery),
    responses((status = 200, description = "Branch by branch and in all",
        content((answers::WorthAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"see": 7, "total": 30240, "covered": 5040, "won": 5000, "percent": 16.5, "branches": []})), WorkRefused)
)]
pub(crate) async fn worth(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Query(asked): Query<WorthQuery>,
) -> Result<Response, Problem> {
    let (id, rules) = (read_id(&id)?, rules(asked.kicks.as_deref(), asked.hold.as_deref())?);
    let see = asked.see.map(|see| within("see", see, (1, 21))).transpose()?;
    // A setup that is not there is told as such, before anybody waits for a turn.
    app.store(move |setups| setups.setup(id)).await?;
    let store = App::clone(&app);
    solves::answer(app, &headers, move |task| {
        let worth = stored(&store, |setups| setups.tree_worth(id, rules, see, task))?;
        Ok(worth.to_json(asked.queues.unwrap_or(false)))
    })
    .await
}

/// For what to learn.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LearnQuery {
    /// Which perfect clear, 1 to 9.
    #[param(example = 2)]
    pc: i64,
    /// What is left over before it (default: every leftover that has setups).
    #[param(example = "LSZO")]
    leftover: Option<String>,
    /// The best chance with at most so many setups, 1 to 1000 (default: the fewest that cover every queue).
    most: Option<usize>,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
}

/// Which setups to learn
///
/// The fewest that cover every queue that any setup covers, and among those the best chance; with `most` the best
/// chance with so many. Exact, unless `proven` is false. `average` counts every leftover once.
#[utoipa::path(
    get, path = "/v1/tetris/setups/learn", tag = "setups", params(LearnQuery),
    responses((status = 200, description = "The setups, the one that adds most first",
        content((answers::LearnAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"average": 98.4, "leftovers": []})), WorkRefused)
)]
pub(crate) async fn learn(
    State(app): State<App>,
    headers: HeaderMap,
    Query(asked): Query<LearnQuery>,
) -> Result<Response, Problem> {
    let rules = rules(asked.kicks.as_deref(), asked.hold.as_deref())?;
    let pc = within("pc", asked.pc, (1, 9))?;
    let most = asked.most.map(|most| within("most", most, (1, MOST))).transpose()?;
    let store = App::clone(&app);
    solves::answer(app, &headers, move |task| {
        let leftovers = match asked.leftover {
            Some(leftover) => vec![leftover],
            None => stored(&store, |setups| setups.leftovers(pc))?,
        };
        let (mut lessons, mut sum) = (Vec::new(), 0.0);
        for leftover in &leftovers {
            let lesson = stored(&store, |setups| setups.lesson(pc, leftover, rules, most, task))?;
            let lesson = lesson.to_json();
            sum += lesson["percent"].as_f64().unwrap_or(0.0);
            lessons.push(lesson);
        }
        if lessons.is_empty() {
            return Err(Refusal::new(format!("there are no setups of perfect clear {pc}")));
        }
        let average = sum / lessons.len() as f64;
        Ok(json!({"average": average, "leftovers": lessons}))
    })
    .await
}

/// Which perfect clears.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LoopQuery {
    /// The perfect clear to begin with, 1 to 9 (default: 1).
    #[param(example = 9)]
    from: Option<u32>,
    /// The last perfect clear that is counted, 1 to 9 (default: 9).
    #[param(example = 9)]
    last: Option<u32>,
    /// What is left over at the beginning; needed unless a whole bag is.
    #[param(example = "LSZO")]
    leftover: Option<String>,
    /// Only setups of this set and of those below it.
    set: Option<String>,
    /// Pieces that one sees when a setup is chosen, 1 to 21 (default: 7).
    see: Option<u8>,
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
}

/// How many perfect clears in a row the setups give
///
/// What is left over after one is where the next begins. Several perfect clears take long; a server may stop it.
#[utoipa::path(
    get, path = "/v1/tetris/setups/loop", tag = "setups", params(LoopQuery),
    responses((status = 200, description = "The chance to get past each, and the expected number",
        content((answers::LoopAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"expected": 0.98, "reached": [{"pc": 9, "chance": 0.98}], "states": []})), WorkRefused)
)]
pub(crate) async fn clears(
    State(app): State<App>,
    headers: HeaderMap,
    Query(asked): Query<LoopQuery>,
) -> Result<Response, Problem> {
    let rules = rules(asked.kicks.as_deref(), asked.hold.as_deref())?;
    let from = within("from", asked.from.unwrap_or(1), (1, 9))?;
    let last = within("last", asked.last.unwrap_or(9), (from, 9))?;
    let see = usize::from(within("see", asked.see.unwrap_or(7), (1, 21))?);
    let leftover = match &asked.leftover {
        Some(text) => Piece::word(text).map_err(Refusal::from)?,
        None if leftover_length(from) == 7 => Piece::ALL.to_vec(),
        None => Err(Refusal::new(format!("perfect clear {from}: a leftover is needed")))?,
    };
    let store = App::clone(&app);
    solves::answer(app, &headers, move |task| -> Result<Value, Refusal> {
        let (clears, leftover) = ((from, last), Counts::of(&leftover));
        let run = stored(&store, |setups| {
            setups.run_of_clears(clears, leftover, asked.set.as_deref(), (rules, see), task)
        })?;
        Ok(run.to_json())
    })
    .await
}
