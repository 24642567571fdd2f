//! Why a call has no answer at all.

use arrow_schema::{ArrowError, DataType};
use thiserror::Error;

/// Why a call failed. A refused value alone is no error unless the call is strict: it gives null.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// An argument of a type that the function does not read.
    #[error("{function}: {argument} is {found}; {wanted} would have been accepted")]
    Type {
        /// The function, as SQL calls it.
        function: String,
        /// The argument.
        argument: &'static str,
        /// Its type.
        found: DataType,
        /// What would have been accepted.
        wanted: &'static str,
    },
    /// More or fewer arguments than the function takes.
    #[error("{function}: {found} arguments; it takes {wanted}")]
    Count {
        /// The function, as SQL calls it.
        function: String,
        /// How many there are.
        found: usize,
        /// What it takes, in words.
        wanted: String,
    },
    /// A column of another length than the batch.
    #[error("{function}: {argument} has {found} rows, the batch has {rows}")]
    Length {
        /// The function, as SQL calls it.
        function: String,
        /// The argument.
        argument: &'static str,
        /// Its rows.
        found: usize,
        /// The rows of the batch.
        rows: usize,
    },
    /// In a strict call, the first row that was refused.
    #[error("row {row}: {reason}")]
    Refused {
        /// The row from 0.
        row: usize,
        /// Why.
        reason: String,
        /// The column of the value at fault, in characters from 1, where one is.
        column: Option<usize>,
    },
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] ludex_core::Stopped),
    /// Answers that do not fit into one array.
    #[error(
        "the answers of {rows} rows are longer than 2 GB, the most that one array holds: give fewer rows at a time"
    )]
    Long {
        /// The rows.
        rows: usize,
    },
    /// Arrow's own.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
    /// A defect of Ludex: please tell us the input.
    #[error("a defect in {function}: {message}")]
    Defect {
        /// The function, as SQL calls it.
        function: String,
        /// What went wrong.
        message: String,
    },
}
