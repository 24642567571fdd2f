//! The ways to fill the third band once the first two stand.
//!
//! What is left for the third band is one set of three digits per column: in every box a *partition*
//! of the nine digits into three sets, one of 280. Which fills there are depends on the three
//! partitions alone, and after renaming the first of them to `012 | 345 | 678` on the pair of the
//! other two: 78,400 lists of some thirty fills each, made when they are first asked for, nearly all by
//! relabelling another (see `orbits`). Every fill
//! knows the class of the band it makes, and lists run from the highest class down:
//!
//! ```text
//!   bit 31      23 22   17 16   11 10                    0
//!      |  class   |  k1   |  k2   | k3 * 36 + 6 * p2 + p3 |
//! ```
//!
//! `k` is the *arrangement* of a box whatever the order of its rows: with T0, T1, T2 the sets of its
//! partition (by least digit), 6 * (T0 -> T1) + (T0 -> T2). Row `j` of the fill is the one with digit
//! `T0[j]` of box 1; box 2 has `T0[PERM3[p2][j]]` in it, box 3 `T0[PERM3[p3][j]]`.

use super::orbits::Orbits;
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
    pub(super) change: Vec<[u8; ARRANGEMENTS]>,
    /// `together[t][i][u][j]`: the arrangements in which digit i of set t and digit j of set u share a
    /// row.
    pub(super) together: [[[[u64; 3]; 3]; 3]; 3],
    /// For partitions P, Q at 280 P + Q: Q seen from P (its partition when P is renamed to the first
    /// one) << 16 | the change of its arrangements back to Q's own coordinates.
    seen: Vec<u32>,
}

/// The change of coordinates from sets U0, U1, U2 with their digits in one order to columns with the
/// digits in another: `U[u]` is column `q[u]`, its digit of rank r there has rank `ranks[u][r]`.
pub(super) fn change_id(q: usize, ranks: [usize; 3]) -> usize {
    ((q * 6 + ranks[0]) * 6 + ranks[1]) * 6 + ranks[2]
}

