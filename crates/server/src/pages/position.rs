//! `/KIND:NAME`: a page for every position that has a name, for ever.

use super::look::{Look, look_at};
use super::{Page, not_found_page, render};
use crate::problem::Problem;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Name;

#[derive(Template)]
#[template(path = "position.html")]
struct PositionPage {
    page: Page,
    name: Name,
    look: Look,
    /// Scheme and host, which previews need.
    base: String,
}

/// `GET /KIND:NAME`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let name: Name = match name.parse() {
        Ok(name) => name,
        Err(_) => return Ok(not_found_page(page, String::new())),
    };
    let stored = match name.kind() {
        "pc" => match crate::api::item::position_of_setup(&app, &name).await {
            Ok(text) => Some(text),
            Err(problem) => return Ok(not_found_page(page, problem.detail)),
        },
        _ => None,
    };
    let (shared, t, wanted) = (App::clone(&app), page.t, name.clone());
    let looked = blocking(move || -> Result<Look, Problem> {
        let (family, _) = shared.families.kind(wanted.kind())?;
        let setup = match &stored {
            Some(text) => family.parse(text)?,
            None => family.recall(&wanted)?.setup(),
        };
        Ok(look_at(t, family, &*setup)?)
    })
    .await;
    let mut look = match looked {
        Ok(look) => look,
        Err(problem) => return Ok(not_found_page(page, problem.detail)),
    };
    // The page of a setup of the database says more.
    if name.kind() == "pc" {
        look.work = Some(format!("/tetris/setups/{}", name.letters()));
        look.has_page = true;
    }
    recall(&app, page.t, &mut look).await?;
    let base = base(&app, &headers);
    Ok(render(&page.clone(), &PositionPage { page, name, look, base }))
}

/// Scheme and host as the client knows them.
pub(super) fn base(app: &App, headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host").unwrap_or("localhost");
    let scheme = text("x-forwarded-proto").filter(|_| app.config.behind_proxy).unwrap_or("http");
    format!("{scheme}://{host}")
}

/// Adds what the store knows.
///
/// # Errors
/// When the store is in trouble.
pub(crate) async fn recall(app: &App, t: &'static Text, look: &mut Look) -> Result<(), Problem> {
    let Some(name) = look.name.clone() else { return Ok(()) };
    let record = app.store(move |setups| setups.store().get(&name)).await?;
    if let Some(record) = record {
        look.has_page = true;
        look.known = Some(match record.source.as_deref() {
            Some(source) => format!("{} {source}", t.known_from),
            None => String::new(),
        });
        let facts = record.facts.to_json();
        look.facts.extend(facts.iter().map(|(fact, value)| (fact.clone(), ludex_store::json::plain(value))));
    }
    Ok(())
}
