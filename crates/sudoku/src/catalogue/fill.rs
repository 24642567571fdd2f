//! The ways to fill the third band once the first two stand.
//!
//! What is left for the third band is one set of three digits per column: in every box a *partition*
//! of the nine digits into three sets, one of 280. Which fills there are depends on the three
//! partitions alone, and after renaming the first of them to `012 | 345 | 678` on the pair of the
//! other two. The 78,400 pairs are disguises of some hundred (see `orbits`), whose lists of some thirty
//! fills each are kept (see `lists`). Every fill knows the class of the band it makes, and lists run from
//! the highest class down:
//!
//! ```text
//!   bit 31      23 22   17 16   11 10                    0
//!      |  class   |  k1   |  k2   | k3 * 36 + 6 * p2 + p3 |
//! ```
//!
//! `k` is the *arrangement* of a box whatever the order of its rows: with T0, T1, T2 the sets of its
//! partition (by least digit), 6 * (T0 -> T1) + (T0 -> T2). Row `j` of the fill is the one with digit
//! `T0[j]` of box 1; box 2 has `T0[PERM3[p2][j]]` in it, box 3 `T0[PERM3[p3][j]]`.

use crate::band::{Bands, key, set_of};
use crate::triple::{PERM3, RELATE, SET, SETS, digits, triple};
use std::sync::OnceLock;

/// Partitions of nine digits into three sets of three.
pub(super) const PARTITIONS: usize = 280;
/// Arrangements of a box up to the order of its rows.
pub(super) const ARRANGEMENTS: usize = 36;
/// Changes of coordinates of arrangements: an order of the sets, and of the digits in each set.
const CHANGES: usize = 1296;

/// A partition: three sets in the order of their least digits.
pub(super) type Partition = [u16; 3];

/// Tables that depend on nothing, made once.
pub(super) struct Frames {
    /// All partitions.
    pub(super) partitions: Vec<Partition>,
    /// `by_sets[a][b]`: partition * 8 + order, where columns with the sets a, b, (rest) hold the sets
    /// `T[q[0]], T[q[1]], T[q[2]]` with `q = PERM3[order]`.
    by_sets: Vec<[u16; SETS]>,
    /// `change[id][k]`: an arrangement in other coordinates; see [`change_id`].
    pub(super) change: Vec<Change>,
    /// `together[t][i][u][j]`: the arrangements in which digit i of set t and digit j of set u share a
    /// row.
    pub(super) together: [[[[u64; 3]; 3]; 3]; 3],
    /// For partitions P, Q at 280 P + Q: Q seen from P (its partition when P is renamed to the first
    /// one) << 16 | the change of its arrangements back to Q's own coordinates.
    seen: Vec<u32>,
}

/// What every arrangement becomes, the rest filled with zeros: one line of the cache, one wide register.
#[repr(C, align(64))]
pub(super) struct Change(pub(super) [u8; 64]);

impl Change {
    /// What an arrangement becomes.
    #[inline(always)]
    pub(super) fn of(&self, k: usize) -> usize {
        usize::from(self.0[k & 63])
    }

    /// What all of them become.
    pub(super) fn all(&self) -> &[u8] {
        &self.0[..ARRANGEMENTS]
    }
}

/// The change of coordinates from sets U0, U1, U2 with their digits in one order to columns with the
/// digits in another: `U[u]` is column `q[u]`, its digit of rank r there has rank `ranks[u][r]`.
pub(super) fn change_id(q: usize, ranks: [usize; 3]) -> usize {
    ((q * 6 + ranks[0]) * 6 + ranks[1]) * 6 + ranks[2]
}

