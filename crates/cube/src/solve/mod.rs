//! Solvers.
//!
//! | module | what |
//! |--|--|
//! | [`two`] | the 2x2 by one table over all its states |
//! | [`coset`] | exact distances to the cosets of a subgroup: the pruning table of the 3x3 |
//! | [`phase`] | the 3x3 in two phases: short solutions at once |
//! | [`optimal`] | the 3x3 by iterative deepening: shortest solutions, all of them, with proof |

mod coords;
pub mod coset;
pub mod optimal;
pub mod phase;
mod phase_two;
pub mod two;
