//! How hard a puzzle is, and why: ratings on the Sudoku Explainer scale, step by step.
//!
//! ```text
//! Setup --place givens--> Candidates --first technique that finds anything--> Step --apply--> Candidates ...
//! all steps --> Rating: ER the hardest, EP the hardest up to the first placement, ED the first
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`Candidates`] | pencilmarks, 729 characters in and out |
//! | [`Technique`], [`TechniqueWord`] | what a step is called |
//! | [`Step`], [`Chain`], [`Node`] | one step and what it rests on |
//! | [`Rater`], [`Rating`] | the search for steps in the scale's own order; ER, EP, ED |
//! | [`Subject`] | what is rated, as a line has it |
//! | [`picture()`], [`sheet()`] | steps drawn |
//!
//! The order in which patterns are looked for is part of the definition: another order finds another step,
//! and the next ones differ. So ratings of two disguises of one puzzle may differ by a tenth or two.

mod aligned;
mod bug;
mod candidates;
mod chains;
mod draw;
mod fish;
mod locking;
mod loops;
mod rater;
mod sets;
mod singles;
mod step;
mod subject;
mod technique;
pub(crate) mod units;
mod wings;

pub use candidates::{Candidates, CandidatesError, PENCILMARK_LETTERS};
pub use draw::{picture, sheet};
pub use rater::{RateError, Rater, Rating};
pub use step::{Cause, Chain, Marks, Node, Step};
pub use subject::{Subject, judge, judge_until, pencilmarks};
pub use technique::{Net, Technique, TechniqueError, TechniqueWord};
