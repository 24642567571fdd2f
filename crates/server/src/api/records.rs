//! `/v1/records`: what was seen before, in pages.

use super::body::{self, Answered, Waiting};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Families, Refusal};
use ludex_store::transfer::{self, Content, Named};
use ludex_store::{Record, StoreError};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Records of a page, unless asked for otherwise.
const PAGE: u64 = 100;
/// Records of a page, at most.
const LARGEST_PAGE: u64 = 1000;

/// Which records.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// Only this family: sudoku, tetris, cube, xiangqi.
    #[param(example = "cube")]
    family: Option<String>,
    /// Only names that begin so, kind and colon included.
    prefix: Option<String>,
    /// Only names from this on.
    from: Option<String>,
    /// Only names up to this one.
    to: Option<String>,
    /// Only ranks in this range, for kinds whose names are ranks: `cube2:0..999`.
    rank: Option<String>,
    /// Only records with such facts: `rating>=9.0`, several with ` and ` between them.
    fact: Option<String>,
    /// Only names after this one: `next` of the page before.
    after: Option<String>,
    /// At most so many, 1 to 1000 (default: 100).
    limit: Option<u64>,
}

/// A record, as the document describes it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordAnswer {
    /// The name.
    name: String,
    /// The position, where the name alone does not say it.
    position: Option<String>,
    /// What is known of it: words and values.
    facts: Option<BTreeMap<String, Value>>,
    /// Who brought it.
    source: Option<String>,
    /// When it was first seen, in seconds since 1970.
    first_seen: i64,
    /// When it was last seen.
    last_seen: i64,
    /// How often it was seen.
    count: i64,
    /// Short codes that other positions may share.
    keys: Option<Vec<String>>,
}

/// A page of records, in the order of their names.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordPage {
    /// The records.
    #[schema(value_type = Vec<RecordAnswer>)]
    records: Vec<Value>,
    /// What `after` is on the next page; nothing on the last.
    next: Option<String>,
}

