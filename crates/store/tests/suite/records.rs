//! Records by name.

use crate::place::Place;
use ludex_core::{Name, Random, Silent};
use ludex_store::transfer::{self, Format, Named};
use ludex_store::{Facts, Query, Record, Store, StoreError};
use serde_json::Value as Json;

crate::on_both!(
    put_and_get,
    names_sort_bytewise,
    facts_merge,
    queries_page,
    collisions_are_told,
    shared_names_are_kept_apart,
    imports_resume,
    refused_rows_are_told,
    text_there_and_back,
    stores_merge,
    hostile_text,
    all_or_nothing,
    facts_are_attached,
    ranks_of_a_kind,
    batches_join_what_is_equal,
    small_facts_join_long_ones_in_parts,
    facts_do_not_grow_for_ever,
);

pub(crate) fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

fn record(text: &str, seen: i64) -> Record {
    Record::new(name(text), seen)
}

fn facts(list: &[(&str, Json)]) -> Facts {
    let mut facts = Facts::default();
    list.iter().for_each(|(word, value)| facts.set(word, value.clone()).expect("a fact"));
    facts
}

fn names(store: &mut Store, query: &Query) -> Vec<String> {
    let mut all = Vec::new();
    store
        .query(query, &mut |record| {
            all.push(record.name.to_string());
            Ok(true)
        })
        .expect("a query");
    all
}

fn put_and_get(place: &mut Place) {
    let mut store = place.open();
    let mut first = record("cube2:0469", 100);
    first.position = Some("a position".into());
    first.source = Some("me".into());
    assert_eq!(
        store.put(vec![first, record("cube2:0469", 50), record("cube2:0001", 70)]).unwrap(),
        [true, false, true]
    );
    assert_eq!(store.put(vec![record("cube2:0469", 200)]).unwrap(), [false]);
    let got = store.get(&name("cube2:0469")).unwrap().unwrap();
    assert_eq!((got.count, got.first_seen, got.last_seen), (3, 50, 200));
    assert_eq!((got.position.as_deref(), got.source.as_deref()), (Some("a position"), Some("me")));
    assert_eq!(store.seen(&["cube2:0001", "cube2:0002", "cube2:0469"]).unwrap(), [true, false, true]);
    assert!(store.get(&name("cube2:0002")).unwrap().is_none());
    assert!(store.remove(&name("cube2:0001")).unwrap());
    assert!(!store.remove(&name("cube2:0001")).unwrap());
    store.check().unwrap();
    // What was put is there for whoever opens the store next.
    drop(store);
    assert_eq!(Store::open_to_read(&place.url).unwrap().seen(&["cube2:0469"]).unwrap(), [true]);
}

fn names_sort_bytewise(place: &mut Place) {
    let mut store = place.open();
    let mut texts: Vec<String> =
        ["a:a", "a:A", "a:Z", "a:0", "a:}", "a:{", "a-b:0", "a:zz", "a:z", "b:0", "a0:1"]
            .map(String::from)
            .to_vec();
    store.put(texts.iter().map(|text| record(text, 0)).collect()).unwrap();
    texts.sort();
    assert_eq!(names(&mut store, &Query::default()), texts);
}

fn facts_merge(place: &mut Place) {
    let mut store = place.open();
    let with = |list: &[(&str, Json)]| Record { facts: facts(list), ..record("sudoku:0", 1) };
    store.put(vec![with(&[("rating", 9.1.into()), ("er", 9.1.into())])]).unwrap();
    store.put(vec![with(&[("rating", 8.9.into()), ("length", 20.into())])]).unwrap();
    store.put(vec![record("sudoku:0", 5)]).unwrap();
    let got = store.get(&name("sudoku:0")).unwrap().unwrap();
    let expected = serde_json::json!({
        "rating": 8.9, "length": 20, "also": {"rating": [9.1]}, "er": 9.1
    });
    assert_eq!(Json::Object(got.facts.to_json()), expected);
    store.put_replacing(vec![with(&[("rating", 9.5.into())])]).unwrap();
    let got = store.get(&name("sudoku:0")).unwrap().unwrap();
    assert_eq!(
        Json::Object(got.facts.to_json()),
        serde_json::json!({"rating": 9.5, "length": 20, "er": 9.1})
    );
    assert_eq!(got.count, 4);
}

