//! Regressions of the hardening: what the program was told to keep it keeps, and what it must not touch it leaves. Kills
//! have their own file, `killed.rs`.
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("losing-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ludex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).current_dir(folder).env("XDG_DATA_HOME", folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    ludex(folder, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn names(count: u32) -> String {
    (0..count).map(|i| format!("cube3:{i:08}\n")).collect()
}

#[test]
fn stores_that_keep_nothing_are_refused() {
    let folder = folder("nothing");
    for store in ["", ":memory:", "file::memory:", "file:x?mode=memory", "mysql://me:S3cret@h/d"] {
        for verb in ["put", "seen", "dedupe"] {
            let output = run(&folder, &["store", verb, "--store", store, "cube2:0469"]);
            assert_eq!(output.status.code(), Some(2), "{store:?} {verb}");
            assert!(output.stdout.is_empty(), "{store:?} {verb}");
            assert!(!text(&output.stderr).contains("S3cret"));
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no file was made");
    let output =
        run(&folder, &["store", "put", "--store", "Postgres://me:S3cret@127.0.0.1:1/d", "cube2:0469"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("postgres://127.0.0.1/d") && !said.contains("S3cret"), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_export_never_cuts_what_was_there() {
    let folder = folder("export");
    std::fs::write(folder.join("names.txt"), names(4_000)).unwrap();
    assert!(run(&folder, &["store", "import", "--store", "s.sqlite", "names.txt"]).status.success());
    // Not over the store, by whatever path.
    let store = std::fs::read(folder.join("s.sqlite")).unwrap();
    std::os::unix::fs::symlink("s.sqlite", folder.join("link")).unwrap();
    for target in ["s.sqlite", "./s.sqlite", "link"] {
        for verb in [&["store", "export"][..], &["tetris", "setups", "export"]] {
            let args = [verb, &["--store", "s.sqlite", "--output", target]].concat();
            let output = run(&folder, &args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert!(text(&output.stderr).contains("the store itself"), "{}", text(&output.stderr));
        }
    }
    assert_eq!(std::fs::read(folder.join("s.sqlite")).unwrap(), store);
    // A pipe is written to and stays one.
    let output = run(&folder, &["store", "export", "--store", "s.sqlite", "--output", "/dev/stdout"]);
    assert_eq!(text(&output.stdout).lines().count(), 4_000);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The id of an import once read only the first and the last mebibyte.
#[test]
fn a_file_with_another_middle_is_another_file() {
    let folder = folder("middle");
    let mut lines: Vec<String> = (0..200_000).map(|i| format!("cube3:{i:08}")).collect();
    std::fs::write(folder.join("n.txt"), lines.join("\n")).unwrap();
    assert!(run(&folder, &["store", "import", "--store", "s.sqlite", "n.txt"]).status.success());
    lines[100_000] = "cube3:99999999".into();
    std::fs::write(folder.join("n.txt"), lines.join("\n")).unwrap();
    let output = run(&folder, &["store", "import", "--store", "s.sqlite", "n.txt"]);
    assert!(text(&output.stdout).starts_with("200000 taken"), "{}", text(&output.stderr));
    let seen = run(&folder, &["store", "seen", "--store", "s.sqlite", "cube3:99999999"]);
    assert_eq!(text(&seen.stdout), "known\n");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pipes_work_as_files_and_are_refused_as_stores() {
    let folder = folder("pipe");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for args in [
        &["name", "--file", "pipe"][..],
        &["store", "import", "--store", "s.sqlite", "pipe"],
        &["store", "seen", "--store", "s.sqlite", "--file", "pipe"],
    ] {
        let child = ludex(&folder, args).stdout(Stdio::piped()).spawn().unwrap();
        std::fs::File::options().write(true).open(&pipe).unwrap().write_all(b"cube2:0469\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{args:?}");
    }
    let output = run(&folder, &["store", "put", "--store", "pipe", "cube2:0469"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("pipe"), "{}", text(&output.stderr));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_store_is_not_merged_with_itself() {
    let folder = folder("merge");
    assert!(run(&folder, &["store", "put", "--store", "s.sqlite", "cube2:0469"]).status.success());
    std::os::unix::fs::symlink("s.sqlite", folder.join("link")).unwrap();
    for other in ["s.sqlite", "./s.sqlite", "link"] {
        let output = run(&folder, &["store", "merge", "--store", "s.sqlite", other]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains("the same store"), "{}", text(&output.stderr));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Escape sequences in a record would be obeyed by the terminal that shows it.
#[test]
fn stored_text_is_harmless_on_a_terminal() {
    let folder = folder("terminal");
    let evil = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}";
    let put = ["store", "put", "--store", "s.sqlite", "--fact", &format!("note={evil}"), "cube2:0469"];
    assert!(run(&folder, &put).status.success());
    let get = ["store", "get", "--store", "s.sqlite", "cube2:0469"];
    // To a pipe the bytes stay as they are.
    assert!(text(&run(&folder, &get).stdout).contains(evil));
    let program = env!("CARGO_BIN_EXE_ludex");
    for words in
        ["get --store s.sqlite cube2:0469", "export --store s.sqlite --format csv", "query --store s.sqlite"]
    {
        let output = Command::new("script")
            .args(["-qec", &format!("{program} store {words}"), "/dev/null"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("script, of Debian's bsdutils");
        let shown = text(&output.stdout);
        assert!(
            shown.contains("\\x1b]0;owned\\x07") || shown.contains("\\u001b]0;owned"),
            "{words}: {shown:?}"
        );
        assert!(!shown.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\u{7}']), "{words}: {shown:?}");
    }
    // On stderr always.
    let output = run(&folder, &["store", "seen", "--store", "s.sqlite", evil]);
    assert!(!text(&output.stderr).contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{}", text(&output.stderr));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_broken_setup_file_is_told_with_its_name_and_reason() {
    let folder = folder("broken");
    std::fs::write(folder.join("x.json"), "{\"setups\": [[[").unwrap();
    let output = run(&folder, &["tetris", "setups", "import", "--store", "s.sqlite", "x.json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("ludex: x.json: line 1: ") && said.contains("expected an object"), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
}
