//! `ludex cube pattern` and `ludex cube view`: pretty states, and pictures of any.

use super::SizeArgs;
use crate::Outcome;
use crate::refuse::OrRefuse;
use crate::show::ColoursArg;
use clap::Args;
use ludex_core::Refusal;
use ludex_cube::{pattern, picture};
use std::io::Write;
use std::path::PathBuf;

/// Print the pattern book of the 3x3, or the moves of one pattern.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube pattern
  ludex cube pattern superflip
  ludex cube pattern checkerboard | ludex cube solve --optimal")]
pub(crate) struct PatternArgs {
    /// Which pattern (default: all, with what one sees)
    #[arg(value_name = "WORD")]
    word: Option<String>,
}

impl PatternArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut out = std::io::stdout().lock();
        let Some(word) = self.word else {
            for pattern in pattern::PATTERNS {
                writeln!(out, "{}\t{}\t{}", pattern.word, pattern.moves, pattern.about)?;
            }
            return Ok(Outcome::Fine);
        };
        match pattern::find(&word) {
            Some(pattern) => writeln!(out, "{}", pattern.moves)?,
            None => {
                let words: Vec<&str> = pattern::PATTERNS.iter().map(|pattern| pattern.word).collect();
                let reason = format!("no pattern {word:?}: there are {}", words.join(", "));
                return Err(Refusal::new(reason)).or_refuse();
            }
        }
        Ok(Outcome::Fine)
    }
}

/// How a cube is drawn, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Drawing {
    /// From the corner between U, F and R (SVG only)
    #[default]
    Corner,
    /// The usual net: U above L F R B above D
    Net,
    /// The net of the seed: B above L U R D above F
    Seed,
}

/// Draw a cube from the corner between U, F and R, or as a net.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube view --svg cube.svg \"R U R' U'\"
  ludex cube view --svg spots.svg \"U D' R L' F B' U D'\"
  ludex cube view --as seed --size 2 \"R U R' U'\"
  ludex cube view --size 5 --colours wca --svg five.svg \"3Rw U\"")]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// What is drawn
    #[arg(long = "as", value_enum, default_value_t)]
    drawing: Drawing,
    /// Colours of the faces (the net of the seed keeps its own)
    #[arg(long, value_enum, default_value_t)]
    colours: ColoursArg,
    /// The file that gets the drawing (default: nets are printed)
    #[arg(long, value_name = "FILE", required_if_eq("drawing", "corner"))]
    svg: Option<PathBuf>,
    /// Facelets, the text WWWW-YYYY-..., moves from solved, or a name
    #[arg(value_name = "CUBE")]
    item: String,
}

impl ViewArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.size.read(&self.item) {
            Ok(position) => {
                let picture = match self.drawing {
                    Drawing::Corner => picture::isometric_in(position.stickers(), self.colours.into()),
                    Drawing::Net => picture::net_in(position.stickers(), self.colours.into()),
                    Drawing::Seed => picture::seed_net(position.stickers()),
                };
                match &self.svg {
                    Some(path) => crate::replace::write(path, ludex_draw::to_svg(&picture))?,
                    None => {
                        let text = ludex_draw::to_terminal(&picture, ludex_draw::Ink::Plain);
                        writeln!(std::io::stdout(), "{text}")?;
                    }
                }
                Ok(Outcome::Fine)
            }
            Err(refusal) => Err(refusal).or_refuse(),
        }
    }
}
