//! The columns that are read, whatever their type.

use crate::error::Error;
use crate::function::{Function, Kind};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeStringArray, PrimitiveArray, StringArray, StringViewArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use ludex_core::Refusal;

/// An argument of a call: a column, or one value for every row.
#[derive(Debug, Clone)]
pub struct Input {
    array: ArrayRef,
    scalar: bool,
}

impl From<ArrayRef> for Input {
    /// A column.
    fn from(array: ArrayRef) -> Input {
        Input { array, scalar: false }
    }
}

impl Input {
    /// One value for every row: an array of one element.
    #[must_use]
    pub fn scalar(value: ArrayRef) -> Input {
        Input { array: value, scalar: true }
    }

    /// The array.
    #[must_use]
    pub const fn array(&self) -> &ArrayRef {
        &self.array
    }

    /// Whether it is one value for every row.
    #[must_use]
    pub const fn is_scalar(&self) -> bool {
        self.scalar
    }
}

/// A column that can be asked for a row.
pub(crate) struct Column<'a> {
    values: Values<'a>,
    scalar: bool,
}

enum Values<'a> {
    Null,
    Utf8(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
    /// The place of each row's value, which of them are null, and the values.
    Dictionary(Vec<usize>, Option<NullBuffer>, Box<Values<'a>>),
    /// The numbers; where one is null and the second is not, it was no number from 0 on.
    Numbers(PrimitiveArray<UInt64Type>, Option<NullBuffer>),
}

impl<'a> Column<'a> {
    /// Opens a column of the type an argument needs.
    pub(crate) fn open(
        function: &Function,
        index: usize,
        input: &'a Input,
        rows: usize,
    ) -> Result<Column<'a>, Error> {
        let argument = &function.arguments()[index];
        let found = input.array.len();
        if found != if input.scalar { 1 } else { rows } {
            return Err(Error::Length {
                function: function.sql_name(),
                argument: argument.name,
                found,
                rows,
            });
        }
        let wrong = || Error::Type {
            function: function.sql_name(),
            argument: argument.name,
            found: input.array.data_type().clone(),
            wanted: argument.kind.accepts(),
        };
        let values = match argument.kind {
            Kind::Text => texts(&input.array),
            Kind::Number => numbers(&input.array),
        };
        Ok(Column { values: values.ok_or_else(wrong)?, scalar: input.scalar })
    }

    const fn place(&self, row: usize) -> usize {
        if self.scalar { 0 } else { row }
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.values.is_null(self.place(row))
    }

    /// The text of a row, empty where it is null.
    pub(crate) fn text(&self, row: usize) -> &str {
        self.values.text(self.place(row))
    }

    /// The number of a row that is not null.
    pub(crate) fn number(&self, row: usize) -> Result<u64, Refusal> {
        match &self.values {
            Values::Numbers(numbers, _) if numbers.is_valid(self.place(row)) => {
                Ok(numbers.value(self.place(row)))
            }
            _ => Err(Refusal::new("a number from 0 to 18446744073709551615 is needed")),
        }
    }
}

impl Values<'_> {
    fn is_null(&self, at: usize) -> bool {
        match self {
            Values::Null => true,
            Values::Utf8(array) => array.is_null(at),
            Values::Large(array) => array.is_null(at),
            Values::View(array) => array.is_null(at),
            Values::Dictionary(keys, nulls, values) => {
                nulls.as_ref().is_some_and(|nulls| nulls.is_null(at)) || values.is_null(keys[at])
            }
            Values::Numbers(_, nulls) => nulls.as_ref().is_some_and(|nulls| nulls.is_null(at)),
        }
    }

    fn text(&self, at: usize) -> &str {
        match self {
            Values::Utf8(array) => array.value(at),
            Values::Large(array) => array.value(at),
            Values::View(array) => array.value(at),
            Values::Dictionary(keys, _, values) => values.text(keys[at]),
            Values::Null | Values::Numbers(..) => "",
        }
    }
}

fn texts(array: &dyn Array) -> Option<Values<'_>> {
    Some(match array.data_type() {
        DataType::Null => Values::Null,
        DataType::Utf8 => Values::Utf8(array.as_string()),
        DataType::LargeUtf8 => Values::Large(array.as_string()),
        DataType::Utf8View => Values::View(array.as_string_view()),
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            let values = texts(dictionary.values())?;
            // Keys under a null may be anything, and an empty dictionary has no place at all.
            let keys = if dictionary.values().is_empty() {
                vec![0; array.len()]
            } else {
                dictionary.normalized_keys()
            };
            Values::Dictionary(keys, dictionary.keys().nulls().cloned(), Box::new(values))
        }
        _ => return None,
    })
}

/// Any integers as they are, where they are 0 or more.
fn numbers(array: &dyn Array) -> Option<Values<'_>> {
    fn cast<T: ArrowPrimitiveType<Native: TryInto<u64>>>(array: &dyn Array) -> PrimitiveArray<UInt64Type> {
        array.as_primitive::<T>().unary_opt(|number| number.try_into().ok())
    }
    let numbers = match array.data_type() {
        DataType::Null => return Some(Values::Null),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().clone(),
        DataType::UInt32 => cast::<UInt32Type>(array),
        DataType::UInt16 => cast::<UInt16Type>(array),
        DataType::UInt8 => cast::<UInt8Type>(array),
        DataType::Int64 => cast::<Int64Type>(array),
        DataType::Int32 => cast::<Int32Type>(array),
        DataType::Int16 => cast::<Int16Type>(array),
        DataType::Int8 => cast::<Int8Type>(array),
        DataType::Boolean => array.as_boolean().iter().map(|truth| truth.map(u64::from)).collect(),
        _ => return None,
    };
    Some(Values::Numbers(numbers, array.nulls().cloned()))
}
