//! A server on a free port of this machine, and a client that says exactly what the test says.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

pub mod operations;
pub mod schema;

use ludex_server::{App, AppState, Config, serve};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A server that stops when the test ends.
pub struct Server {
    pub address: SocketAddr,
    pub app: App,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    _folder: Option<tempfile::TempDir>,
}

impl Server {
    /// With a store of its own in a temporary folder.
    pub fn start() -> Server {
        Server::with(|_| {})
    }

    /// The same, configured.
    pub fn with(change: impl FnOnce(&mut Config)) -> Server {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut server = Server::at(folder.path(), change);
        server._folder = Some(folder);
        server
    }

    /// The same, in a folder that somebody else removes.
    pub fn at(folder: &std::path::Path, change: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config::new(folder.join("store.sqlite").display().to_string());
        config.log = false;
        // Enough for tests, most of which make a store of their own.
        config.starter = Some(1);
        change(&mut config);
        let app = AppState::open(config).expect("a new store");
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (ready, address) = std::sync::mpsc::channel();
        let served = App::clone(&app);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind(served.config.bind).await.expect("a free port");
                ready.send(listener.local_addr().expect("an address")).expect("the test waits");
                serve(served, listener, async { drop(stopped.await) }).await;
            });
            runtime.shutdown_background();
        });
        let address = address.recv().expect("it starts");
        Server { address, app, stop: Some(stop), thread: Some(thread), _folder: None }
    }

    /// Asks it to stop and waits until it has.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it stops without a panic");
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream
    }

    /// One request and its answer.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" || method == "PUT" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw([head.as_bytes(), b"\r\n", body].concat(), method)
    }

    /// Sends these bytes and reads one answer.
    pub fn raw(&self, bytes: Vec<u8>, method: &str) -> Answer {
        let stream = self.connect();
        let mut writer = stream.try_clone().expect("a socket");
        // A server may refuse before it has read everything: writing must not be in the way of reading.
        let writing = std::thread::spawn(move || drop(writer.write_all(&bytes)));
        let answer = Answer::read(&mut BufReader::new(stream), method == "HEAD");
        let _ = writing.join();
        answer
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], body.as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn read(reader: &mut impl BufRead, no_body: bool) -> Answer {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a status line");
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status line: {line:?}"));
        let mut headers = Vec::new();
        loop {
            line.clear();
            reader.read_line(&mut line).expect("headers");
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut answer = Answer { status, headers, body: Vec::new() };
        if no_body || status == 204 || status == 304 {
            return answer;
        }
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                line.clear();
                reader.read_line(&mut line).expect("the size of a chunk");
                let size = usize::from_str_radix(line.trim_end(), 16).unwrap_or(0);
                let mut chunk = vec![0; size + 2];
                reader.read_exact(&mut chunk).expect("a chunk");
                answer.body.extend_from_slice(&chunk[..size]);
                if size == 0 {
                    break;
                }
            }
        } else {
            let length = answer.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
            answer.body = vec![0; length];
            reader.read_exact(&mut answer.body).expect("the body");
        }
        answer
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn lines(&self) -> Vec<serde_json::Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

impl Server {
    /// Makes a key, as `ludex keys add` does.
    pub fn key(&self, role: &str) -> String {
        let role: ludex_server::keys::Role = role.parse().expect("a role");
        let made = self.app.store_now(|setups| ludex_server::keys::add(setups.store(), role, "test", 0));
        made.expect("a key").1
    }
}

/// What a problem says.
pub fn sentence(answer: &Answer) -> String {
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", answer.text());
    answer.json()["detail"].as_str().expect("a sentence").to_owned()
}
