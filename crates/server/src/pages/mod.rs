//! The explorer, one file per page; templates lie in `templates/`, styles and scripts in `assets/`.

mod assets;
mod home;

use crate::problem::Problem;
use crate::state::App;
use crate::text::{Language, Text};
use askama::Template;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::convert::Infallible;

/// All pages.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/", get(home::page)).route("/assets/{*path}", get(assets::asset))
}

/// What every page needs: an extractor of handlers, and `page` in every template.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// The language.
    pub(crate) language: Language,
    /// The texts of the language.
    pub(crate) text: &'static Text,
    /// The path of the page, for the switch of languages.
    pub(crate) path: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let language = Language::from_request_parts(parts, state).await?;
        Ok(Page { language, text: language.text(), path: parts.uri.path().to_owned() })
    }
}

impl Page {
    /// The address of an asset, which changes when the asset does.
    pub(crate) fn asset(&self, path: &str) -> String {
        assets::address(path)
    }

    /// All languages: code, own name.
    pub(crate) fn languages(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        Language::ALL.iter().map(|(_, code, name)| (*code, *name))
    }
}

/// A filled template as an answer.
pub(crate) fn render(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => {
            ([(header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-language, cookie")], Html(html))
                .into_response()
        }
        Err(error) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

#[derive(Template)]
#[template(path = "not_found.html")]
struct NotFound {
    page: Page,
}

/// What is at no other address.
pub(crate) async fn not_found(uri: Uri, page: Page) -> Response {
    if uri.path().starts_with("/v1/") {
        return Problem::not_found(format!("there is nothing at {}", uri.path())).into_response();
    }
    let mut response = render(&NotFound { page });
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
