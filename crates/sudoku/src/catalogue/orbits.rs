//! One list of fills per orbit: renaming the digits turns a list into the others.
//!
//! A renaming that keeps the first partition `012 | 345 | 678` takes the fills of two partitions to the
//! fills of their images. Under the 1,296 of them the 78,400 pairs of partitions fall into a hundred and
//! some orbits; one list of each is searched for, and a pair knows the [`Way`] from there to itself:
//!
//! ```text
//!   bit 63 | 54     44 | 43        33 | 32     22 | 21     11 | 10      0
//!     made |   orbit   |   renaming   | change 3  | change 2  | change 1
//! ```
//!
//! A change is that of the arrangements of a box, from the list's coordinates to the pair's own.

use super::fill::{Frames, PARTITIONS, change_id};
use crate::triple::{PERM3, digits, perm3};

/// What digit d becomes.
type Names = [u8; 9];

const SAME: Names = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// From the first pair of an orbit to another; see the drawing above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(u64);

impl Way {
    const WIDTH: u32 = 11;
    const MADE: u64 = 1 << 63;

    fn new(orbit: usize, names: &Names, changes: [usize; 3]) -> Way {
        let [c1, c2, c3] = changes;
        let packed = [c1, c2, c3, number(names), orbit].iter().rev().fold(0, |packed, &part| {
            debug_assert!(part < 1 << Way::WIDTH);
            packed << Way::WIDTH | part as u64
        });
        Way(packed | Way::MADE)
    }

    /// As it is kept; 0 stands for one that is not made yet.
    pub(super) fn from_bits(bits: u64) -> Option<Way> {
        (bits != 0).then_some(Way(bits))
    }

    pub(super) fn bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn part(self, n: u32) -> usize {
        (self.0 >> (n * Way::WIDTH)) as usize & ((1 << Way::WIDTH) - 1)
    }

    #[inline(always)]
    pub(super) fn changes(self) -> [usize; 3] {
        [self.part(0), self.part(1), self.part(2)]
    }

    /// What the digits become.
    pub(super) fn names(self) -> Names {
        renaming(self.part(3))
    }

    #[inline(always)]
    pub(super) fn orbit(self) -> usize {
        self.part(4)
    }
}

/// The first pair of every orbit, and the ways from there.
pub(super) struct Orbits {
    /// The first pairs.
    pub(super) firsts: Vec<[usize; 2]>,
    /// For every partition: the row of `thirds` with its first image, and the renaming that leads there.
    seconds: Vec<(u8, Names)>,
    /// For the first partition of every orbit, and a third one, what the renamings that keep the former make
    /// of the latter: the orbit of the pair, and the renaming that leads to its first.
    thirds: Vec<Vec<(u16, Names)>>,
}

/// First `a`, then `b`.
fn then(a: &Names, b: &Names) -> Names {
    a.map(|digit| b[usize::from(digit)])
}

/// The renaming that undoes another.
fn undo(names: &Names) -> Names {
    let mut back = SAME;
    for (digit, &name) in names.iter().enumerate() {
        back[usize::from(name)] = digit as u8;
    }
    back
}

fn rename(names: &Names, set: u16) -> u16 {
    digits(set).iter().fold(0, |image, &digit| image | 1 << names[usize::from(digit)])
}

/// How many renamings keep the first partition: an order of its sets, and of the digits in each.
const RENAMINGS: usize = 1296;

/// One of them by its number.
fn renaming(number: usize) -> Names {
    let sets = PERM3[number / 216];
    let within = [PERM3[number / 36 % 6], PERM3[number / 6 % 6], PERM3[number % 6]];
    std::array::from_fn(|digit| 3 * sets[digit / 3] + within[digit / 3][digit % 3])
}

/// The number of one of them.
fn number(names: &Names) -> usize {
    let within = [0, 3, 6].map(|at| usize::from(perm3(names[at] % 3, names[at + 1] % 3)));
    change_id(usize::from(perm3(names[0] / 3, names[3] / 3)), within)
}

