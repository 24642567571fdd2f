//! The setup database: ids, rules, look-up, text in and out.
//!
//! Past six hundred lines because it is one suite, run on both back ends.

use crate::place::{Place, Server};
use ludex_core::{Random, Silent};
use ludex_setups::compute::Job;
use ludex_setups::formats::{self, SetupFormat};
use ludex_setups::{Filter, Found, Kicks, Order, Rules, SetupFields, SetupType, Setups, Statistics, Status};
use ludex_store::StoreError;
use ludex_tetris::{FourRule, IdScheme, SetupId};

crate::on_both!(
    ids_are_minted,
    rules_hold_against_plain_sql,
    variants_are_numbered,
    the_mirror_is_one_transaction,
    damaged_columns_are_refused,
    damaged_lookups_are_made_again,
    path_files_and_their_flag,
    finding,
    next_step,
    there_and_back,
    hostile_setups,
    computing,
    killed_computations_resume,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn setup(pc: i64, leftover: &str, build: &str, cover: &str) -> SetupFields {
    let mut setup = SetupFields::new(pc, leftover, build, cover, FUMEN);
    setup.solve_pattern = Some("*p4".into());
    setup
}

fn ids_are_minted(place: &mut Place) {
    let mut store = place.open();
    let seed = setup(2, "OTIT", "OIT", "T,[TIO]!");
    let mint = |store: &mut Setups| store.add_setup(seed.clone(), FourRule::Counted).unwrap();
    assert_eq!(mint(&mut store), crate::id("213ceaff91ff"));
    assert_eq!(mint(&mut store), crate::id("213ceaff91fe"));
    let got = store.setup(crate::id("213ceaff91ff")).unwrap();
    assert_eq!((got.leftover.as_str(), got.build.as_str(), got.see, got.hold), ("TTIO", "TIO", 7, 1));
    // A removed id is never minted again, and an edit never changes one.
    store.remove_setup(crate::id("213ceaff91fe")).unwrap();
    assert_eq!(mint(&mut store), crate::id("213ceaff91fd"));
    let mut edited = got.clone();
    edited.cover_pattern = "T,[TIL]!".into();
    store.change_setup(edited.id, edited.fields).unwrap();
    assert_eq!(store.setup(crate::id("213ceaff91ff")).unwrap().cover_pattern, "T,[TIL]!");
    let findings = store.lint_setups().unwrap();
    assert!(findings.iter().any(|f| f.id == crate::id("213ceaff91ff") && f.field == "id"), "{findings:?}");
    assert!(!findings.iter().any(|f| f.id == crate::id("213ceaff91fd") && f.field == "id"));
    let mut second = seed.clone();
    second.scheme = IdScheme::V2;
    assert_eq!(store.add_setup(second, FourRule::Counted).unwrap(), crate::id("213ceaffbfff"));
    for _ in 0..253 {
        mint(&mut store);
    }
    let error = store.add_setup(seed.clone(), FourRule::Counted).unwrap_err();
    assert!(error.to_string().contains("taken"), "{error}");
    let listed = store
        .setups(&Filter { pc: Some(2), prefix: Some("213ceaff91".into()), ..Filter::default() }, Order::Id);
    assert_eq!(listed.unwrap().len(), 255);
}

fn rules_hold_against_plain_sql(place: &mut Place) {
    let mut store = place.open();
    let insert = |changes: &[(&str, &str)]| {
        let mut row = vec![
            ("id", "'213ceaff91ff'"),
            ("pc", "2"),
            ("leftover", "'TTIO'"),
            ("build", "'TIO'"),
            ("cover_pattern", "'T,[TIO]!'"),
            ("type", "'regular'"),
            ("fumen", "'v115@vhAAgH'"),
            ("solve_pattern", "'*p4'"),
        ];
        for (column, value) in changes {
            row.retain(|(c, _)| c != column);
            row.push((column, value));
        }
        let columns: Vec<&str> = row.iter().map(|(column, _)| *column).collect();
        let values: Vec<&str> = row.iter().map(|(_, value)| *value).collect();
        format!("INSERT INTO setups ({}) VALUES ({})", columns.join(", "), values.join(", "))
    };
    for bad in [
        ("id", "'013ceaff91ff'"),
        ("id", "'213ceaff91f'"),
        ("id", "'213CEAFF91FF'"),
        ("id", "'213ceaff91fg'"),
        ("pc", "0"),
        ("pc", "10"),
        ("leftover", "'TTIX'"),
        ("leftover", "'TILJSZOT'"),
        ("leftover", "''"),
        ("build", "'tio'"),
        ("build", "'TILJSZOTILJ'"),
        ("cover_pattern", "''"),
        ("type", "'other'"),
        ("fumen", "'v110@vhAAgH'"),
        ("fumen", "'v115@'"),
        ("fumen", "'v115@vhA AgH'"),
        ("solve_pattern", "NULL"),
        ("mirror", "'213ceaff91fe'"),
        ("see", "0"),
        ("see", "12"),
        ("hold", "-1"),
        ("scheme", "'v3'"),
    ] {
        let error = store.store().plain_sql(&insert(&[bad])).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{bad:?}: {error}");
    }
    store.store().plain_sql(&insert(&[])).unwrap();
    store
        .store()
        .plain_sql(&insert(&[("id", "'2b3ceaff91ff'"), ("type", "'oqb'"), ("solve_pattern", "NULL")]))
        .unwrap();
    let statistics = |changes: &str| {
        format!(
            "INSERT INTO statistics (setup, kicktable, solve_percent, solve_numerator, solve_denominator) VALUES {changes}"
        )
    };
    for bad in [
        "('213ceaff91ff', 'other', 1, 1, 2)",
        "('213ceaff91ff', 'srs', 100.01, 1, 2)",
        "('213ceaff91ff', 'srs', -1, 1, 2)",
        "('213ceaff91ff', 'srs', 1, 1, 0)",
        "('213ceaff91ff', 'srs', 1, 3, 2)",
        "('213ceaff91ff', 'srs', 1, 1, NULL)",
        "('213ceaff91aa', 'srs', 1, 1, 2)",
    ] {
        let error = store.store().plain_sql(&statistics(bad)).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{bad}: {error}");
    }
    store.store().plain_sql(&statistics("('213ceaff91ff', 'srs', 74.52, 626, 840)")).unwrap();
    for sql in [
        "UPDATE statistics SET status = 'done'",
        "UPDATE statistics SET hold = 'two'",
        "INSERT INTO saves (pc, save) VALUES (10, 'T')",
        "INSERT INTO setup_variants (setup, build, fumen) VALUES ('213ceaff91ff', 'X', 'v115@vhAAgH')",
        "INSERT INTO setup_translations VALUES ('213ceaff91aa', 'en', 'x')",
    ] {
        let error = store.store().plain_sql(sql).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{sql}: {error}");
    }
    assert_eq!(store.statistics(crate::id("213ceaff91ff")).unwrap()[0].percent(), Some(74.52));
}

fn variants_are_numbered(place: &mut Place) {
    let mut store = place.open();
    let id = store.add_setup(setup(2, "TTIO", "TIO", "T,[TIO]!"), FourRule::Counted).unwrap();
    assert_eq!(store.add_variant(id, "TIOL", FUMEN, None).unwrap(), 1);
    store
        .store()
        .plain_sql(&format!(
            "INSERT INTO setup_variants (setup, build, fumen) VALUES ('{id}', 'TIOJ', '{FUMEN}')"
        ))
        .unwrap();
    assert_eq!(store.add_variant(id, "TIOS", FUMEN, Some("*p3")).unwrap(), 3);
    store.remove_variant(id, 2).unwrap();
    assert!(store.remove_variant(id, 2).is_err());
    let numbers: Vec<i64> = store.variants(id).unwrap().iter().map(|variant| variant.number).collect();
    assert_eq!(numbers, [1, 3]);
    assert!(store.add_variant(crate::id("213ceaff9100"), "T", FUMEN, None).is_err());
}

/// The mirror was added in one transaction and tied to its setup in another.
fn the_mirror_is_one_transaction(place: &mut Place) {
    let mut store = place.open();
    let id = store.add_setup(setup(3, "LT", "LTS", "L,[LTS]!"), FourRule::Counted).unwrap();
    let (forbid, allow) = match store.store().dialect() {
        ludex_store::Dialect::Sqlite => (
            "CREATE TRIGGER untied BEFORE UPDATE OF mirror ON setups BEGIN SELECT RAISE(ABORT, 'untied'); END",
            "DROP TRIGGER untied",
        ),
        ludex_store::Dialect::Postgres => (
            "CREATE FUNCTION untied() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'untied'; END $$; \
             CREATE TRIGGER untied BEFORE UPDATE OF mirror ON setups FOR EACH ROW EXECUTE FUNCTION untied()",
            "DROP TRIGGER untied ON setups; DROP FUNCTION untied",
        ),
    };
    store.store().plain_sql(forbid).unwrap();
    let error = store.add_mirror(id, FourRule::Counted).unwrap_err();
    assert!(error.is_refusal() && error.to_string().contains("untied"), "{error}");
    assert_eq!(store.setups(&Filter::default(), Order::Id).unwrap().len(), 1, "no half of a pair");
    store.store().plain_sql(allow).unwrap();
    let mirror = store.add_mirror(id, FourRule::Counted).unwrap();
    assert_eq!((mirror.leftover.as_str(), mirror.build.as_str()), ("TJ", "TJZ"));
    assert_eq!((mirror.cover_pattern.as_str(), mirror.mirror), ("J,[JTZ]!", Some(id)));
    assert_eq!(store.setup(id).unwrap().mirror, Some(mirror.id));
    // Once more is the same pair, and the mirror of the mirror is where it began.
    assert_eq!(store.add_mirror(id, FourRule::Counted).unwrap(), mirror);
    assert_eq!(store.add_mirror(mirror.id, FourRule::Counted).unwrap().id, id);
    assert_eq!(store.setup(id).unwrap().mirrored().unwrap(), SetupFields { mirror: None, ..mirror.fields });
    assert!(store.add_mirror(crate::id("300000000000"), FourRule::Counted).unwrap_err().is_refusal());
}

/// What does not belong into a column is told, not read as nothing or 0. PostgreSQL's columns have types.
fn damaged_columns_are_refused(place: &mut Place) {
    let mut store = place.open();
    let id = store.add_setup(setup(3, "T", "TIO", "T,*p7"), FourRule::Counted).unwrap();
    store.put_statistics(&Statistics::new(id, Rules::default())).unwrap();
    if store.store().dialect() != ludex_store::Dialect::Sqlite {
        return;
    }
    store.store().plain_sql("PRAGMA ignore_check_constraints = ON").unwrap();
    let damage = |store: &mut Setups, sql: &str| {
        store.store().plain_sql(sql).unwrap();
        let error = store.setup(id).map(drop).and_then(|()| store.statistics(id).map(drop)).unwrap_err();
        assert!(matches!(error, StoreError::Column { .. }) && !error.is_refusal(), "{sql}: {error}");
        error.to_string()
    };
    let told = damage(&mut store, "UPDATE statistics SET minimal_count = 'many'");
    assert_eq!(
        told,
        "the store is damaged: the column minimal_count: it is the text \"many\" where a whole number belongs"
    );
    let told = damage(&mut store, "UPDATE statistics SET minimal_count = 1, status = 'done'");
    assert!(told.contains("\"done\" is no status: processing, completed, failed, stale are"), "{told}");
    for sql in [
        "UPDATE statistics SET status = 'completed', cover_data = 'text'",
        "UPDATE setups SET fumen = x'01ff'",
        "UPDATE setups SET fumen = 'v115@vhAAgH', type = 'other'",
        "UPDATE setups SET type = 'qb', see = 'all'",
        "UPDATE setups SET see = 7, scheme = 'v9'",
    ] {
        damage(&mut store, sql);
    }
}

fn damaged_lookups_are_made_again(place: &mut Place) {
    let mut store = place.open();
    let id = store.add_setup(setup(3, "T", "TIO", "T,*p7{I<O}"), FourRule::Counted).unwrap();
    store.prepare_lookups(Rules::default()).unwrap();
    let expected = store.find_setups(3, "T", Rules::default()).unwrap();
    assert_eq!(ids(&expected), [(id, (2520, 5040))]);
    // A length of 255 pieces, a count cut short, a difference that is none.
    for bytes in ["ff0100000001", "0801", "0801000000ffffffffffffffffffff01"] {
        let bytes = match store.store().dialect() {
            ludex_store::Dialect::Sqlite => format!("x'{bytes}'"),
            ludex_store::Dialect::Postgres => format!("'\\x{bytes}'::bytea"),
        };
        store.store().plain_sql(&format!("UPDATE setup_lookup SET queues = {bytes}")).unwrap();
        let found = store.find_setups(3, "T", Rules::default()).unwrap();
        assert_eq!(found, expected, "{bytes}");
    }
}

fn path_files_and_their_flag(place: &mut Place) {
    let mut store = place.open();
    let id = store.add_setup(setup(2, "TTIO", "TIO", "T,[TIO]!"), FourRule::Counted).unwrap();
    let flag = |store: &mut Setups| store.statistics(id).unwrap()[0].path_file;
    assert!(store.put_path_file(id, Rules::default(), Some(b"xz")).is_err(), "there is no row yet");
    let statistics = Statistics { ..Statistics::new(id, Rules::of(Kicks::Srs180)) };
    store.put_statistics(&statistics).unwrap();
    assert!(!flag(&mut store));
    store.put_path_file(id, Rules::default(), Some(b"\xFD7zXZ\0")).unwrap();
    assert!(flag(&mut store));
    assert_eq!(store.path_file(id, Rules::default()).unwrap().as_deref(), Some(&b"\xFD7zXZ\0"[..]));
    for sql in ["UPDATE statistics SET path_file = (1 = 0)", "UPDATE path_files SET hold = 'none'"] {
        assert!(matches!(store.store().plain_sql(sql), Err(StoreError::Rule(_))), "{sql}");
    }
    store.put_statistics(&statistics).unwrap();
    assert!(flag(&mut store), "new figures leave the file where it is");
    store.store().plain_sql("DELETE FROM path_files").unwrap();
    assert!(!flag(&mut store));
    assert!(matches!(
        store.store().plain_sql("UPDATE statistics SET path_file = (1 = 1)"),
        Err(StoreError::Rule(_))
    ));
}

fn ids(found: &[Found]) -> Vec<(SetupId, (u64, u64))> {
    found.iter().map(|f| (f.setup.id, f.covered)).collect()
}

fn finding(place: &mut Place) {
    let mut store = place.open();
    let add = |store: &mut Setups, row: SetupFields| store.add_setup(row, FourRule::Counted).unwrap();
    let first = add(&mut store, setup(3, "T", "TIO", "T,*p7{I<O}"));
    let second = add(&mut store, setup(3, "T", "TLJ", "T,*p7"));
    add(&mut store, setup(3, "I", "ILJ", "I,*p7"));
    let put = |store: &mut Setups, id: SetupId, solved: i64, cover: Option<Vec<u8>>| {
        let statistics = Statistics {
            cover_data: cover,
            solve: Some((solved, 840)),
            ..Statistics::new(id, Rules::of(Kicks::Srs180))
        };
        store.put_statistics(&statistics).unwrap();
    };
    put(&mut store, first, 600, None);
    put(&mut store, second, 700, None);
    for prepared in [false, true] {
        if prepared {
            assert_eq!(store.prepare_lookups(Rules::default()).unwrap(), 3);
            assert_eq!(store.prepare_lookups(Rules::default()).unwrap(), 0);
        }
        let mut find = |queue: &str| {
            let found = store.find_setups(3, queue, Rules::default()).unwrap();
            found.iter().map(|f| (f.setup.id, f.covered)).collect::<Vec<_>>()
        };
        assert_eq!(find("TTIOLJSZ"), [(first, (1, 1))]);
        assert_eq!(find("TLJTIOSZ"), [(second, (1, 1))]);
        assert_eq!(find("TOITLJSZ"), []);
        // One piece seen: the better solve comes first, with the share of completions it covers.
        assert_eq!(find("T"), [(second, (5040, 5040)), (first, (2520, 5040))]);
        assert_eq!(find("L"), []);
    }
    // A change of the cover is seen at once.
    put(&mut store, first, 600, Some(vec![0; 315]));
    assert_eq!(ids(&store.find_setups(3, "TTIOLJSZ", Rules::default()).unwrap()), []);
    store
        .store()
        .plain_sql(&format!("UPDATE setups SET cover_pattern = 'T,*p7{{O<I}}' WHERE id = '{second}'"))
        .unwrap();
    assert_eq!(ids(&store.find_setups(3, "TLJTIOSZ", Rules::default()).unwrap()), []);
    // Where not even the leftover is seen, every leftover that has the pieces fits.
    let third = add(&mut store, setup(2, "TTIO", "TIO", "[TTIO]!{T<I},*"));
    for (queue, covered) in [("T", (42, 42)), ("TO", (14, 14)), ("O", (14, 21)), ("TTIOL", (1, 1))] {
        let found = store.find_setups(2, queue, Rules::default()).unwrap();
        assert_eq!(ids(&found), [(third, covered)], "{queue}");
    }
    for queue in ["L", "OO", "I", "TIL"] {
        assert_eq!(ids(&store.find_setups(2, queue, Rules::default()).unwrap()), [], "{queue}");
    }
    for (pc, queue) in [(3, ""), (3, "TX"), (0, "T"), (10, "T")] {
        assert!(store.find_setups(pc, queue, Rules::default()).unwrap_err().is_refusal());
    }
}

fn next_step(place: &mut Place) {
    let mut store = place.open();
    let mut add = |cover: &str| {
        let mut row = setup(3, "T", "TIO", cover);
        row.kind = SetupType::Oqb;
        store.add_setup(row, FourRule::Counted).unwrap()
    };
    let (root, left, right) = (add("T,*p7"), add("T,*p7{I<O}"), add("T,*p7{O<I}"));
    store.link_setups(root, left).unwrap();
    store.link_setups(root, right).unwrap();
    assert_eq!(ids(&store.find_setups(3, "TTIOLJSZ", Rules::of(Kicks::Srs)).unwrap()), [(root, (1, 1))]);
    assert_eq!(ids(&store.next_setups(root, "TTIOLJSZ", Rules::of(Kicks::Srs)).unwrap()), [(left, (1, 1))]);
    assert_eq!(ids(&store.next_setups(root, "TTOILJSZ", Rules::of(Kicks::Srs)).unwrap()), [(right, (1, 1))]);
    assert_eq!(ids(&store.next_setups(left, "TTOILJSZ", Rules::of(Kicks::Srs)).unwrap()), []);
    assert!(store.next_setups(crate::id("300000000000"), "T", Rules::of(Kicks::Srs)).is_err());
}

/// A database with something in every table.
fn fill(store: &mut Setups) {
    let mut last: Option<SetupId> = None;
    for (i, cover) in ["T,*p7{I<O}", "T,*p7{O<I}", "T,*p7", "T,*p6"].iter().enumerate() {
        let mut row = setup(3, "T", "TIO", cover);
        row.kind = if i < 3 { SetupType::Oqb } else { SetupType::Qb };
        row.credit = (i == 1).then(|| "it's \\N \"me\", 天才\tand\nyou".to_owned());
        row.solve_pattern = (i > 1).then(|| "*p4".to_owned());
        let id = store.add_setup(row, FourRule::Counted).unwrap();
        if let Some(last) = last.filter(|_| i < 3) {
            store.link_setups(last, id).unwrap();
        }
        store.add_variant(id, "TIOL", FUMEN, (i == 2).then_some("*p3")).unwrap();
        let statistics = Statistics {
            cover_data: (i != 2).then(|| vec![0xA5, i as u8]),
            solve: Some((600 + i as i64, 840)),
            all_solves: Some("v115@vhAAgH".into()),
            minimal_count: Some(i as i64),
            ..Statistics::new(id, Rules::of(Kicks::Srs180))
        };
        store.put_statistics(&statistics).unwrap();
        if i == 0 {
            store.put_path_file(id, Rules::default(), Some(b"\x00\x01\xFF\n\t\\")).unwrap();
        }
        last = Some(id);
    }
}

fn there_and_back(place: &mut Place) {
    let mut store = place.open();
    fill(&mut store);
    let expected = store.setups_checksum().unwrap();
    for format in [SetupFormat::Dump, SetupFormat::Json] {
        let mut text = Vec::new();
        store.export_setups(format, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        // Into the other database and back again.
        let mut other = Setups::open(":memory:").unwrap();
        let rows = formats::read(&text, format).unwrap();
        let done = other.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.setups, done.refused.len(), done.notes.len()), (4, 0, 0), "{done:?}");
        assert_eq!(other.setups_checksum().unwrap(), expected, "{format:?}");
        let mut again = Vec::new();
        other.export_setups(format, &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), text);
        let known = other.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((known.setups, known.known), (0, 4));
        assert_eq!(other.setups_checksum().unwrap(), expected);
    }
    for format in [SetupFormat::Tsv, SetupFormat::Csv] {
        let mut text = Vec::new();
        store.export_setups(format, &mut text).unwrap();
        let mut other = Setups::open(":memory:").unwrap();
        let rows = formats::read(std::str::from_utf8(&text).unwrap(), format).unwrap();
        assert_eq!(other.import_setups(&rows, FourRule::Counted).unwrap().setups, 4);
        let credit =
            |store: &mut Setups| store.setups(&Filter::default(), Order::Id).unwrap()[1].credit.clone();
        assert_eq!(credit(&mut other), credit(&mut store));
    }
}

