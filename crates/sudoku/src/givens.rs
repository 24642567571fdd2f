//! A canonical form that needs no solution: the least text of the givens themselves.
//!
//! For sudokus with several solutions, or none. It is another form than the canonical puzzle, which is
//! cut out of a min-lex solution grid: of all disguises of the givens it is the one whose text is
//! least with `.` before the digits.

use crate::setup::{CELLS, Setup};
use crate::triple::PERM3;

/// The least disguise of the givens, whatever solutions they have.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, minlex_givens};
/// let a = Setup::EMPTY.with(3, 7).with(80, 5);
/// let b = Setup::EMPTY.with(40, 1).with(0, 2);
/// assert_eq!(minlex_givens(&a), minlex_givens(&b)); // two digits in boxes that share no row or column
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn minlex_givens(setup: &Setup) -> Setup {
    let cells = setup.cells();
    let mut least = Least { best: [[u8::MAX; 9]; 9] };
    for transposed in [false, true] {
        for stacks in PERM3 {
            for code in 0..216 {
                let within = [PERM3[code / 36], PERM3[code / 6 % 6], PERM3[code % 6]];
                let cols: [usize; 9] =
                    std::array::from_fn(|c| usize::from(3 * stacks[c / 3] + within[c / 3][c % 3]));
                let rows = std::array::from_fn(|r| {
                    cols.map(|c| if transposed { cells[9 * c + r] } else { cells[9 * r + c] })
                });
                least.rows(&rows, 0, 0, [0; 10], 1, [0; 9]);
            }
        }
    }
    Setup::from_cells(std::array::from_fn::<_, CELLS, _>(|cell| least.best[cell / 9][cell % 9]))
}

struct Least {
    best: [[u8; 9]; 9],
}

impl Least {
    /// Tries every row that makes the text least at row `at`. `used` are rows taken, `names` and `next`
    /// the renaming so far, `order` the rows taken one by one.
    #[allow(clippy::too_many_arguments)]
    fn rows(&mut self, rows: &[[u8; 9]; 9], at: usize, used: u16, names: [u8; 10], next: u8, order: [u8; 9]) {
        if at == 9 {
            return;
        }
        let mut tried: Vec<[u8; 9]> = Vec::with_capacity(9);
        for r in 0..9 {
            let begun = !at.is_multiple_of(3);
            let fits = used >> r & 1 == 0
                && if begun {
                    usize::from(order[at - 1]) / 3 == r / 3
                } else {
                    used >> (3 * (r / 3)) & 7 == 0
                };
            if !fits || tried.contains(&rows[r]) && begun {
                continue;
            }
            tried.push(rows[r]);
            let (mut names, mut next) = (names, next);
            let text = rows[r].map(|digit| {
                if digit > 0 && names[usize::from(digit)] == 0 {
                    names[usize::from(digit)] = next;
                    next += 1;
                }
                names[usize::from(digit)]
            });
            if text > self.best[at] {
                continue;
            }
            if text < self.best[at] {
                self.best[at] = text;
                self.best[at + 1..].fill([u8::MAX; 9]);
            }
            let mut order = order;
            order[at] = r as u8;
            self.rows(rows, at + 1, used | 1 << r, names, next, order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use ludex_core::Random;

    #[test]
    fn disguises_have_one_form() {
        let mut random = Random::new(3);
        for clues in [1, 5, 12, 20, 30] {
            for _ in 0..4 {
                let mut cells = [0; 81];
                for _ in 0..clues {
                    cells[random.below(81) as usize] = random.below(9) as u8 + 1;
                }
                let setup = Setup::from_cells(cells);
                let least = minlex_givens(&setup);
                assert!(least <= setup && least.clues() == setup.clues());
                for _ in 0..3 {
                    let image = Map::random(&mut random).apply(&setup);
                    assert!(least <= image);
                    assert_eq!(minlex_givens(&image), least);
                }
            }
        }
    }

    #[test]
    fn an_empty_grid_stays_empty() {
        assert_eq!(minlex_givens(&Setup::EMPTY), Setup::EMPTY);
    }
}
