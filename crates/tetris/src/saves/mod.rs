//! What is left for the next perfect clear.
//!
//! A save is the piece a solution leaves unused together with the pieces of the last bag that have not
//! been seen yet. Over the saves of one queue a wanted save is an expression:
//!
//! ```text
//!   T,I||O,/^T/#a T     a comma separates wanted saves, # gives one its label
//!   a || b   a && b     lowest, then
//!   !a                  not a
//!   ^a                  some save for which a is false: a can be avoided
//!   TI  /regex/  (a)    some save holds these pieces, or matches (written in the order TILJSZO)
//! ```

mod bag;
mod expr;
mod report;

pub use bag::{Bags, BagsError, BagsInput, leftover_length};
pub use expr::{SaveError, Wanted};
pub use report::{Saves, filter, tree};
