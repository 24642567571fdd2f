//! Grids by their rank, and back; puzzles by their name.

use super::super::answers::sudoku as answers;
use super::super::body::{self, Asked};
use super::super::forms::{BodyRefused, Query, ReadRefused, answer, each, seed};
use crate::problem::Problem;
use crate::state::{App, blocking};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use ludex_core::{Random, Refusal};
use ludex_sudoku::catalogue::{CatalogueError, GRIDS, Seeker};
use ludex_sudoku::{Form, Position, PuzzleName, Tables};
use serde::Deserialize;
use serde_json::{Value, json};

/// A grid of the catalogue with its neighbours.
pub(crate) fn grid(tables: &Tables, rank: u64) -> Result<Value, CatalogueError> {
    tables.seek(|seeker: &mut Seeker| {
        let here = seeker.grid(rank)?;
        let mut neighbour = |rank: u64| -> Result<Value, CatalogueError> {
            if !(1..=GRIDS).contains(&rank) {
                return Ok(Value::Null);
            }
            Ok(json!({"rank": rank, "grid": seeker.grid(rank)?.grid().to_string()}))
        };
        Ok(json!({
            "rank": rank,
            "grid": here.grid().to_string(),
            "automorphisms": here.automorphisms(),
            "previous": neighbour(rank - 1)?,
            "next": neighbour(rank + 1)?,
            "of": GRIDS,
        }))
    })
}

/// A grid by its rank, with its neighbours in the catalogue
///
/// There are 5,472,730,538 essentially different grids, ranked from 1 in the order of their min-lex form.
#[utoipa::path(
    get, path = "/v1/sudoku/grid/{rank}", tag = "sudoku",
    params(("rank" = u64, Path, description = "1 to 5472730538", example = 1)),
    responses((status = 200, description = "The grid", body = answers::GridAnswer, example = json!({
        "rank": 1, "grid": "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        "automorphisms": 1, "previous": null, "next": {"rank": 2, "grid": "123456789456..."}, "of": 5472730538u64
    })), ReadRefused)
)]
pub(crate) async fn get(State(app): State<App>, Path(rank): Path<String>) -> Result<Response, Problem> {
    let rank: u64 = rank.parse().map_err(|_| {
        let shown: String = rank.chars().take(40).collect();
        Refusal::new(format!("{shown:?} is no rank: a number from 1 to {GRIDS}, without separators"))
    })?;
    let value = blocking(move || -> Result<Value, Problem> {
        let none = |error: CatalogueError| match error {
            CatalogueError::Rank(_) => Problem::from(Refusal::from(error)).with_status(StatusCode::NOT_FOUND),
            error => Refusal::from(error).into(),
        };
        if rank == 0 {
            return Err(none(CatalogueError::Rank(0)));
        }
        grid(&app.sudoku_tables, rank).map_err(none)
    })
    .await?;
    let mut response = answer(&value);
    // What has a rank keeps it.
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(response)
}

/// Which grid is drawn.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Draw {
    /// The same seed draws the same grid (default: a new one, which is answered).
    #[param(example = 7)]
    seed: Option<u64>,
}

/// A grid drawn at random
///
/// Every essentially different grid is equally likely.
#[utoipa::path(
    get, path = "/v1/sudoku/grid/random", tag = "sudoku", params(Draw),
    responses((status = 200, description = "The grid, as by its rank, and the seed", body = answers::GridAnswer), ReadRefused)
)]
pub(crate) async fn random(State(app): State<App>, Query(draw): Query<Draw>) -> Result<Response, Problem> {
    let seed = seed(draw.seed)?;
    let mut value = blocking(move || -> Result<Value, Refusal> {
        Ok(grid(&app.sudoku_tables, Random::new(seed).below(GRIDS) + 1)?)
    })
    .await?;
    value["seed"] = seed.into();
    Ok(answer(&value))
}

/// A solved grid in any disguise, or a puzzle.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "123456789457893612986217354274538196531964827698721435342685971715349268869172543"}))]
#[expect(dead_code, reason = "it is read field by field, and describes the body in the document")]
pub(crate) struct RankRequest {
    /// The grid; of a puzzle its solution counts.
    item: String,
}

/// The rank of a grid
///
/// One JSON text or object is answered with one object; lines are answered line by line, as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/sudoku/rank", tag = "sudoku",
    request_body(content((RankRequest = "application/json"), (RankRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The rank", content((answers::RankAnswer = "application/json"), (answers::RankAnswer = "application/x-ndjson")),
        example = json!({"rank": 1000000})), BodyRefused)
)]
pub(crate) async fn rank(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let shared = App::clone(&app);
    let work = move |asked: &Asked| {
        let (position, _) = Position::from_line(&asked.item)?;
        Ok(json!({"rank": position.solution().canonical().rank(&shared.sudoku_tables)?}))
    };
    body::answer(app, headers, body, each(work)).await
}

/// A name in any of its forms.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "5411131853 W1Rmk0Yu2q34I6"}))]
#[expect(dead_code, reason = "it is read field by field, and describes the body in the document")]
pub(crate) struct PuzzleRequest {
    /// 19 or 25 letters, or rank and field with a blank or a semicolon between them.
    item: String,
}

/// The canonical puzzle of a name
///
/// Bodies as for `/v1/name`. All forms of the name are answered.
#[utoipa::path(
    post, path = "/v1/sudoku/puzzle", tag = "sudoku",
    request_body(content((PuzzleRequest = "application/json"), (PuzzleRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The puzzle", content((answers::PuzzleAnswer = "application/json"), (answers::PuzzleAnswer = "application/x-ndjson"))), BodyRefused)
)]
pub(crate) async fn puzzle(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let shared = App::clone(&app);
    let work = move |asked: &Asked| {
        let (name, _) = PuzzleName::from_line(&asked.item)?;
        let canonical = name.canonical(&shared.sudoku_tables)?;
        // The given cells that were typed need not be the least of the grid's automorphisms.
        let name = PuzzleName::new(name.rank(), canonical.given())?;
        Ok(json!({
            "puzzle": canonical.setup().to_string(),
            "rank": name.rank(),
            "field": name.given().letters(),
            "name": name.write(Form::Name19),
            "name25": name.write(Form::Name25),
            "semicolon": name.write(Form::Semicolon),
        }))
    };
    body::answer(app, headers, body, each(work)).await
}
