//! `ludex tetris fig`: pictures of a fumen's pages, with hold and next.

use super::refuse;
use super::rules::pages_of;
use crate::Outcome;
use clap::Args;
use ludex_tetris::draw::{self, Frame};
use std::path::PathBuf;

/// Draw the pages of a fumen, with what is held and what comes next.
///
/// Hold and next are those of the quiz in the page's comment (`#Q=[hold](current)next`). `FUMEN#2:5` draws pages 2 to 5.
/// An SVG or PNG shows them in one strip, a GIF one after the other.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fig v115@vhCzLJSyBXoB --svg steps.svg
  ludex tetris fig v115@vhCzLJSyBXoB#2:3 --png steps.png --next 3
  ludex tetris fig v115@vhCzLJSyBXoB --gif steps.gif --delay 30 --bare")]
#[command(group = clap::ArgGroup::new("files").required(true).multiple(true))]
pub(crate) struct FigArgs {
    /// A fumen, or the address of one; #2:5 after it chooses pages
    #[arg(value_name = "FUMEN")]
    fumen: String,
    /// Pieces shown of what comes next
    #[arg(long, value_name = "N", default_value_t = 5)]
    next: usize,
    /// Draw the field alone, without hold and next
    #[arg(long)]
    bare: bool,
    /// Rows drawn at least
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=23))]
    rows: u8,
    /// Write an SVG drawing of all pages in a strip
    #[arg(long, value_name = "FILE", group = "files")]
    svg: Option<PathBuf>,
    /// Write a PNG bitmap of all pages in a strip
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", group = "files")]
    png: Option<PathBuf>,
    /// Write an animated GIF
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", group = "files")]
    gif: Option<PathBuf>,
    /// How long a page of the GIF stays, in hundredths of a second
    #[cfg(feature = "png")]
    #[arg(long, value_name = "N", default_value_t = 30)]
    delay: u16,
}

impl FigArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let fumen = match pages_of(&self.fumen) {
            Ok(fumen) => fumen,
            Err(refusal) => return refuse(refusal),
        };
        let frame = Frame { next: self.next.min(21), bare: self.bare, rows: usize::from(self.rows) };
        if let Some(path) = &self.svg {
            crate::replace::write(path, ludex_draw::to_svg(&draw::strip(&fumen.pages, frame, "fumen")))?;
        }
        #[cfg(feature = "png")]
        {
            if let Some(path) = &self.png {
                crate::replace::write(path, ludex_draw::to_png(&draw::strip(&fumen.pages, frame, "fumen"))?)?;
            }
            if let Some(path) = &self.gif {
                let pictures = draw::frames(&fumen.pages, frame, "fumen");
                crate::replace::write(path, ludex_draw::to_gif(&pictures, self.delay)?)?;
            }
        }
        Ok(Outcome::Fine)
    }
}
