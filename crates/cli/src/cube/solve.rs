//! `ludex cube solve`.

use super::SizeArgs;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::{Refusal, Silent};
use ludex_cube::{Metric, Pieces, family, notation, nxn};

/// How turns are counted, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum MetricArg {
    /// Half turns count once
    #[default]
    Htm,
    /// Half turns count twice
    Qtm,
}

/// Solve cubes: per line facelets, the text WWWW-YYYY-..., or moves from solved.
///
/// Prints the moves that solve the cube as it is held; an empty line if there is nothing to do.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube solve --size 2 \"R U R' U'\"
  ludex cube solve --metric qtm WBWO-YYGY-OYOO-RRGR-BRBB-WGGW
  ludex cube solve cube2:0469")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// How turns are counted
    #[arg(long, value_enum, default_value_t)]
    metric: MetricArg,
    #[command(flatten)]
    lines: LineArgs,
}

impl SolveArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let metric = match self.metric {
            MetricArg::Htm => Metric::Htm,
            MetricArg::Qtm => Metric::Qtm,
        };
        self.lines.plan()?.run(&["solution"], |line| {
            let position = self.size.read(line)?;
            match position.pieces() {
                Pieces::Two(corners) => {
                    let turns: Vec<_> = family::table2(metric).solve(corners.rank2()).turns().collect();
                    Ok(Answer::one(notation::write(&position.as_held(&turns), 2)))
                }
                Pieces::Larger(_) => {
                    let turns = nxn::solve(&position, &Silent)?;
                    Ok(Answer::one(notation::write(&turns, position.size())))
                }
                _ => Err(Refusal::new("3x3 cubes are not solved")),
            }
        })
    }
}
