//! Short codes as an index: every code of a kind, in order.

use crate::error::Result;
use crate::query::past;
use crate::sql::Value;
use crate::store::Store;

/// Hears a short code and the name of a record that has it; `false` ends the walk.
pub type EachKey<'a> = dyn FnMut(&str, &str) -> Result<bool> + 'a;

impl Store {
    /// Walks the short codes of one kind that begin with `prefix`, in bytewise order.
    ///
    /// # Errors
    /// When the database is in trouble, or the hearer fails.
    pub fn each_key(&mut self, kind: &str, prefix: &str, each: &mut EachKey<'_>) -> Result<()> {
        let mut values: Vec<Value> = vec![kind.into(), prefix.into()];
        let end = past(prefix).map_or(String::new(), |end| {
            values.push(end.as_str().into());
            " AND key < ?3".to_owned()
        });
        let sql = format!(
            "SELECT key, name FROM record_keys WHERE kind = ?1 AND key >= ?2{end} ORDER BY key, name"
        );
        self.sql.rows(&sql, &values, &mut |mut row| {
            let (key, name) = (row.text("key")?, row.text("name")?);
            each(&key, &name)
        })
    }
}
