//! One row of an answer, which refuses to be read as what it is not.

use crate::error::{Result, StoreError};
use crate::sql::Value;

/// One row of an answer. Its columns are taken from the first on; each call names the column, for the
/// message of a value that is missing or of another type.
///
/// # Examples
/// ```
/// use ludex_store::{Row, Value};
/// let mut row = Row::new(vec![Value::Text("cube2:0469".into()), Value::Int(2), Value::Null]);
/// assert_eq!(row.text("name")?, "cube2:0469");
/// assert_eq!(row.int("count")?, 2);
/// assert_eq!(row.optional_text("source")?, None);
/// let error = row.int("length").unwrap_err();
/// assert!(error.to_string().contains("length"));
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Row {
    cells: std::vec::IntoIter<Value>,
}

impl Row {
    /// A row of these values.
    #[must_use]
    pub fn new(values: Vec<Value>) -> Self {
        Row { cells: values.into_iter() }
    }

    /// The columns that were not taken yet.
    #[must_use]
    pub fn into_values(self) -> Vec<Value> {
        self.cells.collect()
    }

    /// The next value, whatever it is.
    ///
    /// # Errors
    /// When the row has no more columns.
    pub fn value(&mut self, column: &'static str) -> Result<Value> {
        self.cells.next().ok_or_else(|| wrong(column, None, "a value"))
    }

    /// A text that must be there.
    ///
    /// # Errors
    /// When the column is missing, NULL or of another type.
    pub fn text(&mut self, column: &'static str) -> Result<String> {
        self.optional_text(column)?.ok_or_else(|| wrong(column, Some(&Value::Null), "a text"))
    }

    /// A text, or nothing for NULL.
    ///
    /// # Errors
    /// When the column is missing or of another type.
    pub fn optional_text(&mut self, column: &'static str) -> Result<Option<String>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            other => Err(wrong(column, Some(&other), "a text")),
        }
    }

    /// A text that is read as something else: an id, a name, one word of a list.
    ///
    /// # Errors
    /// When the column is missing, NULL or of another type, or its text does not read.
    pub fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        column: &'static str,
    ) -> Result<T> {
        self.optional_parsed(column)?.ok_or_else(|| wrong(column, Some(&Value::Null), "a text"))
    }

    /// A text that is read as something else, or nothing for NULL.
    ///
    /// # Errors
    /// When the column is missing or of another type, or its text does not read.
    pub fn optional_parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        column: &'static str,
    ) -> Result<Option<T>> {
        let read = |text: String| {
            text.parse().map_err(|error: T::Err| StoreError::Column { column, reason: error.to_string() })
        };
        self.optional_text(column)?.map(read).transpose()
    }

    /// A whole number that must be there.
    ///
    /// # Errors
    /// When the column is missing, NULL or of another type.
    pub fn int(&mut self, column: &'static str) -> Result<i64> {
        self.optional_int(column)?.ok_or_else(|| wrong(column, Some(&Value::Null), "a whole number"))
    }

    /// A whole number, or nothing for NULL.
    ///
    /// # Errors
    /// When the column is missing or of another type.
    pub fn optional_int(&mut self, column: &'static str) -> Result<Option<i64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Int(number) => Ok(Some(number)),
            other => Err(wrong(column, Some(&other), "a whole number")),
        }
    }

    /// A count: a whole number from 0 on.
    ///
    /// # Errors
    /// When the column is missing, NULL, of another type or negative.
    pub fn count(&mut self, column: &'static str) -> Result<usize> {
        let number = self.int(column)?;
        usize::try_from(number).map_err(|_| wrong(column, Some(&Value::Int(number)), "a number from 0 on"))
    }

    /// A truth value: 0 or 1.
    ///
    /// # Errors
    /// When the column is missing, NULL or anything else.
    pub fn flag(&mut self, column: &'static str) -> Result<bool> {
        match self.value(column)? {
            Value::Int(0) => Ok(false),
            Value::Int(1) => Ok(true),
            other => Err(wrong(column, Some(&other), "0 or 1")),
        }
    }

    /// A number, or nothing for NULL.
    ///
    /// # Errors
    /// When the column is missing or of another type.
    pub fn optional_real(&mut self, column: &'static str) -> Result<Option<f64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Int(number) => Ok(Some(number as f64)),
            Value::Real(number) => Ok(Some(number)),
            other => Err(wrong(column, Some(&other), "a number")),
        }
    }

    /// Bytes that must be there.
    ///
    /// # Errors
    /// When the column is missing, NULL or of another type.
    pub fn bytes(&mut self, column: &'static str) -> Result<Vec<u8>> {
        self.optional_bytes(column)?.ok_or_else(|| wrong(column, Some(&Value::Null), "bytes"))
    }

    /// Bytes, or nothing for NULL.
    ///
    /// # Errors
    /// When the column is missing or of another type.
    pub fn optional_bytes(&mut self, column: &'static str) -> Result<Option<Vec<u8>>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Bytes(bytes) => Ok(Some(bytes)),
            other => Err(wrong(column, Some(&other), "bytes")),
        }
    }
}

fn wrong(column: &'static str, found: Option<&Value>, wanted: &str) -> StoreError {
    let found = match found {
        None => "missing".to_owned(),
        Some(Value::Null) => "NULL".to_owned(),
        Some(Value::Int(number)) => format!("the number {number}"),
        Some(Value::Real(number)) => format!("the number {number}"),
        Some(Value::Text(text)) => format!("the text {:?}", text.chars().take(40).collect::<String>()),
        Some(Value::Bytes(bytes)) => format!("{} bytes", bytes.len()),
    };
    StoreError::Column { column, reason: format!("it is {found} where {wanted} belongs") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_columns_are_refused() {
        let values = [
            Value::Null,
            Value::Int(7),
            Value::Real(0.5),
            Value::Text("seven".into()),
            Value::Bytes(vec![7]),
        ];
        type Read = fn(&mut Row) -> bool;
        let readers: [(Read, [bool; 5]); 10] = [
            (|row| row.text("x").is_ok(), [false, false, false, true, false]),
            (|row| row.optional_text("x").is_ok(), [true, false, false, true, false]),
            (|row| row.int("x").is_ok(), [false, true, false, false, false]),
            (|row| row.optional_int("x").is_ok(), [true, true, false, false, false]),
            (|row| row.count("x").is_ok(), [false, true, false, false, false]),
            (|row| row.flag("x").is_ok(), [false; 5]),
            (|row| row.optional_real("x").is_ok(), [true, true, true, false, false]),
            (|row| row.bytes("x").is_ok(), [false, false, false, false, true]),
            (|row| row.optional_bytes("x").is_ok(), [true, false, false, false, true]),
            (|row| row.parsed::<i32>("x").is_ok(), [false; 5]),
        ];
        for (read, expected) in readers {
            for (value, expected) in values.iter().zip(expected) {
                assert_eq!(read(&mut Row::new(vec![value.clone()])), expected, "{value:?}");
            }
            assert!(!read(&mut Row::new(vec![])), "a column that is not there");
        }
        assert!(Row::new(vec![Value::Int(-1)]).count("x").is_err());
        let error = Row::new(vec![Value::Text("x".into())]).int("depth").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the store is damaged: the column depth: it is the text \"x\" where a whole number belongs"
        );
        assert!(!error.is_refusal());
    }
}
