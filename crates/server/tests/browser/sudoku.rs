//! Sudoku: typed, solved, counted, rated, and its place in the catalogue.

use super::{PUZZLE, browser};

#[test]
fn a_sudoku_is_typed_with_the_keyboard_alone_and_solved() {
    let mut browser = browser();
    browser.visit("/sudoku");
    browser.eval("document.querySelector('.sudoku input').focus()");
    // The first row of the puzzle by keys; Delete and arrows as people use them.
    let right = "ArrowRight";
    for key in ["5", "Delete", right, right, right, right, right, "6", right, "7"] {
        browser.key(key);
    }
    browser.wait("document.getElementById('puzzle').value.startsWith('.....67..')");
    // What was typed last is taken back.
    browser.click("[data-undo]");
    browser.wait("document.getElementById('puzzle').value.startsWith('.....6...')");
    browser.fill("#puzzle", PUZZLE);
    browser.eval("document.getElementById('puzzle').focus()");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('.sudoku .found').length === 53");
    let solved =
        browser.text("[...document.querySelectorAll('.sudoku input')].map((one) => one.value).join('')");
    assert_eq!(solved.len(), 81);
    assert!(!solved.contains('.'));
    assert!(browser.text("document.querySelector('#name').textContent").starts_with("sudoku:"));
    browser.click("button[value=rate]");
    browser.wait("document.getElementById('result').textContent.includes('11.0/8.4/2.6')");
    browser.click("button[value=neighbours]");
    browser.wait("document.querySelectorAll('#result li a').length > 3");
    browser.click("button[value=minimal]");
    browser.wait("/Minimal\\s*yes/.test(document.getElementById('result').textContent)");
    // Two cells less, and there are many solutions, which are counted.
    browser.fill("#puzzle", &PUZZLE.replacen("67", "..", 1));
    browser.click("button[value=count]");
    browser
        .wait("Number(/Solutions\\s*(\\d+)/.exec(document.getElementById('result').textContent)?.[1]) > 1");
    browser.no_complaint();
}

#[test]
fn grids_have_a_place_in_the_catalogue() {
    let mut browser = browser();
    browser.visit("/sudoku?rank=1000000");
    browser.wait("document.getElementById('result').textContent.includes('1000000')");
    browser.click_words("#result a", "1000001 →");
    browser.wait("location.search === '?rank=1000001' && document.getElementById('result').dataset.puzzle.length === 81");
    browser.click("button[value=random]");
    browser.wait("document.getElementById('puzzle').value.includes('.')");
    browser.click("button[value=random-grid]");
    browser.wait("/^[1-9]{81}$/.test(document.getElementById('puzzle').value)");
    // What stands twice is marked in the grid and told.
    browser.visit(
        "/sudoku?puzzle=55...............................................................................",
    );
    assert_eq!(browser.eval("document.querySelectorAll('.sudoku .clash').length"), 2);
    browser.no_complaint();
}
