//! What the resources of families share: questions in, answers out, and refusals in the document.

use super::body::{self, Asked, Batch};
use crate::problem::Problem;
use crate::state::App;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludex_core::Refusal;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response as Described, ResponseBuilder};

/// The question of a `GET`: what stands after `?`, as a form of its own.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let axum::extract::Query(value) = axum::extract::Query::try_from_uri(&parts.uri)
            .map_err(|error| Problem::bad_request(error.body_text()))?;
        Ok(Query(value))
    }
}

/// An answer in JSON that is not to be kept.
pub(crate) fn answer(value: &Value) -> Response {
    answer_with(StatusCode::OK, value)
}

/// The same with another status.
pub(crate) fn answer_with(status: StatusCode, value: &Value) -> Response {
    let mut response = (status, format!("{value}\n")).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Answers each item of a body on its own.
pub(crate) fn each(work: impl Fn(&Asked) -> Result<Value, Refusal> + Send + Sync + 'static) -> Batch {
    body::each(move |value, _| work(&Asked::of(value)?))
}

/// The fields of an item's object, as a form of its own.
pub(crate) fn options<T: DeserializeOwned>(asked: &Asked) -> Result<T, Refusal> {
    Ok(serde_json::from_value(Value::Object(asked.fields.clone()))?)
}

/// Fields that a form does not have.
pub(crate) type Others = BTreeMap<String, Value>;

/// Refuses a field that a form does not have: it may be a slip.
pub(crate) fn nothing_else(others: &Others) -> Result<(), Refusal> {
    match others.keys().next() {
        None => Ok(()),
        Some(word) => {
            let word: String = word.chars().take(40).collect();
            Err(Refusal::new(format!("there is no option {word:?} here")))
        }
    }
}

/// A number that is within its bounds, or a sentence that says them.
pub(crate) fn within<T: PartialOrd + std::fmt::Display>(
    word: &str,
    value: T,
    (least, most): (T, T),
) -> Result<T, Refusal> {
    if value >= least && value <= most {
        Ok(value)
    } else {
        Err(Refusal::new(format!("{word} {value}: {least} to {most} is accepted")))
    }
}

/// The seed that was asked for, or a new one of six digits, which is answered so that it can be asked for.
pub(crate) fn seed(asked: Option<u64>) -> Result<u64, Problem> {
    asked.map_or_else(fresh, Ok).map(|seed| if asked.is_some() { seed } else { seed % 1_000_000 })
}

/// Random numbers of the operating system.
pub(crate) fn fresh() -> Result<u64, Problem> {
    getrandom::u64().map_err(|error| {
        crate::log::fault(&format!("no random numbers from the system: {error}"));
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the system gives no random numbers")
    })
}

/// Statuses of refusals and what they say, in the document.
fn refusals(statuses: &[(u16, &str)]) -> BTreeMap<String, RefOr<Described>> {
    let described = |(status, what): &(u16, &str)| {
        let schema = Ref::from_schema_name("ProblemBody");
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response =
            ResponseBuilder::new().description(*what).content("application/problem+json", content).build();
        (status.to_string(), RefOr::T(response))
    };
    statuses.iter().map(described).collect()
}

const QUESTION: (u16, &str) = (400, "The question or the body is of no such form");
const KEY: (u16, &str) = (401, "No key");
const ROLE: (u16, &str) = (403, "Another role");
const MISSING: (u16, &str) = (404, "There is no such thing");
const RULE: (u16, &str) = (409, "A rule of the database stands against it");
const LONG: (u16, &str) = (413, "The body is too long");
const MEDIA: (u16, &str) = (415, "No such type of body");
const REFUSED: (u16, &str) = (422, "What was asked about is refused, with the sentence the program prints");
const BUSY: (u16, &str) = (503, "Too many wait");

/// How a reading call is refused.
pub(crate) struct ReadRefused;
/// How a body to be answered is refused.
pub(crate) struct BodyRefused;
/// How long work is refused.
pub(crate) struct SolveRefused;
/// How long work that reads is refused.
pub(crate) struct WorkRefused;
/// How a change is refused.
pub(crate) struct WriteRefused;

impl utoipa::IntoResponses for ReadRefused {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        refusals(&[QUESTION, MISSING, REFUSED])
    }
}

impl utoipa::IntoResponses for BodyRefused {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        refusals(&[QUESTION, LONG, MEDIA, REFUSED])
    }
}

impl utoipa::IntoResponses for SolveRefused {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        refusals(&[QUESTION, LONG, MEDIA, REFUSED, BUSY])
    }
}

impl utoipa::IntoResponses for WorkRefused {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        refusals(&[QUESTION, MISSING, REFUSED, BUSY])
    }
}

impl utoipa::IntoResponses for WriteRefused {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        refusals(&[QUESTION, KEY, ROLE, MISSING, RULE, LONG, MEDIA, REFUSED, BUSY])
    }
}
