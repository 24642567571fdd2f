//! The schema, version by version, for both databases.
//!
//! A store holds its version in `ludex_schema`; opening it runs the steps that are missing, each in
//! one transaction with the new version, so that a crash leaves the old schema or the new one.

use crate::error::{Result, StoreError};
use crate::sql::{Dialect, Sql, transaction};

/// One step: its statements for each database.
type Step = fn(Dialect) -> String;

/// The steps in order; step `i` leads to version `i + 1`. A released step never changes.
const STEPS: &[Step] = &[records_1, setups_2, guards_3];

fn records_1(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/records-sqlite-1.sql").to_owned(),
        Dialect::Postgres => include_str!("schema/records-postgres-1.sql").to_owned(),
    }
}

fn setups_2(dialect: Dialect) -> String {
    let (tables, tree, last) = match dialect {
        Dialect::Sqlite => (
            include_str!("schema/setups-sqlite-2.sql"),
            include_str!("schema/tree-sqlite-2.sql"),
            include_str!("schema/oqb-sqlite-2.sql"),
        ),
        Dialect::Postgres => (
            include_str!("schema/setups-postgres-2.sql"),
            include_str!("schema/tree-postgres-2.sql"),
            include_str!("schema/oqb-postgres-2.sql"),
        ),
    };
    [tables.to_owned(), OQB.fill(tree), SETS.fill(tree), last.to_owned()].join("\n")
}

/// What SQLite leaves to its clients; on PostgreSQL the order of languages, and dumps that restore.
fn guards_3(dialect: Dialect) -> String {
    match dialect {
        Dialect::Postgres => include_str!("schema/mends-postgres-3.sql").to_owned(),
        Dialect::Sqlite => {
            let mut text = include_str!("schema/guards-sqlite-3.sql").to_owned();
            for (mark, tree) in [("{refresh setups}", OQB), ("{refresh sets}", SETS)] {
                text = text.replace(mark, &tree.fill("{refresh NEW.node}"));
            }
            // A row may only point at one that is there.
            for (table, column, there, key) in [
                ("setup_translations", "setup", "setups", "id"),
                ("setup_variants", "setup", "setups", "id"),
                ("statistics", "setup", "setups", "id"),
                ("setup_set_members", "setup", "setups", "id"),
                ("setup_set_members", "setup_set", "setup_sets", "id"),
                ("setup_set_tags", "setup_set", "setup_sets", "id"),
                ("setup_set_tags", "tag", "tags", "tag"),
                ("setup_set_translations", "setup_set", "setup_sets", "id"),
                ("save_data", "save", "saves", "id"),
            ] {
                text.push_str(&format!(
                    "CREATE TRIGGER {table}_of_{column} BEFORE INSERT ON {table} \
                     WHEN NOT EXISTS (SELECT 1 FROM {there} WHERE {key} = NEW.{column}) BEGIN\n    \
                     SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: {column} is not in {there}');\nEND;\n"
                ));
            }
            text
        }
    }
}

/// The two trees are one text with other words in it.
struct Tree {
    nodes: &'static str,
    links: &'static str,
    paths: &'static str,
    node: &'static str,
    work: &'static str,
    what: &'static str,
    is_node: &'static str,
}

/// OQB setups.
const OQB: Tree = Tree {
    nodes: "setups",
    links: "setup_oqb_links",
    paths: "setup_oqb_paths",
    node: "setup",
    work: "setup_oqb_work",
    what: "oqb setups",
    is_node: "type = 'oqb'",
};
/// Sets of setups.
const SETS: Tree = Tree {
    nodes: "setup_sets",
    links: "setup_set_links",
    paths: "setup_set_paths",
    node: "setup_set",
    work: "setup_set_work",
    what: "sets",
    is_node: "id IS NOT NULL",
};

impl Tree {
    fn fill(&self, text: &str) -> String {
        let refresh = include_str!("schema/refresh-sqlite-2.sql");
        let mut text = text.to_owned();
        // A renamed row may be no node at all, and then nothing is below it.
        let node = "(SELECT n.id FROM {nodes} n WHERE n.id = NEW.id AND n.{is_node})";
        for (mark, top) in
            [("NEW.child", "NEW.child"), ("OLD.child", "OLD.child"), ("NEW.id", "NEW.id"), ("NEW.node", node)]
        {
            text = text.replace(&format!("{{refresh {mark}}}"), refresh.replace("{top}", top).trim_end());
        }
        text.replace("{nodes}", self.nodes)
            .replace("{links}", self.links)
            .replace("{paths}", self.paths)
            .replace("{node}", self.node)
            .replace("{work}", self.work)
            .replace("{what}", self.what)
            .replace("{is_node}", self.is_node)
    }
}

/// The statements by which a server's administrator makes the roles of readers, editors and admins.
pub const ROLES: &str = include_str!("schema/roles-postgres.sql");

/// The version this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// Brings a store to the present version.
pub(crate) fn migrate(sql: &mut dyn Sql) -> Result<()> {
    migrate_to(sql, VERSION)
}

/// Brings a store to a version; one that is past it stays.
pub(crate) fn migrate_to(sql: &mut dyn Sql, wanted: i64) -> Result<()> {
    if version(sql)? >= wanted {
        return Ok(());
    }
    transaction(sql, |sql| {
        if sql.dialect() == Dialect::Postgres {
            // Two programs that open a new store at once wait for each other.
            sql.script("SELECT pg_advisory_xact_lock(764921)")?;
        }
        let found = version(sql)?;
        if found == 0 {
            sql.script("CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL)")?;
        }
        let steps = STEPS.iter().enumerate().take(usize::try_from(wanted).unwrap_or(0));
        for (i, step) in steps.skip(usize::try_from(found).unwrap_or(0)) {
            sql.script(&step(sql.dialect()))?;
            sql.script(&format!(
                "DELETE FROM ludex_schema; INSERT INTO ludex_schema (version) VALUES ({})",
                i + 1
            ))?;
        }
        Ok(())
    })
}

/// The version of a store; 0 where it is empty.
pub(crate) fn version(sql: &mut dyn Sql) -> Result<i64> {
    let there = match sql.dialect() {
        Dialect::Sqlite => "SELECT count(*) FROM sqlite_schema WHERE name = 'ludex_schema'",
        Dialect::Postgres => {
            "SELECT count(*) FROM pg_tables WHERE tablename = 'ludex_schema' \
                              AND schemaname = current_schema()"
        }
    };
    if sql.one(there, &[])?.and_then(|v| v.as_int()) == Some(0) {
        return Ok(0);
    }
    let found = sql.one("SELECT version FROM ludex_schema", &[])?.and_then(|v| v.as_int()).unwrap_or(0);
    if found > VERSION {
        return Err(StoreError::Newer { place: sql.place().to_owned(), found, known: VERSION });
    }
    Ok(found)
}
