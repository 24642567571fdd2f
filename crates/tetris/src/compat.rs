//! Old spellings, until the setup database uses the new ones.

use crate::canonical::Canonical;
use crate::name::{FourRule, IdError, IdScheme, SetupId};
use crate::position::{Position, PositionError};
use crate::setup::Setup;

impl Canonical {
    #[doc(hidden)]
    #[must_use]
    pub fn of(position: &Position) -> Canonical {
        position.canonical()
    }
}

impl Position {
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    pub fn check(setup: &Setup) -> Result<Position, PositionError> {
        Position::try_from(setup)
    }
}

impl SetupId {
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    pub fn first(setup: &Canonical, scheme: IdScheme, rule: FourRule) -> Result<SetupId, IdError> {
        SetupId::pack(setup, scheme, rule)
    }
}
