//! The tables of the setup database, as an extension of the store's schema.

use ludex_store::{Dialect, Extension, Step, lock};

/// The tables of the setup database: what [`ludex_store::Store::open_with`] is given.
pub static EXTENSION: Extension = Extension {
    table: "setups",
    steps: &[Step { version: 2, sql: setups_2 }, Step { version: 3, sql: guards_3 }],
};

/// The statements by which a server's administrator makes the roles of readers, editors and admins.
pub const ROLES: &str = include_str!("schema/roles-postgres.sql");

/// Links are being added: two writers could each add half of a cycle.
const LINKS_LOCK: i64 = lock::EXTENSIONS;
/// Ids are being minted: two writers could find the same one free.
pub(crate) const MINT_LOCK: i64 = lock::EXTENSIONS + 1;

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
        Dialect::Postgres => include_str!("schema/repairs-postgres-3.sql").to_owned(),
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

/// The two trees are one text with other names in it.
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
            .replace("{links_lock}", &LINKS_LOCK.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A released step never changes: what it comes to is pinned here.
    #[test]
    fn released_steps_stay() {
        let sums =
            [(0, Dialect::Sqlite), (0, Dialect::Postgres), (1, Dialect::Sqlite), (1, Dialect::Postgres)].map(
                |(step, dialect)| {
                    let mut signature = ludex_core::Signature::new("step");
                    signature.fold((EXTENSION.steps[step].sql)(dialect).as_bytes());
                    format!("{:016x}", signature.hash)
                },
            );
        assert_eq!(sums, ["65d0d16e0ceb3b4f", "eb82526d2a93032c", "6700f41eb5e9d57c", "ee6b185a8c5bf1bc"]);
        assert!(EXTENSION.steps.iter().all(|step| step.version <= ludex_store::schema::VERSION));
    }
}
