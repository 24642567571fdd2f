//! `ludex.Store`: records by name, in a file or on a server.

use crate::refused::refused;
use crate::work::long;
use ludex_core::Refusal;
use ludex_setups::Setups;
use ludex_store::transfer::{Named, record_of};
use ludex_store::{Facts, Record};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The native half of `ludex.Store`: facts and records pass as JSON.
#[pyclass(module = "ludex", frozen)]
pub(crate) struct Store {
    store: Mutex<Option<ludex_store::Store>>,
}

type Open<'a> = MutexGuard<'a, Option<ludex_store::Store>>;

fn store_error(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

impl Store {
    fn open(&self) -> Open<'_> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads items and works on them with the store, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        items: &[String],
        work: impl FnOnce(&mut ludex_store::Store, Vec<Result<Named, Refusal>>) -> Result<T, String> + Send,
    ) -> PyResult<T> {
        let done = long(py, |_| -> Result<T, String> {
            let read =
                |item: &String| Named::read(ludex_arrow::families(), item, false).map(|(item, _)| item);
            let named = items.iter().map(read).collect();
            let mut open = self.open();
            let store = open.as_mut().ok_or_else(|| "the store is closed".to_owned())?;
            work(store, named)
        })?;
        done.map_err(store_error)
    }
}

#[pymethods]
impl Store {
    /// Opens a store: a file, which is made if it is not there, or postgres://USER@HOST/DATABASE.
    #[new]
    #[pyo3(signature = (place, read_only=false))]
    fn new(py: Python<'_>, place: &str, read_only: bool) -> PyResult<Store> {
        let open = if read_only { Setups::open_to_read } else { Setups::open };
        let setups = py.detach(|| open(place)).map_err(store_error)?;
        Ok(Store { store: Mutex::new(Some(setups.into_store())) })
    }

    /// Puts items: for each its name, and whether it is new.
    #[pyo3(signature = (items, facts="{}", source=None, replace=false))]
    fn put(
        &self,
        py: Python<'_>,
        items: Vec<String>,
        facts: &str,
        source: Option<String>,
        replace: bool,
    ) -> PyResult<Vec<(String, bool)>> {
        let given: Value =
            serde_json::from_str(facts).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut facts = Facts::default();
        for (word, value) in given.as_object().into_iter().flatten() {
            facts.set(word, value.clone()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        let done = self.with(py, &items, |store, named| {
            let mut records: Vec<Record> = Vec::with_capacity(named.len());
            for item in named {
                match item {
                    Ok(item) => records.push(record_of(item, now)),
                    Err(refusal) => return Ok(Err(refusal)),
                }
            }
            for record in &mut records {
                record.facts = facts.clone();
                record.source = source.clone();
            }
            let put = store.put_each(records, replace).map_err(|error| error.to_string())?;
            Ok(put
                .into_iter()
                .map(|one| {
                    one.map(|(name, new)| (name.to_string(), new))
                        .map_err(|error| Refusal::new(error.to_string()))
                })
                .collect())
        })?;
        done.map_err(|refusal| refused(py, &refusal))
    }

    /// Whether the store knows each item; None for one that is refused.
    fn seen(&self, py: Python<'_>, items: Vec<String>) -> PyResult<Vec<Option<bool>>> {
        self.with(py, &items, |store, named| {
            let good: Vec<&Named> = named.iter().flatten().collect();
            let mut known = store.seen_items(&good).map_err(|error| error.to_string())?.into_iter();
            Ok(named.iter().map(|item| item.is_ok().then(|| known.next() == Some(true))).collect())
        })
    }

    /// The record of an item as JSON; None where there is none.
    fn get(&self, py: Python<'_>, item: String) -> PyResult<Option<String>> {
        let found = self.with(py, &[item], |store, named| {
            let item = match named.into_iter().next() {
                Some(Ok(item)) => item,
                Some(Err(refusal)) => return Ok(Err(refusal)),
                None => return Ok(Ok(None)),
            };
            let whole = item.position.as_deref().filter(|_| item.shared_name);
            let name = store.find(&item.name, whole).map_err(|error| error.to_string())?;
            let record = name.map(|name| store.get(&name)).transpose().map_err(|error| error.to_string())?;
            Ok(Ok(record.flatten().map(|record| Value::Object(record.to_json()).to_string())))
        })?;
        found.map_err(|refusal| refused(py, &refusal))
    }

    /// Closes the store; closing it twice is fine.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.open().take()));
    }
}
