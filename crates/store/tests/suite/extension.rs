//! Tables of another crate in the same database.

use crate::place::Place;
use ludex_store::{Extension, Record, Step, Store, StoreError, schema};
use std::path::PathBuf;

crate::on_both!(
    an_extension_comes_with_the_store,
    an_extension_comes_later,
    an_older_extension_is_brought_along,
    without_its_extension_a_store_is_not_raised,
);

static NOTES: Extension = Extension {
    table: "notes",
    steps: &[
        Step { version: 2, sql: |_| "CREATE TABLE notes (name TEXT NOT NULL, note TEXT NOT NULL)".into() },
        Step { version: 3, sql: |_| "CREATE UNIQUE INDEX notes_by_name ON notes (name)".into() },
    ],
};

/// Whether both steps have run: the table is there, and its index.
fn whole(store: &mut Store) -> bool {
    store.plain_sql("DELETE FROM notes; INSERT INTO notes VALUES ('a', 'b')").unwrap();
    store.plain_sql("INSERT INTO notes VALUES ('a', 'c')").is_err()
}

fn version(store: &mut Store) -> Option<i64> {
    store.plain_rows("SELECT version FROM ludex_schema").unwrap()[0][0].as_int()
}

fn put(store: &mut Store) {
    store.put(vec![Record::new("cube2:0469".parse().unwrap(), 0)]).unwrap();
}

fn an_extension_comes_with_the_store(place: &mut Place) {
    let mut store = Store::open_with(&place.url, &[&NOTES]).unwrap();
    assert!(whole(&mut store));
    assert_eq!(version(&mut store), Some(schema::VERSION));
    put(&mut store);
    drop(store);
    // A store of the present version is read and written without it, too, and keeps it.
    put(&mut Store::open(&place.url).unwrap());
    drop(Store::open_to_read(&place.url).unwrap());
    let mut store = Store::open_to_read_with(&place.url, &[&NOTES]).unwrap();
    assert_eq!(store.plain_rows("SELECT note FROM notes").unwrap().len(), 1);
    store.check().unwrap();
}

fn an_extension_comes_later(place: &mut Place) {
    put(&mut place.open());
    let mut store = Store::open_to_read_with(&place.url, &[&NOTES]).unwrap();
    assert!(whole(&mut store));
    assert_eq!(version(&mut store), Some(schema::VERSION));
    assert_eq!(store.seen(&["cube2:0469"]).unwrap(), [true]);
}

fn an_older_extension_is_brought_along(place: &mut Place) {
    for (version_before, there) in [(1, false), (2, true)] {
        let place = if place.url.starts_with("postgres") { Place::postgres() } else { Place::sqlite() };
        let mut store = Store::open_as_of(&place.url, version_before, &[&NOTES]).unwrap();
        put(&mut store);
        assert_eq!(version(&mut store), Some(version_before));
        let names = store.live_schema().unwrap().into_iter().map(|table| table.name);
        assert_eq!(names.filter(|name| name == "notes").count() == 1, there);
        drop(store);
        let mut store = Store::open_with(&place.url, &[&NOTES]).unwrap();
        assert!(whole(&mut store));
        assert_eq!(version(&mut store), Some(schema::VERSION));
    }
}

fn without_its_extension_a_store_is_not_raised(place: &mut Place) {
    drop(Store::open_as_of(&place.url, 2, &[&NOTES]).unwrap());
    for error in [Store::open(&place.url).unwrap_err(), Store::open_to_read(&place.url).unwrap_err()] {
        assert!(matches!(error, StoreError::Open { .. }), "{error}");
        assert!(error.to_string().contains("version 2") && error.to_string().contains("(notes)"), "{error}");
    }
    assert!(whole(&mut Store::open_with(&place.url, &[&NOTES]).unwrap()));
    place.open();
}

/// Records only: what the first version wrote.
#[test]
fn the_first_version_opens_on_both_databases() {
    let data = |file: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    for place in [Place::sqlite(), Place::postgres()] {
        if place.url.starts_with("postgres") {
            let dump = std::fs::read_to_string(data("store-v1.sql")).unwrap();
            let mut client = ::postgres::Client::connect(&place.url, ::postgres::NoTls).unwrap();
            client.batch_execute(&dump).unwrap();
        } else {
            std::fs::copy(data("store-v1.sqlite"), &place.url).unwrap();
        }
        let mut store = Store::open_to_read(&place.url).unwrap();
        assert_eq!(version(&mut store), Some(schema::VERSION));
        let record = store.get(&"cube2:0001".parse().unwrap()).unwrap().unwrap();
        assert_eq!((record.count, record.first_seen, record.facts.rating), (2, 100, Some(9.5)));
        store.check().unwrap();
    }
}

/// What does not belong into a column is told, not read as nothing or 0.
#[test]
fn damaged_columns_are_refused() {
    let place = Place::sqlite();
    let mut store = place.open();
    put(&mut store);
    store.plain_sql("PRAGMA ignore_check_constraints = ON").unwrap();
    for (sql, column) in [
        ("UPDATE records SET count = 'many'", "count"),
        ("UPDATE records SET count = 1, position = x'01'", "position"),
        ("UPDATE records SET position = NULL, rating = 'high'", "rating"),
    ] {
        store.plain_sql(sql).unwrap();
        let error = store.get(&"cube2:0469".parse().unwrap()).unwrap_err();
        assert!(matches!(error, StoreError::Column { .. }), "{sql}: {error}");
        assert!(error.to_string().contains(column), "{sql}: {error}");
    }
    store.plain_sql("UPDATE records SET rating = NULL, source = CAST(x'ff' AS TEXT)").unwrap();
    let error = store.get(&"cube2:0469".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("UTF-8"), "{error}");
}
