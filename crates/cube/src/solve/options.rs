//! What is asked of a solver.

use super::coset::Grain;
use super::two::Metric;
use crate::face::Face;
use crate::moves::{Turn, lengths};
use crate::notation::is_prime;
use crate::position::Position;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

const GIB: u64 = 1 << 30;

/// How a cube is to be solved.
///
/// # Examples
/// ```
/// use ludex_cube::{Cost, SolveOptions};
/// let options = SolveOptions { cost: Cost::Qtm, optimal: true, ..SolveOptions::default() };
/// assert!(!options.all);
/// ```
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// How turns are counted.
    pub cost: Cost,
    /// Find a shortest solution and prove it (a 2x2 always gets one).
    pub optimal: bool,
    /// All shortest solutions, not one.
    pub all: bool,
    /// How many solutions are wanted, best first.
    pub count: usize,
    /// Be content with so many turns, and refuse more.
    pub max_length: Option<u8>,
    /// Look for better solutions for so long; a proof that is not finished by then is given up.
    pub time: Option<Duration>,
    /// Bytes for the table of shortest solutions; the largest table that fits is used.
    pub memory: u64,
    /// Threads for a search of shortest solutions, 0 for all cores.
    pub threads: usize,
    /// The faces of a 3x3 that may turn, all six unless a holder is in the way of some.
    pub faces: Vec<Face>,
    /// Solve to this state instead of the solved one.
    pub to: Option<Position>,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            cost: Cost::Htm,
            optimal: false,
            all: false,
            count: 1,
            max_length: None,
            time: None,
            memory: 2 * GIB,
            threads: 1,
            faces: Face::ALL.to_vec(),
            to: None,
        }
    }
}

impl SolveOptions {
    /// The finest table for shortest solutions that fits into the memory.
    #[must_use]
    pub const fn grain(&self) -> Grain {
        if self.memory >= 3 * GIB {
            Grain::Finest
        } else if self.memory >= GIB + GIB / 2 {
            Grain::Fine
        } else if self.memory >= GIB / 2 {
            Grain::Middle
        } else {
            Grain::Coarse
        }
    }
}

/// How turns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Cost {
    /// Half turns count once (face turns, or half turn metric).
    #[default]
    Htm,
    /// Half turns count twice (quarter turn metric).
    Qtm,
    /// A turn of a middle layer counts once (slice turn metric).
    Stm,
    /// Turns about one axis at the same time count once (axial turn metric), as robots do them.
    Atm,
    /// Every turn has a cost of its own.
    Table(CostTable),
}

/// The cost of every face turn, in hundredths.
///
/// # Examples
/// ```
/// use ludex_cube::{Cost, CostTable, notation};
/// let table: CostTable = "U=1,U2=1.5,B=3".parse()?;
/// let cost = Cost::Table(table);
/// let turns = notation::parse("U2 B' R", 3)?;
/// assert_eq!(cost.text(cost.of(&turns, 3)), "5.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CostTable([[u32; 3]; 6]);

/// A text that is no table of costs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no cost: entries such as U=1, U2=1.5 or B'=3 with commas between them are accepted")]
pub struct CostTableError(String);

/// `U=1,U2=1.5,B'=3`: a face alone stands for its three turns unless they have entries of their own; what
/// is not there costs 1.
impl FromStr for CostTable {
    type Err = CostTableError;

    fn from_str(text: &str) -> Result<CostTable, CostTableError> {
        let mut table = [[None; 3]; 6];
        let mut faces = [None; 6];
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let fail = || CostTableError(entry.to_owned());
            let (turn, cost) = entry.split_once('=').ok_or_else(fail)?;
            let value: f64 = cost.trim().parse().map_err(|_| fail())?;
            if !(0.0..=1000.0).contains(&value) {
                return Err(fail());
            }
            let cost = Some((value * 100.0).round() as u32);
            let mut signs = turn.trim().chars();
            let face = signs.next().and_then(Face::from_letter).ok_or_else(fail)?.index();
            match signs.as_str() {
                "" => faces[face] = cost,
                "2" => table[face][1] = cost,
                prime if prime.chars().all(is_prime) && prime.chars().count() == 1 => table[face][2] = cost,
                _ => return Err(fail()),
            }
        }
        Ok(CostTable(std::array::from_fn(|face| {
            table[face].map(|own: Option<u32>| own.or(faces[face]).unwrap_or(100))
        })))
    }
}

impl Cost {
    /// The word: `htm`, `qtm`, `stm`, `atm`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Cost::Htm => "htm",
            Cost::Qtm => "qtm",
            Cost::Stm => "stm",
            Cost::Atm => "atm",
            Cost::Table(_) => "a table of costs",
        }
    }

    /// A cost as people write it: a number of turns, or of a table in units and hundredths.
    #[must_use]
    pub fn text(self, cost: usize) -> String {
        match self {
            Cost::Table(_) => (cost as f64 / 100.0).to_string(),
            _ => cost.to_string(),
        }
    }

    /// The metric of the tables in which shortest solutions are proven, where there is one.
    #[must_use]
    pub const fn metric(self, size: usize) -> Option<Metric> {
        match (self, size) {
            (Cost::Htm, _) => Some(Metric::Htm),
            (Cost::Qtm, _) => Some(Metric::Qtm),
            // A 2x2 has no middle layers, and two faces of one axis do what one of them can.
            (Cost::Stm | Cost::Atm, 2) => Some(Metric::Htm),
            _ => None,
        }
    }

    /// The cost of turns of a cube.
    ///
    /// # Examples
    /// ```
    /// use ludex_cube::{Cost, notation};
    /// let turns = notation::parse("R L' U2 D F", 3)?;
    /// assert_eq!([Cost::Htm, Cost::Qtm, Cost::Stm, Cost::Atm].map(|cost| cost.of(&turns, 3)), [5, 6, 4, 3]);
    /// # Ok::<(), ludex_cube::notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn of(self, turns: &[Turn], size: usize) -> usize {
        match self {
            Cost::Htm => lengths(turns, size).0,
            Cost::Qtm => lengths(turns, size).1,
            Cost::Stm => runs(turns).map(|run| slice_turns(run, size)).sum(),
            Cost::Atm => runs(turns).filter(|run| lengths(run, size).0 > 0).count(),
            Cost::Table(CostTable(table)) => {
                let cost = |turn: &Turn| match turn.quarters % 4 {
                    0 => 0,
                    quarters => table[turn.face.index()][usize::from(quarters) - 1] as usize,
                };
                turns.iter().map(cost).sum()
            }
        }
    }
}

/// The turns of one axis that stand together.
fn runs(turns: &[Turn]) -> impl Iterator<Item = &[Turn]> {
    turns.chunk_by(|a, b| a.face.index() / 2 == b.face.index() / 2)
}

/// The fewest turns of adjacent layers, up to the way the cube is held, that do what a run of one axis
/// does: as many as the layers have different amounts, less the one that is left still.
fn slice_turns(run: &[Turn], size: usize) -> usize {
    let mut layers = vec![0; size];
    for &turn in run {
        let seen = if turn.face.index().is_multiple_of(2) { turn } else { turn.from_opposite(size) };
        for layer in seen.first..=seen.last {
            layers[layer as usize - 1] = (layers[layer as usize - 1] + seen.quarters) % 4;
        }
    }
    let blocks: Vec<u8> = layers.chunk_by(|a, b| a == b).map(|block| block[0]).collect();
    let still = blocks.iter().map(|amount| blocks.iter().filter(|other| *other == amount).count()).max();
    blocks.len() - still.unwrap_or(0)
}
