//! The OQB tree and the tree of sets: every case through the interface and through plain SQL.

use crate::place::Place;
use ludex_core::Random;
use ludex_setups::{SetupFields, SetupType, Setups};
use ludex_store::{Dialect, StoreError, Value};
use ludex_tetris::SetupId;
use std::collections::{BTreeMap, BTreeSet};

crate::on_both!(
    chain,
    out_of_order,
    several_parents_and_diamond,
    joining_two_graphs,
    cycles_are_refused,
    edges_and_nodes_removed,
    node_renamed,
    ends_that_do_not_exist,
    derived_paths_are_closed,
    declaring_a_root,
    at_most_a_thousand_paths,
    types_change,
    sets_are_a_tree,
    random_trees_match_a_model,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

/// How a test talks to the store.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Interface,
    /// As another client would: on SQLite without foreign keys, which are off unless one asks for them.
    PlainSql,
}

const WAYS: [By; 2] = [By::Interface, By::PlainSql];

fn id(i: usize) -> SetupId {
    crate::id(&format!("1000000000{i:02x}"))
}

fn node(store: &mut Setups, i: usize, by: By) {
    match by {
        By::Interface => {
            let mut setup = SetupFields::new(1, "TILJSZO", "T", "*p7", FUMEN);
            setup.kind = SetupType::Oqb;
            store.add_setup_as(id(i), setup).unwrap();
        }
        By::PlainSql => store
            .store()
            .plain_sql(&format!(
                "INSERT INTO setups (id, pc, leftover, build, cover_pattern, type, fumen, oqb_path) \
                 VALUES ('{0}', 1, 'TILJSZO', 'T', '*p7', 'oqb', '{FUMEN}', '{0}')",
                id(i)
            ))
            .unwrap(),
    }
}

fn link(store: &mut Setups, parent: usize, child: usize, by: By) -> ludex_store::Result<()> {
    match by {
        By::Interface => store.link_setups(id(parent), id(child)),
        By::PlainSql => store.store().plain_sql(&format!(
            "INSERT INTO setup_oqb_links VALUES ('{}', '{}')",
            id(parent),
            id(child)
        )),
    }
}

fn unlink(store: &mut Setups, parent: usize, child: usize, by: By) {
    match by {
        By::Interface => store.unlink_setups(id(parent), id(child)).unwrap(),
        By::PlainSql => store
            .store()
            .plain_sql(&format!(
                "DELETE FROM setup_oqb_links WHERE parent = '{}' AND child = '{}'",
                id(parent),
                id(child)
            ))
            .unwrap(),
    }
}

fn remove(store: &mut Setups, i: usize, by: By) {
    match by {
        By::Interface => store.remove_setup(id(i)).unwrap(),
        By::PlainSql => {
            store.store().plain_sql(&format!("DELETE FROM setups WHERE id = '{}'", id(i))).unwrap()
        }
    }
}

/// A fresh tree of so many nodes.
fn nodes(place: &Place, count: usize, by: By) -> Setups {
    let mut store = place.open();
    store.store().plain_sql("DELETE FROM setups; DELETE FROM setup_retired").unwrap();
    if by == By::PlainSql && store.store().dialect() == Dialect::Sqlite {
        store.store().plain_sql("PRAGMA foreign_keys = OFF").unwrap();
    }
    (0..count).for_each(|i| node(&mut store, i, by));
    store
}

/// All paths by setup, with short names; checks depth and what the setup shows.
fn paths(store: &mut Setups) -> BTreeMap<String, Vec<String>> {
    let text = |value: &Value| value.clone().into_text().unwrap_or_default();
    let short = |path: &str| path.split('.').map(|step| step[10..].to_owned()).collect::<Vec<_>>().join(".");
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in
        store.store().plain_rows("SELECT setup, path, depth FROM setup_oqb_paths ORDER BY path").unwrap()
    {
        let (setup, path) = (text(&row[0]), text(&row[1]));
        assert_eq!(row[2].as_int(), Some(path.matches('.').count() as i64), "the root has depth 0");
        assert!(path.ends_with(&setup));
        all.entry(short(&setup)).or_default().push(short(&path));
    }
    for row in store.store().plain_rows("SELECT id, oqb_path, oqb_depth FROM setups").unwrap() {
        let first = all.get(&short(&text(&row[0]))).map(|paths| paths[0].clone());
        assert_eq!(row[1].clone().into_text().map(|path| short(&path)), first, "the first path shows");
        assert_eq!(row[2].as_int(), first.map(|path| path.matches('.').count() as i64));
    }
    all
}

fn expect(store: &mut Setups, expected: &[(&str, &[&str])]) {
    let expected: BTreeMap<String, Vec<String>> = expected
        .iter()
        .map(|(setup, paths)| ((*setup).to_owned(), paths.iter().map(|p| (*p).to_owned()).collect()))
        .collect();
    assert_eq!(paths(store), expected);
}

