//! The places of a table: every way the pieces of an ending can stand, numbered.
//!
//! ```text
//!   place = ((turn * forts of Red + Red's fort) * forts of Black + Black's fort) * attackers + attackers
//!
//!   turn        0 Red (the greater army), 1 Black
//!   fort        king and guards of a side; of Red's forts and their reflections one of each pair
//!   attackers   in the order R N C P, Red's then Black's; two of a kind as one pair
//! ```
//!
//! Every side sees its own squares from its own end. A board and its reflection share a place: the one
//! whose fort of Red comes first, or, where that fort is its own reflection, the lesser place of the two.

use super::ending::{ATTACKERS, Ending};
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;
use crate::square::{SQUARES, Square};
use std::sync::OnceLock;

const NONE: u16 = u16::MAX;
/// Points of kings, advisors and elephants, seen from their own end, in index order; reflected points are
/// found by reading the list backwards within a rank.
const KINGS: [u8; 9] = [30, 31, 32, 40, 41, 42, 50, 51, 52];
const ADVISORS: [u8; 5] = [30, 32, 41, 50, 52];
const ELEPHANTS: [u8; 7] = [2, 20, 24, 42, 60, 64, 82];

/// The pieces of an ending on their points, each seen from its own side's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) turn: Side,
    kings: [u8; 2],
    /// Sets of places in the lists above.
    advisors: [u8; 2],
    elephants: [u8; 2],
    /// Points of the attackers, in the order of the groups; two of a kind in ascending order.
    attackers: [u8; 4],
}

/// How a stand lies to the one that has its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lie {
    /// It is that one, and its reflection another.
    Own,
    /// It is the reflection of that one.
    Turned,
    /// It is its own reflection.
    Symmetric,
}

/// One or two attackers of a kind and side.
#[derive(Debug, Clone, Copy)]
struct Group {
    side: Side,
    kind: PieceKind,
    /// The first of its points in a stand.
    at: usize,
    pair: bool,
    /// Ways to place it.
    ways: usize,
}

/// The ways of king and guards of one side.
#[derive(Debug)]
struct Forts {
    list: Vec<(u8, u8, u8)>,
    /// By king, advisors, elephants: the number in the list.
    numbers: Vec<u16>,
    /// Whether a fort is its own reflection.
    symmetric: Vec<bool>,
}

fn fort_at(king: u8, advisors: u8, elephants: u8) -> usize {
    let king = KINGS.iter().position(|&point| point == king).unwrap_or(0);
    (king << 5 | usize::from(advisors)) << 7 | usize::from(elephants)
}

const fn reflected(point: u8) -> u8 {
    (8 - point / 10) * 10 + point % 10
}

/// A set of places in a list, reflected.
fn reflected_set(set: u8, list: &[u8]) -> u8 {
    let bits = (0..list.len()).filter(|&i| set >> i & 1 == 1);
    bits.filter_map(|i| list.iter().position(|&point| point == reflected(list[i])))
        .fold(0, |all, i| all | 1 << i)
}

impl Forts {
    fn new(advisors: u8, elephants: u8, halved: bool) -> Forts {
        let mut forts = Forts { list: Vec::new(), numbers: vec![NONE; 9 << 12], symmetric: Vec::new() };
        for king in KINGS {
            for a in (0..1u8 << 5).filter(|set| set.count_ones() == u32::from(advisors)) {
                for e in (0..1u8 << 7).filter(|set| set.count_ones() == u32::from(elephants)) {
                    let taken = |list: &[u8], set: u8| {
                        list.iter().position(|&point| point == king).is_some_and(|i| set >> i & 1 == 1)
                    };
                    if taken(&ADVISORS, a) || taken(&ELEPHANTS, e) {
                        continue;
                    }
                    let mirror = (reflected(king), reflected_set(a, &ADVISORS), reflected_set(e, &ELEPHANTS));
                    if halved && mirror < (king, a, e) {
                        continue;
                    }
                    forts.numbers[fort_at(king, a, e)] = forts.list.len() as u16;
                    forts.list.push((king, a, e));
                    forts.symmetric.push(mirror == (king, a, e));
                }
            }
        }
        forts
    }
}

