//! Positions and names over HTTP: what the program would answer.

mod common;

use common::Server;

#[test]
fn a_name_is_answered_in_every_form() {
    let server = Server::start();
    let answer = server.get("/v1/cube2:0469");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    let item = answer.json();
    assert_eq!(item["canonical_name"], "cube2:0469");
    assert_eq!(item["links"]["svg"], "/v1/cube2:0469.svg");
    for (ending, media, start) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", &b"\x89PNG"[..]),
        ("gif", "image/gif", &b"GIF8"[..]),
        ("txt", "text/plain; charset=utf-8", &b""[..]),
    ] {
        let answer = server.get(&format!("/v1/cube2:0469.{ending}"));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media)), "{ending}");
        assert!(answer.body.starts_with(start), "{ending}");
        let by_header = server.ask("GET", "/v1/cube2:0469", &[("Accept", media)], b"");
        assert_eq!(by_header.body, answer.body);
    }
    assert_eq!(server.get("/v1/cube2:0469.exe").status, 404);
    assert_eq!(server.ask("GET", "/v1/cube2:0469", &[("Accept", "audio/mpeg")], b"").status, 406);
}

#[test]
fn names_are_kept_for_ever_and_asked_for_once() {
    let server = Server::start();
    let first = server.get("/v1/cube2:0469.json");
    assert!(first.header("cache-control").expect("a header").contains("immutable"));
    let mark = first.header("etag").expect("a mark");
    let again = server.ask("GET", "/v1/cube2:0469.json", &[("If-None-Match", mark)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.ask("GET", "/v1/cube2:0469.json", &[("If-None-Match", "\"other\"")], b"");
    assert_eq!((other.status, &other.body), (200, &first.body));
    let head = server.ask("HEAD", "/v1/cube2:0469.json", &[], b"");
    assert_eq!((head.status, head.header("etag")), (200, Some(mark)));
    let options = server.ask("OPTIONS", "/v1/cube2:0469.json", &[], b"");
    assert_eq!((options.status, options.header("allow")), (204, Some("GET,HEAD")));
}

#[test]
fn braces_have_a_spelling_for_addresses() {
    let server = Server::start();
    let item = server.get("/v1/xiangqi:5-g4fI5-g4fIopdKfZopdKfZ").json();
    assert_eq!(item["name"], "xiangqi:5{g4fI5{g4fIopdKfZopdKfZ");
    assert_eq!(item["links"]["png"], "/v1/xiangqi:5-g4fI5-g4fIopdKfZopdKfZ.png");
    assert_eq!(server.get("/v1/xiangqi:5%7Bg4fI5%7Bg4fIopdKfZopdKfZ").json(), item);
}

#[test]
fn a_setup_is_looked_up_in_the_store() {
    let server = Server::start();
    let missing = server.get("/v1/pc:213ceaff91ff");
    assert_eq!(missing.status, 404);
    assert_eq!(missing.header("content-type"), Some("application/problem+json"));
    let setups = server.app.store(|setups| setups.setups(&Default::default(), ludex_setups::Order::Id));
    let setups = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(setups).unwrap();
    let id = setups[0].id;
    let found = server.get(&format!("/v1/pc:{id}"));
    assert_eq!((found.status, found.header("cache-control")), (200, Some("no-cache")));
    assert_eq!(found.json()["family"], "tetris");
}

#[test]
fn an_item_is_named_and_a_bad_one_refused_with_the_same_sentence() {
    let server = Server::start();
    let answer = server.post("/v1/name", r#"{"item": "R U R' U'"}"#);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let (name, disguise) = (answer.json()["name"].clone(), server.post("/v1/name", r#""L' U' L U""#));
    assert_eq!(disguise.json()["name"], name);
    let small = server.post("/v1/name", r#"{"item": "R U", "size": 2}"#).json();
    assert!(small["name"].as_str().unwrap().starts_with("cube2:"));

    let refused = server.post("/v1/name", r#""seven""#);
    assert_eq!(refused.status, 422);
    assert_eq!(refused.header("content-type"), Some("application/problem+json"));
    let body = refused.json();
    assert!(body["detail"].as_str().unwrap().starts_with("\"seven\" is no position of any family"));
    assert_eq!((&body["status"], &body["title"]), (&422.into(), &"Unprocessable Entity".into()));

    for (body, status) in [("{", 400), ("7", 422), (r#"{"position": "R"}"#, 422)] {
        assert_eq!(server.post("/v1/name", body).status, status, "{body}");
    }
    assert_eq!(server.ask("POST", "/v1/name", &[("Content-Type", "image/png")], b"x").status, 415);
    let zipped = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    assert_eq!(server.ask("POST", "/v1/name", &zipped, b"x").status, 415);
    assert_eq!(server.get("/v1/name").status, 405);
}

#[test]
fn lines_are_answered_in_their_order() {
    let server = Server::start();
    let mut body = String::new();
    for i in 0..3000 {
        match i % 3 {
            0 => body += "\"R U R' U'\"\n",
            1 => body += "{\"item\": \"cube2:0469\"}\r\n",
            _ => body += "\"seven\"\n",
        }
    }
    let answer = server.ask("POST", "/v1/name", &[("Content-Type", "application/x-ndjson")], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    let lines = answer.lines();
    assert_eq!(lines.len(), 3000);
    for (i, line) in lines.iter().enumerate() {
        match i % 3 {
            0 => assert_eq!(line["name"], lines[0]["name"]),
            1 => assert_eq!(line["name"], "cube2:0469"),
            _ => assert!(line["error"].as_str().unwrap().contains("no position"), "{line}"),
        }
    }
    let plain =
        server.ask("POST", "/v1/name", &[("Content-Type", "text/plain")], b"cube2:0469\tmine\n\nseven");
    let lines = plain.lines();
    assert_eq!((lines.len(), &lines[0]["rest"]), (2, &"mine".into()));
    let long = [vec![b'x'; 100_000], b"\ncube2:0469\n".to_vec()].concat();
    let lines = server.ask("POST", "/v1/name", &[("Content-Type", "text/plain")], &long).lines();
    assert_eq!(lines[0]["error"], "the line is longer than 65536 bytes");
    assert_eq!(lines[1]["name"], "cube2:0469");
}

#[test]
fn deploy_files_are_served_as_they_are() {
    let server = Server::start();
    for name in ["ludex.service", "Containerfile"] {
        let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
        let answer = server.get(&format!("/about/{name}"));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/plain; charset=utf-8")));
        assert_eq!(answer.text(), std::fs::read_to_string(path).expect("it is there"));
    }
}
