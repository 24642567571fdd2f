//! Rows of a file, put aside table by table until their turn comes.
//!
//! A file may bring its tables in any order, and an import takes setups before what hangs on them. A few rows
//! wait in memory, many in temporary files without a name, which vanish with the program.

use crate::formats::FieldRow;
use ludex_store::{Result, StoreError};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Seek, Write};
use tempfile::SpooledTempFile;

/// Bytes of a table that wait in memory.
const IN_MEMORY: usize = 1 << 20;
/// Bytes of all tables that wait.
const MOST_BYTES: u64 = 4 << 30;

/// Rows by the rank of their table.
pub(crate) struct Spool {
    tables: Vec<SpooledTempFile>,
    bytes: u64,
}

impl Spool {
    /// Room for so many tables.
    pub(crate) fn new(tables: usize) -> Self {
        Spool { tables: (0..tables).map(|_| SpooledTempFile::new(IN_MEMORY)).collect(), bytes: 0 }
    }

    /// Puts a row aside.
    pub(crate) fn put(&mut self, rank: usize, row: &FieldRow) -> Result<()> {
        let mut line =
            serde_json::to_vec(&json!([row.line, row.table, row.fields])).map_err(std::io::Error::from)?;
        line.push(b'\n');
        self.bytes += line.len() as u64;
        if self.bytes > MOST_BYTES {
            return Err(StoreError::Value(format!(
                "the rows of the file take more than {MOST_BYTES} bytes; import it in parts"
            )));
        }
        Ok(self.tables[rank].write_all(&line)?)
    }

    /// The rows of a table, in the order in which they came.
    pub(crate) fn rows(&mut self, rank: usize) -> Result<impl Iterator<Item = Result<FieldRow>>> {
        let table = &mut self.tables[rank];
        table.rewind()?;
        let mut lines = BufReader::with_capacity(1 << 16, table);
        Ok(std::iter::from_fn(move || {
            let mut line = Vec::new();
            match lines.read_until(b'\n', &mut line) {
                Ok(0) => None,
                Ok(_) => Some(row(&line)),
                Err(error) => Some(Err(error.into())),
            }
        }))
    }
}

fn row(line: &[u8]) -> Result<FieldRow> {
    let lost =
        || StoreError::Stream(std::io::Error::other("a temporary file holds what was not written to it"));
    let mut parts: [Json; 3] = serde_json::from_slice(line).map_err(|_| lost())?;
    let Json::Object(fields) = parts[2].take() else { return Err(lost()) };
    let text = |value: Json| match value {
        Json::String(text) => Some(text),
        _ => None,
    };
    Ok(FieldRow {
        line: parts[0].as_u64().and_then(|line| usize::try_from(line).ok()).ok_or_else(lost)?,
        table: text(parts[1].take()),
        fields: fields.into_iter().map(|(column, value)| (column, text(value))).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_there_and_back(
            line in 1usize..1_000_000,
            table in prop::option::of(".{0,9}"),
            fields in prop::collection::btree_map(".{0,9}", prop::option::of(".{0,30}"), 0..6),
        ) {
            let row = FieldRow { line, table, fields };
            let mut spool = Spool::new(2);
            spool.put(1, &row).unwrap();
            spool.put(1, &row).unwrap();
            prop_assert_eq!(spool.rows(0).unwrap().count(), 0);
            let back: Vec<FieldRow> = spool.rows(1).unwrap().collect::<Result<_>>().unwrap();
            prop_assert_eq!(back, vec![row.clone(), row]);
        }
    }
}
