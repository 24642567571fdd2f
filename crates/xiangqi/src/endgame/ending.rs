//! Which pieces are left: an army a side, two armies an ending.

use crate::piece::{PieceKind, Side};
use crate::position::Position;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Rooks, horses, cannons and pawns a side may have in a table.
pub const MOST_ATTACKERS: u8 = 2;
/// The kinds that attack, in the order of names.
pub(super) const ATTACKERS: [PieceKind; 4] =
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];
/// Advisors, and elephants, a side has at most.
const MOST_GUARDS: u8 = 2;

/// What a side has beside its king.
///
/// ```text
///   total  rooks horses cannons pawns  advisors elephants      two bits each; the total first, so that
///   10     8     6      4       2 ..                           more attackers are more
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Army {
    total: u8,
    attackers: [u8; 4],
    advisors: u8,
    elephants: u8,
}

impl Army {
    /// An army of so many rooks, horses, cannons and pawns, advisors and elephants; none where a table may
    /// not have so many.
    #[must_use]
    pub fn new(attackers: [u8; 4], advisors: u8, elephants: u8) -> Option<Army> {
        let total = attackers.iter().map(|&count| u32::from(count)).sum::<u32>();
        let fits = total <= u32::from(MOST_ATTACKERS) && advisors <= MOST_GUARDS && elephants <= MOST_GUARDS;
        fits.then_some(Army { total: total as u8, attackers, advisors, elephants })
    }

    /// What a side has on a board.
    #[must_use]
    pub fn of(position: &Position, side: Side) -> Option<Army> {
        let count = |kind| position.of(side, kind).count_ones() as u8;
        Army::new(ATTACKERS.map(count), count(PieceKind::Advisor), count(PieceKind::Elephant))
    }

    /// Rooks, horses, cannons and pawns.
    #[must_use]
    pub const fn attackers(&self) -> u8 {
        self.total
    }

    /// How many of a kind; a king is not counted.
    #[must_use]
    pub fn count(&self, kind: PieceKind) -> u8 {
        match kind {
            PieceKind::Advisor => self.advisors,
            PieceKind::Elephant => self.elephants,
            kind => ATTACKERS.iter().position(|&own| own == kind).map_or(0, |i| self.attackers[i]),
        }
    }

    /// The army without one piece of a kind.
    pub(super) fn without(&self, kind: PieceKind) -> Option<Army> {
        let mut army = *self;
        match kind {
            PieceKind::Advisor => army.advisors = army.advisors.checked_sub(1)?,
            PieceKind::Elephant => army.elephants = army.elephants.checked_sub(1)?,
            kind => {
                let i = ATTACKERS.iter().position(|&own| own == kind)?;
                army.attackers[i] = army.attackers[i].checked_sub(1)?;
                army.total -= 1;
            }
        }
        Some(army)
    }

    /// Every army a table may have.
    pub fn all() -> impl Iterator<Item = Army> {
        let most = MOST_ATTACKERS + 1;
        (0..most.pow(4)).flat_map(move |n| {
            let attackers = [n / most.pow(3), n / most.pow(2) % most, n / most % most, n % most];
            (0..9).filter_map(move |guards| Army::new(attackers, guards / 3, guards % 3))
        })
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for kind in ATTACKERS.into_iter().chain([PieceKind::Advisor, PieceKind::Elephant]) {
            for _ in 0..self.count(kind) {
                write!(f, "{}", kind.letter())?;
            }
        }
        Ok(())
    }
}

/// Two armies. The greater one is played by Red in its table; where Black has it, the colours are swapped.
///
/// # Examples
/// ```
/// use ludex_xiangqi::endgame::Ending;
/// let ending: Ending = "kaa-kr".parse()?;
/// assert_eq!(ending.to_string(), "KR-KAA");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    pub(super) strong: Army,
    pub(super) weak: Army,
}

/// A text that names no ending.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error(
    "{0:?} is no ending: two armies such as KRC-KAABB, each a king, at most two of R N C P, two A and two B"
)]
pub struct EndingError(pub String);

impl Ending {
    /// The ending of two armies, in either order; whether they were exchanged.
    #[must_use]
    pub fn new(red: Army, black: Army) -> (Ending, bool) {
        if red >= black {
            (Ending { strong: red, weak: black }, false)
        } else {
            (Ending { strong: black, weak: red }, true)
        }
    }

    /// The ending of a board, and whether Black has the greater army.
    #[must_use]
    pub fn of(position: &Position) -> Option<(Ending, bool)> {
        Some(Ending::new(Army::of(position, Side::Red)?, Army::of(position, Side::Black)?))
    }

    /// The greater army, which Red has in the table.
    #[must_use]
    pub const fn strong(&self) -> Army {
        self.strong
    }

    /// The lesser army.
    #[must_use]
    pub const fn weak(&self) -> Army {
        self.weak
    }

    /// Every ending a table may be made of, once.
    pub fn all() -> impl Iterator<Item = Ending> {
        Army::all().flat_map(|strong| {
            Army::all().filter(move |weak| *weak <= strong).map(move |weak| Ending { strong, weak })
        })
    }

    /// The endings that a capture leads to.
    pub(super) fn after_captures(&self) -> Vec<Ending> {
        let mut all = Vec::new();
        for kind in ATTACKERS.into_iter().chain([PieceKind::Advisor, PieceKind::Elephant]) {
            all.extend(self.strong.without(kind).map(|less| Ending::new(less, self.weak).0));
            all.extend(self.weak.without(kind).map(|less| Ending::new(self.strong, less).0));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether both sides have pieces that can give check.
    #[must_use]
    pub const fn is_two_sided(&self) -> bool {
        self.weak.total > 0
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.strong, self.weak)
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Ending, EndingError> {
        let bad = || EndingError(text.chars().take(40).collect());
        let army = |text: &str| {
            let mut letters = text.chars();
            letters.next().and_then(PieceKind::from_letter).filter(|&kind| kind == PieceKind::King)?;
            let (mut attackers, mut guards) = ([0u8; 4], [0u8; 2]);
            for letter in letters {
                match PieceKind::from_letter(letter)? {
                    PieceKind::King => return None,
                    PieceKind::Advisor => guards[0] = guards[0].saturating_add(1),
                    PieceKind::Elephant => guards[1] = guards[1].saturating_add(1),
                    kind => {
                        let i = ATTACKERS.iter().position(|&own| own == kind)?;
                        attackers[i] = attackers[i].saturating_add(1);
                    }
                }
            }
            Army::new(attackers, guards[0], guards[1])
        };
        let (red, black) = text.split_once('-').ok_or_else(bad)?;
        Ok(Ending::new(army(red).ok_or_else(bad)?, army(black).ok_or_else(bad)?).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_a_name_of_its_own() {
        let all: Vec<Ending> = Ending::all().collect();
        assert_eq!(all.len(), 135 * 136 / 2);
        for ending in &all {
            assert_eq!(ending.to_string().parse(), Ok(*ending));
            // A capture leads to fewer pieces, never out of the list.
            assert!(ending.after_captures().iter().all(|less| all.contains(less) && less != ending));
        }
        for bad in ["", "KR", "R-K", "KR-", "KRRR-K", "KQ-K", "KAAA-K", "KK-K"] {
            assert!(bad.parse::<Ending>().is_err(), "{bad}");
        }
    }
}
