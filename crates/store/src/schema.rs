//! The schema, version by version, for both databases.
//!
//! A store holds its version in `ludex_schema`; opening it runs the steps that are missing, all in one
//! transaction with the new version, so that a crash leaves the old schema or the new one.
//!
//! Another crate may keep tables of its own in the same database: it hands an [`Extension`], plain data,
//! to [`Store::open_with`](crate::Store::open_with). Versions are numbers of the whole database: whoever
//! adds a step takes the next one and raises [`VERSION`].

use crate::error::{Result, StoreError};
use crate::sql::{Dialect, Sql, transaction};

/// The last version that was given out, to the store's own steps or to those of an extension.
pub const VERSION: i64 = 9;

/// One step: the statements that lead to a version. A released step never changes.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The version it leads to.
    pub version: i64,
    /// Its statements for each database.
    pub sql: fn(Dialect) -> String,
}

/// Tables that another crate keeps in the database of a store.
///
/// # Examples
/// ```
/// use ludex_store::{Extension, Step, Store};
/// static NOTES: Extension = Extension {
///     table: "notes",
///     steps: &[Step { version: 3, sql: |_| "CREATE TABLE notes (name TEXT, note TEXT)".into() }],
///     if_there: false,
/// };
/// let mut store = Store::open_with(":memory:", &[&NOTES])?;
/// store.sql().run("INSERT INTO notes VALUES (?1, ?2)", &["cube2:0469".into(), "hard".into()])?;
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    /// A table of its first step: where it is missing, no step has run yet.
    pub table: &'static str,
    /// Its steps, their versions rising.
    pub steps: &'static [Step],
    /// Whether its steps run only where its table is there already: for a program that knows an extension without
    /// using it, and must not leave it behind when it raises a store.
    pub if_there: bool,
}

/// The store's own steps.
static RECORDS: &[Step] = &[
    Step { version: 1, sql: records_1 },
    Step { version: 3, sql: guards_3 },
    Step { version: 4, sql: locks_4 },
    Step { version: SUMS, sql: sums_5 },
    Step { version: 9, sql: seal_9 },
];

/// The version from which on rows have checksums.
pub(crate) const SUMS: i64 = 5;

/// The store's own tables.
const TABLES: [&str; 10] = [
    "ludex_schema",
    "records",
    "record_keys",
    "imports",
    "import_refusals",
    "ludex_locks",
    "ludex_totals",
    "ludex_sealed",
    "ludex_seals",
    "ludex_objects",
];

fn records_1(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/records-sqlite-1.sql").to_owned(),
        Dialect::Postgres => include_str!("schema/records-postgres-1.sql").to_owned(),
    }
}

/// What SQLite leaves to its clients.
fn guards_3(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => include_str!("schema/guards-sqlite-3.sql").to_owned(),
        Dialect::Postgres => String::new(),
    }
}

/// Statements for SQLite that refuse the character NUL in columns of text: there a check ends at it and lets
/// the rest pass, and no other program could read it back.
#[must_use]
pub fn no_nul(tables: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (table, columns) in tables {
        let found: Vec<String> =
            columns.iter().map(|column| format!("instr(NEW.{column}, char(0))")).collect();
        for (when, of) in [("insert", String::new()), ("update", format!(" OF {}", columns.join(", ")))] {
            text.push_str(&format!(
                "CREATE TRIGGER {table}_nul_{when} BEFORE {when}{of} ON {table} WHEN {} BEGIN\n    \
                 SELECT RAISE(ABORT, 'a text has the character NUL');\nEND;\n",
                found.join(" OR ")
            ));
        }
    }
    text
}

/// Locks that only writers can take; no NUL.
fn locks_4(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => no_nul(&[
            ("records", &["name", "position", "solution", "facts", "source"]),
            ("record_keys", &["kind", "key"]),
            ("imports", &["id"]),
        ]),
        Dialect::Postgres => include_str!("schema/locks-postgres-4.sql").to_owned(),
    }
}

