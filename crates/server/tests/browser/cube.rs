//! Cubes: painted, turned, solved and played.

use super::browser;

#[test]
fn a_cube_is_painted_checked_solved_and_played() {
    let mut browser = browser();
    browser.visit("/cube?item=R%20U%20R%27%20U%27&size=3");
    browser.wait("document.querySelectorAll('#net button').length === 54");
    browser.click("button[value=solve]");
    browser.wait(
        "document.querySelectorAll('#player li').length > 0 && !document.getElementById('proven').hidden",
    );
    let solution = browser.text("document.getElementById('player').dataset.moves");
    assert_eq!(solution.split(' ').count(), 4, "{solution}");
    assert!(browser.text("document.getElementById('better').textContent").contains(&solution));
    browser.click("[data-play=play]");
    browser.wait("document.querySelector('#player li:last-child').classList.contains('now')");
    browser.click("[data-play=back]");
    browser.wait("!document.querySelector('#player li.now')");
    browser.click("[data-play=next]");
    browser.wait("document.querySelector('#player li:first-child').classList.contains('now')");
    // A painted sticker that no cube has is refused with its piece, which is marked; undo takes it back.
    browser.click("#palette [data-paint=B]");
    browser.click("#net .U button");
    browser.wait("document.querySelector('#result [role=alert]')");
    browser.click("#undo");
    browser.wait("!document.querySelector('#result [role=alert]')");
    browser.visit("/cube?item=UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB&size=3");
    assert!(!browser.text("document.querySelector('#result [role=alert] p').textContent").is_empty());
    assert_eq!(browser.eval("document.querySelectorAll('#net button.wrong').length"), 3);
    browser.no_complaint();
}

#[test]
fn a_cube_is_turned_by_keys_buttons_and_drags() {
    let mut browser = browser();
    browser.visit("/cube?size=3&do=new");
    let facelets = "document.getElementById('item').value";
    browser.eval("document.getElementById('view').focus()");
    browser.key("r");
    browser.wait("document.getElementById('item').value.length === 54");
    let turned = browser.text(facelets);
    browser.click("[data-turn=\"R'\"]");
    browser.wait(&format!("{facelets} === 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'"));
    // A sticker of the front beside the right side, dragged upwards, takes its layer along, and down again.
    browser.drag("#view", (0.40, 0.55), (0.40, 0.30));
    browser.wait(&format!("{facelets} === '{turned}'"));
    browser.drag("#view", (0.40, 0.55), (0.40, 0.80));
    browser.wait(&format!("{facelets} === 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'"));
    browser.drag("#view", (0.40, 0.55), (0.60, 0.62));
    browser.wait(&format!("{facelets}.slice(18, 27) !== 'FFFFFFFFF'"));
    let dragged = browser.text(facelets);
    assert_eq!(dragged.matches('U').count(), 9, "{dragged}");
    browser.wait("document.getElementById('name').textContent.startsWith('cube3:')");
    assert!(
        browser.eval("document.querySelector('#result [role=alert]') === null") == true,
        "it can be solved"
    );
    // Beside the cube a drag turns the view and nothing else.
    browser.drag("#view", (0.03, 0.03), (0.2, 0.03));
    browser.rest(100);
    assert_eq!(browser.text(facelets), dragged);
    for size in 2..=7u64 {
        browser.visit(&format!("/cube?size={size}&do=new"));
        assert_eq!(browser.eval("document.querySelectorAll('#net button').length"), 6 * size * size);
    }
    // The shortest solution of a small cube, with its proof.
    browser.visit("/cube?size=2&item=R%20U2%20F%20R%27%20U");
    browser.click("button[value=optimal]");
    browser.wait("document.getElementById('proven') && !document.getElementById('proven').hidden");
    browser.click("button[value=scramble]");
    browser.wait("document.getElementById('item').value.split(' ').length > 8 || document.getElementById('result').dataset.facelets.length === 24");
    browser.no_complaint();
}
