//! The one way to write a setup: letters in the order `TILJSZO`, the fumen without its address.

use crate::fumen::{Fumen, FumenError, Link};
use crate::piece::{Counts, Piece};
use crate::position::SetupPosition;

/// A setup without its disguises.
///
/// A mirrored setup is another setup: players build it for other queues.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Canonical {
    pc: u8,
    oqb: bool,
    leftover: Counts,
    build: Counts,
    cover: String,
    fumen: String,
}

impl Canonical {
    /// Sorts the letters and cuts the fumen out of its address.
    #[must_use]
    pub fn of(position: &SetupPosition) -> Canonical {
        Canonical {
            pc: position.pc,
            oqb: position.oqb,
            leftover: Counts::of(&position.leftover),
            build: Counts::of(&position.build),
            cover: position.cover.clone(),
            fumen: position.fumen.text().to_owned(),
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

    /// The setup as one line of six fields.
    #[must_use]
    pub fn text(&self) -> String {
        let (leftover, build) = (Piece::spell(&self.leftover.sorted()), Piece::spell(&self.build.sorted()));
        format!("{}\t{}\t{leftover}\t{build}\t{}\t{}", self.pc, u8::from(self.oqb), self.cover, self.fumen)
    }
}

impl SetupPosition {
    /// The fumen's letters.
    #[must_use]
    pub const fn fumen(&self) -> &Link {
        &self.fumen
    }

    /// The six fields as one line, as they were typed.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}",
            self.pc,
            u8::from(self.oqb),
            Piece::spell(&self.leftover),
            Piece::spell(&self.build),
            self.cover,
            self.typed_fumen
        )
    }
}
