//! Damage of every kind: `check` finds it, `repair` mends what can be mended, a backup brings back the rest.

use crate::place::Place;
use ludex_core::{Random, Silent};
use ludex_setups::compute::Job;
use ludex_setups::{Kicks, Rules, SetupFields, SetupType, Setups, Statistics};
use ludex_store::{Batch, Dialect, ImportState, Record};
use ludex_tetris::FourRule;
use std::path::Path;

crate::on_both!(
    changed_cells_are_found,
    lost_rows_and_objects_are_found,
    repair_keeps_what_is_right,
    what_others_write_is_taken_in,
    backups_go_everywhere,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

/// A store with rows in every table.
fn filled(store: &mut Setups) {
    let mut records = Vec::new();
    for (i, name) in ["cube2:0001", "cube2:0Zz}", "sudoku:eKEeveX3Ose2Ww4p42M"].iter().enumerate() {
        let mut record = Record::new(name.parse().unwrap(), 100 + i as i64);
        record.source = Some("it's a \"sample\", 天才".into());
        record.position = Some(format!("position {i}"));
        for (fact, value) in
            [("rating", 9.5.into()), ("solution", "R U".into()), ("length", 2.into()), ("score", 7.into())]
        {
            record.facts.set(fact, value).unwrap();
        }
        record.facts.set("note", serde_json::json!({"b": [1, 2.5], "a": "ü"})).unwrap();
        record.keys = vec![("short".into(), "same".into())];
        records.push(record);
    }
    let state = ImportState { batch: 1, line: 4, place: 4, taken: 3, refused: 1, finished: true };
    let batch = Batch { records: records.clone(), refused: vec![(3, "no name".into())] };
    store.store().put_batch("list.txt:3", batch, &state).unwrap();
    store.store().put(records).unwrap();
    let mut ids = Vec::new();
    for i in 0..4 {
        let mut setup = SetupFields::new(3, "T", "TIO", "T,*p7", FUMEN);
        setup.kind = if i < 3 { SetupType::Oqb } else { SetupType::Regular };
        setup.credit = Some(format!("finder {i}"));
        setup.solve_pattern = Some("*p4".to_owned());
        ids.push(store.add_setup(setup, FourRule::Counted).unwrap());
    }
    store.link_setups(ids[0], ids[1]).unwrap();
    store.link_setups(ids[1], ids[2]).unwrap();
    store.add_variant(ids[3], "TIOL", FUMEN, Some("*p4")).unwrap();
    store.add_save(3, "T||O#T or O", Some("either")).unwrap();
    store.translate_save(3, "T||O#T or O", "ja", "TかO").unwrap();
    let rules = Rules::of(Kicks::Srs);
    store
        .put_statistics(&Statistics {
            solve: Some((626, 840)),
            cover_data: Some(vec![0xA5; 630]),
            all_solves: Some("v115@vhAAgH".into()),
            minimal_solves: Some("v115@vhAAgH".into()),
            minimal_count: Some(1),
            ..Statistics::new(ids[3], rules)
        })
        .unwrap();
    store.put_path_file(ids[3], rules, Some(b"\x00\xFFpath")).unwrap();
    let computed = Job { paths: true, ..Job::default() };
    store.compute_setups(&computed, &mut |_| {}, &Silent).unwrap();
    store.prepare_lookups(Rules::default()).unwrap();
    ludex_store::sql::transaction(store.store().sql(), |sql| {
        sql.run(
            "INSERT INTO save_data (setup, kicktable, hold, save, percent, numerator, denominator, priority) \
             SELECT ?1, 'srs', 'any', id, 50, 1, 2, '[1]' FROM saves",
            &[ids[3].to_string().into()],
        )
    })
    .unwrap();
    store.put_set("openers", "Openers").unwrap();
    store.put_set("fast", "Fast ones").unwrap();
    store.link_sets("openers", "fast").unwrap();
    store.add_member("fast", ids[1]).unwrap();
    store.add_tag("quick").unwrap();
    store.tag_set("fast", "quick").unwrap();
    store.translate_set("fast", "de", "Schnelle", Some("alle")).unwrap();
    store.translate_setup(ids[1], "ja", "説明").unwrap();
    let given_up =
        store.add_setup(SetupFields::new(3, "T", "TIL", "T,*p7", FUMEN).solved(), FourRule::Counted);
    store.remove_setup(given_up.unwrap()).unwrap();
    assert_eq!(store.examine().unwrap(), []);
}

trait Solved {
    fn solved(self) -> Self;
}

impl Solved for SetupFields {
    fn solved(mut self) -> Self {
        self.solve_pattern = Some("*p4".into());
        self
    }
}

/// Everything that a store answers, as one text; what it cannot answer is said too.
fn answers(store: &mut Setups) -> String {
    let mut said = vec![
        format!("{:?}", store.store().checksum().map_err(|error| error.to_string())),
        format!("{:?}", store.setups_checksum().map_err(|error| error.to_string())),
        format!("{:?}", store.tree(None).map_err(|error| error.to_string())),
        format!("{:?}", store.store().by_key("short", "same").map_err(|error| error.to_string())),
        format!("{:?}", store.store().imports().map_err(|error| error.to_string())),
        format!("{:?}", store.store().import_refusals("list.txt:3").map_err(|error| error.to_string())),
    ];
    for queue in ["TTIOLJSZ", "TIOTLJSZ", "TSZJLOI"] {
        let found = store.find_setups(3, queue, Rules::default());
        said.push(format!("{:?}", found.map_err(|error| error.to_string())));
    }
    said.join("\n")
}

/// Does something to the rows past all rules, as damage comes.
struct Unruled {
    triggers: Vec<(String, String)>,
}

impl Unruled {
    fn new(store: &mut Setups) -> Self {
        let mut triggers = Vec::new();
        if store.store().dialect() == Dialect::Sqlite {
            store
                .store()
                .plain_sql("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
                .unwrap();
            let rows = store.store().plain_rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
            for row in rows.unwrap() {
                let mut row = row.into_iter().map(|value| value.into_text().unwrap());
                triggers.push((row.next().unwrap(), row.next().unwrap()));
            }
        }
        Unruled { triggers }
    }

    /// Runs a statement inside a transaction that is open; whether it was possible.
    fn run(&self, store: &mut Setups, sql: &str) -> bool {
        let store = store.store();
        match store.dialect() {
            Dialect::Sqlite => {
                for (name, _) in &self.triggers {
                    store.plain_sql(&format!("DROP TRIGGER {name}")).unwrap();
                }
                let done = store.plain_sql(sql).is_ok();
                for (_, made) in &self.triggers {
                    store.plain_sql(made).unwrap();
                }
                done
            }
            Dialect::Postgres => {
                store.plain_sql("SAVEPOINT one").unwrap();
                store.plain_sql("SET LOCAL session_replication_role = replica").unwrap();
                if store.plain_sql(sql).is_err() {
                    store.plain_sql("ROLLBACK TO SAVEPOINT one").unwrap();
                    return false;
                }
                store.plain_sql("SET LOCAL session_replication_role = origin").unwrap();
                true
            }
        }
    }
}

/// The tables, each with a condition that holds for its first row.
fn first_rows(store: &mut Setups) -> Vec<(ludex_store::diagram::TableInfo, String)> {
    let tables = store.store().live_schema().unwrap();
    let one = |table: ludex_store::diagram::TableInfo| {
        let mut keys: Vec<&str> =
            table.columns.iter().filter(|column| column.key).map(|column| column.name.as_str()).collect();
        if keys.is_empty() {
            keys = table.columns.iter().take(2).map(|column| column.name.as_str()).collect();
        }
        let keys = keys.join(", ");
        // A total that begins with nothing says nothing.
        let order = if table.name == "ludex_totals" { "rows DESC" } else { keys.as_str() };
        let first = format!("({keys}) = (SELECT {keys} FROM {} ORDER BY {order} LIMIT 1)", table.name);
        (table, first)
    };
    // Who holds a lock is no answer.
    tables.into_iter().filter(|table| table.name != "ludex_locks").map(one).collect()
}

/// Every column of every table, changed in one row.
fn changed_cells_are_found(place: &mut Place) {
    let mut store = place.open();
    filled(&mut store);
    let unruled = Unruled::new(&mut store);
    let dialect = store.store().dialect();
    let mut planted = 0;
    for (table, first) in first_rows(&mut store) {
        for column in &table.columns {
            // The number of a transaction that is over, the mark of what lies outside.
            if matches!((table.name.as_str(), column.name.as_str()), ("ludex_seals", "mark" | "outside")) {
                continue;
            }
            let (name, kind) = (&column.name, column.kind.as_str());
            let changed = match (dialect, kind) {
                (
                    _,
                    "integer" | "bigint" | "smallint" | "real" | "double precision" | "numeric"
                    | "numeric(5,2)",
                ) => {
                    format!("coalesce({name}, 0) + 1")
                }
                (_, "boolean") => format!("NOT {name}"),
                (_, "bytea") => format!("coalesce({name}, '\\x00') || '\\x01'"),
                (_, "json") => "'[7]'".to_owned(),
                (_, "ltree") => "'a.b'".to_owned(),
                (_, "blob") => format!("CAST(coalesce({name}, 'x') || 'y' AS BLOB)"),
                _ => format!("coalesce({name}, '') || 'x'"),
            };
            store.store().plain_sql("BEGIN").unwrap();
            let damage = format!("UPDATE {} SET {name} = {changed} WHERE {first}", table.name);
            if unruled.run(&mut store, &damage) {
                planted += 1;
                // A version that nobody knows ends it earlier.
                let found = store.examine().unwrap();
                let tampered = table.name == "ludex_schema";
                assert!(!found.is_empty() || tampered, "{damage}");
            }
            store.store().plain_sql("ROLLBACK").unwrap();
        }
    }
    assert!(planted >= 50, "{planted}");
    println!("{planted} changed cells found");
    assert_eq!(store.examine().unwrap(), []);
}

/// Every table loses a row, all its rows, itself; every index, trigger, function and constraint goes.
fn lost_rows_and_objects_are_found(place: &mut Place) {
    let mut store = place.open();
    filled(&mut store);
    let unruled = Unruled::new(&mut store);
    let mut damages = Vec::new();
    for (table, first) in first_rows(&mut store) {
        damages.push(format!("DELETE FROM {} WHERE {first}", table.name));
        damages.push(format!("DELETE FROM {}", table.name));
    }
    let mut drops = Vec::new();
    for row in store.store().plain_rows("SELECT kind, name FROM ludex_objects ORDER BY kind, name").unwrap() {
        let mut row = row.into_iter().map(|value| value.into_text().unwrap());
        let (kind, name) = (row.next().unwrap(), row.next().unwrap());
        let sqlite = store.store().dialect() == Dialect::Sqlite;
        drops.push(match (kind.as_str(), name.split_once(" on ")) {
            ("constraint", Some((name, table))) => {
                format!("ALTER TABLE {table} DROP CONSTRAINT {name} CASCADE")
            }
            (_, Some((name, table))) => format!("DROP {kind} {name} ON {table}"),
            _ if sqlite => format!("DROP {kind} {name}"),
            _ => format!("DROP {kind} {name} CASCADE"),
        });
    }
    // Every seventh of the hundreds of objects; all of them in the long form.
    if std::env::var_os("LUDEX_LONG").is_none() {
        drops = drops.into_iter().step_by(7).collect();
    }
    let count = damages.len() + drops.len();
    for (damage, past) in damages.iter().map(|sql| (sql, true)).chain(drops.iter().map(|sql| (sql, false))) {
        store.store().plain_sql("BEGIN").unwrap();
        let done =
            if past { unruled.run(&mut store, damage) } else { store.store().plain_sql(damage).is_ok() };
        assert!(done, "{damage}");
        // What the server cannot answer inside a transaction that failed is found as well.
        let found = store.examine();
        assert!(found.is_err() || !found.as_ref().unwrap().is_empty(), "{damage}");
        let _ = store.store().plain_sql("ROLLBACK");
    }
    println!("{count} losses found");
    assert_eq!(store.examine().unwrap(), []);
}

/// A damaged row goes aside with all that hangs on it; what is gone is made again; all else stays.
fn repair_keeps_what_is_right(place: &mut Place) {
    let mut store = place.open();
    filled(&mut store);
    let aside = place.folder().join("aside.ndjson");
    let dialect = store.store().dialect();
    let unruled = Unruled::new(&mut store);
    let with_path =
        store.store().plain_rows("SELECT setup FROM path_files ORDER BY setup").unwrap()[0][0].clone();
    let id = with_path.into_text().unwrap();
    store.store().plain_sql("BEGIN").unwrap();
    for damage in [
        "UPDATE records SET count = 77 WHERE name = 'cube2:0001'".to_owned(),
        format!("UPDATE setups SET credit = 'nobody' WHERE id = '{id}'"),
        "DELETE FROM setup_set_paths".to_owned(),
        "DELETE FROM tags".to_owned(),
    ] {
        assert!(unruled.run(&mut store, &damage), "{damage}");
    }
    store.store().plain_sql("COMMIT").unwrap();
    match dialect {
        Dialect::Sqlite => store.store().plain_sql("DROP TRIGGER setups_gone; DROP INDEX setups_look"),
        Dialect::Postgres => {
            store.store().plain_sql("DROP TRIGGER setups_retire ON setups; DROP INDEX setups_look")
        }
    }
    .unwrap();
    store.store().plain_sql("DROP TABLE import_refusals").unwrap();
    assert!(store.examine().unwrap().len() >= 6);
    drop(store);
    let mut store = place.open();
    let done = store.repair(&aside).unwrap();
    assert_eq!(store.examine().unwrap(), [], "{done:?}");
    let lines = std::fs::read_to_string(&aside).unwrap();
    let tables: Vec<String> = lines
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(line["row"].is_object() && line["reason"].is_string(), "{line}");
            line["table"].as_str().unwrap().to_owned()
        })
        .collect();
    for table in ["records", "record_keys", "setups", "setup_variants", "statistics", "path_files"] {
        assert!(tables.iter().any(|there| there == table), "{table} of {tables:?}");
    }
    assert!(lines.contains("nobody") && lines.contains("\"count\":77"), "{lines}");
    // What was right is there.
    let kinds = store.store().kinds().unwrap();
    assert_eq!(kinds.iter().map(|kind| kind.records).sum::<i64>(), 2);
    assert_eq!(store.tree(None).unwrap().len(), 3);
    assert_eq!(store.set("fast").unwrap().tags, Vec::<String>::new());
    assert!(done.iter().any(|line| line.contains("tags quick is gone")), "{done:?}");
}

