//! The rows of a JSON file of setups, one by one as they are read.

use crate::formats::{EachRow, FieldRow, LONGEST_ROW, check_columns, wrong};
use ludex_store::capped::Capped;
use ludex_store::{Result, StoreError};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::io::{BufRead, BufReader};
use std::rc::Rc;

/// A longer value that is no text is refused: parsed it takes many times as much memory.
const LONGEST_VALUE: usize = 1 << 20;

/// What the visitors share.
struct Reading<'a, 'b> {
    each: &'a mut EachRow<'b>,
    /// Bytes of the row at hand.
    share: Rc<Cell<usize>>,
    /// What the hearer said, where it failed: the parser has only errors of its own.
    failed: Option<StoreError>,
}

/// Reads `{"setups": [{...}, ...], ...}`, or an array of setups.
pub(crate) fn read(reader: impl BufRead, each: &mut EachRow<'_>) -> Result<()> {
    let capped = Capped::new(reader, LONGEST_ROW);
    let share = capped.share();
    let mut reading = Reading { each, share, failed: None };
    let mut json = serde_json::Deserializer::from_reader(BufReader::new(capped));
    let read = Tables(&mut reading).deserialize(&mut json).and_then(|()| json.end());
    match (reading.failed, read) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(wrong(error.line(), error.to_string())),
        (None, Ok(())) => Ok(()),
    }
}

struct Tables<'r, 'a, 'b>(&'r mut Reading<'a, 'b>);

impl<'de> DeserializeSeed<'de> for Tables<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tables<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object of tables or an array of setups")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> std::result::Result<(), A::Error> {
        Table { reading: self.0, name: "setups" }.visit_seq(rows)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut tables: A) -> std::result::Result<(), A::Error> {
        while let Some(name) = tables.next_key::<String>()? {
            tables.next_value_seed(Table { reading: self.0, name: &name })?;
        }
        Ok(())
    }
}

/// The value of a table: an array of rows; anything else is of no interest.
struct Table<'r, 'a, 'b> {
    reading: &'r mut Reading<'a, 'b>,
    name: &'r str,
}

impl<'de> DeserializeSeed<'de> for Table<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Table<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> std::result::Result<(), A::Error> {
        let mut line = 0;
        loop {
            line += 1;
            self.reading.share.set(0);
            let Some(fields) = rows.next_element_seed(Row { table: self.name, line })? else { return Ok(()) };
            let row = FieldRow { line, table: Some(self.name.to_owned()), fields };
            if let Err(error) = (self.reading.each)(row) {
                self.reading.failed = Some(error);
                return Err(A::Error::custom("the row was not taken"));
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_unit<E>(self) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<(), E> {
        Ok(())
    }
}

/// An object of fields.
struct Row<'r> {
    table: &'r str,
    line: usize,
}

impl Row<'_> {
    fn wrong<E: Error>(&self, what: impl Display) -> E {
        E::custom(format!("{} row {}: {what}", self.table, self.line))
    }
}

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = BTreeMap<String, Option<String>>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = BTreeMap<String, Option<String>>;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "an object as row {} of {}", self.line, self.table)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some(column) = map.next_key::<String>()? {
            check_columns(self.line, fields.len() + 1).map_err(|error| self.wrong(error))?;
            let value = map.next_value::<Box<RawValue>>()?;
            let value = field(value.get()).map_err(|error| self.wrong(error))?;
            fields.insert(column, value);
        }
        Ok(fields)
    }
}

/// A value as a field: a text as it is, null as nothing, anything else as JSON.
fn field(raw: &str) -> std::result::Result<Option<String>, String> {
    match raw.as_bytes().first() {
        Some(b'"') => serde_json::from_str(raw).map(Some).map_err(|error| error.to_string()),
        Some(b'n') => Ok(None),
        _ if raw.len() > LONGEST_VALUE => Err(format!(
            "a value that is no text is {} bytes long; up to {LONGEST_VALUE} are read",
            raw.len()
        )),
        _ => serde_json::from_str(raw)
            .map(|value: Json| Some(value.to_string()))
            .map_err(|error| error.to_string()),
    }
}
