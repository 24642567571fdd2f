//! Bad input: null and a reason, or one clear line.

use crate::tools::{answers, complaint, query, text, write_rows};
use std::process::Stdio;
use std::time::Duration;

#[test]
fn bad_values_are_null_and_have_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.ndjson");
    let long = "x".repeat(10_000_000);
    let rows = ["null".to_owned(), "\"\"".to_owned(), format!("\"{long}\""), "\"R U R' U'\"".to_owned()];
    let lines: Vec<String> =
        rows.iter().enumerate().map(|(i, row)| format!("{{\"number\":{i},\"line\":{row}}}\n")).collect();
    std::fs::write(&file, lines.concat()).expect("a file");
    let table = text(&file);
    let question = format!(
        "select ludex_name(line) as name, ludex_check(line) is null as fine from '{table}' order by number"
    );
    assert_eq!(
        answers(&["sql", "--format", "csv", &question]),
        ["name,fine", ",true", ",false", ",false", "cube3:06NrHEWiu08,true"]
    );
    for (where_, fine) in [("number = 3", true), ("number = 0", true), ("number = 1", false)] {
        let question = format!("select ludex_name(line) as name from '{table}' where {where_}");
        if fine {
            assert_eq!(answers(&["sql", "--strict", "--format", "csv", &question]).len(), 2);
        } else {
            let said = complaint(&["sql", "--strict", &question]);
            assert!(said.starts_with("ludex-query: --strict: ludex_name: "), "{said}");
        }
    }
    let none = format!("select ludex_name(line) as name from '{table}' where number > 9");
    assert_eq!(answers(&["sql", "--format", "csv", &none]), ["name"]);
    // The same as lines of a text.
    let file = folder.path().join("bad.txt");
    std::fs::write(&file, format!("{long}\nR U R' U'\n")).expect("a file");
    let question = format!("select ludex_name(line) from '{}' order by length(line)", text(&file));
    assert_eq!(answers(&["sql", "--format", "text", &question]), ["cube3:06NrHEWiu08", "!"]);
}

#[test]
fn wrong_types_and_numbers_of_arguments() {
    for (question, why) in [
        (
            "select ludex_name(1)",
            "ludex_name: text is Int64; text (Utf8, LargeUtf8, Utf8View, or a dictionary of them) would have been accepted",
        ),
        ("select ludex_name(1.5)", "would have been accepted"),
        ("select ludex_name()", "ludex_name"),
        ("select ludex_name('R', 'U', 'F')", "arguments"),
        ("select sudoku_grid('x')", "an integer would have been accepted"),
        ("select sudoku_nmae('x')", "sudoku_nmae"),
        ("selec 1", "selec"),
        ("", ""),
        ("select 1; select 2", ""),
    ] {
        let said = complaint(&["sql", question]);
        assert!(said.starts_with("ludex-query: ") && said.contains(why), "{question}: {said}");
    }
    for memory in ["much", "-1", "1KB"] {
        let ended =
            query().args(["sql", "select 1", &format!("--memory={memory}")]).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(2), "{memory}");
    }
}

#[test]
fn damaged_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let rows = ludex_arrow::sample::rows("cube", 5_000, 5);
    write_rows(&place("whole.parquet"), &rows);
    let whole = std::fs::read(place("whole.parquet")).expect("it is there");
    let ask = |name: &str| {
        let question = format!("select count(ludex_name(line)) from '{}'", text(&place(name)));
        complaint(&["sql", &question])
    };
    // Cut at its end, empty, something else, and changed in the middle.
    std::fs::write(place("cut.parquet"), &whole[..whole.len() / 2]).expect("a file");
    std::fs::write(place("empty.parquet"), "").expect("a file");
    std::fs::write(place("text.parquet"), "R U R' U'\n".repeat(100)).expect("a file");
    let mut changed = whole.clone();
    let middle = whole.len() / 2;
    changed[middle..middle + 64].fill(0xA5);
    std::fs::write(place("changed.parquet"), changed).expect("a file");
    for name in ["cut.parquet", "empty.parquet", "text.parquet", "changed.parquet"] {
        let said = ask(name);
        assert!(said.len() > 30 && said.len() < 600, "{name}: {said}");
    }
    std::fs::write(place("not.gz"), "plain").expect("a file");
    std::fs::write(place("not.zst"), "plain").expect("a file");
    std::fs::write(place("not.xz"), "plain").expect("a file");
    std::fs::write(place("not.txt"), [0x52, 0xFF, 0x0A]).expect("a file");
    std::fs::write(place("not.ndjson"), "{\"line\": \n").expect("a file");
    std::fs::write(place("empty.csv"), "").expect("a file");
    std::fs::write(place("uneven.csv"), "number,line\n1,R\n2\n").expect("a file");
    for name in ["not.gz", "not.zst", "not.xz", "not.txt", "not.ndjson", "empty.csv", "uneven.csv"] {
        ask(name);
    }
}

/// What does not fit into the memory goes to disk, and the answer is the same.
#[test]
fn little_memory_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name);
    let rows = if std::env::var_os("LUDEX_LONG").is_some() { 3_000_000 } else { 600_000 };
    let question = format!(
        "select value, lpad(cast((value * 7919) % 1000003 as varchar), 60, 'x') as word \
         from generate_series(1, {rows}) order by word, value"
    );
    for (name, more) in [("much.parquet", &[][..]), ("little.parquet", &["--memory", "64MB"])] {
        let temp = out("temp");
        let ended = query()
            .args(["sql", &question, "--out", text(&out(name)), "--threads", "2", "--temp", text(&temp)])
            .args(more)
            .output()
            .expect("it starts");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        assert_eq!(std::fs::read_dir(&temp).expect("it is there").count(), 0, "nothing is left behind");
    }
    let sum = |name: &str| ludex_query::batch::manifest::checksum_of(&out(name)).expect("it is there");
    assert_eq!(sum("much.parquet"), sum("little.parquet"));
}

/// Ctrl-C ends a question that would go on for hours, and leaves no half file.
#[test]
fn ctrl_c_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.parquet");
    let question = "select cube_solution('R U F D2 L B' || case a.value when 0 then '' else ' U' end) from \
         generate_series(1, 100000) a cross join generate_series(1, 100000) b";
    let mut child = query()
        .args(["sql", question, "--out", text(&out)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    while std::fs::read_dir(folder.path()).expect("a folder").count() == 0 {
        std::thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended by itself");
    }
    // SAFETY: the process is our child and has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");
}