/// The form of the public database's dumps.
#[test]
fn public_dumps_are_read() {
    let copy = "--\n-- PostgreSQL database dump\n--\nSET statement_timeout = 0;\n\
        COPY public.setups (setup_id, pc, leftover, build, cover_pattern, oqb_path, oqb_depth, fumen, solve_pattern, mirror, credit) FROM stdin;\n\
        213ceaff91ff\t2\tTTIO\tTIO\tT,[TIO]!\t\\N\t\\N\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH\t*p4\t\\N\tan \\\\ o\n\
        2b3ceaff91ff\t2\tTTIO\tTIO\tT,[TIO]!\t2b3ceaff91ff\t0\tv115@vhAAgH\t\\N\t213ceaff91ff\t\\N\n\\.\n\n\
        COPY public.statistics (stat_id, setup_id, kicktable, cover_data, solve_percent, solve_fraction, path_file) FROM stdin;\n\
        6b1b\t213ceaff91ff\tsrs180\t\\\\xfc\t74.52\t(626,840)\tt\n\\.\n";
    let mut store = Setups::open(":memory:").unwrap();
    let done =
        store.import_setups(&formats::read(copy, SetupFormat::Dump).unwrap(), FourRule::Counted).unwrap();
    assert_eq!((done.setups, done.others, done.refused.len()), (2, 1, 0), "{done:?}");
    assert_eq!(store.setup(crate::id("213ceaff91ff")).unwrap().credit.as_deref(), Some("an \\ o"));
    assert_eq!(store.setup(crate::id("2b3ceaff91ff")).unwrap().kind, SetupType::Oqb);
    let statistics = &store.statistics(crate::id("213ceaff91ff")).unwrap()[0];
    assert_eq!((statistics.solve, statistics.cover_data.as_deref()), (Some((626, 840)), Some(&[0xFC][..])));
    let insert = "INSERT INTO setups (\n  setup_id, pc, leftover, build, cover_pattern, \n  oqb_path, fumen, solve_pattern, mirror, credit\n) VALUES \n\
        ('313ceaff91ff',3,'T','TIO','T,*p7',NULL,'v115@vhAAgH','*p4',NULL,'o''clock; (a)'),\n\
        ('3b3ceaff91ff',3,'T','TIO','T,*p7','3b3ceaff91ff','v115@vhAAgH',NULL,'313ceaff91ff',NULL);\n";
    let done =
        store.import_setups(&formats::read(insert, SetupFormat::Dump).unwrap(), FourRule::Counted).unwrap();
    assert_eq!((done.setups, done.refused.len()), (2, 0), "{done:?}");
    assert_eq!(store.setup(crate::id("313ceaff91ff")).unwrap().credit.as_deref(), Some("o'clock; (a)"));
    for broken in [
        "COPY setups (id FROM stdin;\n",
        "COPY setups (id) FROM stdin;\na\tb\n\\.\n",
        "INSERT INTO setups (id) VALUES ('a",
    ] {
        assert!(formats::read(broken, SetupFormat::Dump).is_err(), "{broken}");
    }
}

