use crate::common::Server;
use serde_json::{Value, json};
use std::time::Duration;

fn until_ended(server: &Server, job: &Value) -> Value {
    loop {
        let status = server.get(&format!("/v1/tetris/jobs/{}", job["job"])).json();
        if !matches!(status["state"].as_str(), Some("waiting" | "running")) {
            return status;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_job_computes_setups_whether_or_not_anybody_waits() {
    let server = Server::start();
    let setup = json!({
        "pc": 3, "leftover": "O", "build": "ILJOO", "cover_pattern": "O,*p5{ILJO=1}", "solve_pattern": "[TSZ]",
        "fumen": "v115@RhRpili0Tpglzhg0RpJeAgH",
    });
    let id =
        server.post("/v1/tetris/setups", &setup.to_string()).json()["id"].as_str().expect("an id").to_owned();
    let begun = server.post("/v1/tetris/jobs", &json!({"ids": [id], "paths": true}).to_string());
    assert_eq!(begun.status, 202, "{}", begun.text());
    let job = begun.json();
    assert_eq!(begun.header("location"), Some(format!("/v1/tetris/jobs/{}", job["job"]).as_str()));
    let ended = until_ended(&server, &job);
    assert_eq!((&ended["state"], &ended["completed"]), (&"done".into(), &1.into()), "{ended}");
    let statistics = server.get(&format!("/v1/tetris/setups/{id}/statistics")).json();
    assert_eq!(statistics["statistics"][0]["status"], "completed");
    assert_eq!(server.get("/v1/tetris/jobs").json()["jobs"][0], ended);

    assert_eq!(server.get("/v1/tetris/jobs/99").status, 404);
    assert_eq!(server.get("/v1/tetris/jobs/x").status, 404);
    assert_eq!(server.post("/v1/tetris/jobs", r#"{"ids": ["213ceaff91ff"]}"#).status, 404);
    assert_eq!(server.post("/v1/tetris/jobs", r#"{"kicks": "up"}"#).status, 422);
}

#[test]
fn a_path_file_can_be_had() {
    let server = Server::start();
    let setup = json!({
        "pc": 2, "leftover": "ILJO", "build": "ILJO", "cover_pattern": "[ILJO]!", "solve_pattern": "*p4",
        "fumen": "v115@9gD8CeG8CeG8CeG8CeC8JeAgH",
    });
    let added = server.post("/v1/tetris/setups", &setup.to_string());
    assert_eq!(added.status, 201, "{}", added.text());
    let id = added.json()["id"].as_str().expect("an id").to_owned();
    let job = server.post("/v1/tetris/jobs", &json!({"ids": [id], "paths": true}).to_string()).json();
    let ended = until_ended(&server, &job);
    assert_eq!(ended["state"], "done", "{ended}");
    if ended["completed"] == 0 {
        // A gray field has no pieces to build: the failure says so, and no file is there.
        assert_eq!(ended["failures"][0]["setup"], id.as_str());
        assert_eq!(server.get(&format!("/v1/tetris/setups/{id}/path-file")).status, 404);
        return;
    }
    let packed = server.get(&format!("/v1/tetris/setups/{id}/path-file"));
    assert_eq!((packed.status, packed.header("content-type")), (200, Some("application/x-xz")));
    let csv = server.get(&format!("/v1/tetris/setups/{id}/path-file?form=csv"));
    assert_eq!(csv.text().lines().count(), 841);
}

#[test]
fn a_job_is_stopped_and_too_many_are_refused() {
    let server = Server::start();
    // Everything again, with all solutions: minutes of work.
    let long = json!({"paths": true, "again": true}).to_string();
    let jobs: Vec<Value> = (0..16)
        .map(|_| {
            let begun = server.post("/v1/tetris/jobs", &long);
            assert_eq!(begun.status, 202, "{}", begun.text());
            begun.json()
        })
        .collect();
    let refused = server.post("/v1/tetris/jobs", &long);
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.header("retry-after").is_some());
    for job in &jobs {
        assert_eq!(server.ask("DELETE", &format!("/v1/tetris/jobs/{}", job["job"]), &[], b"").status, 202);
    }
    for job in &jobs {
        assert_eq!(until_ended(&server, job)["state"], "cancelled");
    }
    assert_eq!(server.post("/v1/tetris/jobs", r#"{"pc": 9}"#).status, 202);
}
