//! What people send by mistake or on purpose: each is refused with the right status, and others are served.

mod common;

use common::Server;
use std::io::{Read, Write};
use std::time::Duration;

#[test]
fn odd_paths_are_nothing() {
    let server = Server::start();
    for path in [
        "/v1/..%2f..%2fetc%2fpasswd",
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/ludex.css%00.png",
        "/v1/cube2:0469.json.svg",
        "/v1/cube2:%27%20OR%201=1--",
        "/v1/%ff%fe",
        "/v1/cube2:",
        "/nothing",
        "/v1/pc:zzzzzzzzzzzz",
        "/v1/sudoku:zzzz",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
    }
    let deep = format!("/v1/{}", "a".repeat(20_000));
    assert!(matches!(server.get(&deep).status, 404 | 414));
}

#[test]
fn texts_of_sql_are_texts() {
    let server = Server::start();
    let evil = "'; DROP TABLE records; --";
    let body = format!(r#"{{"item": "cube2:0469", "source": "{evil}", "facts": {{"{evil}": "{evil}"}}}}"#);
    assert_eq!(server.post("/v1/records", &body).status, 200);
    let record = server.get("/v1/records/cube2:0469").json();
    assert_eq!((&record["source"], &record["facts"][evil]), (&evil.into(), &evil.into()));
    for parameter in ["prefix", "from", "to", "after", "family", "rank", "fact"] {
        let answer = server.get(&format!("/v1/records?{parameter}=%27%3B%20DROP%20TABLE%20records%3B--"));
        assert!(matches!(answer.status, 200 | 422), "{parameter}: {}", answer.status);
    }
    assert_eq!(server.get("/v1/stats").json()["kinds"][0]["records"], 1);
    assert_eq!(server.get("/v1/import/%27%20OR%201=1").status, 404);
}

#[test]
fn what_is_too_much_is_refused() {
    let server = Server::with(|config| {
        config.limits.body = 1000;
        config.limits.items = 10;
        config.limits.stream = 2000;
    });
    let large = format!("\"{}\"", "x".repeat(2000));
    for path in ["/v1/name", "/v1/show", "/v1/seen", "/v1/solve", "/v1/records", "/v1/session"] {
        assert_eq!(server.post(path, &large).status, 413, "{path}");
    }
    let lines = "\"cube2:0469\"\n".repeat(11);
    let answer =
        server.ask("POST", "/v1/name", &[("Content-Type", "application/x-ndjson")], lines.as_bytes());
    assert!(
        answer.status == 413 || answer.lines().last().unwrap()["problem"]["status"] == 413,
        "{}",
        answer.text()
    );
    let import = server.ask("POST", "/v1/import?id=x", &[("Content-Type", "text/plain")], &[b'\n'; 3000]);
    assert_eq!(import.status, 413);
    let huge =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Large: {}\r\n\r\n", server.address, "x".repeat(100_000));
    assert_eq!(server.raw(huge.into_bytes(), "GET").status, 431);
}

#[test]
fn bombs_do_not_go_off() {
    let server = Server::start();
    let deep = "[".repeat(100_000);
    assert_eq!(server.post("/v1/name", &deep).status, 400);
    let nested = format!(
        "{{\"item\": \"cube2:0469\", \"facts\": {{\"a\": {}1{}}}}}",
        "[".repeat(200),
        "]".repeat(200)
    );
    assert_eq!(server.post("/v1/records", &nested).status, 400);
    // A pattern with more queues than anybody can count, and moves without end.
    let pattern = r#"{"item": "v115@vhAAgH", "pattern": "*p7,*p7,*p7,*p7"}"#;
    assert_eq!(server.post("/v1/solve", pattern).status, 422);
    let moves = format!("\"{}\"", "(R U)99 ".repeat(4000));
    assert!(matches!(server.post("/v1/name", &moves).status, 200 | 422));
    for encoding in ["gzip", "zstd", "br", "deflate"] {
        let headers = [("Content-Type", "application/json"), ("Content-Encoding", encoding)];
        assert_eq!(server.ask("POST", "/v1/name", &headers, b"x").status, 415, "{encoding}");
        let headers = [("Content-Type", "text/plain"), ("Content-Encoding", encoding)];
        assert_eq!(server.ask("POST", "/v1/import?id=x", &headers, b"x").status, 415, "{encoding}");
    }
}

#[test]
fn malformed_requests_are_answered_or_dropped() {
    let server = Server::start();
    for bytes in [
        &b"\x00\x01\x02\x03\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"G\xc3\xabT / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/name HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/name HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nxx\r\n",
        b"POST /v1/name HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = server.connect();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer);
        assert!(!text.starts_with("HTTP/1.1 2") && !text.contains(" 500 "), "{bytes:?}: {text}");
    }
    for (media, body) in [
        ("application/json", &b"\xff\xfe"[..]),
        ("application/json", b""),
        ("application/json", b"{\"item\": \"\\ud800\"}"),
    ] {
        assert_eq!(server.ask("POST", "/v1/name", &[("Content-Type", media)], body).status, 400);
    }
    let lines =
        server.ask("POST", "/v1/name", &[("Content-Type", "text/plain")], b"\xff\xfe\ncube2:0469\n").lines();
    assert_eq!(
        (&lines[0]["error"], &lines[1]["name"]),
        (&"the line is no UTF-8".into(), &"cube2:0469".into())
    );
    assert_eq!(server.get("/healthz").status, 200);
}

/// Many who say nothing and many who write slowly are in nobody's way.
#[test]
fn idle_and_slow_connections_are_in_nobodys_way() {
    let server = Server::start();
    let idle: Vec<_> = (0..300).map(|_| server.connect()).collect();
    let slow: Vec<_> = (0..100)
        .map(|i| {
            let mut stream = server.connect();
            let head = if i % 2 == 0 {
                "GET / HTT".to_owned()
            } else {
                format!("POST /v1/records HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\ncube", server.address)
            };
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.get("/v1/cube2:0469").status, 200);
        assert_eq!(server.post("/v1/records", "\"cube2:0469\"").status, 200);
    }
    drop((idle, slow));
}

#[test]
fn who_does_not_go_on_is_let_go() {
    let server = Server::with(|config| {
        config.limits.head = Duration::from_millis(200);
        config.limits.idle = Duration::from_millis(200);
    });
    let mut silent = server.connect();
    let mut answer = Vec::new();
    silent.read_to_end(&mut answer).expect("it is closed");
    let body = format!(
        "POST /v1/name HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n\"cu",
        server.address
    );
    assert_eq!(server.raw(body.into_bytes(), "POST").status, 408);
}

/// A stop lets the request that runs come to its end, and takes no more.
#[test]
fn a_stop_drains() {
    let mut server = Server::start();
    let address = server.address;
    let body = r#"{"item": "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ", "time": 0.5}"#;
    let mut stream = server.connect();
    let head = format!(
        "POST /v1/solve HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    while server.app.metrics.solves.load(std::sync::atomic::Ordering::Relaxed) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    server.stop();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"best\""), "{answer}");
    assert!(std::net::TcpStream::connect(address).is_err());
}
