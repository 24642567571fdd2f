//! The operations of the OpenAPI document, each with a request made of its examples.

use super::{Answer, Server};
use serde_json::Value;

/// One operation.
#[derive(Debug)]
pub struct Operation {
    pub method: String,
    /// As the document has it.
    pub route: String,
    /// With the examples put in.
    pub path: String,
    pub body: Option<(String, String)>,
    /// The role it needs.
    pub role: Option<String>,
    /// The statuses it may answer with, and their media types.
    pub responses: Vec<(u16, Vec<String>)>,
    /// The same as the document has them.
    pub described: Value,
}

/// All of them.
pub fn operations(server: &Server) -> Vec<Operation> {
    let document = server.get("/openapi.json").json();
    let mut all = Vec::new();
    for (route, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            all.push(read(&document, route, method, operation));
        }
    }
    assert!(all.len() > 15);
    all
}

fn read(document: &Value, route: &str, method: &str, operation: &Value) -> Operation {
    let mut path = route.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a name");
        let example =
            [&parameter["example"], &parameter["schema"]["example"]].into_iter().find(|e| !e.is_null());
        let text = example.map(|example| example.as_str().map_or_else(|| example.to_string(), str::to_owned));
        match (parameter["in"].as_str(), text) {
            (Some("path"), Some(text)) => path = path.replace(&format!("{{{name}}}"), &text),
            (Some("query"), Some(text)) => query.push(format!("{name}={text}")),
            (Some("query"), None) if parameter["required"] != true => {}
            _ => panic!("{method} {route}: the parameter {name} has no example"),
        }
    }
    if !query.is_empty() {
        path = format!("{path}?{}", query.join("&"));
    }
    let content = operation["requestBody"]["content"].as_object();
    let body = content.map(|content| {
        let (media, what) =
            content.get_key_value("application/json").or_else(|| content.iter().next()).expect("a type");
        (media.clone(), example(document, route, media, what))
    });
    let responses =
        operation["responses"].as_object().expect("responses").iter().map(|(status, response)| {
            let media = response["content"].as_object().into_iter().flatten().map(|(media, _)| media.clone());
            (status.parse().expect("a status"), media.collect())
        });
    Operation {
        method: method.to_ascii_uppercase(),
        route: route.to_owned(),
        path,
        body,
        role: operation["security"][0]["key"][0].as_str().map(str::to_owned),
        responses: responses.collect(),
        described: operation["responses"].clone(),
    }
}

/// The example of a body.
fn example(document: &Value, route: &str, media: &str, what: &Value) -> String {
    if media != "application/json" {
        return "cube2:0469\n".to_owned();
    }
    let schema = match what["schema"]["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).expect("a schema"),
        None => &what["schema"],
    };
    let example = if what["example"].is_null() { &schema["example"] } else { &what["example"] };
    assert!(!example.is_null(), "{route}: the body has no example");
    example.to_string()
}

impl Operation {
    pub fn title(&self) -> String {
        format!("{} {}", self.method, self.route)
    }

    /// Asks for it, with a key or none.
    pub fn ask(&self, server: &Server, key: Option<&str>) -> Answer {
        let bearer = key.map(|key| format!("Bearer {key}"));
        let mut headers = Vec::new();
        headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
        let (media, body) = self.body.clone().unwrap_or_default();
        if self.body.is_some() {
            headers.push(("Content-Type", media.as_str()));
        }
        server.ask(&self.method, &self.path, &headers, body.as_bytes())
    }
}
