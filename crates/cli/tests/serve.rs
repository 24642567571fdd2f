//! The server as a process: its log, its stop, and a kill in the middle of writes.

#![cfg(feature = "server")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(store: &Path, args: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["serve", "--bind", "127.0.0.1:0", "--store", &store.display().to_string()])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(!address.is_empty(), "no address");
        Served { child, address }
    }

    /// Sends a request; whatever comes back.
    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
        let length = body.len();
        let text = format!(
            "{head}\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    /// Asks it to end; its log.
    fn stop(mut self) -> Vec<serde_json::Value> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        let mut log = String::new();
        self.child.stderr.take().expect("stderr").read_to_string(&mut log).expect("a log");
        assert!(self.child.wait().expect("it ends").success());
        log.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn refusals_are_logged_and_a_stop_is_clean() {
    let folder = folder("log");
    let served = Served::start(&folder.join("store.sqlite"), &[]);
    assert!(served.ask("GET /v1/cube2:0469 HTTP/1.1", "").starts_with("HTTP/1.1 200"));
    assert!(served.ask("GET /v1/cube2:zzzz HTTP/1.1", "").starts_with("HTTP/1.1 404"));
    assert!(
        served
            .ask("POST /v1/name HTTP/1.1\r\nContent-Type: application/json", "{")
            .starts_with("HTTP/1.1 400")
    );
    assert!(
        served
            .ask(
                "POST /v1/records HTTP/1.1\r\nOrigin: http://evil.example\r\nContent-Type: text/plain",
                "cube2:0469"
            )
            .starts_with("HTTP/1.1 403")
    );
    assert!(served.ask("GET / HTTP/1.1", "").starts_with("HTTP/1.1 200"));
    let log = served.stop();
    let requests: Vec<_> = log.iter().filter(|line| line["event"] == "request").collect();
    let statuses: Vec<u64> = requests.iter().filter_map(|line| line["status"].as_u64()).collect();
    assert_eq!(statuses, [200, 404, 400, 403, 200]);
    for line in &requests[1..4] {
        assert!(line["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{line}");
    }
    assert!(requests.iter().all(|line| line["ms"].is_number() && line["address"] == "127.0.0.1"));
    assert_eq!(log.last().map(|line| &line["event"]), Some(&"stopped".into()));
    std::fs::remove_dir_all(folder).expect("ours");
}

/// What was answered is there after a kill -9; an import that was cut goes on and counts nothing twice.
#[test]
fn a_kill_in_the_middle_of_writes_loses_nothing_that_was_answered() {
    let folder = folder("kill");
    let store = folder.join("store.sqlite");
    let rows: String = (0..60_000).map(|i| format!("cube2:{:04}\n", i % 10_000)).collect();
    for round in 0..3 {
        let served = Served::start(&store, &["--quiet"]);
        let put = format!("\"cube2:a{round:03}\"");
        assert!(
            served
                .ask("POST /v1/records HTTP/1.1\r\nContent-Type: application/json", &put)
                .contains("\"new\":true")
        );
        let mut stream = TcpStream::connect(&served.address).expect("it listens");
        let head = format!(
            "POST /v1/import?id=all HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{rows}",
            served.address,
            rows.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        std::thread::sleep(Duration::from_millis(40 + 80 * round));
        drop(served); // kill -9
    }
    let served = Served::start(&store, &["--quiet"]);
    let answer = served.ask("POST /v1/import?id=all HTTP/1.1\r\nContent-Type: text/plain", &rows);
    assert!(answer.contains("\"taken\":60000") && answer.contains("\"finished\":true"), "{answer}");
    for round in 0..3 {
        let answer = served.ask(&format!("GET /v1/records/cube2:a{round:03} HTTP/1.1"), "");
        assert!(answer.contains("\"count\":1"), "{answer}");
    }
    let stats = served.ask("GET /v1/stats HTTP/1.1", "");
    assert!(stats.contains("\"records\":10003,\"seen\":60003"), "{stats}");
    served.stop();
    std::fs::remove_dir_all(folder).expect("ours");
}
