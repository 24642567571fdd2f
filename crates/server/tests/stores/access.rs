//! Who may: keys, sessions, the local user, foreign pages, and the trail that writes leave.

use crate::Back;
use crate::common::Server;
use serde_json::Value;

const PUT: &str = r#"{"item": "cube2:0469"}"#;
const JSON: (&str, &str) = ("Content-Type", "application/json");

fn put(server: &Server, headers: &[(&str, &str)]) -> u16 {
    server.ask("POST", "/v1/records", &[&[JSON], headers].concat(), PUT.as_bytes()).status
}

fn the_local_user_writes_until_there_is_a_key(on: Back) {
    let server = on.server();
    assert_eq!(put(&server, &[]), 200);
    // A proxy stands between: whoever asks is somewhere else.
    for header in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"] {
        assert_eq!(put(&server, &[(header, "203.0.113.7")]), 401, "{header}");
    }
    server.key("reader");
    assert_eq!(put(&server, &[]), 401);
}

#[test]
fn nobody_is_local_elsewhere() {
    let everywhere = Server::with(|config| config.bind = "0.0.0.0:0".parse().unwrap());
    let address = format!("127.0.0.1:{}", everywhere.address.port());
    assert_eq!(put(&everywhere, &[("Host", &address)]), 401);
    let named = Server::with(|config| config.hosts.push("ludex.example".into()));
    assert_eq!(put(&named, &[]), 401);
    let proxied = Server::with(|config| config.behind_proxy = true);
    assert_eq!(put(&proxied, &[]), 401);
}

#[test]
fn a_page_of_another_site_changes_nothing() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    assert_eq!(put(&server, &[("Origin", &own)]), 200);
    for foreign in ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"] {
        assert_eq!(put(&server, &[("Origin", foreign)]), 403, "{foreign}");
    }
    assert_eq!(put(&server, &[("Sec-Fetch-Site", "cross-site")]), 403);
    // It may not read either: no header allows it.
    let read = server.ask("GET", "/v1/records", &[("Origin", "http://evil.example")], b"");
    assert_eq!(read.header("access-control-allow-origin"), None);
    let public = Server::with(|config| config.hosts.push("ludex.example".into()));
    assert_eq!(public.get("/v1/records").header("access-control-allow-origin"), Some("*"));
    assert_eq!(public.get("/v1/records").header("access-control-allow-credentials"), None);
}

#[test]
fn another_host_is_refused() {
    let server = Server::start();
    for host in ["evil.example", "localhost.evil.example", "evil.example:7275"] {
        for (method, path) in
            [("GET", "/"), ("GET", "/v1/records"), ("POST", "/v1/records"), ("OPTIONS", "/")]
        {
            let answer = server.ask(method, path, &[("Host", host), JSON], b"");
            assert_eq!(answer.status, 421, "{method} {path} as {host}");
        }
    }
    let none = server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec(), "GET");
    assert_eq!(none.status, 400);
}

