//! Every function gives in SQL what it gives elsewhere, bad rows among them, on one thread and on two.

use crate::tools::{answers, is_long, program, rows, sum, text, write_rows};
use clap::Parser;
use datafusion::arrow::array::{Array, ArrayRef, RecordBatch, UInt64Array};
use datafusion::arrow::compute::concat_batches;
use ludex_arrow::{Input, Settings, functions, sample};
use ludex_query::engine::EngineArgs;
use std::sync::Arc;

/// Family, verb, function, and of so many rows one, where a row is dear; each read from another kind of file. Cubes are
/// not read from cells: an empty text is a solved cube, and an empty cell is null.
const VERBS: [(&str, &str, &str, usize, &str); 16] = [
    ("any", "name", "name", 1, "parquet"),
    ("sudoku", "sudoku name --format-in lines", "name", 1, "csv"),
    ("sudoku", "sudoku canon --format-in lines", "canonical", 1, "csv.gz"),
    ("sudoku", "sudoku solve --format-in lines", "solution", 1, "ndjson"),
    ("sudoku", "sudoku rank --format-in lines", "rank", 1, "csv.zst"),
    ("sudoku", "sudoku automorphisms --format-in lines", "automorphisms", 1, "tsv"),
    ("sudoku", "sudoku count --format-in lines --limit 1000000", "solutions", 1, "csv.xz"),
    ("cube", "cube name", "name", 1, "ndjson.zst"),
    ("cube", "cube name --exact", "exact_name", 1, "parquet"),
    ("cube", "cube solve", "solution", 50, "ndjson.gz"),
    ("any", "solve", "solution", 50, "parquet"),
    ("xiangqi", "xiangqi name", "name", 1, "parquet"),
    ("xiangqi", "xiangqi name --exact", "exact_name", 1, "ndjson.xz"),
    ("xiangqi", "xiangqi code", "code", 1, "tsv.xz"),
    ("xiangqi", "xiangqi moves", "legal_moves", 1, "parquet"),
    ("tetris", "name", "name", 1, "csv.gz"),
];

#[test]
fn sql_gives_what_the_program_gives() {
    let folder = tempfile::tempdir().expect("a folder");
    for (family, verb, name, share, ending) in VERBS {
        let count = if is_long() { rows() } else { rows() / share };
        let lines = sample::rows(family, count, 14);
        let file = folder.path().join(format!("{family}.{ending}"));
        write_rows(&file, &lines);
        let wanted: Vec<String> = program(verb, &lines)
            .into_iter()
            // The family has no verb that names lines: what any family's names end in are the letters of this one's.
            .map(|line| if family == "tetris" { line.trim_start_matches("pc:").to_owned() } else { line })
            .collect();
        let function = if family == "any" { format!("ludex_{name}") } else { format!("{family}_{name}") };
        let question =
            format!("select {function}(line) from '{}' order by cast(number as bigint)", text(&file));
        for threads in ["1", "2"] {
            let found = answers(&["sql", "--threads", threads, "--format", "text", &question]);
            let differs = wanted.iter().zip(&found).position(|(a, b)| a != b);
            if let Some(row) = differs {
                panic!("{verb}, row {row} {:?}: {:?} and {:?}", lines[row], wanted[row], found[row]);
            }
            assert_eq!(sum(&wanted), sum(&found), "{verb} with {threads} threads");
        }
        let refused = wanted.iter().filter(|line| *line == "!").count();
        println!("{verb}\t{} rows\t{refused} refused\tsha256 {}", wanted.len(), sum(&wanted));
    }
}

#[derive(Parser)]
struct Session {
    #[command(flatten)]
    engine: EngineArgs,
}

/// All of the list, beside its own call: no adapter stands between them that could forget one.
#[test]
fn every_function_is_there() {
    for threads in ["1", "2"] {
        let engine = Session::parse_from(["test", "--threads", threads]).engine;
        let runtime = engine.runtime().expect("threads");
        let context = engine.session().expect("a session");
        for function in functions() {
            let count = if function.name().starts_with("solution") || function.name() == "percent" {
                12
            } else {
                300
            };
            let columns = sample::columns(function, count, 3);
            let inputs: Vec<Input> = columns.iter().cloned().map(Input::from).collect();
            let wanted = function.call(&inputs, count, &Settings::default()).expect("answers");
            let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(0..count as u64));
            let names: Vec<String> = (0..columns.len()).map(|i| format!("c{i}")).collect();
            let mut fields = vec![("number", numbers)];
            fields.extend(names.iter().map(String::as_str).zip(columns.iter().cloned()));
            let batch = RecordBatch::try_from_iter(fields).expect("columns");
            let _ = context.deregister_table("given");
            context.register_batch("given", batch).expect("a table");
            let question = format!(
                "select {}({}) as answer from given order by number",
                function.sql_name(),
                names.join(", ")
            );
            let found = runtime
                .block_on(async { context.sql(&question).await?.collect().await })
                .unwrap_or_else(|error| panic!("{question}: {error}"));
            let found = concat_batches(&found[0].schema(), &found).expect("one batch");
            assert_eq!(found.column(0).to_data(), wanted.to_data(), "{function:?} with {threads} threads");
        }
    }
}

#[test]
fn constants_lists_and_texts_of_every_type() {
    let name = "cube3:06NrHEWiu08";
    let columns = "ludex_name('R U R'' U''') as a, \
        ludex_name(arrow_cast('R U R'' U''', 'Utf8View')) as b, \
        ludex_name(arrow_cast('R U R'' U''', 'LargeUtf8')) as c, \
        ludex_name(arrow_cast('R U R'' U''', 'Dictionary(Int32, Utf8)')) as d, \
        ludex_name(null) as e, \
        ludex_name(['R U R'' U''', 'no cube', null]) as f, \
        sudoku_rank(sudoku_grid(5472730538)) as g";
    let found = answers(&["sql", "--format", "ndjson", &format!("select {columns}")]);
    assert_eq!(
        found,
        [format!(
            "{{\"a\":\"{name}\",\"b\":\"{name}\",\"c\":\"{name}\",\"d\":\"{name}\",\"f\":[\"{name}\",null,null],\"g\":5472730538}}"
        )]
    );
}