/// Plain SQL may write what the rules allow; `check` says so, and a repair takes it in.
fn what_others_write_is_taken_in(place: &mut Place) {
    let mut store = place.open();
    filled(&mut store);
    let outside = [
        "INSERT INTO records (name, first_seen, last_seen, count) VALUES ('cube2:0777', 1, 2, 3)",
        "UPDATE records SET source = 'psql' WHERE name = 'cube2:0001'",
        "UPDATE setups SET credit = 'psql' WHERE type = 'oqb'",
        "INSERT INTO tags (tag) VALUES ('slow')",
        "DELETE FROM setup_set_members",
    ];
    for sql in outside {
        store.store().plain_sql(sql).unwrap();
    }
    let found = store.examine().unwrap();
    assert!(found.len() >= 7 && found.iter().all(|finding| finding.outside), "{found:?}");
    assert!(store.check().unwrap_err().to_string().contains("outside Ludex"));
    // Ludex goes on meanwhile, and what it writes is its own.
    store.add_tag("own").unwrap();
    store.store().put(vec![Record::new("cube2:0778".parse().unwrap(), 5)]).unwrap();
    assert_eq!(store.examine().unwrap().len(), found.len());
    let aside = place.folder().join("aside.ndjson");
    store.repair(&aside).unwrap();
    assert_eq!(store.examine().unwrap(), []);
    assert!(!aside.exists(), "nothing was moved");
    let record = store.store().get(&"cube2:0001".parse().unwrap()).unwrap().unwrap();
    assert_eq!(record.source.as_deref(), Some("psql"));
    // What reads as no record is moved, with its reason.
    let long = "x".repeat(101);
    let sql =
        format!("INSERT INTO records (name, first_seen, last_seen, count) VALUES ('a{long}:1', 1, 2, 3)");
    store.store().plain_sql(&sql).unwrap();
    store.repair(&aside).unwrap();
    assert_eq!(store.examine().unwrap(), []);
    assert!(std::fs::read_to_string(&aside).unwrap().contains(&long));
}

