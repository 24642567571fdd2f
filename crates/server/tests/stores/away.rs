//! A server of PostgreSQL that goes away and comes back, that has few places, or that makes one wait.

use crate::common::Server;
use crate::place;
use std::process::Command;
use std::time::{Duration, Instant};

const PUT: &str = r#"{"item": "cube2:0469"}"#;

/// A server of PostgreSQL that the test starts and stops.
struct Database {
    server: place::Server,
    again: bool,
}

impl Database {
    fn start() -> Database {
        let server = place::Server::start();
        server.command("CREATE DATABASE away");
        Database { server, again: false }
    }

    /// Runs `pg_ctl` as whom the server belongs to.
    fn control(&self, arguments: &[&str]) {
        let folder = self.server.folder();
        let root = Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.starts_with(b"0"));
        let mut command = if root { Command::new("setpriv") } else { Command::new("env") };
        if root {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
        }
        let data = folder.join("data");
        command.arg(place::Server::program("pg_ctl")).arg("-D").arg(data).arg("-w").args(arguments);
        // A server that is started keeps what it writes to: it must not be the output of the tests.
        command.arg("-l").arg(folder.join("control.log")).current_dir("/");
        let status = command.stdout(std::process::Stdio::null()).status().expect("pg_ctl runs");
        assert!(status.success(), "pg_ctl {arguments:?}");
    }

    fn stop(&mut self) {
        self.control(&["stop", "-m", "fast"]);
        self.again = false;
    }

    fn restart(&mut self) {
        let folder = self.server.folder().display().to_string();
        let options = format!("-k {folder} -p 5432 -c listen_addresses='' -c fsync=off");
        self.control(&["start", "-o", &options]);
        self.again = true;
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // The first one ends with the test program, one started again does not.
        if self.again {
            self.stop();
        }
    }
}

#[test]
fn a_database_that_was_away_is_found_again() {
    let mut database = Database::start();
    let server = Server::with(|config| config.store = database.server.url("away"));
    assert_eq!(server.get("/readyz").status, 200);
    assert_eq!(server.post("/v1/records", PUT).status, 200);
    // Several connections rest.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(server.get("/v1/stats").status, 200));
        }
    });
    database.stop();
    let start = Instant::now();
    let away = server.get("/readyz");
    assert_eq!((away.status, away.header("retry-after")), (503, Some("5")), "{}", away.text());
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/v1/cube2:0469").status, 200);
    let put = server.post("/v1/records", PUT);
    assert_eq!((put.status, put.header("retry-after")), (503, Some("5")), "{}", put.text());
    // Where the store lies is told to nobody.
    assert!(!put.text().contains("postgres:") && !put.text().contains("ludex@"), "{}", put.text());
    assert!(start.elapsed() < Duration::from_secs(15));
    database.restart();
    assert_eq!(server.get("/readyz").status, 200);
    for _ in 0..3 {
        assert_eq!(server.post("/v1/records", PUT).status, 200);
    }
    assert_eq!(server.get("/v1/records/cube2:0469").json()["count"], 4);
    // Restarted unseen: connections that rested are tried before they are used.
    std::thread::sleep(Duration::from_millis(1100));
    database.stop();
    database.restart();
    assert_eq!(server.get("/v1/records/cube2:0469").json()["count"], 4);
    assert_eq!(server.post("/v1/records", PUT).status, 200);
}

#[test]
fn so_many_connections_and_no_more() {
    let place = place::Place::postgres();
    let server = Server::with(|config| {
        config.store.clone_from(&place.url);
        config.limits.store = 3;
    });
    let mut watcher = postgres::Client::connect(&place.url, postgres::NoTls).expect("connect");
    let count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()";
    let most = std::thread::scope(|scope| {
        let askers: Vec<_> = (0..40)
            .map(|i| {
                let server = &server;
                scope.spawn(move || {
                    let answer = match i % 3 {
                        0 => server.get("/v1/records"),
                        1 => server.post("/v1/seen", "\"cube2:0469\""),
                        _ => server.post("/v1/records", PUT),
                    };
                    assert_eq!(answer.status, 200, "{}", answer.text());
                })
            })
            .collect();
        let mut most = 0;
        while !askers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            let row = watcher.query_one(count, &[]).expect("a count");
            most = most.max(row.get::<_, i64>(0));
        }
        most
    });
    assert!((2..=4).contains(&most), "{most} connections, the watcher's among them");
}

#[test]
fn a_statement_that_takes_too_long_is_ended() {
    let place = place::Place::postgres();
    let server =
        Server::with(|config| config.store = format!("{}?options=-c%20statement_timeout=200ms", place.url));
    assert_eq!(server.get("/v1/records").status, 200);
    let mut other = postgres::Client::connect(&place.url, postgres::NoTls).expect("connect");
    let mut locked = other.transaction().expect("a transaction");
    locked.batch_execute("LOCK TABLE records IN ACCESS EXCLUSIVE MODE").expect("a lock");
    let start = Instant::now();
    let answer = server.get("/v1/records");
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(start.elapsed() < Duration::from_secs(10));
    // What needs no such table goes on meanwhile.
    assert_eq!(server.get("/readyz").status, 200);
    locked.rollback().expect("an end");
    assert_eq!(server.get("/v1/records").status, 200);
}
