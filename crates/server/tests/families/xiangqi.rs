use super::{events, post, refused};
use crate::common::Server;
use ludex_xiangqi::endgame::Endgames;
use ludex_xiangqi::memory::record;
use ludex_xiangqi::record::{Subject, games_fact};
use ludex_xiangqi::{Book, Game};
use serde_json::json;
use std::sync::Arc;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const MATE: &str = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b";

#[test]
fn moves_are_made_and_listed() {
    let server = Server::start();
    let start = post(&server, "/v1/xiangqi/moves", &json!({}));
    assert_eq!(start["legal"].as_array().map(Vec::len), Some(44));
    assert_eq!((&start["side"], &start["result"]), (&"red".into(), &"none".into()));
    let later = post(&server, "/v1/xiangqi/moves", &json!({"moves": "炮二平五 H8+7", "notation": "chinese"}));
    assert_eq!(later["played"][0], json!({"uci": "h3e3", "text": "炮二平五"}));
    let again = post(&server, "/v1/xiangqi/moves", &json!({"fen": later["fen"]}));
    assert_eq!(again["legal"].as_array().map(Vec::len), later["legal"].as_array().map(Vec::len));
    let sentence = refused(&server, "/v1/xiangqi/moves", &json!({"moves": "h3e3 h3e3"}));
    assert!(sentence.starts_with("move 2: \"h3e3\" is no legal move here"), "{sentence}");
    let answer = server.post("/v1/xiangqi/moves", r#"{"fen": "rnbakabnr/9/1c5c1/x w"}"#);
    assert_eq!(answer.status, 422);
    assert!(answer.json()["column"].is_u64(), "{}", answer.text());
    let long = vec!["h3e3"; 2001].join(" ");
    assert!(refused(&server, "/v1/xiangqi/moves", &json!({"moves": long})).contains("2000"));
}

#[test]
fn verdicts_say_why() {
    let server = Server::start();
    let game = json!({
        "fen": "9/9/3k5/9/9/9/9/9/4p4/4K4 w",
        "moves": "e1f1 e2f2 f1e1 f2e2 e1f1 e2f2 f1e1 f2e2",
    });
    let verdict = post(&server, "/v1/xiangqi/judge", &game);
    assert!(verdict["reason"].as_str().is_some_and(|why| why.starts_with("third occurrence")), "{verdict}");
    let mate = post(&server, "/v1/xiangqi/judge", &json!({"fen": MATE}));
    assert_eq!(mate["result"], "red_wins", "{mate}");
    refused(&server, "/v1/xiangqi/judge", &json!({"rules": "chess"}));
}

#[test]
fn the_engine_tells_what_it_thinks() {
    let server = Server::start();
    let asked = json!({"moves": "h3e3", "nodes": 5000});
    let best = post(&server, "/v1/xiangqi/go", &asked);
    let legal = post(&server, "/v1/xiangqi/moves", &json!({"moves": "h3e3"}));
    assert!(legal["legal"].as_array().is_some_and(|all| all.iter().any(|m| m["uci"] == best["uci"])));
    assert_eq!(post(&server, "/v1/xiangqi/go", &asked), best, "the same answer every time");
    let news = events(&server, "/v1/xiangqi/go", &asked);
    let depths: Vec<u64> = news
        .iter()
        .filter(|(event, _)| event == "depth")
        .filter_map(|(_, news)| news["depth"].as_u64())
        .collect();
    assert!(!depths.is_empty() && depths.is_sorted(), "{depths:?}");
    let (event, result) = news.last().expect("an end");
    assert_eq!((event.as_str(), result), ("result", &best));
    for bad in [
        json!({"depth": 0}),
        json!({"nodes": 0}),
        json!({"time": 0}),
        json!({"level": 21}),
        json!({"eval": "x"}),
    ] {
        refused(&server, "/v1/xiangqi/go", &bad);
    }
}

#[test]
fn a_search_stops_when_nobody_listens() {
    use std::io::{Read, Write};
    use std::time::{Duration, Instant};
    let server = Server::with(|config| config.limits.solves = 1);
    let body = json!({"time": 50}).to_string();
    let mut stream = server.connect();
    let head = format!(
        "POST /v1/xiangqi/go HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    // The first news: it thinks.
    assert!(stream.read(&mut [0; 1000]).expect("news") > 0);
    drop(stream);
    // The only place is free again long before the time is over.
    let start = Instant::now();
    post(&server, "/v1/xiangqi/go", &json!({"nodes": 100}));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn notations_and_files_go_both_ways() {
    let server = Server::start();
    let all =
        post(&server, "/v1/xiangqi/convert", &json!({"moves": "h3e3 h10g8", "tags": {"Event": "Friendly"}}));
    for (notation, line) in [
        ("uci", "h3e3 h10g8"),
        ("ucci", "h2e2 h9g7"),
        ("iccs", "H2-E2 H9-G7"),
        ("wxf", "C2=5 H8+7"),
        ("chinese", "炮二平五 马８进７"),
    ] {
        assert_eq!(all[notation], line);
        let from = if notation == "ucci" { "ucci" } else { "uci" };
        let back = post(&server, "/v1/xiangqi/convert", &json!({"moves": line, "from": from}));
        assert_eq!(back["uci"], "h3e3 h10g8", "{notation}");
    }
    for form in ["pgn", "dhtmlxq"] {
        let file = all[form].as_str().expect("a file");
        let read = server.ask("POST", "/v1/xiangqi/games", &[], file.as_bytes());
        assert_eq!(read.status, 200, "{}", read.text());
        let game = &read.json()["games"][0];
        assert_eq!(
            (&game["uci"], &game["tags"]["Event"]),
            (&"h3e3 h10g8".into(), &"Friendly".into()),
            "{form}"
        );
    }
    let nothing = server.ask("POST", "/v1/xiangqi/games", &[], b"\x00\x01nothing");
    assert_eq!(nothing.status, 422, "{}", nothing.text());
    assert_eq!(server.ask("POST", "/v1/xiangqi/games?pgn=x", &[], b"1. C2=5").status, 422);
}

#[test]
fn the_store_remembers_positions() {
    let server = Server::start();
    let seen = post(&server, "/v1/xiangqi/seen", &json!(START));
    assert_eq!((&seen["state"], &seen["count"]), (&"new".into(), &0.into()));
    // A game is learnt as `book build` does.
    let file = Game::read("1. C2=5 H8+7 1-0\n".as_bytes()).expect("a game");
    let mut book = Book::new();
    book.learn(&file[0], 40);
    let records = book.entries().map(|(name, entry)| {
        let subject = Subject::new(name.position()).expect("a name");
        record(&subject, 0, entry.tally.games(), games_fact("test", entry)).expect("a record")
    });
    let records = records.collect();
    let put = server.app.store(move |setups| setups.store().put(records));
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a thread")
        .block_on(put)
        .expect("they are put");

    let seen = post(&server, "/v1/xiangqi/seen", &json!({"item": START, "notation": "wxf"}));
    assert_eq!((&seen["state"], &seen["moves"][0]["move"]), (&"known".into(), &"C2=5".into()));
    let book = post(&server, "/v1/xiangqi/book", &json!(START));
    assert_eq!((&book["moves"][0]["move"], &book["moves"][0]["red"]), (&"h3e3".into(), &1.into()));
    let after = post(&server, "/v1/xiangqi/moves", &json!({"moves": "h3e3"}));
    let near = post(&server, "/v1/xiangqi/near", &json!({"item": after["fen"], "least": 3}));
    assert!(near["near"].as_array().is_some_and(|all| !all.is_empty()), "{near}");
    assert!(near["near"].as_array().is_some_and(|all| all.iter().all(|one| one["fen"].is_string())));
    let lines = server.ask(
        "POST",
        "/v1/xiangqi/book",
        &[("Content-Type", "text/plain")],
        format!("{START}\nnonsense\n{MATE}\n").as_bytes(),
    );
    let lines = lines.lines();
    assert_eq!((lines.len(), &lines[0]), (3, &book));
    assert!(lines[1]["error"].is_string() && lines[2]["moves"] == json!([]));
    refused(&server, "/v1/xiangqi/near", &json!({"item": START, "regions": [7]}));
    refused(&server, "/v1/xiangqi/seen", &json!({"item": START, "notation": "x"}));
}

/// Tables of endgames answer the engine, the verdicts, their own operation and the page.
#[test]
fn endgame_tables_are_asked() {
    let mut endgames = Endgames::default();
    endgames.add("KR-K".parse().expect("an ending"), &ludex_core::Silent).expect("it is solved");
    let server = Server::with(|config| config.endgames = Some(Arc::new(endgames)));
    let won = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
    let proof = post(&server, "/v1/xiangqi/ending", &json!({"item": won, "notation": "wxf"}));
    assert_eq!((&proof["value"], &proof["line"]), (&"win 2".into(), &"R9+7 K5=6 R9=5".into()), "{proof}");
    assert_eq!(proof["moves"][0], json!({"uci": "a2a9", "text": "R9+7", "value": "win 2"}));
    let go = post(&server, "/v1/xiangqi/go", &json!({"fen": won, "nodes": 10}));
    assert_eq!((&go["mate"], &go["nodes"]), (&2.into(), &1.into()), "{go}");
    let without = post(&server, "/v1/xiangqi/go", &json!({"fen": won, "nodes": 10, "endgames": false}));
    assert_eq!(without["nodes"], 10, "{without}");
    let solved = post(&server, "/v1/solve", &json!({"item": won, "nodes": 10}));
    assert_eq!(solved["mate"], 2, "{solved}");
    let verdict = post(&server, "/v1/xiangqi/judge", &json!({"fen": won}));
    assert_eq!(verdict["reason"], "in play: win 2 for red by the endgame tables");
    let lost = post(&server, "/v1/xiangqi/moves", &json!({"fen": won, "moves": "a2a9"}));
    assert_eq!(lost["reason"], "in play: loss 1 for black by the endgame tables");
    let page = server.get(&format!("/xiangqi?fen={}", won.replace(' ', "+")));
    assert!(page.text().contains("Red wins (2 moves, proven by the endgame tables)"), "{}", page.text());
    let refusal = refused(&server, "/v1/xiangqi/ending", &json!({"item": "4k4/9/9/9/9/9/9/9/C8/3K5 w"}));
    assert!(refusal.starts_with("there is no table of KC-K, which has 9720 boards"), "{refusal}");
    refused(&server, "/v1/xiangqi/ending", &json!(START));
}

/// The rules of the search are those that are asked for.
#[test]
fn the_engine_goes_by_the_rules_it_is_told() {
    let server = Server::start();
    let game = |rules: &str| {
        json!({
            "fen": "3k4n/9/9/9/9/9/9/9/9/4K2R1 w", "moves": "h1i1 i10h8 i1h1 h8i10 h1i1 i10h8 i1h1",
            "nodes": 2000, "endgames": false, "rules": rules,
        })
    };
    assert_eq!(post(&server, "/v1/xiangqi/go", &game("asian"))["score"], "rule 1");
    assert_ne!(post(&server, "/v1/xiangqi/go", &game("check"))["score"], "rule 1");
    refused(&server, "/v1/xiangqi/go", &game("chess"));
}

/// A record of CCBridge is a file of games, an empty library none.
#[test]
fn files_of_ccbridge_are_read() {
    let server = Server::start();
    let record = {
        let mut bytes = vec![0; 2214];
        bytes[..15].copy_from_slice(b"CCBridge Record");
        // Kings, and a rook of Red: the places count from Black's left corner.
        for (place, code) in [(3, 0x25), (86, 0x15), (72, 0x11)] {
            bytes[2120 + place] = code;
        }
        bytes.extend([0, 0, 0, 0, 1, 0, 72, 63]);
        bytes
    };
    let read = server.ask("POST", "/v1/xiangqi/games", &[], &record);
    assert_eq!(read.json()["games"][0]["uci"], "a2a3", "{}", read.text());
    let read = server.ask("POST", "/v1/xiangqi/games", &[], b"CCBridgeLibrary");
    assert_eq!(read.status, 422, "{}", read.text());
}
