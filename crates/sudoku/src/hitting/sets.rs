//! Many unavoidable sets of a grid, as the search for few givens wants them: small ones, and large ones in few
//! bands or stacks.

use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::setup::CELLS;
use crate::solve::each_solution;
use crate::unavoidable::unavoidable;
use ludex_core::{Progress, Stopped};
use std::collections::HashSet;

/// The largest sets that are looked for anywhere in the grid.
const ANYWHERE: usize = 12;
/// The largest sets of few digits or boxes.
const LARGE: u32 = 20;
/// Fillings of a part of the grid that are looked at; grids with more exist, and lose some sets only.
const MOST_FILLINGS: usize = 200_000;

/// The cells of a band (0 to 2) or stack (3 to 5).
pub(super) fn chute(number: usize) -> CellSet {
    let chute = |cell: usize| if number < 3 { cell / 27 } else { 3 + cell % 9 / 3 };
    (0..CELLS).filter(|&cell| chute(cell) == number).collect()
}

/// Minimal unavoidable sets, or at least none with another of them inside, small ones first: all of up to 12
/// cells, all inside one band or stack, and those of up to 20 cells in four digits, in four boxes, and in five
/// digits of two bands or stacks.
pub(super) fn sets(grid: &Grid, progress: &dyn Progress) -> Result<Vec<CellSet>, Stopped> {
    let mut found: HashSet<u128> =
        unavoidable(grid, ANYWHERE, progress)?.into_iter().map(|set| set.cells.bits()).collect();
    let digits = |word: u32| -> CellSet {
        (0..CELLS).filter(|&cell| word >> (grid.cells()[cell] - 1) & 1 == 1).collect()
    };
    let boxes = |word: u32| -> CellSet {
        (0..CELLS).filter(|&cell| word >> (cell / 27 * 3 + cell % 9 / 3) & 1 == 1).collect()
    };
    let of_nine = |size: u32| (0u32..1 << 9).filter(move |word| word.count_ones() == size);
    let mut free: Vec<(CellSet, u32)> = (0..6).map(|number| (chute(number), 27)).collect();
    free.extend(of_nine(4).flat_map(|word| [digits(word), boxes(word)]).map(|cells| (cells, LARGE)));
    for word in of_nine(5) {
        let outside = |number| CellSet::from_bits(digits(word).bits() & !chute(number).bits());
        free.extend((0..6).map(|number| (outside(number), LARGE)));
    }
    for (done, (free, most)) in free.iter().enumerate() {
        progress.report(done as u64, free.len() as u64)?;
        let mut fillings = 0;
        each_solution(&CellSet::from_bits(!free.bits()).cut(grid.cells()), &mut |other| {
            fillings += 1;
            let set = difference(grid, &other);
            if !set.is_empty() && set.len() <= *most as usize {
                found.insert(set.bits());
            }
            fillings < MOST_FILLINGS
        });
    }
    let mut sets: Vec<u128> = found.into_iter().collect();
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut minimal: Vec<u128> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|small| small & !set == 0) {
            minimal.push(set);
        }
    }
    Ok(minimal.into_iter().map(CellSet::from_bits).collect())
}

/// The cells in which two grids differ.
pub(super) fn difference(one: &Grid, other: &Grid) -> CellSet {
    (0..CELLS).filter(|&cell| one.cells()[cell] != other.cells()[cell]).collect()
}