fn a_key_becomes_a_session_with_a_token(on: Back) {
    let server = on.server();
    let key = server.key("editor");
    assert_eq!(server.post("/v1/session", r#"{"key": "ludex_wrong"}"#).status, 401);
    let begun = server.post("/v1/session", &format!(r#"{{"key": "{key}"}}"#));
    assert_eq!(begun.status, 200);
    let cookie = begun.header("set-cookie").expect("a cookie").to_owned();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let cookie = cookie.split(';').next().unwrap();
    let me = server.ask("GET", "/v1/session", &[("Cookie", cookie)], b"").json();
    let token = me["csrf"].as_str().expect("a token");
    assert_eq!((&me["role"], begun.json()["csrf"].as_str()), (&"editor".into(), Some(token)));
    // The cookie alone is what a foreign page would bring.
    assert_eq!(put(&server, &[("Cookie", cookie)]), 403);
    assert_eq!(put(&server, &[("Cookie", cookie), ("X-CSRF-Token", "guess")]), 403);
    assert_eq!(put(&server, &[("Cookie", cookie), ("X-CSRF-Token", token)]), 200);
    let ended = server.ask("DELETE", "/v1/session", &[("Cookie", cookie)], b"");
    assert_eq!(ended.status, 204);
    assert_eq!(put(&server, &[("Cookie", cookie), ("X-CSRF-Token", token)]), 401);
    // A form of another site cannot send JSON.
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    assert_eq!(server.ask("POST", "/v1/session", &form, b"key=x").status, 415);
}

fn keys_are_shown_once_kept_as_hashes_and_revoked(on: Back) {
    let server = on.server();
    let made = server.post("/v1/keys", r#"{"role": "editor", "label": "Ada"}"#);
    assert_eq!(made.status, 201, "{}", made.text());
    let (secret, id) = (made.json()["secret"].clone(), made.json()["id"].clone());
    let (secret, id) = (secret.as_str().expect("a key"), id.as_str().expect("an id"));
    let bearer = format!("Bearer {secret}");
    assert_eq!(put(&server, &[("Authorization", &bearer)]), 200);
    let admin = server.key("admin");
    let boss = format!("Bearer {admin}");
    let list = server.ask("GET", "/v1/keys", &[("Authorization", &boss)], b"");
    assert!(!list.text().contains(secret));
    assert!(list.json()[0]["last_used"].is_i64(), "{}", list.text());
    let rows = server.app.store_now(|setups| setups.store().plain_rows("SELECT hash FROM api_keys")).unwrap();
    assert!(!format!("{rows:?}").contains(&secret["ludex_".len()..]));
    let revoke = server.ask("DELETE", &format!("/v1/keys/{id}"), &[("Authorization", &boss)], b"");
    assert_eq!(revoke.status, 204);
    assert_eq!(put(&server, &[("Authorization", &bearer)]), 401);
    for (role, label) in [("owner", "Ada"), ("editor", ""), ("editor", "a\\nb")] {
        let body = format!(r#"{{"role": "{role}", "label": "{label}"}}"#);
        let answer = server.ask("POST", "/v1/keys", &[JSON, ("Authorization", &boss)], body.as_bytes());
        assert_eq!(answer.status, 422, "{body}");
    }
}

fn every_write_leaves_a_row(on: Back) {
    let server = on.server();
    let (editor, admin) = (server.key("editor"), server.key("admin"));
    let (editor, admin) = (format!("Bearer {editor}"), format!("Bearer {admin}"));
    assert_eq!(put(&server, &[("Authorization", &editor)]), 200);
    let bad = server.ask("POST", "/v1/records", &[JSON, ("Authorization", &editor)], b"\"seven\"");
    assert_eq!(bad.status, 422);
    server.get("/v1/records");
    let trail = server.ask("GET", "/v1/audit", &[("Authorization", &admin)], b"").json();
    let rows: Vec<(&Value, &Value)> =
        trail.as_array().unwrap().iter().map(|row| (&row["operation"], &row["status"])).collect();
    let operation = &Value::from("POST /v1/records");
    assert_eq!(rows, [(operation, &422.into()), (operation, &200.into())]);
    assert!(trail[0]["who"].as_str().unwrap().starts_with('k'));
    assert_eq!(trail[0]["address"], "127.0.0.1");
    let before = format!("/v1/audit?before={}&limit=1", trail[0]["id"]);
    let page = server.ask("GET", &before, &[("Authorization", &admin)], b"").json();
    assert_eq!(page.as_array().unwrap().len(), 1);
    assert_eq!(page[0]["id"], trail[1]["id"]);
}

#[test]
fn who_asks_too_often_waits() {
    let server = Server::with(|config| {
        config.limits.rate = 0.5;
        config.limits.burst = 5.0;
    });
    let statuses: Vec<u16> = (0..8).map(|_| server.get("/healthz").status).collect();
    assert_eq!(statuses[..5], [200; 5]);
    let refused = server.get("/healthz");
    assert_eq!(refused.status, 429);
    let seconds: u64 = refused.header("retry-after").expect("a time").parse().unwrap();
    assert!((1..=2).contains(&seconds), "{seconds}");
}

fn a_role_that_nobody_gave_is_found(on: Back) {
    let server = on.server();
    let key = format!("Bearer {}", server.key("editor"));
    assert_eq!(put(&server, &[("Authorization", &key)]), 200);
    let session = server.post("/v1/session", &format!(r#"{{"key": "{}"}}"#, &key["Bearer ".len()..]));
    assert_eq!(session.status, 200);
    let examine = || server.app.store_now(|setups| setups.store().examine()).expect("it can be read");
    assert_eq!(examine(), []);
    // As a changed bit in the file would: no trigger sees it.
    let (without, with) = match on {
        Back::Sqlite => ("DROP TRIGGER api_keys_seal_update", ""),
        Back::Postgres => (
            "ALTER TABLE api_keys DISABLE TRIGGER api_keys_seal_update",
            "ALTER TABLE api_keys ENABLE TRIGGER api_keys_seal_update",
        ),
    };
    let plant = format!("{without}; UPDATE api_keys SET role = 'admin'; {with}");
    server.app.store_now(|setups| setups.store().plain_sql(&plant)).expect("it can be written");
    let found = examine();
    let row = found.iter().find(|finding| finding.place.starts_with("api_keys k"));
    assert!(row.is_some_and(|row| !row.outside), "{found:?}");
}

crate::on_both![
    a_role_that_nobody_gave_is_found,
    the_local_user_writes_until_there_is_a_key,
    a_key_becomes_a_session_with_a_token,
    keys_are_shown_once_kept_as_hashes_and_revoked,
    every_write_leaves_a_row
];
