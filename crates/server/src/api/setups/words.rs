//! The words of the database: tags that sets may have, and wanted saves.

use super::super::answers::setups as answers;
use super::super::body;
use super::super::forms::{Query, ReadRefused, WriteRefused, answer, answer_with};
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ludex_setups::Setups;
use serde::Deserialize;
use serde_json::{Value, json};

/// The tags that sets may have
#[utoipa::path(
    get, path = "/v1/tetris/tags", tag = "setups",
    responses((status = 200, description = "The tags", body = answers::TagsAnswer, example = json!({"tags": ["fast"]})), ReadRefused)
)]
pub(crate) async fn tags(State(app): State<App>) -> Result<Response, Problem> {
    Ok(answer(&json!({"tags": app.store(Setups::tags).await?})))
}

/// Add a tag
#[utoipa::path(
    put, path = "/v1/tetris/tags/{tag}", tag = "setups", security(("key" = ["admin"])),
    params(("tag" = String, Path, description = "The tag", example = "fast")),
    responses((status = 204, description = "There is such a tag"), WriteRefused)
)]
pub(crate) async fn add_tag(State(app): State<App>, Path(tag): Path<String>) -> Result<StatusCode, Problem> {
    app.store(move |setups| setups.add_tag(&tag)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a tag from all sets
#[utoipa::path(
    delete, path = "/v1/tetris/tags/{tag}", tag = "setups", security(("key" = ["admin"])),
    params(("tag" = String, Path, description = "The tag", example = "fast")),
    responses((status = 204, description = "There is no such tag any more"), WriteRefused)
)]
pub(crate) async fn remove_tag(
    State(app): State<App>,
    Path(tag): Path<String>,
) -> Result<StatusCode, Problem> {
    app.store(move |setups| setups.remove_tag(&tag)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Of which perfect clear.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SavesQuery {
    /// Only this perfect clear.
    #[param(example = 2)]
    pc: Option<i64>,
}

/// The wanted saves that jobs compute
#[utoipa::path(
    get, path = "/v1/tetris/wanted-saves", tag = "setups", params(SavesQuery),
    responses((status = 200, description = "The saves", body = answers::WantedSaves, example = json!({"saves": [{"pc": 2, "save": "T", "minimal": true, "all_solves": false}]})), ReadRefused)
)]
pub(crate) async fn saves(
    State(app): State<App>,
    Query(asked): Query<SavesQuery>,
) -> Result<Response, Problem> {
    let mut saves = app.store(Setups::saves).await?;
    saves.retain(|save| asked.pc.is_none_or(|pc| save.pc == pc));
    let list = saves.iter().map(|save| {
        let (minimal, all) = (save.gen_minimal, save.gen_all_solves);
        json!({"pc": save.pc, "save": save.save, "minimal": minimal, "all_solves": all})
    });
    Ok(answer(&json!({"saves": list.collect::<Vec<Value>>()})))
}

/// A wanted save.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"pc": 2, "save": "T||O#T or O", "description": "second"}))]
pub(crate) struct SaveBody {
    /// Of which perfect clear it is.
    pc: i64,
    /// The expression; several with commas are priorities: a queue counts for the first that holds.
    save: String,
    /// What to say of it.
    description: Option<String>,
    /// Whether the fewest solutions that give it are kept when setups are computed (default: as it was, at first no).
    minimal: Option<bool>,
    /// Whether all solutions that give it are kept (default: as it was, at first no).
    all_solves: Option<bool>,
}

/// Add a wanted save
#[utoipa::path(
    post, path = "/v1/tetris/wanted-saves", tag = "setups", security(("key" = ["admin"])), request_body = SaveBody,
    responses((status = 201, description = "Its number", body = answers::IdAnswer, example = json!({"id": 1})), WriteRefused)
)]
pub(crate) async fn add_save(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: SaveBody = body::json(&app, &headers, body).await?;
    let added = move |setups: &mut Setups| -> ludex_store::Result<i64> {
        let id = setups.add_save(asked.pc, &asked.save, asked.description.as_deref())?;
        if asked.minimal.is_some() || asked.all_solves.is_some() {
            let known = setups.saves()?.into_iter().find(|save| save.id == id);
            let (minimal, all) = known.map_or((false, false), |save| (save.gen_minimal, save.gen_all_solves));
            let (minimal, all) = (asked.minimal.unwrap_or(minimal), asked.all_solves.unwrap_or(all));
            setups.keep_solutions(asked.pc, &asked.save, minimal, all)?;
        }
        Ok(id)
    };
    Ok(answer_with(StatusCode::CREATED, &json!({"id": app.store(added).await?})))
}

/// Which wanted save.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RemoveQuery {
    /// Of which perfect clear it is.
    #[param(example = 2)]
    pc: i64,
    /// The expression.
    #[param(example = "T")]
    save: String,
}

/// Remove a wanted save and what is known of it
#[utoipa::path(
    delete, path = "/v1/tetris/wanted-saves", tag = "setups", security(("key" = ["admin"])), params(RemoveQuery),
    responses((status = 204, description = "It is removed"), WriteRefused)
)]
pub(crate) async fn remove_save(
    State(app): State<App>,
    Query(asked): Query<RemoveQuery>,
) -> Result<StatusCode, Problem> {
    app.store(move |setups| setups.remove_save(asked.pc, &asked.save)).await?;
    Ok(StatusCode::NO_CONTENT)
}
