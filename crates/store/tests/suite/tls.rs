//! TLS and passwords, against a server with a certificate of our own making.

use crate::place::Server;
use ludex_store::{Store, StoreError};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A server that takes the user `me` only with TLS and password, and `ludex` from this machine as it comes.
struct Secured {
    server: Server,
    port: u16,
}

impl Secured {
    fn shared() -> &'static Secured {
        static SERVER: OnceLock<Secured> = OnceLock::new();
        SERVER.get_or_init(|| {
            let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let certificates = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                 -subj /CN=root -keyout ca.key -out ca.crt -addext basicConstraints=critical,CA:TRUE && \
                 openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                 -subj /CN=other -keyout other.key -out other.crt -addext basicConstraints=critical,CA:TRUE && \
                 openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr && \
                 echo subjectAltName=DNS:localhost > names && \
                 openssl x509 -req -sha384 -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
                 -extfile names -out server.crt && for who in cat dog; do \
                 openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=$who \
                 -keyout $who.key -out $who.csr && openssl x509 -req -in $who.csr -CA ca.crt -CAkey ca.key \
                 -CAcreateserial -days 2 -extfile names -out $who.crt || exit 1; done && \
                 chmod 600 *.key && cp server.crt server.key ca.crt data && chmod 644 *.crt";
            let before = format!(
                "LISTEN=127.0.0.1; PORT={port}; ({certificates}) >cert.log 2>&1 || {{ cat cert.log; exit 1; }}\n\
                 printf \"ssl = on\\nssl_ca_file = 'ca.crt'\\n\" >> data/postgresql.conf\n\
                 printf 'local all all trust\\nhostssl all cat all cert\\nhostssl all me all scram-sha-256\\nhost all me all reject\\n\
                 host all ludex all trust\\n' > data/pg_hba.conf; chmod 755 ."
            );
            let server = Server::start_with("", &before);
            let owner = format!("postgres://ludex@127.0.0.1:{port}/postgres");
            let mut client = ::postgres::Client::connect(&owner, ::postgres::NoTls).unwrap();
            client.batch_execute("CREATE ROLE me LOGIN PASSWORD 'S3:cret'; CREATE ROLE cat LOGIN").unwrap();
            client.batch_execute("CREATE DATABASE mine OWNER me").unwrap();
            client.batch_execute("CREATE DATABASE cats").unwrap();
            Secured { server, port }
        })
    }

    /// An address of the database: user, host and options.
    fn url(&self, who: &str, host: &str, options: &str) -> String {
        self.url_of("mine", who, host, options)
    }

    fn url_of(&self, database: &str, who: &str, host: &str, options: &str) -> String {
        format!("postgres://{who}@{host}:{}/{database}?hostaddr=127.0.0.1&{options}", self.port)
    }

    fn file(&self, name: &str) -> String {
        self.server.folder().join(name).display().to_string()
    }
}

const ME: &str = "me:S3%3Acret";

/// Whether the connection is made, and whether with TLS.
fn tls(url: &str) -> Result<bool, StoreError> {
    let mut store = Store::open(url)?;
    let rows = store.plain_rows("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")?;
    Ok(rows[0][0].as_int() == Some(1))
}

#[test]
fn modes_mean_what_they_mean_elsewhere() {
    let server = Secured::shared();
    let (root, other) = (server.file("ca.crt"), server.file("other.crt"));
    let named = |mode: &str, roots: &str| format!("sslmode={mode}&sslrootcert={roots}");
    for (who, host, options, expected) in [
        (ME, "localhost", "sslmode=disable".to_owned(), None),
        (ME, "localhost", "sslmode=allow".to_owned(), Some(true)),
        (ME, "localhost", "sslmode=prefer".to_owned(), Some(true)),
        (ME, "localhost", String::new(), Some(true)),
        (ME, "localhost", "sslmode=require".to_owned(), Some(true)),
        (ME, "127.0.0.1", "sslmode=require".to_owned(), Some(true)),
        (ME, "localhost", named("verify-full", &root), Some(true)),
        (ME, "127.0.0.1", named("verify-full", &root), None),
        (ME, "127.0.0.1", named("verify-ca", &root), Some(true)),
        (ME, "localhost", named("verify-ca", &other), None),
        (ME, "localhost", named("verify-full", &other), None),
        // With root certificates at hand, require verifies too.
        (ME, "localhost", named("require", &other), None),
        (ME, "localhost", named("verify-full", "/nowhere/root.crt"), None),
        // The password is bound to the certificate.
        (ME, "localhost", format!("{}&channel_binding=require", named("verify-full", &root)), Some(true)),
        (ME, "localhost", "sslmode=require&channel_binding=disable".to_owned(), Some(true)),
        ("ludex", "localhost", "sslmode=disable".to_owned(), Some(false)),
        ("ludex", "localhost", "sslmode=allow".to_owned(), Some(false)),
        ("ludex", "localhost", "sslmode=prefer".to_owned(), Some(true)),
    ] {
        let found = tls(&server.url(who, host, &options));
        match (&found, expected) {
            (Ok(found), Some(expected)) => assert_eq!(*found, expected, "{who} {host} {options}"),
            (Err(error), None) => {
                assert!(matches!(error, StoreError::Open { .. }), "{error:?}");
                assert!(!format!("{error:?}").contains("S3"), "{error:?}");
            }
            _ => panic!("{who} {host} {options}: {found:?}"),
        }
    }
}

