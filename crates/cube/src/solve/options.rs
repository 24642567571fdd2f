//! What is asked of a solver.

use super::coset::Grain;
use super::two::Metric;
use crate::moves::{Turn, lengths};
use crate::position::Position;
use std::time::Duration;

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
