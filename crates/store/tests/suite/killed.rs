//! `kill -9` in the middle of put, merge, migration, backup and restore: nothing is lost, nothing is there by half.

use crate::place::Place;
use ludex_core::Random;
use ludex_store::{Record, Store, schema};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

crate::on_both!(killed_puts, killed_merges, killed_backups, killed_restores);

/// Kills per kind and database: a few in every run, two hundred in the long form.
fn kills() -> u64 {
    if std::env::var_os("LUDEX_LONG").is_some() { 200 } else { 3 }
}

const MANY: i64 = 6_000;
const BATCH: i64 = 100;

fn records(from: i64, to: i64) -> Vec<Record> {
    let one = |i: i64| {
        let mut record = Record::new(format!("cube3:{i:08}").parse().unwrap(), i);
        record.facts.set("note", format!("number {i}").into()).unwrap();
        record.keys = vec![("short".into(), format!("{}", i / 7))];
        record
    };
    (from..to).map(one).collect()
}

fn fill(store: &mut Store, from: i64, to: i64) {
    for first in (from..to).step_by(1000) {
        store.put(records(first, to.min(first + 1000))).unwrap();
    }
}

/// Runs as a child of the tests here until it is killed; says what is done.
#[test]
fn child() {
    let Ok(task) = std::env::var("LUDEX_STORE_KILL") else { return };
    let mut words = task.split('\n');
    let mut word = || words.next().unwrap().to_owned();
    let (kind, url, file) = (word(), word(), PathBuf::from(word()));
    println!("begun");
    match kind.as_str() {
        "put" => {
            let mut store = Store::open(&url).unwrap();
            let there: i64 = store.kinds().unwrap().iter().map(|kind| kind.records).sum();
            for first in (there..).step_by(BATCH as usize) {
                store.put(records(first, first + BATCH)).unwrap();
                println!("told {}", first + BATCH);
            }
        }
        "merge" => {
            let mut other = Store::open_to_read(file.to_str().unwrap()).unwrap();
            Store::open(&url).unwrap().merge(&mut other, BATCH as usize).unwrap();
        }
        "migrate" => drop(Store::open(&url).unwrap()),
        "backup" => loop {
            Store::open_to_read(&url).unwrap().backup(&file, &[]).unwrap();
        },
        "restore" => loop {
            Store::open(&url).unwrap().restore(&file, &[], true).unwrap();
            println!("told");
        },
        other => panic!("{other}"),
    }
    println!("ended");
}

