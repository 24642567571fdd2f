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
    // A proof: short solutions come before it, depths while it grows, and the result says that it is proven.
    let body = br#"{"item": "R U2 F' D L B2 R' U", "optimal": true}"#;
    let told = server.ask("POST", "/v1/solve", &headers, body);
    let events: Vec<&str> = told.text().lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    let first = |word: &str| events.iter().position(|event| *event == word);
    assert!(first("better") < first("depth") && first("better").is_some(), "{events:?}");
    assert!(told.text().contains("\"proven\":true"), "{}", told.text());
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

/// A sudoku whose first step is among the longest there are.
const NUGGET: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Everything that can be long, each with an input that is: a method, a path, a body.
fn long_ones() -> Vec<(&'static str, String, String)> {
    use serde_json::json;
    let empty = "v115@vhAAgH";
    let post = |path: &str, body: serde_json::Value| ("POST", path.to_owned(), body.to_string());
    let scramble = |size: usize| ("GET", format!("/v1/cube/scramble?size={size}&count=100"), String::new());
    let solve = |item: &str, size: usize, options: serde_json::Value| {
        let mut body = json!({"item": item, "size": size});
        for (word, value) in options.as_object().into_iter().flatten() {
            body[word] = value.clone();
        }
        post("/v1/solve", body)
    };
    let hard = "R L2 D F2 U' B D2 R' F L U2 B' R2 D' F U L' B2";
    let wide = "Rw U Fw2 D' Lw B2 Uw' R F Dw2 L' Bw U2 Rw' F2 D Lw2 B' Uw R2 Fw' L Dw B Rw2 U' F Lw' D2";
    vec![
        post("/v1/sudoku/rate", json!({"item": NUGGET})),
        post("/v1/sudoku/hint", json!({"item": NUGGET})),
        post("/v1/sudoku/generate", json!({"count": 1000, "seed": 7, "clues": 17})),
        post("/v1/sudoku/generate", json!({"count": 1000, "seed": 7, "rating": "11.0.."})),
        post("/v1/sudoku/generate", json!({"seed": 7, "pattern": format!("{:x<25}{:.<56}", "", "")})),
        post("/v1/sudoku/vicinity", json!({"item": NUGGET, "remove": 3, "add": 3})),
        post("/v1/sudoku/vicinity", json!({"item": NUGGET, "remove": 2, "add": 2, "minimal": true})),
        post("/v1/tetris/queues", json!({"pattern": r"(*p7,*p4){/(.)(.).*\2.*\1/}"})),
        post("/v1/tetris/percent", json!({"fumen": empty, "pattern": "*p7,*p4"})),
        post("/v1/tetris/percent", json!({"fumen": empty, "pattern": "*p7,*p3"})),
        post(
            "/v1/tetris/percent",
            json!({"fumen": empty, "lines": 6, "pattern": "[TILJSZO]!,[TILJ]!,[SZOT]!,[T]!"}),
        ),
        post("/v1/tetris/percent", json!({"fumen": empty, "pattern": "*p7,*p3", "see": 5})),
        post("/v1/tetris/path", json!({"fumen": empty, "pattern": "*p7,*p3"})),
        post("/v1/tetris/minimal", json!({"fumen": SETUP, "pattern": "*p7"})),
        post("/v1/tetris/saves", json!({"fumen": SETUP, "pattern": "*p7,*p4", "pc": 1})),
        post("/v1/tetris/cover", json!({"fumens": vec!["v115@vhCzLJSyBXoB"; 100], "pattern": "*p7,*p4"})),
        ("GET", "/v1/tetris/setups/loop?from=1&last=2".into(), String::new()),
        solve(hard, 3, json!({"optimal": true})),
        solve(hard, 3, json!({"time": 50})),
        solve(hard, 3, json!({"time": 50, "metric": "atm"})),
        solve(hard, 3, json!({"all": true, "metric": "qtm"})),
        solve(wide, 4, json!({})),
        solve(wide, 5, json!({})),
        solve(wide, 6, json!({})),
        solve(wide, 7, json!({})),
        scramble(4),
        post("/v1/xiangqi/go", json!({"depth": 90})),
        post("/v1/solve", json!({"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "depth": 90})),
    ]
}

/// A field of four lines with 28 empty cells.
const SETUP: &str = "v115@9gC8GeC8GeC8GeC8QeAgH";

/// Processor time of this process.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let numbers = text.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let ticks: u64 = numbers.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Whoever hangs up ends whatever was begun, whatever it is. The bound is generous, since other tests run
/// meanwhile; with `--nocapture` the true figures are printed.
#[test]
fn everything_long_ends_when_nobody_waits() {
    let server = Server::start();
    let running = || server.app.metrics.solves.load(Ordering::Relaxed);
    for (method, path, body) in long_ones() {
        let mut stream = server.connect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        wait_until(&format!("{path} {body:.100} does not begin"), || running() == 1);
        std::thread::sleep(Duration::from_millis(100));
        let before = processor_time();
        drop(stream);
        let took = wait_until(&format!("{path} {body:.100} goes on"), || running() == 0);
        let (took, spent) = (took.as_secs_f64() * 1e3, processor_time() - before);
        eprintln!("{took:>6.1} ms, {:>3} ms of processor time: {path} {body:.100}", spent.as_millis());
        assert!(spent < Duration::from_secs(2), "{path} {body:.100}: {spent:?}");
    }
}

/// The limits of a server end it all the same way, and the refusal says which limit it was. The limit is one that the
/// shortest of them, a hint, passes on any machine.
#[test]
fn everything_long_ends_at_a_limit() {
    let server = Server::with(|config| config.limits.solve_wall = Duration::from_millis(2));
    for (method, path, body) in long_ones() {
        let answer = server.ask(method, &path, &[("Content-Type", "application/json")], body.as_bytes());
        let told = answer.json();
        let told = if answer.status == 200 { &told["stopped"] } else { &told["detail"] };
        let limit = "more than 0.002 s by the clock";
        assert!(told.as_str().is_some_and(|told| told.contains(limit)), "{path} {body:.100}: {told}");
    }
}
