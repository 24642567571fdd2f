//! New puzzles: generated, and the neighbours of one.

use super::super::answers::sudoku as answers;
use super::super::body;
use super::super::forms::{SolveRefused, seed, within};
use crate::problem::Problem;
use crate::solves;
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Progress, Refusal};
use ludex_sudoku::{CellSet, FEWEST_CLUES, GenerateOptions, Position, Series, is_minimal};
use serde::Deserialize;
use serde_json::json;

/// The most puzzles of one question.
const MOST_PUZZLES: u64 = 1000;
/// Givens that a neighbour may differ by.
const MOST_CHANGES: usize = 3;
/// Neighbours that are answered, at most.
const MOST_NEIGHBOURS: usize = 10_000;

/// What new puzzles should be like.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"count": 2, "seed": 7, "clues": 26, "symmetry": "half"}))]
pub(crate) struct GenerateRequest {
    /// How many puzzles, 1 to 1000 (default: 1).
    count: Option<u64>,
    /// The same seed makes the same puzzles (default: a new one, which is answered).
    seed: Option<u64>,
    /// How many givens each has, 17 to 81 (default: a minimal puzzle).
    clues: Option<usize>,
    /// How the givens lie: none, half, quarter, horizontal, vertical, diagonal, antidiagonal, full.
    symmetry: Option<String>,
    /// Exactly these cells are given: 81 cells, x or a digit where given, . or 0 where not.
    pattern: Option<String>,
    /// Only puzzles whose ER lies in this range, both ends included: 3.0..4.0, 7.1.., ..2.5
    rating: Option<String>,
    /// Only puzzles that need this technique on their way: swordfish, xy-wing, ...
    technique: Option<String>,
}

impl GenerateRequest {
    fn series(&self, seed: u64) -> Result<Series, Refusal> {
        if self.pattern.is_some() && (self.clues.is_some() || self.symmetry.is_some()) {
            return Err(Refusal::new(
                "a pattern says how many givens there are and how they lie: give it alone",
            ));
        }
        let cells: Option<CellSet> = match &self.pattern {
            None => None,
            Some(text) => Some(text.parse().map_err(|error| Refusal::new(format!("pattern: {error}")))?),
        };
        if let Some(few) = cells.map(CellSet::len).filter(|cells| *cells < FEWEST_CLUES) {
            let what = format!("pattern has {few} cells: a puzzle has {FEWEST_CLUES} givens or more");
            return Err(Refusal::new(what));
        }
        let clues = self.clues.map(|clues| within("clues", clues, (FEWEST_CLUES, 81))).transpose()?;
        let symmetry = self.symmetry.as_deref().map(str::parse).transpose()?.unwrap_or_default();
        Ok(Series {
            seed,
            options: GenerateOptions { clues, symmetry, cells },
            rating: self.rating.as_deref().map(str::parse).transpose()?,
            technique: self.technique.as_deref().map(str::parse).transpose()?,
        })
    }
}

/// New puzzles
///
/// From solution grids that are uniformly random among all essentially different ones. With
/// `Accept: text/event-stream` each puzzle comes as an event `puzzle` when it is made.
#[utoipa::path(
    post, path = "/v1/sudoku/generate", tag = "sudoku", request_body = GenerateRequest,
    responses((status = 200, description = "The puzzles", content((answers::GenerateAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"seed": 7, "puzzles": ["..."]})), SolveRefused)
)]
pub(crate) async fn generate(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: GenerateRequest = body::json(&app, &headers, body).await?;
    let seed = seed(asked.seed)?;
    let shared = App::clone(&app);
    solves::answer(app, &headers, move |task| {
        let count = within("count", asked.count.unwrap_or(1), (1, MOST_PUZZLES))?;
        let series = asked.series(seed)?;
        let mut puzzles: Vec<String> = Vec::new();
        for number in 0..count {
            task.report(number, count)?;
            let puzzle = series.puzzle(&shared.sudoku_tables, number, task)?.to_string();
            task.tell("puzzle", json!({"number": number, "puzzle": puzzle}));
            puzzles.push(puzzle);
        }
        Ok(json!({"seed": seed, "puzzles": puzzles}))
    })
    .await
}

/// A puzzle whose neighbours are asked for.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"item": ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12", "remove": 1, "add": 1}))]
pub(crate) struct VicinityRequest {
    /// The puzzle, 81 cells.
    item: String,
    /// Givens to take out, 0 to 3 (default: 1).
    remove: Option<usize>,
    /// Givens to put in, 0 to 3 (default: 1).
    add: Option<usize>,
    /// Keep only puzzles without a needless given.
    #[serde(default)]
    minimal: bool,
}

/// The neighbours of a puzzle: some givens out, others in
///
/// Canonical puzzles in their order, each once up to disguise; at most 10,000 of them.
#[utoipa::path(
    post, path = "/v1/sudoku/vicinity", tag = "sudoku", request_body = VicinityRequest,
    responses((status = 200, description = "The neighbours", content((answers::VicinityAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"total": 1, "puzzles": ["..."]})), SolveRefused)
)]
pub(crate) async fn vicinity(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: VicinityRequest = body::json(&app, &headers, body).await?;
    solves::answer(app, &headers, move |task| {
        let (puzzle, _) = Position::from_line(&asked.item)?;
        let remove = within("remove", asked.remove.unwrap_or(1), (0, MOST_CHANGES))?;
        let add = within("add", asked.add.unwrap_or(1), (0, MOST_CHANGES))?;
        let mut found = ludex_sudoku::vicinity(&puzzle, remove, add, task)?;
        if asked.minimal {
            let mut stopped = Ok(());
            found.retain(|canonical| {
                stopped = stopped.and_then(|()| task.report(0, 0));
                stopped.is_ok() && is_minimal(&canonical.position())
            });
            stopped?;
        }
        let puzzles: Vec<String> =
            found.iter().take(MOST_NEIGHBOURS).map(|canonical| canonical.setup().to_string()).collect();
        Ok(json!({"total": found.len(), "puzzles": puzzles}))
    })
    .await
}
