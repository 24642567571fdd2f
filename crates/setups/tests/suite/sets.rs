//! Sets, tags, translations, saves and path files: through the interface, in and out, with hostile text.

use crate::place::{Place, Server};
use ludex_setups::formats::{self, SetupFormat};
use ludex_setups::{
    Filter, HoldRule, Kicks, Order, Rules, SetupFields, Setups, Statistics, pathfiles, starter,
};
use ludex_store::StoreError;
use ludex_tetris::pathfile::xz;
use ludex_tetris::{FourRule, SetupId};

crate::on_both!(
    sets_tags_and_translations,
    every_table_travels,
    hostile_text,
    path_files_under_their_names,
    bits_of_a_dump,
    rules_without_foreign_keys,
    the_starter_collection,
    lists_are_narrowed,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn add(store: &mut Setups, build: &str) -> SetupId {
    let mut setup = SetupFields::new(3, "T", build, "T,*p7", FUMEN);
    setup.solve_pattern = Some("[TZ]!,*p2".into());
    store.add_setup(setup, FourRule::Counted).unwrap()
}

/// Two setups, three sets, a tag, translations, saves and what one setup gives of them.
fn fill(store: &mut Setups) -> [SetupId; 2] {
    let (a, b) = (add(store, "TIO"), add(store, "TIL"));
    store.put_set("openers", "Openers").unwrap();
    store.put_set("pco", "PCO").unwrap();
    store.put_set("fast", "Fast").unwrap();
    store.link_sets("openers", "pco").unwrap();
    store.link_sets("fast", "pco").unwrap();
    store.add_member("pco", a).unwrap();
    store.add_member("openers", b).unwrap();
    store.add_tag("beginner").unwrap();
    store.tag_set("pco", "beginner").unwrap();
    store.translate_set("pco", "ja", "開幕パフェ", Some("説明")).unwrap();
    store.translate_set("pco", "de", "PCO", None).unwrap();
    store.translate_setup(a, "de", "it's \\N \"so\"\tand\nmore").unwrap();
    store.translate_setup(a, "Zz", "capitals come first").unwrap();
    let (one, several) = (
        store.add_save(3, "T||O#T or O", Some("either")).unwrap(),
        store.add_save(3, "T,I,O", None).unwrap(),
    );
    store
        .put_statistics(&Statistics { solve: Some((626, 840)), ..Statistics::new(a, Rules::of(Kicks::Srs)) })
        .unwrap();
    store
        .store()
        .plain_sql(&format!(
            "INSERT INTO save_data (setup, kicktable, hold, save, percent, numerator, denominator, priority) \
             VALUES ('{a}', 'srs', 'any', {one}, 12.5, 105, 840, NULL), \
             ('{a}', 'srs', 'any', {several}, NULL, NULL, NULL, '[[1,840],[2,840],[3,840]]')"
        ))
        .unwrap();
    [a, b]
}

fn sets_tags_and_translations(place: &mut Place) {
    let mut store = place.open();
    let [a, b] = fill(&mut store);
    let paths = |store: &mut Setups| {
        store.set_tree().unwrap().into_iter().map(|line| (line.path, line.depth)).collect::<Vec<_>>()
    };
    let path = |path: &str, depth| (path.to_owned(), depth);
    assert_eq!(
        paths(&mut store),
        [path("fast", 0), path("fast.pco", 1), path("openers", 0), path("openers.pco", 1)]
    );
    let members = |store: &mut Setups, set: &str| {
        let filter = Filter { set: Some(set.into()), ..Filter::default() };
        store.setups(&filter, Order::Id).unwrap().into_iter().map(|setup| setup.id).collect::<Vec<_>>()
    };
    // A set holds what the sets below it hold.
    let mut both = vec![a, b];
    both.sort();
    assert_eq!(members(&mut store, "openers"), both);
    assert_eq!(members(&mut store, "fast"), std::slice::from_ref(&a));
    let set = store.set("pco").unwrap();
    assert_eq!((set.name.as_str(), set.tags.as_slice()), ("PCO", &["beginner".to_owned()][..]));
    assert_eq!(set.translations.iter().map(|t| t.0.as_str()).collect::<Vec<_>>(), ["de", "ja"]);
    assert_eq!(store.translations(a).unwrap()[0].0, "Zz", "languages sort bytewise");
    store.rename_set("pco", "perfect_clear_opener").unwrap();
    assert!(paths(&mut store).contains(&path("openers.perfect_clear_opener", 1)));
    store.unlink_sets("fast", "perfect_clear_opener").unwrap();
    assert!(store.link_sets("perfect_clear_opener", "openers").unwrap_err().is_refusal());
    store.untag_set("perfect_clear_opener", "beginner").unwrap();
    store.remove_member("perfect_clear_opener", a).unwrap();
    store.remove_translation(a, "Zz").unwrap();
    store.remove_set("openers").unwrap();
    assert_eq!(paths(&mut store), [path("fast", 0), path("perfect_clear_opener", 0)]);
    for gone in [
        store.remove_set("openers"),
        store.untag_set("fast", "beginner"),
        store.remove_member("fast", a),
        store.remove_translation(a, "Zz"),
        store.unlink_sets("fast", "perfect_clear_opener"),
        store.remove_tag("none"),
        store.rename_set("openers", "other"),
        store.remove_save(3, "none"),
        store.set("openers").map(drop),
    ] {
        assert!(matches!(gone, Err(StoreError::Missing { .. })), "{gone:?}");
    }
    store.remove_tag("beginner").unwrap();
    assert!(store.tags().unwrap().is_empty());
    store.remove_save(3, "T,I,O").unwrap();
    assert_eq!(store.save_data(a).unwrap().len(), 1);
}

fn every_table_travels(place: &mut Place) {
    let mut store = place.open();
    fill(&mut store);
    let expected = store.setups_checksum().unwrap();
    for format in [SetupFormat::Dump, SetupFormat::Json] {
        let mut text = Vec::new();
        store.export_setups(format, &mut text).unwrap();
        let rows = formats::read(std::str::from_utf8(&text).unwrap(), format).unwrap();
        for mut other in [Place::sqlite(), Place::postgres()].map(|place| (place.open(), place)) {
            // Another save first, so that numbers differ.
            other.0.add_save(1, "L", None).unwrap();
            other.0.remove_save(1, "L").unwrap();
            other.0.add_save(1, "J", None).unwrap();
            let done = other.0.import_setups(&rows, FourRule::Counted).unwrap();
            assert_eq!((done.setups, done.refused.as_slice()), (2, &[][..]), "{format:?}");
            other.0.remove_save(1, "J").unwrap();
            assert_eq!(other.0.setups_checksum().unwrap(), expected, "{format:?}");
            // Twice is once.
            other.0.import_setups(&rows, FourRule::Counted).unwrap();
            assert_eq!(other.0.setups_checksum().unwrap(), expected);
        }
    }
    // A changed word changes the checksum.
    store.translate_set("pco", "de", "anders", None).unwrap();
    assert_ne!(store.setups_checksum().unwrap(), expected);
}

/// What we dump, PostgreSQL's own client loads.
#[test]
fn psql_takes_our_dump() {
    let mut store = Setups::open(":memory:").unwrap();
    fill(&mut store);
    let mut place = Place::postgres();
    drop(place.open());
    let path = place.folder().join("all.sql");
    store.export_setups(SetupFormat::Dump, &mut std::fs::File::create(&path).unwrap()).unwrap();
    let psql = Server::program("psql");
    let database = place.url.rsplit('/').next().unwrap().to_owned();
    let output = std::process::Command::new(psql)
        .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", "ludex", "-d", &database, "-f"])
        .arg(&path)
        .arg("-h")
        .arg(Server::shared().folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut loaded = place.open();
    assert_eq!(loaded.setups_checksum().unwrap(), store.setups_checksum().unwrap());
    // The server's counter goes on after the numbers of the dump.
    loaded.add_save(2, "S", None).unwrap();
}

fn hostile_text(place: &mut Place) {
    let mut store = place.open();
    let [a, _] = fill(&mut store);
    let before = store.setups_checksum().unwrap();
    let long = "x".repeat((1 << 20) + 1);
    for text in [
        "'; DROP TABLE tags; --",
        "\\'); DELETE FROM setups; --",
        "$1 ?1 \\N \\.\t\r\n",
        "\u{202E}漢字",
        "nul \0",
        &long,
    ] {
        let bad = text.contains('\0') || text.len() > 1 << 20;
        // Ids and codes are refused; words are stored to the letter, or refused.
        assert!(store.put_set(text, "name").unwrap_err().is_refusal());
        assert!(store.rename_set("fast", text).unwrap_err().is_refusal());
        assert!(store.link_sets(text, "pco").unwrap_err().is_refusal());
        assert!(store.add_member(text, a).unwrap_err().is_refusal());
        assert!(store.add_variant(a, text, FUMEN, None).unwrap_err().is_refusal());
        assert!(store.add_variant(a, "TIOL", text, None).unwrap_err().is_refusal());
        assert!(store.add_save(3, text, None).unwrap_err().is_refusal());
        let stored = [
            store.put_set("fast", text),
            store.translate_set("fast", "en", text, Some(text)),
            store.translate_setup(a, "en", text),
            store.add_save(3, "T", Some(text)).map(drop),
        ];
        assert!(stored.iter().all(|result| result.is_err() == bad), "{stored:?}");
        assert!(stored.iter().flat_map(|result| result.as_ref().err()).all(StoreError::is_refusal));
        if !bad {
            let set = store.set("fast").unwrap();
            assert_eq!((set.name.as_str(), set.translations[0].1.as_str()), (text, text));
            assert!(store.translations(a).unwrap().contains(&("en".into(), text.into())));
            assert!(store.translate_setup(a, &text.repeat(10), "x").unwrap_err().is_refusal());
            store.add_tag(text).unwrap();
            store.tag_set("fast", text).unwrap();
            assert!(store.set("fast").unwrap().tags.contains(&text.to_owned()));
            store.remove_tag(text).unwrap();
        } else {
            assert!(store.add_tag(text).unwrap_err().is_refusal());
        }
    }
    store.put_set("fast", "Fast").unwrap();
    store.store().plain_sql("DELETE FROM setup_set_translations WHERE language = 'en'").unwrap();
    store.remove_translation(a, "en").unwrap();
    store.remove_save(3, "T").unwrap();
    assert_eq!(store.setups_checksum().unwrap(), before);
}

/// A small path file: two queues, one of them solved.
fn path_file() -> Vec<u8> {
    let text = "[TZ]!\n\nv115@vhAAgH\n\n未使用ミノ,テト譜\n1,0\n0,";
    xz::pack(text, 6).unwrap()
}

fn path_files_under_their_names(place: &mut Place) {
    let mut store = place.open();
    let mut setup = SetupFields::new(3, "T", "TIO", "T,*p7", FUMEN);
    setup.solve_pattern = Some("[TZ]!".into());
    let id = store.add_setup(setup, FourRule::Counted).unwrap();
    let data = path_file();
    store.import_path_file(&format!("{id}-srs180.csvd.xz"), &data).unwrap();
    let statistics = store.statistics(id).unwrap();
    let row = &statistics[0];
    assert_eq!((row.rules.hold, row.solve, row.path_file), (HoldRule::Any, Some((1, 2)), true));
    assert_eq!(store.path_file(id, Rules::default()).unwrap().as_deref(), Some(&data[..]));
    store
        .import_path_file(&pathfiles::file_name(id, Rules { kicks: Kicks::Srs, hold: HoldRule::None }), &data)
        .unwrap();
    assert_eq!(store.path_file_list().unwrap().len(), 2);
    let other = add(&mut store, "TIL");
    for (name, bytes) in [
        (format!("{id}-srs180.csvd.xz"), &b"no xz at all"[..]),
        (format!("{id}-srs180.csvd.xz"), &data[..data.len() / 2]),
        ("313ceaff91ff-srs.csvd.xz".to_owned(), &data),
        (format!("{id}-other.csvd.xz"), &data),
        (format!("../{id}-srs.csvd.xz"), &data),
        (format!("{other}-srs.csvd.xz"), &data),
    ] {
        assert!(store.import_path_file(&name, bytes).unwrap_err().is_refusal(), "{name}");
    }
}

/// A dump of a bit column has one digit per queue.
fn bits_of_a_dump(place: &mut Place) {
    let mut store = place.open();
    let mut setup = SetupFields::new(3, "T", "TIO", "T,[TIO]!,[LJ]", FUMEN);
    setup.solve_pattern = Some("*p4".into());
    let id = store.add_setup(setup, FourRule::Counted).unwrap();
    for (digits, expected) in
        [("110000000001", [0xC0, 0x10]), ("c010", [0xC0, 0x10]), ("\\\\xc010", [0xC0, 0x10])]
    {
        let dump = format!(
            "COPY public.statistics (setup_id, kicktable, hold_type, cover_data, solve_fraction) FROM stdin;\n\
             {id}\tsrs\tany\t{digits}\t(626,840)\n\\.\n"
        );
        let rows = formats::read(&dump, SetupFormat::Dump).unwrap();
        let done = store.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.others, done.refused.len()), (1, 0), "{done:?}");
        let statistics = store.statistics(id).unwrap();
        assert_eq!(statistics[0].cover_data.as_deref(), Some(&expected[..]));
        store.store().plain_sql("DELETE FROM statistics").unwrap();
    }
}

