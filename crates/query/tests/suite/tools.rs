//! What the tests share: the two programs, files of rows, checksums.

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use ludex_query::output::Output;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output as Ended, Stdio};
use std::sync::Arc;

/// Whether the long form is asked for.
pub(crate) fn is_long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

/// Rows of each family: a few, or 100,000 with `LUDEX_LONG=1`.
pub(crate) fn rows() -> usize {
    if is_long() { 100_000 } else { 1_000 }
}

/// The program that is tested.
pub(crate) fn query() -> Command {
    without_tables(Command::new(env!("CARGO_BIN_EXE_ludex-query")))
}

/// Whoever runs the tests may have tables of their own, with which solvers find other answers.
fn without_tables(mut command: Command) -> Command {
    let nowhere = format!("{}/no-tables-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    command.env("XDG_CACHE_HOME", nowhere);
    command
}

/// The plain program: that of `LUDEX_BIN`, or the one beside ours.
pub(crate) fn ludex() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_ludex-query")).with_file_name("ludex");
    let path = std::env::var_os("LUDEX_BIN").map_or(beside, PathBuf::from);
    assert!(path.is_file(), "{} is missing: `cargo build` makes it", path.display());
    path
}

/// What the plain program prints for these lines.
pub(crate) fn program(verb: &str, lines: &[String]) -> Vec<String> {
    let mut child = without_tables(Command::new(ludex()))
        .args(verb.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{verb}: {}", output.status);
    String::from_utf8(output.stdout).expect("it prints text").lines().map(str::to_owned).collect()
}

/// What our program prints; it must end well.
pub(crate) fn answers(args: &[&str]) -> Vec<String> {
    let ended = query().args(args).output().expect("it starts");
    assert!(ended.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// How our program complains: it must end with 2 and one line.
pub(crate) fn complaint(args: &[&str]) -> String {
    let ended: Ended = query().args(args).output().expect("it starts");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    said
}

pub(crate) fn sum(lines: &[String]) -> String {
    Sha256::digest(lines.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes rows with their numbers into a file, in the format of its ending.
pub(crate) fn write_rows(path: &Path, lines: &[String]) {
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..lines.len() as i64));
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(lines));
    let batch = RecordBatch::try_from_iter([("number", numbers), ("line", texts)]).expect("two columns");
    let mut output = Output::to_file(path, &batch.schema()).expect("it can be written");
    output.write(&batch).expect("it can be written");
    output.finish().expect("it can be written");
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a text")
}
