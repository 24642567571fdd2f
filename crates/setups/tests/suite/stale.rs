//! Figures and the setups they were computed from, ids given out at once, and rules for plain SQL.

use crate::place::Place;
use ludex_core::Silent;
use ludex_setups::compute::Job;
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{Rules, SetupFields, SetupType, Setups, Statistics, Status};
use ludex_store::{Dialect, StoreError};
use ludex_tetris::{FourRule, SetupId};

crate::on_both!(
    an_edit_makes_statistics_stale,
    an_edit_during_a_computation_is_not_overwritten,
    an_edit_while_queues_are_packed_is_not_missed,
    ids_minted_at_once_are_all_taken,
    deep_chains_are_the_same_everywhere,
    long_saves_are_the_same_everywhere,
    planted_damage_in_the_trees_is_found,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn setup(build: &str) -> SetupFields {
    let mut setup = SetupFields::new(3, "T", build, "T,*p7", FUMEN);
    setup.solve_pattern = Some("*p4".into());
    setup
}

fn status(store: &mut Setups, id: SetupId) -> Status {
    store.statistics(id).unwrap()[0].status
}

/// Edits left the figures of the old setup standing as completed.
fn an_edit_makes_statistics_stale(place: &mut Place) {
    let mut store = place.open();
    let rules = Rules::default();
    let id = store.add_setup(setup("TIO"), FourRule::Counted).unwrap();
    let computed = |store: &mut Setups| {
        let row = Statistics { solve: Some((1, 2)), ..Statistics::new(id, rules) };
        store.put_statistics(&row).unwrap();
        store.prepare_lookups(rules).unwrap();
        assert_eq!(status(store, id), Status::Completed);
        assert!(store.pending(&Job::default()).unwrap().is_empty());
        assert_eq!(store.find_setups(3, "TTIOLJSZ", rules).unwrap()[0].solve, Some((1, 2)));
    };
    computed(&mut store);
    // What no computation reads changes nothing.
    let mut fields = store.setup(id).unwrap().fields;
    fields.credit = Some("somebody".into());
    store.change_setup(id, fields.clone()).unwrap();
    store.translate_setup(id, "de", "eins").unwrap();
    assert_eq!(status(&mut store, id), Status::Completed);
    type Edit = fn(&mut Setups, SetupId, SetupFields);
    let edits: [Edit; 4] = [
        |store, id, fields| {
            store.change_setup(id, SetupFields { cover_pattern: "T,*p7{I<O}".into(), ..fields }).unwrap();
        },
        |store, id, fields| {
            store.change_setup(id, SetupFields { solve_pattern: Some("*p5".into()), ..fields }).unwrap();
        },
        |store, id, _| {
            store.add_variant(id, "TIOL", FUMEN, None).unwrap();
        },
        |store, id, _| store.remove_variant(id, 1).unwrap(),
    ];
    for edit in edits {
        let fields = store.setup(id).unwrap().fields;
        edit(&mut store, id, fields);
        assert_eq!(status(&mut store, id), Status::Stale);
        assert_eq!(store.pending(&Job::default()).unwrap(), [id]);
        let found = store.find_setups(3, "TTIOLJSZ", rules).unwrap();
        assert!(found.iter().all(|found| found.solve.is_none() && !found.computed));
        // It came back as `processing`.
        for format in [SetupFormat::Json, SetupFormat::Dump] {
            let mut out = Vec::new();
            store.export_setups(format, &mut out).unwrap();
            let mut other = Setups::open(":memory:").unwrap();
            let rows = read(&String::from_utf8(out).unwrap(), format).unwrap();
            other.import_setups(&rows, FourRule::Counted).unwrap();
            assert_eq!(status(&mut other, id), Status::Stale);
            assert_eq!(other.setups_checksum().unwrap(), store.setups_checksum().unwrap());
        }
        computed(&mut store);
    }
}

/// A computation that ended after an edit wrote the figures of the setup as it was before.
fn an_edit_during_a_computation_is_not_overwritten(place: &mut Place) {
    let mut store = place.open();
    let mut fields = setup("TIO");
    fields.solve_pattern = None;
    fields.kind = SetupType::Oqb;
    let id = store.add_setup(fields, FourRule::Counted).unwrap();
    // Figures of the revision before this one, which come late.
    let before = store.store().plain_rows("SELECT revision FROM setups").unwrap()[0][0].as_int();
    store.add_variant(id, "TIOL", FUMEN, None).unwrap();
    let late = Statistics { revision: before, solve: Some((1, 2)), ..Statistics::new(id, Rules::default()) };
    store.put_statistics(&late).unwrap();
    assert_eq!(status(&mut store, id), Status::Stale);
    store.compute_setups(&Job::default(), &mut |_| {}, &Silent).unwrap();
    assert_eq!(status(&mut store, id), Status::Completed);
}

/// Queues were packed from what was there before an edit that nobody could see yet, and stayed.
fn an_edit_while_queues_are_packed_is_not_missed(place: &mut Place) {
    let (mut store, mut editor) = (place.open(), place.open());
    let rules = Rules::default();
    let id = store.add_setup(setup("TIO"), FourRule::Counted).unwrap();
    editor.store().plain_sql("BEGIN").unwrap();
    let edit = format!("UPDATE setups SET cover_pattern = 'T,[IO]!,*p5' WHERE id = '{id}'");
    editor.store().plain_sql(&edit).unwrap();
    let packing = std::thread::spawn(move || store.prepare_lookups(rules).map(|_| store));
    // Whether it has come to the lock or not yet: both must end well.
    std::thread::sleep(std::time::Duration::from_millis(300));
    editor.store().plain_sql("COMMIT").unwrap();
    let mut store = packing.join().unwrap().unwrap();
    for (queue, found) in [("TIOLJSZ", 1), ("TLIOJSZ", 0)] {
        assert_eq!(store.find_setups(3, queue, rules).unwrap().len(), found, "{queue}");
    }
}

/// Two imports at once minted the same id, and one refused a row that was good.
fn ids_minted_at_once_are_all_taken(place: &mut Place) {
    drop(place.open());
    let text: String = (0..8)
        .map(|i| format!("3\tT\tTIO\tT,*p7\t{FUMEN}\t*p{}\n", 1 + i % 4))
        .fold("pc\tleftover\tbuild\tcover_pattern\tfumen\tsolve_pattern\n".to_owned(), |all, line| {
            all + &line
        });
    let rows = ludex_setups::formats::read(&text, ludex_setups::formats::SetupFormat::Tsv).unwrap();
    let done: Vec<_> = std::thread::scope(|scope| {
        let importers: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| place.open().import_setups(&rows, FourRule::Counted).unwrap()))
            .collect();
        importers.into_iter().map(|importer| importer.join().unwrap()).collect()
    });
    assert!(done.iter().all(|done| done.refused.is_empty()), "{done:?}");
    assert_eq!(done.iter().map(|done| done.setups).sum::<u64>(), 24);
}