fn hostile_setups(place: &mut Place) {
    let mut store = place.open();
    let hostile =
        ["'; DROP TABLE setups; --", "\\'); DELETE FROM setups; --", "漢字 \u{202E}", "$$;", "nul \0"];
    for text in hostile {
        let mut row = setup(3, "T", "TIO", "T,*p7");
        row.credit = Some(text.to_owned());
        match store.add_setup(row, FourRule::Counted) {
            Ok(id) => assert_eq!(store.setup(id).unwrap().credit.as_deref(), Some(text)),
            Err(error) => assert!(error.is_refusal() && text.contains('\0'), "{error}"),
        }
        for field in 1..5 {
            let mut row = setup(3, "T", "TIO", "T,*p7");
            match field {
                1 => row.leftover = text.to_owned(),
                2 => row.build = text.to_owned(),
                3 => row.fumen = text.to_owned(),
                _ => row.cover_pattern = text.to_owned(),
            }
            assert!(store.add_setup(row, FourRule::Counted).unwrap_err().is_refusal());
        }
        assert!(ludex_setups::setup::read_id(text).unwrap_err().is_refusal());
        assert!(text.parse::<Kicks>().unwrap_err().is_refusal());
        assert!(store.find_setups(3, text, Rules::default()).unwrap_err().is_refusal());
        for table in ["setups", "setup_oqb_links", "statistics", "path_files", "save_data"] {
            let columns = ["id", "parent", "child", "setup", "kicktable", "hold", "status", "data", "save"];
            let fields = columns.map(|column| (column.to_owned(), Some(text.to_owned()))).into();
            let row = formats::FieldRow { line: 1, table: Some(table.to_owned()), fields };
            let done = store.import_setups(&[row], FourRule::Counted).unwrap();
            assert_eq!((done.others, done.refused.len()), (0, 1), "{table}");
        }
    }
    assert_eq!(store.setups(&Filter::default(), Order::Id).unwrap().len(), 4);
}

