//! All puzzles with few givens on one grid: hitting sets of its unavoidable sets.
//!
//! A puzzle has a given in every unavoidable set. The search takes a set that has none yet and tries its
//! cells one after the other; a cell that was tried is left alone from then on. It gives up where as many
//! sets without a common cell are left as givens may still come, and one more. When all known sets are
//! hit, the solver finds the next: what another solution has otherwise is unavoidable, too.

use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::minimal::is_minimal;
use crate::position::Position;
use crate::setup::{CELLS, Setup};
use crate::solve::{Solutions, solutions};
use crate::unavoidable::unavoidable;
use ludex_core::{Progress, Stopped};

/// Words of the mask of sets that have no given yet.
const WORDS: usize = 6;
/// Sets used, the smallest first.
const MOST_SETS: usize = 64 * WORDS;
/// The largest sets that are listed beforehand.
const SIZE: usize = 12;
/// Enough pieces to keep threads busy and to lose little when stopped.
const PIECES: usize = 2000;

/// The search for all puzzles of a number of givens on one grid.
///
/// It falls into pieces that can be searched in any order, by any number of threads.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{FewGivens, Grid};
/// let grid: Grid =
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse()?;
/// let search = FewGivens::new(&grid, 17, &ludex_core::Silent)?;
/// assert!(search.pieces() > 1);
/// # Ok(())
/// # }
/// ```
pub struct FewGivens {
    grid: Grid,
    clues: usize,
    /// Bit `i` of all masks here is this cell: those in most sets first. Once such a cell was tried and is
    /// left alone, little is left for the others.
    cells: [u8; CELLS],
    /// The sets, small ones first.
    sets: Vec<u128>,
    /// Which sets each cell is in.
    hits: [[u64; WORDS]; CELLS],
    pieces: Vec<Piece>,
}

/// Givens put, cells left alone, sets without a given, and the cells of one of them that are tried next.
#[derive(Debug, Clone, Copy)]
struct Piece {
    given: u128,
    dead: u128,
    open: [u64; WORDS],
    tried: u128,
}

