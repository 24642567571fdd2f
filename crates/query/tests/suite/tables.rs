//! Files, patterns, folders and the store as tables; answers into files; plans.

use crate::tools::{answers, complaint, query, text, write_rows};
use ludex_core::Name;
use ludex_store::{Record, Store};
use std::io::Read;

fn lines(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn patterns_and_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    std::fs::create_dir(place("more")).expect("a folder");
    for (name, content) in [("a.txt", "R\n\nU\r\n"), ("b.txt", "F"), ("more/c [1].txt", "no, \"cube\n")] {
        std::fs::write(place(name), content).expect("a file");
    }
    let ask = |pattern: &str| {
        let question = format!("select line from '{}' order by line", text(&place(pattern)));
        answers(&["sql", "--format", "text", &question])
    };
    assert_eq!(ask("*.txt"), ["F", "R", "U"]);
    assert_eq!(ask(""), ["F", "R", "U", "no, \"cube"]);
    assert_eq!(ask("**/*.txt"), ["F", "R", "U", "no, \"cube"]);
    assert_eq!(ask("more/c [1].txt"), ["no, \"cube"]);
    assert!(complaint(&["sql", "select * from 'x/*.csv'"]).contains("no file matches x/*.csv"));
    assert!(complaint(&["sql", "select * from 'x.csv'"]).contains("there is no file x.csv"));
    assert!(complaint(&["sql", "select * from nowhere"]).contains("nowhere' not found"));
    write_rows(&place("d.csv"), &lines(&["R"]));
    let both = format!("select * from '{}'", text(folder.path()));
    assert!(complaint(&["sql", &both]).contains("files of several kinds"));
    std::fs::write(place("e.csv"), "line,number\nR,1\n").expect("a file");
    let both = format!("select * from '{}'", text(&place("*.csv")));
    assert!(complaint(&["sql", &both]).contains("its columns are line, number, those of"));
}

/// 81 digits are no number, and neither is a name of digits.
#[test]
fn cells_are_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.csv");
    let puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    std::fs::write(&file, format!("puzzle,rating\n{puzzle},007\n")).expect("a file");
    let question = format!("select rating, sudoku_name(puzzle) from '{}'", text(&file));
    let found = answers(&["sql", "--format", "csv", &question]);
    assert_eq!(found[1].split(',').next(), Some("007"));
    assert_eq!(found[1].split(',').nth(1).map(str::len), Some(19));
}

#[test]
fn answers_go_into_files_and_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("in.parquet");
    write_rows(&source, &ludex_arrow::sample::rows("cube", 200, 5));
    let question = format!("select line, cube_name(line) as name from '{}'", text(&source));
    let mut wanted = Vec::new();
    for ending in ["parquet", "csv", "csv.gz", "tsv.xz", "ndjson.zst", "jsonl"] {
        let out = folder.path().join(format!("out.{ending}"));
        assert!(answers(&["sql", &question, "--out", text(&out)]).is_empty());
        let back = format!("select line, name from '{}' order by line, name", text(&out));
        let found = answers(&["sql", "--format", "csv", &back]);
        assert_eq!(found.len(), 201);
        if wanted.is_empty() {
            wanted.clone_from(&found);
        }
        assert_eq!(found, wanted, "{ending}");
    }
    let names = folder.path().join("names.txt");
    let one = format!("select cube_name(line) as name from '{}'", text(&source));
    answers(&["sql", &one, "--out", text(&names)]);
    assert_eq!(std::fs::read_to_string(&names).expect("it is there").lines().count(), 200);
    assert!(complaint(&["sql", &question, "--out", text(&names)]).contains("text holds one column"));
    assert_eq!(std::fs::read_to_string(&names).expect("it is there").lines().count(), 200);
    let nowhere = folder.path().join("no/where.csv");
    assert!(complaint(&["sql", &question, "--out", text(&nowhere)]).contains("cannot write"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().contains("unfinished")));
}

#[test]
fn a_table_for_people_and_a_plan() {
    let found = answers(&["sql", "--format", "table", "select 1 as one, null as none"]);
    assert_eq!(
        found,
        ["+-----+------+", "| one | none |", "+-----+------+", "| 1   | null |", "+-----+------+"]
    );
    let plan = answers(&["sql", "--explain", "select 1 + 1"]).join("\n");
    assert!(plan.contains("Projection") && plan.contains("ProjectionExec"), "{plan}");
    // An answer of no rows has its header.
    assert_eq!(answers(&["sql", "--format", "csv", "select 1 as one where false"]), ["one"]);
}

#[test]
fn the_store_is_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("s.sqlite");
    assert!(complaint(&["sql", "--store", text(&place), "select 1"]).contains("s.sqlite"));
    let mut store = Store::open(text(&place)).expect("a store");
    let record = |name: &str, seen: i64| -> Record {
        let name: Name = name.parse().expect("a name");
        let mut record = Record::new(name, seen);
        record.facts.set("rating", 9.5.into()).expect("a rating");
        record.facts.set("source_file", "a.txt".into()).expect("a fact");
        record
    };
    store.put(vec![record("cube2:0469", 1), record("cube2:046A", 2), record("cube2:0469", 3)]).expect("put");
    drop(store);
    let ask = |question: &str| answers(&["sql", "--store", text(&place), "--format", "csv", question]);
    assert_eq!(
        ask("select name, count, first_seen, last_seen, rating, facts from store order by name"),
        [
            "name,count,first_seen,last_seen,rating,facts",
            "cube2:0469,2,1,3,9.5,\"{\"\"source_file\"\":\"\"a.txt\"\"}\"",
            "cube2:046A,1,2,2,9.5,\"{\"\"source_file\"\":\"\"a.txt\"\"}\""
        ]
    );
    for (condition, count) in [
        ("name = 'cube2:0469'", "1"),
        ("name > 'cube2:0469'", "1"),
        ("'cube2:0469' <= name", "2"),
        ("name < 'cube2:0469'", "0"),
        ("name like 'cube2:%' and rating > 9", "2"),
    ] {
        assert_eq!(ask(&format!("select count(*) from store where {condition}"))[1], count, "{condition}");
    }
    assert_eq!(ask("select name from store limit 1").len(), 2);
    for statement in
        ["delete from store", "drop table store", "copy store to 'x.csv'", "create table x as select 1"]
    {
        complaint(&["sql", "--store", text(&place), statement]);
    }
}

/// Whoever reads the rows may have seen enough.
#[test]
fn a_broken_pipe_is_quiet() {
    let question =
        "select a.value + b.value from generate_series(1, 1000) a cross join generate_series(1, 1000) b";
    let mut child = query()
        .args(["sql", "--format", "csv", question])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut some = [0; 10];
    child.stdout.take().expect("it is piped").read_exact(&mut some).expect("rows");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert!(ended.status.success());
}
