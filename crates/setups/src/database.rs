//! The setup database: a store, opened with the tables of setups in it.

use crate::schema::EXTENSION;
use ludex_store::sql::{Sql, transaction};
use ludex_store::{Extension, Result, Store, Value};

/// The setup database, in the same file or on the same server as the records of a store.
///
/// # Examples
/// ```
/// use ludex_setups::{Filter, Order, Rules, SetupFields, Setups};
/// use ludex_tetris::FourRule;
///
/// let mut setups = Setups::open(":memory:")?;
/// let fumen = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
/// let mut fields = SetupFields::new(2, "OTIT", "OIT", "T,[TIO]!", fumen);
/// fields.solve_pattern = Some("*p7".into());
/// let id = setups.add_setup(fields, FourRule::Counted)?;
/// assert_eq!(id.to_string(), "213ceaff91ff");
/// assert_eq!(setups.find_setups(2, "TTIOLJS", Rules::default())?[0].setup.id, id);
/// assert_eq!(setups.setups(&Filter::default(), Order::Id)?.len(), 1);
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug)]
pub struct Setups {
    store: Store,
}

impl Setups {
    /// Opens a store: a path of a file, `:memory:`, or `postgres://...`. What is missing is made, what is
    /// older brought to the present version.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open(place: &str) -> Result<Self> {
        Ok(Setups { store: Store::open_with(place, &[&EXTENSION])? })
    }

    /// Opens a store in which further crates keep tables of their own.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with(place: &str, others: &[&Extension]) -> Result<Self> {
        let extensions: Vec<&Extension> = [&[&EXTENSION], others].concat();
        Ok(Setups { store: Store::open_with(place, &extensions)? })
    }

    /// Opens a store only to read.
    ///
    /// # Errors
    /// As [`Store::open_to_read`].
    pub fn open_to_read(place: &str) -> Result<Self> {
        Setups::open_to_read_with(place, &[])
    }

    /// Opens a store in which further crates keep tables of their own, only to read.
    ///
    /// # Errors
    /// As [`Store::open_to_read`].
    pub fn open_to_read_with(place: &str, others: &[&Extension]) -> Result<Self> {
        let extensions: Vec<&Extension> = [&[&EXTENSION], others].concat();
        Ok(Setups { store: Store::open_to_read_with(place, &extensions)? })
    }

    /// Opens a store with the schema of an earlier version, to make samples of it.
    ///
    /// # Errors
    /// As [`Store::open_as_of`].
    pub fn open_as_of(place: &str, version: i64) -> Result<Self> {
        Ok(Setups { store: Store::open_as_of(place, version, &[&EXTENSION])? })
    }

    /// Writes all of the database into one file, as [`Store::backup`] does, with the tables of further crates.
    ///
    /// # Errors
    /// As [`Store::backup`].
    pub fn backup(&mut self, file: &std::path::Path, others: &[&Extension]) -> Result<()> {
        self.store.backup(file, &[&[&EXTENSION], others].concat())
    }

    /// Puts a backup in the place of all that is there, as [`Store::restore`] does.
    ///
    /// # Errors
    /// As [`Store::restore`].
    pub fn restore(&mut self, file: &std::path::Path, others: &[&Extension], force: bool) -> Result<()> {
        self.store.restore(file, &[&[&EXTENSION], others].concat(), force)
    }

    /// The store with its records.
    pub fn store(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The store with its records, for good.
    #[must_use]
    pub fn into_store(self) -> Store {
        self.store
    }

    /// Runs one statement that writes; how many rows it touched.
    pub(crate) fn write(&mut self, statement: &str, values: &[Value]) -> Result<u64> {
        transaction(self.sql(), |sql| sql.run(statement, values))
    }

    pub(crate) fn sql(&mut self) -> &mut dyn Sql {
        self.store.sql()
    }
}
