//! Whether the setup database is whole: all that it derives, derived once more and compared.

use crate::Setups;
use ludex_core::Signature;
use ludex_store::sql::{Dialect, Sql, transaction};
use ludex_store::{Finding, Result, Row};
use std::collections::{BTreeMap, BTreeSet};

/// One of the two trees, as its tables are called.
struct Tree {
    /// The nodes: id, and the path and depth they show, where they show any.
    nodes: &'static str,
    links: &'static str,
    paths: &'static str,
    add: &'static str,
    remove: &'static str,
}

impl Tree {
    fn nodes(&self, sql: &mut dyn Sql) -> Result<BTreeSet<String>> {
        let mut nodes = BTreeSet::new();
        for mut row in sql.all(self.nodes, &[])? {
            let (id, is_node) = (row.text("id")?, row.flag("type")?);
            if is_node {
                nodes.insert(id);
            }
        }
        Ok(nodes)
    }

    fn links(&self, sql: &mut dyn Sql) -> Result<BTreeSet<(String, String)>> {
        let pair = |mut row: Row| Ok((row.text("parent")?, row.text("child")?));
        sql.all(self.links, &[])?.into_iter().map(pair).collect()
    }
}

/// A setup shows its first path.
const SHOW: &str = "UPDATE setups SET \
    oqb_path = (SELECT p.path FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1), \
    oqb_depth = (SELECT p.depth FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1) \
    WHERE id = ?1";

const TREES: [Tree; 2] = [
    Tree {
        nodes: "SELECT id, type = 'oqb', oqb_path, oqb_depth FROM setups",
        links: "SELECT parent, child FROM setup_oqb_links",
        paths: "SELECT setup, path, depth FROM setup_oqb_paths",
        add: "INSERT INTO setup_oqb_paths (setup, path, depth) VALUES (?1, ?2, ?3)",
        remove: "DELETE FROM setup_oqb_paths WHERE setup = ?1 AND path = ?2",
    },
    Tree {
        nodes: "SELECT id, 1 = 1, NULL, NULL FROM setup_sets",
        links: "SELECT parent, child FROM setup_set_links",
        paths: "SELECT setup_set, path, depth FROM setup_set_paths",
        add: "INSERT INTO setup_set_paths (setup_set, path, depth) VALUES (?1, ?2, ?3)",
        remove: "DELETE FROM setup_set_paths WHERE setup_set = ?1 AND path = ?2",
    },
];

/// A node's path and its depth.
type Paths = BTreeSet<(String, i64)>;

/// All paths that links lead along, by walking them; the nodes of a cycle, where there is one.
///
/// # Examples
/// ```
/// use std::collections::{BTreeMap, BTreeSet};
/// let nodes = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
/// let links = BTreeSet::from([("a".to_owned(), "b".to_owned())]);
/// let (paths, cycle) = ludex_setups::check::derived_paths(&nodes, &links);
/// assert_eq!(paths["b"], BTreeSet::from([("a.b".to_owned(), 1)]));
/// assert!(cycle.is_empty());
/// ```
#[must_use]
pub fn derived_paths(
    nodes: &BTreeSet<String>,
    links: &BTreeSet<(String, String)>,
) -> (BTreeMap<String, Paths>, BTreeSet<String>) {
    let mut parents: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (parent, child) in links {
        parents.entry(child).or_default().push(parent);
        children.entry(parent).or_default().push(child);
    }
    let mut all: BTreeMap<String, Paths> = BTreeMap::new();
    let mut waiting: BTreeMap<&str, usize> =
        nodes.iter().map(|node| (node.as_str(), parents.get(node.as_str()).map_or(0, Vec::len))).collect();
    let mut ready: Vec<&str> =
        waiting.iter().filter(|(_, parents)| **parents == 0).map(|(node, _)| *node).collect();
    while let Some(node) = ready.pop() {
        waiting.remove(node);
        let mut paths = Paths::new();
        for parent in parents.get(node).into_iter().flatten() {
            for (path, depth) in all.get(*parent).into_iter().flatten() {
                paths.insert((format!("{path}.{node}"), depth + 1));
            }
        }
        if !parents.contains_key(node) {
            paths.insert((node.to_owned(), 0));
        }
        all.insert(node.to_owned(), paths);
        for child in children.get(node).into_iter().flatten() {
            if let Some(left) = waiting.get_mut(child) {
                *left -= 1;
                if *left == 0 {
                    ready.push(child);
                }
            }
        }
    }
    // What still waits has a parent that is no node, or that waits itself.
    (all, waiting.into_keys().map(str::to_owned).collect())
}

