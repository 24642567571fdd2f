//! `ludex diff`: the same position in disguise?

use crate::refuse::OrRefuse;
use crate::{Outcome, families};
use clap::Args;
use ludex_core::Difference;
use std::io::Write;

/// Tell whether two positions are one in disguise.
///
/// Prints `same`, a tab and the transformation that turns A into B, or `different`, a tab and the
/// first invariant in which they differ. Both are answers: the exit code is 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex diff cube2-state:8Vgy cube2-state:1VR5
  ludex diff '3k5/9/9/9/9/9/9/9/9/5K3 w' '5k3/9/9/9/9/9/9/9/9/3K5 w'
  ludex diff xiangqi:5{g4fI5{g4fIopdKfZopdKfZ xiangqi:L{g4fI5{g4fIopdKF4opdKfZ")]
pub(crate) struct DiffArgs {
    /// A position or a name
    #[arg(value_name = "A")]
    a: String,
    /// Another of the same family
    #[arg(value_name = "B")]
    b: String,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=17))]
    size: Option<u8>,
}

impl DiffArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match families::with_cube_size(self.size).diff(&self.a, &self.b).or_refuse()? {
            Difference::Same(how) => writeln!(std::io::stdout(), "same\t{how}")?,
            Difference::Other(what) => writeln!(std::io::stdout(), "different\t{what}")?,
        }
        Ok(Outcome::Fine)
    }
}
