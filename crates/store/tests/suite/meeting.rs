//! Programs that meet in one store, and answers that do not depend on which database it is.

use crate::place::{Place, Server};
use crate::records::name;
use ludex_store::sql::{lock_until_commit, transaction};
use ludex_store::transfer::{self, Format};
use ludex_store::{Batch, Facts, ImportState, Record, Store, StoreError, lock};
use serde_json::{Value as Json, json};

crate::on_both!(
    an_import_run_twice_at_once_counts_once,
    who_goes_on_waits_for_the_batch_at_hand,
    a_check_while_others_write_finds_nothing,
    two_first_openers_both_open,
    a_bare_name_is_known_to_all_verbs,
    counts_end_at_the_most_a_database_counts,
    long_import_ids_are_refused,
    keys_and_facts_of_a_large_batch,
    numbers_in_any_form_merge_in_any_order,
);

/// The same import, run twice at once, counted everything double.
fn an_import_run_twice_at_once_counts_once(place: &mut Place) {
    let text: String = (0..4000).map(|i| format!("cube2:{i:04}\n")).collect();
    let run = |store: &mut Store| {
        let mut rows = transfer::rows(text.as_bytes(), Format::Items);
        let understand = |rows: &[transfer::Row]| {
            let one = |row: &transfer::Row| match &row.content {
                Ok(content) => transfer::record(content, 5, None, &crate::records::read),
                Err(reason) => Err(reason.clone()),
            };
            rows.iter().map(one).collect()
        };
        transfer::import(store, "file", &mut rows, 500, &understand, &mut |_, _| {}, &ludex_core::Silent)
    };
    let mut stores = [place.open(), place.open()];
    let ended: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = stores.iter_mut().map(|store| scope.spawn(|| run(store))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for error in ended.iter().filter_map(|ended| ended.as_ref().err()) {
        assert!(error.to_string().contains("nothing is counted twice"), "{error}");
    }
    // Whoever was stopped has left a whole batch: the import goes on from there.
    let mut store = place.open();
    assert!(run(&mut store).unwrap().finished);
    for kind in store.kinds().unwrap() {
        assert_eq!((kind.records, kind.seen), (4000, 4000));
    }
    // A batch that skips one is refused as well.
    let state = ImportState { batch: 99, ..ImportState::default() };
    let batch = Batch { records: vec![Record::new(name("cube2:0001"), 1)], refused: vec![] };
    assert!(matches!(store.put_batch("file", batch, &state), Err(StoreError::Trouble { .. })));
}

/// A server brings to its end what a killed program had asked for; the next run of the import came in between, and
/// was told that another program runs it, too.
fn who_goes_on_waits_for_the_batch_at_hand(place: &mut Place) {
    let state = ImportState { batch: 1, line: 5, place: 5, taken: 5, ..ImportState::default() };
    let (mut first, mut next) = (place.open(), place.open());
    first.put_batch("file", Batch { records: vec![], refused: vec![] }, &state).unwrap();
    let (told, holds) = std::sync::mpsc::channel();
    let writing = std::thread::spawn(move || {
        transaction(first.sql(), |sql| {
            lock_until_commit(sql, lock::RECORDS)?;
            told.send(()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(300));
            sql.run("UPDATE imports SET batch = 2, line = 10 WHERE id = ?1", &["file".into()]).map(drop)
        })
        .unwrap();
    });
    holds.recv().unwrap();
    let state = next.settled_import_state("file").unwrap().unwrap();
    assert_eq!((state.batch, state.line), (2, 10));
    writing.join().unwrap();
    assert_eq!(next.settled_import_state("another").unwrap(), None);
}

/// A check on a server counted the records twice, and what was written in between was damage.
fn a_check_while_others_write_finds_nothing(place: &mut Place) {
    let (mut writer, mut reader) = (place.open(), place.open());
    let writing = std::thread::spawn(move || {
        for i in 0..300 {
            let records =
                (0..20).map(|j| Record::new(name(&format!("cube2:{:04}", 20 * i + j)), 1)).collect();
            writer.put(records).unwrap();
        }
    });
    while !writing.is_finished() {
        assert_eq!(reader.examine().unwrap(), []);
    }
    writing.join().unwrap();
    assert_eq!(reader.examine().unwrap(), []);
}

/// Of two programs that opened a new store at once, one was told that it is locked.
fn two_first_openers_both_open(place: &mut Place) {
    let rounds = if std::env::var_os("LUDEX_LONG").is_some() { 100 } else { 5 };
    for round in 0..rounds {
        let fresh;
        let url = if place.url.starts_with("postgres") {
            fresh = Place::postgres();
            fresh.url.clone()
        } else {
            place.folder().join(format!("{round}.sqlite")).display().to_string()
        };
        std::thread::scope(|scope| {
            let openers: Vec<_> = (0..4).map(|_| scope.spawn(|| Store::open(&url).map(drop))).collect();
            for opener in openers {
                opener.join().unwrap().unwrap();
            }
        });
    }
}

/// `put` took a record of the bare name for the position, `find` did not.
fn a_bare_name_is_known_to_all_verbs(place: &mut Place) {
    let mut store = place.open();
    store.put(vec![Record::new(name("pc:213ceaff91ff"), 1)]).unwrap();
    assert_eq!(store.find(&name("pc:213ceaff91ff"), Some("a b c")).unwrap(), Some(name("pc:213ceaff91ff")));
    let mut record = Record::new(name("pc:213ceaff91ff"), 2);
    (record.position, record.shared_name) = (Some("a b c".into()), true);
    assert_eq!(store.put(vec![record.clone()]).unwrap(), [false]);
    record.position = Some("d e f".into());
    assert_eq!(store.find(&record.name, record.position.as_deref()).unwrap(), None);
    assert_eq!(store.put(vec![record.clone()]).unwrap(), [true]);
    assert_eq!(store.find(&record.name, Some("d e f")).unwrap(), Some(name("pc:213ceaff91fe")));
    assert_eq!(store.find(&record.name, Some("a b c")).unwrap(), Some(name("pc:213ceaff91ff")));
}

/// SQLite turned the sum into a fraction, PostgreSQL refused it.
fn counts_end_at_the_most_a_database_counts(place: &mut Place) {
    let mut store = place.open();
    let mut record = Record::new(name("cube2:0469"), 1);
    record.count = i64::MAX - 1;
    let mut other = record.clone();
    other.name = name("cube2:0470");
    store.put(vec![record.clone(), other]).unwrap();
    store.put(vec![record.clone()]).unwrap();
    assert_eq!(store.get(&record.name).unwrap().unwrap().count, i64::MAX);
    assert_eq!(store.kinds().unwrap()[0].seen, i64::MAX);
    store.check().unwrap();
}

/// A long id did not fit the index of PostgreSQL.
fn long_import_ids_are_refused(place: &mut Place) {
    let mut store = place.open();
    let state = ImportState { batch: 1, ..ImportState::default() };
    let noise: String =
        (0..4000u32).map(|i| char::from(b'a' + (i.wrapping_mul(2_654_435_761) >> 13) as u8 % 26)).collect();
    assert!(matches!(store.put_batch(&noise, Batch::default(), &state), Err(StoreError::Value(_))));
    assert!(matches!(store.put_batch("a\0b", Batch::default(), &state), Err(StoreError::Value(_))));
    store.put_batch(&noise[..1000], Batch::default(), &state).unwrap();
}

/// On a server each key was an INSERT and each record a SELECT of its own.
fn keys_and_facts_of_a_large_batch(place: &mut Place) {
    let mut store = place.open();
    let records = |note: i64| -> Vec<Record> {
        let one = |i: i64| {
            let mut record = Record::new(name(&format!("cube2:{i:05}")), 1);
            record.facts.set("note", json!(note + i)).unwrap();
            record.keys = vec![("short".into(), format!("{}", i / 2)), ("other".into(), "same\ttab".into())];
            record
        };
        (0..3000).map(one).collect()
    };
    store.put(records(0)).unwrap();
    store.put(records(1)).unwrap();
    let mut seen = 0;
    store
        .walk(&mut |record| {
            assert_eq!(record.facts.get("note"), Some(json!(seen)));
            assert_eq!(record.facts.get("also"), Some(json!({"note": [seen + 1]})));
            assert_eq!(
                record.keys,
                [("other".into(), "same\ttab".into()), ("short".into(), format!("{}", seen / 2))]
            );
            seen += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(seen, 3000);
    assert_eq!(store.by_key("short", "7").unwrap().len(), 2);
}

/// The same, counted: three times as many records are told in as many messages.
#[test]
fn a_larger_batch_takes_no_more_statements_of_a_server() {
    let place = Place::postgres();
    let mut store = place.open();
    store.plain_sql("SET log_statement = 'all'").unwrap();
    let server = Server::shared();
    let mut statements = |count: i64, note: i64| {
        let one = |i: i64| {
            let mut record = Record::new(name(&format!("cube2:{i:05}")), 1);
            record.facts.set("note", json!(note + i)).unwrap();
            record.keys = vec![("short".into(), format!("{}", i / 2))];
            record
        };
        let before = server.statements();
        store.put((0..count).map(one).collect()).unwrap();
        server.statements() - before
    };
    let (few, more) = (statements(1000, 0), statements(3000, 0));
    assert!((3..=30).contains(&few) && more == few, "{few} for 1000, {more} for 3000");
    // Facts that join what is there.
    assert_eq!(statements(3000, 1), more);
}

/// What merged to depended on the order for 1 and 1.0, and for numbers that a fraction cannot tell apart.
fn numbers_in_any_form_merge_in_any_order(place: &mut Place) {
    let values: [Json; 8] = [
        json!(1),
        json!(1.0),
        json!(-0.0),
        json!(0),
        json!(9_007_199_254_740_993_i64),
        json!(9_007_199_254_740_992_i64),
        json!(1e300),
        json!("x"),
    ];
    let fact = |value: &Json| {
        let mut facts = Facts::default();
        facts.set("note", value.clone()).unwrap();
        facts
    };
    for a in &values {
        for b in &values {
            for c in &values {
                let mut left = fact(a);
                left.merge(&fact(b));
                left.merge(&fact(c));
                let mut right = fact(c);
                right.merge(&fact(b));
                right.merge(&fact(a));
                assert_eq!(left.to_json(), right.to_json(), "{a} {b} {c}");
            }
        }
    }
    let mut zero = Facts::default();
    zero.set("rating", json!(-0.0)).unwrap();
    assert_eq!(zero.get("rating").unwrap().to_string(), "0.0");
    // What is overruled is a value of its fact, or it could never come back to its place.
    let mut facts = Facts::default();
    assert!(facts.set("also", json!({"rating": ["high"]})).is_err());
    assert!(facts.set("also", json!({"also": [1]})).is_err());
    facts.set("also", json!({"rating": [9.5], "note": ["y"]})).unwrap();
    let mut newer = Facts::default();
    newer.set("rating", json!(8.0)).unwrap();
    newer.set("also", json!({"rating": [8.5]})).unwrap();
    facts.replace(&newer);
    assert_eq!(facts.get("also"), Some(json!({"note": ["y"], "rating": [8.5]})));
    let mut store = place.open();
    for value in [json!(-0.0), json!(0)] {
        let mut record = Record::new(name("cube2:0469"), 1);
        record.facts = fact(&value);
        store.put(vec![record]).unwrap();
    }
    let record = store.get(&name("cube2:0469")).unwrap().unwrap();
    assert_eq!((record.facts.get("note"), record.facts.get("also")), (Some(json!(0)), None));
}

/// A check of SQLite ends at NUL.
#[test]
fn nul_is_refused_in_plain_sql() {
    let place = Place::sqlite();
    let mut store = place.open();
    for sql in [
        "INSERT INTO records (name, first_seen, last_seen, count) VALUES ('cube2:04' || char(0) || '69', 1, 1, 1)",
        "INSERT INTO records (name, source, first_seen, last_seen, count) VALUES ('cube2:0469', 'a' || char(0), 1, 1, 1)",
        "INSERT INTO imports VALUES ('a' || char(0), 1, 1, 1, 1, 1, 1)",
    ] {
        assert!(matches!(store.plain_sql(sql), Err(StoreError::Rule(_))), "{sql}");
    }
    store.put(vec![Record::new(name("cube2:0469"), 1)]).unwrap();
    assert!(store.plain_sql("UPDATE records SET position = char(0)").is_err());
}

/// A CSV file was written row by row: 20,009 writes for 20,000 rows.
#[test]
fn exports_are_buffered() {
    struct Counting(usize);
    impl std::io::Write for Counting {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += 1;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut store = Store::open(":memory:").unwrap();
    store.put((0..5000).map(|i| Record::new(name(&format!("cube2:{i:05}")), 1)).collect()).unwrap();
    for format in [Format::Items, Format::Ndjson, Format::Csv] {
        let mut out = Counting(0);
        assert_eq!(transfer::export(&mut store, format, Default::default(), &mut out).unwrap(), 5000);
        assert!(out.0 < 100, "{} writes", out.0);
    }
}
