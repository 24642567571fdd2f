//! The program as a drop-in for the naming package, and files that end too early.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;

const PUZZLE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludex-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a writable temporary folder");
    folder
}

/// Defect 2 of the second round: the link was taken for the program itself, ranks were not padded, and
/// messages went to stderr.
#[test]
fn a_link_named_sku06_names_is_a_drop_in() {
    let folder = folder("sku06");
    let link = folder.join("sku06_names");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ludex"), &link).expect("a link");
    let run = |function: &str, input: &str, more: &str| {
        std::fs::write(folder.join("in.txt"), input).expect("a writable file");
        let output = Command::new(&link)
            .current_dir(&folder)
            .args([function, "-iin.txt", "-oout", "a remark"])
            .args((!more.is_empty()).then_some(more))
            .output()
            .expect("the program runs");
        let read =
            |n: u8| std::fs::read_to_string(folder.join(format!("out_file{n}.txt"))).unwrap_or_default();
        (read(1), read(2), String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    let full = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let (one, two, _, _) = run("-c0", full, "-v4-1");
    assert_eq!(one, "         1 }}}}}}}}}}}}}7\n");
    assert_eq!(two, format!("{full};         1;}}}}}}}}}}}}}}}}}}}}}}}}}}7\n"));
    assert_eq!(run("-c1", "1;}}}}}}}}}}}}}7", "").0, two);
    assert_eq!(run("-c2", "1;}}}}}}}}}}}}}7", "").0, "00000F}}}}}}}}}}}}};1;}}}}}}}}}}}}}7\n");
    assert_eq!(run("-c3", "00000F}}}}}}}}}}}}}", "-v4-1").0, "         1;}}}}}}}}}}}}}7\n");
    assert_eq!(run("-c4", "         1 }}}}}}}}}}}}}7", "").0, format!("{full}\n"));
    let (records, _, _, _) = run("-c5", &format!("{PUZZLE} ED=11.0/8.4/2.6"), "-v4-2");
    assert_eq!(records, format!("{PUZZLE};110;5411131853;W1Rmk0Yu2q34I6\n"));
    let (_, _, messages, code) = run("-c0", "no puzzle", "");
    assert!(messages.contains("in.txt:1:") && code == Some(1), "{messages}");
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// Defect 7 of the second round: the message said only that the input cannot be read.
#[test]
fn a_cut_gz_file_is_named() {
    let folder = folder("cut");
    let file = folder.join("cut.txt.gz");
    // The ten bytes of a gzip header and the beginning of a block.
    std::fs::write(&file, b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03\x4B").expect("a writable file");
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["sudoku", "solve", "--file"])
        .arg(&file)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("cut.txt.gz") && output.status.code() == Some(2), "{errors}");
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// Defect 5 of the second round: the same puzzle came every time.
#[test]
fn puzzles_differ_from_run_to_run_and_tell_their_seed() {
    let generate = |seed: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["sudoku", "generate"])
            .args(seed)
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (text(run.stdout), text(run.stderr))
    };
    let (puzzle, told) = generate(&[]);
    let seed = told.trim().strip_prefix("ludex: --seed ").expect("the seed").to_owned();
    assert_eq!(generate(&["--seed", &seed]).0, puzzle);
    assert!((0..5).any(|_| generate(&[]).0 != puzzle));
}
