//! `ludex sudoku rate`: how hard puzzles are, and why.

use super::family;
use super::items::{ItemArgs, Takes};
use super::rated::{self, tenths};
use super::steps::{self, DrawArgs};
use crate::Outcome;
use crate::output::Answer;
use crate::store::now;
use clap::Args;
use ludex_core::Refusal;
use ludex_store::Record;
use ludex_sudoku::rate::{Candidates, Rating, Step, Subject, picture};
use serde_json::{Value, json};

/// Rate puzzles on the Sudoku Explainer scale: `PUZZLE ED=ER/EP/ED`.
///
/// ER is the rating of the hardest step, EP of the hardest up to the first that places a digit, ED of the
/// first. Steps are looked for exactly as Sudoku Explainer 1.2.1 does, one at a time. Its order of search
/// knows rows from columns and 1 from 2, so that two disguises of a puzzle can differ by a tenth or two:
/// a puzzle is rated as it is typed. `--canonical` rates the canonical form instead, which makes the rating
/// a property of the puzzle's name; it is what `--store` keeps.
///
/// Pencilmarks of 729 characters (nine for each cell, the digit where it can stand, else a dot) are rated
/// as they stand.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku rate .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku rate --max 8.9 --file puzzles.txt --format csv
  ludex sudoku rate --steps --gif steps.gif 3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5
  ludex sudoku rate --store mine.sqlite --file puzzles.txt > rated.txt")]
pub(super) struct RateArgs {
    /// Tell every step: its rating, its name, what it rests on, what it does
    #[arg(long)]
    steps: bool,
    /// Stop where only harder steps are left, and answer `ED>ER`
    #[arg(long, value_name = "ER", value_parser = rating)]
    max: Option<u32>,
    /// Rate the canonical form, a property of the puzzle's name
    #[arg(long)]
    canonical: bool,
    /// Attach the ratings of the canonical forms to the records of this store: a file, or
    /// postgres://USER@HOST/DATABASE (without a value: the store of `ludex store`)
    #[arg(long, value_name = "FILE|URL", num_args = 0..=1, default_missing_value = "")]
    store: Option<String>,
    #[command(flatten)]
    draw: DrawArgs,
    #[command(flatten)]
    lines: ItemArgs,
}

/// A rating as typed, in tenths.
pub(super) fn rating(text: &str) -> Result<u32, String> {
    tenths(text).ok_or_else(|| format!("{text:?} is no rating: 4.5 is one"))
}

impl RateArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        anyhow::ensure!(
            self.steps || !self.draw.wanted(),
            "--svg, --png and --gif draw steps: give --steps with them"
        );
        let mut store = self.store.as_deref().map(rated::open).transpose()?;
        let (family, seen) = (family(), now());
        let attaching = store.is_some();
        let canonical = self.canonical || attaching;
        let (max, steps, draw) = (self.max, self.steps, self.draw);
        let mut columns = vec!["puzzle", "er", "ep", "ed"];
        if max.is_some() {
            columns.push("above");
        }
        if steps {
            columns.push("steps");
        }
        let (mut attached, mut new, mut drawn) = (0u64, 0u64, 0u64);
        let outcome = self.lines.plan(Takes::Marks)?.run_batches(
            &columns,
            |line| {
                let (mut subject, rest) = Subject::read(line)?;
                if canonical {
                    subject.canonise()?;
                }
                let mut told = Vec::new();
                let mut pictures = Vec::new();
                let rating = subject.rate(max.unwrap_or(u32::MAX), |state: &Candidates, step: &Step| {
                    if steps {
                        told.push(step.clone());
                    }
                    if draw.wanted() {
                        pictures.push(picture(state, Some(step)));
                    }
                    true
                })?;
                let record = if attaching && !rating.open {
                    Some(record(&family, &subject, rating, seen)?)
                } else {
                    None
                };
                Ok((answer(&subject, rest, rating, max, steps.then_some(&told[..])), record, pictures))
            },
            |_, items| {
                let mut answers = Vec::new();
                let mut records = Vec::new();
                for item in items {
                    answers.push(item.map(|(answer, record, pictures)| {
                        records.extend(record);
                        (answer, pictures)
                    }));
                }
                if let Some(store) = &mut store {
                    let fresh = store.attach(records)?;
                    attached += fresh.len() as u64;
                    new += fresh.iter().filter(|fresh| **fresh).count() as u64;
                }
                let mut finished = Vec::new();
                for answer in answers {
                    finished.push(match answer {
                        Ok((answer, pictures)) => {
                            if draw.wanted() {
                                drawn += 1;
                                anyhow::ensure!(drawn == 1, "a drawing shows one puzzle: give one line");
                                draw.write(&pictures)?;
                            }
                            Ok(Some(answer))
                        }
                        Err(refusal) => Err(refusal),
                    });
                }
                Ok(finished)
            },
        )?;
        if attaching {
            eprintln!("ludex: {attached} ratings attached, {new} of them to new records");
        }
        Ok(outcome)
    }
}

/// What the store is told: the rating of the canonical form, under its name.
fn record(
    family: &ludex_sudoku::Sudoku,
    subject: &Subject,
    rating: Rating,
    seen: i64,
) -> Result<Record, Refusal> {
    let canonical = subject.canonical().ok_or_else(|| Refusal::new("pencilmarks have no name"))?;
    let name = canonical.name(family.tables())?;
    rated::attached(&name, &subject.text(), &[rating.er, rating.ep, rating.ed], seen)
}

fn answer(subject: &Subject, rest: &str, rating: Rating, max: Option<u32>, steps: Option<&[Step]>) -> Answer {
    let number = |tenths: u32| json!(f64::from(tenths) / 10.0);
    let ratings = [rating.er, rating.ep, rating.ed];
    let mut values: Vec<Value> = vec![subject.text().into()];
    values.extend(ratings.map(|tenths| if rating.open { Value::Null } else { number(tenths) }));
    let mut text = match max.filter(|_| rating.open) {
        Some(max) => format!("{} ED>{}.{}", subject.text(), max / 10, max % 10),
        None => format!("{} ED={rating}", subject.text()),
    };
    if let Some(max) = max {
        values.push(if rating.open { number(max) } else { Value::Null });
    }
    let Some(steps) = steps else { return Answer::new(values).with_text(text).with_rest(rest) };
    values.push(steps.iter().map(steps::told).collect());
    text.push_str(rest);
    for step in steps {
        text.push_str("\n  ");
        text.push_str(&step.to_string());
    }
    Answer::new(values).with_text(text)
}
