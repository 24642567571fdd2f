//! Rows that other clients wrote by plain SQL: the tables take what their rules allow, and much of that is no setup.
//! Whoever reads them gets an answer or one clear line, never a panic.

use crate::place::Place;
use ludex_core::{Random, Silent};
use ludex_setups::compute::Job;
use ludex_setups::formats::SetupFormat;
use ludex_setups::{Filter, Kicks, Order, Rules, SetupFields};
use ludex_tetris::FourRule;

crate::on_both!(odd_rows_are_told_not_obeyed);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
const GOOD: &str = "(id, pc, leftover, build, cover_pattern, fumen, solve_pattern)";

/// Statements that the rules of the tables let through.
fn odd() -> Vec<String> {
    let setup = |id: &str, leftover: &str, build: &str, cover: &str, fumen: &str, solve: &str| {
        format!(
            "INSERT INTO setups {GOOD} VALUES ('{id}', 3, '{leftover}', '{build}', '{cover}', '{fumen}', '{solve}')"
        )
    };
    vec![
        // No pattern, no fumen, letters out of order, a leftover of another perfect clear, an id of another perfect clear.
        setup("3aaaaaaaaa01", "T", "TIO", "nonsense", FUMEN, "*p4"),
        setup("3aaaaaaaaa02", "T", "TIO", "T,*p7", "v115@zzzzzzzz", "*p4"),
        setup("3aaaaaaaaa03", "T", "OIT", "T,*p7", FUMEN, "*p4"),
        setup("3aaaaaaaaa04", "TILJSZO", "TILJSZOTIL", "T,*p7", FUMEN, "also nonsense"),
        setup("9aaaaaaaaa05", "T", "T", "*p7,*p7", FUMEN, "*p7,*p7"),
        setup("3aaaaaaaaa06", "T", "TIO", "T", &format!("v115@{}", "A".repeat(5000)), "[]!"),
        setup("3aaaaaaaaa07", "T", "TIO", &"(".repeat(9000), FUMEN, &"{".repeat(9000)),
        "INSERT INTO setup_variants (setup, number, build, fumen, solve_pattern) \
         VALUES ('3aaaaaaaaa03', 2000000000, 'O', 'v115@9', 'no pattern')"
            .into(),
        "INSERT INTO setup_translations (setup, language, description) VALUES ('3aaaaaaaaa03', 'xx-not-one', '')"
            .into(),
        // Bits of more and of fewer queues, impossible counts.
        "INSERT INTO statistics (setup, kicktable, cover_data, solve_numerator, solve_denominator, all_solves, \
         minimal_solves, minimal_count) VALUES ('3aaaaaaaaa03', 'srs', '', 9223372036854775807, \
         9223372036854775807, 'no fumen', 'v115@', 9223372036854775807)"
            .into(),
        "INSERT INTO statistics (setup, kicktable) VALUES ('3aaaaaaaaa01', 'srs180')".into(),
        "INSERT INTO path_files (setup, kicktable, hold, data) VALUES ('3aaaaaaaaa03', 'srs', 'any', '')".into(),
        "INSERT INTO saves (pc, save) VALUES (3, '||((&&'), (9, '#'), (1, ']!T')".into(),
        "INSERT INTO save_data (setup, kicktable, hold, save, numerator, denominator, priority) \
         SELECT '3aaaaaaaaa03', 'srs', 'any', id, 0, 9223372036854775807, '[1e300, {\"a\": []}]' FROM saves"
            .into(),
        "INSERT INTO setup_sets (id, name) VALUES ('a', '')".into(),
        "INSERT INTO setup_set_translations (setup_set, language, name) VALUES ('a', 'zz', '')".into(),
    ]
}

fn odd_rows_are_told_not_obeyed(place: &mut Place) {
    let mut store = place.open();
    let mut fields = SetupFields::new(3, "T", "TIO", "T,*p7", FUMEN);
    fields.solve_pattern = Some("*p4".into());
    let good = store.add_setup(fields, FourRule::Counted).unwrap();
    let mut taken = 0;
    for statement in odd() {
        taken += u32::from(store.store().plain_sql(&statement).is_ok());
    }
    assert!(taken >= 12, "only {taken} were taken: the test tells nothing");
    drop(store);
    let mut store = place.open();
    let rules = Rules::of(Kicks::Srs);
    let mut failed = Vec::new();
    let mut hear = |what: &str, answer: Result<String, ludex_store::StoreError>| {
        if let Err(error) = answer {
            let line = error.to_string();
            assert!(!line.contains('\n') && line.len() > 10 && line.len() < 20_000, "{what}: {line}");
            failed.push(what.to_owned());
        }
    };
    fn text<T: std::fmt::Debug>(value: T) -> String {
        format!("{value:?}")
    }
    for queue in ["T", "TTIOLJSZ", "TIOTLJSZ", "TILJSZOTILJSZO"] {
        // The good one is found whatever lies beside it.
        let search = store.search_setups(3, queue, rules).unwrap();
        assert!(queue != "TTIOLJSZ" || search.found.iter().any(|found| found.setup.id == good), "{search:?}");
        hear("find", store.find_setups(3, queue, rules).map(text));
    }
    let ids: Vec<_> =
        store.setups(&Filter::default(), Order::Solve).unwrap().iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), 8);
    for id in &ids {
        hear("setup", store.setup(*id).map(text));
        hear("statistics", store.statistics(*id).map(text));
        hear("variants", store.variants(*id).map(text));
        hear("translations", store.translations(*id).map(text));
        hear("save data", store.save_data(*id).map(text));
        hear("path file", store.path_file(*id, rules).map(text));
        hear("next", store.next_setups(*id, "TTIO", rules).map(text));
        hear("mirror", store.add_mirror(*id, FourRule::Counted).map(text));
    }
    hear("tree", store.tree(None).map(text));
    hear("saves", store.saves().map(text));
    hear("set", store.set("a").map(text));
    hear("sets", store.set_tree().map(text));
    hear("counts", store.setup_counts().map(text));
    hear("status", store.status_counts().map(text));
    hear("quiz", store.quiz(3, rules, &mut Random::new(1)).map(text));
    hear("prepare", store.prepare_lookups(rules).map(text));
    hear("check", store.examine().map(text));
    for format in [SetupFormat::Tsv, SetupFormat::Csv, SetupFormat::Json, SetupFormat::Dump] {
        hear("export", store.export_setups(format, &mut Vec::new()).map(text));
    }
    let told = store.lint_setups().unwrap();
    for id in ["3aaaaaaaaa01", "3aaaaaaaaa02", "3aaaaaaaaa04", "3aaaaaaaaa07"] {
        assert!(told.iter().any(|finding| finding.id.to_string() == id), "lint passes {id} over");
    }
    hear("lint", store.lint_recomputed(&Silent).map(text));
    let job = Job { rules, paths: true, again: true, ..Job::default() };
    hear("compute", store.compute_setups(&job, &mut |_| {}, &Silent).map(text));
    assert!(failed.iter().any(|what| what == "find"), "a pattern that cannot be listed is an error");
}
