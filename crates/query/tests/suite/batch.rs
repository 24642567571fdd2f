//! Folders of names: what is in them, what a second run adds, and what a kill changes: nothing.

use crate::tools::{answers, complaint, program, query, sum, text, write_rows};
use ludex_arrow::sample;
use ludex_core::Random;
use ludex_query::batch::manifest::{FILE, Manifest};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// Files of several kinds, with doubles among and across them.
fn inputs(folder: &Path, count: usize) -> (PathBuf, Vec<String>) {
    let place = folder.join("in");
    std::fs::create_dir_all(place.join("more")).expect("a folder");
    let lines = sample::rows("any", count, 21);
    let third = lines.len() / 3;
    // Fields of Tetris hold tabs, which lines and cells both may.
    std::fs::write(place.join("a.txt"), lines[..third + 50].join("\n")).expect("a file");
    write_rows(&place.join("b.csv.gz"), &lines[third..2 * third]);
    write_rows(&place.join("more/c.parquet"), &lines[2 * third..]);
    let mut all = lines[..third + 50].to_vec();
    all.extend_from_slice(&lines[third..]);
    (place, all)
}

fn run(args: &[&str]) -> String {
    let ended = query().arg("batch").args(args).output().expect("it starts");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(matches!(ended.status.code(), Some(0 | 1)), "{args:?}: {said}");
    said
}

fn manifest(folder: &Path) -> Manifest {
    Manifest::read(folder).expect("it is whole").expect("it is there")
}

/// The names of a folder as its parts have them, one after the other.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for part in manifest(folder).parts {
        let file = folder.join(part.file);
        names.extend(answers(&[
            "sql",
            "--threads",
            "1",
            "--format",
            "text",
            &format!("select name from '{}'", text(&file)),
        ]));
    }
    names
}

#[test]
fn names_are_those_of_the_program_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, lines) = inputs(folder.path(), 600);
    let mut wanted: Vec<String> = program("name", &lines).into_iter().filter(|line| line != "!").collect();
    let refused = lines.len() - wanted.len();
    wanted.sort();
    let (all, once) = (folder.path().join("all"), folder.path().join("once"));
    let said = run(&["name", text(&input), "--out", text(&all), "--partitions", "3"]);
    assert!(said.contains("3 files were new") && said.contains("refused"), "{said}");
    assert_eq!(manifest(&all).parts.len(), 3);
    assert_eq!(sum(&names(&all)), sum(&wanted));
    // Small units: files are cut where lines end, whatever bytes that is.
    run(&[
        "name",
        text(&input),
        "--out",
        text(&once),
        "--dedupe",
        "--unit",
        "10KB",
        "--partitions",
        "4",
        "--threads",
        "1",
    ]);
    wanted.dedup();
    assert_eq!(sum(&names(&once)), sum(&wanted));
    let parts: Vec<u64> = manifest(&once).parts.iter().map(|part| part.rows).collect();
    assert!(parts.len() == 4 && parts.iter().all(|rows| *rows * 16 > wanted.len() as u64), "{parts:?}");
    let question = format!("select sum(count) from '{}'", text(&once.join("part-*.parquet")));
    assert_eq!(answers(&["sql", "--format", "text", &question]), [(lines.len() - refused).to_string()]);
    let question =
        format!("select sum(count), min(length(reason)) > 5 from '{}'", text(&once.join("refused.parquet")));
    assert_eq!(answers(&["sql", "--format", "csv", &question])[1], format!("{refused},true"));
}

#[test]
fn a_second_run_adds_what_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, _) = inputs(folder.path(), 300);
    let place = |name: &str| folder.path().join(name);
    let (whole, grown) = (place("whole"), place("grown"));
    let (first, more) = (input.join("a.txt"), input.join("more"));
    let out = |folder: &Path| ["--dedupe", "--partitions", "2", "--out", text(folder)].map(str::to_owned);
    let with = |inputs: &[&Path], folder: &Path| -> String {
        let mut args = vec!["name"];
        args.extend(inputs.iter().map(|path| text(path)));
        let out = out(folder);
        args.extend(out.iter().map(String::as_str));
        run(&args)
    };
    with(&[&input], &whole);
    assert!(with(&[&first], &grown).contains("1 file was new"));
    assert!(with(&[&first, &more], &grown).contains("1 file was new"));
    // The same file elsewhere is not new.
    std::fs::copy(&first, place("copy.txt")).expect("a copy");
    assert!(with(&[&place("copy.txt")], &grown).contains("0 files were new"));
    let before = manifest(&grown);
    assert!(with(&[&input], &grown).contains("1 file was new"));
    assert_eq!(before.bounds, manifest(&grown).bounds, "ranges stay");
    let rows = |folder: &Path| {
        let question = format!("select * from '{}' order by name", text(&folder.join("part-*.parquet")));
        let refused = format!(
            "select text, reason, count from '{}' order by text",
            text(&folder.join("refused.parquet"))
        );
        let ask = |question: &str| answers(&["sql", "--format", "csv", question]);
        (sum(&ask(&question)), sum(&ask(&refused)))
    };
    assert_eq!(rows(&whole), rows(&grown));
    // Nothing is new: nothing is written.
    let before = manifest(&grown);
    with(&[&input], &grown);
    assert_eq!(before, manifest(&grown));
    assert!(!grown.join("work").exists());
    let other = [text(&first), "--out", text(&grown)];
    assert!(
        complaint(&[&["batch", "canonical"], &other[..]].concat()).contains("holds ludex_name with --dedupe")
    );
}

