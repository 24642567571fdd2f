//! Dumps in the words of the public database, in both versions of its schema, and its older files.

use crate::place::Place;
use crate::public_dump::{Public, first_schema, second_schema};
use ludex_setups::formats::{self, SetupFormat};
use ludex_setups::import::Imported;
use ludex_setups::{HoldRule, Rules, SetupType, Setups};
use ludex_tetris::FourRule;

crate::on_both!(
    both_schemas_are_read_whole,
    what_has_no_place_is_told,
    older_files_by_their_own_headers,
    percentages_of_a_file_stay_for_lint,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
const MIRRORED: &str = "v115@GhwhIewhRpAewwEewhRpywDewhJeAgH";

fn import(store: &mut Setups, text: &str, format: SetupFormat) -> Imported {
    let rows = formats::read(text, format).unwrap();
    store.import_setups(&rows, FourRule::Published).unwrap()
}

/// A few setups with something in every table.
fn sample() -> Vec<Public> {
    let one = |id: &str, build: &str, cover: &str| Public {
        id: id.into(),
        pc: 2,
        leftover: "TTIO".into(),
        build: build.into(),
        cover: cover.into(),
        fumen: FUMEN.into(),
        solve: Some("*p7".into()),
        ..Public::default()
    };
    vec![
        Public {
            mirror: Some("213ceaffb1ff".into()),
            credit: Some("it's \"me\", (a; b)".into()),
            fraction: Some((5032, 5040)),
            cover_data: Some(vec![0xFC]),
            saves: vec![
                ("T||O".into(), vec![(44, 5040)]),
                ("T,I,O".into(), vec![(44, 5040), (100, 5040), (7, 5040)]),
            ],
            ..one("213ceaff91ff", "TIO", "T,[TIO]!")
        },
        Public {
            mirror: Some("213ceaff91ff".into()),
            fumen: MIRRORED.into(),
            ..one("213ceaffb1ff", "TIO", "T,[TIO]!")
        },
        Public {
            oqb: true,
            solve: None,
            description: Some("when T comes first".into()),
            ..one("2b3ceaff91ff", "TIO", "T,[TIO]!")
        },
        Public {
            oqb: true,
            parent: Some("2b3ceaff91ff".into()),
            variants: vec![("TIOL".into(), FUMEN.into())],
            ..one("2b3ceaff92ff", "TIO", "T,[TIO]!,*")
        },
    ]
}

fn both_schemas_are_read_whole(place: &mut Place) {
    let mut sums = Vec::new();
    for dump in [first_schema(&sample()), second_schema(&sample(), false), second_schema(&sample(), true)] {
        let fresh = if place.url.starts_with("postgres") { Place::postgres() } else { Place::sqlite() };
        let mut store = fresh.open();
        let done = import(&mut store, &dump, SetupFormat::Dump);
        assert_eq!((done.setups, done.refused.as_slice()), (4, &[][..]), "{done:?}");
        let first = store.setup(crate::id("213ceaff91ff")).unwrap();
        assert_eq!(first.credit.as_deref(), Some("it's \"me\", (a; b)"));
        assert_eq!(first.mirror, Some(crate::id("213ceaffb1ff")));
        let statistics = &store.statistics(first.id).unwrap()[0];
        assert_eq!(statistics.rules, Rules { hold: HoldRule::Any, ..Rules::default() });
        assert_eq!(
            (statistics.solve, statistics.cover_data.as_deref()),
            (Some((5032, 5040)), Some(&[0xFC][..]))
        );
        let saves = store.save_data(first.id).unwrap();
        let saves: Vec<String> =
            saves.iter().map(|data| format!("{} {}", data.save, data.fractions.as_ref().unwrap())).collect();
        assert_eq!(saves, ["T,I,O [[44,5040],[100,5040],[7,5040]]", "T||O [[44,5040]]"]);
        let child = store.setup(crate::id("2b3ceaff92ff")).unwrap();
        assert_eq!((child.kind, child.oqb_depth), (SetupType::Oqb, Some(1)));
        assert_eq!(store.variants(child.id).unwrap()[0].build, "TIOL");
        let told = store.translations(crate::id("2b3ceaff91ff")).unwrap();
        assert_eq!(told, [("en".to_owned(), "when T comes first".to_owned())]);
        sums.push(store.setups_checksum().unwrap());
    }
    assert!(sums.iter().all(|sum| *sum == sums[0]), "the same database, whatever the words");
}

/// Once every line of the file but the first was read as zeros, with exit code 0.
fn what_has_no_place_is_told(place: &mut Place) {
    let mut store = place.open();
    let dump = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n\
        INSERT INTO setups (setup_id) VALUES ('no'); END $$;\n\
        INSERT INTO schema_metadata (version, description) VALUES ('1.0.0', 'first'), ('1.1.0', 'second');\n\
        INSERT INTO other (a, b) VALUES (1, 2);\n\
        INSERT INTO setups (setup_id) SELECT 'x';\n\
        INSERT INTO statistics (setup_id, kicktable, true_minimal) VALUES ('213ceaff91ff', 'srs', TRUE), (1);\n\
        INSERT INTO save_data (save_id, stat_id) VALUES ((SELECT a, b FROM saves), (SELECT max(x) FROM y));\n\
        UPDATE setups SET credit = 'x' WHERE setup_id = 'y';\n";
    let done = import(&mut store, dump, SetupFormat::Dump);
    let lines: Vec<usize> = done.refused.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [4, 5, 6, 6, 7, 8], "{:?}", done.refused);
    assert!(
        done.refused[0].1.contains("the table other is not known: setups, setup_oqb_links"),
        "{:?}",
        done.refused[0]
    );
    let notes: Vec<&str> = done.notes.iter().map(|(_, note)| note.as_str()).collect();
    assert_eq!(
        notes,
        [
            "the table schema_metadata has no place here: 2 rows left out",
            "statistics: the column true_minimal has no place here: left out in 1 row"
        ]
    );
    for (text, format) in [
        ("a\tb\n1\t2\n", SetupFormat::Tsv),
        ("a,b\n", SetupFormat::Csv),
        ("<html>no dump; at all</html>", SetupFormat::Dump),
    ] {
        let error = formats::read(text, format).unwrap_err();
        assert!(error.is_refusal(), "{error}");
    }
}