/// Checksums of rows.
fn sums_5(dialect: Dialect) -> String {
    let seals = sealed(
        dialect,
        &[("imports", &[Key::Text("id")]), ("import_refusals", &[Key::Text("import"), Key::Whole("line")])],
    );
    match dialect {
        Dialect::Sqlite => {
            let sums = include_str!("schema/sums-sqlite-5.sql");
            [sums, &seals, &nul_of_others()].join("\n")
        }
        Dialect::Postgres => in_schema(&[include_str!("schema/sums-postgres-5.sql"), &seals].join("\n")),
    }
}

/// Sealing costs what was changed, not its square.
fn seal_9(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => String::new(),
        Dialect::Postgres => in_schema(include_str!("schema/seal-postgres-9.sql")),
    }
}

/// The triggers of [`no_nul`] once more, for rows that come without a sum: ours are asked before they are written.
fn nul_of_others() -> String {
    let tables: [(&str, &[&str]); 2] = [
        ("records", &["name", "position", "solution", "facts", "source"]),
        ("record_keys", &["kind", "key"]),
    ];
    no_nul(&tables)
        .replace("insert ON records WHEN ", "insert ON records WHEN NEW.sum IS NULL AND (")
        .replace("insert ON record_keys WHEN ", "insert ON record_keys WHEN NEW.sum IS NULL AND (")
        .replace("source ON records WHEN ", "source ON records WHEN NEW.sum IS OLD.sum AND (")
        .replace("key ON record_keys WHEN ", "key ON record_keys WHEN NEW.sum IS OLD.sum AND (")
        .replace(" BEGIN\n", ") BEGIN\n")
}

/// Statements for a server with `@here@` for the schema of the store.
#[must_use]
pub fn in_schema(text: &str) -> String {
    format!(
        "DO $do$ BEGIN EXECUTE replace($body${text}$body$, '@here@', quote_ident(current_schema())); END $do$"
    )
}

/// A column of the key by which the seal of a row is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Text.
    Text(&'static str),
    /// A whole number.
    Whole(&'static str),
}

impl Key {
    const fn column(self) -> &'static str {
        match self {
            Key::Text(column) | Key::Whole(column) => column,
        }
    }
}

/// Statements that put each row of some tables under a seal: from now on `check` finds what was changed other than
/// by Ludex. On PostgreSQL with `@here@` for the schema of the store.
#[must_use]
pub fn sealed(dialect: Dialect, tables: &[(&str, &[Key])]) -> String {
    let mut text = String::new();
    for (table, keys) in tables {
        text.push_str(&match dialect {
            Dialect::Sqlite => sealed_sqlite(table, keys),
            Dialect::Postgres => sealed_postgres(table, keys),
        });
    }
    if dialect == Dialect::Postgres {
        text.push_str(CLOSED);
    }
    text
}

/// Statements that seal the rows of some tables anew, whose columns have become more. What another client has changed
/// stays open.
#[must_use]
pub fn sealed_anew(dialect: Dialect, tables: &[(&str, &[Key])]) -> String {
    let mut text = String::new();
    for (table, keys) in tables {
        text.push_str(&match dialect {
            Dialect::Sqlite => {
                format!("UPDATE ludex_seals SET sum = NULL, outside = 0 WHERE tab = '{table}' AND sum IS NOT NULL;\n")
            }
            Dialect::Postgres => format!(
                "UPDATE @here@.ludex_seals s SET sum = @here@.ludex_row_sum(t) FROM @here@.{table} t \
                 WHERE s.tab = '{table}' AND s.sum IS NOT NULL AND {};\n",
                pairs_postgres(keys)
            ),
        });
    }
    text
}

/// A function that runs as the owner may be fired by our triggers, and hung on nothing else.
const CLOSED: &str = "DO $p$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT p.oid::regprocedure::text FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = '@here@'::regnamespace AND p.proname LIKE 'ludex\\_%' AND p.prosecdef LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
    END LOOP;