/// A backup holds all, and goes back into either database.
fn backups_go_everywhere(place: &mut Place) {
    let mut store = place.open();
    filled(&mut store);
    let file = place.folder().join("backup.sqlite");
    std::fs::write(&file, "what was there before").unwrap();
    store.backup(&file, &[]).unwrap();
    let wanted = (store.store().checksum().unwrap(), store.setups_checksum().unwrap(), answers(&mut store));
    let mut backup = Setups::open_to_read(file.to_str().unwrap()).unwrap();
    assert_eq!(backup.examine().unwrap(), []);
    drop(backup);
    assert!(!Path::new(&format!("{}-wal", file.display())).exists(), "a backup is one file");
    for other in [Place::sqlite(), Place::postgres()] {
        let mut target = other.open();
        target.restore(&file, &[], false).unwrap();
        assert_eq!(target.examine().unwrap(), []);
        let got =
            (target.store().checksum().unwrap(), target.setups_checksum().unwrap(), answers(&mut target));
        assert_eq!(got, wanted);
        // It goes on from there: numbers are given out anew, rules hold, a second time it is not empty.
        target.add_save(4, "T", None).unwrap();
        assert_eq!(target.examine().unwrap(), []);
        let error = target.restore(&file, &[], false).unwrap_err().to_string();
        assert!(error.contains("not empty"), "{error}");
        target.restore(&file, &[], true).unwrap();
        assert_eq!(target.setups_checksum().unwrap(), wanted.1);
        assert_eq!(target.examine().unwrap(), []);
    }
    // A damaged backup is refused.
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(8).position(|window| window == b"Openers\x00" || window == b"finder 1").unwrap();
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let error = place.open().restore(&file, &[], true).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
    assert_eq!(place.open().setups_checksum().unwrap(), wanted.1);
}

