//! `ludex sudoku minimal`, `minimise`.

use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::output::Answer;
use clap::Args;
use ludex_core::Random;
use ludex_sudoku::{Position, minimise, needless};

/// Tell whether every given of a puzzle is needed: `yes`, or `no` and the cells that are not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku minimal .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku minimal --file puzzles.txt
  ludex sudoku minimal --format csv --file puzzles.txt")]
pub(super) struct MinimalArgs {
    #[command(flatten)]
    lines: ItemArgs,
}

impl MinimalArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["minimal", "needless"], |line| {
            let (puzzle, rest) = Position::from_line(line)?;
            let cells: Vec<String> = needless(&puzzle)
                .into_iter()
                .map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))
                .collect();
            let cells = cells.join(" ");
            Ok(if cells.is_empty() {
                Answer::new(vec!["yes".into(), "".into()]).with_text("yes").with_rest(rest)
            } else {
                Answer::new(vec!["no".into(), cells.into()]).with_rest(rest)
            })
        })
    }
}

/// Leave needless givens out until none is left.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku minimise 123456789456789123789123456231564897564897231897231564312645978645978312978312645
  ludex sudoku minimise --seed 3 --file puzzles.txt
  ludex sudoku grid --random 5 | ludex sudoku minimise | ludex sudoku name")]
pub(super) struct MinimiseArgs {
    /// Try the givens in a random order of this seed (default: from the first cell on)
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl MinimiseArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["puzzle"], |line| {
            let (puzzle, rest) = Position::from_line(line)?;
            // Every line has its own sequence, so that no thread changes another's.
            let mut random =
                self.seed.map(|seed| Random::new(seed ^ ludex_core::table::checksum(line.as_bytes())));
            Ok(Answer::one(minimise(&puzzle, random.as_mut()).to_string()).with_rest(rest))
        })
    }
}