fn queries_page(place: &mut Place) {
    let mut store = place.open();
    let records = (0..100u32).map(|i| {
        let mut one = record(
            &format!("cube2:{}", ludex_core::bits::to_letters(&ludex_core::NAME_ALPHABET, i.into(), 4)),
            0,
        );
        one.facts = facts(&[("length", (i % 10).into()), ("colour", ["red", "blue"][i as usize % 2].into())]);
        one
    });
    store.put(records.chain([record("cube3:0", 0), record("cube2-state:0", 0)]).collect()).unwrap();
    let kind = |kind: &str| Query { kinds: vec![kind.into()], ..Query::default() };
    assert_eq!(names(&mut store, &kind("cube2")).len(), 100);
    assert_eq!(names(&mut store, &kind("cube3")), ["cube3:0"]);
    assert_eq!(names(&mut store, &Query { prefix: Some("cube2:001".into()), ..Query::default() }).len(), 36);
    let (low, high) = ludex_store::query::rank_range("cube2", 24, 10, 19).unwrap();
    let range = Query { from: Some(low.to_string()), to: Some(high.to_string()), ..Query::default() };
    assert_eq!(names(&mut store, &range).len(), 10);
    let long = Query { facts: vec!["length>=8".parse().unwrap()], ..kind("cube2") };
    assert_eq!(names(&mut store, &long).len(), 20);
    let red =
        Query { facts: vec!["length<4".parse().unwrap(), "colour=red".parse().unwrap()], ..kind("cube2") };
    assert_eq!(names(&mut store, &red).len(), 20);
    let mut pages = Vec::new();
    let mut page = Query { limit: Some(7), ..red.clone() };
    loop {
        let some = names(&mut store, &page);
        let Some(last) = some.last() else { break };
        page.after = Some(last.clone());
        pages.extend(some);
    }
    assert_eq!(pages, names(&mut store, &red));
    let (state, kinds) = (store.state().unwrap(), store.kinds().unwrap());
    assert_eq!(store.state().unwrap(), state, "nothing was written");
    store.put(vec![record("cube3:0", 0)]).unwrap();
    assert_ne!(store.state().unwrap(), state, "one was seen again");
    assert_eq!(
        kinds.iter().map(|k| (k.kind.as_str(), k.records)).collect::<Vec<_>>(),
        [("cube2", 100), ("cube2-state", 1), ("cube3", 1)]
    );
}

fn collisions_are_told(place: &mut Place) {
    let mut store = place.open();
    let with =
        |text: &str, key: &str| Record { keys: vec![("sextant".into(), key.into())], ..record(text, 0) };
    store.put(vec![with("xiangqi:a", "K1"), with("xiangqi:b", "K1"), with("xiangqi:c", "K2")]).unwrap();
    store.put(vec![with("xiangqi:a", "K1")]).unwrap();
    let mut told = Vec::new();
    let count = store
        .collisions(&mut |kind, key, names| {
            told.push(format!("{kind} {key} {}", names.join(" ")));
            Ok(())
        })
        .unwrap();
    assert_eq!((count, told), (1, vec!["sextant K1 xiangqi:a xiangqi:b".to_owned()]));
    // A hit on the code is only a candidate: the name, which is the whole position, decides.
    let hits = store.by_key("sextant", "K1").unwrap();
    assert_eq!(hits.iter().filter(|hit| hit.name == name("xiangqi:b")).count(), 1);
    assert_eq!(store.by_key("sextant", "K3").unwrap(), []);
    store.remove(&name("xiangqi:a")).unwrap();
    assert_eq!(store.by_key("sextant", "K1").unwrap().len(), 1);
}

fn shared_names_are_kept_apart(place: &mut Place) {
    let mut store = place.open();
    let shared = |position: &str| Record {
        position: Some(position.into()),
        shared_name: true,
        ..record("pc:213ceaff91ff", 1)
    };
    assert_eq!(store.put(vec![shared("a"), shared("b"), shared("a")]).unwrap(), [true, true, false]);
    assert_eq!(store.put(vec![shared("c"), shared("b")]).unwrap(), [true, false]);
    assert_eq!(
        names(&mut store, &Query::default()),
        ["pc:213ceaff91fd", "pc:213ceaff91fe", "pc:213ceaff91ff"]
    );
    let find = |store: &mut Store, position: &str| {
        store.find(&name("pc:213ceaff91ff"), Some(position)).unwrap().map(|name| name.to_string())
    };
    assert_eq!(find(&mut store, "b").as_deref(), Some("pc:213ceaff91fe"));
    assert_eq!(find(&mut store, "d"), None);
    // The unique numbers run out with an error, not with a name that is taken.
    let many = (0..253).map(|i| shared(&format!("p{i}"))).collect();
    assert!(store.put(many).unwrap().iter().all(|new| *new));
    assert!(store.put(vec![shared("one too many")]).unwrap_err().to_string().contains("taken"));
}

