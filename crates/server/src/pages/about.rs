//! About the server, and the API as its own document describes it.

use super::{Page, render};
use crate::problem::Problem;
use askama::Template;
use axum::extract::Extension;
use axum::response::Response;
use serde_json::Value;
use std::sync::Arc;

/// What starts a public instance; tests read both files.
const SERVICE: &str = include_str!("../../../../deploy/ludex.service");
const CONTAINER: &str = include_str!("../../../../deploy/Containerfile");

/// One operation of the API.
struct Operation {
    method: String,
    path: String,
    summary: String,
    about: String,
    tag: String,
    parameters: Vec<(String, String)>,
    /// The fields of its JSON body.
    fields: Vec<(String, String)>,
    /// The same question for a shell.
    curl: String,
    statuses: Vec<(String, String)>,
}

/// The API's document, for the page made from it.
#[derive(Debug, Clone)]
pub(crate) struct Document(pub(crate) Arc<Value>);

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage {
    page: Page,
    service: &'static str,
    container: &'static str,
    tags: Vec<(String, String, Vec<Operation>)>,
}

/// `GET /about`
pub(crate) async fn page(
    Extension(Document(document)): Extension<Document>,
    page: Page,
) -> Result<Response, Problem> {
    let mut tags: Vec<(String, String, Vec<Operation>)> = Vec::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for tag in document["tags"].as_array().into_iter().flatten() {
        tags.push((text(&tag["name"]), text(&tag["description"]), Vec::new()));
    }
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let one = read(&document, path, method, operation);
            match tags.iter_mut().find(|(name, ..)| *name == one.tag) {
                Some((_, _, operations)) => operations.push(one),
                None => tags.push((one.tag.clone(), String::new(), vec![one])),
            }
        }
    }
    tags.retain(|(_, _, operations)| !operations.is_empty());
    Ok(render(&page.clone(), &AboutPage { page, service: SERVICE, container: CONTAINER, tags }))
}

/// What a reference leads to; anything else is itself.
fn follow<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let target = value["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    target.and_then(|path| document.pointer(path)).unwrap_or(value)
}

fn read(document: &Value, path: &str, method: &str, operation: &Value) -> Operation {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let parameters = list(&operation["parameters"]);
    let schema = follow(document, &operation["requestBody"]["content"]["application/json"]["schema"]);
    let fields = schema["properties"].as_object().into_iter().flatten();
    let statuses = operation["responses"].as_object().into_iter().flatten();
    Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        about: text(&operation["description"]),
        tag: text(&operation["tags"][0]),
        fields: fields.map(|(name, field)| (name.clone(), text(&field["description"]))).collect(),
        curl: curl(path, method, &parameters, &schema["example"]),
        parameters: parameters.iter().map(|one| (text(&one["name"]), text(&one["description"]))).collect(),
        statuses: statuses.map(|(status, one)| (status.clone(), text(&one["description"]))).collect(),
    }
}

/// The example of an operation as a command; what needs a key says so.
fn curl(path: &str, method: &str, parameters: &[Value], body: &Value) -> String {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for one in parameters {
        let name = one["name"].as_str().unwrap_or_default();
        let value = match &one["example"] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        match one["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
            _ => query.push(format!("{name}={}", super::encode(&value))),
        }
    }
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let method = if method == "get" { String::new() } else { format!(" -X {}", method.to_uppercase()) };
    let body = match body {
        Value::Null => String::new(),
        body => {
            format!(" -H 'Content-Type: application/json' -d '{}'", body.to_string().replace('\'', "'\\''"))
        }
    };
    format!("curl{method} 'http://127.0.0.1:7275{path}{query}'{body}")
}
