//! Xiangqi: played, answered, judged, edited, and games in and out.

use super::chromium::Browser;
use super::{SERVER, browser, own};
use ludex_xiangqi::memory::record;
use ludex_xiangqi::record::{Subject, games_fact};
use ludex_xiangqi::{Book, Game};

#[test]
fn xiangqi_is_played_and_answered() {
    let mut browser = browser();
    browser.visit("/xiangqi");
    browser.click("#board [data-key=h3]");
    browser.wait("document.querySelectorAll('#board .target').length === 12");
    browser.click("#board [data-key=e3]");
    browser.wait("document.querySelectorAll('.movelist li').length === 1");
    assert_eq!(browser.text("document.querySelector('.movelist a').textContent"), "炮二平五");
    // The other notations write the same move.
    for (notation, text) in [("WXF", "C2=5"), ("ICCS", "H2-E2"), ("UCI", "h3e3")] {
        browser.click_words("#game a", notation);
        browser.wait(&format!("document.querySelector('.movelist a')?.textContent === '{text}'"));
    }
    browser.click("#undo");
    browser.wait("!document.querySelector('.movelist')");
    browser.click("button[value=go]");
    browser.wait("document.querySelectorAll('.movelist li').length === 1");
    // A hint is shown on the board and can be played.
    browser.visit("/xiangqi");
    browser.click("button[value=hint]");
    browser.wait("document.querySelectorAll('#board .hinted').length === 2 && !document.getElementById('play-it').hidden");
    assert!(browser.eval("Number(document.querySelector('[data-depth]').textContent) > 0") == true);
    browser.click("#play-it");
    browser.wait("document.querySelectorAll('.movelist li').length === 1");
    // It answers by itself where that was asked for.
    browser.visit("/xiangqi");
    browser.click("#answers");
    browser.click("#board [data-key=b3]");
    browser.wait("document.querySelector('#board [data-key=e3].target')");
    browser.click("#board [data-key=e3]");
    browser.wait("document.querySelectorAll('.movelist li').length === 2");
    browser.visit("/xiangqi?moves=h3e3");
    browser.click("#flip");
    browser.wait("document.querySelector('#board li > *').dataset.key === 'i1'");
    // With keys alone: the focus walks over the board, and Enter chooses.
    browser.visit("/xiangqi");
    browser.eval("document.querySelector('#board [data-key=b1]').focus()");
    browser.key("ArrowRight");
    assert_eq!(browser.text("document.activeElement.dataset.key"), "c1");
    browser.key("ArrowLeft");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('#board .target').length === 2");
    // The way back leads to the board before.
    browser.eval("history.back()");
    browser.wait(
        "!document.querySelector('#board .target') && document.documentElement.dataset.ready === 'xiangqi'",
    );
    browser.no_complaint();
}

fn verdict(browser: &mut Browser) -> String {
    browser.text("document.getElementById('verdict').textContent")
}

#[test]
fn rules_are_told_with_their_reason_and_positions_are_edited() {
    let mut browser = browser();
    browser.visit("/xiangqi?fen=3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b");
    let said = verdict(&mut browser);
    assert!(said.contains("Red") && said.contains("checkmate"), "{said}");
    // A pawn that checks for ever loses, or draws, as the rules say.
    let checks = "/xiangqi?fen=9/9/3k5/9/9/9/9/9/4p4/4K4%20w&moves=e1f1%20e2f2%20f1e1%20f2e2%20e1f1%20e2f2%20f1e1%20f2e2";
    browser.visit(checks);
    let asian = verdict(&mut browser);
    assert!(asian.contains("third"), "{asian}");
    browser.click_words("#game a", "every repetition draws");
    browser.wait("location.search.includes('rules=plain')");
    let plain = verdict(&mut browser);
    assert!(plain.starts_with("Draw") && plain != asian, "{asian} / {plain}");
    browser.visit(&format!("{checks}&lang=zh"));
    assert!(!verdict(&mut browser).contains(|c: char| c.is_ascii_alphabetic()));
    browser.visit("/xiangqi?lang=en");
    // An empty board, two kings, one piece: what is wrong is told until it can be played.
    browser.click("#edit");
    browser.wait("document.querySelectorAll('.tray a').length === 15");
    browser.click_words("#game a", "Clear");
    browser.wait("document.getElementById('verdict').textContent.includes('kings')");
    for (piece, at) in [("Red king", "e1"), ("Black king", "d10"), ("Red rook", "a5")] {
        browser.click(&format!(".tray a[aria-label='{piece}']"));
        browser.wait(&format!(
            "document.querySelector('.tray a[aria-current]').getAttribute('aria-label') === '{piece}'"
        ));
        browser.click(&format!("#board [data-key={at}]"));
        browser.wait(&format!(
            "document.querySelector('#board [data-key={at}]').textContent.includes('{piece}')"
        ));
    }
    browser.wait("document.getElementById('verdict').textContent.includes('can be played')");
    browser.click("#edit");
    browser.wait("document.getElementById('name')?.textContent.startsWith('xiangqi:')");
    assert!(
        browser.text("document.getElementById('fen-out').value").starts_with("3k5/9/9/9/9/R8/9/9/9/4K4 w")
    );
    browser.no_complaint();
}

