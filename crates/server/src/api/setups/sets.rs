//! Sets of setups: a tree of their own, members, tags, translations.

use super::super::answers::setups as answers;
use super::super::body;
use super::super::forms::{ReadRefused, WriteRefused, answer};
use super::read::lines;
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ludex_setups::Setups;
use ludex_setups::setup::read_id;
use ludex_store::Result as Stored;
use serde::Deserialize;
use serde_json::{Value, json};

/// A change that answers nothing.
async fn done(
    app: &App,
    work: impl FnOnce(&mut Setups) -> Stored<()> + Send + 'static,
) -> Result<StatusCode, Problem> {
    app.store(work).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The tree of sets
#[utoipa::path(
    get, path = "/v1/tetris/sets", tag = "setups",
    responses((status = 200, description = "The tree, one line per path", body = answers::TreeAnswer,
        example = json!({"tree": [{"id": "openers", "depth": 0, "path": "openers"}]})), ReadRefused)
)]
pub(crate) async fn tree(State(app): State<App>) -> Result<Response, Problem> {
    let tree = app.store(Setups::set_tree).await?;
    Ok(answer(&json!({"tree": lines(&tree)})))
}

/// A set with its setups, tags and translations
#[utoipa::path(
    get, path = "/v1/tetris/sets/{id}", tag = "setups",
    params(("id" = String, Path, description = "The set", example = "openers")),
    responses((status = 200, description = "The set", body = answers::SetAnswer,
        example = json!({"id": "openers", "name": "Openers", "tags": [], "setups": [], "translations": []})), ReadRefused)
)]
pub(crate) async fn get(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let set = app.store(move |setups| setups.set(&id)).await?;
    Ok(answer(&Value::Object(set.to_json())))
}

/// What a set is called.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Openers"}))]
pub(crate) struct SetBody {
    /// Its name.
    name: String,
    /// Another id for it.
    id: Option<String>,
}

/// Make a set, or call it otherwise
#[utoipa::path(
    put, path = "/v1/tetris/sets/{id}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "Small letters, digits and underscores", example = "openers")), request_body = SetBody,
    responses((status = 200, description = "The set", body = answers::SetAnswer), WriteRefused)
)]
pub(crate) async fn put(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: SetBody = body::json(&app, &headers, body).await?;
    let put = move |setups: &mut Setups| -> Stored<_> {
        setups.put_set(&id, &asked.name)?;
        match asked.id.filter(|new| *new != id) {
            None => setups.set(&id),
            Some(new) => {
                setups.rename_set(&id, &new)?;
                setups.set(&new)
            }
        }
    };
    Ok(answer(&Value::Object(app.store(put).await?.to_json())))
}

/// Remove a set
///
/// The sets below it become roots, its setups stay.
#[utoipa::path(
    delete, path = "/v1/tetris/sets/{id}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers")),
    responses((status = 204, description = "It is removed"), WriteRefused)
)]
pub(crate) async fn remove(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.remove_set(&id)).await
}

/// Put a setup into a set
#[utoipa::path(
    put, path = "/v1/tetris/sets/{id}/setups/{setup}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("setup" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 204, description = "It is in the set"), WriteRefused)
)]
pub(crate) async fn add_member(
    State(app): State<App>,
    Path((id, setup)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.add_member(&id, read_id(&setup)?)).await
}

/// Take a setup out of a set
#[utoipa::path(
    delete, path = "/v1/tetris/sets/{id}/setups/{setup}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("setup" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 204, description = "It is out of the set"), WriteRefused)
)]
pub(crate) async fn remove_member(
    State(app): State<App>,
    Path((id, setup)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.remove_member(&id, read_id(&setup)?)).await
}

/// Put a set under another
#[utoipa::path(
    put, path = "/v1/tetris/sets/{id}/parents/{parent}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("parent" = String, Path, description = "The set above it", example = "first_pc")),
    responses((status = 204, description = "It lies under the other"), WriteRefused)
)]
pub(crate) async fn link(
    State(app): State<App>,
    Path((id, parent)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.link_sets(&parent, &id)).await
}

/// Take a set out of another
#[utoipa::path(
    delete, path = "/v1/tetris/sets/{id}/parents/{parent}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("parent" = String, Path, description = "The set above it", example = "first_pc")),
    responses((status = 204, description = "It lies there no longer"), WriteRefused)
)]
pub(crate) async fn unlink(
    State(app): State<App>,
    Path((id, parent)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.unlink_sets(&parent, &id)).await
}

/// Give a set a tag
#[utoipa::path(
    put, path = "/v1/tetris/sets/{id}/tags/{tag}", tag = "setups", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("tag" = String, Path, description = "One of the tags there are", example = "fast")),
    responses((status = 204, description = "It has the tag"), WriteRefused)
)]
pub(crate) async fn tag(
    State(app): State<App>,
    Path((id, tag)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.tag_set(&id, &tag)).await
}

/// Take a tag off a set
#[utoipa::path(
    delete, path = "/v1/tetris/sets/{id}/tags/{tag}", tag = "setups", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("tag" = String, Path, description = "The tag", example = "fast")),
    responses((status = 204, description = "It has the tag no longer"), WriteRefused)
)]
pub(crate) async fn untag(
    State(app): State<App>,
    Path((id, tag)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    done(&app, move |setups| setups.untag_set(&id, &tag)).await
}

/// What a set is called in a language.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Eröffnungen", "description": "die erste Tasche"}))]
pub(crate) struct SetTranslationBody {
    /// Its name in that language.
    name: String,
    /// What is said of it in that language.
    description: Option<String>,
}

/// Call a set something in a language
#[utoipa::path(
    put, path = "/v1/tetris/sets/{id}/translations/{language}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The set", example = "openers"),
        ("language" = String, Path, description = "The language", example = "de")), request_body = SetTranslationBody,
    responses((status = 204, description = "It is called so"), WriteRefused)
)]
pub(crate) async fn translate(
    State(app): State<App>,
    Path((id, language)): Path<(String, String)>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let asked: SetTranslationBody = body::json(&app, &headers, body).await?;
    done(&app, move |setups| setups.translate_set(&id, &language, &asked.name, asked.description.as_deref()))
        .await
}
