//! Nine rows of digits 0..8: what the canonicaliser and the catalogue work on.

use crate::band::BandMap;
use std::cmp::Ordering;

/// Nine rows of nine digits.
pub(crate) type Cells = [[u8; 9]; 9];

/// Rows and columns exchanged.
pub(crate) fn transpose(cells: &Cells) -> Cells {
    let mut turned = [[0; 9]; 9];
    for (r, row) in cells.iter().enumerate() {
        for (c, &digit) in row.iter().enumerate() {
            turned[c][r] = digit;
        }
    }
    turned
}

/// Compares rows 4..9 of an image of the view, whose band goes first, with those of the cells.
pub(crate) fn compare(view: &Cells, cells: &Cells, band: usize, map: &BandMap) -> Ordering {
    let names = map.names(&view[3 * band + usize::from(map.rows[0])]);
    let name = |row: &[u8; 9], c: usize| names[usize::from(row[usize::from(map.cols[c])] & 15)];
    let (mut p, mut q) = ((band + 1) % 3, (band + 2) % 3);
    let mut head = view[3 * p..3 * p + 3].iter().find(|row| name(row, 0) == 1);
    if head.is_none() {
        std::mem::swap(&mut p, &mut q);
        head = view[3 * p..3 * p + 3].iter().find(|row| name(row, 0) == 1);
    }
    let head = head.expect("one of six rows begins with 2");
    for (c, old) in cells[3].iter().enumerate().skip(1) {
        let digit = name(head, c);
        if digit != *old {
            return digit.cmp(old);
        }
    }
    for (at, b) in [(3, p), (6, q)] {
        let mut rows: [[u8; 9]; 3] =
            std::array::from_fn(|r| std::array::from_fn(|c| name(&view[3 * b + r], c)));
        rows.sort_unstable();
        for r in 0..3 {
            if rows[r] != cells[at + r] {
                return rows[r].cmp(&cells[at + r]);
            }
        }
    }
    Ordering::Equal
}
