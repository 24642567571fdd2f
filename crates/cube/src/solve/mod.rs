//! Solvers.
//!
//! | module | what |
//! |--|--|
//! | [`solve`], [`Solutions`], [`options`] | the verb: chooses a solver by size and options, opens its tables |
//! | [`watch`] | hearing what a solver does |
//! | [`two`] | the 2x2 by one table over all its states |
//! | [`coset`] | cosets of the 3x3's states: their numbers, moves, and exact distances |
//! | [`pruning`] | bounds of the distances of cosets, in tables of any size |
//! | [`phase`] | the 3x3 in two phases: short solutions at once |
//! | [`axial`] | the same where turns of two opposite faces at once count one |
//! | [`optimal`] | the 3x3 by iterative deepening: shortest solutions, all of them, with proof |

pub mod axial;
mod axial_low;
mod axial_two;
mod coords;
pub mod coset;
mod grow;
mod inverse;
mod low;
pub mod optimal;
pub mod options;
pub mod phase;
mod phase_two;
pub mod pruning;
mod short;
mod slices;
mod solutions;
pub mod two;
pub mod watch;

pub(crate) use coords::{
    FLIPS, MOVES, PLACES, StepCoords, TWISTS, flip_of, four_of, may_follow, seen_moves, turn_of, twist_of,
};
pub use solutions::{Solutions, SolveError, solve};
