//! A table file that is cut short, altered or of another version is refused and made anew, never used.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const WORD: &str = "cube3-optimal-small-htm";

fn ludex(cache: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.env("XDG_CACHE_HOME", cache).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The table's file, whatever its version.
fn file(cache: &Path) -> PathBuf {
    let folder = std::fs::read_dir(cache.join("ludex")).expect("the cache folder");
    let mut found = folder.map(|entry| entry.expect("readable").path());
    found.find(|path| path.to_string_lossy().ends_with(".ldx")).expect("the table")
}

/// Cube defect 14: where there was no memory for the table the program aborted.
#[cfg(target_os = "linux")]
#[test]
fn no_memory_is_an_error() {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cube-memory");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 900000; exec \"$0\" cube solve --optimal --memory 2G 'R U F'"])
        .arg(env!("CARGO_BIN_EXE_ludex"))
        .env("XDG_CACHE_HOME", &cache)
        .output()
        .expect("a shell");
    assert_eq!((text(&output.stdout), output.status.code()), ("!\n".to_owned(), Some(1)));
    assert!(text(&output.stderr).contains("no memory for a table"), "{}", text(&output.stderr));
}

#[test]
fn damaged_tables_are_made_anew() {
    let cache =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cube-tables-{}", std::process::id()));
    let solve = || ludex(&cache, &["cube", "solve", "--optimal", "--memory", "64M", "R U2 F' D"]);
    let made = solve();
    assert!(text(&made.stderr).contains("making the table"), "{}", text(&made.stderr));
    assert_eq!(text(&made.stdout), "D' F U2 R'\n");
    shortest_solutions_with_their_proof(&cache);
    let (path, whole) = (file(&cache), std::fs::read(file(&cache)).expect("readable"));
    let mut altered = whole.clone();
    *altered.last_mut().expect("not empty") ^= 1;
    let mut other = whole.clone();
    other[9] += 1;
    let cut = whole[..whole.len() - 1].to_vec();
    for (damaged, reason) in
        [(altered, "damaged"), (other, "not cube3-optimal-small-htm"), (cut, "bytes long")]
    {
        std::fs::write(&path, damaged).expect("writable");
        let verified = ludex(&cache, &["tables", "verify", WORD]);
        assert_eq!((text(&verified.stdout), verified.status.code()), (format!("{WORD}\tdamaged\n"), Some(1)));
        let again = solve();
        let talk = text(&again.stderr);
        assert!(talk.contains("is not used") && talk.contains(reason), "{talk}");
        assert_eq!(text(&again.stdout), "D' F U2 R'\n");
        assert!(std::fs::read(&path).expect("readable") == whole, "made anew, byte for byte");
    }
    let sound = solve();
    assert!(!text(&sound.stderr).contains("making") && !text(&sound.stderr).contains("not used"));
    let verified = ludex(&cache, &["tables", "verify", WORD]);
    assert_eq!(text(&verified.stdout), format!("{WORD}\tsound\n"));
    std::fs::remove_dir_all(&cache).expect("removable");
}

fn shortest_solutions_with_their_proof(cache: &Path) {
    let solve = |args: &[&str]| {
        let output = ludex(cache, &[&["cube", "solve", "--optimal", "--memory", "64M"], args].concat());
        let talk = text(&output.stderr);
        let depths = talk.lines().filter(|line| line.contains("depth")).map(str::to_owned);
        (text(&output.stdout), depths.collect::<Vec<_>>())
    };
    let (all, depths) = solve(&["--all", "U2 D2 F2 B2 L2 R2"]);
    assert_eq!(all.lines().count(), 6);
    assert!(depths.last().is_some_and(|line| line.contains("depth 6") && line.ends_with("6 solutions")));
    let (to, _) = solve(&["--to", "R U F", "R"]);
    assert_eq!(to, "U F\n");
    let (refused, depths) = solve(&["--max-length", "3", "R U2 F' D"]);
    assert_eq!(refused, "!\n");
    assert!(depths.iter().all(|line| !line.contains("solution")));
}