fn change_of(id: usize) -> Change {
    let q = PERM3[id / 216];
    let ranks = [PERM3[id / 36 % 6], PERM3[id / 6 % 6], PERM3[id % 6]];
    let mut change = Change([0; 64]);
    for (k, image) in change.0[..ARRANGEMENTS].iter_mut().enumerate() {
        let to = [PERM3[0], PERM3[k / 6], PERM3[k % 6]];
        let mut orders = [0; 3];
        for u in 0..3 {
            let rank = |j: usize| ranks[u][usize::from(to[u][j])];
            orders[usize::from(q[u])] = usize::from(crate::triple::perm3(rank(0), rank(1)));
        }
        *image = RELATE[orders[0]][orders[1]] * 6 + RELATE[orders[0]][orders[2]];
    }
    change
}

impl Frames {
    pub(super) fn get() -> &'static Frames {
        static TABLE: OnceLock<Frames> = OnceLock::new();
        TABLE.get_or_init(Frames::make)
    }

    fn make() -> Frames {
        let mut partitions = Vec::with_capacity(PARTITIONS);
        let mut by_sets = vec![[u16::MAX; SETS]; SETS];
        for (a, &first) in SET.iter().enumerate().filter(|(_, set)| *set & 1 == 1) {
            for &second in SET.iter().filter(|&&set| set & first == 0) {
                let third = 0o777 & !(first | second);
                if second.trailing_zeros() < third.trailing_zeros() {
                    let sets = [first, second, third];
                    for (order, q) in PERM3.iter().enumerate() {
                        let of = |c: usize| set_of(sets[usize::from(q[c])]);
                        by_sets[of(0)][of(1)] = (partitions.len() * 8 + order) as u16;
                    }
                    partitions.push(sets);
                }
            }
            debug_assert!(a < SETS);
        }
        let mut frames =
            Frames { partitions, by_sets, change: Vec::new(), together: together(), seen: Vec::new() };
        frames.change = (0..CHANGES).map(change_of).collect();
        frames.seen = Vec::with_capacity(PARTITIONS * PARTITIONS);
        for p in 0..PARTITIONS {
            // Renaming P to 012 | 345 | 678 keeps the order of digits inside its sets.
            let mut name = [0u8; 9];
            for (t, &set) in frames.partitions[p].iter().enumerate() {
                for (rank, digit) in digits(set).into_iter().enumerate() {
                    name[usize::from(digit)] = (3 * t + rank) as u8;
                }
            }
            for q in 0..PARTITIONS {
                let parts = frames.partitions[q].map(|set| {
                    let [x, y, z] = digits(set).map(|digit| name[usize::from(digit)]);
                    triple(x, y, z)
                });
                let (seen, order) = frames.partition(parts[0].0, parts[1].0);
                // U[u] = T[from[u]]; in U ranks follow the new names, in T the old ones.
                let from = inverse(PERM3[order]);
                let ranks = from.map(|t| usize::from(crate::triple::INVERSE[parts[usize::from(t)].1]));
                let id = change_id(usize::from(crate::triple::perm3(from[0], from[1])), ranks);
                frames.seen.push((seen << 16 | id) as u32);
            }
        }
        frames
    }

    /// The partition of columns with the sets numbered a, b (and the rest), and the order q: the
    /// columns hold `T[q[0]], T[q[1]], T[q[2]]`.
    #[inline]
    pub(super) fn partition(&self, a: usize, b: usize) -> (usize, usize) {
        let entry = self.by_sets[a][b];
        (usize::from(entry >> 3), usize::from(entry & 7))
    }

    /// The partition that another becomes when its digits are renamed.
    pub(super) fn image(&self, names: &[u8; 9], p: usize) -> usize {
        let [a, b, _] = self.partitions[p]
            .map(|set| digits(set).iter().fold(0, |image, &digit| image | 1 << names[usize::from(digit)]));
        self.partition(set_of(a), set_of(b)).0
    }

    /// Partition Q seen from P; see [`Frames::seen_of`].
    #[inline]
    pub(super) fn seen(&self, p: usize, q: usize) -> u32 {
        self.seen[p * PARTITIONS + q]
    }

    /// Its partition then, and the change of arrangements to Q's coordinates.
    #[inline]
    pub(super) fn seen_of(bits: u32) -> (usize, usize) {
        ((bits >> 16) as usize, (bits & 0xFFFF) as usize)
    }
}

