//! Rows in pieces on all cores, lists and dictionaries.
//!
//! ```text
//! a list          its elements are answered as one column, then put back into lists
//! a dictionary    each value that a row uses is answered once, in the order of first use
//! a column        pieces of rows, each on some thread, put together in order
//! ```

use crate::error::Error;
use crate::function::{Function, Kind};
use crate::input::{Column, Input};
use crate::kernel::{Kernel, Row};
use crate::output::{MOST, Output, Value};
use crate::pool;
use crate::settings::Settings;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, GenericListArray, OffsetSizeTrait, StringArray, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use arrow_select::{concat::concat, take::take};
use ludex_core::{Progress, Refusal, Stopped};
use rayon::prelude::*;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Rows of a piece, at most: the progress is told, and a stop heard, at least that often.
const LONGEST_PIECE: usize = 4096;
/// Rows that share their work, at most: it bounds the memory of what is between.
const LONGEST_BATCH: usize = 1 << 18;

/// What is wanted of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Answers, null where refused.
    Values,
    /// Answers, or the first row that was refused.
    Strict,
    /// The reasons of refusal.
    Reasons,
}

pub(crate) fn values(
    function: &Function,
    arguments: &[Input],
    rows: usize,
    settings: &Settings<'_>,
) -> Result<ArrayRef, Error> {
    let mode = if settings.strict { Mode::Strict } else { Mode::Values };
    guarded(function, || dispatch(function, arguments, rows, settings, mode))
}

pub(crate) fn reasons(
    function: &Function,
    arguments: &[Input],
    rows: usize,
    settings: &Settings<'_>,
) -> Result<StringArray, Error> {
    let found = guarded(function, || {
        if let Some(first) = arguments.first()
            && element_type(first.array().data_type()).is_some()
        {
            return Err(wrong_type(function, 0, first.array().data_type()));
        }
        dispatch(function, arguments, rows, settings, Mode::Reasons)
    })?;
    Ok(found.as_string::<i32>().clone())
}

/// A panic inside is a defect; it must not take the worker that called with it.
fn guarded(function: &Function, work: impl FnOnce() -> Result<ArrayRef, Error>) -> Result<ArrayRef, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_default();
        Err(Error::Defect { function: function.sql_name(), message })
    })
}

/// The type of the elements, where a type is a list.
fn element_type(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::List(field) | DataType::LargeList(field) => Some(field.data_type()),
        _ => None,
    }
}

fn is_kind(data_type: &DataType, kind: Kind) -> bool {
    let text = |data_type: &DataType| {
        matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
    };
    match (kind, data_type) {
        (Kind::Text, DataType::Dictionary(_, value)) => text(value),
        (Kind::Text, data_type) => text(data_type),
        (Kind::Number, data_type) => {
            data_type.is_integer() || matches!(data_type, DataType::Boolean | DataType::Null)
        }
    }
}

fn wrong_type(function: &Function, argument: usize, found: &DataType) -> Error {
    let argument = &function.arguments()[argument];
    Error::Type {
        function: function.sql_name(),
        argument: argument.name,
        found: found.clone(),
        wanted: argument.kind.accepts(),
    }
}

fn check_count(function: &Function, found: usize) -> Result<(), Error> {
    let (least, most) = (function.least_arguments(), function.arguments().len());
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(Error::Count { function: function.sql_name(), found, wanted })
}

pub(crate) fn return_type(function: &Function, arguments: &[DataType]) -> Result<DataType, Error> {
    check_count(function, arguments.len())?;
    let mut answer = function.return_type();
    for (i, (argument, given)) in function.arguments().iter().zip(arguments).enumerate() {
        let element = if i == 0 { element_type(given) } else { None };
        if !is_kind(element.unwrap_or(given), argument.kind) {
            return Err(wrong_type(function, i, given));
        }
        if element.is_some() {
            let field = Arc::new(Field::new_list_field(function.return_type(), true));
            answer = match given {
                DataType::LargeList(_) => DataType::LargeList(field),
                _ => DataType::List(field),
            };
        }
    }
    Ok(answer)
}

