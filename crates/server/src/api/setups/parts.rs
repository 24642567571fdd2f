//! What hangs on a setup: links, variants, translations.

use super::super::answers::setups as answers;
use super::super::body;
use super::super::forms::{ReadRefused, WriteRefused, answer, answer_with};
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ludex_setups::Variant;
use ludex_setups::setup::read_id;
use ludex_store::Result as Stored;
use serde::Deserialize;
use serde_json::{Value, json};

/// Link two oqb setups: after the first comes the second
#[utoipa::path(
    put, path = "/v1/tetris/setups/{id}/links/{child}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup that comes first", example = "3bf80000f7ff"),
        ("child" = String, Path, description = "The setup that comes next", example = "3bf80000f6ff")),
    responses((status = 204, description = "They are linked"), WriteRefused)
)]
pub(crate) async fn link(
    State(app): State<App>,
    Path((parent, child)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let (parent, child) = (read_id(&parent)?, read_id(&child)?);
    app.store(move |setups| setups.link_setups(parent, child)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove the link between two oqb setups
#[utoipa::path(
    delete, path = "/v1/tetris/setups/{id}/links/{child}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup that comes first", example = "3bf80000f7ff"),
        ("child" = String, Path, description = "The setup that comes next", example = "3bf80000f6ff")),
    responses((status = 204, description = "They are linked no longer"), WriteRefused)
)]
pub(crate) async fn unlink(
    State(app): State<App>,
    Path((parent, child)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let (parent, child) = (read_id(&parent)?, read_id(&child)?);
    app.store(move |setups| setups.unlink_setups(parent, child)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The variants of a setup
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/variants", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The variants", body = answers::VariantsAnswer, example = json!({"variants": []})), ReadRefused)
)]
pub(crate) async fn variants(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let listed = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        setups.setup(id)?;
        setups.variants(id)
    };
    let variants = app.store(listed).await?;
    Ok(answer(&json!({"variants": variants.iter().map(Variant::to_json).collect::<Vec<_>>()})))
}

/// A variant to be added.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"build": "TIOL", "fumen": "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH"}))]
pub(crate) struct VariantBody {
    /// Its pieces.
    build: String,
    /// What it looks like.
    fumen: String,
    /// The pieces it is solved with.
    solve_pattern: Option<String>,
}

/// Add a variant: the same setup with further pieces placed before it
#[utoipa::path(
    post, path = "/v1/tetris/setups/{id}/variants", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")), request_body = VariantBody,
    responses((status = 201, description = "Its number", body = answers::NumberAnswer, example = json!({"number": 1})), WriteRefused)
)]
pub(crate) async fn add_variant(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: VariantBody = body::json(&app, &headers, body).await?;
    let id = read_id(&id)?;
    let added = move |setups: &mut ludex_setups::Setups| {
        setups.add_variant(id, &asked.build, &asked.fumen, asked.solve_pattern.as_deref())
    };
    let number = app.store(added).await?;
    Ok(answer_with(StatusCode::CREATED, &json!({"number": number})))
}

/// Remove a variant
#[utoipa::path(
    delete, path = "/v1/tetris/setups/{id}/variants/{number}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff"),
        ("number" = i64, Path, description = "The variant", example = 1)),
    responses((status = 204, description = "It is removed"), WriteRefused)
)]
pub(crate) async fn remove_variant(
    State(app): State<App>,
    Path((id, number)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let id = read_id(&id)?;
    let number: i64 = number.parse().map_err(|_| Problem::not_found("variants have numbers from 1 on"))?;
    app.store(move |setups| setups.remove_variant(id, number)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is said of a setup, in several languages
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/translations", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The translations", body = answers::TranslationsAnswer, example = json!({"translations": []})), ReadRefused)
)]
pub(crate) async fn translations(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let listed = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        setups.setup(id)?;
        setups.translations(id)
    };
    let all = app.store(listed).await?;
    let all: Vec<Value> =
        all.iter().map(|(language, text)| json!({"language": language, "description": text})).collect();
    Ok(answer(&json!({"translations": all})))
}

/// What is said in a language.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"description": "テトリス"}))]
pub(crate) struct TranslationBody {
    /// What is said of it.
    description: String,
}

/// Say something of a setup in a language
#[utoipa::path(
    put, path = "/v1/tetris/setups/{id}/translations/{language}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff"),
        ("language" = String, Path, description = "The language", example = "ja")), request_body = TranslationBody,
    responses((status = 204, description = "It is said"), WriteRefused)
)]
pub(crate) async fn translate(
    State(app): State<App>,
    Path((id, language)): Path<(String, String)>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let asked: TranslationBody = body::json(&app, &headers, body).await?;
    let id = read_id(&id)?;
    let put = move |setups: &mut ludex_setups::Setups| -> Stored<()> {
        setups.setup(id)?;
        setups.translate_setup(id, &language, &asked.description)
    };
    app.store(put).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take back what is said of a setup in a language
#[utoipa::path(
    delete, path = "/v1/tetris/setups/{id}/translations/{language}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff"),
        ("language" = String, Path, description = "The language", example = "ja")),
    responses((status = 204, description = "It is removed"), WriteRefused)
)]
pub(crate) async fn remove_translation(
    State(app): State<App>,
    Path((id, language)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let id = read_id(&id)?;
    app.store(move |setups| setups.remove_translation(id, &language)).await?;
    Ok(StatusCode::NO_CONTENT)
}
