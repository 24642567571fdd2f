use super::{post, refused, sentence};
use crate::common::Server;
use serde_json::json;

#[test]
fn scrambles_lead_to_a_cube() {
    let server = Server::start();
    let made = server.get("/v1/cube/scramble?size=2&seed=7&count=2").json();
    assert_eq!(made["scrambles"].as_array().map(Vec::len), Some(2));
    assert_eq!(server.get("/v1/cube/scramble?size=2&seed=7&count=2").json(), made);
    let scramble = made["scrambles"][0].as_str().expect("moves");
    assert_eq!(scramble.split(' ').count(), 11);
    let view = post(&server, "/v1/cube/view", &json!({"item": "", "size": 2, "moves": scramble}));
    assert_eq!(view["solved"], false);
    let fresh = || server.get("/v1/cube/scramble?size=2").json();
    assert_ne!(fresh(), fresh());
    for bad in ["size=1", "size=18", "event=feet", "size=2&event=blind", "count=0", "count=101"] {
        let answer = server.get(&format!("/v1/cube/scramble?{bad}"));
        assert_eq!(answer.status, 422, "{bad}: {}", answer.text());
        sentence(&answer);
    }
    assert_eq!(server.get("/v1/cube/scramble?sizes=2").status, 400);
}

#[test]
fn the_wrong_piece_is_named() {
    let server = Server::start();
    let solved = post(&server, "/v1/cube/view", &json!({"item": ""}));
    let facelets = solved["facelets"].as_str().expect("facelets").to_owned();
    assert_eq!(post(&server, "/v1/cube/check", &json!(facelets))["reason"], "ok");
    // The edge UF is flipped: its stickers are the 8th of U and the 2nd of F.
    let mut flipped: Vec<char> = facelets.chars().collect();
    flipped.swap(7, 19);
    let flipped: String = flipped.into_iter().collect();
    let checked = post(&server, "/v1/cube/check", &json!({"item": flipped, "size": 3}));
    assert_eq!((&checked["ok"], &checked["reason"]), (&false.into(), &"edge_flip".into()));
    assert_eq!(checked["places"], json!(["UF"]), "{checked}");
    let bad = post(&server, "/v1/cube/check", &json!(facelets.replacen('U', "?", 1)));
    assert_eq!(bad["ok"], false);
    refused(&server, "/v1/cube/check", &json!({"item": facelets, "size": 99}));
}

#[test]
fn a_cube_is_shown_after_moves() {
    let server = Server::start();
    let there = post(&server, "/v1/cube/view", &json!({"item": "R U R' U'"}));
    let back = post(
        &server,
        "/v1/cube/view",
        &json!({"item": there["facelets"], "moves": "U R U' R'", "colours": "wca"}),
    );
    assert_eq!((&there["solved"], &back["solved"]), (&false.into(), &true.into()));
    assert_eq!(
        post(&server, "/v1/cube/view", &json!({"item": there["seed"]}))["facelets"],
        there["facelets"]
    );
    assert!(there["net"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    assert!(there["corner"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let answer = server.post("/v1/cube/view", r#"{"item": "", "moves": "R Q"}"#);
    assert_eq!((answer.status, answer.json()["column"].clone()), (422, 3.into()), "{}", answer.text());
    refused(&server, "/v1/cube/view", &json!({"item": "", "colours": "pastel"}));
    let patterns = server.get("/v1/cube/patterns").json();
    assert!(patterns.as_array().is_some_and(|all| all.iter().any(|one| one["word"] == "superflip")));
}
