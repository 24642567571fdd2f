//! The 27 houses in the numbering the rating's search order is defined in.
//!
//! ```text
//! house   0..9    boxes, row-major; positions inside a box row-major
//!         9..18   rows, positions from left to right
//!        18..27   columns, positions from top to bottom
//! ```

/// What kind of house: boxes are 0, rows 1, columns 2.
pub(super) const BOX: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;

/// The houses in the order in which patterns are looked for: boxes, columns, rows.
pub(super) fn houses() -> impl Iterator<Item = usize> {
    [BOX, COLUMN, ROW].into_iter().flat_map(|kind| 9 * kind..9 * kind + 9)
}

/// The cells of each house by position.
pub(crate) const CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 27 {
        let mut at = 0;
        while at < 9 {
            let which = house % 9;
            let cell = match house / 9 {
                BOX => 27 * (which / 3) + 3 * (which % 3) + 9 * (at / 3) + at % 3,
                ROW => 9 * which + at,
                _ => 9 * at + which,
            };
            cells[house][at] = cell as u8;
            at += 1;
        }
        house += 1;
    }
    cells
};

/// The box, row and column of each cell.
pub(super) const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [(row / 3 * 3 + column / 3) as u8, (9 + row) as u8, (18 + column) as u8];
        cell += 1;
    }
    houses
};

/// The position of each cell in its box, row and column.
pub(super) const PLACES: [[u8; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    places
};

/// The cells of each house as a set.
pub(super) const SETS: [u128; 27] = {
    let mut sets = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut at = 0;
        while at < 9 {
            sets[house] |= 1 << CELLS[house][at];
            at += 1;
        }
        house += 1;
    }
    sets
};

/// The cells that see a cell, in order: those of its box, then the new ones of its row, of its column.
pub(crate) const PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut n, mut seen, mut kind) = (0, 1u128 << cell, 0);
        while kind < 3 {
            let mut at = 0;
            while at < 9 {
                let other = CELLS[HOUSES[cell][kind] as usize][at];
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    peers[cell][n] = other;
                    n += 1;
                }
                at += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    peers
};

/// The cells that see a cell as a set.
pub(super) const SEEN: [u128; 81] = {
    let mut sets = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [b, r, c] = HOUSES[cell];
        sets[cell] = (SETS[b as usize] | SETS[r as usize] | SETS[c as usize]) & !(1 << cell);
        cell += 1;
    }
    sets
};

pub(super) use ludex_core::bits::set_bits as bits;

/// The cells of a set from the first on.
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Cells of the positions of a house.
pub(super) fn at(house: usize, positions: u16) -> impl Iterator<Item = usize> {
    bits(positions).map(move |at| usize::from(CELLS[house][at]))
}

/// All sets of `k` out of `n` as masks, the least first.
pub(super) fn subsets(k: usize, n: usize) -> impl Iterator<Item = u16> {
    let first = (1u32 << k) - 1;
    let mut next = (k <= n).then_some(first);
    std::iter::from_fn(move || {
        let set = next?;
        next = if set == 0 {
            None
        } else {
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            Some(ripple | (((set ^ ripple) >> 2) / low)).filter(|set| *set < 1 << n)
        };
        Some(set as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_by_increasing_mask() {
        let pairs: Vec<u16> = subsets(2, 4).collect();
        assert_eq!(pairs, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(subsets(0, 5).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(3, 3).collect::<Vec<_>>(), [7]);
        assert_eq!(subsets(4, 3).count(), 0);
        assert_eq!(subsets(4, 9).count(), 126);
    }

    #[test]
    fn peers_begin_with_the_box() {
        assert_eq!(PEERS[0][..9], [1, 2, 9, 10, 11, 18, 19, 20, 3]);
        for cell in 0..81 {
            assert_eq!(PEERS[cell].iter().fold(0u128, |set, peer| set | 1 << peer), SEEN[cell]);
            for kind in 0..3 {
                assert_eq!(
                    usize::from(CELLS[usize::from(HOUSES[cell][kind])][usize::from(PLACES[cell][kind])]),
                    cell
                );
            }
        }
    }
}
