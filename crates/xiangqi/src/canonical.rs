//! The lesser of a board and its mirror image, by their names.

use crate::name::{Letters, NameError};
use crate::setup::Setup;
use std::fmt;

/// A board in the form all its disguises share.
///
/// The only disguise of a xiangqi board is its reflection left to right: exchanging the colours makes
/// another position, because Red begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    letters: Letters,
    mirrored: bool,
}

impl Canonical {
    /// Takes the lesser name of a board and its mirror image.
    ///
    /// # Errors
    /// When the board has no name, see [`Letters::of`].
    pub fn of(setup: &Setup) -> Result<Self, NameError> {
        let (here, there) = (Letters::of(setup)?, Letters::of(&setup.mirrored())?);
        Ok(Canonical { letters: here.min(there), mirrored: there < here })
    }

    /// The canonical name.
    #[must_use]
    pub const fn letters(&self) -> Letters {
        self.letters
    }

    /// Whether the board had to be reflected.
    #[must_use]
    pub const fn mirrored(&self) -> bool {
        self.mirrored
    }

    /// The board itself, in canonical form.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.letters.setup()
    }
}

impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters.fmt(f)
    }
}
