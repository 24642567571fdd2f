//! Setups added, changed, removed, mirrored.

use super::super::answers::setups as answers;
use super::super::body;
use super::super::forms::{ReadRefused, WriteRefused, answer, answer_with};
use crate::problem::Problem;
use crate::state::App;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ludex_setups::problems::refusal;
use ludex_setups::setup::{read_id, read_scheme};
use ludex_setups::{SetupChange, SetupFields};
use ludex_store::{Result as Stored, StoreError};
use ludex_tetris::FourRule;
use serde::Deserialize;
use serde_json::Value;

/// Fields of a setup. An empty text takes a solve pattern, a mirror or a credit away.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"pc": 2, "leftover": "TTIO", "build": "TIO", "cover_pattern": "T,[TIO]!", "solve_pattern": "*p7",
    "fumen": "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH"}))]
pub(crate) struct SetupBody {
    /// Which perfect clear, 1 to 9.
    pc: Option<i64>,
    /// The pieces left over from the bag before.
    leftover: Option<String>,
    /// The pieces of the setup.
    build: Option<String>,
    /// When to build it, as extended pieces.
    cover_pattern: Option<String>,
    /// What it looks like.
    fumen: Option<String>,
    /// The pieces it is solved with; only an oqb setup may go without.
    solve_pattern: Option<String>,
    /// What it is for: regular, qb, oqb.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// The id of the setup in the mirror.
    mirror: Option<String>,
    /// Pieces one sees, 1 to 11.
    see: Option<i64>,
    /// Pieces one can hold, 0 to 11.
    hold: Option<i64>,
    /// Who found it.
    credit: Option<String>,
    /// When it is added: an id that was minted elsewhere. When it is changed: another id; the old one is
    /// never minted again.
    id: Option<String>,
    /// When it is added: by which scheme the id is minted, v1 or v2 (default: v1).
    scheme: Option<String>,
    /// When it is added: add it whatever speaks against it (default: false).
    force: bool,
}

impl SetupBody {
    fn change(self) -> Stored<SetupChange> {
        Ok(SetupChange {
            pc: self.pc,
            leftover: self.leftover,
            build: self.build,
            cover_pattern: self.cover_pattern,
            fumen: self.fumen,
            solve_pattern: self.solve_pattern,
            kind: self.kind.as_deref().map(str::parse).transpose()?,
            mirror: self.mirror,
            see: self.see,
            hold: self.hold,
            credit: self.credit,
        })
    }
}

/// Add a setup
///
/// Its id is minted, and is its identity for ever. A setup whose fields contradict each other is refused, and so is one
/// that is there already, unless `force` is set.
#[utoipa::path(
    post, path = "/v1/tetris/setups", tag = "setups", security(("key" = ["editor"])), request_body = SetupBody,
    responses((status = 201, description = "The setup", body = answers::SetupAnswer, example = json!({"id": "213ceaff91ff", "pc": 2})), WriteRefused)
)]
pub(crate) async fn add(State(app): State<App>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let asked: SetupBody = body::json(&app, &headers, body).await?;
    let added = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        let mut fields = SetupFields::new(0, "", "", "", "");
        if let Some(scheme) = &asked.scheme {
            fields.scheme = read_scheme(scheme)?;
        }
        let id = asked.id.as_deref().map(read_id).transpose()?;
        let force = asked.force;
        asked.change()?.apply(&mut fields)?;
        if let Some(told) = refusal(&setups.problems_of(&fields)?).filter(|_| !force) {
            return Err(StoreError::Value(format!("{told} (force adds it)")));
        }
        let id = match id {
            Some(id) => {
                setups.add_setup_as(id, fields)?;
                id
            }
            None => setups.add_setup(fields, FourRule::Counted)?,
        };
        setups.setup(id)
    };
    let setup = app.store(added).await?;
    Ok(answer_with(StatusCode::CREATED, &Value::Object(setup.to_json())))
}

/// Change fields of a setup
///
/// Fields that are missing stay as they are; statistics that hang on them become stale.
#[utoipa::path(
    patch, path = "/v1/tetris/setups/{id}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")), request_body = SetupBody,
    responses((status = 200, description = "The setup", body = answers::SetupAnswer), WriteRefused)
)]
pub(crate) async fn change(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: SetupBody = body::json(&app, &headers, body).await?;
    if asked.scheme.is_some() {
        return Err(Problem::bad_request("the body: the scheme of an id is chosen when it is minted"));
    }
    let old = read_id(&id)?;
    let changed = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        let new = asked.id.as_deref().map_or(Ok(old), read_id)?;
        let mut fields = setups.setup(old)?.fields;
        asked.change()?.apply(&mut fields)?;
        setups.change_setup(old, fields)?;
        if new != old {
            setups.rename_setup(old, new)?;
        }
        setups.setup(new)
    };
    let setup = app.store(changed).await?;
    Ok(answer(&Value::Object(setup.to_json())))
}

/// Remove a setup
///
/// Its id is retired, never to be minted again; its oqb children become roots.
#[utoipa::path(
    delete, path = "/v1/tetris/setups/{id}", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 204, description = "It is removed"), WriteRefused)
)]
pub(crate) async fn remove(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let id = read_id(&id)?;
    app.store(move |setups| setups.remove_setup(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A setup in the mirror
///
/// The one of the database, or, where it is not there, what it would be.
#[utoipa::path(
    get, path = "/v1/tetris/setups/{id}/mirror", tag = "setups",
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The mirrored setup", body = answers::SetupAnswer), ReadRefused)
)]
pub(crate) async fn mirror(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let mirrored = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        let setup = setups.setup(id)?;
        match setup.mirror {
            Some(mirror) => Ok(setups.setup(mirror)?.to_json()),
            None => Ok(setup.mirrored()?.to_json()),
        }
    };
    Ok(answer(&Value::Object(app.store(mirrored).await?)))
}

/// Add the mirrored setup, and tie the two together
#[utoipa::path(
    post, path = "/v1/tetris/setups/{id}/mirror", tag = "setups", security(("key" = ["editor"])),
    params(("id" = String, Path, description = "The setup", example = "213ceaff91ff")),
    responses((status = 200, description = "The mirrored setup", body = answers::SetupAnswer), WriteRefused)
)]
pub(crate) async fn add_mirror(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = read_id(&id)?;
    let added = move |setups: &mut ludex_setups::Setups| -> Stored<_> {
        match setups.setup(id)?.mirror {
            Some(mirror) => setups.setup(mirror),
            None => setups.add_mirror(id, FourRule::Counted),
        }
    };
    Ok(answer(&Value::Object(app.store(added).await?.to_json())))
}
