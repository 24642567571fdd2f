//! `ludex solve`: the solution of anything that can be solved.

use crate::lines::LineArgs;
use crate::output::Answer;
use crate::{Outcome, families};
use clap::Args;
use ludex_core::{Refusal, Silent};

/// Solve positions of any family that has a solver.
///
/// A family's own `solve` verb has more options.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex solve .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex solve cube2:0469
  ludex solve --file examples/positions.txt --skip-bad")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    lines: LineArgs,
}

impl SolveArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let families = families::all();
        self.lines.plan()?.run(&["solution"], |line| {
            let item = families.read(line)?;
            let (family, rest) = (item.family, item.rest);
            match family.solve(&*item.position()?, &Silent) {
                Some(solution) => Ok(Answer::one(solution?).with_rest(rest)),
                None => Err(Refusal::new(format!("{} positions have no solver", family.word()))),
            }
        })
    }
}
