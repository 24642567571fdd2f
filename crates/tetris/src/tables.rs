//! What naming a setup needs: no table, but a choice of layout.

use crate::name::{FourRule, IdScheme};

/// How ids are made; the default is the first scheme with counted pieces.
///
/// # Examples
/// ```
/// use ludex_tetris::{FourRule, IdScheme, Position, Setup, Tables};
///
/// let setup: Setup = "8\t0\tT\tT\tT\tv115@vhAAgH".parse()?;
/// let canonical = Position::try_from(&setup)?.canonical();
/// let published = Tables { four: FourRule::Published, ..Tables::default() };
/// assert!(!canonical.name(&Tables::default())?.fields(IdScheme::V1).four);
/// assert!(canonical.name(&published)?.fields(IdScheme::V1).four);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tables {
    /// The layout of ids.
    pub scheme: IdScheme,
    /// How the "four of a piece" bit is set.
    pub four: FourRule,
}
