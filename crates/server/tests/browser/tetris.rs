//! Tetris: setups found, computed and counted; a field painted; the quiz.

use super::{browser, own};

#[test]
fn tetris_setups_are_found() {
    let mut browser = browser();
    browser.visit("/tetris");
    // Before anything is typed the best ones are shown.
    assert_eq!(browser.eval("document.querySelectorAll('#result .card .percent').length"), 24);
    for piece in "JLIZOST".chars() {
        browser.click(&format!("[data-piece='{piece}']"));
    }
    browser
        .wait("location.search.includes('JLIZOST') && document.querySelectorAll('#result .card').length > 0");
    browser.click("#result .card");
    browser.wait("location.pathname.startsWith('/tetris/setups/')");
    browser.wait("document.querySelector('#statistics tbody a')");
    // The collection states what a player sees.
    assert!(
        browser.text("document.querySelector('#statistics tbody td').textContent").contains("pieces seen: 7")
    );
    browser.visit("/tetris/quiz?seed=7");
    assert!(browser.eval("document.querySelectorAll('#result a.card').length").as_u64() >= Some(2));
    browser.click("#result .card");
    browser.wait(
        "location.search.includes('choice=') && document.querySelectorAll('#result .best').length >= 1",
    );
    browser.no_complaint();
}

/// What one wants narrows the list, with a queue or without, at one perfect clear or at all.
#[test]
fn the_finder_narrows() {
    let mut browser = browser();
    let shown = "document.querySelector('#result h2')?.textContent";
    browser.visit("/tetris?pc=1");
    let count =
        |text: String| text.split_whitespace().next().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0);
    let all = count(browser.text(shown));
    assert!(all > 20, "{all}");
    browser.click("form[role=search] summary");
    browser.fill("#min", "90");
    browser.wait("location.search.includes('min=90') && document.querySelector('#result h2')");
    let good = count(browser.text(shown));
    assert!(0 < good && good < all, "{good} of {all}");
    let least = "Math.min(...[...document.querySelectorAll('#result .percent')].map((one) => parseFloat(one.textContent)))";
    assert!(browser.eval(least).as_f64() >= Some(90.0));
    browser.fill("#has", "tt");
    browser.wait(
        "location.search.includes('pieces=tt') && document.querySelectorAll('#result .card').length === 0",
    );
    // All perfect clears: every build that is shown has both.
    browser.visit("/tetris?pc=0&pieces=TI&min=60");
    let builds = "[...document.querySelectorAll('#result .card strong')].map((one) => one.textContent)";
    let shown: Vec<String> = serde_json::from_value(browser.eval(builds)).expect("texts");
    assert!(!shown.is_empty() && shown.len() < 24, "{shown:?}");
    assert!(shown.iter().all(|build| build.contains('T') && build.contains('I')), "{shown:?}");
    assert!(browser.eval("document.querySelector('form[role=search] details').open") == true);
    browser.visit("/tetris?pc=0&queue=JLIZOST");
    assert!(browser.eval("document.querySelectorAll('#result .card').length > 0") == true);
    for wrong in ["min=many", "pieces=TQ"] {
        browser.visit(&format!("/tetris?pc=1&{wrong}"));
        browser.wait("document.querySelector('#result [role=alert]')");
    }
    browser.no_complaint();
}

#[test]
fn a_field_is_painted_mirrored_glued_and_computed() {
    let mut browser = browser();
    browser.visit("/tetris/field");
    browser.click("#field button:nth-child(51)");
    browser.wait("location.search.includes('field=') && document.getElementById('fumen-out')?.textContent.startsWith('v115@')");
    let fumen = browser.text("document.getElementById('fumen-out').textContent");
    browser.visit(&format!("/tetris/field?fumen={fumen}"));
    browser.click("button[value=mirror]");
    browser.wait("document.querySelector('#field button:nth-child(60)').className === 'cell-X'");
    // A field of eight rows can be painted to its top, and cleared.
    browser.visit(
        "/tetris/field?fumen=v115@VgI8AeI8AeI8AeI8AeI8AeI8AeI8AeI8KeAgH&lines=8&pattern=I,I,*&do=percent",
    );
    browser.wait("document.querySelectorAll('#field button').length === 80");
    browser.wait("document.getElementById('result').textContent.includes('7/7')");
    // Pieces are placed one after another, and become a field again.
    browser.visit("/tetris/field?fumen=v115@9gilRpEeglR4RpEeR4i0Eezhg0OeAgH");
    browser.click("button[value=glue]");
    browser.wait("document.querySelectorAll('#result .picture').length > 3");
    let glued = browser.text("document.getElementById('fumen-out').textContent");
    browser.visit(&format!("/tetris/field?fumen={}", glued.replace('?', "%3F").replace('+', "%2B")));
    browser.click("button[value=unglue]");
    browser.wait("document.querySelectorAll('#field .cell-O').length === 4");
    // What is computed tells how far it is, and comes to what is known of this field.
    browser.visit("/tetris/field?fumen=v115@9gD8CeG8CeG8CeG8CeC8JeAgH&pattern=*p4");
    browser.eval(
        "window.bars = 0; new MutationObserver(() => (window.bars += 1)).observe(document.getElementById('working'), {attributes: true})",
    );
    browser.click("button[value=percent]");
    browser.wait("document.getElementById('result').textContent.includes('41.90 %')");
    assert!(browser.eval("window.bars").as_u64() >= Some(2), "the bar came and went");
    browser.click("button[value=path]");
    browser.wait("document.querySelectorAll('#result .cards svg').length === 36");
    browser.click("button[value=minimal]");
    browser.wait("document.querySelectorAll('#result .cards svg').length === 15");
    assert!(browser.eval("document.getElementById('working').hidden") == true);
    // A pattern that is none points at its fault.
    browser.fill("#pattern", "*p9");
    browser.click("button[value=percent]");
    browser.wait("document.querySelector('#result [role=alert]')");
    browser.no_complaint();
}

