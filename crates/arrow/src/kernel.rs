//! How one row, or one batch, is answered.

use crate::input::Column;
use arrow_schema::{DataType, Field, Fields};
use ludex_core::{Progress, Refusal};
use std::sync::Arc;

/// A row of a batch; what a function needs of it is not null.
pub(crate) struct Row<'a> {
    pub(crate) columns: &'a [Column<'a>],
    pub(crate) index: usize,
    /// For work that is long in itself: it may be stopped.
    pub(crate) progress: &'a dyn Progress,
}

impl<'a> Row<'a> {
    /// The text of an argument that must be there.
    pub(crate) fn text(&self, argument: usize) -> &'a str {
        self.columns[argument].text(self.index)
    }

    /// The number of an argument that must be there.
    pub(crate) fn number(&self, argument: usize) -> Result<u64, Refusal> {
        self.columns[argument].number(self.index)
    }

    /// The text of an argument that can be left out.
    pub(crate) fn text_given(&self, argument: usize) -> Option<&'a str> {
        self.given(argument).map(|column| column.text(self.index))
    }

    /// The number of an argument that can be left out.
    pub(crate) fn number_given(&self, argument: usize) -> Result<Option<u64>, Refusal> {
        self.given(argument).map(|column| column.number(self.index)).transpose()
    }

    fn given(&self, argument: usize) -> Option<&'a Column<'a>> {
        self.columns.get(argument).filter(|column| !column.is_null(self.index))
    }
}

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Share {
    pub(crate) success: u64,
    pub(crate) total: u64,
    pub(crate) percent: f64,
}

/// How a function answers, by what it gives.
pub(crate) enum Kernel {
    /// A text, written to the end of a buffer.
    Text(fn(&Row<'_>, &mut String) -> Result<(), Refusal>),
    /// A number.
    Number(fn(&Row<'_>) -> Result<u64, Refusal>),
    /// Yes or no.
    Truth(fn(&Row<'_>) -> Result<bool, Refusal>),
    /// The reason of refusal itself.
    Reason(fn(&Row<'_>) -> Result<(), Refusal>),
    /// Several texts.
    Texts(fn(&Row<'_>) -> Result<Vec<String>, Refusal>),
    /// Several numbers.
    Numbers(fn(&Row<'_>) -> Result<Vec<u64>, Refusal>),
    /// How many of how many.
    Share(fn(&Row<'_>) -> Result<Share, Refusal>),
    /// Texts of many rows that share work, one per row; run inside a pool.
    SharedText(fn(&[Row<'_>]) -> Vec<Result<String, Refusal>>),
    /// Numbers of many rows that share work, one per row; run inside a pool.
    SharedNumber(fn(&[Row<'_>]) -> Vec<Result<u64, Refusal>>),
}

impl Kernel {
    pub(crate) fn data_type(&self) -> DataType {
        let list = |item: DataType| DataType::List(Arc::new(Field::new_list_field(item, true)));
        match self {
            Kernel::Text(_) | Kernel::SharedText(_) | Kernel::Reason(_) => DataType::Utf8,
            Kernel::Number(_) | Kernel::SharedNumber(_) => DataType::UInt64,
            Kernel::Truth(_) => DataType::Boolean,
            Kernel::Texts(_) => list(DataType::Utf8),
            Kernel::Numbers(_) => list(DataType::UInt64),
            Kernel::Share(_) => DataType::Struct(share_fields()),
        }
    }

    pub(crate) const fn is_shared(&self) -> bool {
        matches!(self, Kernel::SharedText(_) | Kernel::SharedNumber(_))
    }
}

pub(crate) fn share_fields() -> Fields {
    Fields::from(vec![
        Field::new("success", DataType::UInt64, true),
        Field::new("total", DataType::UInt64, true),
        Field::new("percent", DataType::Float64, true),
    ])
}