/// A client of SQLite that leaves foreign keys off meets the same rules; PostgreSQL has no such switch.
fn rules_without_foreign_keys(place: &mut Place) {
    let mut store = place.open();
    let [a, b] = fill(&mut store);
    store.put_path_file(a, Rules::of(Kicks::Srs), Some(b"x")).unwrap();
    if store.store().dialect() == ludex_store::Dialect::Sqlite {
        store.store().plain_sql("PRAGMA foreign_keys = OFF").unwrap();
    }
    for sql in [
        "INSERT INTO statistics (setup, kicktable) VALUES ('1000000000ff', 'srs')",
        "INSERT INTO setup_translations VALUES ('1000000000ff', 'de', 'x')",
        "INSERT INTO setup_set_members VALUES ('pco', '1000000000ff')",
        "INSERT INTO setup_set_tags (setup_set, tag) VALUES ('pco', 'none')",
        "INSERT INTO path_files VALUES ('1000000000ff', 'srs', 'any', '\\x00')",
    ] {
        assert!(matches!(store.store().plain_sql(sql), Err(StoreError::Rule(_))), "{sql}");
    }
    store.store().plain_sql(&format!("UPDATE setups SET mirror = '{a}' WHERE id = '{b}'")).unwrap();
    store.store().plain_sql(&format!("UPDATE setups SET id = '1000000000ff' WHERE id = '{a}'")).unwrap();
    let renamed = crate::id("1000000000ff");
    assert_eq!(store.setup(b).unwrap().mirror, Some(renamed));
    assert_eq!(store.translations(crate::id("1000000000ff")).unwrap().len(), 2);
    assert_eq!(store.save_data(crate::id("1000000000ff")).unwrap().len(), 2);
    assert_eq!(
        store.path_file(crate::id("1000000000ff"), Rules::of(Kicks::Srs)).unwrap().as_deref(),
        Some(&b"x"[..])
    );
    assert!(store.tree(None).unwrap().is_empty(), "a setup that is not oqb has no path");
    store.store().plain_sql("DELETE FROM setups WHERE id = '1000000000ff'").unwrap();
    assert_eq!(store.setup(b).unwrap().mirror, None);
    for table in ["statistics", "path_files", "save_data", "setup_translations"] {
        assert!(store.store().plain_rows(&format!("SELECT * FROM {table}")).unwrap().is_empty(), "{table}");
    }
    store.store().plain_sql("DELETE FROM tags; DELETE FROM setup_sets; DELETE FROM saves").unwrap();
    let found = store.store().examine().unwrap();
    assert!(found.iter().all(|finding| finding.outside), "{found:?}");
}

