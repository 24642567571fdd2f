//! The 416 classes of bands, and the way from any band to the least one of its class.
//!
//! A band is three rows of a solved grid. Its class does not change when its digits are renamed, its
//! rows, its boxes or the columns of a box are exchanged. Renaming box 1 to `0 1 2 / 3 4 5 / 6 7 8` and
//! sorting the columns of boxes 2 and 3 by their first row leaves 56 * 36 * 36 = 72,576 forms, so one
//! table look-up classifies a band:
//!
//! ```text
//!   key = (pattern * 36 + second) * 36 + third
//!          |              |             `- order of box 3: 6 * (row 1 -> row 2) + (row 1 -> row 3)
//!          |              `- the same of box 2
//!          `- which sets of digits stand in the rows of box 2, 0..55
//! ```
//!
//! A stack is the same thing seen from the side. Classes are numbered by their least band.

use crate::triple::{INVERSE, PERM3, RELATE, SET, SET_OF, SETS, perm3, triple};
use std::sync::OnceLock;

/// How many classes of bands there are.
pub(crate) const BANDS: usize = 416;

/// Forms of bands with box 1 named in order and the columns of boxes 2 and 3 sorted.
const FORMS: usize = 56 * 36 * 36;

/// Three rows of nine digits 0..8.
pub(crate) type Rows = [[u8; 9]; 3];

