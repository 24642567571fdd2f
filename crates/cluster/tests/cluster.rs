//! A cluster on this machine: a scheduler and two executors, started and stopped by each test.

use datafusion::arrow::array::{
    ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray, UInt64Array,
};
use ludex_arrow::{Function, Input, Settings, sample};
use ludex_query::batch::manifest::{Manifest, checksum};
use ludex_query::output::Output;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output as Ended, Stdio};
use std::sync::Arc;
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
    /// What every one of them is started with.
    more: Vec<String>,
}

impl Cluster {
    fn start() -> Cluster {
        Cluster::start_with(&[], tempfile::tempdir().expect("a folder"))
    }

    fn start_with(more: &[&str], folder: tempfile::TempDir) -> Cluster {
        let ports = ports(5);
        let place = format!("127.0.0.1:{}", ports[0]);
        let scheduler = Server::start(&[&["scheduler", "--bind", &place], more].concat());
        let executor = |i: usize| {
            let (port, grpc) = (ports[1 + 2 * i].to_string(), ports[2 + 2 * i].to_string());
            let work = folder.path().join(format!("executor{i}"));
            let args = ["executor", "--scheduler", &place, "--port", &port, "--grpc-port", &grpc];
            Server::start(
                &[&args[..], &["--threads", "1", "--memory", "500MB", "--work", text(&work)], more].concat(),
            )
        };
        let executors = vec![executor(0), executor(1)];
        let more = more.iter().map(|&word| word.to_owned()).collect();
        let cluster = Cluster { executors, scheduler, place: place.clone(), folder, more };
        let start = Instant::now();
        while !cluster.run(&["sql", "--format", "text", "select 1"]).status.success() {
            assert!(start.elapsed() < PATIENCE, "the cluster does not answer");
            std::thread::sleep(Duration::from_millis(300));
        }
        cluster
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex-cluster"));
        command
            .arg(args[0])
            .args(["--scheduler", &self.place, "--tasks", "4"])
            .args(&self.more)
            .args(&args[1..]);
        command
    }

    fn run(&self, args: &[&str]) -> Ended {
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

fn said(output: &Ended) -> String {
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

/// Rows that a function is tried on: a few, or 100,000 with `LUDEX_LONG=1`.
fn rows(function: &Function) -> usize {
    match (std::env::var_os("LUDEX_LONG").is_some(), function.name()) {
        (true, _) => 100_000,
        (_, "percent") => 12,
        (_, name) if name.starts_with("solution") => 12,
        _ => 400,
    }
}

/// Writes a table into a file, as the program does.
fn write(file: &Path, columns: &[(String, ArrayRef)]) {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).expect("columns");
    let mut output = Output::to_file(file, &batch.schema()).expect("a file");
    output.write(&batch).expect("rows");
    output.finish().expect("a file");
}

/// Every function on both executors gives what it gives in this process.
#[test]
fn functions_and_tables() {
    let cluster = Cluster::start();
    for function in ludex_arrow::functions() {
        let (rows, name) = (rows(function), function.sql_name());
        let file = cluster.folder.path().join(format!("{name}.parquet"));
        let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(0..rows as u64));
        let columns = sample::columns(function, rows, 14);
        let inputs: Vec<Input> = columns.iter().cloned().map(Input::from).collect();
        let answers = function.call(&inputs, rows, &Settings::default()).expect("answers");
        let alone = cluster.folder.path().join("alone.ndjson");
        write(&alone, &[("number".to_owned(), Arc::clone(&numbers)), ("answer".to_owned(), answers)]);
        let wanted = std::fs::read_to_string(&alone).expect("it is there");
        let mut table = vec![("number".to_owned(), numbers)];
        table.extend(columns.into_iter().enumerate().map(|(i, column)| (format!("c{i}"), column)));
        write(&file, &table);
        let arguments: Vec<&str> = table[1..].iter().map(|(name, _)| name.as_str()).collect();
        let question = format!(
            "select number, {name}({}) as answer from '{}' order by number",
            arguments.join(", "),
            text(&file)
        );
        let found = cluster.run(&["sql", "--format", "ndjson", &question]);
        assert!(found.status.success(), "{name}: {}", said(&found));
        let found = String::from_utf8(found.stdout).expect("text");
        if let Some((a, b)) = wanted.lines().zip(found.lines()).find(|(a, b)| a != b) {
            panic!("{name}: {a} and {b}");
        }
        assert_eq!((found.lines().count(), &found), (rows, &wanted), "{name}");
        println!("{name}\t{rows} rows\tsha256 {}", checksum(found.as_bytes()));
    }
    bad_input(&cluster);
}

/// What is no position is null with a reason, what is no question or no file is said in a line, and nobody dies of it.
fn bad_input(cluster: &Cluster) {
    let file = |name: &str| cluster.folder.path().join(name);
    let long = "x".repeat(10_000_000);
    let texts = StringArray::from(vec![None, Some(""), Some(&long), Some("R U R' U'")]);
    let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(0..4));
    let column = |array: ArrayRef| [("number".to_owned(), Arc::clone(&numbers)), ("line".to_owned(), array)];
    let views = StringViewArray::from_iter(texts.iter());
    let large = LargeStringArray::from_iter(texts.iter());
    for (i, array) in [Arc::new(texts) as ArrayRef, Arc::new(views), Arc::new(large)].into_iter().enumerate()
    {
        let place = file(&format!("bad{i}.parquet"));
        write(&place, &column(array));
        for (condition, wanted) in [
            ("true", "name,fine\n,true\n,false\n,false\ncube3:06NrHEWiu08,true\n"),
            ("number > 9", "name,fine\n"),
        ] {
            let question = format!(
                "select ludex_name(line) as name, ludex_check(line) is null as fine from '{}' where {condition} \
                 order by number",
                text(&place)
            );
            let found = cluster.run(&["sql", "--format", "csv", &question]);
            assert_eq!(String::from_utf8_lossy(&found.stdout), wanted, "{question}: {}", said(&found));
        }
    }
    let damaged = file("damaged.parquet");
    let mut bytes = std::fs::read(file("bad0.parquet")).expect("it is there");
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&damaged, bytes).expect("a file");
    let packed = file("packed.txt.gz");
    std::fs::write(&packed, "x").expect("a file");
    let from = |path: &Path| format!("select * from '{}'", text(path));
    for (question, why) in [
        ("select ludex_name(1)", "would have been accepted"),
        ("select ludex_name('R', 'U', 'F')", "arguments"),
        ("select * from 'nowhere.csv'", "there is no file nowhere.csv"),
        (from(&damaged).as_str(), "it is no Parquet, or not all of it is there"),
        (from(&packed).as_str(), "text in gzip: workers of a cluster read files as they are"),
        ("selec 1", "selec"),
        ("select 1", ""),
    ] {
        let ended = cluster.run(&["sql", question]);
        assert_eq!(ended.status.success(), why.is_empty(), "{question}: {}", said(&ended));
        assert!(said(&ended).contains(why), "{question}: {}", said(&ended));
    }
}

