//! The exception for a value that is refused: `ludex.Refused`, with its reason, row and column.

use ludex_arrow::Error;
use ludex_core::Refusal;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The exception of a refusal, pointing at a row where there are several.
fn exception(py: Python<'_>, reason: &str, column: Option<usize>, row: Option<usize>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made =
        CLASS.import(py, "ludex._errors", "Refused").and_then(|class| class.call1((reason, column, row)));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// A refusal of one value.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    exception(py, &refusal.to_string(), refusal.column(), None)
}

/// Whatever a call says; `many` rows have a number.
pub(crate) fn error(py: Python<'_>, error: &Error, many: bool) -> PyErr {
    match error {
        Error::Refused { row, reason, column } => exception(py, reason, *column, many.then_some(*row)),
        Error::Type { .. } | Error::Count { .. } | Error::Length { .. } => {
            PyTypeError::new_err(error.to_string())
        }
        Error::Stopped(_) => PyKeyboardInterrupt::new_err(()),
        Error::Long { .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