/// A chain deeper than 166 did not fit the index of PostgreSQL.
fn deep_chains_are_the_same_everywhere(place: &mut Place) {
    let mut store = place.open();
    let id = |i: usize| crate::id(&format!("100000000{i:03x}"));
    if store.store().dialect() == Dialect::Sqlite {
        store.store().plain_sql("PRAGMA synchronous = OFF").unwrap();
    }
    for i in 0..=501 {
        let mut fields = setup("TIO");
        fields.kind = SetupType::Oqb;
        store.add_setup_as(id(i), fields).unwrap();
        if (1..500).contains(&i) {
            store.link_setups(id(i - 1), id(i)).unwrap();
        }
    }
    assert_eq!(store.setup(id(499)).unwrap().oqb_depth, Some(499));
    let error = store.link_setups(id(499), id(500)).unwrap_err();
    assert_eq!(error.to_string(), "a path of more than 500 oqb setups would be too long");
    assert!(store.check_trees().unwrap().is_empty());
}

/// A long expression did not fit the index of PostgreSQL.
fn long_saves_are_the_same_everywhere(place: &mut Place) {
    let mut store = place.open();
    let mut random = ludex_core::Random::new(5);
    let pieces = ["T", "I", "L", "J", "S", "Z", "O"];
    let long: Vec<&str> = (0..4000).map(|_| pieces[random.below(7) as usize]).collect();
    let long = long.join("||");
    let long = &long[..9997];
    let number = store.add_save(3, long, Some("first")).unwrap();
    assert_eq!(store.add_save(3, long, Some("again")).unwrap(), number);
    assert_eq!(store.saves().unwrap().len(), 1);
    store.remove_save(3, long).unwrap();
}

