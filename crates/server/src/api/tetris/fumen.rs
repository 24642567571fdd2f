//! Fumens taken apart and put together.

use super::super::answers::tetris as answers;
use super::super::body::{self, Asked};
use super::super::forms::{BodyRefused, answer, each};
use crate::problem::Problem;
use crate::state::{App, blocking};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_tetris::solve::Building;
use ludex_tetris::{Fumen, text};
use serde::Deserialize;
use serde_json::{Value, json};

/// A fumen.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "v115@vhCzLJSyBXoB"}))]
#[expect(dead_code, reason = "it is read field by field, and describes the body in the document")]
pub(crate) struct FumenRequest {
    /// A fumen, or the address of one.
    item: String,
}

/// Answers each fumen of a body.
async fn each_fumen(
    app: App,
    headers: HeaderMap,
    body: Body,
    work: impl Fn(Fumen) -> Result<Value, Refusal> + Send + Sync + 'static,
) -> Result<Response, Problem> {
    let one = move |asked: &Asked| work(Fumen::decode(asked.item.trim())?);
    body::answer(app, headers, body, each(one)).await
}

/// The pages of a fumen
///
/// Bodies as for `/v1/name`. `text` are all pages as `encode` reads them: rows of ten letters from the top
/// (_ empty, X gray, or a piece), a comment after `; `, a piece as `> T right 4 0`; `pages` has each with its
/// drawing.
#[utoipa::path(
    post, path = "/v1/tetris/fumen/decode", tag = "tetris",
    request_body(content((FumenRequest = "application/json"), (FumenRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The pages", content((answers::DecodeAnswer = "application/json"), (answers::DecodeAnswer = "application/x-ndjson")),
        example = json!({"text": "IIII______\n", "pages": [{"text": "IIII______\n", "comment": "", "svg": "<svg .../>"}]})), BodyRefused)
)]
pub(crate) async fn decode(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    each_fumen(app, headers, body, |fumen| {
        let page = |page: &ludex_tetris::fumen::Page| {
            let alone = Fumen { pages: vec![page.clone()] };
            let picture = ludex_tetris::draw::page(page, "a page of a fumen");
            json!({
                "text": text::write_pages(&alone), "comment": page.comment, "svg": ludex_draw::to_svg(&picture),
            })
        };
        // A drawing for each of a thousand pages is more than anybody looks at.
        let pages: Vec<Value> = fumen.pages.iter().take(MOST_DRAWN).map(page).collect();
        Ok(json!({"text": text::write_pages(&fumen), "count": fumen.pages.len(), "pages": pages}))
    })
    .await
}

/// Pages that are drawn, at most.
const MOST_DRAWN: usize = 100;

/// Pages as text.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "IIII______\n"}))]
pub(crate) struct EncodeRequest {
    /// The pages, parted by empty lines.
    text: String,
}

/// A fumen of pages in text
#[utoipa::path(
    post, path = "/v1/tetris/fumen/encode", tag = "tetris", request_body = EncodeRequest,
    responses((status = 200, description = "The fumen", body = answers::FumenAnswer, example = json!({"fumen": "v115@..."})), BodyRefused)
)]
pub(crate) async fn encode(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: EncodeRequest = body::json(&app, &headers, body).await?;
    let work =
        move || -> Result<Value, Refusal> { Ok(json!({"fumen": text::read_pages(&asked.text)?.encode()})) };
    Ok(answer(&blocking(work).await?))
}

/// Coloured fields as glued fumens: one piece per page, in every way the field can be parted
///
/// Bodies as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/tetris/fumen/glue", tag = "tetris",
    request_body(content((FumenRequest = "application/json"), (FumenRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The glued fumens", content((answers::GluedAnswer = "application/json"), (answers::GluedAnswer = "application/x-ndjson")),
        example = json!({"glued": ["v115@vhCzLJSyBXoB"]})), BodyRefused)
)]
pub(crate) async fn glue(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    each_fumen(app, headers, body, |fumen| {
        let buildings = Building::of_fumen(&fumen)?;
        let glued: Vec<String> = buildings.iter().filter_map(Building::glued).map(|f| f.encode()).collect();
        if glued.is_empty() {
            return Err(Refusal::new("the pieces hang in the air in every order"));
        }
        Ok(json!({"glued": glued}))
    })
    .await
}

/// Glued fumens back to one coloured field
///
/// Bodies as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/tetris/fumen/unglue", tag = "tetris",
    request_body(content((FumenRequest = "application/json"), (FumenRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The field", content((answers::FumenAnswer = "application/json"), (answers::FumenAnswer = "application/x-ndjson")),
        example = json!({"fumen": "v115@PhR4EeRpR4glEeRpilJeAgH"})), BodyRefused)
)]
pub(crate) async fn unglue(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    each_fumen(app, headers, body, |fumen| Ok(json!({"fumen": text::unglue(&fumen)?.encode()}))).await
}

/// Fumens turned left to right: fields, pieces and quizzes
///
/// Bodies as for `/v1/name`.
#[utoipa::path(
    post, path = "/v1/tetris/fumen/mirror", tag = "tetris",
    request_body(content((FumenRequest = "application/json"), (FumenRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 200, description = "The fumen", content((answers::FumenAnswer = "application/json"), (answers::FumenAnswer = "application/x-ndjson")),
        example = json!({"fumen": "v115@..."})), BodyRefused)
)]
pub(crate) async fn mirror(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    each_fumen(app, headers, body, |fumen| Ok(json!({"fumen": fumen.mirrored().encode()}))).await
}

/// Fumens to be put together.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"fumens": ["v115@vhCzLJSyBXoB", "v115@vhAAgH"]}))]
pub(crate) struct CombineRequest {
    /// Fumens, in order.
    fumens: Vec<String>,
}

/// The pages of several fumens in one
#[utoipa::path(
    post, path = "/v1/tetris/fumen/combine", tag = "tetris", request_body = CombineRequest,
    responses((status = 200, description = "The fumen", body = answers::FumenAnswer, example = json!({"fumen": "v115@..."})), BodyRefused)
)]
pub(crate) async fn combine(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: CombineRequest = body::json(&app, &headers, body).await?;
    let work = move || -> Result<Value, Refusal> {
        let mut pages = Vec::new();
        for fumen in &asked.fumens {
            pages.extend(Fumen::decode(fumen)?.pages);
        }
        Ok(json!({"fumen": Fumen { pages }.encode()}))
    };
    Ok(answer(&blocking(work).await?))
}