fn older_files_by_their_own_headers(place: &mut Place) {
    let mut store = place.open();
    let header = "ID\tLeftover\tBuild\tCover Dependence\tPrevious Setup\tNext Setup\tCover Data\tSetup\tPieces\tMirror\tSolve %\tSolve Fraction\tCredit";
    let text = format!(
        "{header}\n\
         2a7b0123ff\tTTIO\tTIO\tT,[TIO]!\t\t2a7b0123fe\t1\t{FUMEN}\tNULL\t\tNULL\tNULL\tsomebody\n\
         2a7b0123fe\tTTIO\tTIO;TIOL\tT,[TIO]!,*\t2a7b0123ff\t\t{}\t{FUMEN}\t*p7\t\t99.84%\t5032/5040\t\n",
        "01".repeat(21)
    );
    let done = import(&mut store, &text, SetupFormat::Tsv);
    assert_eq!((done.setups, done.refused.as_slice()), (2, &[][..]), "{done:?}");
    let tree = store.tree(None).unwrap();
    assert_eq!(tree.iter().map(|line| line.depth).collect::<Vec<_>>(), [0, 1]);
    let (root, child) = (store.setup(tree[0].id).unwrap(), store.setup(tree[1].id).unwrap());
    assert_eq!((root.pc, root.kind, root.solve_pattern.as_deref()), (2, SetupType::Oqb, None));
    assert_eq!((child.build.as_str(), root.credit.as_deref()), ("TIO", Some("somebody")));
    let statistics = &store.statistics(child.id).unwrap()[0];
    assert_eq!(statistics.solve, Some((5032, 5040)));
    assert_eq!(statistics.cover_data.as_ref().map(Vec::len), Some(6));
    assert!(
        done.notes.iter().any(|(line, note)| *line == 2 && note.contains("2a7b0123ff")),
        "{:?}",
        done.notes
    );
}

/// A percentage that is not that of its fraction is kept as it came, until it is computed again.
fn percentages_of_a_file_stay_for_lint(place: &mut Place) {
    let right = first_schema(&sample());
    let wrong = right.replace("99.84, ROW(5032", "12.34, ROW(5032").replace("0.87, ROW(44", "1.87, ROW(44");
    let mut store = place.open();
    assert_eq!(import(&mut store, &wrong, SetupFormat::Dump).refused, []);
    let found = store.lint_setups().unwrap();
    let found: Vec<(&str, &str)> = found
        .iter()
        .filter(|finding| finding.field.ends_with("percent"))
        .map(|finding| (finding.field, finding.what.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("solve_percent", "12.34 is stored, 5032/5040 is 99.84"),
            ("percent", "1.87 is stored, 44/5040 is 0.87"),
        ]
    );
    let mut row = store.statistics(crate::id("213ceaff91ff")).unwrap().remove(0);
    assert_eq!((row.percent(), row.told_percent), (Some(99.84), Some(12.34)));
    row.told_percent = None;
    store.put_statistics(&row).unwrap();
    let found = store.lint_setups().unwrap();
    assert!(found.iter().all(|finding| finding.field != "solve_percent"), "{found:?}");
}
