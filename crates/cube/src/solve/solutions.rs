//! Solving a cube of any size: the verb that chooses a solver and opens its tables.

use super::optimal::Deepening;
use super::options::{Cost, SolveOptions};
use super::watch::{Budget, Deadline, Event, Watch};
use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::{Turn, simplify};
use crate::notation;
use crate::nxn;
use crate::position::{Pieces, Position};
use crate::tables::{Optimal, Tables, TablesError};
use ludex_core::{Progress, Stopped};
use thiserror::Error;

/// Every state of the 3x3 has a solution of so many half and quarter turns.
const FARTHEST: u8 = 20;
/// The same in quarter turns.
const FARTHEST_QTM: u8 = 26;
/// Nodes of the two-phase search after which a table of shortest solutions, where one is at hand, decides
/// whether a state has a solution of the length asked for.
const PATIENCE: u64 = 4_000_000;
/// The longest solution that is looked for where not all faces may turn, and the nodes spent on it.
const FARTHEST_FEWER: u8 = 30;
const PATIENCE_FEWER: u64 = 40_000_000;
/// First phases that are tried for solutions that are short where opposite faces turn at once. Not nodes: these depend
/// on the tables.
const CHEAPER_AXIAL: u64 = 10_000;
/// The longest of them that is looked for.
const FARTHEST_AXIAL: u8 = 20;
/// Nodes that are spent on solutions that are cheaper in another count than face turns.
const CHEAPER: u64 = 400_000;

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// Turns that solve the cube as it is held, best first.
    pub turns: Vec<Vec<Turn>>,
    /// No solution costs less than this, proven.
    pub at_least: usize,
    /// How turns were counted.
    pub cost: Cost,
}

impl Solutions {
    /// What a solution costs.
    #[must_use]
    pub fn cost(&self, turns: &[Turn], size: usize) -> usize {
        self.cost.of(turns, size)
    }

    /// Whether the first solution is proven to be a shortest one.
    #[must_use]
    pub fn is_shortest(&self, size: usize) -> bool {
        self.turns.first().is_some_and(|turns| self.cost(turns, size) <= self.at_least)
    }
}

/// Why there is no solution.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// It was asked to stop, or its time was over, before a solution was found.
    #[error("no solution found in that time")]
    Stopped,
    /// There is none of the length asked for.
    #[error("no solution of at most {limit} moves{}", if *.proven { ", proven" } else { "" })]
    TooLong {
        /// The length asked for.
        limit: u8,
        /// Whether that is certain.
        proven: bool,
    },
    /// The 2x2 needs more.
    #[error("no solution of at most {limit} moves: {needed} are needed")]
    Needed {
        /// The length asked for.
        limit: u8,
        /// The shortest length.
        needed: usize,
    },
    /// A longer one was found, and nothing is known of shorter ones.
    #[error("no solution of at most {limit} moves found: one of {found}")]
    Longer {
        /// The length asked for.
        limit: u8,
        /// The length found.
        found: usize,
    },
    /// Larger cubes are not solved optimally.
    #[error("a {size}x{size} cube is not solved optimally: sizes 2 and 3 are")]
    Larger {
        /// The size.
        size: usize,
    },
    /// Shortest solutions in a count for which there are no tables.
    #[error("shortest solutions of a 3x3 are proven in htm and qtm, not in {}", .0.word())]
    Count(Cost),
    /// Faces that must not turn, where all are needed.
    #[error("{0}")]
    Faces(&'static str),
    /// The goal is another cube.
    #[error("a {from}x{from} cube cannot become a {to}x{to}")]
    OtherSize {
        /// The size of the cube.
        from: usize,
        /// The size of the goal.
        to: usize,
    },
    /// A table cannot be had.
    #[error(transparent)]
    Tables(TablesError),
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> SolveError {
        SolveError::Stopped
    }
}

impl From<TablesError> for SolveError {
    fn from(error: TablesError) -> SolveError {
        match error {
            TablesError::Stopped(_) => SolveError::Stopped,
            error => SolveError::Tables(error),
        }
    }
}

