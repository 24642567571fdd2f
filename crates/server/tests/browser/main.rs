//! The explorer in a headless Chromium: each family's main path, bad input, both languages, keyboard only,
//! phone size, dark, and what a page must keep so that everybody can use it.
//!
//! `LUDEX_SCREENSHOTS=1` writes the pictures of the README into `docs/`.

#[path = "../common/mod.rs"]
mod common;

mod chromium;

use chromium::Browser;
use common::Server;
use serde_json::Value;

const PUZZLE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

/// Every kind of page, as it is visited by the tests of all pages.
const PAGES: [&str; 14] = [
    "/",
    "/?item=R%20U%20R%27%20U%27",
    "/?item=%2E%2E%2E",
    "/cube2:0469",
    "/sudoku?puzzle=.....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12&do=solve",
    "/cube?item=R%20U&do=solve",
    "/xiangqi?moves=h3e3%20h10g8",
    "/xiangqi?put=R",
    "/tetris?pc=1&queue=JLIZOST",
    "/tetris/sets",
    "/tetris/field",
    "/tetris/quiz?seed=7",
    "/store",
    "/about",
];

fn browser() -> (Server, Browser) {
    let server = Server::start();
    let mut browser = Browser::start(&server.address.to_string());
    browser.screen(1200, 900, false);
    browser.language("en");
    (server, browser)
}

