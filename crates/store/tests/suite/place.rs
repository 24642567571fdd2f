//! Where a test keeps its store: a temporary file, or a database of a private PostgreSQL server. The suites
//! of this crate and of those that extend it share this file; each says itself what it opens.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A store of a test; what it left is removed in the end.
pub(crate) struct Place {
    pub(crate) url: String,
    folder: Option<PathBuf>,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder of its own for each caller.
fn fresh_folder() -> PathBuf {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ludex-store-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        let folder = fresh_folder();
        Place { url: folder.join("store.sqlite").display().to_string(), folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Place {
        let server = Server::shared();
        let name = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
        server.command(&format!("CREATE DATABASE {name}"));
        Place { url: server.url(&name), folder: None }
    }

    /// One that holds the same; nobody may be connected.
    pub(crate) fn copy(&self) -> Place {
        let Some(database) = self.database() else {
            let copy = Place::sqlite();
            std::fs::copy(&self.url, &copy.url).expect("a copy");
            return copy;
        };
        let name = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
        Server::shared().command(&format!("CREATE DATABASE {name} TEMPLATE {database}"));
        Place { url: Server::shared().url(&name), folder: None }
    }

    /// Removes a database, where many are made; a file goes by itself.
    pub(crate) fn remove(self) {
        if let Some(database) = self.database() {
            Server::shared().command(&format!("DROP DATABASE {database} WITH (FORCE)"));
        }
    }

    /// Its name, where it is one of a server.
    fn database(&self) -> Option<&str> {
        self.url.starts_with("postgres").then(|| self.url.rsplit('/').next()).flatten()
    }

    /// A folder for files of the test.
    pub(crate) fn folder(&mut self) -> &Path {
        self.folder.get_or_insert_with(fresh_folder)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A PostgreSQL server in a temporary folder. It ends with the test program, however that ends: a
/// shell waits for the end of its input, which we hold open, then stops the server and cleans up.
pub(crate) struct Server {
    folder: PathBuf,
    _shell: Child,
    _hold: ChildStdin,
}

impl Server {
    pub(crate) fn shared() -> &'static Server {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(Server::start)
    }

    /// Starts one of its own.
    pub(crate) fn start() -> Server {
        Server::start_with("", "")
    }

    /// Starts one of its own: arguments for `initdb`, and a shell command before the server starts, which may
    /// set PORT and LISTEN, the address it listens at beside its socket.
    pub(crate) fn start_with(init: &str, before: &str) -> Server {
        let bin = programs();
        let folder = fresh_folder();
        // PostgreSQL refuses to run as root: there it runs as the user of Debian's package.
        let root = Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.starts_with(b"0"));
        let mut shell = if root {
            let owned = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(owned.is_ok_and(|s| s.success()), "there is no user postgres: run `cargo xtask test`");
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh", "-c"]);
            command
        } else {
            let mut command = Command::new("sh");
            command.arg("-c");
            command
        };
        let script = format!(
            r#"cd "{dir}" && "{bin}/initdb" -D data -U ludex -A trust --no-sync -E UTF8 --locale=C.UTF-8 {init} >init.log 2>&1 || {{ cat init.log; exit 1; }}
            {before}
            "{bin}/postgres" -D data -k "{dir}" -p "${{PORT:-5432}}" -c listen_addresses="$LISTEN" -c fsync=off -c max_connections=60 -c shared_buffers=64MB >server.log 2>&1 </dev/null &
            server=$!
            trap '' INT TERM HUP
            for i in $(seq 600); do "{bin}/pg_isready" -q -h "{dir}" -p "${{PORT:-5432}}" && break; sleep 0.1; done
            echo ready
            read end
            kill -INT $server; wait $server; cd /; rm -rf "{dir}""#,
            dir = folder.display(),
            bin = bin.display(),
        );
        let mut child = shell
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell for the server");
        let hold = child.stdin.take().expect("its input");
        let mut said = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = said.next().and_then(Result::ok).unwrap_or_default();
        assert_eq!(first, "ready", "PostgreSQL did not start");
        Server { folder, _shell: child, _hold: hold }
    }

    /// The address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://ludex@{}/{database}", self.folder.display().to_string().replace('/', "%2F"))
    }

    /// Where it listens.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many statements it was sent by sessions that have set `log_statement` to `all`.
    pub(crate) fn statements(&self) -> usize {
        let log = std::fs::read(self.folder.join("server.log")).expect("its log");
        let log = String::from_utf8_lossy(&log);
        log.lines()
            .filter(|line| line.contains("LOG:  statement: ") || line.contains("LOG:  execute "))
            .count()
    }

    /// One of PostgreSQL's programs.
    pub(crate) fn program(name: &str) -> PathBuf {
        programs().join(name)
    }

    /// Runs a statement as the owner of the server.
    pub(crate) fn command(&self, sql: &str) {
        let mut client = postgres::Client::connect(&self.url("postgres"), postgres::NoTls).expect("connect");
        client.batch_execute(sql).expect("the statement runs");
    }
}

/// The folder of PostgreSQL's programs: Debian keeps them off the path.
fn programs() -> PathBuf {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.flatten().map(|e| e.path().join("bin")).collect())
        .unwrap_or_default();
    found.sort();
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    found
        .into_iter()
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
        .expect("PostgreSQL is needed for these tests: `cargo xtask test` installs it")
}

/// Kills a child after so many milliseconds, counted from the moment when it has said some word; what it had said.
pub(crate) fn killed_after(child: &mut Child, word: &str, after: u64) -> String {
    let out = child.stdout.take().expect("its output");
    let (send, heard) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut said = String::new();
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = send.send(line.clone());
            said.push_str(&line);
            said.push('\n');
        }
        said
    });
    if !word.is_empty() {
        while heard.recv_timeout(Duration::from_secs(60)).is_ok_and(|line| !line.contains(word)) {}
    }
    std::thread::sleep(Duration::from_millis(after));
    let _ = child.kill();
    reader.join().expect("what it said")
}