impl Setups {
    /// Derives all paths of both trees once more and compares them with those that are stored; answers what
    /// differs, in words.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn check_trees(&mut self) -> Result<Vec<String>> {
        let mut wrong = Vec::new();
        for tree in TREES {
            self.check_tree(&tree, &mut wrong)?;
        }
        Ok(wrong)
    }

    /// The same in one moment: others may write meanwhile.
    fn check_trees_at_once(&mut self) -> Result<Vec<String>> {
        let begin = match self.sql().dialect() {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.sql().script(begin)?;
        let looked = self.check_trees();
        let ended = self.sql().script(if looked.is_ok() { "COMMIT" } else { "ROLLBACK" });
        looked.and_then(|wrong| ended.map(|()| wrong))
    }

    fn check_tree(&mut self, tree: &Tree, wrong: &mut Vec<String>) -> Result<()> {
        let mut nodes = BTreeSet::new();
        let mut shown: BTreeMap<String, Option<(String, i64)>> = BTreeMap::new();
        for mut row in self.sql().all(tree.nodes, &[])? {
            let (id, is_node) = (row.text("id")?, row.flag("type")?);
            let path = row.optional_text("oqb_path")?.zip(row.optional_int("oqb_depth")?);
            if is_node {
                nodes.insert(id.clone());
            }
            shown.insert(id, path);
        }
        let links = tree.links(self.sql())?;
        for (parent, child) in &links {
            for end in [parent, child].into_iter().filter(|end| !nodes.contains(*end)) {
                wrong.push(format!("the link from {parent} to {child}: {end} is not in the tree"));
            }
        }
        let (derived, cycle) = derived_paths(&nodes, &links);
        if !cycle.is_empty() {
            wrong.push(format!(
                "the links lead in a circle or from nowhere: {}",
                cycle.into_iter().collect::<Vec<_>>().join(", ")
            ));
        }
        let mut stored: BTreeMap<String, Paths> = BTreeMap::new();
        for mut row in self.sql().all(tree.paths, &[])? {
            let (node, path, depth) = (row.text("node")?, row.text("path")?, row.int("depth")?);
            stored.entry(node).or_default().insert((path, depth));
        }
        let none = Paths::new();
        for node in derived.keys().chain(stored.keys()).collect::<BTreeSet<_>>() {
            let (there, right) = (stored.get(node).unwrap_or(&none), derived.get(node).unwrap_or(&none));
            wrong.extend(there.difference(right).map(|(path, depth)| {
                format!("the path {path} at depth {depth} is stored, and no links lead along it")
            }));
            wrong.extend(right.difference(there).map(|(path, _)| format!("the path {path} is missing")));
        }
        if tree.links.contains("oqb") {
            for (id, path) in shown {
                let first = derived.get(&id).and_then(|paths| paths.first().cloned());
                if path != first {
                    let say = |path: Option<(String, i64)>| path.map_or("none".to_owned(), |(path, _)| path);
                    wrong.push(format!("{id} shows the path {}; its first is {}", say(path), say(first)));
                }
            }
        }
        Ok(())
    }

    /// Looks at everything, as [`ludex_store::Store::examine`] does, reads every row of the setup database, and
    /// derives all that is derived once more.
    ///
    /// # Errors
    /// When the database cannot be asked at all.
    pub fn examine(&mut self) -> Result<Vec<Finding>> {
        let mut found = self.store().examine()?;
        if let Err(error) = self.setups_checksum() {
            found.push(Finding::damage("the setups", error.to_string()));
        }
        match self.check_trees_at_once() {
            Ok(wrong) => found.extend(wrong.into_iter().map(|reason| Finding::damage("the tree", reason))),
            Err(error) => found.push(Finding::damage("the tree", error.to_string())),
        }
        Ok(found)
    }

    /// Repairs what can be repaired, as [`ludex_store::Store::repair`] does, and derives all paths anew. Answers
    /// what was done, in words.
    ///
    /// # Errors
    /// As [`ludex_store::Store::repair`].
    pub fn repair(&mut self, aside: &std::path::Path) -> Result<Vec<String>> {
        let mut done = self.store().repair(aside)?;
        let wrong = self.check_trees()?;
        if !wrong.is_empty() {
            self.derive_paths()?;
            done.push(format!("the paths were derived anew from the links: {}", wrong.join("; ")));
        }
        Ok(done)
    }

    /// Brings all stored paths to what the links say.
    fn derive_paths(&mut self) -> Result<()> {
        transaction(self.sql(), |sql| {
            for tree in TREES {
                let (nodes, links) = (tree.nodes(sql)?, tree.links(sql)?);
                let (derived, _) = derived_paths(&nodes, &links);
                let mut stored: BTreeSet<(String, String, i64)> = BTreeSet::new();
                for mut row in sql.all(tree.paths, &[])? {
                    stored.insert((row.text("node")?, row.text("path")?, row.int("depth")?));
                }
                let right: BTreeSet<(String, String, i64)> = derived
                    .iter()
                    .flat_map(|(node, paths)| {
                        paths.iter().map(|(path, depth)| (node.clone(), path.clone(), *depth))
                    })
                    .collect();
                for (node, path, _) in stored.difference(&right) {
                    sql.run(tree.remove, &[node.as_str().into(), path.as_str().into()])?;
                }
                for (node, path, depth) in right.difference(&stored) {
                    sql.run(tree.add, &[node.as_str().into(), path.as_str().into(), (*depth).into()])?;
                }
            }
            for mut row in sql.all("SELECT id FROM setups", &[])? {
                sql.run(SHOW, &[row.text("id")?.into()])?;
            }
            Ok(())
        })
    }

    /// Looks at everything and reads every record; answers a checksum of the records.
    ///
    /// # Errors
    /// What is damaged or was changed by another client.
    pub fn check(&mut self) -> Result<Signature> {
        let found = self.examine()?;
        self.store().refuse_findings(&found)?;
        self.store().checksum()
    }
}
