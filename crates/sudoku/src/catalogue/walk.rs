//! The walk over all min-lex grids of a band in increasing order of their rows 4 and 5.
//!
//! Past six hundred lines because it is one thing: a single walk whose steps share their state.
//!
//! A grid is min-lex iff its first band is the least of its class, no other band or stack has a lower
//! class, and no map of a band or stack of the same class onto the first band gives smaller rows
//! 4..9. Row 4 begins with 2, and rows are sorted inside bands. The walk goes
//!
//! ```text
//!   row 4   a permutation that fits the columns                        ~1,600 per band
//!   row 5   three box rows, each from a list made once per row 4       ~150 per row 4
//!   row 6   three box rows: what is left, in up to six orders each     ~4 per row 5
//!   rows 7..9   one fill of a ready list (see `lists`)                 ~15 per row 6
//! ```
//!
//! What a stack may become is settled with row 6 of its box: the class of a stack is a function of
//! its first two boxes and the arrangement of the third, so 36 bits say which arrangements keep the
//! class high enough ([`Block::high`]) and 36 which bring it to equality ([`Block::equal`]). The class
//! of band 3 comes with its fill. Only where a class is equal, or where the first band has
//! automorphisms that rows 4..6 do not rule out, the grid is built and compared.

use super::fill::{ARRANGEMENTS, Frames, change_id, inverse};
use super::lists::{CHUNK, Lists, Side};
use crate::band::{BandMap, Bands, BoxNames, PATTERN, Rows, key, set_of};
use crate::cells::{Cells, compare, transpose};
use crate::triple::{PERM3, RELATE, SETS, digits, perm3, triple};
use std::cmp::Ordering;
use std::ops::Range;

/// The most automorphisms a grid can have.
pub(crate) const MOST_AUTOMORPHISMS: usize = 648;

/// The first band, ready for the walk.
pub(super) struct FirstBand {
    pub(super) class: u16,
    rows: Rows,
    /// The digits of the band in every column.
    columns: [u16; 9],
    /// For every stack the names that make its first box, seen from the side, `012/345/678`.
    names: [[u8; 16]; 3],
    /// The automorphisms of the band but the identity.
    auts: Vec<Automorphism>,
}

/// A map of the first band onto itself, with what the comparison of row 4 needs.
struct Automorphism {
    map: BandMap,
    names: [u8; 16],
    /// The row that becomes row 4 has this digit in column `map.cols[0]`.
    head: u8,
}

impl FirstBand {
    pub(super) fn new(class: u16) -> FirstBand {
        let bands = Bands::get();
        let rows = bands.least[usize::from(class)];
        let columns = std::array::from_fn(|c| 1 << rows[0][c] | 1 << rows[1][c] | 1 << rows[2][c]);
        let mut names = [[0; 16]; 3];
        for (r, row) in rows.iter().enumerate() {
            for (c, &digit) in row.iter().enumerate() {
                names[c / 3][usize::from(digit)] = (3 * (c % 3) + r) as u8;
            }
        }
        let auts = bands.auts[usize::from(class)][1..]
            .iter()
            .map(|map| {
                let names = map.names(&rows[usize::from(map.rows[0])]);
                let head = names[..9].iter().position(|&name| name == 1).expect("a renaming") as u8;
                Automorphism { map: *map, names, head }
            })
            .collect();
        FirstBand { class, rows, columns, names, auts }
    }

    /// All rows 4 in increasing order that fit the columns, until the visitor answers false.
    pub(super) fn rows_four(&self, visit: &mut dyn FnMut(&[u8; 9]) -> bool) {
        let mut row = [1; 9];
        self.fourth_from(&mut row, 1, 1 << 1, visit);
    }

