//! `POST /v1/show`: a picture of anything.

use super::body::{self, Answered, Asked};
use super::name::with_size;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_draw::{Ink, to_svg, to_terminal};
use serde_json::{Value, json};

/// An item to draw.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "cube2:0469", "as": "svg"}))]
pub(crate) struct ShowRequest {
    /// The position or name.
    item: String,
    /// `svg` (default), `text` or `ansi` (text with colours of a terminal).
    #[serde(rename = "as")]
    form: Option<String>,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3).
    size: Option<u8>,
}

/// A drawn item.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct ShowAnswer {
    /// The picture.
    picture: String,
    /// sudoku, tetris, cube, xiangqi.
    family: String,
    /// The item in the family's usual text.
    text: String,
    /// Its canonical name; nothing where it has none.
    name: Option<String>,
    /// Why it has none.
    no_name: Option<String>,
}

/// A picture of anything
///
/// Anything that can be written down can be drawn, legal or not; `name` is there for what is legal. Bodies as
/// for `/v1/name`. PNG and GIF of a name are at `/v1/{item}`.
#[utoipa::path(
    post, path = "/v1/show", tag = "items",
    request_body(content((ShowRequest = "application/json"), (ShowRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses(
        (status = 200, description = "The picture", content((ShowAnswer = "application/json"), (ShowAnswer = "application/x-ndjson"))),
        (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 422, description = "The item is refused", body = ProblemBody<'static>, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn post(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    body::answer_each(app, headers, body, show).await
}

fn show(app: &App, value: Value) -> Answered {
    let asked = Asked::of(value)?;
    with_size(app, &asked, |families| {
        let item = families.read(&asked.item)?;
        let family = item.family;
        let setup = item.setup();
        let picture = match asked.fields.get("as").map(|form| form.as_str().unwrap_or("?")) {
            None | Some("svg") => to_svg(&setup.picture()),
            Some("text") => to_terminal(&setup.picture(), Ink::Plain),
            Some("ansi") => to_terminal(&setup.picture(), Ink::Colour),
            Some(other) => {
                return Err(Refusal::new(format!("nothing is drawn as {other:?}: svg, text and ansi are")));
            }
        };
        let mut answer = json!({"picture": picture, "family": family.word(), "text": setup.text()});
        // The picture is the answer; a name that cannot be made is no reason to withhold it.
        match setup.position().and_then(|position| family.name(&*position)) {
            Ok(name) => answer["name"] = name.to_string().into(),
            Err(refusal) => answer["no_name"] = refusal.to_string().into(),
        }
        Ok(answer)
    })
}
