//! The explorer, one file per page; templates lie in `templates/`, styles and scripts in `assets/`.
//!
//! Every page is made here, whether a browser runs scripts or not: scripts fetch the same address and take
//! the part they need. What is asked for stands in the address, so that every answer can be shared.

pub(crate) mod about;
mod assets;
mod cube;
mod home;
mod look;
mod position;
mod store;
mod sudoku;
mod tetris;
mod way;
mod xiangqi;

use crate::problem::Problem;
use crate::state::App;
use crate::text::{Language, Text};
use askama::Template;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::convert::Infallible;

/// All pages.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(home::page))
        .route("/sudoku", get(sudoku::page))
        .route("/cube", get(cube::page))
        .route("/store", get(store::page))
        .route("/about", get(about::page))
        .merge(xiangqi::routes())
        .merge(tetris::routes())
        .route("/assets/{*path}", get(assets::asset))
        .route("/{name}", get(position::page))
}

/// What every page needs: an extractor of handlers, and `page` in every template.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// The language.
    pub(crate) language: Language,
    /// The texts of the language.
    pub(crate) t: &'static Text,
    /// The path of the page.
    pub(crate) path: String,
    /// What was asked for, without the language.
    query: String,
    /// Whether the address asks for the language.
    chosen: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let language = Language::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        let rest: Vec<&str> =
            query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("lang=")).collect();
        Ok(Page {
            language,
            t: language.text(),
            path: parts.uri.path().to_owned(),
            query: rest.join("&"),
            chosen: query.split('&').any(|pair| pair.starts_with("lang=")),
        })
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

    /// The address of this page in a language.
    pub(crate) fn in_language(&self, code: &str) -> String {
        let and = if self.query.is_empty() { "" } else { "&" };
        format!("{}?{}{and}lang={code}", self.path, self.query)
    }

    /// A sentence of the program in the language of the page, where that has words for it.
    pub(crate) fn told(&self, sentence: &str) -> Option<String> {
        crate::told::told(self.language, sentence)
    }

    /// A text as a part of an address.
    pub(crate) fn encode(&self, text: &str) -> String {
        encode(text).replace('/', "%2F")
    }

    /// Whether sentences of the program are in another language than the page.
    pub(crate) fn is_foreign(&self) -> bool {
        self.language != Language::En
    }

    /// What statuses of refusals mean, for scripts; in the program's own language its sentence is enough.
    pub(crate) fn statuses(&self) -> Vec<(u16, &'static str)> {
        let t = self.t;
        let all = [
            (401, t.status_401),
            (403, t.status_403),
            (404, t.status_404),
            (409, t.status_409),
            (413, t.status_413),
            (422, t.status_422),
            (429, t.status_429),
            (503, t.status_503),
        ];
        all.into_iter().filter(|(status, _)| self.is_foreign() || *status == 401 || *status == 403).collect()
    }

    /// The pages of the menu: path and name.
    pub(crate) fn menu(&self) -> [(&'static str, &'static str); 7] {
        let t = self.t;
        [
            ("/", t.nav_home),
            ("/sudoku", t.nav_sudoku),
            ("/tetris", t.nav_tetris),
            ("/cube", t.nav_cube),
            ("/xiangqi", t.nav_xiangqi),
            ("/store", t.nav_store),
            ("/about", t.nav_about),
        ]
    }

    /// Whether the page stands under an entry of the menu.
    pub(crate) fn is_at(&self, path: &str) -> bool {
        self.path == path || (path != "/" && self.path.starts_with(&format!("{path}/")))
    }
}

/// A filled template as an answer; the language is kept where the address asked for it.
pub(crate) fn render(page: &Page, template: &impl Template) -> Response {
    let mut response = match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response();
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    if page.chosen {
        let cookie = format!("lang={}; Path=/; Max-Age=31536000; SameSite=Lax", page.language.code());
        headers.extend(HeaderValue::try_from(cookie).map(|cookie| (header::SET_COOKIE, cookie)).ok());
    }
    response
}

/// Whether a script waits for the page as the last of some events.
pub(crate) fn takes_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// A text in a query: everything but letters, digits and a few signs is escaped.
pub(crate) fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'~' | b'/' | b':' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// An address with these parameters; empty ones are left out.
pub(crate) fn link(path: &str, query: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = query
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={}", encode(value)))
        .collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// A seed from the operating system.
pub(crate) fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without a source of chance the clock will do for a puzzle.
    match getrandom::fill(&mut bytes) {
        Ok(()) => u64::from_le_bytes(bytes),
        Err(_) => std::time::SystemTime::now().elapsed().map_or(7, |time| time.as_nanos() as u64),
    }
}

#[derive(Template)]
#[template(path = "not_found.html")]
struct NotFound {
    page: Page,
    detail: String,
}

/// The page for what is not there.
pub(crate) fn not_found_page(page: Page, detail: String) -> Response {
    let mut response = render(&page.clone(), &NotFound { page, detail });
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// What is at no other address.
pub(crate) async fn not_found(uri: Uri, page: Page) -> Response {
    if uri.path().starts_with("/v1/") {
        return Problem::not_found(format!("there is nothing at {}", uri.path())).into_response();
    }
    not_found_page(page, String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_holds_any_text() {
        assert_eq!(encode("R U' R2\t帥&="), "R%20U%27%20R2%09%E5%B8%A5%26%3D");
        assert_eq!(link("/x", &[("a", "1 2"), ("b", "")]), "/x?a=1%202");
        assert_eq!(link("/x", &[("b", "")]), "/x");
    }
}