/// Starts the child and kills it after a while; what it had said. Every second one is killed only after it has begun:
/// on a busy machine the others fall into its start.
fn killed(kind: &str, url: &str, file: &Path, after: u64) -> String {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["killed::child", "--exact", "--nocapture"])
        .env("LUDEX_STORE_KILL", format!("{kind}\n{url}\n{}", file.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said =
        crate::place::killed_after(&mut child, if after.is_multiple_of(2) { "" } else { "begun" }, after);
    child.wait().unwrap();
    said
}

fn whole(store: &mut Store) {
    assert_eq!(store.examine().unwrap(), []);
}

fn killed_puts(place: &mut Place) {
    drop(place.open());
    let mut random = Random::new(1);
    let mut acknowledged = 0;
    for _ in 0..kills() {
        let said = killed("put", &place.url, Path::new("-"), 30 + random.below(300));
        let told =
            said.lines().filter_map(|line| line.strip_prefix("told ")?.parse::<i64>().ok()).next_back();
        let mut store = place.open();
        whole(&mut store);
        let there: i64 = store.kinds().unwrap().iter().map(|kind| kind.records).sum();
        assert!(there >= told.unwrap_or(0) && there % BATCH == 0, "told {told:?}, {there} there");
        acknowledged += u32::from(told.is_some());
    }
    println!(
        "put ({:?}): {} kills, {acknowledged} after something was acknowledged; nothing lost",
        place.open().dialect(),
        kills()
    );
}

fn killed_merges(place: &mut Place) {
    let file = place.folder().join("other.sqlite");
    let mut other = Store::open(file.to_str().unwrap()).unwrap();
    fill(&mut other, 0, MANY);
    let mut expected = Store::open(":memory:").unwrap();
    expected.merge(&mut other, 1000).unwrap();
    let expected = expected.checksum().unwrap();
    drop(other);
    drop(place.open());
    let mut random = Random::new(2);
    for _ in 0..kills() {
        killed("merge", &place.url, &file, 20 + random.below(200));
        let mut store = place.open();
        whole(&mut store);
        let there: i64 = store.kinds().unwrap().iter().map(|kind| kind.records).sum();
        assert!(there % BATCH == 0, "{there}");
        if there == MANY {
            // Nothing is left to interrupt: all over again.
            assert_eq!(store.checksum().unwrap(), expected);
            store.plain_sql("DELETE FROM imports; DELETE FROM records").unwrap();
            store.repair(&place.folder().join("aside.ndjson")).unwrap();
        }
    }
    let mut store = place.open();
    store.merge(&mut Store::open_to_read(file.to_str().unwrap()).unwrap(), 1000).unwrap();
    assert_eq!(store.checksum().unwrap(), expected);
}

fn killed_backups(place: &mut Place) {
    let mut store = place.open();
    fill(&mut store, 0, MANY);
    let expected = store.checksum().unwrap();
    let file = place.folder().join("backup.sqlite");
    store.backup(&file, &[]).unwrap();
    let mut random = Random::new(4);
    for _ in 0..kills() {
        killed("backup", &place.url, &file, 30 + random.below(300));
        let mut backup = Store::open_to_read(file.to_str().unwrap()).unwrap();
        whole(&mut backup);
        assert_eq!(backup.checksum().unwrap(), expected);
        whole(&mut store);
    }
}

fn killed_restores(place: &mut Place) {
    let file = place.folder().join("backup.sqlite");
    let mut first = Store::open(":memory:").unwrap();
    fill(&mut first, 0, MANY);
    first.backup(&file, &[]).unwrap();
    let mut store = place.open();
    fill(&mut store, MANY, MANY + 50);
    let known = [first.checksum().unwrap(), store.checksum().unwrap()];
    drop(store);
    let mut random = Random::new(5);
    let mut after = 0;
    for _ in 0..kills() {
        after += u64::from(killed("restore", &place.url, &file, 30 + random.below(400)).contains("told"));
        let mut store = place.open();
        whole(&mut store);
        let there = store.checksum().unwrap();
        assert!(known.contains(&there), "{there:?}");
    }
    println!(
        "restore ({:?}): {} kills, {} in the first restore, {after} in a later one; nothing lost",
        place.open().dialect(),
        kills(),
        kills() - after
    );
}

/// An older store is of its old version or of the present one, and all of it is there.
fn migrate(fresh: fn() -> Place) {
    let mut random = Random::new(3);
    let mut old = 0;
    let first = fresh();
    let mut store = Store::open_as_of(&first.url, 1, &[]).unwrap();
    fill(&mut store, 0, MANY);
    let expected = store.checksum().unwrap();
    drop(store);
    for _ in 0..kills() {
        let place = first.copy();
        killed("migrate", &place.url, Path::new("-"), 5 + random.below(120));
        if let Ok(mut there) = Store::open_as_of(&place.url, 1, &[]) {
            let rows = there.plain_rows("SELECT version FROM ludex_schema").unwrap();
            let version = rows[0][0].as_int().unwrap();
            assert!(version == 1 || version == schema::VERSION, "{version}");
            old += u32::from(version == 1);
        }
        let mut store = Store::open(&place.url).unwrap();
        whole(&mut store);
        assert_eq!(store.checksum().unwrap(), expected);
        drop(store);
        place.remove();
    }
    println!("{} migrations killed, {old} before they were done", kills());
}

#[test]
fn killed_migrations_on_sqlite() {
    migrate(Place::sqlite);
}

#[test]
fn killed_migrations_on_postgres() {
    migrate(Place::postgres);
}