fn chain(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 3, by);
        link(&mut store, 0, 1, by).unwrap();
        link(&mut store, 1, 2, by).unwrap();
        expect(&mut store, &[("00", &["00"]), ("01", &["00.01"]), ("02", &["00.01.02"])]);
        let tree = store.tree(Some(id(1))).unwrap();
        assert_eq!(
            tree.iter().map(|line| (line.id, line.depth)).collect::<Vec<_>>(),
            [(id(1), 0), (id(2), 1)]
        );
    }
}

fn out_of_order(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 4, by);
        link(&mut store, 2, 3, by).unwrap();
        link(&mut store, 0, 1, by).unwrap();
        link(&mut store, 1, 2, by).unwrap();
        expect(
            &mut store,
            &[("00", &["00"]), ("01", &["00.01"]), ("02", &["00.01.02"]), ("03", &["00.01.02.03"])],
        );
    }
}

fn several_parents_and_diamond(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 4, by);
        link(&mut store, 1, 3, by).unwrap();
        link(&mut store, 2, 3, by).unwrap();
        expect(&mut store, &[("00", &["00"]), ("01", &["01"]), ("02", &["02"]), ("03", &["01.03", "02.03"])]);
        link(&mut store, 0, 1, by).unwrap();
        link(&mut store, 0, 2, by).unwrap();
        expect(
            &mut store,
            &[("00", &["00"]), ("01", &["00.01"]), ("02", &["00.02"]), ("03", &["00.01.03", "00.02.03"])],
        );
    }
}

fn joining_two_graphs(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 6, by);
        for (parent, child) in [(0, 1), (0, 2), (1, 3), (2, 3), (4, 5)] {
            link(&mut store, parent, child, by).unwrap();
        }
        // The end of a diamond leads into another graph: every path goes on there.
        link(&mut store, 3, 4, by).unwrap();
        expect(
            &mut store,
            &[
                ("00", &["00"]),
                ("01", &["00.01"]),
                ("02", &["00.02"]),
                ("03", &["00.01.03", "00.02.03"]),
                ("04", &["00.01.03.04", "00.02.03.04"]),
                ("05", &["00.01.03.04.05", "00.02.03.04.05"]),
            ],
        );
        unlink(&mut store, 3, 4, by);
        // Two chains joined in the middle keep both beginnings.
        link(&mut store, 1, 5, by).unwrap();
        assert_eq!(paths(&mut store)["05"], ["00.01.05", "04.05"]);
    }
}

fn cycles_are_refused(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 4, by);
        for (parent, child) in [(0, 1), (1, 2), (2, 3)] {
            link(&mut store, parent, child, by).unwrap();
        }
        let before = paths(&mut store);
        // To itself, back over one link, back over several.
        for (parent, child) in [(1, 1), (1, 0), (3, 0)] {
            let error = link(&mut store, parent, child, by).unwrap_err();
            assert!(matches!(&error, StoreError::Rule(words) if words.contains("cycle")), "{error}");
        }
        assert_eq!(paths(&mut store), before);
    }
}

fn edges_and_nodes_removed(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 5, by);
        for (parent, child) in [(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)] {
            link(&mut store, parent, child, by).unwrap();
        }
        unlink(&mut store, 1, 2, by);
        assert_eq!(paths(&mut store)["04"], ["00.03.02.04"]);
        link(&mut store, 1, 2, by).unwrap();
        remove(&mut store, 2, by);
        expect(&mut store, &[("00", &["00"]), ("01", &["00.01"]), ("03", &["00.03"]), ("04", &["04"])]);
        remove(&mut store, 0, by);
        expect(&mut store, &[("01", &["01"]), ("03", &["03"]), ("04", &["04"])]);
        // A removed id is never minted again.
        let retired = store.store().plain_rows("SELECT id FROM setup_retired ORDER BY id").unwrap();
        assert_eq!(retired.len(), 2);
        assert!(store.remove_setup(id(0)).is_err());
        assert!(store.unlink_setups(id(1), id(3)).is_err());
    }
}

fn node_renamed(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 4, by);
        for (parent, child) in [(0, 1), (1, 2), (0, 3), (3, 2)] {
            link(&mut store, parent, child, by).unwrap();
        }
        match by {
            By::Interface => store.rename_setup(id(1), id(0x77)).unwrap(),
            By::PlainSql => store
                .store()
                .plain_sql(&format!("UPDATE setups SET id = '{}' WHERE id = '{}'", id(0x77), id(1)))
                .unwrap(),
        }
        expect(
            &mut store,
            &[("00", &["00"]), ("02", &["00.03.02", "00.77.02"]), ("03", &["00.03"]), ("77", &["00.77"])],
        );
        assert_eq!(store.links().unwrap().len(), 4);
        assert!(store.rename_setup(id(0), id(2)).is_err());
    }
}