/// The number of the row sets of box 2, by the sets of its rows 1 and 2; 255 where they do not fit.
pub(crate) static PATTERN: [[u8; SETS]; SETS] = {
    let mut table = [[255; SETS]; SETS];
    let (mut n, mut a) = (0, 0);
    while a < SETS {
        let mut b = 0;
        while b < SETS {
            let (first, second) = (SET[a], SET[b]);
            let third = 0o777 & !(first | second);
            if first & second == 0 && first & 0o7 == 0 && second & 0o70 == 0 && third & 0o700 == 0 {
                table[a][b] = n;
                n += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(n == 56);
    table
};

/// Where the rows and columns of an image come from; the renaming follows from its first row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BandMap {
    /// Row `r` of the image is row `rows[r]` of the source.
    pub(crate) rows: [u8; 3],
    /// Column `c` of the image is column `cols[c]` of the source.
    pub(crate) cols: [u8; 9],
}

impl BandMap {
    /// First `self`, then `next`.
    pub(crate) fn then(&self, next: &BandMap) -> BandMap {
        BandMap {
            rows: next.rows.map(|r| self.rows[usize::from(r)]),
            cols: next.cols.map(|c| self.cols[usize::from(c)]),
        }
    }

    /// ```text
    ///   bit 12 ............... 0      mixed radix 6: rows, boxes, columns of image boxes 1, 2, 3
    /// ```
    fn pack(&self) -> u16 {
        let digit = |a: u8, b: u8| u16::from(perm3(a % 3, b % 3));
        let c = &self.cols;
        let mut packed = digit(self.rows[0], self.rows[1]) * 6 + digit(c[0] / 3, c[3] / 3);
        for b in 0..3 {
            packed = packed * 6 + digit(c[3 * b], c[3 * b + 1]);
        }
        packed
    }

    fn unpack(mut packed: u16) -> BandMap {
        let mut next = || {
            let p = PERM3[usize::from(packed % 6)];
            packed /= 6;
            p
        };
        let (c3, c2, c1, boxes, rows) = (next(), next(), next(), next(), next());
        let mut cols = [0; 9];
        for (b, within) in [c1, c2, c3].iter().enumerate() {
            for j in 0..3 {
                cols[3 * b + j] = 3 * boxes[b] + within[j];
            }
        }
        BandMap { rows, cols }
    }

    /// The image of a band, its first row named 0..8.
    #[cfg(test)]
    pub(crate) fn apply(&self, band: &Rows) -> Rows {
        let names = self.names(&band[usize::from(self.rows[0])]);
        self.rows.map(|r| self.cols.map(|c| names[usize::from(band[usize::from(r)][usize::from(c)])]))
    }

    /// The renaming that makes the image of this source row `0 1 2 ... 8`.
    #[inline]
    pub(crate) fn names(&self, row: &[u8; 9]) -> [u8; 16] {
        let mut names = [0; 16];
        for (c, &from) in self.cols.iter().enumerate() {
            names[usize::from(row[usize::from(from)] & 15)] = c as u8;
        }
        names
    }
}

/// A key and how the first rows of boxes 2 and 3 must be sorted to reach its form.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) form: usize,
    orders: [usize; 2],
}

/// The key of a band.
#[inline]
pub(crate) fn key(a: &[u8; 9], b: &[u8; 9], c: &[u8; 9]) -> Key {
    let mut name = [0u8; 16];
    for j in 0..3 {
        name[usize::from(a[j] & 15)] = j as u8;
        name[usize::from(b[j] & 15)] = 3 + j as u8;
        name[usize::from(c[j] & 15)] = 6 + j as u8;
    }
    let part = |row: &[u8; 9], at: usize| {
        let named = |c: usize| name[usize::from(row[c] & 15)];
        triple(named(at), named(at + 1), named(at + 2))
    };
    let ((set_a, p), (set_b, q), (_, r)) = (part(a, 3), part(b, 3), part(c, 3));
    let ((_, s), (_, t), (_, u)) = (part(a, 6), part(b, 6), part(c, 6));
    let pattern = usize::from(PATTERN[set_a][set_b]);
    let order = |x: usize, y: usize, z: usize| usize::from(RELATE[x][y] * 6 + RELATE[x][z]);
    Key { form: (pattern * 36 + order(p, q, r)) * 36 + order(s, t, u), orders: [p, s] }
}

/// The form of a band put together from its boxes, where many bands share some of them: what the first box
/// calls the digits.
pub(crate) struct BoxNames([u8; 16]);

impl BoxNames {
    /// From the rows of the first box.
    #[inline(always)]
    pub(crate) fn new(rows: [[u8; 3]; 3]) -> BoxNames {
        let mut names = [0; 16];
        for (r, row) in rows.iter().enumerate() {
            for (j, &digit) in row.iter().enumerate() {
                names[usize::from(digit & 15)] = (3 * r + j) as u8;
            }
        }
        BoxNames(names)
    }

    #[inline(always)]
    fn parts(&self, rows: [[u8; 3]; 3]) -> [(usize, usize); 3] {
        rows.map(|row| {
            let [x, y, z] = row.map(|digit| self.0[usize::from(digit & 15)]);
            triple(x, y, z)
        })
    }

    /// The share of the second box in the form.
    #[inline(always)]
    pub(crate) fn second(&self, rows: [[u8; 3]; 3]) -> usize {
        let [(a, p), (b, q), (_, r)] = self.parts(rows);
        (usize::from(PATTERN[a][b]) * 36 + usize::from(RELATE[p][q] * 6 + RELATE[p][r])) * 36
    }

    /// The share of the third box, to be added to the second's.
    #[inline(always)]
    pub(crate) fn third(&self, rows: [[u8; 3]; 3]) -> usize {
        let [(_, p), (_, q), (_, r)] = self.parts(rows);
        usize::from(RELATE[p][q] * 6 + RELATE[p][r])
    }
}

/// The table of all forms, the least bands and their automorphisms.
#[derive(Debug)]
pub(crate) struct Bands {
    /// The class of every form.
    pub(crate) class: Vec<u16>,
    /// A packed map from every form to the least band of its class.
    map: Vec<u16>,
    /// The least band of every class.
    pub(crate) least: Vec<Rows>,
    /// All maps of the least band onto itself, the identity first.
    pub(crate) auts: Vec<Vec<BandMap>>,
}

impl Bands {
    /// The one table, made on first use in a few milliseconds.
    pub(crate) fn get() -> &'static Bands {
        static TABLE: OnceLock<Bands> = OnceLock::new();
        TABLE.get_or_init(Bands::make)
    }

    /// The class of a band.
    #[inline]
    pub(crate) fn class(&self, a: &[u8; 9], b: &[u8; 9], c: &[u8; 9]) -> u16 {
        self.class[key(a, b, c).form]
    }

    /// One map from the band of this key to the least band of its class.
    pub(crate) fn map(&self, key: Key) -> BandMap {
        let map = BandMap::unpack(self.map[key.form]);
        sorting(key.orders).then(&map)
    }

    /// Bands are met in increasing order, so the first of a class to be met is its least one.
    fn make() -> Bands {
        let mut bands =
            Bands { class: vec![u16::MAX; FORMS], map: vec![0; FORMS], least: Vec::new(), auts: Vec::new() };
        let mut unmet = FORMS;
        let first = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let mut second = [0u8; 9];
        // An odometer over the second row; the third is a product of three box rows.
        second_rows(&mut second, 0, 0, &mut |second| {
            let left = third_sets(second);
            let rows = |b: usize, p: [u8; 3]| {
                let two = [first, *second].map(|row| [row[3 * b], row[3 * b + 1], row[3 * b + 2]]);
                [two[0], two[1], p.map(|i| left[b][usize::from(i)])]
            };
            for p in PERM3 {
                let names = BoxNames::new(rows(0, p));
                let thirds = PERM3.map(|r| names.third(rows(2, r)));
                for q in PERM3 {
                    let second_box = names.second(rows(1, q));
                    for (r, third_box) in PERM3.into_iter().zip(thirds) {
                        if bands.class[second_box + third_box] == u16::MAX {
                            let boxes = [rows(0, p), rows(1, q), rows(2, r)];
                            let band = [0, 1, 2].map(|i| std::array::from_fn(|c| boxes[c / 3][i][c % 3]));
                            unmet -= bands.add(&band);
                        }
                    }
                }
            }
            unmet > 0
        });
        debug_assert_eq!(bands.least.len(), BANDS);
        bands
    }

    /// Marks every form of a new class; answers how many there are.
    fn add(&mut self, band: &Rows) -> usize {
        let class = self.least.len() as u16;
        let own = key(&band[0], &band[1], &band[2]);
        let unsort = inverse(&sorting(own.orders));
        let mut auts = Vec::new();
        let mut new = 0;
        for rows in PERM3 {
            for boxes in PERM3 {
                for within in PERM3 {
                    let mut cols = [0; 9];
                    for j in 0..3 {
                        cols[j] = 3 * boxes[0] + within[j];
                        cols[3 + j] = 3 * boxes[1] + j as u8;
                        cols[6 + j] = 3 * boxes[2] + j as u8;
                    }
                    let image = rows.map(|r| cols.map(|c| band[usize::from(r)][usize::from(c)]));
                    let key = key(&image[0], &image[1], &image[2]);
                    let to_form = BandMap { rows, cols }.then(&sorting(key.orders));
                    if self.class[key.form] == u16::MAX {
                        self.class[key.form] = class;
                        self.map[key.form] = inverse(&to_form).pack();
                        new += 1;
                    }
                    if key.form == own.form {
                        auts.push(to_form.then(&unsort));
                    }
                }
            }
        }
        self.least.push(*band);
        self.auts.push(auts);
        new
    }
}

