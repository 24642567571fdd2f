use super::{events, post, refused};
use crate::common::Server;
use serde_json::json;

const FIELD: &str = "v115@9gD8CeG8CeG8CeG8CeC8JeAgH";
const GLUED: &str = "v115@vhCzLJSyBXoB";

#[test]
fn patterns_are_queues() {
    let server = Server::start();
    let all = post(&server, "/v1/tetris/queues", &json!({"pattern": "[SZ]!,*p2{T=1}"}));
    assert_eq!(all["total"], all["queues"].as_array().map(Vec::len).expect("a list"));
    let some = post(&server, "/v1/tetris/queues", &json!({"pattern": "*p7", "limit": 2, "skip": 1}));
    assert_eq!((&some["total"], &some["queues"][0]), (&5040.into(), &"TILJSOZ".into()));
    let answer = server.post("/v1/tetris/queues", r#"{"pattern": "*p8"}"#);
    assert_eq!((answer.status, answer.json()["column"].clone()), (422, 2.into()), "{}", answer.text());
    // Two whole bags are more than a server lists for anybody.
    assert!(refused(&server, "/v1/tetris/queues", &json!({"pattern": "*p7,*p7"})).contains("5000000"));
    // A pattern is a pattern, never a file of the server.
    let sentence = refused(&server, "/v1/tetris/queues", &json!({"pattern": "@/etc/passwd"}));
    assert!(sentence.starts_with("pattern: ") && !sentence.contains("root"), "{sentence}");
    let answer = server.post(
        "/v1/tetris/percent",
        &json!({"fumen": FIELD, "pattern": "*p4", "kicks": "./x.properties"}).to_string(),
    );
    assert_eq!(answer.status, 422, "{}", answer.text());
}

#[test]
fn the_solver_counts_finds_and_chooses() {
    let server = Server::start();
    let task = json!({"fumen": FIELD, "pattern": "*p4"});
    let asked = json!({"fumen": FIELD, "pattern": "*p4", "fails": 3, "tree": 1});
    let percent = post(&server, "/v1/tetris/percent", &asked);
    assert_eq!((&percent["success"], &percent["total"]), (&352.into(), &840.into()));
    assert_eq!(percent["fails"].as_array().map(Vec::len), Some(3));
    assert!(percent["tree"].as_str().is_some_and(|tree| tree.contains('T')));
    let path = post(&server, "/v1/tetris/path", &task);
    assert_eq!((&path["solved"], &path["total"]), (&percent["success"], &percent["total"]));
    assert_eq!(path["csv"].as_str().map(|csv| csv.lines().count()), Some(841));
    let minimal = post(&server, "/v1/tetris/minimal", &task);
    assert_eq!(minimal["all"], path["solutions"].as_array().map(Vec::len).expect("a list"));
    let decoded = post(&server, "/v1/tetris/fumen/decode", &minimal["fumen"]);
    assert_eq!(decoded["count"], minimal["solutions"].as_array().map(Vec::len).expect("a list"));
    let chance = post(&server, "/v1/tetris/percent", &json!({"fumen": FIELD, "pattern": "*p4", "see": 4}));
    assert_eq!(chance["success"], percent["success"], "who sees all knows all");
    let news = events(&server, "/v1/tetris/percent", &task);
    assert_eq!(news.last().map(|(event, _)| event.as_str()), Some("result"));
    for bad in [
        json!({"fumen": FIELD, "pattern": "*p4", "lines": 7}),
        json!({"fumen": FIELD, "pattern": "*p4", "hold": "7"}),
        json!({"fumen": FIELD, "pattern": "*p4", "drop": "up"}),
        json!({"fumen": "v115@", "pattern": "*p4x"}),
        json!({"fumen": FIELD, "pattern": "*p4", "queue": "T"}),
    ] {
        refused(&server, "/v1/tetris/percent", &bad);
    }
    assert_eq!(server.post("/v1/tetris/percent", r#"{"fumen": "v115@vhAAgH"}"#).status, 400);
}

#[test]
fn setups_are_covered() {
    let server = Server::start();
    let glued = post(&server, "/v1/tetris/cover", &json!({"fumens": [GLUED], "pattern": "*p5{LSO=1}"}));
    let field = post(&server, "/v1/tetris/fumen/unglue", &json!(GLUED));
    let whole =
        post(&server, "/v1/tetris/cover", &json!({"fumens": [field["fumen"]], "pattern": "*p5{LSO=1}"}));
    assert!(glued["covered"].as_u64() <= whole["covered"].as_u64());
    let bits = glued["hex"].as_str().expect("hex").chars().map(|c| c.to_digit(16).map_or(0, u32::count_ones));
    assert_eq!(glued["covered"], bits.sum::<u32>());
    refused(&server, "/v1/tetris/cover", &json!({"fumens": [], "pattern": "*p5"}));
}

#[test]
fn saves_are_counted() {
    let server = Server::start();
    let asked = json!({"fumen": FIELD, "pattern": "*p4", "pc": 1, "leftover": "TILJSZO", "build": "TILJSZO", "wanted": ["T", "T||I#either"]});
    let saves = post(&server, "/v1/tetris/saves", &asked);
    assert_eq!(saves["total"], 840);
    assert_eq!(saves["saves"][1]["save"], "either");
    assert!(saves["saves"][0]["count"].as_u64() <= saves["saves"][1]["count"].as_u64());
    let mut all = asked.clone();
    all["wanted"] = json!([]);
    assert!(post(&server, "/v1/tetris/saves", &all)["saves"].as_array().is_some_and(|all| !all.is_empty()));
    let mut bad = asked;
    bad["wanted"] = json!(["T||"]);
    assert!(refused(&server, "/v1/tetris/saves", &bad).starts_with("wanted save \"T||\""));
}

#[test]
fn fumens_are_taken_apart_and_put_together() {
    let server = Server::start();
    let decoded = post(&server, "/v1/tetris/fumen/decode", &json!(GLUED));
    assert_eq!(decoded["count"], 3);
    assert!(decoded["pages"][0]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let encoded = post(&server, "/v1/tetris/fumen/encode", &json!({"text": decoded["text"]}));
    assert_eq!(encoded["fumen"], GLUED);
    let field = post(&server, "/v1/tetris/fumen/unglue", &json!(GLUED));
    let glued = post(&server, "/v1/tetris/fumen/glue", &field["fumen"]);
    for one in glued["glued"].as_array().expect("a list") {
        assert_eq!(post(&server, "/v1/tetris/fumen/unglue", one), field);
    }
    let mirrored = post(&server, "/v1/tetris/fumen/mirror", &json!(GLUED));
    assert_eq!(post(&server, "/v1/tetris/fumen/mirror", &mirrored["fumen"])["fumen"], GLUED);
    let both = post(&server, "/v1/tetris/fumen/combine", &json!({"fumens": [GLUED, GLUED]}));
    assert_eq!(post(&server, "/v1/tetris/fumen/decode", &both["fumen"])["count"], 6);
    refused(&server, "/v1/tetris/fumen/decode", &json!("v115@!"));
    refused(&server, "/v1/tetris/fumen/encode", &json!({"text": "QQ"}));
}