/// A folder of certificates for this machine, of an authority of its own.
fn certificates(folder: &Path) -> PathBuf {
    std::fs::create_dir_all(folder).expect("a folder");
    let script = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=root \
        -keyout ca.key -out ca.pem -addext basicConstraints=critical,CA:TRUE && \
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=one -keyout key.pem -out one.csr && \
        echo subjectAltName=IP:127.0.0.1 > names && \
        openssl x509 -req -in one.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out cert.pem";
    let made = Command::new("sh").args(["-c", script]).current_dir(folder).output().expect("openssl");
    assert!(made.status.success(), "{}", said(&made));
    folder.to_owned()
}

#[test]
fn with_tls_nobody_comes_in_without_a_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let ours = certificates(&folder.path().join("ours"));
    let others = certificates(&folder.path().join("others"));
    let mut cluster = Cluster::start_with(&["--tls", text(&ours)], folder);
    // Rows travel between executors, too.
    let (input, wanted) = cluster.inputs("xiangqi", 3, 200);
    let question = format!("select count(distinct xiangqi_name(line)) from '{}'", text(&input));
    let asked = |cluster: &Cluster| cluster.run(&["sql", "--format", "text", &question]);
    let count = asked(&cluster);
    assert_eq!(String::from_utf8_lossy(&count.stdout).trim(), wanted.rows().to_string(), "{}", said(&count));
    let out = cluster.folder.path().join("named");
    let args = ["submit", "name", text(&input), "--out", text(&out), "--dedupe", "--partitions", "3"];
    let named = cluster.run(&args);
    assert!(matches!(named.status.code(), Some(0 | 1)), "{}", said(&named));
    assert_eq!(content(&manifest(&out).expect("it is there")), content(&wanted));
    for (more, why) in [
        (vec![], "does it ask for --tls, or was it stopped?"),
        (vec!["--tls".to_owned(), text(&others).to_owned()], "do not trust each other"),
    ] {
        cluster.more = more;
        let refused = asked(&cluster);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(refused.stdout.is_empty() && said(&refused).contains(why), "{}", said(&refused));
    }
    for (file, why) in [("key.pem", "holds no private key in PEM"), ("ca.pem", "cannot read")] {
        if file == "key.pem" {
            std::fs::write(others.join(file), "x").expect("a file");
        } else {
            std::fs::remove_file(others.join(file)).expect("it is there");
        }
        let refused = asked(&cluster);
        assert!(said(&refused).contains(why), "{}", said(&refused));
    }
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
