//! The engine: finds a good move and says how good.
//!
//! | file | noun |
//! |--|--|
//! | `network` | the value of a quiet position, as a small network sees it |
//! | `evaluation` | the same written by hand: weights times features |
//! | `weights` | its weights; `cargo run --release -p ludex-train -- fit` fits new ones to games |
//! | `exchange` | what a series of captures on one point comes to |
//! | `table` | what was found about positions seen before |
//! | `order` | what earlier branches taught about moves |
//! | `picker` | the moves of a node, the most promising first |
//! | `hints` | which moves might give check |
//! | `mate` | mates in which every move is a check |
//! | `search` | a search from outside |
//! | `worker` | one thread: iterative deepening, and the line it stands on |
//! | `tree` | the search to a depth, and captures until a position is quiet |
//! | `margins` | the numbers it prunes, reduces and extends by |
//! | `correction` | what searches found against what the static value said |
//! | `clock` | how long to think |

mod clock;
mod correction;
pub mod evaluation;
mod exchange;
mod hints;
mod margins;
mod mate;
pub mod network;
mod order;
mod picker;
mod search;
mod table;
mod tree;
pub mod weights;
mod worker;

pub use clock::{Clock, Limits};
pub use margins::{Margins, MarginsError};
pub use mate::{Mate, MateError, find_mate};
pub use search::{Best, Current, Engine, Evaluation, EvaluationError, Info, Level, Score, Watcher};