fn dispatch(
    function: &Function,
    arguments: &[Input],
    rows: usize,
    settings: &Settings<'_>,
    mode: Mode,
) -> Result<ArrayRef, Error> {
    check_count(function, arguments.len())?;
    let others_scalar = arguments.iter().skip(1).all(Input::is_scalar);
    if let Some(first) = arguments.first() {
        let list = element_type(first.array().data_type()).is_some();
        if list && (!others_scalar || first.is_scalar()) {
            return Err(wrong_type(function, 0, first.array().data_type()));
        }
        match first.array().data_type() {
            DataType::List(_) => return lists::<i32>(function, arguments, rows, settings, mode),
            DataType::LargeList(_) => return lists::<i64>(function, arguments, rows, settings, mode),
            // A column of another length, or of no text, is told like any other below.
            DataType::Dictionary(_, value)
                if others_scalar
                    && !first.is_scalar()
                    && first.array().len() == rows
                    && is_kind(value, function.arguments()[0].kind) =>
            {
                return dictionary(function, arguments, settings, mode);
            }
            _ => {}
        }
    }
    column(function, arguments, rows, settings, mode)
}

fn with_first(arguments: &[Input], first: ArrayRef) -> Vec<Input> {
    std::iter::once(Input::from(first)).chain(arguments.iter().skip(1).cloned()).collect()
}

fn lists<O: OffsetSizeTrait>(
    function: &Function,
    arguments: &[Input],
    rows: usize,
    settings: &Settings<'_>,
    mode: Mode,
) -> Result<ArrayRef, Error> {
    let list = arguments[0].array().as_list::<O>();
    if list.len() != rows {
        let argument = function.arguments()[0].name;
        return Err(Error::Length { function: function.sql_name(), argument, found: list.len(), rows });
    }
    // A sliced list begins, and ends, somewhere inside its values.
    let offsets = list.value_offsets();
    let (begin, end) = (offsets[0].as_usize(), offsets[list.len()].as_usize());
    let elements = list.values().slice(begin, end - begin);
    let lengths = offsets.windows(2).map(|pair| (pair[1] - pair[0]).as_usize());
    let offsets_kept = OffsetBuffer::<O>::from_lengths(lengths);
    let arguments = with_first(arguments, elements);
    let answers = match dispatch(function, &arguments, end - begin, settings, mode) {
        Err(Error::Refused { row, reason, column }) => {
            let row = offsets.partition_point(|offset| offset.as_usize() <= begin + row).saturating_sub(1);
            return Err(Error::Refused { row, reason, column });
        }
        answers => answers?,
    };
    let field = Arc::new(Field::new_list_field(answers.data_type().clone(), true));
    Ok(Arc::new(GenericListArray::<O>::try_new(field, offsets_kept, answers, list.nulls().cloned())?))
}

fn dictionary(
    function: &Function,
    arguments: &[Input],
    settings: &Settings<'_>,
    mode: Mode,
) -> Result<ArrayRef, Error> {
    let dictionary = arguments[0].array().as_any_dictionary();
    let rows = dictionary.len();
    let nulls = dictionary.keys().nulls();
    let keys = if dictionary.values().is_empty() { vec![0; rows] } else { dictionary.normalized_keys() };
    // The values that rows use, in the order of first use, and each row's place among them.
    let mut place = vec![u64::MAX; dictionary.values().len()];
    let (mut used, mut firsts) = (Vec::new(), Vec::new());
    let places: UInt64Array = (0..rows)
        .map(|row| {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                return None;
            }
            let own = place.get_mut(keys[row])?;
            if *own == u64::MAX {
                *own = used.len() as u64;
                used.push(keys[row] as u64);
                firsts.push(row);
            }
            Some(*own)
        })
        .collect();
    let values = take(dictionary.values(), &UInt64Array::from(used), None)?;
    let count = values.len();
    let arguments = with_first(arguments, values);
    match column(function, &arguments, count, settings, mode) {
        Err(Error::Refused { row, reason, column }) => {
            Err(Error::Refused { row: firsts[row], reason, column })
        }
        answers => {
            let answers = answers?;
            if let Some(texts) = answers.as_string_opt::<i32>() {
                let bytes = places.iter().flatten().map(|at| texts.value_length(at as usize) as usize);
                if bytes.sum::<usize>() > MOST {
                    return Err(Error::Long { rows });
                }
            }
            Ok(take(&answers, &places, None)?)
        }
    }
}