/// The map that sorts the columns of boxes 2 and 3, given the orders of their first rows.
fn sorting(orders: [usize; 2]) -> BandMap {
    let mut cols = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (b, order) in orders.iter().enumerate() {
        let from = PERM3[usize::from(INVERSE[*order])];
        for j in 0..3 {
            cols[3 * b + 3 + j] = 3 * b as u8 + 3 + from[j];
        }
    }
    BandMap { rows: [0, 1, 2], cols }
}

fn inverse(map: &BandMap) -> BandMap {
    let mut back = BandMap { rows: [0; 3], cols: [0; 9] };
    for (i, &r) in map.rows.iter().enumerate() {
        back.rows[usize::from(r)] = i as u8;
    }
    for (i, &c) in map.cols.iter().enumerate() {
        back.cols[usize::from(c)] = i as u8;
    }
    back
}

/// All second rows under `0 1 .. 8` in increasing order, until the visitor has enough.
fn second_rows(row: &mut [u8; 9], at: usize, used: u16, visit: &mut dyn FnMut(&[u8; 9]) -> bool) -> bool {
    if at == 9 {
        return visit(row);
    }
    for digit in 0..9u8 {
        if used >> digit & 1 == 0 && usize::from(digit) / 3 != at / 3 {
            row[at] = digit;
            if !second_rows(row, at + 1, used | 1 << digit, visit) {
                return false;
            }
        }
    }
    true
}

/// The sets of digits that the third row has in the boxes: what is left.
fn third_sets(second: &[u8; 9]) -> [[u8; 3]; 3] {
    std::array::from_fn(|b| {
        let above = second[3 * b..3 * b + 3].iter().fold(0o7 << (3 * b), |set, &d| set | 1 << d);
        crate::triple::digits(0o777 & !above)
    })
}

/// The number of a set of three digits.
#[inline(always)]
pub(crate) fn set_of(mask: u16) -> usize {
    usize::from(SET_OF[usize::from(mask & 511)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    fn text(band: &Rows) -> String {
        band.iter().flatten().map(|d| char::from(b'1' + d)).collect()
    }

    #[test]
    fn there_are_416_classes_and_519_other_automorphisms() {
        let bands = Bands::get();
        assert_eq!(bands.least.len(), BANDS);
        assert_eq!(bands.auts.iter().map(|auts| auts.len() - 1).sum::<usize>(), 519);
        assert_eq!(bands.auts[0].len() - 1, 107);
        assert_eq!(text(&bands.least[0]), "123456789456789123789123456");
        assert_eq!(text(&bands.least[415]), "123456789457893612986217354");
        assert!(bands.least.is_sorted());
        // Every form is 9! * 36 bands; together they are all bands there are.
        assert_eq!(bands.class.iter().filter(|&&class| class < 416).count(), FORMS);
    }

    #[test]
    fn automorphisms_keep_the_least_band() {
        let bands = Bands::get();
        for (least, auts) in bands.least.iter().zip(&bands.auts) {
            assert_eq!(auts[0].cols, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
            assert!(auts.iter().all(|aut| aut.apply(least) == *least));
        }
    }

    #[test]
    fn any_disguise_maps_to_the_least_band() {
        let (bands, mut random) = (Bands::get(), Random::new(1));
        for class in 0..BANDS {
            for _ in 0..50 {
                let map = BandMap::unpack(random.below(7776) as u16);
                assert_eq!(BandMap::unpack(map.pack()), map);
                let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8];
                random.shuffle(&mut names);
                let band = map.apply(&bands.least[class]).map(|row| row.map(|d| names[usize::from(d)]));
                let key = key(&band[0], &band[1], &band[2]);
                assert_eq!(usize::from(bands.class[key.form]), class);
                assert_eq!(bands.map(key).apply(&band), bands.least[class]);
            }
        }
    }
}
