//! `ludex sudoku name`, `puzzle`, `convert`, `dedupe`.

use super::columns::{ColumnArgs, FormArg, Named};
use super::family;
use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::input::Line;
use crate::lines::in_parallel;
use crate::output::Answer;
use clap::Args;
use ludex_core::{Refusal, Silent};
use ludex_sudoku::{Canonical, PuzzleName, Sudoku};
use std::collections::HashMap;
use std::io::Write;

/// Name puzzles: the rank of the min-lex solution grid and the given cells.
///
/// The same name for every disguise of a puzzle. Trailing columns are kept; names in any form are
/// items too, and come out in their canonical form.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku name .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku name --as name25 --file puzzles.txt.xz
  ludex sudoku name --columns canonical,rank,field,rest --sep ';' < puzzles.txt")]
pub(super) struct NameArgs {
    /// The form of the name
    #[arg(long = "as", value_enum, default_value = "name19", value_name = "FORM")]
    form: FormArg,
    #[command(flatten)]
    columns: ColumnArgs,
    #[command(flatten)]
    lines: ItemArgs,
}

impl NameArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        self.lines.plan(Takes::Named)?.run(&self.columns.titles("name"), |line| {
            let (canonical, rest) = canonical(&family, line)?;
            let name = canonical.name(family.tables())?;
            let input = &line[..line.len() - rest.len()];
            let named = Named { input, rest, name, canonical: &canonical };
            Ok(self.columns.answer(&named, || name.write(self.form.form())))
        })
    }
}

/// The canonical puzzle of a line: a sudoku, or a name.
pub(super) fn canonical<'a>(family: &Sudoku, line: &'a str) -> Result<(Canonical, &'a str), Refusal> {
    Ok(Canonical::from_line(line, family.tables())?)
}

/// Find the canonical puzzles of names in any form and any order.
///
/// Names are sorted inside each batch of lines, so that a grid is looked up once however many puzzles
/// have it. A name whose given cells are not the least of their grid's automorphisms is answered with
/// the canonical puzzle all the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku puzzle eKEeveX3Ose2Ww4p42M
  ludex sudoku puzzle '5411131853 W1Rmk0Yu2q34I6' '5411131853;W1Rmk0Yu2q34I6'
  ludex sudoku puzzle --columns canonical,rank,field --sep ';' --file names.txt")]
pub(super) struct PuzzleArgs {
    #[command(flatten)]
    columns: ColumnArgs,
    #[command(flatten)]
    lines: ItemArgs,
}

impl PuzzleArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        let answers = |batch: &[Line]| {
            let found = recall(&family, batch).into_iter();
            found
                .map(|found| {
                    let ((canonical, rank), line, rest) = found?;
                    let name = PuzzleName::new(rank, canonical.given())?;
                    let input = &line[..line.len() - rest.len()];
                    let named = Named { input, rest, name, canonical: &canonical };
                    Ok(Some(self.columns.answer(&named, || canonical.setup().to_string())))
                })
                .collect()
        };
        self.lines.plan(Takes::Names)?.run_whole(
            Some(&self.columns.titles("puzzle")),
            answers,
            |_, answers| Ok(answers),
        )
    }
}

type Recalled<'a> = Result<((Canonical, u64), &'a str, &'a str), Refusal>;

/// The canonical puzzles of the names of a batch, looked up in the order of their ranks.
fn recall<'a>(family: &Sudoku, batch: &'a [Line]) -> Vec<Recalled<'a>> {
    let names: Vec<Result<(PuzzleName, &str, &str), Refusal>> = batch
        .iter()
        .map(|line| {
            let text = line.text()?;
            let (name, rest) = PuzzleName::from_line(text)?;
            Ok((name, text, rest))
        })
        .collect();
    let known: Vec<PuzzleName> = names.iter().flatten().map(|(name, ..)| *name).collect();
    let mut found = family.tables().recall(&known, &Silent).into_iter();
    names
        .into_iter()
        .map(|named| {
            let (name, line, rest) = named?;
            Ok(((found.next().expect("one for every name")?, name.rank()), line, rest))
        })
        .collect()
}

/// Convert names from any form to another; no grid is looked up.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku convert --to name25 eKEeveX3Ose2Ww4p42M
  ludex sudoku convert --to name19 --entry --sep ';' '5411131853;W1Rmk0Yu2q34I6'
  ludex sudoku convert --to semicolon --file names.txt")]
pub(super) struct ConvertArgs {
    /// The form to convert to
    #[arg(long, value_enum, value_name = "FORM")]
    to: FormArg,
    /// Print the entry as a second column
    #[arg(long)]
    entry: bool,
    /// What stands before the entry (default: a tab)
    #[arg(long, value_name = "TEXT", default_value = "\t", hide_default_value = true)]
    sep: String,
    #[command(flatten)]
    lines: ItemArgs,
}

impl ConvertArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Names)?.run(&["name"], |line| {
            let (name, rest) = PuzzleName::from_line(line)?;
            let name = name.write(self.to.form());
            Ok(if self.entry {
                let text = format!("{name}{}{}", self.sep, &line[..line.len() - rest.len()]);
                Answer::one(name).with_text(text).with_rest(rest)
            } else {
                Answer::one(name).with_rest(rest)
            })
        })
    }
}

/// Print every puzzle once up to disguise: its name, how many there were, and the first of them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku dedupe --file bank.txt
  ludex sudoku dedupe --file bank.txt | cut -f3 > unique.txt
  xz -dc bank.txt.xz | ludex sudoku dedupe --skip-bad")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    lines: ItemArgs,
}

impl DedupeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        let mut seen: HashMap<PuzzleName, usize> = HashMap::new();
        let mut unique: Vec<(PuzzleName, u64, String)> = Vec::new();
        let named = |line: &Line| -> Result<PuzzleName, Refusal> {
            let (canonical, _) = canonical(&family, line.text()?)?;
            Ok(canonical.name(family.tables())?)
        };
        let outcome = self.lines.plan(Takes::Named)?.run_whole(
            None,
            |batch| in_parallel(batch, named),
            |batch, answers| {
                let count = |(line, answer): (&Line, Result<PuzzleName, Refusal>)| {
                    let name = answer?;
                    let at = *seen.entry(name).or_insert_with(|| {
                        unique.push((name, 0, line.text.clone().unwrap_or_default()));
                        unique.len() - 1
                    });
                    unique[at].1 += 1;
                    Ok(None)
                };
                Ok(batch.iter().zip(answers).map(count).collect())
            },
        )?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        for (name, count, first) in &unique {
            writeln!(out, "{name}\t{count}\t{first}")?;
        }
        out.flush()?;
        Ok(outcome)
    }
}
