//! The API answers what the program answers, family by family, and refuses in the same sentence.

#![cfg(feature = "server")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server on a store of its own.
struct Served {
    child: Child,
    address: String,
    store: PathBuf,
}

impl Served {
    fn start(name: &str) -> Served {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("api-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = folder.join("store.sqlite");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["serve", "--quiet", "--bind", "127.0.0.1:0", "--store", &store.display().to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Served { child, address, store }
    }

    /// The status and the JSON of an answer.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let body = body.map_or_else(String::new, Value::to_string);
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}")))
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask("POST", path, Some(body));
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    fn refusal(&self, path: &str, body: &Value) -> String {
        let (status, answer) = self.ask("POST", path, Some(body));
        assert_eq!(status, 422, "{path} {body}: {answer}");
        answer["detail"].as_str().expect("a sentence").to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.store.parent().map(std::fs::remove_dir_all);
    }
}

/// What the program prints, and what it says.
fn ludex(args: &[&str]) -> (String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludex")).args(args).stdin(Stdio::null()).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").trim_end().to_owned();
    (text(output.stdout), text(output.stderr))
}

/// The same as one JSON value; of a line verb, its one line.
fn json(args: &[&str]) -> Value {
    let (answer, talk) = ludex(&[args, &["--format", "ndjson"]].concat());
    let mut value: Value =
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?} {talk}"));
    // A line verb repeats what it was asked.
    value.as_object_mut().map(|object| object.remove("input"));
    value
}

const PUZZLE: &str = "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5";
const FIELD: &str = "v115@9gD8CeG8CeG8CeG8CeC8JeAgH";
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

#[test]
fn sudoku_answers_are_the_programs() {
    let served = Served::start("sudoku");
    let rank = json(&["sudoku", "rank", PUZZLE]);
    assert_eq!(served.post("/v1/sudoku/rank", &json!(PUZZLE))["rank"], rank["rank"]);
    let (status, grid) = served.ask("GET", "/v1/sudoku/grid/1000000", None);
    assert_eq!((status, &grid["grid"]), (200, &ludex(&["sudoku", "grid", "1000000"]).0.into()));
    assert_eq!(grid["next"]["grid"], ludex(&["sudoku", "grid", "1000001"]).0);
    let drawn = served.ask("GET", "/v1/sudoku/grid/random?seed=7", None).1;
    assert_eq!(drawn["grid"], ludex(&["sudoku", "grid", "--random", "1", "--seed", "7"]).0);
    let rated = json(&["sudoku", "rate", "--steps", PUZZLE]);
    let answer = served.post("/v1/sudoku/rate", &json!({"item": PUZZLE, "steps": true}));
    for field in ["puzzle", "er", "ep", "ed", "steps"] {
        assert_eq!(answer[field], rated[field], "{field}");
    }
    let hint = json(&["sudoku", "hint", PUZZLE]);
    let answer = served.post("/v1/sudoku/hint", &json!({"item": PUZZLE}));
    for field in ["rating", "technique", "reason", "effect", "after"] {
        assert_eq!(answer[field], hint[field], "{field}");
    }
    let made = served.post("/v1/sudoku/generate", &json!({"seed": 7, "count": 2, "clues": 28}));
    let printed = ludex(&["sudoku", "generate", "--seed", "7", "--count", "2", "--clues", "28"]).0;
    assert_eq!(made["puzzles"], json!(printed.lines().collect::<Vec<_>>()));
    let near = served.post("/v1/sudoku/vicinity", &json!({"item": PUZZLE}));
    assert_eq!(near["puzzles"], json(&["sudoku", "vicinity", PUZZLE])["puzzles"]);
    let short = &PUZZLE[..80];
    let told = ludex(&["sudoku", "rank", short]).1;
    let sentence = served.refusal("/v1/sudoku/rank", &json!(short));
    assert!(told.contains(&sentence), "{sentence:?} is not in {told:?}");
}

#[test]
fn tetris_answers_are_the_programs() {
    let served = Served::start("tetris");
    let task = ["--fumen", FIELD, "--pattern", "*p4"];
    let asked = json!({"fumen": FIELD, "pattern": "*p4", "fails": 5});
    let percent = json(&[&["tetris", "percent", "--fails", "5"], &task[..]].concat());
    assert_eq!(served.post("/v1/tetris/percent", &asked), percent);
    let path = served.post("/v1/tetris/path", &json!({"fumen": FIELD, "pattern": "*p4"}));
    let printed = ludex(&[&["tetris", "path"], &task[..]].concat()).0;
    assert_eq!(path["csv"].as_str().map(str::trim_end), Some(printed.as_str()));
    let minimal = served.post("/v1/tetris/minimal", &json!({"fumen": FIELD, "pattern": "*p4"}));
    let printed = ludex(&[&["tetris", "minimal"], &task[..]].concat()).0;
    assert_eq!(printed.lines().last(), minimal["fumen"].as_str());
    let cover =
        served.post("/v1/tetris/cover", &json!({"fumens": ["v115@vhCzLJSyBXoB"], "pattern": "*p5{LSO=1}"}));
    let printed =
        ludex(&["tetris", "cover", "--hex", "--fumen", "v115@vhCzLJSyBXoB", "--pattern", "*p5{LSO=1}"]).0;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let whole = format!("{}/{}\t{}", text(&cover["covered"]), text(&cover["total"]), text(&cover["hex"]));
    assert_eq!(printed, whole);
    let saves = served.post(
        "/v1/tetris/saves",
        &json!({"fumen": FIELD, "pattern": "*p4", "pc": 1, "leftover": "TILJSZO", "build": "TILJSZO", "wanted": ["T"]}),
    );
    let options =
        ["-w", "T", "-pc", "1", "-l", "TILJSZO", "-b", "TILJSZO", "--fumen", FIELD, "--pattern", "*p4"];
    let printed = ludex(&[&["tetris", "saves", "percent"], &options[..]].concat()).0;
    let whole = format!("[{}/{}]", saves["saves"][0]["count"], saves["total"]);
    assert!(printed.lines().next().is_some_and(|line| line.contains(&whole)), "{printed} {whole}");
    let told = ludex(&["tetris", "queues", "*p8"]).1;
    let sentence = served.refusal("/v1/tetris/queues", &json!({"pattern": "*p8"}));
    assert!(told.contains(&sentence), "{sentence:?} is not in {told:?}");
}