    fn fourth_from(
        &self,
        row: &mut [u8; 9],
        at: usize,
        used: u16,
        visit: &mut dyn FnMut(&[u8; 9]) -> bool,
    ) -> bool {
        if at == 9 {
            return visit(row);
        }
        let mut left = 0o777 & !(used | self.columns[at]);
        while left != 0 {
            let digit = left.trailing_zeros();
            left &= left - 1;
            row[at] = digit as u8;
            if !self.fourth_from(row, at + 1, used | 1 << digit, visit) {
                return false;
            }
        }
        true
    }

    /// Row 4 with all that follows from it; nothing where an automorphism makes it smaller.
    pub(super) fn fourth(&self, row: &[u8; 9]) -> Option<RowFour> {
        let mut open = Vec::new();
        let mut kept = false;
        for (i, aut) in self.auts.iter().enumerate() {
            if row[usize::from(aut.map.cols[0])] == aut.head {
                match aut.compare(row, row) {
                    Ordering::Less => return None,
                    Ordering::Equal => {
                        kept = true;
                        open.push(i);
                    }
                    Ordering::Greater => {}
                }
            } else {
                open.push(i);
            }
        }
        let box_rows = std::array::from_fn(|b| box_rows_of(&self.columns, row, b));
        let mut fourth =
            RowFour { row: *row, open, kept, box_rows, by_set: [0; SETS + 1], blocks: Vec::new() };
        // The last box row of row 5 is looked for by its set.
        let last = &mut fourth.box_rows[2];
        last.sort_by_key(|third| set_of(third.set));
        for third in last {
            fourth.by_set[set_of(third.set) + 1] += 1;
        }
        for set in 0..SETS {
            fourth.by_set[set + 1] += fourth.by_set[set];
        }
        Some(fourth)
    }
}

/// The box rows that row 5 may have in box `b`, in increasing order.
fn box_rows_of(columns: &[u16; 9], fourth: &[u8; 9], b: usize) -> Vec<BoxRow> {
    let taken = fourth[3 * b..3 * b + 3].iter().fold(0, |set, digit| set | 1 << digit);
    let free: [u16; 3] = std::array::from_fn(|j| 0o777 & !(taken | columns[3 * b + j]));
    let mut box_rows = Vec::with_capacity(64);
    for x in bits(free[0]) {
        for y in bits(free[1] & !(1 << x)) {
            for z in bits(free[2] & !(1 << x | 1 << y)) {
                let set = 1 << x | 1 << y | 1 << z;
                box_rows.push(BoxRow { digits: [x, y, z], set, from: UNMADE, to: UNMADE });
            }
        }
    }
    box_rows
}

impl Automorphism {
    /// Compares the image of a row with row 4.
    #[inline]
    fn compare(&self, row: &[u8; 9], fourth: &[u8; 9]) -> Ordering {
        for c in 1..9 {
            let name = self.names[usize::from(row[usize::from(self.map.cols[c])] & 15)];
            if name != fourth[c] {
                return name.cmp(&fourth[c]);
            }
        }
        Ordering::Equal
    }
}

/// Row 4 and the lists for rows 5 and 6.
pub(super) struct RowFour {
    pub(super) row: [u8; 9],
    /// Automorphisms of the first band that row 4 does not rule out.
    open: Vec<usize>,
    /// Whether one of them keeps row 4 as it is.
    kept: bool,
    /// For every box the box rows that row 5 may have, in increasing order; those of the last box by
    /// set first.
    box_rows: [Vec<BoxRow>; 3],
    /// Where the last box's box rows of every set begin.
    by_set: [u8; SETS + 1],
    blocks: Vec<Block>,
}

/// A row of row 5 in one box.
struct BoxRow {
    digits: [u8; 3],
    /// The same digits as a mask.
    set: u16,
    /// The blocks that complete it, in increasing order of row 6, once they are made.
    from: u32,
    to: u32,
}

const UNMADE: u32 = u32::MAX;

/// A row 5 by its three box rows.
pub(super) type RowFive = [u8; 3];

