//! What a server is asked to do grows with what is changed, not with its square and not row by row. Counted, not timed.

use crate::place::Place;
use ludex_setups::Setups;
use ludex_setups::formats::{SetupFormat, read};
use ludex_tetris::FourRule;

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

/// So many oqb setups, each but the first linked to one before it, with a figure and the set of all.
fn rows(count: usize) -> String {
    let id = |i: usize| format!("1000000{i:05x}");
    let setup = |i| {
        serde_json::json!({"id": id(i), "pc": 3, "leftover": "T", "build": "TIO", "cover_pattern": "T,*p7",
            "type": "oqb", "fumen": FUMEN, "solve_pattern": "*p4", "mirror": id(i ^ 1)})
    };
    let all: Vec<usize> = (0..count).collect();
    serde_json::json!({
        "setups": all.iter().map(|&i| setup(i)).collect::<Vec<_>>(),
        "setup_oqb_links": all[1..].iter()
            .map(|&i| serde_json::json!({"parent": id(i / 2), "child": id(i)})).collect::<Vec<_>>(),
        "statistics": all.iter()
            .map(|&i| serde_json::json!({"setup": id(i), "kicktable": "srs", "solve_fraction": "1/2"})).collect::<Vec<_>>(),
        "setup_sets": [{"id": "all", "name": "All"}],
        "setup_set_members": all.iter()
            .map(|&i| serde_json::json!({"setup_set": "all", "setup": id(i)})).collect::<Vec<_>>(),
    })
    .to_string()
}

/// How many entries of the index of open seals were read, and how often a function was called.
fn counters(store: &mut Setups) -> (i64, i64) {
    let mut one = |sql: &str| store.store().plain_rows(sql).unwrap()[0][0].as_int().unwrap_or(0);
    let read = one("SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = 'ludex_seals_open'");
    let calls = one("SELECT CAST(coalesce(sum(calls), 0) AS bigint) FROM pg_stat_user_functions \
         WHERE funcname = 'ludex_setup_oqb_paths_refresh'");
    (read, calls)
}

/// Each of 15,000 changed rows once looked through all that were open: ten seconds where one was enough. Links and roots
/// brought their paths along one by one.
#[test]
fn an_import_is_sealed_in_time_that_grows_with_its_rows() {
    const COUNT: usize = 1500;
    let place = Place::postgres();
    let mut store = place.open();
    let database = place.url.rsplit('/').next().unwrap().to_owned();
    store.store().plain_sql(&format!("ALTER DATABASE {database} SET track_functions = 'all'")).unwrap();
    drop(store);
    let mut store = place.open();
    let before = counters(&mut store);
    let rows = read(&rows(COUNT), SetupFormat::Json).unwrap();
    let done = store.import_setups(&rows, FourRule::Counted).unwrap();
    assert_eq!((done.setups, done.refused, done.notes), (COUNT as u64, vec![], vec![]));
    assert_eq!(store.prepare_lookups(Default::default()).unwrap(), COUNT as u64);
    // What a session has counted is told when it has ended.
    drop(store);
    let mut store = place.open();
    let mut after = counters(&mut store);
    for _ in 0..600 {
        if after.1 > before.1 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        after = counters(&mut store);
    }
    let (read, calls) = (after.0 - before.0, after.1 - before.1);
    // At most eight changed rows a setup, of which each table of the eight that changed looks through all.
    assert!(read > 0 && read <= 8 * 8 * COUNT as i64, "{read} entries of open seals were read");
    assert!((1..=20).contains(&calls), "paths were brought along {calls} times");
    assert_eq!(store.examine().unwrap(), []);
    assert_eq!(store.tree(None).unwrap().len(), COUNT);
}

/// A batch of links that closes a cycle is taken one by one, and only the link that closes it is refused.
#[test]
fn of_many_links_only_the_wrong_ones_are_refused() {
    let mut signatures = Vec::new();
    for place in [Place::sqlite(), Place::postgres()] {
        let mut store = place.open();
        let id = |i: usize| format!("1000000{i:05x}");
        let link = |(a, b)| serde_json::json!({"parent": id(a), "child": id(b)});
        let mut all: serde_json::Value = serde_json::from_str(&rows(40)).unwrap();
        // A cycle, a node that is not there, and one that is there twice.
        let links = all["setup_oqb_links"].as_array_mut().unwrap();
        links.extend([(39, 1), (3, 77), (19, 39)].map(link));
        let rows = read(&all.to_string(), SetupFormat::Json).unwrap();
        let done = store.import_setups(&rows, FourRule::Counted).unwrap();
        let reasons: Vec<&str> = done.refused.iter().map(|(_, reason)| reason.as_str()).collect();
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        assert!(reasons.iter().any(|reason| reason.contains("cycle")), "{reasons:?}");
        assert!(reasons.iter().any(|reason| reason.contains("two oqb setups that are there")), "{reasons:?}");
        assert_eq!(store.tree(None).unwrap().len(), 40);
        assert_eq!(store.examine().unwrap(), []);
        let again = store.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((again.known, again.refused.len()), (40, 2));
        signatures.push(store.setups_checksum().unwrap());
    }
    assert_eq!(signatures[0], signatures[1]);
}

/// Figures of setups that are not there are told one by one, and the others are taken with them all the same.
#[test]
fn figures_of_missing_setups_are_told() {
    let mut signatures = Vec::new();
    for place in [Place::sqlite(), Place::postgres()] {
        let mut store = place.open();
        let mut all: serde_json::Value = serde_json::from_str(&rows(30)).unwrap();
        let figures = all["statistics"].as_array_mut().unwrap();
        for figure in figures.iter_mut().step_by(3) {
            figure["setup"] = "200000000000".into();
        }
        let rows = read(&all.to_string(), SetupFormat::Json).unwrap();
        let done = store.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.setups, done.refused.len()), (30, 10), "{:?}", done.refused);
        // Links, figures, the set and its members.
        assert_eq!(done.others, 29 + 20 + 1 + 30);
        assert_eq!(store.examine().unwrap(), []);
        let lines: Vec<usize> = done.refused.iter().map(|(line, _)| *line).collect();
        signatures.push((lines, store.setups_checksum().unwrap()));
    }
    assert_eq!(signatures[0], signatures[1]);
}
