//! The tables of keys, sessions and the audit trail, as an extension of the store's schema.

use ludex_store::schema::Key::{Text, Whole};
use ludex_store::schema::{in_schema, sealed};
use ludex_store::{Dialect, Extension, Step};

/// What [`ludex_setups::Setups::open_with`] is given beside the setups.
pub static EXTENSION: Extension = Extension {
    table: "api_keys",
    steps: &[
        Step { version: 6, sql: access_6 },
        Step { version: 7, sql: seals_7 },
        Step { version: 9, sql: closed_9 },
    ],
    if_there: false,
};

/// The same for programs that do not serve: a store that was served is raised with its keys, and no other gets any.
pub static KNOWN: Extension = Extension { if_there: true, ..EXTENSION };

fn access_6(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/access-sqlite-6.sql").to_owned(),
        Dialect::Postgres => include_str!("schema/access-postgres-6.sql").to_owned(),
    }
}

/// A changed bit must make nobody an admin unseen: `check` finds it.
fn seals_7(dialect: Dialect) -> String {
    let seals = sealed(
        dialect,
        &[("api_keys", &[Text("id")]), ("api_sessions", &[Text("hash")]), ("api_audit", &[Whole("id")])],
    );
    match dialect {
        Dialect::Sqlite => seals,
        Dialect::Postgres => in_schema(&seals),
    }
}

/// No role of the setup database reads or writes the tables.
fn closed_9(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => String::new(),
        Dialect::Postgres => in_schema(include_str!("schema/closed-postgres-9.sql")),
    }
}
