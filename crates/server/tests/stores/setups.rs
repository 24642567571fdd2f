use crate::Back;
use crate::common::{Answer, Server, sentence};
use serde_json::{Value, json};

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn put(server: &Server, path: &str, body: &Value) -> Answer {
    server.ask("PUT", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
}

fn done(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text());
}

fn setup() -> Value {
    json!({
        "pc": 2, "leftover": "TTIO", "build": "TIO", "cover_pattern": "T,[TIO]!", "solve_pattern": "*p7", "fumen": FUMEN,
    })
}

fn a_setup_lives_its_whole_life(on: Back) {
    let server = on.server();
    let added = server.post("/v1/tetris/setups", &setup().to_string());
    done(&added, 201);
    assert_eq!(added.json()["id"], "213ceaff91ff");
    let path = "/v1/tetris/setups/213ceaff91ff";
    assert_eq!(server.get(path).json()["cover_pattern"], "T,[TIO]!");
    let found = server.get("/v1/tetris/setups/find?pc=2&queue=TTIOLJS").json();
    assert_eq!(found["setups"][0]["id"], "213ceaff91ff");

    let headers = [("Content-Type", "application/json")];
    let changed = server.ask("PATCH", path, &headers, br#"{"credit": "Ada", "see": 6}"#);
    done(&changed, 200);
    assert_eq!((&changed.json()["credit"], &changed.json()["see"]), (&"Ada".into(), &6.into()));
    done(&server.ask("PATCH", path, &headers, br#"{"solve_pattern": ""}"#), 422);
    done(&server.ask("PATCH", path, &headers, br#"{"colour": "red"}"#), 400);

    // Twins are told apart by the last byte; a retired id comes never again.
    done(&server.post("/v1/tetris/setups", &setup().to_string()), 422);
    let mut forced = setup();
    forced["force"] = true.into();
    let twin = server.post("/v1/tetris/setups", &forced.to_string()).json();
    assert_eq!(twin["id"], "213ceaff91fe");
    done(&server.ask("DELETE", "/v1/tetris/setups/213ceaff91fe", &[], b""), 204);
    done(&server.get("/v1/tetris/setups/213ceaff91fe"), 404);
    assert_eq!(server.post("/v1/tetris/setups", &forced.to_string()).json()["id"], "213ceaff91fd");
    let mut wrong = setup();
    wrong["build"] = "TIL".into();
    let refused = server.post("/v1/tetris/setups", &wrong.to_string());
    done(&refused, 422);
    assert!(refused.text().contains("the fumen shows TIO"), "{}", refused.text());

    let variants = format!("{path}/variants");
    let body = json!({"build": "TIOL", "fumen": FUMEN});
    done(&server.post(&variants, &body.to_string()), 201);
    assert_eq!(server.get(&variants).json()["variants"][0]["build"], "TIOL");
    done(&server.ask("DELETE", &format!("{variants}/1"), &[], b""), 204);
    assert_eq!(server.get(&variants).json()["variants"], json!([]));

    let translations = format!("{path}/translations");
    done(&put(&server, &format!("{translations}/ja"), &json!({"description": "テトリス"})), 204);
    assert_eq!(server.get(&translations).json()["translations"][0]["description"], "テトリス");
    done(&server.ask("DELETE", &format!("{translations}/ja"), &[], b""), 204);

    let mirror = server.get(&format!("{path}/mirror")).json();
    let made = server.post(&format!("{path}/mirror"), "");
    done(&made, 200);
    assert_eq!(made.json()["fumen"], mirror["fumen"]);
    assert_eq!(server.get(path).json()["mirror"], made.json()["id"]);

    done(&server.get(&format!("{path}/statistics")), 200);
    let none = server.get(&format!("{path}/path-file"));
    done(&none, 404);
    assert!(sentence(&none).contains("has no path file"));
    done(&server.get("/v1/tetris/setups/zzz"), 422);
    done(&server.post("/v1/tetris/setups", r#"{"pc": 2}"#), 422);
}

fn oqb_setups_are_linked_and_found_step_by_step(on: Back) {
    let server = on.server();
    let mut ids = Vec::new();
    for build in ["T", "TI"] {
        let body = json!({
            "type": "oqb", "pc": 3, "leftover": "T", "build": build, "cover_pattern": "T,*p7", "fumen": "v115@vhAAgH",
            "force": true,
        });
        let added = server.post("/v1/tetris/setups", &body.to_string());
        done(&added, 201);
        ids.push(added.json()["id"].as_str().expect("an id").to_owned());
    }
    let link = format!("/v1/tetris/setups/{}/links/{}", ids[0], ids[1]);
    done(&server.ask("PUT", &link, &[], b""), 204);
    let back = format!("/v1/tetris/setups/{}/links/{}", ids[1], ids[0]);
    let circle = server.ask("PUT", &back, &[], b"");
    assert!((400..500).contains(&circle.status), "{}", circle.text());
    sentence(&circle);
    let tree = server.get(&format!("/v1/tetris/setups/tree?id={}", ids[0])).json();
    assert_eq!(tree["tree"].as_array().map(Vec::len), Some(2));
    let next = server.get(&format!("/v1/tetris/setups/{}/next?queue=TTIOLJSZ", ids[0])).json();
    assert_eq!(next["setups"][0]["id"], ids[1].as_str(), "{next}");
    // What nobody computed has no worth yet, and what is not there none at all.
    let worth = server.get(&format!("/v1/tetris/setups/{}/worth", ids[0]));
    done(&worth, 422);
    assert!(sentence(&worth).contains("has no statistics"));
    done(&server.get("/v1/tetris/setups/3bf80000f7ff/worth"), 404);
    done(&server.ask("DELETE", &link, &[], b""), 204);
    assert_eq!(
        server.get(&format!("/v1/tetris/setups/{}/next?queue=TTIO", ids[0])).json()["setups"],
        json!([])
    );
}

fn sets_tags_and_wanted_saves_are_kept(on: Back) {
    let server = on.server();
    let id = server.post("/v1/tetris/setups", &setup().to_string()).json()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    done(&put(&server, "/v1/tetris/sets/first_pc", &json!({"name": "First"})), 200);
    done(&put(&server, "/v1/tetris/sets/openings", &json!({"name": "Openings", "id": "openers"})), 200);
    let path = "/v1/tetris/sets/openers";
    done(&server.ask("PUT", &format!("{path}/parents/first_pc"), &[], b""), 204);
    done(&server.ask("PUT", &format!("{path}/setups/{id}"), &[], b""), 204);
    done(&server.ask("PUT", "/v1/tetris/tags/fast", &[], b""), 204);
    done(&server.ask("PUT", &format!("{path}/tags/fast"), &[], b""), 204);
    done(&put(&server, &format!("{path}/translations/de"), &json!({"name": "Eröffnungen"})), 204);
    let set = server.get(path).json();
    assert_eq!((&set["setups"], &set["tags"]), (&json!([id]), &json!(["fast"])));
    assert_eq!(set["translations"][0]["name"], "Eröffnungen");
    assert_eq!(server.get("/v1/tetris/setups?set=first_pc").json()["setups"][0]["id"], id.as_str());
    let tree = server.get("/v1/tetris/sets").json();
    assert!(
        tree["tree"].as_array().is_some_and(|all| all.iter().any(|line| line["path"] == "first_pc.openers"))
    );
    done(&server.ask("DELETE", &format!("{path}/tags/fast"), &[], b""), 204);
    done(&server.ask("DELETE", "/v1/tetris/tags/fast", &[], b""), 204);
    assert!(
        !server.get("/v1/tetris/tags").json()["tags"].as_array().expect("a list").contains(&"fast".into())
    );
    done(&server.ask("DELETE", &format!("{path}/setups/{id}"), &[], b""), 204);
    done(&server.ask("DELETE", &format!("{path}/parents/first_pc"), &[], b""), 204);
    done(&server.ask("DELETE", path, &[], b""), 204);
    done(&server.get(path), 404);

    let saves = "/v1/tetris/wanted-saves";
    done(&server.post(saves, r#"{"pc": 9, "save": "T"}"#), 201);
    let kept = json!([{"pc": 9, "save": "T", "minimal": false, "all_solves": false}]);
    assert_eq!(server.get(&format!("{saves}?pc=9")).json()["saves"], kept);
    done(&server.ask("DELETE", &format!("{saves}?pc=9&save=T"), &[], b""), 204);
    done(&server.post(saves, r#"{"pc": 9, "save": "T||"}"#), 422);
}

fn lists_come_in_pages_and_quizzes_have_answers(on: Back) {
    let server = on.server();
    let all = server.get("/v1/tetris/setups?limit=1000").json();
    let all = all["setups"].as_array().expect("a list");
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = server.get(&format!("/v1/tetris/setups?limit=7{after}")).json();
        seen.extend(page["setups"].as_array().expect("a list").clone());
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(&seen, all);
    let counts = server.get("/v1/tetris/setups/stats").json();
    let counted: u64 =
        counts["counts"].as_array().expect("a list").iter().filter_map(|c| c["setups"].as_u64()).sum();
    assert_eq!(counted, all.len() as u64);
    let pc = &all[0]["pc"];
    let quiz = server.get(&format!("/v1/tetris/setups/quiz?pc={pc}&seed=7")).json();
    assert_eq!(server.get(&format!("/v1/tetris/setups/quiz?pc={pc}&seed=7")).json(), quiz);
    let queue = quiz["queue"].as_str().expect("a queue");
    let found = server.get(&format!("/v1/tetris/setups/find?pc={pc}&queue={queue}")).json();
    assert_eq!(found["setups"], quiz["setups"]);
    for bad in [
        "setups?limit=0",
        "setups?sort=name",
        "setups?type=x",
        "setups/find?pc=10&queue=T",
        "setups/find?pc=1&queue=X",
        "setups/find?pc=1&queue=T&kicks=up",
        "setups/quiz?pc=0",
        "setups/learn?pc=0",
        "setups/loop?from=2",
        "setups/loop?from=2&leftover=TX",
    ] {
        done(&server.get(&format!("/v1/tetris/{bad}")), 422);
    }
    done(&server.get("/v1/tetris/setups/find?pc=1"), 400);
}

crate::on_both![
    a_setup_lives_its_whole_life,
    oqb_setups_are_linked_and_found_step_by_step,
    sets_tags_and_wanted_saves_are_kept,
    lists_come_in_pages_and_quizzes_have_answers
];