/// The forts of so many advisors and elephants, made once: all, or one of each reflected pair.
fn forts(advisors: u8, elephants: u8, halved: bool) -> &'static Forts {
    static FORTS: [OnceLock<Forts>; 18] = [const { OnceLock::new() }; 18];
    let i = usize::from(advisors) * 6 + usize::from(elephants) * 2 + usize::from(halved);
    FORTS[i].get_or_init(|| Forts::new(advisors, elephants, halved))
}

/// Where a pawn can stand, seen from its own end: by point its number, and back.
fn pawn_points() -> Vec<u8> {
    (0..SQUARES as u8).filter(|point| point % 10 >= 5 || (point % 10 >= 3 && point / 10 % 2 == 0)).collect()
}

/// The numbering of one ending.
#[derive(Debug)]
pub(super) struct Layout {
    ending: Ending,
    forts: [&'static Forts; 2],
    groups: Vec<Group>,
    attackers: usize,
    pawns: Vec<u8>,
    /// By point: the number of a pawn's place.
    pawn_numbers: [u8; SQUARES],
    reflected_advisors: [u8; 32],
    reflected_elephants: [u8; 128],
}

impl Layout {
    pub(super) fn new(ending: Ending) -> Layout {
        let pawns = pawn_points();
        let mut pawn_numbers = [u8::MAX; SQUARES];
        for (i, &point) in pawns.iter().enumerate() {
            pawn_numbers[usize::from(point)] = i as u8;
        }
        let mut groups = Vec::new();
        let mut at = 0;
        for (side, army) in [(Side::Red, ending.strong), (Side::Black, ending.weak)] {
            for kind in ATTACKERS {
                let count = army.count(kind);
                let points = if kind == PieceKind::Pawn { pawns.len() } else { SQUARES };
                let ways = if count == 2 { points * (points - 1) / 2 } else { points };
                if count > 0 {
                    groups.push(Group { side, kind, at, pair: count == 2, ways });
                    at += usize::from(count);
                }
            }
        }
        let forts = [(ending.strong, true), (ending.weak, false)].map(|(army, halved)| {
            forts(army.count(PieceKind::Advisor), army.count(PieceKind::Elephant), halved)
        });
        let attackers = groups.iter().map(|group| group.ways).product();
        let reflected_advisors = std::array::from_fn(|set| reflected_set(set as u8, &ADVISORS));
        let reflected_elephants = std::array::from_fn(|set| reflected_set(set as u8, &ELEPHANTS));
        Layout {
            ending,
            forts,
            groups,
            attackers,
            pawns,
            pawn_numbers,
            reflected_advisors,
            reflected_elephants,
        }
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        2 * self.forts[0].list.len() * self.forts[1].list.len() * self.attackers
    }

    pub(super) fn ending(&self) -> Ending {
        self.ending
    }

    fn reflect(&self, stand: &Stand) -> Stand {
        let mut attackers = stand.attackers.map(reflected);
        for group in self.groups.iter().filter(|group| group.pair) {
            attackers[group.at..group.at + 2].sort_unstable();
        }
        Stand {
            turn: stand.turn,
            kings: stand.kings.map(reflected),
            advisors: stand.advisors.map(|set| self.reflected_advisors[usize::from(set)]),
            elephants: stand.elephants.map(|set| self.reflected_elephants[usize::from(set)]),
            attackers,
        }
    }

    fn fort(&self, stand: &Stand, side: usize) -> u16 {
        self.forts[side].numbers[fort_at(stand.kings[side], stand.advisors[side], stand.elephants[side])]
    }

    /// The place of a stand whose fort of Red is in the list.
    fn straight(&self, stand: &Stand, fort: u16) -> usize {
        let turn = stand.turn.index();
        let forts = (turn * self.forts[0].list.len() + usize::from(fort)) * self.forts[1].list.len();
        let mut place = forts + usize::from(self.fort(stand, 1));
        for group in &self.groups {
            let number = |i: usize| {
                let point = usize::from(stand.attackers[group.at + i]);
                if group.kind == PieceKind::Pawn { usize::from(self.pawn_numbers[point]) } else { point }
            };
            let way = if group.pair { number(1) * (number(1) - 1) / 2 + number(0) } else { number(0) };
            place = place * group.ways + way;
        }
        place
    }

