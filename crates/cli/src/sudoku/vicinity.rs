//! `ludex sudoku vicinity`: the collector's loop in one process.

use super::items::{ItemArgs, Takes};
use super::known::Known;
use super::{family, rate::rating};
use crate::Outcome;
use crate::lines::in_parallel;
use crate::output::Answer;
use clap::Args;
use ludex_sudoku::rate::Rating;
use ludex_sudoku::rate::judge;
use ludex_sudoku::{Canonical, Position, is_minimal, vicinity};

/// Find the neighbours of puzzles: all that come of taking some givens out and putting others in.
///
/// Prints canonical puzzles in their order, each once up to disguise, those of the first puzzle first. With
/// `--minimal`, `--known` and `--rate` it is the collector's whole loop: neighbours, valid, minimal, canonical, new,
/// rated.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku vicinity --remove 1 --add 1 .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku vicinity --remove 2 --add 1 --file puzzles.txt
  ludex sudoku vicinity --minimal --known bank.txt --rate --min 10.5 --file puzzles.txt
  ludex sudoku vicinity --minimal --known mine.sqlite --file puzzles.txt")]
pub(super) struct VicinityArgs {
    /// Givens to take out
    #[arg(long, value_name = "N", default_value_t = 1)]
    remove: usize,
    /// Givens to put in
    #[arg(long, value_name = "M", default_value_t = 1)]
    add: usize,
    /// Keep only puzzles without a needless given
    #[arg(long)]
    minimal: bool,
    /// Print only what is new: not in this file of puzzles or names, or in this store (an SQLite file or
    /// postgres://USER@HOST/DATABASE), nor printed before
    #[arg(long, value_name = "FILE|STORE")]
    known: Option<String>,
    /// Rate what is printed: `PUZZLE ED=ER/EP/ED`
    #[arg(long)]
    rate: bool,
    /// Print only puzzles of this ER or more
    #[arg(long, value_name = "ER", value_parser = rating, requires = "rate")]
    min: Option<u32>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl VicinityArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        let mut known = self.known.as_deref().map(|place| Known::open(place, &family)).transpose()?;
        let threads = self.lines.jobs().map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        self.lines.plan(Takes::Puzzles)?.run_batches(
            &["puzzles"],
            |line| {
                let (puzzle, _) = Position::from_line(line)?;
                let mut found = vicinity(&puzzle, self.remove, self.add, &ludex_core::Silent)?;
                if self.minimal {
                    found.retain(|canonical| is_minimal(&canonical.position()));
                }
                Ok(found)
            },
            |_, mut answers| {
                if let Some(known) = &mut known {
                    known.keep_new(&family, &mut answers)?;
                }
                let mut ratings = Vec::new();
                if self.rate {
                    let all: Vec<&Canonical> = answers.iter().flatten().flatten().collect();
                    let rate = |canonical: &&Canonical| judge(&canonical.setup(), u32::MAX, |_| false);
                    ratings = pool.install(|| in_parallel(&all, rate));
                }
                let mut ratings = ratings.into_iter().map(|rated| rated.map(|(rating, _)| rating));
                let mut tell = |found: Vec<Canonical>| {
                    let tell = |canonical: Canonical| {
                        let text = canonical.setup().to_string();
                        if !self.rate {
                            return Some(text);
                        }
                        let rating: Rating = ratings.next().flatten()?;
                        let kept = self.min.is_none_or(|min| rating.er >= min);
                        kept.then(|| format!("{text} ED={rating}"))
                    };
                    let texts: Vec<String> = found.into_iter().filter_map(tell).collect();
                    let text = texts.join("\n");
                    (!texts.is_empty()).then(|| Answer::new(vec![texts.into()]).with_text(text))
                };
                Ok(answers.into_iter().map(|answer| answer.map(&mut tell)).collect())
            },
        )
    }
}