#[test]
fn every_page_can_be_used_by_everybody() {
    let (_server, mut browser) = browser();
    let mut faults = Vec::new();
    for (width, height, dark, language) in [(1200, 900, false, "en"), (390, 800, true, "zh")] {
        browser.screen(width, height, dark);
        browser.language(language);
        for path in PAGES {
            browser.visit(path);
            assert_eq!(browser.text("document.documentElement.lang"), language, "{path}");
            let found = browser.eval(include_str!("audit.js"));
            let found = found.as_array().into_iter().flatten();
            faults.extend(
                found.map(|fault| {
                    format!("{path} {width} {language}: {}", fault.as_str().unwrap_or_default())
                }),
            );
            assert!(browser.received < 300_000, "{path}: {} bytes", browser.received);
            // Headless Chromium's own tree of what a reader hears: no control without a name.
            let tree = browser.call("Accessibility.getFullAXTree", serde_json::json!({}));
            for node in tree["nodes"].as_array().into_iter().flatten() {
                let role = node["role"]["value"].as_str().unwrap_or_default();
                let name = node["name"]["value"].as_str().unwrap_or_default();
                let control = matches!(
                    role,
                    "button" | "link" | "textbox" | "combobox" | "checkbox" | "spinbutton" | "searchbox"
                );
                if control && name.trim().is_empty() && node["ignored"] != true {
                    faults.push(format!("{path} {width} {language}: a {role} without a name"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    browser.no_complaint();
}

#[test]
fn any_position_is_named_as_it_is_typed() {
    let (_server, mut browser) = browser();
    browser.visit("/");
    browser.eval("document.getElementById('item').focus()");
    browser.type_text("R U R' U'");
    browser.wait("document.querySelector('#result #name')?.textContent === 'cube3:06NrHEWiu08' || document.querySelector('#result #name')");
    let name = browser.text("document.querySelector('#name').textContent");
    assert!(name.starts_with("cube3:"), "{name}");
    assert!(
        browser.eval("document.querySelectorAll('ol.steps li').length").as_u64() >= Some(2),
        "the way is shown"
    );
    // The link of the name leads to a page for ever, with a picture for previews.
    browser.click("#name");
    browser.wait("document.querySelector('meta[property=\"og:image\"]')");
    let image = browser.text("document.querySelector('meta[property=\"og:image\"]').content");
    assert!(image.starts_with("http://") && image.contains(".png"), "{image}");
    let shown = browser.eval("fetch(document.querySelector('meta[property=\"og:image\"]').content).then((a) => a.headers.get('content-type'))");
    assert_eq!(shown, "image/png");
    // A disguise has the same name; the way has its steps.
    browser.visit(&format!("/?item={PUZZLE}"));
    let own = browser.text("document.querySelector('#name').textContent");
    browser.visit("/?item=21..6..4....1......7824.6......7.138...8...9.......4.214.72.....62.81.....76.....");
    assert_eq!(browser.text("document.querySelector('#name').textContent"), own, "turned by half");
    assert!(browser.eval("document.querySelectorAll('ol.steps svg').length").as_u64() >= Some(2));
    browser.no_complaint();
}

#[test]
fn errors_point_at_the_character() {
    let (_server, mut browser) = browser();
    for (path, column, letter) in [
        ("/?item=R%20U%20R%27%20Q", 8, "Q"),
        ("/?item=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAXNR%20w", 57, "X"),
        ("/cube?item=R%20U%20Q", 5, "Q"),
        ("/tetris?pc=1&queue=TIX", 3, "X"),
    ] {
        browser.visit(path);
        assert_eq!(browser.text("document.querySelector('[role=alert] mark').textContent"), letter, "{path}");
        let said = browser.text("document.querySelector('[role=alert]').textContent");
        assert!(said.contains(&format!("At character {column}")), "{path}: {said}");
    }
    // An impossible cube stays on the net, and the piece at fault is told.
    browser.visit("/cube?item=UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB&size=3");
    assert!(!browser.text("document.querySelector('[role=alert] p').textContent").is_empty());
    assert_eq!(browser.eval("document.querySelectorAll('#net button').length"), 54);
    browser.no_complaint();
    // What is not there says so, in the form of the page.
    let answer = browser.eval("fetch('/nothing').then((a) => a.status)");
    assert_eq!(answer, 404);
}

#[test]
fn a_sudoku_is_typed_with_the_keyboard_alone_and_solved() {
    let (_server, mut browser) = browser();
    browser.visit("/sudoku");
    browser.eval("document.querySelector('.sudoku input').focus()");
    // The first row of the puzzle by keys; Delete and arrows as people use them.
    for key in [
        "5",
        "Delete",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "6",
        "ArrowRight",
        "7",
    ] {
        browser.key(key);
    }
    browser.wait("document.getElementById('puzzle').value.startsWith('.....67..')");
    browser.eval(&format!(
        "(() => {{ const one = document.getElementById('puzzle'); one.value = '{PUZZLE}'; one.dispatchEvent(new Event('input', {{bubbles: true}})); one.focus(); }})()"
    ));
    browser.key("Enter");
    browser.wait("document.querySelectorAll('.sudoku .found').length === 53");
    let solved =
        browser.text("[...document.querySelectorAll('.sudoku input')].map((one) => one.value).join('')");
    assert_eq!(solved.len(), 81);
    assert!(!solved.contains('.'));
    assert!(browser.text("document.querySelector('#name').textContent").starts_with("sudoku:"));
    // Undo by its key brings the empty start back.
    browser.click("button[value=rate]");
    browser.wait("document.getElementById('result').textContent.includes('/')");
    browser.click("button[value=neighbours]");
    browser.wait("document.querySelectorAll('#result li a').length > 3");
    browser.no_complaint();
}

#[test]
fn a_cube_is_painted_checked_solved_and_played() {
    let (_server, mut browser) = browser();
    browser.visit("/cube?item=R%20U%20R%27%20U%27&size=3");
    browser.wait("document.querySelectorAll('#net button').length === 54");
    browser.click("button[value=solve]");
    browser.wait("document.querySelectorAll('#player li').length > 0");
    let solution = browser.text("document.getElementById('player').dataset.moves");
    assert_eq!(solution.split(' ').count(), 4, "{solution}");
    browser.click("[data-play=play]");
    browser.wait("document.querySelector('#player li:last-child').classList.contains('now')");
    browser.click("[data-play=back]");
    browser.wait("!document.querySelector('#player li.now')");
    // A painted sticker that no cube has is refused with its piece; undo takes it back.
    browser.click("#palette [data-paint=B]");
    browser.click("#net .U button");
    browser.wait("document.querySelector('#result [role=alert]')");
    browser.click("#undo");
    browser.wait("!document.querySelector('#result [role=alert]')");
    // Keys turn the cube that is looked at.
    browser.eval("document.getElementById('view').focus()");
    browser.key("r");
    browser.wait("document.getElementById('item').value.length === 54");
    for size in ["2", "5"] {
        browser.visit(&format!("/cube?size={size}&do=new"));
        let n: u64 = size.parse().unwrap_or(0);
        assert_eq!(browser.eval("document.querySelectorAll('#net button').length"), 6 * n * n);
    }
    browser.no_complaint();
}

#[test]
fn xiangqi_is_played_and_answered() {
    let (_server, mut browser) = browser();
    browser.visit("/xiangqi");
    browser.click("#board [data-key=h3]");
    browser.wait("document.querySelectorAll('#board .target').length === 12");
    browser.click("#board [data-key=e3]");
    browser.wait("document.querySelectorAll('.movelist li').length === 1");
    assert_eq!(browser.text("document.querySelector('.movelist a').textContent"), "炮二平五");
    // The other notations write the same move.
    for (notation, text) in [("WXF", "C2=5"), ("ICCS", "H2-E2"), ("UCI", "h3e3")] {
        browser.eval(&format!(
            "[...document.querySelectorAll('#game a')].find((a) => a.textContent === '{notation}').click()"
        ));
        browser.wait(&format!("document.querySelector('.movelist a')?.textContent === '{text}'"));
    }
    browser.click("button[value=go]");
    browser.wait("document.querySelectorAll('.movelist li').length === 2 || document.querySelector('[data-line]').textContent.length > 3");
    // It answers by itself where that was asked for.
    browser.visit("/xiangqi");
    browser.click("#answers");
    browser.click("#board [data-key=b3]");
    browser.wait("document.querySelector('#board [data-key=e3].target')");
    browser.click("#board [data-key=e3]");
    browser.wait("document.querySelectorAll('.movelist li').length === 2");
    // A rule is told with its reason, and a mate ends the game.
    browser.visit("/xiangqi?fen=3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b");
    assert!(browser.text("document.querySelector('#game .tag').textContent").contains("checkmate"));
    browser.visit("/xiangqi?moves=h3e3&flip=1");
    assert_eq!(browser.text("document.querySelector('#board li > *').dataset.key"), "i1");
    // With keys alone: the focus walks over the board.
    browser.visit("/xiangqi");
    browser.eval("document.querySelector('#board [data-key=b1]').focus()");
    browser.key("ArrowRight");
    assert_eq!(browser.text("document.activeElement.dataset.key"), "c1");
    browser.no_complaint();
}

#[test]
fn tetris_setups_are_found_and_fields_are_painted() {
    let (_server, mut browser) = browser();
    browser.visit("/tetris");
    for piece in "JLIZOST".chars() {
        browser.click(&format!("[data-piece='{piece}']"));
    }
    browser
        .wait("location.search.includes('JLIZOST') && document.querySelectorAll('#result .card').length > 0");
    browser.click("#result .card");
    browser.wait("location.pathname.startsWith('/tetris/setups/')");
    browser.wait("document.querySelector('caption')");
    browser.visit("/tetris/field");
    browser.click("#field button:nth-child(51)");
    browser.wait("location.search.includes('field=') && document.getElementById('fumen-out')?.textContent.startsWith('v115@')");
    let fumen = browser.text("document.getElementById('fumen-out').textContent");
    browser.visit(&format!("/tetris/field?fumen={fumen}&do=mirror"));
    assert_eq!(browser.text("document.querySelector('#field button:nth-child(60)').className"), "cell-X");
    // What is computed on a field tells how far it is, and comes to the share that is known of this one.
    browser.visit("/tetris/field?fumen=v115@9gD8CeG8CeG8CeG8CeC8JeAgH&pattern=*p4");
    browser.click("[data-percent]");
    browser.wait("document.querySelector('[data-answer]').textContent.includes('%')");
    assert_eq!(browser.text("document.querySelector('[data-answer]').textContent"), "41.90 %");
    browser.visit("/tetris/quiz?seed=7");
    browser.click("#result .card");
    browser.wait("location.search.includes('choice=')");
    browser.no_complaint();
}

#[test]
fn setups_are_added_and_changed_by_their_keepers() {
    let (_server, mut browser) = browser();
    browser.visit("/tetris/edit");
    let fill = |browser: &mut Browser, id: &str, text: &str| {
        browser.eval(&format!("document.getElementById('{id}').value = '{text}'"));
    };
    fill(&mut browser, "pc", "2");
    fill(&mut browser, "leftover", "TTIO");
    fill(&mut browser, "build", "TIX");
    fill(&mut browser, "cover", "T,[TIO]!");
    fill(&mut browser, "solve", "*p7");
    fill(&mut browser, "fumen", "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
    browser.click("#setup-form button");
    browser.wait("!document.querySelector('#setup-form [data-problem]').hidden");
    // The refusal is the browser's complaint, too; it was asked for.
    browser.complaints.clear();
    fill(&mut browser, "build", "TIO");
    browser.click("#setup-form button");
    browser.wait("location.pathname.startsWith('/tetris/setups/')");
    let id = browser.text("location.pathname.split('/').pop()");
    browser.visit(&format!("/tetris/edit?id={id}"));
    fill(&mut browser, "credit", "somebody");
    browser.click("#setup-form button");
    browser.wait(
        "location.pathname.startsWith('/tetris/setups/') && document.body.textContent.includes('somebody')",
    );
    browser.no_complaint();
}

#[test]
fn the_store_tells_what_it_has_and_keeps_what_is_new() {
    let (_server, mut browser) = browser();
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
    browser.visit("/about");
    assert!(browser.eval("document.querySelectorAll('details code').length").as_u64() > Some(3));
    browser.no_complaint();
}

#[test]
fn languages_are_chosen_and_kept() {
    let (_server, mut browser) = browser();
    browser.visit("/sudoku");
    assert_eq!(browser.text("document.querySelector('h1').textContent"), "Sudoku");
    browser.eval("[...document.querySelectorAll('.languages a')].find((a) => a.lang === 'zh').click()");
    browser.wait("document.documentElement.lang === 'zh'");
    assert_eq!(browser.text("document.querySelector('h1').textContent"), "数独");
    browser.visit("/cube");
    assert_eq!(browser.text("document.documentElement.lang"), "zh");
    browser.no_complaint();
}

/// Seconds from the start of the navigation until the script of the page has run, and the server's share.
#[test]
fn pages_are_ready_soon() {
    let (_server, mut browser) = browser();
    let mut slow = Vec::new();
    for path in PAGES {
        browser.visit(path);
        browser.visit(path);
        let timing = browser.eval(
            "(() => { const n = performance.getEntriesByType('navigation')[0]; \
             return [n.domContentLoadedEventEnd, n.responseStart - n.requestStart]; })()",
        );
        slow.push((path, timing));
    }
    // Shown with --nocapture; a busy machine is no reason to fail, a page that never gets ready is.
    for (path, timing) in &slow {
        println!("{path}: interactive after {} ms, server {} ms", timing[0], timing[1]);
        assert!(timing[0].as_f64().is_some_and(|ms| ms > 0.0));
    }
}

#[test]
fn screenshots_are_taken_when_asked_for() {
    let (_server, mut browser) = browser();
    let shots = [
        (
            "explorer-home",
            "/?item=21..6..4....1......7824.6......7.138...8...9.......4.214.72.....62.81.....76.....",
            false,
        ),
        ("explorer-cube", "/cube?item=U%20R2%20F%27%20D2%20L%20B%27%20R%27%20D&size=3&do=solve", false),
        ("explorer-xiangqi", "/xiangqi?moves=h3e3%20h10g8%20h1g3%20i10h10&from=b1", true),
    ];
    let folder = std::env::var_os("LUDEX_SCREENSHOTS").map(|folder| {
        let folder = std::path::PathBuf::from(folder);
        if folder.is_absolute() {
            folder
        } else {
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/pictures").into()
        }
    });
    for (name, path, dark) in shots {
        browser.screen(1000, 680, dark);
        browser.visit(path);
        browser.rest(150);
        let png = browser.screenshot();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000, "{name}: {} bytes", png.len());
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).expect("a folder");
            std::fs::write(folder.join(format!("{name}.png")), png).expect("a file");
        }
    }
    browser.no_complaint();
}

/// Every page works without scripts: what is asked for stands in the answer of the server.
#[test]
fn pages_work_without_scripts() {
    let server = Server::start();
    for (path, part) in [
        ("/?item=R%20U%20R%27%20U%27", "id=\"name\""),
        ("/cube?item=R%20U%20R%27%20U%27&do=solve", "id=\"player\""),
        ("/xiangqi?from=h3", "class=\"target\""),
        ("/tetris?pc=1&queue=JLIZOST", "/tetris/setups/"),
        ("/store?items=R%20U", "cube3:"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(String::from_utf8_lossy(&answer.body).contains(part), "{path}: no {part}");
    }
    let value: Value = serde_json::from_slice(&server.get("/openapi.json").body).expect("JSON");
    assert!(value["paths"].as_object().is_some_and(|paths| paths.len() > 3));
}
