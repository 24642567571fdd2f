//! A function called with whatever Python has: a text, a list, a column.

use crate::interchange::{Array, import, value};
use crate::position::Position;
use crate::refused::error;
use crate::work::{Flag, long, short};
use arrow_array::{ArrayRef, StringArray, UInt64Array, new_null_array};
use arrow_schema::DataType;
use arrow_select::concat::concat;
use ludex_arrow::{Argument, Error, Function, Input, Kind, Settings, find};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Rows that are answered without a second thread, where each is cheap.
const FEW: usize = 32;
/// Functions of which a single row can take long.
const SLOW: [&str; 5] = ["solution", "solution_length", "solutions", "percent", "queues"];

/// What was given for an argument.
enum Given {
    /// One value.
    One(ArrayRef),
    /// A list.
    Many(ArrayRef),
    /// A column in chunks.
    Column(Vec<ArrayRef>),
}

/// Calls a function of a family: answers a value with a value, a list with a list, a column with an `Array`.
#[pyfunction]
pub(crate) fn call<'py>(
    py: Python<'py>,
    family: &str,
    name: &str,
    arguments: Vec<Bound<'py, PyAny>>,
    strict: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let function =
        find(family, name).ok_or_else(|| PyValueError::new_err(format!("no function {family} {name}")))?;
    let given: Vec<Given> = arguments
        .iter()
        .zip(function.arguments())
        .map(|(object, argument)| read(function, argument, object))
        .collect::<PyResult<_>>()?;
    let columns = given.iter().filter(|given| matches!(given, Given::Column(_))).count();
    let lists = given.iter().any(|given| matches!(given, Given::Many(_)));
    if columns == 0 && !lists {
        let inputs: Vec<Input> = given.into_iter().map(input).collect::<PyResult<_>>()?;
        let one = |flag: &AtomicBool| {
            let stop = Flag(flag);
            let settings = Settings::default().with_strict(true).with_threads(threads).with_progress(&stop);
            function.call(&inputs, 1, &settings)
        };
        let answer = if SLOW.contains(&name) { long(py, one)? } else { short(py, one) };
        return value(py, &answer.map_err(|told| error(py, &told, false))?, 0);
    }
    if columns == 1 && !lists && matches!(given[0], Given::Column(_)) {
        // Chunk by chunk: nothing is copied.
        let mut given = given.into_iter();
        let Some(Given::Column(chunks)) = given.next() else { unreachable!("just seen") };
        let rest: Vec<Input> = given.map(input).collect::<PyResult<_>>()?;
        let types: Vec<DataType> = std::iter::once(
            chunks
                .first()
                .map_or(function.arguments()[0].kind.data_type(), |chunk| chunk.data_type().clone()),
        )
        .chain(rest.iter().map(|input| input.array().data_type().clone()))
        .collect();
        let data_type = function.return_type_of(&types).map_err(|told| error(py, &told, true))?;
        let mut answers = Vec::with_capacity(chunks.len());
        let mut before = 0;
        for chunk in chunks {
            let rows = chunk.len();
            let inputs: Vec<Input> =
                std::iter::once(Input::from(chunk)).chain(rest.iter().cloned()).collect();
            let answer = rows_of(py, function, &inputs, rows, strict, threads)?;
            answers.push(answer.map_err(|told| error(py, &later(told, before), true))?);
            before += rows;
        }
        return Ok(Array::new(answers, data_type).into_pyobject(py)?.into_any());
    }
    let rows = given.iter().find_map(Given::rows).unwrap_or(1);
    let inputs: Vec<Input> = given.into_iter().map(input).collect::<PyResult<_>>()?;
    let answer =
        rows_of(py, function, &inputs, rows, strict, threads)?.map_err(|told| error(py, &told, true))?;
    let data_type = answer.data_type().clone();
    let array = Array::new(vec![answer], data_type).into_pyobject(py)?;
    // In kind: a list is answered with a list.
    if columns == 0 { array.call_method0("to_pylist") } else { Ok(array.into_any()) }
}

/// The same error, some rows further down.
fn later(told: Error, before: usize) -> Error {
    match told {
        Error::Refused { row, reason, column } => Error::Refused { row: row + before, reason, column },
        other => other,
    }
}

fn rows_of(
    py: Python<'_>,
    function: &'static Function,
    inputs: &[Input],
    rows: usize,
    strict: bool,
    threads: usize,
) -> PyResult<Result<ArrayRef, Error>> {
    let settings = Settings::default().with_strict(strict).with_threads(threads);
    if rows <= FEW && !SLOW.contains(&function.name()) {
        return Ok(short(py, |_| function.call(inputs, rows, &settings.with_threads(1))));
    }
    long(py, |flag| function.call(inputs, rows, &settings.with_progress(&Flag(flag))))
}