impl FewGivens {
    /// Lists the unavoidable sets of a grid and cuts the search into pieces.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn new(grid: &Grid, clues: usize, progress: &dyn Progress) -> Result<FewGivens, Stopped> {
        let sets = unavoidable(grid, SIZE, progress)?.into_iter().map(|set| set.cells).collect();
        let mut search = FewGivens::with_sets(grid, clues, sets);
        search.pieces = search.cut(search.start(CellSet::default(), CellSet::default()));
        Ok(search)
    }

    fn with_sets(grid: &Grid, clues: usize, mut sets: Vec<CellSet>) -> FewGivens {
        sets.truncate(MOST_SETS);
        let mut cells: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
        let in_sets = |cell: u8| sets.iter().filter(|set| set.has(cell.into())).count();
        cells.sort_by_cached_key(|&cell| std::cmp::Reverse(in_sets(cell)));
        let mut search = FewGivens {
            grid: *grid,
            clues,
            cells,
            sets: Vec::new(),
            hits: [[0; WORDS]; CELLS],
            pieces: Vec::new(),
        };
        search.sets = sets.iter().map(|set| search.mask(*set)).collect();
        for (i, set) in search.sets.iter().enumerate() {
            for (cell, hits) in search.hits.iter_mut().enumerate().filter(|(cell, _)| set >> cell & 1 == 1) {
                debug_assert!(cell < CELLS);
                hits[i / 64] |= 1 << (i % 64);
            }
        }
        search
    }

    fn mask(&self, set: CellSet) -> u128 {
        (0..CELLS).filter(|&i| set.has(self.cells[i].into())).fold(0, |mask, i| mask | 1 << i)
    }

    fn setup(&self, mask: u128) -> Setup {
        let given: CellSet =
            (0..CELLS).filter(|i| mask >> i & 1 == 1).map(|i| self.cells[i].into()).collect();
        given.cut(self.grid.cells())
    }

    /// The whole search, with some cells given and some left alone.
    fn start(&self, given: CellSet, dead: CellSet) -> Piece {
        let mut piece = Piece { given: self.mask(given), dead: self.mask(dead), open: [0; WORDS], tried: 0 };
        for (i, _) in self.sets.iter().enumerate().filter(|(_, set)| **set & piece.given == 0) {
            piece.open[i / 64] |= 1 << (i % 64);
        }
        piece
    }

    /// The pieces that one falls into, in their order.
    fn cut(&self, whole: Piece) -> Vec<Piece> {
        let mut pieces = vec![whole];
        for piece in &mut pieces {
            self.prepare(piece);
        }
        loop {
            let deep = |piece: &Piece| self.left(piece) > 6;
            if pieces.len() >= PIECES || !pieces.iter().any(deep) {
                return pieces;
            }
            let mut next = Vec::new();
            for mut piece in pieces {
                if !deep(&piece) {
                    next.push(piece);
                    continue;
                }
                while let Some(mut child) = self.child(&mut piece) {
                    if self.prepare(&mut child) {
                        next.push(child);
                    }
                }
            }
            pieces = next;
        }
    }

    /// Chooses the set that is tried next; false where the piece is hopeless.
    fn prepare(&self, piece: &mut Piece) -> bool {
        match self.choose(piece, self.left(piece)) {
            Choice::Hopeless => return false,
            Choice::Set(set) => piece.tried = set,
            Choice::None => piece.tried = self.further(piece).unwrap_or(0),
        }
        true
    }

    /// How many pieces the search has.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Searches one piece; every minimal puzzle is handed over once.
    ///
    /// # Panics
    /// When there is no such piece.
    pub fn search(&self, piece: usize, found: &mut impl FnMut(Setup)) {
        let piece = self.pieces[piece];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt") && std::arch::is_x86_feature_detected!("bmi1") {
            // SAFETY: the machine has the features, as just found.
            unsafe { self.walk_counting(piece, found) };
            return;
        }
        self.walk(piece, found);
    }

    /// The search compiled for machines that count bits by themselves.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1")]
    fn walk_counting(&self, piece: Piece, found: &mut impl FnMut(Setup)) {
        self.walk(piece, found);
    }

    #[inline(always)]
    fn left(&self, piece: &Piece) -> usize {
        self.clues - piece.given.count_ones() as usize
    }

    /// The next cell of a piece put in; the piece leaves it alone from then on.
    #[inline(always)]
    fn child(&self, piece: &mut Piece) -> Option<Piece> {
        if piece.tried == 0 {
            return None;
        }
        let cell = piece.tried.trailing_zeros() as usize;
        piece.tried &= piece.tried - 1;
        let mut child = Piece { given: piece.given | 1 << cell, tried: 0, ..*piece };
        for (open, hit) in child.open.iter_mut().zip(&self.hits[cell]) {
            *open &= !hit;
        }
        piece.dead |= 1 << cell;
        Some(child)
    }

    /// The set with the fewest cells left to try, or that no `left` givens hit them all.
    #[inline(always)]
    fn choose(&self, piece: &Piece, left: usize) -> Choice {
        let (mut taken, mut apart) = (0u128, 0);
        let (mut best, mut least) = (0u128, u32::MAX);
        for (w, mut word) in piece.open.into_iter().enumerate() {
            while word != 0 {
                let i = 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                let set = self.sets[i] & !piece.dead;
                if set & taken == 0 {
                    taken |= set;
                    apart += 1;
                    if apart > left || set == 0 {
                        return Choice::Hopeless;
                    }
                }
                let size = set.count_ones();
                if size < least {
                    (best, least) = (set, size);
                }
            }
        }
        if least == u32::MAX { Choice::None } else { Choice::Set(best) }
    }

    /// The cells that hit all open sets, and whether there are any open.
    #[inline(always)]
    fn common(&self, piece: &Piece) -> Option<u128> {
        if piece.open == [0; WORDS] {
            return None;
        }
        let mut common = !piece.dead;
        for (w, mut word) in piece.open.into_iter().enumerate() {
            while word != 0 && common != 0 {
                common &= self.sets[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        Some(common)
    }

    /// All known sets are hit: another solution gives one that is not. Nothing where there is none.
    fn further(&self, piece: &Piece) -> Option<u128> {
        let other = match solutions(&self.setup(piece.given)) {
            Solutions::Many(one, other) => {
                if one == self.grid {
                    other
                } else {
                    one
                }
            }
            _ => return None,
        };
        let differs = |cell: &usize| other.cells()[*cell] != self.grid.cells()[*cell];
        Some(self.mask((0..CELLS).filter(differs).collect()) & !piece.dead)
    }

    #[inline(always)]
    fn walk(&self, piece: Piece, found: &mut impl FnMut(Setup)) {
        let mut stack = Vec::with_capacity(CELLS);
        stack.push(piece);
        while let Some(top) = stack.last_mut() {
            let Some(mut child) = self.child(top) else {
                stack.pop();
                continue;
            };
            let left = self.left(&child);
            if left == 0 {
                self.test(child.given, found);
                continue;
            }
            if left == 1
                && let Some(mut common) = self.common(&child)
            {
                while common != 0 {
                    self.test(child.given | common & common.wrapping_neg(), found);
                    common &= common - 1;
                }
                continue;
            }
            match self.choose(&child, left) {
                Choice::Hopeless => continue,
                Choice::Set(set) => child.tried = set,
                // With one solution and a given to spare, one of the givens would be needless.
                Choice::None => match self.further(&child) {
                    Some(set) => child.tried = set,
                    None => continue,
                },
            }
            stack.push(child);
        }
    }

    fn test(&self, given: u128, found: &mut impl FnMut(Setup)) {
        let setup = self.setup(given);
        if matches!(solutions(&setup), Solutions::One(_)) && is_minimal(&Position::known(setup, self.grid)) {
            found(setup);
        }
    }
}

enum Choice {
    /// Too many sets are left for the givens that may still come.
    Hopeless,
    /// A set without a given.
    Set(u128),
    /// Every known set has one.
    None,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::count;
    use std::collections::BTreeSet;

    const GRID: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    /// The second model: on a grid of which all but a few cells are given anyway, every choice of the rest.
    #[test]
    fn every_choice_of_a_few_cells_is_tried() {
        let grid: Grid = GRID.parse().unwrap();
        let mut random = ludex_core::Random::new(9);
        for _ in 0..4 {
            // A minimal puzzle, and some cells more: which choices of 14 cells complete the other givens?
            let puzzle = crate::minimal::minimise(&Position::from(&grid), Some(&mut random));
            let given: Vec<usize> = puzzle.given().cells().collect();
            let free: Vec<usize> = (0..81)
                .filter(|&cell| puzzle.cells()[cell] == 0)
                .take(7)
                .chain(given[..7].iter().copied())
                .collect();
            let fixed: CellSet = given[7..].iter().copied().collect();
            let clues = given.len();
            let mut wanted = BTreeSet::new();
            for choice in (0u32..1 << 14).filter(|choice| choice.count_ones() == 7) {
                let chosen = (0..14).filter(|i| choice >> i & 1 == 1).map(|i| free[i]);
                let set: CellSet = fixed.cells().chain(chosen).collect();
                let setup = set.cut(grid.cells());
                if count(&setup, 2) == 1 && is_minimal(&Position::try_from(&setup).unwrap()) {
                    wanted.insert(setup);
                }
            }
            // Only the free cells may be chosen besides the fixed ones: the others are left alone.
            let sets = unavoidable(&grid, SIZE, &ludex_core::Silent).unwrap();
            let mut search =
                FewGivens::with_sets(&grid, clues, sets.into_iter().map(|set| set.cells).collect());
            let free: CellSet = free.into_iter().collect();
            let alone = CellSet::from_bits(!fixed.bits() & !free.bits());
            let mut piece = search.start(fixed, alone);
            search.prepare(&mut piece);
            search.pieces = vec![piece];
            let mut found = BTreeSet::new();
            search.search(0, &mut |setup| assert!(found.insert(setup), "{setup} came twice"));
            assert_eq!(found, wanted);
            assert!(!found.is_empty());
        }
    }

    /// A puzzle of 17 givens, found again when 10 of them are fixed; when 14 are, all choices of the other
    /// three are tried for comparison.
    #[test]
    fn seventeen_givens_are_found_again() {
        let text = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
        let puzzle = Position::try_from(&text.parse::<Setup>().unwrap()).unwrap();
        let grid = *puzzle.solution();
        let sets = unavoidable(&grid, SIZE, &ludex_core::Silent).unwrap();
        let sets: Vec<CellSet> = sets.into_iter().map(|set| set.cells).collect();
        let search = |fixed: CellSet| {
            let mut search = FewGivens::with_sets(&grid, 17, sets.clone());
            search.pieces = search.cut(search.start(fixed, CellSet::default()));
            let mut found = BTreeSet::new();
            for piece in 0..search.pieces() {
                search.search(piece, &mut |setup| assert!(found.insert(setup), "{setup} came twice"));
            }
            found
        };
        let given: Vec<usize> = puzzle.setup().given().cells().collect();
        assert!(search(given[..10].iter().copied().collect()).contains(puzzle.setup()));
        let fixed: CellSet = given[3..].iter().copied().collect();
        let free: Vec<usize> = (0..CELLS).filter(|&cell| !fixed.has(cell)).collect();
        let mut wanted = BTreeSet::new();
        for (i, &a) in free.iter().enumerate() {
            for (j, &b) in free.iter().enumerate().skip(i + 1) {
                for &c in &free[j + 1..] {
                    let setup = CellSet::from_bits(fixed.bits() | 1 << a | 1 << b | 1 << c).cut(grid.cells());
                    if count(&setup, 2) == 1 {
                        wanted.insert(setup);
                    }
                }
            }
        }
        assert_eq!(search(fixed), wanted);
        assert!(wanted.contains(puzzle.setup()));
    }
}
