//! Regressions of stores: names that two positions share, damage that `check` tells, a repair on the command line.
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("care-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, args: &[&str], input: &str) -> (Output, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(args)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// With a refused line in the batch two colliding setups both printed `...ff`, while `...fe` was stored.
#[test]
fn colliding_setups_beside_a_refused_line_print_what_is_stored() {
    let folder = folder("colliding");
    let setup = |cover: &str| format!("2\t0\tTTIO\tTIO\t{cover}\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH\n");
    let long = format!("cube3:{}\n", "0".repeat(1200));
    let input = [setup("T,[TIO]!"), "no position\n".into(), long, setup("T,[TIO]!!")].concat();
    let (_, out, _) = run(&folder, &["store", "put", "--store", "a.sqlite"], &input);
    assert_eq!(out, "pc:213ceaff91ff\tnew\n!\n!\npc:213ceaff91fe\tnew\n");
    let (_, out, _) =
        run(&folder, &["store", "get", "--store", "a.sqlite", "--key", "setup40:213ceaff91"], "");
    assert_eq!(out.lines().count(), 2, "{out}");
    let _ = std::fs::remove_dir_all(folder);
}

/// `check` exited with 0 while answers had changed.
#[test]
fn a_flipped_bit_is_told_and_its_row_moved_aside() {
    let folder = folder("flipped");
    let store = folder.join("a.sqlite");
    run(&folder, &["store", "put", "--store", "a.sqlite"], "cube2:0469\ncube2:0468\n");
    let mut bytes = std::fs::read(&store).unwrap();
    let at = bytes.windows(10).position(|window| window == b"cube2:0469").unwrap();
    bytes[at + 9] ^= 2;
    std::fs::write(&store, bytes).unwrap();
    let (output, out, err) = run(&folder, &["store", "check", "--store", "a.sqlite"], "");
    assert_eq!((output.status.code(), out.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("cube2:046;: its checksum does not fit"), "{err}");
    let repair = ["store", "check", "--store", "a.sqlite", "--repair", "--aside", "aside.ndjson"];
    let (output, out, err) = run(&folder, &repair, "");
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(out.starts_with("1 records\t") && err.contains("repaired: records: 1 rows moved"), "{err}");
    assert!(std::fs::read_to_string(folder.join("aside.ndjson")).unwrap().contains("cube2:046;"));
    let (output, ..) = run(&folder, &["store", "check", "--store", "a.sqlite"], "");
    assert_eq!(output.status.code(), Some(0));
    let _ = std::fs::remove_dir_all(folder);
}