/// A field that needs two more pieces of the kind O: quick to compute.
fn nearly_done() -> String {
    let field = ludex_tetris::Field::from_rows(&["IIIIOOLL__"; 4]).expect("a field");
    ludex_tetris::Fumen { pages: vec![ludex_tetris::fumen::Page::of(field)] }.encode()
}

fn job(paths: bool) -> Job {
    Job { paths, batch: 3, ..Job::default() }
}

/// Setups to compute, the same every time.
fn quick_setups(store: &mut Setups, count: usize) {
    let solves = ["O,O", "O,*p2{O=1}", "*p3{O=1}", "[OT]!,O;O,O,T"];
    for i in 0..count {
        let cover = format!("IIIIOOLL{}", "I".repeat(i % 3));
        let mut row = SetupFields::new(1, "TILJSZO", "IIIIOOLL", &cover, &nearly_done());
        row.solve_pattern = Some(solves[i % solves.len()].into());
        store.add_setup(row, FourRule::Counted).unwrap();
    }
}

fn computing(place: &mut Place) {
    let mut store = place.open();
    quick_setups(&mut store, 8);
    let mut bad = setup(3, "T", "TIO", "T,*p7");
    bad.fumen = "v115@AAAA".into();
    let bad = store.add_setup(bad, FourRule::Counted).unwrap();
    store.add_save(1, "T", None).unwrap();
    assert!(store.add_save(1, "(", None).is_err());
    let run = |store: &mut Setups, job: &Job| {
        let mut told = Vec::new();
        let counts = store
            .compute_setups(
                job,
                &mut |done| told.push((done.statistics.clone(), done.failure.clone())),
                &Silent,
            )
            .unwrap();
        (counts, told)
    };
    let (counts, told) = run(&mut store, &job(false));
    assert_eq!(counts, (8, 1));
    assert_eq!(
        told.iter().filter(|(_, failure)| failure.is_some()).map(|(row, _)| row.setup).collect::<Vec<_>>(),
        std::slice::from_ref(&bad)
    );
    for (row, failure) in told.iter().filter(|(_, failure)| failure.is_none()) {
        assert_eq!((row.status, failure), (Status::Completed, &None));
        let (solved, all) = row.solve.unwrap();
        assert!(solved <= all && all > 0);
        assert_eq!(row.cover_data, None, "its own pieces build it");
    }
    assert_eq!(store.statistics(bad).unwrap()[0].status, Status::Failed);
    // Nothing is left to do; with paths there is, and the figures are the same.
    assert_eq!(run(&mut store, &job(false)).0, (0, 0));
    let (counts, more) = run(&mut store, &job(true));
    assert_eq!(counts, (8, 0));
    let solves = |list: &[(Statistics, Option<String>)]| {
        list.iter().filter(|(_, f)| f.is_none()).map(|(row, _)| (row.setup, row.solve)).collect::<Vec<_>>()
    };
    assert_eq!(solves(&more), solves(&told));
    let files = store.path_file_list().unwrap();
    assert_eq!(files.len(), 8);
    let data = store.path_file(files[0].0, Rules::default()).unwrap().unwrap();
    assert!(ludex_tetris::pathfile::xz::unpack(&data).unwrap().contains("v115@"));
    let statistics = &store.statistics(files[0].0).unwrap()[0];
    assert!(statistics.path_file && statistics.minimal_count >= Some(1) && statistics.all_solves.is_some());
    assert_eq!(run(&mut store, &Job { again: true, ..job(false) }).0, (8, 1));
}

