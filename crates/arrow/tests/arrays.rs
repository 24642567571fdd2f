//! Columns of every type, nulls, slices, empty ones, long values, bad ones.

use arrow_array::builder::{ListBuilder, StringBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, Int64Array, LargeStringArray, StringArray, StringViewArray, UInt64Array, new_null_array,
};
use arrow_schema::DataType;
use ludex_arrow::{Error, Input, Settings, find, functions, sample};
use ludex_core::{Progress, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn call(family: &str, name: &str, columns: &[ArrayRef], settings: &Settings<'_>) -> Result<ArrayRef, Error> {
    let inputs: Vec<Input> = columns.iter().cloned().map(Input::from).collect();
    find(family, name).expect("it is listed").call(&inputs, columns[0].len(), settings)
}

fn texts(array: &ArrayRef) -> Vec<Option<String>> {
    array.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

/// Rows of a family with a null among them.
fn column(family: &str, count: usize) -> StringArray {
    let mut rows = sample::rows(family, count, 3);
    rows[9] = "nothing".to_owned();
    rows.into_iter().enumerate().map(|(i, row)| (i % 11 != 7).then_some(row)).collect()
}

#[test]
fn every_type_of_text_gives_the_same() {
    for family in ["sudoku", "tetris", "cube", "xiangqi", "any"] {
        let plain = column(family, 60);
        let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
        dictionary.extend(plain.iter());
        let columns: [ArrayRef; 4] = [
            Arc::new(plain.clone()),
            Arc::new(LargeStringArray::from_iter(plain.iter())),
            Arc::new(StringViewArray::from_iter(plain.iter())),
            Arc::new(dictionary.finish()),
        ];
        for name in ["name", "canonical", "check"] {
            let wanted = texts(&call(family, name, &columns[..1], &Settings::default()).unwrap());
            assert!(wanted.iter().any(Option::is_some) && wanted[7].is_none(), "{family} {name}");
            for column in &columns {
                let kind = column.data_type();
                let found = call(family, name, std::slice::from_ref(column), &Settings::default()).unwrap();
                assert_eq!(texts(&found), wanted, "{family} {name} {kind}");
                // A slice is answered as its rows are, on one thread and on several.
                for threads in [1, 3] {
                    let settings = Settings::default().with_threads(threads);
                    let found = call(family, name, &[column.slice(13, 31)], &settings).unwrap();
                    assert_eq!(texts(&found), wanted[13..44], "{family} {name} {kind} {threads}");
                }
                assert_eq!(call(family, name, &[column.slice(5, 0)], &Settings::default()).unwrap().len(), 0);
            }
        }
    }
}

#[test]
fn null_is_kept_and_bad_is_null_with_a_reason() {
    for family in ["sudoku", "tetris", "cube", "xiangqi", "any"] {
        let rows: ArrayRef = Arc::new(column(family, 200));
        let names = call(family, "name", std::slice::from_ref(&rows), &Settings::default()).unwrap();
        let reasons = call(family, "check", std::slice::from_ref(&rows), &Settings::default()).unwrap();
        let own =
            find(family, "name").unwrap().reasons(&[rows.clone().into()], 200, &Settings::default()).unwrap();
        assert_eq!(texts(&reasons), texts(&(Arc::new(own) as ArrayRef)), "{family}");
        for row in 0..200 {
            let given = rows.is_valid(row);
            assert_eq!(names.is_valid(row), given && reasons.is_null(row), "{family} {row}");
        }
        let bad = (0..200).find(|&row| reasons.is_valid(row)).expect("a bad row");
        for threads in [1, 2] {
            let strict = Settings::default().with_strict(true).with_threads(threads);
            match call(family, "name", std::slice::from_ref(&rows), &strict) {
                Err(Error::Refused { row, reason, .. }) => {
                    assert_eq!((row, Some(reason)), (bad, texts(&reasons)[bad].clone()), "{family}");
                }
                other => panic!("{family}: {other:?}"),
            }
        }
    }
}

#[test]
fn functions_of_all_kinds() {
    let puzzle = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
    let one = |text: &str| -> ArrayRef { Arc::new(StringArray::from(vec![text])) };
    let settings = Settings::default();
    let number = |family, name, columns: &[ArrayRef]| {
        call(family, name, columns, &settings).unwrap().as_primitive::<UInt64Type>().value(0)
    };
    assert_eq!(number("sudoku", "rank", &[one(puzzle)]), 5_411_131_853);
    assert_eq!(number("sudoku", "clues", &[one(puzzle)]), 28);
    assert_eq!(number("sudoku", "solution_length", &[one(puzzle)]), 53);
    assert_eq!(number("sudoku", "solutions", &[one(puzzle)]), 1);
    assert_eq!(number("sudoku", "automorphisms", &[one(puzzle)]), 1);
    let rank: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), Some(-1), None, Some(6_000_000_000)]));
    let grids = texts(&call("sudoku", "grid", &[rank], &settings).unwrap());
    assert!(grids[0].as_ref().is_some_and(|grid| grid.starts_with("123456789")));
    assert_eq!(grids[1..], [None, None, None]);
    assert_eq!(number("cube", "distance2x2", &[one("R U R' U'")]), 4);
    assert_eq!(number("cube", "distance2x2", &[one("R2"), one("qtm")]), 2);
    let two: ArrayRef = Arc::new(UInt64Array::from(vec![2]));
    assert_eq!(
        texts(&call("cube", "name", &[one("R U R' U'"), two], &settings).unwrap())[0].as_deref(),
        Some("0469")
    );
    assert_eq!(number("any", "solution_length", &[one("cube2-state:8Vgy")]), 4);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let moves = call("xiangqi", "legal_moves", &[one(start)], &settings).unwrap();
    assert_eq!(moves.as_list::<i32>().value_length(0), 44);
    let sums = call("xiangqi", "sums", &[one(start)], &settings).unwrap();
    assert_eq!(sums.as_list::<i32>().value_length(0), 6);
    let queues = call("tetris", "queues", &[one("[SZ]!,*p2{T=1}")], &settings).unwrap();
    assert_eq!(queues.as_list::<i32>().value_length(0), 24);
    let share =
        call("tetris", "percent", &[one("v115@9gC8DeF8DeF8DeF8DeC8JeAgH"), one("L,*p4")], &settings).unwrap();
    assert_eq!(share.as_struct().column(1).as_primitive::<UInt64Type>().value(0), 840);
    let same = call("any", "same", &[one("R U R' U'"), one("L' U' L U")], &settings).unwrap();
    assert!(same.as_boolean().value(0));
    let back = call("any", "text", &[one("sudoku:eKEeveX3Ose2Ww4p42M")], &settings).unwrap();
    assert_eq!(texts(&back)[0].as_deref(), Some(puzzle));
}