/// Only a question of stopping: what a row does in itself is not told.
struct Heard<'a>(&'a dyn Progress, &'a AtomicU64, u64);

impl Progress for Heard<'_> {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        self.0.report(self.1.load(Ordering::Relaxed), self.2)
    }
}

fn column(
    function: &Function,
    arguments: &[Input],
    rows: usize,
    settings: &Settings<'_>,
    mode: Mode,
) -> Result<ArrayRef, Error> {
    let columns: Vec<Column<'_>> = arguments
        .iter()
        .enumerate()
        .map(|(i, input)| Column::open(function, i, input, rows))
        .collect::<Result<_, _>>()?;
    let done = AtomicU64::new(0);
    let heard = Heard(settings.progress, &done, rows as u64);
    let batch = Batch {
        function,
        columns: &columns,
        mode,
        rows,
        progress: &heard,
        done: &done,
        refused: AtomicUsize::new(usize::MAX),
    };
    let arrays = if rows <= 1 {
        vec![batch.piece(0..rows)]
    } else {
        let name = || function.sql_name();
        pool::run(&name, settings.threads, || {
            let length = if function.kernel.is_shared() {
                LONGEST_BATCH
            } else {
                (rows / (8 * pool::count(settings.threads))).clamp(1, LONGEST_PIECE)
            };
            let pieces: Vec<Range<usize>> =
                (0..rows).step_by(length).map(|from| from..(from + length).min(rows)).collect();
            if function.kernel.is_shared() {
                pieces.into_iter().map(|piece| batch.piece(piece)).collect::<Vec<_>>()
            } else {
                pieces.into_par_iter().map(|piece| batch.piece(piece)).collect()
            }
        })?
    };
    // In order: of several rows that are refused the first is told, however many threads there are.
    let arrays = arrays.into_iter().collect::<Result<Vec<ArrayRef>, Error>>()?;
    if let [array] = &arrays[..] {
        return Ok(array.clone());
    }
    if arrays.iter().map(|array| bytes_of(array)).sum::<usize>() > MOST {
        return Err(Error::Long { rows });
    }
    let parts: Vec<&dyn Array> = arrays.iter().map(|array| &**array).collect();
    Ok(concat(&parts)?)
}

/// Bytes of texts, which offsets of 32 bits bound.
fn bytes_of(array: &dyn Array) -> usize {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value_data().len(),
        DataType::List(_) => bytes_of(array.as_list::<i32>().values()),
        _ => 0,
    }
}

/// A batch of rows that is being answered.
struct Batch<'a> {
    function: &'a Function,
    columns: &'a [Column<'a>],
    mode: Mode,
    rows: usize,
    progress: &'a dyn Progress,
    done: &'a AtomicU64,
    /// The first row that was refused as far as is known: in a strict call nothing after it counts.
    refused: AtomicUsize,
}