/// Solves a cube: a 2x2 in as few turns as there are; a 3x3 in at most 20, or with `optimal` in as few as
/// there are; a larger one in outer block turns.
///
/// # Errors
/// When there is no solution of the length asked for, or none was found in time.
///
/// # Examples
/// ```
/// use ludex_core::Silent;
/// use ludex_cube::{Position, SolveOptions, Tables, notation, solve};
/// let position = Position::after(3, &notation::parse("R U2 F' D", 3)?);
/// let found = solve::solve(&position, &SolveOptions::default(), &Tables::default(), &Silent)?;
/// assert_eq!(notation::write(&found.turns[0], 3), "D' F U2 R'");
/// assert!(found.is_shortest(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    position: &Position,
    options: &SolveOptions,
    tables: &Tables,
    watch: &dyn Watch,
) -> Result<Solutions, SolveError> {
    if let Some(to) = options.to.as_ref().filter(|to| to.size() != position.size()) {
        return Err(SolveError::OtherSize { from: position.size(), to: to.size() });
    }
    let goal = options.to.as_ref().map(Position::pieces);
    let mut found = match (position.pieces(), goal) {
        (Pieces::Two(corners), goal) => {
            let corners = match goal {
                Some(Pieces::Two(goal)) => goal.inverse().then(corners),
                _ => *corners,
            };
            two(corners.rank2(), options, tables)?
        }
        (Pieces::Three(state), goal) => {
            let state = match goal {
                Some(Pieces::Three(goal)) => goal.inverse().then(state),
                _ => *state,
            };
            // Faces are those of the cube as it is held.
            let home = |face: &Face| position.homing().face(*face);
            let options =
                &SolveOptions { faces: options.faces.iter().map(home).collect(), ..options.clone() };
            let call = Call { state, options, tables, watch };
            if options.optimal || options.all { call.optimal()? } else { call.near()? }
        }
        _ => return larger(position, options, watch),
    };
    for turns in &mut found.turns {
        *turns = position.as_held(turns);
    }
    Ok(found)
}

fn two(rank: u32, options: &SolveOptions, tables: &Tables) -> Result<Solutions, SolveError> {
    let metric = options.cost.metric(2).ok_or(SolveError::Count(options.cost))?;
    if [Face::U, Face::R, Face::F].iter().any(|face| !options.faces.contains(face)) {
        return Err(SolveError::Faces("a 2x2 is solved with U, R and F: hold it so that they may turn"));
    }
    let table = tables.two(metric);
    let found = if options.all || options.count > 1 {
        table.all(rank)
    } else {
        vec![table.solve(rank).turns().collect()]
    };
    // Two quarter turns of a face are written as one half turn.
    let mut turns: Vec<_> = found.iter().map(|turns| simplify(turns, 2)).collect();
    turns.sort_by_key(|turns| notation::write(turns, 2));
    turns.dedup();
    if !options.all {
        turns.truncate(options.count.max(1));
    }
    let needed = usize::from(table.distance(rank));
    match options.max_length {
        Some(limit) if needed > usize::from(limit) => Err(SolveError::Needed { limit, needed }),
        _ => Ok(Solutions { turns, at_least: needed, cost: options.cost }),
    }
}

fn larger(position: &Position, options: &SolveOptions, watch: &dyn Watch) -> Result<Solutions, SolveError> {
    if options.optimal || options.all {
        return Err(SolveError::Larger { size: position.size() });
    }
    let deadline = Deadline::new(watch, options.time);
    let turns = match &options.to {
        None if options.time.is_some() => {
            let mut better = |turns: &[Turn]| watch.event(&Event::Better(turns));
            nxn::solve_until(position, watch, &deadline, &mut better)?
        }
        None => nxn::solve(position, &deadline)?,
        Some(to) => nxn::solve_to(position, to, &deadline)?,
    };
    match options.max_length {
        Some(limit) if turns.len() > usize::from(limit) => {
            Err(SolveError::Longer { limit, found: turns.len() })
        }
        _ => Ok(Solutions { turns: vec![turns], at_least: 0, cost: options.cost }),
    }
}

/// One 3x3 to be solved.
struct Call<'a> {
    state: Cubie,
    options: &'a SolveOptions,
    tables: &'a Tables,
    watch: &'a dyn Watch,
}

