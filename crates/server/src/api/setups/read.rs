//! Setups as they are: listed, one with all that is known, the tree, statistics, path files.

use super::super::answers::setups as answers;
use super::super::forms::{Query, ReadRefused, answer, within};
use super::rules;
use crate::problem::Problem;
use crate::state::{App, blocking};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ludex_core::Refusal;
use ludex_setups::setup::read_id;
use ludex_setups::{Filter, Order, TreeLine, hundredths, pathfiles};
use ludex_store::Result as Stored;
use ludex_tetris::pathfile::{ENGLISH, JAPANESE, PathFile, xz};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Display;

/// Setups of one page, at most.
const MOST: u64 = 1000;

/// Which setups.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only this perfect clear.
    #[param(example = 1)]
    pc: Option<i64>,
    /// Only this type: regular, qb, oqb.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Only this leftover, in any order of letters.
    leftover: Option<String>,
    /// Only ids that begin so.
    prefix: Option<String>,
    /// Only oqb setups that no other leads to.
    roots: Option<bool>,
    /// Only setups of this set and of those below it.
    set: Option<String>,
    /// Only with a solve percentage of at least so much.
    min: Option<f64>,
    /// Only builds that have these pieces.
    pieces: Option<String>,
    /// Only where the credit has this text.
    credit: Option<String>,
    /// Only members of a set with this tag.
    tag: Option<String>,
    /// id or solve (default: id).
    sort: Option<String>,
    /// Only ids after this one: `next` of the page before. Not with `sort=solve`.
    after: Option<String>,
    /// At most so many, 1 to 1000 (default: 100).
    limit: Option<u64>,
}

/// Setups, a page at a time
#[utoipa::path(
    get, path = "/v1/tetris/setups", tag = "setups", params(ListQuery),
    responses((status = 200, description = "The setups; `next` where there are more", body = answers::SetupPage,
        example = json!({"setups": [{"id": "213ceaff91ff", "pc": 2}], "next": null})), ReadRefused)
)]
pub(crate) async fn list(
    State(app): State<App>,
    Query(asked): Query<ListQuery>,
) -> Result<Response, Problem> {
    let limit = within("limit", asked.limit.unwrap_or(100), (1, MOST))?;
    let order = match asked.sort.as_deref() {
        None | Some("id") => Order::Id,
        Some("solve") if asked.after.is_none() => Order::Solve,
        Some("solve") => {
            return Err(Refusal::new("pages go by id: after and sort=solve exclude each other").into());
        }
        Some(other) => return Err(Refusal::new(format!("no order {other:?}: id and solve are")).into()),
    };
    let filter = Filter {
        pc: asked.pc,
        kind: asked.kind.as_deref().map(str::parse).transpose()?,
        leftover: asked.leftover,
        prefix: asked.prefix,
        roots: asked.roots.unwrap_or(false),
        set: asked.set,
        least: asked.min.map(hundredths),
        pieces: asked.pieces,
        credit: asked.credit,
        tag: asked.tag,
        after: asked.after.as_deref().map(read_id).transpose()?,
        limit: Some(limit + 1),
    };
    let mut found = app.store(move |setups| setups.setups(&filter, order)).await?;
    let more = found.len() as u64 > limit;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more && order == Order::Id).map(|setup| setup.id.to_string());
    let list: Vec<Value> = found.iter().map(|setup| Value::Object(setup.to_json())).collect();
    Ok(answer(&json!({"setups": list, "more": more, "next": next})))
}

/// A setup with all that is known of it
///
/// Its fields, variants, statistics for every kick table and hold, saves and translations.
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The setup", body = answers::WholeSetup, example = json!({
        "id": "213ceaff91ff", "pc": 2, "leftover": "TTIO", "build": "TIO", "variants": [], "statistics": [], "saves": [], "translations": []
    })), ReadRefused)
)]
pub(crate) async fn get(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let setup = app.store(move |setups| setups.whole_setup(id)).await?;
    Ok(answer(&Value::Object(setup)))
}

/// The statistics of a setup, for every kick table and hold
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/statistics", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The statistics", body = answers::StatisticsAnswer, example = json!({"statistics": []})), ReadRefused)
)]
pub(crate) async fn statistics(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let rows = app
        .store(move |setups| {
            setups.setup(id)?;
            setups.statistics(id)
        })
        .await?;
    Ok(answer(
        &json!({"statistics": rows.iter().map(|row| Value::Object(row.to_json())).collect::<Vec<_>>()}),
    ))
}

