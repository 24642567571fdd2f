//! `ludex cube name` and `ludex cube state`: states as letters, and back.

use super::SizeArgs;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_cube::{CubeKind, CubeName, text};

/// Name cubes: the letters of the least rank over the 48 symmetries.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube name \"R U R' U'\"
  ludex cube name --size 2 --exact \"R U R' U'\"
  ludex cube name --inverse DDDUUULLFUBLURLLLLFFRFFRURFBDURDURDURFDRLDFFRBBBBBBBLD")]
pub(crate) struct NameArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// The rank of the state as it stands
    #[arg(long)]
    exact: bool,
    /// Count a state and its inverse as one
    #[arg(long, conflicts_with = "exact")]
    inverse: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl NameArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let kind = match (self.exact, self.inverse) {
            (true, _) => CubeKind::State,
            (_, true) => CubeKind::Inverse,
            _ => CubeKind::Canonical,
        };
        self.lines.plan()?.run(&["name"], |line| {
            let (position, rest) = self.size.read_line(line)?;
            Ok(Answer::one(position.name(kind)?.to_string()).with_rest(rest))
        })
    }
}

/// Find the way back from names to facelets.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube state 0469
  ludex cube state 06NrHEWiu08
  ludex cube state cube3-state:000000000V}")]
pub(crate) struct StateArgs {
    #[command(flatten)]
    lines: LineArgs,
}

impl StateArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["facelets"], |line| {
            let line = line.trim();
            let (name, rest) = line.split_at(line.find(['\t', ' ', ';', ',']).unwrap_or(line.len()));
            let name: CubeName = name.parse()?;
            Ok(Answer::one(text::facelets(name.position().stickers())).with_rest(rest))
        })
    }
}
