//! The one way to write a setup: letters in the order `TILJSZO`, the fumen without its address.

use crate::fumen::{Fumen, FumenError, Link};
use crate::name::{IdError, SetupId};
use crate::piece::{Counts, Piece};
use crate::position::Position;
use crate::tables::Tables;

/// A setup without its disguises.
///
/// A mirrored setup is another setup: players build it for other queues.
///
/// # Examples
/// ```
/// use ludex_tetris::{Position, Setup, Tables};
///
/// let read = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
///     Ok(Position::try_from(&text.parse::<Setup>()?)?.canonical())
/// };
/// let canonical = read("2\t0\tOTIT\tOIT\tT,[TIO]!\thttps://fumen.zui.jp/?v115@vhAAgH")?;
/// assert_eq!(canonical, read("2\t0\tTTIO\tTIO\tT,[TIO]!\tv115@vhAAgH")?);
/// assert_eq!(canonical.text(), "2\t0\tTTIO\tTIO\tT,[TIO]!\tv115@vhAAgH");
/// assert_eq!(canonical.position().canonical(), canonical);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Canonical {
    pub(crate) pc: u8,
    pub(crate) oqb: bool,
    pub(crate) leftover: Counts,
    pub(crate) build: Counts,
    pub(crate) cover: String,
    /// The letters of a [`Link`], of version 115.
    pub(crate) fumen: String,
}

impl Canonical {
    /// The first id of the setup: all bits of its unique number set. Setups that differ may share it; a
    /// store or an [`Allocator`](crate::Allocator) counts down from it.
    ///
    /// # Errors
    /// In the second scheme, when the fumen does not decode.
    pub fn name(&self, tables: &Tables) -> Result<SetupId, IdError> {
        SetupId::pack(self, tables.scheme, tables.four)
    }

    /// The setup as a position, its letters in order.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            pc: self.pc,
            oqb: self.oqb,
            leftover: self.leftover.sorted(),
            build: self.build.sorted(),
            cover: self.cover.clone(),
            fumen: Link::of_letters(&self.fumen),
            typed_fumen: self.fumen.clone(),
        }
    }

    /// Which perfect clear, 1 to 9.
    #[must_use]
    pub const fn pc(&self) -> u8 {
        self.pc
    }

    /// Whether it is one of several that look alike until a later piece decides.
    #[must_use]
    pub const fn oqb(&self) -> bool {
        self.oqb
    }

    /// The pieces left over from the bag before.
    #[must_use]
    pub const fn leftover(&self) -> &Counts {
        &self.leftover
    }

    /// The pieces of the setup.
    #[must_use]
    pub const fn build(&self) -> &Counts {
        &self.build
    }

    /// When to build it.
    #[must_use]
    pub fn cover(&self) -> &str {
        &self.cover
    }

    /// What it looks like, from `v115@` on.
    #[must_use]
    pub fn fumen(&self) -> &str {
        &self.fumen
    }

    /// The pages of the fumen.
    ///
    /// # Errors
    /// When the letters, which is all a setup checks, are no fumen.
    pub fn pages(&self) -> Result<Fumen, FumenError> {
        Fumen::decode(&self.fumen)
    }

    /// The setup in a mirror: left and right exchanged, L with J, S with Z. The fumen is written anew;
    /// nothing where it does not decode.
    #[must_use]
    pub fn mirrored(&self) -> Option<Canonical> {
        let counts = |counts: &Counts| {
            let pieces: Vec<Piece> = counts.sorted().into_iter().map(Piece::mirrored).collect();
            Counts::of(&pieces)
        };
        let letter = |c: char| Piece::from_letter(c).map_or(c, |piece| piece.mirrored().letter());
        Some(Canonical {
            pc: self.pc,
            oqb: self.oqb,
            leftover: counts(&self.leftover),
            build: counts(&self.build),
            cover: self.cover.chars().map(letter).collect(),
            fumen: self.pages().ok()?.mirrored().encode(),
        })
    }

    /// The setup as one line of six fields.
    #[must_use]
    pub fn text(&self) -> String {
        self.position().setup().to_string()
    }
}
