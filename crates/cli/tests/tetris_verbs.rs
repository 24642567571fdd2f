//! Pictures, kick tables, T-spins and runs of clears, as the program prints and writes them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tetris-verbs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn ludex(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.arg("tetris").args(args).current_dir(folder).output().expect("the program runs")
}

/// What was printed by a run that ends well.
fn printed(folder: &Path, args: &[&str]) -> String {
    let output = ludex(folder, args);
    assert!(output.status.success(), "{args:?} {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What was told by a run that refuses something: one line.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = ludex(folder, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(told.lines().count(), 1, "{told}");
    told
}

const STEPS: &str = "v115@vhCzLJSyBXoB";

#[test]
fn pages_are_drawn() {
    let here = folder("fig");
    assert_eq!(
        printed(&here, &["fig", STEPS, "--svg", "all.svg", "--png", "all.png", "--gif", "all.gif"]),
        ""
    );
    printed(&here, &["fig", &format!("{STEPS}#2:2"), "--svg", "one.svg", "--bare"]);
    let svg = |name: &str| std::fs::read_to_string(here.join(name)).expect("a drawing");
    let width = |text: &str| -> u32 {
        let from = text.find("width=\"").expect("a width") + 7;
        text[from..].split('"').next().and_then(|n| n.parse().ok()).expect("a number")
    };
    let (all, one) = (svg("all.svg"), svg("one.svg"));
    assert!(all.starts_with("<svg") && one.starts_with("<svg"));
    assert!(width(&all) > 3 * width(&one), "three pages with hold and next, and one without");
    let bytes = |name: &str| std::fs::read(here.join(name)).expect("a picture");
    assert!(bytes("all.png").starts_with(b"\x89PNG"));
    let gif = bytes("all.gif");
    assert!(gif.starts_with(b"GIF89a"));
    // Each page of an animation begins with the block that says how long it stays; the last stays longer.
    let stays: Vec<u8> = gif.windows(6).filter(|w| w[..3] == [0x21, 0xF9, 4]).map(|w| w[4]).collect();
    assert_eq!((stays.len(), stays[0], stays[1]), (3, 30, 30));
    assert!(stays[2] >= 30);
    assert!(refused(&here, &["fig", &format!("{STEPS}#9"), "--svg", "none.svg"]).contains('9'));
    assert!(!here.join("none.svg").exists());
}

#[test]
fn solutions_are_shown_as_pictures() {
    let here = folder("html");
    let task = ["path", "--fumen", "v115@9gD8CeG8CeG8CeG8CeC8JeAgH", "--pattern", "*p4"];
    let csv = printed(&here, &task);
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let mut fumens: Vec<&str> =
        rows.iter().flat_map(|row| row[4].split(';')).filter(|f| !f.is_empty()).collect();
    fumens.sort_unstable();
    fumens.dedup();
    printed(&here, &[&task[..], &["-o", "path.html"]].concat());
    let page = std::fs::read_to_string(here.join("path.html")).expect("a page");
    assert_eq!(page.matches("<svg").count(), fumens.len());
    assert!(fumens.iter().all(|fumen| page.contains(*fumen)));
    let solved = rows.iter().filter(|row| row[1] != "0").count();
    assert!(page.contains(&format!("{} solutions; {solved} of {} queues", fumens.len(), rows.len())));
}

#[test]
fn kick_tables_are_checked() {
    let here = folder("kicks");
    for name in ["srs", "srs180", "srs_plus", "srsx", "tetrax", "asc", "nullpomino180", "none"] {
        let text = printed(&here, &["kicks", name]);
        let file = format!("{name}.properties");
        std::fs::write(here.join(&file), &text).expect("a file");
        assert_eq!(printed(&here, &["kicks", &file]), text, "{name}: what is printed is a table again");
        let turns = text.lines().count();
        assert!(turns == 56 || turns == 84, "{name}: {turns}");
        // A fumen for each piece, a page for each test.
        let fumens = printed(&here, &["kicks", name, "--fumens"]);
        assert_eq!(fumens.lines().count(), 7);
        let (piece, fumen) = fumens.lines().next().and_then(|l| l.split_once('\t')).expect("a fumen");
        assert_eq!(piece, "T");
        let tests = text.lines().filter(|line| line.starts_with("T.")).map(|line| line.matches('(').count());
        let pages = printed(&here, &["fumen", "decode", fumen]);
        assert_eq!(pages.lines().filter(|line| line.starts_with("; T.")).count(), tests.sum::<usize>());
    }
    let srs = printed(&here, &["kicks", "srs"]);
    for (name, text, what) in [
        ("short", srs.replacen("T.NE=", "#", 1), "there is no line for T.NE"),
        ("odd", srs.replacen("(0,0)", "(0;0)", 1), "line 1: tests are (x,y)"),
        ("other", srs.replacen("T.NE", "X.NE", 1), "line 1: the turn is no"),
        ("empty", String::new(), "there is no line"),
    ] {
        let file = format!("{name}.properties");
        std::fs::write(here.join(&file), text).expect("a file");
        let told = refused(&here, &["kicks", &file]);
        assert!(told.contains(&file) && told.contains(what), "{told}");
    }
    assert!(refused(&here, &["kicks", "ars"]).contains("ars"));
}

#[test]
fn t_spins_are_listed() {
    let here = folder("spin");
    let task = ["spin", "--fumen", "v115@HhB8AeH8BeI8AeG8JeAgH", "--pattern", "*!", "--kicks", "srs"];
    let text = printed(&here, &[&task[..], &["--max-roof", "1"]].concat());
    assert_eq!(
        text,
        "3\tJT\tv115@1gi0Ieg0EeB8wwH8xwI8wwG8JeAgH\n3\tZT\tv115@1gBtIeBtEeB8wwH8xwI8wwG8JeAgH\n"
    );
    assert_eq!(printed(&here, &[&task[..], &["--max-roof", "0"]].concat()), "");
    assert!(refused(&here, &[&task[..], &["--top", "3", "--bottom", "3"]].concat()).contains('3'));
    let without = ["spin", "--fumen", "v115@HhB8AeH8BeI8AeG8JeAgH", "--pattern", "IO", "--kicks", "srs"];
    assert!(refused(&here, &without).contains('T'));
}

/// A queue may be longer than any other verb takes.
#[test]
fn long_runs_of_clears() {
    let here = folder("ren");
    let fumen = "v115@DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8De?F8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8A?eI8JeAgH";
    let queue = "TILSOJZ".repeat(4);
    let text = printed(&here, &["ren", "--fumen", fumen, &queue, "--kicks", "srs"]);
    assert_eq!(text.lines().count(), 263);
    assert!(text.starts_with("22\t"));
    assert!(refused(&here, &["ren", "--fumen", fumen, "TIX", "--kicks", "srs"]).contains('X'));
}