#[test]
fn setups_answers_are_the_programs() {
    let served = Served::start("setups");
    let store = served.store.display().to_string();
    let found = served.ask("GET", "/v1/tetris/setups/find?pc=1&queue=TILJSZO", None).1;
    let args = ["tetris", "setups", "find", "--pc", "1", "--queue", "TILJSZO", "--format", "json", "--store"];
    let printed: Value = serde_json::from_str(&ludex(&[&args[..], &[&store]].concat()).0).expect("JSON");
    assert_eq!(found["setups"], printed);
    let all = served.ask("GET", "/v1/tetris/setups?limit=1000", None).1;
    let id = all["setups"][0]["id"].as_str().expect("an id");
    let args = ["tetris", "setups", "show", id, "--format", "json", "--store"];
    let printed: Value = serde_json::from_str(&ludex(&[&args[..], &[&store]].concat()).0).expect("JSON");
    assert_eq!(served.ask("GET", &format!("/v1/tetris/setups/{id}"), None).1, printed);
    let (status, missing) = served.ask("GET", "/v1/tetris/setups/213ceaff91ff", None);
    let told = ludex(&["tetris", "setups", "show", "213ceaff91ff", "--store", &store]).1;
    let sentence = missing["detail"].as_str().expect("a sentence");
    assert!(status == 404 && told.contains(sentence), "{sentence:?} is not in {told:?}");
}

#[test]
fn cube_answers_are_the_programs() {
    let served = Served::start("cube");
    let made = served.ask("GET", "/v1/cube/scramble?size=2&count=3&seed=7", None).1;
    let printed = ludex(&["cube", "scramble", "--size", "2", "--count", "3", "--seed", "7"]).0;
    assert_eq!(made["scrambles"], json!(printed.lines().collect::<Vec<_>>()));
    let view = served.post("/v1/cube/view", &json!({"item": "", "moves": "R U2 F'"}));
    assert_eq!(view["facelets"], ludex(&["cube", "turn", "--facelets", "R U2 F'"]).0);
    assert_eq!(view["hex"], ludex(&["cube", "turn", "--hex", "R U2 F'"]).0);
    assert_eq!(view["seed"], ludex(&["cube", "turn", "R U2 F'"]).0);
    for stickers in ["UUUURRRRFFFFDDDDLLLLBBBB", "URUURRURFFFFDDDDLLLLBBBB", "UUUU"] {
        let checked = served.post("/v1/cube/check", &json!(stickers));
        let printed = json(&["cube", "check", stickers]);
        assert_eq!((&checked["reason"], &checked["sentence"]), (&printed["reason"], &printed["sentence"]));
    }
    let told = ludex(&["cube", "turn", "R Q"]).1;
    let sentence = served.refusal("/v1/cube/view", &json!({"item": "", "moves": "R Q"}));
    let sentence = sentence.trim_start_matches("moves: ");
    assert!(told.contains(sentence), "{sentence:?} is not in {told:?}");
}

#[test]
fn xiangqi_answers_are_the_programs() {
    let served = Served::start("xiangqi");
    let store = served.store.display().to_string();
    let legal = served.post("/v1/xiangqi/moves", &json!({}));
    let list: Vec<&str> =
        legal["legal"].as_array().expect("a list").iter().filter_map(|m| m["uci"].as_str()).collect();
    assert_eq!(list.join(" "), ludex(&["xiangqi", "moves", START]).0);
    let best = served.post("/v1/xiangqi/go", &json!({"nodes": 5000}));
    let printed = json(&["xiangqi", "go", "--nodes", "5000", START]);
    assert_eq!(
        (&best["move"], &best["score"], &best["line"]),
        (&printed["move"], &printed["score"], &printed["line"])
    );
    let all = served.post("/v1/xiangqi/convert", &json!({"moves": "h3e3 h10g8 h1g3"}));
    for notation in ["uci", "ucci", "iccs", "wxf", "chinese", "traditional", "pgn", "dhtmlxq"] {
        let printed = ludex(&["xiangqi", "convert", "--to", notation, "h3e3 h10g8 h1g3"]).0;
        assert_eq!(all[notation].as_str().map(str::trim_end), Some(printed.as_str()), "{notation}");
    }
    let game = "9/9/3k5/9/9/9/9/9/4p4/4K4 w\te1f1 e2f2 f1e1 f2e2 e1f1 e2f2 f1e1 f2e2";
    let (fen, moves) = game.split_once('\t').expect("two parts");
    let verdict = served.post("/v1/xiangqi/judge", &json!({"fen": fen, "moves": moves}));
    assert_eq!(verdict, json(&["xiangqi", "judge", game]));
    let seen = served.post("/v1/xiangqi/seen", &json!(START));
    assert_eq!(seen, json(&["xiangqi", "seen", START, "--store", &store]));
    let told = ludex(&["xiangqi", "moves", "rnbakabnr/9/1c5c1/x w"]).1;
    let sentence = served.refusal("/v1/xiangqi/moves", &json!({"fen": "rnbakabnr/9/1c5c1/x w"}));
    assert!(told.contains(&sentence), "{sentence:?} is not in {told:?}");
}
