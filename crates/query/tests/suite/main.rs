//! The tests of `ludex-query`, in one program: each of its own would link the engine again.

mod bad;
mod batch;
mod equal;
mod long;
mod tables;
mod tools;
