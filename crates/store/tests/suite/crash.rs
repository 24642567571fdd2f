//! Ends that nobody chose: kill -9, a full disk, a lost connection, a foreign file.

use crate::place::{Place, Server};
use crate::records::run_import;
use ludex_core::Random;
use ludex_store::transfer::Format;
use ludex_store::{Store, StoreError};
use std::process::{Command, Stdio};
use std::time::Duration;

crate::on_both!(killed_imports_resume);

/// Kills per database: a few in every run, two hundred in the long form.
fn kills() -> u64 {
    if std::env::var_os("LUDEX_LONG").is_some() { 200 } else { 4 }
}

const LINES: u64 = 30_000;
const BATCH: usize = 500;

fn text() -> String {
    let mut random = Random::new(11);
    (0..LINES)
        .map(|i| if i % 1000 == 7 { "!\n".into() } else { format!("cube3:{:08}\n", random.below(1 << 22)) })
        .collect()
}

/// Runs as a child of [`killed_imports_resume`]: imports until it is killed, saying what is done.
#[test]
fn child() {
    let Ok(url) = std::env::var("LUDEX_STORE_CHILD") else { return };
    let mut store = Store::open(&url).unwrap();
    let text = text();
    for end in (BATCH..).step_by(BATCH) {
        // Each call goes on where the last one was: told lines are in the store.
        let upto = text.lines().take(end).map(|line| line.len() + 1).sum::<usize>();
        let broken = &text[..upto];
        let (state, _) = run_import(&mut store, "crash", broken, Format::Items, BATCH);
        let state = state.unwrap();
        println!("told {}", state.line);
        if upto >= text.len() {
            return;
        }
        // The import of a part is not the end of the whole.
        store.plain_sql("UPDATE imports SET finished = (1 = 0)").unwrap();
    }
}

fn killed_imports_resume(place: &mut Place) {
    let mut whole = Store::open(":memory:").unwrap();
    run_import(&mut whole, "crash", &text(), Format::Items, BATCH).0.unwrap();
    let expected = whole.checksum().unwrap();
    drop(place.open());
    let mut random = Random::new(5);
    let (mut struck, mut told_before) = (0, 0);
    while struck < kills() {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["crash::child", "--exact", "--nocapture"])
            .env("LUDEX_STORE_CHILD", &place.url)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + random.below(400)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let told: i64 =
            said.lines().filter_map(|line| line.strip_prefix("told ")?.parse().ok()).next_back().unwrap_or(0);
        let mut store = place.open();
        // The import that goes on was opened again by plain SQL.
        let found = store.examine().unwrap();
        assert!(found.iter().all(|finding| finding.outside), "{found:?}");
        let state = store.import_state("crash").unwrap().unwrap_or_default();
        assert!(state.line >= told, "told {told}, stored {}", state.line);
        assert_eq!(state.line % BATCH as i64, 0, "no half batch");
        let seen: i64 = store.kinds().unwrap().iter().map(|kind| kind.seen).sum();
        assert_eq!(seen, state.taken, "exactly the rows of whole batches are there");
        assert_eq!(store.import_refusals("crash").unwrap().len() as i64, state.refused);
        if state.line < LINES as i64 {
            struck += 1;
            told_before += u64::from(told > 0);
        } else {
            // Nothing is left to interrupt: all over again, after a look at the end.
            assert_eq!(store.checksum().unwrap(), expected);
            store.plain_sql("DELETE FROM imports; DELETE FROM records").unwrap();
            store.repair(&place.folder().join("aside.ndjson")).unwrap();
        }
    }
    println!(
        "import ({:?}): {struck} kills within, {told_before} of them after something was acknowledged; nothing lost",
        place.open().dialect()
    );
    let mut store = place.open();
    store.plain_sql("UPDATE imports SET finished = (1 = 0)").unwrap();
    let (state, _) = run_import(&mut store, "crash", &text(), Format::Items, BATCH);
    assert_eq!(state.unwrap().taken + (LINES / 1000) as i64, LINES as i64);
    assert_eq!(store.checksum().unwrap(), expected);
}

