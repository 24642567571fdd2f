//! `ludex cube name` and `ludex cube state`: states as letters, and back.

use super::SizeArgs;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::{Name, Refusal};
use ludex_cube::name::{LETTERS2, LETTERS3, read2, read3};
use ludex_cube::{CubeKind, family, text};

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
            let name = family::named(&self.size.read(line)?, kind)?;
            Ok(Answer::one(name.letters()))
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
            let position = if Name::looks_like(line) {
                text::read_name(&line.parse()?, None).map_err(|error| error.refusal())?
            } else {
                match line.chars().count() {
                    LETTERS2 => text::position2(&read2(line, CubeKind::State)?),
                    LETTERS3 => text::position3(&read3(line, CubeKind::State)?),
                    n => {
                        return Err(Refusal::new(format!(
                            "{n} letters: a 2x2 has {LETTERS2} and a 3x3 {LETTERS3}"
                        )));
                    }
                }
            };
            Ok(Answer::one(text::facelets(position.stickers())))
        })
    }
}
