//! Answers as they are gathered.

use crate::error::Error;
use crate::kernel::{Kernel, Share, share_fields};
use arrow_array::builder::{BooleanBuilder, Float64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use std::sync::Arc;

/// The most bytes, or elements, an array with offsets of 32 bits holds.
pub(crate) const MOST: usize = i32::MAX as usize;

/// An array in the making.
pub(crate) enum Output {
    Text(StringBuilder),
    Number(UInt64Builder),
    Truth(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
    Numbers(ListBuilder<UInt64Builder>),
    Share(Shares),
}

/// How many of how many, in the making.
#[derive(Default)]
pub(crate) struct Shares {
    success: UInt64Builder,
    total: UInt64Builder,
    percent: Float64Builder,
    nulls: Option<NullBufferBuilder>,
}

impl Shares {
    fn push(&mut self, share: Option<Share>) {
        self.success.append_option(share.map(|share| share.success));
        self.total.append_option(share.map(|share| share.total));
        self.percent.append_option(share.map(|share| share.percent));
        self.nulls.get_or_insert_with(|| NullBufferBuilder::new(0)).append(share.is_some());
    }

    fn finish(mut self) -> StructArray {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.success.finish()),
            Arc::new(self.total.finish()),
            Arc::new(self.percent.finish()),
        ];
        let nulls = self.nulls.as_mut().and_then(NullBufferBuilder::finish);
        StructArray::new(share_fields(), columns, nulls)
    }
}

/// One answer.
pub(crate) enum Value<'a> {
    Text(&'a str),
    Number(u64),
    Truth(bool),
    Texts(Vec<String>),
    Numbers(Vec<u64>),
    Share(Share),
}

impl Output {
    /// For the answers of a function, so many rows.
    pub(crate) fn new(kernel: &Kernel, rows: usize) -> Output {
        match kernel {
            Kernel::Text(_) | Kernel::SharedText(_) | Kernel::Reason(_) => {
                Output::Text(StringBuilder::with_capacity(rows, rows.saturating_mul(24)))
            }
            Kernel::Number(_) | Kernel::SharedNumber(_) => Output::Number(UInt64Builder::with_capacity(rows)),
            Kernel::Truth(_) => Output::Truth(BooleanBuilder::with_capacity(rows)),
            Kernel::Texts(_) => Output::Texts(ListBuilder::new(StringBuilder::new())),
            Kernel::Numbers(_) => Output::Numbers(ListBuilder::new(UInt64Builder::new())),
            Kernel::Share(_) => Output::Share(Shares::default()),
        }
    }

    /// Texts, whatever the function gives.
    pub(crate) fn texts(rows: usize) -> Output {
        Output::Text(StringBuilder::with_capacity(rows, 0))
    }

    /// The next answer is null.
    pub(crate) fn push_null(&mut self) {
        match self {
            Output::Text(builder) => builder.append_null(),
            Output::Number(builder) => builder.append_null(),
            Output::Truth(builder) => builder.append_null(),
            Output::Texts(builder) => builder.append_null(),
            Output::Numbers(builder) => builder.append_null(),
            Output::Share(shares) => shares.push(None),
        }
    }

    /// The next answer.
    pub(crate) fn push(&mut self, value: Value<'_>, rows: usize) -> Result<(), Error> {
        let long = || Error::Long { rows };
        match (self, value) {
            (Output::Text(builder), Value::Text(text)) => {
                if builder.values_slice().len() + text.len() > MOST {
                    return Err(long());
                }
                builder.append_value(text);
            }
            (Output::Number(builder), Value::Number(number)) => builder.append_value(number),
            (Output::Truth(builder), Value::Truth(truth)) => builder.append_value(truth),
            (Output::Texts(builder), Value::Texts(texts)) => {
                let bytes: usize = texts.iter().map(String::len).sum();
                let values = builder.values();
                if values.values_slice().len() + bytes > MOST
                    || values.offsets_slice().len() + texts.len() > MOST
                {
                    return Err(long());
                }
                texts.iter().for_each(|text| values.append_value(text));
                builder.append(true);
            }
            (Output::Numbers(builder), Value::Numbers(numbers)) => {
                builder.values().append_slice(&numbers);
                builder.append(true);
            }
            (Output::Share(shares), Value::Share(share)) => shares.push(Some(share)),
            _ => unreachable!("a function gives what its type says"),
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            Output::Text(mut builder) => Arc::new(builder.finish()),
            Output::Number(mut builder) => Arc::new(builder.finish()),
            Output::Truth(mut builder) => Arc::new(builder.finish()),
            Output::Texts(mut builder) => Arc::new(builder.finish()),
            Output::Numbers(mut builder) => Arc::new(builder.finish()),
            Output::Share(shares) => Arc::new(shares.finish()),
        }
    }
}