#[test]
fn scalars_meet_columns() {
    let a: ArrayRef = Arc::new(StringArray::from(vec![Some("R U"), None, Some("nothing"), Some("F")]));
    let one: ArrayRef = Arc::new(StringArray::from(vec!["L' U'"]));
    let same = find("cube", "same").unwrap();
    let found = same.call(&[a.into(), Input::scalar(one)], 4, &Settings::default()).unwrap();
    assert_eq!(found.as_boolean().iter().collect::<Vec<_>>(), [Some(true), None, None, Some(false)]);
}

#[test]
fn lists_are_answered_element_by_element() {
    let mut builder = ListBuilder::new(StringBuilder::new());
    builder.append_value([Some("F"), Some("R U R' U'"), None]);
    builder.append_null();
    builder.append_value([None::<&str>; 0]);
    builder.append_value([Some("bad one"), Some("U2")]);
    let list: ArrayRef = Arc::new(builder.finish());
    let names = call("cube", "name", std::slice::from_ref(&list), &Settings::default()).unwrap();
    let names = names.as_list::<i32>();
    assert_eq!(texts(&names.value(0))[1].as_deref(), Some("06NrHEWiu08"));
    assert!(names.is_null(1) && names.value(2).is_empty() && names.value(3).is_null(0));
    let last = call("cube", "name", &[list.slice(3, 1)], &Settings::default()).unwrap();
    assert_eq!(last.as_list::<i32>().value(0).len(), 2);
    let strict = Settings::default().with_strict(true);
    assert!(matches!(call("cube", "name", &[list], &strict), Err(Error::Refused { row: 3, .. })));
}

