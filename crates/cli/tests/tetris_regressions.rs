//! What was once accepted, cut or passed over in silence, or printed for machines only.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tetris-regressions").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn ludex(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.arg("tetris").args(args).current_dir(folder).env("XDG_DATA_HOME", folder);
    command.output().expect("the program runs")
}

/// Exit code and the one line that was told.
fn told(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = ludex(folder, args);
    let told = String::from_utf8(output.stderr).expect("text");
    let line = told.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
    (output.status.code().unwrap_or(-1), line)
}

#[test]
fn what_cannot_be_asked_is_refused_with_the_reason() {
    let here = folder("refused");
    let field = "v115@9gC8DeF8DeF8DeF8DeC8JeAgH";
    let long = "TILJSZO".repeat(4);
    for (args, code, word) in [
        (
            &["percent", "--fumen", "v115@vhAAgH", "--lines", "0", "--pattern", "*p4"][..],
            2,
            "0 is not in 1..=24",
        ),
        (&["percent", "--fumen", field, "--pattern", ""], 1, "pattern"),
        (
            &["percent", "--fumen", "v115@9gB8EeF8DeF8DeF8DeC8JeAgH", "--pattern", "*p5"],
            1,
            "17 cells of the 4 lines are empty",
        ),
        (&["percent", "--fumen", field, "--pattern", "*p5", "--hold", "cyclic0"], 1, "cyclic1 to cyclic6"),
        (&["percent", "--fumen", field, "--pattern", &long], 1, "more than 21 pieces"),
        (&["solve", "--fumen", field, &long], 1, "a queue of 28 pieces: at most 21"),
        (
            &[
                "id",
                "--pc",
                "2",
                "--leftover",
                "TTIO",
                "--build",
                "SSSSS",
                "--cover",
                "T",
                "--fumen",
                "v115@vhAAgH",
            ],
            1,
            "the build SSSSS",
        ),
        (
            &["openers", "--pieces", "3", "--pc", "2", "--leftover", "TTTT"],
            1,
            "at most one piece may be there twice",
        ),
        (
            &["openers", "--pieces", "3", "--pc", "2", "--leftover", "TTLL"],
            1,
            "at most one piece may be there twice",
        ),
        (&["ren", "--fumen", field, ""], 1, "the queue is empty"),
        (
            &["percent", "--fumen", &format!("{field}#7"), "--pattern", "L,*p4"],
            1,
            "page 7: the fumen has pages 1 to 1",
        ),
        (&["setups", "add", "--pc", "2"], 1, "--fumen is needed"),
        (&["setups", "find", "--pc", "1", "--queue", "TTTTTTT"], 1, "no setup of perfect clear 1"),
        (&["setups", "next", "--setup", "1000cfaeaaff", "--queue", "TILJSZO"], 1, "is a regular setup"),
    ] {
        let output = ludex(&here, args);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?} {text}");
        assert!(text.contains(word), "{args:?} {text}");
    }
}

/// Published fumens have the colour bit on every page.
#[test]
fn every_page_keeps_its_colour_bit() {
    let here = folder("colour");
    let fumen =
        "v115@9gwhBtGewhwwBtFewhxwR4EewhwwR4PeAgH9gQaBPD?eR4whQaQLBPBeR4wwwhQaRLxDBtxwwhQaQLxDBeBtwwwhJe?AgH";
    let pages = ludex(&here, &["fumen", "decode", fumen]);
    assert!(pages.status.success());
    std::fs::write(here.join("pages.txt"), &pages.stdout).expect("a file");
    let back = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["tetris", "fumen", "encode"])
        .stdin(Stdio::from(std::fs::File::open(here.join("pages.txt")).expect("the file")))
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&back.stdout).trim(), fumen);
}

#[test]
fn saves_are_shown_for_people_and_path_files_stay_off_the_screen() {
    let here = folder("saves");
    let store = ["--store", "s.sqlite"];
    let run = |args: &[&str]| {
        let output = ludex(&here, &[&["setups"], args, &store].concat());
        assert!(output.status.success(), "{args:?} {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let id =
        run(&["add", "--pc", "7", "--leftover", "TLO", "--fumen", "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH"]);
    let id = id.trim();
    run(&["saves", "--pc", "7", "--add", "T,I"]);
    run(&["compute", "--paths"]);
    let shown = run(&["show", id]);
    assert!(shown.contains("save T,I\tsrs180 any\t5034/5040 99.88%, 6/5040 0.12%"), "{shown}");
    assert_eq!(run(&["export", "--path-files", "paths"]), "");
    assert!(here.join("paths").join(format!("{id}-srs180-any.csvd.xz")).exists());
    // The same setup once more, and one whose pieces are not those of its fumen.
    let again = [
        "setups",
        "add",
        "--pc",
        "7",
        "--leftover",
        "TLO",
        "--fumen",
        "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH",
    ];
    let (code, line) = told(&here, &[&again[..], &store].concat());
    assert_eq!(code, 1);
    assert!(line.contains("is the same setup") || line.contains("ludex: pc 7"), "{line}");
    let wrong = ["--build", "TLSO", "--cover", "[TLO]!,*p2", "--solve", "*p7"];
    let (code, line) = told(&here, &[&again[..], &wrong, &store].concat());
    assert_eq!(code, 1);
    assert!(line.contains("the fumen shows TLZO"), "{line}");
}
