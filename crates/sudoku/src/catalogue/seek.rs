//! From a min-lex grid to its rank and back.

use super::build::record_of;
use super::index::{Bytes, Codes, Index, Level, Record, row_number, row_of, take_varint};
use super::walk::{FirstBand, RowFive, RowFour, Walker};
use super::{CatalogueError, GRIDS};
use crate::band::{Bands, Rows};
use crate::cells::Cells;
use ludex_core::{Progress, Random};
use std::sync::{Arc, OnceLock};

/// Made by the library functions behind `ludex tables build sudoku-catalogue`, 9 MB.
const SHIPPED_BYTES: &[u8] = include_bytes!("../../data/sudoku-catalogue-v1.ldx");

/// The catalogue of all min-lex grids: an index, and the enumerator that does the rest.
///
/// Cheap to clone; clones share the index.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::catalogue::Catalogue;
/// let mut seeker = Catalogue::shipped().seeker();
/// let grid = seeker.grid(1_000_000)?;
/// assert_eq!(seeker.rank(&grid)?, 1_000_000);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Catalogue(Arc<Index>);

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue({:?}, {} bytes)", self.0.level, self.0.len())
    }
}

impl Catalogue {
    /// Opens an index from the bytes of its file.
    ///
    /// # Errors
    /// When the bytes are another table, another version, cut short or altered.
    pub fn open(
        bytes: impl ludex_core::table::Source + Send + Sync + 'static,
        level: Level,
    ) -> Result<Catalogue, CatalogueError> {
        Index::open(Bytes(Box::new(bytes)), level).map(|index| Catalogue(Arc::new(index)))
    }

    /// The index that comes with this library.
    #[must_use]
    pub fn shipped() -> Catalogue {
        static SHIPPED: OnceLock<Catalogue> = OnceLock::new();
        let open = || Catalogue::open(SHIPPED_BYTES, Level::Small).expect("the tests open it");
        SHIPPED.get_or_init(open).clone()
    }

    /// How fine the index is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.0.level
    }

    /// Bytes of the index.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Enumerates sampled records anew and compares.
    ///
    /// # Errors
    /// The first record that is not what the enumeration gives, a damaged block, or the progress asked
    /// to stop.
    pub fn verify(&self, samples: u64, progress: &dyn Progress) -> Result<(), CatalogueError> {
        let mut random = Random::new(samples);
        let mut walker = Walker::new();
        for n in 0..samples {
            progress.report(n, samples)?;
            let (class, record) = self.0.by_rank(random.below(GRIDS))?;
            let row = row_of(record.number);
            let wrong = || CatalogueError::Wrong { band: class, row: row.map(|digit| digit + 1) };
            if record_of(&mut walker, self.0.level, class as u16, &row).ok_or_else(wrong)? != record.codes {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// Tests the checksum of every block.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn test(&self) -> Result<(), CatalogueError> {
        self.0.test()
    }

    /// The section of a band in the index, byte by byte.
    #[cfg(test)]
    pub(super) fn section(&self, class: u16) -> Result<&[u8], CatalogueError> {
        self.0.section(usize::from(class))
    }

    /// A seeker of its own for each thread: it keeps what neighbours share.
    #[must_use]
    pub fn seeker(&self) -> Seeker {
        Seeker {
            catalogue: self.clone(),
            walker: Walker::new(),
            place: None,
            run: None,
            branch: None,
            leaf: None,
        }
    }
}

/// Looks grids up; asked for neighbours it does their common work once.
pub struct Seeker {
    catalogue: Catalogue,
    walker: Walker,
    place: Option<(FirstBand, RowFour)>,
    run: Option<Run>,
    branch: Option<Branch>,
    leaf: Option<Leaf>,
}

/// Some rows 5 in a row, counted as far as was needed.
struct Run {
    /// Grids of the catalogue before its first.
    before: u64,
    /// Grids in it.
    grids: u64,
    fifths: Vec<RowFive>,
    /// Grids of the run up to the end of each row 5.
    ends: Vec<u64>,
    /// Grids in the last row 5 of the run, in its last two, and so on.
    tails: Vec<u64>,
}

/// A row 5 with its rows 6 counted.
struct Branch {
    before: u64,
    fifth: RowFive,
    sixths: Vec<([u8; 9], u64)>,
}

/// All grids of one row 6.
struct Leaf {
    before: u64,
    fifth: [u8; 9],
    sixth: [u8; 9],
    bands: Vec<Rows>,
}

impl std::fmt::Debug for Seeker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seeker({:?})", self.catalogue)
    }
}