/// Rows 5 and 6 of one box, with what they leave for the third band.
struct Block {
    sixth: [u8; 3],
    /// What is left for the columns.
    columns: [u16; 3],
    /// The partition these sets make.
    partition: u16,
    /// The arrangements of the last box of the stack that keep its class at or above the first band's.
    high: u64,
    /// Those that bring it to the first band's.
    equal: u64,
    /// Those that leave an automorphism of the first band open: the row it makes row 4 comes from
    /// this box and begins like row 4.
    open: u64,
}

impl RowFour {
    /// How many box rows row 5 may begin with.
    pub(super) fn begins(&self) -> usize {
        self.box_rows[0].len()
    }

    /// A row 5 by its box rows; nothing where it does not fit.
    pub(super) fn fifth(&self, row: &[u8; 9]) -> Option<RowFive> {
        let mut fifth = [0; 3];
        for (b, third) in fifth.iter_mut().enumerate() {
            let digits = &row[3 * b..3 * b + 3];
            *third = self.box_rows[b].iter().position(|third| third.digits == *digits)? as u8;
        }
        Some(fifth)
    }

    /// The rows 5 that begin with the given box row, in increasing order; also those no grid has.
    pub(super) fn fifths(&self, begin: usize) -> impl Iterator<Item = RowFive> + '_ {
        self.fifths_by_two(begin).flat_map(|([a, b], last)| last.map(move |c| [a, b, c]))
    }

    /// The same: their first two box rows, and which ones can be the last.
    #[inline]
    fn fifths_by_two(&self, begin: usize) -> impl Iterator<Item = ([u8; 2], Range<u8>)> + '_ {
        let set = self.box_rows[0][begin].set;
        self.box_rows[1].iter().enumerate().filter(move |(_, second)| second.set & set == 0).map(
            move |(b, second)| {
                let rest = set_of(0o777 & !(set | second.set));
                ([begin as u8, b as u8], self.by_set[rest]..self.by_set[rest + 1])
            },
        )
    }

    /// How many rows 5 stand before one of them.
    pub(super) fn fifth_number(&self, wanted: RowFive) -> usize {
        let [a, b, c] = wanted;
        let two = (0..=usize::from(a)).flat_map(|begin| self.fifths_by_two(begin));
        two.take_while(|(two, _)| *two <= [a, b])
            .map(|(two, last)| if two == [a, b] { usize::from(c - last.start) } else { last.len() })
            .sum()
    }

    /// The row 5 that has this many before it.
    pub(super) fn fifth_at(&self, mut number: usize) -> Option<RowFive> {
        for ([a, b], last) in (0..self.begins()).flat_map(|begin| self.fifths_by_two(begin)) {
            if number < last.len() {
                return Some([a, b, last.start + number as u8]);
            }
            number -= last.len();
        }
        None
    }

    /// The digits of a row 5.
    pub(super) fn fifth_row(&self, fifth: RowFive) -> [u8; 9] {
        let [a, b, c] = [0, 1, 2].map(|b| self.box_rows[b][usize::from(fifth[b])].digits);
        join(a, b, c)
    }

    /// Makes the blocks of a row 5 that were not asked for before.
    fn make_blocks(&mut self, first: &FirstBand, fifth: RowFive) {
        for (b, &at) in fifth.iter().enumerate() {
            if self.box_rows[b][usize::from(at)].from == UNMADE {
                self.make_box_row(first, b, usize::from(at));
            }
        }
    }

    #[inline(never)]
    fn make_box_row(&mut self, first: &FirstBand, b: usize, at: usize) {
        let (bands, frames, lists) = (Bands::get(), Frames::get(), Lists::get());
        let fourth = [self.row[3 * b], self.row[3 * b + 1], self.row[3 * b + 2]];
        let taken = 1 << fourth[0] | 1 << fourth[1] | 1 << fourth[2];
        let third = &mut self.box_rows[b][at];
        third.from = self.blocks.len() as u32;
        let left = digits(0o777 & !(taken | third.set));
        for p in PERM3 {
            let sixth = p.map(|i| left[usize::from(i)]);
            let fits = (0..3).all(|j| first.columns[3 * b + j] >> sixth[j] & 1 == 0);
            // Rows are sorted by their first digit.
            if fits && (b > 0 || sixth[0] > third.digits[0]) {
                let mut block = block((bands, frames, lists), first, b, fourth, third.digits, sixth);
                for &i in &self.open {
                    let aut = &first.auts[i];
                    if usize::from(aut.map.cols[0]) / 3 == b {
                        block.rule_out(frames, aut, &self.row, [third.digits, sixth]);
                    }
                }
                if block.high != 0 {
                    self.blocks.push(block);
                }
            }
        }
        third.to = self.blocks.len() as u32;
    }

    /// The blocks that complete a box row, and the number of the first of them.
    #[inline(always)]
    fn blocks(&self, b: usize, at: u8) -> (u32, &[Block]) {
        let third = &self.box_rows[b][usize::from(at)];
        (third.from, &self.blocks[third.from as usize..third.to as usize])
    }

    #[inline(always)]
    fn blocks_of(&self, sixth: &Sixth) -> [&Block; 3] {
        sixth.blocks.map(|block| &self.blocks[block as usize])
    }

    /// The digits of a row 6.
    #[inline(always)]
    fn sixth_row(&self, sixth: &Sixth) -> [u8; 9] {
        let [x, y, z] = self.blocks_of(sixth).map(|block| block.sixth);
        join(x, y, z)
    }
}