fn together() -> [[[[u64; 3]; 3]; 3]; 3] {
    let mut table = [[[[0; 3]; 3]; 3]; 3];
    for k in 0..ARRANGEMENTS {
        let rows = PERM3[0].iter().zip(&PERM3[k / 6]).zip(&PERM3[k % 6]);
        for ((&i, &j), &l) in rows {
            let ranks = [i, j, l].map(usize::from);
            for t in 0..3 {
                for u in 0..3 {
                    table[t][ranks[t]][u][ranks[u]] |= 1 << k;
                }
            }
        }
    }
    table
}

/// The permutation that undoes another.
pub(super) fn inverse(p: [u8; 3]) -> [u8; 3] {
    let mut back = [0; 3];
    for (i, &x) in p.iter().enumerate() {
        back[usize::from(x)] = i as u8;
    }
    back
}

/// One fill; see the drawing above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fill(pub(super) u32);

impl Fill {
    pub(super) const CLASS_SHIFT: u32 = 23;

    /// The orders of boxes 2 and 3.
    pub(super) fn orders(self) -> (usize, usize) {
        let low = (self.0 & 0x7FF) as usize % 36;
        (low / 6, low % 6)
    }

    #[inline(always)]
    pub(super) fn class(self) -> u16 {
        (self.0 >> Self::CLASS_SHIFT) as u16
    }

    /// The arrangements of the three boxes.
    #[inline(always)]
    pub(super) fn arrangements(self) -> (usize, usize, usize) {
        // x / 36 for x < 1296 without a division.
        let k3 = ((self.0 & 0x7FF) * 1821) >> 16;
        ((self.0 >> 17 & 63) as usize, (self.0 >> 11 & 63) as usize, k3 as usize)
    }

    /// The sets of digits in the rows of the three boxes, in the names where the first partition is
    /// `012 | 345 | 678`.
    pub(super) fn row_sets(self, second: &Partition, third: &Partition) -> [[u16; 3]; 3] {
        let (k1, k2, k3) = self.arrangements();
        let (p2, p3) = self.orders();
        [box_rows(&[0o7, 0o70, 0o700], 0, k1), box_rows(second, p2, k2), box_rows(third, p3, k3)]
    }
}

/// The sets in the rows of a box: row `j` has digit `T0[PERM3[order][j]]`, arranged by `k`.
fn box_rows(sets: &Partition, order: usize, k: usize) -> [u16; 3] {
    let [t0, t1, t2] = sets.map(digits);
    PERM3[order].map(|i| {
        let i = usize::from(i);
        let (j1, j2) = (usize::from(PERM3[k / 6][i]), usize::from(PERM3[k % 6][i]));
        1 << t0[i] | 1 << t1[j1] | 1 << t2[j2]
    })
}

/// How the rows of a box with a given partition can look.
pub(super) struct Shapes {
    /// Which of the 512 masks hold one digit of every set.
    crosses: [bool; 512],
    /// Every arrangement with its row order: the masks of its rows 1 and 2, and 36 * order + k.
    rows: Vec<(u16, u16, u16)>,
    /// `rows` begins a new first row at these places.
    starts: Vec<usize>,
}

impl Shapes {
    pub(super) fn make(sets: &Partition) -> Shapes {
        let crosses = std::array::from_fn(|mask: usize| {
            sets.iter().all(|&set| (set & mask as u16).is_power_of_two()) && (mask as u16).count_ones() == 3
        });
        let mut rows = Vec::with_capacity(216);
        for order in 0..6 {
            for k in 0..ARRANGEMENTS {
                let [a, b, _] = box_rows(sets, order, k);
                rows.push((a, b, (36 * order + k) as u16));
            }
        }
        rows.sort_unstable();
        let starts =
            (0..=rows.len()).filter(|&i| i == 0 || i == rows.len() || rows[i].0 != rows[i - 1].0).collect();
        Shapes { crosses, rows, starts }
    }
}

