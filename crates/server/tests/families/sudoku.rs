use super::{events, post, refused, sentence};
use crate::common::Server;
use serde_json::json;

const PUZZLE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
const EASY: &str = "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5";
const FIRST: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

#[test]
fn grids_have_ranks_and_ranks_grids() {
    let server = Server::start();
    let answer = server.get("/v1/sudoku/grid/1");
    assert!(answer.header("cache-control").expect("a header").contains("immutable"));
    let first = answer.json();
    assert_eq!((&first["grid"], &first["previous"]), (&FIRST.into(), &json!(null)));
    let second = server.get("/v1/sudoku/grid/2").json();
    assert_eq!(second["grid"], first["next"]["grid"]);
    assert_eq!(second["previous"]["grid"], FIRST);
    let last = server.get("/v1/sudoku/grid/5472730538").json();
    assert_eq!(last["next"], json!(null));
    // A disguise has the rank of its class, and a puzzle that of its solution.
    let mirrored: String =
        FIRST.as_bytes().chunks(9).flat_map(|row| row.iter().rev().map(|&b| b as char)).collect();
    assert_eq!(post(&server, "/v1/sudoku/rank", &json!(mirrored))["rank"], 1);
    let drawn = server.get("/v1/sudoku/grid/random?seed=7").json();
    assert_eq!(post(&server, "/v1/sudoku/rank", &json!({"item": drawn["grid"]}))["rank"], drawn["rank"]);
    assert_eq!(server.get("/v1/sudoku/grid/random?seed=7").json(), drawn);

    for bad in ["0", "5472730539"] {
        let answer = server.get(&format!("/v1/sudoku/grid/{bad}"));
        assert_eq!(answer.status, 404);
        assert!(sentence(&answer).contains("ranks go from 1 to 5472730538"));
    }
    assert!(sentence(&server.get("/v1/sudoku/grid/5,472")).contains("is no rank"));
    assert_eq!(server.get("/v1/sudoku/grid/random?seed=x").status, 400);
}

#[test]
fn a_name_leads_to_its_puzzle_in_every_form() {
    let server = Server::start();
    let name = post(&server, "/v1/name", &json!(PUZZLE))["name"].clone();
    let letters = name.as_str().and_then(|name| name.strip_prefix("sudoku:")).expect("a name");
    let puzzle = post(&server, "/v1/sudoku/puzzle", &json!(letters));
    assert_eq!(puzzle["name"], letters);
    for form in ["name25", "semicolon"] {
        assert_eq!(post(&server, "/v1/sudoku/puzzle", &puzzle[form]), puzzle, "{form}");
    }
    assert_eq!(post(&server, "/v1/name", &puzzle["puzzle"])["name"], name);
    refused(&server, "/v1/sudoku/puzzle", &json!("nonsense"));
    let lines = server.ask(
        "POST",
        "/v1/sudoku/puzzle",
        &[("Content-Type", "text/plain")],
        format!("{letters}\nnonsense\n").as_bytes(),
    );
    let lines = lines.lines();
    assert_eq!(lines[0], puzzle);
    assert!(lines[1]["error"].is_string());
}

#[test]
fn puzzles_are_counted_and_looked_over() {
    let server = Server::start();
    assert_eq!(post(&server, "/v1/sudoku/count", &json!(PUZZLE))["solutions"], 1);
    let empty = ".".repeat(81);
    assert_eq!(post(&server, "/v1/sudoku/count", &json!({"item": empty, "limit": 5}))["solutions"], 5);
    refused(&server, "/v1/sudoku/count", &json!({"item": empty, "limit": 0}));
    refused(&server, "/v1/sudoku/count", &json!({"item": empty, "limits": 3}));
    assert_eq!(post(&server, "/v1/sudoku/minimal", &json!(PUZZLE)), json!({"minimal": true, "needless": []}));
    let fat = post(&server, "/v1/sudoku/minimal", &json!(FIRST));
    assert_eq!((&fat["minimal"], fat["needless"].as_array().map(Vec::len)), (&false.into(), Some(81)));
    refused(&server, "/v1/sudoku/minimal", &json!(empty));
}

#[test]
fn ratings_come_with_their_steps() {
    let server = Server::start();
    let rated = post(&server, "/v1/sudoku/rate", &json!({"item": EASY, "steps": true}));
    assert_eq!((&rated["er"], &rated["ep"], &rated["ed"]), (&json!(1.5), &json!(1.2), &json!(1.2)));
    let hint = post(&server, "/v1/sudoku/hint", &json!({"item": EASY}));
    for field in ["rating", "technique", "reason", "effect"] {
        assert_eq!(hint[field], rated["steps"][0][field], "{field}");
    }
    assert!(hint["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let next = post(&server, "/v1/sudoku/hint", &json!({"item": hint["after"]}));
    assert_eq!(next["effect"], rated["steps"][1]["effect"]);
    let above = post(&server, "/v1/sudoku/rate", &json!({"item": EASY, "max": 1.2}));
    assert_eq!((&above["er"], &above["above"]), (&json!(null), &json!(1.2)));
    let news = events(&server, "/v1/sudoku/rate", &json!({"item": EASY}));
    assert!(news.iter().any(|(event, step)| event == "step" && step["rating"] == 1.5));
    assert_eq!(
        news.last().map(|(event, result)| (event.as_str(), result["er"].clone())),
        Some(("result", json!(1.5)))
    );
    assert!(refused(&server, "/v1/sudoku/rate", &json!({"item": FIRST})).contains("solved already"));
    assert_eq!(server.post("/v1/sudoku/rate", &json!({"item": EASY, "step": true}).to_string()).status, 400);
}

#[test]
fn puzzles_are_made_and_have_neighbours() {
    let server = Server::start();
    let asked = json!({"count": 3, "seed": 7, "clues": 30, "symmetry": "half"});
    let made = post(&server, "/v1/sudoku/generate", &asked);
    assert_eq!(made, post(&server, "/v1/sudoku/generate", &asked));
    let puzzles = made["puzzles"].as_array().expect("puzzles");
    assert_eq!(puzzles.len(), 3);
    for puzzle in puzzles {
        let text = puzzle.as_str().expect("a text");
        assert_eq!(text.chars().filter(|c| *c != '.').count(), 30);
        assert_eq!(post(&server, "/v1/sudoku/count", puzzle)["solutions"], 1);
    }
    for bad in [
        json!({"count": 1001}),
        json!({"clues": 16}),
        json!({"symmetry": "round"}),
        json!({"rating": "5..4"}),
        json!({"technique": "luck"}),
        json!({"pattern": "x"}),
    ] {
        refused(&server, "/v1/sudoku/generate", &bad);
    }
    let near = post(&server, "/v1/sudoku/vicinity", &json!({"item": PUZZLE}));
    assert_eq!(near["total"], near["puzzles"].as_array().map(Vec::len).expect("a list"));
    refused(&server, "/v1/sudoku/vicinity", &json!({"item": PUZZLE, "remove": 4}));
}