/// A row 6 under a row 5: the blocks it is made of.
#[derive(Clone, Copy)]
struct Sixth {
    blocks: [u32; 3],
    /// The partitions of boxes 2 and 3 seen from box 1's.
    seen: [u32; 2],
    /// The class of band 2.
    class: u16,
}

fn bits(mask: u16) -> impl Iterator<Item = u8> {
    ludex_core::bits::set_bits(mask).map(|bit| bit as u8)
}

/// Seen from the side the stack is a band whose rows are the three columns.
fn block(
    (bands, frames, lists): (&Bands, &Frames, &Lists),
    first: &FirstBand,
    b: usize,
    fourth: [u8; 3],
    fifth: [u8; 3],
    sixth: [u8; 3],
) -> Block {
    let names = &first.names[b];
    let named = |digit: u8| names[usize::from(digit & 15)];
    let parts: [(usize, usize); 3] =
        std::array::from_fn(|j| triple(named(fourth[j]), named(fifth[j]), named(sixth[j])));
    let pattern = usize::from(PATTERN[parts[0].0][parts[1].0]);
    let order = usize::from(RELATE[parts[0].1][parts[1].1] * 6 + RELATE[parts[0].1][parts[2].1]);
    let at = (pattern * 36 + order) * 36;
    let (classes, _) = bands.class[at..].split_first_chunk::<ARRANGEMENTS>().expect("36 forms a pattern");
    let columns: [u16; 3] = std::array::from_fn(|j| {
        0o777 & !(first.columns[3 * b + j] | 1 << fourth[j] | 1 << fifth[j] | 1 << sixth[j])
    });
    let (partition, q) = frames.partition(set_of(columns[0]), set_of(columns[1]));
    // Set T[t] stands in column from[t]; there its digits are ranked by the stack's names.
    let from = inverse(PERM3[q]);
    let ranks: [usize; 3] = std::array::from_fn(|t| {
        let [x, y, z] = digits(frames.partitions[partition][t]);
        triple(named(x), named(y), named(z)).1
    });
    let change = &frames.change[change_id(usize::from(perm3(from[0], from[1])), ranks)];
    let (high, equal) = lists.by_class(classes, change, first.class);
    Block { sixth, columns, partition: partition as u16, high, equal, open: 0 }
}

