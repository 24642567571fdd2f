//! A cluster on this machine: a scheduler and two executors, started and stopped by each test.

use ludex_arrow::sample;
use ludex_query::batch::manifest::{Manifest, checksum_of};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// No step takes longer, even on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(180);

/// A process that ends with the test.
struct Server(Child);

impl Server {
    fn start(args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex-cluster"));
        Server(command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it starts"))
    }

    /// `kill -9`.
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Ports that nobody listens on.
fn ports(count: usize) -> Vec<u16> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("an address").port()).collect()
}

struct Cluster {
    scheduler: Server,
    executors: Vec<Server>,
    place: String,
    folder: tempfile::TempDir,
}

impl Cluster {
    fn start() -> Cluster {
        let ports = ports(5);
        let place = format!("127.0.0.1:{}", ports[0]);
        let folder = tempfile::tempdir().expect("a folder");
        let scheduler = Server::start(&["scheduler", "--bind", &place]);
        let executor = |i: usize| {
            let (port, grpc) = (ports[1 + 2 * i].to_string(), ports[2 + 2 * i].to_string());
            let work = folder.path().join(format!("executor{i}"));
            let args = ["executor", "--scheduler", &place, "--port", &port, "--grpc-port", &grpc];
            Server::start(
                &[&args[..], &["--threads", "1", "--memory", "500MB", "--work", text(&work)]].concat(),
            )
        };
        let cluster =
            Cluster { executors: vec![executor(0), executor(1)], scheduler, place: place.clone(), folder };
        let start = Instant::now();
        while !cluster.run(&["sql", "--format", "text", "select 1"]).status.success() {
            assert!(start.elapsed() < PATIENCE, "the cluster does not answer");
            std::thread::sleep(Duration::from_millis(300));
        }
        cluster
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex-cluster"));
        command.arg(args[0]).args(["--scheduler", &self.place, "--tasks", "4"]).args(&args[1..]);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it starts")
    }

    /// Files of positions, and the names that one process makes of them.
    fn inputs(&self, family: &str, files: usize, rows: usize) -> (PathBuf, Manifest) {
        let folder = self.folder.path().join("in");
        std::fs::create_dir_all(&folder).expect("a folder");
        let lines = sample::rows(family, files * rows, 31);
        for (i, lines) in lines.chunks(rows).enumerate() {
            std::fs::write(folder.join(format!("{i:02}.txt")), lines.join("\n")).expect("a file");
        }
        let alone = self.folder.path().join("alone");
        let args = local(&["name", text(&folder), "--out", text(&alone), "--dedupe", "--partitions", "3"]);
        ludex_query_batch(&args);
        (folder, Manifest::read(&alone).expect("it is whole").expect("it is there"))
    }
}

fn local(args: &[&str]) -> Vec<String> {
    ["ludex-query"].iter().chain(args).map(|word| (*word).to_owned()).collect()
}