fn password_file(name: &str, text: &str, mode: u32) -> PathBuf {
    let path = Secured::shared().server.folder().join(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[test]
fn a_password_file_is_named_in_the_address() {
    let server = Secured::shared();
    let with =
        |file: &Path| server.url("me", "localhost", &format!("sslmode=require&passfile={}", file.display()));
    let line = format!("localhost:{}:mine:me:S3\\:cret\n", server.port);
    let good = password_file("good.pass", &format!("# mine\nelsewhere:*:*:*:no\n{line}"), 0o600);
    assert!(tls(&with(&good)).unwrap());
    // One that others may read is passed over, and the message says so.
    let open = password_file("open.pass", &line, 0o644);
    let error = tls(&with(&open)).unwrap_err().to_string();
    assert!(error.contains("wants a password") && error.contains("0600") && !error.contains("S3"), "{error}");
    let wrong = password_file("wrong.pass", "*:*:*:*:n0nsense\n", 0o600);
    let error = tls(&with(&wrong)).unwrap_err().to_string();
    assert!(error.contains("authentication") && !error.contains("n0nsense"), "{error}");
    let none = tls(&with(Path::new("/nowhere/pass"))).unwrap_err().to_string();
    assert!(none.contains("there is no password file"), "{none}");
}

/// Runs as a child of [`the_surroundings_give_the_password`].
#[test]
fn child() {
    if let Ok(url) = std::env::var("LUDEX_TLS_CHILD") {
        println!("{}", tls(&url).map_or_else(|error| format!("no: {error}"), |_| "connected".to_owned()));
    }
}

#[test]
fn the_surroundings_give_the_password() {
    let server = Secured::shared();
    let home = server.server.folder().join("home");
    std::fs::create_dir_all(&home).unwrap();
    // The server's own user cleans up.
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o777)).unwrap();
    let line = format!("localhost:{}:*:me:S3\\:cret\n", server.port);
    let elsewhere = password_file("env.pass", &line, 0o600);
    let run = |variable: Option<(&str, &str)>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["tls::child", "--exact", "--nocapture"]);
        for name in ["PGPASSWORD", "PGPASSFILE", "PGSSLMODE", "PGSSLROOTCERT"] {
            command.env_remove(name);
        }
        command.env("HOME", &home).env("LUDEX_TLS_CHILD", server.url("me", "localhost", ""));
        command.envs(variable);
        let output = command.output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(run(None).contains("no: ") && run(None).contains("wants a password"), "{}", run(None));
    assert!(run(Some(("PGPASSWORD", "S3:cret"))).contains("connected"));
    assert!(run(Some(("PGPASSFILE", elsewhere.to_str().unwrap()))).contains("connected"));
    std::fs::copy(&elsewhere, home.join(".pgpass")).unwrap();
    assert!(run(None).contains("connected"), "{}", run(None));
    assert!(run(Some(("PGSSLMODE", "disable"))).contains("no: "));
}

/// A server that wants the certificate of its client gets it.
#[test]
fn clients_show_their_certificates() {
    let server = Secured::shared();
    let root = server.file("ca.crt");
    // Our own copies: the server's are those of another user.
    let folder = std::env::temp_dir().join(format!("ludex-client-certificates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let copied = |name: &str| {
        let path = folder.join(name);
        std::fs::copy(server.file(name), &path).unwrap();
        path
    };
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let files = ["cat.crt", "cat.key", "dog.crt", "dog.key"].map(copied);
    files.iter().for_each(|file| mode(file, 0o600));
    let shown = |name: &str| folder.join(name).display().to_string().replace('/', "%2F");
    let connect = |certificate: &str, key: &str| {
        let options = format!(
            "sslmode=verify-full&sslrootcert={root}&sslcert={}&sslkey={}",
            shown(certificate),
            shown(key)
        );
        // This user may make no store: that is said after the server has let us in.
        let url = server.url_of("cats", "cat", "localhost", &options);
        Store::open_to_read(&url).map(drop).unwrap_err().to_string()
    };
    let inside = connect("cat.crt", "cat.key");
    assert!(inside.contains("there is no store in it yet"), "{inside}");
    for (certificate, key, reason) in [
        ("dog.crt", "dog.key", "certificate authentication failed"),
        ("cat.crt", "dog.key", "certificate of this client"),
        ("none.crt", "cat.key", "none.crt"),
        ("cat.crt", "none.key", "none.key"),
        ("cat.key", "cat.key", "holds no certificate"),
    ] {
        let error = connect(certificate, key);
        assert!(error.contains(reason), "{certificate} {key}: {error}");
    }
    mode(&files[1], 0o644);
    let error = connect("cat.crt", "cat.key");
    assert!(error.contains("chmod 600"), "{error}");
    let _ = std::fs::remove_dir_all(folder);
}