fn the_starter_collection(place: &mut Place) {
    let mut store = place.open();
    assert!(!store.has_setups().unwrap());
    let done = store.import_starter_of(Some(1), None).unwrap();
    assert!(done.setups >= 20 && done.refused.is_empty() && done.notes.is_empty(), "{done:?}");
    assert!(store.has_setups().unwrap());
    // Every row holds what our solver computed, and every id what it stands for.
    assert!(store.lint_setups().unwrap().is_empty());
    let computed = "SELECT count(*) FROM statistics WHERE status = 'completed' AND see = 7";
    let computed = store.store().plain_rows(computed).unwrap();
    assert_eq!(computed[0][0].as_int(), Some(done.setups as i64));
    // Most bags find a setup at once.
    let (mut random, mut found) = (ludex_core::Random::new(4), 0);
    for _ in 0..200 {
        let mut bag: Vec<char> = "TILJSZO".chars().collect();
        random.shuffle(&mut bag);
        let hits = store.find_setups(1, &bag.iter().collect::<String>(), Rules::default()).unwrap();
        assert!(hits.iter().all(|hit| hit.computed && hit.solve.is_some()));
        found += usize::from(!hits.is_empty());
    }
    assert!(found >= 190, "{found} of 200");
    assert_eq!(store.import_starter_of(Some(1), None).unwrap().known, done.setups);
    assert!(starter::STARTER.len() < 3 << 20);
}