/// Takes names as they are; an item with a bang is refused.
pub(crate) fn read(item: &str) -> Result<Named, String> {
    if item.contains('!') {
        return Err(format!("{item:?} has a bang"));
    }
    Ok(Named {
        name: item.parse().map_err(|e: ludex_core::NameError| e.to_string())?,
        position: None,
        keys: vec![],
        shared_name: false,
    })
}

pub(crate) fn run_import(
    store: &mut Store,
    id: &str,
    text: &str,
    format: Format,
    batch: usize,
) -> (ludex_store::Result<ludex_store::ImportState>, Vec<(i64, String)>) {
    let mut refused = Vec::new();
    // Files of records name their sources; lists of items have the one of the import.
    let source = (format == Format::Items).then_some("test");
    let understand = |rows: &[transfer::Row]| {
        rows.iter()
            .map(|row| row.content.clone().and_then(|c| transfer::record(&c, 7, source, &read)))
            .collect()
    };
    let state = transfer::import(
        store,
        id,
        &mut transfer::rows(text.as_bytes(), format),
        batch,
        &understand,
        &mut |line, reason| refused.push((line, reason.to_owned())),
        &Silent,
    );
    (state, refused)
}

fn imports_resume(place: &mut Place) {
    let text: String = (0..1000).map(|i| format!("cube2:{:04}\n", i * 7 % 900)).collect();
    let mut whole = Store::open(":memory:").unwrap();
    run_import(&mut whole, "x", &text, Format::Items, 64).0.unwrap();
    let expected = whole.checksum().unwrap();
    let mut store = place.open();
    // A reader that breaks in the middle: what was written stays, the rest comes next time.
    let half = &text[..text.len() / 2];
    let mut broken = transfer::rows(half.as_bytes(), Format::Items)
        .chain([Err(StoreError::Stream(std::io::Error::other("the disk went away")))]);
    let understand = |rows: &[transfer::Row]| {
        rows.iter()
            .map(|row| row.content.clone().and_then(|c| transfer::record(&c, 7, Some("test"), &read)))
            .collect()
    };
    let error = transfer::import(&mut store, "x", &mut broken, 64, &understand, &mut |_, _| {}, &Silent);
    assert!(error.unwrap_err().to_string().contains("the disk went away"));
    let state = store.import_state("x").unwrap().unwrap();
    assert!(!state.finished && state.line > 0 && state.line % 64 == 0);
    let (state, _) = run_import(&mut store, "x", &text, Format::Items, 64);
    assert_eq!(state.unwrap().taken, 1000);
    assert_eq!(store.checksum().unwrap(), expected);
    // Once finished, the same import changes nothing.
    run_import(&mut store, "x", &text, Format::Items, 64).0.unwrap();
    assert_eq!(store.checksum().unwrap(), expected);
    store.forget_import("x").unwrap();
    run_import(&mut store, "x", &text, Format::Items, 64).0.unwrap();
    assert_ne!(store.checksum().unwrap(), expected);
}

fn refused_rows_are_told(place: &mut Place) {
    let mut store = place.open();
    let text = "cube2:0001\n!\n\ncube2:0002\nnoname\n";
    let (state, refused) = run_import(&mut store, "x", text, Format::Items, 2);
    let state = state.unwrap();
    assert_eq!((state.taken, state.refused, state.finished), (2, 2, true));
    assert_eq!(refused.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 5]);
    assert!(refused[0].1.contains("bang"));
    assert_eq!(store.import_refusals("x").unwrap(), refused);
    let csv = "name,rating,note\ncube2:0003,9.5,\"two\nlines\"\ncube2:0004,1\nbad,2,x\ncube2:0005,high,x\n";
    let (state, refused) = run_import(&mut store, "y", csv, Format::Csv, 100);
    assert_eq!((state.unwrap().taken, refused.len()), (1, 3));
    assert_eq!(refused.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 5, 6]);
    let got = store.get(&name("cube2:0003")).unwrap().unwrap();
    assert_eq!((got.facts.rating, got.facts.get("note")), (Some(9.5), Some("two\nlines".into())));
}