impl Batch<'_> {
    fn row(&self, index: usize) -> Row<'_> {
        Row { columns: self.columns, index, progress: self.progress }
    }

    /// Whether an argument that must be there is null.
    fn is_null(&self, row: usize) -> bool {
        let needed = self.function.arguments().iter().zip(self.columns);
        needed.filter(|(argument, _)| !argument.optional).any(|(_, column)| column.is_null(row))
    }

    fn piece(&self, range: Range<usize>) -> Result<ArrayRef, Error> {
        let mut output = match self.mode {
            Mode::Reasons => Output::texts(range.len()),
            _ => Output::new(&self.function.kernel, range.len()),
        };
        if self.mode == Mode::Strict && range.start > self.refused.load(Ordering::Relaxed) {
            // An earlier row was refused: nobody will see these.
            return Ok(output.finish());
        }
        match &self.function.kernel {
            Kernel::SharedText(answer) => self.shared(range, *answer, &mut output, |text, output| {
                output.push(Value::Text(&text), self.rows)
            })?,
            Kernel::SharedNumber(answer) => self.shared(range, *answer, &mut output, |number, output| {
                output.push(Value::Number(number), self.rows)
            })?,
            _ => self.singly(range, &mut output)?,
        }
        Ok(output.finish())
    }

    fn shared<T>(
        &self,
        range: Range<usize>,
        answer: fn(&[Row<'_>]) -> Vec<Result<T, Refusal>>,
        output: &mut Output,
        push: impl Fn(T, &mut Output) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let present: Vec<Row<'_>> =
            range.clone().filter(|&row| !self.is_null(row)).map(|row| self.row(row)).collect();
        let mut answers = answer(&present).into_iter();
        let count = range.len() as u64;
        for row in range {
            if self.is_null(row) {
                output.push_null();
                continue;
            }
            match answers.next().expect("one for every row") {
                Ok(value) => self.take_in(output, |output| push(value, output))?,
                Err(refusal) => self.refuse(row, &refusal, output)?,
            }
        }
        self.done.fetch_add(count, Ordering::Relaxed);
        Ok(self.progress.report(0, 0)?)
    }

    fn singly(&self, range: Range<usize>, output: &mut Output) -> Result<(), Error> {
        let mut text = String::new();
        let count = range.len() as u64;
        for index in range {
            // Rows may be cheap: not each of them is told.
            if index.is_multiple_of(16) {
                self.progress.report(0, 0)?;
            }
            if self.is_null(index) {
                output.push_null();
                continue;
            }
            let row = self.row(index);
            text.clear();
            let value = match &self.function.kernel {
                Kernel::Text(answer) => answer(&row, &mut text).map(|()| Value::Text(&text)),
                Kernel::Number(answer) => answer(&row).map(Value::Number),
                Kernel::Truth(answer) => answer(&row).map(Value::Truth),
                Kernel::Texts(answer) => answer(&row).map(Value::Texts),
                Kernel::Numbers(answer) => answer(&row).map(Value::Numbers),
                Kernel::Share(answer) => answer(&row).map(Value::Share),
                Kernel::Reason(answer) => {
                    match answer(&row) {
                        Ok(()) => output.push_null(),
                        Err(refusal) => output.push(Value::Text(&refusal.to_string()), self.rows)?,
                    }
                    continue;
                }
                Kernel::SharedText(_) | Kernel::SharedNumber(_) => unreachable!("done as a batch"),
            };
            match value {
                Ok(value) => self.take_in(output, |output| output.push(value, self.rows))?,
                Err(refusal) => self.refuse(index, &refusal, output)?,
            }
        }
        self.done.fetch_add(count, Ordering::Relaxed);
        Ok(())
    }

    fn take_in(
        &self,
        output: &mut Output,
        push: impl FnOnce(&mut Output) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.mode == Mode::Reasons {
            output.push_null();
            return Ok(());
        }
        push(output)
    }

    fn refuse(&self, row: usize, refusal: &Refusal, output: &mut Output) -> Result<(), Error> {
        // A search that was stopped refuses its row: that is no answer.
        self.progress.report(0, 0)?;
        match self.mode {
            Mode::Values => output.push_null(),
            Mode::Reasons => output.push(Value::Text(&refusal.to_string()), self.rows)?,
            Mode::Strict => {
                self.refused.fetch_min(row, Ordering::Relaxed);
                return Err(Error::Refused { row, reason: refusal.to_string(), column: refusal.column() });
            }
        }
        Ok(())
    }
}
