//! `ludex show`: a picture of anything.

use crate::refuse::OrRefuse;
use crate::sudoku::DrawArgs;
use crate::{Outcome, families};
use clap::Args;
use ludex_core::{Colours, Letters, Style};
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

/// What stands on xiangqi pieces, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum LettersArg {
    /// 帥 俥 傌 and 將 車 馬
    #[default]
    Traditional,
    /// 帅 车 马 and 将 车 马
    Simplified,
    /// The letters of FEN: K R N and k r n
    Latin,
}

/// The colours of a cube, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum ColoursArg {
    /// White above, orange in front, as in WWWW-YYYY-OOOO-...
    #[default]
    House,
    /// White above, green in front, as in competitions
    Wca,
}

impl From<ColoursArg> for Colours {
    fn from(typed: ColoursArg) -> Colours {
        match typed {
            ColoursArg::House => Colours::House,
            ColoursArg::Wca => Colours::Wca,
        }
    }
}

/// Draw a position or a name in the terminal, or into a file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex show xiangqi:5{g4fI5{g4fIopdKfZopdKfZ
  ludex show --colours wca --svg cube.svg cube2-state:8Vgy
  ludex show --colour always .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex show --steps --gif steps.gif 3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5")]
pub(crate) struct ShowArgs {
    /// A position in any family's text, or a qualified name
    #[arg(value_name = "NAME|POSITION")]
    item: String,
    /// Stickers along an edge of a cube given as moves, 2 to 17 (default: 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=17))]
    size: Option<u8>,
    /// The steps to the solution of a sudoku, as `ludex sudoku rate` takes them: told, or drawn into the files with
    /// candidates, links and eliminations
    #[arg(long)]
    steps: bool,
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
    /// Colours of a cube's faces
    #[arg(long, value_enum, default_value_t)]
    colours: ColoursArg,
    /// What stands on xiangqi pieces
    #[arg(long, value_enum, default_value_t)]
    letters: LettersArg,
}

impl ShowArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if self.steps {
            let draw = DrawArgs {
                svg: self.svg,
                #[cfg(feature = "png")]
                png: self.png,
                #[cfg(feature = "png")]
                gif: self.gif,
            };
            return crate::sudoku::show_steps(&self.item, &draw);
        }
        let families = families::with_cube_size(self.size);
        let item = families.read(&self.item).or_refuse()?;
        let (family, setup) = (item.family, item.setup());
        let letters = match self.letters {
            LettersArg::Traditional => Letters::Traditional,
            LettersArg::Simplified => Letters::Simplified,
            LettersArg::Latin => Letters::Latin,
        };
        let style = Style { letters, colours: self.colours.into() };
        let picture = setup.picture_in(style);
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
                files.push((path, ludex_draw::to_gif(&setup.film_in(style), FRAME_PAUSE)?));
            }
        }
        for (path, bytes) in &files {
            crate::replace::write(path, bytes)?;
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
