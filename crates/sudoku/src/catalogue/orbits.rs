//! One list of fills per orbit: renaming the digits turns a list into the others.
//!
//! A renaming that keeps the first partition `012 | 345 | 678` takes the fills of two partitions to the
//! fills of their images. Under the 1,296 of them the 78,400 pairs of partitions fall into a hundred and
//! some orbits; one list of each is searched for, the others are read off it.

use super::fill::{ARRANGEMENTS, Fill, Frames, PARTITIONS, change_id, inverse};
use crate::triple::{PERM3, RELATE, digits, perm3};
use std::sync::OnceLock;

/// What digit d becomes.
type Names = [u8; 9];

const SAME: Names = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The first pair of every orbit, and the way there.
pub(super) struct Orbits {
    /// For every partition: the row of `thirds` with its first image, and the renaming that leads there.
    seconds: Vec<(u8, Names)>,
    /// The first partitions of the orbits, each with what the renamings that keep it make of a third one:
    /// the first image, and the renaming that leads there.
    thirds: Vec<(u16, Vec<(u16, Names)>)>,
    /// `order[t][ranks][6 k + p]`: which digit of set t is in each row of a box, see [`Fill`].
    order: [[[u8; 6 * ARRANGEMENTS]; 6]; 3],
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

/// All renamings that keep the first partition: an order of its sets, and of the digits in each.
fn renamings() -> impl Iterator<Item = Names> {
    PERM3.iter().flat_map(|sets| {
        (0..216).map(move |code| {
            let within = [PERM3[code / 36], PERM3[code / 6 % 6], PERM3[code % 6]];
            std::array::from_fn(|digit| 3 * sets[digit / 3] + within[digit / 3][digit % 3])
        })
    })
}

impl Orbits {
    pub(super) fn get(frames: &Frames) -> &'static Orbits {
        static TABLE: OnceLock<Orbits> = OnceLock::new();
        TABLE.get_or_init(|| Orbits::make(frames))
    }

    fn make(frames: &Frames) -> Orbits {
        let mut seconds = vec![(u8::MAX, SAME); PARTITIONS];
        let mut thirds = Vec::new();
        for first in 0..PARTITIONS {
            if seconds[first].0 != u8::MAX {
                continue;
            }
            let mut keep = Vec::new();
            for names in renamings() {
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
                            images[image] = (third as u16, undo(names));
                        }
                    }
                }
            }
            thirds.push((first as u16, images));
        }
        let mut order = [[[0; 6 * ARRANGEMENTS]; 6]; 3];
        for (t, order) in order.iter_mut().enumerate() {
            for (ranks, order) in order.iter_mut().enumerate() {
                for (code, order) in order.iter_mut().enumerate() {
                    let (k, p) = (code / 6, code % 6);
                    let along = [PERM3[0], PERM3[k / 6], PERM3[k % 6]][t];
                    let at = |row: usize| PERM3[ranks][usize::from(along[usize::from(PERM3[p][row])])];
                    *order = perm3(at(0), at(1));
                }
            }
        }
        Orbits { seconds, thirds, order }
    }

    /// The first pair of an orbit, and the renaming that leads from it to this pair.
    pub(super) fn first(&self, frames: &Frames, second: usize, third: usize) -> ([usize; 2], Names) {
        let (row, names) = &self.seconds[second];
        let (first, images) = &self.thirds[usize::from(*row)];
        let (last, more) = &images[frames.image(names, third)];
        ([usize::from(*first), usize::from(*last)], undo(&then(names, more)))
    }

    /// The fills of a pair from those of another whose image under the renaming it is. Classes stay, and
    /// with them the order of the list.
    pub(super) fn relabel(
        &self,
        frames: &Frames,
        list: &[Fill],
        from: [usize; 2],
        names: &Names,
    ) -> Vec<Fill> {
        let boxes = [0, from[0], from[1]].map(|p| {
            let sets = &frames.partitions[p];
            let images = sets.map(|set| rename(names, set));
            // The sets of the image by their least digits: set t becomes number to[t].
            let to: [u8; 3] = std::array::from_fn(|t| {
                images.iter().filter(|set| set.trailing_zeros() < images[t].trailing_zeros()).count() as u8
            });
            let ranks: [usize; 3] = std::array::from_fn(|t| {
                let [x, y, z] = digits(sets[t]).map(|digit| names[usize::from(digit)]);
                usize::from(perm3(u8::from(x > y) + u8::from(x > z), u8::from(y > x) + u8::from(y > z)))
            });
            let change = &frames.change[change_id(usize::from(perm3(to[0], to[1])), ranks)];
            let t = usize::from(inverse(to)[0]);
            (change, &self.order[t][ranks[t]])
        });
        let [(change1, order1), (change2, order2), (change3, order3)] = boxes;
        let mut images = Vec::with_capacity(list.len());
        for fill in list.iter().take_while(|fill| fill.0 != 0) {
            let (k1, k2, k3) = fill.arrangements();
            let (p2, p3) = fill.orders();
            let rows = usize::from(order1[6 * k1]);
            let order = |order: &[u8], k: usize, p: usize| RELATE[rows][usize::from(order[6 * k + p])];
            images.push(Fill::new(
                fill.class(),
                [change1[k1], change2[k2], change3[k3]],
                [order(order2, k2, p2), order(order3, k3, p3)],
            ));
        }
        images.push(Fill(0));
        images
    }
}

#[cfg(test)]
mod tests {
    use super::super::fill::search;
    use super::*;
    use ludex_core::Random;

    /// The second model is the search that makes the first list of every orbit.
    #[test]
    fn relabelled_lists_are_those_a_search_finds() {
        let frames = Frames::get();
        let orbits = Orbits::get(frames);
        let mut random = Random::new(131);
        for _ in 0..2_000 {
            let pair = [0; 2].map(|_| random.below(PARTITIONS as u64) as usize);
            let (first, names) = orbits.first(frames, pair[0], pair[1]);
            assert_eq!([frames.image(&names, first[0]), frames.image(&names, first[1])], pair);
            let mut list = orbits.relabel(frames, &search(frames, first[0], first[1]), first, &names);
            assert!(list.is_sorted_by_key(|fill| std::cmp::Reverse(fill.class())));
            list.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(list, search(frames, pair[0], pair[1]));
        }
    }

    #[test]
    fn there_are_few_orbits() {
        let frames = Frames::get();
        let orbits = Orbits::get(frames);
        let all = (0..PARTITIONS).flat_map(|q| (0..PARTITIONS).map(move |r| (q, r)));
        let firsts: std::collections::BTreeSet<_> = all.map(|(q, r)| orbits.first(frames, q, r).0).collect();
        assert!(firsts.len() < 300, "{}", firsts.len());
    }
}
