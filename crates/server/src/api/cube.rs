//! `/v1/cube/...`: scrambles, which piece is wrong, and how a cube looks.

use super::answers::cube as answers;
use super::body::{self, Asked};
use super::forms::{BodyRefused, Query, ReadRefused, SolveRefused, answer, each, fresh, options, within};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Colours, Random, Refusal};
use ludex_cube::scramble::{Event, scramble};
use ludex_cube::{DEFAULT_SIZE, Invalid, MAX_SIZE, Position, Setup, Stickers, notation, picture, text};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most scrambles of one question.
const MOST_SCRAMBLES: u64 = 100;
/// The most characters of moves.
const MOST_MOVES: usize = 100_000;

/// All operations on cubes.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(scrambles))
        .routes(routes!(check))
        .routes(routes!(view))
        .routes(routes!(patterns))
}

fn size(asked: Option<u64>) -> Result<Option<usize>, Refusal> {
    asked.map(|size| within("size", size, (2, MAX_SIZE as u64)).map(|size| size as usize)).transpose()
}

/// What scrambles are asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScrambleQuery {
    /// Stickers along an edge, 2 to 17 (default: 3).
    #[param(example = 2)]
    size: Option<u64>,
    /// speed, fewest-moves or blind (default: speed).
    event: Option<String>,
    /// How many, 1 to 100 (default: 1).
    count: Option<u64>,
    /// The same seed gives the same scrambles on every machine: for practice, not for competitions.
    #[param(example = 7)]
    seed: Option<u64>,
}

/// Scrambles by WCA's rules
///
/// Random states of the 2x2 (at least 4 moves away, always 11 moves), 3x3 (at least 2 away) and 4x4, random
/// moves beyond. Without a seed every scramble starts from fresh random numbers of the operating system.
#[utoipa::path(
    get, path = "/v1/cube/scramble", tag = "cube", params(ScrambleQuery),
    responses((status = 200, description = "The scrambles", content((answers::ScrambleAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"size": 2, "event": "speed", "scrambles": ["U2 R F' U R2 F U' R' F2 U' R"]})), ReadRefused, SolveRefused)
)]
pub(crate) async fn scrambles(
    State(app): State<App>,
    Query(asked): Query<ScrambleQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let size = size(asked.size)?.unwrap_or(DEFAULT_SIZE);
    let event: Event = asked.event.as_deref().map_or(Ok(Event::Speed), str::parse).map_err(Refusal::from)?;
    let count = within("count", asked.count.unwrap_or(1), (1, MOST_SCRAMBLES))?;
    let shared = App::clone(&app);
    solves::answer(app, &headers, move |task| {
        let mut seeded = asked.seed.map(Random::new);
        let mut scrambles = Vec::new();
        for _ in 0..count {
            let mut new;
            let random = match &mut seeded {
                Some(random) => random,
                None => {
                    new = Random::new(fresh().map_err(|problem| Refusal::new(problem.detail))?);
                    &mut new
                }
            };
            let turns = scramble(size, event, random, &shared.cube_tables, task, task)?;
            scrambles.push(notation::write(&turns, size));
        }
        Ok(json!({"size": size, "event": event.word(), "scrambles": scrambles}))
    })
    .await
}

/// Stickers to be looked over.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"item": "UUUURRRRFFFFDDDDLLLLBBBB"}))]
pub(crate) struct CheckRequest {
    /// Facelets, in any holding and any colour scheme.
    item: String,
    /// Stickers along an edge, 2 to 17 (default: what the stickers say).
    size: Option<u64>,
}

/// Whether stickers make a cube that turns can solve, and if not, which piece is wrong
///
/// Bodies as for `/v1/name`. `reason` is `ok`, length, bad_character, centres, colour_count, bad_edge_piece,
/// bad_corner_piece, edge_flip, corner_twist or permutation_parity; `places` are the pieces at fault.
#[utoipa::path(
    post, path = "/v1/cube/check", tag = "cube",
    request_body(content((CheckRequest = "application/json"), (CheckRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "What is wrong, if anything", content((answers::CheckAnswer = "application/json"), (answers::CheckAnswer = "application/x-ndjson")),
        example = json!({"ok": true, "reason": "ok", "sentence": "", "places": []})), BodyRefused)
)]
pub(crate) async fn check(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let work = |asked: &Asked| Ok(checked(&asked.item, size(options::<CheckRequest>(asked)?.size)?));
    body::answer(app, headers, body, each(work)).await
}