/// Twenty times at random: every byte of every part is what it is undisturbed.
#[test]
fn kills_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, _) = inputs(folder.path(), 900);
    let (calm, killed) = (folder.path().join("calm"), folder.path().join("killed"));
    let common = ["--dedupe", "--unit", "6KB", "--partitions", "5"];
    let args = |out: &Path| {
        let mut args =
            vec!["name".to_owned(), text(&input).to_owned(), "--out".to_owned(), text(out).to_owned()];
        args.extend(common.map(str::to_owned));
        args
    };
    let start = std::time::Instant::now();
    run(&args(&calm).iter().map(String::as_str).collect::<Vec<_>>());
    let whole = start.elapsed();
    let mut random = Random::new(20);
    let mut kills = 0;
    let mut ended = 0;
    while kills < 20 {
        let mut child =
            query().arg("batch").args(args(&killed)).stderr(Stdio::null()).spawn().expect("it starts");
        // Up to a fifth of what the whole takes, so that most runs are killed at work.
        let most = (whole.as_millis() as u64 / 5).max(20);
        std::thread::sleep(Duration::from_millis(random.below(most)));
        if child.try_wait().expect("it can be asked").is_some() {
            // It came to its end: begin again, to be killed elsewhere.
            ended += 1;
            assert!(ended < 100, "no run is ever at work when it is killed");
            std::fs::remove_dir_all(&killed).expect("it goes");
            continue;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    }
    run(&args(&killed).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(manifest(&calm), manifest(&killed));
    for part in manifest(&killed).parts.iter().chain(&manifest(&killed).refused) {
        let sum = ludex_query::batch::manifest::checksum_of(&killed.join(&part.file)).expect("it is there");
        assert_eq!(sum, part.sha256, "{}", part.file);
    }
    let left = std::fs::read_dir(&killed).expect("a folder").count();
    assert_eq!(left, manifest(&killed).parts.len() + 3, "parts, what is refused, the manifest and the lock");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let (input, _) = inputs(folder.path(), 90);
    let out = place("out");
    let (input, out) = (text(&input), text(&out));
    assert!(
        complaint(&["batch", "nmae", input, "--out", out])
            .contains("\"nmae\" is nothing that gives a text; name,")
    );
    assert!(complaint(&["batch", "name", input, "--out", out, "--family", "chess"]).contains("is no family"));
    assert!(
        complaint(&["batch", "name", "nowhere.txt", "--out", out]).contains("there is no file nowhere.txt")
    );
    assert!(complaint(&["batch", "name", input, "--out", input]).contains("but no names"));
    let csv = place("two.csv");
    std::fs::write(&csv, "a,b\nR,U\n").expect("a file");
    let other = place("other");
    let (csv, other) = (text(&csv), text(&other));
    assert!(complaint(&["batch", "name", csv, "--out", other]).contains("give --column, one of a, b"));
    assert!(
        complaint(&["batch", "name", csv, "--out", other, "--column", "c", "--restart"])
            .contains("its columns are a, b")
    );
    run(&["name", csv, "--out", other, "--column", "b", "--restart"]);
    assert_eq!(names(Path::new(other)).len(), 1);
    // A part that was changed is not merged, and a manifest that was changed not believed.
    run(&["name", input, "--out", out]);
    let part = Path::new(out).join(&manifest(Path::new(out)).parts[0].file);
    let whole = std::fs::read(&part).expect("it is there");
    std::fs::write(&part, &whole[1..]).expect("a file");
    assert!(
        complaint(&["batch", "name", csv, "--column", "a", "--out", out])
            .contains("is missing or was changed")
    );
    std::fs::write(&part, &whole).expect("a file");
    // The run that was refused goes on.
    run(&["name", csv, "--column", "a", "--out", out]);
    let file = Path::new(out).join(FILE);
    let text = std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, text.replacen("\"rows\":", "\"rows\":1", 1)).expect("a file");
    assert!(complaint(&["batch", "name", csv, "--out", out]).contains("was changed: its checksum"));
}
