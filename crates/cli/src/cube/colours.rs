//! `ludex cube colours`: facelets from what a sensor saw.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_cube::colours::{self, Lab, ScanOrder};
use ludex_cube::text;

/// The order of the samples, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum OrderArg {
    /// Faces U R F D L B, rows of the usual net
    #[default]
    Facelets,
    /// Faces U L F R B D, rows of the usual net
    Net,
    /// Faces U D F B L R, rows of the seed's net
    Seed,
}

/// The numbers of a sample, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum SpaceArg {
    /// Red, green and blue, 0 to 255 (sRGB)
    #[default]
    Rgb,
    /// Lightness, green to red, blue to yellow (CIE L*a*b*)
    Lab,
}

/// Find the facelets of a cube from colour samples: 24, 54, 96 ... per line (2x2, 3x3, 4x4 ...), blanks
/// between them.
///
/// A sample is #RRGGBB, or three numbers with commas. Prints the facelets of the cube that explains all
/// samples best (only lawful cubes are considered, so a doubtful orange is settled by which pieces exist),
/// how likely it is against the next best, and the facelets of that one. A scan below 0.95 is called
/// doubtful on stderr. On odd sizes the centres say what the colours look like; even sizes have the usual
/// colours. Of centres that move only the number of each colour is known, so large cubes want better light.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube colours --file scans.txt
  ludex cube colours --order seed --space lab < scan.txt
  ludex cube colours --order net < scan-of-a-4x4.txt
  ludex cube colours < scan.txt | cut -f1 | ludex cube solve")]
pub(crate) struct ColoursArgs {
    /// In which order the stickers were seen
    #[arg(long, value_enum, default_value_t)]
    order: OrderArg,
    /// What the numbers of a sample are
    #[arg(long, value_enum, default_value_t)]
    space: SpaceArg,
    #[command(flatten)]
    lines: LineArgs,
}

impl ColoursArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let order = match self.order {
            OrderArg::Facelets => ScanOrder::Facelets,
            OrderArg::Net => ScanOrder::Net,
            OrderArg::Seed => ScanOrder::Seed,
        };
        let space = match self.space {
            SpaceArg::Rgb => Lab::from_rgb,
            SpaceArg::Lab => Lab,
        };
        self.lines.plan()?.run(&["facelets", "confidence", "second"], |line| {
            let found = colours::scan(&colours::read_samples(line, space)?, order)?;
            let facelets = text::facelets(found.position.stickers());
            if found.is_doubtful() {
                eprintln!("ludex: doubtful: {facelets} is only {:.3} likely", found.confidence);
            }
            let second = text::facelets(found.second.stickers());
            Ok(Answer::new(vec![facelets.into(), format!("{:.4}", found.confidence).into(), second.into()]))
        })
    }
}
