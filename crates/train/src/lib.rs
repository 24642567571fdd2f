//! Makes the network of the xiangqi engine from nothing but its own games.
//!
//! ```text
//! play --> games --> samples --> trainer --> quantised network file
//! ```
//!
//! | file | noun |
//! |--|--|
//! | `play` | games of the engine against itself |
//! | `games` | the file they are kept in |
//! | `samples` | what a trainer reads of a game |
//! | `trainer` | training on the processor; `train.py` is the same for a GPU |
//! | `floats` | a trained network, and its way to whole numbers |
//! | `classic` | the fit of the evaluation written by hand |
//! | `contest` | matches of two engines |
//! | `log` | a match kept in a file, to go on with |
//! | `duel` | matches of two evaluations on many threads |

pub mod classic;
pub mod contest;
pub mod duel;
pub mod floats;
pub mod games;
pub mod log;
pub mod play;
pub mod samples;
pub mod trainer;
