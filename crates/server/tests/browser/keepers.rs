//! The pages of those who keep the database: setups, variants, links, sets and tags, by clicks alone.

use super::own;

#[test]
fn setups_are_added_and_changed_by_their_keepers() {
    let (_server, mut browser) = own();
    browser.visit("/tetris/edit");
    for (id, text) in [
        ("pc", "2"),
        ("leftover", "TTIO"),
        ("build", "TIX"),
        ("cover", "T,[TIO]!"),
        ("solve", "*p7"),
        ("fumen", "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH"),
    ] {
        browser.fill(&format!("#{id}"), text);
    }
    browser.click("#setup-form button");
    browser.wait("!document.querySelector('#setup-form [data-problem]').hidden");
    assert!(browser.text("document.querySelector('#setup-form [data-problem]').textContent").contains('X'));
    // The refusal is the browser's complaint, too; it was asked for.
    browser.complaints.clear();
    browser.fill("#build", "TIO");
    browser.click("#setup-form button");
    browser.wait("location.pathname.startsWith('/tetris/setups/')");
    let id = browser.text("location.pathname.split('/').pop()");
    browser.visit(&format!("/tetris/edit?id={id}"));
    browser.fill("#credit", "somebody");
    browser.click("#setup-form button");
    browser.wait(
        "location.pathname.startsWith('/tetris/setups/') && document.body.textContent.includes('somebody')",
    );
    // A variant comes and goes.
    browser.visit(&format!("/tetris/edit?id={id}"));
    browser.fill("#variant-build", "TIOL");
    browser.fill("#variant-fumen", "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
    browser.click("#parts form[data-write*=variants] button");
    browser.click("#parts button[data-write*='variants/1']");
    browser.wait("!document.querySelector('#parts button[data-write*=\"variants/1\"]')");
    // What is said of it, in a language.
    browser.fill("#code", "de");
    browser.fill("#about", "Aufbau");
    browser.click("#parts form[data-write*=translations] button");
    browser.wait("document.querySelector('#parts dd')?.textContent.includes('Aufbau')");
    browser.complaints.clear();
    // Links are for setups of several steps; what is refused says why.
    browser.fill("#child", "1000cfaeaaff");
    browser.click("#parts form[data-write*=links] button");
    browser.wait("!document.querySelector('form[data-write*=links] [data-problem]').hidden");
    browser.complaints.clear();
    browser.click("#parts button[data-write^='DELETE /v1/tetris/setups/'][data-sure]");
    browser.wait("location.pathname === '/tetris'");
    browser.no_complaint();
}

#[test]
fn sets_and_tags_are_kept_and_narrow_the_finder() {
    let (_server, mut browser) = own();
    browser.visit("/tetris/sets");
    browser.wait("!document.querySelector('#sets form').hidden");
    browser.fill("#tag", "fast");
    browser.click("#tags form button");
    browser.wait("document.querySelector('#tags a.tag')?.textContent === 'fast'");
    for (id, name) in [("openers", "Openers"), ("first_pc", "First clear")] {
        browser.visit("/tetris/sets");
        browser.wait("!document.querySelector('#sets form').hidden");
        browser.fill("#set-id", id);
        browser.fill("#set-name", name);
        browser.click("#sets form button");
        browser.wait(&format!("location.pathname === '/tetris/sets/{id}'"));
    }
    browser.visit("/tetris/sets/openers");
    browser.wait("!document.querySelector('[data-role=editor]').hidden");
    browser.fill("#setup", "1000cfaeaaff");
    browser.click("form[data-write*=setups] button");
    browser.wait("document.querySelectorAll('#set .cards .card').length === 1");
    browser.wait("document.querySelector('form[data-write*=tags] button')?.checkVisibility()");
    browser.click("form[data-write*=tags] button");
    browser.wait("document.querySelector('#set a.tag')?.textContent === 'fast'");
    browser.click("form[data-write*=parents] button");
    browser.wait("document.querySelector('#set a[href=\"/tetris/sets/first_pc\"]')");
    browser.fill("#code", "zh");
    browser.fill("#called", "开局");
    browser.click("form[data-write*=translations] button");
    browser.wait("document.querySelector('#set p[lang=zh]')?.textContent.includes('开局')");
    // The finder, narrowed by set (the one above holds those below) and by tag.
    for narrowed in ["set=first_pc", "tag=fast"] {
        browser.visit(&format!("/tetris?pc=1&queue=JLIZOST&{narrowed}"));
        assert_eq!(browser.eval("document.querySelectorAll('#result .card').length"), 1, "{narrowed}");
    }
    browser.visit("/tetris/setups/1000cfaeaaff");
    assert_eq!(
        browser.text("document.querySelector('dd a[href=\"/tetris/sets/openers\"]').textContent"),
        "Openers"
    );
    // And back again.
    browser.visit("/tetris/edit?id=1000cfaeaaff");
    browser.click("#parts button[data-write*='sets/openers']");
    browser.wait("!document.querySelector('#parts button[data-write*=\"sets/openers\"]')");
    browser.visit("/tetris/sets/first_pc");
    browser.wait("!document.querySelector('[data-role=editor]').hidden");
    browser.click("button[data-sure]");
    browser.wait("location.pathname === '/tetris/sets' && !document.querySelector('a[href=\"/tetris/sets/first_pc\"]')");
    browser.no_complaint();
}