impl Block {
    /// Takes out the arrangements with which an automorphism, whose row 4 comes from this box,
    /// makes a smaller grid, and marks those that leave it open. `rows` are the box rows 5 and 6.
    fn rule_out(&mut self, frames: &Frames, aut: &Automorphism, fourth: &[u8; 9], rows: [[u8; 3]; 2]) {
        let [c0, c1, c2] = [0, 1, 2].map(|c| usize::from(aut.map.cols[c] % 3));
        let name = |digit: u8| aut.names[usize::from(digit & 15)];
        if let Some(row) = rows.iter().find(|row| row[c0] == aut.head) {
            match [name(row[c1]), name(row[c2])].cmp(&[fourth[1], fourth[2]]) {
                Ordering::Less => self.high = 0,
                Ordering::Equal => self.open = u64::MAX,
                Ordering::Greater => {}
            }
            return;
        }
        if self.columns[c0] >> aut.head & 1 == 0 {
            return; // It comes from row 4 itself.
        }
        let sets = &frames.partitions[usize::from(self.partition)];
        let set = |c: usize| sets.iter().position(|&set| set == self.columns[c]).expect("its partition");
        let (t0, t1, t2) = (set(c0), set(c1), set(c2));
        let rank = digits(sets[t0]).iter().position(|&digit| digit == aut.head).expect("in this column");
        let together = &frames.together[t0][rank];
        for (i, second) in digits(sets[t1]).into_iter().enumerate() {
            match name(second).cmp(&fourth[1]) {
                Ordering::Less => self.high &= !together[t1][i],
                Ordering::Greater => {}
                Ordering::Equal => {
                    for (j, third) in digits(sets[t2]).into_iter().enumerate() {
                        let both = together[t1][i] & together[t2][j];
                        match name(third).cmp(&fourth[2]) {
                            Ordering::Less => self.high &= !both,
                            Ordering::Equal => self.open |= both,
                            Ordering::Greater => {}
                        }
                    }
                }
            }
        }
    }
}

/// What a walk counts or lists; one per worker.
pub(super) struct Walker {
    bands: &'static Bands,
    frames: &'static Frames,
    lists: &'static Lists,
    /// The rows 6 at hand, kept for its memory.
    sixths: Vec<Sixth>,
    /// Grids met so far by their number of automorphisms; those with only the identity are not
    /// counted here.
    pub(super) symmetric: Vec<u64>,
}

impl Walker {
    pub(super) fn new() -> Walker {
        Walker {
            bands: Bands::get(),
            frames: Frames::get(),
            lists: Lists::get(),
            sixths: Vec::new(),
            symmetric: vec![0; MOST_AUTOMORPHISMS + 1],
        }
    }

    /// Counts the grids of every row 5, in increasing order.
    pub(super) fn counts(&mut self, first: &FirstBand, fourth: &mut RowFour) -> Vec<u32> {
        let fifths: Vec<RowFive> = (0..fourth.begins()).flat_map(|begin| fourth.fifths(begin)).collect();
        fifths.into_iter().map(|fifth| self.count(first, fourth, fifth) as u32).collect()
    }

    /// Counts the grids with this row 5.
    pub(super) fn count(&mut self, first: &FirstBand, fourth: &mut RowFour, fifth: RowFive) -> u64 {
        let mut count = 0;
        self.sixths(first, fourth, fifth, &mut |walker, fourth, row, sixth| {
            count += walker.sixth(first, fourth, row, sixth, None);
        });
        count
    }

    /// Counts the grids with this row 5 that stand before the one with rows 6..9 as given.
    pub(super) fn count_before(
        &mut self,
        first: &FirstBand,
        fourth: &mut RowFour,
        fifth: RowFive,
        rest: &[[u8; 9]; 4],
    ) -> Option<u64> {
        let (mut count, mut found) = (0, false);
        self.sixths(first, fourth, fifth, &mut |walker, fourth, row, sixth| {
            let digits = fourth.sixth_row(sixth);
            if digits < rest[0] {
                count += walker.sixth(first, fourth, row, sixth, None);
            } else if digits == rest[0] {
                let mut grids = Vec::new();
                walker.sixth(first, fourth, row, sixth, Some(&mut grids));
                count += grids.iter().filter(|grid| grid[..] < rest[1..]).count() as u64;
                found = grids.iter().any(|grid| grid[..] == rest[1..]);
            }
        });
        found.then_some(count)
    }