/// Bits of the file that flip: whatever changes an answer is found.
#[test]
fn flipped_bits_that_change_an_answer_are_found() {
    let mut place = Place::sqlite();
    let mut store = place.open();
    filled(&mut store);
    let whole = place.folder().join("whole.sqlite");
    store.backup(&whole, &[]).unwrap();
    let right = answers(&mut Setups::open_to_read(whole.to_str().unwrap()).unwrap());
    let bytes = std::fs::read(&whole).unwrap();
    let flips = if std::env::var_os("LUDEX_LONG").is_some() { 3_000 } else { 100 };
    let file = place.folder().join("flipped.sqlite");
    let mut random = Random::new(12);
    let (mut changed, mut found) = (0, 0);
    for _ in 0..flips {
        let mut copy = bytes.clone();
        let at = random.below(bytes.len() as u64 * 8) as usize;
        copy[at / 8] ^= 1 << (at % 8);
        std::fs::write(&file, &copy).unwrap();
        let (said, seen) = match Setups::open_to_read(file.to_str().unwrap()) {
            Err(error) => (error.to_string(), true),
            Ok(mut store) => {
                let seen = store.examine().map_or(true, |found| !found.is_empty());
                (answers(&mut store), seen)
            }
        };
        changed += u32::from(said != right);
        found += u32::from(seen);
        assert!(seen || said == right, "bit {} of byte {}", at % 8, at / 8);
    }
    println!("{flips} bits flipped: {changed} changed an answer, {found} were found");
    assert!(changed > 0);
}