/// A store with something in every column.
pub(crate) fn fill(store: &mut Store, seed: u64, count: u64) {
    let mut random = Random::new(seed);
    let mut records = Vec::new();
    for _ in 0..count {
        let mut one = record(&format!("cube2:{:04}", random.below(500)), random.below(1000) as i64);
        one.last_seen += random.below(1000) as i64;
        one.count += random.below(3) as i64;
        if random.below(2) == 0 {
            one.position = Some(format!("it's \"{}\"\t\\N \\. 棋", random.below(9)));
            one.keys = vec![("code".into(), random.below(100).to_string())];
        }
        match random.below(4) {
            0 => one.facts = facts(&[("rating", (random.below(1000) as f64 / 7.0).into())]),
            1 => {
                one.facts = facts(&[("solution", "R U R'".into()), ("score", (-3).into()), ("x", "y".into())])
            }
            _ => {}
        }
        one.source = (random.below(2) == 0).then(|| "s,\"o\"urce".to_owned());
        records.push(one);
    }
    store.put(records).unwrap();
}

fn text_there_and_back(place: &mut Place) {
    let mut store = place.open();
    fill(&mut store, 1, 400);
    let expected = store.checksum().unwrap();
    let mut other = Store::open(":memory:").unwrap();
    fill(&mut other, 1, 400);
    assert_eq!(other.checksum().unwrap(), expected, "both databases hold the same");
    for format in [Format::Ndjson, Format::Csv] {
        let mut text = Vec::new();
        transfer::export(&mut store, format, Default::default(), &mut text).unwrap();
        let mut copy = Store::open(":memory:").unwrap();
        let (state, refused) = run_import(&mut copy, "x", std::str::from_utf8(&text).unwrap(), format, 50);
        state.unwrap();
        assert_eq!(refused, []);
        assert_eq!(copy.checksum().unwrap(), expected, "{format:?}");
    }
}

fn stores_merge(place: &mut Place) {
    let mut store = place.open();
    fill(&mut store, 1, 300);
    let mut other = Store::open(":memory:").unwrap();
    fill(&mut other, 2, 300);
    let state = store.merge(&mut other, 50).unwrap();
    assert!(state.finished);
    let merged = store.checksum().unwrap();
    store.merge(&mut other, 50).unwrap();
    assert_eq!(store.checksum().unwrap(), merged, "the same store is merged once");
    // No fact of either is lost.
    let mut all = Vec::new();
    for seed in [1, 2] {
        let mut one = Store::open(":memory:").unwrap();
        fill(&mut one, seed, 300);
        one.walk(&mut |record| {
            all.push(record);
            Ok(())
        })
        .unwrap();
    }
    for record in all {
        let got = store.get(&record.name).unwrap().unwrap();
        let mut joined = got.facts.clone();
        joined.merge(&record.facts);
        assert_eq!(joined.to_json().len(), got.facts.to_json().len());
        let mut again = got.clone();
        again.facts.merge(&record.facts);
        assert_eq!(again.to_json(), got.to_json(), "{}", record.name);
        assert!(record.keys.iter().all(|key| got.keys.contains(key)));
    }
}

fn hostile_text(place: &mut Place) {
    let mut store = place.open();
    store.put(vec![record("cube2:0000", 0)]).unwrap();
    let texts = [
        "'; DROP TABLE records; --",
        "\\'); DELETE FROM records; --",
        "$1 ?1 %s {} \\N \\. \t\r\n",
        "\u{202E}العربية 漢字 🧩 \u{FEFF}",
        &"x".repeat(1 << 20),
    ];
    for (i, text) in texts.iter().enumerate() {
        let mut one = record(&format!("cube2:000{}", i + 1), 0);
        one.position = Some((*text).to_owned());
        one.source = Some((*text).to_owned());
        one.facts = facts(&[("solution", (*text).into())]);
        one.keys = vec![("k".into(), text.chars().take(100).collect())];
        if i < 4 {
            one.facts.set(text, serde_json::json!({"deep": [text]})).unwrap();
        }
        store.put(vec![one.clone()]).unwrap();
        let got = store.get(&one.name).unwrap().unwrap();
        assert_eq!(got.to_json(), one.to_json());
    }
    for bad in ["nul \0 inside".to_owned(), "y".repeat((1 << 20) + 1)] {
        let mut one = record("cube2:0009", 0);
        one.position = Some(bad);
        let error = store.put(vec![one]).unwrap_err();
        assert!(error.is_refusal(), "{error}");
    }
    // A kind that is too long is refused like any other row, and does not end an import.
    let text = format!("{}:0001\ncube2:00zz\n", "k".repeat(200));
    let (state, refused) = run_import(&mut store, "long", &text, Format::Items, 10);
    assert_eq!((state.unwrap().taken, refused.len()), (1, 1), "{refused:?}");
    assert!(store.remove(&name("cube2:00zz")).unwrap());
    assert_eq!(names(&mut store, &Query::default()).len(), 6);
    assert_eq!(names(&mut store, &Query { prefix: Some("' OR 1=1 --".into()), ..Query::default() }).len(), 0);
    store.check().unwrap();
}

