//! Regression (cube defect 2): `cube solve --optimal 'R U F' 2>/dev/full` panicked with 101 and lost its
//! answer. No verb may.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The output and the exit code of a run whose talk cannot be written.
fn unheard(args: &[&str]) -> (String, Option<i32>) {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("full-stderr");
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .env("XDG_CACHE_HOME", cache)
        .args(args)
        .stdin(Stdio::null())
        .stderr(full)
        .output()
        .expect("the program runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn the_answer_of_an_optimal_search_is_not_lost() {
    let answer = unheard(&["cube", "solve", "--optimal", "--memory", "64M", "R U F"]);
    assert_eq!(answer, ("F' U' R'\n".to_owned(), Some(0)));
}

#[test]
fn refusals_of_every_family_keep_their_exit_code() {
    for verb in [["cube", "name"], ["sudoku", "name"], ["xiangqi", "name"]] {
        assert_eq!(unheard(&[&verb[..], &["?"]].concat()), ("!\n".to_owned(), Some(1)), "{verb:?}");
    }
    for args in [
        &["name", "?"][..],
        &["cube", "pattern", "nothing"],
        &["show", "?"],
        &["diff", "?", "?"],
        &["tables", "remove", "cube3-twophase"],
    ] {
        assert_eq!(unheard(args).1, Some(1), "{args:?}");
    }
    assert_eq!(unheard(&["tables", "build", "nothing"]).1, Some(2));
}
