//! Backdoors: cells whose digits, once known, leave a puzzle to singles.

use crate::cell_set::CellSet;
use crate::position::Position;
use crate::rate::units::{CELLS as UNITS, PEERS};
use crate::setup::{CELLS, Setup};

/// Whether naked and hidden singles alone solve a sudoku.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, singles_solve};
/// let easy: Setup =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(singles_solve(&easy));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn singles_solve(setup: &Setup) -> bool {
    let mut state = Singles::of(setup);
    state.run();
    state.placed == CELLS
}

/// All sets of so many empty cells whose digits leave the rest to singles, none of them with a smaller
/// one inside.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Position, Setup, backdoors, singles_solve};
/// let setup: Setup =
///     ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....".parse()?;
/// let puzzle = Position::try_from(&setup)?;
/// assert!(backdoors(&puzzle, 0).is_empty() && backdoors(&puzzle, 1).is_empty());
/// let pair = backdoors(&puzzle, 2)[0];
/// let opened = pair.cells().fold(setup, |setup, cell| setup.with(cell, puzzle.solution().cells()[cell]));
/// assert!(singles_solve(&opened));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn backdoors(puzzle: &Position, size: usize) -> Vec<CellSet> {
    let mut found = Vec::new();
    let mut smaller: Vec<u128> = Vec::new();
    let mut start = Singles::of(puzzle.setup());
    start.run();
    for size in 0..=size {
        found.clear();
        let solution = puzzle.solution().cells();
        extend(&start, solution, 0, 0, size, &smaller, &mut found);
        smaller.extend(found.iter().map(|set: &CellSet| set.bits()));
    }
    found
}

fn extend(
    state: &Singles,
    solution: &[u8; CELLS],
    from: usize,
    chosen: u128,
    left: usize,
    smaller: &[u128],
    found: &mut Vec<CellSet>,
) {
    if smaller.iter().any(|small| small & !chosen == 0) {
        return;
    }
    if left == 0 {
        if state.placed == CELLS {
            found.push(CellSet::from_bits(chosen));
        }
        return;
    }
    for cell in from..CELLS {
        // What singles already fill opens nothing.
        if state.values[cell] > 0 {
            continue;
        }
        let mut next = state.clone();
        next.place(cell, solution[cell]);
        next.run();
        extend(&next, solution, cell + 1, chosen | 1 << cell, left - 1, smaller, found);
    }
}

/// A sudoku that only singles are looked for in.
#[derive(Clone)]
struct Singles {
    values: [u8; CELLS],
    masks: [u16; CELLS],
    placed: usize,
}

impl Singles {
    fn of(setup: &Setup) -> Singles {
        let mut state = Singles { values: [0; CELLS], masks: [0x1FF; CELLS], placed: 0 };
        for (cell, &digit) in setup.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
            state.place(cell, digit);
        }
        state
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.values[cell] = digit;
        self.masks[cell] = 0;
        self.placed += 1;
        for &peer in &PEERS[cell] {
            self.masks[usize::from(peer)] &= !(1 << (digit - 1));
        }
    }

    fn run(&mut self) {
        loop {
            let before = self.placed;
            for cell in 0..CELLS {
                if self.masks[cell].is_power_of_two() {
                    self.place(cell, self.masks[cell].trailing_zeros() as u8 + 1);
                }
            }
            for unit in &UNITS {
                let (mut once, mut twice) = (0u16, 0u16);
                for &cell in unit {
                    let mask = self.masks[usize::from(cell)];
                    twice |= once & mask;
                    once |= mask;
                }
                let mut single = once & !twice;
                while single != 0 {
                    let digit = single.trailing_zeros();
                    single &= single - 1;
                    // A digit placed a moment ago may have taken it away.
                    let cell = unit.iter().find(|cell| self.masks[usize::from(**cell)] >> digit & 1 == 1);
                    if let Some(&cell) = cell {
                        self.place(usize::from(cell), digit as u8 + 1);
                    }
                }
            }
            if self.placed == before {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::{Candidates, Rater};

    /// The second model: the rater's own classes, up to the naked single.
    #[test]
    fn singles_are_those_of_the_rater() {
        let texts = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12",
            "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5",
        ];
        let mut rater = Rater::new();
        for text in texts {
            let setup: Setup = text.parse().unwrap();
            let puzzle = Position::try_from(&setup).unwrap();
            let rating = rater.follow(&Candidates::of(&setup), 23, |_, _| true).unwrap();
            // None of the three needs a direct locking or hidden pair, which rank below the naked single.
            assert_eq!(singles_solve(&setup), !rating.open && rating.er <= 23);
            let ones = backdoors(&puzzle, 1);
            for cell in (0..CELLS).filter(|&cell| setup.cells()[cell] == 0) {
                let with = setup.with(cell, puzzle.solution().cells()[cell]);
                let listed = ones.iter().any(|set| set.has(cell));
                assert_eq!(listed, singles_solve(&with) && !singles_solve(&setup), "{text} {cell}");
            }
        }
    }
}
