//! The store: what is known, lists and files, and keys.

use super::common::Server;
use super::{own, page_of};

#[test]
fn the_store_tells_what_it_has_and_keeps_what_is_new() {
    let (server, mut browser) = own();
    // Whoever sits at the machine may write: a new position is kept by its button.
    browser.visit("/?item=R%20U%20R%27%20U%27");
    browser.wait("!document.querySelector('#look [data-write]').hidden");
    browser.click("#look [data-write]");
    browser.wait("document.querySelector('#look .known')");
    browser.visit("/store");
    browser.eval("document.getElementById('items').focus()");
    browser.type_text("R U R' U'\nF R F' R'\nR U R' U'");
    browser.eval("document.getElementById('items').form.requestSubmit()");
    browser.wait("document.querySelectorAll('#checked tbody tr').length === 3");
    assert!(
        browser.text("document.querySelector('#checked tbody tr:last-child').textContent").contains("Twice")
    );
    // A long list: what is known, twice or no position is found while it uploads.
    let mut list = String::from("R U R' U'\nL' U' L U\nnonsense\n");
    for i in 0..1000 {
        list.push_str(if i % 2 == 0 { "R U F\n" } else { "R2 U2\n" });
    }
    browser.visit("/store");
    browser.upload("#upload", "list.txt", list.as_bytes());
    browser.wait("document.querySelector('#checked p')?.textContent.includes('Twice in this list: 999')");
    let sums = browser.text("document.querySelector('#checked p').textContent");
    assert!(sums.contains("Known: 1 ") && sums.contains("Not accepted: 1"), "{sums}");
    // A file is imported; what it brought is found, counted and taken out again.
    browser.upload("#import", "new.txt", b"F R2\nnonsense\nU2 D2\n");
    browser.wait("document.getElementById('imported').textContent.includes(': 2 ')");
    assert!(
        browser
            .text("document.querySelector('[data-role=editor] [data-problem]').textContent")
            .contains("2:")
    );
    browser.visit("/store?kind=cube3");
    assert_eq!(browser.eval("document.querySelectorAll('#records tbody tr').length"), 3);
    assert!(browser.text("document.querySelector('main').textContent").contains("new.txt"));
    assert_eq!(server.get("/v1/export?format=ndjson").lines().len(), 3);
    browser.visit("/store");
    browser.wait("!document.querySelector('[data-role=editor]').hidden");
    browser.click("#collisions a");
    browser.wait("document.getElementById('collisions').textContent.includes('No two records')");
    // Facts narrow the list; a condition that is none is told.
    let put = server.post("/v1/records", r#"{"item": "U2 D2", "facts": {"rating": 9.5}}"#);
    assert!(put.status < 300, "{}", put.text());
    browser.visit("/store?fact=rating%3E%3D9");
    assert_eq!(browser.eval("document.querySelectorAll('#records tbody tr').length"), 1);
    browser.visit("/store?fact=rating");
    browser.wait("document.querySelector('#records [role=alert]')");
    browser.no_complaint();
}

/// On a server that is not only one's own, writing needs a key, which becomes a session of the browser.
#[test]
fn a_key_opens_a_session() {
    let server = Server::with(|config| config.hosts.push("ludex.example".into()));
    let mut browser = page_of(&server);
    browser.visit("/store");
    browser.wait("!document.querySelector('[data-role=anonymous]').hidden");
    assert!(browser.eval("document.querySelector('[data-role=editor]').hidden") == true);
    browser.visit("/about");
    browser.fill("#key", "not-a-key");
    browser.click("#sign-in form button");
    browser.wait("!document.querySelector('#sign-in [data-problem]').hidden");
    browser.complaints.clear();
    browser.fill("#key", &server.key("editor"));
    browser.click("#sign-in form button");
    browser.wait("document.querySelector('[data-who]')?.textContent.includes('editor')");
    browser.visit("/store");
    browser.wait("!document.querySelector('[data-role=editor]').hidden");
    browser.upload("#import", "mine.txt", b"R U R' U'\n");
    browser.wait("document.getElementById('imported').textContent.includes(': 1 ')");
    // An editor has no say over tags.
    browser.visit("/tetris/sets");
    browser.wait("!document.querySelector('#sets form').hidden");
    assert!(browser.eval("document.querySelector('#tags form').hidden") == true);
    browser.visit("/about");
    browser.wait("document.querySelector('#sign-in [data-write^=DELETE]').checkVisibility()");
    browser.click("#sign-in [data-write^=DELETE]");
    browser.wait("document.querySelector('#sign-in [data-role=reader]')?.hidden");
    browser.no_complaint();
}
