//! The operations of the families over HTTP, one module for each.

#[path = "../common/mod.rs"]
mod common;
mod cube;
mod jobs;
mod sudoku;
mod tetris;
mod xiangqi;

use common::{Server, sentence};
use serde_json::Value;

/// Asks with a body and expects an answer.
fn post(server: &Server, path: &str, body: &Value) -> Value {
    let answer = server.post(path, &body.to_string());
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
    answer.json()
}

/// Asks with a body and expects a refusal: its sentence.
fn refused(server: &Server, path: &str, body: &Value) -> String {
    let answer = server.post(path, &body.to_string());
    assert_eq!(answer.status, 422, "{path} {body}: {}", answer.text());
    sentence(&answer)
}

/// The events of a stream: words and what they carry.
fn events(server: &Server, path: &str, body: &Value) -> Vec<(String, Value)> {
    let headers = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
    let answer = server.ask("POST", path, &headers, body.to_string().as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
    let one = |text: &str| {
        let event = text.lines().find_map(|line| line.strip_prefix("event: "))?;
        let data = text.lines().find_map(|line| line.strip_prefix("data: "))?;
        Some((event.to_owned(), serde_json::from_str(data).expect("JSON")))
    };
    answer.text().split("\n\n").filter_map(one).collect()
}