END $p$;
";

/// `k1, k2`: the columns of a seal that a key takes.
fn key_names(keys: &[Key]) -> String {
    (1..=keys.len()).map(|i| format!("k{i}")).collect::<Vec<_>>().join(", ")
}

/// The parts of a seal that a key does not take are empty.
fn key_rest(keys: &[Key]) -> String {
    (keys.len() + 1..=4).map(|i| format!(" AND s.k{i} = ''")).collect()
}

fn quoted(sql: &str) -> String {
    sql.replace('\'', "''")
}

fn sealed_sqlite(table: &str, keys: &[Key]) -> String {
    let names = key_names(keys);
    let parts = |row: &str| {
        let part = |key: &Key| format!("coalesce({row}.{}, '')", key.column());
        keys.iter().map(part).collect::<Vec<_>>().join(", ")
    };
    let pair = |(i, key): (usize, &Key)| format!("t.{} = s.k{}", key.column(), i + 1);
    let pairs = keys.iter().enumerate().map(pair).collect::<Vec<_>>().join(" AND ") + &key_rest(keys);
    let back = |(i, key): (usize, &Key)| format!("s.k{} = coalesce(t.{}, '')", i + 1, key.column());
    let back = keys.iter().enumerate().map(back).collect::<Vec<_>>().join(" AND ") + &key_rest(keys);
    let mark = |row: &str| {
        format!(
            "    INSERT INTO ludex_seals (tab, {names}) VALUES ('{table}', {}) \
             ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, outside = 0;\n",
            parts(row)
        )
    };
    let mut text = String::new();
    for (event, marks) in
        [("insert", mark("NEW")), ("update", mark("OLD") + &mark("NEW")), ("delete", mark("OLD"))]
    {
        text.push_str(&format!(
            "CREATE TRIGGER {table}_seal_{event} AFTER {event} ON {table} BEGIN\n{marks}END;\n"
        ));
    }
    text + &format!(
        "INSERT INTO ludex_sealed (tab, pairs, back, parts) VALUES ('{table}', '{}', '{}', '{}');\n\
         INSERT INTO ludex_seals (tab, {names}) SELECT '{table}', {} FROM {table} t;\n",
        quoted(&pairs),
        quoted(&back),
        quoted(&parts("t")),
        parts("t")
    )
}

/// How a seal of a server finds its row.
fn pairs_postgres(keys: &[Key]) -> String {
    let pair = |(i, key): (usize, &Key)| match key {
        Key::Text(column) => format!("t.{column} = s.k{} COLLATE \"C\"", i + 1),
        Key::Whole(column) => format!("t.{column} = nullif(s.k{}, '')::bigint", i + 1),
    };
    keys.iter().enumerate().map(pair).collect::<Vec<_>>().join(" AND ") + &key_rest(keys)
}

