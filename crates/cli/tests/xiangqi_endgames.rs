//! Tables of endgames in a cache folder of their own: built, listed, used, verified, damaged, removed.

use std::path::Path;
use std::process::{Command, Output};

fn ludex(cache: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludex"))
        .env("XDG_CACHE_HOME", cache)
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const WON: &str = "4k4/9/9/9/9/9/9/9/R8/3K5 w";

#[test]
fn endgames_from_build_to_removal() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xiangqi-endgames");
    let _ = std::fs::remove_dir_all(&folder);
    let cache = folder.as_path();
    let run = |arguments: &[&str]| ludex(cache, arguments);

    // Without a table the position is refused, with what to do.
    let refused = run(&["xiangqi", "ending", WON]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stderr).contains("there is no table of KR-K, which has 9720 boards"),
        "{refused:?}"
    );
    let bad = run(&["tables", "build", "xiangqi-endgames", "--level", "many"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stderr).contains("such as 200K"), "{bad:?}");

    let built = run(&["tables", "build", "xiangqi-endgames", "--level", "12000", "--jobs", "2"]);
    assert!(built.status.success(), "{built:?}");
    assert!(text(&built.stdout).contains("endings\t21\n"), "{built:?}");
    let list = text(&run(&["tables", "list"]).stdout);
    assert!(
        list.lines().any(|line| line.starts_with("xiangqi-endgames\t") && line.contains(" in 21 files")),
        "{list}"
    );
    assert_eq!(text(&run(&["xiangqi", "ending", "--list"]).stdout).lines().count(), 21);

    // Everybody uses them.
    let answer = text(&run(&["xiangqi", "ending", WON]).stdout);
    assert!(answer.starts_with("win 2\t"), "{answer}");
    let go = text(&run(&["xiangqi", "go", "--nodes", "10", WON]).stdout);
    assert!(go.contains("\tmate 2\t"), "{go}");
    let judged = text(&run(&["xiangqi", "judge", WON]).stdout);
    assert!(judged.contains("in play: win 2 for red by the endgame tables"), "{judged}");

    // A second build finds all of them there; a damaged file is found out and made anew.
    let verify = || text(&run(&["tables", "verify", "xiangqi-endgames"]).stdout);
    assert_eq!(verify(), "xiangqi-endgames\tsound\n");
    let file = cache.join("ludex/xiangqi-endgames/KR-K-v1.ldx");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(verify(), "xiangqi-endgames\tdamaged\n");
    assert!(run(&["tables", "build", "xiangqi-endgames", "--level", "12000"]).status.success());
    assert_eq!(verify(), "xiangqi-endgames\tsound\n");

    assert!(run(&["tables", "remove", "xiangqi-endgames"]).status.success());
    assert!(!file.exists());
    assert_eq!(verify(), "xiangqi-endgames\tmissing\n");
}
