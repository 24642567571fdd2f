//! The first page.

use super::{Page, render};
use askama::Template;
use axum::response::Response;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    page: Page,
}

/// `GET /`
pub(crate) async fn page(page: Page) -> Response {
    render(&Home { page })
}