/// What is wrong with stickers, if anything.
pub(crate) fn checked(item: &str, size: Option<usize>) -> Value {
    let setup = Setup::stickers(item, size);
    match setup.and_then(|setup| Position::try_from(&setup)) {
        Ok(_) => json!({"ok": true, "reason": "ok", "sentence": "", "places": []}),
        Err(invalid) => {
            let (places, column) = match &invalid {
                Invalid::Edge { place, .. } | Invalid::Corner { place, .. } => (vec![place.as_str()], None),
                Invalid::Twist { place, .. } | Invalid::Flip { place } => (vec![place.as_str()], None),
                Invalid::Parity { first, second } => (vec![first.as_str(), second.as_str()], None),
                Invalid::Character { column, .. } => (Vec::new(), Some(*column)),
                _ => (Vec::new(), None),
            };
            let mut answer = json!({
                "ok": false, "reason": invalid.reason(), "sentence": invalid.to_string(), "places": places,
            });
            if let Some(column) = column {
                answer["column"] = column.into();
            }
            answer
        }
    }
}

/// A cube to be shown.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"item": "R U R' U'", "moves": "U R U' R'", "colours": "wca"}))]
pub(crate) struct ViewRequest {
    /// Facelets, the text WWWW-YYYY-..., moves from solved, or a name.
    #[serde(default)]
    item: String,
    /// Stickers along an edge, 2 to 17 (default: what facelets and names say, 3 for moves).
    size: Option<u64>,
    /// Moves to apply.
    #[serde(default)]
    moves: String,
    /// house or wca (white top, green front).
    colours: Option<String>,
}

/// How a cube looks, after moves
///
/// An empty `item` is the solved cube. Stickers are answered as facelets (U R F D L B), as the text in
/// colours and as rings in hex; drawings as nets and from the corner between U, F and R.
#[utoipa::path(
    post, path = "/v1/cube/view", tag = "cube", request_body = ViewRequest,
    responses((status = 200, description = "The cube", body = answers::ViewAnswer, example = json!({
        "size": 3, "facelets": "UUU...", "seed": "WWW...", "hex": "...", "solved": false, "net": "<svg .../>", "corner": "<svg .../>"
    })), BodyRefused)
)]
pub(crate) async fn view(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: ViewRequest = body::json(&app, &headers, body).await?;
    Ok(answer(&blocking(move || shown(&asked)).await?))
}

fn shown(asked: &ViewRequest) -> Result<Value, Refusal> {
    let size = size(asked.size)?;
    if asked.moves.len() > MOST_MOVES || asked.item.len() > MOST_MOVES {
        return Err(Refusal::new(format!("more than {MOST_MOVES} characters")));
    }
    let colours = match asked.colours.as_deref() {
        None | Some("house") => Colours::House,
        Some("wca") => Colours::Wca,
        Some(other) => return Err(Refusal::new(format!("no colours {other:?}: house and wca are"))),
    };
    let mut stickers = if asked.item.trim().is_empty() {
        Stickers::solved(size.unwrap_or(DEFAULT_SIZE))
    } else {
        text::read(&asked.item, size).map_err(|error| error.refusal())?.stickers().clone()
    };
    let size = stickers.size();
    let turns = notation::parse(&asked.moves, size)
        .map_err(|error| Refusal::new(format!("moves: {error}")).at(error.column))?;
    stickers.apply(&turns);
    Ok(json!({
        "size": size,
        "facelets": text::facelets(&stickers),
        "seed": text::seed(&stickers),
        "hex": stickers.hex(),
        "solved": stickers.is_solved(),
        "moves": notation::write(&turns, size),
        "net": ludex_draw::to_svg(&picture::net_in(&stickers, colours)),
        "corner": ludex_draw::to_svg(&picture::isometric_in(&stickers, colours)),
    }))
}

/// The pattern book of the 3x3
#[utoipa::path(
    get, path = "/v1/cube/patterns", tag = "cube",
    responses((status = 200, description = "All patterns", body = Vec<answers::PatternAnswer>,
        example = json!([{"word": "superflip", "moves": "...", "about": "..."}])))
)]
pub(crate) async fn patterns() -> Response {
    let all = ludex_cube::pattern::PATTERNS.iter();
    answer(&all.map(|one| json!({"word": one.word, "moves": one.moves, "about": one.about})).collect())
}
