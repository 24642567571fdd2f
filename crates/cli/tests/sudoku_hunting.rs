//! The collector's long searches from end to end: one that is killed and gone on with, and one that asks a store
//! what is known.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PUZZLE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hunting-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ludex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).current_dir(folder).env("XDG_DATA_HOME", folder).stdin(Stdio::null());
    command
}

fn lines(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = ludex(folder, args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Starts a search, kills it once it has printed something and left a checkpoint, and gives the whole lines.
fn killed(folder: &Path, args: &[&str], checkpoint: &Path, place: &str) -> Vec<String> {
    let mut child = ludex(folder, args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    let moved = || std::fs::read_to_string(checkpoint).is_ok_and(|now| now != place);
    while text.lines().count() < 20 || !moved() {
        assert!(out.read_line(&mut text).unwrap() > 0, "the search came to its end");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What was written before the kill is in the pipe, the last line perhaps in part.
    while out.read_line(&mut text).unwrap() > 0 {}
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text[..whole].lines().map(str::to_owned).collect()
}

/// Killed again and again, a search prints what it would have printed at one go: nothing is lost, a few may come
/// twice.
#[test]
fn a_search_of_a_pattern_goes_on_after_kills() {
    let folder = folder("kills");
    let checkpoint = folder.join("pattern.checkpoint");
    let all = ["sudoku", "generate", "--all", "--pattern", PUZZLE];
    let resumed = [&all[..], &["--checkpoint", "pattern.checkpoint"]].concat();
    let mut found: Vec<String> = Vec::new();
    let mut twice = 0;
    for round in 0..3 {
        let place = std::fs::read_to_string(&checkpoint).unwrap_or_default();
        let new = killed(&folder, &resumed, &checkpoint, &place);
        assert!(round == 0 || new[0] != found[0], "it began anew");
        for line in new {
            if found.contains(&line) {
                twice += 1;
            } else {
                found.push(line);
            }
        }
    }
    let count = found.len().to_string();
    let reference = lines(&folder, &[&all[..], &["--count", &count]].concat());
    assert_eq!(found, reference, "{twice} came twice");
    // The checkpoint belongs to this search alone.
    let other = PUZZLE.replacen('.', "1", 1);
    let args = ["sudoku", "generate", "--all", "--pattern", &other, "--checkpoint", "pattern.checkpoint"];
    let refused = ludex(&folder, &args).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another search"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What a store has is not printed, nor what was printed before; a file of the same puzzles does the same.
#[test]
fn a_vicinity_prints_only_what_a_store_does_not_have() {
    let folder = folder("known");
    let vicinity = ["sudoku", "vicinity", PUZZLE];
    let all = lines(&folder, &vicinity);
    assert!(all.len() > 3, "{all:?}");
    let half = |n: usize| -> Vec<String> { all.iter().skip(n).step_by(2).cloned().collect() };
    std::fs::write(folder.join("half.txt"), half(0).join("\n") + "\n").unwrap();
    lines(&folder, &["store", "put", "--store", "mine.sqlite", "--file", "half.txt"]);
    for known in ["mine.sqlite", "half.txt"] {
        assert_eq!(lines(&folder, &[&vicinity[..], &["--known", known]].concat()), half(1), "{known}");
    }
    // Both disguises of a puzzle have the same neighbours: the second prints none.
    let twin = lines(&folder, &["sudoku", "canon", PUZZLE])[0].clone();
    let both = ["sudoku", "vicinity", "--known", "mine.sqlite", PUZZLE, &twin];
    assert_eq!(lines(&folder, &both), half(1));
    std::fs::remove_dir_all(&folder).unwrap();
}