    /// The rows 6 of a row 5 with the number of their grids, in increasing order.
    pub(super) fn count_sixths(
        &mut self,
        first: &FirstBand,
        fourth: &mut RowFour,
        fifth: RowFive,
    ) -> Vec<([u8; 9], u64)> {
        let mut all = Vec::new();
        self.sixths(first, fourth, fifth, &mut |walker, fourth, row, sixth| {
            all.push((fourth.sixth_row(sixth), walker.sixth(first, fourth, row, sixth, None)));
        });
        all
    }

    /// The third bands of all grids with these rows 5 and 6, in increasing order.
    pub(super) fn list(
        &mut self,
        first: &FirstBand,
        fourth: &mut RowFour,
        fifth: RowFive,
        sixth: &[u8; 9],
    ) -> Vec<Rows> {
        let mut grids = Vec::new();
        self.sixths(first, fourth, fifth, &mut |walker, fourth, row, found| {
            if fourth.sixth_row(found) == *sixth {
                walker.sixth(first, fourth, row, found, Some(&mut grids));
            }
        });
        grids.sort_unstable();
        grids
    }

    /// Visits every row 6 that keeps the class of band 2 high enough, in increasing order of it.
    ///
    /// All are found before the first is visited: where the next ones lie in the tables is known early
    /// enough then to have it at hand when their turn comes.
    #[inline(always)]
    fn sixths(
        &mut self,
        first: &FirstBand,
        fourth: &mut RowFour,
        fifth: RowFive,
        visit: &mut impl FnMut(&mut Walker, &RowFour, &[u8; 9], &Sixth),
    ) {
        fourth.make_blocks(first, fifth);
        let fourth = &*fourth;
        let mut sixths = std::mem::take(&mut self.sixths);
        sixths.clear();
        self.find_sixths(first, fourth, fifth, &mut sixths);
        let row = fourth.fifth_row(fifth);
        for sixth in &sixths {
            visit(self, fourth, &row, sixth);
        }
        self.sixths = sixths;
    }

    fn find_sixths(&self, first: &FirstBand, fourth: &RowFour, fifth: RowFive, sixths: &mut Vec<Sixth>) {
        let [(from_x, xs), (from_y, ys), (from_z, zs)] = [0, 1, 2].map(|b| fourth.blocks(b, fifth[b]));
        if ys.is_empty() || zs.is_empty() {
            return;
        }
        let above = [0, 1, 2].map(|b| {
            let [x, y, z] = [0, 1, 2].map(|j| fourth.row[3 * b + j]);
            [[x, y, z], fourth.box_rows[b][usize::from(fifth[b])].digits]
        });
        let rows = |b: usize, block: &Block| [above[b][0], above[b][1], block.sixth];
        for (i, x) in xs.iter().enumerate() {
            let names = BoxNames::new(rows(0, x));
            let p = usize::from(x.partition);
            // At most six orders of what is left.
            let mut thirds = [(0, 0); 6];
            for (third, z) in thirds.iter_mut().zip(zs) {
                *third = (names.third(rows(2, z)), self.frames.seen(p, usize::from(z.partition)));
            }
            for (j, y) in ys.iter().enumerate() {
                let second = names.second(rows(1, y));
                let seen = self.frames.seen(p, usize::from(y.partition));
                for (k, &(third, last)) in thirds[..zs.len()].iter().enumerate() {
                    let class = self.bands.class[second + third];
                    if class >= first.class {
                        self.lists.expect(seen, last);
                        let blocks = [from_x + i as u32, from_y + j as u32, from_z + k as u32];
                        sixths.push(Sixth { blocks, seen: [seen, last], class });
                    }
                }
            }
        }
    }

