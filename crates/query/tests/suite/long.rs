//! Rows that are longer than any position: refused with their place, or kept by their beginning, in bounded memory.

use crate::tools::{answers, complaint, query, text};
use datafusion::arrow::array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

/// The most memory that a verb may take, whatever it is given.
const MOST: u64 = 500_000_000;

/// Runs the program to its end; its exit code and the most memory it had. The kernel's sum at the end would count what
/// this process had when it started the other: so the program is asked while it runs.
fn peak(args: &[&str]) -> (Option<i32>, u64) {
    let mut child =
        query().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or_default() * 1024);
        if let Some(status) = child.try_wait().expect("it can be asked") {
            assert!(peak > 0 || cfg!(not(target_os = "linux")), "it was never asked");
            return (status.code(), peak);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Writes a column so many times.
fn parquet(path: &Path, column: ArrayRef, times: usize) {
    let batch = RecordBatch::try_from_iter([("text", column)]).expect("a batch");
    let file = std::fs::File::create(path).expect("a file");
    let properties = WriterProperties::builder().set_dictionary_page_size_limit(64 << 20).build();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a writer");
    for _ in 0..times {
        writer.write(&batch).expect("a file");
    }
    writer.close().expect("a file");
}

#[test]
fn a_row_without_end_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let megabytes = |count: usize| "5".repeat(count << 20);
    let lines = "R U R' U'\n".repeat(4 << 20);
    let gz = |text: &str| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).and_then(|()| packed.finish()).expect("packed")
    };
    for (name, bytes, line) in [
        ("long.txt", format!("R U R' U'\n{}", megabytes(40)).into_bytes(), 2),
        ("long.txt.gz", gz(&format!("R\nU\n{}\n", megabytes(40))), 3),
        ("open.csv", format!("text,note\nR U,\"never closed\n{lines}").into_bytes(), 2),
        ("open.ndjson", format!("{{\"text\":\"R U\"}}\n{{\"text\":[\n{lines}").into_bytes(), 2),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        let question = format!("select count(*) from '{}'", text(&path));
        let out = folder.path().join("out");
        for args in [vec!["sql", &question], vec!["batch", "name", text(&path), "--out", text(&out)]] {
            let said = complaint(&args);
            assert!(said.contains(&format!("{name}: line {line}: a row of more than 16 MB")), "{said}");
            let (code, peak) = peak(&args);
            assert!(code == Some(2) && peak < MOST, "{args:?}: exit {code:?}, {peak} bytes");
        }
    }
    let path = folder.path().join("long.parquet");
    parquet(&path, Arc::new(StringArray::from(vec![megabytes(80)])), 1);
    let said = complaint(&["sql", &format!("select count(*) from '{}'", text(&path))]);
    assert!(said.contains("long.parquet: column \"text\", row group 0: a page of 83886084 bytes"), "{said}");
    let mut cut = std::fs::read(&path).expect("it is there");
    let footer = cut.len() - 8;
    cut[footer..footer + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    std::fs::write(&path, cut).expect("a file");
    let said = complaint(&["sql", &format!("select count(*) from '{}'", text(&path))]);
    assert!(said.contains("its footer has 4294967295 bytes"), "{said}");
}

/// Files whose rows would fill the memory if thousands of them were taken at a time.
fn wide(folder: &Path) -> Vec<PathBuf> {
    let long = std::env::var_os("LUDEX_LONG").is_some();
    let rows = if long { 2000 } else { 150 };
    let lines = folder.join("wide.txt");
    let line = |i: usize| format!("{i:07}{}\n", "5".repeat(1_000_000));
    let mut file = std::fs::File::create(&lines).expect("a file");
    for i in 0..rows {
        file.write_all(line(i).as_bytes()).expect("a file");
    }
    let columns = folder.join("wide.parquet");
    let values: Vec<String> = (0..8).map(|i| line(i).trim_end().to_owned()).collect();
    let column = DictionaryArray::new((0..8).collect::<Int32Array>(), Arc::new(StringArray::from(values)));
    parquet(&columns, Arc::new(column), rows);
    vec![lines, columns]
}

#[test]
fn wide_rows_are_taken_a_few_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in wide(folder.path()) {
        let column = if path.extension().is_some_and(|ending| ending == "txt") { "line" } else { "text" };
        let question =
            format!("select count(*), count(distinct ludex_check({column})) from '{}'", text(&path));
        let out = folder.path().join("named").with_extension(column);
        for args in [
            vec!["sql", &question],
            vec!["batch", "name", text(&path), "--out", text(&out)],
            vec!["batch", "name", text(&path), "--out", text(&out)],
        ] {
            let (code, peak) = peak(&args);
            println!("{:>4} MB  {}", peak / 1_000_000, args.join(" "));
            assert!(matches!(code, Some(0 | 1)) && peak < MOST, "{args:?}: exit {code:?}, {peak} bytes");
        }
        let question = format!(
            "select length(text), reason, sum(count) over () > 100 from '{}' order by text limit 1",
            text(&out.join("refused.parquet"))
        );
        assert_eq!(
            answers(&["sql", "--format", "csv", &question])[1],
            "1017,\"it is 1000007 bytes long, of which the beginning is kept: no position has more than 1048576, and \
             few have 65536\",true"
        );
    }
}