/// A game of two moves as XQStudio writes it: positions as file times ten plus rank, then a tree of moves.
fn xqf() -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(&[b'X', b'Q', 10]);
    let red = [0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83];
    let black = [9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86];
    bytes[16..32].copy_from_slice(&red);
    bytes[32..48].copy_from_slice(&black);
    for (from, to, more) in [(0u8, 0u8, true), (72, 42, true), (79, 67, false)] {
        bytes.extend([from + 24, to + 32, if more { 0x10 } else { 0 }, 0, 0, 0, 0, 0]);
    }
    bytes
}

#[test]
fn games_come_and_go_in_all_forms() {
    let mut browser = browser();
    browser.visit("/xiangqi");
    browser.upload("#game-file", "game.xqf", &xqf());
    browser.wait("document.querySelectorAll('.movelist li').length === 2");
    assert_eq!(browser.text("document.querySelector('.movelist').textContent"), "炮二平五马８进７");
    // What goes out comes in again: by file and as a text.
    for (form, name) in [("PGN", "out.pgn"), ("DhtmlXQ", "out.txt"), ("XQF", "out.xqf")] {
        let path = browser.text(&format!(
            "[...document.querySelectorAll('a[download]')].find((a) => a.textContent === '{form}').getAttribute('href')"
        ));
        let file = SERVER.get(&path);
        assert_eq!(file.status, 200, "{path}");
        assert!(
            file.header("content-disposition").is_some_and(|how| how.starts_with("attachment")),
            "{form}"
        );
        browser.visit("/xiangqi");
        browser.upload("#game-file", name, &file.body);
        browser.wait("document.querySelectorAll('.movelist li').length === 2");
        // An XQF is no text to paste.
        if form == "XQF" {
            continue;
        }
        let text = file.text().to_owned();
        browser.visit("/xiangqi");
        browser.fill("#pgn-in", &text);
        browser.click("#load button");
        browser.wait("document.querySelectorAll('.movelist li').length === 2");
    }
    // Of several games one is chosen; what is no game is told.
    let two =
        "[Red \"A\"]\n[Black \"B\"]\n\n1. C2=5 H8+7 1-0\n\n[Red \"C\"]\n[Black \"D\"]\n\n1. H2+3 1/2-1/2\n";
    browser.visit("/xiangqi");
    browser.upload("#game-file", "two.pgn", two.as_bytes());
    browser.wait("document.querySelectorAll('#games a').length === 2");
    browser.click("#games li:last-child a");
    browser.wait("document.querySelectorAll('.movelist li').length === 1");
    browser.no_complaint();
    browser.upload("#game-file", "none.xqf", b"\x00\x01nothing");
    browser.wait(
        "!document.getElementById('game-file').closest('section').querySelector('[data-problem]').hidden",
    );
    // A move that is none is told with its number, and the board stays.
    browser.visit("/xiangqi?moves=h3e3%20h3e3");
    assert!(browser.text("document.querySelector('#game [role=alert]').textContent").contains("move 2"));
    assert_eq!(browser.eval("document.querySelectorAll('#board li').length"), 90);
}

#[test]
fn the_store_tells_the_moves_that_were_played() {
    let (server, mut browser) = own();
    let games =
        Game::read("1. C2=5 H8+7 1-0\n\n1. C2=5 H2+3 0-1\n\n1. H2+3 1/2-1/2\n".as_bytes()).expect("games");
    let mut book = Book::new();
    for game in &games {
        book.learn(game, 40);
    }
    let records: Vec<_> = book
        .entries()
        .map(|(name, entry)| {
            let subject = Subject::new(name.position()).expect("a name");
            record(&subject, 0, entry.tally.games(), games_fact("test", entry)).expect("a record")
        })
        .collect();
    server.app.store_now(|setups| setups.store().put(records)).expect("they are put");
    browser.visit("/xiangqi?notation=wxf");
    let rows = browser.eval("[...document.querySelectorAll('#known tbody tr')].map((row) => row.innerText.split(/\\s+/).join(' '))");
    let rows: Vec<&str> = rows.as_array().into_iter().flatten().filter_map(|row| row.as_str()).collect();
    assert!(rows.contains(&"C2=5 2 1 0 1") && rows.contains(&"H2+3 1 0 1 0"), "{rows:?}");
    browser.click_words("#known a", "C2=5");
    browser.wait(
        "location.search.includes('h3e3') && document.querySelectorAll('#known tbody tr').length === 2",
    );
    browser.no_complaint();
}