fn sealed_postgres(table: &str, keys: &[Key]) -> String {
    let names = key_names(keys);
    let parts = |row: &str| {
        let part = |key: &Key| match key {
            Key::Text(column) => format!("{row}.{column}"),
            Key::Whole(column) => format!("coalesce({row}.{column}::text, '')"),
        };
        keys.iter().map(part).collect::<Vec<_>>().join(", ")
    };
    let pairs = pairs_postgres(keys);
    let back = |(i, key): (usize, &Key)| match key {
        Key::Text(column) => format!("s.k{} = t.{column} COLLATE \"C\"", i + 1),
        Key::Whole(column) => format!("s.k{} = coalesce(t.{column}::text, '')", i + 1),
    };
    let back = keys.iter().enumerate().map(back).collect::<Vec<_>>().join(" AND ") + &key_rest(keys);
    let mark = |from: &str| {
        format!(
            "INSERT INTO @here@.ludex_seals AS s (tab, {names}, mark) SELECT '{table}', d.*, mine FROM ({from}) d \
             ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;"
        )
    };
    let new = format!("SELECT {} FROM added n", parts("n"));
    let old = format!("SELECT {} FROM removed o", parts("o"));
    let mut text = format!(
        "CREATE FUNCTION @here@.ludex_{table}_mark() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        {}
    ELSIF TG_OP = 'DELETE' THEN
        {}
    ELSE
        {}
    END IF;
    RETURN NULL;
END $f$;
",
        mark(&new),
        mark(&old),
        mark(&format!("{new} UNION {old}"))
    );
    for (event, tables) in [
        ("insert", "NEW TABLE AS added"),
        ("update", "NEW TABLE AS added OLD TABLE AS removed"),
        ("delete", "OLD TABLE AS removed"),
    ] {
        text.push_str(&format!(
            "CREATE TRIGGER {table}_seal_{event} AFTER {event} ON @here@.{table} REFERENCING {tables} \
             FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{table}_mark();\n"
        ));
    }
    text + &format!(
        "INSERT INTO @here@.ludex_sealed (tab, pairs, back, parts) VALUES ('{table}', '{}', '{}', '{}');\n\
         INSERT INTO @here@.ludex_seals (tab, {names}, sum) SELECT '{table}', {}, @here@.ludex_row_sum(t) \
         FROM @here@.{table} t;\n",
        quoted(&pairs),
        quoted(&back),
        quoted(&parts("t")),
        parts("t")
    )
}

/// Brings a store and the extensions in it to a version; one that is past it stays.
pub(crate) fn migrate_to(sql: &mut dyn Sql, wanted: i64, extensions: &[&Extension]) -> Result<()> {
    if is_at(sql, wanted, extensions)? {
        return Ok(());
    }
    transaction(sql, |sql| {
        // Two programs that open a new store at once wait for each other.
        sql.script(match sql.dialect() {
            Dialect::Sqlite => "CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL)",
            Dialect::Postgres => {
                "DO $$ BEGIN CREATE TABLE IF NOT EXISTS ludex_schema (version INTEGER NOT NULL); \
                 EXCEPTION WHEN duplicate_table OR unique_violation THEN NULL; END $$; \
                 LOCK TABLE ludex_schema IN EXCLUSIVE MODE"
            }
        })?;
        let found = version(sql)?;
        let wanted = wanted.max(found);
        if 0 < found && found < wanted {
            refuse_foreign_tables(sql, found, wanted, extensions)?;
        }
        let mut steps: Vec<&Step> = RECORDS.iter().filter(|step| step.version > found).collect();
        for extension in extensions {
            let there = has_table(sql, extension.table)?;
            if extension.if_there && !there {
                continue;
            }
            let reached = if there { found } else { 0 };
            steps.extend(extension.steps.iter().filter(|step| step.version > reached));
        }
        steps.retain(|step| step.version <= wanted);
        if found == 0 {
            refuse_taken_names(sql, &steps)?;
        }
        // Stable: of one version the store's own step comes first.
        steps.sort_by_key(|step| step.version);
        for step in steps {
            sql.script(&(step.sql)(sql.dialect()))?;
        }
        if wanted >= SUMS {
            crate::seal::seal(sql)?;
            crate::objects::remember(sql)?;
        }
        sql.script(&format!("DELETE FROM ludex_schema; INSERT INTO ludex_schema (version) VALUES ({wanted})"))
    })
}

