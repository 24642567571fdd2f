//! The lesser of a board and its mirror image, by their names.

use crate::name::{BoardName, NameError};
use crate::position::Position;
use crate::tables::Tables;

/// A position in the form all its disguises share.
///
/// The only disguise of a xiangqi board is its reflection left to right: exchanging the colours makes
/// another position, because Red begins. Two are equal when their boards and sides to move are,
/// whichever image they were made of.
///
/// # Examples
/// ```
/// use ludex_xiangqi::{Position, Setup, Tables};
/// let setup: Setup = "3k5/9/9/9/9/9/9/9/9/5K3 w".parse()?;
/// let canonical = Position::try_from(&setup)?.canonical();
/// let mirror = Position::try_from(&setup.mirrored())?.canonical();
/// assert_eq!(canonical, mirror);
/// assert!(canonical.is_mirrored() && !mirror.is_mirrored());
/// assert_eq!(canonical.name(&Tables)?.as_str(), "0000009{TuC0000000000000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Canonical {
    position: Position,
    name: Result<BoardName, NameError>,
    mirrored: bool,
}

impl Position {
    /// The lesser of this board and its mirror image, by name; where a board has no name (more of a piece
    /// than the normal set), by the order of its points.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        let (here, there) = (BoardName::of(self), BoardName::of_mirror(self));
        let mirrored = match (&here, &there) {
            (Ok(here), Ok(there)) => there < here,
            _ => {
                let mirror = self.mirrored();
                mirror.points() < self.points()
            }
        };
        let (position, name) = if mirrored { (self.mirrored(), there) } else { (self.clone(), here) };
        Canonical { position, name, mirrored }
    }
}

impl Canonical {
    /// The canonical name. No table is needed for it.
    ///
    /// # Errors
    /// When the board has no name, see [`BoardName::of`].
    pub fn name(&self, _: &Tables) -> Result<BoardName, NameError> {
        self.name.clone()
    }

    /// The position itself, in canonical form.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position.clone()
    }

    /// Whether the board it was made of had to be reflected.
    #[must_use]
    pub const fn is_mirrored(&self) -> bool {
        self.mirrored
    }
}

impl PartialEq for Canonical {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for Canonical {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::placement;
    use ludex_core::Random;

    #[test]
    fn boards_without_a_name_have_a_canonical_form_too() {
        let position = Position::try_from(&"4k4/9/9/9/9/9/9/RRR6/9/4K4 w".parse().unwrap()).unwrap();
        let canonical = position.canonical();
        assert_eq!(canonical, position.mirrored().canonical());
        assert_ne!(canonical.is_mirrored(), position.mirrored().canonical().is_mirrored());
        assert!(canonical.name(&Tables).is_err());
    }

    #[test]
    fn both_images_have_one_canonical_form() {
        let mut random = Random::new(77);
        for _ in 0..2000 {
            let position = Position::try_from(&placement(&mut random)).unwrap();
            let canonical = position.canonical();
            assert_eq!(position.mirrored().canonical(), canonical);
            let name = canonical.name(&Tables).unwrap();
            assert_eq!(name.canonical(&Tables).unwrap(), canonical);
            assert_eq!(canonical.position().canonical(), canonical);
        }
    }
}
