//! `ludex cube turn`: what moves make of a cube.

use super::{SizeArgs, refusal};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_cube::{Stickers, notation, text};

/// Turn a solved cube, or another one, and print its stickers.
///
/// Moves in Singmaster's, WCA's or SiGN's letters: faces, wide turns (Rw, 3Rw, r), slices (M, 2R) and
/// turns of the whole cube (x y z). The answer is the text UUUU-DDDD-FFFF-BBBB-LLLL-RRRR in colours.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube turn --size 2 \"R U R' U'\"
  ludex cube turn --facelets \"M2 E2 S2\"
  ludex cube turn --from cube3-state:000000000V} --facelets \"R U\"
  ludex cube turn --size 5 --hex \"3Rw 2U' x\"")]
pub(crate) struct TurnArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Start from this cube (facelets, moves, a name) instead of a solved one
    #[arg(long, value_name = "STATE")]
    from: Option<String>,
    /// Print the rings of the six faces in hex, U D F B L R
    #[arg(long)]
    hex: bool,
    /// Print facelets in the letters U R F D L B
    #[arg(long, conflicts_with = "hex")]
    facelets: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl TurnArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let from = match &self.from {
            None => Stickers::solved(self.size.or_default()),
            Some(text) => match self.size.read(text) {
                Ok(position) => position.stickers().clone(),
                Err(refusal) => anyhow::bail!("--from: {refusal}"),
            },
        };
        let size = from.size();
        self.lines.plan()?.run(&["stickers"], |line| {
            let turns = notation::parse(line, size).map_err(|error| refusal(&error))?;
            let mut stickers = from.clone();
            stickers.apply(&turns);
            Ok(Answer::one(if self.hex {
                stickers.hex()
            } else if self.facelets {
                text::facelets(&stickers)
            } else {
                text::seed(&stickers)
            }))
        })
    }
}