    fn sixth(
        &mut self,
        first: &FirstBand,
        fourth: &RowFour,
        fifth: &[u8; 9],
        sixth: &Sixth,
        mut grids: Option<&mut Vec<Rows>>,
    ) -> u64 {
        let Sixth { class, .. } = *sixth;
        let [x, y, z] = fourth.blocks_of(sixth);
        let p = usize::from(x.partition);
        let [(second, change2), (third, change3)] = sixth.seen.map(Frames::seen_of);
        let change = |id: usize| &self.frames.change[id];
        let way = self.lists.way(self.frames, second, third);
        let [c1, c2, c3] = way.changes();
        let changes = [[change(c1), change(0)], [change(c2), change(change2)], [change(c3), change(change3)]];
        let sides: [Side<'_>; 3] =
            std::array::from_fn(|n| Side { allowed: [x, y, z][n].high, changes: changes[n] });
        let list = self.lists.list(way.orbit());
        let reach = self.lists.reach(way.orbit(), first.class);
        let watch = [x, y, z].map(|block| block.equal | block.open);
        let all = class == first.class || fourth.kept;
        // Where nothing can be equal but the class of band 3, what is above that is only counted.
        let only = !all && watch == [0; 3] && grids.is_none();
        let above = if only { self.lists.reach(way.orbit(), first.class + 1) } else { 0 };
        let mut ready: Option<([u16; 9], [u16; 9])> = None;
        let mut count = 0;
        for from in (0..reach).step_by(CHUNK) {
            let mut left = self.lists.allowed(list, from / CHUNK, &sides) & lowest(reach - from);
            let sure = left & lowest(above.saturating_sub(from));
            count += u64::from(sure.count_ones());
            left ^= sure;
            while left != 0 {
                let at = from + left.trailing_zeros() as usize;
                let fill = list.fills[at];
                left &= left - 1;
                let (k1, k2, k3) = fill.arrangements();
                let own = |n: usize, k: usize| changes[n][1].of(changes[n][0].of(k));
                let (k1, k2, k3) = (own(0, k1), own(1, k2), own(2, k3));
                let watched = (watch[0] >> k1 | watch[1] >> k2 | watch[2] >> k3) & 1 == 1;
                let plain = !(all || watched || fill.class() == first.class);
                if plain && grids.is_none() {
                    count += 1;
                    continue;
                }
                let (stands, columns) = ready.get_or_insert_with(|| {
                    let columns = [x.columns, y.columns, z.columns];
                    let columns = std::array::from_fn(|c| columns[c / 3][c % 3]);
                    (Lists::stands(self.frames, way, p), columns)
                });
                let rows = list.rows(at, stands, columns);
                if !plain {
                    let stacks = x.equal >> k1 & 1 | (y.equal >> k2 & 1) << 1 | (z.equal >> k3 & 1) << 2;
                    let bands = u8::from(class == first.class) | u8::from(fill.class() == first.class) << 1;
                    let [a, b, c] = first.rows;
                    let [g, h, i] = rows;
                    let cells = [a, b, c, fourth.row, *fifth, fourth.sixth_row(sixth), g, h, i];
                    let equal = (stacks as u8) << 2 | bands;
                    let auts = automorphisms(self.bands, first, &cells, equal, &fourth.open);
                    let Some(auts) = auts else { continue };
                    if auts > 1 {
                        self.symmetric[auts] += 1;
                    }
                }
                count += 1;
                if let Some(grids) = &mut grids {
                    grids.push(rows);
                }
            }
        }
        count
    }
}

/// The lowest bits set, as many as this, or all.
#[inline(always)]
fn lowest(bits: usize) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

fn join(a: [u8; 3], b: [u8; 3], c: [u8; 3]) -> [u8; 9] {
    [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
}

/// How many maps keep the grid; nothing where one makes it smaller.
///
/// `equal` names the bands 2, 3 (bits 0, 1) and stacks 1..3 (bits 2..4) of the first band's class,
/// `open` the automorphisms of the first band still to be tried.
fn automorphisms(
    bands: &Bands,
    first: &FirstBand,
    cells: &Cells,
    equal: u8,
    open: &[usize],
) -> Option<usize> {
    let mut count = 1;
    for &i in open {
        match compare(cells, cells, 0, &first.auts[i].map) {
            Ordering::Less => return None,
            Ordering::Equal => count += 1,
            Ordering::Greater => {}
        }
    }
    let mut turned: Option<Cells> = None;
    for view in 0..5 {
        if equal >> view & 1 == 0 {
            continue;
        }
        let (view, band) = if view < 2 {
            (cells, view + 1)
        } else {
            let turned = turned.get_or_insert_with(|| transpose(cells));
            (&*turned, view - 2)
        };
        let rows = &view[3 * band..3 * band + 3];
        let map = bands.map(key(&rows[0], &rows[1], &rows[2]));
        for aut in &bands.auts[usize::from(first.class)] {
            match compare(view, cells, band, &map.then(aut)) {
                Ordering::Less => return None,
                Ordering::Equal => count += 1,
                Ordering::Greater => {}
            }
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::CanonicalGrid;
    use crate::grid::Grid;

    /// The canonicaliser is the second model: it keeps every grid the walk lists, and what the walk
    /// leaves out between two neighbours it does not take for min-lex.
    #[test]
    fn the_walk_lists_exactly_the_min_lex_grids() {
        let mut walker = Walker::new();
        for class in [0, 3, 20, 100, 212, 333] {
            let first = FirstBand::new(class);
            let mut rows = 0;
            first.rows_four(&mut |row| {
                let Some(mut fourth) = first.fourth(row) else { return true };
                rows += 1;
                if rows % 97 != 1 {
                    return true;
                }
                for begin in (0..fourth.begins()).step_by(7) {
                    for fifth in fourth.fifths(begin).step_by(5).collect::<Vec<_>>() {
                        check(&mut walker, &first, &mut fourth, fifth);
                    }
                }
                rows < 300
            });
        }
    }

    fn check(walker: &mut Walker, first: &FirstBand, fourth: &mut RowFour, fifth: RowFive) {
        let count = walker.count(first, fourth, fifth);
        let mut all = Vec::new();
        for (sixth, grids) in walker.count_sixths(first, fourth, fifth) {
            let list = walker.list(first, fourth, fifth, &sixth);
            assert_eq!(list.len() as u64, grids);
            all.extend(list.into_iter().map(|[g, h, i]| [sixth, g, h, i]));
        }
        assert_eq!(all.len() as u64, count);
        assert!(all.is_sorted());
        // Every completion of rows 1..5, by the plain rules.
        let [a, b, c] = first.rows;
        let mut cells = [a, b, c, fourth.row, fourth.fifth_row(fifth), [9; 9], [9; 9], [9; 9], [9; 9]];
        let mut least = Vec::new();
        complete(&mut cells, 45, &mut |cells| {
            let grid = Grid::from_rows(cells);
            if CanonicalGrid::check(&grid).is_some() {
                least.push([cells[5], cells[6], cells[7], cells[8]]);
            }
        });
        assert_eq!(all, least);
    }

    fn complete(cells: &mut Cells, at: usize, visit: &mut dyn FnMut(&Cells)) {
        if at == 81 {
            return visit(cells);
        }
        let (r, c) = (at / 9, at % 9);
        for digit in 0..9 {
            let sorted = c > 0 || r % 3 == 0 || cells[r - 1][0] < digit;
            let clash = |i: usize| {
                cells[r][i] == digit && i < c
                    || cells[i][c] == digit && i < r
                    || cells[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit && r / 3 * 3 + i / 3 < r
            };
            if sorted && !(0..9).any(clash) {
                cells[r][c] = digit;
                complete(cells, at + 1, visit);
                cells[r][c] = 9;
            }
        }
    }
}
