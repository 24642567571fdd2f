//! The numbers a search prunes, reduces and extends by.
//!
//! They were set by matches; `ludex-train duel` plays other numbers against them (`network; probcut=0`).

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Makes the struct, its default and the way to set a field by its name from one list.
macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident = $default:expr;)*) => {
        /// How the search prunes, reduces and extends. Points are those of the evaluation; plies of
        /// reductions are thousandths.
        ///
        /// # Examples
        /// ```
        /// use ludex_xiangqi::engine::Margins;
        /// let margins: Margins = "probcut=0, window=50".parse()?;
        /// assert_eq!((margins.probcut, margins.window), (0, 50));
        /// # Ok::<(), ludex_xiangqi::engine::MarginsError>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Margins {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Margins { $($name: $default,)* }
            }
        }

        impl Margins {
            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for Margins {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let fields = [$((stringify!($name), self.$name)),*];
                for (at, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name}={value}", if at == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    };
}

margins! {
    /// A node so far above the window, for each ply left, is cut without a search.
    futility = 65;
    /// How far above the window a pass may save one more ply.
    pass_step = 200;
    /// A node so far below the window, for each ply left, is left to the captures.
    razor = 250;
    /// Quiet moves that are looked at whatever the depth.
    late = 4;
    /// A quiet move so far below the window is passed over: this many points,
    hopeless = 70;
    /// and so many for each ply left.
    hopeless_step = 75;
    /// A quiet move whose history is below minus this for each ply left is passed over.
    unloved = 4096;
    /// Below the table's score, for each ply: how far worse all other moves must be.
    singular = 2;
    /// Further below, and the table's move is searched two plies deeper; 0: never.
    singular_double = 20;
    /// 1: where another move is too good as well, the node is cut.
    multicut = 1;
    /// Half the window around the last score.
    window = 30;
    /// What a capture must bring the captures-only search within, beyond its victim's value.
    delta = 150;
    /// Plies off every late move,
    reduction = 400;
    /// and off for ln(depth) * ln(number).
    reduction_slope = 620;
    /// Where the side to move does not get better.
    reduction_not_improving = 1000;
    /// Where a cut is expected.
    reduction_cut = 1000;
    /// Where the table's move is a capture.
    reduction_capture = 0;
    /// Less at nodes with an open window.
    reduction_wide = 1000;
    /// Less for a killer.
    reduction_killer = 1000;
    /// The history that is worth a ply.
    reduction_history = 8192;
    /// 1: sound checks are searched a ply deeper.
    checks = 1;
    /// A capture that comes out so far above the window in a shallow search cuts the node; 0: none is tried.
    probcut = 160;
    /// How far what the search found corrects the static value, in 1024ths of what is kept; 0: not at all.
    correction = 56;
    /// 1: quiet checks are looked at in the first ply of the captures.
    quiet_checks = 1;
}

/// Words that set no number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} sets no margin: NAME=NUMBER with one of {names}", names = Margins::NAMES.join(", "))]
pub struct MarginsError(pub String);

impl Margins {
    /// Sets one number: `probcut=0`.
    ///
    /// # Errors
    /// When there is no such name, or no number.
    pub fn set(&mut self, word: &str) -> Result<(), MarginsError> {
        let error = || MarginsError(word.chars().take(60).collect());
        let (name, value) = word.split_once('=').ok_or_else(error)?;
        let value = value.trim().parse().map_err(|_| error())?;
        *self.field(name.trim()).ok_or_else(error)? = value;
        Ok(())
    }
}

impl FromStr for Margins {
    type Err = MarginsError;

    /// The usual ones, save those that are named.
    fn from_str(text: &str) -> Result<Self, MarginsError> {
        let mut margins = Margins::default();
        text.split(',').filter(|word| !word.trim().is_empty()).try_for_each(|word| margins.set(word))?;
        Ok(margins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        let margins: Margins = "window=7,razor=-3".parse().unwrap();
        assert_eq!(margins.to_string().parse(), Ok(margins));
        assert_ne!(margins, Margins::default());
        for word in ["window", "windows=3", "window=x"] {
            assert!(word.parse::<Margins>().unwrap_err().to_string().contains("razor"), "{word}");
        }
    }
}