fn ends_that_do_not_exist(place: &mut Place) {
    for by in WAYS {
        let mut store = nodes(place, 2, by);
        let mut plain = SetupFields::new(1, "TILJSZO", "T", "*p7", FUMEN);
        plain.solve_pattern = Some("*p4".into());
        store.add_setup_as(id(9), plain).unwrap();
        for (parent, child) in [(0, 5), (5, 0), (0, 9), (9, 0)] {
            let error = link(&mut store, parent, child, by).unwrap_err();
            assert!(matches!(error, StoreError::Rule(_)), "{error}");
        }
        expect(&mut store, &[("00", &["00"]), ("01", &["01"])]);
    }
}

fn derived_paths_are_closed(place: &mut Place) {
    let mut store = nodes(place, 3, By::Interface);
    link(&mut store, 0, 1, By::Interface).unwrap();
    let before = paths(&mut store);
    for sql in [
        "INSERT INTO setup_oqb_paths VALUES ('100000000002', '100000000000.100000000002', 1)",
        "UPDATE setup_oqb_paths SET depth = 4",
        "DELETE FROM setup_oqb_paths",
        "UPDATE setups SET oqb_path = '100000000002' WHERE id = '100000000001'",
        "UPDATE setups SET oqb_depth = 7 WHERE id = '100000000001'",
        "UPDATE setup_oqb_links SET child = '100000000002'",
        "UPDATE setups SET type = 'qb', solve_pattern = 'T' WHERE id = '100000000000'",
    ] {
        let error = store.store().plain_sql(sql).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{sql}: {error}");
    }
    assert_eq!(paths(&mut store), before);
}

fn declaring_a_root(place: &mut Place) {
    let mut store = nodes(place, 1, By::PlainSql);
    let insert = |id: &str, kind: &str, path: &str| {
        format!(
            "INSERT INTO setups (id, pc, leftover, build, cover_pattern, type, fumen, solve_pattern, oqb_path) \
             VALUES ('{id}', 1, 'TILJSZO', 'T', '*p7', '{kind}', '{FUMEN}', 'T', '{path}')"
        )
    };
    store.store().plain_sql(&insert("100000000005", "oqb", "100000000005")).unwrap();
    for (id, kind, path) in [
        ("100000000006", "oqb", "100000000005"),
        ("100000000006", "oqb", "100000000005.100000000006"),
        ("100000000006", "regular", "100000000006"),
    ] {
        let error = store.store().plain_sql(&insert(id, kind, path)).unwrap_err();
        assert!(matches!(error, StoreError::Rule(_)), "{error}");
    }
    assert_eq!(paths(&mut store).len(), 2);
}

fn at_most_a_thousand_paths(place: &mut Place) {
    let mut store = nodes(place, 34, By::Interface);
    // A row of diamonds doubles the paths at each step: ten of them are too many.
    let mut refused = None;
    'rows: for step in 0..11 {
        let top = 3 * step;
        for (parent, child) in [(top, top + 1), (top, top + 2), (top + 1, top + 3), (top + 2, top + 3)] {
            if let Err(error) = link(&mut store, parent, child, By::Interface) {
                refused = Some((step, error.to_string()));
                break 'rows;
            }
        }
    }
    let (step, words) = refused.expect("a thousand paths are enough");
    assert!(step == 9 && words.contains("1000 paths"), "{step}: {words}");
    assert!(paths(&mut store).values().all(|paths| paths.len() <= 1000));
}

fn types_change(place: &mut Place) {
    let mut store = nodes(place, 2, By::Interface);
    let mut setup = store.setup(id(1)).unwrap();
    setup.kind = SetupType::Qb;
    assert!(
        store.change_setup(id(1), setup.fields.clone()).is_err(),
        "only oqb goes without a solve pattern"
    );
    setup.solve_pattern = Some("*p4".into());
    store.change_setup(id(1), setup.fields.clone()).unwrap();
    expect(&mut store, &[("00", &["00"])]);
    setup.kind = SetupType::Oqb;
    store.change_setup(id(1), setup.fields).unwrap();
    expect(&mut store, &[("00", &["00"]), ("01", &["01"])]);
}