/// Runs as a child of the test below: computes until it is killed, saying what is done.
#[test]
fn child() {
    let Ok(url) = std::env::var("LUDEX_STORE_COMPUTE") else { return };
    let mut store = Setups::open(&url).unwrap();
    store
        .compute_setups(&job(true), &mut |done| println!("told {}", done.statistics.setup), &Silent)
        .unwrap();
}

fn killed_computations_resume(place: &mut Place) {
    let count = 60;
    let mut whole = Setups::open(":memory:").unwrap();
    quick_setups(&mut whole, count);
    whole.compute_setups(&job(true), &mut |_| {}, &Silent).unwrap();
    let expected = whole.setups_checksum().unwrap();
    let mut store = place.open();
    quick_setups(&mut store, count);
    let kills = if std::env::var_os("LUDEX_LONG").is_some() { 200 } else { 4 };
    let mut random = Random::new(8);
    let (mut struck, mut told_before) = (0, 0);
    while struck < kills {
        if store.pending(&job(true)).unwrap().is_empty() {
            // Nothing is left to interrupt: all over again, after a look at the end.
            assert_eq!(store.setups_checksum().unwrap(), expected);
            store.store().plain_sql("DELETE FROM statistics").unwrap();
        }
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["setups::child", "--exact", "--nocapture"])
            .env("LUDEX_STORE_COMPUTE", &place.url)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Every second one is killed only after it has told of a setup.
        let word = if random.below(2) == 0 { "" } else { "told" };
        let said = crate::place::killed_after(&mut child, word, random.below(300));
        child.wait().unwrap();
        if !store.pending(&job(true)).unwrap().is_empty() {
            struck += 1;
            told_before += u32::from(said.contains("told "));
        }
        let found = store.store().examine().unwrap();
        assert!(found.iter().all(|finding| finding.reason == "removed outside Ludex"), "{found:?}");
        for id in said.lines().filter_map(|line| line.strip_prefix("told ")) {
            let row = &store.statistics(crate::id(id)).unwrap()[0];
            assert!(row.status == Status::Completed && row.path_file && row.solve.is_some(), "{id}");
        }
        let half = store
            .store()
            .plain_rows("SELECT 1 FROM statistics WHERE status = 'completed' AND solve_numerator IS NULL");
        assert_eq!(half.unwrap().len(), 0);
    }
    println!(
        "compute ({:?}): {struck} kills within, {told_before} of them after something was acknowledged; nothing lost",
        store.store().dialect()
    );
    store.compute_setups(&job(true), &mut |_| {}, &Silent).unwrap();
    assert_eq!(store.setups_checksum().unwrap(), expected);
}

