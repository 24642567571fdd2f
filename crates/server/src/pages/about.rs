//! About the server, and the API as its own document describes it.

use super::{Page, render};
use crate::problem::Problem;
use askama::Template;
use axum::extract::Extension;
use axum::response::Response;
use std::sync::Arc;

/// One operation of the API.
struct Operation {
    method: String,
    path: String,
    summary: String,
    about: String,
    tag: String,
    parameters: Vec<(String, String)>,
    statuses: Vec<(String, String)>,
}

/// The API's document, for the page made from it.
#[derive(Debug, Clone)]
pub(crate) struct Document(pub(crate) Arc<serde_json::Value>);

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage {
    page: Page,
    tags: Vec<(String, String, Vec<Operation>)>,
}

/// `GET /about`
pub(crate) async fn page(
    Extension(Document(document)): Extension<Document>,
    page: Page,
) -> Result<Response, Problem> {
    let mut tags: Vec<(String, String, Vec<Operation>)> = Vec::new();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    for tag in document["tags"].as_array().into_iter().flatten() {
        tags.push((text(&tag["name"]), text(&tag["description"]), Vec::new()));
    }
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let one = read(path, method, operation);
            match tags.iter_mut().find(|(name, ..)| *name == one.tag) {
                Some((_, _, operations)) => operations.push(one),
                None => tags.push((one.tag.clone(), String::new(), vec![one])),
            }
        }
    }
    tags.retain(|(_, _, operations)| !operations.is_empty());
    Ok(render(&page.clone(), &AboutPage { page, tags }))
}

fn read(path: &str, method: &str, operation: &serde_json::Value) -> Operation {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let pairs = |list: &serde_json::Value| -> Vec<(String, String)> {
        list.as_array()
            .into_iter()
            .flatten()
            .map(|one| (text(&one["name"]), text(&one["description"])))
            .collect()
    };
    let statuses = operation["responses"].as_object().into_iter().flatten();
    Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        about: text(&operation["description"]),
        tag: text(&operation["tags"][0]),
        parameters: pairs(&operation["parameters"]),
        statuses: statuses.map(|(status, one)| (status.clone(), text(&one["description"]))).collect(),
    }
}
