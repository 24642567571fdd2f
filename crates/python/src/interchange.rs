//! Columns to and from other libraries, by the capsules of the Arrow C data and stream interfaces: the buffers are
//! handed over, not copied.

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, make_array, new_empty_array};
use arrow_schema::{DataType, Field};
use arrow_select::concat::concat;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_int, c_void};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Answers: a column in one or more chunks, which any library with the Arrow interface takes over.
#[pyclass(module = "ludex", frozen, sequence)]
pub(crate) struct Array {
    chunks: Vec<ArrayRef>,
    data_type: DataType,
}

impl Array {
    pub(crate) fn new(chunks: Vec<ArrayRef>, data_type: DataType) -> Array {
        Array { chunks, data_type }
    }

    fn whole(&self) -> PyResult<ArrayRef> {
        match &self.chunks[..] {
            [] => Ok(new_empty_array(&self.data_type)),
            [one] => Ok(one.clone()),
            many => {
                let parts: Vec<&dyn arrow_array::Array> = many.iter().map(|chunk| &**chunk).collect();
                concat(&parts).map_err(|error| PyValueError::new_err(error.to_string()))
            }
        }
    }
}

fn arrow_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("Arrow: {error}"))
}

fn schema_of(data_type: &DataType) -> PyResult<FFI_ArrowSchema> {
    // The name of a column belongs to whoever holds it.
    FFI_ArrowSchema::try_from(&Field::new("", data_type.clone(), true)).map_err(arrow_error)
}

#[pymethods]
impl Array {
    /// The type, for the Arrow C interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, schema_of(&self.data_type)?, SCHEMA)
    }

    /// The type and the whole column, for the Arrow C interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // Another type than asked for is allowed: whoever asked may cast.
        let _ = requested_schema;
        let (array, _) = to_ffi(&self.whole()?.to_data()).map_err(arrow_error)?;
        let schema = PyCapsule::new_with_value(py, schema_of(&self.data_type)?, SCHEMA)?;
        Ok((schema, PyCapsule::new_with_value(py, array, ARRAY)?))
    }

    /// The chunks one after another, for the Arrow C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let chunks =
            Chunks { left: self.chunks.iter().cloned().collect(), data_type: self.data_type.clone() };
        PyCapsule::new_with_value(py, chunks.stream(), STREAM)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__() as isize;
        let mut at = if index < 0 { index + length } else { index };
        if !(0..length).contains(&at) {
            return Err(PyIndexError::new_err(format!("row {index} of {length}")));
        }
        for chunk in &self.chunks {
            if at < chunk.len() as isize {
                return value(py, chunk, at as usize);
            }
            at -= chunk.len() as isize;
        }
        unreachable!("the index is below the sum of the lengths")
    }

    /// The values as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for row in 0..chunk.len() {
                list.append(value(py, chunk, row)?)?;
            }
        }
        Ok(list)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// How many values are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.null_count()).sum()
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Array of {} x {}>", self.__len__(), self.data_type)
    }
}

/// A value as Python has it.
pub(crate) fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => elements(py, &array.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => elements(py, &array.as_list::<i64>().value(row))?,
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), value(py, column, row)?)?;
            }
            dict.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("a value of type {other}"))),
    })
}

fn elements<'py>(py: Python<'py>, list: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let values = (0..list.len()).map(|row| value(py, list, row)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, values)?.into_any())
}

/// The chunks of any object with the Arrow interface; nothing where it has none.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = pair.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of this name holds a schema, and lives until the end of this block.
        let data_type = DataType::try_from(unsafe { schema.as_ref() }).map_err(arrow_error)?;
        // SAFETY: a capsule of this name holds an array; taking it leaves a released one behind, as the interface asks.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        return Ok(Some(vec![column(array, data_type)?]));
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds a stream; taking it leaves a released one behind.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        return drain(object.py(), &mut stream).map(Some);
    }
    Ok(None)
}

fn column(array: FFI_ArrowArray, data_type: DataType) -> PyResult<ArrayRef> {
    // SAFETY: the producer says that array and type belong together.
    let mut data = unsafe { from_ffi_and_data_type(array, data_type) }.map_err(arrow_error)?;
    data.align_buffers();
    let array = make_array(data);
    // A table of one column is that column.
    match array.data_type() {
        DataType::Struct(fields) if fields.len() == 1 => Ok(array.as_struct().column(0).clone()),
        DataType::Struct(fields) => {
            Err(PyTypeError::new_err(format!("a table of {} columns: give one column", fields.len())))
        }
        _ => Ok(array),
    }
}

fn drain(py: Python<'_>, stream: &mut FFI_ArrowArrayStream) -> PyResult<Vec<ArrayRef>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("an Arrow stream that was read already"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and the schema is ours to be filled.
    if unsafe { get_schema(stream, &mut schema) } != 0 {
        return Err(stream_error(stream));
    }
    let data_type = DataType::try_from(&schema).map_err(arrow_error)?;
    let mut chunks = Vec::new();
    loop {
        py.check_signals()?;
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above; whoever produces may need the lock, which we hold.
        if unsafe { get_next(stream, &mut array) } != 0 {
            return Err(stream_error(stream));
        }
        if array.is_released() {
            return Ok(chunks);
        }
        chunks.push(column(array, data_type.clone())?);
    }
}

fn stream_error(stream: &mut FFI_ArrowArrayStream) -> PyErr {
    let mut text = String::from("the Arrow stream failed");
    if let Some(last_error) = stream.get_last_error {
        // SAFETY: the stream is not released; the text is its own and read at once.
        let message = unsafe { last_error(stream) };
        if !message.is_null() {
            // SAFETY: the interface says that it ends with a zero.
            text = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
        }
    }
    PyValueError::new_err(text)
}

/// Chunks that a stream hands out.
struct Chunks {
    left: VecDeque<ArrayRef>,
    data_type: DataType,
}

impl Chunks {
    fn stream(self) -> FFI_ArrowArrayStream {
        FFI_ArrowArrayStream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release),
            private_data: Box::into_raw(Box::new(self)).cast::<c_void>(),
        }
    }
}

/// What a callback says where it cannot answer: the interface takes any number but 0.
const FAILED: c_int = 5;

unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    // SAFETY: the interface calls with a stream that is not released, whose data we made.
    let chunks = unsafe { &*(*stream).private_data.cast::<Chunks>() };
    match schema_of(&chunks.data_type) {
        Ok(schema) => {
            // SAFETY: `out` is the caller's, uninitialised.
            unsafe { std::ptr::write(out, schema) };
            0
        }
        Err(_) => FAILED,
    }
}

unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: as in `get_schema`, and only one thread calls at a time.
    let chunks = unsafe { &mut *(*stream).private_data.cast::<Chunks>() };
    let array = match chunks.left.pop_front() {
        Some(chunk) => FFI_ArrowArray::new(&chunk.to_data()),
        None => FFI_ArrowArray::empty(),
    };
    // SAFETY: `out` is the caller's, uninitialised.
    unsafe { std::ptr::write(out, array) };
    0
}

const unsafe extern "C" fn get_last_error(_stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    c"the type has no form in the Arrow C interface".as_ptr()
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the interface calls it once, with a stream whose data we made.
    let stream = unsafe { &mut *stream };
    // SAFETY: it came from a box.
    drop(unsafe { Box::from_raw(stream.private_data.cast::<Chunks>()) });
    stream.release = None;
}