impl Given {
    fn rows(&self) -> Option<usize> {
        match self {
            Given::One(_) => None,
            Given::Many(array) => Some(array.len()),
            Given::Column(chunks) => Some(chunks.iter().map(|chunk| chunk.len()).sum()),
        }
    }
}

fn input(given: Given) -> PyResult<Input> {
    Ok(match given {
        Given::One(array) => Input::scalar(array),
        Given::Many(array) => array.into(),
        Given::Column(chunks) => match &chunks[..] {
            [one] => one.clone().into(),
            [] => new_null_array(&DataType::Null, 0).into(),
            many => {
                let parts: Vec<&dyn arrow_array::Array> = many.iter().map(|chunk| &**chunk).collect();
                concat(&parts).map_err(|told| PyValueError::new_err(told.to_string()))?.into()
            }
        },
    })
}

fn read(function: &Function, argument: &Argument, object: &Bound<'_, PyAny>) -> PyResult<Given> {
    if object.is_none() {
        return Ok(Given::One(new_null_array(&argument.kind.data_type(), 1)));
    }
    if is_value(object) {
        let mut column = Values::new(argument.kind);
        column.push(function, argument, object, None)?;
        return Ok(Given::One(column.finish()));
    }
    if let Some(chunks) = import(object)? {
        return Ok(Given::Column(chunks));
    }
    let items = object.try_iter().map_err(|_| wrong(function, argument, object, None))?;
    let mut column = Values::new(argument.kind);
    for (row, item) in items.enumerate() {
        column.push(function, argument, &item?, Some(row))?;
    }
    Ok(Given::Many(column.finish()))
}

fn is_value(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyBool>()
        || object.is_instance_of::<Position>()
}

/// A column made of Python's values.
enum Values {
    Texts(Vec<Option<String>>),
    Numbers(Vec<Option<u64>>),
}

impl Values {
    const fn new(kind: Kind) -> Values {
        match kind {
            Kind::Number => Values::Numbers(Vec::new()),
            _ => Values::Texts(Vec::new()),
        }
    }

    fn push(
        &mut self,
        function: &Function,
        argument: &Argument,
        object: &Bound<'_, PyAny>,
        row: Option<usize>,
    ) -> PyResult<()> {
        let wrong = || wrong(function, argument, object, row);
        match self {
            Values::Texts(texts) => texts.push(if object.is_none() {
                None
            } else if let Ok(position) = object.cast::<Position>() {
                Some(position.get().text())
            } else {
                let text = object.cast::<PyString>().map_err(|_| wrong())?;
                // Lone surrogates are no text that any position is written in.
                Some(text.to_string_lossy().into_owned())
            }),
            Values::Numbers(numbers) => numbers.push(if object.is_none() {
                None
            } else {
                Some(object.extract::<u64>().map_err(|_| wrong())?)
            }),
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Values::Texts(texts) => Arc::new(StringArray::from(texts)),
            Values::Numbers(numbers) => Arc::new(UInt64Array::from(numbers)),
        }
    }
}

fn wrong(function: &Function, argument: &Argument, object: &Bound<'_, PyAny>, row: Option<usize>) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| "something".to_owned(), |name| name.to_string());
    let place = row.map_or_else(String::new, |row| format!("row {row} of "));
    let wanted = match argument.kind {
        Kind::Number => "an int from 0 on, a list of them, or an Arrow column of integers",
        _ => "a str, a list of them, or an Arrow column of text",
    };
    let (name, argument) = (function.sql_name(), argument.name);
    PyTypeError::new_err(format!(
        "{name}: {place}{argument} is of type {found}; {wanted} would have been accepted"
    ))
}

/// All functions: family, name, arguments, type of the answer, what it does. For engines that register them.
#[pyfunction]
pub(crate) fn functions(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for function in ludex_arrow::functions() {
        let entry = PyDict::new(py);
        entry.set_item("family", function.family())?;
        entry.set_item("name", function.name())?;
        entry.set_item("sql_name", function.sql_name())?;
        let arguments: Vec<(&str, String, bool)> = function
            .arguments()
            .iter()
            .map(|argument| (argument.name, argument.kind.data_type().to_string(), argument.optional))
            .collect();
        entry.set_item("arguments", arguments)?;
        entry.set_item("returns", function.return_type().to_string())?;
        entry.set_item("about", function.about())?;
        list.append(entry)?;
    }
    Ok(list)
}

/// Rows to try the functions on, bad ones among them, the same for the same seed.
#[pyfunction]
#[pyo3(signature = (family, count, seed=1))]
pub(crate) fn sample_rows(py: Python<'_>, family: &str, count: usize, seed: u64) -> PyResult<Vec<String>> {
    long(py, |_| ludex_arrow::sample::rows(family, count, seed))
}

/// A column of texts.
#[pyfunction]
pub(crate) fn text_array(texts: Vec<Option<String>>) -> Array {
    Array::new(vec![Arc::new(StringArray::from(texts))], DataType::Utf8)
}