/// Which path file, and how.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PathFileQuery {
    /// Kick table (default: srs180).
    kicks: Option<String>,
    /// any, none or cyclic (default: any).
    hold: Option<String>,
    /// packed (csvd.xz, the default), csv, or sfinder (csv with Japanese column names).
    form: Option<String>,
}

/// The path file of a setup: every solution of every queue
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/path-file", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff"), PathFileQuery),
    responses((status = 200, description = "The file", content((Vec<u8> = "application/x-xz"), (String = "text/csv"))), ReadRefused)
)]
pub(crate) async fn path_file(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<PathFileQuery>,
) -> Result<Response, Problem> {
    let (id, rules) = (read_id(&id)?, rules(asked.kicks.as_deref(), asked.hold.as_deref())?);
    let title = match asked.form.as_deref() {
        None | Some("packed") => None,
        Some("csv") => Some(ENGLISH),
        Some("sfinder") => Some(JAPANESE),
        Some(other) => {
            return Err(Refusal::new(format!("no form {other:?}: packed, csv and sfinder are")).into());
        }
    };
    let data = app
        .store(move |setups| {
            setups.setup(id)?;
            setups.path_file(id, rules)
        })
        .await?;
    let data = data.ok_or_else(|| {
        Problem::not_found(format!("{id} has no path file for {rules}: a job with \"paths\" makes it"))
    })?;
    let name = pathfiles::file_name(id, rules);
    let (bytes, media, name) = match title {
        None => (data, "application/x-xz", name),
        Some(title) => {
            let unpack = move || -> Result<Vec<u8>, Refusal> {
                Ok(PathFile::unpack(&xz::unpack(&data)?)?.write(title).into_bytes())
            };
            let name = name.replace(pathfiles::ENDING, ".csv");
            (blocking(unpack).await?, "text/csv; charset=utf-8", name)
        }
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // The name is made of hexadecimal digits and words of ours.
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
    headers.extend(disposition.ok().map(|value| (header::CONTENT_DISPOSITION, value)));
    Ok(response)
}

/// Of which setup.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TreeQuery {
    /// Only what lies below this setup.
    id: Option<String>,
}

/// The lines of a tree, parents before children.
pub(super) fn lines<Id: Display>(tree: &[TreeLine<Id>]) -> Vec<Value> {
    let line =
        |line: &TreeLine<Id>| json!({"id": line.id.to_string(), "depth": line.depth, "path": line.path});
    tree.iter().map(line).collect()
}

/// The tree of oqb setups, one line per path
#[utoipa::path(
    get, path = "/v1/tetris/setups/tree", tag = "setups", params(TreeQuery),
    responses((status = 200, description = "The tree", body = answers::TreeAnswer,
        example = json!({"tree": [{"id": "3bf80000f7ff", "depth": 0, "path": "3bf80000f7ff"}]})), ReadRefused)
)]
pub(crate) async fn tree(
    State(app): State<App>,
    Query(asked): Query<TreeQuery>,
) -> Result<Response, Problem> {
    let id = asked.id.as_deref().map(read_id).transpose()?;
    let tree = app.store(move |setups| setups.tree(id)).await?;
    Ok(answer(&json!({"tree": lines(&tree)})))
}

/// How many setups and statistics there are
#[utoipa::path(
    get, path = "/v1/tetris/setups/stats", tag = "setups",
    responses((status = 200, description = "Counts per perfect clear, per kick table and hold", body = answers::SetupCounts, example = json!({
        "counts": [{"pc": 1, "setups": 10, "computed": 10}],
        "statistics": [{"kicktable": "srs180", "hold": "any", "status": "completed", "count": 10}]
    })), ReadRefused)
)]
pub(crate) async fn stats(State(app): State<App>) -> Result<Response, Problem> {
    let (counts, statuses) =
        app.store(|setups| -> Stored<_> { Ok((setups.setup_counts()?, setups.status_counts()?)) }).await?;
    let counts: Vec<Value> = counts
        .iter()
        .map(|count| json!({"pc": count.pc, "setups": count.setups, "computed": count.computed}))
        .collect();
    let statuses: Vec<Value> = statuses
        .iter()
        .map(|s| {
            json!({
                "kicktable": s.rules.kicks.as_str(), "hold": s.rules.hold.as_str(),
                "status": s.status.as_str(), "count": s.count,
            })
        })
        .collect();
    Ok(answer(&json!({"counts": counts, "statistics": statuses})))
}
