//! Under which rules a statistic holds: kick table and hold; and how far its computation came.

use ludex_store::{Result, StoreError, Value};
use std::fmt;
use std::str::FromStr;

/// An enumeration whose values are words of the database.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The words of all of them, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = StoreError;

            fn from_str(word: &str) -> Result<Self> {
                match word {
                    $($word => Ok($name::$variant),)*
                    _ => Err(StoreError::Value(format!("{word:?} is no {}: {} are", $what, Self::WORDS.join(", ")))),
                }
            }
        }

        impl From<$name> for Value {
            fn from(word: $name) -> Value {
                word.as_str().into()
            }
        }

        impl From<$name> for serde_json::Value {
            fn from(word: $name) -> serde_json::Value {
                word.as_str().into()
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A kick table, by name. The database knows more of them than the solver can compute.
    ///
    /// # Examples
    /// ```
    /// use ludex_setups::Kicks;
    /// assert_eq!("srs_plus".parse::<Kicks>()?, Kicks::SrsPlus);
    /// assert!("srs+".parse::<Kicks>().is_err());
    /// # Ok::<(), ludex_store::StoreError>(())
    /// ```
    Kicks, "kick table" {
        /// SRS without half turns.
        Srs = "srs",
        /// SRS+.
        SrsPlus = "srs_plus",
        /// SRS-X.
        Srsx = "srsx",
        /// SRS with the half turns most players use.
        #[default]
        Srs180 = "srs180",
        /// The table of Tetra-X.
        Tetrax = "tetrax",
        /// ASC.
        Asc = "asc",
        /// ARS.
        Ars = "ars",
        /// No kicks.
        None = "none",
    }
}

words! {
    /// Which held pieces come back.
    HoldRule, "hold" {
        /// Any of them.
        #[default]
        Any = "any",
        /// The one held longest.
        Cyclic = "cyclic",
        /// Nothing is held.
        None = "none",
    }
}

words! {
    /// How far a computation came.
    Status, "status" {
        /// It runs, or was killed.
        Processing = "processing",
        /// It came to its end.
        #[default]
        Completed = "completed",
        /// It cannot be computed.
        Failed = "failed",
        /// The setup has changed since: to be computed again.
        Stale = "stale",
    }
}

/// Kick table and hold: what a statistic is of, besides its setup.
///
/// # Examples
/// ```
/// use ludex_setups::{HoldRule, Kicks, Rules};
/// let rules = Rules { kicks: Kicks::Srs, ..Rules::default() };
/// assert_eq!((rules.hold, rules.to_string().as_str()), (HoldRule::Any, "srs any"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rules {
    /// The kick table.
    pub kicks: Kicks,
    /// The hold.
    pub hold: HoldRule,
}

impl Rules {
    /// Any hold under a kick table.
    #[must_use]
    pub const fn of(kicks: Kicks) -> Self {
        Rules { kicks, hold: HoldRule::Any }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kicks, self.hold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_there_and_back() {
        for kicks in Kicks::ALL {
            assert_eq!(kicks.as_str().parse::<Kicks>().unwrap(), *kicks);
        }
        for hold in HoldRule::ALL {
            assert_eq!(hold.as_str().parse::<HoldRule>().unwrap(), *hold);
        }
        for status in Status::ALL {
            assert_eq!(status.as_str().parse::<Status>().unwrap(), *status);
        }
        let error = "".parse::<HoldRule>().unwrap_err();
        assert_eq!(error.to_string(), "\"\" is no hold: any, cyclic, none are");
    }
}
