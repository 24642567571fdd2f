//! Solvers.

pub mod two;