/// Records by family, name, rank and facts
///
/// The order is that of the names and does not change; records that come meanwhile stand where they belong.
#[utoipa::path(get, path = "/v1/records", tag = "records", params(Which), responses(
    (status = 200, description = "A page", body = RecordPage),
    (status = 400, description = "No such parameter", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 422, description = "No such family, rank or fact", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn query(
    State(app): State<App>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<RecordPage>, Problem> {
    let Query(which) = which.map_err(|error| Problem::bad_request(error.body_text()))?;
    let limit = which.limit.unwrap_or(PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(Refusal::new(format!("limit is a whole number from 1 to {LARGEST_PAGE}")).into());
    }
    let query = which.query(&app.families, limit)?;
    let page = app.store(move |setups| -> Result<RecordPage, StoreError> {
        let mut records = Vec::new();
        let mut last = None;
        setups.store().query(&query, &mut |record| {
            last = Some(record.name.to_string());
            records.push(Value::Object(record.to_json()));
            Ok(true)
        })?;
        let next = last.filter(|_| records.len() as u64 == limit);
        Ok(RecordPage { records, next })
    });
    Ok(Json(page.await?))
}

impl Which {
    fn query(&self, families: &Families, limit: u64) -> Result<ludex_store::Query, Problem> {
        let mut query = ludex_store::Query {
            prefix: self.prefix.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            after: self.after.clone(),
            limit: Some(limit),
            ..ludex_store::Query::default()
        };
        if let Some(word) = &self.family {
            query = query.of_family(families, word)?;
        }
        if let Some(range) = &self.rank {
            query = query.of_ranks(families, range)?;
        }
        for fact in self.fact.iter().flat_map(|facts| facts.split(" and ")) {
            query.facts.push(fact.parse()?);
        }
        Ok(query)
    }
}

/// The record of a name
#[utoipa::path(get, path = "/v1/records/{name}", tag = "records",
    params(("name" = String, Path, description = "A qualified name", example = "cube2:0469")), responses(
    (status = 200, description = "The record", body = RecordAnswer),
    (status = 404, description = "No such record", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn get(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, Problem> {
    let name: ludex_core::Name =
        name.parse().map_err(|error: ludex_core::NameError| Problem::not_found(error.to_string()))?;
    let wanted = name.clone();
    let record = app.store(move |setups| setups.store().get(&wanted)).await?;
    let record = record.ok_or_else(|| Problem::not_found(format!("there is no record of {name}")))?;
    Ok(Json(Value::Object(record.to_json())))
}

/// A record to put.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({"item": "cube2:0469", "facts": {"rating": 9.0}, "source": "mine"}))]
pub(crate) struct PutRequest {
    /// The position or name.
    item: String,
    /// What is known of it: `solution`, `rating`, `length`, `score`, and anything else.
    #[schema(value_type = Option<Object>)]
    facts: Option<Value>,
    /// Who brings it.
    source: Option<String>,
    /// When it was seen, in seconds since 1970 (default: now).
    at: Option<i64>,
    /// Facts given here replace those that are there.
    replace: Option<bool>,
}

/// What came of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PutAnswer {
    /// The name it is stored under.
    name: String,
    /// Whether it was new.
    new: bool,
}

/// Put records
///
/// Bodies as for `/v1/name`. A known record is seen once more; its facts join those given here, and where two
/// disagree both stay.
#[utoipa::path(post, path = "/v1/records", tag = "records", security(("key" = ["editor"])),
    request_body(content((PutRequest = "application/json"), (PutRequest = "application/x-ndjson"), (String = "text/plain"))), responses(
    (status = 200, description = "New or known", content((PutAnswer = "application/json"), (PutAnswer = "application/x-ndjson"))),
    (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 422, description = "The item is refused", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn put(State(app): State<App>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let shared = App::clone(&app);
    let work = move |batch: Vec<Answered>, _: &Waiting| {
        let read: Vec<Result<(Record, bool), Refusal>> =
            batch.into_par_iter().map(|value| record(&shared.families, value?)).collect();
        shared.store_now(|setups| put_all(setups.store(), read))
    };
    body::answer(app, headers, body, Arc::new(work)).await
}

fn record(families: &Families, value: Value) -> Result<(Record, bool), Refusal> {
    let mut fields = match value {
        Value::String(item) => {
            let mut fields = serde_json::Map::new();
            fields.insert("item".into(), item.into());
            fields
        }
        Value::Object(fields) => fields,
        _ => return Err(Refusal::new("a text or an object with \"item\" is accepted")),
    };
    let known = ["item", "facts", "source", "at", "replace"];
    if let Some(other) = fields.keys().find(|word| !known.contains(&word.as_str())) {
        return Err(Refusal::new(format!("no field {other:?}: {} are", known.join(", "))));
    }
    let replace = fields.remove("replace").is_some_and(|replace| replace == true);
    let at = match fields.remove("at") {
        None | Some(Value::Null) => crate::log::now() as i64,
        Some(at) => at.as_i64().ok_or_else(|| Refusal::new("at is a whole number of seconds since 1970"))?,
    };
    let item = fields.remove("item").ok_or_else(|| Refusal::new("the object has no text \"item\""))?;
    // From here on it is a row of an import.
    fields.insert("position".into(), item);
    let read = |item: &str| {
        Named::read(families, item, false).map(|(named, _)| named).map_err(|refusal| refusal.to_string())
    };
    let record = transfer::record(&Content::Fields(fields), at, None, &read).map_err(Refusal::new)?;
    Ok((record, replace))
}

/// Puts what is good; answers all in order.
fn put_all(
    store: &mut ludex_store::Store,
    read: Vec<Result<(Record, bool), Refusal>>,
) -> Result<Vec<Answered>, StoreError> {
    let mut answers: Vec<Option<Answered>> = read.iter().map(|_| None).collect();
    for replacing in [false, true] {
        let (mut places, mut records) = (Vec::new(), Vec::new());
        for (place, one) in read.iter().enumerate() {
            if let Ok((record, replace)) = one
                && *replace == replacing
            {
                places.push(place);
                records.push(record.clone());
            }
        }
        if records.is_empty() {
            continue;
        }
        for (place, put) in places.into_iter().zip(store.put_each(records, replacing)?) {
            answers[place] = Some(match put {
                Ok((name, new)) => Ok(json!({"name": name.to_string(), "new": new})),
                Err(error) => Err(Refusal::new(error.to_string())),
            });
        }
    }
    let none = || Err(Refusal::new("no answer"));
    let each = read.into_iter().zip(answers);
    Ok(each.map(|(read, answer)| read.and_then(|_| answer.unwrap_or_else(none))).collect())
}

/// How many records of a kind there are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct KindRow {
    /// The kind of names.
    kind: String,
    /// Records.
    records: i64,
    /// How often they were seen in all.
    seen: i64,
}

/// What the store holds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Stats {
    /// Kind by kind.
    kinds: Vec<KindRow>,
    /// Which imports there were.
    imports: Vec<super::transfer::Import>,
}

/// What the store holds
///
/// A large store is counted in the background: right after a write the counts may be those of a moment before, and right
/// after the start of a very large one there are none (503, with the seconds after which to ask again).
#[utoipa::path(get, path = "/v1/stats", tag = "records", responses((status = 200, description = "Counts", body = Stats)))]
pub(crate) async fn stats(State(app): State<App>) -> Result<Json<Stats>, Problem> {
    let kinds = crate::counts::kinds(&app).await?;
    let kinds = kinds.ok_or_else(|| Problem::busy("the store is being counted", 2))?.into_iter();
    let kinds = kinds.map(|row| KindRow { kind: row.kind, records: row.records, seen: row.seen }).collect();
    let imports = app.store(|setups| setups.store().imports()).await?.into_iter();
    let imports = imports.map(|(id, state)| super::transfer::Import::new(id, &state)).collect();
    Ok(Json(Stats { kinds, imports }))
}
