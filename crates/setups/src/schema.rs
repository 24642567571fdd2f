//! The tables of the setup database, as an extension of the store's schema.

use ludex_store::lock::Lock;
use ludex_store::schema::Key::{self, Text, Whole};
use ludex_store::{Dialect, Extension, Step};

/// The tables of the setup database: what [`ludex_store::Store::open_with`] is given.
pub static EXTENSION: Extension = Extension {
    table: "setups",
    steps: &[
        Step { version: 2, sql: setups_2 },
        Step { version: 3, sql: guards_3 },
        Step { version: 4, sql: safe_4 },
        Step { version: 5, sql: seals_5 },
        Step { version: 8, sql: seen_8 },
        Step { version: 9, sql: trees_9 },
    ],
    if_there: false,
};

/// The statements by which a server's administrator makes the roles of readers, editors and admins.
pub const ROLES: &str = include_str!("schema/roles-postgres.sql");

/// Ids are being minted: two writers could find the same one free.
pub(crate) const MINT: Lock = Lock("mint");
/// The steps of a path, at most. Every path lies whole in its row, so a chain costs the square of its length.
const DEEPEST: &str = "500";

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

/// Rules that no role, no isolation level and no temporary table gets around.
fn safe_4(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => {
            let mut last = include_str!("schema/nodes-sqlite-4.sql").to_owned();
            for (mark, tree) in [("{refresh setups}", OQB), ("{refresh sets}", SETS)] {
                last = last.replace(mark, &tree.fill_4("{refresh NEW.id}", Dialect::Sqlite));
            }
            let tree = include_str!("schema/tree-sqlite-4.sql");
            // What reads the tables that go, goes first.
            let first = "DROP TRIGGER setups_oqb_left; DROP TRIGGER setups_oqb_entered; \
                 DROP TRIGGER setup_oqb_paths_shown; DROP TRIGGER setup_oqb_paths_hidden; \
                 DROP TRIGGER setups_oqb_by_hand;";
            [
                first.to_owned(),
                OQB.fill_4(tree, dialect),
                SETS.fill_4(tree, dialect),
                last,
                include_str!("schema/revisions-sqlite-4.sql").to_owned(),
                ludex_store::schema::no_nul(&[
                    ("setups", &["id", "cover_pattern", "solve_pattern", "fumen", "credit"]),
                    ("setup_translations", &["language", "description"]),
                    ("setup_variants", &["build", "fumen", "solve_pattern"]),
                    ("statistics", &["all_solves", "minimal_solves"]),
                    ("saves", &["save", "description"]),
                    ("save_data", &["priority"]),
                    ("setup_sets", &["id", "name"]),
                    ("tags", &["tag"]),
                    ("setup_set_translations", &["language", "name", "description"]),
                ]),
            ]
            .join("\n")
        }
        Dialect::Postgres => {
            let (tree, paths) =
                (include_str!("schema/tree-postgres-4.sql"), include_str!("schema/paths-postgres-4.sql"));
            in_schema(&[
                include_str!("schema/safe-postgres-4.sql").to_owned(),
                OQB.fill_4(tree, dialect),
                SETS.fill_4(tree, dialect),
                OQB.fill_4(paths, dialect),
                SETS.fill_4(paths, dialect),
                "SELECT @here@.ludex_oqb_shown((SELECT array_agg(id) FROM @here@.setups));".into(),
                include_str!("schema/revisions-postgres-4.sql").to_owned(),
                include_str!("schema/policies-postgres-4.sql").to_owned(),
            ])
        }
    }
}

/// What is not derived is sealed: `check` derives the rest once more.
const SEALED: [(&str, &[Key]); 16] = [
    ("setups", &[Text("id")]),
    ("setup_retired", &[Text("id")]),
    ("setup_translations", &[Text("setup"), Text("language")]),
    ("setup_variants", &[Text("setup"), Whole("number")]),
    ("statistics", &[Text("setup"), Text("kicktable"), Text("hold")]),
    ("path_files", &[Text("setup"), Text("kicktable"), Text("hold")]),
    ("saves", &[Whole("id")]),
    ("save_data", &[Text("setup"), Text("kicktable"), Text("hold"), Whole("save")]),
    ("setup_oqb_links", &[Text("parent"), Text("child")]),
    ("setup_sets", &[Text("id")]),
    ("setup_set_links", &[Text("parent"), Text("child")]),
    ("setup_set_members", &[Text("setup_set"), Text("setup")]),
    ("setup_set_translations", &[Text("setup_set"), Text("language")]),
    ("setup_set_tags", &[Text("setup_set"), Text("tag")]),
    ("tags", &[Text("tag")]),
    ("setup_lookup", &[Text("setup"), Text("kicktable"), Text("hold")]),
];

/// Checksums of rows.
fn seals_5(dialect: Dialect) -> String {
    let seals = ludex_store::schema::sealed(dialect, &SEALED);
    match dialect {
        Dialect::Sqlite => seals,
        Dialect::Postgres => in_schema(&[seals]),
    }
}

/// Tables that the eighth version widens.
const WIDENED: [(&str, &[Key]); 4] = [
    ("statistics", &[Text("setup"), Text("kicktable"), Text("hold")]),
    ("saves", &[Whole("id")]),
    ("save_data", &[Text("setup"), Text("kicktable"), Text("hold"), Whole("save")]),
    ("setup_set_tags", &[Text("setup_set"), Text("tag")]),
];