impl Orbits {
    pub(super) fn make(frames: &Frames) -> Orbits {
        let mut seconds = vec![(u8::MAX, SAME); PARTITIONS];
        let (mut firsts, mut thirds) = (Vec::new(), Vec::new());
        for first in 0..PARTITIONS {
            if seconds[first].0 != u8::MAX {
                continue;
            }
            let mut keep = Vec::new();
            for names in (0..RENAMINGS).map(renaming) {
                let image = frames.image(&names, first);
                if image == first {
                    keep.push(names);
                }
                if seconds[image].0 == u8::MAX {
                    seconds[image] = (thirds.len() as u8, undo(&names));
                }
            }
            let mut images = vec![(u16::MAX, SAME); PARTITIONS];
            for third in 0..PARTITIONS {
                if images[third].0 == u16::MAX {
                    for names in &keep {
                        let image = frames.image(names, third);
                        if images[image].0 == u16::MAX {
                            images[image] = (firsts.len() as u16, undo(names));
                        }
                    }
                    firsts.push([first, third]);
                }
            }
            thirds.push(images);
        }
        Orbits { firsts, seconds, thirds }
    }

    /// The way to a pair.
    pub(super) fn way(&self, frames: &Frames, second: usize, third: usize) -> Way {
        let (row, names) = &self.seconds[second];
        let (orbit, more) = &self.thirds[usize::from(*row)][frames.image(names, third)];
        let orbit = usize::from(*orbit);
        let names = undo(&then(names, more));
        let [second, third] = self.firsts[orbit];
        let changes = [0, second, third].map(|p| {
            let sets = &frames.partitions[p];
            let images = sets.map(|set| rename(&names, set));
            // The sets of the image by their least digits: set t becomes number to[t].
            let to: [u8; 3] = std::array::from_fn(|t| {
                images.iter().filter(|set| set.trailing_zeros() < images[t].trailing_zeros()).count() as u8
            });
            let ranks: [usize; 3] = std::array::from_fn(|t| {
                let [x, y, z] = digits(sets[t]).map(|digit| names[usize::from(digit)]);
                usize::from(perm3(u8::from(x > y) + u8::from(x > z), u8::from(y > x) + u8::from(y > z)))
            });
            change_id(usize::from(perm3(to[0], to[1])), ranks)
        });
        Way::new(orbit, &names, changes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fill::{Fill, Shapes, search};
    use super::*;
    use ludex_core::Random;

    /// The second model is the search that makes the list of an orbit.
    #[test]
    fn the_way_leads_to_the_fills_a_search_finds() {
        let frames = Frames::get();
        let orbits = Orbits::make(frames);
        let searched = |[second, third]: [usize; 2]| {
            let [a, b, c] = [0, second, third].map(|p| Shapes::make(&frames.partitions[p]));
            search(frames, second, third, [&a, &b, &c])
        };
        let mut random = Random::new(131);
        for _ in 0..2_000 {
            let [second, third] = [0; 2].map(|_| random.below(PARTITIONS as u64) as usize);
            let way = orbits.way(frames, second, third);
            let (first, names) = (orbits.firsts[way.orbit()], way.names());
            assert_eq!(first.map(|p| frames.image(&names, p)), [second, third]);
            let changes = way.changes().map(|id| &frames.change[id]);
            let mut list: Vec<_> = searched(first)
                .into_iter()
                .map(|fill| {
                    let (k1, k2, k3) = fill.arrangements();
                    (fill.class(), changes[0].of(k1), changes[1].of(k2), changes[2].of(k3))
                })
                .collect();
            list.sort_unstable();
            let of = |fill: Fill| (fill.class(), fill.arrangements());
            let mut expected: Vec<_> = searched([second, third])
                .into_iter()
                .map(|fill| (fill.class(), of(fill).1.0, of(fill).1.1, of(fill).1.2))
                .collect();
            expected.sort_unstable();
            assert_eq!(list, expected);
        }
    }

    #[test]
    fn there_are_few_orbits() {
        assert_eq!(Orbits::make(Frames::get()).firsts.len(), 131);
    }

    #[test]
    fn renamings_have_numbers() {
        assert!((0..RENAMINGS).all(|n| number(&renaming(n)) == n));
    }
}
