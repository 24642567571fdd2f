//! Stores that may only be read: readers open them, and what was written last is there.

use crate::place::{Place, Server};
use ludex_store::{Record, Store};
use std::path::Path;
use std::process::Command;

fn record(name: &str) -> Record {
    Record::new(name.parse().unwrap(), 1)
}

/// Runs as a child of the tests here: reads the store, then tries to write, and says what came of it.
#[test]
fn child() {
    let Ok(place) = std::env::var("LUDEX_STORE_READER") else { return };
    match Store::open_to_read(&place).and_then(|mut store| store.checksum()) {
        Ok(signature) => println!("read {}", signature.count),
        Err(error) => println!("not read: {error}"),
    }
    let wrote = Store::open(&place).and_then(|mut store| store.put(vec![record("cube2:0999")]));
    match wrote {
        Ok(_) => println!("written"),
        Err(error) => println!("not written: {error}"),
    }
}

/// What a program says that may read the file but not write; as another user where we are one whom nothing stops.
fn said_by_reader(store: &str) -> String {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0"));
    // Where others may run it.
    let folder = std::env::temp_dir().join(format!("ludex-reader-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("reader");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let mut command = if root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(&program);
        command
    } else {
        Command::new(&program)
    };
    let output =
        command.args(["readonly::child", "--exact", "--nocapture"]).env("LUDEX_STORE_READER", store).output();
    let _ = std::fs::remove_dir_all(folder);
    String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
}

fn protect(folder: &Path, closed: bool) {
    let mode = |mode: &str, path: &Path| {
        assert!(Command::new("chmod").arg(mode).arg(path).status().unwrap().success());
    };
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        mode(if closed { "a-w,a+r" } else { "u+w" }, &entry.path());
    }
    mode(if closed { "a-w,a+rx" } else { "u+w" }, folder);
}

#[test]
fn files_that_may_not_be_written_are_read() {
    let mut place = Place::sqlite();
    let url = place.url.clone();
    let mut store = place.open();
    let folder = place.folder().to_owned();
    store.put(vec![record("cube2:0001"), record("cube2:0002")]).unwrap();
    drop(store);
    assert!(!Path::new(&format!("{url}-wal")).exists());
    protect(&folder, true);
    let said = said_by_reader(&url);
    assert!(said.contains("read 2") && said.contains("not written:"), "{said}");
    assert!(said.contains("may only be read"), "{said}");
    protect(&folder, false);
    // What was written last stands in the file beside.
    let mut store = place.open();
    store.put(vec![record("cube2:0003")]).unwrap();
    assert!(std::fs::metadata(format!("{url}-wal")).unwrap().len() > 0);
    protect(&folder, true);
    let said = said_by_reader(&url);
    assert!(said.contains("read 3") && said.contains("may only be read"), "{said}");
    protect(&folder, false);
    // Left over by a program that was killed: without the file in which readers meet.
    let left = folder.join("left.sqlite");
    for ending in ["", "-wal"] {
        std::fs::copy(format!("{url}{ending}"), format!("{}{ending}", left.display())).unwrap();
    }
    protect(&folder, true);
    let said = said_by_reader(left.to_str().unwrap());
    assert!(said.contains("read 3") && said.contains("may only be read"), "{said}");
    protect(&folder, false);
    drop(store);
}

#[test]
fn a_user_who_may_only_select_reads() {
    let place = Place::postgres();
    let mut store = place.open();
    store.put(vec![record("cube2:0001")]).unwrap();
    Server::shared().command(
        "DO $$ BEGIN CREATE ROLE looker LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
    );
    store.plain_sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO looker").unwrap();
    let url = place.url.replace("//ludex@", "//looker@");
    let mut reader = Store::open_to_read(&url).unwrap();
    assert_eq!(reader.examine().unwrap(), []);
    assert_eq!(reader.seen(&["cube2:0001"]).unwrap(), [true]);
    let error = reader.put(vec![record("cube2:0002")]).unwrap_err().to_string();
    assert!(error.contains("permission denied") && error.lines().count() == 1, "{error}");
    assert_eq!(place.open().examine().unwrap(), []);
}
