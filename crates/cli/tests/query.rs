//! `sql` and `batch` go to the program beside this one, or to the first on the path; without it one line says how to get it.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program in a folder where nothing is beside it.
fn alone(folder: &Path) -> PathBuf {
    let program = folder.join("ludex");
    if std::fs::hard_link(env!("CARGO_BIN_EXE_ludex"), &program).is_err() {
        std::fs::copy(env!("CARGO_BIN_EXE_ludex"), &program).expect("a copy");
    }
    program
}

fn script(path: &Path, says: &str) {
    std::fs::write(path, format!("#!/bin/sh\necho {says} \"$@\"\nexit 7\n")).expect("a file");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
}

fn run(program: &Path, path: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).env("PATH", path).output().expect("it starts")
}

#[test]
fn verbs_are_handed_over() {
    let folder = std::env::temp_dir().join(format!("ludex-query-{}", std::process::id()));
    let elsewhere = folder.join("elsewhere");
    std::fs::create_dir_all(&elsewhere).expect("a folder");
    let program = alone(&folder);
    for verb in ["sql", "batch"] {
        let ended = run(&program, &elsewhere, &[verb, "x"]);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2));
        assert!(said.lines().count() == 1 && said.contains("cargo build --release -p ludex-query"), "{said}");
    }
    let heard = |args: &[&str]| {
        let ended = run(&program, &elsewhere, args);
        assert_eq!(ended.status.code(), Some(7));
        String::from_utf8_lossy(&ended.stdout).trim_end().to_owned()
    };
    script(&elsewhere.join("ludex-query"), "path");
    assert_eq!(heard(&["sql", "select 1", "--out", "x.csv"]), "path sql select 1 --out x.csv");
    script(&folder.join("ludex-query"), "beside");
    assert_eq!(heard(&["batch", "name", "in", "--help"]), "beside batch name in --help");
    assert_eq!(heard(&["sql", "--explain", "--", "-1"]), "beside sql --explain -- -1");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