/// A keeper has a setup computed; then its solutions are seen, its path file is had, and saves are counted.
#[test]
fn a_setup_shows_solutions_saves_and_its_path_file() {
    let (server, mut browser) = own();
    let saved = server
        .post("/v1/tetris/wanted-saves", r#"{"pc": 1, "save": "T", "minimal": true, "all_solves": true}"#);
    assert_eq!(saved.status, 201, "{}", saved.text());
    let listed = server.get("/v1/tetris/wanted-saves").json();
    assert_eq!(listed["saves"][0]["minimal"], true, "{listed}");
    browser.visit("/tetris/setups/1000cfaeaaff");
    assert!(browser.text("document.getElementById('saves').textContent").contains("not computed yet"));
    browser.wait("!document.querySelector('#statistics form').hidden");
    browser.click("#statistics form button");
    browser.wait("document.querySelectorAll('#solves svg').length > 0");
    let link = browser.text("document.querySelector('#statistics a[download]').getAttribute('href')");
    let file = server.get(&link);
    assert_eq!((file.status, file.header("content-type")), (200, Some("application/x-xz")));
    assert!(server.get(&format!("{link}&form=csv")).text().lines().count() > 100);
    // What is kept of the wanted save is shown: the fewest solutions, and all.
    browser.visit("/tetris/setups/1000cfaeaaff");
    for (column, word, mark) in [(4, "Minimal", "kept=T"), (5, "All", "all=1")] {
        browser.click(&format!("#saves td:nth-child({column}) a"));
        browser.wait(&format!(
            "location.search.includes('{mark}') && document.querySelectorAll('#kept svg').length > 0"
        ));
        let head = browser.text("document.querySelector('#kept h3').textContent");
        assert!(head.starts_with(word) && head.contains('T'), "{head}");
    }
    browser.fill("#save", "T");
    browser.click("#saves form button");
    browser.wait("/T\\s+[\\d.]+ %\\s+\\d+\\/\\d+/.test(document.querySelector('#saves table')?.innerText)");
    browser.fill("#save", "T&&");
    browser.click("#saves form button");
    browser.wait("document.querySelector('#saves [role=alert]')");
    // Its card tells the wanted save.
    assert!(
        server
            .ask(
                "PUT",
                "/v1/tetris/sets/mine",
                &[("Content-Type", "application/json")],
                br#"{"name": "Mine"}"#
            )
            .status
            < 300
    );
    assert!(server.ask("PUT", "/v1/tetris/sets/mine/setups/1000cfaeaaff", &[], b"").status < 300);
    browser.visit("/tetris?pc=1&set=mine");
    assert!(browser.text("document.querySelector('#result .saves')?.textContent").contains('%'));
    // Under another table it is computed as well, and both stand there.
    browser.visit("/tetris/setups/1000cfaeaaff?kicks=srs&hold=none");
    browser.wait("!document.querySelector('#statistics form').hidden");
    browser.click("#statistics form button");
    browser.wait("document.querySelectorAll('#statistics tbody tr').length === 2");
    browser.no_complaint();
}

/// A setup of several steps: what one sees leads to the next one, and the tree can be walked by clicks.
#[test]
fn steps_are_walked_through() {
    let (server, mut browser) = own();
    let mut ids = Vec::new();
    for build in ["T", "TI"] {
        let body = format!(
            r#"{{"type": "oqb", "pc": 3, "leftover": "T", "build": "{build}", "cover_pattern": "T,*p7", "fumen": "v115@vhAAgH", "force": true}}"#
        );
        let added = server.post("/v1/tetris/setups", &body);
        assert_eq!(added.status, 201, "{}", added.text());
        ids.push(added.json()["id"].as_str().expect("an id").to_owned());
    }
    // The keeper links them on the page of the first.
    browser.visit(&format!("/tetris/edit?id={}", ids[0]));
    browser.fill("#child", &ids[1]);
    browser.click("#parts form[data-write*=links] button");
    browser.wait("document.querySelector('#parts button[data-write*=\"/links/\"]')");
    browser.visit(&format!("/tetris/setups/{}", ids[0]));
    browser.fill("#queue", "TILJSZOT");
    browser
        .wait("location.search.includes('TILJSZOT') && document.querySelectorAll('#oqb .card').length === 1");
    browser.click("#oqb .card");
    browser.wait(&format!("location.pathname === '/tetris/setups/{}'", ids[1]));
    browser.click("#oqb a");
    browser.wait(&format!("location.pathname === '/tetris/setups/{}'", ids[0]));
    // The link is taken back.
    browser.visit(&format!("/tetris/edit?id={}", ids[0]));
    browser.click("#parts button[data-write*='/links/']");
    browser.wait("!document.querySelector('#parts button[data-write*=\"/links/\"]')");
    browser.no_complaint();
}
