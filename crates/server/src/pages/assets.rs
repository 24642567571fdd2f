//! Styles, scripts and pictures, embedded in the program.

use crate::cache::Rendered;
use crate::problem::Problem;
use axum::extract::{Path, RawQuery};
use axum::http::HeaderMap;
use axum::response::Response;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// `GET /assets/...`: for ever where the address carries the hash, as pages write it.
pub(crate) async fn asset(
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = Assets::get(&path).ok_or_else(|| Problem::not_found(format!("there is no asset {path:?}")))?;
    let mark = hash(&file);
    let rendered = Rendered::new(file.data.into_owned(), media(&path));
    Ok(crate::api::item::answer(rendered, &headers, query.as_deref() == Some(mark.as_str())))
}

/// The address of an asset with its hash, so that browsers may keep it for ever.
pub(crate) fn address(path: &str) -> String {
    match Assets::get(path) {
        Some(file) => format!("/assets/{path}?{}", hash(&file)),
        None => format!("/assets/{path}"),
    }
}

fn hash(file: &rust_embed::EmbeddedFile) -> String {
    file.metadata.sha256_hash()[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn media(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        _ => "application/octet-stream",
    }
}
