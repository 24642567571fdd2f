//! What roles may do on a server, tried with all a session can do: temporary tables, triggers, locks.

use crate::place::{Place, Server};
use ludex_setups::{Rules, SetupFields, SetupType, Setups, schema};
use ludex_store::{Record, StoreError};
use ludex_tetris::{FourRule, SetupId};
use std::time::Duration;

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn oqb() -> SetupFields {
    let mut setup = SetupFields::new(3, "T", "TIO", "T,*p7", FUMEN);
    setup.kind = SetupType::Oqb;
    setup
}

/// A store with roles, a reader, an editor and an admin in it.
struct Roles {
    place: Place,
    owner: Setups,
}

impl Roles {
    fn new() -> Roles {
        let place = Place::postgres();
        let mut owner = place.open();
        // Roles belong to the whole server, which other tests use at the same time.
        while owner.store().plain_sql(schema::ROLES).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        for (user, role) in [("rosa", "reader"), ("emil", "editor"), ("anna", "admin")] {
            let sql = format!(
                "DO $$ BEGIN CREATE ROLE {user} LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; \
                 END $$; GRANT ludex_{role} TO {user}"
            );
            while owner.store().plain_sql(&sql).is_err() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Roles { place, owner }
    }

    fn url(&self, user: &str) -> String {
        let database = self.place.url.rsplit('/').next().unwrap();
        Server::shared().url(database).replace("ludex@", &format!("{user}@"))
    }

    fn open(&self, user: &str) -> Setups {
        Setups::open(&self.url(user)).unwrap()
    }

    fn client(&self, user: &str) -> postgres::Client {
        postgres::Client::connect(&self.url(user), postgres::NoTls).unwrap()
    }

    fn link(&mut self) -> (SetupId, SetupId) {
        let a = self.owner.add_setup(oqb(), FourRule::Counted).unwrap();
        let b = self.owner.add_setup(oqb(), FourRule::Counted).unwrap();
        self.owner.link_setups(a, b).unwrap();
        (a, b)
    }
}

/// An editor took the place of an admin with a table `pg_roles` of its own.
#[test]
fn a_temporary_pg_roles_makes_no_admin() {
    let roles = Roles::new();
    let mut ed = roles.client("emil");
    ed.batch_execute(
        "CREATE TEMP TABLE pg_roles AS SELECT 'ludex_admin'::name AS rolname, oid FROM pg_catalog.pg_roles \
         WHERE pg_has_role(current_user, oid, 'MEMBER')",
    )
    .unwrap();
    for sql in [
        "INSERT INTO tags VALUES ('mine')",
        "INSERT INTO saves (pc, save) VALUES (1, 'T')",
        "INSERT INTO ludex_schema VALUES (9)",
    ] {
        assert!(ed.execute(sql, &[]).is_err(), "{sql}");
    }
    assert_eq!(ed.execute("UPDATE ludex_schema SET version = 9", &[]).unwrap_or(0), 0);
}

/// A temporary table of links let a cycle in, after which an honest link never ended.
#[test]
fn a_temporary_table_of_links_lets_no_cycle_in() {
    let mut roles = Roles::new();
    let (a, b) = roles.link();
    let mut ed = roles.client("emil");
    ed.batch_execute("CREATE TEMP TABLE setup_oqb_links (parent text, child text); CREATE TEMP TABLE setups (id text, type text)")
        .unwrap();
    assert!(ed.batch_execute(&format!("INSERT INTO public.setup_oqb_links VALUES ('{b}', '{a}')")).is_err());
    assert!(ed.batch_execute(&format!("DELETE FROM public.setup_oqb_links WHERE child = '{b}'")).is_ok());
    let tree = roles.owner.tree(None).unwrap();
    assert!(tree.iter().all(|line| line.depth == 0));
}

/// A trigger on a temporary table ran at depth 1, and what it wrote passed as written by ours.
#[test]
fn depth_opens_no_paths() {
    let mut roles = Roles::new();
    let (a, b) = roles.link();
    let path = format!("INSERT INTO public.setup_oqb_paths VALUES ('{a}', '{b}.{a}', 1)");
    let shown = format!("UPDATE public.setups SET oqb_path = '{b}.{a}' WHERE id = '{a}'");
    let gone = format!("DELETE FROM public.setup_oqb_paths WHERE setup = '{b}'");
    for user in ["emil", "anna", "ludex"] {
        let mut client = roles.client(user);
        for write in [&path, &shown, &gone] {
            let refused = client
                .batch_execute(&format!(
                    "CREATE TEMP TABLE lever (x int); CREATE FUNCTION pg_temp.pull() RETURNS trigger LANGUAGE plpgsql \
                     AS $$ BEGIN {write}; RETURN NULL; END $$; \
                     CREATE TRIGGER pull AFTER INSERT ON lever FOR EACH ROW EXECUTE FUNCTION pg_temp.pull(); \
                     INSERT INTO lever VALUES (1)"
                ))
                .is_err();
            let _ = client.batch_execute(
                "ROLLBACK; DROP TABLE IF EXISTS lever CASCADE; DROP FUNCTION IF EXISTS pg_temp.pull()",
            );
            // Row level security hides what an editor may not remove instead of refusing it.
            assert!(refused || write == &gone, "{user}: {write}");
        }
    }
    let tree = roles.owner.tree(None).unwrap();
    assert_eq!(
        tree.iter().map(|line| line.path.clone()).collect::<Vec<_>>(),
        [a.to_string(), format!("{a}.{b}")]
    );
}

/// Editors emptied the list of retired ids, and an id came back as another setup.
#[test]
fn retired_ids_stay_retired() {
    let mut roles = Roles::new();
    let (a, b) = roles.link();
    let mut ed = roles.open("emil");
    ed.remove_setup(b).unwrap();
    let _ = ed.store().plain_sql("DELETE FROM setup_retired");
    let _ = ed.store().plain_sql("UPDATE setup_retired SET id = 'x'");
    assert!(ed.store().plain_sql("TRUNCATE setup_retired").is_err());
    assert!(ed.store().plain_sql(&format!("INSERT INTO setup_retired VALUES ('{a}')")).is_err());
    let rows = roles.owner.store().plain_rows("SELECT id FROM setup_retired").unwrap();
    assert_eq!(rows, [[b.to_string().into()]]);
    assert_ne!(ed.add_setup(oqb(), FourRule::Counted).unwrap(), b);
}

/// No function of ours is open to what a session puts in the way, or can be hung on other tables.
#[test]
fn every_function_is_closed() {
    let mut roles = Roles::new();
    let store = roles.owner.store();
    let open = store
        .plain_rows(
            "SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'ludex%' \
             AND NOT coalesce(proconfig @> ARRAY['search_path=pg_catalog, pg_temp'], false)",
        )
        .unwrap();
    assert!(open.is_empty(), "{open:?}");
    let rests = store
        .plain_rows("SELECT proname::text FROM pg_proc WHERE prosrc LIKE '%pg_trigger_depth%' AND proname LIKE 'ludex%'")
        .unwrap();
    assert!(rests.is_empty(), "{rests:?}");
    let lent = store
        .plain_rows(
            "SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'ludex%' \
             AND prosecdef AND has_function_privilege('rosa', oid, 'EXECUTE')",
        )
        .unwrap();
    assert!(lent.is_empty(), "{lent:?}");
}

/// Whoever wrote a key of the server made himself an admin: editors were given its tables with all others.
#[test]
fn keys_of_the_server_belong_to_its_owner() {
    let place = Place::postgres();
    let statements = |store: &mut Setups| {
        while store.store().plain_sql(schema::ROLES).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut old = Setups::open_as_of(&place.url, 8).unwrap();
    statements(&mut old);
    for name in ["api_keys", "api_sessions", "api_audit"] {
        old.store().plain_sql(&format!("CREATE TABLE {name} (x int)")).unwrap();
    }
    drop(old);
    let roles = Roles { owner: place.open(), place };
    let refused = |role: &str, user: &str, roles: &mut Roles| {
        let sql = format!(
            "DO $$ BEGIN CREATE ROLE {user} LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; \
             END $$; GRANT {role} TO {user}"
        );
        while roles.owner.store().plain_sql(&sql).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        for name in ["api_keys", "api_sessions", "api_audit"] {
            for sql in [
                format!("INSERT INTO {name} VALUES (1)"),
                format!("UPDATE {name} SET x = 2"),
                format!("DELETE FROM {name}"),
                format!("SELECT * FROM {name}"),
            ] {
                let error = roles.client(user).batch_execute(&sql).unwrap_err();
                let told = error.as_db_error().unwrap().message().to_owned();
                assert!(told.contains("permission denied"), "{user}, {sql}: {told}");
            }
        }
    };
    let mut roles = roles;
    for again in [false, true] {
        if again {
            statements(&mut roles.owner);
        }
        refused("ludex_reader", "rosa", &mut roles);
        refused("ludex_editor", "emil", &mut roles);
        refused("ludex_admin", "anna", &mut roles);
    }
}

/// The statements that make roles failed the second time, and left out tables that came later.
#[test]
fn role_statements_run_again_and_cover_later_tables() {
    let mut roles = Roles::new();
    while roles.owner.store().plain_sql(schema::ROLES).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    roles.owner.store().plain_sql("CREATE TABLE later (x int)").unwrap();
    roles.client("emil").batch_execute("INSERT INTO later VALUES (1)").unwrap();
    assert_eq!(roles.client("rosa").query("SELECT x FROM later", &[]).unwrap().len(), 1);
    assert!(roles.client("rosa").batch_execute("INSERT INTO later VALUES (2)").is_err());
}

/// `SELECT pg_advisory_lock(764922)` of a reader stopped all writers.
#[test]
fn a_reader_stops_no_writer() {
    let mut roles = Roles::new();
    let (a, b) = roles.link();
    let mut rita = roles.client("rosa");
    rita.batch_execute(
        "SELECT pg_advisory_lock(n) FROM generate_series(764900, 765000) AS n; SELECT pg_advisory_lock(hashtext('ludex records')); \
         BEGIN; SELECT * FROM ludex_locks; SELECT count(*) FROM setups; SELECT count(*) FROM setup_oqb_links; \
         LOCK TABLE ludex_locks, records, setups, setup_oqb_links, setup_oqb_paths IN ACCESS SHARE MODE",
    )
    .unwrap();
    for taken in [
        "SELECT 1 FROM ludex_locks FOR SHARE",
        "LOCK TABLE ludex_locks IN ROW SHARE MODE",
        "UPDATE ludex_locks SET holder = ''",
    ] {
        let mut other = roles.client("rosa");
        assert!(other.batch_execute(taken).is_err(), "{taken}");
    }
    let mut ed = roles.open("emil");
    ed.store().plain_sql("SET lock_timeout = '2s'").unwrap();
    ed.store().put(vec![Record::new("cube2:0469".parse().unwrap(), 1)]).unwrap();
    let c = ed.add_setup(oqb(), FourRule::Counted).unwrap();
    ed.link_setups(b, c).unwrap();
    ed.unlink_setups(a, b).unwrap();
    ed.rename_setup(b, crate::id("1000000000aa")).unwrap();
    ed.remove_setup(a).unwrap();
    rita.batch_execute("ROLLBACK").unwrap();
}

/// A writer that waits says for what, and gives up in the end.
#[test]
fn waiting_for_a_writer_ends_with_a_clear_message() {
    let mut roles = Roles::new();
    let (a, b) = roles.link();
    let mut ed = roles.client("emil");
    ed.batch_execute(&format!("BEGIN; DELETE FROM setup_oqb_links WHERE child = '{b}'; UPDATE ludex_locks SET holder = 'x' WHERE name = 'records'")).unwrap();
    let mut store = roles.open("anna");
    assert_eq!(store.store().plain_rows("SHOW lock_timeout").unwrap(), [["1min".into()]]);
    assert_eq!(store.store().plain_rows("SHOW statement_timeout").unwrap(), [["1h".into()]]);
    store.store().plain_sql("SET lock_timeout = '100ms'").unwrap();
    for error in [
        store.unlink_setups(a, b).unwrap_err(),
        store.store().put(vec![Record::new("cube2:0469".parse().unwrap(), 1)]).unwrap_err(),
    ] {
        assert!(matches!(&error, StoreError::Trouble { .. }), "{error}");
        assert!(error.to_string().contains("try again"), "{error}");
    }
    ed.batch_execute("ROLLBACK").unwrap();
    store.unlink_setups(a, b).unwrap();
    assert!(store.find_setups(3, "TTIOLJSZ", Rules::default()).is_ok());
}
