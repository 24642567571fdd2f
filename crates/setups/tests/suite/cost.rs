//! What a server is asked to do grows with what is changed, not with its square and not row by row. Counted, not timed.

use crate::place::{Place, Server};
use ludex_setups::Setups;
use ludex_setups::formats::{SetupFormat, read};
use ludex_store::Dialect;
use ludex_store::sql::transaction;
use ludex_tetris::FourRule;
use rusqlite::StatementStatus;

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

/// How many entries of the index of open seals were read, how many links, and how often a function was called.
fn counters(store: &mut Setups) -> [i64; 3] {
    let mut one = |sql: &str| store.store().plain_rows(sql).unwrap()[0][0].as_int().unwrap_or(0);
    let read = one("SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = 'ludex_seals_open'");
    let calls = one("SELECT CAST(coalesce(sum(calls), 0) AS bigint) FROM pg_stat_user_functions \
         WHERE funcname = 'ludex_setup_oqb_paths_refresh'");
    let links =
        one("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'setup_oqb_links'");
    [read, links, calls]
}

/// Each of 15,000 changed rows once looked through all that were open: ten seconds where one was enough. Links and roots
/// brought their paths along one by one, and each link was compared with all that were there: 13 million were read here.
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
        if after[2] > before[2] {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        after = counters(&mut store);
    }
    let [read, links, calls] = [0, 1, 2].map(|i| after[i] - before[i]);
    // At most eight changed rows a setup, of which each table of the eight that changed looks through all.
    assert!(read > 0 && read <= 8 * 8 * COUNT as i64, "{read} entries of open seals were read");
    // Ten steps up from each, and again for its path.
    assert!(links <= 100 * COUNT as i64, "{links} links were read");
    assert!((1..=20).contains(&calls), "paths were brought along {calls} times");
    assert_eq!(store.examine().unwrap(), []);
    assert_eq!(store.tree(None).unwrap().len(), COUNT);
}

/// On a server each row was a message there and back.
#[test]
fn an_import_takes_few_statements_of_a_server() {
    let statements = |count: usize| {
        let place = Place::postgres();
        let mut store = place.open();
        let rows = read(&rows(count), SetupFormat::Json).unwrap();
        store.store().plain_sql("SET log_statement = 'all'").unwrap();
        let before = Server::shared().statements();
        store.import_setups(&rows, FourRule::Counted).unwrap();
        Server::shared().statements() - before
    };
    let (few, more) = (statements(100), statements(300));
    assert!(few < 100 && more < few + 20, "{few} for 100 setups, {more} for 300");
}

/// A tree of so many setups, and beside it a setup `2000000fffff` and a star: a setup with `below` others after it.
fn tree_and_star(count: usize, below: usize) -> String {
    let mut all: serde_json::Value = serde_json::from_str(&rows(count)).unwrap();
    let id = |i: usize| format!("2000000{i:05x}");
    let setups = all["setups"].as_array_mut().unwrap();
    let like = setups[0].clone();
    for i in (0..=below).chain([0xFFFFF]) {
        let mut setup = like.clone();
        (setup["id"], setup["mirror"]) = (id(i).into(), serde_json::Value::Null);
        setups.push(setup);
    }
    let links = all["setup_oqb_links"].as_array_mut().unwrap();
    links.extend((1..=below).map(|i| serde_json::json!({"parent": id(0), "child": id(i)})));
    all.to_string()
}

/// What a statement and all that it fires costs, in a transaction that is sealed: SQLite's steps, a server's rows that were
/// read or written.
fn cost(store: &mut Setups, statement: &str) -> i64 {
    transaction(store.store().sql(), |sql| {
        if let Some(sqlite) = sql.sqlite() {
            let mut statement = sqlite.prepare(statement).unwrap();
            statement.execute([]).unwrap();
            return Ok(i64::from(statement.get_status(StatementStatus::VmStep)));
        }
        let touched = "SELECT CAST(sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del) AS bigint) \
            FROM pg_stat_xact_user_tables";
        let before = sql.one(touched, &[])?.unwrap().optional_int("touched")?.unwrap_or(0);
        // What is done before the commit is done now: the seals.
        sql.script(&format!("{statement}; SET CONSTRAINTS ALL IMMEDIATE"))?;
        Ok(sql.one(touched, &[])?.unwrap().int("touched")? - before)
    })
    .unwrap()
}

/// A link cost what the whole tree is large: 2,000 nodes took 22 s on PostgreSQL.
fn a_link_costs_what_it_changes(place: fn() -> Place) {
    let link = "INSERT INTO setup_oqb_links (parent, child) VALUES ('2000000fffff', '200000000000')";
    let unlink = "DELETE FROM setup_oqb_links WHERE parent = '2000000fffff' AND child = '200000000000'";
    let costs = |count: usize, below: usize| {
        let place = place();
        let mut store = place.open();
        let rows = read(&tree_and_star(count, below), SetupFormat::Json).unwrap();
        let done = store.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.setups as usize, done.refused), (count + below + 2, vec![]));
        // A server looks at its tables now and then, and plans by what it found. SQLite does so only where it is told to.
        if store.store().dialect() == Dialect::Postgres {
            store.store().plain_sql("ANALYZE").unwrap();
        }
        // What a session does once only is done before.
        cost(&mut store, link);
        cost(&mut store, unlink);
        let costs = [cost(&mut store, link), cost(&mut store, unlink)];
        assert_eq!(store.tree(None).unwrap().len(), count + below + 2);
        assert_eq!(store.examine().unwrap(), []);
        costs
    };
    let (small, large, star) = (costs(300, 10), costs(2400, 10), costs(300, 80));
    for (i, what) in ["link", "unlink"].iter().enumerate() {
        let (small, large, star) = (small[i], large[i], star[i]);
        println!(
            "{what}: {small} beside 300 setups, {large} beside 2400; {star} where 8 times as much changes"
        );
        assert!(large * 4 <= small * 5, "{what} beside 8 times as many setups: {large} where it was {small}");
        assert!(star <= small * 9, "{what} of 8 times as many: {star} where it was {small}");
    }
}

#[test]
fn a_link_costs_what_it_changes_on_sqlite() {
    a_link_costs_what_it_changes(Place::sqlite);
}

#[test]
fn a_link_costs_what_it_changes_on_postgres() {
    a_link_costs_what_it_changes(Place::postgres);
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
        assert!(
            done.refused.iter().all(|(_, reason)| reason == "there is no setup 200000000000"),
            "{:?}",
            done.refused
        );
        signatures.push((done.refused, store.setups_checksum().unwrap()));
    }
    assert_eq!(signatures[0], signatures[1]);
}
