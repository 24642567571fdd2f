//! `POST /v1/name`: the canonical name of anything.

use super::body::{self, Answered, Asked};
use crate::problem::{Problem, ProblemBody};
use crate::state::{App, families};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Families, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An item to name: a position in any family's text, or a qualified name.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "R U R' U'"}))]
#[expect(dead_code, reason = "it is read field by field, and describes the body in the document")]
pub(crate) struct NameRequest {
    /// The position or name; what follows it on its line is given back as `rest`.
    item: String,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3).
    size: Option<u8>,
}

/// A named item.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NameAnswer {
    /// The canonical name: the same for every disguise.
    name: String,
    /// sudoku, tetris, cube, xiangqi.
    family: String,
    /// What followed the item, where anything did.
    rest: Option<String>,
}

/// The canonical name of anything
///
/// One JSON text or object is answered with one object. Lines (`application/x-ndjson`, each a text or an
/// object; `text/plain`, each an item) are answered line by line, in order, while they come; a refused line
/// is an object with `error` and, where a character is at fault, `column`.
#[utoipa::path(
    post, path = "/v1/name", tag = "items",
    request_body(content((NameRequest = "application/json"), (NameRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses(
        (status = 200, description = "The name", content((NameAnswer = "application/json"), (NameAnswer = "application/x-ndjson"))),
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
    body::answer_each(app, headers, body, name).await
}

fn name(app: &App, value: Value) -> Answered {
    let asked = Asked::of(value)?;
    with_size(app, &asked, |families| {
        let item = families.read(&asked.item)?;
        let (family, rest) = (item.family, item.rest);
        let name = family.name(&*item.position()?)?;
        let mut answer = json!({"name": name.to_string(), "family": family.word()});
        if !rest.is_empty() {
            answer["rest"] = rest.trim_start_matches(['\t', ' ', ';', ',']).into();
        }
        Ok(answer)
    })
}

/// Works with the families, cubes read as of the size that was asked for.
pub(crate) fn with_size<T>(
    app: &App,
    asked: &Asked,
    work: impl FnOnce(&Families) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    match asked.fields.get("size") {
        None | Some(Value::Null) => work(&app.families),
        Some(size) => {
            let size = size.as_u64().filter(|size| (2..=17).contains(size));
            let size = size.ok_or_else(|| Refusal::new("size is a whole number from 2 to 17"))?;
            work(&families(Some(size as usize)))
        }
    }
}
