//! Items of people, many at once: which are known, and which of them can be put.

use crate::error::{Result, StoreError};
use crate::record::Record;
use crate::store::Store;
use crate::transfer::Named;
use ludex_core::Name;

/// What came of one record: the name it is stored under and whether it was new, or why it was refused.
pub type PutOne = std::result::Result<(Name, bool), StoreError>;

impl Store {
    /// Which of the items have a record. Where several positions share a name, the whole position decides.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn seen_items(&mut self, items: &[&Named]) -> Result<Vec<bool>> {
        let names: Vec<String> = items.iter().map(|item| item.name.to_string()).collect();
        let mut known = self.seen(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        for (known, item) in known.iter_mut().zip(items) {
            if *known && item.shared_name {
                *known = self.find(&item.name, item.position.as_deref())?.is_some();
            }
        }
        Ok(known)
    }

    /// Puts records, each on its own where one is refused; their facts join those that are there, or
    /// replace them.
    ///
    /// # Errors
    /// When the database is in trouble; a record that no store takes is refused alone.
    ///
    /// # Examples
    /// ```
    /// use ludex_store::{Record, Store};
    /// let mut store = Store::open(":memory:")?;
    /// let name: ludex_core::Name = "cube2:0469".parse().expect("a name");
    /// let bad = Record { count: -1, ..Record::new(name.clone(), 0) };
    /// let put = store.put_each(vec![Record::new(name.clone(), 0), bad], false)?;
    /// assert!(matches!(&put[0], Ok((stored, true)) if *stored == name));
    /// assert!(put[1].is_err());
    /// # Ok::<(), ludex_store::StoreError>(())
    /// ```
    pub fn put_each(&mut self, records: Vec<Record>, replacing: bool) -> Result<Vec<PutOne>> {
        let put = if replacing { Store::put_replacing } else { Store::put };
        match put(self, records.clone()) {
            Ok(new) => {
                let each = records.iter().zip(new);
                each.map(|(record, new)| Ok(Ok((self.settled(record)?, new)))).collect()
            }
            // One of them is no record: each alone, so that only that one is refused.
            Err(error) if error.is_refusal() && records.len() > 1 => {
                let mut all = Vec::with_capacity(records.len());
                for record in records {
                    all.extend(self.put_each(vec![record], replacing)?);
                }
                Ok(all)
            }
            Err(error) if error.is_refusal() => Ok(vec![Err(error)]),
            Err(error) => Err(error),
        }
    }

    /// The name a record got: where another position had its name, the next one.
    fn settled(&mut self, record: &Record) -> Result<Name> {
        if record.shared_name
            && let Some(name) = self.find(&record.name, record.position.as_deref())?
        {
            return Ok(name);
        }
        Ok(record.name.clone())
    }
}