fn sets_are_a_tree(place: &mut Place) {
    let mut store = nodes(place, 1, By::Interface);
    store
        .store().plain_sql(
            "INSERT INTO setup_sets (id, name) VALUES ('openers', 'Openers'), ('pco', 'PCO'), ('second', 'Second');
             INSERT INTO setup_set_links VALUES ('openers', 'pco');
             INSERT INTO setup_set_members VALUES ('pco', '100000000000');
             INSERT INTO tags VALUES ('beginner');
             INSERT INTO setup_set_tags (setup_set, tag) VALUES ('pco', 'beginner');
             INSERT INTO setup_set_translations VALUES ('pco', 'ja', '開幕パフェ', NULL)",
        )
        .unwrap();
    let all = |store: &mut Setups| {
        let rows = store.store().plain_rows("SELECT path FROM setup_set_paths ORDER BY path").unwrap();
        rows.into_iter().map(|row| row[0].clone().into_text().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(all(&mut store), ["openers", "openers.pco", "second"]);
    for sql in [
        "INSERT INTO setup_set_links VALUES ('pco', 'openers')",
        "INSERT INTO setup_set_links VALUES ('pco', 'pco')",
        "INSERT INTO setup_set_links VALUES ('pco', 'nowhere')",
        "INSERT INTO setup_sets VALUES ('Not a slug', 'x')",
        "DELETE FROM setup_set_paths",
    ] {
        assert!(matches!(store.store().plain_sql(sql), Err(StoreError::Rule(_))), "{sql}");
    }
    store.store().plain_sql("UPDATE setup_sets SET id = 'first' WHERE id = 'openers'").unwrap();
    assert_eq!(all(&mut store), ["first", "first.pco", "second"]);
    store.store().plain_sql("DELETE FROM setup_sets WHERE id = 'first'").unwrap();
    assert_eq!(all(&mut store), ["pco", "second"]);
    store.store().plain_sql("DELETE FROM setup_sets").unwrap();
}

/// The paths of a graph, by walking it: the second opinion.
fn model(nodes: &BTreeSet<usize>, links: &BTreeSet<(usize, usize)>) -> BTreeMap<String, Vec<String>> {
    fn up(node: usize, links: &BTreeSet<(usize, usize)>) -> Vec<String> {
        let own = format!("{node:02x}");
        let parents: Vec<usize> = links.iter().filter(|(_, child)| *child == node).map(|(p, _)| *p).collect();
        if parents.is_empty() {
            return vec![own];
        }
        parents.iter().flat_map(|p| up(*p, links)).map(|path| format!("{path}.{own}")).collect()
    }
    let sorted = |node: usize| {
        let mut paths = up(node, links);
        paths.sort();
        paths
    };
    nodes.iter().map(|&node| (format!("{node:02x}"), sorted(node))).collect()
}

fn random_trees_match_a_model(place: &mut Place) {
    let rounds = if std::env::var_os("LUDEX_LONG").is_some() { 2000 } else { 120 };
    let mut random = Random::new(17);
    let mut store = nodes(place, 8, By::Interface);
    let mut there: BTreeSet<usize> = (0..8).collect();
    let mut links: BTreeSet<(usize, usize)> = BTreeSet::new();
    for _ in 0..rounds {
        let by = WAYS[random.below(2) as usize];
        let pick = |random: &mut Random, set: &BTreeSet<usize>| {
            *set.iter().nth(random.below(set.len() as u64) as usize).unwrap()
        };
        match random.below(10) {
            0 if there.len() > 4 => {
                let node = pick(&mut random, &there);
                remove(&mut store, node, by);
                there.remove(&node);
                links.retain(|(parent, child)| *parent != node && *child != node);
            }
            1 if there.len() < 12 => {
                let fresh = (0..).find(|i| !there.contains(i)).unwrap();
                node(&mut store, fresh, by);
                there.insert(fresh);
            }
            2 | 3 if !links.is_empty() => {
                let link = *links.iter().nth(random.below(links.len() as u64) as usize).unwrap();
                unlink(&mut store, link.0, link.1, by);
                links.remove(&link);
            }
            4 if there.len() > 4 => {
                let (old, new) = (pick(&mut random, &there), (0..).find(|i| !there.contains(i)).unwrap());
                store.rename_setup(id(old), id(new)).unwrap();
                there.remove(&old);
                there.insert(new);
                let renamed = |node: usize| if node == old { new } else { node };
                links = links.iter().map(|(parent, child)| (renamed(*parent), renamed(*child))).collect();
            }
            _ => {
                let (parent, child) = (pick(&mut random, &there), pick(&mut random, &there));
                if links.contains(&(parent, child)) {
                    continue;
                }
                let above = model(&there, &links)[&format!("{parent:02x}")].join(".");
                let cycle = parent == child || above.split('.').any(|step| step == format!("{child:02x}"));
                assert_eq!(link(&mut store, parent, child, by).is_err(), cycle);
                if !cycle {
                    links.insert((parent, child));
                }
            }
        }
        assert_eq!(paths(&mut store), model(&there, &links));
    }
}