/// What was seen, the solutions of saves, translations of saves, the order of tags.
fn seen_8(dialect: Dialect) -> String {
    let seals =
        ludex_store::schema::sealed(dialect, &[("save_translations", &[Whole("save"), Text("language")])])
            + &ludex_store::schema::sealed_anew(dialect, &WIDENED);
    match dialect {
        Dialect::Sqlite => {
            let nul = ludex_store::schema::no_nul(&[
                ("statistics", &["all_solves", "minimal_solves", "kicks_file"]),
                ("save_data", &["priority", "all_solves", "minimal_solves"]),
                ("save_translations", &["language", "description"]),
            ]);
            [include_str!("schema/seen-sqlite-8.sql"), &nul, &seals].join("\n")
        }
        Dialect::Postgres => in_schema(&[include_str!("schema/seen-postgres-8.sql").to_owned(), seals]),
    }
}

/// Trees that cost what is changed, roots of them many at a time; keys that no role may write.
fn trees_9(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => {
            let tree = include_str!("schema/tree-sqlite-9.sql");
            let mut nodes = include_str!("schema/nodes-sqlite-9.sql").to_owned();
            for (mark, tree) in [("{refresh setups}", OQB), ("{refresh sets}", SETS)] {
                nodes = nodes.replace(mark, &tree.fill_9("{refresh NEW.id}", dialect));
            }
            [OQB.fill_9(tree, dialect), SETS.fill_9(tree, dialect), nodes].join("\n")
        }
        Dialect::Postgres => {
            let tree = include_str!("schema/tree-postgres-9.sql");
            in_schema(&[
                OQB.fill_9(tree, dialect),
                SETS.fill_9(tree, dialect),
                // Whoever brings a store to this version: the server may not be asked again.
                include_str!("schema/keys-postgres-9.sql").to_owned(),
            ])
        }
    }
}

/// Statements for a server with `@here@` for the schema of the store and `@ltree@` for that of the type.
fn in_schema(parts: &[String]) -> String {
    format!(
        "DO $do$ BEGIN EXECUTE replace(replace($body${}$body$, '@here@', quote_ident(current_schema())), '@ltree@', \
         (SELECT quote_ident(n.nspname) FROM pg_catalog.pg_extension e \
         JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'ltree')); END $do$",
        parts.join("\n")
    )
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
            // The advisory lock of the second version.
            .replace("{links_lock}", "764923")
    }

    /// The same for the fourth version.
    fn fill_4(&self, text: &str, dialect: Dialect) -> String {
        let oqb = self.node == OQB.node;
        let (truth, shown) = match dialect {
            Dialect::Sqlite => {
                (include_str!("schema/true-sqlite-4.sql"), include_str!("schema/shown-sqlite-4.sql"))
            }
            Dialect::Postgres => {
                (include_str!("schema/true-postgres-4.sql"), "PERFORM @here@.ludex_oqb_shown(below);")
            }
        };
        let refresh = include_str!("schema/refresh-sqlite-4.sql");
        let mut text = text.to_owned();
        for top in ["NEW.child", "OLD.child", "NEW.id"] {
            let refresh = refresh.replace("{shown}", if oqb { shown } else { "" }).replace("{top}", top);
            text = text.replace(&format!("{{refresh {top}}}"), refresh.trim_end());
        }
        text = text.replace("{shown}", if oqb { shown } else { "" });
        for row in ["NEW", "OLD", "r", "{paths}"] {
            text = text.replace(&format!("{{true {row}}}"), truth.replace("{row}", row).trim_end());
        }
        text.replace("{shape}", if oqb { "id, type" } else { "id" })
            .replace("{deepest}", DEEPEST)
            .replace("{nodes}", self.nodes)
            .replace("{links}", self.links)
            .replace("{paths}", self.paths)
            .replace("{node}", self.node)
            .replace("{work}", self.work)
            .replace("{what}", self.what)
            .replace("{is_node}", self.is_node)
    }

    /// The same for the ninth version.
    fn fill_9(&self, text: &str, dialect: Dialect) -> String {
        let truth = include_str!("schema/true-postgres-9.sql").replace("{row}", "r");
        let shown = if self.node == OQB.node { include_str!("schema/shown-sqlite-4.sql") } else { "" };
        let refresh = include_str!("schema/refresh-sqlite-9.sql").replace("{shown}", shown);
        let mut text = text.replace("{true r}", truth.trim_end());
        for top in ["NEW.child", "OLD.child", "NEW.id"] {
            text = text.replace(&format!("{{refresh {top}}}"), refresh.replace("{top}", top).trim_end());
        }
        self.fill_4(&text, dialect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A released step never changes: what it comes to is pinned here.
    #[test]
    fn released_steps_stay() {
        let sums = [0, 1, 2, 3, 4, 5].map(|step| {
            [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
                let mut signature = ludex_core::Signature::new("step");
                signature.fold((EXTENSION.steps[step].sql)(dialect).as_bytes());
                format!("{:016x}", signature.hash)
            })
        });
        assert_eq!(
            sums,
            [
                ["65d0d16e0ceb3b4f", "eb82526d2a93032c"],
                ["6700f41eb5e9d57c", "ee6b185a8c5bf1bc"],
                ["01d656a45ba9f678", "a770b156879e1913"],
                ["d676a748839bd249", "71bd629e1e1a07a8"],
                ["182a3487e29f52cd", "7afc5153410418be"],
                ["f09945ead1b1de5d", "53f0d101b92077b6"],
            ]
        );
        assert!(EXTENSION.steps.iter().all(|step| step.version <= ludex_store::schema::VERSION));
    }
}