#[test]
fn a_full_disk_is_an_error_not_damage() {
    let place = Place::sqlite();
    let mut store = place.open();
    run_import(&mut store, "a", "cube2:0001\n", Format::Items, 10).0.unwrap();
    // The limit on pages is what a full disk looks like to SQLite.
    let pages = store.plain_rows("PRAGMA page_count").unwrap()[0][0].as_int().unwrap();
    store.plain_sql(&format!("PRAGMA max_page_count = {}", pages + 2)).unwrap();
    let (state, _) = run_import(&mut store, "crash", &text(), Format::Items, 5000);
    let error = state.unwrap_err();
    assert!(matches!(error, StoreError::Trouble { .. }), "{error}");
    assert!(error.to_string().contains("full") && error.to_string().contains(&place.url), "{error}");
    store.check().unwrap();
    drop(store);
    let mut store = place.open();
    assert_eq!(store.seen(&["cube2:0001"]).unwrap(), [true]);
    let (state, _) = run_import(&mut store, "crash", &text(), Format::Items, 5000);
    assert!(state.unwrap().finished);
}

/// A limit on the size of files is what a full disk looks like to the server: a table cannot grow.
#[test]
fn a_server_out_of_room_is_an_error_not_damage() {
    let server = Server::start_with("--wal-segsize=1", "ulimit -f 4096");
    server.command("CREATE DATABASE small");
    let url = server.url("small");
    let mut store = Store::open(&url).unwrap();
    run_import(&mut store, "a", "cube2:0001\n", Format::Items, 10).0.unwrap();
    let before = store.checksum().unwrap();
    let long: String = (0..30_000).map(|i| format!("cube3:{i:0100}\n")).collect();
    let (state, _) = run_import(&mut store, "crash", &long, Format::Items, 100_000);
    let error = state.unwrap_err();
    assert!(matches!(error, StoreError::Trouble { .. }), "{error}");
    assert!(error.to_string().contains("postgres://"), "{error}");
    // The whole batch is gone, and the store goes on.
    assert_eq!(store.check().unwrap(), before);
    drop(store);
    let mut store = Store::open(&url).unwrap();
    assert_eq!(store.seen(&["cube2:0001"]).unwrap(), [true]);
    let some: String = long.lines().take(500).map(|line| format!("{line}\n")).collect();
    assert!(run_import(&mut store, "crash", &some, Format::Items, 100).0.unwrap().finished);
}

#[test]
fn a_lost_connection_is_an_error_not_damage() {
    let place = Place::postgres();
    let mut store = place.open();
    run_import(&mut store, "a", "cube2:0001\n", Format::Items, 10).0.unwrap();
    Server::shared().command(&format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'",
        place.url.rsplit('/').next().unwrap()
    ));
    let (state, _) = run_import(&mut store, "crash", &text(), Format::Items, 5000);
    let error = state.unwrap_err();
    assert!(matches!(error, StoreError::Trouble { .. }), "{error}");
    assert!(error.to_string().contains("postgres://"), "{error}");
    let mut store = place.open();
    assert_eq!(store.seen(&["cube2:0001"]).unwrap(), [true]);
    assert!(run_import(&mut store, "crash", &text(), Format::Items, 5000).0.unwrap().finished);
}

#[test]
fn a_foreign_file_is_left_alone() {
    let mut place = Place::sqlite();
    let path = place.folder().join("letter.txt");
    std::fs::write(&path, "Dear Sir, this is no store.".repeat(100)).unwrap();
    let error = Store::open(path.to_str().unwrap()).unwrap_err();
    assert!(error.to_string().contains("not a store"), "{error}");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("Dear Sir"));
    assert!(
        Store::open("/nowhere/at/all.sqlite").unwrap_err().to_string().contains("/nowhere/at/all.sqlite")
    );
    assert!(Store::open_to_read(place.folder().join("none.sqlite").to_str().unwrap()).is_err());
}

#[test]
fn a_later_version_is_refused() {
    let place = Place::sqlite();
    place.open().plain_sql("UPDATE ludex_schema SET version = 99").unwrap();
    assert!(matches!(Store::open(&place.url), Err(StoreError::Newer { found: 99, .. })));
}