fn change_of(id: usize) -> [u8; ARRANGEMENTS] {
    let q = PERM3[id / 216];
    let ranks = [PERM3[id / 36 % 6], PERM3[id / 6 % 6], PERM3[id % 6]];
    std::array::from_fn(|k| {
        let to = [PERM3[0], PERM3[k / 6], PERM3[k % 6]];
        let mut orders = [0; 3];
        for u in 0..3 {
            let rank = |j: usize| ranks[u][usize::from(to[u][j])];
            orders[usize::from(q[u])] = usize::from(crate::triple::perm3(rank(0), rank(1)));
        }
        RELATE[orders[0]][orders[1]] * 6 + RELATE[orders[0]][orders[2]]
    })
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

    /// Partition Q seen from P: (its partition, the change of arrangements to Q's coordinates).
    #[inline]
    pub(super) fn seen(&self, p: usize, q: usize) -> (usize, usize) {
        let entry = self.seen[p * PARTITIONS + q];
        ((entry >> 16) as usize, (entry & 0xFFFF) as usize)
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

    /// A fill of its class, the arrangements of the three boxes and the orders of the last two.
    pub(super) fn new(class: u16, k: [u8; 3], p: [u8; 2]) -> Fill {
        let [k1, k2, k3] = k.map(u32::from);
        let [p2, p3] = p.map(u32::from);
        Fill(u32::from(class) << Fill::CLASS_SHIFT | k1 << 17 | k2 << 11 | (k3 * 36 + 6 * p2 + p3))
    }

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
    fn row_sets(self, second: &Partition, third: &Partition) -> [[u16; 3]; 3] {
        let (k1, k2, k3) = self.arrangements();
        let (p2, p3) = self.orders();
        [box_rows(&[0o7, 0o70, 0o700], 0, k1), box_rows(second, p2, k2), box_rows(third, p3, k3)]
    }

    /// The rows of the fill in the digits of partition `p`, for columns with these sets.
    pub(super) fn rows(
        self,
        frames: &Frames,
        p: usize,
        seen: [usize; 2],
        columns: &[u16; 9],
    ) -> [[u8; 9]; 3] {
        let sets = self.row_sets(&frames.partitions[seen[0]], &frames.partitions[seen[1]]);
        let mut back = [0u16; 9];
        for (t, &set) in frames.partitions[p].iter().enumerate() {
            for (rank, digit) in digits(set).into_iter().enumerate() {
                back[3 * t + rank] = 1 << digit;
            }
        }
        let mut rows: [[u8; 9]; 3] = std::array::from_fn(|j| {
            let natural: [u16; 3] = std::array::from_fn(|b| {
                digits(sets[b][j]).iter().fold(0, |set, &digit| set | back[usize::from(digit)])
            });
            std::array::from_fn(|c| (natural[c / 3] & columns[c]).trailing_zeros() as u8)
        });
        rows.sort_unstable();
        rows
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

/// The lists of fills, each made on first use and shared by all threads.
pub(super) struct Fills {
    /// The list of a pair of partitions, closed by a fill of 0. No list holds such a fill: with orders and
    /// arrangements 0 the digit 0 would stand three times in its first row.
    lists: Vec<OnceLock<Box<[Fill]>>>,
}

/// How the rows of a box with a given partition can look.
struct Shapes {
    /// Which of the 512 masks hold one digit of every set.
    crosses: [bool; 512],
    /// Every arrangement with its row order: the masks of its rows 1 and 2, and 36 * order + k.
    rows: Vec<(u16, u16, u16)>,
    /// `rows` begins a new first row at these places.
    starts: Vec<usize>,
}

impl Shapes {
    fn make(sets: &Partition) -> Shapes {
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

impl Fills {
    pub(super) fn get() -> &'static Fills {
        static LISTS: OnceLock<Fills> = OnceLock::new();
        LISTS.get_or_init(|| Fills {
            lists: std::iter::repeat_with(OnceLock::new).take(PARTITIONS * PARTITIONS).collect(),
        })
    }

    /// The fills for two partitions seen from the first, highest class first.
    #[inline]
    pub(super) fn list(&self, frames: &Frames, second: usize, third: usize) -> &[Fill] {
        match self.lists[second * PARTITIONS + third].get() {
            Some(list) => list,
            None => self.make(frames, second, third),
        }
    }

    /// Searches the first list of an orbit, and reads all others off that one.
    #[cold]
    fn make(&self, frames: &Frames, second: usize, third: usize) -> &[Fill] {
        let orbits = Orbits::get(frames);
        let (first, names) = orbits.first(frames, second, third);
        self.lists[second * PARTITIONS + third].get_or_init(|| {
            if first == [second, third] {
                search(frames, second, third).into_boxed_slice()
            } else {
                let list = self.list(frames, first[0], first[1]);
                orbits.relabel(frames, list, first, &names).into_boxed_slice()
            }
        })
    }
}

/// All fills for two partitions seen from the first, highest class first, then a fill of 0.
pub(super) fn search(frames: &Frames, second: usize, third: usize) -> Vec<Fill> {
    let [s1, s2, s3] = [0, second, third].map(|p| Shapes::make(&frames.partitions[p]));
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
    fills.push(Fill(0));
    fills
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    #[test]
    fn partitions_are_280_and_seen_from_themselves_first() {
        let frames = Frames::get();
        assert_eq!(frames.partitions.len(), PARTITIONS);
        assert_eq!(frames.partitions[0], [0o7, 0o70, 0o700]);
        assert!((0..PARTITIONS).all(|p| frames.seen(p, p) == (0, 0)));
    }

    #[test]
    fn changes_are_permutations_of_the_arrangements() {
        for change in &Frames::get().change {
            let mut sorted = *change;
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(i, &k)| usize::from(k) == i));
        }
    }

    /// Every fill of random column sets is a band with these columns, all differ, and a plain
    /// search by rows finds as many.
    #[test]
    fn lists_hold_exactly_the_fills() {
        let frames = Frames::get();
        let fills = Fills::get();
        let mut random = Random::new(5);
        for _ in 0..200 {
            let [p, q, r] = [0; 3].map(|_| random.below(280) as usize);
            let ((second, change2), (third, _)) = (frames.seen(p, q), frames.seen(p, r));
            let columns: [u16; 9] = std::array::from_fn(|c| frames.partitions[[p, q, r][c / 3]][c % 3]);
            let mut bands = Vec::new();
            for fill in fills.list(frames, second, third).iter().take_while(|fill| fill.0 != 0) {
                let rows = fill.rows(frames, p, [second, third], &columns);
                assert!(rows.iter().all(|row| row.iter().fold(0, |set, d| set | 1 << d) == 0o777));
                assert_eq!(Bands::get().class(&rows[0], &rows[1], &rows[2]), fill.class());
                // The arrangement of box 2 in the coordinates of Q.
                let k = usize::from(frames.change[change2][fill.arrangements().1]);
                let t = frames.partitions[q].map(digits);
                for row in &rows {
                    let i = t[0].iter().position(|d| *d == row[3]).unwrap();
                    assert_eq!(t[1][usize::from(PERM3[k / 6][i])], row[4]);
                    assert_eq!(t[2][usize::from(PERM3[k % 6][i])], row[5]);
                }
                bands.push(rows);
            }
            let count = bands.len();
            bands.sort_unstable();
            bands.dedup();
            assert_eq!(bands.len(), count);
            assert_eq!(plain(&columns, [[0; 9]; 3], 0), 6 * count);
        }
    }

    fn plain(columns: &[u16; 9], rows: [[u8; 9]; 3], at: usize) -> usize {
        if at == 27 {
            return 1;
        }
        let (r, c) = (at / 9, at % 9);
        digits(columns[c])
            .into_iter()
            .filter(|d| (0..r).all(|i| rows[i][c] != *d) && !rows[r][..c].contains(d))
            .map(|d| {
                let mut next = rows;
                next[r][c] = d;
                plain(columns, next, at + 1)
            })
            .sum()
    }
}
