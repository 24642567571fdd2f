//! A finer index of the sudoku catalogue that is damaged is reported and not used.

use std::process::Command;

#[test]
fn a_damaged_index_is_reported_and_the_one_in_the_program_serves() {
    let cache = std::env::temp_dir().join(format!("ludex-test-{}", std::process::id()));
    let folder = cache.join("ludex");
    std::fs::create_dir_all(&folder).expect("a writable temporary folder");
    let file = folder.join("sudoku-catalogue-row5-v1.ldx");
    let other = [&b"LUDEXTBL\x01\x02"[..], &[0; 200]].concat();
    for (bytes, reason) in
        [(&b"no table"[..], "not a table file"), (&other, "v2, not sudoku-catalogue-row5 v1;")]
    {
        std::fs::write(&file, bytes).expect("a writable file");
        let run = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["sudoku", "grid", "5472730538"])
            .env("XDG_CACHE_HOME", &cache)
            .output()
            .expect("the program runs");
        let (out, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!(run.status.code(), Some(0), "{errors}");
        assert!(out.starts_with("1234567894578936129862173542"), "{out}");
        assert!(errors.contains(reason) && errors.contains("tables build sudoku-catalogue"), "{errors}");
    }
    std::fs::remove_dir_all(&cache).expect("ours");
}