fn all_or_nothing(place: &mut Place) {
    let mut store = place.open();
    let mut bad = record("cube2:0002", 0);
    bad.count = 0;
    assert!(store.put(vec![record("cube2:0001", 0), bad]).is_err());
    assert_eq!(names(&mut store, &Query::default()), Vec::<String>::new());
    // Plain SQL meets the same rules.
    for sql in [
        "INSERT INTO records (name, first_seen, last_seen, count) VALUES ('cube2:1', 0, 0, 0)",
        "INSERT INTO records (name, first_seen, last_seen, count) VALUES ('cube2:1', 1, 0, 1)",
        "INSERT INTO records (name, first_seen, last_seen, count) VALUES ('no colon', 0, 0, 1)",
        "INSERT INTO records (name, facts, first_seen, last_seen, count) VALUES ('cube2:1', '[]', 0, 0, 1)",
        "INSERT INTO record_keys (kind, key, name) VALUES ('k', 'x', 'cube2:none')",
    ] {
        let error = store.plain_sql(sql).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{sql}: {error}");
    }
}

/// Attaching facts is no sighting.
fn facts_are_attached(place: &mut Place) {
    let mut store = place.open();
    store.put(vec![record("sudoku:A", 5)]).unwrap();
    let rated = |letters: &str, rating: f64| {
        let mut record = record(letters, 9);
        record.position = Some("rated".into());
        record.facts = facts(&[("rating", rating.into()), ("ep", 1.2.into())]);
        record
    };
    let new = store.attach(vec![rated("sudoku:B", 9.0), rated("sudoku:A", 7.1), rated("sudoku:A", 7.3)]);
    assert_eq!(new.unwrap(), [true, false, false]);
    let got = store.get(&name("sudoku:A")).unwrap().unwrap();
    assert_eq!((got.count, got.first_seen, got.last_seen), (1, 5, 5));
    assert_eq!((got.facts.rating, got.facts.get("ep")), (Some(7.1), Some(1.2.into())));
    assert_eq!(got.facts.get("also"), Some(serde_json::json!({"rating": [7.3]})));
    assert_eq!(store.get(&name("sudoku:B")).unwrap().unwrap().facts.rating, Some(9.0));
    assert!(
        store.attach(vec![rated("sudoku:C", 1.0), Record { count: 0, ..rated("sudoku:D", 1.0) }]).is_err()
    );
    assert_eq!(store.seen(&["sudoku:C"]).unwrap(), [false]);
}

/// Of a puzzle's name the first 33 bits are a rank; the sixth letter goes on with other bits.
fn ranks_of_a_kind(place: &mut Place) {
    let mut store = place.open();
    let ranks = [0u64, 1, 63, 64, 4095, 4096, 5_472_730_537];
    let mut all = Vec::new();
    for &rank in &ranks {
        for (low, rest) in [(0, "0000000000000"), (7, "}}}}}}}}}}}}}")] {
            let letters =
                ludex_core::bits::to_letters(&ludex_core::NAME_ALPHABET, u128::from(rank) << 3 | low, 6);
            all.push(record(&format!("sudoku:{letters}{rest}"), 0));
        }
    }
    store.put(all).unwrap();
    for (i, &low) in ranks.iter().enumerate() {
        for (j, &high) in ranks.iter().enumerate().skip(i) {
            let (from, to) = ludex_store::query::rank_range("sudoku", 33, low, high).unwrap();
            let query = Query { from: Some(from.to_string()), to: Some(to.to_string()), ..Query::default() };
            assert_eq!(names(&mut store, &query).len(), 2 * (j - i + 1), "{low}..{high}");
        }
    }
    let (from, to) = ludex_store::query::rank_range("cube2", 24, 5, 70).unwrap();
    assert_eq!((from.to_string(), to.to_string()), ("cube2:0005".into(), "cube2:0016".into()));
    assert!(ludex_store::query::rank_range("cube2", 24, 0, 1 << 24).is_err());
    assert!(ludex_store::query::rank_range("cube2", 24, 5, 4).is_err());
}

