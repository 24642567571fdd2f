//! `ludex tetris`: the verbs of the Tetris family.

mod id;

use crate::Outcome;
use clap::{Args, Subcommand};

/// Tetris perfect clears.
#[derive(Debug, Args)]
pub(crate) struct TetrisArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Id(id::IdArgs),
    Setups(crate::setups::SetupsArgs),
}

impl TetrisArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Id(args) => args.run(),
            Verb::Setups(args) => args.run(),
        }
    }
}

/// Says why the whole command is refused.
fn refuse(reason: impl std::fmt::Display) -> anyhow::Result<Outcome> {
    eprintln!("ludex: {reason}");
    Ok(Outcome::Refused)
}
