//! `ludex cube invert` and `ludex cube simplify`: what can be done with moves alone.

use super::{SizeArgs, refusal};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_cube::{moves, notation};

/// Print the moves that take moves back.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube invert \"R U R' U'\"
  ludex cube invert --size 4 \"Rw 2U' x\"
  ludex cube invert \"[R, U]\"")]
pub(crate) struct InvertArgs {
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    lines: LineArgs,
}

impl InvertArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let size = self.size.or_default();
        self.lines.plan()?.run(&["moves"], |line| {
            let turns = notation::parse(line, size).map_err(|error| refusal(&error))?;
            Ok(Answer::one(notation::write(&moves::invert(&turns), size)))
        })
    }
}

/// Merge moves of the same layers and drop what cancels.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube simplify \"R L R' U U2\"
  ludex cube simplify --size 4 \"Rw R'\"
  ludex cube simplify \"(R U R' U')6\"")]
pub(crate) struct SimplifyArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Write wide turns in lower case (SiGN)
    #[arg(long)]
    sign: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl SimplifyArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let size = self.size.or_default();
        self.lines.plan()?.run(&["moves"], |line| {
            let turns = notation::parse(line, size).map_err(|error| refusal(&error))?;
            let turns = moves::simplify(&turns, size);
            let write = if self.sign { notation::write_sign } else { notation::write };
            Ok(Answer::one(write(&turns, size)))
        })
    }
}