    /// The place of a stand, and how it lies there.
    pub(super) fn place(&self, stand: &Stand) -> (usize, Lie) {
        let fort = self.fort(stand, 0);
        if fort == NONE {
            let turned = self.reflect(stand);
            return (self.straight(&turned, self.fort(&turned, 0)), Lie::Turned);
        }
        let own = self.straight(stand, fort);
        if !self.forts[0].symmetric[usize::from(fort)] {
            return (own, Lie::Own);
        }
        let turned = self.straight(&self.reflect(stand), fort);
        match own.cmp(&turned) {
            std::cmp::Ordering::Less => (own, Lie::Own),
            std::cmp::Ordering::Equal => (own, Lie::Symmetric),
            std::cmp::Ordering::Greater => (turned, Lie::Turned),
        }
    }

    /// The stand of a place; none where pieces would stand on each other, or where the place of the
    /// reflection is used.
    pub(super) fn stand(&self, place: usize) -> Option<(Stand, Lie)> {
        let mut rest = place;
        let mut attackers = [0; 4];
        for group in self.groups.iter().rev() {
            let way = rest % group.ways;
            rest /= group.ways;
            let point = |number: usize| {
                if group.kind == PieceKind::Pawn { self.pawns[number] } else { number as u8 }
            };
            if group.pair {
                // The greater of the pair is the largest whose triangle fits.
                let mut high = ((1.0 + (1.0 + 8.0 * way as f64).sqrt()) / 2.0) as usize;
                while high * (high - 1) / 2 > way {
                    high -= 1;
                }
                while (high + 1) * high / 2 <= way {
                    high += 1;
                }
                attackers[group.at] = point(way - high * (high - 1) / 2);
                attackers[group.at + 1] = point(high);
            } else {
                attackers[group.at] = point(way);
            }
        }
        let black = self.forts[1].list[rest % self.forts[1].list.len()];
        rest /= self.forts[1].list.len();
        let red = self.forts[0].list[rest % self.forts[0].list.len()];
        let turn = Side::ALL[rest / self.forts[0].list.len()];
        let stand = Stand {
            turn,
            kings: [red.0, black.0],
            advisors: [red.1, black.1],
            elephants: [red.2, black.2],
            attackers,
        };
        let mut taken = 0u128;
        for (square, _) in self.pieces(&stand) {
            if taken & square.bit() != 0 {
                return None;
            }
            taken |= square.bit();
        }
        let (own, lie) = self.place(&stand);
        (own == place).then_some((stand, lie))
    }

    /// The pieces of a stand, with their points on the board.
    fn pieces<'a>(&'a self, stand: &'a Stand) -> impl Iterator<Item = (Square, Piece)> + 'a {
        let seen = |side: Side, point: u8| Square::new(point).seen_by(side);
        let forts = Side::ALL.into_iter().flat_map(move |side| {
            let i = side.index();
            let set = move |set: u8, list: &'static [u8], kind| {
                let points = list.iter().enumerate().filter(move |&(bit, _)| set >> bit & 1 == 1);
                points.map(move |(_, &point)| (seen(side, point), Piece::new(side, kind)))
            };
            let king = [(seen(side, stand.kings[i]), Piece::new(side, PieceKind::King))];
            king.into_iter().chain(set(stand.advisors[i], &ADVISORS, PieceKind::Advisor)).chain(set(
                stand.elephants[i],
                &ELEPHANTS,
                PieceKind::Elephant,
            ))
        });
        let attackers = self.groups.iter().flat_map(move |group| {
            let points = &stand.attackers[group.at..group.at + 1 + usize::from(group.pair)];
            points.iter().map(move |&point| (seen(group.side, point), Piece::new(group.side, group.kind)))
        });
        forts.chain(attackers)
    }

    pub(super) fn position(&self, stand: &Stand) -> Position {
        Position::of_pieces(stand.turn, self.pieces(stand))
    }

