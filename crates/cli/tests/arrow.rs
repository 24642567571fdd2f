//! The functions over Arrow arrays and the verbs of the program give equal bytes, bad rows among them.
//!
//! A few thousand rows of each family; `LUDEX_LONG=1` takes 100,000.

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, StringArray, UInt64Array};
use ludex_arrow::{Input, Settings, find, sample};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

fn rows() -> usize {
    if std::env::var_os("LUDEX_LONG").is_some() { 100_000 } else { 2_000 }
}

/// What the program prints for these lines.
fn program(verb: &str, lines: &[String]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
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

/// The answers as the program writes them.
fn written(answers: &ArrayRef) -> Vec<String> {
    let words = |list: ArrayRef| written(&list).join(" ");
    let text = |row: usize| -> String {
        if answers.is_null(row) {
            return "!".to_owned();
        }
        if let Some(texts) = answers.as_string_opt::<i32>() {
            texts.value(row).to_owned()
        } else if let Some(numbers) = answers.as_primitive_opt::<UInt64Type>() {
            numbers.value(row).to_string()
        } else if let Some(lists) = answers.as_list_opt::<i32>() {
            words(lists.value(row))
        } else {
            let share = answers.as_struct();
            let number = |column: usize| share.column(column).as_primitive::<UInt64Type>().value(row);
            format!("{}/{}", number(0), number(1))
        }
    };
    (0..answers.len()).map(text).collect()
}

fn function(family: &str, name: &str, columns: &[ArrayRef], threads: usize) -> Vec<String> {
    let inputs: Vec<Input> = columns.iter().cloned().map(Input::from).collect();
    let settings = Settings::default().with_threads(threads);
    let found = find(family, name).expect("it is listed").call(&inputs, columns[0].len(), &settings);
    written(&found.unwrap_or_else(|error| panic!("{family} {name}: {error}")))
}

fn sum(lines: &[String]) -> String {
    Sha256::digest(lines.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn column(lines: &[String]) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(lines))
}

fn compare(verb: &str, family: &str, name: &str, lines: &[String], columns: &[ArrayRef]) {
    let wanted = program(verb, lines);
    for threads in [1, 2] {
        let found = function(family, name, columns, threads);
        let differs = wanted.iter().zip(&found).position(|(a, b)| a != b);
        if let Some(row) = differs {
            panic!("{verb}, row {row} {:?}: {:?} and {:?}", lines[row], wanted[row], found[row]);
        }
        assert_eq!(sum(&wanted), sum(&found), "{verb} with {threads} threads");
    }
    let refused = wanted.iter().filter(|line| *line == "!").count();
    println!("{verb}\t{} rows\t{refused} refused\tsha256 {}", wanted.len(), sum(&wanted));
}

/// Verbs that answer line by line, and the functions that do.
fn compare_all(family: &str, verbs: &[(&str, &str)], rows: usize) {
    let lines = sample::rows(family, rows, 14);
    let column = column(&lines);
    for (verb, name) in verbs {
        compare(verb, family, name, &lines, std::slice::from_ref(&column));
    }
}

#[test]
fn sudoku() {
    let verbs = [
        ("sudoku name --format-in lines", "name"),
        ("sudoku canon --format-in lines", "canonical"),
        ("sudoku solve --format-in lines", "solution"),
        ("sudoku rank --format-in lines", "rank"),
        ("sudoku count --format-in lines --limit 1000000", "solutions"),
        ("sudoku automorphisms --format-in lines", "automorphisms"),
    ];
    compare_all("sudoku", &verbs, rows());
    let lines = sample::rows("sudoku", rows(), 15);
    let names = function("sudoku", "name", &[column(&lines)], 0);
    compare("sudoku puzzle", "sudoku", "text", &names, &[column(&names)]);
    let ranks: Vec<u64> = (0..rows() as u64).map(|i| i * 2_736_365 % 5_600_000_000).collect();
    let lines: Vec<String> = ranks.iter().map(u64::to_string).collect();
    compare("sudoku grid", "sudoku", "grid", &lines, &[Arc::new(UInt64Array::from(ranks))]);
}

#[test]
fn xiangqi() {
    let verbs = [
        ("xiangqi name", "name"),
        ("xiangqi name --exact", "exact_name"),
        ("xiangqi code", "code"),
        ("xiangqi moves", "legal_moves"),
    ];
    compare_all("xiangqi", &verbs, rows());
    let names = function("xiangqi", "name", &[column(&sample::rows("xiangqi", rows(), 15))], 0);
    compare("xiangqi fen", "xiangqi", "text", &names, &[column(&names)]);
}

#[test]
fn cube() {
    compare_all("cube", &[("cube name", "name"), ("cube name --exact", "exact_name")], rows());
    // A solution of a 3x3 takes milliseconds.
    compare_all("cube", &[("cube solve", "solution")], rows() / 50);
    let names = function("cube", "exact_name", &[column(&sample::rows("cube", rows(), 15))], 0);
    compare("cube state", "cube", "text", &names, &[column(&names)]);
}

#[test]
fn any() {
    compare_all("any", &[("name", "name")], rows());
    compare_all("any", &[("solve", "solution")], rows() / 50);
}

#[test]
fn tetris() {
    // The family has no verb that names lines: what any family's names end in are the letters of this one's.
    let lines = sample::rows("tetris", rows(), 14);
    let wanted: Vec<String> =
        program("name", &lines).iter().map(|name| name.trim_start_matches("pc:").to_owned()).collect();
    let ids = function("tetris", "name", &[column(&lines)], 2);
    assert_eq!(sum(&wanted), sum(&ids));
    println!("tetris name\t{} rows\tsha256 {}", ids.len(), sum(&ids));
    // The same fields in columns of their own.
    let mut fields: Vec<StringBuilder> = (0..6).map(|_| StringBuilder::new()).collect();
    for line in &lines {
        let cells: Vec<&str> = line.split('\t').collect();
        for (i, field) in fields.iter_mut().enumerate() {
            field.append_option(cells.get(i).filter(|_| cells.len() == 6));
        }
    }
    let texts: Vec<ArrayRef> = fields.iter_mut().map(|field| Arc::new(field.finish()) as ArrayRef).collect();
    let number = |array: &ArrayRef| -> ArrayRef {
        let numbers = array.as_string::<i32>().iter().map(|text| text.and_then(|text| text.parse().ok()));
        Arc::new(numbers.collect::<UInt64Array>())
    };
    let mut columns = vec![number(&texts[0]), number(&texts[1])];
    columns.extend(texts[2..].iter().cloned());
    let found = function("tetris", "setup_id", &columns, 2);
    let differ = found.iter().zip(&ids).filter(|(found, id)| found != id && *id != "!").count();
    assert_eq!(differ, 0);
}

#[test]
fn tetris_queues_and_percent() {
    let dir = std::env::temp_dir().join(format!("ludex-arrow-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let batch = dir.join("batch.tsv");
    let fumen = "v115@9gC8DeF8DeF8DeF8DeC8JeAgH";
    let (mut fumens, mut patterns) = (Vec::new(), Vec::new());
    for i in 0..if rows() > 10_000 { 200 } else { 12 } {
        fumens.push(if i % 5 == 4 { "v115@".to_owned() } else { fumen.to_owned() });
        let piece = ["L", "J", "S", "Z", "T", "I", "O", "?"][i % 8];
        patterns.push(format!("{piece},*p4"));
    }
    let lines: Vec<String> =
        fumens.iter().zip(&patterns).map(|(fumen, pattern)| format!("{fumen}\t{pattern}")).collect();
    std::fs::write(&batch, format!("fumen\tpattern\n{}\n", lines.join("\n"))).expect("a file");
    let verb = format!("tetris percent --batch {}", batch.display());
    compare(&verb, "tetris", "percent", &lines, &[column(&fumens), column(&patterns)]);
    std::fs::remove_dir_all(&dir).expect("the folder goes");
    for pattern in ["[SZ]!,*p2{T=1}", "*p3", "I,[LJ]p1"] {
        let list = function("tetris", "queues", &[column(&[pattern.to_owned()])], 1);
        let output = Command::new(env!("CARGO_BIN_EXE_ludex")).args(["tetris", "queues", pattern]).output();
        let wanted = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert_eq!(list, [wanted.lines().collect::<Vec<_>>().join(" ")], "{pattern}");
    }
}

/// Two items, and the lengths of solutions, have verbs that take one at a time.
#[test]
fn one_at_a_time() {
    let lines = sample::rows("any", 40, 16);
    let others: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| if i % 3 == 0 { lines[i / 2].clone() } else { line.clone() })
        .collect();
    let inputs = [Input::from(column(&lines)), Input::from(column(&others))];
    let same = find("any", "same")
        .expect("listed")
        .call(&inputs, lines.len(), &Settings::default())
        .expect("answers");
    let same = same.as_boolean();
    for (row, (a, b)) in lines.iter().zip(&others).enumerate() {
        let output =
            Command::new(env!("CARGO_BIN_EXE_ludex")).args(["diff", "--", a, b]).output().expect("it runs");
        let wanted = match String::from_utf8_lossy(&output.stdout).split('\t').next() {
            Some("same") => Some(true),
            Some("different") => Some(false),
            _ => None,
        };
        assert_eq!(same.is_valid(row).then(|| same.value(row)), wanted, "{a} {b}");
    }
    let lines = sample::rows("cube", 60, 17);
    let solutions = program("cube solve", &lines);
    let lengths = function("cube", "solution_length", &[column(&lines)], 0);
    for (solution, length) in solutions.iter().zip(&lengths) {
        if solution == "!" {
            assert_eq!(length, "!");
        } else {
            assert_eq!(solution.split_whitespace().count().to_string(), *length, "{solution}");
        }
    }
}
