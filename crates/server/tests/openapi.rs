//! The document says what the server does: every operation is called, by everybody.

mod common;

use common::Server;
use common::operations::operations;
use common::schema::faults;
use serde_json::{Value, json};

/// Every operation answers its own example with a status and a media type that the document lists.
#[test]
fn every_operation_does_as_the_document_says() {
    let server = Server::start();
    let document = server.get("/openapi.json").json();
    let key = server.key("admin");
    for operation in operations(&server) {
        let answer = operation.ask(&server, Some(&key));
        let title = operation.title();
        let wrong = wrong(&document, &operation.described, &answer);
        assert!(wrong.is_empty(), "{title}: {wrong:#?}");
        let listed = operation.responses.iter().find(|(status, _)| *status == answer.status);
        let (_, media) = listed.unwrap_or_else(|| panic!("{title}: {} {:?}", answer.status, answer.text()));
        let said = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        assert!(
            answer.body.is_empty() || media.iter().any(|known| known == said),
            "{title}: {said:?} is not listed for {}",
            answer.status
        );
        if answer.status >= 400 {
            let problem = answer.json();
            assert_eq!(problem["status"], answer.status, "{title}");
            assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{title}");
        }
    }
}

/// Role by operation: who has less than the document asks for is refused, who has it is not.
#[test]
fn roles_by_operations() {
    // With keys nobody is local.
    let server = Server::start();
    let ranks = ["", "reader", "editor", "admin"];
    let keys: Vec<Option<String>> =
        ranks.iter().map(|role| (!role.is_empty()).then(|| server.key(role))).collect();
    let mut refused = 0;
    for operation in operations(&server) {
        let needed = operation.role.as_deref().unwrap_or("");
        let needed = ranks.iter().position(|role| *role == needed).expect("a role");
        for (rank, key) in keys.iter().enumerate() {
            let answer = operation.ask(&server, key.as_deref());
            let title = format!("{} as {:?}: {}", operation.title(), ranks[rank], answer.status);
            match (rank < needed, rank) {
                (true, 0) => assert_eq!(answer.status, 401, "{title}"),
                (true, _) => assert_eq!(answer.status, 403, "{title}"),
                (false, _) => assert!(!matches!(answer.status, 403 | 500..), "{title} {}", answer.text()),
            }
            if answer.status == 401 {
                assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            }
            refused += usize::from(rank < needed);
        }
        let wrong = operation.ask(&server, Some("ludex_0000"));
        assert_eq!(wrong.status, 401, "{}: a key that is not good", operation.title());
    }
    assert!(refused > 10);
}

/// What changes something needs a role, and is not done by a method that browsers repeat.
#[test]
fn writes_need_a_role() {
    let server = Server::start();
    // These take a body and change nothing; a session is begun with a key.
    let reads = ["/v1/name", "/v1/show", "/v1/diff", "/v1/seen", "/v1/solve", "/v1/session"];
    for operation in operations(&server) {
        if operation.method != "GET" && !reads.contains(&operation.route.as_str()) {
            let asks = operation.role.is_some();
            assert!(asks || is_reading(&operation.route), "{} needs no role", operation.title());
        }
    }
}

/// Families' own operations take a body and change nothing, but for the setup database.
fn is_reading(route: &str) -> bool {
    let kept = ["setups", "sets", "tags", "wanted-saves", "jobs"];
    let within = |prefix: &str| route.strip_prefix(prefix).map(|rest| rest.split('/').next().unwrap_or(rest));
    let families = ["/v1/sudoku/", "/v1/tetris/", "/v1/cube/", "/v1/xiangqi/"];
    families.iter().filter_map(|family| within(family)).any(|noun| !kept.contains(&noun))
}

/// What of an answer in JSON is not as its description says.
fn wrong(document: &Value, described: &Value, answer: &common::Answer) -> Vec<String> {
    let media = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
    if !matches!(media, "application/json" | "application/problem+json") {
        return Vec::new();
    }
    let schema = &described[answer.status.to_string()]["content"][media]["schema"];
    if schema.is_null() {
        return vec![format!("{} with {media} has no schema", answer.status)];
    }
    faults(document, schema, &answer.json())
}