/// Bare names, whole records and both of one name come to what one by one would come to.
fn batches_join_what_is_equal(place: &mut Place) {
    let mut records = Vec::new();
    for i in 0..60i64 {
        let mut one = record(&format!("cube2:{:04}", i * 7 % 13), 50 + i * 11 % 17);
        one.source = (i % 3 != 0).then(|| format!("source {}", i % 4));
        if i % 5 == 0 {
            one.facts = facts(&[("rating", (i % 4).into()), ("note", format!("n{}", i % 3).into())]);
        }
        if i % 7 == 0 {
            one.count = 1 + i % 3;
            one.keys = vec![("k".into(), format!("{}", i % 2))];
        }
        records.push(one);
    }
    let mut one_by_one: Vec<Record> = Vec::new();
    for record in &records {
        match one_by_one.iter_mut().find(|there| there.name == record.name) {
            Some(there) => there.merge(record),
            None => one_by_one.push(record.clone()),
        }
    }
    one_by_one.sort_by(|a, b| a.name.cmp(&b.name));
    let mut store = place.open();
    let new = store.put(records).unwrap();
    assert_eq!(new.iter().filter(|new| **new).count(), one_by_one.len());
    assert!(new[..13].iter().all(|new| *new));
    let mut got = Vec::new();
    store
        .walk(&mut |record| {
            got.push(record);
            Ok(())
        })
        .unwrap();
    let json = |list: &[Record]| list.iter().map(Record::to_json).collect::<Vec<_>>();
    assert_eq!(json(&got), json(&one_by_one));
}

/// What is stored is read back in parts, so that it may be larger than memory.
fn small_facts_join_long_ones_in_parts(place: &mut Place) {
    let mut store = place.open();
    let long = "y".repeat(950_000);
    let all = |word: &str, value: &dyn Fn(i64) -> Json| -> Vec<Record> {
        let one = |i: i64| {
            let mut record = record(&format!("cube3:{i:08}"), i);
            record.facts = facts(&[(word, value(i))]);
            record
        };
        (0..60).map(one).collect()
    };
    let there = all("note", &|_| long.as_str().into());
    for some in there.chunks(20) {
        store.put(some.to_vec()).unwrap();
    }
    // Twice each, out of order, with names between that bring nothing.
    let mut small: Vec<Record> = all("more", &|i| i.into());
    small.extend(all("less", &|i| (-i).into()));
    small.reverse();
    small.extend((0..60).map(|i| record(&format!("cube3:{i:08}x"), 1)));
    let new = store.put(small).unwrap();
    assert_eq!(new.iter().filter(|new| **new).count(), 60);
    assert!(new[120..].iter().all(|new| *new));
    for i in 0..60 {
        let record = store.get(&name(&format!("cube3:{i:08}"))).unwrap().unwrap();
        assert_eq!((record.facts.get("more"), record.facts.get("less")), (Some(i.into()), Some((-i).into())));
        assert_eq!((record.count, record.facts.get("note")), (3, Some(long.as_str().into())));
    }
    assert_eq!(store.examine().unwrap(), []);
}

/// Line by line a record grew past what any export could be read again from.
fn facts_do_not_grow_for_ever(place: &mut Place) {
    let mut store = place.open();
    let long = "y".repeat(900_000);
    let grown = |i: i64| {
        let mut record = record("cube3:00000001", i);
        record.facts = facts(&[(&format!("note{i}"), long.as_str().into())]);
        vec![record]
    };
    let error = (0..10).find_map(|i| store.put(grown(i)).err()).unwrap().to_string();
    assert!(error.contains("cube3:00000001: its facts would be 3") && error.contains("3145728"), "{error}");
    let record = store.get(&name("cube3:00000001")).unwrap().unwrap();
    assert_eq!((record.count, record.facts.get("note2").is_some()), (3, true));
    assert_eq!(store.examine().unwrap(), []);
}