/// What narrows a list: percent, pieces, credit, tag.
fn lists_are_narrowed(place: &mut Place) {
    let mut store = place.open();
    let [a, b] = fill(&mut store);
    let mut row = store.setup(a).unwrap().fields;
    row.credit = Some("Ada L.".into());
    store.change_setup(a, row).unwrap();
    let list = |store: &mut Setups, filter: Filter| -> Vec<SetupId> {
        store.setups(&filter, Order::Id).unwrap().into_iter().map(|setup| setup.id).collect()
    };
    let all = list(&mut store, Filter::default());
    assert!(all.contains(&a) && all.contains(&b));
    let credit = Filter { credit: Some("ada".into()), ..Filter::default() };
    assert_eq!(list(&mut store, credit), [a]);
    let build = store.setup(a).unwrap().build.clone();
    let with = |pieces: &str| Filter { pieces: Some(pieces.into()), ..Filter::default() };
    assert!(list(&mut store, with(&build)).contains(&a));
    assert!(list(&mut store, with("SSS")).is_empty());
    assert!(store.setups(&with("X"), Order::Id).is_err());
    let tag = |tag: &str| Filter { tag: Some(tag.into()), ..Filter::default() };
    assert!(list(&mut store, tag("no such tag")).is_empty());
    let least = |least| Filter { least: Some(least), ..Filter::default() };
    let solved = store.statistics(a).unwrap().iter().filter_map(Statistics::percent).fold(-1.0, f64::max);
    let hundredths = (solved * 100.0).round() as u32;
    assert!(list(&mut store, least(hundredths)).contains(&a));
    assert!(!list(&mut store, least(hundredths + 1)).contains(&a));
}
