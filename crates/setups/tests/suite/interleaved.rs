//! Writers that meet: whatever they do at once, at every isolation level, the tree is what its links say.

use crate::place::Place;
use ludex_core::Random;
use ludex_setups::{SetupFields, SetupType, Setups};
use ludex_store::Dialect;
use ludex_tetris::SetupId;

crate::on_both!(trees_of_several_writers_are_whole);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
const CLIENTS: u64 = 4;
const NODES: u64 = 7;

fn id(i: u64) -> SetupId {
    crate::id(&format!("1000000000{i:02x}"))
}

fn rounds() -> u64 {
    if std::env::var_os("LUDEX_LONG").is_some() { 1000 } else { 25 }
}

/// One change of the tree, as any client would write it.
fn change(random: &mut Random) -> String {
    let (a, b) = (id(random.below(NODES)), id(random.below(NODES)));
    match random.below(10) {
        0 => format!("DELETE FROM setups WHERE id = '{a}'"),
        1 => format!(
            "INSERT INTO setups (id, pc, leftover, build, cover_pattern, type, fumen) \
             VALUES ('{a}', 1, 'TILJSZO', 'T', '*p7', 'oqb', '{FUMEN}')"
        ),
        2 => format!("UPDATE setups SET id = '{b}' WHERE id = '{a}'"),
        3 => format!("UPDATE setups SET type = 'qb', solve_pattern = '*p4' WHERE id = '{a}'"),
        4 => format!("UPDATE setups SET type = 'oqb' WHERE id = '{a}'"),
        5 | 6 => format!("DELETE FROM setup_oqb_links WHERE parent = '{a}'"),
        _ => format!("INSERT INTO setup_oqb_links VALUES ('{a}', '{b}')"),
    }
}

/// What one client does: a transaction of one to three changes, which may be refused.
fn transaction(store: &mut Setups, random: &mut Random, level: &str) {
    let begin = match store.store().dialect() {
        Dialect::Sqlite => "BEGIN IMMEDIATE".to_owned(),
        Dialect::Postgres => format!("BEGIN ISOLATION LEVEL {level}"),
    };
    store.store().plain_sql(&begin).unwrap();
    // Reading first: at the higher levels what is seen is settled here, before the others write.
    let _ = store.store().plain_rows("SELECT count(*) FROM setup_oqb_links");
    for _ in 0..=random.below(3) {
        let change = change(random);
        if store.store().plain_sql(&change).is_err() {
            let _ = store.store().plain_sql("ROLLBACK");
            return;
        }
        if random.below(3) == 0 {
            std::thread::yield_now();
        }
    }
    if store.store().plain_sql("COMMIT").is_err() {
        let _ = store.store().plain_sql("ROLLBACK");
    }
}

fn trees_of_several_writers_are_whole(place: &mut Place) {
    let mut store = place.open();
    let levels: &[&str] = match store.store().dialect() {
        Dialect::Sqlite => &["SERIALIZABLE"],
        Dialect::Postgres => &["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"],
    };
    let mut clients: Vec<Setups> = (0..CLIENTS).map(|_| place.open()).collect();
    let mut links = 0;
    for level in levels {
        for round in 0..rounds() {
            for i in 0..NODES {
                let mut setup = SetupFields::new(1, "TILJSZO", "T", "*p7", FUMEN);
                setup.kind = SetupType::Oqb;
                let _ = store.add_setup_as(id(i), setup);
            }
            std::thread::scope(|scope| {
                for (i, client) in clients.iter_mut().enumerate() {
                    let seed = round * CLIENTS + i as u64;
                    scope.spawn(move || {
                        let mut random = Random::new(seed);
                        for _ in 0..3 {
                            transaction(client, &mut random, level);
                        }
                    });
                }
            });
            let wrong = store.check_trees().unwrap();
            assert!(wrong.is_empty(), "{level}, round {round}: {wrong:?}");
            links += store.links().unwrap().len();
        }
    }
    assert!(links > 0, "no link ever stood");
}
