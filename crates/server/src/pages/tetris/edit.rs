//! Pages for keepers of the database: a setup added or changed, with its variants, links, sets and tags.
//! The forms are sent to the API, which decides who may.

use super::drawing;
use super::find::all_sets;
use crate::pages::{Page, not_found_page, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_setups::SetupFields;
use ludex_setups::sets::SetRow;
use ludex_tetris::SetupId;
use serde::Deserialize;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    /// The setup to change; without it a new one is made.
    #[serde(default)]
    id: String,
    /// What a new one looks like.
    #[serde(default)]
    fumen: String,
}

#[derive(Template)]
#[template(path = "tetris/edit.html")]
struct EditPage {
    page: Page,
    id: Option<String>,
    setup: SetupFields,
    mirror: String,
    svg: String,
    kinds: [&'static str; 3],
    variants: Vec<(i64, String, String)>,
    children: Vec<String>,
    /// What is sent to compute it: with and without all solutions.
    job: String,
    /// Sets it is in, and sets it could be put into: id and name.
    member_of: Vec<(String, String)>,
    sets: Vec<(String, String)>,
    descriptions: Vec<(String, String)>,
}

/// `GET /tetris/edit`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let id = match asked.id.as_str() {
        "" => None,
        text => match text.parse::<SetupId>() {
            Ok(id) => Some(id),
            Err(error) => return Ok(not_found_page(page, error.to_string())),
        },
    };
    let read = app
        .store(move |setups| -> Result<_, Problem> {
            let mut sets: Vec<_> = all_sets(setups)?.into_iter().map(|(_, set)| set).collect();
            sets.sort_by(|a, b| a.id.cmp(&b.id));
            sets.dedup();
            let (member, other): (Vec<_>, Vec<_>) =
                sets.into_iter().partition(|set| id.is_some_and(|id| set.members.contains(&id)));
            let named = |sets: Vec<SetRow>| sets.into_iter().map(|set| (set.id, set.name)).collect();
            let sets: (Vec<_>, Vec<_>) = (named(member), named(other));
            let Some(id) = id else { return Ok((None, Vec::new(), Vec::new(), sets, Vec::new())) };
            let children = setups.links()?.into_iter().filter(|link| link.0 == id);
            let children = children.map(|link| link.1.to_string()).collect();
            Ok((Some(setups.setup(id)?), setups.variants(id)?, children, sets, setups.translations(id)?))
        })
        .await;
    let (setup, variants, children, (member_of, sets), descriptions) = match read {
        Ok(read) => read,
        Err(problem) if problem.status.is_server_error() => return Err(problem),
        Err(problem) => return Ok(not_found_page(page, problem.detail)),
    };
    let setup = setup.map_or_else(|| SetupFields::new(1, "", "", "", asked.fumen.trim()), |row| row.fields);
    let id = id.map(|id| id.to_string());
    Ok(render(
        &page.clone(),
        &EditPage {
            svg: drawing(&setup.fumen, page.t.picture),
            mirror: setup.mirror.map(|id| id.to_string()).unwrap_or_default(),
            job: serde_json::json!({"ids": [id.clone().unwrap_or_default()], "paths": true, "again": true})
                .to_string(),
            page,
            id,
            setup,
            kinds: ["regular", "qb", "oqb"],
            variants: variants.iter().map(|one| (one.number, one.build.clone(), one.fumen.clone())).collect(),
            children,
            member_of,
            sets,
            descriptions,
        },
    ))
}
