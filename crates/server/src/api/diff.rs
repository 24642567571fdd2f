//! `POST /v1/diff`: the same position in disguise?

use super::body::{self, Answered};
use crate::problem::{Problem, ProblemBody};
use crate::state::{App, families};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Difference, Families, Refusal};
use serde::Deserialize;
use serde_json::{Value, json};

/// Two items to compare.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"a": "R U R' U'", "b": "L' U' L U"}))]
pub(crate) struct DiffRequest {
    /// A position or a name.
    a: String,
    /// Another of the same family.
    b: String,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3).
    size: Option<u8>,
}

/// What two items have to do with each other.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct DiffAnswer {
    /// Whether they are one position.
    same: bool,
    /// How the first becomes the second, or the first thing in which they differ.
    how: String,
}

/// The same position in disguise?
///
/// Bodies as for `/v1/name`; a plain line holds the two items with ` || ` between them.
#[utoipa::path(
    post, path = "/v1/diff", tag = "items",
    request_body(content((DiffRequest = "application/json"), (DiffRequest = "application/x-ndjson"), (String = "text/plain"))),
    responses(
        (status = 200, description = "Same or different", content((DiffAnswer = "application/json"), (DiffAnswer = "application/x-ndjson"))),
        (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 422, description = "An item is refused", body = ProblemBody<'static>, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn post(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    body::answer_each(app, headers, body, diff).await
}

fn diff(app: &App, value: Value) -> Answered {
    let asked = match value {
        Value::String(line) => match line.split_once(" || ") {
            Some((a, b)) => DiffRequest { a: a.to_owned(), b: b.to_owned(), size: None },
            None => return Err(Refusal::new("a line of two items has \" || \" between them")),
        },
        value => serde_json::from_value(value)?,
    };
    let difference = match asked.size {
        None => app.families.diff(&asked.a, &asked.b)?,
        Some(size @ 2..=17) => Families::diff(&families(Some(usize::from(size))), &asked.a, &asked.b)?,
        Some(_) => return Err(Refusal::new("size is a whole number from 2 to 17")),
    };
    Ok(match difference {
        Difference::Same(how) => json!({"same": true, "how": how}),
        Difference::Other(how) => json!({"same": false, "how": how}),
    })
}
