//! The document says what the server does: every operation is called, by everybody.

mod common;

use common::Server;
use common::operations::operations;

/// Every operation answers its own example with a status and a media type that the document lists.
#[test]
fn every_operation_does_as_the_document_says() {
    let server = Server::start();
    let key = server.key("admin");
    for operation in operations(&server) {
        let answer = operation.ask(&server, Some(&key));
        let title = operation.title();
        let listed = operation.responses.iter().find(|(status, _)| *status == answer.status);
        let (_, media) = listed.unwrap_or_else(|| panic!("{title}: {} {:?}", answer.status, answer.text()));
        let said = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        assert!(
            answer.body.is_empty() || media.iter().any(|known| known == said),
            "{title}: {said:?} is not listed for {}",
            answer.status
        );
        if answer.status >= 400 {
            let problem = answer.json();
            assert_eq!(problem["status"], answer.status, "{title}");
            assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{title}");
        }
    }
}

/// Role by operation: who has less than the document asks for is refused, who has it is not.
#[test]
fn roles_by_operations() {
    // With keys nobody is local.
    let server = Server::start();
    let ranks = ["", "reader", "editor", "admin"];
    let keys: Vec<Option<String>> =
        ranks.iter().map(|role| (!role.is_empty()).then(|| server.key(role))).collect();
    let mut refused = 0;
    for operation in operations(&server) {
        let needed = operation.role.as_deref().unwrap_or("");
        let needed = ranks.iter().position(|role| *role == needed).expect("a role");
        for (rank, key) in keys.iter().enumerate() {
            let answer = operation.ask(&server, key.as_deref());
            let title = format!("{} as {:?}: {}", operation.title(), ranks[rank], answer.status);
            match (rank < needed, rank) {
                (true, 0) => assert_eq!(answer.status, 401, "{title}"),
                (true, _) => assert_eq!(answer.status, 403, "{title}"),
                (false, _) => assert!(!matches!(answer.status, 403 | 500..), "{title} {}", answer.text()),
            }
            if answer.status == 401 {
                assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            }
            refused += usize::from(rank < needed);
        }
        let wrong = operation.ask(&server, Some("ludex_0000"));
        assert_eq!(wrong.status, 401, "{}: a key that is not good", operation.title());
    }
    assert!(refused > 10);
}

/// What changes something needs a role, and is not done by a method that browsers repeat.
#[test]
fn writes_need_a_role() {
    let server = Server::start();
    // These take a body and change nothing; a session is begun with a key.
    let reads = ["/v1/name", "/v1/show", "/v1/diff", "/v1/seen", "/v1/solve", "/v1/session"];
    for operation in operations(&server) {
        if operation.method != "GET" && !reads.contains(&operation.route.as_str()) {
            let asks = operation.role.is_some();
            assert!(asks || is_reading(&operation.route), "{} needs no role", operation.title());
        }
    }
}

/// Families' own operations take a body and change nothing, but for the setup database.
fn is_reading(route: &str) -> bool {
    let kept = ["setups", "sets", "tags", "wanted-saves", "jobs"];
    let within = |prefix: &str| route.strip_prefix(prefix).map(|rest| rest.split('/').next().unwrap_or(rest));
    let families = ["/v1/sudoku/", "/v1/tetris/", "/v1/cube/", "/v1/xiangqi/"];
    families.iter().filter_map(|family| within(family)).any(|noun| !kept.contains(&noun))
}
