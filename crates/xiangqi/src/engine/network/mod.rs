//! The network: a board's value from its pieces on their points.
//!
//! ```text
//!   2824 rows of 256   own view: sum of the rows of all pieces  --clip, square-->  256 \
//!                      other side's view, the same rows         --clip, square-->  256 -- 512 weights --> value
//! ```
//!
//! | file | noun |
//! |--|--|
//! | `inputs` | which rows of the first layer a position adds up |
//! | `weights` | the rows and weights, and the file they are kept in |
//! | `accumulator` | the sums of a position, carried along with its moves |
//! | `lanes` | the arithmetic, once in plain code and compiled for wider processors as well |

mod accumulator;
pub mod inputs;
mod lanes;
mod weights;

pub(super) use accumulator::Stack;
pub use lanes::Path;
pub use weights::{HIDDEN, Network, NetworkError, ONE_IN, ONE_OUT, POINTS_OF_ONE};
