//! The first page, and the page of every position.

use super::{PUZZLE, SERVER, browser};

#[test]
fn any_position_is_named_as_it_is_typed() {
    let mut browser = browser();
    browser.visit("/");
    browser.eval("document.getElementById('item').focus()");
    browser.type_text("R U R' U'");
    browser.wait("document.querySelector('#result #name')?.textContent === 'cube3:06NrHEWiu08'");
    assert_eq!(browser.text("document.getElementById('format').textContent"), "read as moves from solved");
    assert!(
        browser.eval("document.querySelectorAll('ol.steps li').length").as_u64() >= Some(2),
        "the way is shown"
    );
    // The link of the name leads to a page for ever.
    browser.click("#name");
    browser.wait("document.querySelector('meta[property=\"og:image\"]')");
    // A disguise has the same name; the way has its steps.
    browser.visit(&format!("/?item={PUZZLE}"));
    let own = browser.text("document.querySelector('#name').textContent");
    // Turned by half, and 1 and 2 have changed their names.
    browser.visit("/?item=12..6..4....2......7814.6......7.238...8...9.......4.124.71.....61.82.....76.....");
    assert_eq!(browser.text("document.querySelector('#name').textContent"), own);
    let way = browser.text("document.querySelector('ol.steps').textContent");
    for step in ["As you gave it", "Rows moved", "Columns moved", "Digits relabelled"] {
        assert!(way.contains(step), "{step}: {way}");
    }
    // The cube is mirrored and turned one axis after the other; the board is mirrored.
    browser.visit("/?item=U%20R2%20F%27%20D2%20L%20B%27%20R%27%20D");
    assert_eq!(browser.eval("document.querySelectorAll('ol.steps svg').length"), 4);
    browser.visit("/?item=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CC6/9/RNBAKABNR%20b&lang=zh");
    let way = browser.text("document.querySelector('ol.steps')?.textContent ?? ''");
    assert!(way.is_empty() || way.contains("左右镜像"), "{way}");
    browser.no_complaint();
}

/// People paste what they have: a sudoku drawn row by row, or a whole game.
#[test]
fn drawings_and_games_are_read_as_well() {
    let mut browser = browser();
    browser.visit(&format!("/?item={PUZZLE}"));
    let name = browser.text("document.querySelector('#name').textContent");
    let rows: Vec<String> = (0..9)
        .map(|i| {
            format!(
                "{} | {} | {}",
                &PUZZLE[9 * i..9 * i + 3],
                &PUZZLE[9 * i + 3..9 * i + 6],
                &PUZZLE[9 * i + 6..9 * i + 9]
            )
        })
        .collect();
    let drawn =
        [&rows[..3], &rows[3..6], &rows[6..]].map(|three| three.join("\n")).join("\n----+-----+----\n");
    browser.visit("/");
    browser.fill("#item", &drawn);
    browser.wait(&format!("document.querySelector('#result #name')?.textContent === '{name}'"));
    browser.fill("#item", "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n1. C2=5 H8+7 1-0\n");
    browser.wait("document.querySelector('#result #name')?.textContent.startsWith('xiangqi:')");
    assert!(browser.text("document.getElementById('format').textContent").contains("game"));
    browser.no_complaint();
}

#[test]
fn examples_lead_to_all_families_and_can_be_solved_shared_and_taken_away() {
    let mut browser = browser();
    browser.visit("/");
    let links =
        browser.eval("[...document.querySelectorAll('#result a.card')].map((a) => a.getAttribute('href'))");
    let links: Vec<String> =
        links.as_array().into_iter().flatten().filter_map(|link| Some(link.as_str()?.to_owned())).collect();
    assert_eq!(links.len(), 6);
    let mut families = std::collections::BTreeSet::new();
    for link in links {
        browser.visit(&link);
        families.insert(browser.text("document.getElementById('family').textContent"));
        // Only a store knows what a setup looks like: its page and files come when it is kept.
        if browser.text("document.getElementById('name').textContent").starts_with("pc:") {
            assert_eq!(browser.eval("document.querySelectorAll('#look a[download]').length"), 0);
            continue;
        }
        for file in ["svg", "png", "gif", "json"] {
            let status = browser.eval(&format!(
                "fetch([...document.querySelectorAll('#look a[download]')].find((a) => a.textContent === '{file}').href).then((a) => a.status)"
            ));
            assert_eq!(status, 200, "{link} {file}");
        }
        assert!(browser.eval("Boolean(document.querySelector('[data-copy-link]:not([hidden])'))") == true);
    }
    assert_eq!(families.len(), 4, "{families:?}");
    // A setup with its pieces in another order is written the canonical way.
    browser.visit("/?item=2%090%09OTIT%09OIT%09T%2C%5BTIO%5D%21%09v115%409gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
    assert!(browser.text("document.querySelector('ol.steps').textContent").contains("canonical way"));
    browser.visit("/?item=R%20U");
    browser.click("#solve");
    browser.wait("location.pathname === '/cube' && document.querySelectorAll('#player li').length === 2");
    browser.no_complaint();
}

/// A pasted link shows a preview: every family's page has a picture that can be fetched.
#[test]
fn every_position_has_a_picture_for_previews() {
    for name in [
        "sudoku:eKEeveX3Ose2Ww4p42M",
        "cube2:0469",
        "cube3-state:OPq3qaHn1wu",
        "xiangqi:5-g4fI5-g4fIopdKfZopdKfZ",
        "pc:1000cfaeaaff",
    ] {
        let page = SERVER.get(&format!("/{name}"));
        assert_eq!(page.status, 200, "{name}");
        let html = page.text();
        let meta = |property: &str| {
            let start = format!("<meta property=\"{property}\" content=\"");
            let rest = html.split_once(&start).map(|(_, rest)| rest)?;
            rest.split('"').next().map(str::to_owned)
        };
        let image = meta("og:image").unwrap_or_default();
        let base = format!("http://{}", SERVER.address);
        let path = image.strip_prefix(&base).unwrap_or_else(|| panic!("{name}: {image}"));
        assert!(
            meta("og:title").is_some() && meta("og:url").is_some_and(|url| url.starts_with(&base)),
            "{name}"
        );
        let picture = SERVER.get(path);
        assert_eq!(picture.header("content-type"), Some("image/png"), "{path}");
        assert!(picture.body.starts_with(b"\x89PNG") && picture.body.len() > 500, "{path}");
    }
}

#[test]
fn errors_point_at_the_character() {
    let mut browser = browser();
    for (path, column, letter) in [
        ("/?item=R%20U%20R%27%20Q", 8, "Q"),
        ("/?item=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAXNR%20w", 57, "X"),
        ("/cube?item=R%20U%20Q", 5, "Q"),
        ("/tetris?pc=1&queue=TIX", 3, "X"),
    ] {
        browser.visit(path);
        assert_eq!(browser.text("document.querySelector('[role=alert] mark').textContent"), letter, "{path}");
        let said = browser.text("document.querySelector('.bad[role=alert]').textContent");
        assert!(said.contains(&format!("At character {column}")), "{path}: {said}");
        // In Chinese the sentence is Chinese.
        browser.visit(&format!("{path}&lang=zh"));
        let said = browser.text("document.querySelector('.bad[role=alert] p').textContent");
        assert!(!said.is_ascii() && !said.contains("程序的原话"), "{path}: {said}");
        browser.visit(&format!("{path}&lang=en"));
    }
    browser.no_complaint();
    // What is not there says so, in the form of the page.
    let answer = browser.eval("fetch('/nothing').then((a) => a.status)");
    assert_eq!(answer, 404);
}