/// Answers that the examples do not bring about: with more fields, or with lists that are not empty.
#[test]
fn fuller_answers_are_as_described_too() {
    let server = Server::start();
    let document = server.get("/openapi.json").json();
    let field = "v115@9gD8CeG8CeG8CeG8CeC8JeAgH";
    let puzzle = "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5";
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let id = server.get("/v1/tetris/setups?limit=1").json()["setups"][0]["id"].clone();
    let id = id.as_str().expect("a setup");
    let posts = [
        ("/v1/records", json!({"item": start, "facts": {"rating": 9.5, "note": ["a"]}, "source": "mine"})),
        ("/v1/show", json!({"item": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "as": "text"})),
        ("/v1/name", json!({"item": "cube2:0469 mine"})),
        ("/v1/solve", json!({"item": puzzle})),
        ("/v1/solve", json!({"item": "R U2", "size": 2, "all": true})),
        ("/v1/solve", json!({"item": start, "nodes": 2000})),
        ("/v1/solve", json!({"item": field, "pattern": "*p4", "fails": 2})),
        ("/v1/sudoku/rate", json!({"item": puzzle, "steps": true})),
        ("/v1/sudoku/rate", json!({"item": puzzle, "max": 1.2})),
        ("/v1/sudoku/hint", json!({"item": puzzle})),
        ("/v1/tetris/percent", json!({"fumen": field, "pattern": "*p4", "fails": 2, "tree": 1})),
        ("/v1/tetris/percent", json!({"fumen": field, "pattern": "*p4", "see": 2})),
        ("/v1/cube/check", json!({"item": "UUUURRRRFFFFDDDDLLLLBBB?"})),
        ("/v1/xiangqi/seen", json!({"item": start})),
        ("/v1/xiangqi/near", json!({"item": start, "least": 1})),
        ("/v1/xiangqi/convert", json!({"moves": "h3e3 h10g8", "tags": {"Event": "Friendly"}})),
        ("/v1/tetris/jobs", json!({"ids": [id]})),
    ];
    for (path, body) in posts {
        let answer = server.post(path, &body.to_string());
        assert!(answer.status < 300, "{path} {body}: {}", answer.text());
        let wrong = wrong(&document, &document["paths"][path]["post"]["responses"], &answer);
        assert!(wrong.is_empty(), "{path} {body}: {wrong:#?}");
    }
    let gets = [
        ("/v1/records", "/v1/records?limit=5".to_owned()),
        ("/v1/stats", "/v1/stats".to_owned()),
        ("/v1/tetris/setups/{id}", format!("/v1/tetris/setups/{id}")),
        ("/v1/tetris/setups/{id}/statistics", format!("/v1/tetris/setups/{id}/statistics")),
        ("/v1/tetris/setups/find", "/v1/tetris/setups/find?pc=1&queue=TILJSZO".to_owned()),
        ("/v1/tetris/setups", "/v1/tetris/setups?limit=50".to_owned()),
        ("/v1/tetris/setups/learn", "/v1/tetris/setups/learn?pc=1".to_owned()),
        ("/v1/tetris/setups/loop", "/v1/tetris/setups/loop?from=9&leftover=LSZO".to_owned()),
        ("/v1/sudoku/grid/{rank}", "/v1/sudoku/grid/77".to_owned()),
        ("/v1/tetris/jobs", "/v1/tetris/jobs".to_owned()),
    ];
    for (route, path) in gets {
        let answer = server.get(&path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let wrong = wrong(&document, &document["paths"][route]["get"]["responses"], &answer);
        assert!(wrong.is_empty(), "{path}: {wrong:#?}");
    }
}

/// The comparison can fail: a field too many, one too few, one of another type, a word nobody knows.
#[test]
fn what_is_not_as_described_is_found() {
    let document = json!({"components": {"Row": {
        "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": {"id": {"type": "string"}, "n": {"type": ["integer", "null"], "minimum": 0}}
    }}});
    let schema = json!({"type": "array", "items": {"$ref": "#/components/Row"}});
    let count = |value: Value| faults(&document, &schema, &value).len();
    assert_eq!(
        count(json!([])) + count(json!([{"id": "a"}, {"id": "b", "n": 7}, {"id": "c", "n": null}])),
        0
    );
    for bad in [
        json!({}),
        json!([{"n": 7}]),
        json!([{"id": 7}]),
        json!([{"id": "a", "n": 1.5}]),
        json!([{"id": "a", "n": -1}]),
        json!([{"id": "a", "more": 1}]),
    ] {
        assert_eq!(count(bad.clone()), 1, "{bad}");
    }
    assert_eq!(faults(&document, &json!({"pattern": "x"}), &json!("x")).len(), 1);
    assert_eq!(faults(&document, &json!({"$ref": "#/components/None"}), &json!(1)).len(), 1);
    let either = json!({"oneOf": [{"type": "null"}, {"$ref": "#/components/Row"}]});
    assert_eq!(faults(&document, &either, &Value::Null).len(), 0);
    assert_eq!(faults(&document, &either, &json!(7)).len(), 1);
}

/// No answer in JSON is described as just anything.
#[test]
fn every_answer_has_a_type() {
    let server = Server::start();
    for operation in operations(&server) {
        for (status, response) in operation.described.as_object().expect("responses") {
            let schema = &response["content"]["application/json"]["schema"];
            let named = schema.get("$ref").or_else(|| schema["items"].get("$ref"));
            assert!(schema.is_null() || named.is_some(), "{} {status}: {schema}", operation.title());
        }
    }
}
