//! What is left for the next perfect clear.

use super::super::answers::tetris as answers;
use super::super::body;
use super::super::forms::{Others, SolveRefused, nothing_else, within};
use super::TaskFields;
use crate::problem::Problem;
use crate::solves::{self, Task};
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_tetris::pathfile::PathFile;
use ludex_tetris::saves::{Bags, BagsInput, Saves, Wanted, tree};
use ludex_tetris::{Piece, percentage};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Wanted saves of one question, at most, and characters of each.
const MOST_WANTED: usize = 50;
const MOST_CHARACTERS: usize = 1000;

/// What to save.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"fumen": "v115@9gD8CeG8CeG8CeG8CeC8JeAgH", "pattern": "*p4", "pc": 1,
    "leftover": "TILJSZO", "build": "TILJSZO", "wanted": ["T", "T||I"]}))]
pub(crate) struct SavesRequest {
    #[serde(flatten)]
    task: TaskFields,
    /// Wanted saves: T,I,O apart; T&&S both; T||S one of them; !T never T; ^T without T possible; LS both in
    /// one save; /regex/ over the save in the order TILJSZO; a label after #. None: every save there is.
    #[serde(default)]
    wanted: Vec<String>,
    /// Which perfect clear, 1 to 9; or else
    pc: Option<u32>,
    /// how many pieces are left over.
    leftover_length: Option<usize>,
    /// The leftover; or T-IO: T is still in hand, I and O of the next bag are built.
    leftover: Option<String>,
    /// The pieces of the setup.
    build: Option<String>,
    /// A queue counts for the first wanted save only.
    #[serde(default)]
    best: bool,
    /// Out of the queues that can be solved.
    #[serde(default)]
    over_solves: bool,
    /// Shares by the first pieces, 0 to 7 (default: 0).
    tree: Option<usize>,
    /// Width, height and hold of the clear where they are not 10, the lines to clear, and 1.
    #[serde(default)]
    shape: Shape,
    #[serde(flatten)]
    #[schema(ignore)]
    others: Others,
}

/// The size of a clear.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Shape {
    /// Columns, 1 to 10.
    width: Option<usize>,
    /// Rows, 1 to 6.
    height: Option<usize>,
    /// Pieces that can be held, 0 to 6.
    hold: Option<usize>,
}

/// What can be saved for the next perfect clear
///
/// The field is solved for all queues first. For every wanted save: in how many queues it can be had.
#[utoipa::path(
    post, path = "/v1/tetris/saves", tag = "tetris", request_body = SavesRequest,
    responses((status = 200, description = "The shares", content((answers::SavesAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"total": 840, "saves": [{"save": "T", "count": 100, "percent": 11.9}]})), SolveRefused)
)]
pub(crate) async fn saves(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: SavesRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| count(&asked, task)).await
}

fn count(asked: &SavesRequest, task: &Task) -> Result<Value, Refusal> {
    nothing_else(&asked.others)?;
    within("the number of wanted saves", asked.wanted.len(), (0, MOST_WANTED))?;
    let depth = within("tree", asked.tree.unwrap_or(0), (0, 7))?;
    let mut wanted = Vec::new();
    for text in &asked.wanted {
        within("the length of a wanted save", text.len(), (0, MOST_CHARACTERS))?;
        let read = Wanted::read(text);
        wanted.extend(read.map_err(|error| Refusal::new(format!("wanted save {text:?}: {error}")))?);
    }
    let (problem, queues) = asked.task.problem(task)?;
    let file = PathFile::of_until(&problem.path(&queues, task)?, task)?;
    let saves = Saves::of_until(&file, &bags(asked, &file)?, task)?;
    let total = if asked.over_solves { saves.solved() } else { saves.rows.len() };
    let share = |save: &str, count: usize| {
        let mut object = Map::new();
        object.insert("save".into(), save.into());
        object.insert("count".into(), count.into());
        object.insert("percent".into(), percentage(count, total).into());
        object
    };
    let mut list: Vec<Value> = Vec::new();
    if wanted.is_empty() {
        list.extend(saves.all().into_iter().map(|(save, count)| Value::Object(share(&save, count))));
    }
    for (wanted, has) in wanted.iter().zip(saves.wanted_until(&wanted, asked.best, task)??) {
        let mut object = share(wanted.label(), has.iter().filter(|has| **has).count());
        if depth > 0 {
            let counted = saves.rows.iter().zip(&has);
            let counted = counted.filter(|(row, _)| !asked.over_solves || !row.1.is_empty());
            let queues: Vec<_> = counted.map(|(row, &has)| (row.0, has)).collect();
            object.insert("tree".into(), tree(&queues, depth).into());
        }
        list.push(Value::Object(object));
    }
    Ok(json!({"total": total, "saves": list}))
}

fn bags(asked: &SavesRequest, file: &PathFile) -> Result<Bags, Refusal> {
    let build = match &asked.build {
        None => None,
        Some(text) => Some(Piece::word(text).map_err(|error| Refusal::new(format!("build: {error}")))?),
    };
    let width = within("width", asked.shape.width.unwrap_or(10), (1, 10))?;
    let height = within("height", asked.shape.height.unwrap_or(4), (1, 6))?;
    let hold = within("hold", asked.shape.hold.unwrap_or(1), (0, 6))?;
    let given = BagsInput {
        pc: asked.pc,
        length: asked.leftover_length,
        leftover: asked.leftover.as_deref(),
        build: build.as_deref(),
        total: width * height / 4 + hold,
        hold,
        ..BagsInput::default()
    };
    Ok(Bags::new(&given.of_file(file)?)?)
}