impl Call<'_> {
    /// A solution at once, and better ones while there is time.
    fn near(&self) -> Result<Solutions, SolveError> {
        let every = Face::ALL.iter().all(|face| self.options.faces.contains(face));
        if self.options.cost == Cost::Atm && every {
            return self.axial();
        }
        if self.options.cost != Cost::Htm || self.options.count > 1 || !every {
            return self.cheapest();
        }
        let improve = self.options.time.is_some();
        let target = self.options.max_length.unwrap_or(if improve { 30 } else { FARTHEST });
        let deadline = Deadline::new(self.watch, self.options.time);
        let mut better = |turns: &[Turn]| self.watch.event(&Event::Better(turns));
        let solver = self.tables.two_phase(self.watch);
        let search = |progress: &dyn Progress, better: &mut dyn FnMut(&[Turn])| {
            solver.solve_proven(&self.state, target, improve, progress, better)
        };
        let found = if target < FARTHEST && !improve {
            // Few states have a solution that short: a proof that there is none may be the better bet.
            let patience = Budget { progress: &deadline, nodes: PATIENCE };
            match search(&patience, &mut better) {
                Err(Stopped) if !deadline.is_over() => {
                    let metric = super::two::Metric::Htm;
                    match self.tables.optimal_at_hand(self.options.grain(), metric, self.watch) {
                        Some(table) => return self.deepen(table, target, &deadline, None),
                        None => search(&deadline, &mut better)?,
                    }
                }
                found => found?,
            }
        } else {
            search(&deadline, &mut better)?
        };
        match found {
            Some((turns, at_least)) => {
                let at_least = usize::from(at_least).min(turns.len());
                Ok(Solutions { turns: vec![turns], at_least, cost: Cost::Htm })
            }
            None => Err(SolveError::TooLong { limit: target, proven: false }),
        }
    }

    /// The shortest of many solutions where opposite faces turn at once.
    fn axial(&self) -> Result<Solutions, SolveError> {
        let (cost, count) = (Cost::Atm, self.options.count.max(1));
        let deadline = Deadline::new(self.watch, self.options.time);
        let leaves = if self.options.time.is_some() { u64::MAX } else { CHEAPER_AXIAL };
        let limit = self.options.max_length.unwrap_or(FARTHEST_AXIAL).min(FARTHEST_AXIAL);
        let mut best: Vec<(usize, Vec<Turn>)> = Vec::new();
        let mut visit = |turns: &[Turn]| {
            let entry = (cost.of(turns, 3), turns.to_vec());
            let at = best.partition_point(|(own, _)| *own <= entry.0);
            if at < count && !best.iter().any(|(_, known)| *known == entry.1) {
                best.insert(at, entry);
                best.truncate(count);
                if at == 0 && self.options.time.is_some() {
                    self.watch.event(&Event::Better(turns));
                }
            }
            let worst = best.last().map_or(0, |(own, _)| *own);
            if best.len() < count { Some(limit) } else { worst.checked_sub(1).map(|limit| limit as u8) }
        };
        let solver = self.tables.axial(self.watch)?;
        let found = solver.each(&self.state, limit, &Face::ALL, leaves, &deadline, &mut visit);
        if best.is_empty() {
            return Err(match found {
                Err(Stopped) => SolveError::Stopped,
                Ok(_) => SolveError::TooLong { limit, proven: false },
            });
        }
        if found.is_err() && !deadline.is_over() {
            return Err(SolveError::Stopped);
        }
        let turns: Vec<_> = best.into_iter().map(|(_, turns)| turns).collect();
        let at_least = found.map_or(0, usize::from).min(cost.of(&turns[0], 3));
        Ok(Solutions { turns, at_least, cost })
    }

    /// The cheapest of many short solutions, in any count.
    fn cheapest(&self) -> Result<Solutions, SolveError> {
        let (cost, count) = (self.options.cost, self.options.count.max(1));
        let deadline = Deadline::new(self.watch, self.options.time);
        let nodes = if self.options.time.is_some() { u64::MAX } else { CHEAPER };
        let budget = Budget { progress: &deadline, nodes };
        let mut best: Vec<(usize, Vec<Turn>)> = Vec::new();
        let mut visit = |turns: &[Turn]| {
            let entry = (cost.of(turns, 3), turns.to_vec());
            let at = best.partition_point(|(own, _)| *own <= entry.0);
            if at < count && !best.iter().any(|(_, known)| *known == entry.1) {
                best.insert(at, entry);
                best.truncate(count);
                if at == 0 && self.options.time.is_some() {
                    self.watch.event(&Event::Better(turns));
                }
            }
            // A little longer in face turns may be cheaper in another count.
            let shortest = best.iter().map(|(_, turns)| turns.len()).min().unwrap_or(usize::from(FARTHEST));
            Some(shortest as u8 + 2)
        };
        let solver = self.tables.two_phase(self.watch);
        let faces = &self.options.faces;
        let every = Face::ALL.iter().all(|face| faces.contains(face));
        let limit = if every { FARTHEST } else { FARTHEST_FEWER };
        let mut outcome = solver.each(&self.state, limit, faces, &budget, &mut visit);
        if best.is_empty() && outcome.is_err() && !deadline.is_over() {
            // With fewer faces the first solution may take longer than the search for the cheapest.
            let patient = Budget { progress: &deadline, nodes: PATIENCE_FEWER };
            outcome = solver.each(&self.state, limit, faces, &patient, &mut |turns| {
                best.push((cost.of(turns, 3), turns.to_vec()));
                None
            });
        }
        if best.is_empty() {
            return Err(match outcome {
                Err(Stopped) if deadline.is_over() => SolveError::Stopped,
                _ => SolveError::TooLong { limit, proven: false },
            });
        }
        if let Some(limit) = self.options.max_length {
            let shortest = best.first().map_or(0, |(cost, _)| *cost);
            best.retain(|(cost, _)| *cost <= usize::from(limit));
            if best.is_empty() {
                return Err(SolveError::Longer { limit, found: shortest });
            }
        }
        let turns = best.into_iter().map(|(_, turns)| turns).collect();
        Ok(Solutions { turns, at_least: 0, cost })
    }

    /// Shortest solutions with their proof; the best found where there is no time for it.
    fn optimal(&self) -> Result<Solutions, SolveError> {
        let metric = self.options.cost.metric(3).ok_or(SolveError::Count(self.options.cost))?;
        if Face::ALL.iter().any(|face| !self.options.faces.contains(face)) {
            return Err(SolveError::Faces("a proof of a shortest solution needs all six faces"));
        }
        let table = self.tables.optimal(self.options.grain(), metric, self.watch)?;
        let deadline = Deadline::new(self.watch, self.options.time);
        let farthest = if self.options.cost == Cost::Qtm { FARTHEST_QTM } else { FARTHEST };
        let limit = self.options.max_length.unwrap_or(farthest);
        let first = match self.options.time {
            None => None,
            // What is shown when the time is over before the proof.
            Some(_) => {
                let near = SolveOptions { time: None, all: false, ..self.options.clone() };
                Call { options: &near, ..*self }.near().ok()
            }
        };
        self.deepen(table, limit, &deadline, first)
    }

    fn deepen(
        &self,
        table: &Optimal,
        limit: u8,
        deadline: &Deadline<'_>,
        first: Option<Solutions>,
    ) -> Result<Solutions, SolveError> {
        let threads = match self.options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut search = Deepening::new(table.table(), self.state).on_threads(threads);
        let mut at_least = usize::from(search.lower_bound());
        let mut told = |depth: super::optimal::Depth| {
            at_least = usize::from(depth.depth) + usize::from(depth.solutions == 0);
            self.watch.event(&Event::Searched(depth));
        };
        let (all, cost) = (self.options.all || self.options.count > 1, self.options.cost);
        let found = search.search(limit, all, deadline, &mut told);
        match found {
            Ok(found) if found.is_empty() => Err(SolveError::TooLong { limit, proven: true }),
            Ok(mut turns) => {
                if !self.options.all {
                    turns.truncate(self.options.count.max(1));
                }
                Ok(Solutions { turns, at_least, cost })
            }
            Err(Stopped) => match first {
                Some(first) if deadline.is_over() => {
                    Ok(Solutions { at_least: at_least.max(first.at_least), ..first })
                }
                _ => Err(SolveError::Stopped),
            },
        }
    }
}
