//! Tables of another crate in the same database.

use crate::place::Place;
use ludex_store::schema::{Key, sealed};
use ludex_store::{Dialect, Extension, Record, Step, Store, StoreError, schema};
use std::path::PathBuf;

crate::on_both!(
    an_extension_comes_with_the_store,
    an_extension_comes_later,
    an_older_extension_is_brought_along,
    without_its_extension_a_store_is_not_raised,
    sealed_tables_are_not_left_behind,
    what_is_only_known_comes_along_where_it_is,
);

static NOTES: Extension = Extension {
    table: "notes",
    steps: &[
        Step { version: 2, sql: |_| "CREATE TABLE notes (name TEXT NOT NULL, note TEXT NOT NULL)".into() },
        Step { version: 3, sql: |_| "CREATE UNIQUE INDEX notes_by_name ON notes (name)".into() },
    ],
    if_there: false,
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

/// Marks under seals.
static MARKS: Extension = Extension {
    table: "marks",
    steps: &[Step {
        version: 6,
        sql: |dialect| {
            let seals = sealed(dialect, &[("marks", &[Key::Text("name")])]);
            let table = "CREATE TABLE marks (name TEXT NOT NULL PRIMARY KEY);";
            match dialect {
                Dialect::Sqlite => format!("{table}\n{seals}"),
                Dialect::Postgres => format!("{table}\n{}", schema::in_schema(&seals)),
            }
        },
    }],
    if_there: false,
};

/// Who knows other tables only does not raise a store past the steps of these.
fn sealed_tables_are_not_left_behind(place: &mut Place) {
    drop(Store::open_as_of(&place.url, 8, &[&NOTES, &MARKS]).unwrap());
    let error = Store::open_with(&place.url, &[&NOTES]).unwrap_err().to_string();
    assert!(error.contains("version 8") && error.contains("(marks)"), "{error}");
    let known = Extension { if_there: true, ..MARKS };
    let mut store = Store::open_with(&place.url, &[&NOTES, &known]).unwrap();
    assert_eq!(version(&mut store), Some(schema::VERSION));
}

fn what_is_only_known_comes_along_where_it_is(place: &mut Place) {
    let known = Extension { if_there: true, ..NOTES };
    drop(Store::open_with(&place.url, &[&known]).unwrap());
    let mut store = Store::open_to_read_with(&place.url, &[&known]).unwrap();
    assert!(store.live_schema().unwrap().iter().all(|table| table.name != "notes"));
    drop(store);
    let place = if place.url.starts_with("postgres") { Place::postgres() } else { Place::sqlite() };
    drop(Store::open_as_of(&place.url, 2, &[&NOTES]).unwrap());
    let mut store = Store::open_with(&place.url, &[&known]).unwrap();
    assert!(whole(&mut store));
    assert_eq!(version(&mut store), Some(schema::VERSION));
}
