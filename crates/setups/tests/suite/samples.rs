//! A store of every released version is kept in `tests/data`, made by `examples/sample.rs`; it opens, is
//! brought to the present version, and says what it said. The two databases hold the same.

use crate::place::Place;
use ludex_setups::{Kicks, Rules, Setups, Statistics, Status};
use ludex_store::schema;
use std::path::PathBuf;

/// The first version had records only: its samples are those of the store.
fn data(version: i64, ending: &str) -> PathBuf {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = if version == 1 { "../store/tests/data" } else { "tests/data" };
    crates.join(folder).join(format!("store-v{version}.{ending}"))
}

/// Opens a kept store of a version: a copy of the file, or the dump in a fresh database.
fn sample(place: &mut Place, version: i64) -> Setups {
    if place.url.starts_with("postgres") {
        let dump = std::fs::read_to_string(data(version, "sql")).unwrap();
        let mut client = postgres::Client::connect(&place.url, postgres::NoTls).unwrap();
        client.batch_execute(&dump).unwrap();
    } else {
        std::fs::copy(data(version, "sqlite"), &place.url).unwrap();
    }
    // Reading is enough to bring it to the present version.
    drop(Setups::open_to_read(&place.url).unwrap());
    place.open()
}

#[test]
fn every_version_opens_on_both_databases() {
    for version in 1..=schema::VERSION {
        let mut signatures = Vec::new();
        for mut place in [Place::sqlite(), Place::postgres()] {
            let mut store = sample(&mut place, version);
            let present =
                store.store().plain_rows("SELECT version FROM ludex_schema").unwrap()[0][0].as_int();
            assert_eq!(present, Some(schema::VERSION));
            let record = store.store().get(&"cube2:0001".parse().unwrap()).unwrap().unwrap();
            assert_eq!((record.count, record.first_seen, record.facts.rating), (2, 100, Some(9.5)));
            assert_eq!(record.source.as_deref(), Some("it's a \"sample\", 天才"));
            assert_eq!(store.store().by_key("short", "same").unwrap().len(), 3);
            if version >= 2 {
                let tree = store.tree(None).unwrap();
                assert_eq!(tree.iter().map(|line| line.depth).collect::<Vec<_>>(), [0, 1, 1]);
                let id = tree[0].id;
                assert_eq!(store.setup(id).unwrap().credit.as_deref(), Some("finder 0"));
                assert_eq!(store.set("fast").unwrap().tags, ["quick"]);
                let computed =
                    store.store().plain_rows("SELECT setup FROM statistics WHERE path_file").unwrap();
                let computed = crate::id(&computed[0][0].clone().into_text().unwrap());
                assert_eq!(
                    store.path_file(computed, Rules::of(Kicks::Srs)).unwrap().unwrap(),
                    b"\x00\xFFpath"
                );
                // Statistics go into a store that was of an older version as into any other.
                let fresh = Statistics { solve: Some((1, 2)), ..Statistics::new(id, Rules::of(Kicks::Srs)) };
                store.put_statistics(&fresh).unwrap();
                let again = Statistics { solve: Some((2, 2)), ..fresh };
                store.put_statistics(&again).unwrap();
                let there = store.statistics(id).unwrap();
                assert_eq!((there.len(), there[0].solve), (1, Some((2, 2))));
                assert_eq!(there[0].status, Status::Completed, "it was computed from what is there");
                // The rules of the present version hold.
                store.remove_setup(id).unwrap();
                assert_eq!(store.tree(None).unwrap().iter().filter(|line| line.depth == 0).count(), 2);
            }
            store.store().check().unwrap();
            signatures.push((store.store().checksum().unwrap(), store.setups_checksum().unwrap()));
            drop(store);
        }
        assert_eq!(signatures[0], signatures[1], "version {version}");
    }
}