/// All fills for two partitions seen from the first, highest class first; the shapes are those of the first
/// one and of these two.
pub(super) fn search(frames: &Frames, second: usize, third: usize, shapes: [&Shapes; 3]) -> Vec<Fill> {
    let [s1, s2, s3] = shapes;
    let bands = Bands::get();
    let mut fills = Vec::new();
    let mut found = Vec::with_capacity(64);
    let mut last_first = 0;
    let mut heads = Vec::with_capacity(27);
    // Order 0 of box 1: its rows are told apart by their digit in the first column.
    for &(a1, b1, k1) in s1.rows.iter().filter(|row| row.2 < 36) {
        if a1 != last_first {
            last_first = a1;
            heads.clear();
            heads.extend(s2.starts.windows(2).filter_map(|w| {
                let a2 = s2.rows[w[0]].0;
                (a1 & a2 == 0 && s3.crosses[usize::from(0o777 & !(a1 | a2))]).then(|| (w[0], w[1]))
            }));
        }
        for &(from, to) in &heads {
            for &(a2, b2, ok2) in &s2.rows[from..to] {
                let (c1, c2) = (0o777 & !(a1 | b1), 0o777 & !(a2 | b2));
                if b1 & b2 != 0 || c1 & c2 != 0 {
                    continue;
                }
                let third_rows = [0o777 & !(a1 | a2), 0o777 & !(b1 | b2), 0o777 & !(c1 | c2)];
                if s3.crosses[usize::from(third_rows[1])] && s3.crosses[usize::from(third_rows[2])] {
                    found.push((u32::from(k1), u32::from(ok2), third_rows, [[a1, b1, c1], [a2, b2, c2]]));
                }
            }
        }
    }
    let columns = |p: usize| frames.partitions[p].map(digits);
    let sets = [columns(0), columns(second), columns(third)];
    for (k1, ok2, rows3, rows12) in found {
        let masks = [rows12[0], rows12[1], rows3];
        let band: [[u8; 9]; 3] = std::array::from_fn(|j| {
            std::array::from_fn(|c| {
                let set = sets[c / 3][c % 3];
                let mask = masks[c / 3][j];
                set[usize::from(mask >> set[1] & 1) + 2 * usize::from(mask >> set[2] & 1)]
            })
        });
        let class = u32::from(bands.class[key(&band[0], &band[1], &band[2]).form]);
        // Ranks of box 3's digits in their columns give its order and arrangement.
        let rank = |j: usize, c: usize| {
            sets[2][c].iter().position(|&d| d == band[j][6 + c]).expect("its column") as u8
        };
        let orders: [usize; 3] =
            std::array::from_fn(|c| usize::from(crate::triple::perm3(rank(0, c), rank(1, c))));
        let k3 = u32::from(RELATE[orders[0]][orders[1]] * 6 + RELATE[orders[0]][orders[2]]);
        let (p2, k2, p3) = (ok2 / 36, ok2 % 36, orders[0] as u32);
        fills.push(Fill(class << Fill::CLASS_SHIFT | k1 << 17 | k2 << 11 | (k3 * 36 + 6 * p2 + p3)));
    }
    fills.sort_unstable_by(|a, b| b.cmp(a));
    fills
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_280_and_seen_from_themselves_first() {
        let frames = Frames::get();
        assert_eq!(frames.partitions.len(), PARTITIONS);
        assert_eq!(frames.partitions[0], [0o7, 0o70, 0o700]);
        assert!((0..PARTITIONS).all(|p| frames.seen(p, p) == 0));
    }

    #[test]
    fn changes_are_permutations_of_the_arrangements() {
        for change in &Frames::get().change {
            let mut sorted = change.all().to_vec();
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(i, &k)| usize::from(k) == i));
        }
    }
}
