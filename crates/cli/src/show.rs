//! `ludex show`: a picture of anything.

use crate::refuse::OrRefuse;
use crate::{Outcome, families};
use anyhow::Context;
use clap::Args;
use ludex_draw::{Ink, to_svg, to_terminal};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// How long a frame of an animation stays, in hundredths of a second.
#[cfg(feature = "png")]
const FRAME_PAUSE: u16 = 70;

/// When the terminal picture is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum When {
    /// Where stdout is a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Draw a position or a name in the terminal, or into a file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex show xiangqi:5{g4fI5{g4fIopdKfZopdKfZ
  ludex show --svg cube.svg cube2-state:8Vgy
  ludex show --colour always .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12")]
pub(crate) struct ShowArgs {
    /// A position in any family's text, or a qualified name
    #[arg(value_name = "NAME|POSITION")]
    item: String,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=17))]
    size: Option<u8>,
    /// Write an SVG drawing instead of printing the picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG bitmap instead of printing the picture
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write an animated GIF: the pages of a fumen, the way to the solution of a cube
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Colours in the terminal
    #[arg(long, value_enum, default_value_t)]
    colour: When,
}

impl ShowArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let families = families::with_cube_size(self.size);
        let item = families.read(&self.item).or_refuse()?;
        let (family, setup) = (item.family, item.setup());
        let picture = setup.picture();
        let mut files = Vec::new();
        if let Some(path) = &self.svg {
            files.push((path, to_svg(&picture).into_bytes()));
        }
        #[cfg(feature = "png")]
        {
            if let Some(path) = &self.png {
                files.push((path, ludex_draw::to_png(&picture)?));
            }
            if let Some(path) = &self.gif {
                files.push((path, ludex_draw::to_gif(&setup.film(), FRAME_PAUSE)?));
            }
        }
        for (path, bytes) in &files {
            std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if !files.is_empty() {
            return Ok(Outcome::Fine);
        }
        let colour = match self.colour {
            When::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            When::Always => true,
            When::Never => false,
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", to_terminal(&picture, if colour { Ink::Colour } else { Ink::Plain }))?;
        // The picture is the answer; a name that cannot be made is no reason to withhold it.
        match setup.position().and_then(|position| family.name(&*position)) {
            Ok(name) => writeln!(out, "{name}")?,
            Err(refusal) => eprintln!("ludex: no name: {refusal}"),
        }
        Ok(Outcome::Fine)
    }
}
