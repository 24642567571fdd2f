//! Long work over HTTP: answers, events, limits, and an end when nobody waits.

mod common;

use common::{Answer, Server};
use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A cube whose proof takes far longer than any test.
const LONG: &str = r#"{"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "depth": 90}"#;

#[test]
fn every_family_is_solved() {
    let server = Server::start();
    let sudoku =
        r#"{"item": ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12"}"#;
    let solution = server.post("/v1/solve", sudoku).json();
    assert_eq!(solution["solution"].as_str().map(str::len), Some(81));
    let cube = server.post("/v1/solve", r#"{"item": "R U R' U'", "metric": "qtm"}"#).json();
    assert_eq!((&cube["solution"], &cube["solutions"][0]["cost"]), (&"U R U' R'".into(), &"4".into()));
    let small = server.post("/v1/solve", r#"{"item": "R U2", "size": 2, "all": true}"#).json();
    assert_eq!((&small["size"], &small["solution"]), (&2.into(), &"U2 R'".into()));
    let move_ =
        server.post("/v1/solve", r#"{"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "nodes": 2000}"#).json();
    assert!(move_["best"].is_string() && move_["nodes"].as_u64() <= Some(2000), "{move_}");
    let field = r#"{"item": "v115@9gC8DeF8DeF8DeF8DeC8JeAgH", "pattern": "L,*p4", "fails": 2}"#;
    let share = server.post("/v1/solve", field).json();
    assert_eq!((&share["total"], share["fails"].as_array().map(Vec::len)), (&840.into(), Some(2)));
}

#[test]
fn options_are_those_of_the_family() {
    let server = Server::start();
    for (body, status, sentence) in [
        (r#"{"item": "R U", "pattern": "*p4"}"#, 422, "\"pattern\" is no option of cube"),
        (r#"{"item": "R U", "speed": 1}"#, 400, "unknown field `speed`"),
        (r#"{"item": "R U", "metric": "furlong"}"#, 422, "no metric \"furlong\""),
        (r#"{"item": "R U", "without": "X"}"#, 422, "letters of faces"),
        (r#"{"item": "v115@vhAAgH"}"#, 422, "solved for queues"),
        (r#"{"item": "v115@vhAAgH", "pattern": "@/etc/passwd"}"#, 422, "pattern"),
        (r#"{"item": "seven"}"#, 422, "is no position of any family"),
    ] {
        let answer = server.post("/v1/solve", body);
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        assert!(answer.json()["detail"].as_str().is_some_and(|d| d.contains(sentence)), "{}", answer.text());
    }
}

/// Starts a solve and reads its events until one of them is seen.
fn begin(server: &Server, body: &str, until: &str) -> BufReader<std::net::TcpStream> {
    let mut stream = server.connect();
    let head = format!(
        "POST /v1/solve HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with(until) {
        line.clear();
        assert!(reader.read_line(&mut line).expect("events") > 0, "no event {until}");
    }
    reader
}

#[test]
fn events_come_on_the_way_and_the_result_last() {
    let server = Server::start();
    let headers = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
    let body = br#"{"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "nodes": 20000, "notation": "wxf"}"#;
    let answer = server.ask("POST", "/v1/solve", &headers, body);
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
    let events: Vec<&str> = answer.text().lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!(events.last(), Some(&"result"));
    assert!(events.iter().filter(|event| **event == "better").count() > 2, "{events:?}");
    // A cube that is held otherwise: what is told on the way solves it as it is held.
    let body = br#"{"item": "x R U2 F' D L B2 R' U F D2 L", "time": 0.3}"#;
    let told = server.ask("POST", "/v1/solve", &headers, body);
    let better = told.text().split("event: better\ndata: ").nth(1).and_then(|rest| rest.lines().next());
    let better: serde_json::Value = serde_json::from_str(better.expect("a better one")).expect("JSON");
    let moves = format!("x R U2 F' D L B2 R' U F D2 L {}", better["solution"].as_str().expect("moves"));
    let solved = server.post("/v1/name", &serde_json::json!({"item": moves}).to_string()).json();
    assert_eq!(solved["name"], server.post("/v1/name", "\"R R'\"").json()["name"]);
    let refused = server.ask("POST", "/v1/solve", &headers, br#"{"item": "seven"}"#);
    assert!(refused.text().starts_with("event: problem\ndata: {"), "{}", refused.text());
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) -> Duration {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
    start.elapsed()
}

/// Whoever hangs up ends the search, whether events or one answer were asked for.
#[test]
fn a_solve_ends_when_nobody_waits() {
    let server = Server::start();
    let running = || server.app.metrics.solves.load(Ordering::Relaxed);
    let reader = begin(&server, LONG, "event: better");
    assert_eq!(running(), 1);
    drop(reader);
    wait_until("the search with events goes on", || running() == 0);

    let mut stream = server.connect();
    let head = format!(
        "POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{LONG}",
        LONG.len()
    );
    stream.write_all(head.replace("Host: x", &format!("Host: {}", server.address)).as_bytes()).unwrap();
    wait_until("it does not begin", || running() == 1);
    drop(stream);
    wait_until("the search goes on", || running() == 0);
}

#[test]
fn limits_end_a_solve_and_say_so() {
    let server = Server::with(|config| config.limits.solve_wall = Duration::from_millis(200));
    let answer = server.post("/v1/solve", LONG).json();
    assert_eq!(answer["stopped"], "more than 0.2 s by the clock");
    assert!(answer["best"].is_string());
    let proof = r#"{"item": "R L2 D F2 U' B D2 R' F L U2 B' R2 D' F U L' B2", "optimal": true}"#;
    let answer = server.post("/v1/solve", proof);
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert!(answer.text().contains("more than 0.2 s by the clock"));

    let server = Server::with(|config| config.limits.solve_cpu = Duration::from_millis(200));
    assert_eq!(server.post("/v1/solve", LONG).json()["stopped"], "more than 0.2 s of processor time");
    let server = Server::with(|config| config.limits.solve_memory = 1 << 20);
    assert_eq!(server.post("/v1/solve", LONG).json()["stopped"], "more than 1048576 bytes of memory");
}

/// A hundred at once: some are answered, the others refused with a time to come back, none hangs.
#[test]
fn too_many_solves_are_refused() {
    let server = Server::with(|config| {
        config.limits.solves = 1;
        config.limits.queue = 3;
    });
    let body = r#"{"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "nodes": 3000}"#;
    let first = begin(&server, LONG, "event: better");
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..100).map(|_| scope.spawn(|| server.post("/v1/solve", body))).collect();
        wait_until("nobody waits", || server.app.metrics.refused.load(Ordering::Relaxed) >= 97);
        drop(first);
        asking.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    let refused: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert_eq!((answers.iter().filter(|answer| answer.status == 200).count(), refused.len()), (3, 97));
    assert!(refused.iter().all(|answer| answer.header("retry-after").is_some()));
}