/// A batch in this process.
fn ludex_query_batch(args: &[String]) {
    use clap::Parser;
    #[derive(Parser)]
    struct Batch {
        #[command(flatten)]
        batch: ludex_query::batch::LocalBatchArgs,
    }
    Batch::parse_from(args).batch.run().expect("names");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a text")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is in a folder of names, without how it came there: parts with their checksums, and what is refused.
fn content(manifest: &Manifest) -> Vec<(String, u64, String)> {
    let parts = manifest.parts.iter().chain(&manifest.refused);
    parts.map(|part| (part.file.clone(), part.rows, part.sha256.clone())).collect()
}

fn manifest(folder: &Path) -> Option<Manifest> {
    Manifest::read(folder).expect("it is whole")
}

/// Waits until so many units are named, and tells which files they are in.
fn wait_for_units(folder: &Path, count: usize, child: &mut Child) -> Vec<PathBuf> {
    let start = Instant::now();
    loop {
        let work = manifest(folder).and_then(|manifest| manifest.work);
        let runs: Vec<PathBuf> = work
            .iter()
            .flat_map(|work| &work.units)
            .filter_map(|unit| unit.run.as_ref())
            .map(|run| folder.join("work").join(&run.file))
            .collect();
        if runs.len() >= count {
            return runs;
        }
        assert!(
            child.try_wait().expect("it can be asked").is_none(),
            "it ended before it could be disturbed"
        );
        assert!(start.elapsed() < PATIENCE, "no unit comes to its end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Every function on both executors gives what it gives in one process.
#[test]
fn functions_and_tables() {
    let cluster = Cluster::start();
    let rows = if std::env::var_os("LUDEX_LONG").is_some() { 100_000 } else { 400 };
    for family in ["any", "sudoku", "tetris", "cube", "xiangqi"] {
        let file = cluster.folder.path().join(format!("{family}.ndjson"));
        let lines = sample::rows(family, rows, 14);
        let objects = lines.iter().enumerate().map(|(i, line)| {
            let line = line.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t");
            format!("{{\"number\":{i},\"line\":\"{line}\"}}\n")
        });
        std::fs::write(&file, objects.collect::<String>()).expect("a file");
        // What takes one text and is not a search: some thirty of them.
        let functions = ludex_arrow::functions().iter().filter(|function| {
            function.family() == family
                && function.least_arguments() == 1
                && function.arguments()[0].name == "text"
                && !function.name().starts_with("solution")
        });
        let columns: Vec<String> =
            functions.map(|function| format!("{0}(line) as {0}", function.sql_name())).collect();
        let question =
            format!("select number, {} from '{}' order by number", columns.join(", "), text(&file));
        let found = cluster.run(&["sql", "--format", "ndjson", &question]);
        assert!(found.status.success(), "{family}: {}", said(&found));
        let alone = alone(&cluster, &question);
        assert_eq!(String::from_utf8_lossy(&found.stdout).lines().count(), rows, "{family}");
        assert_eq!(ludex_query::batch::manifest::checksum(&found.stdout), alone, "{family}");
        println!("{family}\t{rows} rows\t{} functions\tsha256 {alone}", columns.len());
    }
    for (question, why) in [
        ("select ludex_name(1)", "would have been accepted"),
        ("select * from 'nowhere.csv'", "there is no file nowhere.csv"),
        ("select 1", ""),
    ] {
        let ended = cluster.run(&["sql", question]);
        assert_eq!(ended.status.success(), why.is_empty(), "{question}: {}", said(&ended));
        assert!(said(&ended).contains(why), "{question}: {}", said(&ended));
    }
    let packed = cluster.folder.path().join("packed.txt.gz");
    std::fs::write(&packed, "x").expect("a file");
    let ended = cluster.run(&["sql", &format!("select * from '{}'", text(&packed))]);
    assert!(
        said(&ended).contains("text in gzip: workers of a cluster read files as they are"),
        "{}",
        said(&ended)
    );
}

/// The checksum of an answer, as one process gives it.
fn alone(cluster: &Cluster, question: &str) -> String {
    use clap::Parser;
    #[derive(Parser)]
    struct Sql {
        #[command(flatten)]
        sql: ludex_query::sql::SqlArgs,
    }
    let out = cluster.folder.path().join("alone.ndjson");
    Sql::parse_from(["ludex-query", question, "--out", text(&out)]).sql.run().expect("an answer");
    checksum_of(&out).expect("it is there")
}

#[test]
fn an_executor_that_is_killed_changes_nothing() {
    let mut cluster = Cluster::start();
    let (input, wanted) = cluster.inputs("sudoku", 10, 300);
    let out = cluster.folder.path().join("named");
    let args = ["submit", "name", text(&input), "--out", text(&out), "--dedupe", "--partitions", "3"];
    let mut child = cluster.command(&args).stderr(Stdio::piped()).spawn().expect("it starts");
    wait_for_units(&out, 2, &mut child);
    cluster.executors[0].kill();
    let ended = child.wait_with_output().expect("it ends");
    assert!(matches!(ended.status.code(), Some(0 | 1)), "{}", said(&ended));
    assert_eq!(content(&manifest(&out).expect("it is there")), content(&wanted));
}

#[test]
fn a_scheduler_that_is_killed_is_resumed_from() {
    let mut cluster = Cluster::start();
    let (input, wanted) = cluster.inputs("sudoku", 10, 300);
    let out = cluster.folder.path().join("named");
    let args = ["submit", "name", text(&input), "--out", text(&out), "--dedupe", "--partitions", "3"];
    let mut child = cluster.command(&args).stderr(Stdio::piped()).spawn().expect("it starts");
    let done = wait_for_units(&out, 3, &mut child);
    cluster.scheduler.kill();
    let times: Vec<_> = done
        .iter()
        .map(|run| std::fs::metadata(run).and_then(|data| data.modified()).expect("it is there"))
        .collect();
    // Whether the client notices by itself or waits, a person would end it.
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let ended = child.wait_with_output().expect("it ends");
    assert!(!ended.status.success());
    assert!(manifest(&out).is_some_and(|manifest| manifest.work.is_some()), "it did not come to its end");
    let again = cluster.run(&args);
    assert!(said(&again).contains("--resume goes on with it"), "{}", said(&again));
    // Another scheduler in the same place; the executors that are left find it, or new ones do.
    cluster.scheduler = Server::start(&["scheduler", "--bind", &cluster.place]);
    let ports = ports(2).iter().map(u16::to_string).collect::<Vec<_>>();
    let work = cluster.folder.path().join("executor-new");
    let executor = [
        "executor",
        "--scheduler",
        &cluster.place,
        "--port",
        &ports[0],
        "--grpc-port",
        &ports[1],
        "--threads",
        "1",
        "--work",
        text(&work),
    ];
    cluster.executors.push(Server::start(&executor));
    let mut resumed = cluster
        .command(&[&["submit", "--resume"], &args[1..]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // While it names the rest, what was finished stays as it was written.
    let now: Vec<_> = wait_for_units(&out, done.len(), &mut resumed)
        .iter()
        .filter(|run| done.contains(run))
        .map(|run| std::fs::metadata(run).and_then(|data| data.modified()).expect("it is there"))
        .collect();
    assert_eq!(now, times);
    let ended = resumed.wait_with_output().expect("it ends");
    assert!(matches!(ended.status.code(), Some(0 | 1)), "{}", said(&ended));
    assert_eq!(content(&manifest(&out).expect("it is there")), content(&wanted));
}