impl Seeker {
    /// The rank of a min-lex grid, 1 for the first.
    pub(crate) fn rank_of(&mut self, cells: &Cells) -> Result<u64, CatalogueError> {
        let class = Bands::get().class(&cells[0], &cells[1], &cells[2]);
        let rest = [cells[5], cells[6], cells[7], cells[8]];
        self.go(class, &cells[3])?;
        let (first, fourth) = self.place.as_mut().expect("just gone there");
        let wanted = fourth.fifth(&cells[4]).ok_or(CatalogueError::NotLeast)?;
        let begin = usize::from(wanted[0]);
        let held = |run: &Run| run.fifths.iter().position(|&fifth| fifth == wanted);
        let mut at = self.run.as_ref().and_then(held);
        if at.is_none() {
            let record = self.catalogue.0.by_row(usize::from(class), row_number(&cells[3]))?;
            let record = record.ok_or(CatalogueError::NotLeast)?;
            let run = match self.catalogue.0.level {
                Level::Small => run_of(fourth, &record, |from, to, _| from <= begin && begin < to)?,
                Level::Row5 => {
                    let wanted = fourth.fifth_number(wanted);
                    fifth_of(fourth, &record, |number, _| number == wanted)?
                }
            };
            let run = run.ok_or(CatalogueError::NotLeast)?;
            at = held(&run);
            self.run = Some(run);
        }
        let (run, at) = (self.run.as_mut().expect("just set"), at.ok_or(CatalogueError::NotLeast)?);
        let fifth = run.fifths[at];
        let before = run.before + run.count_to(&mut self.walker, first, fourth, at);
        let inside = self.walker.count_before(first, fourth, fifth, &rest);
        Ok(before + inside.ok_or(CatalogueError::NotLeast)? + 1)
    }

    /// The min-lex grid of a rank.
    pub(crate) fn cells_of(&mut self, rank: u64) -> Result<Cells, CatalogueError> {
        if rank == 0 || rank > GRIDS {
            return Err(CatalogueError::Rank(rank));
        }
        let target = rank - 1;
        let inside = |before: u64, grids: u64| (before..before + grids).contains(&target);
        if !self.leaf.as_ref().is_some_and(|leaf| inside(leaf.before, leaf.bands.len() as u64)) {
            if !self.run.as_ref().is_some_and(|run| inside(run.before, run.grids)) {
                let index = self.catalogue.0.clone();
                let (class, record) = index.by_rank(target)?;
                self.go(class as u16, &row_of(record.number))?;
                let (_, fourth) = self.place.as_ref().expect("just gone there");
                let run = match index.level {
                    Level::Small => run_of(fourth, &record, |_, _, end| target < end)?,
                    Level::Row5 => fifth_of(fourth, &record, |_, end| target < end)?,
                };
                self.run = Some(run.ok_or(CatalogueError::Malformed)?);
            }
            self.leaf = Some(self.leaf_of(target).ok_or(CatalogueError::Malformed)?);
        }
        let (leaf, (first, fourth)) =
            (self.leaf.as_ref().expect("just set"), self.place.as_ref().expect("gone there for the leaf"));
        let third = leaf.bands.get((target - leaf.before) as usize).ok_or(CatalogueError::Malformed)?;
        let [a, b, c] = Bands::get().least[usize::from(first.class)];
        let [g, h, i] = *third;
        Ok([a, b, c, fourth.row, leaf.fifth, leaf.sixth, g, h, i])
    }

    /// The row 6, inside the run, of the grid with `target` grids of the catalogue before it.
    fn leaf_of(&mut self, target: u64) -> Option<Leaf> {
        let (run, (first, fourth)) = (self.run.as_mut()?, self.place.as_mut()?);
        let at = run.find(&mut self.walker, first, fourth, target)?;
        let mut before = run.before + if at > 0 { run.ends[at - 1] } else { 0 };
        let fifth = run.fifths[at];
        let held = self.branch.take().filter(|branch| branch.before == before && branch.fifth == fifth);
        let branch = held.unwrap_or_else(|| {
            let sixths = self.walker.count_sixths(first, fourth, fifth);
            Branch { before, fifth, sixths }
        });
        let branch = self.branch.insert(branch);
        for (sixth, grids) in &branch.sixths {
            if target < before + grids {
                let bands = self.walker.list(first, fourth, fifth, sixth);
                return Some(Leaf { before, fifth: fourth.fifth_row(fifth), sixth: *sixth, bands });
            }
            before += grids;
        }
        None
    }

    /// Makes a band and row 4 the place; what was kept of another place is forgotten.
    fn go(&mut self, class: u16, row: &[u8; 9]) -> Result<(), CatalogueError> {
        if self.place.as_ref().is_some_and(|(first, fourth)| first.class == class && fourth.row == *row) {
            return Ok(());
        }
        (self.run, self.branch, self.leaf) = (None, None, None);
        let first = match self.place.take() {
            Some((first, _)) if first.class == class => first,
            _ => FirstBand::new(class),
        };
        let fourth = first.fourth(row).ok_or(CatalogueError::NotLeast)?;
        self.place = Some((first, fourth));
        Ok(())
    }
}