    /// The stand of a board of this ending, colours swapped where Black has the greater army; none where a
    /// piece stands on a point it can never reach.
    pub(super) fn read(&self, position: &Position, swapped: bool) -> Option<Stand> {
        let owner = |side: Side| if swapped { side.other() } else { side };
        let mut stand = Stand {
            turn: owner(position.side()),
            kings: [0; 2],
            advisors: [0; 2],
            elephants: [0; 2],
            attackers: [0; 4],
        };
        for side in Side::ALL {
            let real = owner(side);
            let i = side.index();
            let set = |kind, list: &[u8]| {
                crate::legal::Points(position.of(real, kind)).try_fold(0u8, |set, square| {
                    let point = square.seen_by(real).index() as u8;
                    list.iter().position(|&own| own == point).map(|bit| set | 1 << bit)
                })
            };
            stand.kings[i] = position.king(real).seen_by(real).index() as u8;
            stand.advisors[i] = set(PieceKind::Advisor, &ADVISORS)?;
            stand.elephants[i] = set(PieceKind::Elephant, &ELEPHANTS)?;
        }
        for group in &self.groups {
            let real = owner(group.side);
            for (i, square) in crate::legal::Points(position.of(real, group.kind)).enumerate() {
                let point = square.seen_by(real).index() as u8;
                if group.kind == PieceKind::Pawn && self.pawn_numbers[usize::from(point)] == u8::MAX {
                    return None;
                }
                stand.attackers[group.at + i] = point;
            }
            if group.pair {
                stand.attackers[group.at..group.at + 2].sort_unstable();
            }
        }
        Some(stand)
    }

    /// The stand before a piece of a side went from `from` to `to`, that side's turn; none where no pawn
    /// can stand on `from`.
    pub(super) fn before(
        &self,
        stand: &Stand,
        side: Side,
        kind: PieceKind,
        from: Square,
        to: Square,
    ) -> Option<Stand> {
        let mut before = *stand;
        before.turn = side;
        let (from, to) = (from.seen_by(side).index() as u8, to.seen_by(side).index() as u8);
        let swap = |set: &mut u8, list: &[u8]| -> Option<()> {
            let bit = |point: u8| list.iter().position(|&own| own == point);
            *set = (*set & !(1 << bit(to)?)) | 1 << bit(from)?;
            Some(())
        };
        match kind {
            PieceKind::King => before.kings[side.index()] = from,
            PieceKind::Advisor => swap(&mut before.advisors[side.index()], &ADVISORS)?,
            PieceKind::Elephant => swap(&mut before.elephants[side.index()], &ELEPHANTS)?,
            kind => {
                if kind == PieceKind::Pawn && self.pawn_numbers[usize::from(from)] == u8::MAX {
                    return None;
                }
                let group = self.groups.iter().find(|group| group.side == side && group.kind == kind)?;
                let points = &mut before.attackers[group.at..group.at + 1 + usize::from(group.pair)];
                *points.iter_mut().find(|point| **point == to)? = from;
                points.sort_unstable();
            }
        }
        Some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place to stand to board to stand to place, for the board, its reflection and its colours swapped.
    #[test]
    fn places_there_and_back() {
        for name in ["KP-K", "KR-KA", "KNP-K", "KCC-KB", "KPP-KP", "KRB-KCA"] {
            let ending: Ending = name.parse().unwrap();
            let layout = Layout::new(ending);
            let step = (layout.places() / 2000).max(1) | 1;
            let mut used = 0;
            for place in (0..layout.places()).step_by(step) {
                let Some((stand, lie)) = layout.stand(place) else { continue };
                used += 1;
                let position = layout.position(&stand);
                assert_eq!(Ending::of(&position).map(|(own, _)| own), Some(ending));
                for board in [position.clone(), position.mirrored()] {
                    let again = layout.read(&board, false).unwrap();
                    assert_eq!(layout.place(&again).0, place);
                }
                assert_eq!(lie == Lie::Symmetric, position.is_symmetric());
                let swapped = Position::try_from(&position.setup().colours_swapped()).unwrap();
                let again = layout.read(&swapped, true).unwrap();
                assert_eq!(layout.place(&again).0, place);
            }
            assert!(used > 500, "{name} {used}");
        }
    }
}
