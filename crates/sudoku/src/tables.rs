//! What naming needs: a catalogue, opened when the first name is asked for, and seekers to look into it.

use crate::canonical::CanonicalGrid;
use crate::catalogue::{Catalogue, CatalogueError, Seeker};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Opener = dyn Fn() -> Result<Catalogue, CatalogueError> + Send + Sync;

/// The catalogue with its pool of seekers. Cheap to clone; clones share both.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Grid, Tables};
/// let tables = Tables::default();
/// let last = tables.grid(5_472_730_538)?;
/// assert_eq!(last.grid().to_string()[..9], *"123456789");
/// assert_eq!(last.rank(&tables)?, 5_472_730_538);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tables(Arc<Shared>);

struct Shared {
    open: Box<Opener>,
    catalogue: OnceLock<Catalogue>,
    /// Seekers not at work; each keeps what it has made.
    seekers: Mutex<Vec<Seeker>>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables({:?})", self.0.catalogue.get())
    }
}

impl Default for Tables {
    /// With the index that comes with the library.
    fn default() -> Tables {
        Tables::new(|| Ok(Catalogue::shipped()))
    }
}

impl Tables {
    /// With a way to open the catalogue.
    #[must_use]
    pub fn new(open: impl Fn() -> Result<Catalogue, CatalogueError> + Send + Sync + 'static) -> Tables {
        Tables(Arc::new(Shared {
            open: Box::new(open),
            catalogue: OnceLock::new(),
            seekers: Mutex::new(Vec::new()),
        }))
    }

    /// With the finest index at hand: the row5 level from the user's cache folder where it was built, else
    /// the one that comes with the library. A file that cannot be used is told to `complain`, once.
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn cached(complain: impl Fn(&str) + Send + Sync + 'static) -> Tables {
        Tables::new(move || Ok(crate::catalogue::recipe::finest(&complain)))
    }

    /// The catalogue, opened now if it was not before.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn catalogue(&self) -> Result<&Catalogue, CatalogueError> {
        if self.0.catalogue.get().is_none() {
            let opened = (self.0.open)()?;
            let _ = self.0.catalogue.set(opened);
        }
        Ok(self.0.catalogue.get().expect("just set"))
    }

    /// Lends a seeker: many look-ups in a row by one seeker share the work of neighbours.
    ///
    /// # Errors
    /// When the catalogue cannot be opened, or what the caller answers.
    pub fn seek<T, E: From<CatalogueError>>(
        &self,
        work: impl FnOnce(&mut Seeker) -> Result<T, E>,
    ) -> Result<T, E> {
        let idle = self.0.seekers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut seeker = match idle {
            Some(seeker) => seeker,
            None => self.catalogue()?.seeker(),
        };
        let answer = work(&mut seeker);
        self.0.seekers.lock().unwrap_or_else(PoisonError::into_inner).push(seeker);
        answer
    }

    /// The min-lex grid of a rank, 1 for the first.
    ///
    /// # Errors
    /// When the rank is outside the catalogue, or the catalogue cannot be used.
    pub fn grid(&self, rank: u64) -> Result<CanonicalGrid, CatalogueError> {
        self.seek(|seeker| seeker.grid(rank))
    }
}