impl Run {
    /// Grids of the run before its row 5 number `at`.
    fn count_to(&mut self, walker: &mut Walker, first: &FirstBand, fourth: &mut RowFour, at: usize) -> u64 {
        let after = self.fifths.len() - at;
        // From the nearer end: the run's own number is known.
        if at.saturating_sub(self.ends.len()) > after.saturating_sub(self.tails.len()) {
            while self.tails.len() < after {
                let last = self.tails.last().copied().unwrap_or(0);
                let fifth = self.fifths[self.fifths.len() - 1 - self.tails.len()];
                self.tails.push(last + walker.count(first, fourth, fifth));
            }
            return self.grids - self.tails[after - 1];
        }
        while self.ends.len() < at {
            self.count_next(walker, first, fourth);
        }
        if at > 0 { self.ends[at - 1] } else { 0 }
    }

    /// The row 5 of the grid with `target` grids of the catalogue before it.
    fn find(
        &mut self,
        walker: &mut Walker,
        first: &FirstBand,
        fourth: &mut RowFour,
        target: u64,
    ) -> Option<usize> {
        if self.fifths.len() == 1 {
            return Some(0);
        }
        while self.ends.last().is_none_or(|&end| self.before + end <= target) {
            if self.ends.len() == self.fifths.len() {
                return None;
            }
            self.count_next(walker, first, fourth);
        }
        Some(self.ends.partition_point(|&end| self.before + end <= target))
    }

    fn count_next(&mut self, walker: &mut Walker, first: &FirstBand, fourth: &mut RowFour) {
        let last = self.ends.last().copied().unwrap_or(0);
        let count = walker.count(first, fourth, self.fifths[self.ends.len()]);
        self.ends.push(last + count);
    }
}

/// The run of a small record that the predicate (first box row, end, end of its ranks) picks.
fn run_of(
    fourth: &RowFour,
    record: &Record<'_>,
    pick: impl Fn(usize, usize, u64) -> bool,
) -> Result<Option<Run>, CatalogueError> {
    let mut bytes = record.codes;
    let (mut before, mut from) = (record.before, 0);
    for _ in 0..take_varint(&mut bytes)? {
        let to = from + take_varint(&mut bytes)? as usize;
        let grids = u64::from(take_varint(&mut bytes)?);
        if to > fourth.begins() {
            return Err(CatalogueError::Malformed);
        }
        if pick(from, to, before + grids) {
            let fifths = (from..to).flat_map(|begin| fourth.fifths(begin)).collect();
            return Ok(Some(Run { before, grids, fifths, ends: Vec::new(), tails: Vec::new() }));
        }
        (before, from) = (before + grids, to);
    }
    Ok(None)
}

/// The row 5 of a row5 record that the predicate (its number, end of its ranks) picks.
fn fifth_of(
    fourth: &RowFour,
    record: &Record<'_>,
    pick: impl Fn(usize, u64) -> bool,
) -> Result<Option<Run>, CatalogueError> {
    let (mut before, mut number) = (record.before, 0);
    for code in Codes(record.codes) {
        let (zeros, grids) = code?;
        number += zeros;
        let grids = u64::from(grids);
        if pick(number, before + grids) {
            let fifth = fourth.fifth_at(number).ok_or(CatalogueError::Malformed)?;
            return Ok(Some(Run { before, grids, fifths: vec![fifth], ends: Vec::new(), tails: Vec::new() }));
        }
        number += 1;
        before += grids;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cut file is refused when it is opened, an altered one at the latest where it was altered: what
    /// is answered is never wrong.
    #[test]
    fn a_damaged_index_gives_no_wrong_answer() {
        let mut random = Random::new(3);
        let mut sound = Catalogue::shipped().seeker();
        let ranks: Vec<u64> = (0..40).map(|_| random.below(GRIDS) + 1).collect();
        let grids: Vec<Cells> = ranks.iter().map(|&rank| sound.cells_of(rank).unwrap()).collect();
        for _ in 0..20 {
            let length = random.below(SHIPPED_BYTES.len() as u64) as usize;
            assert!(Catalogue::open(SHIPPED_BYTES[..length].to_vec(), Level::Small).is_err(), "{length}");
            let mut altered = SHIPPED_BYTES.to_vec();
            altered[length] ^= 1 << random.below(8);
            let Ok(catalogue) = Catalogue::open(altered, Level::Small) else { continue };
            assert!(catalogue.test().is_err(), "byte {length}");
            let mut seeker = catalogue.seeker();
            for (rank, grid) in ranks.iter().zip(&grids) {
                assert!(!seeker.cells_of(*rank).is_ok_and(|cells| cells != *grid));
                assert!(!seeker.rank_of(grid).is_ok_and(|found| found != *rank));
            }
        }
        assert!(Catalogue::open(SHIPPED_BYTES, Level::Row5).is_err(), "another level");
    }
}