/// Readers read, editors write, admins tag.
#[test]
fn roles_on_the_server() {
    let place = Place::postgres();
    let mut store = place.open();
    let id = store.add_setup(setup(3, "T", "TIO", "T,*p7"), FourRule::Counted).unwrap();
    // Roles belong to the whole server, which other tests use at the same time.
    while store.store().plain_sql(ludex_setups::schema::ROLES).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    store
        .store().plain_sql("CREATE ROLE rita LOGIN IN ROLE ludex_reader; CREATE ROLE ed LOGIN IN ROLE ludex_editor; CREATE ROLE ada LOGIN IN ROLE ludex_admin")
        .unwrap();
    let database = place.url.rsplit('/').next().unwrap().to_owned();
    let open = |user: &str| {
        Setups::open(&Server::shared().url(&database).replace("ludex@", &format!("{user}@"))).unwrap()
    };
    let (mut reader, mut editor, mut admin) = (open("rita"), open("ed"), open("ada"));
    assert_eq!(reader.setup(id).unwrap().id, id);
    assert_eq!(reader.find_setups(3, "TTIOLJSZ", Rules::of(Kicks::Srs)).unwrap().len(), 1);
    assert!(matches!(
        reader.add_setup(setup(3, "T", "TIL", "T,*p7"), FourRule::Counted),
        Err(StoreError::Rule(_))
    ));
    assert!(reader.remove_setup(id).is_err());
    let mut oqb = setup(3, "T", "TIL", "T,*p7");
    oqb.kind = SetupType::Oqb;
    let (a, b) = (
        editor.add_setup(oqb.clone(), FourRule::Counted).unwrap(),
        editor.add_setup(oqb, FourRule::Counted).unwrap(),
    );
    editor.link_setups(a, b).unwrap();
    let tag = "INSERT INTO tags VALUES ('fast')";
    assert!(matches!(editor.store().plain_sql(tag), Err(StoreError::Rule(_))));
    admin.store().plain_sql(tag).unwrap();
    admin.remove_setup(b).unwrap();
}
