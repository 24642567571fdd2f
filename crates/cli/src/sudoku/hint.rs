//! `ludex sudoku hint`: the next step.

use super::items::{ItemArgs, Takes};
use super::steps::DrawArgs;
use crate::Outcome;
use crate::output::Answer;
use clap::Args;
use ludex_sudoku::rate::{Subject, picture};
use serde_json::json;

/// Give the next step of a puzzle, as `rate --steps` would take it.
///
/// Reads puzzles of 81 characters and pencilmarks of 729. A puzzle knows nothing of struck candidates, so
/// who goes on step by step goes on from the pencilmarks that `--after` prints.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku hint .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku hint --after --file pencilmarks.txt
  ludex sudoku hint --svg hint.svg 3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5")]
pub(super) struct HintArgs {
    /// Print the pencilmarks after the step, 729 characters, instead of the step
    #[arg(long)]
    after: bool,
    #[command(flatten)]
    draw: DrawArgs,
    #[command(flatten)]
    lines: ItemArgs,
}

impl HintArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (draw, mut drawn) = (self.draw, 0u64);
        self.lines.plan(Takes::Marks)?.run_batches(
            &["rating", "technique", "reason", "effect", "after"],
            |line| {
                let (subject, rest) = Subject::read(line)?;
                let (state, step) = subject.next()?;
                let mut after = state.clone();
                step.apply(&mut after);
                let values = vec![
                    json!(f64::from(step.tenths()) / 10.0),
                    step.technique().name().into(),
                    step.reason().into(),
                    step.effect().into(),
                    after.to_string().into(),
                ];
                let text = if self.after { after.to_string() } else { step.to_string() };
                let picture = draw.wanted().then(|| picture(&state, Some(&step)));
                Ok((Answer::new(values).with_text(text).with_rest(rest), picture))
            },
            |_, items| {
                let mut answers = Vec::new();
                for item in items {
                    answers.push(match item {
                        Ok((answer, picture)) => {
                            if let Some(picture) = picture {
                                drawn += 1;
                                anyhow::ensure!(drawn == 1, "a drawing shows one puzzle: give one line");
                                draw.write(&[picture])?;
                            }
                            Ok(Some(answer))
                        }
                        Err(refusal) => Err(refusal),
                    });
                }
                Ok(answers)
            },
        )
    }
}
