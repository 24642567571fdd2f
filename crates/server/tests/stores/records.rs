//! Records over HTTP: pages, puts, imports that resume, exports.

use crate::Back;
use crate::common::Server;
use serde_json::{Value, json};

const NDJSON: (&str, &str) = ("Content-Type", "application/x-ndjson");

fn import(server: &Server, id: &str, body: &str) -> Value {
    let answer = server.ask("POST", &format!("/v1/import?id={id}"), &[NDJSON], body.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn names(count: usize) -> String {
    (0..count).map(|rank| format!("{{\"name\": \"cube2:{rank:04}\"}}\n")).collect()
}

fn records_are_put_and_found(on: Back) {
    let server = on.server();
    let put =
        server.post("/v1/records", r#"{"item": "cube2:0469", "facts": {"rating": 9.5}, "source": "mine"}"#);
    assert_eq!(put.json(), json!({"name": "cube2:0469", "new": true}));
    assert_eq!(server.post("/v1/records", "\"cube2:0469\"").json()["new"], false);
    let record = server.get("/v1/records/cube2:0469").json();
    assert_eq!(
        (&record["count"], &record["facts"]["rating"], &record["source"]),
        (&2.into(), &9.5.into(), &"mine".into())
    );
    assert_eq!(server.get("/v1/records/cube2:0000").status, 404);
    assert_eq!(server.get("/v1/records/nonsense").status, 404);
    let seen =
        server.ask("POST", "/v1/seen", &[("Content-Type", "text/plain")], b"cube2:0469\ncube2:0000\nseven\n");
    let lines = seen.lines();
    assert_eq!((&lines[0]["known"], &lines[1]["known"]), (&true.into(), &false.into()));
    assert!(lines[2]["error"].is_string());
    // One bad line of many costs that line.
    let body = "\"cube2:0001\"\n{\"item\": \"cube2:0002\", \"facts\": {\"rating\": \"high\"}}\n{\"item\": \"cube2:0469\", \"facts\": {\"rating\": 1}, \"replace\": true}\n{\"thing\": 1}\n";
    let lines = server.ask("POST", "/v1/records", &[NDJSON], body.as_bytes()).lines();
    assert_eq!(lines[0]["new"], true);
    assert!(lines[1]["error"].as_str().unwrap().contains("the fact rating is a number"));
    assert_eq!(lines[2]["new"], false);
    assert!(lines[3]["error"].as_str().unwrap().contains("no field \"thing\""));
    assert_eq!(server.get("/v1/records/cube2:0469").json()["facts"], json!({"rating": 1.0}));
}

fn pages_are_whole_and_in_order(on: Back) {
    let server = on.server();
    import(&server, "all", &names(1000));
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = server.get(&format!("/v1/records?limit=77{after}")).json();
        seen.extend(
            page["records"]
                .as_array()
                .unwrap()
                .iter()
                .map(|record| record["name"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    let all: Vec<String> = (0..1000).map(|rank| format!("cube2:{rank:04}")).collect();
    assert_eq!(seen, all);
    let count =
        |query: &str| server.get(&format!("/v1/records?{query}")).json()["records"].as_array().unwrap().len();
    assert_eq!((count("family=cube&limit=1000"), count("family=sudoku")), (1000, 0));
    assert_eq!((count("prefix=cube2:012"), count("from=cube2:0990")), (10, 10));
    for (query, status) in [
        ("family=chess", 422),
        ("limit=0", 422),
        ("limit=5000", 422),
        ("rank=cube2", 422),
        ("fact=rating", 422),
        ("color=red", 400),
        ("limit=x", 400),
    ] {
        assert_eq!(server.get(&format!("/v1/records?{query}")).status, status, "{query}");
    }
    assert_eq!(server.get("/v1/stats").json()["kinds"][0]["records"], 1000);
}

fn an_import_is_counted_once_and_an_export_is_all_of_it(on: Back) {
    let server = on.server();
    let body = names(500) + "nonsense\n" + "{\"position\": \"R U\", \"facts\": {\"solved\": true}}\n";
    let done = import(&server, "mine", &body);
    assert_eq!((&done["taken"], &done["refused"], &done["finished"]), (&501.into(), &1.into(), &true.into()));
    assert_eq!(done["refusals"][0]["line"], 501);
    assert_eq!(import(&server, "mine", &body), done);
    assert_eq!(server.get("/v1/import/mine").json(), done);
    assert_eq!(server.get("/v1/import/other").status, 404);
    let export = server.get("/v1/export");
    assert_eq!((export.header("content-type"), export.lines().len()), (Some("application/x-ndjson"), 501));
    assert!(export.lines().iter().all(|record| record["count"] == 1));
    assert_eq!(server.get("/v1/export?format=items").text().lines().count(), 501);
    assert!(server.get("/v1/export?format=csv").text().starts_with("name,position,"));
    assert_eq!(server.get("/v1/export?format=exe").status, 422);
    // What one server exports another one takes.
    let other = on.server();
    import(&other, "copy", export.text());
    assert_eq!(other.get("/v1/export").body, export.body);
    assert_eq!(server.ask("POST", "/v1/import", &[NDJSON], b"x").status, 400);
    assert_eq!(server.ask("POST", "/v1/import?id=x", &[("Content-Type", "image/png")], b"x").status, 415);
}

/// The connection breaks in the middle of an import; sent again, it ends as if it had not.
fn a_broken_import_goes_on(on: Back) {
    use std::io::Write;
    let server = on.server();
    let body = names(9000);
    let mut stream = server.connect();
    let head = format!(
        "POST /v1/import?id=big HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&body.as_bytes()[..body.len() / 2]).unwrap();
    drop(stream);
    let done = import(&server, "big", &body);
    assert_eq!(done["finished"], true);
    let records = server.get("/v1/export").lines();
    assert_eq!(records.len() as i64, done["taken"].as_i64().unwrap());
    assert!(records.iter().all(|record| record["count"] == 1));
}

crate::on_both![
    records_are_put_and_found,
    pages_are_whole_and_in_order,
    an_import_is_counted_once_and_an_export_is_all_of_it,
    a_broken_import_goes_on
];