/// Whether nothing is left to do to bring a store and the extensions in it to a version.
pub(crate) fn is_at(sql: &mut dyn Sql, wanted: i64, extensions: &[&Extension]) -> Result<bool> {
    if version(sql)? < wanted {
        return Ok(false);
    }
    for extension in extensions {
        let begun = extension.steps.first().is_some_and(|step| step.version <= wanted);
        if begun && !extension.if_there && !has_table(sql, extension.table)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Without its extension a store is not raised: the steps of the extension would be passed over for ever.
///
/// Who brings no extension at all is stopped by every other table, who brings some by tables that Ludex sealed and none
/// of them makes.
fn refuse_foreign_tables(
    sql: &mut dyn Sql,
    found: i64,
    wanted: i64,
    extensions: &[&Extension],
) -> Result<()> {
    let dialect = sql.dialect();
    let steps = extensions.iter().flat_map(|extension| extension.steps);
    let scripts: Vec<String> = steps.map(|step| (step.sql)(dialect)).collect();
    let known =
        |table: &String| TABLES.contains(&table.as_str()) || scripts.iter().any(|text| text.contains(table));
    let suspects = if extensions.is_empty() {
        tables(sql)?
    } else if found < SUMS {
        Vec::new()
    } else {
        let sealed = sql.all("SELECT tab FROM ludex_sealed ORDER BY tab", &[])?;
        sealed.into_iter().map(|mut row| row.text("tab")).collect::<Result<_>>()?
    };
    let foreign: Vec<String> = suspects.into_iter().filter(|table| !known(table)).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(StoreError::Open {
        place: sql.place().to_owned(),
        reason: format!(
            "it has version {found} and tables of an extension ({}): a program that knows them must bring it \
             to version {wanted} first",
            foreign.join(", ")
        ),
    })
}

/// A database with tables of our names that we have not made is another program's.
fn refuse_taken_names(sql: &mut dyn Sql, steps: &[&Step]) -> Result<()> {
    let dialect = sql.dialect();
    let scripts: Vec<String> = steps.iter().map(|step| (step.sql)(dialect).to_ascii_lowercase()).collect();
    let ours = |table: &String| {
        let made = format!("create table {} ", table.to_ascii_lowercase());
        scripts.iter().any(|script| script.contains(&made))
    };
    let taken: Vec<String> = tables(sql)?.into_iter().filter(ours).collect();
    if taken.is_empty() {
        return Ok(());
    }
    Err(StoreError::Open {
        place: sql.place().to_owned(),
        reason: format!("it has tables of other programs by the names of ours: {}", taken.join(", ")),
    })
}

pub(crate) fn tables(sql: &mut dyn Sql) -> Result<Vec<String>> {
    let list = match sql.dialect() {
        Dialect::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        }
        Dialect::Postgres => {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        }
    };
    sql.all(list, &[])?.into_iter().map(|mut row| row.text("table")).collect()
}

pub(crate) fn has_table(sql: &mut dyn Sql, table: &str) -> Result<bool> {
    let there = match sql.dialect() {
        Dialect::Sqlite => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        Dialect::Postgres => {
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename::text = ?1"
        }
    };
    Ok(sql.one(there, &[table.into()])?.is_some())
}

/// The version of a store; 0 where it is empty.
pub(crate) fn version(sql: &mut dyn Sql) -> Result<i64> {
    if !has_table(sql, "ludex_schema")? {
        return Ok(0);
    }
    let Some(mut row) = sql.one("SELECT version FROM ludex_schema", &[])? else { return Ok(0) };
    let found = row.int("version")?;
    if found > VERSION {
        return Err(StoreError::Newer { place: sql.place().to_owned(), found, known: VERSION });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A released step never changes: what it comes to is pinned here.
    #[test]
    fn released_steps_stay() {
        let sums: Vec<[String; 2]> = RECORDS
            .iter()
            .map(|step| {
                [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
                    let mut signature = ludex_core::Signature::new("step");
                    signature.fold((step.sql)(dialect).as_bytes());
                    format!("{:016x}", signature.hash)
                })
            })
            .collect();
        assert_eq!(
            sums,
            [
                ["03aeb3d4f4a844c3", "ddfe1c96be6eb89d"],
                ["12fab5b2cb4837d3", "af63bd4c8601b7df"],
                ["f1c8a6ae1f275955", "41f054aed0911e2c"],
                ["c2bb11d2ce412d5f", "a045118aae1b37e0"],
                ["af63bd4c8601b7df", "e6a079276e6037cf"],
            ]
        );
    }
}