/// Neither `check` nor `lint` saw paths that no links lead along.
fn planted_damage_in_the_trees_is_found(place: &mut Place) {
    let mut store = place.open();
    let mut ids = Vec::new();
    for _ in 0..4 {
        let mut fields = setup("TIO");
        fields.kind = SetupType::Oqb;
        ids.push(store.add_setup(fields, FourRule::Counted).unwrap());
    }
    store.link_setups(ids[0], ids[1]).unwrap();
    store.link_setups(ids[1], ids[2]).unwrap();
    for (set, name) in [("a", "A"), ("b", "B")] {
        store.put_set(set, name).unwrap();
    }
    store.link_sets("a", "b").unwrap();
    store.check().unwrap();
    let (a, b, c, d) = (ids[0], ids[1], ids[2], ids[3]);
    let damages = [
        format!("DELETE FROM setup_oqb_paths WHERE setup = '{c}'"),
        format!("DELETE FROM setup_oqb_paths WHERE setup = '{d}'"),
        format!("INSERT INTO setup_oqb_paths VALUES ('{d}', '{a}.{d}', 1)"),
        "INSERT INTO setup_oqb_paths VALUES ('10000000000f', '10000000000f', 0)".into(),
        format!("UPDATE setup_oqb_paths SET depth = 7 WHERE setup = '{c}'"),
        format!("UPDATE setup_oqb_paths SET path = '{b}' WHERE setup = '{b}'"),
        format!("UPDATE setups SET oqb_path = '{c}' WHERE id = '{c}'"),
        format!("UPDATE setups SET oqb_depth = 9 WHERE id = '{c}'"),
        format!("UPDATE setups SET oqb_path = NULL WHERE id = '{a}'"),
        format!("INSERT INTO setup_oqb_links VALUES ('{c}', '{a}')"),
        format!("INSERT INTO setup_oqb_links VALUES ('{c}', '{d}')"),
        format!("DELETE FROM setup_oqb_links WHERE child = '{b}'"),
        format!("UPDATE setup_oqb_links SET child = '{d}' WHERE child = '{c}'"),
        format!("UPDATE setups SET type = 'qb' WHERE id = '{b}'"),
        format!("DELETE FROM setups WHERE id = '{b}'"),
        "DELETE FROM setup_set_paths WHERE setup_set = 'b'".into(),
        "UPDATE setup_set_paths SET path = 'b' WHERE setup_set = 'b'".into(),
        "INSERT INTO setup_set_paths VALUES ('a', 'b.a', 1)".into(),
        "DELETE FROM setup_set_links".into(),
        "INSERT INTO setup_set_links VALUES ('b', 'a')".into(),
    ];
    // Past all rules, as damage comes.
    let dialect = store.store().dialect();
    let mut triggers = Vec::new();
    if dialect == Dialect::Sqlite {
        store.store().plain_sql("PRAGMA foreign_keys = OFF").unwrap();
        for row in store.store().plain_rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap()
        {
            triggers.push(row[0].clone().into_text().unwrap());
        }
    }
    for damage in &damages {
        store.store().plain_sql("BEGIN").unwrap();
        match dialect {
            Dialect::Sqlite => {
                for trigger in &triggers {
                    store.store().plain_sql(&format!("DROP TRIGGER {trigger}")).unwrap();
                }
            }
            Dialect::Postgres => {
                store.store().plain_sql("SET LOCAL session_replication_role = replica").unwrap()
            }
        }
        store.store().plain_sql(damage).unwrap();
        let found = store.check_trees().unwrap();
        assert!(!found.is_empty(), "{damage}");
        store.store().plain_sql("ROLLBACK").unwrap();
    }
    assert!(store.check_trees().unwrap().is_empty());
}

/// Plain SQL on SQLite went past what PostgreSQL refuses.
#[test]
fn plain_sql_on_sqlite_meets_the_rules() {
    let place = Place::sqlite();
    let mut store = place.open();
    let mut fields = setup("TIO");
    fields.kind = SetupType::Oqb;
    let (a, b) = (
        store.add_setup(fields.clone(), FourRule::Counted).unwrap(),
        store.add_setup(fields, FourRule::Counted).unwrap(),
    );
    store.link_setups(a, b).unwrap();
    store.store().plain_sql("PRAGMA foreign_keys = OFF").unwrap();
    let replace = format!(
        "INSERT OR REPLACE INTO setups (id, pc, leftover, build, cover_pattern, type, fumen, solve_pattern) \
         VALUES ('{b}', 3, 'T', 'T', '*p7', 'qb', '{FUMEN}', '*p4')"
    );
    for sql in [
        replace.as_str(),
        "INSERT INTO setup_oqb_work VALUES (1)",
        "INSERT INTO tags VALUES ('a' || char(0) || 'b')",
        "INSERT INTO setup_sets VALUES ('a', char(0))",
        "UPDATE setups SET credit = char(0)",
    ] {
        let refused = store.store().plain_sql(sql);
        assert!(matches!(refused, Err(StoreError::Rule(_) | StoreError::Trouble { .. })), "{sql}");
    }
    assert!(store.check_trees().unwrap().is_empty());
}