#[test]
fn every_function_takes_nothing_and_nulls() {
    for function in functions() {
        let kinds = function.arguments().iter().map(|argument| argument.kind.data_type());
        let wanted = function.return_type();
        for (rows, null) in [(0, false), (3, false), (3, true)] {
            let inputs: Vec<Input> = kinds
                .clone()
                .map(|kind| Input::from(new_null_array(if null { &DataType::Null } else { &kind }, rows)))
                .collect();
            let types: Vec<DataType> = inputs.iter().map(|input| input.array().data_type().clone()).collect();
            assert_eq!(function.return_type_of(&types).unwrap(), wanted, "{function:?}");
            let found = function.call(&inputs, rows, &Settings::default()).unwrap();
            assert_eq!(
                (found.data_type(), found.len(), found.logical_null_count()),
                (&wanted, rows, rows),
                "{function:?}"
            );
        }
    }
}

#[test]
fn every_function_refuses_ten_megabytes_in_one_line() {
    for function in functions() {
        for unit in ["1", "R U ", "[車"] {
            let long: ArrayRef = Arc::new(StringArray::from(vec![unit.repeat(10_000_000 / unit.len())]));
            let inputs: Vec<Input> = function
                .arguments()
                .iter()
                .filter(|argument| !argument.optional)
                .map(|argument| match argument.kind {
                    ludex_arrow::Kind::Text => Input::from(long.clone()),
                    _ => Input::from(Arc::new(UInt64Array::from(vec![u64::MAX])) as ArrayRef),
                })
                .collect();
            let reasons = function.reasons(&inputs, 1, &Settings::default()).unwrap();
            // The moves of a cube may be ten million; all else is refused.
            assert!(reasons.is_null(0) || reasons.value(0).len() < 2000, "{function:?} {unit}");
        }
    }
}

#[test]
fn wrong_arguments_are_told() {
    let numbers: ArrayRef = Arc::new(UInt64Array::from(vec![1, 2]));
    let words: ArrayRef = Arc::new(StringArray::from(vec!["R", "U"]));
    let told = |columns: &[ArrayRef]| {
        let inputs: Vec<Input> = columns.iter().cloned().map(Input::from).collect();
        find("cube", "same").unwrap().call(&inputs, 2, &Settings::default()).unwrap_err().to_string()
    };
    assert_eq!(told(&[]), "cube_same: 0 arguments; it takes 2 to 3");
    assert_eq!(
        told(&[words.clone(), numbers.clone()]),
        "cube_same: b is UInt64; text (Utf8, LargeUtf8, Utf8View, or a dictionary of them) would have been accepted"
    );
    assert_eq!(told(&[words.clone(), words.slice(0, 1)]), "cube_same: b has 1 rows, the batch has 2");
    assert_eq!(
        told(&[words.clone(), words.clone(), words]),
        "cube_same: size is Utf8; an integer would have been accepted"
    );
}

/// Stops after some questions.
struct StopAfter(AtomicU64);

impl Progress for StopAfter {
    fn report(&self, _: u64, _: u64) -> Result<(), Stopped> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| Stopped)
    }
}

#[test]
fn a_call_can_be_stopped() {
    for (family, name) in [("sudoku", "name"), ("xiangqi", "name"), ("cube", "solution")] {
        let rows: ArrayRef = Arc::new(column(family, 400));
        let progress = StopAfter(AtomicU64::new(3));
        let found = call(family, name, &[rows], &Settings::default().with_progress(&progress));
        assert!(matches!(found, Err(Error::Stopped(_))), "{family} {name}: {found:?}");
    }
}

/// The catalogue, and every value of a dictionary, is asked once.
#[test]
fn a_value_of_a_dictionary_is_answered_once() {
    let mut builder = StringDictionaryBuilder::<Int32Type>::new();
    for i in 0..100_000 {
        builder.append_value(["R U R' U'", "F R2", "no cube"][i % 3]);
    }
    let column: ArrayRef = Arc::new(builder.finish());
    let heard = AtomicU64::new(0);
    let progress = |_: u64, total: u64| {
        heard.fetch_max(total, Ordering::Relaxed);
        Ok(())
    };
    let found = call("cube", "solution", &[column], &Settings::default().with_progress(&progress)).unwrap();
    assert_eq!((found.len(), heard.load(Ordering::Relaxed)), (100_000, 3));
    assert_eq!(found.logical_null_count(), 33_333);
}
